"""Analysis by JSON lines: what is asked, what is answered, and that it is the same every time."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crosscut
from crosscut.apps.analysis_engine import queue as desks
from crosscut.apps.analysis_engine.query import Defaults
from crosscut.apps.analysis_engine.queue import Desk, serve_queries
from crosscut.apps.gtp.registry import COMMANDS
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, rejected, run_cli

DOCS = Path(__file__).parents[2] / "docs"


pytestmark = pytest.mark.usefixtures("interpreted")


def desk(name="slither", size=4):
    """Return a desk for a game."""
    game = crosscut.game(name, size)
    return Desk(Defaults(game, Limits(simulations=30), Options(memory=16)))


def ask(here, *queries):
    """Return all answers to some queries that come at once."""
    found = []
    for query in queries:
        found += here.hear(query if isinstance(query, str) else json.dumps(query))
    while here.busy:
        found += here.step()
    return found


def test_positions_of_a_game():
    query = {"id": "a", "moves": ["b2", ["W", "c3"], "b2-a2/c2"], "analyzeTurns": [0, 3]}
    first, last = ask(desk(), query | {"maxVisits": 60, "includePolicy": True})
    assert (first["id"], first["turnNumber"], last["turnNumber"]) == ("a", 0, 3)
    assert not first["isDuringSearch"]
    root = last["rootInfo"]
    assert root["simulations"] == root["visits"] == 60
    assert root["currentPlayer"] == "W"
    position = crosscut.game("slither", 4).position()
    for turn in ("b2", "c3", "b2-a2/c2"):
        position = position.play(turn)
    legal = position.turns()
    assert {each["move"] for each in last["moveInfos"]} <= set(legal)
    assert [each["order"] for each in last["moveInfos"]] == list(range(len(last["moveInfos"])))
    assert all(each["pv"][0] == each["move"] for each in last["moveInfos"])
    assert sum(last["policy"].values()) == pytest.approx(1, abs=0.001)


def test_the_same_question_has_the_same_answer():
    query = {"id": "a", "moves": ["b2"], "maxVisits": 200, "searchSeed": 5}
    other = {"id": "b", "game": "hex", "size": 3, "maxVisits": 40}
    alone, (_, after_others) = ask(desk(), query), ask(desk(), other, query)
    assert alone[0]["rootInfo"].pop("seconds") >= 0
    assert after_others["rootInfo"].pop("seconds") >= 0
    assert alone == [after_others]
    changed = ask(desk(), query | {"searchSeed": 6})
    assert changed[0]["moveInfos"] != alone[0]["moveInfos"]


def test_whose_win_chance_it_is():
    query = {"id": "a", "game": "hex", "size": 3, "pie": False, "moves": ["a1"], "maxVisits": 50}
    mover, black, white = ask(
        desk(),
        query,
        query | {"reportAnalysisWinratesAs": "BLACK"},
        query | {"reportAnalysisWinratesAs": "WHITE"},
    )
    chances = [each["rootInfo"]["winrate"] for each in (mover, black, white)]
    assert chances[0] == chances[2] == pytest.approx(1 - chances[1])


def test_what_is_proven_and_what_is_over():
    query = {"id": "a", "game": "hex", "size": 2, "pie": False, "moves": ["a1", "b1", "a2"]}
    (won,) = ask(desk(), query)
    assert won["moveInfos"] == []
    assert won["rootInfo"]["proven"] == "B"
    assert won["rootInfo"]["winrate"] == 0  # white would be to move
    (proven,) = ask(desk(), query | {"moves": ["b1"], "maxVisits": 500})
    assert proven["rootInfo"]["proven"] == "B"
    assert proven["rootInfo"]["winrate"] == 0
    (swapped,) = ask(desk(), query | {"pie": True, "moves": ["b1", "swap"], "maxVisits": 500})
    assert swapped["rootInfo"]["currentPlayer"] == "W"
    assert swapped["rootInfo"]["proven"] == "B"


def test_set_ups_and_notations():
    stones = {"id": "a", "initialStones": [["B", "a1"], ["W", "J9"]], "initialPlayer": "W"}
    (gtp,) = ask(desk(), stones | {"notation": "gtp", "boardXSize": 9, "boardYSize": 9})
    assert gtp["rootInfo"]["currentPlayer"] == "W"
    assert all(re.match("[A-HJ][1-9]", each["move"]) for each in gtp["moveInfos"])
    (diagram,) = ask(desk(), {"id": "b", "diagram": "..../..../.O../X...", "toPlay": "W"})
    assert diagram["rootInfo"]["currentPlayer"] == "W"
    (dealt,) = ask(desk(), {"id": "c", "game": "snaketrail", "size": 3, "seed": 4})
    assert {each["move"] for each in dealt["moveInfos"]} <= {"first", "white", "red"}


def test_games_are_named_as_everywhere():
    (named,) = ask(desk(), {"id": "a", "game": "Connect Four", "size": 4, "maxVisits": 2})
    assert {each["move"] for each in named["moveInfos"]} <= {"a1", "b1", "c1", "d1"}


def test_white_may_begin_on_an_empty_board():
    for query in ({}, {"initialStones": []}, {"moves": [["W", "b2"], "c3"]}):
        (found,) = ask(desk(), {"id": "a", "initialPlayer": "W", **query})
        assert found["rootInfo"]["currentPlayer"] == "W", query
    (black,) = ask(desk(), {"id": "a", "initialPlayer": "B"})
    assert black["rootInfo"]["currentPlayer"] == "B"


def test_a_position_that_is_asked_for_twice_is_answered_once_and_soon():
    twice = {"id": "a", "moves": ["b2"], "analyzeTurns": [0, 1, 0], "priorities": [7, 5, 1]}
    found = ask(desk(), twice | {"maxVisits": 2}, {"id": "b", "maxVisits": 2, "priority": 6})
    assert [(each["id"], each["turnNumber"]) for each in found] == [("a", 0), ("b", 0), ("a", 1)]


WRONG = [
    ("nonsense", None),
    ("[1]", None),
    ("[" * 100_000, None),
    ('{"id": 5}', "id"),
    ('{"moves": []}', "id"),
    ('{"id": "a", "moves": "b2"}', "moves"),
    ('{"id": "a", "moves": ["z9"]}', "moves"),
    ('{"id": "a", "moves": [["W", "b2"]]}', "moves"),
    ('{"id": "a", "moves": [["B"]]}', "moves"),
    ('{"id": "a", "moves": [7]}', "moves"),
    ('{"id": "a", "analyzeTurns": [1]}', "analyzeTurns"),
    ('{"id": "a", "analyzeTurns": [true]}', "analyzeTurns"),
    ('{"id": "a", "analyzeTurns": []}', "analyzeTurns"),
    ('{"id": "a", "priorities": [1, 2]}', "priorities"),
    ('{"id": "a", "priorities": [true]}', "priorities"),
    ('{"id": "a", "analyzeTurns": [0, 0], "priorities": [1]}', "priorities"),
    ('{"id": "a", "initialPlayer": "green"}', "initialPlayer"),
    ('{"id": "a", "diagram": "..../..../.O../X...", "toPlay": "green"}', "toPlay"),
    ('{"id": "a", "game": "snaketrail", "seed": 1, "initialPlayer": "W"}', "initialPlayer"),
    ('{"id": "a", "initialStones": [["B", "a1"], ["W", "A1"]]}', "initialStones"),
    ('{"id": "a", "maxVisits": 0}', "maxVisits"),
    ('{"id": "a", "maxVisits": true}', "maxVisits"),
    ('{"id": "a", "maxTime": NaN}', "maxTime"),
    ('{"id": "a", "maxTime": 1e999}', "maxTime"),
    ('{"id": "a", "size": 99}', "size"),
    ('{"id": "a", "boardXSize": 4, "boardYSize": 5}', "size"),
    ('{"id": "a", "game": "/etc/passwd.py"}', "game"),
    ('{"id": "a", "game": "chess"}', "game"),
    ('{"id": "a", "variant": "blitz"}', "variant"),
    ('{"id": "a", "notation": "htp"}', "notation"),
    ('{"id": "a", "game": "havannah", "notation": "gtp"}', "notation"),
    ('{"id": "a", "diagram": "X"}', "diagram"),
    ('{"id": "a", "diagram": "X", "seed": 1}', "initialStones"),
    ('{"id": "a", "initialStones": [["B", "q9"]]}', "initialStones"),
    ('{"id": "a", "initialStones": [["E", "a1"]]}', "initialStones"),
    ('{"id": "a", "reportAnalysisWinratesAs": "RED"}', "reportAnalysisWinratesAs"),
    ('{"id": "a", "action": "dance"}', "action"),
    ('{"id": "a", "action": "terminate"}', "terminateId"),
    ('{"id": "a", "action": "terminate_all", "turnNumbers": 5}', "turnNumbers"),
]


@pytest.mark.parametrize(("line", "field"), WRONG)
def test_what_is_wrong_is_named(line, field):
    (found,) = ask(desk(), line)
    assert found["error"]
    assert found.get("field") == field
    assert found.get("id") == ("a" if '"a"' in line else None)


def test_warnings_actions_and_order():
    here = desk()
    found = ask(
        here,
        {"id": "late", "maxVisits": 5, "komi": 7.5},
        {"id": "never", "maxVisits": 5},
        {"id": "soon", "maxVisits": 5, "priority": 3},
        {"id": "v", "action": "query_version"},
        {"id": "c", "action": "clear_cache"},
        {"id": "t", "action": "terminate", "terminateId": "never"},
    )
    assert found[0] == {"id": "late", "warning": "there is no field 'komi'", "field": "komi"}
    assert found[1] == {"id": "v", "action": "query_version", "version": crosscut.__version__}
    assert found[3]["terminateId"] == "never"
    assert found[4] == {"id": "never", "turnNumber": 0, "isDuringSearch": False, "noResults": True}
    assert [each["id"] for each in found[5:]] == ["soon", "late"]


def test_reports_on_the_way_and_an_early_end():
    here = desk()
    forever = {"id": "a", "maxTime": 3600, "reportDuringSearchEvery": 0.02}
    here.hear(json.dumps(forever))
    reports = []
    while len(reports) < 2:
        reports += here.step()
    assert all(each["isDuringSearch"] for each in reports)
    assert here.hear('{"id": "t", "action": "terminate_all"}')[0]["action"] == "terminate_all"
    last = here.step()
    assert not last[-1]["isDuringSearch"]
    assert last[-1]["rootInfo"]["visits"] >= reports[-1]["rootInfo"]["visits"]
    assert not here.busy


def test_queries_wait_unread_when_there_are_many(monkeypatch):
    here, answers, most = desk("hex", 2), [], 0

    def write(text):
        nonlocal most
        most = max(most, len(here.waiting))
        answers.append(json.loads(text))

    monkeypatch.setattr(desks, "MOST_WAITING", 200)
    monkeypatch.setattr(desks, "write", write)
    over = {"moves": ["a1", "b1", "a2"]}
    queries = [json.dumps({"id": str(number), **over}) for number in range(30)]
    queries.insert(3, json.dumps({"id": "all", **over, "analyzeTurns": [3, 2, 1, 0]}))
    queries.insert(9, json.dumps({"id": "t", "action": "terminate", "terminateId": "all"}))
    out, into = os.pipe()
    with os.fdopen(into, "w") as file:
        file.write("\n".join(queries))
    with os.fdopen(out) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        serve_queries(here)
    assert sorted(each["id"] for each in answers) == sorted(
        [*(str(number) for number in range(30)), *["all"] * 4, "t"]
    )
    assert most < 10
    assert here.weight == 0


def test_the_program():
    queries = [
        {"id": "a", "moves": ["b2"], "maxVisits": 20},
        {"id": "b", "game": "hex", "size": 3, "maxVisits": 20, "priority": 1},
    ]
    sent = b"\xff\n\n" + "".join(json.dumps(each) + "\n" for each in queries).encode()
    done = subprocess.run(
        [*PROGRAM, "analyse", "slither", "--size", "4", "--queries"],
        input=sent,
        env={**os.environ, **INTERPRETED},
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert "error" in answers[0]
    assert sorted(each["id"] for each in answers[1:]) == ["a", "b"]


@pytest.mark.parametrize(
    "words", ["--top 3", "--each 9", "--json", "--record x", "--position X", "--number 0"]
)
def test_options_that_mean_nothing_are_refused(words):
    option = words.split()[0]
    assert f"--queries, {option} means nothing" in rejected("analyse", "--queries", *words.split())


def test_a_size_needs_a_game_and_a_game_file_is_one():
    assert "need a game" in rejected("analyse", "--queries", "--size", "7")
    own = Path(__file__).parents[1] / "support" / "game_files" / "fence.py"
    query = '{"id": "a", "maxVisits": 5}'
    out, _ = run_cli("--game", own, "analyse", "--queries", stdin=query, **INTERPRETED)
    assert json.loads(out)["rootInfo"]["simulations"] == 5


# What the pages say.


def test_every_command_is_documented():
    text = (DOCS / "gtp.md").read_text()
    assert [name for name in COMMANDS if not re.search(rf"`{re.escape(name)}[` ]", text)] == []


def test_every_field_of_queries_is_documented():
    text = (DOCS / "analysis-queries.md").read_text()
    source = Path(crosscut.__file__).parent / "apps" / "analysis_engine" / "query.py"
    names = re.findall(r'fields\.\w+\("(\w+)"', source.read_text())
    assert len(names) > 15
    assert [name for name in names if f"`{name}`" not in text] == []
