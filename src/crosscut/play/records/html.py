"""A game with variations as HTML, for notebooks: its last position and its turns."""

from html import escape
from typing import TYPE_CHECKING

from crosscut.play.diagram import status
from crosscut.play.html import MUTED, beside, heading, paragraph

if TYPE_CHECKING:
    from crosscut.play.records.game_tree import GameTree, Node


def show_tree(tree: "GameTree") -> str:
    """Return a game as HTML: how its main line ended, and all turns with their comments."""
    last = tree.main_line()
    names = " and ".join(name for name in tree.names if name)
    turns = "".join(f"<li>{told(node)}</li>" for node in tree.root.end.path[1:])
    return beside(
        last.svg(),
        heading(f"{tree.game.facts.title} {tree.game.board.dimensions}: {status(last)}"),
        paragraph(" ".join(filter(None, [names, tree.result])), MUTED),
        paragraph(tree.root.comment),
        f"<ol>{turns}</ol>",
    )


def told(node: "Node") -> str:
    """Return a turn with its comment, and the other turns that were tried instead of it."""
    others = [each.turn for each in node.parent.children if each is not node]
    tried = f" <span style='{MUTED}'>or {escape(', '.join(others))}</span>" if others else ""
    words = f"<br>{escape(node.comment)}" if node.comment else ""
    return f"{escape(node.turn)}{tried}{words}"
