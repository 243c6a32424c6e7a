"""Which properties of SGF mean what, and which of our own there are."""

import re
from decimal import Decimal, InvalidOperation
from pathlib import Path

from crosscut.play.records.conventions import name_of
from crosscut.rules.game import Game

HEX, UNLISTED = "11", "99"
"""The number of Hex, and what our other games have instead of one: a file without is one of Go.

The list of numbers ends at 40. Zero would not do: many programs take it for none.
"""
INFO = {
    "name": "GN",
    "rules": "RU",
    "date": "DT",
    "event": "EV",
    "round": "RO",
    "place": "PC",
    "source": "SO",
    "annotator": "AN",
    "user": "US",
    "copyright": "CP",
    "about": "GC",
    "opening": "ON",
    "time": "TM",
    "overtime": "OT",
}
"""What is known about a game, with the property that holds it."""
RULES, FACT, SEED, DIAGRAM, MOVER, TAPS = "XR", "XI", "XS", "XD", "XP", "XT"
"""Our own: game and options where RU says something else, other facts, the seed of a set-up, a
set-up as a diagram and who is to move in it, and the taps of a turn that was begun."""
PLAYERS = "PB", "PW"
SET_UP = "AB", "AW", "AE"
MOVES = "B", "W"
CLOCKS = "BL", "WL"
ABOUT_FILE = "FF", "CA", "AP", "SZ"
"""What a file says about itself, which is written anew."""
ROOT_ONLY = {*INFO.values(), *PLAYERS, *ABOUT_FILE, "GM", "RE", RULES, FACT, SEED, DIAGRAM, MOVER}
OURS = {*ROOT_ONLY, *SET_UP, *MOVES, *CLOCKS, "C", "PL", TAPS}
"""Properties that are understood, so that they never are among a node's others."""
BY_COLOUR = {"BR": "WR", "BT": "WT", "OB": "OW", "GB": "GW"}
"""Properties of a player's, which have to follow if the colours change their names."""
OTHER_COLOUR = BY_COLOUR | {white: black for black, white in BY_COLOUR.items()}


def rules_text(game: Game) -> str:
    """Return the game, its variant and the pie rule in words that are read back."""
    return f"{name_of(game)}; {game.variant}; {'' if game.pie else 'no '}pie rule"


def read_rules(text: str) -> tuple[str, str, bool] | None:
    """Return the name of a game, its variant and whether it has the pie rule, if a text says so."""
    found = re.fullmatch(r"([^;]+); (.+); (no )?pie rule", text.strip(), re.DOTALL)
    return (Path(found[1]).name, found[2], not found[3]) if found else None


def seconds_text(seconds: float) -> str:
    """Return seconds as SGF writes numbers: without exponents, and without loss."""
    return format(Decimal(repr(float(seconds))).normalize(), "f")


def read_seconds(text: str) -> float | None:
    """Return the seconds that a value gives, or None if it gives none."""
    try:
        return float(Decimal(text)) if re.fullmatch(r"[+-]?\d{1,12}(\.\d{0,30})?", text) else None
    except InvalidOperation:
        return None
