"""How many sequences of turns each game has: our code against the tables of the rules."""

from pathlib import Path

import pytest

import crosscut
from crosscut.search import perft as walk

ROWS = Path(__file__).parents[1] / "data" / "perft.txt"
FEW = 100_000
"""Sequences that the interpreter counts before the compiler is ready."""


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


def most_sequences(row, columns):
    """Tell whether no row that begins with the same columns has more sequences."""
    alike = [other for other in read_rows() if other[:columns] == row[:columns]]
    return sum(row[-1]) == max(sum(other[-1]) for other in alike)


def case(row, *marks):
    """Return a row as a case of a test."""
    return pytest.param(*row, id=title(row), marks=marks)


COLUMNS = ("name", "variant", "size", "start", "counts")
COMPILED = [row for row in read_rows() if sum(row[-1]) > FEW or most_sequences(row, columns=2)]
QUICK = [row for row in COMPILED if sum(row[-1]) > FEW or most_sequences(row, columns=1)]
"""Compiled code counts one row of every variant, and of every game in the ordinary run."""
INTERPRETED = [row for row in read_rows() if row not in QUICK]
COMPARED = """
    connect_four crossway filler gonnect havannah konobi kopano quinten resolve rhode serpent shifty
    snaketrail vimbre
""".split()
"""Games that other tests compare compiled and interpreted, in whole random games, move by move."""


def check(name, variant, size, start, counts):
    """Count what a row says."""
    position = first_position(crosscut.game(name, size, variant, pie=False), start)
    assert walk.perft(position, len(counts)) == counts


def is_like_another(name, variant, size, start, counts):
    """Tell whether a row counts a variant of Serpent from the start: they share most rules."""
    return name == "serpent" and variant != "standard" and size in (2, 3) and not start


@pytest.mark.parametrize(
    COLUMNS, [case(row, *[pytest.mark.slow] * is_like_another(*row)) for row in INTERPRETED]
)
def test_perft(name, variant, size, start, counts, interpreted):
    check(name, variant, size, start, counts)


@pytest.mark.parametrize(
    COLUMNS,
    [case(row, *[pytest.mark.slow] * (row not in QUICK or row[0] in COMPARED)) for row in COMPILED],
)
def test_compiled_perft(name, variant, size, start, counts):
    check(name, variant, size, start, counts)


def test_every_row_is_counted_and_every_game_by_compiled_code_too():
    assert all(row in QUICK or row in INTERPRETED for row in read_rows())
    assert {row[:1] for row in QUICK} == {row[:1] for row in read_rows()}
    assert {row[:2] for row in COMPILED} == {row[:2] for row in read_rows()}
