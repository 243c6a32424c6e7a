"""Solving a position: who wins, and what every first turn leads to.

The position and all its first turns, those that are images of one another only once, are questions
to which one table of known positions gives the answers. They are asked in turn, for a number of
nodes that doubles from round to round, so that what is easy is known soon.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord, GameOver
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.workspace_shape import search_work
from crosscut.search.results import best_result
from crosscut.search.solver.arrays import (
    DEEPEST,
    DISPROOF,
    DRAW_FOR,
    DRAW_SEEN,
    DRAWS,
    EXACT,
    LAST,
    LEVEL,
    NODES,
    PLACE_BYTES,
    PROOF,
    ROOT,
    USED,
    empty_table,
    new_memory,
)
from crosscut.search.solver.checkpoint import read_state, write_state
from crosscut.search.solver.df_pn import search
from crosscut.search.symmetry_check import broken_symmetry

SLICE = 0.015
"""Seconds that a compiled call lasts, about."""
NO_LIMIT = 1 << 62
FIRST_BUDGET = 10_000
"""Nodes for every question in the first round."""
MANY_TURNS = 20_000
"""First turns up to which each is asked about."""


@dataclass
class Question:
    """A position whose value is asked for."""

    position: Position
    value: int = NOBODY
    """The seat that wins, `DRAW`, or `NOBODY` as long as that is not known."""
    lost: bool = False
    """Whether the player to move is known not to win, and it is asked whether he draws."""
    numbers: tuple[int, int] = (1, 1)
    """How much is still to be shown: that the player to move succeeds, and that he does not."""
    hopeless: bool = False
    """Whether it stays open: positions come back without a rule on that, and it ends nowhere."""

    @property
    def open(self) -> bool:
        """Whether there is something left to find out."""
        return self.value == NOBODY and not self.hopeless


Tick = Callable[["Solver"], None]
"""What hears of progress between two slices."""


class Solver:
    """A solution in the making: run it for a while, look at it, save it, go on."""

    def __init__(self, position: Position, memory: float = 1.0, first_turns: bool = True):
        if position.over:
            raise GameOver("the game is over, there is nothing to solve")
        places = int(memory * 2**30 / PLACE_BYTES)
        if places < 64:
            raise BadOption("that is too little memory to solve anything")
        self.position, self.game = position, position.game
        self.seat = position.to_play
        check_symmetry(self.game)
        self.memory = new_memory(self.game, places, DEEPEST + len(self.past(position)) + 2)
        self.work = search_work(self.game, position.keys)
        self.cursor = self.memory.cursor
        self.seconds = 0.0
        self.budget = FIRST_BUDGET
        self.steps = 100
        self.root = Question(position)
        self.turns: dict[str, Question] = {}
        """The question that each first turn is; images of one another share it."""
        self.first_taps: dict[str, int] = {}
        """The tap with which each first turn begins."""
        self.swaps: dict[str, Question] = {}
        """What swapping after a first turn leads to, where the pie rule offers it."""
        if first_turns:
            self.list_turns()
        # A rule on less than a whole position may forbid a turn though nothing has come back.
        whole = type(self.game).key is Game.key
        self.cursor[EXACT] = self.game.remembers and not whole
        self.cursor[[NODES, USED]] = 0

    # What is asked.

    def list_turns(self) -> None:
        """Make every first turn a question."""
        self.cursor[EXACT] = self.game.remembers  # then an image has to have the same past
        by_key: dict[tuple[int, ...], Question] = {}
        found = []
        for text, after in self.position.next_turns():
            if len(found) == MANY_TURNS:
                raise BadOption(
                    f"there are more than {MANY_TURNS:,} first turns; ask for the value only"
                )
            found.append((text, after))
        for text, after in sorted(found, key=lambda pair: pair[0]):
            self.turns[text] = self.question(after, by_key)
            self.first_taps[text] = after.taps_since(self.position)[0]
            if table.offers_swap(self.game, after.table) and not after.over:
                swapped = after.tap(self.game.swap_action)
                self.swaps[text] = self.question(swapped, by_key)

    def question(self, position: Position, by_key: dict[tuple[int, ...], Question]) -> Question:
        """Return the question for a position, the same one for all its images."""
        if position.over:
            return Question(position, DRAW if position.winner is None else position.winner)
        asked = Question(position)
        self.begin(asked)
        key = (position.to_play, *self.memory.keys[self.cursor[ROOT]].tolist())
        return by_key.setdefault(key, asked)

    @property
    def questions(self) -> list[Question]:
        """All questions, each once, in the order in which they are asked."""
        listed = [self.root, *self.swaps.values(), *self.turns.values()]
        return list({id(question): question for question in listed}.values())

    @property
    def done(self) -> bool:
        """Whether all is known that can be known."""
        return not any(question.open for question in self.questions)

    @property
    def nodes(self) -> int:
        """The number of positions looked into."""
        return int(self.cursor[NODES])

    @property
    def used(self) -> int:
        """The number of positions in the table of known ones."""
        return int(self.cursor[USED])

    # How it is found out.

    def run(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        tick: Tick = lambda solver: None,
    ) -> bool:
        """Go on for some seconds or nodes; return whether all is known."""
        begun, most = time.monotonic(), NO_LIMIT if nodes is None else self.nodes + nodes
        while not self.done:
            for question in self.questions:
                if not question.open:
                    continue
                self.begin(question, min(most, self.nodes + self.budget))
                while question.open and self.nodes < self.cursor[LAST]:
                    self.slice(question)
                    tick(self)
                    if seconds is not None and time.monotonic() - begun >= seconds:
                        return self.done
                if self.nodes >= most:
                    return self.done
            self.budget *= 2
        return True

    def past(self, position: Position) -> list[Position]:
        """Return the positions that a rule on repetition knows of, up to this one."""
        if not self.game.remembers:
            return [position]
        return [here for here in position.line if here is position or not here.mid_turn]

    def begin(self, question: Question, last_node: int | None = None) -> None:
        """Put the position of a question at the beginning of the line, up to a number of nodes."""
        past, memory, cursor = self.past(question.position), self.memory, self.cursor
        for level, here in enumerate(past):
            memory.line[level] = here.packed()
            memory.heard[level] = here.keys[0]
        if self.game.remembers:
            keys = question.position.keys
            self.work.keys[: 1 + keys[0]] = keys[: 1 + keys[0]]
        seat = question.position.to_play
        cursor[[LEVEL, ROOT]] = -1, len(past) - 1
        cursor[LAST] = last_node or cursor[LAST]
        cursor[DRAW_FOR] = seat if question.lost else 1 - seat
        search(self.game, memory, self.work, 0)

    def slice(self, question: Question) -> None:
        """Search on for some milliseconds, and see what that has brought."""
        begun = time.perf_counter()
        finished = search(self.game, self.memory, self.work, self.steps)
        spent = time.perf_counter() - begun
        self.seconds += spent
        if spent < SLICE / 2:
            if not finished and self.nodes < self.cursor[LAST]:  # the steps were used up
                self.steps *= 2
        elif spent > 2 * SLICE:
            self.steps = max(1, self.steps // 2)
        question.numbers = int(self.cursor[PROOF]), int(self.cursor[DISPROOF])
        if finished:
            self.conclude(question)

    def conclude(self, question: Question) -> None:
        """Draw the conclusion from a search that has ended."""
        cursor, seat = self.cursor, question.position.to_play
        if cursor[DRAW_SEEN] > cursor[DRAWS]:
            # Up to here there were no draws, so that what was proven is so whatever they count.
            cursor[DRAWS] = 1
            self.forget(question)
        elif question.numbers[0] == 0:
            question.value = DRAW if question.lost else seat
        elif question.numbers[1] == 0 and cursor[DRAWS] and not question.lost:
            question.lost = True
            self.begin(question)
        elif question.numbers[1] == 0:
            question.value = 1 - seat
        elif self.game.remembers and not cursor[EXACT]:
            cursor[EXACT] = 1
            self.forget(question)
        else:
            question.hopeless = True
        self.follow_up()

    @property
    def gigabytes(self) -> float:
        """The size of the table of known positions."""
        return len(self.memory.known) * PLACE_BYTES / 2**30

    def forget(self, question: Question) -> None:
        """Start anew with keys that tell more positions apart; what is proven stays so."""
        self.memory = self.memory._replace(known=empty_table(len(self.memory.known)))
        self.cursor[USED] = 0
        self.begin(question)

    def follow_up(self) -> None:
        """Conclude from the first turns what the position is worth, where they say so."""
        if self.turns and self.root.value == NOBODY:
            values = [turn.value for turn in self.turns.values()]
            self.root.value = best_result(values, self.seat, NOBODY)

    # Files.

    def save(self, path: Path) -> None:
        """Write all that is known to a file."""
        about = {
            "title": full_title(self.position),
            "identity": identity(self.position),
            "first_turns": bool(self.turns),
            "cursor": self.cursor.tolist(),
            "seconds": self.seconds,
            "budget": self.budget,
            "questions": [
                (question.value, question.lost, question.numbers, question.hopeless)
                for question in self.questions
            ],
        }
        write_state(path, about, self.memory.known)

    @classmethod
    def load(cls, path: Path, position: Position, first_turns: bool = True) -> "Solver":
        """Return the solver that was saved to a file, if it was at work on this position."""
        about, places, known = read_state(path)
        game, *rest = about["identity"]
        game = game.replace("crosscut.games.", "crosscut.rules.games.", 1)  # as in version 0.10
        if [game, *rest] != identity(position):
            raise BadRecord(
                f"{path} belongs to another position: {about['title']}, not {full_title(position)}"
            )
        # answers on first turns that are there must not be lost by a question for the value alone
        first_turns = first_turns or about["first_turns"]
        solver = cls(position, about["places"] * PLACE_BYTES / 2**30, first_turns)
        solver.memory.known[places] = known
        solver.cursor[:] = about["cursor"]
        solver.seconds, solver.budget = about["seconds"], about["budget"]
        for question, (value, lost, numbers, hopeless) in zip(
            solver.questions,
            about["questions"],
            strict=False,  # the value is asked for first
        ):
            question.value, question.lost, question.hopeless = value, lost, hopeless
            question.numbers = tuple(numbers)
        return solver


def full_title(position: Position) -> str:
    """Return the name of a game with all its options, for people."""
    game = position.game
    pie = "with the pie rule" if game.pie else "without the pie rule"
    start = "" if position.parent is None and not position.origin else ", a position of its own"
    return f"{game.facts.title} {game.board.dimensions}, {game.variant}, {pie}{start}"


def identity(position: Position) -> list[str]:
    """Return what tells whether two positions, with the ways to them, are the same."""
    keys = position.keys[: 1 + position.keys[0]] if position.game.remembers else []
    return [position.game._code_key, str(tuple(position.table)), str(keys)]


def check_symmetry(game: Game) -> None:
    """Refuse a user's game that declares a symmetry which its rules do not have."""
    if game._code_key.endswith("@crosscut") or len(game.symmetries) == 1:
        return
    fault = broken_symmetry(game)
    if fault:
        raise BadOption(
            f"{game.facts.title} declares symmetry {game.symmetry!r}, but the rules do not keep it;"
            " set it to none"
        )
