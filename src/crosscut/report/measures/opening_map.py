"""Where games begin, and how that goes."""

from collections import defaultdict

from crosscut.match.statistics import wilson
from crosscut.report.bands import LEAST
from crosscut.report.measure import NO_GAMES, HeatMap, Measure, Table
from crosscut.report.sample import Played, Sample
from crosscut.report.statistics import counted, share


def compute(sample: Sample) -> Measure:
    """Count on which cell games begin, and how the first seat fared after that."""
    about = {
        "title": "First moves",
        "unit": "games",
        "formula": (
            "The first tap on a cell of every game of the engine; of a first move that takes "
            "several, that is the first. The first seat's share of the points (a win 1, no winner "
            f"1/2) has Wilson's interval at 95 %; on the map it is left out where fewer than "
            f"{LEAST} games began."
        ),
    }
    begun: dict[int, list[Played]] = defaultdict(list)
    for game in sample.games:
        for tap in [tap for tap in game.taps if tap < sample.game.width][:1]:
            begun[tap].append(game)
    if not begun:
        return Measure(**about, missing=NO_GAMES)
    ordered = sorted(begun, key=lambda cell: (-len(begun[cell]), cell))
    name, swap = sample.game.board.name, sample.game.swap_action
    points = {cell: sum(game.points for game in begun[cell]) for cell in ordered}
    n = sum(map(len, begun.values()))
    often = {cell: len(begun[cell]) / n for cell in sample.game.board.cells if cell in begun}
    scored = {c: points[c] / len(begun[c]) for c in ordered if len(begun[c]) >= LEAST}
    board, top = sample.game.position(), ordered[0]
    exhibits = [
        HeatMap(
            "How often games began there",
            board,
            dict.fromkeys(sample.game.board.cells, 0.0) | often,
            f"Games began on {len(begun)} cells, most often on {name(top)}, {len(begun[top])} "
            f"times of {n}.",
            "% of games",
        ),
        Table(
            "First moves",
            ("cell", "games", "share", "first seat", "from", "to", "swapped"),
            [
                (
                    name(cell),
                    len(begun[cell]),
                    len(begun[cell]) / n,
                    points[cell] / len(begun[cell]),
                    *wilson(points[cell], len(begun[cell])),
                    sum(swap in game.taps for game in begun[cell]) / len(begun[cell])
                    if sample.game.pie
                    else None,
                )
                for cell in ordered
            ],
        ),
    ]
    if scored:
        best, worst = max(scored, key=scored.get), min(scored, key=scored.get)
        exhibits.insert(
            1,
            HeatMap(
                "How the first seat fared after beginning there",
                board,
                scored,
                f"Best on {name(best)}, {100 * scored[best]:.0f} %; worst on {name(worst)}, "
                f"{100 * scored[worst]:.0f} %; over {len(scored)} cells.",
                "% of points",
            ),
        )
    return Measure(
        **about,
        figures=[
            counted("cells on which games began", len(begun), n=n),
            counted("most frequent", name(top), n=n),
            share("its share", len(begun[top]), n),
            share("first seat after it", points[top], len(begun[top])),
        ],
        exhibits=exhibits,
    )
