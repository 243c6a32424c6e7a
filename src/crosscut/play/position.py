"""A position: immutable, with its history, speaking text outside and taps inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from crosscut.core.arguments import SEEDS, whole
from crosscut.core.errors import BadNotation, BadOption, GameOver, IllegalMove
from crosscut.core.rng import seeded
from crosscut.core.user_code import noting_place
from crosscut.play import notation
from crosscut.play.immutable import Unchanging
from crosscut.rules import game_state as rules
from crosscut.rules import state_packing
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.game_state import Table, step_work

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Position"]


class Position(Unchanging):
    """One moment of a game; every method that changes something returns a new position.

    >>> import crosscut
    >>> position = crosscut.game("slither", size=4).position()
    >>> print(position.play("b2").play("c3"))
    4 . . . .
    3 . . O .
    2 . X . .
    1 . . . .
      a b c d
    Black (X) to move
    """

    game: Game
    """The game that is played."""
    table: Table
    """The state of the game, with what the framework adds to it."""
    keys: list[int]
    """The hashes of earlier turns, as `crosscut.core.workspace.Work` keeps them."""
    parent: Position | None
    """The position one tap ago."""
    tap_made: int
    """The action that led here from the parent."""
    origin: Mapping[str, Any]
    """For the first position of a game: the options it was started with."""

    _internal: ClassVar = frozenset(
        "table keys parent tap_made origin set_up past_prelude result choices step taps_since "
        "before_turn packed".split()
    )
    """What the rest of the package asks for; `dir` and the pages of the interface leave it out."""

    def __init__(
        self, game: Game, table: Table, keys: list[int], parent: Position | None, tap: int, **origin
    ):
        self.__dict__.update(  # past `__setattr__`, as what is remembered
            game=game,
            table=table,
            keys=keys,
            parent=parent,
            tap_made=tap,
            origin=MappingProxyType(origin),
        )

    @classmethod
    @noting_place()
    def start(
        cls,
        game: Game,
        diagram: str | None = None,
        to_play: str | None = None,
        seed: int | None = None,
        setup: str | None = None,
    ) -> Position:
        """Return the first position, one drawn from a seed, or one that a text gives.

        ``diagram`` shows the whole board; ``setup`` is the turn by which a player sets up, in games
        that begin so.
        """
        from crosscut.play.diagram import read_diagram, read_result

        if sum(given is not None for given in (diagram, seed, setup)) > 1:
            raise BadOption("a game starts from a diagram, a seed or a set-up, not from several")
        if seed is not None:
            seed = whole("seed", seed, most=SEEDS)
        if diagram is None and to_play is not None:
            raise BadOption("who is to move can be chosen for a diagram only")
        given = {"diagram": diagram, "to_play": to_play, "seed": seed if game.has_deal else None}
        origin = {name: value for name, value in given.items() if value is not None}
        if diagram is not None:
            pieces, colour = read_diagram(game, diagram, to_play)
            return cls.set_up(game, pieces, colour, read_result(game, diagram), **origin)
        state = game.start() if seed is None else game.deal(seeded(seed))
        work = step_work(game, [0] * 2)
        position = cls(game, rules.begin(game, state, work), work.keys, None, -1, **origin)
        return position if setup is None else position._play_setup(setup)

    @classmethod
    def set_up(
        cls, game: Game, pieces: tuple[int, ...], colour: int, result: int = NOBODY, **origin
    ) -> Position:
        """Return the position in which the pieces stand there and ``colour`` is to move.

        ``result`` is that of a game that is over, which the pieces alone need not show.
        """
        flaw = game.flaw(pieces)
        if flaw:
            raise BadNotation(f"no game of {game.facts.title} leads there: {flaw}")
        work = step_work(game, [0] * 2)
        table = rules.begin(game, game.setup(pieces, colour), work)
        winner = table.winner if result == NOBODY else result
        # a set-up position has its first turns behind it
        table = table._replace(turns=2, winner=winner)
        return cls(game, table, work.keys, None, -1, **origin)

    def _play_setup(self, text: str) -> Position:
        """Return the position after the turn by which a player sets up."""
        if not self.game.prelude(self.state):
            raise BadOption(f"{self.game.facts.title} has no set-up that could be given")
        after = self.play(text)
        if after.mid_turn:
            raise BadNotation(f"{text} is no whole set-up; {notation.example(self.game)}")
        return after

    def past_prelude(self) -> Position:
        """Return the position in which the game proper begins, first choices being taken."""
        here = self
        while self.game.prelude(here.state):
            here = here.tap(here.actions()[0])
        return here

    # Whose turn it is, and how it stands.

    @property
    def state(self):
        """The game's own state."""
        return self.table.state

    @property
    def colour(self) -> int:
        """The colour to move, 0 or 1."""
        return self.table.state.colour

    @property
    def to_play(self) -> int:
        """The seat to move, 0 or 1."""
        return rules.seat_of(self.table, self.colour)

    @cached_property
    def result(self) -> int:
        """The winning colour, `DRAW`, or `NOBODY` while the game goes on."""
        if self.table.winner == NOBODY and not any(self.choices):
            return rules.stuck_winner(self.game, self.table)
        return self.table.winner

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != NOBODY

    @property
    def winner(self) -> int | None:
        """The winning seat; None while the game goes on and after a draw."""
        if self.result in (NOBODY, DRAW):
            return None
        return rules.seat_of(self.table, self.result)

    # What may be done.

    @cached_property
    @noting_place()
    def choices(self) -> tuple[int, int]:
        """The cells that may be tapped and the set of extras that may be chosen."""
        return rules.choices(self.game, self.table, step_work(self.game, self.keys))

    def actions(self) -> list[int]:
        """Return every legal action: cells in ascending order, then extras."""
        cells, extras = self.choices
        return members(cells) + [self.game.width + number for number in members(extras)]

    def moves(self) -> list[str]:
        """Return every legal move from here as text, sorted.

        >>> import crosscut
        >>> after = crosscut.game("hex", size=2).position().play("a1")
        >>> after.moves()
        ['a2', 'b1', 'b2', 'swap']
        """
        return sorted(text for text, _ in self.next_moves())

    def next_moves(self) -> Iterator[tuple[str, Position]]:
        """Yield every legal move from here, with the position it leads to."""
        waiting = [self]
        while waiting:
            here = waiting.pop()
            for action in reversed(here.actions()):
                after = here.tap(action)
                if after.mid_move:
                    waiting.append(after)
                else:
                    yield self.game.spell(self.state, after.taps_since(self)), after

    def turns(self) -> list[str]:
        """Return every legal whole turn from here as text, sorted.

        >>> import crosscut
        >>> after = crosscut.game("slither", size=2).position().play("a1").play("b1")
        >>> after.turns()
        ['a1-a2/a1', 'a1-a2/b2', 'a1-b2/a2', 'a2']
        """
        return sorted(text for text, _ in self.next_turns())

    def next_turns(self) -> Iterator[tuple[str, Position]]:
        """Yield every legal whole turn from here, with the position it leads to."""
        waiting: list[tuple[list[str], Position]] = [([], self)]
        while waiting:
            moves, here = waiting.pop()
            for text, after in here.next_moves():
                if after.mid_turn:
                    waiting.append(([*moves, text], after))
                else:
                    yield self.game.spell_turn(self.state, [*moves, text]), after

    @property
    def mid_move(self) -> bool:
        """Whether the last tap began a move that further taps have to finish."""
        return rules.mid_move(self.game, self.table)

    @property
    def mid_turn(self) -> bool:
        """Whether the player to move has begun a turn and not ended it."""
        return self.table.taps > 0

    # Going on and going back.

    def tap(self, action: int) -> Position:
        """Return the position after one legal action."""
        if action not in self.actions():
            from crosscut.play.illegal import why_not

            raise IllegalMove(why_not(self, action))
        return self.step(action)

    @noting_place()
    def step(self, action: int) -> Position:
        """Return the position after an action that is known to be legal."""
        work = step_work(self.game, self.keys)
        after = rules.follow(self.game, self.table, action, work)
        return Position(self.game, after, work.keys, self, action)

    def play(self, text: str, strict: bool = False) -> Position:
        """Return the position after a turn, or a single move of one, given as text.

        Strictly, the text may leave out nothing that the player should be asked for.

        >>> import crosscut
        >>> start = crosscut.game("slither", size=4).position()
        >>> start.play("b2").play("c3").play("b2-b3/b2").history()
        ['b2', 'c3', 'b2-b3/b2']
        >>> start.play("b2").play("b2")
        Traceback (most recent call last):
        ...
        crosscut.core.errors.IllegalMove: b2: the point is taken by Black
        """
        if self.over:
            raise GameOver("the game is over; undo first to try something else")
        taps = notation.read_taps(self.game, self.state, text)
        here = self
        for action in self.game.usual_order(self.state, taps):
            if here is not self and not here.mid_turn:
                ended, error = ("game", GameOver) if here.over else ("turn", IllegalMove)
                raise error(f"{text}: the {ended} is over before that text ends")
            here = here.tap(action)
        left_out = self.game.left_out(here.state) if here.mid_move and not strict else None
        if left_out is not None:
            here = here.tap(left_out)
        if here.mid_move:
            from crosscut.play.illegal import ways_to_finish

            onward = ways_to_finish(here)
            raise IllegalMove(f"{text}: that move is not finished; write {onward}")
        return here

    def undo(self) -> Position:
        """Return the position before the last move, or before the taps of an unfinished one.

        >>> import crosscut
        >>> start = crosscut.game("hex", size=3).position()
        >>> start.play("b2").undo() == start
        True
        """
        if self.parent is None:
            raise BadOption("there is nothing to take back")
        here = self.parent
        while here.mid_move:
            here = here.parent
        return here

    # History.

    @property
    def line(self) -> list[Position]:
        """Every position from the first to this one, tap by tap."""
        here, found = self, []
        while here is not None:
            found.append(here)
            here = here.parent
        return found[::-1]

    @cached_property
    def turn_number(self) -> int:
        """The number of turns that were completed before this position."""
        return sum(1 for here in self.line[1:] if not here.mid_turn)

    @cached_property
    def move_number(self) -> int:
        """The number of moves that were completed before this position."""
        return sum(1 for here in self.line[1:] if not here.mid_move)

    def taps_since(self, earlier: Position) -> list[int]:
        """Return the actions that led from an earlier position of the same game to this one."""
        taps, here = [], self
        while here is not earlier:
            taps.append(here.tap_made)
            here = here.parent
        return taps[::-1]

    def before_turn(self) -> Position:
        """Return the position before the turn that led here, or that is being played."""
        here = self.parent or self
        while here.mid_turn and here.parent is not None:
            here = here.parent
        return here

    def turn_text(self) -> str:
        """Return the turn that led here as text; it may be unfinished."""
        begin, here, ends = self.before_turn(), self, []
        while here is not begin:
            if here is self or not here.mid_move:
                ends.append(here)
            here = here.parent
        moves, before = [], begin
        for end in reversed(ends):
            moves.append(self.game.spell(before.state, end.taps_since(before)))
            before = end
        return self.game.spell_turn(begin.state, moves)

    def history(self) -> list[str]:
        """Return the turns played so far as text; the last one may be unfinished."""
        ends = (here for here in self.line[1:] if here is self or not here.mid_turn)
        return [here.turn_text() for here in ends]

    def last_cells(self) -> list[int]:
        """Return the cells tapped in the last turn, or in the one being played."""
        cells: list[int] = []
        for here in reversed(self.line[1:]):
            if cells and not here.mid_turn:
                break
            cells.append(here.tap_made)
        return [cell for cell in cells if cell < self.game.width]

    def packed(self) -> np.ndarray:
        """Return the state with all that the framework adds, as a row of 64-bit words."""
        import numpy as np  # late: a terminal game needs none

        row = np.zeros(self.game._table_words, np.uint64)
        state_packing.pack(self.game, self.table, row)
        return row

    # How it looks.

    def __str__(self) -> str:
        from crosscut.play.diagram import write_diagram

        return write_diagram(self)

    def __repr__(self) -> str:
        return f"<Position of {self.game!r} after {len(self.history())} turns>"

    def svg(self, **options) -> str:
        """Return a picture of the position as an SVG document."""
        from crosscut.play.svg import draw

        return draw(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()
