"""What sets a game apart: rules that show in play, and figures outside those of all other games."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crosscut.core.text import counted
from crosscut.lab.report.summary import sketches
from crosscut.lab.report.summary.claims import Cite, Known, Piece, share_text, sure_text
from crosscut.lab.report.summary.reference import LEAST_GAMES, Rank, rank
from crosscut.lab.report.summary.sketches import Sketch, Whisker
from crosscut.lab.stats import wilson

CHARACTER = ("results", "mirrors", "coverage")
"""The measures whose figures are looked through, those of random play excepted."""
AT_RANDOM = "at random"
ALWAYS = 0.95
"""From this share on, surely, something happens nearly always."""
WORKS = 0.1
"""A mirroring strategy works if it surely gets more than this share of the points ..."""
COPIED = 0.5
"""... and could copy at least this share of its turns."""
UNUSED_GAMES = 10
"""Games for each first move from which on it says something if one is never made."""
LEAST_SPREAD = 0.05
"""Values of others that are nearer to each other than this count as so far apart."""
MOST = 2
"""How many oddities are named."""
CLAUSES = {
    ("results", "draws"): ("more games are drawn", "fewer games are drawn"),
    ("results", "first seat"): ("the first seat wins more", "the first seat wins less"),
    ("results", "swaps"): ("more games are swapped", "fewer games are swapped"),
    ("coverage", "occupied in the end"): (
        "more of the board is full in the end",
        "less of the board is full in the end",
    ),
}
"""What is said of a figure that is larger, or smaller, than all others."""


@dataclass(frozen=True)
class Oddity:
    """What is said about what is odd."""

    sentence: tuple[Piece, ...]
    note: tuple[Piece, ...]
    sketch: Sketch


@dataclass(frozen=True)
class Sight:
    """One thing that is odd, with the figure it rests on."""

    said: tuple[Cite, *tuple[Piece, ...]]
    """A clause that can stand after another one; it begins with words that lead to the figure."""
    name: str


def oddity(known: Known) -> Oddity | None:
    """Return what is odd; None if there is nothing to tell it by."""
    ranks = sorted(ranks_of(known), key=unusual, reverse=True)
    seen = list(of_rules(known))
    told = {known.place(each.name)[0] for each in seen}
    for each in ranks:
        if each.outside and each.measure not in told:  # figures of one measure say much the same
            told.add(each.measure)
            seen.append(outside(known, each))
    if not seen and not ranks:
        return None
    note: list[Piece] = []
    if ranks:
        others = max(len(each.peers) for each in ranks)
        note.append(
            f"{counted(len(ranks), 'figure')} compared with those of {others} other games. Among "
            f"equal games chance puts up to one figure in {(others + 1) / 2:.0f} outside."
        )
        note.append(f" {told}" if (told := known.reference_play) else "")
    if not seen:
        nearest = known.cite(
            f"{ranks[0].measure}: {ranks[0].figure.name}", repr(ranks[0].figure.name)
        )
        start = "Nothing stands out: no figure lies outside those of all other games; nearest is "
        return Oddity((start, nearest, "."), tuple(note), sketches.large_strip(ranks[0]))
    pieces: list[Piece] = []
    for number, each in enumerate(seen[:MOST]):
        pieces += [*(["; "] if number else []), *each.said]
    first = pieces[0]
    pieces[0] = replace(first, text=first.text[0].upper() + first.text[1:])
    return Oddity((*pieces, "."), tuple(note), sketch_of(known, seen[0].name, ranks))


def sketch_of(known: Known, name: str, ranks: list[Rank]) -> Sketch:
    """Return the picture of an oddity: its strip, else its share, else the most unusual strip."""
    own = known.rank(name)
    if own is not None:
        return sketches.large_strip(own)
    figure = known.sure(name)
    if figure is not None and figure.unit == "%":
        return sketches.shares([Whisker(figure.name, figure.value, *figure.interval)])
    return sketches.large_strip(ranks[0]) if ranks else sketches.blank("there is no figure to draw")


# What follows from the rules.


def of_rules(known: Known) -> Iterator[Sight]:
    """Yield what is odd about the rules, as far as it shows in play."""
    broken = known.figure("unfinished")
    if broken is not None and broken.value and broken.n >= LEAST_GAMES:
        low, high = wilson(broken.value, broken.n)
        said = f"{broken.value} of {counted(broken.n)} did not end"
        between = f" ({share_text(low).split()[0]} to {share_text(high)} of such games)"
        yield Sight((known.cite("unfinished", said), between), "unfinished")
    draws = known.sure("draws")
    if draws is not None and draws.interval[0] > 0.5:
        said = "most games are drawn" if draws.value < 1 else "nobody ever won"
        yield Sight((known.cite("draws", said), f", {sure_text(draws)}"), "draws")
    swaps = known.sure("swaps")
    if swaps is not None and swaps.interval[0] > ALWAYS:
        yield Sight(
            (known.cite("swaps", f"nearly every game is swapped, {sure_text(swaps)}"),), "swaps"
        )
    elif swaps is not None and swaps.interval[1] < 1 - ALWAYS:
        yield Sight((known.cite("swaps", f"hardly anybody swaps, {sure_text(swaps)}"),), "swaps")
    yield from of_mirrors(known)
    yield from of_first_moves(known)


def of_mirrors(known: Known) -> Iterator[Sight]:
    """Yield the best mirroring strategy if it works."""
    measure = known.measures.get("mirrors")
    working = []
    for figure in measure.figures if measure is not None else ():
        sure, copied = known.sure(f"mirrors: {figure.name}"), f"{figure.name}: turns copied"
        did = known.figure(f"mirrors: {copied}")
        if sure is not None and did is not None and did.value >= COPIED:
            if sure.interval[0] > WORKS:
                working.append(sure)
    if working:
        best = max(working, key=lambda each: each.value)
        name = f"mirrors: {best.name}"
        said = f"copying the opponent by {best.name} gets {sure_text(best)} of the points"
        yield Sight((known.cite(name, said),), name)


def of_first_moves(known: Known) -> Iterator[Sight]:
    """Yield that nearly all games begin alike, or that many first moves are never made."""
    share, most = known.sure("its share"), known.figure("first move")
    begun, choice = known.figure("begun"), known.figure("choice")
    if share is not None and most is not None and share.interval[0] > 0.5:
        said = f"most games begin at {most.value}, {sure_text(share)}"
        yield Sight((known.cite("its share", said),), "its share")
    elif begun is not None and choice is not None and begun.n >= UNUSED_GAMES * choice.value:
        never = round(choice.value) - begun.value
        if never >= choice.value / 2:
            said = (
                f"{never} of {choice.value:.0f} first moves were never made in {counted(begun.n)}"
            )
            yield Sight((known.cite("begun", said),), "begun")


# What lies outside all other games.


def ranks_of(known: Known) -> Iterator[Rank]:
    """Yield the figures that tell the character of a game, among those of others."""
    for name in CHARACTER:
        if name not in known.measures:
            continue
        for figure in known.measures[name].figures:
            found = rank(known.about, name, figure)
            if found is not None and not found.grows and AT_RANDOM not in figure.name:
                yield found


def unusual(found: Rank) -> tuple[float, float]:
    """Return how unusual a figure is: the share of others it passes, then how far it is away."""
    low, high = found.ends
    values = [peer.value for peer in found.peers]
    spread = max(values[-1] - values[0], LEAST_SPREAD)
    gap = max(low - max(peer.high for peer in found.peers), min(p.low for p in found.peers) - high)
    return max(found.above, found.below) / len(found.peers), gap / spread


def outside(known: Known, found: Rank) -> Sight:
    """Say that a figure lies outside those of all other games."""
    name, value = found.figure.name, sure_text(found.figure)
    usual = f"its figure {name!r} is higher", f"its figure {name!r} is lower"
    larger, smaller = CLAUSES.get((found.measure, name), usual)
    said = f"{larger if found.above else smaller} than in any of {len(found.peers)} other games"
    place = f"{found.measure}: {name}"
    return Sight((known.cite(place, said), f", {value}"), place)
