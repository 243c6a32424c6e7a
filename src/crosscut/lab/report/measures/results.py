"""Who wins: the share of each seat, and how often nobody does."""

from collections.abc import Sequence

from crosscut.lab.report.balance.balance import UNFAIR_LEVEL
from crosscut.lab.report.balance.forced_openings import Score
from crosscut.lab.report.estimates import LEAST, counted, share, share_ends, share_interval
from crosscut.lab.report.measure import NO_GAMES, Figure, Measure, Table
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.stats import wilson

SEATS = ("first seat", "second seat")


def compute(sample: Sample) -> Measure:
    """Count wins by seat, draws, swaps and games that did not end, at both kinds of play."""
    about = {
        "title": "Win share by seat",
        "unit": "%",
        "formula": (
            "Points of a seat divided by the games that ended: a win is 1 point, a draw 1/2. The "
            "first seat moves first; after a swap it plays the other colour, and seats are what "
            "counts. Intervals are Wilson's at 95 %. The figure after ± is the share minus the "
            "lower end of that interval, as Ai Ai states it. Games that were broken off have no "
            "result; their share is of all games."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    rows = [
        (kind, seat, points / n, *share_ends(points, n), reach(points, n), n)
        for kind, games in (("engine", sample.games), ("random", sample.random_games))
        for seat, points, n in scores(games)
        if n
    ]
    return Measure(
        **about,
        figures=[*shares(sample, sample.games), *shares(sample, sample.random_games, " at random")],
        exhibits=[
            Table("Win share by seat", ("play", "seat", "share", "from", "to", "±", "games"), rows)
        ],
        summary=verdict(sample.games, sample.game.pie),
    )


def scores(games: Sequence[Played]) -> list[tuple[str, float, int]]:
    """Return the points of each seat and the number of games that ended."""
    ended = [game for game in games if game.finished]
    first = sum(game.points for game in ended)
    return [
        (seat, points, len(ended))
        for seat, points in zip(SEATS, (first, len(ended) - first), strict=True)
    ]


def reach(points: float, n: int) -> float | None:
    """Return how far Wilson's interval goes below a share, which Ai Ai writes after ±."""
    return points / n - wilson(points, n)[0] if n >= LEAST else None


def plus_minus(points: float, n: int) -> str:
    """Return that as a note; a share of 0 has nothing below it."""
    found = reach(points, n)
    return f"± {100 * found:.2f}" if found else ""


def shares(sample: Sample, games: Sequence[Played], kind: str = "") -> list[Figure]:
    """Return all shares of some games; ``kind`` is added to their names."""
    ended = [game for game in games if game.finished]
    drawn = sum(game.winner is None for game in ended)
    found = [
        share(seat + kind, points, n, note=plus_minus(points, n))
        for seat, points, n in scores(games)
    ]
    found.append(share(f"draws{kind}", drawn, len(ended)))
    found.append(share(f"decisive games{kind}", len(ended) - drawn, len(ended)))
    found.append(counted(f"games that did not end{kind}", len(games) - len(ended), n=len(games)))
    if sample.game.pie:
        swap = sample.game.swap_action
        found.append(share(f"swaps{kind}", sum(swap in game.taps for game in games), len(games)))
    return found


def verdict(games: Sequence[Played], pie: bool) -> str:
    """Say in words which seat scored more; what that means is for the measure of balance."""
    (_, points, n), _ = scores(games)
    if n == 0:
        return "No game came to an end."
    if not any(game.winner is not None for game in games):
        return "Nobody ever won."
    interval = share_interval(points, n)
    if interval is None:
        return f"{n} games are too few to tell whether a seat is better off."
    low, high = interval
    swaps = " A swap at random would make them equal in any game; see Balance." if pie else ""
    if low <= 0.5 <= high:
        return f"No difference between the seats shows in {n} games.{swaps}"
    low, high = Score(points, n).interval(UNFAIR_LEVEL)
    doubt = " at 95 %, though not at 99 %" if low <= 0.5 <= high else ""
    return f"The {SEATS[points < n / 2]} scored more than chance explains{doubt}.{swaps}"
