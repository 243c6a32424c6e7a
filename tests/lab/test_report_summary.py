"""The six answers at the top of a report: no sentence is stronger than its figures."""

import json
import re
from dataclasses import replace

import pytest

from crosscut.lab.report.estimates import counted, share
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Chart, Figure, Measure, Table
from crosscut.lab.report.page.render import render
from crosscut.lab.report.summary.claims import Cite, share_text, sure_text
from crosscut.lab.report.summary.summary import VERDICTS, answers, middle_half
from crosscut.lab.stats import wilson
from tests.lab.test_report_page import Elements
from tests.support.sample_report import ABOUT

ABOUT = ABOUT | {"game": "none of ours"}


def results(first=0.5, n=400, broken=0, drawn=0, swaps=None):
    """Return the measure of results of some games, of which these shares are known."""
    ended = n - broken
    figures = [
        share("first seat", first * ended, ended),
        share("draws", drawn, ended),
        counted("games that did not end", broken, n=n),
    ]
    if swaps is not None:
        figures.append(share("swaps", swaps * n, n))
    return Measure("Results", "", figures=figures)


def drawn(table):
    """Return a chart with these numbers, which is never drawn."""
    return Chart(table.title, lambda axes: axes.plot([0, 1]), "", table)


def length(value, low, high, n=400):
    """Return the measure of length."""
    table = Table("Games by length", ("moves", "games"), [(10, 1), (20, 2), (30, 1)])
    figure = Figure("median length", value, "moves", (low, high), n)
    return Measure("Length", "", figures=[figure], exhibits=[drawn(table)])


def chances(value, low, high, n=400):
    """Return the measure of the winner's chance."""
    rows = [("winner", at, value, low, high, n) for at in (0, 50, 100)]
    table = Table(
        "The winner's chance", ("of", "% played", "median", "10 %", "90 %", "games"), rows
    )
    figure = Figure("winner's chance half-way", value, "", (low, high), n)
    return Measure("Chance", "", figures=[figure], exhibits=[drawn(table)])


def chain(value, low, high, n=400, name="highest level above Random"):
    """Return the measure of strength by simulations."""
    rows = [("1 simulation", 50, 40, "accepted"), ("8 simulations", 300, 60, "accepted")]
    table = Table("Elo of every candidate", ("AI", "Elo", "+-", "verdict"), rows)
    figures = [
        Figure("levels", 2, "levels", None, n),
        Figure("highest level", "8 simulations", n=n),
        Figure(name, value, "Elo", (low, high), n, digits=0),
    ]
    return Measure("Chain", "", figures=figures, exhibits=[drawn(table)])


def verdict(text):
    """Return a measure that has come to a verdict."""
    return Measure("Verdict", "", figures=[Figure("verdict", text, n=400)])


def answer(key, **measures):
    """Return one of the six answers."""
    return next(each for each in answers(ABOUT, measures) if each.key == key)


END = [
    ({"n": 7}, "cannot be told: 7 games are too few", False),
    ({"n": 400}, "all 400 games came to an end, and none was drawn.", True),
    ({"n": 400, "drawn": 40}, "and 10 % (7 to 13) were drawn.", True),
    ({"n": 400, "broken": 8}, "Not every game ends: 8 of 400 were broken off, 2 % (1 to 4)", True),
    ({"n": 20, "broken": 20}, "No game came to an end: all 20 were broken off.", True),
]
FAIR = [
    ({"first": 0.5, "n": 7}, "cannot be told", False),
    ({"first": 0.5, "n": 100}, "cannot be told", False),
    ({"first": 0.5, "n": 2000}, "The seats are close to even", True),
    ({"first": 0.53, "n": 2000}, "It favours the first seat", True),
    ({"first": 0.56, "n": 400}, "It may favour the first seat", True),
    ({"first": 0.44, "n": 400}, "It may favour the second seat", True),
    ({"first": 0.7, "n": 400}, "It favours the first seat", True),
    ({"first": 0.2, "n": 400}, "It favours the second seat", True),
    # blind swaps make the seats even whatever the game is like
    ({"first": 0.5, "n": 2000, "swaps": 0.5}, "cannot be told", False),
    ({"first": 0.7, "n": 400, "swaps": 0.5}, "It favours the first seat", True),
]


@pytest.mark.parametrize(("given", "said", "told"), END)
def test_whether_it_ends(given, said, told):
    found = answer("end", results=results(**given))
    assert said in plainly(found.text)
    assert found.told is told


@pytest.mark.parametrize("n", [8, 47, 90, 400, 2000, 100_000])
def test_no_more_games_are_said_to_end_than_the_bound_allows(n):
    note = plainly(answer("end", results=results(n=n)).small_text)
    said = float(re.search(r"at least ([\d.]+) %", note)[1])
    assert said <= 100 * (1 - wilson(0, n)[1]) < said + 0.1


def test_an_advantage_is_told_with_its_size():
    def fair(first, verdict_, **more):
        found = answer("fair", results=results(first, 2000, **more), balance=verdict(verdict_))
        return plainly(f"{found.text} {found.small_text}")

    assert fair(0.53, "unfair").startswith("No: the first seat wins more, but by little.")
    assert "So the first seat is 1 to 5 points above even." in fair(0.53, "unfair")
    assert fair(0.3, "unfair").startswith("No: the second seat wins more. ")
    assert "So the second seat is 18 to 22 points above even." in fair(0.3, "unfair")
    assert "An advantage of 3 points cannot be ruled out." in fair(0.51, "near even")
    blind = "Swaps at random would do that in any game"
    assert blind in fair(0.5, "near even", swaps=0.5)
    assert blind not in fair(0.5, "near even")


@pytest.mark.parametrize(("given", "said", "told"), FAIR)
def test_whether_it_is_fair_by_seats_alone(given, said, told):
    found = answer("fair", results=results(**given))
    assert said in plainly(found.text)
    assert found.told is told


def plainly(text):
    """Return a text without spaces that do not break."""
    return text.replace("\xa0", " ")


@pytest.mark.parametrize("n", [50, 200, 400, 2000, 10_000])
def test_unfair_takes_99_percent_and_may_be_95(n):
    """Of every share the words are those of the enumerated intervals."""
    for points in range(0, n + 1, max(1, n // 100)):
        said = answer("fair", results=results(points / n, n)).text
        low, high = wilson(points, n)
        lower, higher = wilson(points, n, 2.575829)
        assert ("favours" in said) == (not lower <= 0.5 <= higher), points
        assert ("may favour " in said) == ((not low <= 0.5 <= high) and lower <= 0.5 <= higher)
        assert ("close to even" in said) <= (low >= 0.45 and high <= 0.55)


@pytest.mark.parametrize("given", sorted(VERDICTS))
def test_a_verdict_on_balance_is_what_counts(given):
    found = answer("fair", results=results(0.5, 2000), balance=verdict(given))
    words, told = VERDICTS[given]
    assert found.text == words.format(seat="second", little=", but by little") + "."
    assert found.told is told
    assert found.sentence[0] == Cite(found.text[:-1], "balance", "verdict")


LONG = [
    (
        (24, 22, 27),
        "A game takes 24 moves (22 to 27) in the median; the middle half took 10 to 20.",
    ),
    ((24, 18, 30), "Only roughly: a game takes between 18 and 30 moves in the median"),
    ((24, 22, 27, 7), "cannot be told: 7 games are too few"),
]
DEEP = [
    (
        (300, 240, 360),
        "Thinking pays: 8 simulations a turn is 300 Elo (240 to 360) above random play",
    ),
    ((30, -20, 80), "Whether thinking pays cannot be told: it may be -20 to 80 Elo."),
    ((300, 240, 360, 7), "cannot be told"),
]
TENSE = [
    ((0.55, 0.52, 0.58), "It stays open long: half-way the later winner stood at 55 % (52 to 58)"),
    ((0.6, 0.5, 0.7), "Half-way through, the later winner stood at 60 % (50 to 70)"),
    ((0.9, 0.8, 0.95), "Much is settled early"),
    ((0.9, 0.8, 0.95, 7), "cannot be told: 7 games are too few"),
]


@pytest.mark.parametrize(
    ("key", "name", "measure", "given", "said"),
    [
        *(("long", "length", length, *each) for each in LONG),
        *(("deep", "chain", chain, *each) for each in DEEP),
        *(("tense", "trajectory", chances, *each) for each in TENSE),
    ],
)
def test_what_is_said_by_the_interval(key, name, measure, given, said):
    found = answer(key, results=results(), **{name: measure(*given)})
    assert said in plainly(found.text)
    assert found.told is ("cannot be told" not in found.text)


def test_depth_by_doubling_comes_first():
    measure = chain(110, 90, 130, name="Elo per doubling at 8 simulations")
    found = answer("deep", chain=measure)
    assert "twice the thought is worth 110 Elo (90 to 130)." in plainly(found.text)
    assert found.sentence[1].figure == "Elo per doubling at 8 simulations"


def test_the_curve_of_depth_takes_ends_of_intervals_or_a_spread():
    ends = Table(
        "Elo of every player",
        ("player", "Elo above Random", "from", "to"),
        [("1 simulation", 50, 10, 90), ("8 simulations", 300, 240, 360)],
    )
    figure = Figure("Elo per doubling, high effort", 110, "Elo", (90, 130), 400, digits=0)
    figure = replace(figure, note="4 to 8 simulations")
    other = Measure("Chain", "", figures=[figure], exhibits=[drawn(ends)])
    found = answer("deep", chain=other)
    assert "worth 110 Elo (90 to 130), on average at high effort (4 to 8 simulations)." in plainly(
        found.text
    )
    assert found.sketch == answer("deep", chain=chain(300, 240, 360)).sketch


def test_an_opinion_that_is_no_better_than_chance_tells_nothing():
    bad = verdict("the engine's opinion is no better than chance here")
    measures = {"results": results(), "trajectory": chances(0.55, 0.52, 0.58)}
    assert answer("tense", **measures).told
    assert "not compared with results" in answer("tense", **measures).small_text
    assert answer("tense", **measures, calibration=verdict("good")).told
    assert "compared" not in answer("tense", **measures, calibration=verdict("good")).small_text
    few = verdict("not enough data")
    assert "not compared with results" in answer("tense", **measures, calibration=few).small_text
    found = answer("tense", **measures, calibration=bad)
    assert not found.told
    assert "cannot be told" in found.sketch.inside


def test_an_opinion_that_is_worthless_half_way_tells_of_the_end():
    """The chance half-way is the same in all games then, and has no interval."""
    told = chances(0.53, 0.53, 0.53)
    alike = replace(told.figures[0], interval=None)
    later = Figure("winner's chance after three quarters", 0.78, "", (0.77, 0.80), 400)
    told = replace(told, figures=[alike, later])
    verdicts = [
        Figure("verdict", "better than chance", n=400),
        Figure("verdict in the middle", "no better than chance", n=400),
    ]
    opinion = Measure("Opinion", "", figures=verdicts)
    found = answer("tense", trajectory=told, calibration=opinion)
    assert "known of its end alone: half-way the engine was not shown to know" in plainly(
        found.text
    )
    assert "the later winner stood at 78 % (77 to 80)" in plainly(found.small_text)
    found = answer("tense", trajectory=replace(told, figures=[alike]), calibration=opinion)
    assert plainly(found.small_text) == "A stronger engine might tell."


def test_what_is_missing_cannot_be_told():
    found = answers(ABOUT, {"rules": Measure("Rules", "")})
    assert len(found) == 6
    assert not any(each.told for each in found)
    assert all("cannot be told" in each.text for each in found)
    assert answers(ABOUT, {}) == []


# Numbers and links.


def test_shares_are_0_or_100_only_if_they_are_exactly_that():
    assert [plainly(share_text(each)) for each in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        "0 %", "0.1 %", "50 %", "99.9 %", "100 %",
    ]  # fmt: skip
    assert plainly(sure_text(Figure("x", 0.721, "%", (0.69, 0.76)))) == "72 % (69 to 76)"
    assert plainly(sure_text(Figure("x", 0.0121, "%", (0.0091, 0.0152)))) == "1.2 % (0.9 to 1.5)"
    assert plainly(sure_text(Figure("x", 45, "moves", (44, 46)))) == "45 moves (44 to 46)"


def test_the_middle_half_is_between_the_quartiles():
    assert middle_half([(10, 1), (20, 2), (30, 1)]) == (10, 20)
    assert middle_half([(5, 100)]) == (5, 5)
    assert middle_half([(number, 1) for number in range(1, 101)]) == (25, 75)


def whole():
    """Return measures by which all questions but the last can be answered."""
    return {
        "results": results(0.7, 400, drawn=4),
        "length": length(24, 22, 27),
        "chain": chain(300, 240, 360),
        "trajectory": chances(0.55, 0.52, 0.58),
    }


def test_every_claim_leads_to_its_figure():
    page = render(ABOUT, whole())
    rows = dict(re.findall(r'<tr id="([^"]+)">\s*<th scope="row">(.*?)[ <]', page))
    links = re.findall(r'<p class="(?:sentence|small)">(.*?)</p>', page, re.DOTALL)
    targets = re.findall(r'href="#([^"]+)"', " ".join(links))
    assert len(links) == 12
    assert {"results.first-seat", "length.median-length", "results.draws"} <= set(targets)
    assert set(targets) <= set(rows)
    names = Elements(page).all("id")
    assert len(names) == len(set(names))
    for sentence in links[::2]:  # each that tells something has a link
        assert "<a " in sentence or "cannot be told" in sentence


def test_the_report_for_machines_has_the_six_answers_with_their_figures():
    found = json.loads(json.dumps(to_dict(ABOUT, whole())))
    assert [each["question"] for each in found["summary"]] == [
        each.question for each in answers(ABOUT, whole())
    ]
    for each in found["summary"]:
        assert bool(each["figures"]) or not each["told"]
        for cited in each["figures"]:
            figures = found["measures"][cited["measure"]]["figures"]
            assert cited["name"] in [figure["name"] for figure in figures]


def test_every_picture_has_words_and_is_small():
    for each in answers(ABOUT, whole()):
        assert each.sketch.alt.endswith(".")
        assert len(each.sketch.inside) < 5000
