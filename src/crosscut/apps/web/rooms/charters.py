"""What is agreed when a room is opened: whether that can be played, and what a rematch is."""

import secrets

from crosscut.apps.web.positions import Moment, after_turns, game_of
from crosscut.apps.web.rooms.deeds import PERSON, Charter
from crosscut.apps.web.views.catalogue import levels_of
from crosscut.core.errors import BadOption

SEEDS = 1_000_000
"""Set-ups that may be drawn."""


def first_to_play(charter: Charter) -> int:
    """Return the seat that begins; a game that is over before is refused."""
    first = after_turns(Moment(start=charter.start))
    if first.over:
        raise BadOption("this game is over before it begins; choose another position")
    return first.to_play


def check(charter: Charter, seat: int) -> None:
    """Refuse what cannot be played: no such game or level, or nobody on the seat of who opens."""
    game = game_of(charter.start)
    levels = [level["name"] for level in levels_of(game)["levels"]]
    for each in charter.seats:
        if each != PERSON and each not in levels:
            raise BadOption(
                f"there is no player {each!r}; choose from: person, {', '.join(levels)}"
            )
    if charter.seats[seat] != PERSON:
        raise BadOption("a person has to sit where you want to sit")


def exchanged(charter: Charter) -> Charter:
    """Return what is agreed for a rematch: the seats exchanged, and another set-up if drawn."""
    seed = charter.start.seed
    if seed is not None:
        seed = secrets.randbelow(SEEDS)
    start = charter.start.model_copy(update={"seed": seed})
    return charter.model_copy(update={"start": start, "seats": charter.seats[::-1]})
