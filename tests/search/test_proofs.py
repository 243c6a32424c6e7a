"""What the engine calls proven is true, everywhere in its tree, also in games that end drawn."""

from functools import cache
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

import crosscut
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.mcts.search import Search
from crosscut.search.mcts.simulate import decided_by_children
from crosscut.search.mcts.tree import NO_CHILDREN, ROOT
from crosscut.search.options import Options


@cache
def exact(position):
    """Return the seat that wins a position, or `DRAW`, by looking at everything."""
    if position.over:
        return DRAW if position.winner is None else position.winner
    results = {exact(position.tap(action)) for action in position.actions()}
    for best in (position.to_play, DRAW):
        if best in results:
            return best
    return 1 - position.to_play


def children(search, node):
    """Return the children of a node, each with the action that leads there."""
    tree = search.nursery.tree
    begin, count = int(tree.first[node]), int(tree.children[node])
    if begin == NO_CHILDREN:
        return []
    return [(int(tree.action[child]), child) for child in range(begin, begin + count)]


def check(search, position, most=None):
    """Compare what is proven in a tree with the truth; return how many nodes are proven drawn."""
    tree, drawn, proven, waiting = search.nursery.tree, 0, 0, [(ROOT, position)]
    while waiting and (most is None or proven < most):
        node, here = waiting.pop()
        status = int(tree.status[node])
        if status != NOBODY:
            proven += 1
            drawn += status == DRAW
            assert status == exact(here), here
        waiting += [(child, here.tap(action)) for action, child in children(search, node)]
    assert most is None or proven > 5
    return drawn


TINY = [
    ("hex", 3, None, True),
    ("slither", 3, "classic", False),
    ("gonnect", 2, None, False),
    ("resolve", 2, None, False),
]


@pytest.mark.parametrize(("name", "size", "variant", "pie"), TINY, ids=str)
def test_what_is_proven_is_true(name, size, variant, pie, interpreted_and_compiled):
    """Everywhere in the tree, against a search that looks at everything."""
    game = crosscut.game(name, size, variant, pie)
    search = Search(game.position(), Options(reference=5, expand=1, memory=64), seed=3)
    search.run(30_000)
    check(search, game.position(), most=500)
    assert search.nursery.tree.status[ROOT] == exact(game.position())


OPENINGS = [(8, seed) for seed in range(12)]
WINS_BEHIND_DRAWS = [(13, 111), (6, 254), (6, 308), (6, 324), (6, 337)]
"""Openings in which a draw is found before the win beside it: the draw must not decide."""


def test_what_is_proven_is_true_where_games_end_drawn(interpreted_and_compiled):
    """Early, when much is unknown, and late; from openings with wins, losses and draws ahead."""
    game, drawn, values = crosscut.game("connect_four", 5), 0, set()
    for stones, seed in OPENINGS + WINS_BEHIND_DRAWS:
        rng, here = np.random.default_rng(seed), game.position()
        while here.turn_number < stones and not here.over:
            here = here.tap(int(rng.choice(list(here.actions()))))
        if here.over:
            continue
        values.add(exact(here))
        search = Search(here, Options(reference=5, expand=1, memory=64), seed=seed)
        for simulations in (30, 100, 300, 1000, 3000):
            search.run(simulations)
            drawn += check(search, here)
    assert values == {0, 1, DRAW}
    assert drawn > 100


@pytest.mark.parametrize("seat", [0, 1])
def test_children_decide_what_holds_however_the_unknown_ones_turn_out(seat):
    order = (1 - seat, DRAW, seat)  # from worst to best for who moves
    for count in (1, 2, 3, 4):
        for statuses in product((NOBODY, *order), repeat=count):
            tree = SimpleNamespace(first=[0], children=[count], status=statuses)
            choices = [order if status == NOBODY else (status,) for status in statuses]
            values = {max(each, key=order.index) for each in product(*choices)}
            wanted = values.pop() if len(values) == 1 else NOBODY
            assert decided_by_children(tree, 0, seat) == wanted, statuses
