"""A process that speaks GTP, the Go Text Protocol, version 2; it may hang, die or talk nonsense."""

import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from crosscut.core.errors import BadOption
from crosscut.lab.matches.player import Forfeit

LONGEST_LINE = 1 << 16
LINES_KEPT = 10_000
"""Lines that wait to be read; an engine that says more has to wait itself."""
SILENCE, GONE = object(), None
"""What is heard instead of a line: nothing in time, and nothing ever again."""
LAST_WORDS = 0.5
"""Seconds in which a dead engine's last words arrive."""


class Refused(Forfeit):
    """The engine answered that it cannot do what it was asked for."""


def read_command(text: str) -> list[str]:
    """Return the words of a command line."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadOption(f"gtp:{text}: {error}") from None
    if not words:
        raise BadOption("gtp: needs a command line: gtp:gnugo --mode gtp")
    if shutil.which(words[0]) is None:
        raise BadOption(f"gtp:{text}: there is no program {words[0]!r}")
    return words


class GtpEngine:
    """One running engine."""

    def __init__(self, command: list[str], patience: float):
        self.patience = patience
        self.lines: queue.Queue = queue.Queue(LINES_KEPT)
        self.complaints: deque = deque(maxlen=2)
        """The last line of its error output, and that there are no more."""
        try:
            # in a session of its own, so that whatever it starts can be ended with it
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            raise Forfeit(f"it could not be started: {error.strerror}") from error
        self.listeners = [
            threading.Thread(target=self.listen, args=(stream, keep), daemon=True)
            for stream, keep in (
                (self.process.stdout, self.lines.put),
                (self.process.stderr, self.complaints.append),
            )
        ]
        for listener in self.listeners:
            listener.start()

    @staticmethod
    def listen(stream, keep: Callable) -> None:
        """Hand on every line of a stream, and at last that there are no more."""
        with suppress(ValueError, OSError):  # it was closed under our feet
            while line := stream.readline(LONGEST_LINE):
                keep(line.rstrip())
        keep(GONE)

    def ask(self, command: str) -> str:
        """Return the answer to a command; silence, death and refusal are forfeits."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self.death(command) from None
        deadline = time.monotonic() + self.patience
        answer: list[str] = []
        while not answer or answer[-1]:  # an answer ends with an empty line
            left = deadline - time.monotonic()
            try:
                line = self.lines.get(timeout=left) if left > 0 else SILENCE
            except queue.Empty:
                line = SILENCE
            if line is SILENCE:
                raise Forfeit(f"no answer to {command!r} in {self.patience:g} s")
            if line is GONE:
                raise self.death(command)
            if answer or line[:1] in ("=", "?"):
                answer.append(line)
        text = "\n".join([answer[0][1:].lstrip("0123456789"), *answer[1:]]).strip()
        if answer[0][0] == "?":
            raise Refused(f"it refused {command!r}: {text}")
        return text

    def death(self, command: str) -> Forfeit:
        """Return in words what became of a process that is gone."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(LAST_WORDS)
        self.listeners[1].join(LAST_WORDS)
        last = "".join(f": {line}" for line in self.complaints if line)
        return Forfeit(f"it ended at {command!r} with exit code {self.process.poll()}{last}")

    def close(self) -> None:
        """End the process and whatever it has started."""
        with suppress(OSError, ValueError):
            self.process.stdin.close()
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
