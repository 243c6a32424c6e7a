"""The contract of a game: what a game file defines, and what it gets for free.

A game is a frozen dataclass whose methods are pure functions of a state. A state is a `NamedTuple`
of sets of cells (annotated `Bits`) and integers; it must have the fields `colour`, the colour to
move (0 or 1), and `winner` (`NOBODY`, 0, 1 or `DRAW`). Every action is one tap: a cell, or an
extra with a name. See docs/architecture.md for the words action, move and turn.
"""

import sys
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from crosscut.core.bits import Bits, words
from crosscut.core.errors import BadOption
from crosscut.core.static import Static
from crosscut.rules.boards.board import Board
from crosscut.rules.facts import Facts, check_options
from crosscut.rules.game_text import Wording
from crosscut.rules.move_code import STUCK, and_then, then
from crosscut.rules.rooms_above import rooms_above
from crosscut.rules.state_schema import layout
from crosscut.rules.symmetry import Symmetry, symmetries

if TYPE_CHECKING:
    from crosscut.play.position import Position

__all__ = [
    "DRAW",
    "NOBODY",
    "STUCK",
    "Facts",
    "Game",
    "ScratchGame",
    "and_then",
    "in_variant",
    "then",
]

NOBODY = -1
"""The winner while a game is being played."""
DRAW = 2
"""The winner of a game that nobody won."""


def in_variant(*names: str) -> property:
    """Return an attribute that tells whether a game is played in one of these variants."""
    return property(lambda game: game.variant in names)


@dataclass(frozen=True)
class Game(Wording, Static):
    """The base of every game; a subclass defines what stands below without a body."""

    size: int
    """The size of the board."""
    variant: str
    """The name of the rules' variant, one of ``facts.variants``."""
    pie: bool = False
    """Whether the second player may swap."""

    facts: ClassVar[Facts]
    """Title, designer, sizes, variants and the like."""
    kinds: ClassVar[tuple[tuple[str, str], ...]] = (("Black", "X"), ("White", "O"))
    """Name and letter of each kind of piece; the first two are the players' own, see `player`."""
    goals: ClassVar[dict[str, int]] = {}
    """The colour of each side of the board that belongs to one."""
    extras: ClassVar[dict[str, str]] = {}
    """The actions that are no cells, such as "done", each with a few words on what it does."""
    stuck: ClassVar[str] = "pass"
    """What happens to a player without a legal action: "pass", "loses" or "draw"."""
    repetition: ClassVar[str] = "allowed"
    """What a repeated `key` at the end of a turn means: "allowed", "illegal" or "draw" (third)."""
    closed: ClassVar[str] = "the rules do not allow it"
    """Why a free cell may not be tapped, for games in which there is one reason only."""
    symmetry: ClassVar[str] = "none"
    """Which ways to turn the board change nothing: a name from `crosscut.rules.symmetry.KINDS`."""
    symmetric_taps: ClassVar[bool] = True
    """Whether that is so in the middle of a turn too."""
    timeless: ClassVar[bool] = True
    """Whether a tap is worth about as much later as now: then a search learns from all taps of a
    random game. In a trail, where each tap has to be next to the last one, it is not."""
    scratch_size: ClassVar[int] = 0
    """How many integers of working space `rollout` is handed, and in a `ScratchGame` the rules."""

    def __post_init__(self):
        check_options(self)

    # What a game defines.

    @cached_property
    def board(self) -> Board:
        """The board it is played on."""
        raise NotImplementedError

    def start(self) -> Any:
        """Return the first state; its annotation names the state class."""
        raise NotImplementedError

    def legal(self, state) -> Bits:
        """Return the cells that may be tapped: those from which some legal turn goes on."""
        raise NotImplementedError

    def play(self, state, action: int) -> Any:
        """Return the state after a legal action."""
        raise NotImplementedError

    # What a game may define.

    def skip(self, state) -> Any:
        """Return the state in which the other colour is to move and nothing else has changed.

        Only games in which a player may have to pass need it.
        """
        return state

    def pieces(self, state) -> tuple[Bits, ...]:
        """Return where the pieces of each kind stand; a stone in hand stands nowhere."""
        own = state.own & ~self.in_hand(state)
        return (own, state.enemy) if state.colour == 0 else (state.enemy, own)

    def in_hand(self, state) -> Bits:
        """Return the piece that has been lifted and not yet put down."""
        return self.board.none

    def setup(self, pieces: tuple[int, ...], colour: int) -> Any:
        """Return the state in which the pieces stand there and ``colour`` begins a turn."""
        if len(pieces) != 2 or not {"own", "enemy"} <= set(layout(type(self))[0]._fields):
            raise BadOption(f"{self.facts.title} cannot be set up from a diagram")
        won = [side for side in (0, 1) if self.connected(pieces[side], side)]
        return self.start()._replace(
            own=pieces[colour],
            enemy=pieces[1 - colour],
            colour=colour,
            winner=won[0] if won else NOBODY,
        )

    def flaw(self, pieces: tuple[int, ...]) -> str:
        """Say why no game leads to these pieces, for rules that rely on it, or nothing."""
        return ""

    def connected(self, stones: Bits, colour: int) -> bool:
        """Tell whether stones of a colour have reached its goal, where that is all it takes."""
        return False

    def mid_move(self, state) -> bool:
        """Tell whether the last tap began a move that further taps have to finish."""
        return False

    def options(self, state) -> int:
        """Return the extras that may be chosen, as a set of their numbers."""
        return 0

    def deal(self, rng) -> Any:
        """Return a first state drawn at random, for games whose set-up varies.

        `start` is then the state in which a player sets up by hand.
        """
        return self.start()

    def prelude(self, state) -> bool:
        """Tell whether players still settle how the game starts: pieces, colours, who begins."""
        return False

    def key(self, state) -> tuple:
        """Return what must not occur again, for games with a rule on repetition."""
        return state

    def recurs(self, state) -> bool:
        """Tell whether a state can be one that was there before; only such are remembered."""
        return True

    def sample(self, state, rng) -> int:
        """Draw one move exactly uniformly from all legal ones, or return `STUCK`.

        It is never asked in the middle of a move. `then` joins the taps of a longer move. Where an
        earlier board is illegal, each move it draws has to end the turn.
        """
        return STUCK

    def answers(self, state, tap: int) -> Bits:
        """Return the legal cells of which one should answer the enemy's last tap at once.

        None by default. Playouts of the engine choose from them before anything else.
        """
        return self.board.none

    def rollout(self, state, last: int, rng, scratch) -> tuple[int, int, int]:
        """Play a whole random game and return the winning colour or `DRAW`, its moves and turns.

        It has to end as drawing move after move from `sample` would, for the same random numbers,
        if ``last`` is `STUCK`; else ``last`` is the last tap made, and every tap gets its answers.
        It is for games in which a turn is one tap, and it leaves the tap of every move, or -1 for a
        pass, in the first places of ``scratch``: the engine learns from them.
        """
        return NOBODY, 0, 0

    # What every game has.

    @property
    def id(self) -> str:
        """The name by which `crosscut.game` finds this game: that of its file, or the path."""
        module = sys.modules[type(self).__module__]
        package, _, name = module.__name__.rpartition(".")
        return name if package == "crosscut.rules.games" else str(Path(module.__file__).resolve())

    @property
    def extra_names(self) -> tuple[str, ...]:
        """The names of all actions that are no cells, in the order of their numbers."""
        return "pass", "swap", *self.extras

    def tap_text(self, action: int) -> str:
        """Return the text of one action."""
        if action < self.width:
            return self.board.name(action)
        return self.extra_names[action - self.width]

    @property
    def width(self) -> int:
        """The number of bits in a set of cells."""
        return self.board.width

    @property
    def pass_action(self) -> int:
        """The action by which a player who is stuck passes."""
        return self.width

    @property
    def swap_action(self) -> int:
        """The action by which the second player takes over the first turn."""
        return self.width + 1

    @property
    def first_extra(self) -> int:
        """The action of the game's own first extra."""
        return self.width + 2

    @property
    def actions(self) -> int:
        """The number of actions, legal or not."""
        return self.first_extra + len(self.extras)

    @cached_property
    def symmetries(self) -> list[Symmetry]:
        """The ways to turn the board and exchange colours that change nothing, identity first."""
        return symmetries(self)

    @property
    def _set_words(self) -> int:
        """The number of words that a set of cells takes in a row."""
        return words(self.width)

    @property
    def _table_words(self) -> int:
        """The number of words that a table takes in a row: its state and one for the framework."""
        _, sets = layout(type(self))
        return sum(self._set_words if is_set else 1 for is_set in sets) + 1

    @property
    def longest(self) -> int | None:
        """The most taps of a game by its rules, a swap not counted; None if they set no bound."""
        return None

    def _plays_as(self, kind: type, *rules: str) -> bool:
        """Tell whether these rules are those of a class, on which what it says of itself rests."""
        return all(getattr(type(self), rule) == getattr(kind, rule) for rule in rules)

    @property
    def has_sample(self) -> bool:
        """Whether the game draws random moves itself."""
        return type(self).sample not in (Game.sample, ScratchGame.sample)

    @property
    def _has_rollout(self) -> bool:
        """Whether the game plays whole random games itself."""
        return type(self).rollout is not Game.rollout

    @property
    def _has_answers(self) -> bool:
        """Whether the game knows answers to a tap."""
        return type(self).answers is not Game.answers

    @property
    def has_deal(self) -> bool:
        """Whether the start is drawn from a seed."""
        return type(self).deal is not Game.deal

    @property
    def _has_long_moves(self) -> bool:
        """Whether a move can take more than one tap."""
        return type(self).mid_move is not Game.mid_move

    @property
    def has_long_turns(self) -> bool:
        """Whether a turn might take more than one tap: True wherever nothing rules it out."""
        return True

    @property
    def _has_hand(self) -> bool:
        """Whether a piece can be lifted."""
        return type(self).in_hand is not Game.in_hand

    @property
    def _has_own_kinds(self) -> bool:
        """Whether the first two kinds of pieces are the players' own from the start."""
        return type(self).player is Game.player

    @property
    def _stuck_passes(self) -> bool:
        return self.stuck == "pass"

    @property
    def _stuck_loses(self) -> bool:
        return self.stuck == "loses"

    @property
    def remembers(self) -> bool:
        """Whether what happens depends on earlier turns."""
        return self._forbids_repeats or self._draws_repeats

    @property
    def _forbids_repeats(self) -> bool:
        return self.repetition == "illegal"

    @property
    def _draws_repeats(self) -> bool:
        return self.repetition == "draw"

    # How the framework calls the rules; a game with scratch replaces these.

    def _legal_with(self, state, scratch) -> Bits:
        return self.legal(state)

    def _options_with(self, state, scratch) -> int:
        return self.options(state)

    def _play_with(self, state, action: int, scratch) -> Any:
        return self.play(state, action)

    def _sample_with(self, state, rng, scratch) -> int:
        return self.sample(state, rng)

    def position(self, diagram: str | None = None, **options: Any) -> "Position":
        """Return the first position, or the one a text diagram shows."""
        return rooms_above.start_position(self, diagram, **options)

    # It never changes, so a copy is the same one.

    def __copy__(self):
        return self

    def __deepcopy__(self, memo: dict):
        return self

    def __reduce__(self):
        """Pickle what was chosen; the class of a user's file is loaded from there again."""
        from crosscut.core.user_code import FILE_MODULE
        from crosscut.rules.registry import remade

        kind = type(self)
        source = self.id if kind.__module__.startswith(FILE_MODULE) else kind
        return remade, (source, tuple(getattr(self, field.name) for field in fields(self)))

    def _repr_html_(self) -> str:
        return rooms_above.game_html(self)


@dataclass(frozen=True)
class ScratchGame(Game):
    """A game whose `legal`, `options`, `play` and `sample` take working space as last argument.

    Rules never allocate, so that they compile everywhere; one that needs a queue or a table
    declares `scratch_size` and is handed a row of that many integers, with anything in it.
    """

    def sample(self, state, rng, scratch) -> int:
        """Draw one move exactly uniformly from all legal ones, or return `STUCK`."""
        return STUCK

    def options(self, state, scratch) -> int:
        """Return the extras that may be chosen, as a set of their numbers."""
        return 0

    def _legal_with(self, state, scratch) -> Bits:
        return self.legal(state, scratch)

    def _options_with(self, state, scratch) -> int:
        return self.options(state, scratch)

    def _play_with(self, state, action: int, scratch) -> Any:
        return self.play(state, action, scratch)

    def _sample_with(self, state, rng, scratch) -> int:
        return self.sample(state, rng, scratch)
