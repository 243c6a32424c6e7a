"""Lead the shared black trail into a loop with more of your pieces inside than of the other's.

1. The second player sets up: he puts as many white as red pieces on the cells of a hexagon of
   hexagons, at least one of each, none of them at the rim and no two of them adjacent.
2. The first player then either takes the first move, and the second player chooses between white
   and red; or he takes white or red himself, and the second player moves first.
3. White and red pieces stay where they are. The players take turns to add a black piece, which
   belongs to both. The first goes on any empty cell, every other on an empty cell adjacent to the
   black piece placed last. It may touch older ones as well.
4. Black pieces form a loop when they enclose a cell without a black piece: no way over such cells
   leads from it to the rim. The edge of the board is no part of a loop.
5. A black piece must close a loop, or a loop must still be possible after it: some row of further
   pieces, each next to the one before, could close one, whoever places them. So nobody may lead the
   trail into a dead end.
6. A loop ends the game. Who has more pieces of his colour inside wins, whoever closed it. If there
   are as many of both, the player who closed it loses.

Settled:
- Three adjacent pieces and a full hexagon of seven are no loops: nothing else is inside.
- If a piece closes several loops at once, the pieces inside all of them count together.
- Rule 5 looks as far ahead as it takes. With it there is always a legal cell and every game ends
  with a loop; without it some games would end in a dead end for which there is no rule.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from crosscut.core.bits import Bits, count, lowest, nth
from crosscut.core.errors import BadNotation
from crosscut.core.rng import below
from crosscut.rules.boards import Hexagon, members
from crosscut.rules.game import NOBODY, STUCK, Facts, ScratchGame
from crosscut.rules.games import _trails as trails

SETTING, CHOOSING, NAMING, TRAIL = range(4)
"""What is going on: set-up, the choice of the first player, that of the second, and the game."""
DONE, FIRST, WHITE, RED = range(4)
"""The numbers of the extras."""


class State(NamedTuple):
    white: Bits
    red: Bits
    black: Bits
    last: Bits  # the black piece placed last
    phase: Literal[0, 1, 2, 3]  # 0 set-up, 1 and 2 choices of first and second player, 3 the trail
    holder: Literal[-1, 0, 1]  # the player who has white, or NOBODY
    colour: int  # the player to move: 0 is the one who chooses, 1 the one who sets up
    winner: int


@dataclass(frozen=True)
class Snaketrail(ScratchGame):
    facts = Facts(
        "Snaketrail", "Kanare Kato", None, (5, 6), 5, smallest=3,
        tags={"Play": "Combinatorial", "Mechanism": "Enclosure", "Components": "Board, pieces"},
        notation="W:d4,b2 R:f4,f2 sets up, first, white or red chooses, c3 adds a black piece",
    )  # fmt: skip
    kinds = (("White", "W"), ("Red", "R"), ("Black", "B"), ("Head", "@"))
    extras = {
        "done": "the set-up is complete",
        "first": "move first; the other player chooses his colour",
        "white": "play white",
        "red": "play red",
    }
    stuck = "loses"  # it cannot happen
    symmetry = "board"
    timeless = False

    @cached_property
    def board(self) -> Hexagon:
        return Hexagon(self.size)

    # the cells that are not at the rim
    inner = cached_property(lambda self: Bits(self.board.full & ~self.board.rim))
    scratch_size = property(lambda self: self.width)

    @property
    def longest(self) -> int | None:  # every cell, the end of the set-up, two choices
        own = self._plays_as(Snaketrail, "play", "legal", "options", "ahead", "room", "stuck")
        return len(self.board.cells) + 3 if own else None

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, none, SETTING, NOBODY, 1, NOBODY)

    # Set-up and choices.

    def room(self, white: Bits, red: Bits) -> Bits:
        """Return where the next piece of the set-up fits; after a white one a red one must."""
        pieces, board = white | red, self.board
        free = self.inner & ~(pieces | board.neighbours(pieces))
        if count(white) > count(red):
            return free
        tries, found = free, board.none
        while tries:
            piece = tries & -tries
            tries = tries ^ piece
            if free & ~(piece | board.neighbours(piece)):
                found = found | piece
        return found

    def deal(self, rng) -> State:
        """Fill about a fifth of the inner cells, piece by piece, anew if they do not fit."""
        board, pairs = self.board, max(1, count(self.inner) // 9)
        white = red = board.none
        while count(red) < pairs:
            free = self.inner & ~(white | red | board.neighbours(white | red))
            if not free:
                white = red = board.none
                continue
            piece = board.bit(nth(free, below(rng, count(free))))
            if count(white) == count(red):
                white = white | piece
            else:
                red = red | piece
        return State(white, red, board.none, board.none, CHOOSING, NOBODY, 0, NOBODY)

    def options(self, state: State, scratch) -> int:
        if state.phase == SETTING:
            ready = bool(state.red) and count(state.white) == count(state.red)
            return 1 << DONE if ready else 0
        if state.phase == CHOOSING:
            return 1 << FIRST | 1 << WHITE | 1 << RED
        return 1 << WHITE | 1 << RED if state.phase == NAMING else 0

    # The trail.

    def ahead(self, state: State) -> tuple[Bits, Bits]:
        """Return the free cells, and those among them beside the last piece."""
        free = self.board.full & ~(state.white | state.red | state.black)
        return free, free & self.board.neighbours(state.last) if state.last else free

    def legal(self, state: State, scratch) -> Bits:
        if state.phase == SETTING:
            return self.room(state.white, state.red)
        found = self.board.none
        if state.phase != TRAIL:
            return found
        free, tries = self.ahead(state)
        while tries:
            piece = tries & -tries
            tries = tries ^ piece
            if trails.may_follow(self.board, state.black, piece, free, scratch):
                found = found | piece
        return found

    def judge(self, white: Bits, red: Bits, black: Bits, holder: int, closer: int) -> int:
        """Return the winner now that a player has closed a loop."""
        inside = trails.inside(self.board, black)
        more = count(inside & white) - count(inside & red)
        if more == 0:
            return 1 - closer
        return holder if more > 0 else 1 - holder

    def play(self, state: State, action: int, scratch) -> State:
        white, red, black, colour = state.white, state.red, state.black, state.colour
        if state.phase == TRAIL:
            piece, winner = self.board.bit(action), NOBODY
            if trails.closes(self.board, black, piece):
                winner = self.judge(white, red, black | piece, state.holder, colour)
            return State(white, red, black | piece, piece, TRAIL, state.holder, 1 - colour, winner)
        if action < self.width:
            piece = self.board.bit(action)
            if count(white) > count(red):
                red = red | piece
            else:
                white = white | piece
            return State(white, red, black, black, SETTING, NOBODY, colour, NOBODY)
        choice, phase, holder = action - self.first_extra, TRAIL, NOBODY
        if choice == DONE:
            phase = CHOOSING
        elif choice == FIRST:
            phase = NAMING
        else:
            holder = colour if choice == WHITE else 1 - colour
        return State(white, red, black, black, phase, holder, 1 - colour, NOBODY)

    def sample(self, state: State, rng, scratch) -> int:
        """Try the cells in random order; the first that the trail may follow is a uniform draw."""
        if state.phase == CHOOSING:
            return self.first_extra + FIRST + below(rng, 3)
        if state.phase == NAMING:
            return self.first_extra + WHITE + below(rng, 2)
        if state.phase == SETTING:
            room = self.room(state.white, state.red)
            places = count(room)
            k = below(rng, places + self.options(state, scratch))  # which is 1 if one may be done
            return nth(room, k) if k < places else self.first_extra + DONE
        free, tries = self.ahead(state)
        while tries:
            cell = nth(tries, below(rng, count(tries)))
            piece = self.board.bit(cell)
            if trails.may_follow(self.board, state.black, piece, free, scratch):
                return cell
            tries = tries ^ piece
        return STUCK

    # Diagrams, words and texts.

    def pieces(self, state: State) -> tuple[int, ...]:
        return state.white, state.red, state.black & ~state.last, state.last

    def setup(self, pieces: tuple[int, ...], colour: int) -> State:
        """Return the trail as it stands when the first player has white."""
        white, red, older, head = pieces
        closed = trails.closes(self.board, older, head)
        winner = self.judge(white, red, older | head, 0, 1 - colour) if closed else NOBODY
        return State(white, red, older | head, head, TRAIL, 0, colour, winner)

    def flaw(self, pieces: tuple[int, ...]) -> str:
        white, red, older, head = pieces
        board, black, free = self.board, older | head, self.board.full & ~sum(pieces)
        if count(white) != count(red) or not red:
            return "white and red pieces are not equal in number, or there are none"
        if (white | red) & (board.rim | board.neighbours(white | red)):
            return "a white or red piece stands at the rim or beside another"
        parts = board.fill(head, black) != black or board.fill(older & -older, older) != older
        if black and (count(head) != 1 or parts):
            return "black is not one chain with its last piece shown as @"
        if trails.inside(board, older):
            return "there was a loop before the last piece"
        unclosed = head and not trails.closes(board, older, head)
        if unclosed and not trails.leads_on(board, black, head, free, [0] * self.width):
            return "the trail is in a dead end"
        return ""

    def prelude(self, state: State) -> bool:
        return state.phase != TRAIL

    def player(self, state: State, colour: int) -> str:
        if state.holder == NOBODY:
            return ("Chooser", "Setter")[colour]
        return "White" if state.holder == colour else "Red"

    def task(self, state: State) -> str:
        kind = "red" if count(state.white) > count(state.red) else "white"
        return f"put down a {kind} piece" if state.phase == SETTING else ""

    def outcome(self, state: State) -> str:
        inside = trails.inside(self.board, state.black)
        white, red = count(inside & state.white), count(inside & state.red)
        tie = ", and who closes a loop loses a tie" if white == red else ""
        return f"{white} white and {red} red inside{tie}"

    def deciding(self, state: State, winner: int) -> int:
        return trails.loop(self.board, state.black)

    def spell_turn(self, state: State, moves: list[str]) -> str:
        """Write a whole set-up by colours."""
        if state.phase != SETTING or state.white or moves[-1] != "done":
            return super().spell_turn(state, moves)
        return f"W:{','.join(moves[:-1:2])} R:{','.join(moves[1:-1:2])}"

    def read_turn(self, state: State, text: str) -> list[int] | None:
        """Read a set-up that is written by colours."""
        if ":" not in text:
            return None
        if state.phase != SETTING:
            raise BadNotation("the set-up is over")
        parts = re.fullmatch(r"(?i)([wr]):([\w, ]+?)[;/ ]+(?!\1)([wr]):([\w, ]+)", text)
        if not parts:
            raise BadNotation(f"{text!r} is no set-up; write W:d4,b2 R:f4,f2")
        names = [re.findall(r"\w+", part) for part in parts.group(2, 4)]
        cells = [[self.board.cell(name) for name in each] for each in names]
        white, red = cells if parts[1].lower() == "w" else cells[::-1]
        if len(white) != len(red):
            pieces = f"{len(white)} white and {len(red)} red pieces"
            raise BadNotation(f"{text}: {pieces}; there have to be as many of both")
        taps = [cell for pair in zip(white, red, strict=True) for cell in pair]
        there = members(state.white | state.red)
        if sorted(taps[: len(there)]) != there:
            raise BadNotation(f"{text}: other pieces are on the board already; undo first")
        return [*taps[len(there) :], self.first_extra + DONE]

    def objection(self, state: State, action: int) -> str:
        board, pieces = self.board, state.white | state.red
        if action >= self.width:
            return super().objection(state, action)
        if state.phase in (CHOOSING, NAMING):
            open_now = list(self.extras)[FIRST if state.phase == CHOOSING else WHITE :]
            return f"you have to choose: {', '.join(open_now)}"
        cell = board.bit(action)
        if cell & state.black:
            return "the point is taken by Black"
        if cell & pieces:
            return super().objection(state, action)
        if state.phase == TRAIL:
            if state.last and not cell & board.neighbours(state.last):
                last = board.name(lowest(state.last))
                return f"it is not beside the last black piece, {last} (rule 3)"
            return "the trail could never close a loop from there (rule 5)"
        if cell & board.rim:
            return "it is at the rim (rule 1)"
        beside = board.neighbours(cell) & pieces
        if beside:
            return f"it is beside the piece on {board.name(lowest(beside))} (rule 1)"
        return "no red piece would fit any more"
