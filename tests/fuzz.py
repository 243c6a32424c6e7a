"""A fuzzer: right texts made wrong, for every parser; ``python -m tests.fuzz 100000``.

Everything is drawn from the name of a parser and the number of a mutation, so that each can be
tried again alone: ``python -m tests.fuzz 1 41 sgf``. What a parser does not read has to be refused
by an error that is meant for people, soon, and in little memory.
"""

import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from crosscut.core.errors import CrosscutError

LONGEST = 600
"""Seconds after which a parser hangs; it takes a tenth of that where nothing else runs."""
SIGNS = [*"()[];:\\{}\",'/-.#@ \n\r\t\0", "é", "🐍", "\ud800", "\ufeff", "\u202e", "(;", "[]", "))"]
NUMBERS = ["0", "-1", "1e999", "9" * 30, "9" * 5000, "NaN", "١", "²", "0x10", "1_0"]
MOST = 60_000
"""Characters of a mutation; some are made larger, so that limits are met."""
PORTION = 5000
"""Mutations that a process does at once."""


class Hangs(BaseException):
    """A parser does not come to an end; no parser may catch it."""


def mutated(rng: random.Random, texts: list[str]) -> str:
    """Return a text with some things wrong."""
    text = rng.choice(texts)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        text = rng.choice(WAYS)(rng, text, texts)[:MOST]
    if rng.random() < 0.002:
        text = (text * (1 + 300_000 // (len(text) + 1)))[:300_000]
    return text


def piece(rng: random.Random, text: str) -> tuple[int, int]:
    """Return where a random piece of a text begins and ends."""
    begin = rng.randrange(len(text) + 1)
    return begin, min(len(text), begin + rng.choice([1, 1, 2, 5, 20, 200]))


def flip(rng, text, texts):
    """Change single characters."""
    signs = list(text)
    for _ in range(rng.choice([1, 1, 2, 5])):
        if signs:
            at = rng.randrange(len(signs))
            signs[at] = chr((ord(signs[at]) ^ 1 << rng.randrange(8)) % 0x110000)
    return "".join(signs)


def cut(rng, text, texts):
    """Take a piece away."""
    begin, end = piece(rng, text)
    return text[:begin] + text[end:]


def shorten(rng, text, texts):
    """Take the end away."""
    return text[: rng.randrange(len(text) + 1)]


def double(rng, text, texts):
    """Repeat a piece, perhaps often."""
    begin, end = piece(rng, text)
    return text[:begin] + text[begin:end] * rng.choice([2, 2, 3, 50, 1000]) + text[end:]


def insert(rng, text, texts):
    """Add signs that mean something."""
    begin, _ = piece(rng, text)
    return text[:begin] + rng.choice(SIGNS) * rng.choice([1, 1, 1, 5, 2000, 50_000]) + text[begin:]


def number(rng, text, texts):
    """Put a strange number in the place of a digit."""
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    at = rng.choice(digits) if digits else 0
    return text[:at] + rng.choice(NUMBERS) + text[at + 1 :]


def exchange(rng, text, texts):
    """Exchange two pieces."""
    begin, end = piece(rng, text)
    later, last = piece(rng, text[end:])
    later, last = later + end, last + end
    return text[:begin] + text[later:last] + text[end:later] + text[begin:end] + text[last:]


def join(rng, text, texts):
    """Go on with the end of another text."""
    other = rng.choice(texts)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


WAYS = [flip, cut, shorten, double, insert, number, exchange, join]


def fuzz(name: str, parser, numbers: Iterable[int]) -> tuple[int, int, float]:
    """Feed mutations to a parser.

    Return how many texts it has read and refused, and the most seconds one took.
    """
    texts, read, refused, longest = parser.texts(), 0, 0, 0.0

    def stop(*_):
        raise Hangs

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for each in numbers:
            text = mutated(random.Random(f"{name} {each}"), texts)
            signal.alarm(LONGEST)
            begin = time.perf_counter()
            try:
                parser.read(text)
                read += 1
            except CrosscutError:
                refused += 1
            except (Exception, Hangs) as error:
                raise AssertionError(f"mutation {each}: {name} fails at {text[:200]!r}") from error
            finally:
                signal.alarm(0)
                longest = max(longest, time.perf_counter() - begin)
    finally:
        signal.signal(signal.SIGALRM, before)
    return read, refused, longest


def portion(name: str, numbers: range) -> tuple[int, int, float, float]:
    """Do a part of the work in a process of its own; tell its memory in megabytes as well."""
    from tests.support.parsers import PARSERS

    found = fuzz(name, PARSERS[name], numbers)
    return *found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Feed every parser, or those that are named, as many mutations as the command line says.

    The arguments are their number, the number of the first one, and names of parsers.
    """
    os.environ["CROSSCUT_INTERPRET"] = "1"
    from tests.support.parsers import PARSERS

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    names, begin, most = sys.argv[3:] or list(PARSERS), time.monotonic(), 0.0
    portions = [
        range(at, min(at + PORTION, first + count)) for at in range(first, first + count, PORTION)
    ]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        submit = partial(pool.submit, portion)
        waiting = {name: [submit(name, numbers) for numbers in portions] for name in names}
        for name, results in waiting.items():
            try:
                done = [each.result() for each in results]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)  # one failure is enough
                raise
            read, refused, longest, megabytes = zip(*done, strict=True)
            most = max(most, *megabytes)
            told = f"{sum(read):7,} read {sum(refused):7,} refused, {max(longest):5.2f} s at most"
            print(f"{name:18} {told}", flush=True)
    taken = time.monotonic() - begin
    print(f"{count:,} mutations for each of {len(names)} in {taken:.0f} s, {most:.0f} MB at most")


if __name__ == "__main__":
    main()
