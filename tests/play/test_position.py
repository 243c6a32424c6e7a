"""Positions: notation, refusals that explain themselves, diagrams, pictures and records."""

import copy
import json
import pickle
import xml.etree.ElementTree as ElementTree

import pytest

import crosscut
from crosscut.core.errors import BadNotation, BadOption, BadRecord, GameOver, IllegalMove
from crosscut.play import record
from crosscut.play.diagram import write_diagram

S3 = ". . . . ./. X . X ./. . . . ./. . X . ./. . . . ."
A1 = ". . . . ./X X . . ./. O . . ./. . . . X/O . X X X"


@pytest.fixture
def s3(slither5):
    return slither5.position(S3)


def test_the_public_names():
    game = crosscut.game("slither", size=8, variant="advanced", pie=True)
    position = game.position()
    assert position.turns() == position.moves() == sorted(game.board.names)
    assert (position.to_play, position.over, position.winner) == (0, False, None)
    after = position.play("d4")
    assert after.to_play == 1
    assert position.to_play == 0
    assert after.moves()[-1] == "swap"
    assert after.tap(game.board.cell("e5")).history() == ["d4", "e5"]
    assert str(after).splitlines()[4] == "4 . . . X . . . ."
    assert after.svg().startswith("<svg")


def test_defaults_are_those_of_the_rules():
    classic, advanced = (
        crosscut.game("slither"),
        crosscut.game("slither", variant="advanced"),
    )
    assert (classic.size, classic.variant, classic.pie) == (9, "classic", False)
    assert advanced.pie
    assert not crosscut.game("slither", variant="advanced", pie=False).pie


def test_a_turn_can_be_played_at_once_or_move_by_move(s3):
    whole = s3.play("b4-c4/c3")
    begun = s3.play("b4-c4")
    assert begun.mid_turn
    assert begun.to_play == s3.to_play
    assert begun.history() == ["b4-c4"]
    assert begun.play("c3") == whole
    assert whole.history() == ["b4-c4/c3"]
    assert s3.play("B4 C4 C3") == s3.play("b4-c4-c3") == whole


def test_taps_and_texts_correspond(s3):
    cell = s3.game.board.cell
    lifted = s3.tap(cell("b4"))
    assert lifted.mid_move
    assert "c4" in lifted.moves()
    assert lifted.tap(cell("c4")).tap(cell("c3")) == s3.play("b4-c4/c3")
    assert lifted.undo() == s3


def test_undo_goes_back_move_by_move(s3):
    after = s3.play("b4-c4/c3")
    assert after.undo() == s3.play("b4-c4")
    assert after.undo().undo() == s3
    with pytest.raises(BadOption, match="nothing to take back"):
        s3.undo()


def test_positions_do_not_change(s3):
    before = str(s3), s3.turns(), s3.history()
    s3.play("a1").play("e5").play("a1-a2/e1")
    assert (str(s3), s3.turns(), s3.history()) == before


NEVER = "a position never changes"


def test_a_position_cannot_be_written_to(s3):
    s3.tap(7).parent.turn_number  # noqa: B018 - what is remembered cannot be overwritten either
    for name in ("turn_number", "result", "choices", "to_play", "state", "game", "table", "note"):
        with pytest.raises(AttributeError, match=f"{NEVER}.*play.* returns the next one"):
            setattr(s3, name, 9)
        with pytest.raises(AttributeError, match=NEVER):
            delattr(s3, name)
    assert (s3.turn_number, s3.mid_turn, hasattr(s3, "note")) == (0, False, False)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_a_copy_of_a_position_is_the_position(s3, again):
    here = s3.play("b4-c4/c3")
    kept = here.turns(), here.turn_number, here.over  # remembered, and copied along
    made = again(here)
    assert made == here
    assert (made.turns(), made.turn_number, made.over, made.history()) == (*kept, ["b4-c4/c3"])
    assert made.line[0].origin == here.line[0].origin == {"diagram": S3}
    with pytest.raises(AttributeError, match=NEVER):
        made.note = 1


REFUSALS = {
    "c3": "c3: leaves c3 and b4, c3 and d4 diagonal with no stone beside both (rule 4); "
    "legal after b4-c4 or d4-c4",
    "b4": "b4: that move is not finished; write b4-a3 or b4-a4 or b4-a5 or ...",
    "c2-c4": "c4: a stone moves to the next point only (rule 3)",
    "c5-c4": "c5: there is no stone of yours to move",
    "c5-c4/a1": "c5: there is no stone of yours to move",
    "a1/c5-c4": "a1: there is no stone of yours to move",
    "c3/c3-e5": "c3: there is no stone of yours to move",
    "c3/c3-b4": "c3: there is no stone of yours to move",
    "b4-b4": "b4: a stone moves to the next point only (rule 3)",
    "b4-c4/c3/a1": "b4-c4/c3/a1: the turn is over before that text ends",
    "swap": "swap: this game is played without the pie rule",
    "pass": "pass: you may not pass while you have a legal turn",
}


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_says_why(s3, text):
    with pytest.raises(IllegalMove) as refusal:
        s3.play(text)
    assert str(refusal.value) == REFUSALS[text]


def test_more_refusals(slither5):
    position = slither5.position(". . . . ./. . . . ./. O X . ./. . . . ./. . . . .")
    with pytest.raises(IllegalMove, match="b3: the point is taken by White"):
        position.play("b3")
    with pytest.raises(IllegalMove, match="b3: the point is taken by White"):
        position.play("c3-b3")
    stepped = position.play("c3-c4")
    with pytest.raises(IllegalMove, match=r"c4: only one stone may move in a turn \(rule 3\)"):
        stepped.play("c4-c5")
    boxed = slither5.position("XO.../OO.../...../...../.....")
    with pytest.raises(IllegalMove, match=r"a5: every point around it is taken \(rule 3\)"):
        boxed.play("a5-a4")


def test_an_immobile_stone_says_why():
    position = crosscut.game("slither", 5, "advanced").position(A1)
    with pytest.raises(IllegalMove, match=r"c1: its group does not hold both colours.*\(rule 6\)"):
        position.play("c1-c2/a1")


def test_a_step_nothing_can_repair(slither5):
    position = slither5.position("...../.X.X./...../.X.X./.....")
    with pytest.raises(IllegalMove, match=r"c3: no placement could then give .* \(rule 4\)"):
        position.play("b4-c3/c4")


def test_slips_in_the_order_of_a_turn():
    position = crosscut.game("slither", 5, "advanced").position(A1)
    with pytest.raises(IllegalMove, match="moves before the placement"):
        position.play("c4/b4-c5")
    with pytest.raises(IllegalMove, match="c4: there is no stone of yours to move"):
        position.play("c4-c5/a1")
    with pytest.raises(IllegalMove, match="b3: there is no stone of yours to move"):
        position.play("b3-c3/a2")
    with pytest.raises(IllegalMove, match="swap: only the second player"):
        position.play("swap d4")
    for odd in (None, 3, b"a1"):
        with pytest.raises(BadNotation, match="written as text"):
            position.play(odd)
    with pytest.raises(IllegalMove, match="'d4' is no action"):
        position.tap("d4")
    with pytest.raises(BadOption, match="for a diagram only"):
        position.game.position(to_play="White")
    with pytest.raises(BadOption, match="'star' is no mark"):
        position.svg(marks={0: "star"})
    with pytest.raises(BadOption, match="a whole number, not '8'"):
        crosscut.game("slither", "8")


GARBAGE = ["", "   ", "zz", "d44", "a0", "1a", "-", "//", "é5", "a1;b2", "\x00", "a" * 3000]


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_is_no_move(slither5, text):
    with pytest.raises(BadNotation):
        slither5.position().play(text)


def test_a_near_miss_is_suggested(slither5):
    for size, words in {3: "moves are written so: a1$", 5: "moves are written so: c4$"}.items():
        with pytest.raises(BadNotation, match=words):
            crosscut.game("hex", size).position().play("zz")
    with pytest.raises(BadNotation, match=r"'d44' is no point of this board .* did you mean d4"):
        slither5.position().play("d44")


def test_a_finished_game_takes_no_moves():
    won = crosscut.game("slither", 3).position("X../XX./.X.")
    assert won.turns() == won.moves() == won.actions() == []
    with pytest.raises(GameOver, match="the game is over"):
        won.play("c3")


# Diagrams.


def test_diagrams_are_read_as_they_are_written(s3):
    read = s3.game.position(str(s3))
    assert read == s3
    assert s3.game.position(write_diagram(s3, marked=[0, 7])) == s3
    white = s3.game.position(S3, to_play="White")
    assert white.colour == 1
    assert s3.game.position(str(white)) == white


BAD_DIAGRAMS = {
    "...": "the diagram has 1 rows, not 5",
    "...../...../..../...../.....": "row 3 of the diagram has 4 points, not 5",
    "...../...../..Q../...../.....": "row 3 of the diagram has 'q'; use . X O",
}


@pytest.mark.parametrize("text", BAD_DIAGRAMS)
def test_broken_diagrams_say_where(slither5, text):
    with pytest.raises(BadNotation) as error:
        slither5.position(text)
    assert str(error.value) == BAD_DIAGRAMS[text]


def test_an_unfinished_turn_is_no_diagram(s3):
    with pytest.raises(BadNotation, match="unfinished turn"):
        s3.game.position(str(s3.play("b4-c4")))
    with pytest.raises(BadNotation, match="'Red' is no colour"):
        s3.game.position(S3, to_play="Red")


# Pictures.


def test_svg_shows_stones_sides_and_coordinates(s3):
    namespace = "{http://www.w3.org/2000/svg}"
    picture = ElementTree.fromstring(s3.svg())
    assert len(picture.findall(f"{namespace}circle")) == 3
    assert len(picture.findall(f"{namespace}line")) == 8
    assert [text.text for text in picture.findall(f"{namespace}text")] == list("12345abcde")
    assert picture.find(f"{namespace}title").text == "Slither: Black (X) to move"
    after = s3.play("b4-c4/c3")
    assert after.svg().count("<circle") > s3.svg().count("<circle") + 1
    assert "opacity" in s3.tap(s3.game.board.cell("b4")).svg()


@pytest.mark.parametrize("shape", ["cross", "check", "dot", "ring"])
def test_svg_marks(s3, shape):
    assert len(s3.svg(marks={0: shape}, last=False)) > len(s3.svg(last=False))


# Records.


def test_a_record_goes_there_and_back(tmp_path):
    path = tmp_path / "game.json"
    game = crosscut.game("slither", 7, "advanced")
    position = game.position().play("d4").play("swap").play("d5").play("a1").play("d5-e5")
    record.save(position, path)
    assert record.load(path) == position
    assert json.loads(path.read_text())["turns"] == ["d4", "swap", "d5", "a1", "d5-e5"]
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]


def test_a_record_keeps_a_set_up_start(s3):
    again = record.from_record(record.to_record(s3.play("b4-c4/c3")))
    assert again == s3.play("b4-c4/c3")


def test_half_a_move_is_not_recorded(s3):
    lifted = s3.tap(s3.game.board.cell("b4"))
    assert record.from_record(record.to_record(lifted)) == s3


def test_a_record_that_cannot_be_written_says_so(s3):
    with pytest.raises(BadRecord, match="cannot write /dev/null/x"):
        record.save(s3, "/dev/null/x")
