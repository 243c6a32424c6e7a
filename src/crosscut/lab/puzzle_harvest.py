"""Gather puzzles from the games of reports and write them to ``puzzles/GAME.json``.

    python -m crosscut.lab.puzzle_harvest build/reports/*

reads the folders of reports that were played (``crosscut report GAME --folder FOLDER``) and keeps,
for each variant of each game that they are about, at most twelve puzzles: those with the longest
lines, of each record of a game only one. Big boards hold few positions that can be proven. So more
games can be played for puzzles alone, quickly, on a small one, into a folder that is gathered from
like a report::

    python -m crosscut.lab.puzzle_harvest --play hex --size 6 --games 300 build/puzzles/hex-6
"""

import json
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from crosscut.core.errors import CrosscutError
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report.effort import FULL
from crosscut.lab.report.folder import Folder, read_plan
from crosscut.lab.report.measures.puzzles import best
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.stages import stage
from crosscut.lab.report.stages.puzzles import UNIQUE, turn_ends
from crosscut.play.position import Position
from crosscut.play.puzzles.puzzle import FOLDER, Puzzle, puzzle_of
from crosscut.play.record import replace_file
from crosscut.rules.boards import members
from crosscut.rules.registry import load_game

MOST = 12
"""Puzzles of a variant."""
LIMIT = "30"
"""Simulations a turn of games for puzzles alone: who plays weakly gets into difficulties."""
EFFORT = replace(FULL, puzzles=MOST, puzzle_seconds=1.0)


def harvest(folders: list[Path]) -> dict[str, list[Puzzle]]:
    """Return the best puzzles of all games that folders of reports are about."""
    found: dict[str, dict[str, list[Puzzle]]] = defaultdict(lambda: defaultdict(list))
    for folder in folders:
        for puzzle in gathered(folder):
            found[puzzle.start["game"]][puzzle.start["variant"]].append(puzzle)
    return {game: numbered(game, variants) for game, variants in found.items()}


def gathered(folder: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a report, one of each record of a game."""
    plan = read_plan(folder)
    games = Journal(folder / "games.jsonl", "key").results
    results = Journal(folder / "puzzles.jsonl", "key")
    proven = [each for each in results if each.get("verdict") == UNIQUE]
    for result in best(proven, len(proven)):
        _, number, turn = result["key"]
        position = set_by_hand(turn_ends(plan, games[number,])[turn])
        yield puzzle_of("", position, result["line"], result["legal"])


def set_by_hand(position: Position) -> Position:
    """Return the same moment of a game in which a drawn set-up was made by the first turn.

    A seed has more digits than a number of JavaScript.
    """
    first, game = position.line[0], position.game
    if "seed" not in first.origin:
        return position
    kinds = zip(game.kinds, game.pieces(first.state), strict=True)
    words = [
        f"{letter}:{','.join(map(game.board.name, members(pieces)))}"
        for (_, letter), pieces in kinds
        if pieces
    ]
    here = game.position(setup=" ".join(words))
    for turn in position.history():
        here = here.play(turn)
    return here


def numbered(game: str, variants: dict[str, list[Puzzle]]) -> list[Puzzle]:
    """Return the best puzzles of each variant, the shortest first, with names to refer to them."""
    chosen = []
    for puzzles in variants.values():
        chosen += sorted(puzzles, key=lambda each: (-len(each.line), -each.legal))[:MOST]
    chosen.sort(key=lambda each: (len(each.line), each.legal))
    return [replace(each, id=f"{game}-{number}") for number, each in enumerate(chosen, start=1)]


def play(game: str, size: int | None, variant: str | None, games: int, folder: Path) -> None:
    """Play games and look for puzzles in them, as two stages of a report do."""
    rules = load_game(game, size, variant, pie=False)
    plan = Plan(rules.id, rules.size, rules.variant, False, LIMIT, games, effort=EFFORT)
    plan.check()
    logs = Folder(folder, plan).logs()
    for name in ("games", "puzzles"):
        while items := stage(name).items(plan, logs):
            for key, given in items.items():
                logs[name].add({"key": list(key)} | stage(name).do(plan, key, given))


def write(game: str, puzzles: list[Puzzle]) -> None:
    """Write the puzzles of a game to its file."""
    lines = [json.dumps(puzzle.to_record()) for puzzle in puzzles]
    replace_file(FOLDER / f"{game}.json", "[\n" + ",\n".join(lines) + "\n]\n")


def main() -> None:
    """Do what the command line asks for."""
    parser = ArgumentParser(
        "python -m crosscut.lab.puzzle_harvest", description=__doc__.split("\n")[0]
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--play", metavar="GAME", help="play games into one new folder instead")
    parser.add_argument("--size", type=int)
    parser.add_argument("--variant")
    parser.add_argument("--games", type=int, default=300)
    chosen = parser.parse_args()
    try:
        if chosen.play:
            for folder in chosen.folders:
                play(chosen.play, chosen.size, chosen.variant, chosen.games, folder)
            return
        for game, puzzles in harvest(chosen.folders).items():
            write(game, puzzles)
            print(f"{game}: {len(puzzles)} puzzles")
    except CrosscutError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
