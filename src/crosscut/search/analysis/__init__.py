"""Analysis: what a position, each move in it and each turn of a game are worth."""

from crosscut.search.analysis.analysis import Analysis, Snapshot
from crosscut.search.analysis.review import Review, review

__all__ = ["Analysis", "Review", "Snapshot", "review"]
