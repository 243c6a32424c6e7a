"""What a move is worth, as plain data: a win chance, how sure it is, and what is proven."""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.mcts.search import Search
from crosscut.search.mcts.tree import NO_CHILDREN, ROOT
from crosscut.search.results import chance_of

DIGITS = 4
"""Digits after the point of win chances for machines."""


class Estimate(NamedTuple):
    """What some simulations say of one move."""

    visits: int
    win_chance: float | None
    """Of the seat that makes the move, from 0 to 1; None where nothing is known."""
    proven: int | None
    """The winning seat, `DRAW`, or None if that is not known."""


UNKNOWN = Estimate(0, None, None)


@dataclass(frozen=True)
class Value:
    """What a move or a turn is worth to the seat that makes it."""

    text: str
    visits: int
    """The simulations behind the win chance."""
    win_chance: float | None
    """From 0 to 1; None if there were no simulations."""
    sampling_error: float | None
    """Standard error of the win chance by the number of simulations; 0 if the result is proven.

    How far the search may be wrong is another matter; see `crosscut.search.analysis.calibration`.
    """
    proven: int | None
    """The seat that wins after it, `DRAW`, or None if that is not known."""
    line: tuple[str, ...]
    """The whole turns thought best for both sides; the first makes this move."""

    @property
    def error(self) -> float | None:
        """The sampling error, by its old name."""
        return self.sampling_error

    def to_dict(self) -> dict:
        """Return it as plain data; ``error`` is the old name of the sampling error."""
        return {
            "text": self.text,
            "visits": self.visits,
            "win_chance": rounded(self.win_chance),
            "sampling_error": rounded(self.sampling_error),
            "error": rounded(self.sampling_error),
            "proven": result_name(self.proven),
            "line": list(self.line),
        }


def value(text: str, found: Estimate, line: tuple[str, ...]) -> Value:
    """Return the value of a move by what was found out about it."""
    error = sampling_error(found)
    return Value(text, found.visits, found.win_chance, error, found.proven, line)


def sampling_error(found: Estimate) -> float | None:
    """Return the standard error of a win chance by the number of its simulations.

    It counts simulations as independent, which those of a tree search are not quite, and takes one
    win and one loss for granted: ten wins out of ten leave some doubt.
    """
    if found.proven is not None:
        return 0.0
    if found.win_chance is None:
        return None
    chance = (found.win_chance * found.visits + 1) / (found.visits + 2)
    return sqrt(chance * (1 - chance) / max(found.visits, 1))


def at_node(search: Search, node: int | None) -> Estimate:
    """Return what a tree says of the action that leads to one of its nodes."""
    if node is None:
        return UNKNOWN
    tree, seat = search.nursery.tree, search.position.to_play
    visits, status = int(tree.visits[node]), int(tree.status[node])
    if status != NOBODY:
        return Estimate(visits, chance_of(status, seat), status)
    chance = float(tree.points[node]) / 2 / visits if visits else None
    return Estimate(visits, chance, None)


def by_choice(search: Search, seat: int) -> Estimate:
    """Return what a position is worth to a seat, by the action that the search would choose."""
    tree = search.nursery.tree
    status = int(tree.status[ROOT])
    if status != NOBODY:
        return Estimate(int(tree.visits[ROOT]), chance_of(status, seat), status)
    if tree.first[ROOT] == NO_CHILDREN:
        return UNKNOWN
    visits, chance, _ = at_node(search, search.ranked(ROOT)[0])
    if chance is None:
        return UNKNOWN
    return Estimate(visits, chance if search.position.to_play == seat else 1 - chance, None)


def by_mean(search: Search, seat: int) -> Estimate:
    """Return what a position is worth to a seat, by the mean of all simulations.

    That is what the tree of the position before it would say of the move that led here, so the two
    can be compared; bad answers that were tried too make it a little better than it is.
    """
    tree = search.nursery.tree
    if tree.status[ROOT] != NOBODY or tree.first[ROOT] == NO_CHILDREN:
        return by_choice(search, seat)
    begin, count = int(tree.first[ROOT]), int(tree.children[ROOT])
    visits = int(tree.visits[begin : begin + count].sum())
    chance = float(tree.points[begin : begin + count].sum()) / 2 / max(visits, 1)
    return Estimate(visits, chance if search.position.to_play == seat else 1 - chance, None)


def ended(position, seat: int) -> Estimate:
    """Return what a finished game is worth to a seat."""
    winner = DRAW if position.winner is None else position.winner
    return Estimate(0, chance_of(winner, seat), winner)


def result_name(proven: int | None) -> int | str | None:
    """Return a proven result for machines: the winning seat, draw, or null if not known."""
    return "draw" if proven == DRAW else proven


def rounded(number: float | None) -> float | None:
    """Return a number with as many digits as mean something."""
    return None if number is None else round(number, DIGITS)
