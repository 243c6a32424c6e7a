"""The laboratory for scripts and notebooks: think, review, play matches, make and compare reports.

Games, positions, analyses, reviews, reports and comparisons show themselves in a notebook. What is
slow to load is loaded when it is first used.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from crosscut.errors import BadOption
from crosscut.game import Game

if TYPE_CHECKING:
    from crosscut.analysis.position import Analysis
    from crosscut.analysis.review import Review
    from crosscut.match.tally import Tally
    from crosscut.play.position import Position
    from crosscut.records.tree import GameTree
    from crosscut.report.compare import Comparison
    from crosscut.report.reports import Report
    from crosscut.search.check import Finding

SECONDS = 1.0
"""What a position gets where no limit is given."""
A_GAME = "crosscut.game gives the game that this takes"
MOST_SHOWN = 60
"""Characters of something wrong that a message repeats."""


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
    from crosscut.engine.options import Options, with_options
    from crosscut.play.position import Position

    refuse_other(position, Position, "analyse takes a position: game.position()")
    analysis = Analysis(
        position, with_options(Options(), {"threads": str(threads)}), seed, each=each
    )
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
    from crosscut.engine.options import Options, with_options
    from crosscut.play.position import Position

    refuse_other(game, Position, "review takes the last position of a game")
    options = with_options(Options(), {"threads": str(threads)})
    return walk(game, limits_of(seconds, simulations), options, seed)


def reply(position: Position, level: str = "club", seed: int = 0) -> Position:
    """Let the computer play a whole turn at a level, given by name or number.

    >>> import crosscut
    >>> start = crosscut.game("hex", size=3, pie=False).position()
    >>> crosscut.reply(start, "beginner").turn_number
    1
    """
    from crosscut.engine.engine import Engine
    from crosscut.engine.levels import find_level
    from crosscut.play.position import Position

    chosen = find_level(str(level))
    refuse_other(position, Position, "reply takes a position: game.position()")
    after, _ = Engine(chosen.options, seed).choose_turn(position, chosen.limits)
    return after


def check(game: Game, games: int = 30, seed: int = 0) -> list[Finding]:
    """Play a game at random and say in plain words whether its rules are sound."""
    from crosscut.search.check import findings

    refuse_other(game, Game, A_GAME)
    refuse_less(games, 1, "games")
    return list(findings(game, games, seed))


def random_games(game: Game, games: int = 10_000, seed: int = 0) -> dict:
    """Play random games, every legal move with the same chance, and return what they come to.

    ``first_seat_wins`` is a share, ``mean_moves`` and ``mean_turns`` are lengths of a game.

    >>> import crosscut
    >>> found = crosscut.random_games(crosscut.game("hex", size=3, pie=False), games=1000)
    >>> found["playouts"], found["draws"]
    (1000, 0)
    """
    from crosscut.search.speed import Playouts

    refuse_other(game, Game, A_GAME)
    refuse_less(games, 1, "games")
    played = Playouts(game, seed=seed)
    played.play(games)
    return played.summary()


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

    refuse_other(game, Game, A_GAME)
    turns = usual_turns(game) if opening is None else opening
    for what, value, least in (("games", games, 1), ("turns of an opening", turns, 0)):
        refuse_less(value, least, what)
    refuse_less(1 if jobs is None else jobs, 1, "jobs")
    contest = Contest(game.id, game.size, game.variant, game.pie, a, b, seed, turns)
    tally = Tally()
    run_match(contest, games, tally, jobs, None if folder is None else Path(folder))
    return tally


def make_report(
    game: Game,
    folder: str | Path,
    games: int | None = None,
    limit: str | None = None,
    seconds: float | None = None,
    jobs: int | None = None,
    seed: int = 0,
) -> Report:
    """Play what a report on a game needs, write it to a folder and return it.

    ``limit`` is the thinking about a turn: simulations, or seconds such as ``0.1s``. With
    ``seconds`` for all that is played it is a quick report, with wide intervals: 90 are enough for
    a first look. Stopped and called again, it goes on.
    """
    from crosscut.cli.reportviews import Watch
    from crosscut.crew.job import cores
    from crosscut.report.effort import FULL, QUICK
    from crosscut.report.folder import Folder
    from crosscut.report.make import make
    from crosscut.report.plan import Plan, usual_games, usual_limit
    from crosscut.report.run import by_processes

    refuse_other(game, Game, A_GAME)
    refuse_less(1 if jobs is None else jobs, 1, "jobs")
    quick = seconds is not None
    if quick and not seconds > 0:
        raise BadOption(f"a report in {seconds} seconds has no time to play")
    plan = Plan(
        game.id,
        game.size,
        game.variant,
        game.pie,
        limit or usual_limit(quick),
        usual_games(quick) if games is None else games,
        seed,
        replace(QUICK, seconds=seconds) if quick else FULL,
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
    from crosscut.report.reports import Report, named

    for report in reports:
        refuse_other(report, Report, "compare takes reports: make_report and read_report give them")
    if len(reports) < 2:
        raise BadOption("a comparison needs two reports; read_report reads them from their folders")
    return Comparison(named(reports))


def read_game(text: str, game: Game | None = None) -> GameTree:
    """Return the game, with its variations, that a text of any known format tells.

    ``game`` fills in what a text does not say, such as a bare list of moves.

    >>> import crosscut
    >>> tree = crosscut.read_game("1. b2 2. swap 3. a3", crosscut.game("hex", size=3))
    >>> tree.main_line().history()
    ['b2', 'swap', 'a3']
    """
    from crosscut import records

    refuse_other(text, str, "read_game takes the text of a record")
    if game is not None:
        refuse_other(game, Game, A_GAME)
    return records.read(text, game)


def write_game(game: Position | GameTree, format: str = "sgf") -> str:
    """Return a game as a text of some format; docs/records.md lists them."""
    from crosscut import records
    from crosscut.play.position import Position

    refuse_other(game, (Position, records.GameTree), "write_game takes a position or a game tree")
    tree = game if isinstance(game, records.GameTree) else records.GameTree.of(game)
    return records.write(tree, format)


def refuse_other(value: object, kind: type | tuple[type, ...], advice: str) -> None:
    """Raise an error if something is not what a function takes."""
    if not isinstance(value, kind):
        raise BadOption(f"{advice}; this is {shortened(repr(value))}")


def refuse_less(number: int, least: int, what: str) -> None:
    """Raise an error if a number is no whole one, or too small."""
    if not isinstance(number, int) or number < least:
        raise BadOption(f"{what}: a whole number from {least} on, not {shortened(repr(number))}")


def shortened(text: str) -> str:
    """Return a text short enough for a message."""
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def limits_of(seconds: float | None, simulations: int | None):
    """Return the limits of thinking about a position; a second if none is given."""
    from crosscut.engine.limits import Limits

    if seconds is None and simulations is None:
        seconds = SECONDS
    return Limits(simulations, seconds)
