"""Records that AbstractPlay's own code wrote, against the state of its games beside each.

A line of `tests/data/abstractplay.jsonl.gz` is a record and the truth: the final board as drawn,
the first stone, who won and how it ended, taken from the library's state and not from the notation.
"""

import gzip
import json
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import BadRecord
from crosscut.play import records
from crosscut.play.records.abstractplay import (
    CONTRADICTED,
    EITHER_WAY,
    FROM_BOTTOM,
    NOT_OVER,
    upside_down,
)
from crosscut.play.records.game_tree import LETTERS
from crosscut.rules.boards import members
from tests.support.program import INTERPRETED, run_cli

FILE = Path(__file__).parents[1] / "data" / "abstractplay.jsonl.gz"
LINES = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]
GAMES = {line["record"]["header"]["site"]["gameid"]: line for line in LINES}
MID_TURN = {"rare-03": 74, "rare-04": 70}
"""The records with a chain in the middle of a turn of Resolve (Resolve 3), and that turn."""
ENDINGS = {"resign": "Resign", "timeout": "Time"}


def told(name):
    """Return the record of a name as text, and its truth."""
    return json.dumps(GAMES[name]["record"]), GAMES[name]["truth"]


def place_of(game, cell):
    """Return the column of a cell from the left in its row, and the row from the top."""
    return next((row.index(cell), y) for y, row in enumerate(game.board.rows) if cell in row)


def board_of(position):
    """Return what stands on a board as the truth has it: column, row and player."""
    pieces = position.game.pieces(position.state)
    return {
        (*place_of(position.game, cell), player)
        for player, stones in enumerate(pieces, start=1)
        for cell in members(stones)
    }


def result_told(truth):
    """Return the result of a game as a record of ours has it."""
    if truth["ended"] in ("draw", "abandoned"):
        return {"draw": "0", "abandoned": "Void"}[truth["ended"]]
    return f"{LETTERS[truth['winner'] - 1]}+{ENDINGS.get(truth['ended'], '')}"


@pytest.mark.parametrize("name", [name for name in GAMES if name not in MID_TURN])
def test_a_record_of_abstractplay_is_the_game_that_was_played(name):
    text, truth = told(name)
    tree = records.read(text)
    end = tree.main_line()
    assert (tree.game.id, tree.game.size) == (truth["game"], truth["size"])
    assert board_of(end) == {tuple(stone) for stone in truth["cells"]}
    first = tree.game.board.names[tree.root.children[0].turn]
    assert place_of(tree.game, first) == tuple(truth["first_stone"])
    assert tree.swapped == truth["swapped"]
    assert len(end.history()) == truth["moves"] + truth["swapped"]
    assert tree.names[0] == truth["opened_by"]
    assert tree.result == result_told(truth)
    assert end.over == (truth["ended"] in ("on the board", "stalemate"))
    if truth["winner"]:
        assert tree.names[truth["winner"] - 1 ^ tree.swapped] == truth["winner_name"]
    if end.over:
        assert tree.names[end.winner] == truth["winner_name"]
    assert tree.notes == []  # nothing had to be guessed


@pytest.mark.parametrize(("name", "turn"), MID_TURN.items())
def test_a_stone_of_resolve_that_travels_on_past_a_chain_is_refused(name, turn):
    with pytest.raises(BadRecord, match=f"turn {turn}, .* past a chain; .* Resolve 3"):
        records.read(told(name)[0])


def upside_down_record(name, date):
    """Return a record of Hex with its rows counted from the bottom, and played on a date."""
    record = json.loads(told(name)[0])
    game = crosscut.game("hex", GAMES[name]["truth"]["size"])
    record["moves"] = [[upside_down(game, move) for move in each] for each in record["moves"]]
    record["header"] |= {"date-start": f"{date}T17:00:00.000Z", "date-end": f"{date}T19:00:00.000Z"}
    return json.dumps(record)


FIT_BOTH_WAYS = {"hex-02", "hex-06", "hex-11", "hex-12"}
"""Games whose moves lead to the result however rows are counted; the last two were resigned."""


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("hex-")])
def test_rows_of_hex_may_be_counted_from_the_bottom_and_that_is_told(name):
    tree = records.read(upside_down_record(name, "2024-08-22"))
    assert tree.notes == [EITHER_WAY if name in FIT_BOTH_WAYS else FROM_BOTTOM]
    right = board_of(tree.main_line()) == {tuple(stone) for stone in told(name)[1]["cells"]}
    assert right == (name not in FIT_BOTH_WAYS)
    for date in ("2024-08-21", "2024-08-23"):
        notes = records.read(upside_down_record(name, date)).notes
        assert notes == ([] if name in FIT_BOTH_WAYS else [FROM_BOTTOM])


@pytest.mark.parametrize(
    ("name", "date", "note"),
    [
        ("hex-01", "2024-08-21", FROM_BOTTOM),
        ("hex-02", "2024-08-22", EITHER_WAY),
        ("hex-01", "", ""),
    ],
)
def test_convert_tells_what_was_guessed_beside_the_game(tmp_path, name, date, note):
    file = tmp_path / "game.json"
    file.write_text(upside_down_record(name, date) if date else told(name)[0])
    printed, said = run_cli("convert", str(file), **INTERPRETED)
    assert said == (f"{note}\n" if note else "")
    assert records.read(printed) == records.read(
        records.write(records.read(file.read_text()), "sgf")
    )
    printed, said = run_cli("convert", str(file), "--check", **INTERPRETED)
    assert printed.startswith("1. Hex ")
    assert said == (f"game 1: {note}\n" if note else "")


def report(name, rounds, *variants, **more):
    """Return a report of AbstractPlay that "two" has won."""
    players = [{"name": "one", "result": 0}, {"name": "two", "result": 1}]
    header = {"game": {"name": name, "variants": variants}, "site": {"name": "Abstract Play"}}
    return json.dumps({"header": header | {"players": players} | more, "moves": rounds})


def turns(tree):
    """Return the turns of the main line."""
    return tree.main_line().history()


def test_reports_of_abstractplay():
    moves = [["d4", "d5"], [{"move": "d4-e4/a1", "result": []}, "resign"]]
    tree = records.read(report("Advanced Slither", moves))
    assert tree.game == crosscut.game("slither", 9, "advanced", pie=True)
    assert turns(tree) == ["d4", "d5", "d4-e4/a1"]
    assert (tree.names, tree.result) == (["one", "two"], "W+Resign")
    for game, variants in {
        crosscut.game("slither", 13, "classic", True): ("13x13", "Classic"),
        crosscut.game("slither", 11, "classic", True): (
            "11x11 board",
            "Classic movement rules",
        ),
        crosscut.game("hex", 14): ("Size-14 board",),
        crosscut.game("crossway", 19, pie=True): ("Default board (19x19)",),
        crosscut.game("y", 13): ("Y standard rules",),
    }.items():
        assert records.read(report(game.id, [], *variants)).game == game
    pied = records.read(report("Havannah", [["a1"], [None, "b2"]], "Size 4", pied=True))
    assert turns(pied) == ["a1", "swap", "b2"]
    assert pied.names == ["two", "one"]
    assert pied.notes == [NOT_OVER]
    left = records.read(report("Hex", [["a2", "b1"], ["resign", None]], "Size 2"))
    assert (turns(left), left.notes) == (["a2", "b1"], [])
    listed = records.read("1. a1 b2", crosscut.game("hex", 5), "abstractplay")
    assert turns(listed) == ["a1", "b2"]
    for text, words in {
        report("Chess", []): "'chess' is not read",
        report("Hex", [["z99"]]): "turn 1",
        report("Gonnect", [], "Cascading"): "variant 'Cascading' of gonnect is not read",
        report("Hex", [], "5 stones first"): "variant '5 stones first' of hex is not read",
        report("Hex", "a1"): "its moves is missing or broken",
        report("Hex", [[7]]): "round 1 has a move that is no text",
        report("Y", [], "Hexagonal board"): "variant 'Hexagonal board' of y is not read",
        '{"header": {}}': "its game is missing",
    }.items():
        with pytest.raises(BadRecord, match=words):
            records.read(text)


@pytest.mark.parametrize(
    ("last", "numbers", "ended"),
    [(None, (0, 1), "W+"), (None, (0.5, 0.5), "0"), ("resign", (0, 1), "W+Resign")],
)
def test_a_result_that_the_board_contradicts_is_told(last, numbers, ended):
    rounds = [["a1", "b1"], ["a2", "b2"], ["a3", last]]
    players = [{"name": "player", "result": number} for number in numbers]
    for name in ("Hex", "Resolve"):
        tree = records.read(report(name, rounds, "Size 3", players=players))
        assert tree.result == ended
        assert tree.notes == [CONTRADICTED.format(ended, "B+")]
    won = [{"name": "one", "result": 1}, {"name": "two", "result": 0}]
    assert records.read(report("Hex", rounds, "Size 3", players=won)).notes == []


def test_a_path_after_the_end_travels_past_no_chain():
    for text in ("b3-b2", "b3"):
        with pytest.raises(BadRecord, match=f"turn 6, {text}: the game is over; undo first"):
            records.read(report("Resolve", [["a1", "b1"], ["a2", "b2"], ["a3", text]], "Size 3"))
    with pytest.raises(BadRecord, match=r"turn 5, a3-b3: .* past a chain"):
        records.read(report("Resolve", [["a1", "b1"], ["a2", "b2"], ["a3-b3"]], "Size 3"))


@pytest.mark.parametrize(
    ("dates", "notes"),
    [
        ({"date-end": "2024-09-01T10:00:00.000Z"}, []),
        ({"date-end": "2024-09-01T10:00:00.000Z", "date-start": None}, []),
        ({"date-end": "2024-08-22T20:00:00.000Z"}, [EITHER_WAY]),
        ({"date-end": "2024-08-22T20:00:00.000Z", "date-start": "2024-08-01"}, [EITHER_WAY]),
        ({"date-start": "2024-08-22T20:00:00.000Z"}, []),
        ({"date-end": "2024-08-22", "date-start": None}, [EITHER_WAY]),
        ({"date-end": "2024-08-22 18:00", "date-start": None}, [EITHER_WAY]),
        ({"date-end": "2024-08-21", "date-start": None}, []),
        ({}, []),
    ],
)
def test_a_game_of_hex_of_which_no_beginning_is_told(dates, notes):
    text = report("Hex", [["a1", "b3"], ["resign", None]], "Size 3", **dates)
    assert records.read(text).notes == notes
