"""What stages share: one game between two players, recorded tap by tap and without clocks."""

from collections.abc import Mapping

from crosscut.lab.jsonl_log import Journal
from crosscut.lab.matches.match import Contest, play_game
from crosscut.lab.matches.player import Player
from crosscut.lab.matches.result import other
from crosscut.play.position import Position

Key = tuple[int, ...]
"""What tells the items of a stage apart."""
Logs = Mapping[str, Journal]
"""What the stages have brought so far, by their names."""


def recorded(
    contest: Contest,
    number: int,
    players: dict[str, Player] | None = None,
    start: Position | None = None,
) -> dict:
    """Play one game of a match and return its record, with the winning seat, or None, as winner.

    Players who cannot be named by a text are given, and so is a start with a forced opening.
    """
    players = players or contest.players()
    record = play_game(contest, number, players, start)
    for player in players.values():
        player.close()
    seats = [record["first"], other(record["first"])]
    winner = record["winner"]
    return record | {"winner": None if winner is None else seats.index(winner)}


def play(contest: Contest, number: int) -> dict:
    """Play one game of a match and return what happened, which is the same on every machine.

    With a limit in simulations, that is.
    """
    record = recorded(contest, number)
    kept = ("seed", "turns", "taps", "first", "unfinished", "winner")
    return {name: record[name] for name in kept if name in record} | {
        "chances": [thought["win_chance"] for thought in record["thoughts"]],
        "simulations": [thought["simulations"] for thought in record["thoughts"]],
    }


def result(contest: Contest, number: int, players: dict[str, Player] | None = None) -> dict:
    """Play one game of a match and return how it ended, and who had the first seat."""
    record = recorded(contest, number, players)
    return {name: record[name] for name in ("first", "winner", "moves", "unfinished")}


def points_of_a(ended: dict) -> float:
    """Return what player A got in a game that ended so: 1, 0, or for a draw 1/2."""
    if ended["winner"] is None:
        return 0.5
    return float((ended["winner"] == 0) == (ended["first"] == "A"))
