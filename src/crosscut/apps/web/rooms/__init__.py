"""Rooms: two seats at one game, for friends by link, with whoever likes to watch.

All that happens in a room is a list of entries that only grows. What a room is at any time follows
from them, so a server that is started again finds everything as it was.
"""

from crosscut.apps.web.rooms.hall import Hall

__all__ = ["Hall"]
