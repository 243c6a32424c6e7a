"""The win chance through a game as a picture."""

from pathlib import Path

from crosscut.search.analysis.figures import LINE, PALE, chart
from crosscut.search.analysis.marks import MARKS

LOOKS = dict(zip(MARKS, (("v", "#f08c00"), ("s", "#e8590c"), ("X", "#c92a2a")), strict=True))
"""Shape and colour for each kind of turn that lost something."""
BETWEEN_NAMES = 0.07
"""The least distance between two names of turns, as a share of the picture."""


def draw(review: dict, title: str, path: Path) -> None:
    """Draw a review, as `Review.to_dict` gives it: the win chance of the first player.

    Hollow dots show the chance if the player to move did nothing; mistakes have their names.
    """
    with chart(path, 9, 4.5) as axes:
        plot(axes, review)
        axes.set_title(title)


def plot(axes, review: dict) -> None:
    """Draw a review on the axes of a chart."""
    from matplotlib.ticker import MaxNLocator

    chances = [100 * chance for chance in review["chances"]]
    axes.axhline(50, color=PALE, linewidth=0.8)
    passing = [
        (turn["number"] - 1, 100 * seen_by_first(turn, turn["nothing"]["win_chance"]))
        for turn in review["turns"]
        if turn["nothing"]
    ]
    for number, chance in passing:
        axes.plot([number, number], [chances[number], chance], color=PALE, linewidth=0.8, zorder=1)
    if passing:
        axes.plot(
            *zip(*passing, strict=True), "o", color=PALE, markerfacecolor="white", markersize=4,
            label="if the player to move did nothing",
        )  # fmt: skip
    axes.plot(range(len(chances)), chances, color=LINE, linewidth=2, label="win chance")
    for mark, (shape, colour) in LOOKS.items():
        marked = [turn for turn in review["turns"] if turn["mark"] == mark]
        places = [turn["number"] for turn in marked]
        heights = [chances[place] for place in places]
        if marked:
            axes.plot(places, heights, shape, color=colour, markersize=9, label=mark, zorder=3)
    name_turns(axes, review, chances)
    axes.set_xlabel("turns played")
    axes.set_ylabel("win chance of the first player, %")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(-8, 108)
    axes.grid(True, alpha=0.25)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=5, frameon=False)


def name_turns(axes, review: dict, chances: list[float]) -> None:
    """Write the texts of mistakes and blunders beside them, where there is room, worst first."""
    last, named = len(chances) - 1, []
    worst = sorted(review["turns"], key=lambda turn: -turn["loss"])
    for turn in worst:
        place, above = turn["number"], turn["seat"] == 1  # where the curve came from is no room
        crowded = any(abs(place - x) < BETWEEN_NAMES * last for x, side in named if side == above)
        if turn["mark"] in ("mistake", "blunder") and not crowded:
            named.append((place, above))
            axes.annotate(
                turn["text"], (place, chances[place]), ha="center",
                va="bottom" if above else "top", fontsize=8, zorder=4,
                xytext=(0, 7 if above else -7), textcoords="offset points",
            )  # fmt: skip


def seen_by_first(turn: dict, chance: float) -> float:
    """Return a win chance of who made a turn as one of the first seat."""
    return chance if turn["seat"] == 0 else 1 - chance
