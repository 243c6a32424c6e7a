"""What later rooms do for a game: they fill it in, so that nothing in this room imports them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crosscut.play.position import Position
    from crosscut.rules.game import Game


class RoomsAbove:
    """Functions of later rooms."""

    start_position: Callable[..., Position]
    """Set by `crosscut.play`."""
    game_html: Callable[[Game], str]
    """Set by `crosscut.play` too: how a notebook shows a game."""


rooms_above = RoomsAbove()
