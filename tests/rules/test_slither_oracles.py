"""Slither against other implementations: perft tables, a slow twin, recorded games, openings."""

import gzip
import json
import random
from pathlib import Path

import pytest

import crosscut
from crosscut.play.position import Position
from crosscut.search import perft as walk
from tests.rules.reference.slither import BLACK, WHITE
from tests.rules.reference.slither import Slither as Slow
from tests.support.slow_cases import slow_where

TRACES = sorted((Path(__file__).parents[1] / "data" / "traces").glob("slither-*.jsonl.gz"))

PERFT = {
    ("classic", 2): [4, 12, 48, 48],
    ("classic", 3): [9, 72, 1832, 35360, 724392],
    ("classic", 4): [16, 240, 16424, 976972],
    ("classic", 5): [25, 600, 79200],
    ("classic", 8): [64, 4032, 1766472],
    ("classic", 9): [81, 6480, 3741464],
    ("advanced", 2): [4, 12, 40, 40],
    ("advanced", 3): [9, 72, 884, 12432, 186160],
    ("advanced", 4): [16, 240, 5472, 174280],
    ("advanced", 5): [25, 600, 20708],
    ("advanced", 8): [64, 4032, 315104],
    ("advanced", 9): [81, 6480, 622412],
}


FEW = 100_000
"""Sequences that the interpreter counts before the compiler is ready."""
QUICK = {("classic", 3)}
"""What is compiled in every run."""


def case(variant, size):
    """Return a case that is compiled; most of them are slow."""
    marks = [] if (variant, size) in QUICK else [pytest.mark.slow]
    return pytest.param(variant, size, marks=marks)


@pytest.mark.parametrize(("variant", "size"), [case(*each) for each in PERFT])
def test_perft(variant, size):
    position = crosscut.game("slither", size, variant, pie=False).position()
    expected = PERFT[variant, size]
    assert walk.perft(position, len(expected)) == expected


@pytest.mark.parametrize(
    ("variant", "size"), slow_where(PERFT, lambda *each: each == ("classic", 5))
)
def test_perft_as_deep_as_the_interpreter_gets(variant, size, interpreted):
    position = crosscut.game("slither", size, variant, pie=False).position()
    expected = [count for count in PERFT[variant, size] if count <= FEW]
    assert walk.perft(position, len(expected)) == expected


def test_perft_of_positions():
    for variant, expected in (("classic", [9, 72, 1832]), ("advanced", [9, 72, 884])):
        here = [crosscut.game("slither", 3, variant, pie=False).position()]
        for count in expected:
            here = [position.play(turn) for position in here for turn in position.turns()]
            assert len(here) == count


@pytest.mark.slow
def test_distinct_positions_on_3x3():
    for variant in ("classic", "advanced"):
        position = crosscut.game("slither", 3, variant, pie=False).position()
        assert walk.distinct(position, 3) == [9, 9 + 72, 9 + 72 + 196]


@pytest.mark.slow
def test_distinct_positions_as_in_the_aiai_report():
    position = crosscut.game("slither", 8, pie=True).position()
    assert walk.distinct(position, 4, by_move=True) == [64, 4160, 131140, 3823650]
    published = [64, 4160, 131140, 393168, 4097945]
    assert walk.distinct_like_aiai(position, 5) == published


def test_distinct_moves_of_the_aiai_report():
    """485 on 8x8: 64 placements, 420 steps to an adjacent point, and Swap."""
    game, found = crosscut.game("slither", 8, pie=True), {"swap"}
    for cell in game.board.cells:
        start = game.position()
        table = start.table._replace(state=game.setup((1 << cell, 0), 0))
        lone = Position(game, table, start.keys, None, -1)
        found |= set(lone.moves())
    assert len(found) == 485


# The twin written from the rules alone.


@pytest.mark.parametrize("variant", ["classic", "advanced"])
@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 20), (4, 6), (5, 3), (6, 1)])
def test_random_games_agree_with_the_slow_twin(variant, size, games):
    source = random.Random(size)
    for _ in range(games):
        ours = crosscut.game("slither", size, variant, pie=False).position()
        slow = Slow(size, variant == "advanced")
        while not ours.over:
            turns = ours.turns()
            assert turns == sorted(slow.turns())
            turn = source.choice(turns)
            ours, slow = ours.play(turn), slow.play(turn)
            assert rows_of(ours) == slow.rows()
            assert [slow.has_won(BLACK), slow.has_won(WHITE)] == [
                ours.winner == 0,
                ours.winner == 1,
            ]
        assert slow.has_won(BLACK) or slow.has_won(WHITE)


@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_set_up_positions_agree_with_the_slow_twin(variant):
    """Positions nobody would reach, with bare diagonals already on the board."""
    source = random.Random(11)
    game = crosscut.game("slither", 4, variant)
    for _ in range(150):
        rows = "/".join("".join(source.choice("..XO") for _ in range(4)) for _ in range(4))
        for mover in (BLACK, WHITE):
            ours = game.position(rows, to_play=mover)
            if not ours.over:
                assert ours.turns() == sorted(slow_position(rows, variant, mover).turns())


def slow_position(rows, variant, mover):
    lines = rows.split("/")[::-1]
    stones = {
        (x, y): letter
        for y, line in enumerate(lines)
        for x, letter in enumerate(line)
        if letter != "."
    }
    return Slow(len(lines), variant == "advanced", stones, mover)


def rows_of(position):
    lines = str(position).splitlines()[: position.game.size]
    return "/".join("".join(line.split()[1:]) for line in lines)


# Games recorded by AbstractPlay's library.


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_recorded_games(path):
    with gzip.open(path, "rt") as lines:
        head, *plies = map(json.loads, lines)
    game = crosscut.game(head["game"], head["size"], head["variant"], pie=False)
    here, played = {}, 0
    for ply in plies:
        position = here.get(ply["g"], game.position())
        if "winner" in ply:
            assert position.over
            assert [position.winner + 1] == ply["winner"]
            played += 1
            continue
        assert position.turns() == sorted(ply["legal"])
        position = position.play(ply["move"])
        assert rows_of(position) == ply["board"].replace("1", "X").replace("2", "O")
        here[ply["g"]] = position
    assert played == len(here) > 0


OPENINGS = """
e5,d6,c5,d5,d3,d4,e3,c4,c3
e5,d6,c5,d5,d3,d4,e3,c4
d4,Swap,d5,d4-e5,e6,d5-e4,d4
e5,d6,c5,d5,d3,d4,e3
c6,e5,d6,e6,e4,e7
d6,e5,c6,e6,e4,e7
d4,Swap,d5,d4-e5,e4,e3
d4,Swap,d5,d4-e5,e6,d5-e4
d4,Swap,d5,d4-e5,h8,d5-e4
d4,Swap,e6,d6,e6-d5,c5
d4,Swap,e6,d6,e6-d5,e5
d5,c5,d4,c4,b3,c3
""".split()


@pytest.mark.parametrize("variant", ["classic", "advanced"])
@pytest.mark.parametrize("opening", OPENINGS)
def test_openings_of_the_aiai_report(opening, variant):
    """The report prints single moves: a step and its placement are two of them."""
    position = crosscut.game("slither", 8, variant, pie=True).position()
    for move in opening.split(","):
        assert move.lower() in position.moves()
        position = position.play(move)
    played = [move for turn in position.history() for move in turn.split("/")]
    assert ",".join(played) == opening.lower()
