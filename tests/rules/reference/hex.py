"""Hex from the rules alone; rows are counted from the top."""

from tests.rules.reference.common import ORTHOGONAL, SquareGame


class Position(SquareGame):
    steps = (*ORTHOGONAL, (1, -1), (-1, 1))
