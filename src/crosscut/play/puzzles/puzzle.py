"""Puzzles: positions in which exactly one turn wins, which is proven.

They are kept in ``puzzles/GAME.json``, which `crosscut.lab.puzzle_harvest` writes from games of the
engine.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from crosscut.play.answer import Verdict, start_of, whole_turn
from crosscut.play.position import Position
from crosscut.rules.registry import ids, load_game

FOLDER = Path(__file__).parent
NUMBERS = ("", "one turn", "two turns", "three turns", "four turns", "five turns", "six turns")


@dataclass(frozen=True)
class Puzzle:
    """A position with one winning turn; turns that lead to the same position count as one."""

    id: str
    start: dict
    """How the game started: its name and its options."""
    turns: tuple[str, ...]
    """What was played before."""
    solution: str
    line: tuple[str, ...]
    """How the game ends then, the loser holding out as long as the solver knows."""
    legal: int
    """How many turns are legal."""

    @cached_property
    def position(self) -> Position:
        """The position to be solved."""
        start = self.start
        game = load_game(start["game"], start["size"], start["variant"], start["pie"])
        here = game.position()
        for turn in self.turns:
            here = here.play(turn)
        return here

    @property
    def own_turns(self) -> int:
        """The turns that the winner needs."""
        return (len(self.line) + 1) // 2

    @property
    def grade(self) -> str:
        """How long it takes to win, in words."""
        own = self.own_turns
        if len(self.line) == 1:  # with two, it is the loser's turn that ends it
            return "win at once"
        return f"win in {NUMBERS[own] if own < len(NUMBERS) else f'{own} turns'}"

    @property
    def title(self) -> str:
        """Who is to move and what is to be done."""
        return f"{self.mover} to move and {self.grade}"

    @property
    def mover(self) -> str:
        """The player who is to move and wins."""
        return self.position.game.player(self.position.state, self.position.colour)

    def answer(self, text: str) -> Verdict:
        """Judge a turn: every way to write the winning one is right."""
        after = whole_turn(self.position, text)
        if isinstance(after, Verdict):
            return after
        if after.table != self.position.play(self.solution).table:
            return Verdict(False, f"{text} is legal, but it does not win against the best answer.")
        if after.over:
            return Verdict(True, "Right: that wins.")
        others = "every other legal turn lets the win slip"
        return Verdict(True, f"Right: {text} wins by force, and {others}.")

    def to_dict(self) -> dict:
        """Return the puzzle as plain data for a page."""
        return {
            "id": self.id,
            "title": self.title,
            "grade": self.grade,
            "own_turns": self.own_turns,
            "moment": {"start": self.start, "turns": list(self.turns)},
            "solution": self.solution,
            "line": list(self.line),
            "legal": self.legal,
        }

    def to_record(self) -> dict:
        """Return what is kept of the puzzle in a file."""
        return {
            "id": self.id,
            "start": self.start,
            "turns": list(self.turns),
            "solution": self.solution,
            "line": list(self.line),
            "legal": self.legal,
        }


def puzzle_of(name: str, position: Position, line: list[str], legal: int) -> Puzzle:
    """Return the puzzle that a position of a game is, given the line that wins."""
    turns = tuple(position.history())
    return Puzzle(name, start_of(position), turns, line[0], tuple(line), legal)


@cache
def puzzles(game_name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the shortest first."""
    path = FOLDER / f"{game_name}.json"
    if game_name not in ids() or not path.exists():
        return ()
    return tuple(
        Puzzle(**record | {"turns": tuple(record["turns"]), "line": tuple(record["line"])})
        for record in json.loads(path.read_text())
    )
