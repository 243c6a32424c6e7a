"""Matches: players by text, openings, and whole matches as processes."""

import importlib.util
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import BadOption
from crosscut.core.rng import seeded
from crosscut.lab.matches import ladder
from crosscut.lab.matches import match as contests
from crosscut.lab.matches.match import Contest, play_game
from crosscut.lab.matches.openings import opening, usual_turns
from crosscut.lab.matches.player_spec import read_spec
from crosscut.lab.matches.random_player import random_turn
from crosscut.play import record
from crosscut.search.levels import LEVELS, load_ratings
from tests.support.program import PATIENCE, PROGRAM, rejected, run_cli, wait_for

RANDOM = ("match", "slither", "--size", "4", "random", "random")


def games_in(folder):
    """Return the games that a match has kept, in the order of their numbers."""
    lines = (Path(folder) / "games.jsonl").read_text().splitlines()
    return sorted(map(json.loads, lines), key=lambda game: game["number"])


# Players by text.

LIMITS = {
    "default:400": (400, None),
    "default:400sims": (400, None),
    "default:0.2s": (None, 0.2),
    "default:200ms": (None, 0.2),
    "default: 50 , 1.5s": (50, 1.5),
    "uct-plain:.5s": (None, 0.5),
    "DEFAULT:7": (7, None),
}


@pytest.mark.parametrize("text", LIMITS)
def test_limits_by_text(text):
    player = read_spec(text).make(crosscut.game("slither", 4))
    assert (player.limits.simulations, player.limits.seconds) == LIMITS[text]


def test_options_and_levels_by_text():
    game, third = crosscut.game("slither", 4), LEVELS[2]
    spec = read_spec("default:0.1s,threads=2,explore=0.3")
    assert spec.threads == 2
    assert spec.make(game).options.explore == 0.3
    for text in ("level3", "Level 3", third.name, third.name.upper()):
        player = read_spec(text).make(game)
        assert (player.options, player.limits) == (third.options, third.limits)
    assert read_spec("level3:threads=2").make(game).limits == third.limits
    assert read_spec("level3:10").make(game).limits.simulations == 10


BAD = {
    "": "there is no player ''",
    "defualt:0.1s": "did you mean default",
    "default": "default needs a limit: default:0.2s or default:400",
    "default:": "neither a limit",
    "default:fast": "'fast' is neither a limit, as 0.2s or 400, nor an option",
    "default:0": "leaves no time to think",
    "default:1.5": "1.5 is no whole number of simulations; seconds are 1.5s",
    "default:1s,2s": "seconds is given twice",
    "default:1s,speed=2": "the engine has no option 'speed'",
    "default:1s,threads=two": "the option threads is a whole number",
    "random:5": "there is no player 'random:5'",
    "level99": "there is no player 'level99'",
    "openspiel": "openspiel needs a limit",
    "openspiel:1s,uct_c=big": "uct_c is a number",
    "openspiel:1s,threads=2": "has the option uct_c only",
    "gtp:": "needs a command line",
    "gtp:no-such-engine": "there is no program 'no-such-engine'",
    "gtp:400:cat": "can be limited by seconds only",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_players(text):
    with pytest.raises(BadOption) as refusal:
        read_spec(text)
    assert BAD[text] in str(refusal.value)


# How games begin.


@pytest.mark.parametrize("name", ["slither", "hex", "connect_four", "gonnect", "vimbre", "serpent"])
def test_openings_are_open(name):
    game = crosscut.game(name, crosscut.game(name).facts.sizes[0], pie=False)
    found = [opening(game, usual_turns(game), 7, pair) for pair in range(3)]
    for start in found:
        assert len(start.history()) == 2
        assert not start.over
        assert not any(after.over for _, after in start.next_moves())
    assert len({str(start) for start in found}) > 1
    assert [start.history() for start in found] == [
        opening(game, 2, 7, pair).history() for pair in range(3)
    ]


def test_openings_where_there_is_no_room():
    assert opening(crosscut.game("hex", 1, pie=False), 2, 0, 0).history() == []
    assert len(opening(crosscut.game("hex", 2, pie=False), 5, 0, 0).history()) < 3


def test_openings_with_pie_and_with_a_deal():
    pie = crosscut.game("hex", 5, pie=True)
    starts = [opening(pie, usual_turns(pie), 0, pair) for pair in range(20)]
    assert all("swap" in start.moves() for start in starts)
    dealt = crosscut.game("snaketrail", 5)
    assert usual_turns(dealt) == 0
    assert opening(dealt, 0, 0, 0) == opening(dealt, 0, 0, 0) != opening(dealt, 0, 0, 1)


@pytest.mark.parametrize("name", ["slither", "gonnect", "vimbre", "snaketrail", "serpent"])
def test_random_turns_are_whole_turns_to_the_end(name):
    game = crosscut.game(name, crosscut.game(name).facts.sizes[0])
    here, rng = game.position(seed=3 if game.has_deal else None), seeded(5)
    while not here.over:
        before, here = here, random_turn(here, rng)
        assert here.over or not here.mid_turn
        assert here.turn_number == before.turn_number + 1


def test_random_turns_are_uniform():
    game = crosscut.game("connect_four", 4)
    rng = seeded(1)
    drawn = [random_turn(game.position(), rng).history()[0] for _ in range(400)]
    assert all(70 < drawn.count(turn) < 130 for turn in game.position().turns())


# One game.


def test_both_games_of_a_pair_and_their_records():
    contest = Contest("slither", 5, "classic", False, "random", "random", 3, 2)
    players = contest.players()
    even, odd = (play_game(contest, number, players) for number in (4, 5))
    assert (even["first"], odd["first"]) == ("A", "B")
    assert even["turns"][:2] == odd["turns"][:2]
    assert even["turns"][2:] != odd["turns"][2:]
    for game in (even, odd):
        final = record.from_record(game)
        assert final.over
        assert game["winner"] == ("AB" if game["first"] == "A" else "BA")[final.winner]
        assert len(game["thoughts"]) == len(game["turns"]) - 2
        assert game["thoughts"][0]["player"] == game["first"]
    again = play_game(contest, 4, contest.players())
    assert again["turns"] == even["turns"]


def test_a_game_that_does_not_end_is_a_draw(monkeypatch):
    monkeypatch.setattr(contests, "playout_limit", lambda game: 6)
    contest = Contest("slither", 5, "classic", False, "random", "random")
    found = play_game(contest, 0, contest.players())
    assert (found["winner"], found["unfinished"], len(found["turns"])) == (None, True, 6)


@pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None,
    reason="OpenSpiel is not there: make test-all installs it",
)
@pytest.mark.parametrize(
    ("name", "size"), [("hex", 5), ("y", 5), ("havannah", 4), ("connect_four", 5)]
)
def test_openspiel_plays_and_beats_chance(name, size):
    contest = Contest(name, size, "standard", False, "openspiel:60", "random", opening_turns=2)
    contest.check()
    games = [play_game(contest, number, contest.players()) for number in range(6)]
    assert sum(game["winner"] == "A" for game in games) >= 4
    own = [thought for thought in games[0]["thoughts"] if thought["player"] == "A"]
    assert all(0 < thought["simulations"] <= 61 for thought in own)
    assert all(0 <= thought["win_chance"] <= 1 for thought in own)


def test_openspiel_refuses_what_it_does_not_have():
    with pytest.raises(BadOption, match="OpenSpiel has no Slither"):
        Contest("slither", 5, "classic", False, "openspiel:60", "random").check()
    with pytest.raises(BadOption, match="no pie rule"):
        Contest("hex", 5, "standard", True, "openspiel:60", "random").check()


# Whole matches.


def test_a_match(tmp_path):
    out, _ = run_cli(*RANDOM, "--games", "6", "--jobs", "2", "--out", str(tmp_path / "m"))
    assert out.startswith("Slither 4x4, classic: A random, B random\nA ")
    assert " of 6: " in out
    assert "mean length" in out
    games = games_in(tmp_path / "m")
    assert [game["number"] for game in games] == list(range(6))
    found = json.loads(run_cli(*RANDOM, "--games", "6", "--jobs", "1", "--json")[0])
    assert found["wins"] == sum(game["winner"] == "A" for game in games)
    assert found["wins"] + found["losses"] + found["draws"] == found["games"] == 6
    assert found["mean_turns"] == pytest.approx(sum(len(g["turns"]) for g in games) / 6, abs=0.01)
    assert (found["a"], found["seed"], found["opening_turns"]) == ("random", 0, 2)


def test_a_match_goes_on_where_it_was(tmp_path):
    folder = tmp_path / "m"
    run_cli(*RANDOM, "--games", "3", "--out", str(folder))
    with (folder / "games.jsonl").open("a") as file:
        file.write('{"number": 3, "winn')  # as if the power had failed
    out, err = run_cli(*RANDOM, "--games", "5", "--out", str(folder))
    assert "going on after 3 games" in err
    assert " of 5: " in out
    contest = Contest("slither", 4, "classic", False, "random", "random", opening_turns=2)
    for number, game in enumerate(games_in(folder)):
        assert game["turns"] == play_game(contest, number, contest.players())["turns"]
    _, err = run_cli(*RANDOM, "--seed", "1", "--out", str(folder), code=2)
    assert f"{folder} holds another match: seed is 0 there, not 1" in err


def test_ctrl_c_keeps_what_is_finished(tmp_path):
    folder = tmp_path / "m"
    command = [*PROGRAM, *RANDOM, "--games", "100000", "--jobs", "2", "--out", str(folder)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, start_new_session=True, **pipes)
    kept = folder / "games.jsonl"
    wait_for(lambda: kept.exists() and kept.stat().st_size > 5000)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert err.splitlines()[-1] == "crosscut: stopped"
    assert "Traceback" not in err
    assert f" of {len(games_in(folder))}: " in out
    wait_for(lambda: not group_lives(process.pid))


def group_lives(group):
    """Tell whether some process of a group runs; one that nobody has buried does not."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return any(pgid == str(group) and state[0] != "Z" for pgid, state in rows)


@pytest.mark.slow
def test_the_engine_repeats_itself_and_the_stopping_rule_stops(tmp_path):
    base = ("match", "slither", "--size", "5", "default:60", "random", "--games", "100")
    out, _ = run_cli(*base, "--sprt", "0,150", "--jobs", "2", "--out", str(tmp_path / "m"))
    assert "Elo 150 or more is accepted" in out
    games = games_in(tmp_path / "m")
    assert len(games) < 60
    few = ("--games", "2", "--jobs", "1", "--out", str(tmp_path / "n"))
    run_cli(*base[:-2], *few)
    for one, other in zip(games, games_in(tmp_path / "n"), strict=False):
        assert one["turns"] == other["turns"]
        for mine, his in zip(one["thoughts"], other["thoughts"], strict=True):
            assert mine["win_chance"] == his["win_chance"]


SIDESTEP = Path(__file__).parents[2] / "examples" / "sidestep.py"
BROKEN = {
    "1 // 0": "line 50 of sidestep.py failed (ZeroDivisionError",
    "__import__('os')._exit(9)": "a process died while playing game 0 (exit code 9)",
}


def test_a_game_of_ones_own():
    options = ("--size", "5", "--games", "2", "--json")
    found = json.loads(run_cli("match", str(SIDESTEP), "random", "random", *options)[0])
    assert found["game"] == str(SIDESTEP)
    by_option = ("--game", str(SIDESTEP), "match", "random", "random", *options)
    assert json.loads(run_cli(*by_option)[0])["wins"] == found["wins"]


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_game_file_ends_the_match(fault, tmp_path):
    path = tmp_path / "sidestep.py"
    line = "        stone = self.board.bit(action)\n"
    path.write_text(SIDESTEP.read_text().replace(line, f"        {fault}\n{line}"))
    options = ("--games", "2", "--jobs", "1")
    out, err = run_cli("match", str(path), "random", "random", *options, code=2)
    assert out == ""
    *before, last = err.splitlines()
    assert BROKEN[fault] in last
    assert all("another one takes its place" in line for line in before)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["slither", "random"], "which game? name one"),
        (["slither", "random", "random", "random"], "a match needs a game and two players"),
        (["hex", "random", "default"], "default needs a limit"),
        (["hex", "random", "random", "--sprt", "20,0"], "the smaller Elo difference first"),
        (["hex", "random", "random", "--sprt", "x"], "is no pair of Elo differences"),
        (["hex", "random", "random", "--games", "0"], "Invalid value for '--games'"),
        (["hex", "--pie", "--opening", "2", "random", "random"], "nobody can swap"),
        (["hex", "random", "random", "--out", "/dev/null/x"], "cannot keep a match in /dev/null/x"),
        (["hex", "random", "random", "--out", "docs"], "docs holds other things than a match"),
    ],
)
def test_bad_input(args, message):
    assert message in rejected("match", *args)


# The ladder.


def test_ladder(tmp_path):
    ratings = tmp_path / "ratings.json"
    ratings.write_text('{"hex 11 standard": {"games": 1, "elo": {}, "version": "0"}}')
    options = ("--size", "5", "--levels", "1-2", "--games", "4", "--out", str(tmp_path / "ladder"))
    out, _ = run_cli("ladder", "slither", *options, "--store", str(ratings))
    first, second = LEVELS[0].name, LEVELS[1].name
    assert f"{second} against {first}: " in out
    assert len(games_in(tmp_path / "ladder" / f"{second}-{first}")) == 4
    found = load_ratings(ratings)
    assert set(found) == {"hex 11 standard", "slither 5 classic"}
    entry = found["slither 5 classic"]
    assert (entry["games"], entry["elo"][first]) == (4, [0, 0])
    out, err = run_cli("ladder", "slither", *options, "--json")
    assert "going on after 4 games" in err
    assert json.loads(out)["elo"] == entry["elo"]


def test_rungs_of_a_ladder():
    game = crosscut.game("slither", 5)
    found = [(rung.upper, rung.lower) for rung in ladder.rungs(game, LEVELS[:4], reach=2)]
    assert found == [(1, 0), (2, 1), (2, 0), (3, 2), (3, 1)]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--levels", "3"], "is no range such as 1-5"),
        (["--levels", "3-3"], "name two or more"),
        (["--store", "README.md"], "cannot read ratings from README.md"),
    ],
)
def test_bad_ladders(args, message):
    assert message in rejected("ladder", "slither", *args)


ALWAYS_DRAWN = ("filler",)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in crosscut.ids() if name not in ALWAYS_DRAWN])
def test_four_times_the_simulations_win(name):
    """From the start itself: on boards so small a random opening decides most games.

    Even so most pairs are split there, which the stopping rule knows how to read.
    """
    size = str(crosscut.game(name).facts.sizes[0])
    options = ("--size", size, "--games", "200", "--opening", "0", "--sprt", "0,60", "--json")
    out, _ = run_cli("match", name, "default:400", "default:100", *options, limit=1800)
    assert json.loads(out)["sprt"]["verdict"] == "H1"
