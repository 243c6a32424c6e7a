"""What may be asked of the engine, as it comes from a page and goes to a worker."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from crosscut.apps.web.positions import Moment, Start
from crosscut.apps.web.schemas.bounds import Count

LONGEST = 3600.0
"""Seconds that anything may be asked to take."""

URGENT = 0
"""The rank of what somebody waits for before he can go on."""

Seconds = Annotated[float, Field(gt=0, le=LONGEST, allow_inf_nan=False)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Rules = tuple[str, int, str, bool]
"""What a game is compiled for: its name, size and variant, and whether there is a pie rule."""


class Question(BaseModel):
    """What all jobs share."""

    model_config = ConfigDict(frozen=True)

    rank: ClassVar[int]
    """Whose turn comes first: the lower one."""

    @property
    def rules(self) -> Rules:
        """What has to be compiled for it."""
        start = self.begin
        return start.game, start.size, start.variant, start.pie


class AboutMoment(Question):
    """A job about a moment of a game."""

    moment: Moment

    @property
    def begin(self) -> Start:
        """How the game started."""
        return self.moment.start


class Think(AboutMoment):
    """Find the turn that a level plays."""

    rank = URGENT
    do: Literal["think"] = "think"
    level: Annotated[str, Field(max_length=40)] | Count
    seed: Seed = 0


class Hint(AboutMoment):
    """Find a good turn quickly."""

    rank = URGENT
    do: Literal["hint"] = "hint"
    seconds: Seconds = 1.0
    seed: Seed = 0


class Reviewing(AboutMoment):
    """Say where the game that led to the moment was won."""

    rank = 1
    do: Literal["review"] = "review"
    seconds_each: Seconds = 0.3
    simulations_each: Annotated[int, Field(ge=1, le=10**7)] | None = None
    """Instead of seconds, for results that are the same each time."""


class Analyse(AboutMoment):
    """Say what every move is worth."""

    rank = 2
    do: Literal["analyse"] = "analyse"
    seconds: Seconds = 10.0
    each: Annotated[int, Field(ge=0, le=10**5)] = 0
    """Simulations after every legal move, before the search of the position itself."""


class Warm(Question):
    """Compile what the other jobs need."""

    rank = 3
    do: Literal["warm"] = "warm"
    start: Start

    @property
    def begin(self) -> Start:
        """How the game started."""
        return self.start


Job = Think | Hint | Reviewing | Analyse | Warm
JOBS: TypeAdapter[Job] = TypeAdapter(Annotated[Job, Field(discriminator="do")])
"""Reads a job from plain data."""
