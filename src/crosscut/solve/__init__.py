"""The exact solver: who wins, and with which first turns."""

from crosscut.solve.solution import Solution, solution, solve
from crosscut.solve.solver import Solver

__all__ = ["Solution", "Solver", "solution", "solve"]
