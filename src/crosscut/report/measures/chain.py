"""How many levels of play there are, by simulations."""

from crosscut.report.levels import measure
from crosscut.report.measure import Measure
from crosscut.report.sample import Sample
from crosscut.report.stages.chain import ASCENT


def compute(sample: Sample) -> Measure:
    """Measure how often twice as many simulations beat the level before clearly."""
    return measure(
        sample,
        ASCENT,
        "Skill chain",
        "The engine has 2^k simulations for a turn, k = 0, 1, 2 ..., from the start of the game. "
        "The same seed gives the same games on every machine.",
    )
