"""How many levels of play there are, by seconds of thinking."""

from crosscut.lab.report.measure import Measure
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.skill_ladder_measure import measure
from crosscut.lab.report.stages.ladder import ASCENT


def compute(sample: Sample) -> Measure:
    """Measure how often thinking e times as long beats the level before clearly."""
    return measure(
        sample,
        ASCENT,
        "Levels of play",
        "The engine thinks 0.01 e^k seconds a turn, k = 0, 1, 2 ...: 0.01, 0.03, 0.07, 0.20, 0.55, "
        "1.48, 4.03, exactly and not as rounded here, on one core, from the start of the game. "
        "Seconds depend on the machine, so another one finds other levels.",
    )
