"""Records: games with variations, read from and written to the formats that people use."""

from crosscut.records.formats import FORMATS, guess, read, writable, write
from crosscut.records.tree import GameTree, Node

__all__ = ["FORMATS", "GameTree", "Node", "guess", "read", "writable", "write"]
