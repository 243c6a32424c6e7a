"""This process: its cores, and Ctrl-C."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Let Ctrl-C wait: in the middle of its work the compiler loses it, or stumbles over it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if seen:
        signal.raise_signal(signal.SIGINT)
