"""Random games recorded by AbstractPlay's library, checked at every ply.

Its rules are ours but for two: it tests who has won at Resolve only at the end of a turn, and at
Gonnect it allows a board to come back with the other player to move. `DIFFERENCES` says where that
matters in these records; everywhere else they have to agree exactly.
"""

import gzip
import json
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import IllegalMove
from tests.support.games import RESULTS, rows_of

TRACES = Path(__file__).parents[1] / "data" / "traces"
RECORDED = [
    path
    for path in sorted(TRACES.glob("*.jsonl.gz"))
    if not path.name.startswith("slither-")  # which has a test of its own
]

DIFFERENCES = {
    ("gonnect-5x5", 13, 23): ({"d1"}, set()),
    ("resolve-4x4", 194, 13): ({"d2-c2-b2", "d2-c2-c3"}, {"d2-c2"}),
    ("resolve-5x5", 41, 21): ({"c2-c3-b3-a3", "c2-c3-b3-b4"}, {"c2-c3-b3"}),
    ("resolve-5x5", 66, 22): ({"c3-c4-c5", "c3-c4-d4"}, {"c3-c4"}),
    ("resolve-5x5", 86, 22): ({"d4-d5", "d4-e4"}, {"d4"}),
}
"""File, game and ply; the turns that only the record allows, and those that only we allow."""


def stem(path):
    """Return the name of a file of records."""
    return path.name.removesuffix(".jsonl.gz")


def read_games(path):
    """Return the game that a file is about, and the plies of its records by their numbers."""
    with gzip.open(path, "rt") as lines:
        head, *plies = map(json.loads, lines)
    games = {}
    for ply in plies:
        games.setdefault(ply["g"], []).append(ply)
    return crosscut.game(head["game"], head["size"], head["variant"], pie=False), games


@pytest.mark.parametrize("path", RECORDED, ids=stem)
def test_recorded_games(path):
    game, games = read_games(path)
    for number, plies in games.items():
        position = game.position()
        for i, ply in enumerate(plies):
            if "winner" in ply:
                assert [RESULTS[position.result]] == ["XO"[seat - 1] for seat in ply["winner"]]
                break
            theirs, ours = DIFFERENCES.get((stem(path), number, i), (set(), set()))
            assert set(position.turns()) - set(ply["legal"]) == ours
            assert set(ply["legal"]) - set(position.turns()) == theirs
            if ply["move"] in theirs:  # the record cannot be followed any further
                with pytest.raises(IllegalMove):
                    position.play(ply["move"])
                assert ply is plies[-1]
                break
            position = position.play(ply["move"])
            assert rows_of(position) == ply["board"].replace("1", "X").replace("2", "O")
        else:
            pytest.fail("the record has no end")


def position_at(name, number, ply):
    """Return the position before a ply of a recorded game, and the boards before it."""
    game, games = read_games(TRACES / f"{name}.jsonl.gz")
    position, boards = game.position(), [rows_of(game.position())]
    for played in games[number][:ply]:
        position = position.play(played["move"])
        boards.append(rows_of(position))
    return position, boards, games[number][ply]


def differences(game):
    """Return where the records of a game differ from our rules."""
    return [place for place in DIFFERENCES if place[0].startswith(game)]


@pytest.mark.parametrize("place", differences("gonnect"), ids=str)
def test_gonnect_records_repeat_a_board(place):
    """The refused turn makes an earlier board, at which the same player was not to move."""
    position, boards, ply = position_at(*place)
    assert ply["move"] in DIFFERENCES[place][0]
    made = ply["board"].replace("1", "X").replace("2", "O")
    assert made in boards
    assert all((len(boards) - i) % 2 for i, board in enumerate(boards) if board == made)
    again = position.game.position(rows_of(position), to_play="XO"[position.colour])
    assert rows_of(again.play(ply["move"])) == made  # without the history it is legal


@pytest.mark.parametrize("place", differences("resolve"), ids=str)
def test_resolve_records_go_on_after_a_win(place):
    """Where we stop somebody is connected, and every turn of the record goes on from there."""
    position, _, _ = position_at(*place)
    theirs, ours = DIFFERENCES[place]
    assert theirs
    for turn in ours:
        assert position.play(turn).over
    assert all(any(turn.startswith(f"{ended}-") for ended in ours) for turn in theirs)


def test_the_records_show_both_differences():
    assert differences("gonnect")
    assert differences("resolve")
    for name, number, ply in DIFFERENCES:
        assert len(read_games(TRACES / f"{name}.jsonl.gz")[1][number]) > ply
