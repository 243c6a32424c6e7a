"""The tree of a search: a struct of arrays allocated up front, and how room is made in it.

The children of a node are consecutive. Compiled code takes nodes from an arena, a stretch of free
ones that belongs to one thread; Python hands out arenas and clears the tree when none is left.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from crosscut.core.errors import BadOption
from crosscut.rules.game import NOBODY, Game

ROOT = 0
NO_CHILDREN = -1
NO_BLOCK = -1

NODE, LAST_NODE, BLOCK, LAST_BLOCK = range(4)
"""The fields of an arena: the next free node and where they end; likewise blocks."""
PARTS, LARGEST_PART = 8, 1 << 20
"""Arenas for each of several threads, and the nodes of an arena at most."""
SPARE = 4
"""One part in so many may be used while the tree still counts as roomy."""
PIECE = 1 << 18
"""Nodes that are moved in one go, some milliseconds."""
BLOCK_PIECE = 1 << 10
"""Blocks that are moved in one go."""


class Tree(NamedTuple):
    """Nodes by number: node i was reached by ``action[i]``."""

    action: Any
    first: Any
    """[nodes] the number of the first child, or `NO_CHILDREN`."""
    children: Any
    """[nodes] how many children there are."""
    visits: Any
    points: Any
    """[nodes] what the seat that chose the action won in these visits: 2 a win, 1 a draw."""
    status: Any
    """[nodes] the seat that is proven to win, `DRAW` if neither can, `NOBODY` if not known."""
    block: Any
    """[nodes] the number of the node's block in ``amaf``, or `NO_BLOCK`."""
    amaf: Any
    """[blocks * 4 * actions] of each tap as `table.note` numbers it, made at some time after the
    node: in how many simulations, and what its seat won in them. Who takes a block clears it.
    Where a GPU plays these are floats: they never run over, and need not be exact."""


NODE_FIELDS = ("action", "first", "children", "visits", "points", "status", "block")


def kinds(count: type) -> tuple[type, ...]:
    """Return the types of these fields, where results are counted in ``count``."""
    return np.int16, np.int32, np.int16, count, count, np.int8, np.int32


BLOCK_SHARE, WIDE_BLOCK_SHARE = 0.4, 0.6
"""The share of the memory that goes to blocks; where a GPU plays, every visited node has one."""


class Nursery:
    """A tree and what is free in it."""

    def __init__(self, game: Game, memory: float, threads: int = 1, count: type = np.int32):
        self.span = 4 * game.actions
        share = BLOCK_SHARE if count == np.int32 else WIDE_BLOCK_SHARE
        node_bytes = sum(np.dtype(kind).itemsize for kind in kinds(count))
        self.nodes = max(int((1 - share) * memory / node_bytes), 8 * game.actions)
        self.nodes = min(self.nodes, 2**31 - 1)
        if 4 * threads * self.span > self.nodes:
            raise BadOption(
                f"{memory / 2**20:.0f} MB are too little for {threads} threads; "
                "give the tree more memory, or use fewer threads"
            )
        statistics = np.int32 if count == np.int32 else np.float32
        row_bytes = np.dtype(statistics).itemsize * self.span
        self.blocks = max(int(share * memory / row_bytes), 8)
        made = [np.zeros(self.nodes, kind) for kind in kinds(count)]
        self.tree = Tree(*made, np.zeros(self.blocks * self.span, statistics))
        self.used_nodes = 0
        self.used_blocks = 0
        self.clear()

    def clear(self) -> None:
        """Make the tree hold only its root, new."""
        tree = self.tree
        tree.first[ROOT], tree.block[ROOT], tree.status[ROOT] = NO_CHILDREN, NO_BLOCK, NOBODY
        tree.children[ROOT] = tree.visits[ROOT] = tree.points[ROOT] = 0
        self.used_nodes, self.used_blocks = 1, 0
        self.littered = False
        """Whether `take_root` has left something over."""

    @property
    def roomy(self) -> bool:
        """Whether so much is free that what is left over may lie there for a while."""
        return SPARE * self.used_nodes <= self.nodes and SPARE * self.used_blocks <= self.blocks

    def arena(self, threads: int = 1) -> np.ndarray | None:
        """Return free nodes and blocks: all for a thread alone, else a part; None if too few."""
        nodes, blocks = self.nodes - self.used_nodes, self.blocks - self.used_blocks
        if threads > 1:
            parts = max(PARTS * threads, self.nodes // LARGEST_PART)
            nodes = min(nodes, max(self.nodes // parts, self.span))
            blocks = min(blocks, self.blocks // parts)
        if nodes < self.span:
            return None
        begin = self.used_nodes, self.used_blocks
        self.used_nodes += nodes
        self.used_blocks += blocks
        return np.array([begin[0], self.used_nodes, begin[1], self.used_blocks], np.int64)

    def return_arena(self, arena: np.ndarray) -> None:
        """Take back what is left of the only arena."""
        self.used_nodes, self.used_blocks = int(arena[NODE]), int(arena[BLOCK])

    def child(self, node: int, action: int) -> int | None:
        """Return the child of a node by an action, if there is one."""
        begin, count = int(self.tree.first[node]), int(self.tree.children[node])
        if begin == NO_CHILDREN:
            return None
        found = np.flatnonzero(self.tree.action[begin : begin + count] == action)
        return begin + int(found[0]) if len(found) else None

    def descendant(self, actions: Iterable[int | None]) -> int | None:
        """Return the node to which some actions lead from the root, if it is there."""
        node: int | None = ROOT
        for action in actions:
            node = None if node is None else self.child(node, action)
        return node

    def take_root(self, node: int) -> None:
        """Let a node be the root at once; what is not below it is left over."""
        for field in NODE_FIELDS:
            tree_field = getattr(self.tree, field)
            tree_field[ROOT] = tree_field[node]
        self.littered = True

    def replant(self, root: int, visits: int = 0) -> Iterator[None]:
        """Keep only what is below a node, which becomes the root, giving control back in between.

        Nodes with fewer ``visits`` lose their children. Blocks of children that stay slide down
        in the order in which they lie, so nothing is written before it has been read.
        """
        tree = self.tree
        owners, counts = [], []
        waiting = [np.array([root])]
        while waiting:
            here = waiting.pop()
            begin = tree.first[here]
            inner = (begin != NO_CHILDREN) & (tree.visits[here] >= visits)
            tree.first[here[~inner]] = NO_CHILDREN
            here, begin = here[inner], begin[inner]
            count = tree.children[here].astype(np.int64)
            owners.append(here)
            counts.append(count)
            for piece in range(0, len(here), 4096):
                part = slice(piece, piece + 4096)
                below = stretches(begin[part], count[part])
                if len(below):
                    waiting.append(below)
            yield
        owner, count = np.concatenate(owners), np.concatenate(counts)
        order = np.argsort(tree.first[owner])
        yield
        owner, count = owner[order], count[order]
        source = tree.first[owner].copy()
        target = 1 + np.cumsum(count) - count
        tree.first[owner] = target
        self.used_nodes = 1 + int(count.sum())
        self.take_root(root)
        done = 0
        while done < len(owner):
            upto = max(done + 1, int(np.searchsorted(target, target[done] + PIECE)))
            part = slice(done, upto)
            places = stretches(source[part], count[part])
            begin = int(target[done])
            for field in NODE_FIELDS:
                tree_field = getattr(tree, field)
                tree_field[begin : begin + len(places)] = tree_field[places]
            done = upto
            yield
        yield from self.slide_blocks()

    def slide_blocks(self) -> Iterator[None]:
        """Keep only the blocks that nodes refer to."""
        tree = self.tree
        kept = np.flatnonzero(tree.block[: self.used_nodes] != NO_BLOCK)
        yield
        kept = kept[np.argsort(tree.block[kept])]
        rows = tree.amaf.reshape(self.blocks, self.span)
        for begin in range(0, len(kept), BLOCK_PIECE):  # none is written to before it is read
            nodes = kept[begin : begin + BLOCK_PIECE]
            rows[begin : begin + len(nodes)] = rows[tree.block[nodes]]
            tree.block[nodes] = np.arange(begin, begin + len(nodes))
            yield
        self.used_blocks = len(kept)
        self.littered = False


def stretches(begin: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Return all numbers of the stretches that begin here and are so long."""
    total = int(count.sum())
    ends = np.cumsum(count)
    return np.arange(total) + np.repeat(begin - (ends - count), count)
