"""How fast the game is searched and solved."""

from collections.abc import Sequence
from statistics import fmean, stdev

from crosscut.lab.report.estimates import mean
from crosscut.lab.report.measure import Cell, Measure, Table
from crosscut.lab.report.sample import Sample

LABELS = {"uct-plain": "search: plain UCT", "default": "search: default", "solver": "solver"}
COLUMNS = ("label", "its/s", "SD", "nodes/s", "SD", "game length", "SD")

TITLE, UNIT = "Search speed", "1/s"
FORMULA = (
    "Iterations are random games, or simulations of a search; the standard deviation (SD) is "
    "over rounds of random play, or over the positions before the first five turns of a game, "
    "each searched anew with an empty tree on one core. Nodes are the positions that random "
    "games go through, that a search adds to its tree, or that the solver looks into. Game "
    "length, in moves, is that of random games, and that of all games for the search that played "
    "them. Means have Student's intervals."
)


def compute(sample: Sample) -> Measure:
    """Measure playouts, simulations of searches, and nodes a second."""
    found = sample.results("speed")
    if not found:
        return Measure(TITLE, FORMULA, UNIT, missing="speed was not measured")
    playouts, searches = found[0]["playouts"], found[0]["searches"]
    length = playouts["length"]
    moves = [rate * length for rate in playouts["rates"]]
    lengths = {sample.plan.player: spread([game.story.length for game in sample.games])}
    rows = [
        ("random playout", *spread(playouts["rates"]), *spread(moves),
         round(length, 2), round(playouts["spread"], 2))
    ] + [
        (LABELS[name], *spread(each["rates"]), *spread(each["nodes"]),
         *lengths.get(name, (None, None)))
        for name, each in searches.items()
    ]  # fmt: skip
    return Measure(
        title=TITLE,
        formula=FORMULA,
        unit=UNIT,
        figures=[
            mean(f"{LABELS[name]}, simulations", searches[name]["rates"], "1/s", "positions", 0)
            for name in ("uct-plain", "default")
        ]
        + [mean("solver, nodes", searches["solver"]["nodes"], "1/s", "positions", 0)],
        exhibits=[Table("Speed of play and search", COLUMNS, rows)],
    )


def spread(values: Sequence[float]) -> tuple[Cell, Cell]:
    """Return the mean and the standard deviation of some values, as far as there are any."""
    if not values:
        return None, None
    return round(fmean(values), 2), round(stdev(values), 2) if len(values) > 1 else None
