"""What cannot be done in a room, and why."""

from crosscut.core.errors import CrosscutError


class NotYours(CrosscutError):
    """Somebody else's seat, or a link that opens nothing."""

    status = 403


class NoRoom(CrosscutError):
    """There is no room with this name."""

    status = 404


class NotNow(CrosscutError):
    """Something that could be done at another time."""

    status = 409


class TooMuch(CrosscutError):
    """More than one visitor may have."""

    status = 429
