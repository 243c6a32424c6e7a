"""The games of a report and all that follows from them: what a measure is handed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from crosscut.core.rng import stream_state
from crosscut.lab.report.logs import blaming
from crosscut.lab.report.plan import Plan
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.search.replay import Moves, Replayer, Story

if TYPE_CHECKING:
    from crosscut.lab.report.calibration.calibration import Opinion


@dataclass(frozen=True)
class Played:
    """One game that was played."""

    number: int
    start: Position
    taps: list[int]
    winner: int | None
    """The winning seat; None if it was drawn or did not end."""
    finished: bool
    story: Story
    """What happened, move by move."""
    turns: tuple[str, ...] = ()
    """The turns as text; random games have none."""
    chances: tuple[float | None, ...] = ()
    """For each turn the win chance of the seat that made it, in its own eyes, from 0 to 1."""

    @cached_property
    def end(self) -> Position:
        """The last position, which knows all that came before."""
        here = self.start
        for tap in self.taps:
            here = here.tap(tap)
        return here

    @property
    def points(self) -> float:
        """What the first seat got: 1, 0, or for a draw 1/2."""
        return 0.5 if self.winner is None else float(self.winner == 0)

    @property
    def turn_seats(self) -> list[int]:
        """The seat that made each turn."""
        return [int(self.story.seats[end - 1]) for end in self.story.turn_ends]


class Sample:
    """Everything that was played for a report; nothing here depends on the order it came in."""

    def __init__(
        self,
        plan: Plan,
        logs: Mapping[str, Iterable[dict]],
        ratings: list[tuple[str, float | None, str]] | None = None,
    ):
        self.plan = plan
        self.logs = {name: list(log) for name, log in logs.items()}
        """What each stage has brought, by its name, as plain data; see
        `crosscut.lab.report.stages`."""
        self.files = {name: getattr(log, "path", name) for name, log in logs.items()}
        self.read: set[Path | str] = set()
        """Logs whose results were asked for: where an error of who has asked may come from."""
        self.ratings = ratings
        """Users, their ratings and comments, if a file with them was given."""

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.plan.rules

    def results(self, stage: str) -> list[dict]:
        """Return what a stage has brought, in the order of its keys; nothing if it was left out."""
        found = self.logs.get(stage, [])
        if found:
            self.read.add(self.files[stage])
        return found

    @cached_property
    def games(self) -> list[Played]:
        """The games that the engine played against itself, in the order of their numbers."""
        return [self.played(record) for record in self.results("games")]

    @cached_property
    def calibration(self) -> "Opinion":
        """The engine's opinion on these games, and what their results say of it."""
        from crosscut.lab.report.calibration.calibration import engine_opinion

        return engine_opinion(self.games)

    @cached_property
    def review_calibration(self) -> "tuple[Opinion, Opinion]":
        """The same of reviews: the values of the best moves, and of those that were played."""
        from crosscut.lab.report.win_curve import review_opinions

        return review_opinions(self)

    def check(self) -> None:
        """Raise an error that names the log if a game in it is broken."""
        for record in self.results("games"):
            self.played(record)

    @cached_property
    def replayer(self) -> Replayer:
        """What plays the games of the engine again."""
        return Replayer(self.game)

    @property
    def moves(self) -> Moves:
        """How often each distinct move was available and chosen in the games of the engine."""
        assert self.games is not None  # which replays them
        return self.replayer.moves

    def played(self, record: dict) -> Played:
        """Return a game from its record, of which everything is checked that measures rely on."""
        with blaming([self.files["games"]], f"the line with the key {record['key']}"):
            number = record["key"][0]
            start = self.game.position(seed=record.get("seed"))
            if record["winner"] not in (None, 0, 1):
                raise ValueError(f"{record['winner']!r} is no seat")
            return Played(
                number=number,
                start=start,
                taps=record["taps"],
                winner=record["winner"],
                finished=not record["unfinished"],
                story=self.replayer.story(start, record["taps"], f"game {number}"),
                turns=tuple(record["turns"]),
                chances=tuple(None if each is None else float(each) for each in record["chances"]),
            )

    @cached_property
    def random_games(self) -> list[Played]:
        """Games drawn at random, uniformly over the legal moves."""
        return list(self.random_played())

    @cached_property
    def random_replayer(self) -> Replayer:
        """What plays random games, and again."""
        return Replayer(self.game)

    def random_played(self) -> Iterable[Played]:
        """Play random games, as many as the effort of the plan allows, and yield them."""
        game, replayer = self.game, self.random_replayer
        for number in range(self.plan.effort.random_games):
            dealt = stream_state(self.plan.seed, number) >> 1 if game.has_deal else None
            start = game.position(seed=dealt)
            winner, taps = replayer.random_game(start, self.plan.seed, number)
            story = replayer.story(start, taps, f"random game {number}")
            seat = None if winner in (DRAW, NOBODY) else winner
            yield Played(number, start, taps, seat, winner != NOBODY, story)
