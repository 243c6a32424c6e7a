"""What stages share: one game between two players, recorded tap by tap and without clocks."""

from collections.abc import Mapping

from crosscut.crew.journal import Journal
from crosscut.match.contest import Contest, play_game
from crosscut.match.tally import other

Key = tuple[int, ...]
"""What tells the items of a stage apart."""
Logs = Mapping[str, Journal]
"""What the stages have brought so far, by their names."""


def play(contest: Contest, number: int) -> dict:
    """Play one game of a match and return what happened, which is the same on every machine.

    With a limit in simulations, that is. The field ``winner`` is the winning seat, or None.
    """
    players = contest.players()
    record = play_game(contest, number, players)
    for player in players.values():
        player.close()
    seats = [record["first"], other(record["first"])]
    kept = ("seed", "turns", "taps", "first", "unfinished")
    return {name: record[name] for name in kept if name in record} | {
        "winner": None if record["winner"] is None else seats.index(record["winner"]),
        "chances": [thought["win_chance"] for thought in record["thoughts"]],
        "simulations": [thought["simulations"] for thought in record["thoughts"]],
    }
