"""No text breaks a parser: whatever is wrong with it, people are told."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import fuzz
from tests.support.parsers import PARSERS

ROOT = Path(__file__).parents[2]
FEW, MANY = 100, 100_000
MEGABYTES = 300


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", PARSERS)
def test_mutations_are_read_or_refused(name):
    read, refused, _ = fuzz(name, PARSERS[name], range(FEW))
    assert read
    assert refused


@pytest.mark.slow
def test_a_hundred_thousand_mutations_for_each_parser_take_little_memory():
    """An hour on two cores."""
    command = [sys.executable, "-m", "tests.fuzz", str(MANY), "1000000"]
    run = subprocess.run(
        command, cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=4 * 3600
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert int(re.search(r"(\d+) MB at most", run.stdout)[1]) < MEGABYTES
