"""Analysis as HTML, for notebooks: a board with the best moves, and a game turn by turn."""

from io import StringIO
from typing import TYPE_CHECKING

from crosscut.core.errors import BadOption
from crosscut.play.html import MUTED, beside, heading, paragraph, table
from crosscut.play.svg import Note
from crosscut.search.analysis.chart import draw
from crosscut.search.analysis.marks import MARKS
from crosscut.search.analysis.text import chance_text, conclusions, line_text, value_text

if TYPE_CHECKING:
    from crosscut.search.analysis.analysis import Analysis
    from crosscut.search.analysis.review import Review

LISTED = 10
"""Moves in the table."""
NOTED = 5
"""Moves that have a letter on the board."""
GREENS = ("#8ce99a", "#b2f2bb", "#d3f9d8", "#e9fac8", "#f4fce3")
"""For these, the best one first."""


def show_analysis(analysis: "Analysis") -> str:
    """Return what is thought of a position as HTML: the board, and its best moves."""
    position, found = analysis.asked, analysis.snapshot().to_dict()
    if found["win_chance"] is None:
        return beside(position.svg(), paragraph("Nothing is known yet."))
    chance = chance_text(found["win_chance"], found["proven"], found["seat"])
    player = position.game.player(position.state, position.colour)
    notes, letters = lettered(analysis, found)
    rows = [
        [
            letters.get(each["text"], ""),
            each["text"],
            value_text(each, found["seat"]),
            f"{each['visits']:,}",
            line_text(each["line"]),
        ]
        for each in found["moves"][:LISTED]
    ]
    return beside(
        position.svg(notes=notes),
        heading(f"{player} to move: {chance}"),
        paragraph(f"{found['simulations']:,} simulations in {found['seconds']:.2f} s", MUTED),
        table(["", "move", "win chance", "visits", "line"], rows),
    )


def lettered(analysis: "Analysis", found: dict) -> tuple[dict[int, Note], dict[str, str]]:
    """Return notes on the cells where the best moves end, and the letters of these moves.

    Of several moves that end on one cell the best has the note.
    """
    game, notes, letters = analysis.position.game, {}, {}
    ends = {text: taps[-1] for taps, text in analysis.moves.items()}
    for each in found["moves"]:
        cell = ends[each["text"]]
        if len(notes) == NOTED or not each["visits"]:
            break
        if cell < game.width and cell not in notes:
            letter = chr(ord("A") + len(notes))
            meaning = f"{each['text']}, {value_text(each, found['seat'])}"
            notes[cell] = Note(GREENS[len(notes)], letter, meaning)
            letters[each["text"]] = letter
    return notes, letters


def drawn(review: dict, title: str) -> str:
    """Return the win chance through a game as SVG; without Matplotlib, what to install."""
    picture = StringIO()
    try:
        draw(review, title, picture)
    except BadOption as missing:
        return paragraph(str(missing), MUTED)
    svg = picture.getvalue()
    return svg[svg.index("<svg") :]


def show_review(review: "Review") -> str:
    """Return what is known of a game as HTML: the win chance, its mistakes, and the words."""
    found = review.to_dict() | {"marks": MARKS}
    if not found["turns"]:
        return paragraph("Nothing is known yet.")
    chart = drawn(found, review.positions[-1].game.facts.title)
    rows = [
        [
            str(turn["number"]),
            turn["player"],
            turn["text"],
            chance_text(turn["before"], turn["proven_before"], turn["seat"]),
            chance_text(turn["after"], turn["proven_after"], turn["seat"]),
            turn["mark"] + (", certain" if turn["certain"] else ""),
            line_text(turn["line"]),
        ]
        for turn in found["turns"]
        if turn["mark"] != "good"
    ]
    mistakes = table(["turn", "player", "played", "before", "after", "mark", "better"], rows)
    return "".join([chart, *map(paragraph, conclusions(found)), mistakes])
