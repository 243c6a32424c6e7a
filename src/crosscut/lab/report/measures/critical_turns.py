"""Turns at which only one move is good, and turns at which moving matters at all."""

from crosscut.lab.report.calibration.basis import rests_on, review_basis
from crosscut.lab.report.measure import Chart, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.svg_charts import MAIN, SECOND
from crosscut.lab.report.win_curve import (
    NO_REVIEWS,
    REVIEWS,
    TENTHS,
    Reviewed,
    ReviewedTurn,
    by_tenth,
    per_game,
    pooled,
    reviews,
)

TITLE = "Critical and hot turns"
FORMULA = (
    REVIEWS + "A move is good if its value is more than 1/2. A turn is critical if exactly one "
    "move is good; turns of which not all moves were valued, there being very many, do not count. "
    "The values of most moves come from short searches, which find some moves good that are not: "
    "the share of critical turns is rather too low than too high. The number per game is the share "
    "in a game times its turns. Heat is the value of the best move minus that of doing nothing; a "
    "turn is hot if it is above 0, and cold if it is below: then any move does harm. Turns at "
    "which nobody could do nothing do not count. Intervals count games, not turns."
)
OF = "reviewed games"


@rests_on(review_basis)
def compute(sample: Sample) -> Measure:
    """Measure how often there is one good move only, and how much is at stake at a turn."""
    found = reviews(sample)
    if not found:
        return Measure(TITLE, FORMULA, missing=NO_REVIEWS)
    figures = [
        over_turns("critical turns", found, lambda turn: turn.critical, "%"),
        per_game("critical turns per game", numbers(found), of=OF),
        over_turns("hot turns", found, lambda turn: turn.hot, "%"),
        over_turns("cold turns", found, is_cold, "%"),
        over_turns("mean heat", found, lambda turn: turn.heat),
    ]
    critical, hot = figures[0].value, figures[2].value
    said = []
    if critical is not None:
        said.append(f"On {critical:.0%} of the turns exactly one move was good.")
    if hot is not None:
        said.append(f"{hot:.0%} of the turns were hot.")
    return Measure(
        TITLE,
        FORMULA,
        "% of turns",
        figures,
        [by_part(found)] if hot is not None or critical is not None else [],
        " ".join(said),
    )


def is_cold(turn: ReviewedTurn) -> bool | None:
    """Tell whether nothing is better than the best move; None if that is not known."""
    return None if turn.heat is None else turn.heat < 0


def over_turns(name: str, found: list[Reviewed], what, unit: str = ""):
    """Return the mean of something over all reviewed turns."""
    return pooled(name, [[what(turn) for turn in game.turns] for game in found], unit, OF)


def numbers(found: list[Reviewed]) -> list[float]:
    """Return how many critical turns each game has, by the share among those that are known."""
    each = []
    for game in found:
        known = [turn.critical for turn in game.turns if turn.critical is not None]
        if known:
            each.append(game.length * sum(known) / len(known))
    return each


def by_part(found: list[Reviewed]) -> Chart:
    """Return the share of critical and of hot turns in each tenth of a game."""
    rows = []
    shares = {}
    for name, what in (("hot", lambda turn: turn.hot), ("critical", lambda turn: turn.critical)):
        parts = list(zip(*by_tenth(found, what), strict=True))
        known = [[value for value in part if value is not None] for part in parts]
        shares[name] = [100 * sum(part) / len(part) if part else None for part in known]
        rows += [
            (name, f"{10 * tenth}-{10 * tenth + 10} %", shares[name][tenth], len(known[tenth]))
            for tenth in range(TENTHS)
            if known[tenth]
        ]
    middles = [10 * tenth + 5 for tenth in range(TENTHS)]

    def draw(axes) -> None:
        for (name, values), colour, shape in zip(
            shares.items(), (SECOND, MAIN), ("o-", "s--"), strict=True
        ):
            points = [(x, y) for x, y in zip(middles, values, strict=True) if y is not None]
            if points:
                axes.plot(*zip(*points, strict=True), shape, color=colour, label=name)
        axes.set_xlim(0, 100)
        axes.set_ylim(-2, 102)
        axes.set_xlabel("part of the game played, %")
        axes.set_ylabel("turns, %")
        axes.legend(loc="center left")

    return Chart(
        "When turns are critical, and when hot",
        draw,
        "Two curves over the tenths of a game, the mean over games of the share of turns. "
        + "; ".join(
            f"{name}: from {first[0]:.0f} % to {first[-1]:.0f} %"
            for name, values in shares.items()
            if (first := [value for value in values if value is not None])
        )
        + ".",
        Table("Critical and hot turns", ("turns", "part", "mean share, %", "games"), rows),
    )
