"""Turns told in parts: one GTP move for each move of a turn, or for each tap."""

import re

import pytest

import crosscut
from crosscut.apps.gtp.dialect import Dialect
from crosscut.apps.gtp.dispatch import answer
from crosscut.apps.gtp.registry import COMMANDS
from crosscut.apps.gtp.session import Session, Strength
from crosscut.rules.game import NOBODY
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from tests.support.for_each import for_each
from tests.support.games import SMALL_SIZES

pytestmark = pytest.mark.usefixtures("interpreted")
PARTS = [Dialect.moves, Dialect.taps]


def session(name, dialect, size=None, simulations=10, seed=0):
    """Return a session of a game with a weak engine."""
    strength = Strength(Options(), Limits(simulations=simulations))
    return Session(crosscut.game(name, size, pie=False), strength, seed, dialect=dialect)


def told(here, line):
    """Return the answer to a command that has to succeed, without the form of an answer."""
    found = answer(here, line)
    assert found.startswith("= "), (line, found)
    return found[2:-2]


def in_mid_turn(dialect):
    """Return a session in which the engine has told a whole move of its turn, but not the last."""
    here = session("slither", dialect, 5, seed=3)
    while here.frames[-1].plan is None or here.position.mid_move:
        told(here, f"genmove {'bw'[here.colour]}")
    return here


@pytest.fixture
def thoughts(monkeypatch):
    """Return a list of the positions that the engine is asked to choose a turn in."""
    found, choose = [], Engine.choose_turn

    def choose_turn(engine, position, *rest):
        found.append(position)
        return choose(engine, position, *rest)

    monkeypatch.setattr(Engine, "choose_turn", choose_turn)
    return found


@pytest.mark.parametrize("dialect", PARTS)
@pytest.mark.parametrize("name", SMALL_SIZES)
def test_every_game_is_played_to_its_end_by_who_alternates(name, dialect):
    here, other = (session(name, dialect, SMALL_SIZES[name], simulations=2) for _ in range(2))
    for number in range(1000):
        colour = "bw"[number % 2]
        turns, part = told(here, "crosscut-turns"), told(here, f"genmove {colour}")
        if part == "resign":
            break
        told(here, "undo")
        assert told(here, "crosscut-turns") == turns
        told(here, f"play {colour} {part}")
        told(other, f"play {colour} {part}")
        assert told(here, "showboard") == told(other, "showboard")
        assert told(here, "gogui-rules_legal_moves") == told(other, "gogui-rules_legal_moves")
        if here.position.over and here.result not in (0, 1):
            break
    assert here.result == other.result != NOBODY
    assert told(here, "printsgf") == told(other, "printsgf")


@pytest.mark.parametrize("dialect", PARTS)
def test_parts_make_the_turns_that_are_chosen_as_a_whole(dialect):
    whole, parts = (session("slither", each, 5, seed=3) for each in (Dialect.turns, dialect))
    steps = 0
    for number in range(8):
        colour = "bw"[number % 2]
        told(whole, f"genmove {colour}")
        while parts.position.turn_number < whole.position.turn_number:
            told(parts, f"genmove {colour}")
            steps += 1
        assert told(parts, "crosscut-turns") == told(whole, "crosscut-turns")
    assert steps > 8  # some turn had more than one part


@pytest.mark.parametrize("dialect", PARTS)
def test_a_turn_is_thought_about_once(dialect, thoughts):
    here = session("slither", dialect, 5, seed=3)
    answers = 0
    while here.position.turn_number < 8:
        told(here, f"genmove {'bw'[here.colour]}")
        answers += 1
    assert len(thoughts) == 8 < answers


@pytest.mark.parametrize("dialect", PARTS)
def test_what_comes_between_ends_the_plan(dialect, thoughts):
    here = in_mid_turn(dialect)
    begun, colour = here.frames[-1], "bw"[here.colour]
    unlike = next(text for text, after in here.position.next_moves() if after != begun.plan)
    for lines in (
        [f"genmove {colour}", "undo"],
        ["set_random_seed 9"],
        [f"play {colour} {unlike}", "undo"],
    ):
        here.frames[-1] = begun
        for line in lines:
            told(here, line)
        thoughts.clear()
        told(here, f"genmove {colour}")
        assert len(thoughts) == 1, lines
        told(here, "undo")


@pytest.mark.parametrize("dialect", PARTS)
def test_who_waits_changes_nothing_and_the_plan_stays(dialect, thoughts):
    here = in_mid_turn(dialect)
    waiting, moving = "wb"[here.colour], "bw"[here.colour]
    board = told(here, "showboard")
    thoughts.clear()
    for line in (f"genmove {waiting}", f"reg_genmove {waiting}"):
        assert told(here, line) == "pass"
    assert answer(here, f"lz-genmove_analyze {waiting}").split("\n")[-3] == "play pass"
    told(here, f"play {waiting} PASS")
    assert told(here, "showboard") == board
    told(here, f"genmove {moving}")
    assert not thoughts
    told(here, "gg-undo 4")
    assert told(here, "showboard") == board


def test_whole_turns_know_no_waiting():
    here = session("slither", Dialect.turns, 4)
    for line in ("play b b2", "play w c3", "play b b2-a2"):
        told(here, line)
    for line in ("genmove w", "play w pass", "reg_genmove w", "lz-genmove_analyze w"):
        assert answer(here, line) == "? illegal move: it is black's turn\n\n"


def test_taps_of_slither_are_points():
    here = session("slither", Dialect.taps, 5, seed=3)
    while not here.position.over:
        for each in told(here, "gogui-rules_legal_moves").split():
            assert re.fullmatch("[A-E][1-5]", each)
        assert re.fullmatch("[A-E][1-5]|pass", told(here, f"genmove {'bw'[here.colour]}"))


@for_each("name", sorted(set(COMMANDS) - {"quit"}))
def test_every_command_is_answered_in_the_middle_of_a_move(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # one of them writes a file
    here = session("slither", Dialect.taps, 4)
    for line in ("play b b2", "play w c3", "play b b2"):
        told(here, line)
    assert here.position.mid_move
    for words in ("", " b", " w", " b a2", " b a2/d4"):
        found = answer(here, name + words)
        assert re.fullmatch(r"[=?][^\n]*(\n[^\n]+)*\n\n", found), found
        assert "internal error" not in found
