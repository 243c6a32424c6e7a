"""What is played in a match, and how one game of it is played."""

import time
from dataclasses import asdict, dataclass
from functools import cached_property

from crosscut.core.rng import stream_state
from crosscut.core.static import source_hash
from crosscut.core.version import __version__
from crosscut.lab.matches.openings import opening
from crosscut.lab.matches.player import Forfeit, Player
from crosscut.lab.matches.player_spec import Spec, read_spec
from crosscut.lab.matches.result import NAMES, other
from crosscut.play.position import Position
from crosscut.play.record import to_record
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game
from crosscut.search.playout import playout_limit


@dataclass(frozen=True)
class Contest:
    """Everything that decides what game number i of a match is."""

    game: str
    size: int
    variant: str
    pie: bool
    a: str
    b: str
    seed: int = 0
    opening_turns: int = 0
    patience: float = 60.0
    """Seconds that an external engine has for an answer."""

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return load_game(self.game, self.size, self.variant, self.pie)

    @cached_property
    def specs(self) -> tuple[Spec, Spec]:
        """The two players, A and B, not yet made."""
        return read_spec(self.a, self.patience), read_spec(self.b, self.patience)

    def check(self) -> None:
        """Raise an error if one of them cannot play this game."""
        for spec in self.specs:
            spec.check(self.rules)

    def players(self) -> dict[str, Player]:
        """Return the players, ready for their first game."""
        made = zip(NAMES, self.specs, strict=True)
        return {name: spec.make(self.rules) for name, spec in made}

    def describe(self) -> dict:
        """Return what makes this match the one it is, as plain data."""
        return asdict(self) | {
            "details": [spec.details for spec in self.specs],
            "rules": source_hash(type(self.rules).__module__),
            "version": __version__,
        }


def play_game(
    contest: Contest, number: int, players: dict[str, Player], start: Position | None = None
) -> dict:
    """Play one game and return its record.

    Games 2p and 2p + 1 start from the same opening, drawn from the seed unless ``start`` gives it;
    A has the first seat in the former.
    """
    game = contest.rules
    start = start or opening(game, contest.opening_turns, contest.seed, number // 2)
    seats = NAMES if number % 2 == 0 else NAMES[::-1]
    here, thoughts, loser, reason, mover = start, [], None, "", seats[0]
    try:
        for mover in seats:
            stream = 3 * number + 1 + NAMES.index(mover)
            players[mover].new_game(start, stream_state(contest.seed, stream) >> 1)
        while not here.over and here.turn_number < playout_limit(game):
            mover = seats[here.to_play]
            here, thought = timed_turn(players[mover], here)
            thoughts.append({"player": mover} | thought)
    except Forfeit as forfeit:
        loser, reason = mover, str(forfeit)
    return to_record(here) | {
        "taps": here.taps_since(here.line[0]),
        "moves": here.move_number,
        "number": number,
        "first": seats[0],
        "opening": len(start.history()),
        "winner": other(loser) if loser else winner(here, seats),
        "unfinished": not here.over and not loser,
        "forfeit": reason,
        "thoughts": thoughts,
    }


def winner(position: Position, seats: tuple[str, str]) -> str | None:
    """Return who has won a game, A or B, or None."""
    return None if position.winner is None else seats[position.winner]


def timed_turn(player: Player, position: Position) -> tuple[Position, dict]:
    """Let a player move, and return where that leads and what it took."""
    begin = time.perf_counter()
    choice = player.turn(position)
    seconds = time.perf_counter() - begin
    chance = choice.win_chance
    return choice.after, {
        "seconds": round(seconds, 5),
        "simulations": choice.simulations,
        "win_chance": None if chance is None else round(chance, 4),
    }
