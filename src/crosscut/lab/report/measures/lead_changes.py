"""How often the lead changes hands."""

from statistics import fmean

from crosscut.lab.report.calibration.basis import (
    UNKNOWN_MIDDLE,
    engine_basis,
    if_known,
    rests_on,
    review_basis,
)
from crosscut.lab.report.estimates import share
from crosscut.lab.report.measure import Chart, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.svg_charts import MAIN, PALE
from crosscut.lab.report.win_curve import (
    CHANCES,
    NO_CHANCES,
    TENTHS,
    Course,
    courses,
    per_game,
    pooled,
    reviews,
)

TITLE = "Lead changes"
FORMULA = (
    CHANCES + "Who has more than 1/2 leads; at exactly 1/2 the lead stays with who had it, and "
    "there is none before the first chance other than 1/2. A turn changes the lead if another seat "
    "leads after it than led before. The share is all such turns over all turns of all games with "
    "a chance before and after them; its interval counts games, not turns. An agreed "
    "change is one between leads that were seen before two turns in a row, as a rule by both "
    "seats, or in the result: who is to move sees his chances a little too bright, so that near "
    "even each may think he leads. In reviews the chance is the value of the best "
    "move, of games in which every turn was reviewed."
)


@rests_on(engine_basis, review_basis)
def compute(sample: Sample) -> Measure:
    """Measure at how many turns another seat takes the lead."""
    found = courses(sample)
    if not found:
        return Measure(TITLE, FORMULA, missing=NO_CHANCES)
    counts = [len(each.lead_changes) for each in found]
    whole = [each.course for each in reviews(sample) if each.whole]
    seen = [
        pooled("lead changes", [flags(each, each.lead_changes) for each in found], "%"),
        pooled(
            "agreed lead changes", [flags(each, each.agreed_lead_changes) for each in found], "%"
        ),
        per_game("lead changes per game", counts),
        share("games in which the lead never changed", counts.count(0), len(found)),
    ]
    figures = [
        *(if_known(each, sample.calibration) for each in seen),
        pooled(
            "lead changes in reviews",
            [flags(each, each.lead_changes) for each in whole],
            "%",
            "reviewed games",
        ),
    ]
    known = "middle" not in sample.calibration.weak_parts
    return Measure(
        TITLE,
        FORMULA,
        "% of turns",
        figures,
        [by_part(found)] if known else [],
        f"The lead changed on {seen[0].value:.0%} of the turns, {fmean(counts):.1f} times a "
        f"game; both seats agreed on {seen[1].value:.0%}."
        if known
        else f"How often the lead changes {UNKNOWN_MIDDLE}.",
    )


def flags(course: Course, changes: list[int]) -> list[int]:
    """Return for each turn of a game 1 if the lead changed and 0 if not."""
    return [int(turn in changes) for turn in range(1, course.turns + 1)]


def by_part(found: list[Course]) -> Chart:
    """Return at how many turns of each tenth of a game the lead changed."""
    turns = [0] * TENTHS
    counts = {"seen by who is to move": [0] * TENTHS, "agreed": [0] * TENTHS}
    for each in found:
        changes = (each.lead_changes, each.agreed_lead_changes)
        for name, numbers in zip(counts, changes, strict=True):
            for number in numbers:
                counts[name][tenth_of(number, each)] += 1
        for number in range(1, each.turns + 1):
            turns[tenth_of(number, each)] += 1
    known = [tenth for tenth in range(TENTHS) if turns[tenth]]
    shares = {
        name: [count[tenth] / turns[tenth] for tenth in known] for name, count in counts.items()
    }
    parts = [f"{10 * tenth}-{10 * tenth + 10} %" for tenth in known]

    def draw(axes) -> None:
        for (name, values), colour, shift in zip(
            shares.items(), (PALE, MAIN), (-0.2, 0.2), strict=True
        ):
            places = [place + shift for place in range(len(known))]
            axes.bar(places, [100 * value for value in values], 0.4, color=colour, label=name)
        axes.set_xticks(range(len(known)), parts, rotation=45)
        axes.set_xlabel("part of the game")
        axes.set_ylabel("turns with a new leader, %")
        axes.legend()

    told = "; ".join(
        f"{name}: {values[0]:.0%} of the turns in the first, {max(values):.0%} at most, "
        f"{values[-1]:.0%} in the last"
        for name, values in shares.items()
    )
    rows = zip(parts, *shares.values(), (turns[tenth] for tenth in known), strict=True)
    return Chart(
        "When the lead changes",
        draw,
        f"Bars over the tenths of a game. {told}.",
        Table("Turns with a new leader", ("part of the game", *shares, "turns"), list(rows)),
    )


def tenth_of(turn: int, course: Course) -> int:
    """Return the tenth of a game, from 0 on, in which a turn, counted from 1, lies."""
    return TENTHS * (turn - 1) // course.turns
