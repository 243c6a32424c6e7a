"""An external engine as a player."""

import re
import shlex

from crosscut.core.errors import BadOption, IllegalMove
from crosscut.lab.matches.gtp_client import GtpEngine, Refused
from crosscut.lab.matches.player import Answer, Forfeit
from crosscut.play.position import Position
from crosscut.play.vertices import COLOURS, from_gtp, to_gtp
from crosscut.rules.game import Game

OWN_NOTATION, OWN_VARIANT, OWN_SWAP = "crosscut-notation", "crosscut-variant", "crosscut-swap"
"""An engine that lists the first of these commands reads and writes our texts of turns as they are;
the others tell it what GTP has no words for."""
OWN_DEAL, OWN_SEED, OWN_DIALECT = "crosscut-deal", "set_random_seed", "crosscut-dialect"
LOADING = 60.0
"""Seconds that an engine has for its first answer at least: large networks take time to load."""
GAME_ID = "gogui-rules_game_id"


class GtpPlayer:
    """An engine that is kept running from game to game, and started anew after a failure."""

    def __init__(self, game: Game, command: list[str], patience: float, seconds: float | None):
        self.game = game
        self.command = command
        self.patience = patience
        self.seconds = seconds
        self.engine: GtpEngine | None = None
        self.commands: set[str] = set()
        self.told: list[str] = []
        """The turns that the engine knows of."""

    def warm(self, position: Position) -> None:
        """Start the engine; one that does not get as far as an empty board is none."""
        try:
            self.new_game(position, 0)
        except Forfeit as failure:
            raise BadOption(f"gtp:{shlex.join(self.command)}: {failure}") from failure

    def new_game(self, position: Position, seed: int) -> None:
        """Have an empty board, of an engine that is alive."""
        self.told = []
        if self.engine is None:
            self.start()
        self.tell(OWN_VARIANT, self.game.variant)
        self.tell(OWN_SWAP, "on" if self.game.pie else "off")
        self.ask(f"boardsize {self.game.size}")
        self.ask("clear_board")
        if self.game.has_deal:
            self.tell(OWN_DEAL, str(position.line[0].origin.get("seed", "hand")))
        self.tell(OWN_SEED, str(seed))
        if self.seconds is not None and "time_settings" in self.commands:
            # GTP knows whole seconds only; the clock gives one period a turn
            self.ask(f"time_settings 0 {max(1, round(self.seconds))} 1")

    def start(self) -> None:
        """Start the engine and ask what it can do and, if it says so, what it plays."""
        self.engine = GtpEngine(self.command, max(self.patience, LOADING))
        self.commands = set(self.ask("list_commands").split())
        self.engine.patience = self.patience
        if GAME_ID in self.commands:
            theirs = self.ask(GAME_ID)
            if not alike(theirs, self.game.facts.title):
                self.close()
                raise Forfeit(f"it plays {theirs}, not {self.game.facts.title}")
        self.refuse_others()
        self.tell(OWN_NOTATION, "own")
        self.tell(OWN_DIALECT, "turns")

    def refuse_others(self) -> None:
        """Raise an error if the game cannot be told to this engine."""
        problem = ""
        if self.game.has_deal and OWN_DEAL not in self.commands:
            problem = f"{self.game.facts.title} is dealt, which GTP has no words for"
        elif self.game.pie and OWN_NOTATION not in self.commands:
            problem = "an engine without crosscut-notation knows no swap; use --no-pie"
        if problem:
            self.close()
            raise BadOption(problem)

    def tell(self, command: str, word: str) -> None:
        """Tell an engine of our kind what others have no words for."""
        if OWN_NOTATION in self.commands and command in self.commands:
            self.ask(f"{command} {word}")

    def ask(self, command: str) -> str:
        """Return the engine's answer; after a failure it is gone."""
        try:
            return self.engine.ask(command)
        except Refused:
            raise
        except Forfeit:
            self.close()
            raise

    def turn(self, position: Position) -> Answer:
        """Tell the engine what has happened and ask for a turn."""
        history = position.history()
        for turn in range(len(self.told), len(history)):
            self.ask(f"play {COLOURS[colour_of(position, turn)]} {self.written(history[turn])}")
        answer = self.ask(f"genmove {COLOURS[position.colour]}")
        if answer.lower() == "resign":
            raise Forfeit("it resigned")
        try:
            own = OWN_NOTATION in self.commands
            after = position.play(answer if own else from_gtp(self.game, answer))
        except IllegalMove as error:
            raise Forfeit(f"it played {answer!r}: {error}") from error
        if after.mid_turn and not after.over:
            raise Forfeit(f"it played {answer!r}, which is not a whole turn")
        self.told = after.history()
        return Answer(after)

    def written(self, turn: str) -> str:
        """Return the text of a turn as the engine expects it."""
        return turn if OWN_NOTATION in self.commands else to_gtp(self.game, turn)

    def close(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None


def colour_of(position: Position, turn: int) -> int:
    """Return the colour that made a turn of the history."""
    starts = [here for here in position.line if not here.mid_turn]
    return starts[turn].colour


def alike(theirs: str, ours: str) -> bool:
    """Tell whether two names may mean the same game."""
    plain = [re.sub(r"[^a-z]", "", name.lower()) for name in (theirs, ours)]
    return plain[0] in plain[1] or plain[1] in plain[0]
