"""How fast the vectorised environment is, as the program tells it, and what a net learns in it."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.program import INTERPRETED, rejected, run_cli, run_main

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_slither.py"
SMALL = ("--size", "4", "--envs", "--batch", "8", "--seconds", "0.05")


def test_bench_of_the_environment():
    found = json.loads(run_main("bench", "hex", *SMALL, "--json", **INTERPRETED)[0])
    assert found["envs"]["batch"] == 8
    assert found["envs"]["actions"] > found["envs"]["games"] > 0
    assert "actions/s" in run_main("bench", "slither", *SMALL, **INTERPRETED)[0]


def test_bench_of_the_environment_on_a_device():
    options = (*SMALL, "--device", "cpu")
    found = json.loads(run_main("bench", "hex", *options, "--json", **INTERPRETED)[0])["envs"]
    assert found["device"].startswith("the CPU")
    assert (found["batch"], found["bytes_shown"]) == (8, 6 * 16 * 4 + 18)
    assert found["actions"] > found["games"] > 0
    assert "on the CPU" in run_main("bench", "hex", *options, **INTERPRETED)[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["hex", "--batch", "8"], "--batch goes with --envs"),
        (["--all", "--envs"], "--envs measures one game"),
        (["hex", "--search", "--envs"], "choose one"),
        (["hex", "--against", "pgx"], "--against pgx goes with --envs"),
        (["hex", "--envs", "--against", "openspiel"], "--against pgx goes with --envs"),
        (["hex", *SMALL, "--against", "pgx"], "pgx has hex of size 11"),
    ],
)
def test_options_that_do_not_go_together(options, message):
    assert message in rejected("bench", *options)


def test_pgx_that_is_missing_is_named():
    if find_spec("pgx"):
        pytest.skip("pgx is there")
    options = ("hex", "--size", "11", "--envs", "--against", "pgx")
    assert "pip install 'crosscut[pgx]'" in rejected("bench", *options, **INTERPRETED)


@pytest.mark.slow
def test_bench_beside_pgx():
    """Two million actions a second of one core, and ten times those of pgx."""
    pytest.importorskip("pgx", reason="pgx is not there: make test-all installs it")
    options = ("--size", "11", "--envs", "--against", "pgx", "--seconds", "4", "--json")
    found = json.loads(run_cli("bench", "hex", *options)[0])
    print(found)
    assert found["envs"]["batch"] == 1024
    assert found["envs"]["actions_per_second"] > 2_000_000
    assert found["against"]["ratio"] > 10


@pytest.mark.slow
def test_a_small_net_learns_to_beat_random_players(tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not there: make test-all installs it")
    kept = str(tmp_path / "net.pt")

    def shares(*options):
        done = subprocess.run(
            [sys.executable, str(EXAMPLE), *options],
            capture_output=True, text=True, timeout=900, check=True,
        )  # fmt: skip
        final = done.stdout.partition("in the end:")[2]
        print(done.stdout)
        return [float(share) for share in re.findall(r": ([\d.]+)% of \d+ games", final)]

    learnt = shares("--save", kept)
    assert len(learnt) == 2
    assert min(learnt) >= 95
    assert shares("--play", kept) == learnt
