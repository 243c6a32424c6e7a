"""What is drawn behind GTP: fresh unless a seed is given, and a seed gives a sequence of games."""

import os
import subprocess

import pytest

from crosscut.core.arguments import SEEDS
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM

OPENING = [f"genmove {'bw'[number % 2]}" for number in range(6)]
"""The turns of a game that are looked at; so many do not coincide by chance."""


def played(*options, begin=("clear_board",), games=4, game=("slither", "--size", "5")):
    """Return the games that one process plays, each of them begun by some commands."""
    lines = [*begin, *OPENING, "crosscut-turns"] * games
    done = subprocess.run(
        [*PROGRAM, "gtp", *game, "--level", "1", *options],
        input="".join(f"{line}\n" for line in [*lines, "quit"]),
        env={**os.environ, **INTERPRETED},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    answers = [each.removeprefix("= ") for each in done.stdout.split("\n\n")]
    assert not any(each.startswith("?") for each in answers), answers
    step = len(begin) + len(OPENING) + 1
    return answers[step - 1 :: step][:games]


def asked(*lines, options=(), game=("slither", "--size", "4")):
    """Return the answers of one process."""
    done = subprocess.run(
        [*PROGRAM, "gtp", *game, "--level", "1", *options],
        input="".join(f"{line}\n" for line in lines),
        env={**os.environ, **INTERPRETED},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return [each.removeprefix("= ") for each in done.stdout.split("\n\n")[:-1]]


@pytest.mark.parametrize("begin", [("clear_board",), ("boardsize 5",), ("boardsize 5", "komi 0")])
def test_games_of_one_process_differ(begin):
    assert len(set(played("--seed", "7", begin=begin))) == 4


def test_a_seed_gives_the_same_sequence_again_and_another_seed_another():
    first = played("--seed", "7")
    assert played("--seed", "7") == first
    assert not set(played("--seed", "8")) & set(first)  # nor the same games in another order


def test_without_a_seed_every_process_plays_games_of_its_own():
    found = played() + played()
    assert len(set(found)) == len(found)


def test_a_game_of_a_sequence_comes_back_by_its_seed():
    lines = ["clear_board", "clear_board", "get_random_seed", *OPENING, "crosscut-turns"]
    *_, turns = found = asked(*lines, options=("--seed", "7"))
    assert 0 <= int(found[2]) <= SEEDS
    assert asked(*OPENING, "crosscut-turns", options=("--seed", found[2]))[-1] == turns
    again = asked("clear_board", f"set_random_seed {found[2]}", *OPENING, "crosscut-turns")
    assert again[-1] == turns


def test_set_ups_are_dealt_from_the_sequence_unless_one_was_chosen():
    game = "snaketrail", "--size", "4"
    lines = "crosscut-deal", "showboard", "clear_board", "crosscut-deal", "showboard"
    seed, first, _, later, second = asked(*lines, options=("--seed", "3"), game=game)
    assert seed == "3"
    assert later != seed
    assert first != second
    assert asked("clear_board", "crosscut-deal", options=("--seed", "3"), game=game)[1] == later
    assert asked(*lines[:1], game=game) != asked(*lines[:1], game=game)
    for chosen in ("5", "hand"):
        lines = f"crosscut-deal {chosen}", "clear_board", "crosscut-deal"
        assert asked(*lines, game=game)[-1] == chosen
