"""Bit sets: every operator agrees with Python's own on random values, at many widths."""

import operator
import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest

from crosscut.core import bits, packing
from crosscut.core.bits import Bits, bit, count, digest, lowest, nth, words
from crosscut.core.jit import entry
from crosscut.core.rng import below, draw, seeded, stream_state
from crosscut.core.static import Static

WIDTHS = (1, 63, 64, 65, 81, 128, 361, 676)
CASES = 60


@dataclass(frozen=True)
class Width(Static):
    """A stand-in for a board: nothing but a width."""

    width: int

    @property
    def board(self):
        return self

    @cached_property
    def none(self) -> Bits:
        return Bits(0)


BINARY = ("and_", "or_", "xor", "add", "sub")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


@entry
def operate(game, x_row, y_row, k, out, answers):
    """Apply every operator to two sets and write the results, each in a row of its own."""
    x, y = packing.get_set(game, x_row, 0), packing.get_set(game, y_row, 0)
    n = 0
    for result in (
        x & y,
        x | y,
        x ^ y,
        x + y,
        x - y,
        ~x,
        -x,
        x << k,
        x >> k,
        x << 1,
        x >> 1,
        x << 64,
        x >> 65,
        x & 5,
        x | 5,
        x - 1,
        x + 3,
        -4 & x,
        bit(x, k),
        x & -x,
    ):
        packing.put_set(game, result, out[n], 0)
        n += 1
    x &= y
    x |= y
    x ^= packing.get_set(game, x_row, 0)
    x >>= 1
    x <<= 1
    packing.put_set(game, x, out[n], 0)
    x = packing.get_set(game, x_row, 0)
    answers[0] = x == y
    answers[1] = x != y
    answers[2] = x < y
    answers[3] = x <= y
    answers[4] = x > y
    answers[5] = x >= y
    answers[6] = bool(x)
    answers[7] = not x
    answers[8] = x == 2
    answers[9] = 1 if x else 0
    answers[10] = count(x)
    answers[11] = lowest(x) if x else -1
    answers[12] = nth(x, k % count(x)) if x else -1


ROWS, ANSWERS = 21, 13


def values(width, source):
    """Return sets of all kinds: random, sparse, dense, empty, full, single cells."""
    full = (1 << width) - 1
    kinds = [
        lambda: source.getrandbits(width),
        lambda: source.getrandbits(width) & source.getrandbits(width) & source.getrandbits(width),
        lambda: full & ~(1 << source.randrange(width)),
        lambda: 1 << source.randrange(width),
        lambda: 0,
        lambda: full,
    ]
    return source.choice(kinds)()


def run(game, x, y, k):
    length = words(game.width)
    x_row, y_row = np.zeros(length, np.uint64), np.zeros(length, np.uint64)
    packing.put_set(game, x, x_row, 0)
    packing.put_set(game, y, y_row, 0)
    results = []
    for call in (operate, operate.interpreted):
        out = np.zeros((ROWS, length), np.uint64)
        answers = np.zeros(ANSWERS, np.int64)
        call(game, x_row, y_row, k, out, answers)
        results.append((out, answers))
    return results


@pytest.mark.parametrize("width", WIDTHS)
def test_every_operator_agrees_with_python(width):
    source = random.Random(width)
    game = Width(width)
    mask = (1 << width) - 1
    for _ in range(CASES):
        x, y = values(width, source), values(width, source)
        k = source.randrange(width)
        (out, answers), (plain_out, plain_answers) = run(game, x, y, k)
        for mine, plain in zip(out, plain_out, strict=True):
            assert packing.get_set(game, mine, 0) & mask == packing.get_set(game, plain, 0) & mask
        assert answers.tolist() == plain_answers.tolist()
        expected = [getattr(operator, name)(x, y) for name in COMPARISONS]
        assert answers[:6].tolist() == expected
        for name, row in zip(BINARY, out, strict=False):
            wanted = getattr(operator, name)(x, y) & mask
            assert packing.get_set(game, row, 0) & mask == wanted, name


@pytest.mark.parametrize("width", WIDTHS)
def test_nth_finds_each_cell_in_order(width):
    source = random.Random(width)
    for _ in range(20):
        cells = values(width, source)
        ascending = [cell for cell in range(width) if cells >> cell & 1]
        assert [nth(cells, k) for k in range(count(cells))] == ascending


def test_nth_takes_no_longer_for_many_bits():
    """It must not be a loop over bits: the work is in the width's logarithm."""

    class Counting(int):
        steps = 0

        def __rshift__(self, other):
            Counting.steps += 1
            return Counting(int(self) >> other)

        def __and__(self, other):
            Counting.steps += 1
            return Counting(int(self) & other)

    full = Counting((1 << 676) - 1)
    assert nth(full, 675) == 675
    assert Counting.steps <= 2 * 10 + 2


@entry
def hashes(game, x_row, y_row, seed, out, rng):
    """Hash two sets and an integer, and draw random numbers."""
    x, y = packing.get_set(game, x_row, 0), packing.get_set(game, y_row, 0)
    out[0] = digest(x)
    out[1] = bits.fingerprint((x, y, seed))
    out[2] = bits.fingerprint((y, x, -1))
    out[3] = stream_state(seed, 7)
    rng[0] = stream_state(seed, 3)
    for i in range(4, 12):
        out[i] = below(rng, i)
    out[12] = draw(rng)
    out[13] = below(rng, 4294967295)


@pytest.mark.parametrize("width", [9, 64, 81, 361])
def test_hashes_and_random_numbers_agree(width):
    source = random.Random(width)
    game = Width(width)
    length = words(width)
    for seed in (0, 1, 12345678901234567, 2**63 - 1):
        x_row, y_row = np.zeros(length, np.uint64), np.zeros(length, np.uint64)
        packing.put_set(game, values(width, source), x_row, 0)
        packing.put_set(game, values(width, source), y_row, 0)
        mine, plain = np.zeros(14, np.uint64), np.zeros(14, np.uint64)
        hashes(game, x_row, y_row, seed, mine, np.zeros(1, np.uint64))
        hashes.interpreted(game, x_row, y_row, seed, plain, np.zeros(1, np.uint64))
        assert mine.tolist() == plain.tolist()


def test_fingerprint_depends_on_every_part():
    parts = [(1, 2, 3), (2, 1, 3), (1, 2, 4), (1, 2, -3), (0, 2, 3), (1 << 70, 2, 3), (1, 2)]
    assert len({bits.fingerprint(part) for part in parts}) == len(parts)


def test_below_is_uniform():
    rng, drawn = seeded(5), [0] * 7
    for _ in range(70_000):
        drawn[below(rng, 7)] += 1
    chi_square = sum((found - 10_000) ** 2 / 10_000 for found in drawn)
    assert chi_square < 22.5  # 6 degrees of freedom, one chance in a thousand
