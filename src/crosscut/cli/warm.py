"""``crosscut warm``: compile ahead, so that nothing has to wait later."""

import json
import time

from crosscut.cli.console import out
from crosscut.cli.options import GameName, Json, Size, Variant, describe, make_game, title
from crosscut.games import added, game_class, ids
from crosscut.kernel import announce


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    as_json: Json = False,
) -> None:
    """Compile a game, or all, for its default size, or another, and keep the result on disk."""
    from crosscut.engine.engine import Engine
    from crosscut.engine.limits import Limits
    from crosscut.search import speed, walk

    announce()
    done = []
    game = game or added()
    for name in [game] if game else ids():
        variants = [variant] if variant else list(game_class(name).facts.variants)
        for each in variants:
            rules = make_game(name, size, each)
            begin = time.perf_counter()
            speed.Playouts(rules)
            Engine().think(rules.position(), Limits(simulations=1))
            walk.perft(make_game(name, size, each, pie=False).position(), 1)
            seconds = time.perf_counter() - begin
            done.append({**describe(rules), "seconds": round(seconds, 3)})
            if not as_json:
                out.print(f"{title(rules)}: ready after {seconds:.1f} s")
    if as_json:
        print(json.dumps(done))
