"""Whether the engine's win chances come true: what all measures of tension rest on."""

from collections.abc import Iterator
from dataclasses import replace

from crosscut.lab.report.calibration.basis import CALIBRATION, methods
from crosscut.lab.report.calibration.brier import BINS, FEWEST, NAMES, share_won
from crosscut.lab.report.calibration.calibration import (
    ENOUGH,
    FOLDS,
    IN_PART,
    LEAST,
    PARTS,
    Opinion,
)
from crosscut.lab.report.calibration.proofs import Proofs, proofs
from crosscut.lab.report.estimates import counted, nothing, share
from crosscut.lab.report.measure import NO_GAMES, Chart, Figure, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.svg_charts import FOURTH, MAIN, PALE, SECOND, THIRD
from crosscut.search.analysis.calibration import BETTER, TOO_FEW

FORMULA = (
    "Each turn gives a pair: the win chance of the first colour, as the engine saw it when it "
    "thought about that turn, and what that colour got in the end: 1, 0, or 1/2 for a draw. It is "
    "not that of whoever is to move, for where one colour always wins, a chance of 1/2 of the seat "
    "to move comes true half the time. Turns before a swap is settled are left out, and games "
    "without a result. Chances of exactly 0 or 1 are proofs, or what every simulation agreed on: "
    "they are counted apart and never corrected. "
    "The Brier score is the mean of (chance - result)². It is reliability - resolution + "
    f"uncertainty + what is left within bins, exactly (Murphy 1973), with {BINS} bins of chances, "
    "equally wide. Reliability is how far the shares of wins in the bins are from their chances, "
    "0 at best; resolution how far they are from that of all turns; uncertainty the variance of "
    "the results, which is the score of stating the share of wins every time. Skill is 1 - Brier "
    "score / uncertainty: 0 is chance, 1 perfect, and below 0 is worse than that statement. Turns "
    "of one game share its result; so intervals come from leaving out each game in turn (the "
    "jackknife, with Student's t), those of bins from Wilson's with as many games as the turns are "
    f"worth (Kish), where there are {FEWEST} games. The parts of a game are thirds of its turns. "
    f"The verdict: below {LEAST} games nothing is said; the opinion is better than chance if the "
    "whole interval of its skill is above 0, as it is or after a correction by other games; if all "
    "games have the same result it is not, for then nothing can be told apart. The correction is "
    "Platt scaling (a logistic regression on the logit of the chance) or isotonic regression (the "
    "best monotone function), whichever has the lower Brier score on games it was not fitted to "
    f"({FOLDS} folds of games). There is none below {ENOUGH} games, nor if it does not lower that "
    "score by more than its standard error over games. Each part of a game has a curve of its own, "
    "which is flat where nothing is told apart."
)
DIGITS = 3


def compute(sample: Sample) -> Measure:
    """Compare the engine's win chances with the results of its games."""
    opinion = sample.calibration
    if not opinion.games:
        missing = "no game with a result has a win chance" if sample.games else NO_GAMES
        return Measure(CALIBRATION, FORMULA, missing=missing)
    names = colours(sample)
    found = proofs(sample)
    return Measure(
        CALIBRATION,
        FORMULA + (proof_formula(found) if found else ""),
        figures=[
            *figures_of(opinion),
            *(each for part in PARTS for each in part_figures(opinion, part)),
            *review_figures(sample),
            *(proof_figures(found) if found else ()),
        ],
        exhibits=[
            reliability_chart(opinion, names[0]),
            part_table(opinion),
            *([found.table()] if found else []),
        ],
        summary=summary(opinion, names),
    )


def colours(sample: Sample) -> tuple[str, str]:
    """Return what the players of both colours are called."""
    game, state = sample.game, sample.game.position().state
    return game.player(state, 0), game.player(state, 1)


# Figures.


def figure(name: str, opinion: Opinion, score: str, label: str = "") -> Figure:
    """Return a score of an opinion as a figure."""
    if not opinion.games:
        return nothing(f"{name}{label}")
    found = opinion.scores[score]
    known = found.value == found.value  # there is no skill where all results are the same
    note = f"{len(opinion.pairs)} turns"
    return Figure(
        f"{name}{label}",
        found.value if known else None,
        interval=found.interval if known else None,
        n=opinion.games,
        digits=DIGITS,
        note=note if known else f"{note}; all games have the same result",
    )


def figures_of(opinion: Opinion) -> list[Figure]:
    """Return the figures over all turns."""
    said, won, interval = opinion.balance
    after = nothing("skill after correction")
    if opinion.games >= LEAST and not opinion.alike:
        score, note = opinion.corrected_skill, f"by {opinion.best_method} over all turns"
        if opinion.corrects:
            score, note = opinion.used_skill, methods(opinion)
        after = Figure(after.name, score.value, "", score.interval, opinion.games, digits=DIGITS)
        after = replace(after, note=note)
    return [
        counted("verdict", opinion.verdict, n=opinion.games),
        *(figure(name, opinion, name) for name in NAMES),
        after,
        counted("correction", methods(opinion) or "none", n=opinion.games),
        counted("mean chance of the first colour", said, "%", n=opinion.games),
        Figure("games won by the first colour", won, "%", interval, opinion.games),
        certain_figure(opinion),
    ]


def certain_figure(opinion: Opinion) -> Figure:
    """Return the share of chances of 0 and 1 that came true."""
    name, certain = "certain chances that came true", opinion.certain
    if not len(certain):
        return nothing(name, "%")
    right, interval = share_won(certain)
    games = len(certain.numbers)
    return Figure(name, right, "%", interval, games, note=f"{len(certain)} turns")


def part_figures(opinion: Opinion, part: str) -> list[Figure]:
    """Return the figures of a part of the game that say most."""
    here, label = opinion.by_part[part], f" {IN_PART[part]}"
    return [
        counted(f"verdict{label}", here.verdict, n=here.games),
        *(figure(name, here, name, label) for name in ("Brier score", "skill")),
    ]


def part_table(opinion: Opinion) -> Table:
    """Return all scores by part of the game."""
    found = [
        figure(name, each, name, f" {IN_PART[part]}")
        for name in NAMES
        for part, each in opinion.by_part.items()
    ]
    return Table(
        "Scores by part of the game",
        ("score", "value", "from", "to", "games"),
        [(each.name, each.value, *(each.interval or (None, None)), each.n) for each in found],
    )


def review_figures(sample: Sample) -> list[Figure]:
    """Return what the reviewed values are worth."""
    best, played = sample.review_calibration
    found = []
    for opinion, label in ((best, " of reviews"), (played, " of reviewed moves")):
        if opinion.games:
            found.append(counted(f"verdict{label}", opinion.verdict, n=opinion.games))
            found += [figure(name, opinion, name, label) for name in ("Brier score", "skill")]
    return found


def proof_figures(found: Proofs) -> list[Figure]:
    """Return what proofs say."""
    label = " against proofs"
    return [
        share("positions that are undecided", found.undecided, len(found.records), of="positions"),
        *(figure(name, found.proven, name, label) for name in ("Brier score", "skill")),
    ]


def proof_formula(found: Proofs) -> str:
    """Say how positions were proven."""
    parts = ", ".join(f"{a} of {b} {IN_PART[part]}" for part, (a, b) in found.by_part.items())
    return (
        f" Against proofs: the solver had {found.nodes:,} nodes for each of {len(found.records)} "
        "positions, drawn from the games, as many from each third; it decided "
        f"{parts}. What it decides is easier than the rest, so the scores are those of easy "
        "positions; the bounds of the table hold whatever the undecided ones are worth."
    )


# Words.


def summary(opinion: Opinion, names: tuple[str, str]) -> str:
    """Say whether the engine's chances can be believed."""
    games = f"{opinion.games:,} games"
    if opinion.verdict == TOO_FEW:
        return f"Whether the engine's win chances come true cannot be told: {games} are too few."
    said, won, interval = opinion.balance
    told = f"The engine gave {names[0]} {said:.0%} on average, and {names[0]} won {won:.0%}."
    off = not interval[0] <= said <= interval[1]
    if opinion.alike:
        result = {1.0: f"{names[0]} won", 0.0: f"{names[1]} won"}.get(won, "nobody won")
        wrong = " So its opinion of who is better off is wrong, and" if off else " So"
        return (
            f"The engine's opinion is no better than chance here: in all {games} {result}, while "
            f"it gave {names[0]} {said:.0%} on average.{wrong} whether it tells good positions "
            "from bad ones cannot be tested."
        )
    if opinion.verdict != BETTER:
        return (
            f"The engine's opinion is not shown to be better than chance by {games}: "
            f"its skill is {opinion.skill}. {told}"
        )
    return " ".join(
        [
            f"The engine's win chances are better than chance: their skill over {games} is "
            f"{opinion.skill}, where 0 is chance and 1 perfect.",
            *([f"They lean: {told[0].lower()}{told[1:]}"] if off else []),
            *weakness(opinion),
            correction_text(opinion),
        ]
    )


def weakness(opinion: Opinion) -> Iterator[str]:
    """Say in which parts of a game the chances are worse than chance, or not shown to be better."""
    worse = [part for part in opinion.weak_parts if surely_worse(opinion.by_part[part])]
    rest = [part for part in opinion.weak_parts if part not in worse]
    if worse:
        where = " and ".join(IN_PART[part] for part in worse)
        yield f"{where.capitalize()} they are worse than stating the share of wins every time."
    if rest:
        yield f"That is not shown {' or '.join(IN_PART[part] for part in rest)}."


def surely_worse(opinion: Opinion) -> bool:
    """Tell whether the skill can be shown to be below 0."""
    interval = opinion.skill.interval
    return interval is not None and interval[1] < 0


def correction_text(opinion: Opinion) -> str:
    """Say whether chances are corrected, and why."""
    if opinion.corrects:
        return (
            f"Measures that rest on them use them as corrected, {methods(opinion)}: that fits "
            "games better that it has not seen."
        )
    why = "no correction is shown to be better"
    if opinion.games < ENOUGH:
        why = f"a correction would need {ENOUGH} games"
    return f"They are used as they are: {why}."


# The chart.


def reliability_chart(opinion: Opinion, name: str) -> Chart:
    """Return how often each chance was given, and how often it came true."""
    curves = {"all turns": opinion, **{IN_PART[part]: opinion.by_part[part] for part in PARTS}}
    bins = {label: each.bins for label, each in curves.items()}
    shown = {label: [b for b in each if b.games >= FEWEST] for label, each in bins.items()}
    turns = len(opinion.pairs)

    def draw(axes) -> None:
        axes.bar(
            [b.chance for b in bins["all turns"]],
            [b.turns / turns for b in bins["all turns"]],
            0.05, color=PALE, alpha=0.4, label="share of all turns",
        )  # fmt: skip
        axes.plot((0, 1), (0, 1), color=PALE, linewidth=0.8, label="as they should be")
        styles = zip((MAIN, SECOND, THIRD, FOURTH), ("o-", "v:", "s:", "^:"), strict=True)
        for number, ((label, each), (colour, style)) in enumerate(
            zip(shown.items(), styles, strict=True)
        ):
            if each:
                main = number == 0
                axes.errorbar(
                    [b.chance for b in each],
                    [b.won for b in each],
                    [
                        [b.won - b.interval[0] for b in each],
                        [b.interval[1] - b.won for b in each],
                    ],
                    fmt=style, color=colour, label=label, markersize=5 if main else 4,
                    linewidth=2 if main else 1, elinewidth=1.5 if main else 0.6,
                )  # fmt: skip
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel(f"win chance of {name}, as the engine saw it")
        axes.set_ylabel(f"share won by {name}")
        axes.legend()

    told = "; ".join(f"given {b.chance:.0%}, won {b.won:.0%}" for b in shown["all turns"])
    rows = [
        (
            label,
            b.chance,
            b.won,
            *(b.interval or (None, None)),
            b.games,
            b.turns,
        )
        for label, each in bins.items()
        for b in each
    ]
    return Chart(
        "What chances came to",
        draw,
        f"Share won by mean chance, for bins of turns, of all turns and of thirds of the games, "
        f"beside the diagonal, with bars for how often each chance was given. All turns: {told}.",
        Table(
            "Chances and results",
            ("turns", "mean chance", "won", "from", "to", "games", "turns in all"),
            rows,
        ),
        height=4.2,
    )
