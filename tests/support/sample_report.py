"""A small report with every kind of exhibit, for the tests of its page."""

import crosscut
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import counted, nothing, share
from crosscut.lab.report.measure import (
    Chart,
    Figure,
    HeatMap,
    Line,
    Measure,
    Picture,
    Puzzle,
    Table,
    Text,
)
from crosscut.lab.report.page import boards

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>"
ABOUT = {
    "title": "Slither",
    "game": "slither",
    "size": 4,
    "variant": "classic",
    "pie": True,
    "limit": "1000",
    "seed": 7,
    "version": "0.5.0",
    "games": 2000,
    "seconds": 3391.2,
    "workers": 2,
    "effort": "full",
    "command": "crosscut report slither --size 4 --pie --out slither-4",
}
SLITHER = crosscut.game("slither", 4)
TASK = ".X../.X../..OO/.X.."
"""Black wins by b2, which is also what a step of b1 or b3 to b2 and a stone behind it come to."""


def cell(name):
    """Return where a cell is in a string of 16 characters, row by row from the bottom."""
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


def puzzle():
    """Return a puzzle and check that one position alone wins at once."""
    position = SLITHER.position(TASK, to_play="X")
    turns = {tuple(after.taps_since(position)): after for _, after in position.next_turns()}
    winning = {boards.frame(after) for after in turns.values() if after.over}
    assert winning == {".0..|.011|.0..|.0..".replace("|", "")}  # rows from the bottom
    return Puzzle("A puzzle", position, (cell("b2"),), ("b2",), tuple(turns), "One turn wins.")


def draw(axes):
    """Draw a band, a line and what stands beside it."""
    turns = range(100)
    axes.fill_between(turns, 0, 1, color=charts.PALE, alpha=0.3)
    axes.plot(turns, [turn % 7 for turn in turns], label="chance")
    axes.plot(turns, [turn % 5 for turn in turns], label="nothing")
    axes.legend()


def chart():
    """Return a chart."""
    return Chart("A chart", draw, "It goes up and down.", Table("", ("x", "y"), [(1, 2.5)]))


def line():
    """Return a line of three turns."""
    end = SLITHER.position().play("b2").play("c3").play("b2-b3/b2")
    return Line("A line", end, "A note.")


def report():
    """Return measures with every kind of exhibit."""
    hexes = crosscut.game("hex", 3)
    values = {cell: cell / 100 for cell in hexes.board.cells[:-1]}
    heat = HeatMap("A heat map", hexes.position().play("a1"), values, "Warm in a corner.", "%")
    game = Measure(
        "Game",
        "As it is.",
        exhibits=[Text("Rules", ["First.", "Second."], True), Text("Words", ["A word."]), line()],
    )
    results = Measure(
        "Who wins",
        "Wins over games.",
        summary="The first seat wins less.",
        figures=[
            share("first seat wins", 939, 2014),
            nothing("draws", "%"),
            counted("games", 2014),
            Figure("gap", None, note="no game was drawn"),
        ],
        exhibits=[
            Table("Wins", ("seat", "wins"), [("first", 939), ("second", None)]),
            Table("Wide", [f"column {number}" for number in range(20)], [range(20)]),
            chart(),
        ],
    )
    return {
        "results": results,
        "representative_game": game,
        "opening_map": Measure("Heat", "Warm.", exhibits=[heat]),
        "puzzles": Measure("Puzzles", "Proven.", exhibits=[puzzle()]),
        "solved": Measure("Solved", "", missing="No size was solved."),
        "my own": Measure(
            "Own", "Mine.", exhibits=[Picture("Drawn", hexes.position().svg(), "A board"), chart()]
        ),
    }
