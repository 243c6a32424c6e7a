"""Arrays that threads share: what has to happen in one piece when compiled.

Interpreted one thread runs at a time; but it may be another one between a read and a write.
"""

import threading
import time

one_piece = threading.Lock()
"""Held where an element is read and written."""


def add(array, i: int, amount: int) -> int:
    """Add to an integer of an array so that no thread's share is lost; return what it was."""
    with one_piece:
        before = array[i]
        array[i] = before + amount
        return before


def publish(array, i: int, value: int) -> None:
    """Write an element after all that was written before it."""
    array[i] = value


def look(array, i: int) -> int:
    """Read an element before all that is read after it."""
    return array[i]


def settle(array, i: int, value: int) -> int:
    """Write an element if it is 0, and return what it was before: who finds 0 was the first."""
    with one_piece:
        before = array[i]
        if before == 0:
            array[i] = value
        return before


def pause() -> None:
    """Let others work while what is waited for is not there."""
    time.sleep(0)
