"""How points and turns are written: as GTP does, as HTP does for Hex, or in our own texts.

After ``swap-pieces`` a program for Hex has mirrored the only stone into the other colour, where we
have let the players exchange colours. The two differ by a mirror and by the names of the colours,
and `Notation` is where the points are exchanged: ``is_mirrored`` says that this has happened.
"""

import re
from enum import StrEnum
from functools import cached_property

from crosscut.core.errors import BadOption
from crosscut.play.vertices import POINT, renamed, vertices
from crosscut.rules.boards import Rhombus
from crosscut.rules.boards.grid import Grid
from crosscut.rules.game import Game

SWAP = "swap"
SWAP_PIECES, SWAP_SIDES = "swap-pieces", "swap-sides"
"""HTP's two ways to swap: the stone changes its place and its colour, or players change theirs."""


class Style(StrEnum):
    """The ways to name points."""

    gtp = "gtp"
    htp = "htp"
    own = "own"


def usual_style(game: Game) -> Style:
    """Return how programs for such a board expect points to be named."""
    if isinstance(game.board, Rhombus):
        return Style.htp
    return Style.gtp if isinstance(game.board, Grid) else Style.own


class Notation:
    """The texts of one game in one style."""

    def __init__(self, game: Game, style: Style, is_mirrored: bool = False):
        if style is Style.htp and not isinstance(game.board, Rhombus):
            known = "gtp or own" if isinstance(game.board, Grid) else "own"
            raise BadOption(f"HTP is for Hex; {game.facts.title} is written as {known}")
        if style is Style.gtp and not isinstance(game.board, Grid | Rhombus):
            raise BadOption(
                f"GTP names rows and columns; {game.facts.title} has none and is written as own"
            )
        self.game = game
        self.style = style
        self.is_mirrored = is_mirrored

    @cached_property
    def names(self) -> dict[str, str]:
        """Their name of every point, by ours."""
        board = self.game.board
        names = {name: name for name in board.names}
        if self.style is Style.gtp:
            names = vertices(board)
        if self.is_mirrored:
            images = {ours: board.name(board.mirror[cell]) for ours, cell in board.names.items()}
            names = {ours: names[image] for ours, image in images.items()}
        return names

    @cached_property
    def ours(self) -> dict[str, str]:
        """Our name of every point, by theirs."""
        return {theirs: ours for ours, theirs in self.names.items()}

    @property
    def translates(self) -> bool:
        """Whether points have other names than ours."""
        return self.style is not Style.own

    def read(self, text: str) -> str:
        """Return their text of a turn as ours."""
        if not self.translates:
            return text
        text = text.lower()
        if self.style is Style.htp and text in (SWAP_PIECES, SWAP_SIDES):
            return SWAP
        return renamed(text, self.ours)

    def write(self, text: str) -> str:
        """Return our text of a turn as theirs."""
        if not self.translates:
            return text
        if self.style is Style.htp:
            return SWAP_PIECES if text == SWAP else renamed(text, self.names)
        return POINT.sub(lambda found: found[0].upper(), renamed(text, self.names))

    def objection(self, reason: str) -> str:
        """Return why a turn is illegal, with their names of points and colours."""
        reason = POINT.sub(lambda found: self.names.get(found[0], found[0]), reason)
        if self.style is Style.gtp:
            reason = POINT.sub(lambda found: found[0].upper(), reason)
        if self.is_mirrored:
            (black, _), (white, _) = self.game.kinds[:2]
            others = {black: white, white: black}
            names = "|".join(map(re.escape, others))
            reason = re.sub(rf"\b({names})\b", lambda found: others[found[0]], reason)
        return f"illegal move: {reason}"

    def moves_the_stone(self, text: str) -> bool:
        """Tell whether a text of theirs is the swap after which they see the board mirrored."""
        return self.style is Style.htp and text.lower() in (SWAP, SWAP_PIECES)

    def cell(self, name: str) -> int:
        """Return the point that they call so."""
        return self.game.board.cell(self.read(name))

    def point(self, cell: int) -> str:
        """Return what they call a point."""
        return self.write(self.game.board.name(cell))

    def labelled(self, lines: list[str]) -> list[str]:
        """Return the lines of a diagram with the coordinates that they use."""
        if self.style is not Style.gtp:
            return lines
        letters = {
            re.match("[a-z]+", ours)[0]: re.match("[a-z]+", theirs)[0].upper()
            for ours, theirs in self.names.items()
        }
        return [
            re.sub("[a-z]+", lambda found: letters[found[0]], line)
            if set(line.split()) <= set(letters)
            else self.numbered(line)
            for line in lines
        ]

    def numbered(self, line: str) -> str:
        """Return a row with its number counted from the bottom, where we count from the top."""
        if not isinstance(self.game.board, Rhombus):
            return line

        def other(found: re.Match) -> str:
            return f"{self.game.size + 1 - int(found[0]):{len(found[0])}}"

        return re.sub(r"\d+", other, line, count=1)
