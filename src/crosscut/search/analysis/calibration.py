"""From the chance that the engine gives to the one that results bear out: calibration curves.

A curve is measured by a report (`crosscut.lab.report.calibration.calibration`) on games of one
game, size and variant. Those that come with the package stand in a file; where there is none,
nothing is claimed.
"""

import json
from bisect import bisect_right
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path

from crosscut.core.errors import BadRecord
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.game_state import swap_ahead
from crosscut.search.analysis.values import rounded
from crosscut.search.levels import ratings_key

IDENTITY, PLATT, ISOTONIC = "none", "Platt scaling", "isotonic regression"
"""How a curve was fitted."""
BETTER, NO_BETTER, TOO_FEW = "better than chance", "no better than chance", "not enough data"
"""What results say of the engine's opinion."""
FACTOR = 4
"""A search with up to so many times more or fewer simulations is like the measured ones."""

Knots = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Curve:
    """A monotone correction of chances, from 0 to 1; what is certain, 0 or 1, stays as it is."""

    method: str = IDENTITY
    knots: Knots = ()
    """Chances and what they become, both rising; in a straight line between them, and beyond the
    first and the last level. Without any nothing is corrected."""

    def __post_init__(self):
        if any(a >= c or b > d for (a, b), (c, d) in pairwise(self.knots)):
            raise ValueError("the knots of a curve do not rise")

    def correct(self, chance: float) -> float:
        """Return the chance that results bear out; both are those of the first colour."""
        if not self.knots or chance in (0, 1):
            return chance
        at = bisect_right(self.knots, chance, key=lambda knot: knot[0])
        if at in (0, len(self.knots)):
            return self.knots[max(0, at - 1)][1]
        (left, low), (right, high) = self.knots[at - 1 : at + 1]
        return low + (high - low) * (chance - left) / (right - left)


@dataclass(frozen=True)
class Calibration:
    """What a report has found out about the engine's opinion on a game, and of which searches."""

    verdict: str
    """`BETTER` or `NO_BETTER`."""
    games: int
    """Games with a result."""
    limit: str
    """Of a turn in these games: simulations, or seconds such as 0.1s."""
    brier: float
    skill: float | None
    pie: bool
    version: str
    method: str = IDENTITY
    knots: Knots = ()

    @property
    def curve(self) -> Curve:
        """The correction."""
        return Curve(self.method, self.knots)

    @property
    def source(self) -> str:
        """Say what it was measured on."""
        effort = self.limit if self.limit.endswith("s") else f"{int(self.limit):,} simulations"
        return f"{self.games:,} games at {effort} a turn"

    def is_like(self, simulations: int) -> bool:
        """Tell whether a search is about as long as those that were measured."""
        if not self.limit.isdigit():
            return False
        return int(self.limit) <= FACTOR * simulations and simulations <= FACTOR * int(self.limit)

    def to_dict(self) -> dict:
        """Return it as plain data."""
        return asdict(self)


def load_calibrations(path: Path | Traversable) -> dict[str, Calibration]:
    """Return the calibrations in a file, by game, size and variant; none if there is no file."""
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text())
        return {
            name: Calibration(**each | {"knots": tuple(map(tuple, each["knots"]))})
            for name, each in found.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, OSError) as error:
        raise BadRecord(f"cannot read calibrations from {path}: {error!r}") from error


@cache
def shipped_calibrations() -> dict[str, Calibration]:
    """Return the calibrations that come with the package."""
    return load_calibrations(files(__package__) / "calibrations.json")


def calibration_of(game: Game) -> Calibration | None:
    """Return what is known of the engine's opinion on a game of the package; None if nothing is."""
    if not type(game).__module__.startswith("crosscut."):
        return None
    return shipped_calibrations().get(ratings_key(game))


def of_first_colour(chance: float, colour: int) -> float:
    """Return the chance of a colour as that of the first colour, or the other way round."""
    return 1 - chance if colour else chance


def calibrated(
    position: Position, chance: float | None, proven: int | None, simulations: int
) -> dict | None:
    """Return what results say of the win chance of the seat to move; None if nothing is known.

    There is no calibrated chance while the swap is open, as a seat has no colour yet, nor where the
    opinion is no better than chance; what is proven needs no correction.
    """
    found = calibration_of(position.game)
    if found is None or chance is None or proven is not None:
        return None
    corrected = None
    if found.verdict == BETTER and not swap_ahead(position.game, position.table):
        colour = position.colour
        first = found.curve.correct(of_first_colour(chance, colour))
        corrected = rounded(of_first_colour(first, colour))
    return {
        "win_chance": corrected,
        "verdict": found.verdict,
        "source": found.source,
        "like": found.is_like(simulations),
        "games": found.games,
        "limit": found.limit,
        "method": found.method,
        "brier": found.brier,
        "skill": found.skill,
        "version": found.version,
    }
