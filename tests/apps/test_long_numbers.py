"""Numbers that are too long, wherever somebody else's text is read: they are refused in few words.

Python reads whole numbers of up to 4,300 digits, computes with them, and cannot write what is
longer, so that an innocent ``number + 1`` in a message would be a mistake of ours.
"""

import json
import re

import pytest

from crosscut import game as new_game
from crosscut.core.errors import CrosscutError
from crosscut.play.record import from_record
from crosscut.play.records import read, write
from crosscut.search.limits import Limits
from tests.apps.test_analysis_engine import ask, desk
from tests.support.program import INTERPRETED, rejected, run_cli

pytestmark = pytest.mark.usefixtures("interpreted")

NUMBERS = ["9" * 4300, "-" + "9" * 4300, "9" * 4301, "9" * 40, "1e400", "NaN", "-Infinity"]
START = {"game": "snaketrail", "size": 4, "variant": "standard", "pie": False, "seed": 1}
RECORD = {"crosscut": 1, **START, "turns": []}
NODES = [[-1, ""], [0, "first", "", {"clock": [5, 5], "others": {"XX": ["1"]}}]]
DOCUMENT = {
    "crosscut": 1, "start": START, "seats": ["person", "person"], "nodes": NODES, "at": 0,
    "taps": [], "names": ["a", "b"], "result": "", "line": 5, "info": {"event": "x"}, "updated": 5,
}  # fmt: skip
REPORT = {
    "header": {
        "game": {"name": "Hex", "variants": ["hex-5"]},
        "players": [{"name": "a", "result": 1}, {"name": "b", "result": 0}],
        "date-start": "2024-01-01", "site": {"name": "x", "gameid": "y"},
    },
    "moves": [["a1", "b2"]],
}  # fmt: skip
QUERY = {
    "id": "a", "moves": ["b2"], "maxVisits": 5, "maxTime": 1, "analyzeTurns": [0], "priority": 1,
    "boardXSize": 4, "boardYSize": 4, "komi": 1, "searchSeed": 1, "analysisPVLen": 3,
    "reportDuringSearchEvery": 1, "priorities": [1], "rules": "classic", "unknown": 1,
}  # fmt: skip
HOLE = "a number that is put here"
SHORT = 400


def with_holes(data):
    """Yield plain data with a hole instead of each of its parts in turn."""
    if isinstance(data, dict):
        for key, part in data.items():
            for holed in with_holes(part):
                yield {**data, key: holed}
    elif isinstance(data, list):
        for place, part in enumerate(data):
            for holed in with_holes(part):
                yield [*data[:place], holed, *data[place + 1 :]]
    yield HOLE


def texts(data):
    """Yield JSON with a number that is too long in each of its places."""
    for holed in with_holes(data):
        for number in NUMBERS:
            yield json.dumps(holed).replace(json.dumps(HOLE), number)


@pytest.mark.parametrize("data", [RECORD, DOCUMENT, REPORT], ids=["record", "document", "report"])
def test_records(data):
    for text in texts(data):
        refusal = ""
        try:
            tree = read(text)
            for form in ("json", "sgf", "moves"):
                read(write(tree, form), tree.game)  # what is read can be written and read again
        except CrosscutError as error:
            refusal = str(error)
        assert len(refusal) < SHORT


def test_queries():
    for text in texts(QUERY):
        for answer in ask(desk("hex", 4), text):
            assert len(answer.get("error", "")) < SHORT


@pytest.mark.parametrize("field", ["size", "seed"])
def test_saved_games(tmp_path, field):
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**RECORD, field: HOLE}).replace(json.dumps(HOLE), "9" * 4300))
    assert len(rejected("play", "--load", str(path))) < SHORT + len(str(path))


COMMANDS = {
    "a size": ["perft", "hex", "--size", "N"],
    "sizes": ["bench", "--sizes", "N"],
    "a seed": ["perft", "hex", "--seed", "N"],
    "levels": ["ladder", "hex", "--levels", "N-N"],
    "simulations": ["gtp", "hex", "--simulations", "N"],
    "a player's simulations": ["match", "hex", "fast:N", "random"],
    "OpenSpiel's simulations": ["match", "hex", "openspiel:N", "random"],
}


@pytest.mark.parametrize("number", ["9" * 4300, "9" * 4301, "\N{SUPERSCRIPT TWO}"], ids=len)
@pytest.mark.parametrize("name", COMMANDS)
def test_commands(name, number):
    words = [word.replace("N", number) for word in COMMANDS[name]]
    assert "crosscut: " in rejected(*words) or "Invalid value" in rejected(*words)


GTP = """boardsize N|rectangular_boardsize N N|time_settings N N N|kgs-time_settings byoyomi N N N
time_left b N N|set_random_seed N|gg-undo N|loadsgf x N|lz-analyze N|kata-analyze b interval N
kata-analyze b maxmoves N|genmove N|play b N|play b aN|gogui-play_sequence b aN|gogui-setup b aN"""


@pytest.mark.parametrize("number", ["9" * 4300, "9" * 4301, "\N{SUPERSCRIPT TWO}"], ids=len)
def test_gtp(number):
    lines = re.split(r"[|\n]", GTP.replace("N", number))
    answers, complaints = run_cli(
        "gtp", "hex", stdin="\n".join([*lines, "quit", ""]), **INTERPRETED
    )
    refusals = answers.split("\n\n")[: len(lines)]
    for line, answer in zip(lines, refusals, strict=True):
        assert answer.startswith("? "), line
        assert len(answer) < SHORT, line
    assert not complaints  # none of them is a mistake of ours


HUGE = 10**5000  # which Python does not write


@pytest.mark.parametrize(
    "call",
    [
        lambda: new_game("hex", HUGE),
        lambda: new_game("snaketrail", 4).position(seed=HUGE),
        lambda: new_game("hex", 4).position().tap(HUGE),
        lambda: Limits(simulations=HUGE),
        lambda: from_record({**RECORD, "size": HUGE}),
        lambda: from_record({**RECORD, "size": "9" * 4300}),
        lambda: from_record({**RECORD, "seed": HUGE}),
    ],
)
def test_python(call):
    with pytest.raises(CrosscutError) as refusal:
        call()
    assert len(str(refusal.value)) < SHORT
