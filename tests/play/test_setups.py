"""Games that begin with a set-up and choices, and moves that ask: as people meet them."""

import json
import random
import re

import pytest

import crosscut
from crosscut.core.errors import BadNotation, BadOption, IllegalMove
from crosscut.play import record
from tests.support.program import rejected, run_cli

SETUP = "W:d4,b2 R:f4,f2"
"""The set-up of the worked positions."""
INTERPRETED = {"CROSSCUT_INTERPRET": "1"}
"""No test here needs a compiler, and starting it takes longer than they do."""


def play(*args, lines="", **options):
    """Play Snaketrail on side 4 through a pipe and return what was printed."""
    quick = ("--size", "4", "--simulations", "5")
    return run_cli("play", "snaketrail", *quick, *args, stdin=lines, **INTERPRETED, **options)


# A start from a text.


def test_a_set_up_is_the_first_turn_of_the_second_seat():
    start = crosscut.game("snaketrail", 4).position()
    assert start.to_play == 1
    chosen = crosscut.game("snaketrail", 4).position(setup=SETUP)
    assert chosen == start.play(SETUP)
    assert chosen.history() == [SETUP]
    assert chosen.to_play == 0
    assert chosen.moves() == ["first", "red", "white"]


def test_a_set_up_tap_by_tap_is_the_same():
    here = crosscut.game("snaketrail", 4).position()
    for cell in ("d4", "f4", "b2", "f2", "done"):
        assert here.to_play == 1
        here = here.play(cell)
    assert here.history() == [SETUP]
    assert here == crosscut.game("snaketrail", 4).position(setup=SETUP)


@pytest.mark.parametrize(
    "text", ["w:d4,b2 r:f4,f2", "W:d4 b2 R:f4 f2", "W:d4,b2/R:f4,f2", "R:f4,f2 W:d4,b2"]
)
def test_a_set_up_is_read_as_people_write_it(text):
    assert crosscut.game("snaketrail", 4).position(setup=text).history() == [SETUP]


WRONG = {
    "W:d4,b2 R:f4": "2 white and 1 red pieces; there have to be as many of both",
    "W:a1 R:d4": "a1: it is at the rim",
    "W:d4 R:d5": "d5: it is beside the piece on d4",
    "W:d4 R:d4": "d4: the point is taken by White",
    "W:d4,d4 R:f2,b2": "d4: the point is taken by White",
    "W:z9 R:d4": "'z9' is not on this board, which goes from a1 to g4",
    "W:d4": "is no set-up; write W:d4,b2 R:f4,f2",
    "W:d4 W:b2": "is no set-up; write",
    "d4": "is no whole set-up",
    "": "that is no move",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_set_up_that_breaks_the_rules_is_refused(text):
    with pytest.raises((BadNotation, IllegalMove), match=re.escape(WRONG[text])):
        crosscut.game("snaketrail", 4).position(setup=text)


def test_other_games_have_no_set_up():
    with pytest.raises(BadOption, match="Slither has no set-up that could be given"):
        crosscut.game("slither", 4).position(setup=SETUP)
    with pytest.raises(BadOption, match="not from several"):
        crosscut.game("snaketrail", 4).position(setup=SETUP, seed=1)


BAD = {
    "touching": (["--size", "4", "--setup", "W:d4 R:d5"], "d5: it is beside the piece on d4"),
    "unequal": (["--size", "4", "--setup", "W:d4,b2 R:f4"], "2 white and 1 red pieces"),
    "rim": (["--size", "4", "--setup", "W:a1 R:d4"], "a1: it is at the rim"),
    "nonsense": (["--size", "4", "--setup", "everything"], "is no point of this board"),
    "a piece too many": (
        ["--size", "3", "--setup", "W:b2,d2 R:c4,b3"],
        "d2: no red piece would fit any more",
    ),
    "too small": (["--size", "2"], "Snaketrail is played on sizes 3 to 19, not 2"),
    "too large": (["--size", "20"], "Snaketrail is played on sizes 3 to 19, not 20"),
}


@pytest.mark.parametrize("command", ["play", "perft"])
@pytest.mark.parametrize("name", BAD)
def test_a_bad_set_up_is_one_clear_line(command, name):
    options, message = BAD[name]
    err = rejected(command, "snaketrail", *options, **INTERPRETED)
    assert err.startswith("crosscut: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_side_of_serpent_out_of_range_is_one_clear_line():
    assert (
        rejected("play", "serpent", "--size", "1")
        == "crosscut: Serpent is played on sizes 2 to 19, not 1\n"
    )


# A start from a seed.


def test_a_seed_makes_the_set_up():
    game = crosscut.game("snaketrail")
    assert game.position(seed=1) == game.position(seed=1)
    assert len({str(game.position(seed=seed)) for seed in range(30)}) == 30


@pytest.mark.parametrize(("size", "pairs"), [(3, 1), (4, 2), (5, 4), (6, 6)])
def test_drawn_set_ups_keep_the_rules(size, pairs):
    game = crosscut.game("snaketrail", size)
    for seed in range(200):
        position = game.position(seed=seed)
        white, red, *black = game.pieces(position.state)
        assert not any(black)
        assert white.bit_count() == red.bit_count() == pairs
        assert game.flaw((white, red, 0, 0)) == ""
        assert position.moves() == ["first", "red", "white"]


def test_every_inner_cell_is_drawn_for_either_colour():
    game = crosscut.game("snaketrail", 4)
    drawn = [game.pieces(game.position(seed=seed).state) for seed in range(300)]
    for kind in (0, 1):
        union = 0
        for pieces in drawn:
            union |= pieces[kind]
        assert union == game.inner


def test_the_terminal_tells_the_seed_of_a_random_set_up(home):
    _, err = play(lines="quit\n", **home)
    seed = re.search(r"set-up number (\d+); --seed \1 brings it back", err)[1]
    again, err = play("--seed", seed, lines="quit\n", **home)
    assert "set-up number" not in err
    assert again == play("--seed", seed, lines="quit\n", **home)[0]
    assert str(crosscut.game("snaketrail", 4).position(seed=int(seed))).split()[:3] == [
        *again.split("help.\n")[1].split()[:3]
    ]


# Choices and who is who.


def test_the_choice_of_the_first_move_leaves_the_colour_to_the_setter():
    start = crosscut.game("snaketrail", 4).position(setup=SETUP)
    naming = start.play("first")
    assert (naming.to_play, naming.moves()) == (1, ["red", "white"])
    for colour, other in (("white", "Red"), ("red", "White")):
        begun = naming.play(colour)
        assert begun.to_play == 0
        assert f"{other} ({other[0]}) to move" in str(begun)


@pytest.mark.parametrize("colour", ["white", "red"])
def test_the_choice_of_a_colour_leaves_the_first_move_to_the_setter(colour):
    begun = crosscut.game("snaketrail", 4).position(setup=SETUP).play(colour)
    assert begun.to_play == 1
    for cell in "d3 e3 e4 d5 c4 c3".split():  # around the white piece on d4
        begun = begun.play(cell)
    assert begun.winner == (0 if colour == "white" else 1)
    assert str(begun).endswith("White (W) has won")


def test_cells_cannot_be_tapped_before_the_choices():
    start = crosscut.game("snaketrail", 4).position(setup=SETUP)
    with pytest.raises(IllegalMove, match="d3: you have to choose: first, white, red"):
        start.play("d3")
    with pytest.raises(IllegalMove, match="d3: you have to choose: white, red"):
        start.play("first").play("d3")
    with pytest.raises(IllegalMove, match="that choice is not open now"):
        start.play("first").play("first")


def test_choices_by_name_in_the_terminal(home):
    lines = "first\nwhite\nd3\na1\nhelp\nquit\n"
    out, _ = play("--setup", SETUP, "--computer", "none", lines=lines, **home)
    assert "Chooser: a person\nSetter: a person\n" in out
    assert "You may say first (move first; the other player chooses his colour), white (" in out
    assert "Red (R): a person\nWhite (W): a person\n" in out
    assert "Red (R) to move" in out
    assert "a1: it is not beside the last black piece, d3 (rule 3)" in out
    assert re.search(r"^done +the set-up is complete, when the rules offer it$", out, re.MULTILINE)


def test_a_set_up_by_hand_in_the_terminal(home):
    lines = "d4\nd5\nf4\nmoves\ndone\nfirst\nquit\n"
    out, _ = play("--setup", "hand", "--computer", "none", lines=lines, **home)
    assert "Setter to move, d4 so far" in out
    assert "d5: it is beside the piece on d4 (rule 1)" in out
    assert "You may say done (the set-up is complete)." in out
    assert re.search(r"legal moves: .*\bdone\b", out)
    out, err = run_cli("play", "--resume", "--computer", "none", **INTERPRETED, **home)
    assert "after 2 turns" in err
    assert "Setter to move" in out


def test_a_set_up_is_taken_back_piece_by_piece(home):
    lines = "d4\nf4\nundo\nf2\nW:d4,b2 R:f2,f4\nundo\nmoves\nquit\n"
    out, _ = play("--setup", "hand", "--computer", "none", lines=lines, **home)
    assert out.count("Put down a red piece.") == 2
    assert "Setter to move, d4/f2 so far" in out
    assert "Setter to move, d4/f2/b2/f4 so far" in out
    assert re.search(r"legal moves?: .*\bdone$", out, re.MULTILINE)


def test_a_set_up_text_goes_on_from_what_is_there():
    begun = crosscut.game("snaketrail", 4).position().play("d4").play("f4")
    assert begun.play(SETUP).history() == [SETUP]
    with pytest.raises(BadNotation, match="other pieces are on the board already"):
        begun.play("W:b2,d4 R:f4,f2")
    with pytest.raises(BadNotation, match="the set-up is over"):
        begun.play(SETUP).play(SETUP)


def test_the_terminal_tells_how_a_loop_was_decided(home):
    cells = "d3 e3 e4 d5 c4 c3".split()
    lines = "\n".join(["white", *cells, "quit"])
    out, _ = play("--setup", SETUP, "--computer", "none", lines=lines, **home)
    assert "White (W) has won\n1 white and 0 red inside.\nWon after" in out


def test_the_pie_rule_counts_from_the_end_of_the_prelude():
    start = crosscut.game("snaketrail", 4, pie=True).position(setup=SETUP)
    assert "swap" not in start.moves()
    assert "swap" not in start.play("first").moves()
    begun = start.play("white")
    assert "swap" not in begun.moves()
    swapped = begun.play("d3").play("swap")
    assert "swap" not in swapped.moves()
    assert (begun.to_play, swapped.to_play) == (1, 1)


def test_records_keep_set_ups_and_choices():
    game = crosscut.game("snaketrail", 4)
    for begun in (game.position(setup=SETUP), game.position(seed=5)):
        played = begun.play("first").play("red").play("d3")
        kept = json.loads(json.dumps(record.to_record(played)))
        assert record.from_record(kept) == played
    assert kept["seed"] == 5


def test_perft_starts_after_the_choices():
    options = ("--size", "4", "--depth", "3", "--json")
    out, _ = run_cli("perft", "snaketrail", *options, "--setup", SETUP, **INTERPRETED)
    assert json.loads(out)["counts"] == [33, 132, 440]
    for seed in ("7", "8"):
        drawn, _ = run_cli("perft", "snaketrail", *options, "--seed", seed, **INTERPRETED)
        assert json.loads(drawn)["counts"][:2] == [33, json.loads(drawn)["counts"][1]]


# Serpent asks which dead are removed first.


def torn():
    """Return the worked position in which the order of removals decides the game."""
    rows = ".O./..O./X.XOO/O..X/XX."
    return crosscut.game("serpent", 3).position(rows)


def test_both_orders_are_turns():
    assert [turn for turn in torn().turns() if turn.startswith("c2")] == ["c2/B", "c2/W"]
    assert torn().play("c2/W").winner == 0
    assert torn().play("c2/B").winner is None


def test_the_order_is_asked_for_tap_by_tap():
    here = torn().tap(torn().game.board.cell("c2"))
    assert here.mid_move
    assert [here.game.tap_text(action) for action in here.actions()] == ["B", "W"]
    with pytest.raises(IllegalMove, match="first say whose dead are removed first, B or W"):
        here.tap(here.game.board.cell("d1"))


def test_a_text_without_a_colour_removes_the_enemy_first():
    assert torn().play("c2") == torn().play("c2/W")
    assert torn().play("c2").history() == ["c2/W"]


def test_the_terminal_asks_which_colour(home, tmp_path):
    path = tmp_path / "torn.json"
    record.save(torn(), path)
    options = ("--load", str(path), "--computer", "none")
    out, _ = run_cli("play", *options, stdin="c2\nc2/W\n", **INTERPRETED, **home)
    assert "c2: that move is not finished; write c2/B or c2/W" in out
    assert "Black (X) has won" in out
    out, _ = run_cli("play", *options, stdin="W\nc2\nw\n", **INTERPRETED, **home)
    assert out.count("that choice is not open now") == 1
    assert "Black (X) has won" in out


def test_a_swap_in_serpent_is_written_like_any_other():
    assert "swap" in crosscut.game("serpent", 3, pie=True).position().play("a1").moves()


def test_the_terminal_names_what_a_turn_removes(home, tmp_path):
    rows = ".../..../..OX./.X.O/..X"
    path = tmp_path / "game.json"
    record.save(crosscut.game("serpent", 3).position(rows, to_play="O"), path)
    options = ("--load", str(path), "--computer", "none")
    out, _ = run_cli("play", *options, stdin="a2\n", **INTERPRETED, **home)
    assert "Removed: Black a3.\n" in out


# Diagrams of games that are over.


@pytest.mark.parametrize("name", ["serpent", "snaketrail"])
def test_a_diagram_of_a_finished_game_keeps_its_result(name):
    """An annihilated colour is not seen, nor who closed a loop that is a tie."""
    game, ties = crosscut.game(name, 3), 0
    for seed in range(30):
        source, here = random.Random(seed), game.position(seed=seed)
        while not here.over:
            here = here.tap(source.choice(here.actions()))
        read = game.position(str(here))
        assert read.over
        assert str(read) == str(here)
        ties += "tie" in game.outcome(here.state)
    assert ties or name == "serpent"


def test_a_trail_in_pieces_is_no_trail():
    with pytest.raises(BadNotation, match="black is not one chain"):
        crosscut.game("snaketrail", 4).position("..../.W.../....../...B@B./....../...R./....")
