"""Players by text, such as ``random``, ``level3``, ``default:0.2s,threads=2`` or ``gtp:gnugo``."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from crosscut.core.errors import BadOption
from crosscut.core.process import cores
from crosscut.lab.matches import openspiel_player as openspiel
from crosscut.lab.matches.engine_player import EnginePlayer
from crosscut.lab.matches.gtp_client import read_command
from crosscut.lab.matches.gtp_player import GtpPlayer
from crosscut.lab.matches.openspiel_player import UCT_C, OpenSpielPlayer
from crosscut.lab.matches.player import Player
from crosscut.lab.matches.random_player import RandomPlayer
from crosscut.rules.game import Game
from crosscut.search.levels import LEVELS, level
from crosscut.search.limits import Limits
from crosscut.search.options import PRESETS, with_options

FORMS = "random, a level, PRESET:LIMIT, openspiel:LIMIT or gtp:COMMAND"
LIMIT = r"([0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})\s*(s|ms|sims?|simulations?|)"
UNITS = {"s": 1.0, "ms": 0.001}


@dataclass(frozen=True)
class Spec:
    """A player who can be made when he is needed."""

    text: str
    make: Callable[[Game], Player]
    check: Callable[[Game], None] = lambda game: None
    """Raises an error if he does not play a game."""
    threads: int = 1
    """How many cores he uses while he thinks."""
    details: str = ""
    """What a name such as that of a level stands for at present."""


def read_spec(text: str, patience: float = 60.0) -> Spec:
    """Return the player that a text describes; an external engine has so many seconds a turn."""
    text = text.strip()
    head, colon, rest = text.partition(":")
    head = head.strip().lower()
    if head == "gtp":
        return external_spec(text, rest, patience)
    limits, options = read_words(text, rest) if colon else (None, {})
    if head == "random" and not colon:
        return Spec(text, lambda game: RandomPlayer())
    if head == "openspiel":
        return openspiel_spec(text, limits, options)
    return engine_spec(text, head, limits, options)


def engine_spec(text: str, head: str, limits: Limits | None, changes: dict[str, str]) -> Spec:
    """Return our engine by a preset and limits, or by a level, with some options changed."""
    found = None if head in PRESETS else level(head)
    if found is not None:
        options, limits = found.options, limits or found.limits
    elif head in PRESETS:
        options = PRESETS[head]
        limits = limits or missing_limit(text, head)
    else:
        known = [*PRESETS, *(each.name for each in LEVELS), "random", "openspiel", "gtp"]
        near = get_close_matches(head, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"a player is {FORMS}"
        raise BadOption(f"there is no player {text!r}; {hint}")
    options = with_options(options, changes)
    return Spec(
        text,
        lambda game: EnginePlayer(options, limits),
        threads=options.hands if options.device == "cpu" else cores(),  # they share the GPU
        details=f"{options}, {limits}",
    )


def openspiel_spec(text: str, limits: Limits | None, options: dict[str, str]) -> Spec:
    """Return OpenSpiel's search within some limits."""
    limits = limits or missing_limit(text, "openspiel")
    try:
        uct_c = float(options.pop("uct_c", UCT_C))
    except ValueError:
        raise BadOption(f"{text}: uct_c is a number") from None
    if options:
        raise BadOption(f"{text}: OpenSpiel's search has the option uct_c only")
    return Spec(text, lambda game: OpenSpielPlayer(game, limits, uct_c), openspiel.refuse_others)


def external_spec(text: str, rest: str, patience: float) -> Spec:
    """Return an external engine by its command line, before which seconds a turn may stand."""
    first, colon, command = rest.partition(":")
    seconds = re.fullmatch(LIMIT, first.strip().lower()) if colon else None
    if seconds:
        kind, limit = read_limit(text, first.strip())
        if kind != "seconds":
            raise BadOption(f"{text}: an external engine can be limited by seconds only")
    else:
        command, limit = rest, None
    words = read_command(command)
    return Spec(text, lambda game: GtpPlayer(game, words, patience, limit))


def missing_limit(text: str, head: str) -> Limits:
    """Say how limits are given."""
    raise BadOption(f"{text} needs a limit: {head}:0.2s or {head}:400")


def read_words(text: str, rest: str) -> tuple[Limits | None, dict[str, str]]:
    """Return the limits, if there are any, and the options of a text such as 0.2s,threads=2."""
    limits, options = {}, {}
    for word in (word.strip() for word in rest.split(",")):
        name, equals, value = word.partition("=")
        where, key, given = (
            (options, name.strip(), value.strip()) if equals else (limits, *read_limit(text, word))
        )
        if key in where:
            raise BadOption(f"{text}: {key} is given twice")
        where[key] = given
    return (Limits(**limits) if limits else None), options


def read_limit(text: str, word: str) -> tuple[str, float]:
    """Return the kind and the amount of a limit such as 0.2s, 200ms, 400 or 400sims."""
    found = re.fullmatch(LIMIT, word.lower())
    if not found:
        raise BadOption(
            f"{text}: {word!r} is neither a limit, as 0.2s or 400, nor an option, as threads=2"
        )
    amount, unit = found.groups()
    if unit in UNITS:
        return "seconds", float(amount) * UNITS[unit]
    if not amount.isdigit():
        raise BadOption(f"{text}: {word} is no whole number of simulations; seconds are {word}s")
    return "simulations", int(amount)
