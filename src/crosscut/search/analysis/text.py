"""What analysis found, in words for people: win chances, lines, and what a review comes to."""

from crosscut.core.text import counted
from crosscut.search.analysis.calibration import BETTER, IDENTITY

SHOWN_LINE = 5
"""Turns of a line that fit into a table."""


def conclusions(found: dict) -> list[str]:
    """Say in words what a review comes to."""
    turns, lines = found["turns"], []
    for seat, name in enumerate(("first", "second")):
        his = [turn for turn in turns if turn["seat"] == seat]
        if his:
            counts = {mark: sum(turn["mark"] == mark for turn in his) for mark in found["marks"]}
            marks = ", ".join(counted(count, mark) for mark, count in counts.items() if count)
            mean = sum(turn["loss"] for turn in his) / len(his)
            lines.append(f"{name} player: {marks or 'no mistakes'}; mean loss {mean:.1%} a turn")
    changes = found["lead_changes"]
    lines.append(f"the lead changed {counted(len(changes), 'time')}{after_turns(changes)}")
    if found["decisive"] is not None:
        turn = turns[found["decisive"] - 1]
        lines.append(
            f"lost by turn {turn['number']}, {turn['player']} {turn['text']}: "
            f"{turn['possible']:.0%} were possible, {turn['after']:.0%} were left"
        )
    return lines


def standing(snapshot) -> str:
    """Say in one line how an analysis stands."""
    chance = "" if snapshot.win_chance is None else f", {snapshot.win_chance:.1%}"
    best = f", {snapshot.moves[0].text}" if snapshot.simulations else ""
    return f"{snapshot.simulations:,} simulations{chance}{best}"


def calibrated_text(found: dict | None) -> str:
    """Say what results tell of a win chance, and which they are; nothing if nothing is known."""
    if found is None:
        return ""
    if found["verdict"] != BETTER:
        return f"in this game the engine's opinion is {found['verdict']}, by {found['source']}"
    if found["win_chance"] is None:
        return ""
    kept = " (not corrected)" if found["method"] == IDENTITY else ""
    like = "" if found["like"] else "; this search is of another length, so it need not hold here"
    return f"calibrated{kept}: {found['win_chance']:.1%}, by {found['source']}{like}"


def value_text(each: dict | None, seat: int) -> str:
    """Write the win chance of a value, or nothing."""
    if each is None or each["win_chance"] is None:
        return ""
    return chance_text(each["win_chance"], each["proven"], seat)


def chance_text(chance: float, proven: int | str | None, seat: int) -> str:
    """Write a win chance; what is proven is a word."""
    if proven is None:
        return f"{chance:.1%}"
    return "draw" if proven == "draw" else "won" if proven == seat else "lost"


def line_text(line: list[str]) -> str:
    """Write the beginning of a line."""
    return " ".join(line[:SHOWN_LINE]) + (" ..." if line[SHOWN_LINE:] else "")


def after_turns(numbers: list[int]) -> str:
    """Say after which turns something happened."""
    if not numbers:
        return ""
    return f", after turn{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"
