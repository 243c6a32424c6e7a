"""A strict referee between two engines that speak GTP: neither may leave the protocol for a byte.

python -m tests.gtp_referee GAME SIZE GAMES COMMAND COMMAND plays games and says how they ended.
"""

import re
import shlex
import subprocess
import sys
import threading
from queue import Empty, Queue

import crosscut
from crosscut.game import DRAW, NOBODY
from crosscut.play.diagram import board_lines, piece_letters

COLOURS = "black", "white"
RESULTS = {NOBODY: "unknown", DRAW: "Draw", 0: "Black wins", 1: "White wins"}
SCORES = {DRAW: "0", 0: "B+", 1: "W+"}
PATIENCE = 600
"""Seconds for an answer: the first one may have to wait for the compiler."""


class Engine:
    """A process whose every byte on standard output is accounted for."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.out: Queue[bytes] = Queue()
        self.err: list[bytes] = []
        self.threads = [
            threading.Thread(target=self.listen, args=each, daemon=True)
            for each in (
                (self.process.stdout, self.out.put),
                (self.process.stderr, self.err.append),
            )
        ]
        for thread in self.threads:
            thread.start()
        self.asked = 0

    @staticmethod
    def listen(stream, keep):
        """Hand on every line; at last an empty one."""
        for line in stream:
            keep(line)
        keep(b"")

    def line(self):
        """Return the next line, which has to come."""
        try:
            found = self.out.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"silence; {self.err}") from None
        assert found.endswith(b"\n"), (found, self.err)
        text = found[:-1].decode("ascii")
        assert not re.search(r"[\x00-\x1f\x7f]", text), text
        return text

    def answer(self, command, fails=False):
        """Return the answer to a command, which has to have the very form that GTP asks for."""
        assert self.out.empty(), f"it speaks without being asked: {self.out.get()!r}"
        self.asked += 1
        self.process.stdin.write(f"{self.asked} {command}\n".encode())
        self.process.stdin.flush()
        lines = [self.line()]
        while lines[-1]:
            lines.append(self.line())
        sign = "?" if fails else "="
        begin = re.fullmatch(rf"\{sign}{self.asked}(?: (.*))?", lines[0])
        assert begin, (command, lines)
        return "\n".join([begin[1] or "", *lines[1:-1]])

    def quit(self):
        """End the process in order; nothing is left to read, and nobody complains."""
        self.answer("quit")
        assert self.process.wait(PATIENCE) == 0
        for thread in self.threads:
            thread.join(PATIENCE)
        assert self.out.get() == b""
        assert self.out.empty()
        assert "Traceback" not in b"".join(self.err).decode()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


def picture(position):
    """Return the board and whose turn it is, as an engine with our notation has to show it."""
    game = position.game
    lines = board_lines(game.board, piece_letters(game, game.pieces(position.state)))
    if position.result == NOBODY:
        standing = f"{COLOURS[position.colour]} to move"
    else:
        standing = "drawn" if position.result == DRAW else f"{COLOURS[position.result]} has won"
    return "\n" + "\n".join([*lines, standing])


def agree(engine, position):
    """Fail if an engine sees another position than the referee, in any of the ways to see it."""
    assert engine.answer("showboard") == picture(position)
    legal = "" if position.over else " ".join(position.moves())
    assert engine.answer("gogui-rules_legal_moves") == legal
    assert engine.answer("gogui-rules_final_result") == RESULTS[position.result]
    assert engine.answer("crosscut-turns") == "\n".join(position.history())
    if position.over:
        assert engine.answer("final_score") == SCORES[position.result]
    else:
        assert engine.answer("gogui-rules_side_to_move") == COLOURS[position.colour]
        assert engine.answer("final_score", fails=True).startswith("cannot score")


def play(game, engines, seed=0):
    """Play a game between two engines, the first of which begins; return the last position."""
    position = game.position(seed=seed if game.has_deal else None)
    for engine in engines:
        engine.answer("crosscut-notation own")
        engine.answer(f"crosscut-variant {game.variant}")
        engine.answer(f"crosscut-swap {'on' if game.pie else 'off'}")
        engine.answer(f"boardsize {game.size}")
        engine.answer("clear_board")
        if game.has_deal:
            engine.answer(f"crosscut-deal {seed}")
        engine.answer(f"set_random_seed {seed + engines.index(engine)}")
        agree(engine, position)
    while not position.over:
        colour, mover = COLOURS[position.colour], engines[position.to_play]
        turn = mover.answer(f"genmove {colour}")
        position = position.play(turn, strict=True)
        assert position.over or not position.mid_turn, turn
        assert position.history()[-1] == turn
        engines[1 - engines.index(mover)].answer(f"play {colour} {turn}")
        for engine in engines:
            agree(engine, position)
    loser = 1 - position.result if position.result != DRAW else 0
    wanted = "pass" if position.result == DRAW else "resign"
    for engine in engines:
        assert engine.answer(f"genmove {COLOURS[loser]}") == wanted
        agree(engine, position)
    return position


def series(game, games, commands):
    """Play some games, engines taking turns to begin; return the last positions."""
    engines = [Engine(command) for command in commands]
    found = []
    for number in range(games):
        order = engines if number % 2 == 0 else engines[::-1]
        found.append(play(game, order, seed=number))
    for engine in engines:
        engine.quit()
    return found


def main():
    """Play a series and print how each game ended."""
    name, size, games, *commands = sys.argv[1:]
    game = crosscut.game(name, int(size))
    for number, position in enumerate(series(game, int(games), commands)):
        turns = position.history()
        print(f"game {number}: {RESULTS[position.result]} after {len(turns)} turns: {turns}")


if __name__ == "__main__":
    main()
