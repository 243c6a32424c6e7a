"""Reports side by side: verdicts on differences, and their words."""

import math

import pytest

from crosscut.lab.report.balance.balance import Verdict as Balance
from crosscut.lab.report.compare.comparison import Finding
from crosscut.lab.report.compare.narrative import balance_of, paragraphs
from crosscut.lab.report.estimates import counted, share
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.saved_report import read_all
from tests.lab.test_report_compare import FIRST, average, compared, measures, write


@pytest.fixture
def pair(tmp_path):
    """Return the folders of two reports, of which the second is shorter and better balanced."""
    return [
        write(tmp_path / "classic"),
        write(tmp_path / "advanced", measures(1010, 42.8, verdict="cured"), variant="advanced"),
    ]


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
