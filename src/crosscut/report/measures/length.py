"""How long games are."""

from collections import Counter
from statistics import median, mode

from crosscut.report import charts
from crosscut.report.measure import Chart, Measure, Table
from crosscut.report.sample import Sample
from crosscut.report.statistics import counted, mean, middle


def compute(sample: Sample) -> Measure:
    """Measure the length of games in moves and in turns."""
    moves = [game.story.length for game in sample.games]
    turns = [game.story.turns for game in sample.games]
    return Measure(
        title="Game length",
        unit="moves",
        formula=(
            "A move is what players write down; a turn may be several: in Slither a step and a "
            "placement are two moves of one turn, and a swap is a move. The mean is over all games "
            "of the engine; its interval is 1.96 standard errors to either side. The interval of "
            "the median is that between ranks which hold it in 95 % of samples."
        ),
        figures=[
            mean("mean length", moves, "moves"),
            middle("median length", moves, "moves"),
            counted("most frequent length", mode(moves), "moves", len(moves)),
            counted("shortest", min(moves), "moves", len(moves)),
            counted("longest", max(moves), "moves", len(moves)),
            mean("mean length in turns", turns, "turns"),
            mean("mean length at random", [g.story.length for g in sample.random_games], "moves"),
        ],
        exhibits=[histogram(moves)],
    )


def histogram(lengths: list[int]) -> Chart:
    """Return how often games had each length."""
    counts = sorted(Counter(lengths).items())
    shortest, longest = counts[0][0], counts[-1][0]

    def draw(axes) -> None:
        axes.hist(lengths, bins=range(shortest, longest + 2), color=charts.MAIN)
        axes.axvline(median(lengths) + 0.5, color=charts.SECOND, linestyle="--", label="median")
        axes.set_xlabel("moves")
        axes.set_ylabel("games")
        axes.legend()

    return Chart(
        title="How long games were",
        draw=draw,
        alt=(
            f"Histogram of {len(lengths)} games from {shortest} to {longest} moves, "
            f"half of them at most {median(lengths):g}."
        ),
        data=Table("Games by length", ("moves", "games"), counts),
    )
