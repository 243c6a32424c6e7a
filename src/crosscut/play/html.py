"""Pieces of HTML by which games show themselves in a notebook; everything is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

from crosscut.play.rulebook import rulebook
from crosscut.rules.game import Game

MUTED = "color:#868e96"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts."""
    head = "".join(f"<th style='text-align:left'>{escape(text)}</th>" for text in columns)
    lines = [
        "<tr>"
        + "".join(f"<td style='text-align:left'>{escape(text)}</td>" for text in row)
        + "</tr>"
        for row in rows
    ]
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def beside(picture: str, *parts: str) -> str:
    """Return a picture with some parts of HTML at its right, or below it where that is narrow."""
    return (
        "<div style='display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start'>"
        f"<div>{picture}</div><div style='flex:1;min-width:18em'>{''.join(parts)}</div></div>"
    )


def heading(text: str) -> str:
    """Return a small heading."""
    return f"<h4 style='margin:0.2em 0'>{escape(text)}</h4>"


def paragraph(text: str, style: str = "") -> str:
    """Return a paragraph."""
    return f"<p style='margin:0.3em 0;{style}'>{escape(text)}</p>"


def numbered(items: Iterable[str]) -> str:
    """Return a numbered list."""
    return f"<ol>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ol>"


def show_game(game: Game) -> str:
    """Return a game as HTML: its empty board, or its dealt one, and its rules."""
    book, facts = rulebook(type(game)), game.facts
    by = ", ".join(str(part) for part in (facts.designer, facts.year) if part)
    pie = ", pie rule" if game.pie else ""
    start = game.position(seed=0 if game.has_deal else None)
    return beside(
        start.svg(),
        heading(f"{facts.title} {game.board.dimensions}, {game.variant}{pie}"),
        paragraph(by, MUTED),
        paragraph(book.summary),
        numbered(book.rules),
    )
