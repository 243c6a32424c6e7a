"""How analysis is shown: a table of turns, or of moves."""

from crosscut.lab.console import out, table_of
from crosscut.search.analysis.text import (
    calibrated_text,
    chance_text,
    conclusions,
    line_text,
    value_text,
)


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
    if told := calibrated_text(found["calibrated"]):
        out.print(told)
    if found["nothing"] is not None:
        out.print(f"doing nothing: {value_text(found['nothing'], seat)}")
    elif found["no_nothing"]:
        out.print(f"doing nothing has no value: {found['no_nothing']}")
    rows = found["turns"] if found["unit"] == "turn" else found["moves"]
    table = table_of(found["unit"], "win chance", "sampling error", "visits", "")
    for column in (table.columns[0], table.columns[-1]):
        column.justify = "left"
    table.columns[-1].header = "line"
    for each in rows[:top]:
        error = each["sampling_error"]
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
