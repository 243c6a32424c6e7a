"""A fuzzer: right texts made wrong, for every parser; ``python -m tests.fuzz 100000``.

Everything is drawn from the number of a mutation, so that each can be tried again alone. What a
parser does not read has to be refused by an error that is meant for people, soon, and in little
memory.
"""

import os
import random
import resource
import signal
import sys
import time

from crosscut.errors import CrosscutError

LONGEST = 20
"""Seconds after which a parser hangs."""
SIGNS = [*"()[];:\\{}\",'/-.#@ \n\r\t\0", "é", "🐍", "\ud800", "\ufeff", "\u202e", "(;", "[]", "))"]
NUMBERS = ["0", "-1", "1e999", "9" * 30, "9" * 5000, "NaN", "١", "²", "0x10", "1_0"]
MOST = 60_000
"""Characters of a mutation; some are made larger, so that limits are met."""


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


def fuzz(numbers, parsers) -> dict[str, list[float]]:
    """Feed mutations to all parsers in turn.

    Return for each how many texts it has read and refused, and the most seconds one took.
    """
    names = list(parsers)
    texts = {name: parser.texts() for name, parser in parsers.items()}
    counts = {name: [0, 0, 0.0] for name in names}

    def stop(*_):
        raise Hangs

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for each in numbers:
            name = names[each % len(names)]
            text = mutated(random.Random(each), texts[name])
            signal.alarm(LONGEST)
            begin = time.perf_counter()
            try:
                parsers[name].read(text)
                counts[name][0] += 1
            except CrosscutError:
                counts[name][1] += 1
            except (Exception, Hangs) as error:
                raise AssertionError(f"mutation {each}: {name} fails at {text[:200]!r}") from error
            finally:
                signal.alarm(0)
                counts[name][2] = max(counts[name][2], time.perf_counter() - begin)
    finally:
        signal.signal(signal.SIGALRM, before)
    return counts


def main() -> None:
    """Run as many mutations as the command line says, from a number on, and report."""
    os.environ["CROSSCUT_INTERPRET"] = "1"
    from tests.parsers import PARSERS

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    begin = time.monotonic()
    for name, (read, refused, most) in fuzz(range(first, first + count), PARSERS).items():
        print(f"{name:18} {read:7,} read {refused:7,} refused, {most:5.2f} s at most")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count:,} mutations in {time.monotonic() - begin:.0f} s, {megabytes:.0f} MB at most")


if __name__ == "__main__":
    main()
