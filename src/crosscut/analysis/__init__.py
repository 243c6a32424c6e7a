"""Analysis: what a position, each move in it and each turn of a game are worth."""

from crosscut.analysis.position import Analysis, Snapshot
from crosscut.analysis.review import Review, review

__all__ = ["Analysis", "Review", "Snapshot", "review"]
