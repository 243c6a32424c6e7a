"""What PettingZoo's environment and Gymnasium's share: spaces, how games begin, how they look."""

import numpy as np

from crosscut.envs.extras import load
from crosscut.envs.moment import Moment
from crosscut.envs.observation import shape, unseen_fields
from crosscut.errors import BadOption
from crosscut.game import NOBODY, Game
from crosscut.play.position import Position
from crosscut.search.random_play import playout_limit

spaces = load("gymnasium.spaces", "envs")

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
"""The board printed, as text, as pixels and as an SVG document."""
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": 2}
STARTS = ("diagram", "to_play", "setup")
"""What may be asked for when a game begins, as `Position.start` takes it."""
MOST_DEALS = 1000
"""Games that are begun before we believe that none leaves anybody a choice."""


def observation_space(game: Game):
    """Return the space of observations: bytes that are 0 or 1, or more where a plane counts."""
    counts = any(not is_set for _, _, is_set in unseen_fields(game))
    return spaces.Box(0, 255 if counts else 1, shape(game), np.uint8)


def check_mode(mode: str | None) -> None:
    """Refuse a way to render that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")


def taps_allowed(game: Game, limit: int | None) -> int:
    """Return after how many actions a game is truncated: by default more than any of ours takes."""
    if limit is not None and limit < 1:
        raise BadOption(f"a game is limited to a number of actions from 1 on, not {limit!r}")
    return playout_limit(game) if limit is None else limit


def first_moment(game: Game, random: np.random.Generator, deal: bool, options: dict | None):
    """Return how a game begins: as asked for, as dealt where that is so, or as it always does."""
    asked = {name: options[name] for name in STARTS if name in options} if options else {}
    dealt = deal and game.has_deal and not asked
    for _ in range(MOST_DEALS):
        seed = int(random.integers(2**63)) if dealt else None
        moment = Moment.at(game.position(seed=seed, **asked))
        if moment.winner == NOBODY:
            return moment
    raise BadOption(f"{game!r} is over before anybody has a choice")


def render(position: Position, mode: str) -> np.ndarray | str | None:
    """Return how a position looks, or print it for a human."""
    if mode == "rgb_array":
        from crosscut.envs.picture import pixels

        return pixels(position)
    if mode == "svg":
        return position.svg()
    if mode == "ansi":
        return f"{position}\n"
    print(position, end="\n\n")
    return None
