"""Boards: geometry, names and places of cells."""

from crosscut.boards.board import Board, members
from crosscut.boards.grid import Rectangle, Square
from crosscut.boards.hexes import Hexagon, Rhombus, Triangle

__all__ = ["Board", "Hexagon", "Rectangle", "Rhombus", "Square", "Triangle", "members"]
