"""What a report is about: everything that decides which games are played."""

from dataclasses import asdict, dataclass, field
from functools import cached_property

import crosscut
from crosscut.arguments import device_name
from crosscut.engine.limits import Limits
from crosscut.engine.options import DEFAULT, PRESETS
from crosscut.errors import BadOption
from crosscut.game import Game
from crosscut.match.contest import Contest
from crosscut.match.specs import read_limit
from crosscut.report.effort import FULL, Effort
from crosscut.static import source_hash


def usual_games(quick: bool) -> int:
    """Return how many games are played by default; a quick report ends when its time is up."""
    return 500 if quick else 2000


def usual_limit(quick: bool) -> str:
    """Return the simulations for a turn by default."""
    return "200" if quick else "1000"


@dataclass(frozen=True)
class Plan:
    """A game, the limit of thinking, and how much is played."""

    game: str
    size: int
    variant: str
    pie: bool
    limit: str = "1000"
    """For a turn of the games: simulations, or seconds such as 0.1s."""
    games: int = 2000
    seed: int = 0
    effort: Effort = field(default=FULL)
    player: str = DEFAULT
    """Who plays the games, by the name of a preset; all else is done by the usual engine."""
    device: str = "auto"
    """What surveys random games, one of `crosscut.arguments.DEVICES`."""

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return crosscut.game(self.game, self.size, self.variant, self.pie)

    @property
    def quick(self) -> bool:
        """Whether the clock ends it."""
        return self.effort.seconds is not None

    @cached_property
    def limits(self) -> Limits:
        """The limits of thinking about a turn."""
        kind, amount = read_limit(f"the limit {self.limit!r}", self.limit)
        return Limits(**{kind: amount})

    def contest(self, a: str, b: str | None = None, seed: int = 0, opening: int = 0) -> Contest:
        """Return a match of this game between two players, or of one against himself.

        ``seed`` tells apart the matches of a report.
        """
        return Contest(
            self.game,
            self.size,
            self.variant,
            self.pie,
            a,
            b or a,
            seed=(self.seed + 1_000_003 * seed) % 2**63,
            opening_turns=opening,
        )

    def check(self) -> None:
        """Raise an error if there is nothing to play or nobody to play it."""
        if self.games < 1:
            raise BadOption(f"a report needs one game at least, not {self.games}")
        device_name(self.device)
        if self.player not in PRESETS:
            raise BadOption(
                f"there is no player {self.player!r}; there are {' and '.join(PRESETS)}"
            )
        self.contest(f"{self.player}:{self.limit}").check()
        self.limits  # noqa: B018 - reading it checks it

    def describe(self) -> dict:
        """Return what makes this report the one it is, as plain data.

        The number of games is left out: a report that has some may get more. So is the device,
        which changes no game.
        """
        about = asdict(self)
        about.pop("games")
        about.pop("device")
        for name in ("survey_games", "chain_games"):
            if getattr(self.effort, name) == getattr(FULL, name):
                about["effort"].pop(name)  # not there in reports from before there were any
        return about | {
            "rules": source_hash(type(self.rules).__module__),
            "version": crosscut.__version__,
        }
