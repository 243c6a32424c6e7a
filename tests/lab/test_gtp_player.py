"""External engines as processes: those that play, and those that misbehave in every way."""

import shlex
import sys

import pytest

import crosscut
from crosscut.core.errors import BadOption
from crosscut.lab.matches.gtp_client import GtpEngine, read_command
from crosscut.lab.matches.match import Contest, play_game
from crosscut.lab.matches.player import Forfeit
from crosscut.play.vertices import from_gtp, to_gtp
from tests.support.program import run_cli

pytestmark = pytest.mark.outside  # engines are processes, whoever starts them


def engine(*words):
    """Return the command line of our engine at random."""
    return shlex.join([sys.executable, "-m", "tests.support.gtp_engine", *words])


def games(name, size, numbers, *words, patience=20.0, pie=False, before="gtp:"):
    """Return the records of some games against the engine, which is B."""
    variant = next(iter(crosscut.game(name).facts.variants))
    text = before + engine(name, *words)
    contest = Contest(name, size, variant, pie, "random", text, opening_turns=2, patience=patience)
    contest.check()
    players = contest.players()
    try:
        return [play_game(contest, number, players) for number in numbers]
    finally:
        for player in players.values():
            player.close()


PLAYED = [
    ("hex", 9, []),
    ("gonnect", 9, []),
    ("slither", 5, []),
    ("slither", 5, ["own"]),
    ("havannah", 4, []),
]
"""Gonnect 9x9 has the column which GTP names J; turns of Slither have several moves."""


@pytest.mark.parametrize(("name", "size", "words"), PLAYED)
def test_whole_games(name, size, words):
    for game in games(name, size, range(2), *words):
        assert game["forfeit"] == ""
        assert not game["unfinished"]
        assert {thought["player"] for thought in game["thoughts"]} == {"A", "B"}


@pytest.mark.parametrize(("name", "size", "pie"), [("snaketrail", 3, False), ("hex", 3, True)])
def test_our_own_engine_is_told_of_deals_and_may_swap(name, size, pie, interpreted):
    own = f"gtp:{sys.executable} -m crosscut gtp {name} --simulations 100"
    variant = next(iter(crosscut.game(name).facts.variants))
    contest = Contest(name, size, variant, pie, "random", own, seed=1, opening_turns=int(pie))
    players = contest.players()
    try:
        found = [play_game(contest, number, players) for number in range(4)]
    finally:
        for player in players.values():
            player.close()
    assert [game["forfeit"] for game in found] == [""] * 4
    assert len({str(game["turns"]) for game in found}) > 1
    if pie:
        assert "swap" in {turn for game in found for turn in game["turns"]}


def test_our_own_engine_plays_whole_turns_whatever_its_dialect(interpreted):
    own = f"gtp:{sys.executable} -m crosscut gtp slither --level 1 --dialect taps"
    contest = Contest("slither", 4, "classic", False, "random", own, seed=1)
    players = contest.players()
    try:
        found = [play_game(contest, number, players) for number in range(2)]
    finally:
        for player in players.values():
            player.close()
    assert [game["forfeit"] for game in found] == ["", ""]


FAULTS = {
    "die": "it ended at 'genmove white' with exit code 1: out of ideas",
    "hang": "no answer to 'genmove white' in 1 s",
    "flood": "no answer to 'genmove white' in 1 s",
    "zz99": "it played 'zz99': 'zz99' is no point of this board",
    "taken": "the point is taken by Black",
    "resign": "it resigned",
    "refuse": "it refused 'clear_board': the board is glued on",
    "chess": "it plays Chess, not Hex",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_engine_that_misbehaves_loses_and_the_match_goes_on(fault):
    patience = 1.0 if fault in ("hang", "flood") else 20.0
    first, second = games("hex", 4, (0, 2), fault, patience=patience)
    for game in (first, second):
        assert game["winner"] == "A"
        assert FAULTS[fault] in game["forfeit"]
        assert not game["unfinished"]


def test_letters():
    square, rhombus = crosscut.game("gonnect", 13), crosscut.game("hex", 13)
    assert to_gtp(square, "h8") == "h8"
    assert to_gtp(square, "i9") == "j9"
    assert to_gtp(square, "m13") == "n13"
    assert from_gtp(square, "J9") == "i9"
    assert to_gtp(square, "h8-i8/j3") == "h8-j8/k3"
    assert to_gtp(square, "pass") == "pass"
    assert to_gtp(rhombus, "i9") == from_gtp(rhombus, "I9") == "i9"
    for name in square.board.names:
        assert from_gtp(square, to_gtp(square, name).upper()) == name


def test_answers_of_several_lines_and_with_numbers():
    script = "import sys\nfor line in sys.stdin: print('=17 one\\ntwo\\n\\n', end='', flush=True)"
    talker = GtpEngine([sys.executable, "-c", script], patience=20)
    assert talker.ask("anything") == talker.ask("again") == "one\ntwo"
    talker.close()
    assert talker.process.poll() is not None
    with pytest.raises(Forfeit, match="it ended at 'more'"):
        talker.ask("more")


def test_command_lines():
    assert read_command(f"{shlex.quote(sys.executable)} -x 'two words'")[1:] == ["-x", "two words"]
    for text in ("", "no-such-program", "'"):
        with pytest.raises(BadOption):
            read_command(text)


def test_what_gtp_cannot_say_is_refused():
    with pytest.raises(BadOption, match="GTP has no words"):
        games("snaketrail", 5, [0])
    with pytest.raises(BadOption, match="use --no-pie"):
        games("hex", 4, [0], pie=True)


def test_a_match_as_a_process():
    players = ("random", "gtp:0.5s:" + engine("hex", "die"))
    out, _ = run_cli("match", "hex", "--size", "3", *players, "--games", "4", "--opening", "0")
    assert "A 4 of 4: 100.0%" in out
    assert "B lost 2 games early: it ended at 'genmove white' with exit code 1: out of ideas" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "it plays Chess, not Hex"),
        (["refuse"], "it refused 'clear_board': the board is glued on"),
        (["start"], "it ended at 'list_commands' with exit code 1: no licence"),
    ],
)
def test_an_engine_that_never_gets_to_play_ends_the_match(words, reason):
    options = ("--size", "3", "random", "gtp:" + engine("hex", *words))
    out, err = run_cli("match", "hex", *options, code=2)
    assert out == ""
    assert err.count("\n") == 1
    assert reason in err
