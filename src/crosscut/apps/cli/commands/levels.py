"""``crosscut levels``: which levels the computer plays at, and how strong they are."""

import json

from crosscut.apps.cli.options import GameName, Json, Size, Variant
from crosscut.core.errors import BadOption
from crosscut.lab.console import out, table_of
from crosscut.rules.game import Game
from crosscut.rules.registry import added, describe, load_game, title
from crosscut.search.levels import LEVELS, MOST_SECONDS, ratings_key, shipped_ratings


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    as_json: Json = False,
) -> None:
    """List the levels of the computer, with their Elo at a game where that has been measured.

    The lowest level is 0. Noise is how often a move is played that was thought about less.
    """
    name = game or added()
    if name is None and (size is not None or variant):
        raise BadOption("--size and --variant go with a game; crosscut games lists them")
    rules = None if name is None else load_game(name, size, variant, False)
    ratings = shipped_ratings()
    elo = ratings.get(ratings_key(rules), {}).get("elo", {}) if rules else {}
    measured = {key: entry["games"] for key, entry in ratings.items()}
    if as_json:
        levels = [
            {
                "number": level.number,
                "name": level.name,
                "simulations": level.limits.simulations,
                "seconds": level.limits.seconds,
                "noise": level.options.noise,
                "elo": elo.get(level.name),
            }
            for level in LEVELS
        ]
        identity = describe(rules) if rules else {}
        print(json.dumps(identity | {"levels": levels, "measured": measured}))
        return
    show(rules, elo, measured)


def show(rules: Game | None, elo: dict, measured: dict[str, int]) -> None:
    """Print all levels as a table, and for which games their Elo is known."""
    columns = ["", "level", "simulations", "noise", *(("Elo", "±") if elo else ())]
    table = table_of(*columns, title=title(rules) if rules else None)
    for level in LEVELS:
        table.add_row(
            level.name,
            str(level.number),
            f"{level.limits.simulations:,}",
            f"{level.options.noise:.2f}" if level.options.noise else "none",
            *map(str, elo.get(level.name, ())),
        )
    out.print(table)
    out.print(f"simulations of a turn, {MOST_SECONDS:.0f} s at most")
    if rules and not elo:
        out.print(f"{title(rules)} has not been measured; crosscut ladder does that")
    known = ", ".join(f"{key} ({games:,} games)" for key, games in sorted(measured.items()))
    out.print(f"measured: {known or 'no game yet'}")
