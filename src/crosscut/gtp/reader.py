"""Lines from a program on the other side, read while we work, so that it can say stop."""

import os
import queue
import re
import threading
from collections.abc import Callable, Iterator

from crosscut.gtp.protocol import LONGEST_LINE

BLOCK = 1 << 16
LINES_KEPT = 10_000
"""Lines that wait to be answered; who says more has to wait himself."""
INTERRUPT = re.compile(r"\s*#\s*interrupt\s*")


class Reader:
    """A thread that reads lines; longer ones than any command are cut off, but never kept."""

    def __init__(self, stream: int, on_interrupt: Callable[[], None] = lambda: None):
        self.stream = stream
        self.on_interrupt = on_interrupt
        self.lines: queue.Queue[str | None] = queue.Queue(LINES_KEPT)
        threading.Thread(target=self.read, daemon=True).start()

    def waiting(self) -> bool:
        """Tell whether there is more to answer, be it the end."""
        return not self.lines.empty()

    def __iter__(self) -> Iterator[str]:
        """Yield line after line until there are no more."""
        while (line := self.lines.get()) is not None:
            yield line

    def take(self) -> str | None:
        """Return the next line of those that wait; None at the end."""
        return self.lines.get()

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
        self.lines.put(None)

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
            self.on_interrupt()
        self.lines.put(text)
