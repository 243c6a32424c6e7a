"""The computer as a GTP engine: commands in this process."""

import random

import pytest

import crosscut
from crosscut.apps.gtp.commands import analyze_stream as analysis
from crosscut.apps.gtp.dispatch import answer
from crosscut.apps.gtp.notation import Notation, Style
from crosscut.apps.gtp.registry import COMMANDS
from crosscut.apps.gtp.session import Session, Strength
from crosscut.play.records.sgf import read_sgf
from crosscut.play.vertices import from_gtp, to_gtp
from crosscut.rules.game import NOBODY
from crosscut.search.analysis.move_infos import Info
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from tests.support.games import SMALL_SIZES

pytestmark = pytest.mark.usefixtures("interpreted")


def session(name, size=None, simulations=10, style=None, **options):
    """Return a session of a game with a weak engine."""
    strength = Strength(Options(), Limits(simulations=simulations))
    return Session(crosscut.game(name, size, **options), strength, style=style)


def told(here, line):
    """Return the answer to a command that has to succeed, without the form of an answer."""
    found = answer(here, line)
    assert found.startswith("= "), (line, found)
    assert found.endswith("\n\n")
    return found[2:-2]


# What both sides see.


class PlainHex:
    """Hex as a program sees it that mirrors the stone at swap-pieces; it knows no code of ours."""

    def __init__(self, size):
        self.size, self.stones = size, {}

    def play(self, colour, text):
        if text == "swap-pieces":
            ((row, column),) = self.stones
            self.stones = {(column, row): "O"}
        else:
            self.stones[int(text[1:]) - 1, ord(text[0]) - ord("a")] = "XO"[colour]

    def board(self):
        rows = range(self.size)
        return "\n".join(" ".join(self.stones.get((r, c), ".") for c in rows) for r in rows)

    def free(self):
        rows = range(self.size)
        names = [
            f"{chr(ord('a') + c)}{r + 1}" for r in rows for c in rows if (r, c) not in self.stones
        ]
        return sorted(names)

    def winner(self):
        """Return who joins his sides: black top and bottom, white left and right."""
        for colour, letter in enumerate("XO"):
            own = {cell for cell, stone in self.stones.items() if stone == letter}
            reached = {cell for cell in own if cell[colour] == 0}
            waiting = list(reached)
            while waiting:
                r, c = waiting.pop()
                around = {
                    (r, c - 1),
                    (r, c + 1),
                    (r - 1, c),
                    (r + 1, c),
                    (r - 1, c + 1),
                    (r + 1, c - 1),
                }
                waiting += around & own - reached
                reached |= around & own
            if any(cell[colour] == self.size - 1 for cell in reached):
                return colour
        return None


def agree(here, theirs, colour):
    """Fail if the engine sees another board than the plain one."""
    assert told(here, "gogui-rules_board") == theirs.board()
    won = theirs.winner()
    assert (
        told(here, "gogui-rules_final_result")
        == ["Black wins", "White wins", "unknown"][2 if won is None else won]
    )
    if won is None:
        assert told(here, "gogui-rules_side_to_move") == ["black", "white"][colour]
        legal = told(here, "gogui-rules_legal_moves").split()
        assert [text for text in legal if text != "swap-pieces"] == theirs.free()


@pytest.mark.parametrize("seed", range(6))
def test_after_swap_pieces_both_sides_agree_to_the_end(seed):
    rng = random.Random(seed)
    here, theirs = session("hex", 4, pie=True), PlainHex(4)
    for number in range(20):
        colour = number % 2
        if number == 1 and seed % 3:
            text = "swap-pieces"
            assert answer(here, f"play w {text}") == "= \n\n"
        elif rng.random() < 0.3 and number != 1:
            text = told(here, f"genmove {'bw'[colour]}")
        else:
            text = rng.choice(theirs.free())
            told(here, f"play {'bw'[colour]} {text}")
        theirs.play(colour, text)
        agree(here, theirs, 1 - colour)
        if theirs.winner() is not None:
            break
    assert theirs.winner() is not None
    assert told(here, "final_score") == ["B+", "W+"][theirs.winner()]


def test_two_engines_in_htp_agree_when_one_of_them_swaps():
    swapped = 0
    for seed in range(4):
        sides = [session("hex", 3, simulations=60, pie=True) for _ in range(2)]
        for each in sides:
            told(each, f"set_random_seed {seed}")
            told(each, "play b b2")
        colour = 1
        while told(sides[0], "gogui-rules_final_result") == "unknown":
            text = told(sides[colour], f"genmove {'bw'[colour]}")
            swapped += text == "swap-pieces"
            told(sides[1 - colour], f"play {'bw'[colour]} {text}")
            assert told(sides[0], "showboard") == told(sides[1], "showboard")
            colour = 1 - colour
    assert swapped


def test_a_line_through_a_swap_goes_on_in_the_mirror():
    notation = Notation(crosscut.game("hex", 4), Style.htp)
    info = Info("swap", 9, 0.5, 0.4, 0.1, None, ("swap", "b4", "c1"))
    assert analysis.line(notation, info) == "swap-pieces d2 a3"


@pytest.mark.parametrize(
    ("step", "last"),
    [
        ("gogui-setup b c3 w a3", ". O X\n. . .\nO . X"),
        ("play w c3", ". O X\n. . .\n. . O"),
        ("gogui-setup_player w", ". O X\n. . .\n. . ."),
    ],
)
def test_what_is_printed_after_a_swap_is_loaded_as_it_was(step, last, tmp_path):
    here, other = session("hex", 3, pie=True), session("hex", 3)
    boards = []
    for number, line in enumerate(("play b a2", "play w swap-pieces", step, "play b c1")):
        boards.append(told(here, "showboard"))
        told(here, line)
        told(here, f"printsgf {tmp_path}/{number}.sgf")
        told(other, f"loadsgf {tmp_path}/{number}.sgf")
        assert told(other, "showboard") == told(here, "showboard")
    assert told(here, "gogui-rules_board") == last
    while boards:
        told(here, "undo")
        assert told(here, "showboard") == boards.pop()


# Records.


def test_a_record_is_printed_whole_until_the_game_goes_on(tmp_path):
    path, here = tmp_path / "game.sgf", session("hex", 3)
    path.write_bytes(
        "(;GM[11]SZ[3]CA[latin1]PB[Zoé](;B[a1]C[why?];W[b2])(;B[c3]))".encode("latin1")
    )
    told(here, f"loadsgf {path}")
    told(here, f"printsgf {path}")
    told(here, f"loadsgf {path}")
    tree = read_sgf(told(here, "printsgf"))
    assert tree.names[0] == "Zoé"
    assert [each.turn for each in tree.root.children] == ["a1", "c3"]
    told(here, "play b b1")
    assert "c3" not in told(here, "printsgf")
    told(here, "undo")
    assert "c3" in told(here, "printsgf")


@pytest.mark.parametrize("text", ["for (;;) {}", "[1, 2]", "%PDF", '{"crosscut": 7}'])
def test_nothing_but_a_game_is_replaced(text, tmp_path):
    path, here = tmp_path / "file", session("hex", 3)
    path.write_text(text)
    found = answer(here, f"printsgf {path}")
    assert found == f"? cannot write {path}: what is there is no game; choose another name\n\n"
    assert path.read_text() == text


def test_one_game_is_loaded_and_of_the_right_kind(tmp_path):
    path, here = tmp_path / "game.sgf", session("hex", 3)
    for text, reason in (
        ("(;GM[11]SZ[3];B[a1])(;GM[11]SZ[3];B[a2])", "has 2 games; crosscut convert --number"),
        ("(;GN[Slither]SZ[5];B[a1])", "holds a game of Slither, and this is Hex"),
        ("(;GM[11]SZ[3];B[q9])", "q9"),
        ("(" + " " * 20_000_000, "more than 20,000,000 bytes"),
    ):
        path.write_text(text)
        found = answer(here, f"loadsgf {path}")
        assert found.startswith(f"? cannot load file: {path}"), found
        assert reason in found


# Names of points.


def test_letters_go_on_after_z():
    game = crosscut.game("crossway", 26)
    assert to_gtp(game, "y1") == "z1"
    assert to_gtp(game, "z26") == "aa26"
    assert from_gtp(game, "AA26") == "z26"
    for name in game.board.names:
        assert from_gtp(game, to_gtp(game, name)) == name
    with pytest.raises(crosscut.BadNotation, match="'i3' is no point"):
        from_gtp(game, "i3")
    assert to_gtp(crosscut.game("vimbre", 9), "xi4") == "xj4"
    assert from_gtp(crosscut.game("vimbre", 9), "xj4") == "xi4"


@pytest.mark.parametrize("style", Style)
def test_points_of_hex_are_read_as_they_are_written(style):
    game = crosscut.game("hex", 11)
    for is_mirrored in (False, True):
        notation = Notation(game, style, is_mirrored)
        written = {notation.write(name) for name in game.board.names}
        assert len(written) == 121
        assert all(notation.read(notation.write(name)) == name for name in game.board.names)
    assert Notation(game, Style.gtp).write("a1") == "A11"
    assert Notation(game, Style.htp, True).write("a3") == "c1"


@pytest.mark.parametrize("name", SMALL_SIZES)
def test_every_game_is_played_to_its_end(name):
    here = session(name, SMALL_SIZES[name], simulations=2)
    for _ in range(400):
        if told(here, "gogui-rules_final_result") != "unknown":
            break
        colour = told(here, "gogui-rules_side_to_move")
        turn = told(here, f"genmove {colour}")
        told(here, "undo")
        told(here, f"play {colour} {turn}")
    assert here.result != NOBODY
    assert told(here, "printsgf").startswith("(;")


# Faults.


def test_a_fault_of_ours_is_an_answer_too(monkeypatch, capsys):
    def broken(here, words):
        raise RuntimeError("out of order")

    monkeypatch.setitem(COMMANDS, "broken", broken)
    here = session("hex", 3)
    assert answer(here, "1 broken") == "?1 internal error: RuntimeError\n\n"
    assert "out of order" in capsys.readouterr().err
    assert told(here, "name") == "Crosscut"


WORDS = "b w black white a1 B2 d4-e5/c3 swap swap-pieces pass resign 0 1 -1 99 1e9 nan \x00 é # e "
WORDS += "gtp own htp on off hand true interval avoid allow maxmoves absolute byoyomi ~ / //"


def random_line(rng):
    """Return a command with words that may or may not belong to it."""
    names = [name for name in COMMANDS if name not in ("quit", "printsgf", "loadsgf")]
    words = rng.choices(WORDS.split(" "), k=rng.randrange(6))
    if rng.random() < 0.3:
        words.insert(0, str(rng.randrange(100)))
    return " ".join([rng.choice(names), *words])


@pytest.mark.parametrize("name", ["slither", "hex", "havannah", "snaketrail"])
def test_nonsense_is_answered_in_form(name):
    rng = random.Random(name)
    here = session(name, SMALL_SIZES[name], simulations=1)
    for _ in range(150):
        line = random_line(rng)
        if "boardsize" in line and "99" not in line:
            continue  # large boards are slow here
        found = answer(here, line)
        assert found == "" or found[0] in "=?", (line, found)
        assert "internal" not in found, (line, found)
        assert found == "" or (found.endswith("\n\n") and "\n\n" not in found[:-1]), (line, found)
