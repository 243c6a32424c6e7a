"""What may be done in a room now: a ruling returns the entry that a deed makes, or refuses it."""

from functools import singledispatch

from crosscut.apps.web.positions import Moment, after_turns
from crosscut.apps.web.rooms.clock import SECOND
from crosscut.apps.web.rooms.deeds import (
    REMATCH,
    TAKEBACK,
    Ask,
    Call,
    Decline,
    Deed,
    Grant,
    Play,
    Resign,
    Say,
)
from crosscut.apps.web.rooms.entries import Entry, Kind
from crosscut.apps.web.rooms.errors import NotNow, TooMuch
from crosscut.apps.web.rooms.room import Room

MOST_ENTRIES = 5000
"""Things that may have happened in a room before nothing is said, asked for or taken back there."""
MINUTE = 60 * SECOND


@singledispatch
def judge(deed: Deed, room: Room, seat: int, now: int, alone: bool) -> Entry:
    """Return the entry that a deed makes, or raise why it cannot be done now."""
    raise NotImplementedError


@judge.register
def _(deed: Play, room: Room, seat: int, now: int, alone: bool) -> Entry:
    must_be_playable(room)
    if deed.number != len(room.turns):
        raise NotNow(
            f"that was meant to be turn {deed.number + 1}, but {len(room.turns)} are played"
        )
    if room.position.to_play != seat:
        raise NotNow("it is the other player's turn")
    return room.turn(deed.turn, seat, now, deed.key)


@judge.register
def _(deed: Resign, room: Room, seat: int, now: int, alone: bool) -> Entry:
    must_go_on(room)
    return room.entry(now, seat, Kind.RESIGN, deed.key)


@judge.register
def _(deed: Ask, room: Room, seat: int, now: int, alone: bool) -> Entry:
    must_make_sense(room, deed.what, seat)
    if alone or room.asked.get(deed.what) == 1 - seat:
        return granted(room, deed, seat, now, asker=seat)
    if deed.what in room.asked:
        raise NotNow(f"a {deed.what} has been asked for already")
    return room.entry(now, seat, Kind.ASK, deed.key, what=deed.what)


@judge.register
def _(deed: Grant, room: Room, seat: int, now: int, alone: bool) -> Entry:
    asker = room.asked.get(deed.what)
    if asker != 1 - seat:
        raise NotNow(f"the other player does not ask for a {deed.what}")
    return granted(room, deed, seat, now, asker)


def granted(room: Room, deed: Ask | Grant, seat: int, now: int, asker: int) -> Entry:
    """Return the entry by which a wish is fulfilled; the room of a rematch comes later."""
    if deed.what == REMATCH:
        return room.entry(now, seat, Kind.REMATCH, deed.key, room="")
    turns = back_to(room, asker)
    return room.entry(now, seat, Kind.TAKEBACK, deed.key, turns=turns, to_play=asker)


@judge.register
def _(deed: Decline, room: Room, seat: int, now: int, alone: bool) -> Entry:
    if deed.what not in room.asked:
        raise NotNow(f"nobody asks for a {deed.what}")
    return room.entry(now, seat, Kind.DECLINE, deed.key, what=deed.what)


@judge.register
def _(deed: Say, room: Room, seat: int, now: int, alone: bool) -> Entry:
    return room.entry(now, seat, Kind.SAY, deed.key, text=deed.text)


@judge.register
def _(deed: Call, room: Room, seat: int, now: int, alone: bool) -> Entry:
    return room.entry(now, seat, Kind.CALL, deed.key, name=deed.name)


def check_measure(room: Room, entry: Entry, per_minute: int) -> None:
    """Refuse what goes on for too long, or is said and asked for too often; 0 is without limit.

    Turns, the first on a free seat, and what ends a game are always possible.
    """
    if not entry.rate_limited and entry.kind != Kind.TAKEBACK:
        return
    if room.number >= MOST_ENTRIES:
        raise NotNow("too much has happened in this room; go on in a new one")
    lately = sum(seat == entry.seat and at > entry.at - MINUTE for seat, at in room.talk)
    if per_minute and entry.rate_limited and lately >= per_minute:
        raise TooMuch("that is a lot at once; wait a little")


def must_go_on(room: Room) -> None:
    """Refuse what only a game under way allows."""
    if room.over:
        raise NotNow("the game is over")


def must_be_playable(room: Room) -> None:
    """Refuse to change the board of a game that is over, or whose rules have changed."""
    must_go_on(room)
    if room.broken:
        raise NotNow(room.broken)


def must_make_sense(room: Room, what: str, seat: int) -> None:
    """Refuse to ask for what there is not."""
    if what == TAKEBACK:
        must_be_playable(room)
        back_to(room, seat)
    elif not room.over:
        raise NotNow("a rematch comes after the end")
    elif room.next:
        raise NotNow("the rematch has begun already")


def back_to(room: Room, seat: int) -> int:
    """Return how many turns stay if a seat takes its last one back."""
    for count in range(len(room.turns) - 1, -1, -1):
        moment = Moment(start=room.charter.start, turns=tuple(room.turns[:count]))
        if after_turns(moment).to_play == seat:
            return count
    raise NotNow("you have played nothing that could be taken back")
