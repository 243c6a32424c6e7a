"""What PettingZoo's environment and Gymnasium's share: spaces, how games begin, how they look."""

import numpy as np

from crosscut.core.arguments import whole
from crosscut.core.errors import BadOption
from crosscut.core.optional import load
from crosscut.lab.envs.ids import OLD
from crosscut.lab.envs.state import Moment
from crosscut.rules.game import NOBODY, Game
from crosscut.search.observation import SET, kind, shape, unseen_fields
from crosscut.search.playout import tap_limit

spaces = load("gymnasium.spaces", "envs")

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
"""The board printed, as text, as pixels and as an SVG document."""
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": 2}
STARTS = ("diagram", "to_play", "setup")
"""What may be asked for when a game begins, as `Position.start` takes it."""
LONGEST = 1 << 40
"""The largest limit that one may ask for, which nobody lives to see."""
MOST_DEALS = 1000
"""Games that are begun before we believe that none leaves anybody a choice."""


def observation_space(game: Game, version: int):
    """Return the space of observations: floats from 0 to 1.

    In the old version they are bytes that are 0 or 1, or more where a plane counts.
    """
    counts = any(field.shift != SET for field in unseen_fields(game, version))
    most = 255 if version == OLD and counts else 1
    return spaces.Box(0, most, shape(game, version), kind(version))


def check_mode(mode: str | None) -> None:
    """Refuse a way to render that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")


def taps_allowed(game: Game, limit: int | None) -> int:
    """Return after how many actions a game is truncated.

    By default that is as many as the rules allow or, where they set no bound, more than any random
    game of ours takes.
    """
    return tap_limit(game) if limit is None else whole("limit", limit, 1, LONGEST)


def is_dealt(game: Game, deal: bool, options: dict | None) -> bool:
    """Tell whether a game begins from a seed: nobody has asked for another start."""
    return deal and game.has_deal and not start_asked(options)


def start_asked(options: dict | None) -> dict:
    """Return those options of a reset that say how to begin."""
    return {name: value for name, value in (options or {}).items() if name in STARTS}


def unknown_options(options: dict | None) -> str:
    """Say which options of a reset mean nothing here, or return nothing if all do."""
    unknown = (options or {}).keys() - start_asked(options).keys()
    named = ", ".join(sorted(map(repr, unknown)))
    return f"no game begins with {named}; options are {', '.join(STARTS)}" if unknown else ""


def first_moment(game: Game, random: np.random.Generator, deal: bool, options: dict | None):
    """Return how a game begins: as asked for, as dealt where that is so, or as it always does."""
    asked, dealt = start_asked(options), is_dealt(game, deal, options)
    for _ in range(MOST_DEALS if dealt else 1):
        seed = int(random.integers(2**63)) if dealt else None
        moment = Moment.at(game.position(seed=seed, **asked))
        if moment.winner == NOBODY:
            return moment
    raise BadOption(f"{game!r} is over before anybody has a choice")


def render(moment: Moment | None, mode: str | None) -> np.ndarray | str | None:
    """Return how a game looks in some mode, or print it for a human; without a mode, nothing."""
    if mode is None:
        return None
    if moment is None:
        raise BadOption("there is nothing to see before reset() has begun a game")
    position = moment.position
    if mode == "rgb_array":
        from crosscut.play.raster import pixels

        return pixels(position)
    if mode == "svg":
        return position.svg()
    if mode == "ansi":
        return f"{position}\n"
    print(position, end="\n\n")
    return None
