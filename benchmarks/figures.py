"""What a load script measures, and how it is told."""

import statistics
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from house import House, seconds_used

SAMPLED = 2.0
"""Seconds between two looks at memory."""


@dataclass
class Figures:
    """What was measured; times in seconds, memory in MiB."""

    confirmed: list[float] = field(default_factory=list)
    """From sending a turn to the answer that it counts."""
    shown: list[float] = field(default_factory=list)
    """From asking for a position to having it."""
    answered: list[float] = field(default_factory=list)
    """From the confirmation of a turn to the computer's."""
    heard: list[float] = field(default_factory=list)
    """From the confirmation of a turn to when a spectator has it."""
    lag: list[float] = field(default_factory=list)
    """How late this script itself is, which is part of all the others."""
    server: list[float] = field(default_factory=list)
    workers: list[float] = field(default_factory=list)
    games: int = 0
    entries: int = 0
    """Entries that spectators heard of."""
    errors: list[str] = field(default_factory=list)


def share(times: list[float], part: float) -> float:
    """Return the time within which a part of all was done, in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else 0.0


def slope(samples: list[float]) -> float:
    """Return by how much the samples of the second half grow, in MiB per minute."""
    later = samples[len(samples) // 2 :]
    if len(later) < 3:
        return 0.0
    return statistics.linear_regression(range(len(later)), later).slope * 60 / SAMPLED


def use_of(house: House | None) -> dict[str, float]:
    """Return the processor time that a server and its workers have used, in seconds."""
    if house is None:
        return {}
    server, *workers = map(seconds_used, house.processes())
    return {"server": server, "workers": sum(workers)}


def summary(figures: Figures, seconds: float, used: dict[str, float]) -> dict:
    """Return the figures as plain data: times in milliseconds, memory in MiB."""
    kinds = {
        "turn confirmed": figures.confirmed, "position shown": figures.shown,
        "turn heard by spectators": figures.heard, "computer's answer": figures.answered,
        "this script's own delay": figures.lag,
    }  # fmt: skip
    times = {
        name: {
            "number": len(found), "median": share(found, 0.5), "95 %": share(found, 0.95),
            "99 %": share(found, 0.99), "most": share(found, 1.0),
        }
        for name, found in kinds.items()
    }  # fmt: skip
    space = {
        name: {"first": found[0], "last": found[-1], "most": max(found), "per minute": slope(found),
               "curve": [round(each) for each in found[:: max(1, len(found) // 20)]]}
        for name, found in (("server", figures.server), ("workers", figures.workers)) if found
    }  # fmt: skip
    return {
        "seconds": seconds, "games": figures.games, "entries heard": figures.entries,
        "times": times, "memory": space, "processors": used,
        "errors": len(figures.errors), "first errors": [each[:300] for each in figures.errors[:5]],
    }  # fmt: skip


def show(found: dict) -> None:
    """Print the figures as tables."""
    console = Console()
    console.print(
        f"{found['seconds']:.0f} s, {found['games']} games, {found['entries heard']} entries heard "
        f"by spectators, errors: {found['errors']}"
    )
    times = Table("milliseconds", "number", "median", "95 %", "99 %", "most")
    for name, row in found["times"].items():
        times.add_row(name, *(f"{value:.0f}" for value in row.values()))
    console.print(times)
    space = Table("MiB", "first", "last", "most", "per minute, later half", "curve")
    for name, row in found["memory"].items():
        *figures, curve = row.values()
        space.add_row(name, *(f"{value:.1f}" for value in figures), " ".join(map(str, curve)))
    console.print(space)
    shares = (f"{name} {value:.2f}" for name, value in found["processors"].items())
    console.print("processors used:", ", ".join(shares))
    for error in found["first errors"]:
        console.print(error, markup=False)
