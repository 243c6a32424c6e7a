"""Bare diagonals and crosscuts: what connection games on square grids have to deal with.

Two stones of a colour that touch at a corner are a bare diagonal unless a third stone of it is
beside both. Two bare diagonals of different colours that cross are a crosscut: neither can be
closed any more.
"""

from crosscut.core.bits import Bits
from crosscut.rules.boards.board import Board, members


class Diagonals(Board):
    """What a grid knows about its diagonals, in terms of its four steps."""

    def bare_rising(self, stones: Bits) -> Bits:
        """Return the lower stones of bare diagonals that rise to the right."""
        above, east = self.down(stones), self.left(stones)
        return self.left(above) & stones & ~(above | east)

    def bare_falling(self, stones: Bits) -> Bits:
        """Return the lower stones of bare diagonals that rise to the left."""
        above, west = self.down(stones), self.right(stones)
        return self.right(above) & stones & ~(above | west)

    def bare(self, stones: Bits) -> Bits:
        """Return the lower stones of all bare diagonals: no third stone is beside both."""
        return self.bare_rising(stones) | self.bare_falling(stones)

    def bare_spots(self, stones: Bits) -> Bits:
        """Return the points where one more stone would be the end of a bare diagonal."""
        return self.bare_spots_to(stones, stones)

    def bare_spots_to(self, ends: Bits, stones: Bits) -> Bits:
        """Return the points where one more stone would have a bare diagonal to one of ``ends``."""
        above, below = self.down(stones), self.up(stones)
        west, east = self.right(stones), self.left(stones)
        high, low = self.down(ends), self.up(ends)
        return (
            (self.left(high) & ~(above | east))
            | (self.right(high) & ~(above | west))
            | (self.left(low) & ~(below | east))
            | (self.right(low) & ~(below | west))
        )

    def sound_spots(self, stones: Bits, free: Bits) -> Bits:
        """Return the free points where one more stone leaves no bare diagonal."""
        if not self.bare(stones):
            return free & ~self.bare_spots(stones)
        found = self.none
        tries = self.closers(stones) & free  # a stone elsewhere would leave that diagonal bare
        while tries:
            point = tries & -tries
            tries = tries ^ point
            if not self.bare(stones | point):
                found = found | point
        return found

    def bare_pairs(self, stones: int) -> list[tuple[int, int]]:
        """Return both ends of every bare diagonal, the lower one first."""
        return [
            (low, high)
            for low in members(stones)
            for high in members(self.up(self.left(1 << low) | self.right(1 << low)) & stones)
            if not self.neighbours(1 << low) & self.neighbours(1 << high) & stones
        ]

    def closers(self, stones: Bits) -> Bits:
        """Return the two points that close one bare diagonal, of which there must be some."""
        rising = self.bare_rising(stones)
        if rising:
            low = rising & -rising
            return self.up(low) | self.right(low)
        falling = self.bare_falling(stones)
        low = falling & -falling
        return self.up(low) | self.left(low)

    def closing_spots(self, stones: Bits) -> Bits:
        """Return all points beside both ends of some bare diagonal."""
        rising, falling = self.bare_rising(stones), self.bare_falling(stones)
        return self.up(rising | falling) | self.right(rising) | self.left(falling)

    def crosscut_spots(self, own: Bits, enemy: Bits) -> Bits:
        """Return the points where one more own stone would be part of a crosscut."""
        high_right, low_right, low_left, high_left = self.crosscut_corners(own, enemy)
        return high_right | low_right | low_left | high_left

    def crosscut_corners(self, own: Bits, enemy: Bits) -> tuple[Bits, Bits, Bits, Bits]:
        """Return these points by the corner at which the other own stone is, clockwise."""
        above, below = self.down(enemy), self.up(enemy)
        west, east = self.right(enemy), self.left(enemy)
        high, low = self.down(own), self.up(own)
        return (
            self.left(high) & above & east,
            self.left(low) & below & east,
            self.right(low) & below & west,
            self.right(high) & above & west,
        )

    def crosscut_stones(self, own: Bits, enemy: Bits) -> Bits:
        """Return the own stones that are part of a crosscut."""
        above, high = self.down(enemy), self.down(own)
        rising = own & self.left(high) & above & self.left(enemy)
        falling = own & self.right(high) & above & self.right(enemy)
        return rising | self.up(self.right(rising)) | falling | self.up(self.left(falling))

    def crosscut_partners(self, stone: Bits, own: Bits, enemy: Bits) -> Bits:
        """Return the enemy stones beside one stone that share a crosscut with it."""
        above, below = self.up(stone), self.down(stone)
        west, east = self.left(stone), self.right(stone)
        found = self.none
        if self.left(above) & own and above & enemy and west & enemy:
            found = found | above | west
        if self.right(above) & own and above & enemy and east & enemy:
            found = found | above | east
        if self.left(below) & own and below & enemy and west & enemy:
            found = found | below | west
        if self.right(below) & own and below & enemy and east & enemy:
            found = found | below | east
        return found
