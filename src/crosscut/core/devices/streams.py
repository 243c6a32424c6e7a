"""The order of things on a card, where several libraries use it at once."""

import weakref
from typing import TYPE_CHECKING

from crosscut.core.devices.driver import call, release

if TYPE_CHECKING:
    from crosscut.core.devices.cuda import Card

USUAL = 1
"""The number of the order (CUDA says stream) that libraries keep unless they are told otherwise."""
ANY = -1
"""In place of such a number: the other library sees to the order itself."""
NO_CLOCK = 2


class Mark:
    """A point in an order: all that the card had been told to do by then."""

    def __init__(self, card: "Card", stream: int):
        card.enter()
        self.card, self.event = card, call("cuEventCreate", NO_CLOCK)
        weakref.finalize(self, release, card, "cuEventDestroy", self.event)
        call("cuEventRecord", self.event, stream)

    def hold_back(self, stream: int) -> None:
        """Let what another order is told from now on begin only when this point is reached."""
        self.card.enter()
        call("cuStreamWaitEvent", stream, self.event, 0)

    def wait(self) -> None:
        """Wait until this point is reached."""
        self.card.enter()
        call("cuEventSynchronize", self.event)


def one_after_the_other(card: "Card", first: int, then: int) -> None:
    """Let what one order of a card is told from now on begin after all that another was told."""
    if first != then:
        Mark(card, first).hold_back(then)
