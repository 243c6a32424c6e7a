"""Who wins by seat and by colour, after which opening, and what swaps are worth."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.balance.balance import (
    GAIN_LEVEL,
    SEATS_HIGH,
    SEATS_LOW,
    UNFAIR_LEVEL,
    Decision,
    Evidence,
    regrets,
    right_swaps,
)
from crosscut.lab.report.balance.first_turns import no_openings, opening_of, openings_of
from crosscut.lab.report.balance.forced_openings import (
    CHECK,
    CHECKS,
    FIRST,
    HIGH,
    LEAST,
    LEVEL,
    LOW,
    MOST,
    Forced,
    Score,
    Standing,
    forced_by_opening,
)
from crosscut.lab.report.balance.text import SEATS, Words, explained
from crosscut.lab.report.estimates import counted, nothing, resampled
from crosscut.lab.report.measure import NO_GAMES, Chart, Exhibit, Figure, HeatMap, Measure, Table
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.report.stages.swaps import LONG, REFERENCE

FORMULA = (
    "Points are 1 for a win and 1/2 for a draw, over the games that ended; a colour's are those of "
    "whoever plays it, before or after a swap. Openings are first turns, those that the declared "
    f"symmetries exchange being one. Each is forced in {FIRST} games or more, with the engine of "
    "the report playing on and no swap; those not decided are played on, nearest to even first, as "
    "long as there are games left. An opening is near even if Wilson's interval of its result at "
    f"{LEVEL:.0%} lies within {LOW:.0%} to {HIGH:.0%}, and one-sided if it lies beyond. Of many "
    f"openings some look near even by chance. So at most {CHECKS} that look so, nearest to even "
    f"first, are played {CHECK} to {MOST} more times, as the budget allows, and are confirmed only "
    "if these games alone say so; as each check errs in 5 %, an uneven opening is confirmed in at "
    f"most {5 * CHECKS} % of reports. "
    "To swap is right after an opening that is one-sided for the first colour, and wrong after one "
    "that is so for the second; decisions after others are left out. By the long search, which "
    f"thinks {LONG} times as long as in the games, an opening is one-sided if its chance lies "
    f"beyond {LOW:.0%} to {HIGH:.0%}; a proven win is certain. Regret is the win chance given "
    "away, the value of an opening being its share in the forced games, where it is one-sided, or "
    "the chance found by the long search. Blind swapping is the toss of a coin. The gain is the "
    "share of right decisions, in the games and of the engine asked after each opening, minus one "
    f"half; swaps are better than blind if its interval at {GAIN_LEVEL:.0%} is above 0. The "
    "verdict with the pie rule is that a colour wins, if all openings are one-sided for it, and "
    "cured, if one is confirmed and swaps are better than blind. Else it is unfair if a seat is "
    f"ahead at {UNFAIR_LEVEL:.0%}. Else it is near even: with the pie rule if all openings tried "
    "are and one is confirmed, without it if that interval of the first seat's share lies within "
    f"{SEATS_LOW:.0%} to {SEATS_HIGH:.0%}. Else it cannot be told. Below {LEAST} games there "
    "is neither interval nor verdict. Other intervals are Wilson's at 95 %; that of a "
    "mean regret is from decisions drawn anew."
)
COLOURS = ("first colour", "second colour")


def compute(sample: Sample) -> Measure:
    """Judge the balance of a game and show what that rests on."""
    about = {"title": "Balance", "unit": "%", "formula": FORMULA}
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    found, words = evidence(sample), words_of(sample)
    return Measure(
        **about,
        figures=[
            counted("verdict", found.verdict.value, n=found.seats.games),
            *shares(found, words),
            *(map_figures(found) if found.forced else ()),
            *(swap_figures(sample, found) if found.pie and found.forced else ()),
        ],
        exhibits=[
            share_table(found, words),
            *(opening_exhibits(sample, found, words) if found.forced else ()),
        ],
        summary=explained(found, words),
    )


def evidence(sample: Sample) -> Evidence:
    """Return what the logs say about balance."""
    game = sample.game
    ended = [each for each in sample.games if each.finished]
    scores = [
        Score(sum(colour_points(game, each) for each in some), len(some))
        for some in (
            [each for each in ended if has_swapped(game, each)],
            [each for each in ended if not has_swapped(game, each)],
        )
    ]
    forced = forced_by_opening(sample.results("openings"))
    return Evidence(
        pie=game.pie,
        swapped=scores[0],
        kept=scores[1],
        forced=forced,
        openings=len(openings_of(game)) if forced else 0,
        played=[
            Decision(opening_of(game, each.taps), has_swapped(game, each))
            for each in (sample.games if forced and game.pie else ())
            if len(each.turns) > 1
        ],
        asked=[
            Decision(each["key"][0], each["swap"])
            for each in sample.results("swaps")
            if each["key"][1] != REFERENCE and each["swap"] is not None
        ],
    )


def has_swapped(game, played: Played) -> bool:
    """Tell whether the second seat has swapped in a game."""
    return game.swap_action in played.taps


def colour_points(game, played: Played) -> float:
    """Return what the first colour got in a game."""
    return 1 - played.points if has_swapped(game, played) else played.points


def words_of(sample: Sample) -> Words:
    """Return what colours and openings are called."""
    game, start = sample.game, sample.games[0].start
    colours = tuple(game.player(start.state, colour) for colour in (0, 1))
    texts = {each.number: each.text for each in openings_of(game)}
    return Words(colours, texts, no_openings(game))


# Shares.


def figure(name: str, score: Score, note: str = "", of: str = "games") -> Figure:
    """Return a share with Wilson's interval at 95 %, or without one for too few."""
    if score.games == 0:
        return nothing(name, "%", of)
    return Figure(name, score.share, "%", score.interval(0.95), score.games, of, note=note)


def reverse(score: Score) -> Score:
    """Return the score of the other colour or seat."""
    return Score(score.games - score.points, score.games)


def shares(found: Evidence, words: Words) -> list[Figure]:
    """Return the points by seat and colour, and with the pie rule after a swap and without."""
    first, second = words.colours
    figures = [
        figure(SEATS[0], found.seats),
        figure(SEATS[1], reverse(found.seats)),
        figure(COLOURS[0], found.colours, first),
        figure(COLOURS[1], reverse(found.colours), second),
    ]
    if found.pie:
        figures.append(figure(f"{COLOURS[0]} after a swap", found.swapped, first))
        figures.append(figure(f"{COLOURS[0]} without a swap", found.kept, first))
    return figures


def share_table(found: Evidence, words: Words) -> Table:
    """Return the points of seats and colours, in all games, after a swap and without."""
    kinds = [("all games", found.seats, found.colours)]
    if found.pie:
        kinds.append(("after a swap", reverse(found.swapped), found.swapped))
        kinds.append(("without a swap", found.kept, found.kept))
    rows = []
    for kind, seats, colours in kinds:
        scores = (seats, reverse(seats), colours, reverse(colours))
        for who, score in zip((*SEATS, *words.colours), scores, strict=True):
            if score.games:
                rows.append(
                    (kind, who, score.share, *(score.interval(0.95) or (None, None)), score.games)
                )
    return Table("Points by seat and colour", ("games", "who", "share", "from", "to", "n"), rows)


# Openings.


def map_figures(found: Evidence) -> list[Figure]:
    """Return how many openings were tried and what they are."""
    n = sum(each.score.games for each in found.forced.values())

    def number(name: str, *wanted: Standing) -> Figure:
        return counted(f"openings {name}", len(found.standing(*wanted)), n=n)

    return [
        counted("openings", found.openings),
        counted("openings tried", len(found.forced), n=n),
        number("near even", Standing.even),
        number("near even, unconfirmed", Standing.unconfirmed),
        number("one-sided for the first colour", Standing.first),
        number("one-sided for the second colour", Standing.second),
        number("undecided", Standing.undecided, Standing.few),
    ]


def opening_exhibits(sample: Sample, found: Evidence, words: Words) -> list[Exhibit]:
    """Return the map, where openings are single cells, a chart and a table."""
    game = sample.game
    cells = {
        cell: found.forced[each.number].score.share
        for each in openings_of(game)
        if each.number in found.forced
        for cell in each.cells(game)
    }
    order = sorted(found.forced, key=lambda each: (-found.forced[each].score.share, each))
    exhibits: list[Exhibit] = [opening_chart(found, words, order)]
    if cells:
        best, worst = order[0], order[-1]
        told = "; ".join(
            f"{words.openings[each]} {100 * found.forced[each].score.share:.0f} %"
            for each in (best, worst)
        )
        title = f"{words.colours[0]}'s points when the first stone is forced there"
        alt = f"Shares of {len(found.forced)} openings, from best to worst: {told}."
        exhibits.insert(0, HeatMap(title, game.position(), cells, alt, "% of points", whole=True))
    return [*exhibits, opening_table(sample, found, words, order)]


def opening_chart(found: Evidence, words: Words, order: Sequence[int]) -> Chart:
    """Return the share after each opening with its interval, and the band of the near even."""
    rows = [
        (
            words.openings[each],
            100 * score.share,
            *(100 * end for end in score.interval() or (0, 1)),
        )
        for each in order
        for score in [found.forced[each].score]
    ]

    def draw(axes) -> None:
        places = range(len(rows))
        axes.axhspan(100 * LOW, 100 * HIGH, color=charts.PALE, alpha=0.2)
        axes.axhline(50, color=charts.PALE, linestyle="--")
        values = [row[1] for row in rows]
        below = [max(0.0, row[1] - row[2]) for row in rows]
        above = [max(0.0, row[3] - row[1]) for row in rows]
        axes.errorbar(places, values, [below, above], color=charts.MAIN, marker="o", linestyle="")
        axes.set_xticks(places, [row[0] for row in rows], rotation=90 if len(rows) > 12 else 0)
        axes.set_ylim(-3, 103)
        axes.set_ylabel(f"{words.colours[0]}, % of points")

    told = ", ".join(
        f"{name} {value:.0f} ({low:.0f} to {high:.0f})" for name, value, low, high in rows
    )
    return Chart(
        title=f"{words.colours[0]}'s points after each opening",
        draw=draw,
        alt=f"Shares in percent with 90 % intervals; from 25 to 75 is near even: {told}.",
        data=Table("Openings by share", ("opening", "%", "from", "to"), rows),
    )


def opening_table(sample: Sample, found: Evidence, words: Words, order: Sequence[int]) -> Table:
    """Return all that is known of each opening."""
    names = {Standing.first: words.colours[0], Standing.second: words.colours[1]}
    long, proven = long_search(sample)
    columns = ["opening", "turns", "games", words.colours[0], "from", "to", "is"]
    columns += ["swapped", "asked", "long search"] if found.pie else []
    sizes = {each.number: len(each.turns) for each in openings_of(sample.game)}
    rows = []
    for each in order:
        score, standing = found.forced[each].score, found.forced[each].standing
        bounds = score.interval() or (None, None)
        row = [words.openings[each], sizes[each], score.games, score.share, *bounds]
        row.append(names.get(standing, standing.value))
        if found.pie:
            chance = None if each not in long else f"{100 * long[each]:.0f} %"
            row += [swap_share(found.played, each), swap_share(found.asked, each)]
            row.append(f"{chance}, proven" if each in proven else chance)
        rows.append(row)
    title = f"Openings, forced with swaps off; intervals of {LEVEL:.0%}"
    return Table(title, columns, rows)


def swap_share(decisions: Sequence[Decision], opening: int) -> str | None:
    """Return how often an opening was swapped: 3 of 5."""
    some = [each.swapped for each in decisions if each.opening == opening]
    return f"{sum(some)} of {len(some)}" if some else None


# Swaps.


def long_search(sample: Sample) -> tuple[dict[int, float], set[int]]:
    """Return the first colour's chance after each opening by a long search; and the proven ones."""
    found = {
        each["key"][0]: each for each in sample.results("swaps") if each["key"][1] == REFERENCE
    }
    chances = {k: float(each["chance"]) for k, each in found.items() if each["chance"] is not None}
    return chances, {k for k, each in found.items() if each["proven"] is not None}


def swap_figures(sample: Sample, found: Evidence) -> list[Figure]:
    """Return how often decisions to swap were right, and what they gave away."""
    decided: dict[int, Forced] = {k: each for k, each in found.forced.items() if each.uneven}
    by_games = {k: each.score.share for k, each in decided.items()}
    long, proven = long_search(sample)
    clear = {each: chance > HIGH for each, chance in long.items() if not LOW <= chance <= HIGH}
    by_search = [
        each.swapped == clear[each.opening] for each in found.played if each.opening in clear
    ]
    by_long = (" by long search", long, found.played)
    of, swaps = "decisions", found.swaps
    interval = swaps.interval(GAIN_LEVEL)
    gain = Figure(
        "gain over a coin flip",
        swaps.share - 0.5 if swaps.games else None,
        "%",
        interval and (interval[0] - 0.5, interval[1] - 0.5),
        swaps.games,
        of,
        note="in the games and when asked",
    )
    return [
        figure("right swaps", right_swaps(found.forced, found.played), of=of),
        figure("right swaps when asked", right_swaps(found.forced, found.asked), of=of),
        gain,
        *regret_figures("", by_games, found.played),
        figure("right swaps by long search", Score(float(sum(by_search)), len(by_search)), of=of),
        *(replace(each, note=doubt(sample)) for each in regret_figures(*by_long)),
        Figure("openings proven", len(proven), n=len(long), of="openings"),
    ]


def doubt(sample: Sample) -> str:
    """Say that chances in the opening are not known to mean anything, if that is so."""
    weak = "opening" in sample.calibration.weak_parts
    return "in the opening chances are not shown to be better than chance" if weak else ""


def regret_figures(by: str, values: dict[int, float], played: Sequence[Decision]) -> list[Figure]:
    """Return the mean regret of decisions, and that of blind swapping after the same openings."""
    given, blind = regrets(values, played)
    if not given:
        return [nothing(f"regret of swaps{by}", "%", "decisions")]
    found = resampled(f"regret of swaps{by}", given, fmean, "%", "decisions")
    if len(given) < LEAST:
        found = replace(found, interval=None)
    return [
        found,
        Figure(f"regret of blind swaps{by}", fmean(blind), "%", None, len(blind), "decisions"),
    ]
