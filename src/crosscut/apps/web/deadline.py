"""How long the server works at one answer, so that nobody waits for ever, nor all the others."""

import time

from crosscut.core.errors import BadOption

LONGEST = 8.0
"""Seconds after which an answer is given up; the usual one takes some thousandths."""


class Patience:
    """The time that is left for an answer."""

    def __init__(self, seconds: float = LONGEST):
        self.end = time.monotonic() + seconds

    def check(self) -> None:
        """Go on if there is time left, else say so."""
        if time.monotonic() > self.end:
            raise BadOption(
                "this takes the server too long; a smaller board or a shorter game is quicker"
            )
