"""Lines for the computer behind GTP and for its analysis by queries: what the fuzzer feeds."""

import json
import re
from functools import cache

import crosscut
from crosscut.apps.analysis_engine.query import Defaults
from crosscut.apps.analysis_engine.queue import Desk
from crosscut.apps.gtp.dispatch import answer
from crosscut.apps.gtp.protocol import Failure, read_line
from crosscut.apps.gtp.registry import COMMANDS
from crosscut.apps.gtp.session import Session, Strength
from crosscut.search.limits import Limits
from crosscut.search.options import Options

SIZES = {"slither": 4, "hex": 4, "havannah": 3, "snaketrail": 3}
LEFT_OUT = re.compile("sgf|size")
"""Commands that write files, or begin games on boards so large that they are slow here."""
LINES = 50
"""Lines of a text that are answered; thousands of turns would only take time."""
ARGUMENTS = """\
play b a1
play w swap-pieces
play w swap
play b a1-b2/c3
play b W:c2 R:b3
genmove b
reg_genmove white
gg-undo 2
time_settings 0 1 5
time_left b 0.1 0
kgs-time_settings byoyomi 10 1 3
known_command play
set_random_seed 5
komi 6.5
gogui-play_sequence b a1 w b2 b c3
gogui-setup b a1 w b2 e a1
gogui-setup_player w
lz-analyze b 10 minmoves 3 avoid b a1,b2 3
kata-analyze interval 5 maxmoves 2 rootInfo true ownership true
kata-genmove_analyze w 10 rootInfo true
crosscut-notation own
crosscut-dialect moves
crosscut-dialect taps
crosscut-variant advanced
crosscut-swap on
crosscut-deal 3"""
QUERIES = [
    {"id": "a", "moves": ["a1", ["W", "b2"]], "maxVisits": 2, "analyzeTurns": [0, 1, 2]},
    {"id": "b", "game": "hex", "size": 3, "pie": True, "moves": ["b2", "swap"], "priority": 2},
    {"id": "c", "initialStones": [["B", "a1"]], "initialPlayer": "W", "notation": "gtp"},
    {"id": "d", "diagram": "X.../..../..../...O", "toPlay": "O", "maxTime": 0.01},
    {"id": "e", "reportAnalysisWinratesAs": "BLACK", "includePolicy": True, "analysisPVLen": 3},
    {"id": "f", "action": "terminate", "terminateId": "a", "turnNumbers": [1]},
    {"id": "g", "action": "query_version"},
]


@cache
def sessions():
    """Return a session of some games; they go on from text to text."""
    strength = Strength(Options(memory=8), Limits(simulations=1))
    return [Session(crosscut.game(name, size), strength) for name, size in SIZES.items()]


def answer_commands(text):
    """Answer the first lines of a text in some games; every answer has to have its form."""
    refused = 0
    for line in text.split("\n")[:LINES]:
        if LEFT_OUT.search(line):
            continue
        for session in sessions():
            found = answer(session, line)
            assert "internal error" not in found, (line, found)
            if read_line(line) is None:
                assert found == ""
            else:
                assert re.fullmatch(r"[=?][^\n]*(\n[^\n]+)*\n\n", found), (line, found)
            refused += found.startswith("?")
    if refused:
        raise Failure(f"{refused} commands were refused")


def commands():
    """Return texts with commands that are right."""
    return ["\n".join(sorted(set(COMMANDS) - {"quit"})), ARGUMENTS, *ARGUMENTS.split("\n")]


@cache
def desk():
    """Return a desk for queries."""
    game = crosscut.game("slither", 4)
    return Desk(Defaults(game, Limits(simulations=2), Options(memory=8)))


def answer_queries(text):
    """Take the first lines of a text as queries; nothing is searched."""
    answers = [found for line in text.split("\n")[:LINES] for found in desk().hear(line)]
    desk().waiting.clear()
    assert json.loads(json.dumps(answers)) == answers
    if any("error" in found for found in answers):
        raise Failure("some queries were refused")


def queries():
    """Return queries that are right."""
    return [json.dumps(each) for each in QUERIES]
