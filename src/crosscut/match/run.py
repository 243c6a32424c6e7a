"""Running a match: games that are there already, games still to play, and when to stop."""

from contextlib import closing
from pathlib import Path

from crosscut.kernel import interrupts_later
from crosscut.match.contest import Contest
from crosscut.match.folder import Folder
from crosscut.match.tally import Tally
from crosscut.match.workers import played, usual_jobs


class Listener:
    """Somebody who follows a match; by default nobody."""

    def resumed(self, games: int) -> None:
        """Hear how many games were there already."""

    def notice(self, text: str) -> None:
        """Hear what a worker has to say."""

    def game_over(self, game: dict) -> None:
        """Hear of a game that has ended and been counted."""


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
    folder = Folder(out, contest) if out else None
    if folder:
        for game in folder:
            if game["number"] < games:
                tally.add(game)
        listener.resumed(tally.games)
    if tally.decided:
        return
    missing = [number for number in range(games) if number not in tally.winners]
    with closing(
        played(contest, missing, jobs or usual_jobs(contest), listener.notice)
    ) as finished:
        for game in finished:
            with interrupts_later():  # a game is kept and counted, or neither
                if folder:
                    folder.add(game)
                tally.add(game)
            listener.game_over(game)
            if tally.decided:
                return
