"""What can be chosen about the search, with the values that matches have shown to be good."""

from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from crosscut.core.arguments import DEVICES
from crosscut.core.errors import BadOption
from crosscut.core.process import cores
from crosscut.rules.game import Game
from crosscut.search.limits import Limits

MOST_PILOTS = 12
"""Threads that keep a GPU busy; more would wait for each other."""


@dataclass(frozen=True)
class Options:
    """Options of the engine; docs/engine.md tells what each is worth."""

    explore: float = 0.0
    """How much a move that was tried less is favoured; the constant of UCT."""
    amaf: bool = True
    """Whether a tap is judged by all simulations in which it was made at some time (GRAVE)."""
    reference: int = 50
    """Visits from which on a node keeps such statistics of its own."""
    bias: float = 0.0001
    """How soon a node's own results outweigh those statistics; the higher the sooner."""
    expand: int = 2
    """Visits after which a leaf gets children."""
    solver: bool = True
    """Whether proven wins and losses are backed up."""
    decisive: bool = True
    """Whether a new node is looked through for taps that win at once."""
    informed: bool = True
    """Whether playouts answer a tap as the game says, where it knows how."""
    noise: float = 0.0
    """How often a move is played that was thought about less: for weak levels, `Engine.pick`."""
    threads: int = 0
    """Threads that search; 0 is one, and with a GPU several: see `hands`."""
    memory: int = 0
    """Megabytes that the tree may take; 0 is 256, and with a GPU 2048: see `room`."""
    device: str = "cpu"
    """What plays at random: ``cpu``, ``gpu``, or ``auto``, a GPU if there is one."""
    each: int = 64
    """Random games from each leaf, on a GPU."""
    leaves: int = 256
    """Leaves that all threads send to a GPU in one turn; several turns are under way at once."""
    share: int = 16
    """Leaves of the tree, at least, for each one that is sent to a GPU in one turn."""

    @property
    def hands(self) -> int:
        """How many threads search."""
        beside = max(1, min(cores() - 1, MOST_PILOTS))  # one thread speaks to the GPU
        return self.threads or (beside if self.device == "gpu" else 1)

    @property
    def room(self) -> int:
        """How many megabytes the tree may take."""
        return self.memory or (2048 if self.device == "gpu" else 256)


class Settings(NamedTuple):
    """The options that compiled code asks for, as numbers."""

    explore: float
    amaf: int
    reference: int
    bias: float
    expand: int
    solver: int
    decisive: int
    informed: int
    each: int
    """Random games from each leaf."""
    share: int
    """Leaves of the tree, at least, for each one that a thread sends elsewhere in one turn."""


PLAIN_EXPLORE = 0.7
"""The constant of UCT where nothing but results guides the search."""


def fitted(options: Options, game: Game) -> Options:
    """Return the options without statistics on taps, if those mean nothing in a game."""
    if game.timeless or not options.amaf:
        return options
    return replace(options, amaf=False, explore=max(options.explore, PLAIN_EXPLORE))


def settings(options: Options) -> Settings:
    """Return what compiled code has to know."""
    return Settings(
        float(options.explore),
        int(options.amaf),
        options.reference,
        float(options.bias),
        options.expand,
        int(options.solver),
        int(options.decisive),
        int(options.informed),
        options.each if options.device == "gpu" else 1,
        options.share * options.hands,
    )


def on_device(options: Options, device: str, limits: Limits | None) -> Options:
    """Return options for a device.

    ``auto`` is a GPU if there is one, but the CPU where simulations are counted: what they find is
    the same on every machine.
    """
    if device == "auto":
        from crosscut.core.devices.discovery import gpu_is_there

        counted = limits is not None and limits.simulations is not None
        device = "gpu" if not counted and gpu_is_there() else "cpu"
    return replace(options, device=device)


DEFAULT = "default"
PRESETS = {
    DEFAULT: Options(),
    "uct-plain": Options(
        explore=PLAIN_EXPLORE, amaf=False, expand=1, solver=False, decisive=False, informed=False
    ),
}
"""Engines by name; the second is the same search with everything but plain UCT switched off."""

LOWEST = {"explore": 0, "bias": 0, "noise": 0, "reference": 1, "expand": 1, "threads": 1}
LOWEST |= {"memory": 8, "each": 1, "leaves": 1, "share": 1}
HIGHEST = {"explore": 100, "bias": 100, "noise": 100, "reference": 10**9, "expand": 10**9}
HIGHEST |= {"threads": 256, "memory": 1 << 20, "each": 1 << 12, "leaves": 1 << 12}
HIGHEST |= {"share": 1 << 16}
WORDS = {"true": True, "yes": True, "on": True, "1": True}
WORDS |= {"false": False, "no": False, "off": False, "0": False}


def with_options(options: Options, changes: dict[str, str]) -> Options:
    """Return options with some changed, each given as text."""
    known = {field.name: field.type for field in fields(Options)}
    values = {}
    for name, text in changes.items():
        if name not in known:
            raise BadOption(f"the engine has no option {name!r}; it has {', '.join(known)}")
        kind = known[name]
        try:
            values[name] = WORDS[text.lower()] if kind is bool else kind(text)
        except (KeyError, ValueError):
            wanted = {bool: "on or off", int: "a whole number", float: "a number"}[kind]
            raise BadOption(f"{name}={text}: the option {name} is {wanted}") from None
        if name == "device" and text not in DEVICES:
            raise BadOption(f"device={text}: the option device is {', '.join(DEVICES)}")
        if name in LOWEST and not LOWEST[name] <= values[name] <= HIGHEST[name]:
            raise BadOption(
                f"{name}={text}: the option {name} is from {LOWEST[name]} to {HIGHEST[name]}"
            )
    return replace(options, **values)
