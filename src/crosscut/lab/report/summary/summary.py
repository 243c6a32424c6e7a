"""Six answers at the top of a report, in the order in which a designer asks.

What was seen is told in the past tense; what follows for all such games has its interval. Where
there are too few games, or the engine's opinion is worth nothing, it says that it cannot be told.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from crosscut.core.text import counted
from crosscut.lab.report.measure import Figure, Measure, Table
from crosscut.lab.report.number_format import SPACE
from crosscut.lab.report.summary import sketches
from crosscut.lab.report.summary.claims import Known, Piece, plain, share_text, sure_text
from crosscut.lab.report.summary.oddities import oddity
from crosscut.lab.report.summary.reference import LEAST_GAMES
from crosscut.lab.report.summary.sketches import Sketch, Whisker
from crosscut.lab.stats import wilson

NEAR = 0.05
"""A share is close to even if its whole interval is nearer to one half than this."""
UNFAIR_Z = 2.575829
"""Standard deviations on each side that hold 99 %: what it takes to call a game unfair."""
ROUGH = 0.3
"""A median is told roughly if its interval is wider than this part of it."""
OPEN, SETTLED = 0.65, 0.75
"""The later winner's chance half-way below which games are open, and above which settled."""


@dataclass(frozen=True)
class Answer:
    """A question of a designer, with a sentence and a picture for an answer."""

    key: str
    question: str
    sentence: tuple[Piece, ...]
    note: tuple[Piece, ...] = ()
    """What is said below the picture, in small letters."""
    sketch: Sketch | None = None
    told: bool = True
    """Whether the question could be answered at all."""

    @property
    def text(self) -> str:
        """The sentence without links."""
        return plain(self.sentence)

    @property
    def small_text(self) -> str:
        """The note without links."""
        return plain(self.note)


def answers(about: Mapping, measures: Mapping[str, Measure]) -> list[Answer]:
    """Return the six answers; of a report without measures there are none."""
    known = Known(about, measures)
    return [answer(known) for answer in ANSWERS] if measures else []


def untold(key: str, question: str, why: Sequence[Piece], note: Sequence[Piece] = ()) -> Answer:
    """Return the answer that there is none."""
    return Answer(key, question, tuple(why), tuple(note), sketches.blank(plain(tuple(why))), False)


def too_few(figure: Figure | None) -> str:
    """Say of how many games nothing can be told."""
    if figure is None or figure.n is None:
        return "it was not measured"
    if not figure.n:
        return "there are no games to tell it by"
    return f"{counted(figure.n)} are too few" if figure.n < LEAST_GAMES else "it was not measured"


def ranked(known: Known, name: str) -> list[Piece]:
    """Return a sentence on how a figure stands among other games, if that is known."""
    rank = known.rank(name)
    if rank is None:
        return []
    said = rank.text(" other games at their usual sizes" if rank.grows else " other games")
    pieces = [known.cite(name, said[0].upper() + said[1:]), "."]
    return [*pieces, f" {known.reference_play}"] if known.reference_play else pieces


# Does it end?


def does_it_end(known: Known) -> Answer:
    """Tell whether games come to an end, and whether somebody wins."""
    key, question = "end", "Does it end?"
    broken, draws = known.figure("unfinished"), known.figure("draws")
    if broken is None or not broken.n or broken.n < LEAST_GAMES:
        return untold(key, question, [f"Whether games end cannot be told: {too_few(broken)}."])
    n, left = broken.n, broken.value
    low, high = wilson(left, n)
    share = share_text(left / n)
    drawn = draws.value * (n - left) / n if draws is not None else 0.0
    sketch = sketches.parts(
        [("won", 1 - left / n - drawn), ("drawn", drawn), ("broken off", left / n)]
    )
    if left == n:
        sentence = [
            "No game came to an end: ",
            known.cite("unfinished", f"all {n} were broken off"),
        ]
        return Answer(key, question, (*sentence, "."), (), sketch)
    if left:
        sentence = [
            "Not every game ends: ",
            known.cite("unfinished", f"{left} of {n} were broken off"),
            f", {share} ({share_text(low).split()[0]} to {share_text(high).split()[0]})",
        ]
    else:
        sentence = [
            "It ended every time: ",
            known.cite("unfinished", f"all {n} games"),
            " came to an end",
        ]
    if draws is not None and draws.n and draws.n >= LEAST_GAMES:
        drawn_text = "none was drawn" if not draws.value else f"{sure_text(draws)} were drawn"
        sentence += [", and ", known.cite("draws", drawn_text)]
    surely = f"{math.floor(1000 * (1 - high)) / 10:g}"
    note = f"With 95 % confidence at least {surely}{SPACE}% of games played like these end."
    note = [] if left else [note]
    return Answer(key, question, (*sentence, "."), tuple(note), sketch)


# Is it fair?

VERDICTS: dict[str, tuple[str, bool]] = {
    "cured": (
        "Yes, by the pie rule: some openings are near even, and swaps are better than blind",
        True,
    ),
    "near even": ("No seat was shown to be ahead", True),
    "unfair": ("No: the {seat} seat wins more{little}", True),
    "first colour wins": ("No: whoever has the first colour wins, whatever the opening", True),
    "second colour wins": ("No: whoever has the second colour wins, whatever the opening", True),
    "cannot be told": ("Whether it is fair cannot be told", False),
    "too few games": ("Whether it is fair cannot be told: there are too few games", False),
}
"""What is said of each verdict of the measure of balance, and whether it is an answer."""


def is_it_fair(known: Known) -> Answer:
    """Tell whether a seat or a colour is better off."""
    key, question = "fair", "Is it fair?"
    first, verdict = known.sure("first seat"), known.figure("balance")
    if verdict is None and first is None:
        few = too_few(known.figure("first seat"))
        return untold(key, question, [f"Whether it is fair cannot be told: {few}."])
    sketch = fair_sketch(known)
    note = (
        [known.cite("first seat", f"The first seat won {sure_text(first)}"), "."] if first else []
    )
    if verdict is not None:
        said, told = VERDICTS.get(str(verdict.value), (str(verdict.value), True))
        seat = "first" if first is None or first.value > 0.5 else "second"
        little = first is not None and abs(first.value - 0.5) < NEAR
        said = said.format(seat=seat, little=", but by little" if little else "")
        sentence = (known.cite("balance", said), ".")
        if first is not None and verdict.value in ("unfair", "near even"):
            note.append(f" {how_uneven(known, first, verdict.value == 'unfair')}")
        return Answer(key, question, sentence, tuple(note), sketch, told)
    low, high = first.interval
    leader = "first" if first.value > 0.5 else "second"
    uneven, swap = low > 0.5 or high < 0.5, known.figure("swaps") is not None
    close = low >= 0.5 - NEAR and high <= 0.5 + NEAR
    if uneven:
        verb = "favours" if surely_unfair(first) else "may favour"
        said, told = f"It {verb} the {leader} seat", True
    elif close and not swap:
        said, told = "The seats are close to even", True
    else:
        said, told = "Whether it is fair cannot be told", False
    sentence = (f"{said}: the first seat won ", known.value("first seat"), ".")
    if swap:
        note = ["Blind swaps make the seats even in any game, so their shares say little."]
    elif not told:
        far = 100 * max(0.5 - low, high - 0.5)
        note = [f"An advantage of {far:.0f} points to either side cannot be ruled out."]
    else:
        note = [f"Of {counted(first.n)}."]
    return Answer(key, question, sentence, tuple(note), sketch, told)


def how_uneven(known: Known, first: Figure, ahead: bool) -> str:
    """Say by how much a seat is ahead, or may be; and what swaps make of that."""
    far = sorted(100 * abs(end - 0.5) for end in first.interval)
    leader = "first" if first.value > 0.5 else "second"
    if ahead:
        return f"So the {leader} seat is {far[0]:.0f} to {far[1]:.0f} points above even."
    if known.figure("swaps") is None:
        return f"An advantage of {far[1]:.0f} points cannot be ruled out."
    return "Swaps at random would do that in any game: openings may still be better for one colour."


def surely_unfair(first: Figure) -> bool:
    """Tell whether a seat is ahead at 99 %."""
    low, high = wilson(first.value * first.n, first.n, UNFAIR_Z)
    return not low <= 0.5 <= high


def fair_sketch(known: Known) -> Sketch:
    """Return the shares of the first seat, and of the first colour if that is known."""
    rows = [
        Whisker(label, each.value, *each.interval)
        for label, each in (
            ("first seat", known.sure("first seat")),
            ("first colour", known.sure("first colour")),
        )
        if each is not None
    ]
    return sketches.shares(rows, "loses", "wins", "even") if rows else sketches.blank("no share")


# How long is it?


def how_long(known: Known) -> Answer:
    """Tell how many moves a game takes."""
    key, question = "long", "How long is it?"
    length, table = known.sure("median length"), known.table("lengths")
    if length is None or table is None:
        few = too_few(known.figure("median length"))
        return untold(key, question, [f"How long a game is cannot be told: {few}."])
    counts = [(int(number), int(games)) for number, games in table.rows]
    half = middle_half(counts)
    low, high = length.interval
    if high - low > ROUGH * length.value:
        sentence = [
            "Only roughly: a game takes ",
            known.cite("median length", f"between {low:.0f} and {high:.0f} moves"),
            " in the median",
        ]
    else:
        sentence = ["A game takes ", known.value("median length"), " in the median"]
    sentence.append(f"; the middle half took {half[0]} to {half[1]}.")
    note = ranked(known, "median length")
    sketch = sketches.histogram(counts, half, length.value)
    return Answer(key, question, tuple(sentence), tuple(note), sketch)


def middle_half(counts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the least numbers that a quarter, and three quarters, do not exceed."""
    total, seen, found = sum(games for _, games in counts), 0, []
    for number, games in counts:
        seen += games
        while len(found) < 2 and seen * 4 >= total * (1 + 2 * len(found)):
            found.append(number)
    return found[0], found[1]


# How deep is it?


def how_deep(known: Known) -> Answer:
    """Tell how much thinking pays."""
    key, question = "deep", "How deep is it?"
    doubling, strength = known.sure("per doubling"), known.sure("strength")
    figure, name = (doubling, "per doubling") if doubling else (strength, "strength")
    sketch = deep_sketch(known)
    if figure is None or sketch is None:
        why = "too little was played to tell" if known.figure("strength") else "it was not played"
        return untold(key, question, [f"Whether thinking pays cannot be told: {why}."])
    note = ranked(known, name)
    low, high = figure.interval
    if low <= 0:
        why = f"it may be {low:.0f} to {high:.0f} Elo" + (" per doubling" if doubling else "")
        sentence = ["Whether thinking pays cannot be told: ", known.cite(name, why), "."]
        return Answer(key, question, tuple(sentence), tuple(note), sketch, False)
    if doubling is not None:
        effort = doubling.name.partition(", ")[2]  # such as: Elo per doubling, high effort
        where = f", on average at {effort} ({doubling.note})" if effort else ""
        sentence = ["Thinking pays: twice the thought is worth ", known.value(name), where, "."]
    else:
        best = known.figure("strongest")
        who = f"{best.value} a turn" if best is not None else "the strongest"
        sentence = [
            f"Thinking pays: {who} is ",
            known.value(name),
            " above random play",
            "; how far it goes on was not found." if known_open(known) else ".",
        ]
    return Answer(key, question, tuple(sentence), tuple(note), sketch)


def known_open(known: Known) -> bool:
    """Tell whether the climb ended because nobody stronger was tried."""
    levels = known.figure("levels")
    return levels is not None and levels.interval is None


def deep_sketch(known: Known) -> Sketch | None:
    """Return the strength by effort as a curve, if two efforts were tried."""
    table = known.table("strengths")
    if table is None or len(table.rows) < 2:
        return None
    spread = len(table.columns) > 2 and table.columns[2] != "from"
    points = [
        (number, row[1], *((row[1] - row[2], row[1] + row[2]) if spread else row[2:4]))
        for number, row in enumerate(table.rows)
    ]
    low, high = min(0.0, *(point[2] for point in points)), max(point[3] for point in points)
    names = [str(row[0]) for row in table.rows]
    best = max(range(len(points)), key=lambda at: points[at][1])
    told = ", ".join(f"{name} {point[1]:.0f}" for name, point in zip(names, points, strict=True))
    return sketches.curve(
        points,
        (names[0], names[-1]),
        (best, f"{points[best][1]:.0f} Elo"),
        (low, high),
        0.0,
        f"A curve of Elo above random play by effort, with its interval: {told}.",
    )


# Is it tense?


def is_it_tense(known: Known) -> Answer:
    """Tell how long games stay open, by the engine's opinion."""
    key, question = "tense", "Is it tense?"
    half_way, table = known.sure("half-way"), known.table("chances")
    if known.opinion_is_worthless:
        unshown = "the engine's opinion is not shown to be better than chance"
        why = known.cite("calibration", unshown)
        return untold(key, question, ["Whether it is tense cannot be told: ", why, "."])
    if known.opinion_is_worthless_half_way and table is not None:
        return open_half_way(known, table)
    if half_way is None or table is None:
        few = too_few(known.figure("half-way"))
        return untold(key, question, [f"Whether it is tense cannot be told: {few}."])
    low, high = half_way.interval
    stood = known.value("half-way", "%")
    if high < OPEN:
        sentence = ["It stays open long: half-way the later winner stood at ", stood]
    elif low > SETTLED:
        sentence = ["Much is settled early: half-way the later winner stood at ", stood]
    else:
        sentence = ["Half-way through, the later winner stood at ", stood]
    sentence.append(", as the engine saw it.")
    note = [] if known.opinion_is_checked else ["Its opinion was not compared with results."]
    return Answer(key, question, tuple(sentence), tuple(note), tense_sketch(table.rows))


def open_half_way(known: Known, table: Table) -> Answer:
    """Tell that the engine does not know half-way who will win; a stronger one might."""
    unknown = "half-way the engine was not shown to know who will win"
    middle = known.cite("calibration in the middle", unknown)
    sentence = ["Whether it is tense is known of its end alone: ", middle, "."]
    note = ["A stronger engine might tell."]
    if known.sure("three quarters") is not None:
        later = known.value("three quarters", "%")
        note = ["After three quarters the later winner stood at ", later, ". ", *note]
    return Answer("tense", "Is it tense?", tuple(sentence), tuple(note), tense_sketch(table.rows))


def tense_sketch(rows: Sequence[Sequence]) -> Sketch:
    """Return the chance of the later winner through a game, with the band of most games."""
    points = [tuple(map(float, row[1:5])) for row in rows]
    middle = min(range(len(points)), key=lambda at: abs(points[at][0] - 50))
    return sketches.curve(
        points,
        ("start", "end"),
        (middle, f"{100 * points[middle][1]:.0f} % half-way"),
        (0.0, 1.0),
        0.5,
        "The win chance of the later winner through a game, with the band that holds the middle "
        "80 % of games: "
        + ", ".join(f"{points[at][1]:.2f} at {points[at][0]:.0f} %" for at in {0, middle})
        + f", {points[-1][1]:.2f} in the end.",
    )


# What is odd about it?


def what_is_odd(known: Known) -> Answer:
    """Tell what sets the game apart."""
    key, question = "odd", "What is odd about it?"
    found = oddity(known)
    if found is None:
        why = "What is odd cannot be told: there is nothing to compare the game with."
        return untold(key, question, [why])
    return Answer(key, question, found.sentence, found.note, found.sketch)


ANSWERS: tuple[Callable[[Known], Answer], ...] = (
    does_it_end,
    is_it_fair,
    how_long,
    how_deep,
    is_it_tense,
    what_is_odd,
)
