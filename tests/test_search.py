"""The plain search: it repeats, it stops, and it sees what is in front of it."""

import time

import pytest

import crosscut
from crosscut.search import uct
from crosscut.search.uct import Limits, Search, choose_turn, think, turn_of


@pytest.fixture(scope="module")
def win_in_one():
    """White to move joins left and right at once."""
    return crosscut.game("slither", 5).position("..X../..X../OOO.O/..X../..X..", to_play="O")


def test_it_finds_a_win_in_one(win_in_one):
    after, thought = choose_turn(win_in_one, Limits(simulations=2000))
    assert after.winner == 1
    assert thought.win_chance > 0.9
    assert turn_of(win_in_one, after) == "d3"


def test_it_stops_a_win_in_one(win_in_one):
    threatened = win_in_one.game.position(str(win_in_one), to_play="X")
    after, _ = choose_turn(threatened, Limits(simulations=5000))
    assert not any(after.play(turn).over for turn in after.turns())


def test_the_same_seed_gives_the_same_search():
    position = crosscut.game("slither", 5).position()
    first, again, other = (think(position, Limits(simulations=300), seed=s) for s in (1, 1, 2))
    assert first.visits == again.visits
    assert first.line == again.line
    assert first.visits != other.visits
    assert first.simulations == sum(first.visits.values()) == 300


def test_a_full_tree_goes_on_searching():
    position = crosscut.game("slither", 5).position()
    search = Search(position, nodes=200)
    search.run(2000)
    assert search.tree.used[0] <= 200
    assert search.tree.visits[uct.ROOT] == 2000


def test_it_can_be_stopped():
    position = crosscut.game("slither", 5).position()
    begin = time.perf_counter()
    thought = think(position, Limits(seconds=60), tick=lambda share: True)
    assert time.perf_counter() - begin < 30
    assert thought.simulations > 0


def test_interpreted_search_is_the_compiled_one(monkeypatch):
    position = crosscut.game("slither", 4, "advanced").position()
    compiled = think(position, Limits(simulations=60))
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    interpreted = think(position, Limits(simulations=60))
    assert compiled.visits == interpreted.visits
    assert compiled.line == interpreted.line


def test_more_thought_beats_less():
    wins = 0
    for seed in range(10):
        position, strong = crosscut.game("slither", 5).position(), seed % 2
        while not position.over:
            count = 600 if position.to_play == strong else 10
            position, _ = choose_turn(position, Limits(simulations=count), seed=seed)
        wins += position.winner == strong
    assert wins >= 8


def test_superko_holds_inside_the_search():
    """Everywhere in the tree the children are what may be played, with the whole history known."""
    game = crosscut.game("gonnect", 4, pie=False)
    ko = game.position(".XO./XO.O/.XO./....").play("c3")
    search = Search(ko)
    search.run(3000)
    retaken, looked_at = 0, 0
    waiting = [(uct.ROOT, ko)]
    while waiting:
        node, here = waiting.pop()
        begin, count = int(search.tree.first[node]), int(search.tree.children[node])
        if begin == uct.NO_CHILDREN or here.over:
            continue
        children = {int(search.tree.action[child]): child for child in range(begin, begin + count)}
        assert sorted(children) == here.actions()
        anew = game.position(str(here)).actions()
        looked_at += 1
        retaken += anew != here.actions()
        waiting += [(child, here.tap(action)) for action, child in children.items()]
    assert game.board.cell("b3") not in ko.actions()
    assert looked_at > 100
    assert retaken > 5  # positions below the root at which the history forbids something
