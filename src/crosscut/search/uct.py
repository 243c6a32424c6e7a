"""A plain tree search: upper confidence bounds on top of random playouts, in taps.

The tree is a struct of arrays allocated up front. A full tree goes on searching without growing. A
compiled call lasts some milliseconds, so that the clock and the user are heard in between.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from crosscut import rows, table
from crosscut.errors import GameOver
from crosscut.game import DRAW, NOBODY
from crosscut.kernel import entry, jitable
from crosscut.play.position import Position
from crosscut.rng import below, stream_state
from crosscut.search.memory import new_rng, new_work, packed_position
from crosscut.search.random_play import playout, playout_limit
from crosscut.search.stack import take_first

ROOT = 0
NO_CHILDREN = -1


class Tree(NamedTuple):
    """Nodes by number: node i was reached by ``action[i]``; its children are consecutive."""

    action: Any
    first: Any
    """[nodes] the number of the first child, or `NO_CHILDREN`."""
    children: Any
    """[nodes] how many children there are."""
    visits: Any
    points: Any
    """[nodes] what the seat that chose the action won in these visits; a draw is half a point."""
    path: Any
    """[depth] the nodes of the simulation under way."""
    movers: Any
    """[depth] the seat that chose each node of the path."""
    used: Any
    """[1] how many nodes there are."""


def new_tree(nodes: int, depth: int) -> Tree:
    """Return a tree that holds only its root."""
    return Tree(
        action=np.zeros(nodes, np.int64),
        first=np.full(nodes, NO_CHILDREN, np.int32),
        children=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        points=np.zeros(nodes, np.float64),
        path=np.zeros(depth, np.int32),
        movers=np.zeros(depth, np.int8),
        used=np.ones(1, np.int64),
    )


@jitable
def best_child(tree, node, explore):
    """Return the child with the best upper confidence bound, an unvisited one first."""
    begin = tree.first[node]
    log_visits = math.log(tree.visits[node] + 1)
    best, best_bound = begin, -1.0
    for child in range(begin, begin + tree.children[node]):
        visits = tree.visits[child]
        if visits == 0:
            return child
        bound = tree.points[child] / visits + explore * math.sqrt(log_visits / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@jitable
def expand(game, tree, node, now, rng, work):
    """Give a node its children in random order, if there is room; return whether it has any."""
    cells, extras = table.choices(game, now, work)
    begin = tree.used[0]
    end = begin
    while (extras != 0 or cells) and end < len(tree.action):
        action, cells, extras = take_first(game, cells, extras)
        other = begin + below(rng, end - begin + 1)
        tree.action[end] = tree.action[other]
        tree.action[other] = action
        end += 1
    if extras != 0 or cells or begin == end:
        return False
    tree.first[node] = begin
    tree.children[node] = end - begin
    tree.used[0] = end
    return True


@jitable
def simulate(game, tree, now, explore, limit, rng, work):
    """Walk down the tree, add children to its leaf, play at random and count the result."""
    node, depth = ROOT, 0
    while now.winner == NOBODY and depth + 1 < len(tree.path):
        fresh = tree.first[node] == NO_CHILDREN
        if fresh:
            if tree.visits[node] == 0 and node != ROOT:
                break
            if not expand(game, tree, node, now, rng, work):
                break
        node = best_child(tree, node, explore)
        depth += 1
        tree.path[depth] = node
        tree.movers[depth] = table.seat_of(now, now.state.colour)
        now = table.follow(game, now, tree.action[node], work)
        if fresh:
            break
    winner, _, _ = playout(game, now, False, limit, rng, work)
    for i in range(depth + 1):
        tree.visits[tree.path[i]] += 1
        if winner == tree.movers[i]:
            tree.points[tree.path[i]] += 1.0
        elif winner == DRAW or winner == NOBODY:
            tree.points[tree.path[i]] += 0.5


@entry
def simulations(game, root, tree, first, last, explore, limit, seed, rng, work):
    """Run simulations number ``first`` to ``last`` of a seed from the table in the row ``root``."""
    history = work.keys[0]
    start = rows.unpack(game, root)
    for i in range(first, last):
        rng[0] = stream_state(seed, i)
        work.keys[0] = history
        simulate(game, tree, start, explore, limit, rng, work)
    work.keys[0] = history


@dataclass(frozen=True)
class Limits:
    """When to stop thinking: after some simulations, some seconds, or whichever comes first."""

    simulations: int | None = None
    seconds: float | None = None
    nodes: int = 1_000_000


@dataclass(frozen=True)
class Thought:
    """What a search found."""

    action: int
    win_chance: float
    """Of the seat to move, from 0 to 1."""
    simulations: int
    seconds: float
    line: list[int]
    """The taps that the search thinks best for both sides."""
    visits: dict[int, int]
    """How often each action was tried."""


EXPLORE = 0.7
TRUSTED = 10
"""Visits from which on a tap is worth being shown, or played without thinking again."""
SLICE_SECONDS = 0.01


class Search:
    """A search of one position that can be run for a while, asked, and run again."""

    def __init__(self, position: Position, nodes: int = 1_000_000, seed: int = 0):
        if position.over:
            raise GameOver("the game is over: there is nothing to search")
        game = position.game
        self.position = position
        self.root = packed_position(position)
        self.tree = new_tree(max(nodes, 1 + game.actions), 4 * game.actions + 64)
        self.work = new_work(game, position.keys)
        self.rng = new_rng()
        self.seed = seed
        self.limit = playout_limit(game)
        self.done = 0

    def run(self, count: int) -> None:
        """Run some more simulations."""
        simulations(
            self.position.game,
            self.root,
            self.tree,
            self.done,
            self.done + count,
            EXPLORE,
            self.limit,
            self.seed,
            self.rng,
            self.work,
        )
        self.done += count

    def best_line(self) -> list[int]:
        """Return the most visited taps from the root on, as long as they were visited enough."""
        tree, node, line = self.tree, ROOT, []
        while tree.first[node] != NO_CHILDREN:
            begin, count = int(tree.first[node]), int(tree.children[node])
            node = begin + int(np.argmax(tree.visits[begin : begin + count]))
            if line and tree.visits[node] < TRUSTED:
                break
            line.append(int(tree.action[node]))
        return line

    def thought(self, seconds: float) -> Thought:
        """Return what the search has found so far."""
        tree = self.tree
        begin, count = int(tree.first[ROOT]), int(tree.children[ROOT])
        nodes = range(begin, begin + count)
        best = max(nodes, key=lambda node: tree.visits[node])
        return Thought(
            action=int(tree.action[best]),
            win_chance=float(tree.points[best] / max(1, tree.visits[best])),
            simulations=self.done,
            seconds=seconds,
            line=self.best_line(),
            visits={int(tree.action[node]): int(tree.visits[node]) for node in nodes},
        )


def think(
    position: Position,
    limits: Limits,
    seed: int = 0,
    tick: Callable[[float], bool] = lambda share: False,
) -> Thought:
    """Search a position; ``tick`` hears the share of the limit that is used and may say stop."""
    search = Search(position, limits.nodes, seed)
    search.run(1)  # compiles, where that is still to be done, before the clock starts
    begin = time.perf_counter()
    wanted = limits.simulations or (1 << 62)
    step = 16
    while search.done < wanted:
        before = time.perf_counter()
        search.run(min(step, wanted - search.done))
        now = time.perf_counter()
        step = min(100_000, max(1, int(step * SLICE_SECONDS / max(now - before, 1e-6))))
        share = search.done / wanted
        if limits.seconds is not None:
            share = max(share, (now - begin) / limits.seconds)
        if tick(min(share, 1.0)) or share >= 1:
            break
    return search.thought(time.perf_counter() - begin)


def choose_turn(
    position: Position,
    limits: Limits,
    seed: int = 0,
    tick: Callable[[float], bool] = lambda share: False,
) -> tuple[Position, Thought]:
    """Think and play a whole turn; return the position after it and what was thought first."""
    thought = think(position, limits, seed, tick)
    here, line = position, thought.line
    while True:
        here = here.tap(line[0])
        if here.over or not here.mid_turn:
            return here, thought
        line = line[1:] or think(here, limits, seed, tick).line


def turn_of(position: Position, after: Position) -> str:
    """Return the text of the turn that led from one position to a later one."""
    return after.history()[len(position.history()) - (1 if position.mid_turn else 0)]
