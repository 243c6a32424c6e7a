"""Records of other programs and of ours, written by hand: what each of them has to become."""

from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import BadOption, BadRecord
from crosscut.play import records
from crosscut.play.records.files import games_in
from crosscut.play.records.game_tree import GameTree
from crosscut.play.records.sgf import read_sgf
from crosscut.play.records.swaps import MIRRORED
from tests.play.test_sgf import OURS, turns

SIDESTEP = Path(__file__).parents[2] / "examples" / "sidestep.py"


def test_links_of_hexworld():
    tree = records.read(" https://hexworld.org/board/#11r9c1,b4:sh4g8,i8h3:rb\n")
    assert tree.game == crosscut.game("hex", 11)
    assert turns(tree) == ["b4", "swap", "d8", "h7", "h9", "c8"]
    assert tree.position_at(tree.at).turn_number == 4
    assert tree.result == "B+Resign"  # the first player has White after the swap
    assert records.write(tree, "hexworld") == "https://hexworld.org/board/#11c1,b4:sh4g8,i8h3:rb\n"
    assert turns(records.read("5c1,a1b2c3")) == ["a1", "b2", "c3"]
    start = records.read("5c1,,a1b2")  # somebody is at the start of a game that has turns
    assert start.at is start.root
    assert records.write(start, "hexworld").endswith("#5c1,,a1b2\n")
    for text, words in {
        "https://hexworld.org/board/#": "no link of HexWorld",
        "https://hexworld.org/board/#5x6c1,a1": "5 by 6",
        "https://example.org/#5c1,a1": "no link of HexWorld",
        "https://hexworld.org/board/#5c1,a1b2:x": "after 2 turns stands ':x'",
        "https://hexworld.org/board/#5c1,a1:p": "turn 2, pass",
        "https://hexworld.org/board/#5c1,a1a1": "turn 2, a1: the point is taken",
        "https://hexworld.org/board/#5c1,a2:sb3b3": r"turn 4, b3 \(c2 in the mirror\): the point",
    }.items():
        with pytest.raises(BadRecord, match=words):
            records.read(text)
    with pytest.raises(BadOption, match="games of Hex"):
        records.write(read_sgf(OURS), "hexworld")


def test_records_that_speak_of_a_link_are_none():
    link = "https://hexworld.org/board/#5c1,a1b2"
    tree = records.read(f"(;GM[11]SZ[3]C[as in {link} ];B[c3])")
    assert (tree.game.size, turns(tree)) == (3, ["c3"])
    assert records.guess(f"Game: hex\nSource: {link}\n1. c3") == "moves"
    assert records.guess("1,d4,2,swap") == "moves"
    assert records.guess(f"\n{link}\n") == "hexworld"


def test_lists_of_moves_say_who_played_and_how_it_ended():
    tree = records.read("Game: Hex\nSize: 5\nDate: 2026\nBlack: b\nWhite: w\n1. a2 2. b1, resigns.")
    assert (turns(tree), tree.names, tree.result) == (["a2", "b1"], ["b", "w"], "W+Resign")
    assert tree.info == {"date": "2026"}
    again = records.read(records.write(tree, "moves"))
    assert (again.names, again.result) == (tree.names, tree.result)
    sides = records.read("Size: 5\nBlack: b\nWhite: w\na2 swap-sides c4", crosscut.game("hex"))
    assert (turns(sides), sides.names) == (["a2", "swap", "c4"], ["w", "b"])
    pieces = records.read(
        "Size: 5\nBlack: b\nWhite: w\nResult: B+\n1. a2 Swap-Pieces 2. c4 d1",
        crosscut.game("hex"),
    )
    assert turns(pieces) == ["a2", "swap", "d3", "a4"]  # as in SGF
    assert (pieces.names, pieces.result) == (["b", "w"], "W+")
    assert records.read("Site: here\na1", crosscut.game("hex", 2)).info == {"site": "here"}
    lines = records.read("Game: hex\nBlack: a1\nWhite: b2\nblack: c3")
    assert (turns(lines), lines.names) == (["a1", "b2", "c3"], ["", ""])
    assert records.read("Black: b2\n1. a1", crosscut.game("hex", 2)).names == ["b2", ""]
    assert turns(records.read("1. a1 1... b2 2. c3", crosscut.game("hex", 3))) == [
        "a1",
        "b2",
        "c3",
    ]
    for text, words in {
        "Sise: 5\na1": "'sise' is not understood; is it 'size'",
        "a2 swap-pieces b3 b3": r"turn 4, b3 \(c2 in the mirror\): the point is taken",
        "1 2 3": "there is no move in it",
        "1. a1 2. b2 4. c3": "number 4 follows number 2: a turn is missing",
        "1. a1\n3. b2\n2. c3": "number 3 follows number 1: a turn is missing",
        "1. a1 b2\n1. c3 d4": "number 1 follows number 1: they are not in order",
        "Game: hex\n1. 2.": "there is no move in it",
        "Date: today": "there is no move in it",
        "".join(f"{'x' * n}: y\n" for n in range(3, 109)): "106 lines say what it is about",
        "see https://hexworld.org/board/#5c1,a1b2": "turn 1",
    }.items():
        with pytest.raises(BadRecord, match=words):
            records.read(text, crosscut.game("hex", 5))


def test_lists_of_ai_ai():
    text = "d4,Swap,d5,d4-e5,e6,d5-e4,d4"
    tree = records.read(text, crosscut.game("slither", 8), "aiai")
    assert tree.game.pie
    assert turns(tree) == ["d4", "swap", "d5", "d4-e5/e6", "d5-e4/d4"]
    assert records.write(tree, "aiai") == f"{text}\n"
    with pytest.raises(BadOption, match="not known"):
        records.read("a1,b2", crosscut.game("havannah", 4), "aiai")


LITTLE_GOLEM = (
    "(;FF[4]EV[{}]PB[second]PW[first]SZ[{}]RE[B]GC[ game #1]SO[http://www.littlegolem.com]"
)


def test_hex_of_little_golem():
    head = LITTLE_GOLEM.format("hex.mc.2011.feb.1.10", 5)
    tree = records.read(f"{head};W[ba];B[swap];W[cd];B[da];W[resign])")
    assert records.guess(head) == "littlegolem"
    assert turns(tree) == ["b1", "swap", "d3", "a4"]
    assert (tree.names, tree.result) == (["first", "second"], "B+")
    same = read_sgf("(;GM[11]SZ[5];B[b1];W[swap-pieces];B[c4];W[d1])")
    assert same.main_line() == tree.main_line()
    friends = head.replace("hex.mc.2011.feb.1.10", "null")
    guessed = records.read(f"{friends};W[ba];B[cd])")
    assert turns(guessed) == ["b1", "c4"]
    assert guessed.notes == [
        "The file does not name its game. By its points (ba) it is read as Hex."
    ]
    assert tree.notes == [MIRRORED]


def test_havannah_of_little_golem_and_not_its_slither():
    head = LITTLE_GOLEM.format("havannah.in.size4.4", 4)
    tree = records.read(f"{head};W[E1];B[swap];W[F2];B[D7])")
    assert tree.game == crosscut.game("havannah", 4)
    assert turns(tree) == ["e1", "swap", "f2", "d7"]
    with pytest.raises(BadRecord, match="Little Golem writes Slither is not known"):
        records.read(f"{LITTLE_GOLEM.format('slither.in.1', 8)};W[d4])")


def test_havannah_of_little_golem_without_an_event():
    head = LITTLE_GOLEM.format("null", 4)
    text = f"{head};W[E1];B[F2])"
    tree = records.read(text)
    assert tree.game == crosscut.game("havannah", 4)
    assert turns(tree) == ["e1", "f2"]
    said = ["The file does not name its game. By its points (E1) it is read as Havannah."]
    assert tree.notes == said
    assert records.read(text, crosscut.game("havannah", 4)).notes == []  # no guess is needed
    both = games_in(f"{text}\n{head};W[ba];B[cd])")
    assert [each.game.id for each in both] == ["havannah", "hex"]  # each by its own points
    with pytest.raises(BadRecord, match="does not say which game"):
        records.read(f"{head};W[resign])")


def test_formats_are_named():
    with pytest.raises(BadOption, match="there is no format 'pgn'; there are json, sgf"):
        records.read("x", format="pgn")
    assert records.read(records.write(read_sgf(OURS), "SGF"), format="Sgf") == read_sgf(OURS)
    with pytest.raises(BadOption, match="littlegolem is read only"):
        records.write(read_sgf(OURS), "littlegolem")
    with pytest.raises(BadRecord, match="there is nothing to read"):
        records.read(" \n")


def test_starts_survive_every_format():
    trail = crosscut.game("snaketrail", 5).position(seed=1).past_prelude().play("e5")
    starts = [
        ("slither", 3, {"diagram": "X.O/.../O.X", "to_play": "White"}),
        ("slither", 3, {"diagram": ".../.../..."}),
        ("gonnect", 3, {"diagram": "X.O/.../O.X\nWhite (O) has won"}),
        ("snaketrail", 4, {"seed": 7}),
        ("snaketrail", 5, {"diagram": str(trail)}),  # pieces of nobody, and the head of the trail
    ]
    for name, size, origin in starts:
        tree = GameTree(crosscut.game(name, size), origin)
        for format in ("sgf", "json", "moves"):
            assert records.read(records.write(tree, format)).start() == tree.start(), format
