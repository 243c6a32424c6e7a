"""What a solver has found out, for people and programs."""

from dataclasses import dataclass

from crosscut.core import packing
from crosscut.core.jit import plain
from crosscut.play.lines import turns_between
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.results import best_result
from crosscut.search.solver.arrays import LAST, NODES, ROOT
from crosscut.search.solver.df_pn import ACTION, HIGH, LOW, NEED, WON, search
from crosscut.search.solver.solver import Question, Solver
from crosscut.search.solver.transposition import effort_in, find

LINE_NODES = 1_000_000
"""Nodes for finding again what has made room in the table, for each tap of the line."""
LONGEST_LINE = 400


@dataclass(frozen=True)
class Solution:
    """The value of a position and of its first turns: a seat, `DRAW`, or `NOBODY` if unknown."""

    position: Position
    value: int
    turns: dict[str, int]
    """What each first turn leads to."""
    first_taps: dict[str, int]
    """The tap with which each first turn begins."""
    swaps: dict[str, int]
    """What swapping after a first turn leads to, where the pie rule offers it."""
    line: list[str]
    """Turns in which nobody gives away what he has, as far as they are proven."""
    nodes: int
    seconds: float
    known: int
    """Positions in the table of known ones."""
    places: int
    """Positions that it could hold."""
    numbers: tuple[int, int]
    """How much is still to be shown: that the player to move succeeds, and that he does not."""
    done: bool
    hopeless: bool
    """Whether something stays unknown because positions come back without a rule on that."""

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.position.to_play

    def best(self) -> list[str]:
        """Return the first turns that keep what the position is worth."""
        return [turn for turn, value in self.turns.items() if value == self.value != NOBODY]

    def taps(self) -> dict[int, int]:
        """Return what each first tap leads to, if the best turn follows from it."""
        values: dict[int, list[int]] = {}
        for turn, value in self.turns.items():
            values.setdefault(self.first_taps[turn], []).append(value)
        return {tap: best_result(found, self.seat, NOBODY) for tap, found in sorted(values.items())}

    def to_swap(self) -> dict[str, bool | None]:
        """Tell for each first turn that may be swapped whether it should be; None is unknown."""
        return {
            turn: None if NOBODY in (value, self.turns[turn]) else value == self.turns[turn]
            for turn, value in self.swaps.items()
        }


def solution(solver: Solver, with_line: bool = True) -> Solution:
    """Return what a solver has found out so far."""
    turns = {text: question.value for text, question in solver.turns.items()}
    line = proven_line(solver) if with_line and solver.root.value != NOBODY else []
    return Solution(
        position=solver.position,
        value=solver.root.value,
        turns=turns,
        first_taps=solver.first_taps,
        swaps={text: question.value for text, question in solver.swaps.items()},
        line=line,
        nodes=solver.nodes,
        seconds=solver.seconds,
        known=solver.used,
        places=len(solver.memory.known),
        numbers=solver.root.numbers,
        done=solver.done,
        hopeless=any(question.hopeless for question in solver.questions),
    )


def solve(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: float = 1.0,
    first_turns: bool = True,
) -> Solution:
    """Find out who wins and with which first turns, within some seconds, nodes and GB of memory.

    >>> import crosscut
    >>> found = solve(crosscut.game("hex", 2, pie=False).position())
    >>> found.value  # the first seat wins
    0
    """
    solver = Solver(position, memory, first_turns)
    solver.run(seconds, nodes)
    return solution(solver)


def proven_line(solver: Solver) -> list[str]:
    """Return how the game goes on if nobody gives away what he has, turn by turn."""
    here, nodes, seconds = solver.position, solver.nodes, solver.seconds
    while not here.over and len(here.line) < LONGEST_LINE:
        tap = best_tap(solver, here)
        if tap is None:
            break
        here = here.tap(tap)
    solver.cursor[NODES], solver.seconds = nodes, seconds
    return turns_between(solver.position, here)


def best_tap(solver: Solver, position: Position) -> int | None:
    """Return a tap that keeps what the first position is worth, or None if none is proven to.

    Who loses anyway makes the tap that took most to refute.
    """
    seat, value = position.to_play, solver.root.value
    question = Question(position, lost=value == DRAW)
    solver.begin(question, solver.nodes + LINE_NODES)
    while not search(solver.game, solver.memory, solver.work, solver.steps):
        if solver.nodes >= solver.cursor[LAST]:
            return None
    level, memory = int(solver.cursor[ROOT]), plain(solver.memory)
    if memory.counts[level] == WON or memory.counts[level] == 0:
        return first_end(position, seat if value == seat else value)
    children = [memory.children[level][i] for i in range(memory.counts[level])]
    if value in (seat, DRAW):
        good = [child for child in children if packing.get(child, NEED) == 0]
        return packing.get(good[0], ACTION) if good else None
    toughest = max(children, key=lambda child: effort_in(find(memory, child[LOW], child[HIGH])))
    return packing.get(toughest, ACTION)


def first_end(position: Position, value: int) -> int | None:
    """Return a tap that ends the game with a value at once."""
    for tap in position.actions():
        after = position.tap(tap)
        if after.over and value == (DRAW if after.winner is None else after.winner):
            return tap
    return None
