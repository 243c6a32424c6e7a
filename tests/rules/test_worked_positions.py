"""The worked positions of the rules, one file a game in the folder worked.

A paragraph is a position. Its first line says what it shows; the others set it up (size, variant,
pie, mover, and start as a diagram or stones by their cells, or the setup of a player) or claim
something about it, or about what comes ``after`` some turns. A position without stones is the first
one of a game. While the players set up and choose, a turn is one move. Players are called by the
letters of their pieces or, before they have any, by what they do.
"""

from contextlib import suppress
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import IllegalMove
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW, NOBODY
from tests.support.games import (
    diagram,
    diagram_words,
    player,
    random_position,
    reference_moves,
    rows_of,
    stones_of,
)

FOLDER = Path(__file__).parent / "worked"
SEATS = ("first seat", "second seat")
SET_UP = {"size", "variant", "pie", "start", "stones", "setup", "mover"}


def read_cases():
    """Return the paragraphs of all files as parameters: game, set-up and claims."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for paragraph in path.read_text().strip().split("\n\n"):
            title, *lines = [line for line in paragraph.splitlines() if not line.startswith("#")]
            pairs = [tuple(map(str.strip, line.split(":", 1))) for line in lines]
            options = {key: value for key, value in pairs if key in SET_UP}
            claims = [(key, value) for key, value in pairs if key not in SET_UP]
            found.append(pytest.param(path.stem, options, claims, id=f"{path.stem} {title}"))
    return found


CASES = read_cases()


def set_up(name, options, without=None, mover=None):
    """Return the position that a paragraph sets up, perhaps without one of its stones."""
    pie = options.get("pie") == "on"
    game = crosscut.game(name, int(options["size"]), options.get("variant"), pie)
    if "stones" in options:
        stones = diagram_words(options["stones"])
        stones.pop(without, None)
        shown = diagram(game, stones)
    elif "start" in options:
        shown = options["start"]
    else:
        return game.position(setup=options.get("setup"))
    return game.position(shown, to_play=mover or options.get("mover", game.kinds[0][1]))


@pytest.mark.parametrize(("name", "options", "claims"), CASES)
def test_what_the_rules_say_of_a_position(name, options, claims):
    assert claims
    for key, value in claims:
        if key == "whichever is last":
            check_every_last_stone(name, options, value)
            continue
        claim, _, turns = key.partition(" after ")
        position = set_up(name, options)
        for turn in turns.split():
            assert turn in reference_moves(position)
            position = position.play(turn)
        check(position, claim, value)


def check(position, claim, value):
    """Check one claim about a position."""
    game, words = position.game, value.split()
    if claim == "turns":
        assert reference_moves(position) == sorted(listed(position, words))
    elif claim.startswith("turns beginning with "):
        begun = claim.split()[-1]
        assert [turn for turn in position.turns() if begins(turn, begun)] == sorted(words)
    elif claim.startswith("on from "):
        for cell in claim.split()[-1].split("-"):
            position = position.tap(game.board.cell(cell))
        assert sorted(map(game.tap_text, position.actions())) == sorted(words)
    elif claim == "legal":
        assert words
        assert set(words) <= set(reference_moves(position))
    elif claim == "illegal":
        assert words
        assert not set(words) & set(reference_moves(position))
        for turn in words:
            refuse(position, turn)
    elif claim == "board":
        assert rows_of(position) == value
    elif claim == "result":
        assert result_of(position) == value
    elif claim == "mover":
        assert f"{player(position, position.colour)}, {SEATS[position.to_play]}" == value
    elif claim == "winner":
        assert f"{player(position, position.result)}, {SEATS[position.winner]}" == value
    elif claim == "corners":
        assert sorted(map(game.board.name, members(game.board.corners))) == sorted(words)
    elif claim.startswith("neighbours of "):
        around = game.board.neighbours(1 << game.board.cell(claim.split()[-1]))
        assert sorted(map(game.board.name, members(around))) == sorted(words)
    else:
        raise ValueError(f"no such claim: {claim}")


def listed(position, words):
    """Return the turns that some words mean: a list, or all empty cells but some and others."""
    if words[:1] != ["all"]:
        return words
    text, _, others = " ".join(words).partition(" and ")
    assert text.split()[1:2] in ([], ["but"])
    excepted = set(text.split()[2:])
    empty = set(position.game.board.names) - set(stones_of(position))
    assert excepted <= empty
    return [*(empty - excepted), *others.split()]


def begins(turn, begun):
    """Tell whether a turn is another one or goes on from it."""
    return turn == begun or turn.startswith((f"{begun}-", f"{begun}/", f"{begun},"))


def refuse(position, turn):
    """Check that playing a turn is refused, or that it is only the beginning of one."""
    with suppress(IllegalMove):
        assert position.play(turn).mid_turn


def result_of(position):
    """Return the result in words, after checking that the winner's seat says the same."""
    assert position.over == (position.result != NOBODY)
    if position.result in (NOBODY, DRAW):
        assert position.winner is None
        return "goes on" if position.result == NOBODY else "drawn"
    assert position.winner == position.result ^ position.table.swapped
    return f"{player(position, position.result)} wins"


def check_every_last_stone(name, options, value):
    """Check that the stones win, whichever of the winner's was placed last."""
    assert result_of(set_up(name, options)) == value
    winner, decided = value[0], 0
    for cell, letter in diagram_words(options["stones"]).items():
        if letter == winner:
            before = set_up(name, options, without=cell, mover=winner)
            if not before.over:
                assert result_of(before.play(cell)) == value
                decided += 1
    assert decided


@pytest.mark.parametrize("seed", range(5))
def test_hex_e_swapping_seats_is_like_mirroring_the_stone(seed):
    """Other programs make the stone a White one on the mirrored cell, with Black to move."""
    game = crosscut.game("hex", 4, pie=True)
    position = random_position(game.position().play("a2").play("swap"), 99, seed)
    assert game.board.symmetries[1][game.board.cell("a2")] == game.board.cell("b1")
    mirrored = game.position(".O../..../..../....", to_play="X")
    for tap in position.taps_since(position.line[2]):
        mirrored = mirrored.tap(game.board.symmetries[1][tap])
    assert position.over
    assert mirrored.over
    assert mirrored.winner == position.winner


def test_vimbre_reads_two_stones_in_either_order():
    position = crosscut.game("vimbre", 5).position("...../...../..X../...../.....")
    assert position.play("c4,b4") == position.play("b4,c4")
    assert position.play("c4,b4").history() == ["b4,c4"]
