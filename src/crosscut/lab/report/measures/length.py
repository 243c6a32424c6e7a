"""How long games are."""

from collections import Counter
from statistics import median

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import counted, mean, middle
from crosscut.lab.report.measure import NO_GAMES, Chart, Measure, Table
from crosscut.lab.report.sample import Sample


def compute(sample: Sample) -> Measure:
    """Measure the length of games in moves and in turns."""
    about = {
        "title": "Game length",
        "unit": "moves",
        "formula": (
            "A move is what players write down; a turn may be several: in Slither a step and a "
            "placement are two moves of one turn, and a swap is a move. The mean is over all games "
            "of the engine, with Student's interval; that of the median is between ranks. Of "
            "several lengths that are equally frequent the shortest is named. A game that was "
            "broken off counts with the moves it had."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    moves = [game.story.length for game in sample.games]
    turns = [game.story.turns for game in sample.games]
    at_random = [game.story for game in sample.random_games]
    counts = sorted(Counter(moves).items())
    return Measure(
        **about,
        figures=[
            mean("mean length", moves, "moves"),
            middle("median length", moves, "moves"),
            counted("most frequent length", max(counts, key=of_games)[0], "moves", len(moves)),
            counted("shortest", counts[0][0], "moves", len(moves)),
            counted("longest", counts[-1][0], "moves", len(moves)),
            mean("mean length in turns", turns, "turns"),
            mean("mean length at random", [story.length for story in at_random], "moves"),
            mean("mean length in turns at random", [story.turns for story in at_random], "turns"),
        ],
        exhibits=[histogram(moves, counts)],
        summary=(
            f"Games took {median(moves):.0f} moves in the median, from {counts[0][0]} to "
            f"{counts[-1][0]}."
        ),
    )


def of_games(count: tuple[int, int]) -> int:
    """Return how many games had a length."""
    return count[1]


def histogram(lengths: list[int], counts: list[tuple[int, int]]) -> Chart:
    """Return how often games had each length."""
    shortest, longest, half = counts[0][0], counts[-1][0], median(lengths)

    def draw(axes) -> None:
        axes.hist(
            lengths, bins=[each - 0.5 for each in range(shortest, longest + 2)], color=charts.MAIN
        )
        axes.axvline(half, color=charts.SECOND, linestyle="--", label="median")
        axes.set_xlabel("moves")
        axes.set_ylabel("games")
        axes.legend()

    return Chart(
        title="How long games were",
        draw=draw,
        alt=(
            f"Histogram of {len(lengths)} games from {shortest} to {longest} moves, "
            f"half of them at most {half:g}."
        ),
        data=Table("Games by length", ("moves", "games"), counts),
    )
