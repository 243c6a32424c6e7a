"""The command line, as a process: what it prints, where, and with which exit code."""

import importlib.util
import json
import re
import signal
import subprocess
import sys
from importlib import import_module

import pytest

from crosscut.apps.cli.command_list import COMMANDS, MODULES
from crosscut.rules.registry import ids
from tests.rules.reference.resolve import Position as Resolve
from tests.support.for_each import for_each
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, rejected, run_cli, wait_for_cpu


def test_help_names_every_command():
    out, _ = run_cli("--help")
    for name in ("games", "rules", "play", "check", "perft", "bench", "warm"):
        assert re.search(rf"\b{name}\b", out)
    assert run_cli("--version")[0].startswith("crosscut ")


def test_games():
    assert "classic, advanced (pie)" in run_cli("games")[0]
    listed = json.loads(run_cli("games", "--json")[0])
    found = {row["game"]: row for row in listed}
    assert len(found) >= 15
    assert found["slither"]["largest"] == 19
    assert found["hex"]["largest"] == 26
    assert list(found["gonnect"]["variants"]) == ["standard", "fixed-sides"]


def test_rules_have_numbers_and_three_figures():
    out, _ = run_cli("rules", "slither")
    for number in range(1, 8):
        assert f"\n{number}. " in out
    assert re.findall(r"Figure \d", out) == ["Figure 1", "Figure 2", "Figure 3"]
    assert out.count("a  b  c  d  e") == 4
    assert len(json.loads(run_cli("rules", "slither", "--json")[0])["rules"]) == 7


def test_perft():
    out, _ = run_cli("perft", "slither", "--size", "3", "--depth", "4", "--json")
    found = json.loads(out)
    assert found["counts"] == [9, 72, 1832, 35360]
    assert (found["size"], found["variant"], found["pie"]) == (3, "classic", False)
    pie = ("--size", "3", "--pie", "--depth", "2", "--json")
    swap, _ = run_cli("perft", "slither", *pie, **INTERPRETED)
    assert json.loads(swap)["counts"] == [9, 81]
    plain, _ = run_cli("perft", "slither", "--size", "3", "--depth", "3", **INTERPRETED)
    assert "1,832" in plain


def test_perft_from_a_position():
    start = ("--size", "3", "--position", ".../XO./O..", "--to-play", "X")
    out, _ = run_cli("perft", "resolve", *start, "--depth", "2", "--json", **INTERPRETED)
    twin = Resolve(3, stones={"a2": "X", "b2": "O", "a1": "O"}).turns().values()
    assert json.loads(out)["counts"] == [len(twin), sum(len(after.turns()) for after in twin)]


def test_rules_for_machines_and_as_a_page():
    found = json.loads(run_cli("rules", "quinten", "--json")[0])
    assert (found["designer"], found["pie"]) == (
        "Luis Bolaños Mures",
        ["standard", "quentin-2012"],
    )
    assert len(found["rules"]) == 7
    assert run_cli("rules", "hex", "--markdown")[0].startswith("# Hex\n")


@pytest.mark.slow
def test_bench_of_all_games():
    found = json.loads(run_cli("bench", "--all", "--seconds", "0.05", "--json", limit=900)[0])
    assert {row["game"] for row in found["games"]} == set(ids())
    assert all(row["sampled"]["playouts_per_second"] > 0 for row in found["games"])
    if importlib.util.find_spec("pyspiel"):
        same = {row["game"] for row in found["games"] if "against_same_game" in row}
        assert same == {"hex", "y", "havannah", "connect_four"}


def test_perft_distinct_by_moves():
    options = ("--size", "3", "--pie", "--unit", "move", "--distinct", "--depth", "2", "--json")
    out, _ = run_cli("perft", "slither", *options, **INTERPRETED)
    assert json.loads(out)["counts"] == [9, 9 + 72 + 9]
    help_text = " ".join(re.sub(r"[│\s]+", " ", run_cli("perft", "--help")[0]).split())
    assert "never enters a position twice" in help_text
    assert "393168 where there are 3823650" in help_text


def test_bench():
    out, _ = run_cli("bench", "slither", "--size", "4", "--seconds", "0.2", "--json")
    found = json.loads(out)
    for way in ("sampled", "enumerated"):
        assert found[way]["playouts_per_second"] > 0
        assert found[way]["mean_moves"] > found[way]["mean_turns"] > 10
    assert "playouts/s" in run_cli("bench", "slither", "--size", "4", "--seconds", "0.1")[0]


@pytest.mark.slow
def test_bench_by_size_draws_a_plot(tmp_path):
    path = tmp_path / "cost.svg"
    options = ("--sizes", "3,5", "--seconds", "0.1", "--plot", str(path), "--json")
    found = json.loads(run_cli("bench", "slither", *options)[0])
    assert [row["size"] for row in found["sizes"]] == [3, 5]
    assert path.read_text().lstrip().startswith("<?xml")


@pytest.mark.slow
def test_warm(tmp_path):
    folder = str(tmp_path / "cache")
    options = ("warm", "hex", "--size", "2", "--variant", "standard")
    out, err = run_cli(*options, NUMBA_CACHE_DIR=folder)
    assert "ready after" in out
    assert "compiling, first time only" in err
    _, err = run_cli(*options, NUMBA_CACHE_DIR=folder)
    assert "compiling" not in err


def test_counting_can_be_stopped():
    process = subprocess.Popen(
        [*PROGRAM, "perft", "hex", "--size", "4", "--depth", "16"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for_cpu(process, 2.5)  # starting, and finding its code or compiling it, takes some of it
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)  # left alone it would count for days
    assert process.returncode == 130
    assert "crosscut: stopped" in err
    assert "Traceback" not in err
    assert out == ""


def test_openspiel_that_is_missing_is_named():
    if importlib.util.find_spec("pyspiel"):
        pytest.skip("OpenSpiel is there")
    options = ("--against", "openspiel", "--size", "3", "--seconds", "0.01")
    err = rejected("bench", *options, **INTERPRETED)
    assert "pip install 'crosscut[openspiel]'" in err


def test_bench_against_openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not there: make test-all installs it")
    options = ("--against", "openspiel", "--size", "4", "--seconds", "0.3", "--json")
    found = json.loads(run_cli("bench", "slither", *options)[0])
    assert found["against"]["ratio"] > 0


def test_output_into_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m crosscut rules slither | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("Slither by")


def test_the_help_imports_no_command():
    script = (
        "import sys\nfrom crosscut.apps.cli.main import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(*(name for name in sys.modules if name.startswith('crosscut.apps.cli.')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert sorted(loaded) == ["crosscut.apps.cli.command_list", "crosscut.apps.cli.main"]


@for_each("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name):
    module = import_module(f"crosscut.apps.cli.commands.{MODULES.get(name, name)}")
    own = getattr(module, "command", module).__doc__
    assert own.splitlines()[0] == COMMANDS[name]
