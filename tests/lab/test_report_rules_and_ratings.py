"""Measures of the game itself: its facts, the size of its rules, and its ratings."""

from pathlib import Path

import pytest

from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.report.measure import Chart, Picture, Text
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.rules_source import definitions
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.user_ratings import read_ratings
from crosscut.rules.registry import game_class
from tests.support.measured import exhibits, measured, values

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


# The game itself.


def test_facts_and_rules_of_slither():
    sample = Sample(Plan("slither", 5, "advanced", True), {})
    (table,) = measured("facts", sample).exhibits
    rows = dict(table.rows)
    assert rows["designer"] == "Corey Clark"
    assert rows["board"] == "5x5, 25 cells"
    assert rows["mechanism"] == "Connection"
    assert rows["a player without a turn"] == "passes"
    assert rows["pie rule here"] == "yes"
    measure = measured("rules", sample)
    rules, settled = exhibits(measure, Text)
    assert rules.numbered
    assert len(rules.paragraphs) == 7
    assert len(settled.paragraphs) == 5
    assert all(each.svg.startswith("<svg") for each in exhibits(measure, Picture))


def weighed(game):
    """Return the figures of how large a game's rules are."""
    return values(measured("size_of_rules", Sample(Plan(str(game), 5, "standard", False), {})))


def test_what_counts_as_rules(tmp_path):
    file, text = tmp_path / "mine.py", (EXAMPLES / "sidestep.py").read_text()
    file.write_text(text)
    found = weighed(file)
    # a comment, a text, a blank line and a constant that nobody uses change nothing
    idle = text.replace("    def start", '    # why\n\n    "text"\n\n    def start') + "A = 1\n"
    file.write_text(idle)
    assert weighed(file) == found
    # what is used counts: 8 bytes for "LATE = 7", and 16 for an indented line "late = LATE"
    used = text.replace("    def start", "    late = LATE\n\n    def start")
    file.write_text(used.replace("@dataclass", "LATE = 7\n\n\n@dataclass", 1))
    assert weighed(file)["size"] == found["size"] + 24
    assert weighed(file)["size of its own file"] == found["size of its own file"] + 24


def test_a_neighbour_of_a_game_file_counts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    text = (EXAMPLES / "sidestep.py").read_text()
    (tmp_path / "late_neighbour.py").write_text("LATE = 7\nOTHER = 8\n")
    file = tmp_path / "mine.py"
    file.write_text(
        "from late_neighbour import LATE\n"
        + text.replace("    def start", "    late = LATE\n\n    def start")
    )
    assert weighed(file)["size"] == weighed(EXAMPLES / "sidestep.py")["size"] + 24


def test_filler_is_what_others_are_compared_with():
    filler, found = weighed("filler"), weighed("hex")
    assert filler["ratio"] == filler["ratio of own files"] == 1
    assert found["size of the reference"] == filler["size"]
    assert found["ratio"] == found["size"] / filler["size"]
    # both are connection games: what a class inherits is counted, what it does not is not
    parts = definitions(game_class("slither"))
    assert ("crosscut.rules.connection", "MovingGame") in parts
    assert ("crosscut.rules.connection", "PlacingGame") not in parts
    assert not any(module == "crosscut.rules.game" for module, _ in parts)


# Ratings.


def test_ratings_of_the_published_report_on_slither():
    ratings = read_ratings(Path(__file__).parents[1] / "data" / "slither-ratings.csv")
    plan = Plan("slither", 8, "classic", True)
    measure = measured("ratings", Sample(plan, {}, ratings))
    found = values(measure)
    assert found["voters"] == 81
    assert round(found["mean rating"], 5) == 7.97963
    assert round(found["standard deviation"], 5) == 1.47055
    low, high = measure.figure("standard deviation").interval
    assert low < 1.47055 < high
    (chart,) = exhibits(measure, Chart)
    assert sum(row[1] for row in chart.data.rows) == 81


def write(path, text):
    """Write a file of ratings and return where it is."""
    file = path / "ratings.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_ratings_come_in_any_order(tmp_path):
    text = '\ufeffComment,USER, Rating\n"good, very good",ann,8.5\nno idea,bob,N/A\n\n,,\n'
    assert read_ratings(write(tmp_path, text)) == [
        ("ann", 8.5, "good, very good"),
        ("bob", None, "no idea"),
        ("", None, ""),
    ]
    text = "user;rating\nann;7.5\n"  # as spreadsheets write where the comma is for decimals
    assert read_ratings(write(tmp_path, text)) == [("ann", 7.5, "")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("user,comment\nann,x\n", "line 1: there is no column rating"),
        ("", "line 1: there is no column user or rating"),
        ("user,rating,comment\nann,8,\nbob,11,\n", "line 3: the rating 11 is not from 0 to 10"),
        ("user,rating,comment\nann,nan,\n", "line 2: the rating nan is not from 0 to 10"),
        ("user,rating,comment\nann,good,\n", "line 2: the rating 'good' is no number"),
        ("user,rating,comment\nann,8,so, so\n", "line 2: 4 columns instead of 3"),
        ('user,rating,comment\nann,8,"open\n', "line 2: "),
        (b"user,rating,comment\nann,8,\xff\xfe\n", "are no text"),
    ],
)
def test_a_bad_file_of_ratings_is_explained(tmp_path, text, told):
    with pytest.raises(BadRecord, match=told):
        read_ratings(write(tmp_path, text))


def test_a_file_of_ratings_has_to_be_there(tmp_path):
    with pytest.raises(BadOption, match="cannot read the ratings"):
        read_ratings(tmp_path / "none.csv")
