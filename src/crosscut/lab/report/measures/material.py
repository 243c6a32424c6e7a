"""How many pieces there are on the board."""

from crosscut.lab.report.estimates import mean
from crosscut.lab.report.measure import NO_GAMES, Measure
from crosscut.lab.report.percentile_bands import EXPLAINED, band, band_chart
from crosscut.lab.report.sample import Sample


def compute(sample: Sample) -> Measure:
    """Count the pieces of each kind, turn by turn."""
    about = {
        "title": "Material",
        "unit": "pieces",
        "formula": (
            "Pieces on the board are counted at the start (turn 0) and after every turn. The "
            "figures are means over games: of the pieces in the end, and of the change from the "
            f"start to the end divided by the number of turns. {EXPLAINED}"
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    counts = [game.story.material for game in sample.games]
    kinds = [name for name, _ in sample.game.kinds]
    totals = [each.sum(axis=1) for each in counts]
    return Measure(
        **about,
        figures=[
            *(
                mean(f"{name} in the end", [int(each[-1, kind]) for each in counts], "pieces")
                for kind, name in enumerate(kinds)
            ),
            mean("all in the end", [int(each[-1]) for each in totals], "pieces"),
            mean(
                "change a turn",
                [float(each[-1] - each[0]) / (len(each) - 1) for each in totals if len(each) > 1],
                "pieces",
            ),
        ],
        exhibits=[
            band_chart(
                "Pieces by turn",
                "turn",
                "pieces",
                {
                    name: band([each[:, kind].tolist() for each in counts], first=0)
                    for kind, name in enumerate(kinds)
                },
            )
        ],
    )
