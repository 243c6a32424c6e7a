"""No text breaks a parser: whatever is wrong with it, people are told."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import fuzz
from tests.parsers import PARSERS

ROOT = Path(__file__).parents[1]
MUTATIONS = 100_000
MEGABYTES = 300


@pytest.mark.usefixtures("interpreted")
def test_mutations_are_read_or_refused():
    counts = fuzz(range(2000), PARSERS)
    for name, (read, refused, _) in counts.items():
        assert read, name
        assert refused, name


@pytest.mark.slow
def test_a_hundred_thousand_mutations_take_little_memory():
    command = [sys.executable, "-m", "tests.fuzz", str(MUTATIONS), "1000000"]
    run = subprocess.run(
        command, cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=1800
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert int(re.search(r"(\d+) MB at most", run.stdout)[1]) < MEGABYTES
