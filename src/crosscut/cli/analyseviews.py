"""How analysis is shown: a table of turns, or of moves."""

from crosscut.cli.benchviews import table_of
from crosscut.cli.console import out
from crosscut.cli.options import counted

SHOWN_LINE = 5
"""Turns of a line that fit into a table."""


def show_review(title: str, found: dict) -> None:
    """Print what is known of a game, turn by turn."""
    turns = found["turns"]
    out.print(f"{title}: {len(turns)} turns{'' if found['done'] else ' looked at so far'}")
    table = table_of("turn", "player", "played", "before", "after", "loss", "nothing", "mark", "")
    for column in table.columns[1:3] + table.columns[7:]:
        column.justify = "left"
    table.columns[-1].header = "better"
    for turn in turns:
        good = turn["mark"] == "good"
        table.add_row(
            str(turn["number"]),
            turn["player"],
            turn["text"],
            chance_text(turn["before"], turn["proven_before"], turn["seat"]),
            chance_text(turn["after"], turn["proven_after"], turn["seat"]),
            "" if good else f"{turn['loss']:.0%}",
            value_text(turn["nothing"], turn["seat"]),
            "" if good else turn["mark"] + (", certain" if turn["certain"] else ""),
            "" if good else line_text(turn["line"]),
        )
    out.print(table)
    for line in conclusions(found):
        out.print(line)


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


def show_position(position, title: str, found: dict, top: int) -> None:
    """Print what is known of a position, and its best moves or turns."""
    out.print(f"{title}\n{position}")
    chance, seat = found["win_chance"], found["seat"]
    if chance is None:
        out.print("nothing is known yet")
        return
    known = " is proven" if found["proven"] is not None else ""
    out.print(
        f"win chance {chance:.1%}{known}; {found['simulations']:,} simulations "
        f"in {found['seconds']:.2f} s"
    )
    if found["nothing"] is not None:
        out.print(f"doing nothing: {value_text(found['nothing'], seat)}")
    elif found["no_nothing"]:
        out.print(f"doing nothing has no value: {found['no_nothing']}")
    rows = found["turns"] if found["unit"] == "turn" else found["moves"]
    table = table_of(found["unit"], "win chance", "error", "visits", "")
    for column in (table.columns[0], table.columns[-1]):
        column.justify = "left"
    table.columns[-1].header = "line"
    for each in rows[:top]:
        error = each["error"]
        table.add_row(
            each["text"],
            value_text(each, seat),
            "" if not error else f"{error:.1%}",
            f"{each['visits']:,}",
            line_text(each["line"]),
        )
    out.print(table)
    if rows[top:]:
        out.print(f"and {len(rows) - top} more; --top shows them")


def standing(snapshot) -> str:
    """Say in one line how an analysis stands."""
    chance = "" if snapshot.win_chance is None else f", {snapshot.win_chance:.1%}"
    best = f", {snapshot.moves[0].text}" if snapshot.simulations else ""
    return f"{snapshot.simulations:,} simulations{chance}{best}"


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
