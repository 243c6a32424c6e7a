"""How much of the board is used, and where."""

from collections.abc import Iterable, Sequence

from crosscut.lab.report.estimates import mean
from crosscut.lab.report.measure import NO_GAMES, Figure, HeatMap, Measure
from crosscut.lab.report.sample import Played, Sample
from crosscut.rules.boards import members


def compute(sample: Sample) -> Measure:
    """Measure the share of cells that are occupied at some time, and in the end."""
    about = {
        "title": "Board coverage",
        "unit": "%",
        "formula": (
            "The cells on which a piece stood at some time of a game, at the start or at the end "
            "of a move, divided by all cells; and the same for the cells occupied in the end. Both "
            "are means over games, with Student's intervals. The heat "
            "map tells for each cell in which share of all games it was occupied in the end."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    kinds = {"": sample.games, " at random": sample.random_games}
    return Measure(
        **about,
        figures=[each for kind, games in kinds.items() for each in covered(sample, games, kind)],
        exhibits=[heat(sample, games, kind) for kind, games in kinds.items() if games],
    )


def covered(sample: Sample, games: Iterable[Played], kind: str) -> list[Figure]:
    """Return the share of cells occupied at some time and in the end."""
    cells = len(sample.game.board.cells)
    stories = [game.story for game in games]
    return [
        mean(f"ever occupied{kind}", [s.ever.bit_count() / cells for s in stories], "%"),
        mean(f"occupied in the end{kind}", [s.final.bit_count() / cells for s in stories], "%"),
    ]


def heat(sample: Sample, games: Sequence[Played], kind: str) -> HeatMap:
    """Return how often each cell was occupied in the end."""
    board = sample.game.board
    counts = dict.fromkeys(board.cells, 0)
    for game in games:
        for cell in members(game.story.final):
            counts[cell] += 1
    values = {cell: count / len(games) for cell, count in counts.items()}
    most, least = max(values, key=values.get), min(values, key=values.get)
    title = f"How often each cell is occupied in the end{kind}"
    return HeatMap(
        title,
        sample.game.position(),
        values,
        f"{title}: most often {board.name(most)}, {100 * values[most]:.0f} %; "
        f"least often {board.name(least)}, {100 * values[least]:.0f} %.",
        "% of games",
    )
