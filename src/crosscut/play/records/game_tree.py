"""A game with variations: how it started, a tree of turns, and what is known about it.

This is what every format of records is read into and written from. A node is the position after a
whole turn; its turn is written as the game writes it, so equal games have equal trees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from crosscut.core.errors import BadRecord, CrosscutError, IllegalMove
from crosscut.play.notation import tap_named
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY, Game

MOST_NODES = 1_000_000
"""Positions of a tree that are read; each takes about 2 KB."""
MOST_REMEMBERED = 20_000
"""The same in games in which positions may not recur: each holds all that came before it."""
LETTERS = "BW"
"""How results and turns call the colours 0 and 1, whatever their pieces are called."""
LEAVES = dict.fromkeys(("resign", "resigns", "resigned"), "Resign")
LEAVES |= dict.fromkeys(("forfeit", "forfeits", "forfeited"), "Forfeit")
"""Words by which a player leaves a game, and what results call it."""
HALVES = re.compile("[\ud800-\udfff]")

Clock = tuple[float | None, float | None]
Check = Callable[[int], None]
"""What is called with the number of positions before each is read: it may say that it is enough."""


class BadTurn(BadRecord):
    """One of the turns of a game cannot be played; ``number`` counts them from 1."""

    def __init__(
        self, number: int, turn: str, reason: CrosscutError | str, told: str = "", place: str = ""
    ):
        reason = str(reason).removeprefix(f"{turn}: ")
        super().__init__(f"{place}turn {number}, {shortened(told or turn)}: {reason}")
        self.number, self.turn, self.reason = number, turn, reason
        self.told = told
        """The turn as the text has it, where it is written otherwise there; see `quoted`."""

    def quoting(self, told: str) -> BadTurn:
        """Return the same with the turn as the text has it."""
        return BadTurn(self.number, self.turn, self.reason, told)

    def at(self, place: str) -> BadTurn:
        """Return the same with the place of the text where the turn stands."""
        return BadTurn(self.number, self.turn, self.reason, self.told, f"{place}: ")


class Node:
    """A position of a tree: the turn that led to it, and the turns that were tried from it."""

    def __init__(self, parent: Node | None = None, turn: str = ""):
        self.parent = parent
        self.turn = turn
        """The whole turn that led here; empty at the root."""
        self.comment = ""
        self.clock: Clock = (None, None)
        """Seconds left to the colours 0 and 1, where they are known."""
        self.others: dict[str, list[str]] = {}
        """Properties of SGF that mean nothing here, with their values as they stood in the file."""
        self.children: list[Node] = []
        """The positions after this one; the first is the main line."""

    @property
    def end(self) -> Node:
        """The last position of the main line from here."""
        here = self
        while here.children:
            here = here.children[0]
        return here

    @property
    def path(self) -> list[Node]:
        """The nodes from the root to this one."""
        here, found = self, []
        while here is not None:
            found.append(here)
            here = here.parent
        return found[::-1]

    def all(self) -> Iterator[Node]:
        """Yield this position and all after it, the main line first."""
        waiting = [self]
        while waiting:
            here = waiting.pop()
            yield here
            waiting.extend(reversed(here.children))


@dataclass(eq=False, repr=False)
class GameTree:
    """A game with variations, comments and facts; turns are checked as they are added."""

    game: Game
    origin: dict[str, Any] = field(default_factory=dict)
    """How the game started, as `Position.origin`: a diagram and who is to play, or a seed."""
    root: Node = field(default_factory=Node)
    names: list[str] = field(default_factory=lambda: ["", ""])
    """The players of the seats 0 and 1; empty where they are not known."""
    result: str = ""
    """As SGF writes it, by colours: B+, W+Resign, 0 for a draw; empty where it is not known."""
    info: dict[str, str] = field(default_factory=dict)
    """Other facts: date, event, place, source, annotator and so on; see docs/records.md."""
    at: Node | None = None
    """Where one is; the end of the main line if nothing else is said."""
    taps: list[str] = field(default_factory=list)
    """The taps of a turn that was begun there."""
    notes: list[str] = field(default_factory=list)
    """What to tell a person about the reading: a guess between two, a board that was mirrored."""
    check: Check | None = None

    def __post_init__(self):
        self.known = {self.root: self.game.position(**self.origin)}
        self.at = self.at or self.root

    @classmethod
    def of(cls, position: Position) -> GameTree:
        """Return the tree that holds the game up to a position, and nothing else."""
        tree = cls(position.game, dict(position.line[0].origin))
        tree.known[tree.root] = position.line[0]  # a set-up can be one that no origin describes
        tree.lead_to(position)
        return tree

    # Turns.

    def add(self, parent: Node, turn: str, told: str = "") -> Node:
        """Add a whole turn after a node and return the new one; a bad turn says its number.

        ``told`` is the turn as errors are to show it, if not as it is here.
        """
        self.make_room(1)
        before = self.position_at(parent)
        try:
            after = before.play(turn)
            if after.mid_turn:
                raise IllegalMove("the turn is not finished")
        except CrosscutError as error:
            raise BadTurn(before.turn_number + 1, turn, error, told) from error
        return self.put(parent, after.turn_text(), after)

    def lead_to(self, position: Position) -> None:
        """Make the game up to a position the main line; the other lines stay as variations.

        A result that was told stays with the main line of which it was told.
        """
        begin = position.before_turn() if position.mid_turn else position
        told, self.at = self.root.end, self.root
        for here in begin.line:
            if here.parent is not None and not here.mid_turn:
                self.at = self.made_first(self.at, here)
        self.at.children.clear()  # what was taken back
        self.taps = [self.game.tap_text(tap) for tap in position.taps_since(begin)]
        if told is not self.at:
            self.result = ""
        if position.over:
            self.result = self.result or result_text(position.result)

    def made_first(self, parent: Node, after: Position) -> Node:
        """Return the node of a turn after a node, made the first one, and made if there is none."""
        turn = after.turn_text()
        same = [node for node in parent.children if node.turn == turn]
        node = same[0] if same else self.put(parent, turn, after)
        parent.children.remove(node)
        parent.children.insert(0, node)
        return node

    def make_room(self, more: int) -> None:
        """Refuse a tree that would have too many positions with some more."""
        count = len(self.known) + more
        most = MOST_REMEMBERED if self.game.remembers else MOST_NODES
        if count > most:
            raise BadRecord(f"it has {count:,} positions or more; {most:,} are read")
        if self.check:
            self.check(count)

    def put(self, parent: Node, turn: str, after: Position) -> Node:
        """Add a turn that is known to lead to a position."""
        node = Node(parent, turn)
        parent.children.append(node)
        self.known[node] = after
        return node

    # Positions.

    def start(self) -> Position:
        """Return the first position."""
        return self.known[self.root]

    def position_at(self, node: Node) -> Position:
        """Return the position after the turns that lead to a node."""
        missing, here = [], node
        while here not in self.known:
            missing.append(here)
            here = here.parent
        position = self.known[here]
        for each in reversed(missing):
            position = self.known[each] = position.play(each.turn)
        return position

    def main_line(self) -> Position:
        """Return the last position of the main line."""
        return self.position_at(self.root.end)

    def here(self) -> Position:
        """Return the position where one is, with the taps of a turn that was begun."""
        position = self.position_at(self.at)
        for name in self.taps:
            position = position.tap(tap_named(self.game, position.state, name))
        return position

    @property
    def swapped(self) -> bool:
        """Whether the seats have exchanged colours on the main line."""
        return bool(self.main_line().table.swapped)

    # How it looks.

    def __repr__(self) -> str:
        return f"<GameTree of {self.game!r} with {sum(1 for _ in self.root.all()) - 1} turns>"

    def _repr_html_(self) -> str:
        from crosscut.play.records.html import show_tree

        return show_tree(self)

    # Sameness.

    def facts(self) -> tuple:
        """Return all that makes two trees the same, as plain data."""
        nodes = list(self.root.all())
        place = {node: number for number, node in enumerate(nodes)}
        rows = [
            (place.get(node.parent, -1), node.turn, node.comment, node.clock, node.others)
            for node in nodes
        ]
        about = self.names, self.result, self.info, self.taps
        return self.start(), self.origin.get("seed"), rows, *about

    def __eq__(self, other) -> bool:
        return isinstance(other, GameTree) and self.facts() == other.facts()

    __hash__ = None


def result_text(result: int) -> str:
    """Return a result of a position as SGF writes it."""
    return {NOBODY: "", DRAW: "0", 0: "B+", 1: "W+"}[result]


def left_by(colour: int, word: str) -> str:
    """Return the result when a colour has left the game by a word of `LEAVES`."""
    return f"{LETTERS[1 - colour]}+{LEAVES[word.lower()]}"


def exchanged(result: str) -> str:
    """Return a result when the colours have changed their names."""
    return re.sub(r"^[BW](?=\+|$)", lambda letter: "WB"[LETTERS.index(letter[0])], result)


def clean(text: str) -> str:
    """Return a text with plain ends of lines, and without halves of signs that no file can hold."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return HALVES.sub("\ufffd", plain)


def quoted(text: str, turn: str, where: str = "") -> str:
    """Return a turn for a message: as it stands in a text, and what it is here if not the same."""
    return turn if text.lower() in ("", turn.lower()) else f"{text} ({turn}{where})"


def shortened(text: str) -> str:
    """Return a text short enough to be repeated in a message."""
    return text if len(text) <= 40 else f"{text[:40]}..."
