"""Commands about the clock."""

from crosscut.apps.gtp.protocol import BadSyntax
from crosscut.apps.gtp.registry import command, expect, read_colour, read_number, read_time
from crosscut.apps.gtp.session import Session
from crosscut.apps.gtp.time_control import Kind

FIELDS = {Kind.none: 0, Kind.absolute: 1, Kind.byoyomi: 3, Kind.canadian: 3}
"""How many numbers follow each kind of clock."""


@command("time_settings")
def time_settings(session: Session, words: list[str]) -> str:
    """Set main time, the time of a Canadian period and its stones; a period for 0 is no limit."""
    expect(words, 3, "time_settings takes main time, time of a period, stones of a period")
    main, period = read_time(words[0]), read_time(words[1])
    stones = read_number(words[2], most=10**6)
    if period > 0 and stones == 0:
        session.clock.set(Kind.none)
    else:
        session.clock.set(Kind.canadian, main, period, stones)
    return ""


@command("kgs-time_settings")
def kgs_time_settings(session: Session, words: list[str]) -> str:
    """Set a clock of a kind: none, absolute, canadian or byoyomi."""
    kind = words[0].lower() if words else ""
    if kind not in list(Kind) or len(words) != 1 + FIELDS[Kind(kind)]:
        raise BadSyntax(
            "say none, absolute MAIN, canadian MAIN PERIOD STONES or byoyomi MAIN PERIOD PERIODS"
        )
    seconds = [read_time(word) for word in words[1:3]]
    counts = [read_number(word, 1, 10**6) for word in words[3:]]
    session.clock.set(Kind(kind), *seconds, *counts)
    return ""


@command("time_left")
def time_left(session: Session, words: list[str]) -> str:
    """Hear what a colour has left: seconds, and stones or periods in overtime."""
    expect(words, 3, "time_left takes a colour, seconds, and stones or periods")
    colour, seconds = read_colour(words[0]), read_time(words[1])
    session.clock.tell(colour, seconds, read_number(words[2], most=10**6))
    return ""
