"""How many distinct positions can be reached, by depth."""

from itertools import zip_longest

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import counted
from crosscut.lab.report.measure import Chart, Measure, Table
from crosscut.lab.report.sample import Sample

TITLE = "Unique positions reachable at depth"
FORMULA = (
    "Positions that can be reached from the start in at most so many moves, each counted once and "
    "without the start itself. A move is what players write down: a step and a placement are two, "
    "a swap is one. A position is the pieces, who is to move, whether a turn has begun, and "
    "whether seats were exchanged. They are all found, breadth first, until there would be more "
    "than {most:,}, or memory or patience ends. Ai Ai searches depth first, placements before "
    "longer moves, and never enters "
    "again a position that it has seen, though it may have seen it too near its depth limit to "
    "look any further. What lies behind such a position is missed. Up to depth three that makes no "
    "difference in Slither; beyond, its reports count too few, and the second column is what they "
    "would say. Sequences are counted by whole turns: two ways to one position are two."
)


def compute(sample: Sample) -> Measure:
    """Tell how many positions there are within each number of moves."""
    formula = FORMULA.format(most=sample.plan.effort.unique)
    results = sample.results("unique")
    if not results or not results[0]["distinct"]:
        why = "positions were not counted" if not results else "the first move leads to too many"
        return Measure(TITLE, formula, missing=f"There is nothing to tell: {why}.")
    result = results[0]
    rows = by_depth(result)
    depth, total = len(result["distinct"]), result["distinct"][-1]
    return Measure(
        title=TITLE,
        unit="positions",
        formula=formula,
        figures=[
            counted("depth counted", depth, "moves"),
            counted("distinct positions to that depth", total, "positions"),
            *(
                counted(f"distinct positions to depth {number}", positions, "positions")
                for number, positions in enumerate(result["distinct"], start=1)
            ),
        ],
        exhibits=[
            Table("Distinct positions by depth", COLUMNS, rows),
            chart(rows),
        ],
        summary=summary(sample, result),
    )


COLUMNS = (
    "depth in moves",
    "positions to that depth",
    "as Ai Ai counts",
    "sequences of so many turns",
)


def by_depth(result: dict) -> list[tuple]:
    """Return for every depth what was counted there; None is what was not."""
    counts = zip_longest(result["distinct"], result["like_aiai"], result["sequences"])
    return [(0, 1, 1, 1), *((depth, *row) for depth, row in enumerate(counts, start=1))]


def summary(sample: Sample, result: dict) -> str:
    """Say in words how many there are."""
    depth, total = len(result["distinct"]), result["distinct"][-1]
    if result["complete"]:
        text = f"All positions of the game were counted: {total:,}, the start left out."
    else:
        text = f"{total:,} distinct positions can be reached in at most {depth} moves."
    missed = [
        depth
        for depth, (true, like) in enumerate(
            zip(result["distinct"], result["like_aiai"], strict=False), start=1
        )
        if like < true
    ]
    if missed:
        true, like = (result[name][missed[0] - 1] for name in ("distinct", "like_aiai"))
        text += f" From depth {missed[0]} on Ai Ai counts too few: {like:,} instead of {true:,}."
    if sample.game.has_deal:
        text += f" The start is dealt; this is for the one of seed {sample.plan.seed}."
    return text


def chart(rows: list[tuple]) -> Chart:
    """Return the counts over the depth, on a logarithmic scale."""
    lines = [
        ("distinct", 1, charts.MAIN, "o", "-"),
        ("as Ai Ai counts", 2, charts.SECOND, "s", "--"),
        ("sequences of turns", 3, charts.PALE, "^", ":"),
    ]

    def draw(axes) -> None:
        for label, column, colour, marker, style in lines:
            points = [(row[0], row[column]) for row in rows if row[column] is not None]
            axes.plot(*zip(*points, strict=True), style, color=colour, marker=marker, label=label)
        axes.set_yscale("log")
        axes.set_xticks([row[0] for row in rows])
        axes.set_xlabel("depth in moves (of sequences: in turns)")
        axes.set_ylabel("number")
        axes.legend()

    last = max(row for row in rows if row[1] is not None)
    return Chart(
        title="Growth of the tree",
        draw=draw,
        alt=(
            f"Distinct positions on a logarithmic scale, from 1 at the start to {last[1]:,} "
            f"within {last[0]} moves; beside it what Ai Ai would count, and sequences of turns."
        ),
        data=Table("Growth of the tree", COLUMNS, rows),
    )
