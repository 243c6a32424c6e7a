"""A GTP engine that plays at random, and on request badly: to test matches with external engines.

python -m tests.support.gtp_engine GAME [own] [FAULT]: ``own`` speaks our own notation.
"""

import sys
import time

import crosscut
from crosscut.core.rng import seeded
from crosscut.lab.matches.random_player import random_turn
from crosscut.play.vertices import from_gtp, to_gtp

COMMANDS = "list_commands boardsize clear_board play genmove time_settings gogui-rules_game_id quit"
SEES_FAULT_AT = 3
"""The genmove of a game at which a fault shows."""


class Engine:
    """The state of the engine: a position, and what is wrong with it."""

    def __init__(self, name, own, fault):
        self.name, self.own, self.fault = name, own, fault
        self.size, self.asked, self.rng = None, 0, seeded(1)

    def answer(self, command, *words):
        """Return the answer to a command."""
        if command == "list_commands":
            return "\n".join([*COMMANDS.split(), *(["crosscut-notation"] if self.own else [])])
        if command == "gogui-rules_game_id":
            return "Chess" if self.fault == "chess" else self.name.replace("_", " ")
        if command == "boardsize":
            self.size = int(words[0])
        elif command == "clear_board":
            if self.fault == "refuse":
                raise ValueError("the board is glued on")
            self.asked = 0
            self.position = crosscut.game(self.name, self.size, pie=False).position()
        elif command == "play":
            self.check_colour(words[0])
            text = words[1] if self.own else from_gtp(self.position.game, words[1])
            self.position = self.position.play(text)
        elif command == "genmove":
            self.check_colour(words[0])
            return self.genmove()
        elif command == "quit":
            sys.exit()
        return ""

    def check_colour(self, word):
        """Raise an error if the other colour is to move."""
        if word != ("black", "white")[self.position.colour]:
            raise ValueError(f"it is not {word} to move")

    def genmove(self):
        """Return a turn, or misbehave."""
        self.asked += 1
        if self.asked == SEES_FAULT_AT:
            if self.fault == "die":
                sys.exit("out of ideas")
            if self.fault == "hang":
                time.sleep(1000)
            if self.fault == "flood":
                while True:
                    print("thinking " * 100)
            if self.fault in ("zz99", "resign"):
                return self.fault
            if self.fault == "taken":
                return self.position.history()[0]
        self.position = random_turn(self.position, self.rng)
        text = self.position.history()[-1]
        return text if self.own else to_gtp(self.position.game, text).upper()


def main():
    """Answer what standard input asks."""
    name, *rest = sys.argv[1:]
    own = "own" in rest
    engine = Engine(name, own, next((word for word in rest if word != "own"), ""))
    if engine.fault == "start":
        sys.exit("no licence")
    print("an engine says hello before it is asked")
    for line in sys.stdin:
        try:
            reply = "= " + engine.answer(*line.split())
        except (ValueError, crosscut.CrosscutError) as error:
            reply = f"? {error}"
        print(reply, end="\n\n", flush=True)


if __name__ == "__main__":
    main()
