"""A moment of a game as it travels between page, server and workers: plain and self-contained.

It says how the game started, which turns were played and which taps of the next one. So the server
remembers nothing that it would have to: any moment can be asked about at any time.
"""

from collections import OrderedDict
from threading import Lock
from typing import Annotated

from pydantic import Field

from crosscut.apps.web.deadline import Patience
from crosscut.apps.web.schemas.bounds import Count, FailFast, Sent, Whole
from crosscut.core.errors import CrosscutError, IllegalMove
from crosscut.play.notation import tap_named
from crosscut.play.position import Position
from crosscut.play.records.conventions import named
from crosscut.play.records.game_tree import BadTurn
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game

MOST_TURNS = 3000
"""Turns of a game that are read; no game of ours is half as long."""
MOST_TAPS = 500
"""Taps of one turn that are read."""
REMEMBERED = 2000
"""Positions that are kept, so that one more tap is one more step."""

LONGEST_DIAGRAM, LONGEST_NAME = 4000, 40
"""Characters of a diagram, and of who is to move in it."""

Text = Annotated[str, Field(max_length=2000)]


class Start(Sent):
    """How a game started; with a seed, its set-up is drawn, with a diagram, given."""

    game: Annotated[str, Field(max_length=80)]
    size: Whole
    variant: Annotated[str, Field(max_length=80)]
    pie: bool
    seed: Count | None = None
    diagram: Annotated[str, Field(max_length=LONGEST_DIAGRAM)] | None = None
    to_play: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None


class Moment(Sent):
    """How a game started, the whole turns played, and the taps of the turn that has begun."""

    start: Start
    turns: Annotated[tuple[Text, ...], Field(max_length=MOST_TURNS), FailFast()] = ()
    taps: Annotated[tuple[Text, ...], Field(max_length=MOST_TAPS), FailFast()] = ()


def game_of(start: Start) -> Game:
    """Return the rules that a game is played by."""
    return load_game(named(start.game), start.size, start.variant, start.pie)


def position_of(moment: Moment) -> Position:
    """Return the position of a moment; errors say which turn or tap is wrong."""
    here = after_turns(moment)
    for tap in moment.taps:
        here = tapped(here, tap)
    return here


def tapped(position: Position, tap: str) -> Position:
    """Return the position after a tap that is given by its name."""
    if position.over:
        raise IllegalMove(f"{tap}: the game is over")
    return position.tap(tap_named(position.game, position.state, tap))


def after_turns(moment: Moment) -> Position:
    """Return the position after the whole turns of a moment, from the longest known beginning."""
    start, turns = moment.start, moment.turns
    game = game_of(start)
    made = len(turns)
    here = known.get((game, start, turns))
    while here is None and made:
        made -= 1
        here = known.get((game, start, turns[:made]))
    if here is None:
        given = {name: getattr(start, name) for name in ("seed", "diagram", "to_play")}
        here = game.position(**{name: value for name, value in given.items() if value is not None})
        known.put((game, start, ()), here)
    patience = Patience()
    for number in range(made, len(turns)):
        patience.check()  # who asks again goes on from here
        try:
            here = here.play(turns[number])
            if here.mid_turn:
                raise IllegalMove("the turn is not finished")
        except CrosscutError as error:
            raise BadTurn(number + 1, turns[number], error) from error
        known.put((game, start, turns[: number + 1]), here)
    return here


def remember(moment: Moment, position: Position) -> None:
    """Keep the position after the turns of a moment, for who asks for it next."""
    known.put((position.game, moment.start, moment.turns), position)


class Known:
    """Positions that were asked for lately, by game, start and turns."""

    def __init__(self, most: int):
        self.most = most
        self.found: OrderedDict[tuple, Position] = OrderedDict()
        self.lock = Lock()

    def get(self, key: tuple) -> Position | None:
        """Return a position if it is known."""
        with self.lock:
            if key in self.found:
                self.found.move_to_end(key)
            return self.found.get(key)

    def put(self, key: tuple, position: Position) -> None:
        """Keep a position, and forget the one that was not asked for longest."""
        with self.lock:
            self.found[key] = position
            if len(self.found) > self.most:
                self.found.popitem(last=False)


known = Known(REMEMBERED)
