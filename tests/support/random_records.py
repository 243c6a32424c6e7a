"""Random games with variations, comments, clocks and set-ups, for tests of what keeps them."""

import random
from functools import cache

import crosscut
from crosscut.play.diagram import write_rows
from crosscut.play.records.game_tree import GameTree, result_text

SIZES = {"hex": 4, "y": 4, "havannah": 3, "connect_four": 4, "serpent": 3, "snaketrail": 4}
"""Small boards, so that whole games take milliseconds; others have four rows."""
SIGNS = [
    "a",
    "]",
    "\\",
    "[",
    ":",
    ";",
    "(",
    ")",
    "\n",
    " ",
    "\t",
    "ß",
    "語",
    "🐍",
    "%",
    "'",
    "\u0301",
]
INFO = ["name", "rules", "date", "event", "round", "place", "source", "annotator", "user", "time"]
RESULTS = ["", "B+", "W+Resign", "0", "Void", "B+Time", "?"]


@cache
def games():
    """Return every game in every variant, with the pie rule and without."""
    found = []
    for name in crosscut.ids():
        for variant in crosscut.rules.registry.game_class(name).facts.variants:
            for pie in (False, True):
                found.append(crosscut.game(name, SIZES.get(name, 4), variant, pie))
    return found


def random_text(rng, most=12):
    """Return a text in which everything stands that can be misread."""
    return "".join(rng.choice(SIGNS) for _ in range(rng.randrange(most)))


def random_turn(rng, position):
    """Return the position after a random turn."""
    after = position.step(rng.choice(position.actions()))
    while after.mid_turn:
        after = after.step(rng.choice(after.actions()))
    return after


def random_position(rng, game, turns):
    """Return a position some random turns from the start, or where the game ended."""
    here = game.position(seed=rng.randrange(1000) if game.has_deal and rng.random() < 0.5 else None)
    for _ in range(turns):
        if here.over:
            break
        here = random_turn(rng, here)
    return here


def random_origin(rng, game):
    """Return how a game may have started: as usual, from a seed or from a diagram."""
    chance = rng.random()
    if chance < 0.2 and game.has_deal:
        return {"seed": rng.randrange(10**9)}
    if chance < 0.4:
        here = random_position(rng, game, rng.randrange(12)).past_prelude()
        if not here.over:
            mover = game.player(here.state, here.colour)
            called = rng.choice([mover, dict(game.kinds)[mover]])
            return {"diagram": write_rows(game, game.pieces(here.state)), "to_play": called}
    if chance < 0.6:
        here = random_position(rng, game, rng.randrange(12)).past_prelude()
        return {"diagram": str(here)}
    return {}


def random_tree(seed, main=12, tried=4):
    """Return a game with a main line and some variations, everything in it drawn from a seed."""
    rng = random.Random(seed)
    game = rng.choice(games())
    tree = GameTree(game, random_origin(rng, game))
    for _ in range(rng.randrange(main)):
        extend(rng, tree, tree.root.end)
    for _ in range(rng.randrange(tried)):
        extend(rng, tree, rng.choice(list(tree.root.all())))
    tree.names = [random_text(rng) for _ in range(2)]
    end = tree.main_line()
    tree.result = result_text(end.result) if end.over else rng.choice(RESULTS)
    tree.info = {rng.choice([*INFO, "a: key]"]): random_text(rng) for _ in range(rng.randrange(4))}
    for node in tree.root.all():
        annotate(rng, node)
    tree.at = rng.choice(list(tree.root.all()))
    here = tree.position_at(tree.at)
    if not here.over and rng.random() < 0.3:
        begun = here.step(rng.choice(here.actions()))
        if begun.mid_turn:
            tree.taps = [game.tap_text(begun.tap_made)]
    return tree


def extend(rng, tree, node):
    """Add a random turn after a node, if the game goes on there."""
    here = tree.position_at(node)
    if not here.over:
        after = random_turn(rng, here)
        tree.put(node, after.turn_text(), after)


def annotate(rng, node):
    """Give a node comment, clocks and properties that mean nothing here, or none of them."""
    if rng.random() < 0.3:
        node.comment = random_text(rng, 30)
    if rng.random() < 0.2:
        node.clock = (rng.choice([None, 0.0, 599.25, 1e-3]), rng.choice([None, 3600.0, -1.5]))
    if rng.random() < 0.2:
        node.others = {
            rng.choice(["N", "TR", "OB", "ZZ"]): ["", r"a\]b", "c:d"][: rng.randrange(1, 4)]
        }
