"""``crosscut games``: what there is to play."""

import json

from rich.table import Table

from crosscut.apps.cli.options import Json
from crosscut.lab.console import out
from crosscut.rules.registry import game_class, ids


def command(as_json: Json = False) -> None:
    """List all games with their sizes and variants."""
    every = {name: game_class(name).facts for name in ids()}
    if as_json:
        listed = [
            {
                "game": name,
                "title": facts.title,
                "designer": facts.designer,
                "year": facts.year,
                "sizes": list(facts.sizes),
                "size": facts.size,
                "smallest": facts.smallest,
                "largest": facts.largest,
                "variants": facts.variants,
                "pie": [variant for variant in facts.variants if facts.has_pie(variant)],
            }
            for name, facts in every.items()
        ]
        print(json.dumps(listed))
        return
    table = Table(box=None, pad_edge=False)
    for column in ("game", "designer", "year", "sizes", "default", "variants"):
        table.add_column(column, overflow="fold")
    for name, facts in every.items():
        variants = ", ".join(
            f"{variant} (pie)" if facts.has_pie(variant) else variant for variant in facts.variants
        )
        sizes = f"{facts.smallest} to {facts.largest}"
        year = str(facts.year or "")
        table.add_row(name, facts.designer, year, sizes, str(facts.size), variants)
    out.print(table)
