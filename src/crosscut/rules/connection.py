"""What connection games have in common: two sides to join, stones to place, boards to fill."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.core.bits import Bits, count, nth
from crosscut.core.rng import below
from crosscut.rules.boards import Board, Square
from crosscut.rules.game import NOBODY, STUCK, Game


@dataclass(frozen=True)
class ConnectionGame(Game):
    """Black joins top and bottom, White left and right, on a square board unless it says so."""

    goals = {"north": 0, "south": 0, "west": 1, "east": 1}
    symmetry = "goals"

    @cached_property
    def board(self) -> Board:
        return Square(self.size)

    def connected(self, stones: Bits, colour: int) -> bool:
        """Tell whether stones join the two sides of their colour."""
        return self.board.crosses(stones, colour)

    @cached_property
    def _banks(self) -> tuple[Bits, Bits]:
        """The cells on a side that serves Black, and those on one that serves White."""
        sides, both = self.board.sides, (0, 0)
        for name, side in sides.items():
            owner = self.goals.get(name)
            both = tuple(both[i] | (side if owner in (i, None) else 0) for i in (0, 1))
        return Bits(both[0]), Bits(both[1])

    def mends(self, own: Bits, free: Bits, cut: Bits, colour: int) -> Bits:
        """Return the free cells that rejoin stones or a side that an enemy stone came between."""
        near = self.board.around(cut) & free
        stones = self.board.linked(cut) & own
        found, once = self.board.none, self.board.none
        bank = self._banks[1] if colour else self._banks[0]
        if cut & bank:
            once = near & bank
        elif not stones & (stones - 1):  # fewer than two
            return found
        while stones:
            group = self.board.fill(stones & -stones, stones)
            stones = stones ^ group
            beside = self.board.linked(group) & near
            found = found | once & beside
            once = once | beside
        return found


@dataclass(frozen=True)
class MovingGame(ConnectionGame):
    """A game in which a stone can be lifted and dropped; its state has a field ``held``."""

    def mobile(self, own: Bits, enemy: Bits) -> Bits:
        """Return the stones that may be lifted if they have somewhere to go."""
        raise NotImplementedError

    def drops(self, own: Bits, enemy: Bits, stone: Bits) -> Bits:
        """Return where a stone that is lifted may be dropped."""
        raise NotImplementedError

    def lifts(self, own: Bits, enemy: Bits) -> Bits:
        """Return the stones that have somewhere to go."""
        found = self.board.none
        tries = self.mobile(own, enemy)
        while tries:
            stone = tries & -tries
            tries = tries ^ stone
            if self.drops(own, enemy, stone):
                found = found | stone
        return found

    def mid_move(self, state) -> bool:
        return bool(state.held)

    def in_hand(self, state) -> int:
        return state.held


class Stones(NamedTuple):
    """The state of a game in which nothing but the stones matters."""

    own: Bits
    enemy: Bits
    colour: int
    winner: int


@dataclass(frozen=True)
class PlacingGame(ConnectionGame):
    """A turn is one stone on a free cell; a game says where, what else happens, and who wins."""

    def start(self) -> Stones:
        return Stones(self.board.none, self.board.none, 0, NOBODY)

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        """Return the cells where the player to move may place a stone."""
        return self.board.full & ~(own | enemy)

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        """Tell whether the stone just placed has connected what its colour has to connect."""
        return self.board.crosses_at(own, stone, colour)

    def settle(self, own: Bits, enemy: Bits, stone: Bits) -> tuple[Bits, Bits]:
        """Return both colours after what a stone just placed entails, the mover's first."""
        return own, enemy

    def victor(self, own: Bits, enemy: Bits, stone: Bits, colour: int) -> int:
        """Return who has won now that ``colour`` has placed a stone, or `NOBODY`."""
        return colour if self.completes(own, stone, colour) else NOBODY

    def legal(self, state: Stones) -> Bits:
        return self.spots(state.own, state.enemy)

    def play(self, state: Stones, action: int) -> Stones:
        stone, colour = self.board.bit(action), state.colour
        own, enemy = self.settle(state.own | stone, state.enemy, stone)
        return Stones(enemy, own, 1 - colour, self.victor(own, enemy, stone, colour))

    def skip(self, state: Stones) -> Stones:
        return Stones(state.enemy, state.own, 1 - state.colour, NOBODY)

    @property
    def has_long_turns(self) -> bool:
        return not self._plays_as(PlacingGame, "play")

    @property
    def stones_stay(self) -> bool:
        """Whether no stone ever leaves the board: False wherever a game settles something."""
        return self._plays_as(PlacingGame, "settle")

    @property
    def longest(self) -> int | None:
        """The cells, and a pass before every stone where a player can be stuck, and two to end."""
        cells = len(self.board.cells)
        if not self.stones_stay:
            return None
        if not self._plays_as(PlacingGame, "play", "legal", "options", "skip"):
            return None
        if not self._stuck_passes:
            return cells
        return cells + 2 if self._plays_as(PlacingGame, "spots") else 2 * cells + 2

    def sample(self, state: Stones, rng) -> int:
        spots = self.spots(state.own, state.enemy)
        places = count(spots)
        return nth(spots, below(rng, places)) if places else STUCK


@dataclass(frozen=True)
class TestedGame(PlacingGame):
    """A placing game that has to try a stone to know whether it may stand there."""

    def fits(self, own: Bits, enemy: Bits, stone: Bits) -> bool:
        """Tell whether the player to move may place this stone on a free cell."""
        raise NotImplementedError

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        found = self.board.none
        tries = self.board.full & ~(own | enemy)
        while tries:
            stone = tries & -tries
            tries = tries ^ stone
            if self.fits(own, enemy, stone):
                found = found | stone
        return found

    def sample(self, state: Stones, rng) -> int:
        """Try the free cells in random order; the first that fits is a uniform draw."""
        tries = self.board.full & ~(state.own | state.enemy)
        while tries:
            cell = nth(tries, below(rng, count(tries)))
            stone = self.board.bit(cell)
            if self.fits(state.own, state.enemy, stone):
                return cell
            tries = tries ^ stone
        return STUCK


@dataclass(frozen=True)
class FillingGame(PlacingGame):
    """A placing game in which stones stay, and a board with no spot left has one winner.

    Whoever is connected in the end was the first to be so. So a random game can be played on to the
    end without looking for a winner, and the turn that won is found by halving. The answer to a
    stone that cuts is one that mends.
    """

    @property
    def scratch_size(self) -> int:
        return 2 * self.width + 2

    @property
    def longest(self) -> int | None:
        """As of any placing game, but nobody passes after a pass: somebody has won before."""
        most = super().longest
        return most if most is None or not self._stuck_passes else most - 2

    def rollout(self, state: Stones, last: int, rng, scratch) -> tuple[int, int, int]:
        own, enemy, moves, passes = state.own, state.enemy, 0, 0
        informed = last != STUCK
        while passes < 2:
            spots = self.spots(own, enemy)
            if informed and 0 <= last < self.width:
                mends = self.mends(own, spots, self.board.bit(last), state.colour ^ moves & 1)
                spots = mends if mends else spots
            places = count(spots)
            if places:
                scratch[moves] = nth(spots, below(rng, places))
                own, enemy = enemy, own | self.board.bit(scratch[moves])
                passes = 0
            else:
                scratch[moves] = -1
                own, enemy = enemy, own
                passes += 1
            last = scratch[moves]
            moves += 1
        if moves & 1:
            own, enemy = enemy, own
        first = 0 if self.connected(own, state.colour) else 1  # the winner's first move
        before, after = 0, moves
        while after - before > 1:
            middle = (before + after) // 2
            stones = state.enemy if first else state.own
            for i in range(first, middle, 2):
                if scratch[i] >= 0:
                    stones = stones | self.board.bit(scratch[i])
            if self.connected(stones, state.colour ^ first):
                after = middle
            else:
                before = middle
        return state.colour ^ first, after, after
