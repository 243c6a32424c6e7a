"""Reports side by side: every figure of each, and which differences are more than chance."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations

from crosscut.lab.report.compare.key_figures import MAIN
from crosscut.lab.report.json_format import figure_dict
from crosscut.lab.report.measure import Figure
from crosscut.lab.report.measures import SECTIONS, SPEED
from crosscut.lab.report.number_format import thinking_text
from crosscut.lab.report.saved_report import Report
from crosscut.lab.report.significance import (
    LEVEL,
    METHOD,
    Difference,
    corrected,
    difference,
    testable,
)

FORMAT = 1
FEW = 30
"""Games below which a report says hardly anything."""


class Finding(StrEnum):
    """What can be said of two figures."""

    larger = "larger"
    smaller = "smaller"
    unsure = "not significant"
    """There may be no difference: chance alone could bring what there is."""
    equal = "equal"
    other = "differs"
    """Counted, proven or a text, and not the same."""
    untested = "not tested"
    """Both depend on the games that were played, and do not say how much."""
    missing = "–"
    """One of them is not there."""


@dataclass(frozen=True)
class Verdict:
    """What two figures, or all of a row, say about each other."""

    finding: Finding
    difference: Difference | None = None
    """How much larger the other is than the first; None if that was not tested."""
    p: float | None = None
    """Corrected for the number of figures tested: the false discovery rate."""

    @property
    def shown(self) -> bool:
        """Whether there is a difference beyond chance."""
        return self.finding in (Finding.larger, Finding.smaller, Finding.other)


@dataclass(frozen=True)
class Row:
    """One figure of all reports."""

    measure: str
    title: str
    section: str
    formula: str
    name: str
    unit: str
    figures: tuple[Figure | None, ...]
    against_first: tuple[Verdict, ...] = ()
    """For every report but the first."""
    overall: Verdict | None = None
    """Whether any two differ; None if there are only two."""

    @property
    def judged(self) -> tuple[Figure | None, ...]:
        """The figures as far as they tell about the game: speeds tell about machines too."""
        if self.section != SPEED:
            return self.figures
        return tuple(figure and replace(figure, interval=None) for figure in self.figures)


@dataclass(frozen=True)
class Comparison:
    """Several reports side by side."""

    reports: Sequence[Report]

    @cached_property
    def rows(self) -> list[Row]:
        """Every figure that a report has, in the order of a report, with verdicts."""
        rows = list(raw_rows(self.reports))
        columns = [
            by_families(rows, lambda some, i=i: judged([(r.judged[0], r.judged[i]) for r in some]))
            for i in range(1, len(self.reports))
        ]
        overall = [None] * len(rows)
        if len(self.reports) > 2:
            overall = by_families(rows, lambda some: judged_overall([r.judged for r in some]))
        verdicts = zip(*columns, strict=True) if columns else [()] * len(rows)
        return [
            replace(row, against_first=tuple(found), overall=among)
            for row, found, among in zip(rows, verdicts, overall, strict=True)
        ]

    @property
    def sections(self) -> dict[str, list[Row]]:
        """The rows by section."""
        found = {}
        for row in self.rows:
            found.setdefault(row.section, []).append(row)
        return found

    def row(self, measure: str, name: str) -> Row | None:
        """Return the row of a figure, or None if no report has it."""
        return next((r for r in self.rows if (r.measure, r.name) == (measure, name)), None)

    @property
    def warnings(self) -> list[str]:
        """Why the reports may not be comparable."""
        return list(doubts(self.reports))

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(report.name for report in self.reports)}>"

    def _repr_html_(self) -> str:
        from crosscut.lab.report.notebook import show_comparison

        return show_comparison(self)

    def to_dict(self) -> dict:
        """Return everything as plain data."""
        return {
            "crosscut_comparison": FORMAT,
            "reports": [
                {"folder": str(each.path), "name": each.name, "about": each.about}
                for each in self.reports
            ],
            "level": LEVEL,
            "method": METHOD,
            "warnings": self.warnings,
            "rows": [row_dict(row) for row in self.rows],
        }


# Putting figures side by side.


def raw_rows(reports: Sequence[Report]) -> Iterator[Row]:
    """Yield every figure that some report has, without verdicts."""
    for measure in ordered(name for each in reports for name in each.measures):
        found = [each.measures.get(measure) for each in reports]
        first = next(each for each in found if each)
        figures = [each.figures if each else {} for each in found]
        for name in dict.fromkeys(name for each in figures for name in each):
            here = tuple(each.get(name) for each in figures)
            unit = next(each.unit for each in here if each)
            yield Row(measure, first.title, first.section, first.formula, name, unit, here)


def ordered(names: Iterable[str]) -> list[str]:
    """Return the names of measures in the order of the page, each once."""
    listed = [name for section in SECTIONS.values() for name in section]
    found = dict.fromkeys(names)
    return sorted(found, key=lambda name: listed.index(name) if name in listed else len(listed))


# Judging them.


def by_families(
    rows: Sequence[Row], judge: Callable[[Sequence[Row]], list[Verdict]]
) -> list[Verdict]:
    """Return the verdict on each row, the main ones and all others corrected for their own number.

    What everybody asks about must not be drowned by figures that nobody asked for.
    """
    found = {}
    for main in (True, False):
        family = [row for row in rows if ((row.measure, row.name) in MAIN) == main]
        names = [(row.measure, row.name) for row in family]
        found.update(zip(names, judge(family), strict=True))
    return [found[row.measure, row.name] for row in rows]


def judged(pairs: Sequence[tuple[Figure | None, Figure | None]]) -> list[Verdict]:
    """Return a verdict on each pair of figures, corrected for their number."""
    tested = {
        place: difference(*pair) for place, pair in enumerate(pairs) if all(map(testable, pair))
    }
    found = dict(zip(tested, corrected([each.p for each in tested.values()]), strict=True))
    return [
        beyond_chance(tested[place], found[place]) if place in tested else plain_verdict(*pair)
        for place, pair in enumerate(pairs)
    ]


def beyond_chance(found: Difference, p: float) -> Verdict:
    """Return the verdict on a difference that was tested."""
    if p >= LEVEL:
        return Verdict(Finding.unsure, found, p)
    return Verdict(Finding.larger if found.by > 0 else Finding.smaller, found, p)


def plain_verdict(first: Figure | None, second: Figure | None) -> Verdict:
    """Return the verdict on two figures that cannot be tested."""
    if any(each is None or each.value is None for each in (first, second)):
        return Verdict(Finding.missing)
    if first.value == second.value:
        return Verdict(Finding.equal)
    sampled = any(each.n is not None or each.interval is not None for each in (first, second))
    return Verdict(Finding.untested if sampled else Finding.other)


def judged_overall(rows: Sequence[Sequence[Figure | None]]) -> list[Verdict]:
    """Return for each row whether any two of its figures differ.

    The p of a row is the smallest of its pairs times their number, by Bonferroni.
    """
    verdicts, tested = [], {}
    for place, figures in enumerate(rows):
        pairs = list(combinations([each for each in figures if testable(each)], 2))
        if pairs:
            smallest = min((difference(*pair) for pair in pairs), key=lambda each: each.p)
            tested[place] = min(1.0, smallest.p * len(pairs))
        verdicts.append(plain_overall(figures))
    for place, p in zip(tested, corrected(list(tested.values())), strict=True):
        verdicts[place] = Verdict(Finding.other if p < LEVEL else Finding.unsure, p=p)
    return verdicts


def plain_overall(figures: Sequence[Figure | None]) -> Verdict:
    """Return the verdict on figures of which no two can be tested."""
    found = [plain_verdict(*pair) for pair in combinations(figures, 2)]
    order = (Finding.untested, Finding.other, Finding.equal, Finding.missing)
    return min(found, key=lambda each: order.index(each.finding))


# Whether the reports can be compared at all.


def doubts(reports: Sequence[Report]) -> Iterator[str]:
    """Yield why the figures of some reports may differ for other reasons than the rules."""
    cells = [each.about.get("cells") for each in reports]
    if any(number != cells[0] for number in cells):
        listed = ", ".join(f"{each.name}: {each.about.get('cells', '?')}" for each in reports)
        yield (
            f"The boards have different numbers of cells ({listed}), so lengths, choices and trees "
            "differ for that reason too."
        )
    few = [each.name for each in reports if (each.about.get("games") or 0) < FEW]
    if few:
        yield f"There are fewer than {FEW} games of {', '.join(few)}: hardly anything can be told."
    for key, words in (
        ("limit", "The players thought for different lengths"),
        ("player", "The games were played by different searches"),
        ("version", "The engines are of different versions"),
        ("effort", "The reports were made with different effort"),
    ):
        found = [each.about.get(key) for each in reports]
        if any(value != found[0] for value in found):
            told = [
                thinking_text(each.about) if key == "limit" else plain(each.about.get(key), found)
                for each in reports
            ]
            pairs = zip(reports, told, strict=True)
            listed = ", ".join(f"{each.name}: {text}" for each, text in pairs)
            yield f"{words} ({listed}), so differences in play may be differences in strength."
    if any(str(each.about.get("limit", "")).endswith("s") for each in reports):
        yield (
            "Thinking was limited by the clock in some, so strength depends on the machine "
            "and on what else it did."
        )


def plain(value: object, among: Sequence[object]) -> str:
    """Return a choice as text; of many choices, only those that differ among the reports."""
    if not isinstance(value, dict):
        return str(value)
    others = [each for each in among if isinstance(each, dict)]
    keys = [key for key in value if any(each.get(key) != value[key] for each in others)]
    return " ".join(f"{key} {value[key]}" for key in keys) or "as described"


# For machines.


def row_dict(row: Row) -> dict:
    """Return a row as plain data."""
    return {
        "measure": row.measure,
        "title": row.title,
        "section": row.section,
        "figure": row.name,
        "unit": row.unit,
        "formula": row.formula,
        "values": [None if each is None else figure_dict(each) for each in row.figures],
        "against_first": [verdict_dict(each) for each in row.against_first],
        "overall": None if row.overall is None else verdict_dict(row.overall),
    }


def verdict_dict(verdict: Verdict) -> dict:
    """Return a verdict as plain data."""
    found = None if verdict.difference is None else asdict(verdict.difference)
    return {"finding": verdict.finding.value, "difference": found, "p_corrected": verdict.p}
