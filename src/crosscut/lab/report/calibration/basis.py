"""What the opinions are worth that measures rest on; and measures that say so, or that they cannot.

Opinions that results show to be worthless are left out by `courses` and `reviews`; here this is
told.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps

from crosscut.lab.report.calibration.calibration import IN_PART, LEAST, Opinion
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.sample import Sample
from crosscut.search.analysis.calibration import NO_BETTER, TOO_FEW


@dataclass(frozen=True)
class Basis:
    """The opinions that measures rest on, and what their results say of them."""

    called: str
    opinions: tuple[Opinion, ...]
    """The first is the one whose skill is told; none of them may be worthless."""
    use: str
    """Whether it is corrected, and how."""

    @property
    def lost(self) -> str:
        """Say that nothing can be told by it, and why; nothing if that is not so."""
        worst = next((each for each in self.opinions if each.verdict == NO_BETTER), None)
        return f"{CANNOT} ({worst.reason(self.called)})" if worst else ""

    @property
    def formula(self) -> str:
        """Say in a formula what is used, and what it is worth."""
        worth = f" What rests on {self.called} {self.lost}." if self.lost else self.told
        return f"Opinions are tested by results, see {CALIBRATION!r}. {self.use}{worth}"

    @property
    def told(self) -> str:
        """Say what it is worth, if it is there at all."""
        opinion = self.opinions[0]
        if not opinion.games:
            return ""
        if self.lost:
            return f" What rests on {self.called} {CANNOT}."
        if opinion.verdict == TOO_FEW:
            few = f"{opinion.games} games are too few, it would take {LEAST}"
            return f" Whether {self.called} are better than chance cannot be told: {few}."
        skill = opinion.used_skill if opinion.corrects else opinion.skill
        weak = " or ".join(IN_PART[part] for part in opinion.weak_parts)
        but = f", but {weak} they are not shown to be better than chance" if weak else ""
        used = ", as corrected," if opinion.corrects else ""
        return f" The skill of {self.called}{used} is {skill}{but}."


def if_known(figure: Figure, opinion: Opinion) -> Figure:
    """Return a figure on the middle of games without its value if the chances there tell nothing.

    They are all alike there then; so nothing would change, and no game would be decided.
    """
    if "middle" not in opinion.weak_parts:
        return figure
    return replace(figure, value=None, interval=None, note=UNKNOWN_MIDDLE)


UNKNOWN_MIDDLE = "cannot be told: in the middle chances are not shown to be better than chance"
CALIBRATION = "The engine's opinion against results"
"""The title of the measure that tests opinions."""
CANNOT = "cannot be told: the engine's opinion is not shown to be better than chance here"


def engine_basis(sample: Sample) -> Basis:
    """Return what the engine's chances in all games are worth."""
    opinion = sample.calibration
    use = "The chances are not corrected: no curve is shown to be better."
    if opinion.corrects:
        use = (
            f"The chances are corrected by the results of {opinion.games:,} games, "
            f"{methods(opinion)}; what is 0 or 1 stays so, and so do chances while the swap is "
            "open, which belong to no colour yet."
        )
    return Basis("the engine's chances", (opinion,), use)


def methods(opinion: Opinion) -> str:
    """Return how chances are corrected in each part of a game, as far as they are."""
    curves = opinion.part_curves.items()
    return ", ".join(f"{IN_PART[part]} by {each.method}" for part, each in curves if each.knots)


def review_basis(sample: Sample) -> Basis:
    """Return what the values of reviews are worth: of the best move, and of the one played.

    No result tells of the other moves; so their values are not corrected, and the others neither.
    """
    use = (
        "Values of reviews come from other searches than the chances and are not corrected, as "
        "most moves were never played and have no result."
    )
    return Basis("the reviewed values", sample.review_calibration, use)


def rests_on(
    *bases: Callable[[Sample], Basis],
) -> Callable[[Callable[[Sample], Measure]], Callable[[Sample], Measure]]:
    """Show a measure with what the opinions are worth that it rests on.

    A measure of which nothing is left without them says that it cannot be told.
    """

    def judged(compute: Callable[[Sample], Measure]) -> Callable[[Sample], Measure]:
        @wraps(compute)
        def measured(sample: Sample) -> Measure:
            measure, found = compute(sample), [basis(sample) for basis in bases]
            formula = " ".join([measure.formula.strip(), *(each.formula for each in found)])
            if measure.missing:
                missing = next((each.lost for each in found if each.lost), measure.missing)
                return replace(measure, formula=formula, missing=missing)
            told = "".join(each.told for each in found) if measure.summary else ""
            return replace(measure, formula=formula, summary=measure.summary + told)

        return measured

    return judged
