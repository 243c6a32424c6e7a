"""Boards: geometry, names and places of cells."""

from crosscut.boards.board import Board, members
from crosscut.boards.square import Square

__all__ = ["Board", "Square", "members"]
