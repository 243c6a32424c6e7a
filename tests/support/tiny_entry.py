"""An entry point that compiles in a second, where real ones take many."""

from crosscut.core.bits import count, lowest
from crosscut.core.jit import entry


@entry
def choices(game, taps):
    """Add up how many cells may be tapped, while the lowest one is tapped each time."""
    state, total = game.start(), 0
    for _ in range(taps):
        legal = game.legal(state)
        if legal:
            total += count(legal)
            state = game.play(state, lowest(legal))
    return total
