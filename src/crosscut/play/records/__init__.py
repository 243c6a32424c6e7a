"""Records: games with variations, read from and written to the formats that people use."""

from crosscut.play.records.formats import FORMATS, guess, read, writable, write
from crosscut.play.records.game_tree import GameTree, Node

__all__ = ["FORMATS", "GameTree", "Node", "guess", "read", "writable", "write"]
