"""How fast random games are played, beside Connect Four."""

from crosscut.lab.report.estimates import mean
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.sample import Sample

TITLE, UNIT = "Playout speed", "playouts/s"
FORMULA = (
    "Random games, moves drawn uniformly, are played on one core in short slices of processor "
    "time, those of the game and those of Connect Four (7x6) in turn, so that a busy moment "
    "hits both. Rates are means over rounds, with Student's intervals. "
    "Microseconds are a million divided by the rate. The ratio is the mean over rounds of "
    "Connect Four's rate divided by the game's: how many times as much a random game costs."
)


def compute(sample: Sample) -> Measure:
    """Measure random playouts a second, and how many times more there are of Connect Four."""
    found = sample.results("speed")
    if not found:
        return Measure(TITLE, FORMULA, UNIT, missing="speed was not measured")
    ours, reference = (found[0][name]["rates"] for name in ("playouts", "reference"))
    rate = mean("playouts", ours, "1/s", "rounds", 0)
    yardstick = mean("playouts of Connect Four", reference, "1/s", "rounds", 0)
    ratios = [theirs / mine for mine, theirs in zip(ours, reference, strict=True)]
    ratio = mean("ratio", ratios, "times", "rounds", 2)
    return Measure(
        title=TITLE,
        formula=FORMULA,
        unit=UNIT,
        figures=[
            rate,
            cost("time of a playout", rate),
            yardstick,
            cost("time of a playout of Connect Four", yardstick),
            ratio,
        ],
        summary=f"A random game takes {ratio.value:.2f} times as long as one of Connect Four.",
    )


def cost(name: str, rate: Figure) -> Figure:
    """Return what one costs, in microseconds, if so many are made in a second."""
    interval = rate.interval and (1e6 / rate.interval[1], 1e6 / max(1e-6, rate.interval[0]))
    return Figure(name, 1e6 / rate.value, "us", interval, rate.n, rate.of)
