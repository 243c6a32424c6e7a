"""A game like most: one that is about as long as they are on average."""

from statistics import fmean

from crosscut.lab.report.estimates import counted
from crosscut.lab.report.measure import NO_GAMES, Line, Measure
from crosscut.lab.report.sample import Sample


def compute(sample: Sample) -> Measure:
    """Choose the game whose length is nearest the mean."""
    about = {
        "title": "Representative game",
        "unit": "moves",
        "formula": (
            "The game whose number of moves is nearest the mean over all games of the engine; of "
            "several the one that was played first."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    lengths = [game.story.length for game in sample.games]
    average = fmean(lengths)
    chosen = min(sample.games, key=lambda game: (abs(game.story.length - average), game.number))
    turns = chosen.story.turns
    return Measure(
        **about,
        figures=[
            counted("number of the game", chosen.number, n=len(lengths)),
            counted("its length", chosen.story.length, "moves", len(lengths)),
        ],
        exhibits=[
            Line(
                f"Game {chosen.number}",
                chosen.end,
                f"{chosen.story.length} moves in {turns} turns; {ending(chosen.winner)}.",
                turns,
            )
        ],
    )


def ending(winner: int | None) -> str:
    """Say how a game ended by its winning seat."""
    return "nobody won" if winner is None else f"the {('first', 'second')[winner]} seat won"
