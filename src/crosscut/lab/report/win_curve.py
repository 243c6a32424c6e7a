"""How the win chance went through games: what the measures of tension share.

Two sources tell it. The engine's own chance at every turn is there for all games (`Course`); some
games were reviewed, with a value for every move and for doing nothing (`Reviewed`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from statistics import fmean

from crosscut.core.errors import BadRecord
from crosscut.lab.report.calibration.calibration import (
    PARTS,
    Opinion,
    pairs_of,
    swap_turns,
    swapped,
)
from crosscut.lab.report.estimates import POSITIVE, SHARES, Range, mean, noted, nothing, ratio
from crosscut.lab.report.measure import Figure
from crosscut.lab.report.sample import Played, Sample
from crosscut.search.analysis.calibration import NO_BETTER, of_first_colour
from crosscut.search.analysis.marks import EVEN, lead_changes

NEAR = 0.05
"""How much less than the best a move may be worth to be nearly as good."""
DIGITS = 9
"""To which chances are compared."""
TENTHS = 10
"""Parts of a game in which turns are put together, so that games of any length compare."""
CHANCES = (
    "A chance is the win chance of the first seat before a turn, as the engine saw it when it "
    "thought about that turn at the limit of the report: proven results are 0, 1 or, for a draw, "
    "1/2. The result of the game (1, 0 or 1/2) stands at the end; a game that did not end has "
    "none. Turns of which no chance is known are left out. "
)
"""For the formula of a measure of all games."""
REVIEWS = (
    "The first games of the report are reviewed: each position is searched anew, and so is the one "
    "in which the other seat is to move and nothing else has changed, which gives the value of "
    "doing nothing; then every legal move gets a smaller search of its own. What is proven, or "
    "rests on more simulations, counts, and no move is worth more than the choice of the long "
    "search. Values are win chances of the seat to move. "
)
"""For the formula of a measure of reviewed games."""
NO_REVIEWS = "no game has been reviewed"
NO_CHANCES = "no game has two known win chances"


@dataclass(frozen=True)
class Course:
    """The win chance of the first seat through a game."""

    chances: list[float]
    """Before each turn, and in the end, if the game has ended."""
    seats: list[int]
    """Who made each of the turns."""
    winner: int | None

    @property
    def turns(self) -> int:
        """How many turns have a chance before and after them."""
        return len(self.chances) - 1

    def of(self, seat: int) -> list[float]:
        """Return the chances of a seat."""
        return [seen_by(seat, chance) for chance in self.chances]

    @property
    def lead_changes(self) -> list[int]:
        """The turns, counted from 1, by which the lead changed."""
        return lead_changes(self.chances)

    @property
    def agreed_lead_changes(self) -> list[int]:
        """The same, if a lead counts only when it is seen twice in a row; a result always does.

        Who is to move sees his chances a little too bright, so near even each may think he leads.
        """
        seen = [EVEN] + [
            after if (before - EVEN) * (after - EVEN) > 0 else EVEN
            for before, after in pairwise(self.chances)
        ]
        if len(self.chances) > len(self.seats):
            seen[-1] = self.chances[-1]
        return lead_changes(seen)

    def own(self, seat: int) -> list[float]:
        """Return the chances of a seat before its own turns, and in the end: in its own eyes."""
        chances = self.of(seat)
        turns = zip(chances, self.seats, strict=False)
        return [c for c, mover in turns if mover == seat] + chances[len(self.seats) :]


def seen_by(seat: int, chance: float) -> float:
    """Return a win chance of the first seat as one of a seat, or the other way round."""
    return chance if seat == 0 else round(1 - chance, DIGITS)


def at_least(amount: float, least: float) -> bool:
    """Tell whether an amount is at least so much; what computers cannot write exactly is equal."""
    return round(amount - least, DIGITS) >= 0


def course(game: Played, correct: Callable[[float, int], float] | None = None) -> Course:
    """Return the win chances through a game of the engine.

    ``correct`` is applied to chances of the first colour and the part of the game, from the turn on
    at which it is settled which seat has that colour.
    """
    begin, exchanged = (swap_turns(game), swapped(game)) if correct else (0, 0)
    known = []
    for turn, (chance, seat) in enumerate(zip(game.chances, game.turn_seats, strict=False)):
        if chance is None:
            continue
        if correct and turn >= begin:
            colour = seat ^ exchanged
            part = len(PARTS) * turn // len(game.turn_seats)
            chance = of_first_colour(correct(of_first_colour(chance, colour), part), colour)
        known.append((seen_by(seat, chance), seat))
    chances = [chance for chance, _ in known] + [game.points] * game.finished
    return Course(chances, [seat for _, seat in known], game.winner)


def courses(sample: Sample) -> list[Course]:
    """Return the win chances through all games of the engine that tell of a turn at least.

    They are corrected where that is better; there are none if the opinion is worth nothing.
    """
    opinion = sample.calibration
    if opinion.verdict == NO_BETTER:
        return []
    correct = opinion.correct if opinion.corrects else None
    found = (course(game, correct) for game in sample.games)
    return [each for each in found if each.turns > 0]


@dataclass(frozen=True)
class ReviewedTurn:
    """What a review says of one turn; all values are those of the seat that made it."""

    turn: int
    """Counted from 0."""
    seat: int
    value: float
    """Of the best move."""
    proven: bool
    nothing: float | None
    """Of doing nothing; None if that cannot be said."""
    moves: int
    """How many legal moves there were."""
    values: list[float]
    """Of all moves, or of some taken evenly if there were very many; the best first."""
    played: float | None
    """Of the move that was played."""
    early: float | None
    """Of the move that the search liked best early on."""
    changed: bool
    """Whether it liked another one in the end."""

    @property
    def heat(self) -> float | None:
        """How much better the best move is than doing nothing."""
        return None if self.nothing is None else round(self.value - self.nothing, DIGITS)

    @property
    def hot(self) -> bool | None:
        """Whether the best move is better than doing nothing; None if that is not known."""
        return None if self.heat is None else self.heat > 0

    @property
    def critical(self) -> bool | None:
        """Whether exactly one move is good; None if not all were valued."""
        if len(self.values) < self.moves:
            return None
        return sum(value > EVEN for value in self.values) == 1

    @property
    def effective(self) -> float:
        """How many moves are nearly as good as the best one, within `NEAR`."""
        near = sum(at_least(NEAR, self.value - value) for value in self.values)
        return max(1.0, near * self.moves / len(self.values))


@dataclass(frozen=True)
class Reviewed:
    """A game that was reviewed."""

    game: Played
    turns: list[ReviewedTurn]

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.game.number

    @property
    def length(self) -> int:
        """How many turns the game has."""
        return self.game.story.turns

    @property
    def course(self) -> Course:
        """The win chances as the review saw them; only where it is whole they tell of changes."""
        chances = [seen_by(turn.seat, turn.value) for turn in self.turns]
        return Course(
            chances + [self.game.points] * self.game.finished,
            [turn.seat for turn in self.turns],
            self.game.winner,
        )

    @property
    def whole(self) -> bool:
        """Whether every turn was looked at."""
        return len(self.turns) == self.length

    def tenth(self, turn: ReviewedTurn) -> int:
        """Return the tenth of the game, from 0 on, in which a turn lies."""
        return TENTHS * turn.turn // self.length


def reviews(sample: Sample) -> list[Reviewed]:
    """Return the reviews of games, or none if their values are worth nothing."""
    worthless = any(each.verdict == NO_BETTER for each in sample.review_calibration)
    return [] if worthless else all_reviews(sample)


def all_reviews(sample: Sample) -> list[Reviewed]:
    """Return the reviews of the games that are there and have turns."""
    games, found = {game.number: game for game in sample.games}, []
    for record in sample.results("reviews"):
        try:
            game = games.get(int(record["key"][0]))
            turns = [reviewed_turn(turn) for turn in record["turns"]]
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise BadRecord(f"a record among the reviews is broken: {error!r}") from error
        if game is not None and turns:
            found.append(Reviewed(game, turns))
    return found


def reviewed_turn(record: dict) -> ReviewedTurn:
    """Return a turn from what its review has noted."""
    turn = ReviewedTurn(**{each.name: record[each.name] for each in fields(ReviewedTurn)})
    if not turn.values:
        raise ValueError("a turn without moves")
    return turn


def review_opinions(sample: Sample) -> tuple[Opinion, Opinion]:
    """Return the values of the best moves of reviewed turns, and of the moves played, as opinions.

    Each value is a chance that the game of the turn was won.
    """
    found = all_reviews(sample)

    def opinion(value: Callable[[ReviewedTurn], float | None]) -> Opinion:
        return Opinion(
            pairs_of((each.game, [(t.turn, value(t)) for t in each.turns]) for each in found)
        )

    return opinion(lambda turn: turn.value), opinion(lambda turn: turn.played)


def representative(sample: Sample, found: Sequence[Reviewed]) -> Reviewed:
    """Return the reviewed game whose length in turns is nearest to the mean of all games."""
    wanted = fmean(game.story.turns for game in sample.games)
    return min(found, key=lambda each: (abs(each.length - wanted), each.number))


def pooled(
    name: str,
    games: Iterable[Iterable[float | None]],
    unit: str = "",
    of: str = "games",
    digits: int = 2,
    within: Range | None = None,
) -> Figure:
    """Return the mean of the values of all turns of some games; None is left out.

    Turns of one game are alike, so games are what the interval counts, not turns.
    """
    known = [[value for value in values if value is not None] for values in games]
    parts = [(sum(values), len(values)) for values in known if values]
    if not parts:
        return nothing(name, unit, of)
    figure = ratio(name, parts, unit, of, digits, within=within)
    return replace(figure, note=noted(f"{sum(count for _, count in parts)} turns", figure.note))


def per_game(
    name: str,
    values: Sequence[float],
    unit: str = "",
    of: str = "games",
    within: Range | None = None,
) -> Figure:
    """Return the mean of something over games; by default it is never below 0."""
    return mean(name, values, unit, of, within=within or (SHARES if unit == "%" else POSITIVE))


def by_tenth(
    found: Iterable[Reviewed], what: Callable[[ReviewedTurn], float | None]
) -> list[list[float | None]]:
    """Return for each game the mean of something in each tenth of it; None where it is unknown."""
    rows = []
    for game in found:
        row: list[list[float]] = [[] for _ in range(TENTHS)]
        for turn in game.turns:
            value = what(turn)
            if value is not None:
                row[game.tenth(turn)].append(value)
        rows.append([fmean(values) if values else None for values in row])
    return rows
