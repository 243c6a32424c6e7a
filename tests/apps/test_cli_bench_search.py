"""How fast the search is, and which levels there are, as the program tells it."""

import json
from importlib.util import find_spec

import pytest

from crosscut.core.errors import BadRecord
from crosscut.search.levels import LEVELS, load_ratings, shipped_ratings
from tests.support.program import rejected, run_cli

SMALL = ("--size", "5", "--no-pie", "--search", "--seconds", "0.05")


@pytest.mark.slow
def test_bench_of_the_search():
    against = ("--against", "openspiel") if find_spec("pyspiel") else ()
    out, _ = run_cli("bench", "hex", *SMALL, *against, "--threads", "2", "--json")
    found = json.loads(out)
    assert found["search"]["simulations_per_second"] > 0
    assert found["threads"]["threads"] == 2
    assert found["threads"]["simulations_per_second"] > 0
    assert found["threads"]["one_thread_per_second"] > 0
    assert found["threads"].keys() > {"ratio"}  # of times so short it says nothing
    if against:
        assert found["against"]["reference"] == "OpenSpiel, hex 11x11"
        assert found["against_same_game"]["reference"] == "OpenSpiel's search, hex 5x5"


@pytest.mark.slow
def test_bench_of_the_search_for_people():
    out, _ = run_cli("bench", "hex", *SMALL)
    assert "simulations/s" in out
    assert "OpenSpiel" not in out
    assert "by the clock" not in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["hex", "--threads", "2"], "--threads goes with --search"),
        (["--all", "--search"], "--search measures one game"),
        (["hex", "--sizes", "4,5", "--search"], "--search measures one game"),
        (["hex", "--plot", "cost.svg", "--search"], "--search measures one game"),
        (["hex", "--search", "--threads", "1"], "Invalid value for '--threads'"),
    ],
)
def test_options_that_do_not_go_together(options, message):
    assert message in rejected("bench", *options)


def test_levels():
    out, _ = run_cli("levels")
    assert all(level.name in out for level in LEVELS)
    assert "measured: " in out
    assert "Elo" not in out
    assert "has not been measured; crosscut ladder" in run_cli("levels", "hex", "--size", "3")[0]
    assert "go with a game" in rejected("levels", "--size", "3")


def test_levels_for_machines():
    found = json.loads(run_cli("levels", "slither", "--size", "8", "--json")[0])
    assert [level["name"] for level in found["levels"]] == [level.name for level in LEVELS]
    assert found["measured"] == {key: entry["games"] for key, entry in shipped_ratings().items()}
    elo = shipped_ratings().get("slither 8 classic", {}).get("elo", {})
    assert [level["elo"] for level in found["levels"]] == [elo.get(each.name) for each in LEVELS]


def test_the_shipped_ratings_name_the_levels_there_are():
    for entry in shipped_ratings().values():
        assert list(entry["elo"]) == [level.name for level in LEVELS]


def test_a_file_that_holds_no_ratings(tmp_path):
    for text in ("[]", '{"hex 11 standard": 1}', '{"hex 11 standard": {}}', "{"):
        (tmp_path / "ratings.json").write_text(text)
        with pytest.raises(BadRecord, match="ratings"):
            load_ratings(tmp_path / "ratings.json")
    assert load_ratings(tmp_path / "nowhere.json") == {}
