"""The laboratory for scripts and notebooks: think, review, play matches, make and compare reports.

Every function here takes and gives objects that show themselves in a notebook. What is slow to load
is loaded when it is first used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from crosscut.errors import BadOption
from crosscut.game import Game

if TYPE_CHECKING:
    from crosscut.analysis.position import Analysis
    from crosscut.analysis.review import Review
    from crosscut.match.tally import Tally
    from crosscut.play.position import Position
    from crosscut.report.compare import Comparison
    from crosscut.report.reports import Report

SECONDS = 1.0
"""What a position gets where no limit is given."""


def analyse(
    position: Position,
    seconds: float | None = None,
    simulations: int | None = None,
    each: int = 0,
    threads: int = 1,
    seed: int = 0,
) -> Analysis:
    """Think about a position, a second if no limit is given, and return what was found.

    ``each`` is the number of simulations, on top, for every move by itself. With ``simulations``
    and one thread the same seed always finds the same.

    >>> import crosscut
    >>> position = crosscut.game("hex", size=3).position().play("b2").play("a1")
    >>> found = crosscut.analyse(position, simulations=300)
    >>> found.win_chance  # a proven win
    1.0
    """
    from crosscut.analysis.position import Analysis
    from crosscut.engine.options import Options

    analysis = Analysis(position, Options(threads=threads), seed, each=each)
    analysis.run(limits_of(seconds, simulations))
    return analysis


def review(
    game: Position,
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Review:
    """Walk the game that led to a position and say which turns cost win chance.

    The limits are for each position on the way: a second if none is given.
    """
    from crosscut.analysis.review import review as walk
    from crosscut.engine.options import Options

    return walk(game, limits_of(seconds, simulations), Options(threads=threads), seed)


def reply(position: Position, level: str = "club", seed: int = 0) -> Position:
    """Let the computer play a whole turn at a level, given by name or number.

    >>> import crosscut
    >>> start = crosscut.game("hex", size=3, pie=False).position()
    >>> crosscut.reply(start, "beginner").turn_number
    1
    """
    from crosscut.engine.engine import Engine
    from crosscut.engine.levels import find_level

    chosen = find_level(str(level))
    after, _ = Engine(chosen.options, seed).choose_turn(position, chosen.limits)
    return after


def play_match(
    game: Game,
    a: str,
    b: str,
    games: int = 100,
    opening: int | None = None,
    jobs: int | None = None,
    seed: int = 0,
    folder: str | Path | None = None,
) -> Tally:
    """Play a match between two players, given as docs/matches.md says, and count its games.

    ``opening`` is the number of random turns before they take over. With a folder, games that are
    in it are not played again.
    """
    from crosscut.match.contest import Contest
    from crosscut.match.openings import usual_turns
    from crosscut.match.run import run_match
    from crosscut.match.tally import Tally

    turns = usual_turns(game) if opening is None else opening
    contest = Contest(game.id, game.size, game.variant, game.pie, a, b, seed, turns)
    tally = Tally()
    run_match(contest, games, tally, jobs, None if folder is None else Path(folder))
    return tally


def make_report(
    game: Game,
    folder: str | Path,
    games: int | None = None,
    limit: str | None = None,
    quick: bool = False,
    jobs: int | None = None,
    seed: int = 0,
) -> Report:
    """Play what a report on a game needs, write it to a folder and return it.

    ``limit`` is the thinking about a turn: simulations, or seconds such as ``0.1s``. A quick report
    takes two minutes; stopped and called again, it goes on.
    """
    from crosscut.cli.reportviews import Watch
    from crosscut.crew.job import cores
    from crosscut.report.effort import FULL, QUICK
    from crosscut.report.folder import Folder
    from crosscut.report.make import make
    from crosscut.report.plan import Plan, usual_games, usual_limit
    from crosscut.report.run import by_processes

    plan = Plan(
        game.id,
        game.size,
        game.variant,
        game.pie,
        limit or usual_limit(quick),
        usual_games(quick) if games is None else games,
        seed,
        QUICK if quick else FULL,
    )
    plan.check()
    kept = Folder(Path(folder), plan)
    with Watch(plan) as watch:
        make(plan, kept, by_processes(jobs or cores()), listener=watch)
    return read_report(folder)


def read_report(folder: str | Path) -> Report:
    """Return the report that is in a folder."""
    from crosscut.report.reports import read

    return read(Path(folder))


def compare(*reports: Report) -> Comparison:
    """Put reports side by side: which differences from the first one are more than chance."""
    from crosscut.report.compare import Comparison
    from crosscut.report.reports import named

    if len(reports) < 2:
        raise BadOption("a comparison needs two reports; read_report reads them from their folders")
    return Comparison(named(reports))


def limits_of(seconds: float | None, simulations: int | None):
    """Return the limits of thinking about a position; a second if none is given."""
    from crosscut.engine.limits import Limits

    if seconds is None and simulations is None:
        seconds = SECONDS
    return Limits(simulations, seconds)
