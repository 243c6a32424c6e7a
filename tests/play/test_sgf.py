"""Games in SGF, by other programs and by ours: what each of them has to become."""

import re
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import BadOption, BadRecord, CrosscutError
from crosscut.play import records
from crosscut.play.records.game_tree import GameTree
from crosscut.play.records.sgf import decoded, read_all, read_sgf, write_sgf
from crosscut.play.records.swaps import MIRRORED
from tests.support.games import rows_of

SIDESTEP = Path(__file__).parents[2] / "examples" / "sidestep.py"


def turns(tree):
    """Return the turns of the main line."""
    return tree.main_line().history()


def children(node):
    """Return the turns that were tried from a node."""
    return [child.turn for child in node.children]


OURS = r"""(;FF[4]CA[UTF-8]AP[Crosscut:0.7.0]SZ[5]GN[Slither]RU[slither; classic; pie rule]
PB[second]PW[first]RE[W+Resign]DT[2026-01-02]EV[An event]TM[600]OT[5x30 byo-yomi]C[to begin with]
;B[d4]BL[598.5]WL[600]
;W[swap]C[a \] bracket, a \\ backslash
and \
no line break: 🐍]
(;W[d3];B[d4-e4/a1]N[a name]TR[e4][a1])
(;W[b2]OB[3];B[a5]))"""


def test_everything_in_a_file_of_ours_is_read_and_written():
    tree = read_sgf(OURS)
    assert tree.game == crosscut.game("slither", 5, "classic", pie=True)
    assert turns(tree) == ["d4", "swap", "d3", "d4-e4/a1"]
    swap = tree.root.children[0].children[0]
    assert children(swap) == ["d3", "b2"]
    assert swap.comment == "a ] bracket, a \\ backslash\nand no line break: 🐍"
    assert swap.parent.clock == (598.5, 600)
    assert swap.children[0].children[0].others == {"N": ["a name"], "TR": ["e4", "a1"]}
    assert tree.names == ["first", "second"]  # the colours were exchanged, the seats were not
    assert tree.result == "W+Resign"
    facts = {"date": "2026-01-02", "event": "An event", "time": "600", "overtime": "5x30 byo-yomi"}
    assert tree.info == facts
    assert tree.root.comment == "to begin with"
    written = write_sgf(tree)
    assert read_sgf(written) == tree
    assert write_sgf(read_sgf(written)) == written


DIALECTS = {
    "carriage returns": "(;GM[11]SZ[5]\r\n;B[a1]\r;W[b2]\r\n)",
    "letters before": "From the archive:\n\n(;GM[11]SZ[5];B[a1];W[b2])\nend",
    "a byte order mark": "\ufeff(;GM[11]SZ[5];B[a1];W[b2])",
    "long names of properties": "(;FileFormat[3]GaMe[11]SiZe[5];Black[a1];White[b2])",
    "letter pairs": "(;GM[11]SZ[5];B[aa];W[bb])",
    "two sizes": "(;GM[11]SZ[5:5];B[A1];W[B2])",
    "a root with a move": "(;GM[11]SZ[5]B[a1];W[b2])",
    "nodes without moves": "(;GM[11]SZ[5];C[hm];B[a1];C[well];W[b2])",
    "blanks everywhere": " ( ; GM [11] SZ\n[5] ; B [ a1 ] ; W[b2] ) ",
    "the name alone": "(;GN[Hex 5x5]SZ[5];B[a1];W[b2])",
    "a resignation": "(;GM[11]SZ[5];B[a1];W[b2];B[resign])",
    "White first": "(;GM[11]SZ[5];W[a1];B[b2])",
    "a number twice": "(;GM[11]GM[11]SZ[5];GM[11];B[a1];W[b2]GM[11])",
}


@pytest.mark.parametrize("text", DIALECTS.values(), ids=DIALECTS)
def test_sgf_of_other_programs_is_read(text):
    tree = records.read(text)
    assert tree.game == crosscut.game("hex", 5)
    assert turns(tree) == ["a1", "b2"]
    assert read_sgf(write_sgf(tree)) == tree


def test_no_property_of_somebody_elses_file_is_lost():
    text = r"""(;FF[4]GM[11]SZ[5]ST[2]XX[a\]b\\][c]PB[B]BR[3d]KM[0];C[one]LB[a1:x];B[a1]GB[1]C[two]
        ;W[b2]WL[ten]VW[];C[three]SQ[a1][b2])"""
    tree = read_sgf(text)
    written = write_sgf(tree)
    for each in (r"XX[a\]b\\][c]", "ST[2]", "BR[3d]", "KM[0]", "LB[a1:x]", "GB[1]", "WL[ten]"):
        assert each in written
    assert [node.comment for node in tree.root.all()] == ["one", "two", "three"]
    assert tree.root.end.others == {"WL": ["ten"], "VW": [""], "SQ": ["a1", "b2"]}


def test_stones_are_set_up_at_the_beginning():
    text = "(;GM[11]SZ[5]AB[a1:c1][e5]AW[bb]AE[b1]PL[W];W[c3])"
    tree = read_sgf(text)
    assert rows_of(tree.start()) == "X.X../.O.../...../...../....X"
    assert tree.start().colour == 1
    assert "AB[a1][c1][e5]AW[b2]PL[W]" in write_sgf(tree)
    assert rows_of(read_sgf("(;GM[11]SZ[2];AB[a1];W[b2])").start()) == "X./.."
    with pytest.raises(BadRecord, match="the same point"):
        read_sgf("(;GM[11]SZ[5]AB[a1]AW[a1])")
    with pytest.raises(BadRecord, match="'z9' is no point"):
        read_sgf("(;GM[11]SZ[5]AB[z9])")


def test_set_ups_before_the_first_move_follow_one_another():
    for nodes, rows in {
        ";AE[c3];AB[c3];W[b1]": "...../...../..X../...../.....",
        ";AB[c3];AW[c3];B[a1]": "...../...../..O../...../.....",
        "AB[c3][d3];AE[c3];AW[d3];B[a1]": "...../...../...O./...../.....",
    }.items():
        tree = read_sgf(f"(;GM[11]SZ[5]{nodes})")
        assert (rows_of(tree.start()), len(turns(tree)), tree.notes) == (rows, 1, [])
        assert read_sgf(write_sgf(tree)) == tree
    later = read_sgf("(;GM[11]SZ[5];AB[c3];AE[c3];AB[d3];B[a1];AW[e5];B[b1])")
    assert rows_of(later.start()) == "X..../...../...X./...../....O"
    surrounded = "(;GN[gonnect]SZ[3];AB[b1][a2];AW[a1];AE[b1];B[c3])"
    assert rows_of(read_sgf(surrounded).start()) == ".../X../O.."  # as if set up at once
    told = read_sgf("(;GM[11]SZ[5]PL[W]BL[9];AB[c3]BL[8];PL[B]AW[d3];B[a1])")
    assert (told.start().colour, told.root.clock, told.root.others) == (0, (8.0, None), {})
    many = "".join(f";AB{'[a1]' * 1000}" for _ in range(6))
    with pytest.raises(BadRecord, match="it sets up 6,000 points"):
        read_sgf(f"(;GM[11]SZ[5]{many})")


def test_a_set_up_in_mid_game_begins_the_game_anew():
    tree = read_sgf(
        "(;GM[11]SZ[5]PB[one]RE[W+]C[about](;B[a1];W[e5]\n"
        ";AW[b2]AE[e5]C[now];B[c3](;W[d4])(;W[d5]))(;B[d4]))"
    )
    assert rows_of(tree.start()) == "X..../.O.../...../...../....."
    assert (tree.names, tree.result, tree.root.comment) == (["one", ""], "W+", "about\nnow")
    assert turns(tree) == ["c3", "d4"]
    assert children(tree.root.children[0]) == ["d4", "d5"]
    (note,) = tree.notes
    assert note == (
        "AE on line 2 changes the board in mid-game: the game begins there. "
        "2 turns before it and 1 variation are left out."
    )
    assert read_sgf(write_sgf(tree)) == tree
    twice = read_sgf("(;GM[11]SZ[5];B[a1];AW[b2];AB[b2]PL[W];W[c3];AE[a1]B[d4])")
    assert rows_of(twice.start()) == "...../.X.../..O../...../....."
    assert (turns(twice), len(twice.notes)) == (["d4"], 1)
    last = read_sgf("(;GM[11]SZ[5];B[a1];AW[b2])")
    assert (last.start().colour, turns(last)) == (1, [])  # as if nothing had been set up
    sides = read_sgf("(;GM[11]SZ[5]PB[b]PW[w];B[a1];W[swap-sides];W[c3];AW[b2];B[d4])")
    assert (sides.names, sides.game.pie) == (["b", "w"], True)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ("(;AB[c3];W[d4])(;B[a1])", "AB on line 1 changes the board: 1 variation is left out."),
        ("(;AB[c3])(;B[a1])(;B[b1])", "AB on line 1 changes the board: 2 variations are left out."),
        ("AB[c3];AE[c3]B[d4]", ""),
        (";B[a1];AB[c3]", "1 turn before it is left out."),
        (";B[a1];W[b1];AB[c3]", "2 turns before it are left out."),
        (";B[a1](;AB[c3];W[d4])(;W[b2])", "1 turn before it and 1 variation are left out."),
        ("(;B[a1];AB[c3](;AE[a1])(;W[b2]))(;B[b1])", "1 turn before it and 2 variations are"),
    ],
)
def test_a_set_up_says_what_is_left_out(nodes, said):
    notes = read_sgf(f"(;GM[11]SZ[5]{nodes})").notes
    assert (len(notes), said in "".join(notes)) == (bool(said), True)


def test_clocks_at_a_set_up_in_mid_game_are_the_last_ones_told():
    for nodes, clock in {
        "BL[300]WL[300];B[a1]BL[290];W[b2]WL[280];AB[c3]BL[200];W[d4]": (200.0, 280.0),
        ";B[a1]BL[290];W[b2]WL[280];AB[c3];W[d4]": (290.0, 280.0),
        ";B[a1]BL[290];AB[c3];W[b2]WL[280];AE[c3];B[d4]": (290.0, 280.0),
        "BL[300];B[a1]BL[290];W[swap-sides];W[c3]WL[280];AB[d4]": (None, 280.0),  # of one player
    }.items():
        tree = read_sgf(f"(;GM[11]SZ[5]PB[one]{nodes})")
        assert (tree.root.clock, tree.root.others) == (clock, {})
        assert read_sgf(write_sgf(tree)) == tree
    again = read_sgf("(;GM[11]SZ[5]PB[one]GC[a]XI[x:1];B[a1];PB[two]GC[b]XI[y:2]AB[c3];W[d4])")
    assert (again.names[0], again.info) == ("two", {"about": "a\nb", "x": "1", "y": "2"})


def test_set_ups_in_mid_game_that_are_refused():
    places = "line 2: AW changes the board after B and W have changed places"
    for moves, words in {
        ";B[a1](;W[b2])\n(;AW[c3])": "line 2: AW changes the board in a variation",
        ";B[a2];W[swap-pieces];B[c3]\n;AW[b2]": places,
        ";W[a2];B[c3]\n;AW[b2]": places,
        ";B[a1]\n;AB[b2]AW[b2]": "line 2: AB and AW set stones on the same point",
        ";B[a1];W[a1]\n;AB[b2]": "line 1: turn 2, a1: the point is taken",
    }.items():
        with pytest.raises(BadRecord, match=words):
            read_sgf(f"(;GM[11]SZ[5]{moves})")
    with pytest.raises(BadRecord, match="Snaketrail is set up by XD"):
        read_sgf("(;RU[snaketrail; standard; no pie rule]SZ[5]XS[1](;C[x];AB[a1])(;C[y]))")


def test_pl_alone_says_who_begins():
    tree = read_sgf("(;GM[11]SZ[5]PL[W];W[a1];B[b2])")
    assert rows_of(tree.main_line()) == "O..../.X.../...../...../....."
    assert read_sgf(write_sgf(tree)) == tree
    assert read_sgf("(;GM[11]SZ[5]PL[Black];B[a1])").origin == {}
    swapped = read_sgf("(;GM[11]SZ[5]PL[W];W[a1];B[swap];W[b2])")  # so the letters are exchanged
    assert turns(swapped) == ["a1", "swap", "b2"]


def test_who_resigns_in_a_variation_has_not_lost_the_game():
    tree = read_sgf("(;GM[11]SZ[5];B[a1](;W[b2];B[c3])(;W[d4];B[resign]C[or not]))")
    assert tree.result == ""
    assert tree.root.children[0].children[1].comment == "Black resigns.\nor not"
    assert read_sgf("(;GM[11]SZ[5];B[a1];W[resign](;C[x])(;W[c3]))").result == "B+Resign"


@pytest.mark.parametrize("told", ["RE[B+]", "PL[B]", "BL[soon]", "KO[]"])
def test_what_stands_beside_a_resignation_at_once_can_be_read_back(told):
    tree = read_sgf(f"(;GM[11]SZ[5];B[resign]{told})")
    again = records.read(records.write(tree, "json"))
    assert again.root.others == tree.root.others
    assert ("KO" in again.root.others) is (told == "KO[]")


def test_who_forfeits_leaves_as_who_resigns_does():
    assert read_sgf("(;GM[11]SZ[5];B[a1];W[forfeit])").result == "B+Forfeit"
    assert read_sgf("(;GM[11]SZ[5];B[a1];W[b2];W[Forfeit])").result == "B+Forfeit"
    assert read_sgf("(;GM[11]SZ[5];B[a2];W[swap-pieces];B[forfeit])").result == "B+Forfeit"
    tree = read_sgf("(;GM[11]SZ[5];B[a1](;W[b2];B[c3])(;W[d4];B[forfeit]))")
    assert tree.result == ""
    assert tree.root.children[0].children[1].comment == "Black forfeits."
    assert records.read("a1 b2, forfeits.", crosscut.game("hex", 5)).result == "W+Forfeit"


def test_no_reader_takes_a_file_of_ours_for_go():
    for name in crosscut.rules.registry.ids():
        text = write_sgf(GameTree(crosscut.game(name)))
        (number,) = re.findall(r"GM\[(.*?)\]", text)  # without it, the standard says Go
        assert number == ("11" if name == "hex" else "99")
        old = text.replace(f"GM[{number}]", "")
        assert read_sgf(old) == read_sgf(text)
    assert read_sgf("(;GM[99]GN[Slither]SZ[5];B[a1])").game == crosscut.game("slither", 5)
    assert read_sgf("(;GM[99]SZ[5];B[a1])", crosscut.game("y", 5)).game == crosscut.game("y", 5)
    with pytest.raises(BadRecord, match="does not say which game"):
        read_sgf("(;GM[99]SZ[5];B[a1])")


def test_games_of_many_positions_are_read():
    line = "".join(f";{'BW'[i % 2]}[{chr(97 + i % 19)}{i // 19 + 1}]" for i in range(180))
    branches = "".join(f"(;B[{chr(97 + i)}{row}]{answers})" for i, row, answers in many_answers())
    tree = read_sgf(f"(;GM[11]SZ[19]{branches}(;B[a1]{line[6:]}))")
    assert sum(1 for _ in tree.root.all()) == 1 + 361 * 61 + 180 > 20_000


def many_answers():
    """Yield the points of a large board, each with sixty answers."""
    for cell in range(361):
        free = [other for other in range(361) if other != cell][:60]
        answers = "".join(f"(;W[{chr(97 + each % 19)}{each // 19 + 1}])" for each in free)
        yield cell % 19, cell // 19 + 1, answers


def test_a_tree_has_a_bound_that_is_said(monkeypatch):
    for name, most in (("hex", "MOST_NODES"), ("gonnect", "MOST_REMEMBERED")):
        monkeypatch.setattr(f"crosscut.play.records.game_tree.{most}", 2)
        with pytest.raises(BadRecord, match="it has 3 positions or more; 2 are read"):
            records.read("a1 b2 c3", crosscut.game(name, 5))


def test_a_swap_that_mirrors_the_stone_is_ours_in_a_mirror():
    theirs = read_sgf("(;GM[11]SZ[5]PB[one]PW[two]RE[B+BW];B[a2];W[swap-pieces];B[c4];W[d1])")
    assert turns(theirs) == ["a2", "swap", "d3", "a4"]
    assert theirs.names == ["one", "two"]
    assert theirs.result == "W+BW"  # who began has the white stones here
    ours = rows_of(theirs.main_line()).split("/")
    mirrored = "/".join("".join(column) for column in zip(*ours, strict=True))
    there = ".O.O./...../...../..X../....."  # a2 has become b1 and white; then c4 and d1
    assert mirrored.translate(str.maketrans("XO", "OX")) == there
    sides = read_sgf("(;GM[11]SZ[5]PB[one]PW[two];B[a2];W[swap-sides];W[c4];B[d1])")
    assert turns(sides) == ["a2", "swap", "c4", "d1"]
    assert sides.names == ["two", "one"]  # whoever has the colours in the end


HEXGUI = "(;AP[HexGui:{}]GM[11]SZ[5]PB[one]PW[two];B[a2];W[swap-pieces]{})"


def test_swap_pieces_that_means_swap_sides():
    tree = read_sgf(HEXGUI.format("0.9.0", ";W[c4];B[d1]"))
    assert turns(tree) == ["a2", "swap", "c4", "d1"]  # nothing is mirrored
    assert tree.names == ["two", "one"]
    (note,) = tree.notes
    assert "swap-pieces is read as swap-sides: the colour that swapped moves again" in note
    assert read_sgf(HEXGUI.format("0.10", ";W[c4]")).notes == tree.notes  # whoever wrote it
    (last,) = read_sgf(HEXGUI.format("0.9", "")).notes
    assert "swap-pieces is read as swap-sides: HexGui up to 0.9 writes it so" in last
    for version, rest in (("0.9.0", ";B[c4];W[d1]"), ("0.10.GIT", "")):
        tree = read_sgf(HEXGUI.format(version, rest))
        assert (tree.names, tree.notes) == (["one", "two"], [MIRRORED])


def test_a_collection_holds_several_games():
    text = "(;GM[11]SZ[3];B[a1])\n(;GM[11]SZ[4];B[b2](;W[c3])(;W[d4]))"
    first, second = read_all(text)
    assert (turns(first), turns(second)) == (["a1"], ["b2", "c3"])
    assert records.read(text, number=2) == read_sgf(text, number=2) == second
    with pytest.raises(BadRecord, match="it has 2 games, and one is read at a time"):
        records.read(text)
    with pytest.raises(BadOption, match="no game number 2; the file has 1"):
        records.read("a1", crosscut.game("hex", 2), number=2)
    with pytest.raises(BadRecord, match="no game number 3; the file has 2"):
        read_sgf(text, number=3)
    with pytest.raises(BadRecord, match=r"game 2, line 2: turn 2, b2: the point is taken"):
        read_all(text.replace("c3", "b2"))


def test_character_sets():
    text = "(;CA[ISO-8859-1]GM[11]SZ[3];B[a1]C[é])"
    assert read_sgf(decoded(text.encode("latin-1"))).root.end.comment == "é"
    assert read_sgf(decoded(b"\xef\xbb\xbf(;GM[11]SZ[3]C[\xc3\xa9])")).root.comment == "é"
    assert "é" in decoded(text.replace("ISO-8859-1", "zip").encode())
    assert decoded(b"(;C[\xe9])") == "(;C[é])"
    for charset in ("utf-16", "utf-16-be"):
        marked = ("\ufeff" * (charset == "utf-16-be") + "(;GM[11]SZ[3]C[é語])").encode(charset)
        assert read_sgf(decoded(marked)).root.comment == "é語"


def test_games_of_a_users_own_file():
    game = crosscut.game(str(SIDESTEP))
    text = write_sgf(GameTree.of(game.position().tap(game.position().actions()[0])))
    assert "RU[sidestep.py; " in text
    assert str(SIDESTEP.parent) not in text
    assert read_sgf(text, game).game == game
    with pytest.raises(BadRecord, match=r"a game of sidestep\.py; name that game file"):
        read_sgf(text)


def test_a_tree_of_a_position_knows_the_result():
    game = crosscut.game("hex", 1, pie=False)
    assert GameTree.of(game.position()).result == ""
    assert GameTree.of(game.position().play("a1")).result == "B+"


def test_a_turn_that_was_begun_survives():
    position = crosscut.game("slither", 5).position().play("d4").play("c2").play("d4-e4")
    tree = GameTree.of(position)
    assert tree.here() == position
    for format in ("sgf", "json"):
        again = records.read(records.write(tree, format))
        assert again == tree
        assert again.here() == position


BAD_SGF = {
    "nothing": ("hello", "begins with"),
    "open": ("(;GM[11]SZ[5]\n;B[a1]", "line 2: the file ends too early"),
    "an open value": ("(;GM[11]\nC[abc)", "line 2: the value that begins there is never closed"),
    "an open escape": ("(;C[abc\\]", "never closed"),
    "a stray letter": ("(;GM[11]SZ[5];B[a1]x;W[b2])", "'x;W[b2])' does not belong there"),
    "a node after a variation": ("(;GM[11]SZ[5](;B[a1]);W[b2])", "does not belong there"),
    "an empty variation": ("(;GM[11]SZ[5]())", "does not belong there"),
    "small letters alone": ("(;abc[1])", "'abc' is no property"),
    "nested for ever": ("(;GM[11]SZ[5]" + "(;C[]" * 20_000, "variations in variations"),
    "megabytes": ("(;C[" + "x" * 20_000_000, "20,000,000 are read"),
    "a million nodes": ("(" + ";" * 1_000_001 + ")", "more than 1,000,000 nodes"),
    "millions of values": ("(;AB" + "[]" * 3_000_001 + ")", "more than 3,000,000 values"),
    "a name of blanks": ("(;GN[Hex" + "\n" * 500_000 + "]SZ[5];B[z9])", "'z9' is no point"),
    "two moves": ("(;GM[11]SZ[5];B[a1]W[b2])", "line 1: a node has several moves"),
    "a move of both": ("(;GM[11]SZ[5];B[a1][b2])", "several moves"),
    "out of turn": ("(;GM[11]SZ[5];B[a1];B[b2])", "line 1: turn 2, b2: it is White's turn"),
    "no point": ("(;GM[11]SZ[5]\n\n;B[z9])", "line 3: turn 1, z9: 'z9' is no point"),
    "letters": ("(;GM[11]SZ[5];B[bc];W[bc])", "turn 2, bc (b3): the point is taken"),
    "a mirror": (
        "(;GM[11]SZ[5];B[a2];W[swap-pieces];B[b3];W[b3])",
        "line 1: turn 4, b3 (c2 in the mirror): the point is taken",
    ),
    "a pass in Hex": ("(;GM[11]SZ[5];B[])", "turn 1, pass:"),
    "no game": ("(;SZ[5];B[a1])", "does not say which game"),
    "another game": ("(;RU[chess; standard; no pie rule];B[a1])", "there is no game 'chess'"),
    "a game of Go": ("(;GM[1]SZ[5]GN[Hex];B[aa])", "GM[1] is no game of ours: 1 is Go"),
    "an oblong": ("(;GM[11]SZ[5:6];B[a1])", "5 by 6 points"),
    "a huge size": ("(;GM[11]SZ[99999999999999999999];B[a1])", "is no size of a board"),
    "a large size": ("(;GM[11]SZ[1000];B[a1])", "sizes 1 to 26"),
    "a bad seed": ("(;RU[snaketrail; standard; no pie rule]XS[x])", "'x' is no seed"),
    "a file": ("(;RU[/etc/x.py; standard; pie rule])", "name that game file"),
    "taps that are none": ("(;GM[11]SZ[5]XT[z9])", "'z9' is no point"),
}


@pytest.mark.parametrize(("text", "words"), BAD_SGF.values(), ids=BAD_SGF)
def test_bad_sgf_is_refused_with_its_place(text, words):
    with pytest.raises(CrosscutError) as caught:
        read_sgf(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
