"""Reports side by side: differences worked by hand, and what cannot be compared."""

import json
import math

import pytest
from scipy import stats

from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.report.compare.comparison import Comparison
from crosscut.lab.report.estimates import counted, mean, share
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.saved_report import read_all
from crosscut.lab.report.significance import corrected, difference

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
