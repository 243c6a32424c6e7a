"""The example that trains a net: the same seed and number of updates give the same net."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_slither.py"
SMALL = """
import signal, sys
sys.path.insert(0, sys.argv.pop(1))
import train_slither as example

example.GAMES, example.STEPS, example.CHUNK = 6, 5, 8
example.TRIAL, example.FINAL, example.ROUND = 2, 2, 2
stop_at, done = int(sys.argv.pop(1)), []
learn = example.update

def update(*given):
    done.append(learn(*given))
    if len(done) == stop_at:
        signal.raise_signal(signal.SIGINT)  # as Ctrl-C does

example.update = update
example.main()
"""


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="PyTorch is not there: make test-all installs it")


def trained(folder, name, *options, stop_at=0):
    """Train a net for some tiny updates in a process of its own; return what it kept and said."""
    kept = folder / name
    program = [sys.executable, "-c", SMALL, str(EXAMPLE.parent), str(stop_at)]
    done = subprocess.run(
        [*program, "--seed", "3", "--save", str(kept), *options],
        env=os.environ | {"CROSSCUT_INTERPRET": "1"},
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return str(kept), done.stdout


def assert_same(torch, one, other):
    """Compare two kept trainings: nets, optimisers and chance, bit for bit."""
    one, other = torch.load(one, weights_only=True), torch.load(other, weights_only=True)
    assert one["done"] == other["done"]
    assert all(torch.equal(one["net"][name], other["net"][name]) for name in one["net"])
    assert torch.equal(one["chance"], other["chance"])
    assert one["env"] == other["env"]


def without_seconds(said):
    """Return what was printed but the time it took."""
    return [line.rpartition(",")[0] if "updates" in line else line for line in said.splitlines()]


def test_a_seed_gives_the_same_net_also_after_a_stop(torch, tmp_path):
    through, said = trained(tmp_path, "through.pt", "--updates", "3")
    again, said_again = trained(tmp_path, "again.pt", "--updates", "3")
    assert_same(torch, through, again)
    assert without_seconds(said) == without_seconds(said_again)
    assert "in the end:" in said

    stopped, said = trained(tmp_path, "stopped.pt", "--updates", "3", stop_at=1)
    assert f"stopped after 1 of 3 updates: --load {stopped} goes on" in said
    early, late = (torch.load(file, weights_only=True) for file in (stopped, through))
    assert (early["done"], late["done"]) == (1, 3)
    assert not torch.equal(early["net"]["policy.bias"], late["net"]["policy.bias"])
    resumed, _ = trained(tmp_path, "resumed.pt", "--updates", "3", "--load", stopped)
    assert_same(torch, through, resumed)
