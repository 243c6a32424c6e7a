"""A search of one position: run it for a while, ask it, run it on, or go on with a later position.

A compiled call lasts some milliseconds, so that the clock and the user are heard in between.
"""

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from crosscut.core.devices.discovery import cpu_instead
from crosscut.core.errors import GameOver, NoGpu
from crosscut.core.process import interrupts_later
from crosscut.play.position import Position
from crosscut.rules.game import NOBODY
from crosscut.search.limits import Limits
from crosscut.search.mcts.pilots import Squadron
from crosscut.search.mcts.tree import NO_CHILDREN, NODE, ROOT, Nursery
from crosscut.search.mcts.workers import Worker
from crosscut.search.options import Options, fitted, settings
from crosscut.search.playout import playout_limit
from crosscut.search.results import Choice, Thought, chance_of

SLICE_SECONDS, SHARED_SLICE_SECONDS = 0.01, 0.02
"""How long a round lasts; with several threads longer, because they wait at its end."""
FIRST_STEP, MOST_AT_ONCE = 16, 100_000
PARTS = 8
"""Parts of a slice for each of several threads, so that none waits long for another."""
TRUSTED = 10
"""Visits from which on a tap is worth being shown, or played without thinking again."""
SPACE = 1 << 20
ROOM_LEFT = 4
"""The counters of a tree are full when the visits of its root are this part of the largest."""


class Search:
    """A tree that grows below one position."""

    def __init__(self, position: Position, options: Options | None = None, seed: int = 0):
        self.options = fitted(options or Options(), position.game)
        self.settings = settings(self.options)
        self.seed = seed
        self.squadron = self.find_squadron(position)
        count = np.int32 if self.squadron is None else np.int64  # a GPU fills 32 bits in a minute
        self.nursery = Nursery(position.game, self.options.room * SPACE, self.options.hands, count)
        self.enough = np.iinfo(count).max // ROOM_LEFT
        self.limit = playout_limit(position.game)
        self.slice_seconds = SLICE_SECONDS if self.options.hands == 1 else SHARED_SLICE_SECONDS
        self.step = FIRST_STEP
        self.pruning: Iterator[None] = iter(())
        self.root_at(position)

    def root_at(self, position: Position) -> None:
        """Start anew below a position, or below what is already the root."""
        must_go_on(position)
        self.position = position
        self.root = position.packed()
        if self.squadron is not None:
            try:
                self.squadron.prepare(position)
            except NoGpu as error:
                self.land(error)
        hands = self.options.hands
        self.workers = [Worker(position, self.nursery, hands == 1) for _ in range(hands)]
        if len(self.workers) == 1:
            self.take_arena()
        self.done = self.given = 0
        """Simulations run, and where several threads share them, numbers given out."""
        self.seconds = 0.0
        self.reused = int(self.nursery.tree.visits[ROOT])

    def move_to(self, position: Position) -> None:
        """Go on with a position, keeping what is known of it if it follows from this one.

        The seconds that this takes count as spent.
        """
        begin = time.perf_counter()
        must_go_on(position)
        with interrupts_later():
            self.replace_root(position)
        self.seconds = time.perf_counter() - begin

    def replace_root(self, position: Position) -> None:
        """Let the node of a position be the root, or begin anew if there is none."""
        self.finish_pruning()
        nursery, arenas = self.nursery, [worker.arena for worker in self.workers]
        node = nursery.descendant(taps_between(self.position, position))
        if len(arenas) == 1:
            nursery.return_arena(arenas.pop())
        if node is None or nursery.tree.first[node] == NO_CHILDREN:
            nursery.clear()
            arenas.clear()
        elif node != ROOT and nursery.roomy:
            nursery.take_root(node)
        elif node != ROOT:
            self.pruning = nursery.replant(node)
            self.finish_pruning()
            arenas.clear()
        self.root_at(position)
        for worker, arena in zip(self.workers, arenas, strict=False):  # none, or one for each
            worker.arena[:] = arena

    # Running.

    @property
    def decided(self) -> bool:
        """Whether the result is proven, or counters are full: there is nothing left to search."""
        tree = self.nursery.tree
        return bool(
            (self.options.solver and tree.status[ROOT] != NOBODY)
            or tree.visits[ROOT] >= self.enough
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
                part = min(1.0, limits.left(before - begin) / self.slice_seconds)
                ran = self.round(min(max(1, int(part * self.step)), wanted - self.done))
                took = time.perf_counter() - before
                if ran:
                    self.step = int(ran * self.slice_seconds / max(took, 1e-6))
                    most = MOST_AT_ONCE * self.settings.each
                    self.step = min(most, max(len(self.workers), self.step))
            self.seconds = time.perf_counter() - begin
            share = limits.used(self.done, self.seconds)
            yield min(share, 1.0)

    def round(self, count: int) -> int:
        """Let every thread run its part of some simulations and return how many were run."""
        each = self.settings.each
        walks = -(-count // each)
        if len(self.workers) > 1 and not self.take_arenas():
            return 0
        try:
            if self.squadron is not None:
                ran = self.squadron.fly(self, walks)
            else:
                ran = self.alone(walks) if len(self.workers) == 1 else self.together(walks)
        except NoGpu as error:
            self.land(error)
            return 0
        self.given += ran if len(self.workers) == 1 else walks
        self.done += each * ran
        if len(self.workers) == 1 and not self.decided:
            # leaves may fly where there is no room for children
            full = ran < walks if self.squadron is None else self.workers[0].is_short
            if full:
                self.start_pruning()
        return each * ran

    def alone(self, walks: int) -> int:
        """Let the only thread walk down the tree so often; return how often there was room."""
        return self.workers[0].run(self, self.given, self.given + walks)

    def together(self, walks: int) -> int:
        """Let several threads share so many walks; return how many there was room for."""
        ends = np.linspace(self.given, self.given + walks, PARTS * len(self.workers) + 1)
        parts = deque(pairwise(ends.astype(int).tolist()))
        return sum(self.share_out([(self.work_through, parts, each) for each in self.workers]))

    def share_out(self, tasks: list[tuple]) -> list:
        """Do some things, each in a thread of its own and the first in this one.

        Whatever happens, all of them have ended when it returns.
        """
        others = [self.pool.submit(*task) for task in tasks[1:]]
        try:
            return [do(*given) for do, *given in tasks[:1]] + [each.result() for each in others]
        finally:
            wait(others)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        """The threads beside the one that runs the search; they start when there is work."""
        return ThreadPoolExecutor(self.options.hands)

    def take_arenas(self) -> bool:
        """Give every thread that is short of nodes some more; if there are none, make room."""
        for worker in self.workers:
            if worker.is_short:
                arena = self.nursery.arena(len(self.workers))
                if arena is None:
                    self.start_pruning()
                    return False
                worker.arena[:] = arena
        return True

    def work_through(self, parts: deque[tuple[int, int]], worker: Worker) -> int:
        """Take part after part of the walks of a round; return how many were made."""
        done = 0
        while True:
            try:
                first, last = parts.popleft()
            except IndexError:  # no part is left
                return done
            ran = worker.run(self, first, last)
            done += ran
            if ran < last - first:  # no room, or nothing left to search
                return done

    # With a GPU.

    def find_squadron(self, position: Position) -> Squadron | None:
        """Return what plays leaves out on a GPU, if one is asked for and there is one."""
        if self.options.device == "cpu":
            return None
        asked = self.options
        self.use("gpu")
        try:
            found = Squadron(position.game, self.options, self.seed)
            found.prepare(position)
            return found
        except NoGpu as error:
            if asked.device == "gpu":
                cpu_instead(error)
            self.use("cpu")
            return None

    def use(self, device: str) -> None:
        """Let a device play at random from now on."""
        self.options = replace(self.options, device=device)
        self.settings = settings(self.options)

    def land(self, error: NoGpu) -> None:
        """Go on with the CPU after a GPU has failed, by as many threads, and say why."""
        cpu_instead(error)
        self.done = int(self.nursery.tree.visits[ROOT]) - self.reused
        self.squadron, self.step = None, FIRST_STEP
        self.options = replace(self.options, threads=self.options.hands, memory=self.options.room)
        self.use("cpu")

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
        """Begin to clear a full tree of what is left over, or else of what was visited least."""
        self.pruning = self.prune()

    def prune(self) -> Iterator[None]:
        """Clear the tree step by step, until half of it is free or more."""
        nursery = self.nursery
        if len(self.workers) == 1:
            nursery.return_arena(self.workers[0].arena)
        if nursery.littered:
            yield from nursery.replant(ROOT)
        if 2 * nursery.used_nodes > nursery.nodes:
            yield from self.thin_out()
        for worker in self.workers:  # what lies elsewhere now must not be written to
            worker.forget()
        if len(self.workers) == 1:
            self.workers[0].arena[:] = nursery.arena()

    def thin_out(self) -> Iterator[None]:
        """Clear the tree of what was visited least, leaving half of it free."""
        nursery, tree = self.nursery, self.nursery.tree
        inner = np.flatnonzero(tree.first[: nursery.used_nodes] != NO_CHILDREN)
        yield
        order = np.argsort(-tree.visits[inner])
        kept = np.cumsum(tree.children[inner[order]], dtype=np.int64)
        enough = int(np.searchsorted(kept, nursery.nodes // 2))
        least = int(tree.visits[inner[order[min(enough, len(inner) - 1)]]]) + 1
        least = min(least, int(tree.visits[ROOT]))  # whose children stay in any case
        yield
        yield from nursery.replant(ROOT, least)

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
        """The number of nodes used, also those left over; of several threads, of their arenas."""
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


def must_go_on(position: Position) -> None:
    """Refuse to search where a game has ended."""
    if position.over:
        raise GameOver("the game is over: there is nothing to search")


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
