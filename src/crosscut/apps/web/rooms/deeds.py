"""What a page may ask for in a room."""

from typing import Annotated, Literal
from unicodedata import bidirectional, category

from pydantic import AfterValidator, Field

from crosscut.apps.web.positions import Start, Text
from crosscut.apps.web.schemas.bounds import Count, Sent

PERSON = "person"
TAKEBACK, REMATCH = "takeback", "rematch"
LONGEST_CLOCK = 24 * 3600

Key = Annotated[str, Field(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]*$")]
"""What a page calls a deed, so that one that is sent twice counts once."""
Seat = Annotated[int, Field(ge=0, le=1)]
Wish = Literal["takeback", "rematch"]
UNSEEN = ("Cc", "Cf", "Cs")
"""Categories of signs that nobody sees, some of which turn round what stands after them."""


def visible(text: str) -> str:
    """Return a text in one line, without signs that nobody sees."""
    shown = (sign for sign in text if sign.isspace() or category(sign) not in UNSEEN)
    return " ".join("".join(shown).split())


def spoken(text: str) -> str:
    """Return what somebody says, which has to be something; signs are joined as they were."""
    if not visible(text):
        raise ValueError("nothing is said")
    turning = (sign for sign in text if bidirectional(sign) not in TURNING)
    return "".join(turning).replace("\0", "").strip()


TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""Signs by which a text would change the direction of what stands around it."""
Name = Annotated[str, Field(max_length=40), AfterValidator(visible)]


class Clock(Sent):
    """Time for each player: at first, and more with each turn, in seconds."""

    seconds: Annotated[int, Field(ge=5, le=LONGEST_CLOCK)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class Charter(Sent):
    """What is agreed when a room is opened: the game, who plays, and the clock."""

    start: Start
    seats: tuple[Name, Name] = (PERSON, PERSON)
    """For each seat ``person``, or a level of the computer."""
    clock: Clock | None = None


class Opening(Charter):
    """The wish for a room: what is to be played, and where who opens it sits."""

    seat: Seat = 0
    name: Name = ""


class Deed(Sent):
    """Something that a player does; ``seat`` is for who has both."""

    key: Key
    seat: Seat | None = None


class Play(Deed):
    """Play a turn; ``number`` turns were played before it."""

    do: Literal["play"]
    turn: Text
    number: Count


class Resign(Deed):
    """Give the game up."""

    do: Literal["resign"]


class Ask(Deed):
    """Ask for a takeback or a rematch."""

    do: Literal["ask"]
    what: Wish


class Grant(Deed):
    """Agree to what the other one asks for."""

    do: Literal["grant"]
    what: Wish


class Decline(Deed):
    """Turn down what the other one asks for, or ask for it no longer."""

    do: Literal["decline"]
    what: Wish


class Say(Deed):
    """Say something to the other player; nobody else hears it."""

    do: Literal["say"]
    text: Annotated[str, Field(max_length=500), AfterValidator(spoken)]


class Call(Deed):
    """Say by which name one wants to be called."""

    do: Literal["call"]
    name: Name


AnyDeed = Annotated[Play | Resign | Ask | Grant | Decline | Say | Call, Field(discriminator="do")]


class Sitting(Sent):
    """The wish for a seat: the secret of a link, and whether one wants both seats."""

    token: Annotated[str, Field(min_length=1, max_length=100)]
    both: bool = False


class Linking(Sent):
    """The wish for a link to a seat."""

    seat: Seat
