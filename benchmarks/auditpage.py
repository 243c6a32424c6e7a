"""What an audit has found, and the page of the documentation that tells it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

CLAIMED = 0.95
BAND = (0.93, 0.97)
"""What is found of an interval that claims 95 % should lie between these."""
FIGURES = 20
"""On a page of a comparison."""


@dataclass(frozen=True)
class Row:
    """How often intervals of one kind held the truth."""

    group: str
    what: str
    games: int
    runs: int
    held: int
    """In how many runs."""
    exact: float | None = None
    """The same by enumeration of all results, where they can be enumerated."""
    untold: int = 0
    """Runs in which no interval was told; they are not among the others."""
    used: bool = True
    """Whether a report uses this method; others are there to compare."""

    @property
    def found(self) -> float:
        """The share of runs whose interval held the truth."""
        return self.held / self.runs

    @property
    def error(self) -> float:
        """The Monte Carlo error of that share: one standard error, by the share itself."""
        return math.sqrt(self.found * (1 - self.found) / self.runs)

    @property
    def verdict(self) -> str:
        """Whether the interval is as wide as it claims."""
        low, high = BAND
        held = self.found if self.exact is None else self.exact
        if held < low:
            return "too narrow"
        return "wider than need be" if held > high else ""

    @property
    def agrees(self) -> bool:
        """Whether what was simulated is what was enumerated, but for chance."""
        error = math.sqrt(self.exact * (1 - self.exact) / self.runs)
        return abs(self.found - self.exact) <= 4 * error + 1 / self.runs


@dataclass(frozen=True)
class Claims:
    """What was claimed on pages that compare two reports."""

    what: str
    pages: int
    false: float
    """The share of false ones among the claims of a page, on average: the false discovery rate."""
    uncorrected: float
    """The same if every p below 5 % were a claim."""
    power: float | None
    """The share of the true differences that were claimed."""


HEAD = """# An audit by simulation

    make audit

Every interval of a report claims to hold the truth in 95 of 100 reports. Here that is tried:
games are drawn whose truth is known, figures are computed from them by the same functions that
a report uses, and it is counted how often the interval holds the truth. Each line is {runs:,}
runs; after ± stands the Monte Carlo error, one standard error of the share found. All is drawn
from seeds, so the page is the same whoever makes it. An interval that claims {claimed} is
called too narrow if it is found to hold the truth in fewer than {low} of the runs, and
wider than need be above {high}.
"""

WORDS = {
    "Shares": """\
Shares have Wilson's interval; a draw is half a point. There are only so many results of n
games, so the coverage can be enumerated, and what is simulated has to agree with it. For a
single share it lies above or below 95 % by what n and the share happen to be; on average over
all shares from 5 to 95 % it is {averages}.

With draws points spread less than Wilson supposes,
so the interval holds the truth more often than it claims. That is the safe side, and it asks
for nothing but the points. Very near 0 or 100 % Wilson's interval falls short for some shares,
as any does that is no wider than need be on average.""",
    "Means": """\
Means have Student's interval. It supposes a normal distribution of means, which rounded and skewed
lengths come near enough to even with 8 games. What is rare needs more: of 8 games many show none of
it, so that there is no interval, and that of the others is wider than need be.""",
    "Medians": """\
Medians have the interval between ranks, which holds the truth at least as often as it claims.
Of few games, or of whole numbers that often coincide, it is wider than need be, because no
ranks lie nearer to 95 %.""",
    "Shares of turns": """\
Turns of one game are alike, so games are what counts. A report takes the ratio of two sums over
games, linearised, with Student's interval. The bootstrap over games was tried beside it and is
narrower than it claims in small samples, so the report does not use it here. The last line
shows what would become of it if turns were taken for independent.""",
    "Other figures": """\
What is neither a mean nor a ratio nor a median, such as the standard deviation of ratings (by its
logarithm) and the mean length times the logarithm of the branching factor, has Student's interval,
from how it changes if each game is left out in turn. The bootstrap, which was tried beside it (with
half as many runs), holds the truth less often.""",
    "Elo by doubling": """\
Players of known strength play 13 matches of n games each against those with half the simulations,
and one against Random. The curve is fitted as in a report. Its polynomial can follow gains that are
constant, fall off or rise to a peak. Gains that end suddenly it rounds off; intervals grow with the
misfit, so that they still hold the truth, and by chance a little where there is none.""",
    "Calibration": """\
Win chances seen through noise at 20 turns of each game; the interval is that of the jackknife
over games.""",
    "Differences": """\
The interval of a difference comes from those of the two figures: Welch's for means, Newcombe's
for shares.""",
}
CLAIMS = """## Claims on a page

A page that compares two reports tests many figures, here {figures} (half means, half shares).
The false discovery rate is the share of false claims among those of a page, on average over
pages; the correction of Benjamini and Yekutieli promises at most 5 %, whatever depends on what.
Beside it stands what it would be if every p below 5 % were claimed. The price is power: how
many of the true differences, here of 15 points or two thirds of a standard deviation, are
claimed.

| truth | pages | false discovery rate | without correction | true differences claimed |
|---|---|---|---|---|
"""


def page(rows: Sequence[Row], claims: Sequence[Claims], averages: Mapping[int, float]) -> str:
    """Return the page; ``averages`` are enumerated coverages of shares by the number of games."""
    low, high = BAND
    most = max(row.runs + row.untold for row in rows)
    parts = [
        HEAD.format(runs=most, claimed=whole(CLAIMED), low=whole(low), high=whole(high)),
        short(rows),
    ]
    told = ", ".join(f"{percent(cover)} with {games} games" for games, cover in averages.items())
    for group, run in groupby(rows, key=lambda row: row.group):
        parts.append(f"## {group}\n\n{WORDS[group].format(averages=told)}\n\n{table(list(run))}")
    lines = "\n".join(claim(each) for each in claims)
    parts.append(CLAIMS.format(figures=FIGURES) + lines + "\n")
    return "\n".join(parts)


def short(rows: Sequence[Row]) -> str:
    """Return in plain words which intervals are too narrow."""
    found = [row for row in rows if row.used and row.verdict == "too narrow"]
    if not found:
        return "## What falls short\n\nNothing: no interval is too narrow.\n"
    lines = [f"- {row.group}, {row.what}, {row.games} games: {short_text(row)}" for row in found]
    return "## What falls short\n\nThese intervals are too narrow:\n\n" + "\n".join(lines) + "\n"


def short_text(row: Row) -> str:
    """Return how often an interval holds the truth: enumerated if that is known, else found."""
    return found_text(row) if row.exact is None else f"{percent(row.exact)} (enumerated)"


def found_text(row: Row) -> str:
    """Return what was found, with its error."""
    return f"{100 * row.found:.1f} ± {percent(row.error)}"


def table(rows: Sequence[Row]) -> str:
    """Return the rows of one kind."""
    exact = any(row.exact is not None for row in rows)
    columns = ["what", "games", "claimed", "found", *["enumerated"] * exact, ""]
    lines = [columns, ["---"] * len(columns)]
    for row in rows:
        enumerated = [percent(row.exact)] if exact else []
        note = ", ".join(filter(None, (row.verdict, untold(row))))
        cells = [row.what, str(row.games), whole(CLAIMED), found_text(row), *enumerated, note]
        lines.append(cells)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def untold(row: Row) -> str:
    """Say in how many runs there was no interval, as all values were alike."""
    return f"{row.untold} runs without an interval" if row.untold else ""


def claim(found: Claims) -> str:
    """Return a line on the claims of pages."""
    power = "–" if found.power is None else whole(found.power)
    rates = f"{percent(found.false)} | {percent(found.uncorrected)}"
    return f"| {found.what} | {found.pages:,} | {rates} | {power} |"


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.1f} %"


def whole(share: float) -> str:
    """Return a share in whole percent."""
    return f"{100 * share:.0f} %"
