"""Reports side by side: the published report, the page and the command."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from crosscut import __version__
from crosscut.core.errors import BadOption
from crosscut.lab.report.compare.comparison import Comparison
from crosscut.lab.report.compare.narrative import beside_words
from crosscut.lab.report.compare.page import render
from crosscut.lab.report.compare.published import Agreement, beside
from crosscut.lab.report.estimates import counted
from crosscut.lab.report.measure import Measure, Table
from crosscut.lab.report.measures import SECTIONS
from crosscut.lab.report.saved_report import read_all
from tests.lab.test_report_compare import compared, measures, write
from tests.support.program import run_cli


@pytest.fixture
def pair(tmp_path):
    """Return the folders of two reports, of which the second is shorter and better balanced."""
    return [
        write(tmp_path / "classic"),
        write(tmp_path / "advanced", measures(1010, 42.8, verdict="cured"), variant="advanced"),
    ]


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
