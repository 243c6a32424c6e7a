"""Reports as a whole: played, stopped, gone on with, written; and all that can fail in one."""

import json
import os
import random
import resource
import signal
import subprocess
from dataclasses import replace
from importlib.resources import files as files_of
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from crosscut.core.errors import BadOption, BadRecord
from crosscut.core.jit import uncompiled
from crosscut.core.user_code import FILE_MODULE
from crosscut.lab.report import runner as running
from crosscut.lab.report.build import make, unplayed
from crosscut.lab.report.compare.published import find
from crosscut.lab.report.effort import FULL, Effort
from crosscut.lab.report.folder import Folder, read_plan
from crosscut.lab.report.json_format import measure_dict
from crosscut.lab.report.logs import blaming
from crosscut.lab.report.measures import compute_all, load
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.runner import by_processes
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.saved_report import read
from crosscut.lab.report.stages import puzzles
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, rejected, run_cli, wait_for

TINY = Effort(
    random_games=20,
    opening_games=40,
    swap_asks=1,
    reviews=2,
    review_simulations=10,
    each=2,
    strengths=(0, 2),
    strength_games=4,
    ladder_top=-1,
    chain_top=0,
    chain_games=2,
    mirror_games=2,
    mirror_limit=4,
    puzzles=1,
    puzzle_seconds=0.1,
    solve_seconds=0.1,
    unique=100,
    short_games=0,
    speed_seconds=0.2,
    survey_games=20,
)
"""The least of everything, for a board of nine cells; no clock decides anything but speeds."""
HEX = Plan("hex", 3, "standard", True, "8", 6, 5, TINY)
BY_CLOCK = ("playout_speed", "search_speed")


def files(folder):
    """Return the names of all files in a folder."""
    return {path.name for path in folder.iterdir()}


def results(folder, stage="games"):
    """Return what a stage has brought, in the order of its keys."""
    log = folder / f"{stage}.jsonl"
    lines = log.read_text().splitlines() if log.exists() else []
    return sorted(map(json.loads, lines), key=lambda result: result["key"])


def published_rows():
    """Return the rows of the published report, with the names by which ours are found."""
    return json.loads(
        (files_of("crosscut.lab.report.compare") / "data" / "slither-aiai.json").read_text()
    )["rows"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small report and where it is."""
    folder = tmp_path_factory.mktemp("reports") / "made"
    with uncompiled():
        return make(HEX, Folder(folder, HEX), by_processes(2)), folder


@pytest.fixture
def undrawn(monkeypatch):
    """Write no page, at which nobody looks: to draw it takes seconds."""
    with monkeypatch.context() as patch:
        patch.setattr("crosscut.lab.report.build.render", lambda about, measures: "")
        yield patch


def test_a_report_as_a_whole(made, tmp_path, interpreted, undrawn):
    """It has every section; it goes on where it stopped; the number of workers changes nothing."""
    (about, _), folder = made
    report = json.loads((folder / "report.json").read_text())
    assert {"index.html", "report.json", "plan.json", "games.jsonl"} <= files(folder)
    assert report["about"] == about
    assert (about["games"], about["limit"], about["seed"]) == (6, "8", 5)
    for name, measure in report["measures"].items():
        assert measure["title"], name
        assert len(measure["formula"]) > 40, name
        assert measure["figures"] or measure["tables"] or measure["missing"] or name == "rules", (
            name
        )
        for figure in measure["figures"]:
            assert figure["n"] is None or figure["n"] >= 0, (name, figure)
            if figure["interval"]:
                low, high = figure["interval"]
                assert low <= figure["value"] <= high, (name, figure)
    missing = [row["what"] for row in published_rows() if find(row, read(folder)) is None]
    # no ratings, no ladder and nothing that is deep: all other figures are found by their names
    assert all(what.startswith(("rating", "level", "unique", "shortest")) for what in missing)
    page = (folder / "index.html").read_text()
    assert len(page) < 3_000_000
    assert "<script src" not in page

    other = make(HEX, Folder(tmp_path / "other", HEX), by_processes(1))
    for stage in running.NAMES:
        if stage != "speed":
            assert results(folder, stage) == results(tmp_path / "other", stage), stage
    for name, measure in report["measures"].items():
        if name not in BY_CLOCK:
            again = json.loads(json.dumps(measure_dict(name, other[1][name])))
            assert measure == again, name

    before = (folder / "games.jsonl").read_bytes()
    assert about["unplayed"] == []
    assert read_plan(folder) == HEX
    assert make(read_plan(folder), Folder(folder, HEX), None)[0] == about
    assert (folder / "games.jsonl").read_bytes() == before

    undrawn.undo()
    more = replace(HEX, games=8)
    assert unplayed(more, Folder(folder, more).logs()) == ["games (6 so far)"]
    about, _ = make(more, Folder(folder, more), by_processes(1))
    assert about["games"] == 8
    assert (folder / "games.jsonl").read_bytes().startswith(before)


@pytest.mark.slow
def test_the_games_may_be_played_by_another_search(tmp_path, interpreted, monkeypatch):
    monkeypatch.setattr(running, "NAMES", ("games",))
    plain = replace(HEX, player="uct-plain")
    about, _ = make(plain, Folder(tmp_path / "plain", plain), by_processes(1))
    make(HEX, Folder(tmp_path / "usual", HEX), by_processes(1))
    assert results(tmp_path / "plain") != results(tmp_path / "usual")
    assert about["player"] == "uct-plain"
    assert "--player uct-plain" in about["command"]
    assert "8 simulations of uct-plain" in (tmp_path / "plain" / "index.html").read_text()
    with pytest.raises(BadOption, match="player is 'uct-plain' there"):
        Folder(tmp_path / "plain", HEX)


def test_what_a_lost_line_held_is_played_again(tmp_path, interpreted, undrawn, monkeypatch):
    monkeypatch.setattr(running, "NAMES", ("games",))
    folder = tmp_path / "report"
    make(HEX, Folder(folder, HEX), by_processes(1))
    games = results(folder)
    assert [game["key"] for game in games] == [[number] for number in range(6)]
    log = folder / "games.jsonl"
    kept = log.read_text().splitlines()
    log.write_text("\n".join(kept[1:]) + '\n{"key": [99], "tu')  # one gone, and one torn
    make(HEX, Folder(folder, HEX), by_processes(1))
    assert results(folder) == games


def made_up(key):
    """Return what an item of the puzzles might bring: candidates of all kinds, or a verdict."""
    rng = random.Random(str(key))
    if key[0] == puzzles.PROVE:
        return {"verdict": rng.choice([puzzles.UNIQUE, *[puzzles.SEVERAL] * 3])}
    turns = rng.sample(range(20), rng.randrange(6))
    return {"candidates": [(turn, 20 - turn, rng.randrange(1, 9), turn % 2) for turn in turns]}


def done_to_the_end(plan, logs, rng):
    """Do all puzzles, in any order inside a batch; return the keys as they were done."""
    keys = []
    while items := puzzles.items(plan, logs):
        for key in rng.sample([*items], len(items)):
            logs["puzzles"].results[key] = {"key": list(key)} | made_up(key)
            keys.append(key)
    return keys


@pytest.mark.parametrize("wanted", [1, 5, 1000])
def test_a_stop_anywhere_among_puzzles_changes_nothing(tmp_path, wanted, monkeypatch):
    monkeypatch.setattr(puzzles, "GAMES", 3)
    monkeypatch.setattr(puzzles, "PROOFS", 4)
    plan = replace(HEX, effort=replace(TINY, puzzles=wanted))
    logs, rng = Folder(tmp_path, plan).logs(), random.Random(wanted)
    for number in range(10):
        logs["games"].add({"key": [number]})
    keys = done_to_the_end(plan, logs, rng)
    whole = logs["puzzles"].results
    for stop in range(len(keys)):
        logs["puzzles"].results = {key: whole[key] for key in keys[:stop]}
        done_to_the_end(plan, logs, rng)
        assert logs["puzzles"].results == whole, stop


GAME = {"key": [0], "turns": ["a1"], "taps": [0], "winner": 0, "unfinished": True, "chances": [0.5]}
NO_RESULT = "line 1 of .*games.jsonl is no game or other result"


def with_line(folder, plan, stage, line):
    """Return the folder of a report of one game, in which the log of a stage is one line."""
    made = Folder(folder, plan)
    (folder / "games.jsonl").write_text(json.dumps(GAME) + "\n")
    (folder / f"{stage}.jsonl").write_text(line + "\n")
    return made


@pytest.mark.parametrize(
    ("stage", "line", "message"),
    [
        ("games", "{}", NO_RESULT),
        ("games", "no json", NO_RESULT),
        ("games", '{"key": 3}', NO_RESULT),
        ("games", '{"key": []}', NO_RESULT),
        ("games", '{"key": [1e999]}', NO_RESULT),
        ("games", '{"key": [0]}', r"the line with the key \[0\] of .*games.jsonl is broken"),
        (
            "games",
            json.dumps(GAME | {"taps": [0, 0]}),
            "games.jsonl .*tap 2 of game 0 is not",
        ),
        ("games", json.dumps(GAME | {"winner": 7}), "games.jsonl is broken .*7 is no seat"),
        ("games", json.dumps(GAME | {"chances": ["good"]}), "games.jsonl is broken .*'good'"),
        ("ladder", '{"key": [0, 0]}', "a line of .*ladder.jsonl is broken .*'winner'"),
        ("solved", '{"key": [2]}', "a line of .*solved.jsonl is broken .*'value'"),
        ("puzzles", '{"key": [0, 0]}', "a line of .*puzzles.jsonl is broken .*'candidates'"),
    ],
)
def test_a_broken_log_is_named(tmp_path, stage, line, message, interpreted, monkeypatch):
    """It is found out before a worker is asked for anything that rests on it."""
    monkeypatch.setattr(running, "NAMES", ("games", "reviews" if stage == "games" else stage))
    monkeypatch.setattr(
        "crosscut.lab.workers.process_pool.start", lambda job: pytest.fail("it goes on")
    )
    plan = replace(HEX, games=1, effort=replace(TINY, ladder_top=0))
    with pytest.raises(BadRecord, match=message):
        make(plan, with_line(tmp_path, plan, stage, line), by_processes(1))


@pytest.mark.parametrize(
    ("stage", "key"),
    [
        ("openings", [0, 0]),
        ("swaps", [0, 1]),
        ("reviews", [0]),
        ("strengths", [0, 0]),
        ("ladder", [0, 0]),
        ("chain", [0, 0]),
        ("chain", [0, -1, 0]),
        ("mirrors", [0, 0]),
        ("speed", [0]),
        ("unique", [0]),
        ("solved", [2]),
        ("puzzles", [1, 0, 0]),
        ("shortest", [0]),
    ],
)
def test_a_broken_log_is_named_by_the_measure_that_reads_it(tmp_path, stage, key, interpreted):
    plan = replace(HEX, games=1, effort=replace(TINY, ladder_top=0))
    folder = with_line(tmp_path, plan, stage, json.dumps({"key": key}))
    with pytest.raises(BadRecord, match=f"a line of .*{stage}.jsonl is broken"):
        make(plan, folder, None)


def test_a_broken_log_ends_the_program_in_one_line(tmp_path):
    plan = Plan("hex", 3, "standard", True, "8", 1, 0, FULL)
    with_line(tmp_path, plan, "games", '{"key": [0]}')
    options = ["--size", "3", "--limit", "8", "--games", "1", "--out", str(tmp_path)]
    _, err = run_cli("report", "hex", *options, code=2, **INTERPRETED)
    assert "games.jsonl is broken (KeyError(" in err
    assert "died" not in err


def test_an_error_of_a_game_file_is_not_blamed_on_a_log(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def broken():\n    raise KeyError('winner')\n")
    spec = spec_from_file_location(f"{FILE_MODULE}mine", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(KeyError), blaming(["games.jsonl"]):
        module.broken()
    with pytest.raises(KeyError), blaming([]):
        raise KeyError("winner")


def test_a_folder_of_something_else_is_refused(tmp_path):
    Folder(tmp_path / "one", replace(HEX, seed=7))
    Folder(tmp_path / "one", HEX)  # as nothing was played there
    (tmp_path / "one" / "games.jsonl").touch()
    with pytest.raises(BadOption, match="holds another report: seed is 5 there, not 6"):
        Folder(tmp_path / "one", replace(HEX, seed=6))
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadOption, match="holds other things than a report"):
        Folder(tmp_path, HEX)


REFUSED = {
    "zero games": (["--games", "0"], "a report needs one game at least"),
    "fewer than none": (["--games", "-3"], "a report needs one game at least"),
    "bad limit": (["--limit", "soon"], "'soon' is neither a limit"),
    "no limit": (["--limit", "0"], "leaves no time to think"),
    "nobody": (["--player", "me"], "there is no player 'me'; there are default and uct-plain"),
    "nothing there": (["--no-play"], "there is no report in"),
    "unwritable": (["--out", "/dev/null/x"], "cannot keep a report in /dev/null/x"),
    "in use": (["--out", "docs"], "docs holds other things than a report"),
    "no ratings": (["--ratings", "nowhere.csv"], "nowhere.csv"),
    "no measure": (["--measure", "nowhere.py"], "the measure nowhere.py does not run"),
    "no Python": (["--measure", "README.md"], "README.md is no measure"),
}


OWN = {
    "def compute(sample):\n    return 1 / 0\n": r"mine\.py, line 2, failed: ZeroDivisionError",
    "x = 1\n1 / 0\n": r"mine\.py, line 2, does not run: ZeroDivisionError",
    "x = 1\n": r"mine\.py has no function compute",
    "def compute(sample):\n    return 3\n": r"mine\.py returns 3, which is no Measure",
}


@pytest.mark.parametrize("text", OWN)
def test_a_measure_of_ones_own_that_fails_is_told_by_its_line(text, tmp_path, interpreted):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(BadOption, match=OWN[text]):
        compute_all(Sample(HEX, {}), [str(path)])
    with pytest.raises(BadOption, match="there is a measure length already"):
        load(str(tmp_path / "length.py"))


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED)
def test_bad_options_are_refused_before_anything_is_played(words, tmp_path):
    options, message = words
    where = [] if "--out" in options else ["--out", str(tmp_path / "report")]
    err = rejected("report", "hex", "--size", "3", *where, *options)
    assert message in err
    assert err.count("\n") == 1


def test_a_page_is_drawn_anew_from_its_folder_alone(made):
    _, folder = made
    page = (folder / "index.html").read_text()
    (folder / "index.html").unlink()
    run_cli("report", "--no-play", "--out", str(folder), **INTERPRETED)
    assert (folder / "index.html").read_text() == page


def started(folder, *options, **more):
    """Start a report that would take long."""
    return subprocess.Popen(
        [*PROGRAM, "report", "hex", "--size", "3", "--limit", "8", "--out", str(folder), *options],
        env={**os.environ, **INTERPRETED},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        **more,
    )


def test_ctrl_c_keeps_what_was_played(tmp_path):
    process = started(tmp_path / "report", "--games", "100000")
    log = tmp_path / "report" / "games.jsonl"
    wait_for(
        lambda: process.poll() is not None or (log.exists() and log.read_text().count("\n") >= 5)
    )
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "the same command goes on" in err
    keys = [result["key"] for result in results(tmp_path / "report")]
    assert len(keys) >= 5
    assert len(keys) == len({tuple(key) for key in keys})


def test_a_full_disk_is_named_and_what_was_played_is_kept(tmp_path):
    """No file may become larger than 4 kB, which games.jsonl soon would."""
    limit = (4096, 4096)
    process = started(
        tmp_path / "report",
        "--games",
        "1000",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2, err
    assert "Traceback" not in err
    assert "games.jsonl" in err
    assert "what was there before is kept" in err
    assert (tmp_path / "report" / "games.jsonl").stat().st_size > 1000
