"""A comparison in plain words: what differs, by how much, and what cannot be told."""

from collections.abc import Iterator, Sequence

from crosscut.lab.report.amounts import amount, figure_text, number
from crosscut.lab.report.balance.balance import Verdict as Balance
from crosscut.lab.report.compare.comparison import Comparison, Finding, Verdict
from crosscut.lab.report.compare.key_figures import (
    ASPECTS,
    AT_LEAST,
    FIRST_SEAT,
    GAINS,
    LEAD,
    LEVELS,
    STRONGEST,
    WANDERING,
    Aspect,
)
from crosscut.lab.report.compare.published import Agreement, Beside
from crosscut.lab.report.measure import Figure
from crosscut.lab.report.number_format import counted_as, thinking_text
from crosscut.lab.report.saved_report import Report
from crosscut.lab.report.significance import testable

BALANCES = {
    Balance.cured: "the pie rule of {} works: openings near even exist, and swaps beat a coin flip",
    Balance.even: "in {} no seat is shown to be ahead",
    Balance.unfair: "{} is unfair",
    Balance.first: "in {} the first colour wins whatever the opening",
    Balance.second: "in {} the second colour wins whatever the opening",
    Balance.unknown: "the balance of {} cannot be told",
    Balance.few: "there are too few games to tell the balance of {}",
}
OLDER = "its report was made before openings were measured"

# Sentences.


def listed(items: Sequence[str], last: str = "and") -> str:
    """Return items as an enumeration."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def sentence(text: str) -> str:
    """Return a text that begins with a capital and ends with a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def paragraphs(comparison: Comparison) -> list[str]:
    """Return the comparison in words: a paragraph for every report but the first, and more."""
    found = [
        " ".join(map(sentence, sentences(comparison, i))) for i in range(1, len(comparison.reports))
    ]
    found.extend(cure(comparison))
    if len(comparison.reports) > 2:
        found.append(sentence(overall(comparison)))
    if comparison.warnings:
        found.append(" ".join(["Beware:", *comparison.warnings]))
    return found


def sentences(comparison: Comparison, i: int) -> Iterator[str]:
    """Yield what is to be said of one report against the first."""
    first, other = comparison.reports[0], comparison.reports[i]
    yield sample(first, other)
    yield from balance(comparison, i)
    yield from draws(comparison, i)
    yield from character(comparison, i)
    yield from depth(comparison, i)


def sample(first: Report, other: Report) -> str:
    """Say what was played."""
    games = [number(each.about.get("games")) for each in (first, other)]
    noun = counted_as("games", first.about.get("games"))
    text = f"this rests on {games[0]} {noun} of {first.name} and {games[1]} of {other.name}"
    here, there = (thinking_text(each.about) for each in (first, other))
    return f"{text}, played with {here} a turn" if here == there else text


def of(
    comparison: Comparison, i: int, measure: str, name: str
) -> tuple[Figure, Figure, Verdict] | None:
    """Return a figure of the first and of another report, and the verdict; None if one lacks it."""
    row = comparison.row(measure, name)
    if row is None or row.against_first[i - 1].finding is Finding.missing:
        return None
    return row.figures[0], row.figures[i], row.against_first[i - 1]


def leader(share: Figure) -> str:
    """Return the seat that can be shown to win more, if there is one."""
    low, high = share.interval or (0.0, 1.0)
    return "first" if low > 0.5 else "second" if high < 0.5 else ""


def balance(comparison: Comparison, i: int) -> Iterator[str]:
    """Say what the first seat wins, and what that means for the balance of each."""
    first, other = comparison.reports[0], comparison.reports[i]
    wins = of(comparison, i, "results", FIRST_SEAT)
    if wins is not None:
        here, there, verdict = wins
        text = f"the first seat wins {figure_text(here)} in {first.name} and {figure_text(there)} "
        text += f"in {other.name}: "
        if verdict.shown:
            way = "rises" if verdict.finding is Finding.larger else "falls"
            yield f"{text}its share {way} by {amount(verdict.difference, '%')}"
        else:
            yield f"{text}no difference in its share can be shown"
    yield f"{balance_of(first)}, and {balance_of(other)}"


def told_balance(report: Report) -> Balance | None:
    """Return what a report says about balance, or None if it is older than that question."""
    figure = report.figure("balance", "verdict")
    return Balance(figure.value) if figure and figure.value in set(Balance) else None


def balance_of(report: Report) -> str:
    """Say what a report says about balance."""
    told = told_balance(report)
    if told is None:
        return f"the balance of {report.name} cannot be told: {OLDER}"
    return BALANCES[told].format(report.name)


def draws(comparison: Comparison, i: int) -> Iterator[str]:
    """Say how many games have no winner."""
    found = of(comparison, i, "results", "draws")
    if found is None:
        return
    here, there, verdict = found
    if here.value == there.value == 0:
        yield "no game of either was drawn"
    elif verdict.shown:
        yield f"draws go from {figure_text(here)} to {figure_text(there)}"
    else:
        both = f"{figure_text(here)} and {figure_text(there)}"
        yield f"{both} of the games are drawn, a difference that may be chance"


def character(comparison: Comparison, i: int) -> Iterator[str]:
    """Say in what the games differ otherwise, in what that cannot be shown, and what is missing."""
    first, other = comparison.reports[0].name, comparison.reports[i].name
    clauses, unsure, missing = [], [], []
    for aspect in ASPECTS:
        found = of(comparison, i, aspect.measure, aspect.name)
        if found is None:
            missing.append(aspect.called)
        elif found[2].finding in (Finding.larger, Finding.smaller):
            clauses.append(clause(aspect, found[0].unit, found[2]))
        else:
            unsure.append(aspect.called)
    if clauses:
        yield f"compared with {first}, in {other} {listed(clauses)}"
    if unsure:
        yield f"no difference can be shown in {listed(unsure, 'or')}; there may still be one"
    if missing:
        yield f"not known of both: {listed(missing)}"


def clause(aspect: Aspect, unit: str, verdict: Verdict) -> str:
    """Say which way an aspect differs, and by how much."""
    way = aspect.larger if verdict.finding is Finding.larger else aspect.smaller
    return f"{way} by {amount(verdict.difference, unit)}"


def depth(comparison: Comparison, i: int) -> Iterator[str]:
    """Say how far the strongest is above Random, what thinking gains, and how many levels."""
    first, other = comparison.reports[0].name, comparison.reports[i].name
    found = of(comparison, i, *STRONGEST)
    if found is not None:
        here, there = map(elo_text, found[:2])
        doubt = "" if found[2].shown else ", a difference that may be chance"
        yield (
            f"the strongest player tried is {here} Elo above Random in {first} and {there} in "
            f"{other}{doubt}"
        )
    gains = [of(comparison, i, *each) for each in GAINS]
    if all(gains):
        here, there = (listed([elo_text(each[side]) for each in gains]) for side in (0, 1))
        yield (
            f"a doubling of the simulations gains, at low, middle and high effort, {here} Elo in "
            f"{first} and {there} in {other}"
        )
    for measure, words in LEVELS.items():
        found = of(comparison, i, measure, "levels")
        if found is None:
            continue
        here, there = map(at_least_text, found[:2])
        noun = counted_as("levels", found[0].value)
        if here == there:
            yield f"{words} has {here} {noun} of play in both"
        else:
            doubt = "" if found[2].shown else ", which may be chance, as each was climbed once"
            yield f"{words} has {here} {noun} of play in {first} and {there} in {other}{doubt}"


def elo_text(figure: Figure) -> str:
    """Return a number of Elo with its interval, or above which there may be more."""
    return figure_text(figure) if testable(figure) else at_least_text(figure)


def at_least_text(figure: Figure) -> str:
    """Return a number, above which there may be more."""
    text = number(figure.value, digits=0)
    return f"{AT_LEAST} {text}" if figure.note.startswith(AT_LEAST) else text


def overall(comparison: Comparison) -> str:
    """Say how many figures differ among more than two reports."""
    tested = [row for row in comparison.rows if row.overall.p is not None]
    differ = [row for row in tested if row.overall.shown]
    text = f"among all {len(comparison.reports)} reports, {len(differ)} of {len(tested)} tested "
    return text + "figures differ between some two beyond chance"


AGREEMENTS = {
    Agreement.equal: "equal",
    Agreement.within: "without a difference that can be shown",
    Agreement.explained: "different for a known reason",
    Agreement.unexplained: "different and not explained",
    Agreement.absent: "not measured",
}


def beside_words(found: Beside) -> str:
    """Say how a published report and ours stand to each other."""
    parts = []
    for place, report in enumerate(found.reports):
        counts = found.counts(place)
        told = [f"{counts[each]} {words}" for each, words in AGREEMENTS.items() if counts[each]]
        legal = sum(each[place] for _, each in found.openings)
        parts.append(
            f"beside {report.name}, the {len(found.lines)} figures of the published report are: "
            f"{listed(told)}; {legal} of its {len(found.openings)} openings are legal there"
        )
    return " ".join([*map(sentence, parts), *found.warnings])


def verdict_text(verdict: Verdict, unit: str) -> str:
    """Return a verdict in a few words: larger by 3.2 moves (1.1 to 5.3), corrected p < 0.001."""
    text = verdict.finding.value
    if verdict.difference is not None:
        by = amount(verdict.difference, unit, signed=not verdict.shown)
        text += f" by {by}" if verdict.shown else f", {by}"
    if verdict.p is None:
        return text
    return f"{text}, corrected p {'< 0.001' if verdict.p < 0.001 else f'= {verdict.p:.3f}'}"


# What Slither's Advanced rules are for.

AILMENTS = (
    "Slither's designer devised the Advanced rules for what troubles the classic game at high "
    "levels of play: they make it more static, to leave more room for strategy, and take up the "
    "pie rule, because the first player is an extra stone ahead."
)
UNSHOWN = "cannot be shown to change"
UNTOLD = "cannot be told to change"
"""Of balance, where one of the reports does not know it."""
LEAVES = "leaves"
TURNS = "gives to the other seat"
NO_NEED = "has no shown need to cure"


def cure(comparison: Comparison) -> Iterator[str]:
    """Yield, if the first report is on classic Slither, what of its troubles others are rid of."""
    first = comparison.reports[0]
    if not first.is_about(game="slither", variant="classic"):
        return
    found = [
        sentence(f"on these figures {report.name} {listed(parts)}")
        for i, report in enumerate(comparison.reports)
        if i and report.is_about(game="slither", size=first.about.get("size"))
        if any(report.about.get(key) != first.about.get(key) for key in ("variant", "pie"))
        if (parts := cures(comparison, i))
    ]
    if found:
        yield " ".join([AILMENTS, *found])


def cures(comparison: Comparison, i: int) -> list[str]:
    """Return what a report does about each of the troubles."""
    found = {}
    for trouble, effect in effects(comparison, i):
        found.setdefault(effect, []).append(trouble)
    order = ("cures", "eases", "worsens", TURNS, LEAVES, UNSHOWN, UNTOLD, NO_NEED)
    return [f"{effect} {listed(found[effect], 'or')}" for effect in order if effect in found]


def effects(comparison: Comparison, i: int) -> Iterator[tuple[str, str]]:
    """Yield the troubles of classic Slither, as far as measured, and what has become of them."""
    wins = of(comparison, i, "results", FIRST_SEAT)
    if wins is not None:
        told = [told_balance(comparison.reports[place]) for place in (0, i)]
        pie = bool(comparison.reports[i].about.get("pie"))
        yield "the advantage of one seat", effect_on_balance(*told, *wins, pie)
    for aspect, words in ((WANDERING, "the wandering of stones"), (LEAD, "the swing of the lead")):
        found = of(comparison, i, aspect.measure, aspect.name)
        if found is not None:
            yield words, effect_of(found[2], Finding.smaller)
    found = of(comparison, i, *STRONGEST) or of(comparison, i, "ladder", "levels")
    if found is not None:
        yield "the want of depth", effect_of(found[2], Finding.larger)


def effect_of(verdict: Verdict, wanted: Finding) -> str:
    """Return what has become of a trouble that is less if a figure changes as wanted."""
    if verdict.finding is wanted:
        return "eases"
    shown = verdict.finding in (Finding.larger, Finding.smaller)
    return "worsens" if shown else UNSHOWN


UNEVEN = (Balance.unfair, Balance.first, Balance.second)


def effect_on_balance(
    before: Balance | None,
    after: Balance | None,
    share: Figure,
    other_share: Figure,
    verdict: Verdict,
    pie: bool,
) -> str:
    """Return what has become of the advantage of a seat, by what both reports say of balance.

    With the pie rule the share of the first seat alone tells nothing: swaps at random make it one
    half in any game.
    """
    if any(each in (None, Balance.unknown, Balance.few) for each in (before, after)):
        return UNTOLD
    if before not in UNEVEN:
        return "worsens" if after in UNEVEN else NO_NEED
    if after is Balance.cured:
        return "cures"
    if after in (Balance.first, Balance.second):
        return LEAVES
    if pie or not verdict.shown:
        return UNSHOWN
    if after is Balance.even:
        return "eases"
    if leader(share) != leader(other_share):
        return TURNS
    return "eases" if abs(other_share.value - 0.5) < abs(share.value - 0.5) else "worsens"
