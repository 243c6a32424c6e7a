"""The laboratory for scripts and notebooks: think, review, play matches, make and compare reports.

Games, positions, analyses, reviews, reports and comparisons show themselves in a notebook. What is
slow to load is loaded when it is first used, and what has to be compiled is said on standard error.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from crosscut.core.arguments import SEEDS, device_name, expect, positive, whole
from crosscut.core.errors import BadOption
from crosscut.core.jit import announce
from crosscut.core.optional import require
from crosscut.core.process import cores
from crosscut.rules.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crosscut.lab.check import Finding
    from crosscut.lab.matches.result import Tally
    from crosscut.lab.report.compare.comparison import Comparison
    from crosscut.lab.report.saved_report import Report
    from crosscut.play.position import Position
    from crosscut.play.records.game_tree import GameTree
    from crosscut.search.analysis.analysis import Analysis
    from crosscut.search.analysis.review import Review
    from crosscut.search.limits import Limits
    from crosscut.search.options import Options
    from crosscut.search.playout_results import Outcome

DeviceName = Literal["auto", "cpu", "gpu"]
SECONDS = 1.0
"""What a position gets where no limit is given."""
A_GAME = "crosscut.game gives the game that this takes"
A_POSITION = "game.position() gives the position that this takes"
A_PLAYER = "a player is a text such as 'random' or 'default:200'"
A_FOLDER = "a folder is a text or a Path"


# Thinking.


def analyse(
    position: Position,
    seconds: float | None = None,
    simulations: int | None = None,
    each: int = 0,
    threads: int | None = None,
    seed: int = 0,
    device: DeviceName = "auto",
) -> Analysis:
    """Think about a position, a second if no limit is given, and return what was found.

    ``each`` is the number of simulations, on top, for every move by itself. With ``simulations``
    and one thread the same seed always finds the same. With ``seconds`` a GPU plays at random, if
    there is one, unless ``device`` is ``cpu``.

    >>> import crosscut
    >>> position = crosscut.game("hex", size=3).position().play("b2").play("a1")
    >>> found = crosscut.analyse(position, simulations=300)
    >>> found.win_chance  # a proven win
    1.0
    """
    from crosscut.search.analysis.analysis import Analysis

    position, seed = last_position(position), whole("seed", seed, most=SEEDS)
    limits = limits_of(seconds, simulations)
    options = options_of(threads, device, limits)
    analysis = Analysis(position, options, seed, each=whole("each", each))
    announce()
    analysis.run(limits)
    return analysis


def review(
    game: Position | GameTree,
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int | None = None,
    seed: int = 0,
    device: DeviceName = "auto",
) -> Review:
    """Walk the game that led to a position and say which turns cost win chance.

    The limits are for each position on the way: a second if none is given.
    """
    from crosscut.search.analysis.review import review as walk

    game, seed = last_position(game), whole("seed", seed, most=SEEDS)
    announce()
    limits = limits_of(seconds, simulations)
    return walk(game, limits, options_of(threads, device, limits), seed)


def reply(position: Position, level: str = "club", seed: int = 0) -> Position:
    """Let the computer play a whole turn at a level, given by name or number.

    >>> import crosscut
    >>> start = crosscut.game("hex", size=3, pie=False).position()
    >>> crosscut.reply(start, "beginner").turn_number
    1
    """
    from crosscut.search.engine import Engine
    from crosscut.search.levels import find_level

    position, chosen = last_position(position), find_level(str(level))
    announce()
    engine = Engine(chosen.options, whole("seed", seed, most=SEEDS))
    return engine.choose_turn(position, chosen.limits)[0]


# Playing by the thousand.


def check(game: Game, games: int = 30, seed: int = 0) -> list[Finding]:
    """Play a game at random and say in plain words whether its rules are sound."""
    from crosscut.lab.check import findings

    expect(game, Game, A_GAME)
    announce()
    return list(findings(game, whole("games", games, 1), whole("seed", seed, most=SEEDS)))


def random_games(
    game: Game, games: int = 10_000, seed: int = 0, device: DeviceName = "auto"
) -> dict:
    """Play random games, every legal move with the same chance, and return what they come to.

    ``first_seat_wins`` is a share, ``mean_moves`` and ``mean_turns`` are lengths of a game. The
    games are the same on every device: ``cpu`` is all cores, ``gpu`` all GPUs, and ``auto`` takes
    a GPU, if there is one, for a million games or more.

    >>> import crosscut
    >>> found = crosscut.random_games(crosscut.game("hex", size=3, pie=False), games=1000)
    >>> found["playouts"], found["draws"]
    (1000, 0)
    """
    expect(game, Game, A_GAME)
    return play_out(game, whole("games", games, 1), seed, device).summary()


def play_out(
    starts: Game | Position | Sequence[Game] | Sequence[Position],
    each: int = 1000,
    seed: int = 0,
    device: DeviceName = "auto",
    lengths: bool = False,
    ownership: bool = False,
) -> Outcome:
    """Play random games from each of some positions to the end and count what they come to.

    A game in the place of a position starts at its beginning. Results are numbers by position, in
    their order, the same on every device, which is chosen as by `random_games`; ``lengths`` and
    ``ownership`` are counted if asked for.

    >>> import crosscut
    >>> position = crosscut.game("hex", size=3, pie=False).position()
    >>> found = crosscut.play_out([position.play("b2"), position.play("a1")], device="cpu")
    >>> by_middle, by_corner = found.wins[:, 0].tolist()
    >>> by_middle > by_corner
    True
    """
    from crosscut.search.playout_results import play_out as play

    announce()
    return play(starts, each, seed, device, lengths=lengths, ownership=ownership)


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
    from crosscut.lab.matches.match import Contest
    from crosscut.lab.matches.openings import usual_turns
    from crosscut.lab.matches.result import Tally
    from crosscut.lab.matches.run import run_match

    expect(game, Game, A_GAME)
    for player in (a, b):
        expect(player, str, A_PLAYER)
    turns = usual_turns(game) if opening is None else whole("opening", opening)
    seed, tally = whole("seed", seed, most=SEEDS), Tally()
    contest = Contest(game.id, game.size, game.variant, game.pie, a, b, seed, turns)
    place = None if folder is None else place_of(folder)
    announce()
    run_match(contest, whole("games", games, 1), tally, hands(jobs), place)
    return tally


# Reports.


def make_report(
    game: Game,
    folder: str | Path,
    games: int | None = None,
    limit: str | None = None,
    quick: bool = False,
    jobs: int | None = None,
    seed: int = 0,
    device: DeviceName = "auto",
) -> Report:
    """Play what a report on a game needs, write it to a folder and return it.

    ``limit`` is the thinking about a turn: simulations, or seconds such as ``0.1s``. A ``quick``
    report plays a part, for about two minutes of a processor, and has wide intervals. ``device``
    plays random games by the million: ``gpu``, ``cpu``, or ``auto`` for a GPU if there is one.
    Called again, it goes on from where it was.
    """
    require("report")
    from crosscut.apps.cli.views.report import Watch
    from crosscut.lab.report.build import make
    from crosscut.lab.report.folder import Folder
    from crosscut.lab.report.plan import GAMES, Plan
    from crosscut.lab.report.runner import by_processes
    from crosscut.lab.report.search_speeds import usual_limit

    expect(game, Game, A_GAME)
    plan = Plan(
        game.id,
        game.size,
        game.variant,
        game.pie,
        str(limit or usual_limit(game)),
        whole("games", GAMES if games is None else games, 1),
        whole("seed", seed, most=SEEDS),
        device=device,
        quick=quick,
    )
    plan.check()
    kept = Folder(place_of(folder), plan)
    with Watch(plan) as watch:
        make(plan, kept, by_processes(hands(jobs) or cores()), listener=watch)
    return read_report(folder)


def read_report(folder: str | Path) -> Report:
    """Return the report that is in a folder."""
    from crosscut.lab.report.saved_report import read

    return read(place_of(folder))


def compare(*reports: Report) -> Comparison:
    """Put reports side by side: which differences from the first one are more than chance."""
    require("report")
    from crosscut.lab.report.compare.comparison import Comparison
    from crosscut.lab.report.saved_report import Report, named

    for report in reports:
        expect(report, Report, "make_report and read_report give the reports that this takes")
    if len(reports) < 2:
        raise BadOption("a comparison needs two reports; read_report reads them from their folders")
    return Comparison(named(reports))


# Records.


def read_game(text: str | Path, game: Game | None = None, number: int | None = None) -> GameTree:
    """Return the game, with its variations, that a text or a file of any known format tells.

    ``game`` fills in what a text does not say, such as a bare list of moves; ``number`` chooses,
    from 1 on, where there are several games.

    >>> import crosscut
    >>> tree = crosscut.read_game("1. b2 2. swap 3. a3", crosscut.game("hex", size=3))
    >>> tree.main_line().history()
    ['b2', 'swap', 'a3']
    """
    from crosscut.play import records
    from crosscut.play.records.files import the_game

    expect(text, (str, Path), "read_game takes the text of a record, or the Path of a file")
    expect(game, (Game, type(None)), A_GAME)
    number = None if number is None else whole("number", number, 1)
    if isinstance(text, Path):
        return the_game(text, game, number)
    if text.strip().endswith(ENDINGS) and "\n" not in text:
        raise BadOption(f"this looks like the name of a file: read_game(Path({text!r})) reads it")
    return records.read(text, game, number=number)


def write_game(game: Position | GameTree, format: str = "sgf") -> str:
    """Return a game as a text of some format; docs/records.md lists them."""
    from crosscut.play import records
    from crosscut.play.position import Position

    kinds = Position, records.GameTree
    expect(game, kinds, "write_game takes a position or a game tree")
    expect(format, str, "a format is a text such as 'sgf'")
    tree = game if isinstance(game, records.GameTree) else records.GameTree.of(game)
    return records.write(tree, format)


# What was handed over.

ENDINGS = (".sgf", ".json", ".jsonl", ".txt")


def last_position(game: Position | GameTree) -> Position:
    """Return a position, or the last one of a game tree's main line."""
    from crosscut.play.position import Position
    from crosscut.play.records.game_tree import GameTree

    expect(game, (Position, GameTree), A_POSITION)
    return game.main_line() if isinstance(game, GameTree) else game


def place_of(folder: str | Path) -> Path:
    """Return a folder as a path."""
    expect(folder, (str, Path), A_FOLDER)
    return Path(folder)


def hands(jobs: int | None) -> int | None:
    """Return the number of processes; None leaves it to the machine."""
    return None if jobs is None else whole("jobs", jobs, 1)


def options_of(threads: int | None, device: str, limits: Limits) -> Options:
    """Return the engine's options with so many threads on a device."""
    from crosscut.search.options import HIGHEST, Options, on_device

    device_name(device)
    hands = 0 if threads is None else whole("threads", threads, 1, HIGHEST["threads"])
    return on_device(Options(threads=hands), device, limits)


def limits_of(seconds: float | None, simulations: int | None) -> Limits:
    """Return the limits of thinking about a position; a second if none is given."""
    from crosscut.search.limits import Limits

    if simulations is not None:
        simulations = whole("simulations", simulations, 1)
    elif seconds is None:
        seconds = SECONDS
    return Limits(simulations, None if seconds is None else positive("seconds", seconds))
