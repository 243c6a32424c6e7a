"""Positions with exactly one winning turn."""

from collections import Counter

from crosscut.lab.report.estimates import counted, mean, share
from crosscut.lab.report.measure import Measure, Puzzle, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages.puzzles import (
    FEWEST_TURNS,
    LATE,
    LOOK,
    MANY,
    MOST_SAFE,
    MOST_TURNS,
    NONE,
    OPEN,
    SEVERAL,
    UNIQUE,
    turn_ends,
)

TITLE = "Puzzles"
FORMULA = (
    "The last {late} turns of the games of the engine are looked through for positions in which "
    "the later winner is to move and under pressure: at most one of his turns wins at once, and at "
    "most {safe} others leave the other player no turn that wins at once. About each of these few "
    "an exact solver is asked, for at most {nodes:,} nodes in all. A position is a puzzle if "
    "exactly one turn is proven to win and all others are proven not to; turns that lead to the "
    "same position count as one, and there are {few} to {turns:,} of them. What was not proven is "
    "no puzzle. A puzzle is graded by its line, in which the loser holds out as long as "
    "the solver knows. The share is of all positions that the solver was asked about."
)
VERDICTS = {
    UNIQUE: "exactly one turn wins",
    SEVERAL: "several turns win",
    NONE: "no turn wins",
    OPEN: "not decided",
    MANY: "too many turns",
}


def compute(sample: Sample) -> Measure:
    """Show the puzzles, the easiest first."""
    plan, results = sample.plan, sample.results("puzzles")
    formula = FORMULA.format(
        late=LATE,
        safe=MOST_SAFE,
        nodes=plan.effort.puzzle_nodes,
        few=FEWEST_TURNS,
        turns=MOST_TURNS,
    )
    looks = [result for result in results if result["key"][0] == LOOK]
    proofs = [result for result in results if result["key"][0] != LOOK]
    found = [result for result in proofs if result["verdict"] == UNIQUE]
    verdicts = Counter(result["verdict"] for result in proofs)
    missing = ""
    if not looks:
        missing = "No game was looked through for puzzles."
    elif not found:
        missing = "No position of the games was proven to have exactly one winning turn."
    return Measure(
        title=TITLE,
        formula=formula,
        figures=[
            counted("games looked through", len(looks), n=len(looks)),
            counted("positions looked at", sum(result["looked"] for result in looks), n=len(looks)),
            counted("under pressure", sum(len(r["candidates"]) for r in looks), n=len(looks)),
            counted("asked about", len(proofs), n=len(looks)),
            share("with exactly one winning turn", len(found), len(proofs), "positions asked"),
            mean("legal turns", [each["legal"] for each in found], "turns", "puzzles"),
            mean("turns of the line", [len(each["line"]) for each in found], "turns", "puzzles"),
        ],
        exhibits=[
            *(puzzle(sample, result) for result in best(found, plan.effort.puzzles)),
            *([verdict_table(verdicts)] if proofs else []),
        ],
        summary=summary(proofs, found),
        missing=missing,
    )


def summary(proofs: list[dict], found: list[dict]) -> str:
    """Say in words how many puzzles there are."""
    if not found:
        return ""
    least, most = (end(each["legal"] for each in found) for end in (min, max))
    legal = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return (
        f"Of {len(proofs)} positions that the solver was asked about, {len(found)} "
        f"{'has' if len(found) == 1 else 'have'} exactly one winning turn, proven, among {legal} "
        "legal ones."
    )


def best(found: list[dict], most: int) -> list[dict]:
    """Return the longest of some puzzles, of each game only one, in the order of their length."""
    by_game: dict[int, dict] = {}
    for result in sorted(found, key=lambda each: (-len(each["line"]), -each["legal"])):
        by_game.setdefault(result["key"][1], result)
    return sorted([*by_game.values()][:most], key=lambda each: (len(each["line"]), each["legal"]))


def puzzle(sample: Sample, result: dict) -> Puzzle:
    """Return a puzzle as it is shown."""
    _, number, turn = result["key"]
    record = next(each for each in sample.results("games") if each["key"][0] == number)
    position = turn_ends(sample.plan, record)[turn]
    mover = position.game.player(position.state, position.colour)
    own = (len(result["line"]) + 1) // 2
    goal = "win" if own == 1 else f"win in {own} turns"
    return Puzzle(
        title=f"{mover} to move and {goal}",
        position=position,
        solution=tuple(result["solution"]),
        line=tuple(result["line"]),
        legal=tuple(tuple(after.taps_since(position)) for _, after in position.next_turns()),
        note=(
            f"Game {number}, after {turn} turns. Of {result['legal']:,} legal turns one wins; "
            f"{result['nodes']:,} nodes prove it."
        ),
    )


def verdict_table(verdicts: Counter) -> Table:
    """Return how often the solver came to each verdict."""
    rows = [(words, verdicts[verdict]) for verdict, words in VERDICTS.items() if verdicts[verdict]]
    return Table("What the solver found", ("positions in which", "number"), rows)
