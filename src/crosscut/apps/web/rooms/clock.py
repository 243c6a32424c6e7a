"""The clock of a room: whose time runs, and how much is left."""

from crosscut.apps.web.rooms.deeds import Clock

SECOND = 1000
"""Milliseconds, in which a clock counts."""


class Clocks:
    """The time of both seats, in milliseconds."""

    def __init__(self, rules: Clock):
        self.rules = rules
        self.left = [rules.seconds * SECOND] * 2
        self.running: int | None = None
        """The seat whose time runs."""
        self.since = 0

    def remaining(self, seat: int, now: int) -> int:
        """Return what a seat has left at a time."""
        used = now - self.since if seat == self.running else 0
        return max(0, self.left[seat] - max(0, used))

    def stop(self, now: int) -> None:
        """Let no time run."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
        self.running = None

    def reward(self, seat: int) -> None:
        """Give a seat what a turn brings."""
        self.left[seat] += self.rules.increment * SECOND

    def run(self, seat: int, now: int) -> None:
        """Let the time of a seat run, and no other."""
        self.stop(now)
        self.running, self.since = seat, now

    def pause_until(self, now: int) -> None:
        """Count no time from the last deed till now, for nobody could play meanwhile."""
        self.since = now

    @property
    def flag(self) -> int | None:
        """When the time that runs is used up, in milliseconds of the epoch."""
        return None if self.running is None else self.since + self.left[self.running]

    def told(self, now: int) -> dict:
        """Return the clock as plain data."""
        left = [self.remaining(seat, now) for seat in (0, 1)]
        rules = self.rules.model_dump()
        return {**rules, "left": left, "running": self.running}
