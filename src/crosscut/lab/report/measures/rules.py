"""The rules, as the file of the game tells them."""

from crosscut.core.errors import CrosscutError
from crosscut.lab.report.measure import Measure, Picture, Text
from crosscut.lab.report.sample import Sample
from crosscut.play.game_page import picture
from crosscut.play.rulebook import figures, rulebook
from crosscut.rules.game import Game


def compute(sample: Sample) -> Measure:
    """Tell the rules, with the board at the start and the figures that belong to them."""
    game = sample.game
    book = rulebook(type(game))
    texts = [
        Text("Rules", book.rules, numbered=True),
        Text("How unclear points are settled", book.settled),
    ]
    return Measure(
        title="Rules",
        formula="The text and the figures belong to the file of the game; nothing is measured.",
        summary=book.summary or "The file of the game begins with no rules.",
        exhibits=[
            start_picture(game),
            *(text for text in texts if text.paragraphs),
            *rule_pictures(game),
        ],
    )


def start_picture(game: Game) -> Picture:
    """Return the board before the first turn; of a game that is dealt, one of them."""
    start = game.position(seed=0 if game.has_deal else None)
    title = "A start position" if game.has_deal else "The start position"
    return Picture(title, start.svg(), f"{title} of {game.facts.title}, {game.board.dimensions}.")


def rule_pictures(game: Game) -> list[Picture]:
    """Return the figures beside the game file; a file of somebody's own may be no good."""
    try:
        return [
            Picture(figure.title, picture(diagram), diagram.caption)
            for figure in figures(type(game))
            for diagram in figure.diagrams
        ]
    except (CrosscutError, KeyError, OSError, ValueError):
        return []
