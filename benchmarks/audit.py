"""How often the intervals of a report hold the truth: synthetic games whose truth is known.

    python benchmarks/audit.py              # writes docs/audit.md, in some minutes
    python benchmarks/audit.py --runs 100   # quicker, and rougher

Everything is drawn from seeds, so the page is the same whoever writes it.
"""

import argparse
import math
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from scipy import stats

from auditpage import CLAIMED, FIGURES, Claims, Row, page, whole
from crosscut.lab.report.compare.comparison import judged
from crosscut.lab.report.elo_by_effort import RANDOM, Curve, Result
from crosscut.lab.report.estimates import mean, middle, ratio, resampled, share
from crosscut.lab.report.measure import Figure
from crosscut.lab.report.significance import difference
from crosscut.lab.stats import expected

RUNS = 1000
SIZES = (8, 20, 50, 200, 2000)
PAGE = Path(__file__).parent.parent / "docs" / "audit.md"
Interval = tuple[float, float] | None


def source_of(name: str) -> np.random.Generator:
    """Return random numbers of its own for every case."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def covered(
    group: str,
    what: str,
    games: int,
    runs: int,
    draw: Callable[..., Interval],
    truth: float,
    used: bool = True,
) -> Row:
    """Return how often the intervals of some samples hold the truth."""
    source = source_of(f"{group} {what} {games}")
    told = [each for each in (draw(source) for _ in range(runs)) if each is not None]
    held = sum(low <= truth <= high for low, high in told)
    return Row(group, what, games, len(told), int(held), None, runs - len(told), used)


# Balance: shares of points.


def points_of(share_won: float, drawn: float, games: int) -> np.ndarray:
    """Return the chance of each number of half points in so many games."""
    one = np.array([1 - share_won - drawn / 2, drawn, share_won - drawn / 2])
    found, power = np.array([1.0]), one
    while games:
        found = np.convolve(found, power) if games % 2 else found
        power, games = np.convolve(power, power) if games > 1 else power, games // 2
    return found


def holds(share_won: float, games: int) -> np.ndarray:
    """Tell for each number of half points whether the interval of the share holds the truth."""
    ends = [share("", halves / 2, games).interval for halves in range(2 * games + 1)]
    return np.array([low <= share_won <= high for low, high in ends])


def shares(runs: int) -> Iterator[Row]:
    """Yield how often the share of a seat is held, simulated and enumerated."""
    for share_won in (0.5, 0.6, 0.95):
        for drawn in (0.0, 0.1, 0.3):
            if drawn / 2 > min(share_won, 1 - share_won):
                continue
            for games in SIZES:
                what = f"share of {whole(share_won)}, {whole(drawn)} of the games drawn"
                chances, held = points_of(share_won, drawn, games), holds(share_won, games)
                outcome = (1 - share_won - drawn / 2, drawn, share_won - drawn / 2)
                source = source_of(f"{what} {games}")
                found = source.multinomial(games, outcome, runs) @ (0, 1, 2)
                exact = float(chances @ held)
                yield Row("Shares", what, games, runs, int(held[found].sum()), exact)


def mean_share_coverage(games: int) -> float:
    """Return the enumerated coverage without draws, on average over shares from 5 to 95 %."""
    wins = np.arange(games + 1)
    ends = np.array([share("", int(won), games).interval for won in wins])
    found = []
    for share_won in np.linspace(0.05, 0.95, 181):
        held = (ends[:, 0] <= share_won) & (share_won <= ends[:, 1])
        found.append(stats.binom.pmf(wins, games, share_won) @ held)
    return float(np.mean(found))


# Length: means and medians.

Draw = Callable[[np.random.Generator, int], np.ndarray]


def rounded_gamma(source: np.random.Generator, n: int) -> np.ndarray:
    """Return lengths of games: around 45 moves, some much longer."""
    return np.rint(source.gamma(9, 5, n))


def truth_of_gamma() -> tuple[float, float]:
    """Return the mean and the median of these lengths."""
    values = np.arange(0, 400)
    chances = np.diff(stats.gamma.cdf(np.append(values - 0.5, 399.5), 9, scale=5))
    return float(values @ chances), float(values[np.searchsorted(chances.cumsum(), 0.5)])


LENGTHS: dict[str, tuple[Draw, float, float]] = {
    "symmetric (normal)": (lambda source, n: source.normal(45, 12, n), 45.0, 45.0),
    "lengths (rounded gamma)": (rounded_gamma, *truth_of_gamma()),
}
RARE = 0.3
"""How often what is rare happens in a game, on average."""


def means(runs: int, sizes: tuple[int, ...] = SIZES) -> Iterator[Row]:
    """Yield how often the mean is held."""
    for what, (draw, truth, _) in LENGTHS.items():
        for games in sizes:

            def interval(source, draw=draw, games=games) -> Interval:
                return mean("", draw(source, games).tolist()).interval

            yield covered("Means", what, games, runs, interval, truth)
    for games in sizes:

        def rare(source, games=games) -> Interval:
            return mean("", source.poisson(RARE, games).tolist(), within=(0, math.inf)).interval

        yield covered("Means", f"rare events ({RARE} a game)", games, runs, rare, RARE)


def medians(runs: int) -> Iterator[Row]:
    """Yield how often the median is held."""
    for what, (draw, _, truth) in LENGTHS.items():
        for games in SIZES:

            def interval(source, draw=draw, games=games) -> Interval:
                return middle("", draw(source, games).tolist()).interval

            yield covered("Medians", what, games, runs, interval, truth)


# What happens at turns: ratios pooled over games.


def turns_of(source: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Return for each game at how many turns something happened, and of how many turns.

    Games differ: in some it happens at most turns, in others hardly ever; a third on average.
    """
    turns = 5 + source.poisson(20, games)
    return source.binomial(turns, source.beta(2, 4, games)), turns


def by_ratio(source: np.random.Generator, games: int) -> Interval:
    """Return the interval of a report."""
    return ratio("", list(zip(*turns_of(source, games), strict=True)), "%").interval


def by_bootstrap(source: np.random.Generator, games: int, method: str) -> Interval:
    """Return the interval of a bootstrap over games."""

    def pooled(sums, turns, axis=-1):
        return sums.sum(axis=axis) / turns.sum(axis=axis)

    data = turns_of(source, games)
    found = stats.bootstrap(data, pooled, paired=True, n_resamples=999, method=method, rng=source)
    return tuple(found.confidence_interval)


def by_turns(source: np.random.Generator, games: int) -> Interval:
    """Return the interval that takes turns for independent, as none should."""
    sums, turns = turns_of(source, games)
    return share("", int(sums.sum()), int(turns.sum())).interval


def ratios(runs: int) -> Iterator[Row]:
    """Yield how often a share of turns is held, by several methods of which a report has one."""
    group, truth = "Shares of turns", 1 / 3
    for games in SIZES[:4]:
        draw = lambda source, games=games: by_ratio(source, games)  # noqa: E731
        yield covered(group, "Student's, over games: what a report has", games, runs, draw, truth)
    for method in ("percentile", "BCa"):
        for games in SIZES[:3]:
            draw = lambda s, g=games, m=method: by_bootstrap(s, g, m)  # noqa: E731
            yield covered(group, f"bootstrap over games, {method}", games, runs, draw, truth, False)
    draw = lambda source: by_turns(source, 50)  # noqa: E731
    yield covered(group, "as if turns were independent", 50, runs, draw, truth, False)


def ratings(source: np.random.Generator, n: int) -> np.ndarray:
    """Return values of which the standard deviation is asked for."""
    return source.normal(7, 1.5, n)


def long_and_narrow(source: np.random.Generator, n: int) -> np.ndarray:
    """Return the lengths of games and their branching, of which longer games have less."""
    lengths = rounded_gamma(source, n)
    return np.column_stack([lengths, 50 - lengths / 5 + source.normal(0, 5, n)])


def log_spread(values: np.ndarray) -> float:
    """Return the logarithm of the standard deviation."""
    return float(np.log(np.std(values)))


def size_of_tree(games: np.ndarray) -> float:
    """Return the mean length times the logarithm of the mean branching."""
    length, branching = np.mean(games, axis=0)
    return float(length * np.log10(branching))


MEAN_LENGTH = truth_of_gamma()[0]
SMOOTH: dict[str, tuple[Draw, Callable, float]] = {
    "standard deviation": (ratings, log_spread, math.log(1.5)),
    "length times log branching": (
        long_and_narrow,
        size_of_tree,
        MEAN_LENGTH * math.log10(50 - MEAN_LENGTH / 5),
    ),
}


def others(runs: int) -> Iterator[Row]:
    """Yield how often figures are held that are no mean, ratio or median, by two methods."""
    for what, (draw, figure, truth) in SMOOTH.items():
        for games in SIZES[:4]:

            def left_out(source, draw=draw, figure=figure, games=games) -> Interval:
                return resampled("", list(draw(source, games)), figure).interval

            row = f"{what}, leaving out each: what a report has"
            yield covered("Other figures", row, games, runs, left_out, truth)
        for games in SIZES[1:3]:

            def drawn(source, draw=draw, figure=figure, games=games) -> Interval:
                return by_drawing(source, draw(source, games), figure)

            row = f"{what}, bootstrap, BCa"
            yield covered("Other figures", row, games, runs // 2, drawn, truth, False)


def by_drawing(
    source: np.random.Generator, values: np.ndarray, figure: Callable[[np.ndarray], float]
) -> Interval:
    """Return the interval of a bootstrap."""
    found = stats.bootstrap(
        (np.arange(len(values)),),
        lambda places: figure(values[places]),
        vectorized=False,
        n_resamples=499,
        method="BCa",
        rng=source,
    )
    return tuple(found.confidence_interval)


# Depth: Elo by doubling.

TOP = 13
SLOPES = {
    "100 Elo a doubling": np.full(TOP + 1, 100.0),
    "gains that fall off (300 e^(-k/4))": 300 * np.exp(-np.arange(TOP + 1) / 4),
    "gains that end (200 / (1 + e^(k-7)))": 200 / (1 + np.exp(np.arange(TOP + 1) - 7.0)),
}
THIRDS = {"low": (1, 5), "middle": (6, 9), "high": (10, 13)}


def played(source: np.random.Generator, slopes: np.ndarray, games: int) -> Curve:
    """Return the curve through matches of players of known strength; the first is above Random."""
    won = source.binomial(games, [expected(each) for each in slopes])
    return Curve([Result(k, k - 1, float(points), games) for k, points in enumerate(won)])


def doublings(runs: int, sizes: tuple[int, ...] = (12, 50)) -> Iterator[Row]:
    """Yield how often the gain of a doubling, and the whole of them, is held."""
    for what, slopes in SLOPES.items():
        for games in sizes:
            source = source_of(f"Elo {what} {games}")
            curves = [played(source, slopes, games) for _ in range(runs)]
            for part, (first, last) in THIRDS.items():
                truth = slopes[first : last + 1].mean()
                ends = [curve.by_doubling(first, last).interval for curve in curves]
                held = sum(low <= truth <= high for low, high in ends)
                yield Row("Elo by doubling", f"{what}: {part} effort", games, runs, held)
            ends = [curve.between(TOP, RANDOM).interval for curve in curves]
            held = sum(low <= slopes.sum() <= high for low, high in ends)
            yield Row("Elo by doubling", f"{what}: above Random", games, runs, held)


# Calibration.


def calibration(runs: int) -> Iterator[Row]:
    """Yield how often the Brier score and the skill of win chances are held.

    To be filled in where `crosscut.lab.report.calibration.brier` is there; without it nothing is
    yielded.
    """
    try:
        from crosscut.lab.report.calibration.brier import Pairs, scores
    except ImportError:
        return

    def drawn(source: np.random.Generator, games: int) -> "Pairs":
        """Return games with a chance each, seen at 20 turns through some noise, and won by it."""
        logits = source.normal(0, 1.2, games)
        results = (source.random(games) < 1 / (1 + np.exp(-logits))).astype(float)
        seen = np.repeat(logits, 20) + source.normal(0, 0.7, 20 * games)
        numbers = np.repeat(np.arange(games), 20)
        return Pairs(1 / (1 + np.exp(-seen)), np.repeat(results, 20), numbers, 0 * numbers)

    many = scores(drawn(source_of("calibration"), 200_000))
    for name in ("Brier score", "skill"):
        for games in (50, 200):

            def interval(source, games=games, name=name) -> Interval:
                return scores(drawn(source, games))[name].interval

            yield covered("Calibration", name, games, runs, interval, many[name].value)


# Differences.


def differences(runs: int) -> Iterator[Row]:
    """Yield how often the difference of two figures is held."""
    for games in SIZES[:4]:

        def of_means(source, games=games) -> Interval:
            pair = (mean("", source.normal(45, s, games).tolist()) for s in (12, 24))
            return difference(*pair).interval

        def of_shares(source, games=games) -> Interval:
            pair = (share("", int(source.binomial(games, p)), games) for p in (0.5, 0.6))
            return difference(*pair).interval

        yield covered("Differences", "of means with unequal spread", games, runs, of_means, 0.0)
        yield covered("Differences", "of shares, 50 and 60 %", games, runs, of_shares, 0.1)


def page_of(source: np.random.Generator, different: int) -> list[tuple[Figure, Figure]]:
    """Return pairs of figures, the first of which differ in truth; half are shares, half means."""
    pairs = []
    for number in range(FIGURES):
        shift = number < different
        if number % 2:
            values = (source.normal(45 + 8 * s, 12, 50).tolist() for s in (False, shift))
            pairs.append(tuple(mean("", each) for each in values))
        else:
            won = (source.binomial(200, 0.5 + 0.15 * s) for s in (False, shift))
            pairs.append(tuple(share("", int(each), 200) for each in won))
    return pairs


def claims(what: str, different: int, runs: int) -> Claims:
    """Return what is claimed on pages with so many true differences."""
    source = source_of(f"claims {different}")
    false, plain, found = [], [], []
    for _ in range(runs):
        verdicts = judged(page_of(source, different))
        for rates, claimed in (
            (false, [each.shown for each in verdicts]),
            (plain, [each.difference.p < 1 - CLAIMED for each in verdicts]),
        ):
            rates.append(sum(claimed[different:]) / max(1, sum(claimed)))
        found.append(sum(each.shown for each in verdicts[:different]))
    power = float(np.mean(found)) / different if different else None
    return Claims(what, runs, float(np.mean(false)), float(np.mean(plain)), power)


GROUPS = (shares, means, medians, ratios, others, doublings, calibration, differences)


def audit(runs: int) -> tuple[list[Row], list[Claims]]:
    """Return all rows and claims, and tell on standard error how far it is."""
    rows = []
    for group in GROUPS:
        for row in group(runs):
            print(f"{row.group}: {row.what}, {row.games}: {row.found:.1%}", file=sys.stderr)
            rows.append(row)
    found = [
        claims("no figure differs", 0, runs),
        claims(f"5 of {FIGURES} differ", 5, runs),
        claims(f"15 of {FIGURES} differ", 15, runs),
    ]
    return rows, found


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--out", type=Path, default=PAGE)
    options = parser.parse_args()
    averages = {games: mean_share_coverage(games) for games in SIZES}
    options.out.write_text(page(*audit(options.runs), averages))
    print(f"wrote {options.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
