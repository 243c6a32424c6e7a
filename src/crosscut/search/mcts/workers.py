"""Who runs the simulations of a search: one worker a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crosscut.core.arrays import apart, new_rng
from crosscut.core.workspace import Work
from crosscut.play.position import Position
from crosscut.rules.workspace_shape import search_work
from crosscut.search.mcts.counts import empty, new_bundles
from crosscut.search.mcts.simulate import simulations
from crosscut.search.mcts.tree import LAST_NODE, NODE, Nursery

if TYPE_CHECKING:
    from crosscut.search.mcts.search import Search

DEEPEST = 512
"""Taps that a simulation goes down in the tree."""


class Worker:
    """What a thread needs for itself."""

    def __init__(self, position: Position, nursery: Nursery, alone: bool):
        game, self.span = position.game, nursery.span
        self.bundles = new_bundles(nursery.span, alone, nursery.tree.amaf.dtype)
        self.path = apart(np.zeros(DEEPEST, np.int32))
        self.rng = apart(new_rng())
        self.work = Work(
            *map(apart, search_work(game, position.keys, trace=DEEPEST + 4 * game.width))
        )
        self.arena = apart(np.zeros(4, np.int64))

    def run(self, search: Search, first: int, last: int) -> int:
        """Run simulations number ``first`` to ``last``; return how many there was room for."""
        ended = simulations(
            search.position.game,
            search.root,
            search.nursery.tree,
            search.settings,
            first + search.reused,
            last + search.reused,
            search.limit,
            search.seed,
            self.path,
            self.arena,
            self.bundles,
            self.rng,
            self.work,
        )
        return ended - first - search.reused

    @property
    def is_short(self) -> bool:
        """Whether it could soon be out of nodes."""
        return bool(self.arena[LAST_NODE] - self.arena[NODE] < self.span)

    def forget(self) -> None:
        """Forget what belongs to a tree that has been moved."""
        self.arena[:] = 0
        empty(self.bundles)
