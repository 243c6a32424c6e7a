"""Lines from a program on the other side, read while we work, so that it can say stop."""

import os
import re
import sys
import threading
from collections import deque
from collections.abc import Iterator

from crosscut.apps.gtp.protocol import LONGEST_LINE

BLOCK = 1 << 16
CLOSED = -1
MOST_WAITING = 1 << 22
"""Bytes of memory for lines that wait to be answered; who says more has to wait himself."""
INTERRUPT = re.compile(r"\s*#\s*interrupt\s*")


def standard_input() -> int:
    """Return the stream to read from; one that was never open has nothing to say."""
    return CLOSED if sys.stdin is None else sys.stdin.fileno()


class Reader:
    """A thread that reads lines; longer ones than any command are cut off, but never kept."""

    def __init__(self, stream: int):
        self.stream = stream
        self.interrupts = self.passed = 0
        """Lines that said stop: how many were read, and how many of them had their turn."""
        self.lines: deque[str | None] = deque()
        self.size = 0
        """Bytes that the lines take."""
        self.changed = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def waiting(self) -> bool:
        """Tell whether there is more to answer, be it the end."""
        return bool(self.lines)

    def interrupted(self) -> bool:
        """Tell whether what is being done now, or what comes before it, was told to stop."""
        return self.interrupts > self.passed

    def __iter__(self) -> Iterator[str]:
        """Yield line after line until there are no more."""
        while (line := self.take()) is not None:
            yield line

    def take(self) -> str | None:
        """Return the next line, waiting for it; None at the end."""
        with self.changed:
            self.changed.wait_for(self.waiting)
            line = self.lines.popleft()
            self.size -= sys.getsizeof(line)
            self.changed.notify()
        if line is not None and INTERRUPT.fullmatch(line):
            self.passed += 1
        return line

    def read(self) -> None:
        """Read until the end; bytes are taken from the system, which no other thread waits for."""
        rest, skipping = b"", False
        while block := self.block():
            *whole, rest = (rest + block).split(b"\n")
            for line in whole:
                if not skipping:
                    self.hand_on(line)
                skipping = False
            if len(rest) > LONGEST_LINE:
                if not skipping:
                    self.hand_on(rest)
                rest, skipping = b"", True
        if rest and not skipping:
            self.hand_on(rest)
        self.put(None)

    def block(self) -> bytes:
        """Return what there is to read; nothing at the end."""
        try:
            return os.read(self.stream, BLOCK)
        except OSError:
            return b""

    def hand_on(self, line: bytes) -> None:
        """Let a line be answered."""
        text = line[: LONGEST_LINE + 1].decode(errors="replace")
        if INTERRUPT.fullmatch(text):
            self.interrupts += 1
        self.put(text)

    def put(self, line: str | None) -> None:
        """Let a line wait, as soon as there is room; None for the end."""
        with self.changed:
            self.changed.wait_for(lambda: self.size < MOST_WAITING)
            self.lines.append(line)
            self.size += sys.getsizeof(line)
            self.changed.notify()
