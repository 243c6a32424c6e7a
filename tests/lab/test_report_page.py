"""The page of a report: what it says, that it needs nothing but itself, and that it can be used."""

import json
import random
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

import crosscut
from crosscut.core.errors import BadOption
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import nothing, share
from crosscut.lab.report.measure import Chart, Figure, HeatMap, Line, Measure, Puzzle, Table, Text
from crosscut.lab.report.number_format import (
    column_texts,
    duration_text,
    interval_text,
    number_text,
    sample_text,
    value_text,
)
from crosscut.lab.report.page import boards
from crosscut.lab.report.page.render import render
from crosscut.lab.report.page.templating import explained, typeset
from tests.support.sample_report import ABOUT, EVIL, SLITHER, cell, chart, line, puzzle, report


@pytest.fixture(scope="module")
def html():
    """The page of a small report."""
    return render(ABOUT, report())


class Elements(HTMLParser):
    """All elements of a page with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def all(self, name):
        """Return all values of an attribute."""
        return [attributes[name] for _, attributes in self.found if name in attributes]


# Numbers.


def test_numbers_are_written_for_people():
    assert number_text(2010) == "2010"
    assert number_text(131140) == "131,140"
    assert number_text(43.125, 2) == "43.12"
    assert number_text(0.00042) == "0.0004"
    assert number_text(3.2e17) == "3.20 × 10¹⁷"
    assert number_text(float("inf")) == "∞"
    assert column_texts([0.5, None, 0.25, "x"]) == ["0.50", "–", "0.25", "x"]
    assert column_texts([1234.5678, 1.0]) == ["1235", "1"]
    assert duration_text(3391.2).replace("\xa0", " ") == "56 min 31 s"
    assert duration_text(7260).replace("\xa0", " ") == "2 h 1 min"


def test_figures_are_written_with_all_that_says_how_sure_they_are():
    # 939 of 2014 are 46.62 %, and Wilson's bounds 44.45 and 48.81
    figure = share("wins", 939, 2014)
    assert value_text(figure) == "46.6\xa0%"
    assert interval_text(figure).replace("\xa0", " ") == "44.5 to 48.8"
    assert sample_text(figure) == "2014\xa0games"
    assert value_text(Figure("length", 43.118, "moves")) == "43.12\xa0moves"
    assert value_text(Figure("rare", 0.00042, "%")) == "0.04\xa0%"
    assert value_text(Figure("often", 0.25, "% of games")) == "25.0\xa0% of games"
    assert value_text(Figure("levels", 2, "levels", (2.0, 3.0))) == "2\xa0levels"
    assert interval_text(Figure("levels", 2, "levels", (2.0, 3.0))) == "2\xa0to\xa03"
    single = Figure("levels", 1, "levels", n=1, of="reviewed games")
    assert (value_text(single), sample_text(single)) == ("1\xa0level", "1\xa0reviewed game")
    assert value_text(Figure("mean", 1.0, "moves")) == "1.00\xa0moves"
    assert value_text(Figure("time", 1, "us")) == "1\xa0us"
    tree = Figure("tree", 69.031, "log10", (68.2, 70.1))
    assert value_text(tree) == "10^69.03"
    assert interval_text(tree).replace("\xa0", " ") == "10^68.20 to 10^70.10"
    empty = nothing("wins", "%")
    assert (value_text(empty), interval_text(empty), sample_text(empty)) == ("–", "", "0\xa0games")


# Boards.


def test_a_position_is_a_character_for_every_cell():
    position = SLITHER.position().play("b2").play("c3")
    assert boards.frame(position) == "....|.0..|..1.|....".replace("|", "")
    assert boards.frame(position.tap(cell("b2"))) == "....|.a..|..1.|....".replace("|", "")


def test_the_tree_of_a_puzzle_holds_every_turn_and_where_it_leads():
    given = puzzle()
    tree = boards.taps_tree(given.position, given.legal)
    assert tree["frame"] == ".0..|..11|.0..|.0..".replace("|", "")
    for taps in given.legal:
        after, node = given.position, tree
        for tap in taps:
            after = after.tap(tap)
            plain = node["plain"][tap] == "x"
            own = node["frame"][:tap] + "0" + node["frame"][tap + 1 :]
            node = own if plain else node["next"][tap]
            assert (node if isinstance(node, str) else node["frame"]) == boards.frame(after)
        assert isinstance(node, str)
    assert any(len(taps) == 3 for taps in given.legal)


def test_every_board_of_a_kind_is_drawn_once():
    page = render(ABOUT, {"openings": Measure("Openings", "", exhibits=[line()] * 5)})
    one = render(ABOUT, {"openings": Measure("Openings", "", exhibits=[line()])})
    assert page.count('id="b1"') == 1
    assert 'id="b2"' not in page
    assert len(page) - len(one) < 4 * 6000


def test_a_full_report_stays_below_three_megabytes():
    """Forty charts, twenty long lines and six puzzles with thousands of turns are a full one."""
    large = crosscut.game("slither", 13)
    source = random.Random(1)
    position = large.position()
    while position.turn_number < 60 or position.mid_turn:
        position = position.tap(source.choice(position.actions()))
    turns = [(text, tuple(end.taps_since(position))) for text, end in position.next_turns()]
    assert len(turns) > 3000
    first, taps = turns[0]
    hard = Puzzle("", position, taps, (first,), tuple(taps for _, taps in turns))

    def size(*exhibits):
        return len(render(ABOUT, {"more": Measure("", "", exhibits=exhibits)}).encode())

    long = Line("", position)
    ground = size(long)
    a_line = size(long, long) - ground
    a_puzzle = size(long, hard) - ground
    a_chart = size(long, chart()) - ground
    assert ground + 40 * a_chart + 20 * a_line + 6 * a_puzzle < 3_000_000


def heat_of(values, unit=""):
    """Return how a heat map of a few cells is shown."""
    return boards.Boards().heat_map(HeatMap("", SLITHER.position(), values, "", unit))


def test_heat_of_shares_begins_at_nothing():
    """Else 83 and 89 % would look as different as can be."""
    shown = heat_of({0: 0.83, 1: 0.89}, "% of games")
    assert (shown["low"], shown["high"]) == ("0.0\xa0% of games", "89.0\xa0% of games")
    assert shown["cells"][0]["fill"] == boards.ramp(0.83 / 0.89)
    assert heat_of({0: 3.0, 1: 5.0}, "moves")["low"] == "3.00\xa0moves"


@pytest.mark.parametrize("values", [{0: 0.0, 1: 1.0}, {0: 1.0, 1: 1.0}])
def test_a_map_of_zeros_and_ones_says_yes_and_no(values):
    shown = heat_of(values)
    assert (shown["low"], shown["high"]) == ("no", "yes")
    assert [text for _, text in shown["table"]] == ["yes" if v else "no" for v in values.values()]
    assert shown["cells"][1]["fill"] == boards.ramp(1)
    assert heat_of({0: 0.0, 1: 0.5})["high"] == "0.50"


def luminance(colour):
    """Return the relative luminance of a colour, as WCAG defines it."""
    shares = [channel / 255 for channel in boards.channels_of(colour)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(colour, other):
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted(map(luminance, (colour, other)))
    return (light + 0.05) / (dark + 0.05)


def test_heat_grows_darker_all_the_way_and_numbers_stay_readable():
    heats = [number / 200 for number in range(201)]
    shades = [luminance(boards.ramp(heat)) for heat in heats]
    assert shades == sorted(shades, reverse=True)
    for heat in heats:
        ink = "#ffffff" if heat >= boards.DARK else "#000000"
        assert contrast(boards.ramp(heat), ink) >= 4.5, heat


def test_text_has_contrast_in_light_and_dark(html):
    style = html[html.index("<style>") : html.index("</style>")]
    themes = re.findall(r"--page: [^}]*", style)
    assert len(themes) == 4  # light, dark by the system, dark by choice, and on paper
    for theme in themes[:3]:
        colour = dict(re.findall(r"--([\w-]+): (#\w{6})", theme))
        for ground in ("page", "paper", "raised"):
            for ink in ("ink", "soft", "accent", "good", "bad"):
                assert contrast(colour[ink], colour[ground]) >= 4.5, (ink, ground)
        assert contrast(colour["accent-ink"], colour["accent"]) >= 4.5
        for number in range(1, 7):  # parts of charts need less
            assert contrast(colour[f"series-{number}"], colour["paper"]) >= 3, number


# Charts.


def test_charts_follow_the_page_and_are_small():
    drawn = charts.svg(chart(), "c")
    assert drawn.startswith("<svg")
    assert 'role="img"' in drawn
    assert 'aria-label="It goes up and down."' in drawn
    assert "var(--series-1)" in drawn
    assert "var(--pale)" in drawn
    assert charts.MAIN not in drawn
    assert "xmlns" not in drawn
    assert "<style" not in drawn
    assert "font-family" not in drawn
    assert len(drawn) < 12_000
    assert drawn == charts.svg(chart(), "c")


def test_legends_stand_below_charts_in_as_many_columns_as_there_is_room_for():
    """Three labels are a row on a page, and on a phone two."""

    def draw(axes):
        for number in range(3):
            axes.plot([0, 1], [number, 1], label=f"a label like this {number}")
        axes.set_xlabel("below")
        axes.legend(loc="upper left")

    wide, narrow = (
        charts.svg(Chart("", draw, "", Table("", (), [])), "c", width)
        for width in (charts.WIDTH, charts.NARROW)
    )

    def heights(drawn):
        found = re.findall(r' y="([\d.]+)"[^>]*>a label', drawn)
        return set(found)

    assert len(heights(wide)) == 1
    assert len(heights(narrow)) == 2
    for drawn in (wide, narrow):
        axis = float(re.search(r' y="([\d.]+)"[^>]*>below', drawn)[1])
        assert min(map(float, heights(drawn))) > axis


@pytest.mark.parametrize(
    ("amounts", "numbers"),
    [
        ((0.01, 4.0), ["0.01", "0.1", "1"]),
        ((0.01, 0.2), ["0.01", "0.02", "0.05", "0.1", "0.2"]),
        ((1, 2000), ["1", "10", "100", "1,000"]),
        ((1, 3e8), ["1", "100", "10,000", "1,000,000", "10⁸"]),
    ],
)
def test_logarithmic_axes_have_few_and_plain_numbers(amounts, numbers):
    def draw(axes):
        axes.plot(amounts, [0, 1])
        axes.set_xscale("log")
        axes.set_yticks([])

    drawn = charts.svg(Chart("", draw, "", Table("", (), [])), "c", charts.NARROW)
    assert re.findall(r"<text[^>]*>([^<]+)</text>", drawn) == numbers


# The page.


def test_the_page_needs_nothing_but_itself(html):
    assert not re.search(r"https?://|@import|src=", html)
    assert not re.search(r"url\((?!#)", html)
    assert all(target.startswith("#") for target in Elements(html).all("href"))
    assert "default-src 'none'" in html


def test_names_inside_the_page_are_unique_and_links_lead_somewhere(html):
    elements = Elements(html)
    names = elements.all("id")
    assert len(names) == len(set(names))
    assert {target[1:] for target in elements.all("href")} <= set(names)


def test_the_page_says_what_it_is_about(html):
    words = re.sub(r"\s+", "", re.sub(r"<[^>]+>|&nbsp;", "", html))
    for said in (
        "Thinking a turn 1000 simulations",
        "Wall time 56 min 31 s",
        "crosscut report slither --size 4 --pie --out slither-4",
        "Does it end? Whether games end cannot be told: it was not measured.",
        "first seat wins 46.6 % 44.5 to 48.8 2014 games",
        "draws – 0 games",
        "gap no game was drawn –",
        "The first seat wins less.",
        "How it is computed Wins over games.",
        "No size was solved.",
    ):
        assert said.replace(" ", "") in words, said
    assert '<html lang="en">' in html
    # in the order of the sections, and what belongs to none of them last
    titles = re.findall(r"<h2 [^>]*>(.*?)</h2>", html)
    assert titles == ["The game", "Who wins", "The board", "Openings, endings, puzzles", "More"]


def test_a_line_is_drawn_at_its_end_where_no_script_runs(html):
    player = html[html.index('<div class="player" data-player') :]
    pieces = re.search(r'<g class="pieces">(.*?)</g>', player)[1]
    # b3 and b2 are Black's, c3 White's, and the step from b2 and both points are marked
    assert len(re.findall(r"#b\d-0", pieces)) == 2
    assert len(re.findall(r"#b\d-1", pieces)) == 1
    assert pieces.count("#mark-ring") == 3


def test_everything_is_escaped():
    evil = Measure(
        EVIL,
        EVIL,
        summary=EVIL,
        figures=[Figure(EVIL, EVIL, EVIL, note=EVIL, n=1, of=EVIL)],
        exhibits=[
            Table(EVIL, (EVIL,), [(EVIL,)]),
            Chart(EVIL, lambda axes: axes.set_title(EVIL), EVIL, Table(EVIL, (EVIL,), [(EVIL,)])),
            Line(EVIL, line().end, EVIL),
            HeatMap(EVIL, line().end, {0: 1.0}, EVIL, EVIL),
            Text(EVIL, [EVIL]),
        ],
    )
    page = render(dict.fromkeys(ABOUT, EVIL) | {"games": 1, "seconds": 1.0}, {EVIL: evil})
    assert "<script>alert" not in page
    assert "<img" not in page
    assert page.count("&lt;script&gt;") > 15
    assert not Elements(page).all("onerror")
    data = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert [json.loads(each) for each in data]


def test_powers_are_raised_and_microseconds_have_their_sign():
    assert typeset("10^77.31") == '10<span class="unseen">^</span><sup>77.31</sup>'
    assert re.sub("<[^>]+>", "", typeset("0.01 e^k, 2^k, 10^-2.5.")) == "0.01 e^k, 2^k, 10^-2.5."
    assert typeset("0.01 e^k, 2^k, 10^-2.5.").count("<sup>") == 3
    assert typeset("<b>3\xa0us</b>") == "&lt;b&gt;3\xa0µs&lt;/b&gt;"
    assert (typeset("us"), typeset("bus and us")) == ("µs", "bus and us")


def test_a_long_explanation_is_broken_into_paragraphs():
    assert explained("One. Two.") == [("", "One. Two.")]
    long = "This is a sentence of some length, and more of them follow. " * 10
    parts = [text for _, text in explained(long.strip())]
    assert len(parts) > 1
    assert " ".join(parts) == long.strip()
    terms = "Of games. Drama: how far. It is a mean. Depth: how deep. Swing: much. Intervals too."
    assert explained(terms) == [
        ("", "Of games."),
        ("Drama", "how far. It is a mean."),
        ("Depth", "how deep."),
        ("Swing", "much."),
        ("", "Intervals too."),
    ]


def test_only_long_tables_scroll():
    def boxes(rows):
        table = Table("", ("x",), [(number,) for number in range(rows)])
        return Elements(render(ABOUT, {"own": Measure("", "", exhibits=[table])})).all("class")

    assert "box rows" in boxes(20)
    assert "box rows tall" in boxes(21)


def test_what_cannot_be_shown_is_named():
    broken = Measure("Mine", "", exhibits=[Table("Wins", ("seat", "wins"), [("first",)])])
    with pytest.raises(BadOption, match="'Wins' cannot be shown: IndexError"):
        render(ABOUT, {"mine": broken})


def test_nothing_measured_is_still_a_page():
    assert "Nothing has been measured." in render(ABOUT, {})


def test_importing_the_page_imports_neither_charts_nor_templates():
    page, heavy = "crosscut.lab.report.page.render", "{'jinja2', 'matplotlib'}"
    code = f"import sys, {page}; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
