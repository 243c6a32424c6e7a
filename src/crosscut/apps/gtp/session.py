"""One game that a program on the other side of the line plays with us or watches."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from crosscut.apps.gtp.dialect import Dialect
from crosscut.apps.gtp.notation import Notation, Style, usual_style
from crosscut.apps.gtp.protocol import Failure
from crosscut.apps.gtp.time_control import Clock
from crosscut.core.arguments import SEEDS
from crosscut.core.errors import CrosscutError
from crosscut.core.jit import interpreting
from crosscut.core.rng import draw, seeded
from crosscut.lab.matches.engine_player import EnginePlayer
from crosscut.play.diagram import write_rows
from crosscut.play.position import Position
from crosscut.play.records.game_tree import GameTree
from crosscut.play.vertices import COLOURS
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.registry import load_game
from crosscut.rules.symmetry import Symmetry
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.options import Options

USUAL_SECONDS = 1.0
"""What a turn gets where nothing limits it."""
BY_HAND = "hand"
RESIGN, PASS = "resign", "pass"


@dataclass(frozen=True)
class Strength:
    """How well to play: the options of the engine, and limits if any were asked for."""

    options: Options
    limits: Limits | None = None


class Frame(NamedTuple):
    """A position, and whether the other side sees it mirrored, after ``swap-pieces``."""

    position: Position
    is_mirrored: bool = False
    tree: GameTree | None = None
    """The record that was loaded and leads here."""
    plan: Position | None = None
    """The end of the turn that was chosen and is being played part by part."""


def one_look() -> bool:
    """Say that more input waits: where nobody reads on, a stream of analysis ends at once."""
    return True


class Session:
    """A game, its clock and the engine; whoever speaks the protocol goes through here.

    Colours of the other side are 0 for black, who moves first, and 1 for white.
    """

    def __init__(
        self,
        game: Game,
        strength: Strength,
        seed: int = 0,
        style: Style | None = None,
        dialect: Dialect = Dialect.turns,
    ):
        self.strength = strength
        self.deal: int | None = seed
        """The seed of the set-up in games that have one; None if players set up by hand."""
        self.deals_anew = True
        """Whether every game is dealt from its own seed: nobody has chosen a set-up."""
        self.clock = Clock()
        self.style = style or usual_style(game)
        self.dialect = dialect
        self.interrupted: Callable[[], bool] = lambda: False
        """Tells whether the thinking about a turn has to end now."""
        self.more_input: Callable[[], bool] = one_look
        """Tells whether the other side has said more, which ends a stream of analysis."""
        self.tell: Callable[[str], None] = lambda line: None
        """Says a line before the answer is complete."""
        self.over = False
        """Whether the other side has said that this is the end."""
        self.warmed: set[Game] = set()
        self.begin(game, seed)

    # Beginning.

    def new_game(self, game: Game) -> None:
        """Begin the next game of the sequence that a seed gives, so that no two are alike."""
        self.begin(game, draw(seeded(self.seed)) & SEEDS)

    def begin(self, game: Game, seed: int) -> None:
        """Begin a game with nothing remembered."""
        Notation(game, self.style)  # refuses a style that does not fit
        self.seed = seed
        """What brings this game back; the seeds of later games follow from it."""
        if self.deals_anew:
            self.deal = seed
        self.game = game
        self.frames = [Frame(self.first_position(game))]
        """What was there before each command that can be undone, and what is there now."""
        self.engine = Engine(self.strength.options, self.seed)
        self.clock.restart()
        if self.warmed:
            self.warm()

    def first_position(self, game: Game) -> Position:
        """Return where a game begins."""
        return game.position(seed=self.deal if game.has_deal else None)

    def other_game(self, **choices) -> Game:
        """Return the game in another size or variant, or with another choice about the pie rule."""
        return load_game(self.game, **choices)

    def reseed(self, seed: int) -> None:
        """Draw from another seed, with nothing remembered."""
        self.seed = seed
        self.engine = Engine(self.strength.options, seed)
        self.drop_plan()

    def warm(self) -> None:
        """Compile what this game needs, so that no turn has to wait; from now on for every game."""
        if self.game not in self.warmed and not interpreting():
            start = self.game.position(seed=0 if self.game.has_deal else None)
            EnginePlayer(self.strength.options, Limits(simulations=1)).warm(start)
        self.warmed.add(self.game)

    def take_up(self, tree: GameTree, number: int | None = None) -> None:
        """Go to where a recorded game is, or to where its turn of a number is to be made."""
        last, htp = tree.here(), self.style is Style.htp
        ends = [here for here in last.line if not here.mid_turn or here is last]
        frames = [Frame(here, htp and bool(here.table.swapped)) for here in ends]
        frames[-1] = frames[-1]._replace(tree=tree)
        self.game = tree.game
        self.frames = frames if number is None else frames[: max(1, number)]
        if self.warmed:
            self.warm()

    def record(self) -> GameTree:
        """Return the game so far; one that was loaded, with all that it had, until it goes on."""
        return self.frames[-1].tree or GameTree.of(self.position)

    # What there is.

    @property
    def position(self) -> Position:
        """Where the game stands, in our eyes."""
        return self.frames[-1].position

    @property
    def is_mirrored(self) -> bool:
        """Whether the other side sees the board mirrored and with colours exchanged."""
        return self.frames[-1].is_mirrored

    @property
    def notation(self) -> Notation:
        """How turns are written now."""
        return Notation(self.game, self.style, self.is_mirrored)

    @property
    def colour(self) -> int:
        """The colour to move, as the other side calls it."""
        return self.position.colour ^ self.is_mirrored

    @property
    def result(self) -> int:
        """The colour that has won, as the other side calls it, or `DRAW` or `NOBODY`."""
        won = self.position.result
        return won if won in (DRAW, NOBODY) else won ^ self.is_mirrored

    def seen(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return pieces, kind by kind, as the other side sees them."""
        if not self.is_mirrored:
            return pieces
        mirror = Symmetry(tuple(self.game.board.mirror), exchange=True)
        return tuple(mirror.cells(kind) for kind in reversed(pieces))

    # Going on and going back.

    def play(self, colour: int, text: str) -> None:
        """Play a turn, or a part of it."""
        if self.style is Style.htp and text.lower() == RESIGN:
            return  # HexGui says so when its user gives up; there is nothing to play
        if self.waits(colour) and text.lower() == PASS:
            self.wait()
            return
        with self.turn_of(colour) as before:
            try:
                ours = self.notation.read(text)
            except CrosscutError as error:
                raise Failure(f"illegal move: {error}") from error
            try:
                after = self.dialect.play(self.position, ours)
            except CrosscutError as error:
                raise Failure(self.notation.objection(str(error))) from error
        self.go_on(before, after, text)

    def go_on(
        self, before: Frame, after: Position, text: str, plan: Position | None = None
    ) -> None:
        """Add the position after what the other side writes so."""
        flips = self.notation.moves_the_stone(text)
        self.frames[-1:] = [before, Frame(after, self.is_mirrored ^ flips, plan=plan)]

    def waits(self, colour: int) -> bool:
        """Tell whether a colour can only wait: the other is in mid-turn, or the game is over.

        Programs that let colours alternate ask for it all the same, and are told that it passes.
        """
        if self.dialect is Dialect.turns:
            return False
        here = self.position
        return here.over or (here.mid_turn and colour != self.colour)

    def wait(self) -> None:
        """Pass for the colour that waits; nothing changes, but it can be undone like a move."""
        self.frames.append(self.frames[-1])

    @contextmanager
    def turn_of(self, colour: int) -> Iterator[Frame]:
        """Let a colour move; what was there before comes back if it does not."""
        before = self.frames[-1]
        self.give_turn(colour)
        try:
            yield before
        except BaseException:
            self.frames[-1] = before
            raise

    def give_turn(self, colour: int) -> None:
        """Refuse a colour that is not to move; in HTP let it move, as programs for Hex do.

        There the position is taken for one that was set up, so nobody can swap any more.
        """
        if colour == self.colour:
            return
        if self.style is not Style.htp or self.position.over:
            raise self.out_of_turn()
        self.set_up(self.game.pieces(self.position.state), 1 - self.position.colour)

    def out_of_turn(self) -> Failure:
        """Say whose turn it is, to who has named the other colour."""
        return Failure(f"illegal move: it is {COLOURS[self.colour]}'s turn")

    def set_up(self, pieces: tuple[int, ...], colour: int) -> None:
        """Replace the position by one with these pieces, in our eyes.

        Nothing of a swap is left in it, so it is set up as the other side sees it, in no mirror.
        """
        try:
            diagram = write_rows(self.game, self.seen(pieces))
            found = self.game.position(diagram, to_play=str(colour ^ self.is_mirrored))
        except CrosscutError as error:
            raise Failure(f"cannot set up: {error}") from error
        self.frames[-1] = Frame(found)

    def undo(self, times: int = 1) -> None:
        """Take back what the last commands played or set up."""
        if times >= len(self.frames):
            raise Failure("cannot undo")
        del self.frames[len(self.frames) - times :]
        self.drop_plan()

    def drop_plan(self) -> None:
        """Forget how the turn was to go on, so that it is thought about again."""
        self.frames[-1] = self.frames[-1]._replace(plan=None)

    # Thinking.

    def generate(self, colour: int, tick: Callable[[], None] = lambda: None) -> str:
        """Play a turn of a colour, or the next part of it; return how the other side writes it.

        A turn that is played part by part is thought about once.
        """
        if self.position.over and self.result == 1 - colour:
            return RESIGN
        if self.waits(colour):
            self.wait()
            return PASS
        if self.position.over:
            return PASS
        begin = time.monotonic()
        with self.turn_of(colour) as before:
            chosen = self.frames[-1].plan or self.thought_of(self.engine, colour, tick)
            after = self.dialect.first_part(self.position, chosen)
            written = self.notation.write(self.dialect.write(self.position, after))
        self.go_on(before, after, written, plan=None if after is chosen else chosen)
        self.clock.spend(colour, time.monotonic() - begin)
        return written

    def suggestion(self, colour: int) -> str:
        """Return what a fresh engine would play, without playing it."""
        if self.position.over:
            return RESIGN if self.result == 1 - colour else PASS
        if self.waits(colour):
            return PASS
        with self.turn_of(colour) as before:
            chosen = self.thought_of(Engine(self.strength.options, self.seed), colour)
            after = self.dialect.first_part(self.position, chosen)
            written = self.notation.write(self.dialect.write(self.position, after))
            self.frames[-1] = before
        return written

    def thought_of(
        self, engine: Engine, colour: int, tick: Callable[[], None] = lambda: None
    ) -> Position:
        """Return the position after the turn that an engine chooses in the time there is."""
        limits, latest = self.limits(colour)

        def stop(share: float) -> bool:
            tick()
            return self.interrupted() or time.monotonic() > latest

        return engine.choose_turn(self.position, limits, stop)[0]

    def limits(self, colour: int) -> tuple[Limits, float]:
        """Return the limits of a turn, and the moment when it has to end whatever they say."""
        given, planned = self.strength.limits, self.clock.plan(colour)
        if planned is None:
            return given or Limits(seconds=USUAL_SECONDS), float("inf")
        seconds, most = planned
        if given is None:
            limits = Limits(seconds=seconds)
        else:
            limits = replace(given, seconds=min(seconds, given.seconds or seconds))
        return limits, time.monotonic() + most
