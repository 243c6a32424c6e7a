"""How the number of legal moves changes from move to move."""

from collections.abc import Iterable

from crosscut.lab.report.estimates import middle
from crosscut.lab.report.measure import NO_GAMES, Measure
from crosscut.lab.report.percentile_bands import EXPLAINED, band, band_chart
from crosscut.lab.report.sample import Played, Sample


def compute(sample: Sample) -> Measure:
    """Measure the number of legal moves by the number of the move, and of the turn."""
    about = {
        "title": "Legal moves by turn",
        "unit": "legal moves",
        "formula": (
            "Counted at every move of a game; by turn, at the first move of every turn. The "
            "figures are medians over games, with their intervals between ranks. "
            f"{EXPLAINED}"
        ),
    }
    turns = by_turn(sample.games)
    if not any(turns):
        return Measure(**about, missing=NO_GAMES)
    curve = band(turns)
    peak, _ = curve.peak
    at_peak = [row[peak - 1] for row in turns if len(row) >= peak]
    at_random = sample.random_games
    return Measure(
        **about,
        figures=[
            middle("at the first turn", [row[0] for row in turns if row], "moves"),
            middle("at the largest median", at_peak, "moves"),
            middle("at the last turn", [row[-1] for row in turns if row], "moves"),
        ],
        exhibits=[
            band_chart(
                "Legal moves by move",
                "move",
                "legal moves",
                {"engine": band(by_move(sample.games)), "random": band(by_move(at_random))},
            ),
            band_chart(
                "Legal moves by turn",
                "turn",
                "legal moves",
                {"engine": curve, "random": band(by_turn(at_random))},
            ),
        ],
        summary=f"Choice is largest at turn {peak}.",
    )


def by_move(games: Iterable[Played]) -> list[list[int]]:
    """Return for each game the number of legal moves at every move."""
    return [game.story.branching.tolist() for game in games]


def by_turn(games: Iterable[Played]) -> list[list[int]]:
    """Return for each game the number of legal moves at the first move of every turn."""
    return [
        game.story.branching[[0, *game.story.turn_ends[:-1]]].tolist() if game.story.turns else []
        for game in games
    ]
