"""Measuring all levels: each against those just below it, and one Elo for every level."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crosscut.core.errors import BadOption
from crosscut.core.version import __version__
from crosscut.lab.matches.bradley_terry import Result, ratings
from crosscut.lab.matches.match import Contest
from crosscut.lab.matches.openings import usual_turns
from crosscut.lab.matches.result import Tally
from crosscut.play.record import replace_file
from crosscut.rules.game import Game
from crosscut.search.levels import Level, load_ratings, ratings_key


@dataclass
class Rung:
    """A level against a lower one, by their places on the ladder."""

    upper: int
    lower: int
    contest: Contest
    tally: Tally = field(default_factory=Tally)

    @property
    def folder(self) -> str:
        """The name of the folder for its games."""
        return f"{self.contest.a}-{self.contest.b}"


def rungs(game: Game, levels: Sequence[Level], reach: int = 1, seed: int = 0) -> list[Rung]:
    """Return what has to be played: each level against so many below it, from the bottom up."""
    if len(levels) < 2:
        raise BadOption("a ladder needs two levels at least")
    return [
        Rung(upper, lower, contest_of(game, levels[upper], levels[lower], seed))
        for upper in range(1, len(levels))
        for lower in range(upper - 1, max(-1, upper - 1 - reach), -1)
    ]


def contest_of(game: Game, upper: Level, lower: Level, seed: int) -> Contest:
    """Return the match between two levels."""
    return Contest(
        game.id,
        game.size,
        game.variant,
        game.pie,
        upper.name,
        lower.name,
        seed,
        usual_turns(game),
    )


def measured(levels: Sequence[Level], played: Sequence[Rung]) -> dict:
    """Return the games played and every level's Elo with half of its interval, lowest level 0."""
    results = [
        Result(rung.upper, rung.lower, rung.tally.points, rung.tally.games) for rung in played
    ]
    found = ratings(len(levels), results)
    return {
        "games": sum(result.games for result in results),
        "elo": {
            level.name: [round(elo), round(spread)]
            for level, (elo, spread) in zip(levels, found, strict=True)
        },
        "version": __version__,
    }


def store(path: Path, game: Game, entry: dict) -> None:
    """Write the ratings of one game to a file and leave those of others as they are."""
    everything = sorted((load_ratings(path) | {ratings_key(game): entry}).items())
    lines = (f" {json.dumps(name)}: {json.dumps(each)}" for name, each in everything)
    replace_file(path, "{\n" + ",\n".join(lines) + "\n}\n")
