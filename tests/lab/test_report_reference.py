"""The frame of reference: ranks by brute force, data that are small and made the same again."""

import json
import random

import pytest

from crosscut.core.errors import BadOption
from crosscut.lab.report.estimates import counted, share
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.summary import reference as module
from crosscut.lab.report.summary.reference import DATA, gathered, rank, ranked, reference, written
from crosscut.lab.report.summary.sketches import scale_of, strip
from crosscut.rules.registry import ids


def made_up(source, number):
    """Return other games with a figure each, some with wide intervals, some exact."""
    games = {}
    for game in range(number):
        value, reach = source.randint(0, 20), source.choice([0, 1, 4])
        numbers = [value, value - reach, value + reach, 50] if reach else [value]
        games[f"g{game}"] = {"name": f"G{game}", "figures": {"coverage": {"swing": numbers}}}
    return games


def test_a_rank_counts_the_games_whose_intervals_are_apart():
    source = random.Random(1)
    for _ in range(300):
        games = made_up(source, source.randint(5, 17))
        value, reach = source.randint(0, 20), source.choice([0.5, 1, 3])
        figure = Figure("swing", value, "", (value - reach, value + reach), 50)
        found = rank({"game": "own"}, "coverage", figure, games)
        above = below = 0
        for each in games.values():
            other = each["figures"]["coverage"]["swing"]
            low, high = (other[0], other[0]) if len(other) == 1 else other[1:3]
            above += value - reach > high
            below += value + reach < low
        assert (found.above, found.below) == (above, below)
        assert found.alike == len(games) - above - below
        text = found.text()
        assert (f"higher than {above}" in text) == (0 < above < len(games))
        assert ("than all" in text) == (len(games) in (above, below))
        assert ("like" in text) == (found.alike > 0)


def test_a_strip_holds_everything_between_its_ends():
    source = random.Random(2)
    for _ in range(100):
        figure = Figure("swing", 3.0, "", (2.5, 9.0), 50)
        found = rank({"game": "own"}, "coverage", figure, made_up(source, 9))
        places = [scale_of(found)(peer.value) for peer in found.peers]
        assert places == sorted(places)
        assert min(*places, scale_of(found)(2.5)) == 0
        assert max(*places, scale_of(found)(9.0)) == 1
        assert strip(found)["ticks"].count("M") == 9


def test_a_game_is_not_its_own_peer():
    games = made_up(random.Random(3), 6)
    figure = Figure("swing", 3, "", (2, 4), 50)
    assert len(rank({"game": "own"}, "coverage", figure, games).peers) == 6
    assert len(rank({"game": "g1"}, "coverage", figure, games).peers) == 5
    assert rank({"game": "g1"}, "coverage", figure, dict(list(games.items())[:5])) is None


@pytest.mark.parametrize(
    ("measure", "figure", "means"),
    [
        ("results", share("draws", 1, 100), True),
        ("results", share("draws", 1, 7), False),  # too few games
        ("results", share("second seat", 1, 100), False),  # the first one's says it all
        ("length", counted("longest", 40, "moves", 100), False),  # grows with the games
        ("size_of_rules", counted("size", 4000, "bytes"), True),  # exact
        ("playout_speed", Figure("playouts", 5.0, "1/s", (4, 6), 8), False),  # of a machine
        ("opening_map", share("its share", 1, 100), False),
        ("facts", Figure("name", "Hex"), False),
    ],
)
def test_only_some_figures_are_ranked(measure, figure, means):
    assert ranked(measure, figure) is means


def test_what_grows_with_the_board_says_so():
    def grows(unit, name="x"):
        games = {
            f"g{n}": {"name": "", "figures": {"m": {name: [1.0, 0.5, 2.0, 9]}}} for n in range(5)
        }
        return rank({}, "m", Figure(name, 1.0, unit, (0.5, 2), 9), games).grows

    assert grows("moves")
    assert grows("log10")
    assert grows("", "lead changes per game")
    assert not grows("%")


# The data.


def write_report(folder, game, size, variant, n=50):
    """Write a report for machines with few figures."""
    folder.mkdir()
    about = {"title": game, "name": game, "game": game, "size": size, "variant": variant,
             "limit": "200", "games": n, "seed": 0, "version": "1"}  # fmt: skip
    measures = {
        "results": Measure("", "", figures=[share("first seat", 20, n), counted("left", 0, n=n)]),
        "facts": Measure("", "", figures=[counted("cells", 9)]),
    }
    (folder / "report.json").write_text(json.dumps(to_dict(about, measures)))
    return folder


def test_the_data_are_made_from_reports_and_the_same_again(tmp_path, capsys):
    folders = [
        write_report(tmp_path / "b", "hex", 11, "standard"),
        write_report(tmp_path / "a", "slither", 9, "classic"),
    ]
    found = gathered(folders)
    assert capsys.readouterr().err.splitlines() == ["1 of 2: hex", "2 of 2: slither"]
    assert written(found) == written(gathered(folders[::-1]))
    assert json.loads(written(found)) == found
    assert list(found["games"]) == ["hex", "slither"]
    value, low, high, n = found["games"]["hex"]["figures"]["results"]["first seat"]
    assert (value, n) == (0.4, 50)
    assert low < value < high
    assert list(found["games"]["hex"]["figures"]) == ["results"]


def test_unusual_sizes_and_second_reports_are_refused(tmp_path):
    usual = write_report(tmp_path / "a", "hex", 11, "standard")
    with pytest.raises(BadOption, match="unusual size"):
        gathered([write_report(tmp_path / "b", "hex", 4, "standard")])
    with pytest.raises(BadOption, match="second report"):
        gathered([usual, write_report(tmp_path / "c", "hex", 11, "standard")])


def test_the_data_in_the_package_are_small_and_of_all_games():
    assert set(reference()["games"]) == set(ids())
    assert DATA.stat().st_size < 200_000
    assert written(reference()) == DATA.read_text()
    for game in reference()["games"].values():
        for measure, figures in game["figures"].items():
            assert measure not in module.UNRANKED
            assert all(len(each) in (1, 4) for each in figures.values())
