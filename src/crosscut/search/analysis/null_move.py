"""The value of doing nothing: what a position is worth to its player if he could pass."""

from collections.abc import Callable, Iterator

from crosscut.core.errors import BadOption, CrosscutError
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.search.analysis.lines import Lines, best_taps
from crosscut.search.analysis.values import Value, by_choice, ended, value
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search


def passed(position: Position) -> Position:
    """Return the position in which the other player is to move and nothing else has changed.

    It does not matter whether the rules allow a pass. An error says why there is no such position.
    """
    if position.over:
        raise BadOption("the game is over")
    if position.mid_turn:
        raise BadOption("the turn has begun already")
    if position.game.prelude(position.state):
        raise BadOption("the players still settle how the game starts")
    state = other_to_move(position.game, position.state)
    # who could still swap may not swap what he himself has played
    table = position.table._replace(
        state=state, turns=min(2 * position.table.turns, 2), passes=0, winner=state.winner
    )
    return Position(position.game, table, position.keys, None, -1)


def other_to_move(game: Game, state):
    """Return the state with the other colour to move."""
    if type(game).skip is not Game.skip:
        return game.skip(state)
    pieces = game.pieces(state)
    try:
        same, other = (game.setup(pieces, colour) for colour in (state.colour, 1 - state.colour))
    except CrosscutError as error:
        raise BadOption(f"nobody can pass: {error}, and the game defines no skip") from error
    if same._replace(colour=other.colour) == other:  # who is to move stands nowhere else
        return state._replace(colour=other.colour)
    if same != state:
        raise BadOption(
            "nobody can pass: the game defines no skip, and its pieces alone do not tell all"
        )
    return other


class Nothing:
    """The value of doing nothing in one position, and the search for it."""

    def __init__(self, position: Position):
        self.value: Value | None = None
        self.reason = ""
        """Why there is none."""
        self.after: Position | None = None
        self.seat = position.to_play
        try:
            self.after = passed(position)
        except BadOption as error:
            self.reason = str(error)

    def steps(self, search_of: Callable[[Position], Search], limits: Limits) -> Iterator[float]:
        """Search for it; yield the share of the limits that is used up, every few ms."""
        if self.after is None:
            return
        if self.after.over:
            self.value = value("", ended(self.after, self.seat), ())
            return
        search = search_of(self.after)
        yield from search.slices(limits)
        search.finish_pruning()
        line = Lines(self.after).texts(best_taps(search))
        self.value = value("", by_choice(search, self.seat), line)
