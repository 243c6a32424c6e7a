"""Browne's measures of quality, and Ai Ai's: drama, decisiveness, momentum, depth and others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, log10, sqrt
from statistics import fmean

from crosscut.lab.report.calibration.basis import engine_basis, if_known, rests_on, review_basis
from crosscut.lab.report.calibration.calibration import Opinion
from crosscut.lab.report.estimates import POSITIVE, SHARES, share
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages.reviews import EARLY
from crosscut.lab.report.win_curve import (
    CHANCES,
    NEAR,
    NO_CHANCES,
    NO_REVIEWS,
    REVIEWS,
    Course,
    Reviewed,
    ReviewedTurn,
    at_least,
    courses,
    per_game,
    pooled,
    reviews,
)
from crosscut.search.analysis.marks import EVEN, MARKS

TITLE = "Quality"
DECISIVE = 0.9
"""The chance from which on a game counts as decided."""
SURPRISE = MARKS["mistake"]
"""A change of the chance by one turn that surprises."""
OF_REVIEWS = "reviewed games"


@dataclass(frozen=True)
class Quality:
    """A measure of quality: its name, what it means, and how it is found."""

    name: str
    meaning: str
    unit: str = ""
    game: Callable[[Course], float] | None = None
    """What it is in one game; the figure is the mean."""
    turns: Callable[[Course], Iterable[float]] | None = None
    """What it is at the turns of a game; the figure is the mean over all turns of all games."""
    reviewed: Callable[[ReviewedTurn], float | None] | None = None
    """What it is at a reviewed turn; likewise."""
    decided: bool = False
    """Whether it makes sense only in games that somebody won."""

    def figure(self, found: list[Course], seen: list[Reviewed]) -> Figure:
        """Return the figure over games and reviews."""
        within = POSITIVE if self.unit == "moves" else SHARES
        if self.reviewed is not None:
            games = [[self.reviewed(turn) for turn in game.turns] for game in seen]
            return pooled(self.name, games, self.unit, OF_REVIEWS, within=within)
        if self.decided:
            found = [each for each in found if each.winner is not None]
        if self.game is not None:
            return per_game(
                self.name, [self.game(each) for each in found], self.unit, within=within
            )
        return pooled(self.name, [self.turns(each) for each in found], self.unit, within=within)


# What is known of every game by the chances of the engine.


def behind(each: Course) -> list[float]:
    """Return how far behind the winner saw himself before each turn at which he was."""
    return [sqrt(1 - 2 * chance) for chance in each.own(each.winner) if chance < EVEN]


def drama(each: Course) -> float:
    """Return how far behind the winner was, on average over the turns at which he was."""
    return fmean(behind(each) or [0.0])


def greatest_drama(each: Course) -> float:
    """Return how far behind the winner once was."""
    return max(behind(each), default=0.0)


def decisiveness(each: Course) -> float:
    """Return the share of the game that was played when it was decided for good."""
    open_until = 0
    for number, chance in enumerate(each.of(each.winner)):
        if chance < DECISIVE:
            open_until = number + 1
    return open_until / each.turns


def turned_round(each: Course) -> bool:
    """Tell whether who lost had once seemed to have won."""
    return max(each.of(1 - each.winner)) >= DECISIVE


def lead_change(each: Course) -> float:
    """Return the share of the turns by which the lead changed."""
    return len(each.agreed_lead_changes) / each.turns


def last_lead_change(each: Course) -> float:
    """Return the share of the game that was played after the turn that changed the lead last."""
    return max(each.agreed_lead_changes, default=0) / each.turns


def killer(each: Course) -> float:
    """Return the most that the winner's chance rose from one of his turns to his next."""
    return max((rise for rise, _ in rises(each, each.winner)), default=0.0)


def uncertainty(chances: list[float]) -> float:
    """Return how open chances are on average: 1 if all are even, 0 if all are decided."""
    return fmean(1 - abs(2 * chance - 1) for chance in chances)


def whole_uncertainty(each: Course) -> float:
    """Return how open a game was before its turns."""
    return uncertainty(each.chances[: each.turns])


def late_uncertainty(each: Course) -> float:
    """Return how open a game was before the turns of its last quarter."""
    return uncertainty(each.chances[each.turns - ceil(each.turns / 4) : each.turns])


def rises(each: Course, seat: int) -> list[tuple[float, float]]:
    """Return the rises of a seat's chance from turn to turn in its own eyes, and from where."""
    return [(after - before, before) for before, after in pairwise(each.own(seat))]


def all_rises(each: Course) -> list[tuple[float, float]]:
    """Return the rises of both seats."""
    return rises(each, 0) + rises(each, 1)


def momentum(each: Course) -> list[int]:
    """Return for every turn of who led 1 if he led by more at his next, else 0."""
    return [int(rise > 0) for rise, before in all_rises(each) if before > EVEN]


def correction(each: Course) -> list[int]:
    """Return for every turn of who led 1 if he led by less at his next, else 0."""
    return [int(rise < 0) for rise, before in all_rises(each) if before > EVEN]


def permanence(each: Course) -> list[int]:
    """Return for every rise 1 if the seat's chance did not fall back by its turn after, else 0."""
    kept = []
    for seat in (0, 1):
        own = each.own(seat)
        for before, after, later in zip(own, own[1:], own[2:], strict=False):
            if after > before:
                kept.append(int(later >= before))
    return kept


def swing(each: Course) -> list[float]:
    """Return how much the chance of a seat changed from each of its turns to its next."""
    return [abs(rise) for rise, _ in all_rises(each)]


def surprising(each: Course) -> list[int]:
    """Return for every turn 1 if the chance changed much until the seat's next, else 0."""
    return [int(at_least(change, SURPRISE)) for change in swing(each)]


# What is known of reviewed turns.


def fouled_up(turn: ReviewedTurn) -> bool | None:
    """Tell whether the move that was played was a mistake."""
    return None if turn.played is None else at_least(turn.value - turn.played, MARKS["mistake"])


def careless(turn: ReviewedTurn) -> float:
    """Return the share of the moves that are blunders."""
    blunders = sum(at_least(turn.value - value, MARKS["blunder"]) for value in turn.values)
    return blunders / len(turn.values)


def gain_by_thought(turn: ReviewedTurn) -> float | None:
    """Return how much better the choice of the whole search is than that of its beginning."""
    return None if turn.early is None else turn.value - turn.early


def game_space(game: Reviewed) -> float:
    """Return the decimal logarithm of how many games there are if all play effective moves."""
    return game.length * fmean(log10(turn.effective) for turn in game.turns)


QUALITIES = (
    Quality(
        "drama",
        "w is the chance of who won in the end. Mean of sqrt(1 - 2w), the root of how far he was "
        "behind the other, over those of his own turns before which w < 1/2; 0 if there are none. "
        "Mean over games that somebody won",
        game=drama,
        decided=True,
    ),
    Quality(
        "greatest drama",
        "the largest sqrt(1 - 2w) of a game instead of the mean",
        game=greatest_drama,
        decided=True,
    ),
    Quality(
        "decisiveness",
        f"share of a game played when w reaches {DECISIVE:g} to stay there: near 1, games end as "
        "soon as they are decided",
        "%",
        game=decisiveness,
        decided=True,
    ),
    Quality(
        "lead change",
        "agreed lead changes, as the measure of that name defines them, over all turns of a game, "
        "mean over games",
        "%",
        game=lead_change,
    ),
    Quality(
        "last lead change",
        "share of a game played when such a change comes for the last time, 0 if it never does",
        "%",
        game=last_lead_change,
    ),
    Quality(
        "uncertainty",
        "mean of 1 - |2c - 1| over the chances c before all turns of a game: 1 is even, 0 decided",
        game=whole_uncertainty,
    ),
    Quality(
        "late uncertainty",
        "the same over the last quarter of the turns, rounded up",
        game=late_uncertainty,
    ),
    Quality(
        "killer moves",
        "the most by which w grew from one turn of the winner to his next, or to the end; mean "
        "over games that were won",
        game=killer,
        decided=True,
    ),
    Quality(
        "momentum",
        "share of the turns before which who made them had a chance above 1/2, which was higher "
        "still at his next turn or in the end",
        "%",
        turns=momentum,
    ),
    Quality("correction", "share of those at which it was lower then", "%", turns=correction),
    Quality(
        "permanence",
        "of the turns by which the chance of a seat was higher at its next turn, the share at "
        "which it was not below where it began at the turn after that, or in the end",
        "%",
        turns=permanence,
    ),
    Quality(
        "swing",
        "mean change of the chance of a seat, up or down, from each of its turns to its next, or "
        "to the end",
        turns=swing,
    ),
    Quality(
        "surprising turns",
        f"share of the turns with a swing of at least {SURPRISE:g}",
        "%",
        turns=surprising,
    ),
    Quality(
        "foul-up factor",
        "share of the reviewed turns at which the move played is worth at least "
        f"{MARKS['mistake']:g} less than the best",
        "%",
        reviewed=fouled_up,
    ),
    Quality(
        "careless moves",
        f"share of all moves at a turn that are worth at least {MARKS['blunder']:g} less than the "
        "best: how often a move drawn at random is a blunder",
        "%",
        reviewed=careless,
    ),
    Quality(
        "depth",
        f"share of the reviewed turns at which the whole search chooses another move than it did "
        f"after 1/{EARLY} of its simulations",
        "%",
        reviewed=lambda turn: turn.changed,
    ),
    Quality(
        "depth in win chance",
        "mean of the value of the best move minus that of the early choice",
        reviewed=gain_by_thought,
    ),
    Quality(
        "effective moves",
        f"moves at a turn whose value is at most {NEAR:g} below the best, mean over turns; of "
        "very many moves in proportion to those that were valued",
        "moves",
        reviewed=lambda turn: turn.effective,
    ),
)
"""After Browne (2008), and what Ai Ai's reports name beside them, each as exactly as can be."""
AT_THE_END = ("late uncertainty",)
"""The quality of games that looks at their last quarter alone."""
FORMULA = (
    CHANCES
    + REVIEWS
    + "Completion: share of the games that ended. Games turned round: share of the won games in "
    f"which who lost once had a chance of at least {DECISIVE:g}. "
    + " ".join(f"{each.name.capitalize()}: {each.meaning}." for each in QUALITIES)
    + " Game space: the sum over the turns of a game of log10 of the effective moves (for turns "
    "that were not reviewed the mean of the others), mean over reviewed games. Intervals are "
    "Student's, and count games, not turns; of completion and games turned round, Wilson's."
)


@rests_on(engine_basis, review_basis)
def compute(sample: Sample) -> Measure:
    """Measure what makes a game a good one, as far as chances and values tell."""
    found, seen = courses(sample), reviews(sample)
    if not found and not seen:
        return Measure(TITLE, FORMULA, missing=f"{NO_CHANCES}, and {NO_REVIEWS}")
    finished = sum(game.finished for game in sample.games)
    won = [each for each in found if each.winner is not None]
    figures = [
        share("completion", finished, len(sample.games)),
        share("games turned round", sum(map(turned_round, won)), len(won)),
        *(known_of(each, each.figure(found, seen), sample.calibration) for each in QUALITIES),
        per_game("game space", [game_space(game) for game in seen], "log10", OF_REVIEWS),
    ]
    return Measure(TITLE, FORMULA, figures=figures, summary=summary(figures, sample.calibration))


def known_of(quality: Quality, figure: Figure, opinion: Opinion) -> Figure:
    """Return a figure; without its value if it needs the middle of games, which tells nothing."""
    apart = quality.reviewed is not None or quality.name in AT_THE_END
    return figure if apart else if_known(figure, opinion)


def summary(figures: list[Figure], opinion: Opinion) -> str:
    """Say in words what stands out.

    Where chances in the middle are worth nothing, most figures cannot be told.
    """
    known = {each.name: each.value for each in figures if each.value is not None}
    said = []
    if "middle" in opinion.weak_parts:
        said.append(
            "When games are decided, how often the lead changes and how long gains last cannot be "
            "told: in the middle the engine's chances are not shown to be better than chance."
        )
    elif "decisiveness" in known:
        said.append(
            f"Games were decided for good after {known['decisiveness']:.0%} of their turns, and "
            f"{known['games turned round']:.0%} were won by who had seemed lost."
        )
    if "depth" in known:
        said.append(f"Longer thought changed the choice at {known['depth']:.0%} of the turns.")
    return " ".join(said)
