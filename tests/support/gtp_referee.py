"""A strict referee between two engines that speak GTP: neither may leave the protocol for a byte.

python -m tests.support.gtp_referee plays 20 games in each dialect and says how they ended; --help
tells how to choose the game, the dialect, the seeds and the engines. Whole turns are asked of who
is to move. Parts of turns are asked of black and white by turns, whoever is to move, as
gogui-twogtp does it.
"""

import argparse
import re
import shlex
import subprocess
import sys
import threading
from collections import Counter
from queue import Empty, Queue
from typing import NamedTuple

import crosscut
from crosscut.apps.gtp.dialect import Dialect
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY
from tests.support.program import PATIENCE

COLOURS = "black", "white"
RESULTS = {NOBODY: "unknown", DRAW: "Draw", 0: "Black wins", 1: "White wins"}
SCORES = {DRAW: "0", 0: "B+", 1: "W+"}


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
        begun = f", {position.history()[-1]} so far" if position.mid_turn else ""
        standing = f"{COLOURS[position.colour]} to move{begun}"
    else:
        standing = "drawn" if position.result == DRAW else f"{COLOURS[position.result]} has won"
    return "\n" + "\n".join([*lines, standing])


def agree(engine, position, legal=Position.moves):
    """Fail if an engine sees another position than the referee, in any of the ways to see it."""
    assert engine.answer("showboard") == picture(position)
    wanted = "" if position.over else " ".join(legal(position))
    assert engine.answer("gogui-rules_legal_moves") == wanted
    assert engine.answer("gogui-rules_final_result") == RESULTS[position.result]
    assert engine.answer("crosscut-turns") == "\n".join(position.history())
    if position.over:
        assert engine.answer("final_score") == SCORES[position.result]
    else:
        assert engine.answer("gogui-rules_side_to_move") == COLOURS[position.colour]
        assert engine.answer("final_score", fails=True).startswith("cannot score")


class Played(NamedTuple):
    """A whole game, and what the engines answered when they were asked for a move."""

    position: Position
    told: list[str]


def begin(game, engines, seed, dialect):
    """Have both engines begin the same game; return its first position."""
    position = game.position(seed=seed if game.has_deal else None)
    for engine in engines:
        engine.answer("crosscut-notation own")
        engine.answer(f"crosscut-dialect {dialect}")
        engine.answer(f"crosscut-variant {game.variant}")
        engine.answer(f"crosscut-swap {'on' if game.pie else 'off'}")
        engine.answer(f"boardsize {game.size}")
        engine.answer("clear_board")
        if game.has_deal:
            engine.answer(f"crosscut-deal {seed}")
        engine.answer(f"set_random_seed {seed + engines.index(engine)}")
        agree(engine, position, legal_in(dialect))
    return position


def play_turns(game, engines, seed=0):
    """Play a game in whole turns between two engines, the first of which begins."""
    position, told = begin(game, engines, seed, "turns"), []
    while not position.over:
        colour, mover = COLOURS[position.colour], engines[position.to_play]
        turn = mover.answer(f"genmove {colour}")
        told.append(turn)
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
    return Played(position, told)


def play_parts(game, engines, seed, dialect):
    """Play a game in parts of turns; all that decides who is asked, and for how long, is GTP.

    Black and white are asked by turns until one resigns or both pass. Whoever is asked while the
    other has not ended its turn has to pass.
    """
    position, told = begin(game, engines, seed, dialect), []
    while told[-1:] != ["resign"] and told[-2:] != ["pass", "pass"]:
        colour = len(told) % 2
        part = engines[colour].answer(f"genmove {COLOURS[colour]}")
        told.append(part)
        if part == "resign":
            assert position.result == 1 - colour
        elif position.over or colour != position.colour:
            assert position.over or position.mid_turn
            assert part == "pass"
        else:
            position = after_part(position, part, dialect)
        if part != "resign":
            engines[1 - colour].answer(f"play {COLOURS[colour]} {part}")
        for engine in engines:
            agree(engine, position, legal_in(dialect))
    assert position.over
    return Played(position, told)


def legal_in(dialect):
    """Return what tells the legal moves of a position in a dialect."""
    return taps_of if dialect == "taps" else Position.moves


def taps_of(position):
    """Return what may be tapped, sorted."""
    return sorted(position.game.tap_text(action) for action in position.actions())


def after_part(position, text, dialect):
    """Return the position after a move or a tap that has to be legal."""
    if dialect == "taps":
        return position.tap({position.game.tap_text(tap): tap for tap in position.actions()}[text])
    return dict(position.next_moves())[text]


def series(game, games, commands, dialect="turns", seed=0):
    """Play some games, engines taking turns to begin."""
    engines = [Engine(command) for command in commands]
    found = []
    for number in range(games):
        order = engines if number % 2 == 0 else engines[::-1]
        if dialect == "turns":
            found.append(play_turns(game, order, seed + number))
        else:
            found.append(play_parts(game, order, seed + number, dialect))
    for engine in engines:
        engine.quit()
    return found


def summary(dialect, played):
    """Say in a line what a series was."""
    game = played[0].position.game
    turns = sum(len(each.position.history()) for each in played)
    different = len({tuple(each.position.history()) for each in played})
    results = Counter(RESULTS[each.position.result] for each in played)
    ended = ", ".join(f"{result} {count}" for result, count in sorted(results.items()))
    moves = Counter(part for each in played for part in each.told)
    return (
        f"{dialect}: {len(played)} whole games of {game.facts.title} {game.board.dimensions}, "
        f"{different} different; {ended}; {turns} turns in {moves.total()} answers to genmove, "
        f"{moves['pass']} of them pass and {moves['resign']} resign"
    )


def main():
    """Play a series in each dialect and print a line about it."""
    parser = argparse.ArgumentParser(description="A strict referee between two GTP engines.")
    parser.add_argument("game", nargs="?", default="slither")
    parser.add_argument("size", nargs="?", type=int, default=5)
    parser.add_argument("games", nargs="?", type=int, default=20)
    parser.add_argument("commands", nargs="*", help="two command lines; without, levels 2 and 3")
    parser.add_argument("--dialect", action="append", choices=list(Dialect), help="default: all")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; others count on")
    parser.add_argument("--verbose", action="store_true", help="print the turns of every game")
    asked = parser.parse_args()
    ours = f"{sys.executable} -m crosscut gtp {asked.game} --size {asked.size} --level"
    commands = asked.commands or [f"{ours} 2", f"{ours} 3"]
    for dialect in asked.dialect or list(Dialect):
        # who alternates cannot follow a swap, after which white is to move again
        game = crosscut.game(
            asked.game, asked.size, **({} if dialect == "turns" else {"pie": False})
        )
        played = series(game, asked.games, commands, dialect, asked.seed)
        print(summary(dialect, played), flush=True)
        for number, each in enumerate(played if asked.verbose else []):
            print(f"  game {number}: {RESULTS[each.position.result]}: {each.position.history()}")


if __name__ == "__main__":
    main()
