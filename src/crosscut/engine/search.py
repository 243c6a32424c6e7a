"""A search of one position: run it for a while, ask it, run it on, or go on with a later position.

A compiled call lasts some milliseconds, so that the clock and the user are heard in between.
"""

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise

import numpy as np

from crosscut.engine.counts import empty, new_bundles
from crosscut.engine.limits import Limits
from crosscut.engine.options import Options, fitted, settings
from crosscut.engine.simulate import simulations
from crosscut.engine.thought import Choice, Thought, chance_of
from crosscut.engine.tree import NO_CHILDREN, NODE, ROOT, Nursery
from crosscut.errors import GameOver
from crosscut.game import NOBODY
from crosscut.kernel import interrupts_later
from crosscut.play.position import Position
from crosscut.search.memory import apart, new_rng, new_work, packed_position
from crosscut.search.random_play import playout_limit
from crosscut.table import Work

SLICE_SECONDS, SHARED_SLICE_SECONDS = 0.01, 0.02
"""How long a round lasts; with several threads longer, because they wait at its end."""
MOST_AT_ONCE = 100_000
PARTS = 8
"""Parts of a slice for each of several threads, so that none waits long for another."""
TRUSTED = 10
"""Visits from which on a tap is worth being shown, or played without thinking again."""
SPACE = 1 << 20
ENOUGH = 1 << 29
"""Visits of the root, hours of them, after which its counters could overflow."""
DEEPEST = 512
"""Taps that a simulation goes down in the tree."""


class Worker:
    """What a thread needs for itself."""

    def __init__(self, position: Position, span: int, alone: bool):
        game = position.game
        self.bundles = new_bundles(span, alone)
        self.path = apart(np.zeros(DEEPEST, np.int32))
        self.rng = apart(new_rng())
        self.work = Work(*map(apart, new_work(game, position.keys, trace=DEEPEST + 4 * game.width)))
        self.arena = apart(np.zeros(4, np.int64))


class Search:
    """A tree that grows below one position."""

    def __init__(self, position: Position, options: Options | None = None, seed: int = 0):
        self.options = fitted(options or Options(), position.game)
        self.settings = settings(self.options)
        self.seed = seed
        self.nursery = Nursery(position.game, self.options.memory * SPACE, self.options.threads)
        self.limit = playout_limit(position.game)
        self.slice_seconds = SLICE_SECONDS if self.options.threads == 1 else SHARED_SLICE_SECONDS
        self.step = 16
        self.pruning: Iterator[None] = iter(())
        self.pool = None
        self.root_at(position)

    def root_at(self, position: Position) -> None:
        """Start anew below a position, or below what is already the root."""
        if position.over:
            raise GameOver("the game is over: there is nothing to search")
        self.position = position
        self.root = packed_position(position)
        threads = self.options.threads
        self.workers = [Worker(position, self.nursery.span, threads == 1) for _ in range(threads)]
        if threads == 1:
            self.take_arena()
        self.done = self.given = 0
        """Simulations run, and where several threads share them, numbers given out."""
        self.seconds = 0.0
        self.reused = int(self.nursery.tree.visits[ROOT])

    def move_to(self, position: Position) -> None:
        """Go on with a position, keeping what is known of it if it follows from this one."""
        self.finish_pruning()
        node = self.nursery.descendant(taps_between(self.position, position))
        if self.options.threads == 1:
            self.nursery.return_arena(self.workers[0].arena)
        if node is None or self.nursery.tree.first[node] == NO_CHILDREN:
            self.nursery.clear()
        elif node != ROOT:
            self.pruning = self.nursery.replant(node)
            self.finish_pruning()
        self.root_at(position)

    # Running.

    @property
    def decided(self) -> bool:
        """Whether the result is proven, or counters are full: there is nothing left to search."""
        tree = self.nursery.tree
        return bool(
            (self.options.solver and tree.status[ROOT] != NOBODY) or tree.visits[ROOT] >= ENOUGH
        )

    def run(self, count: int) -> None:
        """Run some more simulations, fewer if the result is proven before."""
        wanted = self.done + count
        while self.done < wanted and not self.decided:
            self.round(wanted - self.done)
            self.finish_pruning()

    def slices(self, limits: Limits) -> Iterator[float]:
        """Search up to the limits; yield the share of them that is used up, every few ms."""
        if self.done == 0:
            self.run(1)  # compiles, where that is still to be done, before the clock starts
        begin = time.perf_counter() - self.seconds
        wanted = MOST_AT_ONCE << 32 if limits.simulations is None else limits.simulations
        share = 0.0
        while share < 1 and not self.decided:
            before = time.perf_counter()
            if not self.pruned_on():
                ran = self.round(min(self.step, wanted - self.done))
                took = time.perf_counter() - before
                if ran:
                    self.step = int(ran * self.slice_seconds / max(took, 1e-6))
                    self.step = min(MOST_AT_ONCE, max(len(self.workers), self.step))
            self.seconds = time.perf_counter() - begin
            share = limits.used(self.done, self.seconds)
            yield min(share, 1.0)

    def round(self, count: int) -> int:
        """Let every thread run its part of some simulations and return how many were run."""
        if len(self.workers) == 1:
            ran = self.work_on(self.workers[0], self.done, self.done + count)
            self.done += ran
            if ran < count and not self.decided:
                self.start_pruning()
            return ran
        if self.pool is None:
            self.pool = ThreadPoolExecutor(len(self.workers) - 1)  # this thread works too
        for worker in self.workers:
            if worker.arena[1] - worker.arena[0] < self.nursery.span:
                arena = self.nursery.arena(len(self.workers))
                if arena is None:
                    self.start_pruning()
                    return 0
                worker.arena[:] = arena
        ends = np.linspace(self.given, self.given + count, PARTS * len(self.workers) + 1)
        parts = deque(pairwise(ends.astype(int).tolist()))
        self.given += count
        mine, *others = self.workers
        started = [self.pool.submit(self.work_through, parts, worker) for worker in others]
        ran = self.work_through(parts, mine) + sum(each.result() for each in started)
        self.done += ran
        return ran

    def work_through(self, parts: deque[tuple[int, int]], worker: Worker) -> int:
        """Take part after part of the simulations of a round; return how many were run."""
        done = 0
        with suppress(IndexError):  # no part is left
            while True:
                first, last = parts.popleft()
                ran = self.work_on(worker, first, last)
                done += ran
                if ran < last - first:  # no room, or nothing left to search
                    break
        return done

    def work_on(self, worker: Worker, first: int, last: int) -> int:
        """Run simulations number ``first`` to ``last``; return how many there was room for."""
        return (
            simulations(
                self.position.game,
                self.root,
                self.nursery.tree,
                self.settings,
                first + self.reused,
                last + self.reused,
                self.limit,
                self.seed,
                worker.path,
                worker.arena,
                worker.bundles,
                worker.rng,
                worker.work,
            )
            - first
            - self.reused
        )

    # Making room.

    def take_arena(self) -> None:
        """Give all that is free to the only thread, clearing the tree if that is too little."""
        arena, nursery = self.nursery.arena(), self.nursery
        if arena is not None:
            self.workers[0].arena[:] = arena
            return
        self.workers[0].arena[:] = np.repeat([nursery.used_nodes, nursery.used_blocks], 2)
        self.start_pruning()
        self.finish_pruning()

    def start_pruning(self) -> None:
        """Begin to clear a full tree of what was visited least, leaving half of it free."""
        self.pruning = self.prune()

    def prune(self) -> Iterator[None]:
        """Clear the tree step by step."""
        nursery, tree = self.nursery, self.nursery.tree
        if len(self.workers) == 1:
            nursery.return_arena(self.workers[0].arena)
        inner = np.flatnonzero(tree.first[: nursery.used_nodes] != NO_CHILDREN)
        yield
        order = np.argsort(-tree.visits[inner])
        kept = np.cumsum(tree.children[inner[order]], dtype=np.int64)
        enough = int(np.searchsorted(kept, nursery.nodes // 2))
        least = int(tree.visits[inner[order[min(enough, len(inner) - 1)]]]) + 1
        least = min(least, int(tree.visits[ROOT]))  # whose children stay in any case
        yield
        yield from nursery.replant(ROOT, least)
        for worker in self.workers:  # what lies elsewhere now must not be written to
            worker.arena[:] = 0
            empty(worker.bundles)
        if len(self.workers) == 1:
            self.workers[0].arena[:] = nursery.arena()

    def pruned_on(self) -> bool:
        """Clear the tree a step further, if that has begun; return whether it had."""
        with interrupts_later():  # half a step would leave a tree that nobody can read
            return next(self.pruning, self) is not self

    def finish_pruning(self) -> None:
        """Clear the tree to the end, if that has begun."""
        while self.pruned_on():
            pass

    # Asking.

    @property
    def nodes(self) -> int:
        """The number of nodes in the tree; of several threads also those still to be filled."""
        alone = len(self.workers) == 1
        return int(self.workers[0].arena[NODE]) if alone else self.nursery.used_nodes

    def thought(self) -> Thought:
        """Return what the search has found so far."""
        self.finish_pruning()
        tree = self.nursery.tree
        nodes = self.ranked(ROOT)
        status = int(tree.status[ROOT])
        return Thought(
            seat=self.position.to_play,
            choices=[self.choice(node) for node in nodes],
            simulations=self.done,
            seconds=self.seconds,
            reused=self.reused,
            nodes=self.nodes,
            proven=None if status == NOBODY else status,
            visits={int(tree.action[node]): int(tree.visits[node]) for node in nodes},
        )

    def ranked(self, node: int) -> list[int]:
        """Return the children of a node, the best first: proven wins, visits, proven losses."""
        tree = self.nursery.tree
        begin, count = int(tree.first[node]), int(tree.children[node])
        seat = self.position.to_play
        return sorted(
            range(begin, begin + count),
            key=lambda child: (
                tree.status[child] == seat,
                tree.status[child] != 1 - seat,
                int(tree.visits[child]),
            ),
            reverse=True,
        )

    def choice(self, node: int) -> Choice:
        """Return what is thought of a child of the root."""
        tree, seat = self.nursery.tree, self.position.to_play
        visits, status = int(tree.visits[node]), int(tree.status[node])
        chance = tree.points[node] / 2 / visits if visits else 0.5
        return Choice(
            action=int(tree.action[node]),
            visits=visits,
            win_chance=float(chance) if status == NOBODY else chance_of(status, seat),
            proven=None if status == NOBODY else status,
            line=self.line_from(node),
        )

    def line_from(self, node: int) -> list[int]:
        """Return the taps thought best from a child of the root on, while they are trusted."""
        tree = self.nursery.tree
        line = [int(tree.action[node])]
        while tree.first[node] != NO_CHILDREN:
            begin, count = int(tree.first[node]), int(tree.children[node])
            status = tree.status[node]
            visits = tree.visits[begin : begin + count].astype(np.int64)
            if status != NOBODY:  # stay on what is proven
                visits[tree.status[begin : begin + count] != status] = -1
            best = int(np.argmax(visits))
            if visits[best] < (0 if status != NOBODY else TRUSTED):
                break
            node = begin + best
            line.append(int(tree.action[node]))
        return line


def taps_between(earlier: Position, later: Position) -> list[int | None]:
    """Return the taps from one position to another that follows it, or [None] if it does not."""
    before = earlier.line
    after = later.line
    same = (
        earlier.game == later.game
        and len(before) <= len(after)
        and before[0] == after[0]
        and all(a.tap_made == b.tap_made for a, b in zip(before, after, strict=False))
    )
    return [here.tap_made for here in after[len(before) :]] if same else [None]
