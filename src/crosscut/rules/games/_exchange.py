"""Drawing a random way for a stone that is exchanged with others until it is in no crosscut.

A way is a move of several taps: where the stone is placed, and with which stones it is exchanged,
one after another. Nearly all ways have one or two taps. Those are counted for all points at once
by their direction, and only stones that might go further are followed one by one.
"""

from crosscut.core.bits import Bits, count, lowest, nth
from crosscut.core.jit import jitable
from crosscut.core.rng import below
from crosscut.rules.move_code import MOST_TAPS, STUCK, and_then, then

MANY = 1 << 30
"""More ways than a stone can have."""


@jitable
def draw_way(board, own: Bits, enemy: Bits, colour: int, rng, scratch) -> int:
    """Draw a move exactly uniformly: a stone on a free point, or on a full board one that is there.

    The working space needs room for as many integers as there are cells.
    """
    free = board.full & ~(own | enemy)
    crossing = free & board.crosscut_spots(own, enemy)
    plain = free ^ crossing
    if not crossing and plain:
        return nth(plain, below(rng, count(plain)))
    up, right, down, left, further = short_ways(board, own, enemy, colour, crossing)
    if not free:
        further = board.crosscut_stones(own, enemy)
    some, ups, rights, downs = count(plain), count(up), count(right), count(down)
    total = some + ups + rights + downs + count(left)
    ways, chosen = 0, board.none
    k = below(rng, total) if total else 0
    while further:
        stone = further & -further
        further = further ^ stone
        found, _ = follow_ways(board, own | stone, enemy, stone, colour, MANY, scratch)
        total += found
        if below(rng, total) < found:
            ways, chosen = found, stone
    if chosen:
        return long_way(board, own | chosen, enemy, chosen, colour, below(rng, ways), scratch)
    if total == 0:
        return STUCK
    if k < some:
        return nth(plain, k)
    k -= some
    if k < ups:
        cell = nth(up, k)
        return then(cell, lowest(board.up(board.bit(cell))))
    k -= ups
    if k < rights:
        cell = nth(right, k)
        return then(cell, lowest(board.right(board.bit(cell))))
    k -= rights
    if k < downs:
        cell = nth(down, k)
        return then(cell, lowest(board.down(board.bit(cell))))
    cell = nth(left, k - downs)
    return then(cell, lowest(board.left(board.bit(cell))))


@jitable
def short_ways(board, own: Bits, enemy: Bits, colour: int, spots: Bits):
    """Return the spots from which one exchange up, right, down or left is a way, and all others.

    The others are those where a stone might win at once, or might have to be exchanged again. After
    an exchange the stone stands one step further and the exchanged enemy behind it: a crosscut
    there has a corner ahead, or a corner behind with an enemy only at its side.
    """
    high_right, low_right, low_left, high_left = board.crosscut_corners(own, enemy)
    north, south = board.down(own), board.up(own)
    west, east = board.right(own), board.left(own)
    above, under = board.down(enemy), board.up(enemy)
    before, after = board.right(enemy), board.left(enemy)
    sides = board.south | board.north if colour == 0 else board.west | board.east
    further = (north | south) & (west | east) | north & south | west & east
    further = further | (north | south | west | east) & sides
    again_up = high_right | high_left | board.left(south) & after | board.right(south) & before
    again_down = low_right | low_left | board.left(north) & after | board.right(north) & before
    again_right = high_right | low_right | board.right(north) & above | board.right(south) & under
    again_left = high_left | low_left | board.left(north) & above | board.left(south) & under
    up, right = spots & (high_right | high_left), spots & (high_right | low_right)
    down, left = spots & (low_right | low_left), spots & (high_left | low_left)
    further = further | up & board.down(again_up) | down & board.up(again_down)
    further = further | right & board.left(again_right) | left & board.right(again_left)
    return up & ~further, right & ~further, down & ~further, left & ~further, spots & further


@jitable
def long_way(board, own: Bits, enemy: Bits, stone: Bits, colour: int, number: int, scratch) -> int:
    """Return way number so and so of a stone, or as much of it as a sampled move holds."""
    _, taps = follow_ways(board, own, enemy, stone, colour, number, scratch)
    move = scratch[0]
    for i in range(1, min(taps, MOST_TAPS)):
        move = and_then(move, i, scratch[i])
    return move


@jitable
def follow_ways(board, own: Bits, enemy: Bits, stone: Bits, colour: int, wanted: int, scratch):
    """Go through the ways of a stone until the one wanted; return their number, and its taps.

    The points of the way stand in the working space. It goes depth first, as an exchange is undone
    by the same exchange. A way ends when somebody is connected.
    """
    gone, last, depth, found = board.none, board.none, 0, 0
    while True:
        rest = board.crosscut_partners(stone, own, enemy) & ~gone
        scratch[depth] = lowest(stone)
        if last:
            rest = rest & ~(last | (last - 1))
        else:  # the stone has just come here
            other = board.bit(scratch[depth - 1]) if depth else board.none
            if (
                not rest
                or board.crosses_at(own, stone, colour)
                or (depth and board.crosses_at(enemy, other, 1 - colour))
            ):
                if found == wanted:
                    return found, depth + 1
                found += 1
                rest = board.none
        if rest:
            last = rest & -rest
            gone = gone | stone
            depth += 1
            own, enemy = own ^ stone ^ last, enemy ^ stone ^ last
            stone, last = last, board.none
        elif depth == 0:
            return found, 0
        else:
            depth -= 1
            last = stone
            stone = board.bit(scratch[depth])
            gone = gone ^ stone
            own, enemy = own ^ stone ^ last, enemy ^ stone ^ last
