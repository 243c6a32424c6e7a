"""The exact solver: who wins, and with which first turns."""

from crosscut.search.solver.solution import Solution, solution, solve
from crosscut.search.solver.solver import Solver

__all__ = ["Solution", "Solver", "solution", "solve"]
