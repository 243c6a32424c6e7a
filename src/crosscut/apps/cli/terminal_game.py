"""A game between people and the computer at a terminal, or piped through one."""

import difflib
import json
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from crosscut.core.errors import BadNotation, BadOption, BadRecord, CrosscutError, IllegalMove
from crosscut.lab.console import err, out, progress
from crosscut.play import record
from crosscut.play.diagram import EMPTY, labels_above, with_letter, write_diagram
from crosscut.play.lines import spell_line, turn_of
from crosscut.play.piece_style import look
from crosscut.play.position import Position
from crosscut.play.records import GameTree, write
from crosscut.play.records.files import format_for, may_replace
from crosscut.play.records.json_format import to_data
from crosscut.play.rulebook import rulebook
from crosscut.play.status import goal, how_it_ended, players, removed_cells
from crosscut.rules.game import DRAW, Game
from crosscut.rules.game_state import FIRST_EXTRA
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.results import Thought

with suppress(ImportError):
    import readline  # noqa: F401  makes input() a line editor where it exists

HELP = """a move       {example}
swap, pass   when the rules offer them
moves        list the legal moves; moves d4: those that name d4
hint         ask the computer
undo         take back your last turn
board        draw the board again
save FILE    write the game to a file, .json, .sgf or .txt; play --load FILE goes on with it
quit         leave; crosscut play --resume goes on"""

COMMANDS = ("moves", "hint", "undo", "board", "save", "help", "quit")
WOOD = "#c89b5e"
MARK = "bold #b3230f"
STYLES = {EMPTY: "#8a6a3b", "(": MARK, ")": MARK}


class Session:
    """The loop of a game: draw, ask or think, play, until it is over or someone leaves."""

    def __init__(
        self,
        position: Position,
        computer: set[int],
        engine: Engine,
        limits: Limits,
        autosave: bool = True,
        tree: GameTree | None = None,
    ):
        self.position = position
        self.computer = computer
        self.engine = engine
        self.adviser = Engine(replace(engine.options, noise=0.0), engine.seed)
        """Who gives hints: as strong as the computer, but never careless."""
        self.limits = limits
        self.autosave = autosave
        self.tree = tree
        """The game that was gone on with, if any, whose other lines and facts are saved again."""
        self.open = True
        self.announced = False
        self.left_open = ""
        """A move that was typed and asks for a choice."""

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        summary = rulebook(type(self.position.game)).summary
        if summary:
            out.print(summary)
        self.introduce()
        self.draw()
        while self.open:
            if self.position.over:
                self.end()
            elif self.position.to_play in self.computer:
                self.computer_turn()
            else:
                self.ask()

    def end(self) -> None:
        """Say how the game ended, and let a person take back, save or leave."""
        if not self.announced:
            self.announce()
        self.announced = True
        if len(self.computer) == 2:
            self.open = False
        else:
            self.ask()

    # What is shown.

    def draw(self) -> None:
        """Draw the board, the last turn marked."""
        text = write_diagram(self.position, self.position.last_cells(), wide=True)
        if not out.is_terminal:
            print(text)
            self.offer()
            return
        game = self.position.game
        first = len(labels_above(game.board)) > 0
        for i, line in enumerate(text.splitlines()):
            is_row = first <= i < first + len(game.board.rows)
            out.print(paint(line, game) if is_row else line)
        self.offer()

    def offer(self) -> None:
        """Say what there is to do and to choose beside the cells."""
        game, (_, extras) = self.position.game, self.position.choices
        if self.position.over or self.position.to_play in self.computer:
            return
        task = game.task(self.position.state)
        if task:
            out.print(f"{task[0].upper()}{task[1:]}.")
        named = enumerate(game.extras.items(), start=FIRST_EXTRA)
        said = [f"{name} ({words})" for number, (name, words) in named if extras >> number & 1]
        if said:
            out.print(f"You may say {', '.join(said)}.")

    def introduce(self) -> None:
        """Say who plays what, and towards which sides."""
        game, swapped = self.position.game, self.position.table.swapped
        for seat, name in enumerate(players(self.position)):
            who = (
                "the computer" if seat in self.computer else "you" if self.computer else "a person"
            )
            sides = goal(game, seat ^ swapped)
            joins = f", joins {sides}" if sides else ""
            out.print(f"{with_letter(game, name)}: {who}{joins}")
        if len(self.computer) < 2:
            out.print("Type a move, or help.")

    def announce(self) -> None:
        """Say how the game ended."""
        turns, how = len(self.position.history()), how_it_ended(self.position)
        if how:
            out.print(f"{how[0].upper()}{how[1:]}.")
        if self.position.result == DRAW:
            out.print(f"A draw after {turns} turns.")
        elif self.position.winner in self.computer:
            out.print(f"The computer wins after {turns} turns.")
        else:
            praise = ": well played!" if self.computer else "."
            out.print(f"Won after {turns} turns{praise}")
        if len(self.computer) < 2:
            out.print("Take back with undo, keep it with save FILE, or quit.")

    # What the computer does.

    def think(self, engine: Engine) -> tuple[Position, Thought]:
        """Let an engine find a turn, with a bar that can be stopped by Ctrl-C."""
        with progress("thinking", total=1.0) as update, interrupts() as stopped:

            def tick(share: float) -> bool:
                update(completed=share)
                return bool(stopped)

            return engine.choose_turn(self.position, self.limits, tick)

    def computer_turn(self) -> None:
        """Let the computer play a turn and say what it thought."""
        before = self.position
        after, thought = self.think(self.engine)
        name = players(before)[before.to_play]
        turn = turn_of(before, after)
        out.print(f"{name}, the computer, plays {turn} ({verdict(before, thought)})")
        self.go_to(after)

    # What the player does.

    def ask(self) -> None:
        """Read one line and do what it says."""
        name = "over" if self.position.over else players(self.position)[self.position.to_play]
        so_far = f", {self.position.history()[-1]}/" if self.position.mid_turn else ""
        try:
            line = self.read(f"{name}{so_far}> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.leave()
            return
        word, _, rest = line.partition(" ")
        word = {"?": "help", "exit": "quit", "q": "quit"}.get(word.lower(), word.lower())
        try:
            if word in COMMANDS:
                getattr(self, f"do_{word}")(rest.strip())
            elif line:
                self.play(line)
        except BadNotation as error:
            out.print(f"{error}{self.suggestion(word)}")
        except CrosscutError as error:
            out.print(str(error))

    def play(self, line: str) -> None:
        """Play a move; a choice by itself answers what the line before left open."""
        left_open, self.left_open = self.left_open, ""
        if left_open and line.upper() in map(str.upper, self.position.game.extras):
            line = f"{left_open}/{line}"
        try:
            self.go_to(self.position.play(line, strict=True))
        except IllegalMove:
            with suppress(CrosscutError):
                self.position.play(line)
                self.left_open = line
            raise

    def read(self, prompt: str) -> str:
        """Return a line of input; a prompt is only shown to people."""
        if sys.stdin and sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        return line

    def suggestion(self, word: str) -> str:
        """Return a guess at the command that was meant."""
        near = difflib.get_close_matches(word, COMMANDS, n=1, cutoff=0.7)
        return f" (or did you mean the command {near[0]}?)" if near else ""

    def go_to(self, position: Position) -> None:
        """Go on from another position, draw it and keep it safe."""
        swapped = position.table.swapped != self.position.table.swapped
        renamed = players(position) != players(self.position)
        gone = removed_cells(self.position, position) if self.position in position.line else {}
        self.position = position
        self.announced = False
        if swapped:
            out.print("The players have exchanged colours.")
        if renamed:
            self.introduce()
        self.draw()
        if gone:
            removed = ", ".join(f"{kind} {' '.join(cells)}" for kind, cells in gone.items())
            out.print(f"Removed: {removed}.")
        if self.autosave:
            try:
                record.autosave(position, computer=sorted(self.computer))
            except BadRecord as error:
                self.autosave = False
                err.print(f"this game is not kept for --resume: {error}")

    def leave(self) -> None:
        """Stop playing; the game is kept."""
        self.open = False
        if self.autosave and self.position.history():
            out.print("The game is kept; crosscut play --resume goes on with it.")

    def do_quit(self, rest: str) -> None:
        self.leave()

    def do_help(self, rest: str) -> None:
        game = self.position.game
        out.print(HELP.format(example=game.facts.notation))
        for name, sentence in game.extras.items():
            out.print(f"{name:12} {sentence}, when the rules offer it")

    def do_board(self, rest: str) -> None:
        self.draw()

    def do_moves(self, rest: str) -> None:
        whole = r"(?!\d)" if rest[-1:].isdigit() else ""  # a1 is not the beginning of a10
        named = re.compile(f"(?:^|[-/,x]){re.escape(rest)}{whole}", re.IGNORECASE)
        moves = [text for text in self.position.moves() if named.search(text)]
        ending = "" if len(moves) == 1 else "s"
        out.print(f"{len(moves)} legal move{ending}: {' '.join(moves) or 'none'}")

    def do_hint(self, rest: str) -> None:
        after, thought = self.think(self.adviser)
        turn = turn_of(self.position, after)
        expected = spell_line(self.position, thought.line)[1:4]
        then = f"; expected then: {' '.join(expected)}" if expected else ""
        out.print(
            f"{turn} ({verdict(self.position, thought)} after {thought.simulations:,} "
            f"simulations{then})"
        )

    def do_undo(self, rest: str) -> None:
        """Go back to the last point where a person could choose; part of a turn counts as one."""
        here = self.position.undo()
        while here.parent and (in_turn(here) or here.to_play in self.computer):
            here = here.undo()
        if here.to_play in self.computer:
            raise BadOption("there is no turn of yours to take back")
        self.go_to(here)

    def do_save(self, rest: str) -> None:
        if not rest:
            raise BadOption("say where: save FILE")
        path = Path(rest).expanduser()
        if not may_replace(path):
            raise BadOption(f"{rest} exists and is no saved game; choose another name")
        format = format_for(path) if path.suffix else "json"
        tree = self.tree or GameTree.of(self.position)
        tree.lead_to(self.position)
        seats = {"computer": sorted(self.computer)}
        ours = format == "json"
        text = json.dumps(to_data(tree) | seats, indent=1) if ours else write(tree, format)
        record.replace_file(path, text)
        out.print(f"saved to {rest}")


@contextmanager
def interrupts() -> Iterator[list]:
    """Collect the first Ctrl-C in a list, so that thinking can stop; the second one leaves."""
    seen: list[int] = []

    def note(number, frame) -> None:
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def in_turn(position: Position) -> bool:
    """Tell whether a turn has begun that is taken back as a whole; a set-up is not."""
    return position.mid_turn and not position.game.prelude(position.state)


def verdict(position: Position, thought: Thought) -> str:
    """Say what the computer thinks of its position, and how it wins if that is proven."""
    if thought.proven is None:
        return f"win chance {thought.win_chance:.0%}"
    if thought.proven == DRAW:
        return "a draw is certain"
    if thought.proven != position.to_play:
        return "lost against best play"
    return f"won: {' '.join(spell_line(position, thought.line))}"


def paint(line: str, game: Game) -> Text:
    """Return a row of a diagram in colour: its cells on wood, pieces in their colours, marks."""
    line = line if line[-1].isdigit() else line + " "
    cells = re.fullmatch(r"\s*\w*(.* )\d*", line)  # between the labels
    styles = STYLES | {
        letter: f"bold {look(game, kind).ink}" for kind, (_, letter) in enumerate(game.kinds)
    }
    text = Text(line)
    text.stylize(f"on {WOOD}", *cells.span(1))
    for i in range(*cells.span(1)):
        if line[i] in styles:
            text.stylize(styles[line[i]], i, i + 1)
    return text
