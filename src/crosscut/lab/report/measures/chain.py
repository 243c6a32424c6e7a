"""What longer thought gains: Elo for every doubling of the simulations."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

import numpy as np

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.compare.key_figures import AT_LEAST
from crosscut.lab.report.elo_by_effort import EXPLAINED, RANDOM, Curve, Gain, Result
from crosscut.lab.report.estimates import LEAST, counted, few, share_ends
from crosscut.lab.report.measure import Cell, Chart, Figure, Measure, Table
from crosscut.lab.report.recorded_games import points_of_a
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.skill_ladder import climb
from crosscut.lab.report.stages.chain import label, simulations
from crosscut.lab.stats import elo, wilson

TITLE = "Elo by simulations"
PARTS = ("low", "middle", "high")
"""The thirds of the doublings that were tried."""
FLAT = 50
"""Elo by doubling below which gains have ended, if it is sure that they are."""
ONE_SEAT = 0.9
"""Share of the games won by one seat, whoever had it, from which strength can hardly show."""
TOTAL = "strongest above Random"
GOES_ON, ENDED, UNKNOWN = "go on", "have ended", "cannot be told"
FORMULA = (
    "The engine plays itself with half as many simulations for a turn: 1 against Random, 2 against "
    "1, 4 against 2 ..., equally many games each, colours alternating, from the start of the game. "
    "The same seed gives the same games on every machine. "
    + EXPLAINED
    + ". Low, middle and high effort are thirds of the doublings; the figure is the gain of a "
    "doubling, on average over such a third. Where the weaker player lost every game there the "
    "figure is the lower end of the interval, and there is no upper one (at least). Gains at high "
    "effort go on if the interval of that gain lies above 0, and have ended if it lies below "
    f"{FLAT} Elo, which is 57 % of the points; else it cannot be told. Nobody stronger than the "
    "last player was tried. The Elo is that of points from both colours: where a colour wins "
    "whoever has it, strength cannot show."
)
CLIMBED = (
    " These games are of an earlier version, which took in candidates that had beaten the last "
    "level and ended a match with success, so gains are rather too large."
)


@dataclass(frozen=True)
class Match:
    """The games of a player against a weaker one."""

    upper: int
    lower: int
    games: Sequence[dict]

    @property
    def points(self) -> float:
        """What the stronger player has won."""
        return sum(map(points_of_a, self.games))

    @property
    def result(self) -> Result:
        """What counts for the curve."""
        return Result(self.upper, self.lower, self.points, len(self.games))


@dataclass(frozen=True)
class Chain:
    """All matches, and the curve through them."""

    matches: Sequence[Match]
    climbed: bool = False
    """Whether they are those of candidates who were accepted or rejected."""

    @cached_property
    def curve(self) -> Curve:
        """The gains under which all results are most likely."""
        return Curve([match.result for match in self.matches])

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(len(match.games) for match in self.matches)

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """The first and the last doubling of each third; of few doublings all are the last one."""
        doublings = np.array(self.curve.doublings)
        if len(doublings) < len(PARTS):
            return {PARTS[-1]: (1, len(doublings))} if len(doublings) else {}
        thirds = np.array_split(doublings, len(PARTS))
        return {
            part: (int(third[0]), int(third[-1])) for part, third in zip(PARTS, thirds, strict=True)
        }

    def over(self, first: int, last: int) -> int:
        """Return how many games there are over some doublings."""
        found = (m for m in self.matches if m.lower < last and m.upper >= first and m.upper > 0)
        return sum(len(match.games) for match in found)


def compute(sample: Sample) -> Measure:
    """Measure how many Elo each doubling of the simulations gains."""
    chain = chain_of(sample.results("chain"))
    formula = FORMULA + (CLIMBED if chain.climbed else "")
    if not chain.matches:
        return Measure(TITLE, formula, "Elo", missing="no game of a match was played")
    figures = [
        *(doubling(chain, part, *ends) for part, ends in chain.parts.items()),
        *above_random(chain),
        counted("gains at high effort", verdict(chain), n=chain.games, note=tried(chain)),
    ]
    return Measure(
        title=TITLE,
        formula=formula,
        unit="Elo",
        figures=figures,
        exhibits=[*exhibits(chain), table(chain)],
        summary=summary(chain, {each.name: each for each in figures}),
    )


def chain_of(results: Sequence[dict]) -> Chain:
    """Return the matches of a log; one in which candidates climbed counts if there is no other."""
    games: dict[tuple[int, int], list[dict]] = defaultdict(list)
    for each in results:
        if len(each["key"]) == 3:
            games[each["key"][0], each["key"][1]].append(each)
    if games or not results:
        return Chain([Match(*players, played) for players, played in sorted(games.items())])
    matches = climb(results, max(each["key"][0] for each in results))
    return Chain(
        [
            Match(each.candidate, RANDOM if each.level is None else each.level, each.results)
            for each in matches
            if each.results
        ],
        climbed=True,
    )


# Figures and words.


def doubling(chain: Chain, part: str, first: int, last: int) -> Figure:
    """Return what a doubling gains in a third of those that were tried."""
    name = f"Elo per doubling, {part} effort"
    note = f"{simulations(first - 1):,} to {label(last)}"
    games, swept = chain.over(first, last), chain.curve.swept(first, last)
    return figure(name, chain.curve.by_doubling(first, last), games, swept, note)


def above_random(chain: Chain) -> list[Figure]:
    """Return how far the first and the last player are above Random, if that was tried."""
    curve = chain.curve
    if not curve.has_random:
        return []
    first = sum(len(match.games) for match in chain.matches if match.lower == RANDOM)
    swept = curve.swept(0, 0)
    return [
        figure("one simulation above Random", curve.between(0, RANDOM), first, swept),
        figure(TOTAL, curve.between(curve.top, RANDOM), chain.games, swept, label(curve.top)),
    ]


def figure(name: str, gain: Gain, games: int, swept: bool, note: str = "") -> Figure:
    """Return a gain as a figure, which after a clean sweep has a lower end alone."""
    if games < LEAST:
        return Figure(name, gain.elo, "Elo", None, games, digits=0, note=few(games, "games"))
    low, high = gain.interval
    if swept:
        note = f"{AT_LEAST}; {note}" if note else AT_LEAST
        return Figure(name, low, "Elo", None, games, digits=0, note=note)
    return Figure(name, gain.elo, "Elo", (low, high), games, digits=0, note=note)


def verdict(chain: Chain) -> str:
    """Say whether gains go on at the top."""
    if not chain.parts or one_seat(chain):
        return UNKNOWN
    first, last = chain.parts[PARTS[-1]]
    if chain.over(first, last) < LEAST:
        return UNKNOWN
    low, high = chain.curve.by_doubling(first, last).interval
    return GOES_ON if low > 0 else ENDED if high < FLAT else UNKNOWN


def tried(chain: Chain) -> str:
    """Say how far was tried, and if a seat wins whoever has it."""
    text, seat = f"up to {label(chain.curve.top)}", one_seat(chain)
    return f"{text}; the {seat} seat wins there, whoever has it" if seat else text


def one_seat(chain: Chain) -> str:
    """Return the seat that is sure to win nearly all games at high effort, if there is one."""
    if not chain.parts:
        return ""
    first, last = chain.parts[PARTS[-1]]
    games = [g for m in chain.matches if m.lower < last and m.upper >= first for g in m.games]
    points = sum(0.5 if each["winner"] is None else each["winner"] == 0 for each in games)
    if len(games) < LEAST:
        return ""
    low, high = wilson(points, len(games))
    return "first" if low > ONE_SEAT else "second" if high < 1 - ONE_SEAT else ""


def summary(chain: Chain, figures: dict[str, Figure]) -> str:
    """Say what doublings gain, how far it is from Random, and whether gains go on."""
    gains = [
        f"{told(found)} at {part} effort"
        for part in chain.parts
        if (found := figures[f"Elo per doubling, {part} effort"]).n >= LEAST
    ]
    said = []
    if gains:
        said.append(f"Doubling the simulations gained {', '.join(gains)}.")
    if TOTAL in figures:
        said.append(
            f"From Random to {label(chain.curve.top)} these add up to {told(figures[TOTAL])}, as "
            "only neighbours met."
        )
    found = verdict(chain)
    if found == GOES_ON:
        said.append(
            "Gains go on at high effort: on average over the doublings there, more thought makes "
            f"the engine stronger. Of the last one alone the curve says {last_gain(chain)}."
        )
    elif found == ENDED:
        said.append(
            "Gains have ended at high effort: there, more thought hardly helps this engine."
        )
    else:
        seat = one_seat(chain)
        why = f": the {seat} seat wins there, whoever has it" if seat else " from these games"
        said.append(f"Whether gains go on at high effort cannot be told{why}.")
    return " ".join(said)


def last_gain(chain: Chain) -> str:
    """Return what the last doubling gains, with its interval."""
    top = chain.curve.top
    gain = chain.curve.by_doubling(top, top)
    low, high = gain.interval
    return f"{gain.elo:,.0f} Elo ({low:,.0f} to {high:,.0f})"


def told(found: Figure) -> str:
    """Return a gain with its interval in words."""
    if found.interval is None:
        bound = f"{AT_LEAST} " if found.note.startswith(AT_LEAST) else "some "
        return f"{bound}{found.value:,.0f} Elo"
    return f"{found.value:,.0f} Elo ({found.interval[0]:,.0f} to {found.interval[1]:,.0f})"


# Pictures.


def exhibits(chain: Chain) -> list[Chart]:
    """Return the gain of each doubling, and the Elo they add up to, if any was tried."""
    return [gains_chart(chain), total_chart(chain)] if chain.curve.top > 0 else []


def gains_chart(chain: Chain) -> Chart:
    """Return what each doubling gained: by its own games, and by the curve through all."""
    curve = chain.curve
    xs = [simulations(each) for each in curve.doublings]
    fitted = [curve.by_doubling(each, each) for each in curve.doublings]
    own = {m.upper: m for m in chain.matches if m.lower == m.upper - 1 and m.upper > 0}
    points = [
        (simulations(k), elo(m.points / len(m.games)), *map(elo, wilson(m.points, len(m.games))))
        for k, m in own.items()
        if 0 < m.points < len(m.games)
    ]

    def draw(axes) -> None:
        lows, highs = zip(*(gain.interval for gain in fitted), strict=True)
        axes.fill_between(xs, lows, highs, color=charts.MAIN, alpha=0.25, linewidth=0)
        axes.plot(xs, [gain.elo for gain in fitted], color=charts.MAIN, label="the curve")
        if points:
            at, values, low, high = zip(*points, strict=True)
            bars = [np.subtract(values, low), np.subtract(high, values)]
            axes.errorbar(
                at, values, bars, color=charts.SECOND, marker="o", linestyle="", label="its games"
            )
        axes.axhline(0, color=charts.PALE, linestyle="--")
        axes.set_xscale("log")
        axes.set_xlabel("simulations a turn, against half as many")
        axes.set_ylabel("Elo gained")
        axes.legend()

    rows = [
        (label(k), *map(round, (gain.elo, *gain.interval)))
        for k, gain in zip(curve.doublings, fitted, strict=True)
    ]
    return Chart(
        "What each doubling gains",
        draw,
        f"Elo gained by doubling the simulations, from {rows[0][1]} at {rows[0][0]} to "
        f"{rows[-1][1]} at {rows[-1][0]}: a curve with its band of 95 %, and the single matches "
        "with their intervals; those without a loss are left out.",
        Table("Gain of each doubling", ("to", "Elo gained", "from", "to "), rows),
    )


def total_chart(chain: Chain) -> Chart:
    """Return how strong every player is."""
    curve = chain.curve
    lowest = RANDOM if curve.has_random else 0
    players = range(0, curve.top + 1)
    gaps = [curve.between(each, lowest) for each in players]
    xs = [simulations(each) for each in players]
    base = label(lowest)

    def draw(axes) -> None:
        lows, highs = zip(*(gap.interval for gap in gaps), strict=True)
        axes.fill_between(xs, lows, highs, color=charts.MAIN, alpha=0.25, linewidth=0)
        axes.plot(xs, [gap.elo for gap in gaps], color=charts.MAIN, marker="o")
        axes.axhline(0, color=charts.PALE, linestyle="--", label=base)
        axes.set_xscale("log")
        axes.set_xlabel("simulations a turn")
        axes.set_ylabel("Elo")
        axes.legend()

    rows = [
        (label(each), *map(round, (gap.elo, *gap.interval)))
        for each, gap in zip(players, gaps, strict=True)
    ]
    return Chart(
        "Strength by simulations",
        draw,
        f"Elo above {base} of {len(rows)} players with a band of 95 %, from {rows[0][1]} at "
        f"{rows[0][0]} to {rows[-1][1]} at {rows[-1][0]}.",
        Table("Elo of every player", ("player", f"Elo above {base}", "from", "to"), rows),
    )


def table(chain: Chain) -> Table:
    """Return the matches, row by row."""
    columns = (
        "player", "against", "won", "drawn", "lost", "games", "score", "from", "to",
        "first seat wins", "game length",
    )  # fmt: skip
    return Table("Every match", columns, [row(match) for match in chain.matches])


def row(match: Match) -> list[Cell]:
    """Return one match as the cells of a table."""
    n, points = len(match.games), [points_of_a(each) for each in match.games]
    return [
        label(match.upper),
        label(match.lower),
        *(points.count(each) for each in (1.0, 0.5, 0.0)),
        n,
        match.points / n,
        *share_ends(match.points, n),
        sum(each["winner"] == 0 for each in match.games) / n,
        round(fmean(each["moves"] for each in match.games), 2),
    ]
