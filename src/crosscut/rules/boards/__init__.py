"""Boards: geometry, names and places of cells."""

from crosscut.rules.boards.board import Board, members
from crosscut.rules.boards.grid import Rectangle, Square
from crosscut.rules.boards.hexagonal import Hexagon, Rhombus, Triangle

__all__ = ["Board", "Hexagon", "Rectangle", "Rhombus", "Square", "Triangle", "members"]
