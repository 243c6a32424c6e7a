"""Whole games of two processes before a strict referee, in every dialect."""

import sys

import pytest

import crosscut
from crosscut.apps.gtp.dialect import Dialect
from tests.support.gtp_referee import series
from tests.support.program import INTERPRETED


def engine(name, size, level):
    """Return the command line of our engine."""
    return f"{sys.executable} -m crosscut gtp {name} --size {size} --level {level}"


@pytest.mark.parametrize("dialect", Dialect)
def test_two_engines_before_a_strict_referee(dialect, monkeypatch):
    monkeypatch.setenv(*next(iter(INTERPRETED.items())))
    game = crosscut.game("slither", 4, pie=False)
    commands = [engine("slither", 4, 1), engine("slither", 4, 2)]
    played = series(game, 2, commands, dialect)
    assert [each.position.over for each in played] == [True, True]
    assert ("pass" in [part for each in played for part in each.told]) == (dialect != "turns")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "games", "dialect"),
    [
        *(("slither", 5, 20, dialect) for dialect in Dialect),
        ("hex", 5, 20, "turns"),
        ("snaketrail", 3, 4, "turns"),
        ("havannah", 3, 4, "turns"),
        ("vimbre", 4, 4, "turns"),
        ("vimbre", 4, 4, "moves"),
    ],
)
def test_twenty_games_before_a_strict_referee(name, size, games, dialect, monkeypatch):
    monkeypatch.setenv("CROSSCUT_INTERPRET", "0")
    commands = [engine(name, size, 2), engine(name, size, 3)]
    game = crosscut.game(name, size, **({} if dialect == "turns" else {"pie": False}))
    played = series(game, games, commands, dialect)
    assert len(played) == games
    assert len({tuple(each.position.history()) for each in played}) > games // 2
