"""How many sequences of turns each game has: compiled code against the tables of the rules."""

from pathlib import Path

import pytest

import crosscut
from crosscut.search import walk

ROWS = Path(__file__).parent / "data" / "perft.txt"


def read_rows():
    """Return the rows of the table: game, variant, size and counts."""
    found = []
    for line in ROWS.read_text().splitlines():
        if line and not line.startswith("#"):
            what, counts = line.split(":")
            name, variant, size = what.split()
            found.append((name, variant, int(size), [int(count) for count in counts.split()]))
    return found


@pytest.mark.parametrize(("name", "variant", "size", "counts"), read_rows())
def test_perft(name, variant, size, counts):
    position = crosscut.game(name, size, variant, pie=False).position()
    assert walk.perft(position, len(counts)) == counts
