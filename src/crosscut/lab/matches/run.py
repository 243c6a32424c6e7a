"""Running a match: games that are there already, games still to play, and when to stop."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from crosscut.core.process import cores, interrupts_later
from crosscut.lab.matches.folder import match_folder
from crosscut.lab.matches.match import Contest, play_game
from crosscut.lab.matches.result import Tally
from crosscut.lab.workers.process_pool import Processes
from crosscut.rules.game import Game


class Listener:
    """Somebody who follows a match; by default nobody."""

    def resumed(self, games: int) -> None:
        """Hear how many games were there already."""

    def notice(self, text: str) -> None:
        """Hear what a worker has to say."""

    def game_over(self, game: dict) -> None:
        """Hear of a game that has ended and been counted."""


class Games:
    """The games of a match as work for many hands, by their numbers."""

    def __init__(self, contest: Contest):
        self.contest = replace(contest)  # without what it has looked up, which cannot be sent
        self.players = {}

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return self.contest.rules

    def prepare(self) -> None:
        """Make the players."""
        self.players = self.contest.players()
        start = self.rules.position(seed=0 if self.rules.has_deal else None)
        for player in self.players.values():
            player.warm(start)

    def do(self, item: int) -> dict:
        """Play a game."""
        return play_game(self.contest, item, self.players)

    def title(self, item: int) -> str:
        """Say which game is played."""
        return f"playing game {item}"

    def close(self) -> None:
        """Let the players go."""
        for player in self.players.values():
            player.close()


def usual_jobs(contest: Contest) -> int:
    """Return how many games can be played at once without taking time from each other."""
    return max(1, cores() // max(spec.threads for spec in contest.specs))


def run_match(
    contest: Contest,
    games: int,
    tally: Tally,
    jobs: int | None = None,
    out: Path | None = None,
    listener: Listener | None = None,
) -> None:
    """Play games until there are enough or the stopping rule has its answer; count them all.

    With a folder, games that are in it are not played again. The tally is up to date whenever this
    ends, whatever ends it.
    """
    contest.check()
    listener = listener or Listener()
    folder = match_folder(out, contest) if out else None
    if folder is not None:
        for game in folder:
            if game["number"] < games:
                tally.add(game)
        listener.resumed(tally.games)
    if tally.decided:
        return
    missing = [number for number in range(games) if number not in tally.winners]
    crew = Processes(Games(contest), jobs or usual_jobs(contest), listener.notice)
    with crew, closing(crew.do(missing)) as finished:
        for game in finished:
            with interrupts_later():  # a game is kept and counted, or neither
                if folder is not None:
                    folder.add(game)
                tally.add(game)
            listener.game_over(game)
            if tally.decided:
                return
