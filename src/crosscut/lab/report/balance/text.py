"""The balance of a game in words: who wins, why, and what would tell where that is not known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from crosscut.lab.report.balance.balance import (
    GAIN_LEVEL,
    UNFAIR_LEVEL,
    Evidence,
    Verdict,
    right_swaps,
)
from crosscut.lab.report.balance.forced_openings import HIGH, LEAST, LEVEL, LOW, Score, Standing
from crosscut.lab.report.number_format import grouped

SEATS = ("first seat", "second seat")


@dataclass(frozen=True)
class Words:
    """What the colours and openings of a game are called."""

    colours: tuple[str, str]
    openings: Mapping[int, str]
    no_openings: str = ""
    """Why there is no map of openings, if that is so."""


def explained(found: Evidence, words: Words) -> str:
    """Return the verdict in a few sentences, with the numbers it rests on."""
    tell = {
        Verdict.few: few,
        Verdict.first: whatever_the_opening,
        Verdict.second: whatever_the_opening,
        Verdict.unfair: unfair,
        Verdict.even: near_even,
        Verdict.cured: cured,
        Verdict.unknown: unknown,
    }[found.verdict]
    return " ".join(tell(found, words))


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.1f} %"


def spoken(score: Score, confidence: float, noun: str = "games") -> str:
    """Return a share with its interval: 53.7 % of 41 games (99 %: 34.8 to 71.6)."""
    text = f"{percent(score.share)} of {grouped(score.games, 0)} {noun}"
    interval = score.interval(confidence)
    if interval is None:
        return text
    low, high = (f"{100 * end:.1f}" for end in interval)
    return f"{text} ({100 * confidence:.0f} %: {low} to {high})"


def wins_of(score: Score, colour: int) -> str:
    """Return the points of a colour and the games they come from: 22 of 22."""
    points = score.points if colour == 0 else score.games - score.points
    return f"{points:g} of {score.games}"


def tried(found: Evidence) -> str:
    """Say how many openings were tried."""
    some, all_ = len(found.forced), found.openings
    if some == all_:
        return "the only opening" if all_ == 1 else f"all {grouped(all_, 0)} openings"
    return f"{some} of {grouped(all_, 0)} openings"


def sides(found: Evidence, words: Words) -> str:
    """Say how many openings are one-sided for whom, near even or not decided."""
    counts = (
        (found.standing(Standing.first), f"one-sided for {words.colours[0]}"),
        (found.standing(Standing.second), f"one-sided for {words.colours[1]}"),
        (found.standing(Standing.even), "near even"),
        (found.standing(Standing.unconfirmed), "near even but not confirmed"),
        (found.standing(Standing.undecided, Standing.few), "undecided"),
    )
    told = ", ".join(f"{len(some)} {what}" for some, what in counts if some)
    return f"{tried(found)[0].upper()}{tried(found)[1:]} were tried: {told}."


def as_played(found: Evidence) -> str:
    """Say what the first seat has won."""
    return f"The first seat won {spoken(found.seats, UNFAIR_LEVEL)}"


def swapping(found: Evidence) -> str:
    """Say how often swaps were right."""
    swaps = found.swaps
    if swaps.games == 0:
        return "No swap was decided after a one-sided opening."
    text = f"Swaps after one-sided openings were right in {spoken(swaps, GAIN_LEVEL, 'decisions')}"
    if found.better_than_blind:
        return f"{text}, where the toss of a coin is right in half."
    if found.worse_than_blind:
        return f"{text}, less often than the toss of a coin."
    return f"{text}, which is not shown to be better than the toss of a coin."


# One verdict each.


def few(found: Evidence, words: Words) -> Iterator[str]:
    """Say that nothing is known."""
    yield f"{found.seats.games} games that ended are too few to tell; {LEAST} are the least."


def whatever_the_opening(found: Evidence, words: Words) -> Iterator[str]:
    """Say which colour always wins, and what that makes of the shares of the seats."""
    colour = found.wins_always
    name, total = (
        words.colours[colour],
        sum((each.score for each in found.forced.values()), Score()),
    )
    yield (
        f"{name} wins whatever the opening: with the first turn forced and no swap, {tried(found)} "
        f"{'is' if found.openings == 1 else 'are'} one-sided for {name}, which won "
        f"{wins_of(total, colour)} of these games."
    )
    parts = ((found.swapped, "after a swap"), (found.kept, "without a swap"))
    told = " and ".join(
        f"{wins_of(score, colour)} games {how}" for score, how in parts if score.games
    )
    yield f"As played {name} won {told}."
    swaps = right_swaps(found.forced, found.played)
    interval, share = swaps.interval(GAIN_LEVEL), percent(found.seats.share)
    if interval is None:
        yield f"The first seat's {share} say nothing of that."
    elif interval[0] > 0.5:
        yield (
            f"{as_played(found)}, because the second seat decided right in {percent(swaps.share)} "
            "of them."
        )
    elif interval[1] < 0.5:
        yield f"{as_played(found)}, because the second seat decided wrong in most games."
    else:
        yield (
            f"The first seat's {share} are the coin flip of a swap made at random: "
            f"{wins_of(swaps, 0)} decisions were right."
        )


def unfair(found: Evidence, words: Words) -> Iterator[str]:
    """Say which seat is ahead, and by what."""
    seat = found.ahead
    score = (
        found.seats
        if seat == 0
        else Score(found.seats.games - found.seats.points, found.seats.games)
    )
    yield f"The {SEATS[seat]} wins more: {spoken(score, UNFAIR_LEVEL)}."
    if found.forced:
        yield sides(found, words)
    if found.pie and seat == 1 and found.better_than_blind:
        yield f"The second seat gains by right swaps. {swapping(found)}"
    elif found.pie and found.forced:
        yield swapping(found)


def near_even(found: Evidence, words: Words) -> Iterator[str]:
    """Say how uneven it may still be."""
    if found.pie:
        yield sides(found, words)
        yield (
            f"Near even means within {100 * LOW:.0f} to {100 * HIGH:.0f} %, so a swap may still be "
            f"worth much. {furthest(found, words)}"
        )
        yield (
            f"{as_played(found)}, as swaps made at random would bring in any game; "
            f"{words.colours[0]} won {spoken(found.colours, UNFAIR_LEVEL)}."
        )
        return
    yield (
        f"No seat is shown to be ahead at {100 * UNFAIR_LEVEL:.0f} %: "
        f"the first seat won {spoken(found.seats, LEVEL)}. There may be an advantage as large as "
        "that interval allows."
    )
    if found.standing(Standing.first, Standing.second):
        yield f"{sides(found, words)} Whoever knows them may do better than these players."


def furthest(found: Evidence, words: Words) -> str:
    """Tell of the opening that looks least even, and that it was picked as such."""
    scores = {number: each.score for number, each in found.forced.items()}
    number = max(scores, key=lambda each: abs(scores[each].share - 0.5))
    text = f"After {words.openings[number]} {words.colours[0]} won {spoken(scores[number], LEVEL)}"
    return f"{text}; of {len(scores)} openings it looks the least even, in part by chance."


def cured(found: Evidence, words: Words) -> Iterator[str]:
    """Say what makes the pie rule work."""
    even = found.standing(Standing.even)
    names = " and ".join(
        f"{words.openings[each]} ({spoken(found.forced[each].checked, LEVEL)}, none of which had a "
        "part in picking it)"
        for each in even
    )
    yield f"The pie rule works: {names} {'is' if len(even) == 1 else 'are'} near even."
    yield sides(found, words)
    yield swapping(found)
    begun = sum(each.opening in even for each in found.played)
    yield f"{as_played(found)}; {begun} of {len(found.played)} began with an opening near even."


def unknown(found: Evidence, words: Words) -> Iterator[str]:
    """Say what is known all the same, and what would tell the rest."""
    if not found.pie:
        yield (
            f"It cannot be told whether a seat is ahead: the first seat won "
            f"{spoken(found.seats, LEVEL)}. More games would tell."
        )
        return
    yield (
        f"It cannot be told whether the pie rule makes the game even. {as_played(found)}; "
        "where swaps are made at random that is about one half in any game."
    )
    if not found.forced:
        yield words.no_openings or "No opening was forced to see how games go on after it."
        return
    yield sides(found, words)
    yield from what_would_tell(found)


def what_would_tell(found: Evidence) -> Iterator[str]:
    """Say what more games or longer searches would tell."""
    uneven = len(found.standing(Standing.first, Standing.second))
    if found.standing(Standing.even):
        if uneven:
            yield swapping(found)
            yield "More games with longer searches would tell whether swaps can be right."
        if found.standing(Standing.undecided, Standing.few):
            yield "More games would tell of those that are undecided."
    elif uneven == len(found.forced):
        yield "Whoever swaps right has the better game after each of these openings."
        yield swapping(found)
        if uneven < found.openings:
            yield "The openings that were not tried may be others."
    else:
        yield "More games would tell whether one is near even."
