"""Cut the enemy's snakes off from each other until none is left.

1. Black and White take turns on the cells of an empty hexagon of hexagons. Black begins.
2. Adjacent stones of one colour are a group. A single stone is an egg. More of them are a snake: a
   chain with two ends that touches itself nowhere.
3. A survival path is a row of empty cells from an egg or an end of a snake to an egg or an end of
   another group of the colour, such that stones on it would make one snake of the two. It touches
   no third group.
4. A group is alive if it has a survival path, or if its colour has never had two groups at once.
   Otherwise it is dead.
5. The head of a snake is the end with the shorter survival path, the other end is its tail. If both
   are as short you choose. A snake without a survival path has neither.
6. On your turn either place a stone or let a snake crawl. You may place on an empty cell that
   touches no snake of yours and at most two of your eggs.
7. To crawl, lift the tail and put it down on an empty cell beside the head. Either it touches no
   other stone of yours there, and when the turn is over the snake has a shorter survival path than
   before; or it also touches one egg or one end of another snake, and makes one snake of the two.
8. Then choose a colour and remove all dead groups of it, and after that all dead groups of the
   other colour.
9. A turn is illegal if a player who lost stones in it, and has others left, could put a stone on
   one of their cells that would stay there, were it his turn. It is also illegal if the only stone
   removed is the one just placed.
10. Who loses his last stone has lost, and so has a player without a legal turn.

Settled:
- A snake is an open chain: no triangle, no fork, no closed ring.
- Eggs that have a survival path stay, though the text says to remove all eggs: no game could begin.
- Survival paths are compared over both ends and all other groups, after the removals.
- Two groups may be made one even if the snake is dead then. In the variants m1 and r1-m1 that is
  illegal; there, about half of all random games end with a player who has no turn.
- Rule 9 looks at the emptied cells. In the variants r1 and r1-m1 it looks at the whole empty area
  around them. It does not ask whether the player's turn would itself break rule 9.
- You are asked for the colour only if both orders are legal and differ. If both colours lose their
  last stone, the first one to go has lost.
- To make a board that was there before, with the same player to move, is illegal. No game is known
  in which that could happen.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from crosscut.core.bits import Bits, lowest
from crosscut.core.jit import separate
from crosscut.core.rng import below
from crosscut.rules import refusals as reasons
from crosscut.rules.boards import Hexagon, members
from crosscut.rules.game import NOBODY, Facts, ScratchGame, in_variant
from crosscut.rules.games import _snakes as snakes
from crosscut.rules.move_code import STUCK, TAP_BITS, TAP_MASK, and_then, then

ILLEGAL, ENEMY_FIRST, OWN_FIRST, EITHER = range(4)
"""Which dead may be removed first; if either may, it makes a difference."""


class State(NamedTuple):
    own: Bits
    enemy: Bits
    held: Bits  # the tail that has been lifted, still one of the own stones
    asking: Literal[0, 1]  # 1 while dead of both colours wait to be removed as the mover says
    colour: int
    winner: int


@dataclass(frozen=True)
class Serpent(ScratchGame):
    facts = Facts(
        "Serpent", "Saïd Galdsei", 2025, (4, 5, 6), 5,
        variants={
            "standard": "The emptied cells may not be played on; a dead merger is legal.",
            "r1": "The whole empty area around emptied cells may not be played on.",
            "m1": "A merger that would be dead is illegal.",
            "r1-m1": "Both of these.",
        },
        tags={"Play": "Combinatorial", "Mechanism": "Annihilation", "Components": "Board, stones"},
        links=("https://boardgamegeek.com/boardgame/446586",),
        notation="c3 places a stone, a1-c2 crawls; c3/W removes White's dead first",
    )  # fmt: skip
    extras = {"B": "remove Black's dead first", "W": "remove White's dead first"}
    stuck = "loses"
    repetition = "illegal"
    symmetry = "goals"
    wide = in_variant("r1", "r1-m1")
    careful = in_variant("m1", "r1-m1")

    @cached_property
    def board(self) -> Hexagon:
        return Hexagon(self.size)

    @property
    def scratch_size(self) -> int:
        return 10 * self.width  # a stone on a cell, or its way to five others, in two orders

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, 0, 0, NOBODY)

    def mid_move(self, state: State) -> bool:
        return bool(state.held) or state.asking == 1

    def in_hand(self, state: State) -> int:
        return state.held

    # What a turn leaves. A colour that has had two groups has two or none when a turn is over. So
    # rule 4 spares a lone group of the other player, and one of a mover who had no second one.

    def free(self, own: Bits, enemy: Bits) -> Bits:
        """Return the empty cells."""
        return self.board.full & ~(own | enemy)

    def comeback(self, stones: Bits, others: Bits, lost: Bits) -> Bits:
        """Return a cell where a colour that is left could put a stone back, as rule 9 forbids."""
        if not lost or not stones:
            return self.board.none
        return snakes.comeback(self.board, stones, others, lost, self.wide)

    def allows(
        self, after: Bits, enemy: Bits, left: Bits, others: Bits, stone: Bits, goal: int
    ) -> bool:
        """Tell whether a turn may leave so much of both colours."""
        separate()
        lost, taken = after & ~left, enemy & ~others
        if not snakes.serves(self.board, left, others, lost, taken, stone, goal, self.careful):
            return False
        if self.comeback(others, left, taken):
            return False
        return not self.comeback(left, others, lost)

    # Turns: a stone is placed, or put down beside the head after it was lifted as the tail.

    def verdict(self, own: Bits, enemy: Bits, tail: Bits, stone: Bits) -> int:
        """Return which dead may be removed first when a stone has landed."""
        separate()
        after, spared = own ^ tail | stone, not snakes.several(self.board, own)
        goal = snakes.goal(self.board, own, self.free(own, enemy), tail, stone)
        left, others = snakes.cleared(self.board, after, enemy, spared, False)
        found = ENEMY_FIRST if self.allows(after, enemy, left, others, stone, goal) else ILLEGAL
        if others == enemy or not snakes.torn(self.board, after, enemy, spared):
            return found
        other_left, other_others = snakes.cleared(self.board, after, enemy, spared, True)
        if left == other_left and others == other_others:
            return found
        if self.allows(after, enemy, other_left, other_others, stone, goal):
            found += OWN_FIRST
        return found

    def drops(self, own: Bits, enemy: Bits, tail: Bits) -> Bits:
        """Return the cells on which a stone, or this tail, may be put down."""
        separate()
        found = self.board.none
        tries = snakes.landings(self.board, own, self.free(own, enemy), tail)
        while tries:
            stone = tries & -tries
            tries = tries ^ stone
            if self.verdict(own, enemy, tail, stone) != ILLEGAL:
                found = found | stone
        return found

    def legal(self, state: State, scratch) -> Bits:
        separate()
        own, enemy, tails = state.own, state.enemy, self.board.none
        if state.asking:
            return tails
        found = self.drops(own, enemy, state.held)
        if not state.held:
            tails = snakes.tails(self.board, own, self.free(own, enemy))
        while tails:
            tail = tails & -tails
            tails = tails ^ tail
            if self.drops(own, enemy, tail):
                found = found | tail
        return found

    def options(self, state: State, scratch) -> int:
        return 3 if state.asking else 0

    def play(self, state: State, action: int, scratch) -> State:
        separate()
        own, enemy, colour, none = state.own, state.enemy, state.colour, self.board.none
        if state.asking:
            return self.next(own, enemy, False, action == self.first_extra + colour, colour)
        tap = self.board.bit(action)
        if tap & own:
            return State(own, enemy, tap, 0, colour, NOBODY)
        after, spared, order = own ^ state.held | tap, not snakes.several(self.board, own), 0
        if snakes.torn(self.board, after, enemy, spared):
            order = self.verdict(own, enemy, state.held, tap)
            if order == EITHER:
                return State(after, enemy, none, 1, colour, NOBODY)
        return self.next(after, enemy, spared, order == OWN_FIRST, colour)

    def next(self, own: Bits, enemy: Bits, spared: bool, own_first: bool, colour: int) -> State:
        """Return the state at the end of a turn."""
        left, others = snakes.cleared(self.board, own, enemy, spared, own_first)
        winner = NOBODY if left else 1 - colour
        if left and enemy and not others:
            winner = colour
        return State(others, left, self.board.none, 0, 1 - colour, winner)

    def sample(self, state: State, rng, scratch) -> int:
        """Try all moves in random order, each once for either order of removals."""
        separate()
        own, enemy, board, moves = state.own, state.enemy, self.board, 0
        free, spared = self.free(own, enemy), not snakes.several(board, own)
        tail, tails = board.none, snakes.tails(board, own, free)
        while True:
            tries = snakes.landings(self.board, own, free, tail)
            while tries:
                cell = lowest(tries)
                move = then(lowest(tail), cell) if tail else cell
                scratch[moves], scratch[moves + 1] = 2 * move, 2 * move + 1
                tries = tries & (tries - 1)
                moves += 2
            if not tails:
                break
            tail = tails & -tails
            tails = tails ^ tail
        while moves:
            k = below(rng, moves)
            move, own_first, moves = scratch[k] >> 1, scratch[k] & 1, moves - 1
            scratch[k] = scratch[moves]
            tail, stone, taps = board.none, board.bit(move & TAP_MASK), 1
            if move >> TAP_BITS:
                tail, stone, taps = stone, board.bit((move >> TAP_BITS) - 1), 2
            if own_first and not snakes.torn(self.board, own ^ tail | stone, enemy, spared):
                continue  # there is no second order
            verdict = self.verdict(own, enemy, tail, stone)
            if verdict == EITHER:
                colour = state.colour if own_first else 1 - state.colour
                return and_then(move, taps, self.first_extra + colour)
            if verdict != ILLEGAL and not own_first:
                return move
        return STUCK

    def spell(self, state: State, taps: list[int]) -> str:
        """Write the colour that is removed first behind a stroke."""
        move = super().spell(state, [tap for tap in taps if tap < self.first_extra])
        return "/".join([move, *(self.tap_text(tap) for tap in taps if tap >= self.first_extra)])

    def usual_order(self, state: State, taps: list[int]) -> list[int]:
        """Leave out a colour where there is but one order of removals."""
        *cells, last = taps
        if last < self.first_extra or len(cells) not in (1, 2) or state.held or state.asking:
            return taps
        after = state.own ^ sum(1 << cell for cell in cells[:-1]) | 1 << cells[-1]
        spared = not snakes.several(self.board, state.own)
        return taps if snakes.torn(self.board, after, state.enemy, spared) else cells

    def left_out(self, state: State) -> int | None:
        """Read a text without a colour as removing the enemy's dead first."""
        return self.first_extra + 1 - state.colour if state.asking else None

    def flaw(self, pieces: tuple[int, ...]) -> str:
        for group in snakes.groups(self.board, pieces[0]) + snakes.groups(self.board, pieces[1]):
            if not snakes.is_chain(self.board, group):
                names = " ".join(self.board.name(cell) for cell in members(group))
                return f"{names} are no open chain (rule 2)"
        return ""

    def objection(self, state: State, action: int) -> str:
        own, enemy, held, board = state.own, state.enemy, state.held, self.board
        if state.asking and action < self.width:
            return "first say whose dead are removed first, B or W"
        if action >= self.width or board.bit(action) & (enemy | own if held else enemy):
            return super().objection(state, action)
        tap, free, rest = board.bit(action), self.free(own, enemy), own ^ held
        if tap & own:
            return reasons.immobility(board, own, free, tap)
        if tap & snakes.landings(board, own, free, held):
            return self.refusal(own, enemy, held, tap, state.colour)
        touched = reasons.chains(board, board.fill(board.neighbours(tap) & rest, rest))
        if not held:
            return f"it touches {touched} (rule 6)"
        head = snakes.other_end(board, own, held)
        if not tap & board.neighbours(head):
            return f"it is not beside the head, {reasons.chains(board, head)}"
        return f"{touched} would not be one snake then (rule 7)"

    def refusal(self, own: int, enemy: int, tail: int, stone: int, colour: int) -> str:
        """Say what is wrong with a stone that may land where it does by what it touches."""
        board, after, spared = self.board, own ^ tail | stone, not snakes.several(self.board, own)
        goal = snakes.goal(board, own, self.free(own, enemy), tail, stone)
        left, others = snakes.cleared(board, after, enemy, spared, False)
        lost, taken = after & ~left, enemy & ~others
        if not snakes.serves(board, left, others, lost, taken, stone, goal, self.careful):
            if goal == snakes.PLACED:
                return "it would be removed, and it alone (rule 9)"
            if lost & stone:
                return "the snake would be dead (rule 7)"
            length = snakes.shortest(board, stone, left, self.free(left, others))
            if length == snakes.FAR:
                return "the snake would have no survival path (rule 7)"
            return f"its shortest survival path would be {length} long and was {goal} (rule 7)"
        sides = (others, left, taken, 1 - colour), (left, others, lost, colour)
        for stones, rest, gone, owner in sides:
            cell = self.comeback(stones, rest, gone)
            if cell:
                removal = f"the removal of {reasons.chains(board, gone)} would not be valid"
                return f"{removal}: {self.kinds[owner][0]} could play {reasons.chains(board, cell)}"
        return "that board was there before, with the same player to move"
