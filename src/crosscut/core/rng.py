"""Random numbers that repeat: one 64-bit word of state, the same draws interpreted and compiled.

The generator is SplitMix64 (Steele, Lea and Flood, 2014). Its state is the one element of a row, a
list when interpreted and an array when compiled, so that rules can draw without returning it.
"""

from crosscut.core.bits import MASK, WEIGHT, scramble


def seeded(seed: int, stream: int = 0) -> list[int]:
    """Return a generator for ``seed``; different streams of one seed are independent."""
    return [stream_state(seed, stream)]


def stream_state(seed: int, stream: int) -> int:
    """Return the state with which stream number ``stream`` of a seed begins."""
    return scramble((scramble((seed + WEIGHT) & MASK) + stream * WEIGHT) & MASK)


def draw(rng: list[int]) -> int:
    """Return 64 random bits."""
    rng[0] = (rng[0] + WEIGHT) & MASK
    return scramble(rng[0])


def below(rng: list[int], n: int) -> int:
    """Return a number drawn exactly uniformly from ``range(n)``, for 0 < n < 2**32.

    Lemire's method: the high half of a product is the number; a low half that is too small would
    favour some numbers and is drawn again.
    """
    product = (draw(rng) >> 32) * n
    if product & 0xFFFFFFFF < n:
        bias = 0x100000000 % n
        while product & 0xFFFFFFFF < bias:
            product = (draw(rng) >> 32) * n
    return product >> 32
