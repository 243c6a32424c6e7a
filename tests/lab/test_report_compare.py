"""Reports side by side: the tests worked by hand, the words, the page, the published report."""

import base64
import hashlib
import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from scipy import stats

from crosscut import __version__
from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.report.balance.balance import Verdict as Balance
from crosscut.lab.report.compare.comparison import Comparison, Finding
from crosscut.lab.report.compare.narrative import balance_of, beside_words, paragraphs
from crosscut.lab.report.compare.page import render
from crosscut.lab.report.compare.published import Agreement, beside
from crosscut.lab.report.estimates import counted, mean, share
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Figure, Measure, Table
from crosscut.lab.report.measures import SECTIONS
from crosscut.lab.report.saved_report import read_all
from crosscut.lab.report.significance import corrected, difference
from tests.support.program import run_cli

FIRST, SECOND = "first seat", "second seat"


def average(name, value, reach, n=2000, unit="moves"):
    """Return a mean whose interval reaches so far to either side."""
    return Figure(name, value, unit, (value - reach, value + reach), n)


def measures(first=1160, length=46.0, lead=0.25, draws=0, games=2000, verdict="unfair", **more):
    """Return the measures of a report in which the first seat has won so many games.

    Without a verdict it is one from before openings were measured.
    """
    told = Measure("Balance", "Openings.", figures=[counted("verdict", verdict, n=games)])
    return {
        **({"balance": told} if verdict else {}),
        "results": Measure(
            "Win share by seat",
            "Wins over games.",
            figures=[
                share(FIRST, first, games),
                share(SECOND, games - first, games),
                share("draws", draws, games),
            ],
        ),
        "length": Measure(
            "Game length",
            "Moves of a game.",
            figures=[average("mean length", length, 0.4), counted("longest", 80, "moves", games)],
        ),
        "lead_changes": Measure(
            "Lead changes",
            "Turns.",
            figures=[average("lead changes", lead, 0.02, 40, "%")],
        ),
        "moves": Measure("Moves", "Counted.", figures=[counted("distinct moves", 485)]),
        **more,
    }


def write(folder, found=None, **about):
    """Write a report to a folder and return the folder."""
    about = {
        "title": "Slither",
        "game": "slither",
        "size": 8,
        "variant": "classic",
        "pie": True,
        "limit": "1000",
        "effort": "full",
        "version": "1",
        "games": 2000,
        "seed": 0,
    } | about
    folder.mkdir(parents=True, exist_ok=True)
    report = to_dict(about, measures() if found is None else found)
    (folder / "report.json").write_text(json.dumps(report))
    return folder


@pytest.fixture
def pair(tmp_path):
    """Return the folders of two reports, of which the second is shorter and better balanced."""
    return [
        write(tmp_path / "classic"),
        write(tmp_path / "advanced", measures(1010, 42.8, verdict="cured"), variant="advanced"),
    ]


def compared(folders):
    return Comparison(read_all(folders))


# Differences, worked by hand.


def test_two_shares():
    """50 of 100 and 70 of 100.

    Pooled: p = 0.6, standard error sqrt(0.6 * 0.4 * 2 / 100) = 0.06928, z = 0.2 / 0.06928 = 2.887,
    which is exceeded to either side in 0.0039 of all cases. Newcombe: Wilson's intervals are
    (0.4038, 0.5962) and (0.6042, 0.7811), so the difference is from
    0.2 - sqrt(0.0958^2 + 0.0962^2) = 0.0642 to 0.2 + sqrt(0.0811^2 + 0.0962^2) = 0.3258.
    """
    found = difference(share("a", 50, 100), share("a", 70, 100))
    assert found.by == pytest.approx(0.2)
    assert found.interval == pytest.approx((0.0642, 0.3258), abs=1e-4)
    assert found.p == pytest.approx(0.0039, abs=5e-5)


def test_an_interval_of_no_sample_needs_no_freedom():
    """0.8 (0.55 to 1.08) is not 4 with Poisson's interval of 1.09 to 10.24."""
    published = Figure("x", 4, "", (1.09, 10.24))
    found = difference(published, Figure("x", 0.8, "", (0.55, 1.08), 40))
    assert found.by == -3.2
    assert found.interval[1] < 0


def test_shares_at_the_edge():
    none, all_won = share("a", 0, 100), share("a", 100, 100)
    assert difference(none, none).p == 1
    assert difference(none, all_won).p < 1e-12


def test_means_are_compared_by_welch():
    """From the two intervals alone follows what SciPy's test of Welch finds in the samples."""
    one, two = [9, 11, 8, 12, 10, 10, 13, 7], [12, 15, 11, 14, 13, 16, 9, 14, 13]
    found = difference(mean("a", one), mean("a", two))
    expected = stats.ttest_ind(two, one, equal_var=False)
    assert found.by == pytest.approx(13 - 10)
    assert found.p == pytest.approx(expected.pvalue)
    assert found.interval == pytest.approx(tuple(expected.confidence_interval()))


def test_equal_means_differ_in_nothing():
    found = difference(average("a", 10.0, 1.0), average("a", 10.0, 2.0))
    assert (found.by, found.p) == (0, 1)
    assert found.interval == pytest.approx((-math.sqrt(5), math.sqrt(5)), rel=1e-3)


def test_constants_without_spread():
    nine, ten = average("a", 9.0, 0.0), average("a", 10.0, 0.0)
    assert difference(nine, nine).p == 1
    assert difference(nine, ten).p == 0


def test_the_correction_by_hand():
    """Of four, 1 + 1/2 + 1/3 + 1/4 = 25/12; sorted 0.005, 0.01, 0.03, 0.04 times 4, 2, 4/3, 1.

    That is 0.02, 0.02, 0.04, 0.04, each times 25/12.
    """
    expected = [each * 25 / 12 for each in (0.02, 0.04, 0.04, 0.02)]
    assert corrected([0.01, 0.04, 0.03, 0.005]) == pytest.approx(expected)
    assert corrected([0.9, 0.8]) == [1, 1]
    assert corrected([0.04]) == [0.04]
    assert corrected([]) == []


# Verdicts.


def test_verdicts(pair):
    found = compared(pair)
    assert [each.name for each in found.reports] == ["classic Slither", "advanced Slither"]
    length = found.row("length", "mean length").against_first[0]
    assert length.finding is Finding.smaller
    assert length.difference.by == pytest.approx(-3.2)
    assert length.p < 1e-9  # 3.2 / (sqrt(2) * 0.4 / 1.96) is 11 standard errors
    assert found.row("lead_changes", "lead changes").against_first[0].finding is Finding.unsure
    assert found.row("moves", "distinct moves").against_first[0].finding is Finding.equal
    assert found.warnings == []


def test_speeds_are_not_tested_because_they_depend_on_machines(tmp_path):
    folders = [
        write(tmp_path / str(speed), {"playout_speed": Measure("Speed", "", figures=[figure])})
        for speed in (100.0, 900.0)
        for figure in [average("playouts", speed, 1.0)]
    ]
    (row,) = compared(folders).rows
    assert row.against_first[0].finding is Finding.untested
    assert row.figures[0].interval == (99.0, 101.0)


def test_boards_of_other_sizes_are_pointed_at(tmp_path):
    folders = [
        write(tmp_path / name, game=name, name=name.capitalize(), cells=cells)
        for name, cells in (("elbow", 16), ("knee", 25))
    ]
    found = compared(folders)
    assert [each.name for each in found.reports] == ["Elbow", "Knee"]
    assert "different numbers of cells (Elbow: 16, Knee: 25)" in found.warnings[0]


def test_who_played_is_named_where_it_differs(tmp_path):
    folders = [
        write(tmp_path / player, limit=limit, player=player)
        for player, limit in (("default", "1000"), ("uct-plain", "800"))
    ]
    found = compared(folders)
    assert [each.name for each in found.reports] == ["Slither", "Slither by uct-plain"]
    thought, played = found.warnings
    assert "Slither: 1000 simulations, Slither by uct-plain: 800 simulations of uct-pl" in thought
    assert played.startswith("The games were played by different searches")


def test_what_cannot_be_tested(tmp_path):
    exact = Measure("A", "", figures=[counted("proven", 4), counted("longest", 80, n=9)])
    other = Measure("A", "", figures=[counted("proven", 5), counted("longest", 81, n=9)])
    alone = Measure("B", "", figures=[counted("alone", 1)])
    one = write(tmp_path / "one", {"a": exact, "b": alone})
    two = write(tmp_path / "two", {"a": other})
    found = [row.against_first[0].finding for row in compared([one, two]).rows]
    assert found == [Finding.other, Finding.untested, Finding.missing]


def test_correction_takes_back_what_chance_may_bring(tmp_path):
    """A difference with p = 0.03 alone is none among five: 5 * 137/60 * 0.03 = 0.34."""
    reach = 1.0
    by = 2.1701 * math.sqrt(2) * reach / 1.959964  # z = 2.1701 has p = 0.03
    names = "abcde"
    for folder, shift in (("one", 0.0), ("two", by)):
        for many in (1, 5):
            values = {name: 10.0 + shift * (name == "a") for name in names[:many]}
            figures = [average(name, value, reach, 10**6) for name, value in values.items()]
            write(tmp_path / f"{folder}{many}", {"m": Measure("M", "", figures=figures)})
    alone = compared([tmp_path / "one1", tmp_path / "two1"]).rows[0].against_first[0]
    among = compared([tmp_path / "one5", tmp_path / "two5"]).rows[0].against_first[0]
    assert alone.p == pytest.approx(0.03, abs=1e-4)
    assert alone.finding is Finding.larger
    assert among.p == pytest.approx(0.03 * 5 * 137 / 60, abs=2e-3)
    assert among.finding is Finding.unsure


def test_more_than_two_are_compared_with_the_first_and_overall(tmp_path):
    """Only the second and the third differ: 0.5 apart on either side of the first."""
    folders = [
        write(tmp_path / str(value), {"m": Measure("M", "", figures=[average("a", value, 0.3)])})
        for value in (10.0, 9.7, 10.3)
    ]
    (row,) = compared(folders).rows
    # 0.3 is 1.386 standard errors of 0.3 * sqrt(2) / 1.96; 0.6 is 2.772, p = 0.0056, times 3 pairs
    assert [each.finding for each in row.against_first] == [Finding.unsure, Finding.unsure]
    assert row.overall.p == pytest.approx(3 * 0.0056, abs=5e-4)
    assert row.overall.finding is Finding.other
    assert "1 of 1 tested figures differ" in " ".join(paragraphs(compared(folders)))


def test_main_figures_are_not_drowned_by_others(tmp_path):
    """50 and 68 of 100: p = 0.0099, which is below 5 % alone, and not as the one of 40."""

    def found(won):
        many = [share(f"other {i}", 50 if i else won, 100) for i in range(40)]
        return {
            "results": Measure("Results", "", figures=[share(FIRST, won, 100)]),
            "more": Measure("More", "", figures=many),
        }

    rows = compared([write(tmp_path / str(n), found(n)) for n in (50, 68)]).rows
    assert [row.against_first[0].finding for row in rows] == [Finding.larger] + 40 * [
        Finding.unsure
    ]
    assert rows[0].against_first[0].p == pytest.approx(0.0099, abs=5e-4)


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [
        ((1160, "unfair"), (1010, "cured"), "cures"),  # 58 % to 50.5 %
        ((1160, "unfair"), (1160, "cured"), "cures"),  # whoever begins has to know the opening
        # the share of the first seat becomes even, which swaps at random do to it in any game
        ((1160, "unfair"), (1010, "cannot be told"), "cannot be told to change"),
        ((1160, "unfair"), (1010, ""), "cannot be told to change"),
        ((1160, ""), (1010, "cured"), "cannot be told to change"),
        ((1160, "unfair"), (1010, "second colour wins"), "leaves"),
        ((1160, "unfair"), (1010, "near even"), "eases"),
        ((1300, "unfair"), (1120, "unfair"), "eases"),  # 65 % to 56 %
        ((1120, "unfair"), (1300, "unfair"), "worsens"),
        ((1000, "near even"), (1160, "unfair"), "worsens"),
        ((1000, "near even"), (1000, "first colour wins"), "worsens"),
        ((1080, "unfair"), (920, "unfair"), "gives to the other seat"),  # 54 % to 46 %
        ((1160, "unfair"), (1150, "unfair"), "cannot be shown to change"),
        ((1000, "near even"), (1010, "near even"), "has no shown need to cure"),
    ],
)
def test_what_becomes_of_an_advantage(tmp_path, before, after, effect):
    folders = [
        write(tmp_path / "one", measures(before[0], verdict=before[1])),
        write(
            tmp_path / "two",
            measures(after[0], verdict=after[1]),
            variant="advanced",
            pie=after[1] == "cured",
        ),
    ]
    text = paragraphs(compared(folders))[1]
    assert f"{effect} the advantage of one seat" in text.replace("and has", "has")
    assert ("cures" in text) == (effect == "cures")


@pytest.mark.parametrize("verdict", ["near even", "unfair"])
def test_a_share_that_swaps_may_have_made_eases_nothing(tmp_path, verdict):
    """58 % without the pie rule, 51 % with it: so it is in any game with swaps at random."""
    folders = [
        write(tmp_path / "one", measures(1160, verdict="unfair"), pie=False),
        write(tmp_path / "two", measures(1010, verdict=verdict), pie=True),
    ]
    text = paragraphs(compared(folders))[1]
    assert "cannot be shown to change the advantage of one seat" in text


@pytest.mark.parametrize("verdict", Balance)
def test_every_verdict_on_balance_has_words(tmp_path, verdict):
    folders = [
        write(tmp_path / "one", measures()),
        write(tmp_path / "two", measures(1010, verdict=verdict.value), variant="advanced"),
    ]
    assert "advanced Slither" in balance_of(read_all(folders)[1])


def test_reports_from_before_openings_were_measured_say_so(tmp_path):
    folders = [
        write(tmp_path / "one", measures(verdict="")),
        write(tmp_path / "two", measures(1010, verdict=""), variant="advanced"),
    ]
    text = paragraphs(compared(folders))[0]
    assert "advanced Slither cannot be told: its report was made before openings were" in text


# Words.


def test_a_handful_of_games_proves_nothing(tmp_path):
    few = measures(1, games=1, verdict="too few games")
    folders = [
        write(tmp_path / "one", few, games=1),
        write(tmp_path / "two", few, games=1, variant="advanced"),
    ]
    text = " ".join(paragraphs(compared(folders)))
    assert "cannot be told to change the advantage of one seat" in text
    assert "There are fewer than 30 games" in text
    assert "rests on 1 game of" in text


def test_words_on_what_differs_and_what_may_not(pair):
    text, answer = paragraphs(compared(pair))
    assert "classic Slither and 2000 of advanced Slither, played with 1000 simulations" in text
    assert "The first seat wins 58.0 % (55.8 to 60.1) in classic Slither and 50.5 %" in text
    assert "its share falls by 7.5 points (4.4 to 10.6)" in text
    assert "Classic Slither is unfair, and the pie rule of advanced Slither works" in text
    assert "games are shorter by 3.2 moves (2.6 to 3.8)" in text
    assert "No game of either was drawn." in text
    assert "No difference can be shown in how often the lead changes; there may still be" in text
    assert "Not known of both: the number of legal moves" in text
    assert "advanced Slither cures the advantage of one seat" in answer
    assert "cannot be shown to change the swing of the lead" in answer


def test_words_without_any_difference(tmp_path):
    folders = [write(tmp_path / name, variant=name) for name in ("classic", "advanced")]
    text = " ".join(paragraphs(compared(folders)))
    assert "no difference in its share can be shown" in text
    assert "Compared with" not in text
    assert "cures" not in text
    assert "cannot be shown to change the advantage of one seat" in text


def test_words_on_what_gets_worse(tmp_path):
    folders = [
        write(tmp_path / "a", measures(1000, verdict="near even")),
        write(tmp_path / "b", measures(1200, lead=0.35, draws=100), variant="advanced"),
    ]
    text = " ".join(paragraphs(compared(folders)))
    assert "its share rises by 10.0 points" in text
    assert (
        "In classic Slither no seat is shown to be ahead, and advanced Slither is unfair." in text
    )
    assert "the lead changes hands more often by 10" in text
    assert "Draws go from 0.00 % (0.00 to 0.19) to 5.0 %" in text
    assert "worsens the advantage of one seat or the swing of the lead" in text


def test_words_on_levels(tmp_path):
    def climbed(levels, interval, note):
        figure = Figure("levels", levels, "levels", interval, 90, note=note)
        return {"ladder": Measure("Ladder", "", figures=[figure])}

    folders = [
        write(tmp_path / "open", climbed(1, None, "at least")),
        write(tmp_path / "closed", climbed(3, (2.0, 4.0), "above Random"), variant="advanced"),
    ]
    assert (
        "The ladder of thinking times has at least 1 level of play in classic Slither and 3 in "
        "advanced Slither, which may be chance, as each was climbed once."
    ) in paragraphs(compared(folders))[0]


def test_words_on_elo(tmp_path):
    def strong(elo, reach, gains):
        names = [f"Elo per doubling, {part} effort" for part in ("low", "middle", "high")]
        figures = [average("strongest above Random", elo, reach, 700, "Elo")]
        figures += [average(n, gain, 40, 200, "Elo") for n, gain in zip(names, gains, strict=True)]
        return {"chain": Measure("Elo", "", figures=figures)}

    folders = [
        write(tmp_path / "deep", strong(1900, 150, (200, 150, 90))),
        write(tmp_path / "flat", strong(900, 150, (100, 60, 10)), variant="advanced"),
    ]
    text, answer = paragraphs(compared(folders))
    assert (
        "The strongest player tried is 1900 (1750 to 2050) Elo above Random in classic Slither and "
        "900 (750 to 1050) in advanced Slither."
    ) in text
    assert (
        "a doubling of the simulations gains, at low, middle and high effort, 200" in text.lower()
    )
    assert "worsens the want of depth" in answer
    sweep = Figure(
        "strongest above Random", 800.0, "Elo", None, 700, note="at least; 64 simulations"
    )
    folders[1] = write(
        tmp_path / "open", {"chain": Measure("Elo", "", figures=[sweep])}, variant="advanced"
    )
    text = paragraphs(compared(folders))[0]
    assert "in classic Slither and at least 800 in advanced Slither, a difference that may" in text


def test_words_on_other_games_and_empty_reports(tmp_path):
    folders = [
        write(tmp_path / "hex", {}, game="hex", size=11),
        write(tmp_path / "own", {}, game="/somewhere/own_game.py"),
    ]
    found = compared(folders)
    assert [each.name for each in found.reports] == ["Hex", "own_game"]
    assert found.rows == []
    (text,) = paragraphs(found)
    assert text.startswith("This rests on 2000 games of Hex and 2000 of own_game")
    assert "designer" not in text


def test_reports_of_other_strength_are_called_so(tmp_path):
    folders = [
        write(tmp_path / "a"),
        write(tmp_path / "b", limit="0.1s", version="2", effort={"reviews": 3}),
    ]
    found = compared(folders)
    assert [each.name for each in found.reports] == ["Slither (a)", "Slither (b)"]
    assert "Slither (a): 1000 simulations, Slither (b): 0.1 seconds" in found.warnings[0]
    assert "different versions" in found.warnings[1]
    assert "different effort" in found.warnings[2]
    assert "limited by the clock" in found.warnings[3]
    assert paragraphs(found)[-1].startswith("Beware: ")


# What cannot be compared.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "cannot read"),
        ("[]", "holds no names"),
        ('{"crosscut": 1}', "is no report of format 1"),
        ('{"crosscut_report": 1}', "is a broken report"),
        ('{"crosscut_report": 1, "about": {}, "measures": []}', "is a broken report"),
        ('{"crosscut_report": 1, "about": {}, "measures": {"a": {}}}', "is a broken report"),
    ],
)
def test_broken_reports(pair, tmp_path, text, message):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "report.json").write_text(text)
    with pytest.raises(BadRecord, match=message):
        read_all([pair[0], broken])


def test_folders_that_are_no_reports(pair, tmp_path):
    with pytest.raises(BadOption, match="there is no folder"):
        read_all([pair[0], tmp_path / "nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadRecord, match=r"holds no report\.json"):
        read_all([pair[0], tmp_path / "empty"])
    with pytest.raises(BadOption, match="needs two reports"):
        read_all(pair[:1])
    with pytest.raises(BadOption, match="is named twice"):
        read_all([pair[0], pair[1] / ".." / "classic"])


# The published report.


def test_the_published_report_is_complete(pair):
    found = beside(read_all(pair))
    published = {each.what: each.published.value for each in found.lines}
    assert [published[f"unique positions to depth {depth}"] for depth in range(6)] == [
        1, 64, 4160, 131140, 393168, 4097945,
    ]  # fmt: skip
    assert published["good moves"] + published["bad moves"] == published["distinct actions"] == 485
    assert published["first seat wins"] == pytest.approx(939 / 2014, abs=1e-6)
    assert {
        "rating: weight": 3.5714,
        "size of the implementation": 32673,
        "size: reference": 10328,
        "playouts: ratio": 390.25,
        "game length": 43.12,
        "branching factor": 56.48,
        "complexity": 69.03,
        "computational complexity": 6.62,
        "turns with a change of lead": 0.2,
        "critical turns": 4,
        "hot turns": 0.96,
    }.items() <= published.items()
    assert len(found.openings) == 12
    assert all(each.why and each.printed for each in found.lines)
    # 46.62 - 2.17 is the lower end of Wilson's interval, as the report has it
    first = next(each.published for each in found.lines if each.what == "first seat wins")
    assert 100 * (first.value - first.interval[0]) == pytest.approx(2.17, abs=0.005)
    known = {name for section in SECTIONS.values() for name in section}
    assert {each.measure for each in found.lines} <= known


def test_published_openings_are_legal_in_both(pair):
    found = beside(read_all(pair))
    assert all(legal == (True, True) for _, legal in found.openings)
    text = "12 of its 12 openings are legal there"
    assert beside_words(found).count(text) == 2


def test_an_opening_that_is_not_legal_is_found_out(pair):
    found = beside(read_all(pair))
    wrong = found.publication | {"openings": ["d4,d4", "d4,e5,d4-c4,a1"]}
    # in Advanced a stone moves only beside an enemy's: d4 has none beside it, e5 is diagonal
    assert replace(found, publication=wrong).openings == [
        ("d4,d4", (False, False)),
        ("d4,e5,d4-c4,a1", (True, False)),
    ]


def test_agreements_follow_the_numbers(tmp_path):
    ladder = Table("", ("AI", "strong wins", "draws", "games"), [["0.03 s", 20, 0, 40]])
    positions = Table(
        "",
        ("depth in moves", "positions", "as Ai Ai counts"),
        [[3, 128056, 128056], [4, 9, 393168]],
    )
    more = {
        "ladder": Measure("", "", exhibits=[ladder]),
        "unique_positions": Measure("", "", exhibits=[positions]),
        "shortest_games": Measure("", "", figures=[counted("shortest game known", 15)]),
    }
    folder = write(tmp_path / "a", measures(940, 43.3, **more))
    found = {each.what: each for each in beside(read_all([folder], 1)).lines}

    def agreement(what):
        return found[what].agreements[0]

    assert agreement("distinct actions") is Agreement.equal
    assert agreement("draws") is Agreement.equal
    assert agreement("first seat wins") is Agreement.within  # 47.0 and 46.6 %
    assert agreement("game length") is Agreement.within  # 43.3 -+ 0.4 holds 43.12
    assert agreement("unique positions to depth 3") is Agreement.unexplained  # of classic rules
    assert agreement("unique positions to depth 4") is Agreement.equal
    assert agreement("shortest games") is Agreement.within  # none before the sixth move
    assert agreement("branching factor") is Agreement.absent
    # 20 of 40 is 50 % (35 to 65), and 36 of 43 is 84 % (70 to 92)
    assert found["level 0.03 s against 0.01 s"].ours[0].value == 0.5
    assert agreement("level 0.03 s against 0.01 s") is Agreement.explained
    other = beside(read_all([write(tmp_path / "b", measures(length=50.0, draws=40))], 1))
    lines = {each.what: each.agreements[0] for each in other.lines}
    assert lines["game length"] is Agreement.explained
    assert lines["draws"] is Agreement.unexplained
    advanced = write(tmp_path / "c", measures(**more), variant="advanced")
    (third,) = (e for e in beside(read_all([advanced], 1)).lines if e.what.endswith("depth 3"))
    assert third.agreements == (Agreement.explained,)
    assert "1 different and not explained" in beside_words(other)


def test_the_published_report_is_on_slither_alone(tmp_path):
    folders = [write(tmp_path / str(size), game="hex", size=size) for size in (9, 11)]
    with pytest.raises(BadOption, match="on Slither 8x8, and none of these is"):
        beside(read_all(folders))


def test_games_without_the_pie_rule_are_pointed_at(tmp_path):
    found = beside(read_all([write(tmp_path / "a", pie=False)], 1))
    assert found.warnings == [
        "The games of Slither were played without the pie rule, the published ones with it."
    ]


# The page and the command.


class Tags(HTMLParser):
    """Notes the tags of a page, and those that were never closed."""

    VOID = ("meta", "br", "hr", "img", "link", "input")

    def __init__(self, page):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page(pair):
    reports = read_all(pair)
    page = render(Comparison(reports), beside(reports), "crosscut compare <a> b")
    tags = Tags(page)
    assert tags.open == []
    assert page.count("▼ smaller by 3.2 moves (2.6 to 3.8)") == 1
    assert "crosscut compare &lt;a&gt; b" in page
    assert page.index("games are shorter by") < page.index("<table")
    assert all(
        attributes["aria-label"]
        for tag, attributes in tags.seen
        if tag == "div" and attributes.get("role") == "img"
    )
    assert sum(tag == "svg" for tag, _ in tags.seen) == 3  # balance, length, lead
    outside = re.findall(r'(?:src|href)="(?!#)[^"]*"', page)
    assert outside == []
    assert "Moves of a game." in page
    links = re.findall(r'<li><a href="#([^"]+)">', page)
    assert links[:2] == ["words", "published"]
    assert links[-1] == "method"
    assert all(page.count(f' id="{link}"') == 1 for link in links)
    assert "data-theme-toggle" in page
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page


def test_the_command(pair, tmp_path):
    page = tmp_path / "compare.html"
    told, _ = run_cli("compare", *map(str, pair), "--out", str(page))
    assert "games are shorter by 3.2 moves (2.6 to 3.8)" in " ".join(told.split())
    assert "Game length: mean length, moves" in told
    assert "How it is compared" in page.read_text()
    told, _ = run_cli("compare", *map(str, pair), "--published", "--json")
    found = json.loads(told)
    assert found["crosscut_comparison"] == 1
    assert found["published"]["counts"]["classic Slither"]["equal"] > 0
    row = next(each for each in found["rows"] if each["figure"] == "mean length")
    assert row["against_first"][0]["finding"] == "smaller"
    assert row["values"][0]["n"] == 2000


def test_the_command_on_bad_input(pair):
    _, message = run_cli("compare", str(pair[0]), code=2)
    assert "a comparison needs two reports" in message
    _, message = run_cli("compare", *map(str, pair), "--out", "/dev/null/a.html", code=2)
    assert "name a .html file in a folder that exists" in message


# Which version made it.


def test_a_comparison_states_its_version_and_those_of_its_reports(tmp_path):
    now = [write(tmp_path / name, version=__version__, seed=seed) for seed, name in enumerate("ab")]
    page = render(compared(now))
    assert f'<meta name="generator" content="Crosscut {__version__}">' in page
    assert f"Made by Crosscut {__version__}. This page" in page
    before = [*now, write(tmp_path / "c", version="0.5.0")]
    assert "from reports of other versions (0.5.0). This page" in render(compared(before))


def test_a_report_in_a_notebook_says_that_another_version_made_it(tmp_path):
    folders = {
        version: write(tmp_path / f"by-{version}", version=version)
        for version in (__version__, "0.5.0", None)
    }
    shown = {each.about["version"]: each._repr_html_() for each in read_all([*folders.values()])}
    assert "made by" not in shown[__version__]
    told = f"and this is Crosscut {__version__}"
    assert f"made by Crosscut 0.5.0, {told}" in shown["0.5.0"]
    assert f"made by a version that is not stated, {told}" in shown[None]
