"""Lessons: short courses in which a player looks, taps and plays, and hears whether it was right.

They are written in ``lessons/GAME.txt``, in blocks with an empty line between them::

    # gap: Closing a gap
    Find the point that joins a chain.          what the lesson is for

    ## play size=5 variant=classic              a step: look, tap or play, and the rules
    Black lacks one stone. Place it.            what the player reads

    5 . . X . .                                 the position; stones in small letters and
    4 . . X . .                                 empty points written * get a ring
    3 . . * . .
    2 . . X . .
    1 . . X . .
    Black to move

    accept: wins                                a condition (see `conditions`), or turns
    other: Legal, but it joins nothing.         what is said to other legal turns
    hint: Look at c3.
    then: Now the chain is whole.               why it was right

In place of a drawing, or after it, ``turns: d4 c3`` lets turns be played; ``reply: b2`` is what the
other player answers. Rules that a step does not name are those of the step before.
"""

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from crosscut.core.errors import BadRecord, CrosscutError
from crosscut.play.answer import Verdict, moment_of, whole_turn
from crosscut.play.diagram import read_symbols, write_diagram
from crosscut.play.lessons.conditions import accepts, cells_of, lists_turns
from crosscut.play.position import Position
from crosscut.rules.boards import members
from crosscut.rules.game import Game
from crosscut.rules.registry import ids, load_game

FOLDER = Path(__file__).parent
LOOK, TAP, PLAY = TASKS = "look", "tap", "play"
FIELDS = ("turns", "accept", "other", "hint", "then", "reply")


@dataclass(frozen=True)
class Step:
    """One step of a lesson: words, a position, and something to do there."""

    task: str
    words: str
    position: Position
    marks: tuple[str, ...] = ()
    """Names of the cells with a ring."""
    accept: str = ""
    other: str = ""
    hint: str = ""
    then: str = ""
    reply: str = ""

    def answer(self, text: str = "") -> Verdict:
        """Judge a turn, or the name of a cell that was tapped; looking is always right."""
        if self.task == LOOK:
            return Verdict(True, self.then)
        if self.task == TAP:
            right = text.strip().lower() in self.cells
            return Verdict(right, self.then if right else self.other)
        after = whole_turn(self.position, text)
        if isinstance(after, Verdict):
            return after
        right = accepts(self.accept, self.position, after)
        return Verdict(right, self.then if right else self.other)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells that a step of tapping asks for."""
        return tuple(map(self.position.game.board.name, cells_of(self.accept, self.position)))

    @cached_property
    def solution(self) -> str:
        """A right answer, for players who give up; nothing where there is only to look."""
        if self.task == LOOK:
            return ""
        if self.task == TAP:
            return self.cells[0]
        if lists_turns(self.accept):
            return self.accept.split()[0]
        turns = sorted(self.position.next_turns(), key=lambda turn: (len(turn[0]), turn[0]))
        return next(text for text, end in turns if accepts(self.accept, self.position, end))

    def to_dict(self) -> dict:
        """Return the step as plain data for a page."""
        return {
            "task": self.task,
            "words": self.words,
            "moment": moment_of(self.position),
            "marks": list(self.marks),
            "hint": self.hint,
            "then": self.then,
            "reply": self.reply,
            "solution": self.solution,
        }


@dataclass(frozen=True)
class Lesson:
    """A lesson: what it is for, and its steps."""

    game: str
    id: str
    title: str
    aim: str
    steps: tuple[Step, ...] = field(repr=False)

    def to_dict(self) -> dict:
        """Return the lesson as plain data for a page."""
        return {
            "game": self.game,
            "id": self.id,
            "title": self.title,
            "aim": self.aim,
            "steps": [step.to_dict() for step in self.steps],
        }


@cache
def lessons(game_name: str) -> tuple[Lesson, ...]:
    """Return the lessons on a game, in the order in which they are meant to be taken."""
    path = FOLDER / f"{game_name}.txt"
    if game_name not in ids() or not path.exists():
        return ()
    return read_lessons(game_name, path.read_text())


def read_lessons(game_name: str, text: str) -> tuple[Lesson, ...]:
    """Return the lessons that a text describes."""
    parts = re.split(r"^# ", text, flags=re.MULTILINE)[1:]
    return tuple(read_lesson(game_name, part) for part in parts)


def read_lesson(game_name: str, text: str) -> Lesson:
    """Return the lesson that a part of a text describes."""
    head, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    title, _, aim = head.strip().partition("\n")
    name, _, title = title.partition(": ")
    steps, rules = [], {}
    for number, part in enumerate(parts, start=1):
        try:
            heading, _, body = part.strip().partition("\n")
            task, *options = heading.split()
            rules |= dict(option.split("=") for option in options)
            steps.append(read_step(game_name, task, rules, body))
        except (CrosscutError, KeyError, ValueError, TypeError) as error:
            raise BadRecord(f"lesson {name} of {game_name}, step {number}: {error}") from error
    return Lesson(game_name, name, title, flowing(aim), tuple(steps))


def read_step(game_name: str, task: str, rules: dict[str, str], text: str) -> Step:
    """Return the step that a text without its heading describes."""
    if task not in TASKS:
        raise BadRecord(f"there is no task {task!r}; there are " + ", ".join(TASKS))
    game = load_game(
        game_name, int(rules["size"]), rules.get("variant"), rules.get("pie", "no") == "yes"
    )
    words, *blocks = re.split(r"\n[ \t]*\n", text.strip("\n"))
    given: dict[str, str] = {}
    drawing = None
    for block in blocks:
        if re.match(rf"({'|'.join(FIELDS)}): ", block):
            given |= read_fields(block)
        elif drawing is None:
            drawing = block
        else:
            raise BadRecord("it has more than one drawing")
    position, marks = game.position(), ()
    if drawing is not None:
        plain = write_diagram(game.position(diagram=drawing.replace("*", ".")))
        position, marks = game.position(diagram=plain), marked(game, drawing)
    for turn in given.pop("turns", "").split():
        position = position.play(turn)
    return Step(task, flowing(words), position, marks, **given)


def read_fields(text: str) -> dict[str, str]:
    """Return the fields of a step by name; a line that begins with none goes on with the last."""
    parts = re.split(rf"^({'|'.join(FIELDS)}): ", text, flags=re.MULTILINE)[1:]
    return {name: flowing(value) for name, value in zip(*[iter(parts)] * 2, strict=True)}


def marked(game: Game, drawing: str) -> tuple[str, ...]:
    """Return the names of the cells that a drawing marks."""
    marks = {"*"} | {letter.lower() for _, letter in game.kinds if letter.isalpha()}
    lines = [line for line in drawing.splitlines() if not line.strip().endswith("to move")]
    found = 0
    for row, symbols in zip(game.board.rows, read_symbols(game.board, lines), strict=True):
        for cell, symbol in zip(row, symbols, strict=True):
            found |= (symbol in marks) << cell
    return tuple(game.board.name(cell) for cell in members(found))


def flowing(text: str) -> str:
    """Return a text of several lines as one."""
    return " ".join(text.split())
