"""What a report is about: everything that decides which games are played."""

from dataclasses import asdict, dataclass, field
from functools import cached_property

from crosscut.core.arguments import device_name
from crosscut.core.errors import BadOption
from crosscut.core.static import source_hash
from crosscut.core.version import __version__
from crosscut.lab.matches.match import Contest
from crosscut.lab.matches.player_spec import read_limit
from crosscut.lab.report.effort import FULL, Effort
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game
from crosscut.search.limits import Limits
from crosscut.search.options import DEFAULT, PRESETS

GAMES = 2000
"""How many games are played by default."""


PASSING = ("games", "device", "quick")
"""What may differ from one run to the next in the same folder."""


@dataclass(frozen=True)
class Plan:
    """A game, the limit of thinking, and how much is played."""

    game: str
    size: int
    variant: str
    pie: bool
    limit: str = "1000"
    """For a turn of the games: simulations, or seconds such as 0.1s."""
    games: int = GAMES
    seed: int = 0
    effort: Effort = field(default=FULL)
    player: str = DEFAULT
    """Who plays the games, by the name of a preset; all else is done by the usual engine."""
    device: str = "auto"
    """What surveys random games, one of `crosscut.core.arguments.DEVICES`."""
    quick: bool = False
    """Whether only a part is played, as much as a budget of work allows."""

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return load_game(self.game, self.size, self.variant, self.pie)

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

        How much is played is left out, as a report that has some games may get more. So is the
        device, which changes no game.
        """
        about = asdict(self)
        for name in PASSING:
            about.pop(name)
        return about | {
            "rules": source_hash(type(self.rules).__module__),
            "version": __version__,
        }
