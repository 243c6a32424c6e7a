"""How many sequences of turns each game has: our code against the tables of the rules."""

from pathlib import Path

import pytest

import crosscut
from crosscut.search import walk

ROWS = Path(__file__).parent / "data" / "perft.txt"
FEW = 5000
"""Sequences that the interpreter counts before the compiler is ready; compiled code counts more."""


def read_rows():
    """Return the rows of the table: game, variant, size, start and counts."""
    found = []
    for line in ROWS.read_text().splitlines():
        if line and not line.startswith("#"):
            what, counts = line.rsplit(":", 1)
            name, variant, size, *start = what.split()
            found.append((name, variant, int(size), start, [int(each) for each in counts.split()]))
    return found


def first_position(game, start):
    """Return the position that a row begins with: the first one, a set-up, or a diagram."""
    if not start or ":" in start[0]:
        return game.position(setup=" ".join(start) or None).past_prelude()
    shown, mover = start
    return game.position(shown, to_play=mover)


def title(row):
    """Return what a row is about."""
    name, variant, size, start, _ = row
    return " ".join([name, variant, str(size), *start])


@pytest.mark.parametrize(
    ("name", "variant", "size", "start", "counts"), read_rows(), ids=map(title, read_rows())
)
def test_perft(name, variant, size, start, counts, monkeypatch):
    position = first_position(crosscut.game(name, size, variant, pie=False), start)
    if sum(counts) <= FEW:
        monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    assert walk.perft(position, len(counts)) == counts


def test_every_variant_is_counted_by_compiled_code_too():
    many = [row for row in read_rows() if sum(row[-1]) > FEW]
    assert {row[:2] for row in many} == {row[:2] for row in read_rows()}
