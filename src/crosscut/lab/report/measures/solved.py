"""Who wins on small boards with perfect play."""

from crosscut.lab.report.estimates import counted
from crosscut.lab.report.measure import HeatMap, Line, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages.solved import DRAWN, small_start

TITLE = "Small boards, solved"
FORMULA = (
    "Beginning with the smallest board, each size is solved exactly by proof-number search, for at "
    "most {nodes:,} nodes, until one is not decided; a node is a position whose moves were listed. "
    "A first turn wins if the first player can force a win after it. Where the pie rule holds, the "
    "second player should swap a first turn exactly if that gives him what the turn is worth. "
    "These are proofs, not estimates."
)
NOT_KNOWN = "not known"


def compute(sample: Sample) -> Measure:
    """Tell who wins on each board that could be solved."""
    results = sample.results("solved")
    formula = FORMULA.format(nodes=sample.plan.effort.solve_nodes)
    known = [result for result in results if result["value"] is not None]
    if not known:
        tried = f"No board was solved within {sample.plan.effort.solve_nodes:,} nodes."
        why = tried if results else "No board was tried."
        return Measure(TITLE, formula, missing=why)
    pie = any(result["swap"] for result in results)
    last = "first turns to swap" if pie else "first turns that win"
    rows = [
        (
            small_start(sample.plan, result["key"][0]).game.board.dimensions,
            winner(result["value"]),
            good_turns(result, pie),
            result["nodes"],
        )
        for result in results
    ]
    largest = known[-1]
    return Measure(
        title=TITLE,
        formula=formula,
        figures=[counted("largest size solved", largest["key"][0])],
        exhibits=[
            Table("Perfect play by size", ("board", "who wins", last, "nodes"), rows),
            *next(filter(None, (first_cells(sample, each) for each in known[::-1])), []),
            *next(filter(None, (perfect_line(sample, each) for each in known[::-1])), []),
        ],
        summary=summary(sample, results, known),
    )


def winner(value: int | str | None) -> str:
    """Say who wins."""
    return {0: "first player", 1: "second player", DRAWN: "draw"}.get(value, NOT_KNOWN)


def good_turns(result: dict, pie: bool) -> str:
    """Say how many first turns win, or with the pie rule how many are to be swapped."""
    values = result["swap"] if pie else {turn: good(v) for turn, v in result["turns"].items()}
    decided = [value for value in values.values() if value is not None]
    if not decided:
        return NOT_KNOWN
    text = f"{sum(decided)} of {len(values)}"
    unknown = len(values) - len(decided)
    return f"{text}, {unknown} {NOT_KNOWN}" if unknown else text


def good(value: int | str | None) -> bool | None:
    """Tell whether the first player wins; None is unknown."""
    return None if value is None else value == 0


def first_cells(sample: Sample, result: dict) -> list[HeatMap]:
    """Return a board with the first turns that win, where each is a stone on a cell."""
    taps = result["taps"]
    values = result["swap"] or {turn: share_of(v) for turn, v in result["turns"].items()}
    shown = {taps[turn]: float(v) for turn, v in values.items() if turn in taps and v is not None}
    if not shown:
        return []
    start = small_start(sample.plan, result["key"][0])
    names = [start.game.board.name(cell) for cell, value in sorted(shown.items()) if value == 1]
    what = "First stones that are to be swapped" if result["swap"] else "First stones that win"
    return [
        HeatMap(
            title=f"{what}, {start.game.board.dimensions}",
            position=start,
            values=shown,
            alt=f"{what}: {' '.join(names) or 'none'}; {len(shown)} stones are known.",
        )
    ]


def perfect_line(sample: Sample, result: dict) -> list[Line]:
    """Return a game in which nobody gives away what he has, if one is known."""
    here = small_start(sample.plan, result["key"][0])
    if not result["line"]:
        return []
    title = f"Perfect play, {here.game.board.dimensions}"
    for turn in result["line"]:
        here = here.play(turn)
    return [Line(title, here, "Who loses holds out where that takes most to refute.")]


def share_of(value: int | str | None) -> float | None:
    """Return what the first player gets: 1, 0, or for a draw 1/2; None is unknown."""
    return {0: 1.0, 1: 0.0, DRAWN: 0.5}.get(value)


def summary(sample: Sample, results: list[dict], known: list[dict]) -> str:
    """Say in words who wins."""

    def board(result: dict) -> str:
        return small_start(sample.plan, result["key"][0]).game.board.dimensions

    verdicts = [f"{board(result)}: {winner(result['value'])}" for result in known]
    text = f"With perfect play, {'; '.join(verdicts)}."
    if len(known) < len(results):
        text += f" {board(results[-1])} was not decided within {results[-1]['nodes']:,} nodes."
    if sample.game.has_deal:
        text += f" Starts are dealt; these are for seed {sample.plan.seed}."
    return text
