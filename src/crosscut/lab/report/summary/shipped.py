"""What the package says of the games that come with it, from the figures in `reference.json`.

The figures are those of one report on each game at its usual size. Tables and verdicts of that
report are not kept, so nothing is said here that would need them.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from crosscut.core.text import counted
from crosscut.lab.report.measure import Figure
from crosscut.lab.report.number_format import (
    SPACE,
    interval_text,
    sample_text,
    thinking_text,
    value_text,
)
from crosscut.lab.report.summary.claims import Known, sure_text
from crosscut.lab.report.summary.reference import EMPTY, reference
from crosscut.lab.report.summary.summary import surely_unfair


class Shown(NamedTuple):
    """A figure that the summary shows: where it is kept, and how people read it."""

    measure: str
    name: str
    label: str
    unit: str
    digits: int
    ranks: bool = True
    """Whether it is compared with other games; seats are not, as the pie rule evens them out."""


DOUBLING = "Elo per doubling, high effort"
FIGURES = (
    Shown("results", "first seat", "points of the first player", "%", 1, False),
    Shown("results", "draws", "drawn games", "%", 1),
    Shown("length", "median length", "median length", "moves", 0),
    Shown("branching", "branching factor", "branching factor", "moves", 0),
    Shown("complexity", "game-tree complexity", "game-tree complexity", "log10", 0),
    Shown("chain", DOUBLING, "gain by twice the simulations", "Elo", 0),
    Shown("coverage", "ever occupied", "cells that are ever occupied", "%", 1),
    Shown("results", "first seat at random", "points of the first player at random", "%", 1, False),
    Shown("length", "mean length at random", "mean length at random", "moves", 0),
)


class Row(NamedTuple):
    """A figure as text."""

    label: str
    value: str
    interval: str
    rests_on: str
    rank: str
    """How it stands among other games; nothing where that means nothing."""
    grows: bool
    """Whether that may be due to the size of the board."""


@dataclass(frozen=True)
class Summary:
    """What is known of a game."""

    title: str
    """The game with its size, variant and pie rule."""
    version: str
    """The version that measured it."""
    games: int
    thinking: str
    """How much was thought about a turn, such as 1000 simulations."""
    sentences: tuple[str, ...]
    rows: tuple[Row, ...]
    peers: int
    """How many other games there are."""
    their_thinking: str


def summary_of(game: str) -> Summary | None:
    """Return what the package says of a game; None if it holds no figures of it."""
    every = reference()["games"]
    if game not in every:
        return None
    about = every[game] | {"game": game}
    known = Known(about, {name: measure_of(about, name) for name in about["figures"]})
    others = [each for name, each in every.items() if name != game]
    thinking = sorted({thinking_text(each) for each in others}, key=len)
    return Summary(
        about["title"],
        about["version"],
        about["games"],
        thinking_text(about),
        (*who_wins(known), *how_long(known), *how_deep(known)),
        tuple(row for each in FIGURES if (row := row_of(known, each))),
        len(others),
        " or ".join(thinking),
    )


def measure_of(about: dict, name: str):
    """Return the figures of a measure that the summary shows, as a measure."""
    kept = about["figures"][name]
    return replace(
        EMPTY,
        figures=[
            figure_of(each, kept[each.name])
            for each in FIGURES
            if each.measure == name and each.name in kept
        ],
    )


def figure_of(shown: Shown, kept: list[float]) -> Figure:
    """Return a figure as it is kept: its value, and the interval and sample if it has them."""
    value, *rest = kept
    interval, n = (tuple(rest[:2]), int(rest[2])) if rest else (None, None)
    return Figure(shown.name, value, shown.unit, interval, n, digits=shown.digits)


def row_of(known: Known, shown: Shown) -> Row | None:
    """Return a figure as text with its rank; None if it is not known well enough."""
    name = f"{shown.measure}: {shown.name}"
    figure = known.sure(name)
    if figure is None:
        return None
    rank = known.rank(name) if shown.ranks else None
    return Row(
        shown.label,
        value_text(figure),
        interval_text(figure),
        sample_text(figure),
        rank.text() if rank else "",
        bool(rank and rank.grows),
    )


# Sentences.


def who_wins(known: Known) -> list[str]:
    """Say whether a player is ahead, and how many games were drawn."""
    first, draws = known.sure("first seat"), known.sure("draws")
    said = []
    if first is not None and first.n < known.about["games"]:
        said.append(f"Of {known.about['games']} games {first.n} came to an end.")
    if first is not None:
        won = f"the first player won {sure_text(first)} of the games"
        if draws is None or draws.value:
            won = f"the first player got {sure_text(first)} of the points, of which a draw is half"
        low, high = first.interval
        leader = "first" if first.value > 0.5 else "second"
        if surely_unfair(first):
            said.append(f"Between engines of this strength the {leader} player is ahead: {won}.")
        elif low > 0.5 or high < 0.5:
            said.append(f"The {leader} player may be ahead: {won}.")
        else:
            far = 100 * max(0.5 - low, high - 0.5)
            said.append(
                f"Neither player is shown to be ahead: {won}. "
                f"A lead of {far:.0f} points cannot be ruled out."
            )
        if known.about["pie"] and low <= 0.5 <= high:
            said.append(
                "The pie rule was on. Swaps at random would make the seats even in any game, "
                "so their shares say little about the rules."
            )
        elif known.about["pie"]:
            made = "did not make" if surely_unfair(first) else "may not have made"
            said.append(f"The pie rule was on and {made} the seats even.")
    if draws is not None:
        some = f"{sure_text(draws)} of the games were drawn"
        said.append(f"{some}." if draws.value else f"None of {counted(draws.n)} was drawn.")
    return said


def how_long(known: Known) -> list[str]:
    """Say how long a game is, and among how many moves a player chooses."""
    length, choice = known.sure("median length"), known.sure("branching: branching factor")
    said = [f"A game takes {sure_text(length)} in the median."] if length else []
    return said + ([f"A player chooses among {sure_text(choice)} on average."] if choice else [])


def how_deep(known: Known) -> list[str]:
    """Say whether thinking pays where the engine thinks longest."""
    doubling = known.sure(f"chain: {DOUBLING}")
    if doubling is None:
        return ["Whether more thinking pays was not measured well enough to tell."]
    low, high = doubling.interval
    if low > 0:
        worth = f"twice the simulations are worth {sure_text(doubling)}"
        return [f"More thinking pays, also at the highest efforts: {worth}."]
    worth = f"twice the simulations may be worth {low:.0f}{SPACE}to{SPACE}{high:.0f} Elo"
    return [f"Whether more thinking pays at the highest efforts cannot be told: {worth}."]
