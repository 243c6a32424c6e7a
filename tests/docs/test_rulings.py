"""The page on rulings: every game is there, and what the page claims of a reading is so."""

import random
import re
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import IllegalMove
from crosscut.lab.bench.playouts import Playouts
from crosscut.lab.check import ending, play_some, results, stuckness
from crosscut.rules.registry import game_class, ids
from crosscut.search.perft import perft
from tests import evidence
from tests.support.for_each import for_each
from tests.support.games import diagram, diagram_words, reference_of, stones_of

TEXT = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text()
SECTIONS = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])


def test_every_game_has_a_section():
    for name in ids():
        title = game_class(name).facts.title
        assert f"(games/{name}.md)" in SECTIONS[title]
        assert f"[{title}](#{title.lower().replace(' ', '-')})" in TEXT


@for_each("title", SECTIONS)
def test_every_ruling_has_its_readings_and_its_evidence(title):
    found = re.split(r"^\*\*(\d+)\. ", SECTIONS[title], flags=re.MULTILINE)
    assert found[1::2] == [str(number + 1) for number in range(len(found) // 2)]
    for ruling in found[2::2]:
        assert re.search(r"\?\*\*", ruling), ruling
        assert re.findall(r"\*(\w+):\*", ruling) == ["Readings", "Ours", "Evidence"], ruling


def test_every_command_names_a_game_and_a_variant_that_exist():
    commands = re.findall(r"crosscut (?:check|bench|perft) (\w+)(.*)", TEXT)
    assert len(commands) > 10
    assert len(quoted_checks()) == 5
    for name, options in commands:
        for variant in re.findall(r"--variant ([\w-]+)", options):
            assert variant in game_class(name).facts.variants


def quoted_checks():
    """Return the check commands of the page with what they are said to print."""
    pattern = r"\$ crosscut check (\w+)(.*)\n((?: +ok .*\n)+)"
    found = re.findall(pattern, TEXT)
    return [
        pytest.param(
            *quoted,
            id=quoted[0] + quoted[1],
            marks=[pytest.mark.slow] * quoted[1].endswith("--variant m1"),
        )
        for quoted in found
    ]


@pytest.mark.parametrize(("name", "options", "printed"), quoted_checks())
def test_check_prints_what_is_quoted(name, options, printed):
    given = dict(re.findall(r"--(\w+) ([\w-]+)", options))
    game = crosscut.game(name, int(given["size"]), given.get("variant"))
    sample = play_some(game, int(given["games"]), 0, lambda done: None)
    found = [ending(sample), results(sample, 0, 0), stuckness(sample, 0, 0)]
    lines = {f"ok  {finding.topic:<9} {finding.text}" for finding in found}
    assert {line.strip() for line in printed.splitlines()} <= lines


# Serpent: the page lists positions by numbers.


def listed(number):
    """Return the stones and the player to move of a position that the page lists."""
    pattern = (
        rf"^- Position {number}: Black ([a-e1-5 ]+), White ([a-e1-5 ]+); (Black|White) to move"
    )
    ((black, white, mover),) = re.findall(pattern, SECTIONS["Serpent"], re.MULTILINE)
    return diagram_words(f"X {black} O {white}"), {"Black": "X", "White": "O"}[mover]


CLAIMS = (
    ("1", "standard", "b2-b3", "White wins"),
    ("1", "r1", "b2-c4", "White wins"),
    ("1", "m1", "b2-b3", "illegal: b2: it finds no legal cell"),
    ("1", "r1-m1", "b2-c4", "illegal: b2: it finds no legal cell"),
    ("2", "standard", "c4", "goes on"),
    ("2", "r1", "c4", "illegal: c4: the removal of b2 .* White could play d4"),
    ("3", "standard", "c4-a3", "illegal: a3: its shortest survival path would be 1 "),
    ("3", "standard", "c4-b4", "illegal: b4: its shortest survival path would be 1 "),
    ("4", "standard", "d3", "Black wins"),
    ("5", "standard", "a1/B", "Black wins"),
    ("5", "standard", "a1/W", "Black wins"),
    ("6", "standard", "b2/B", "White wins"),
    ("6", "standard", "b2/W", "Black wins"),
    ("7", "standard", "e2-d3", "goes on"),
    ("8", "standard", "", "Black wins"),
    ("9", "standard", "c5", "illegal: c5: the removal of d4 .* White could play d4"),
)


@pytest.mark.parametrize(("number", "variant", "turn", "outcome"), CLAIMS)
def test_what_a_turn_of_serpent_comes_to(number, variant, turn, outcome):
    game, (stones, mover) = crosscut.game("serpent", 3, variant), listed(number)
    here = game.position(diagram(game, stones), to_play=mover)
    if outcome.startswith("illegal: "):
        with pytest.raises(IllegalMove, match=outcome.removeprefix("illegal: ")):
            here.play(turn)
    else:
        after = here.play(turn) if turn else here
        assert outcome == {None: "goes on", 0: "Black wins", 1: "White wins"}[after.winner]
        assert turn in [*here.turns(), ""]


BARRED = {"X": frozenset({"e2"}), "O": frozenset({"e1"})}


@pytest.mark.parametrize(
    ("number", "key", "turns", "barred"),
    [
        ("9", "F, M2: no condition", "c5 d4", None),
        ("10", "A, R2, M2: barred for a turn", "e2 e3 e1 e2", BARRED),
        ("11", "C, R1, M1: the dead stay", "b1 c5", None),
    ],
)
def test_other_readings_of_the_removal_go_round_for_ever(number, key, turns, barred):
    first, (stones, mover) = evidence.reading(key, 3), listed(number)
    start = type(first)(3, first.variant, stones, mover, barred=barred)
    here = start
    for turn in turns.split():
        here = here.turns()[turn]
    assert here.key() == start.key()


def test_most_random_games_of_serpent_end_with_the_mover_losing_his_last_stones():
    game, ended = crosscut.game("serpent", 3), []
    for seed in range(60):
        source, here = random.Random(seed), game.position()
        while not here.over:
            mover, here = here.colour, here.play(source.choice(here.turns()))
        ended.append(here.winner != mover)
    assert sum(ended) > 0.75 * len(ended)


def test_the_trail_may_not_enter_a_pocket():
    """Where it may, it comes to an end without a loop."""
    assert "g1 g2 g3 f2 e2 d2 c1" in TEXT
    stones = diagram_words("B g1 g2 g3 f2 e2 d2 c1 W c4 e4 R d3 d6")
    ours = reference_of("snaketrail")(4, stones=stones, last="c1", white="X", phase="trail")
    assert set(ours.turns()) == {"b1", "c2"}
    here = evidence.AnyCell(4, stones=stones, last="c1", white="X", phase="trail")
    for cell in ("d1", "e1", "f1"):
        here = here.turns()[cell]
    assert not here.turns()
    assert here.winner() is None
    game = crosscut.game("snaketrail", 4)
    position = game.position(diagram(game, {**stones, "c1": "@"}), to_play="W")
    assert position.turns() == ["b1", "c2"]


@pytest.mark.parametrize("key", evidence.TRAILS)
def test_only_our_rule_keeps_the_trail_out_of_dead_ends(key):
    games = [evidence.play_trail((key, 4, 4, seed)) for seed in range(60)]
    stuck = sum(game.ending == "stuck" for game in games)
    assert (stuck == 0) == (evidence.TRAILS[key] is reference_of("snaketrail"))


def test_the_first_black_piece_goes_anywhere():
    game = crosscut.game("snaketrail", 4)
    for seed in range(20):
        position = game.position(seed=seed).play("white")
        assert len(position.turns()) == len(game.board.names) - len(stones_of(position))


@pytest.mark.slow
def test_a_turn_of_resolve_as_written_explodes():
    shown, counts = "XOXO/XXXO/OOX./XOOX", []
    for variant in ("as-written", "standard"):
        game = crosscut.game("resolve", 4, variant, False)
        counts += perft(game.position(shown, to_play="O"), 1)
    assert counts == [26_645, 3]
    assert re.findall(r"^ +1  ([\d,]+)$", TEXT, re.MULTILINE) == ["26,645", "3"]


def test_the_same_exchange_makes_and_removes_a_crosscut():
    """Without a limit the turn could go on for ever."""
    game = crosscut.game("resolve", 3, "as-written", False)
    begun = game.position("XOO/O.X/...").play("b2")
    assert begun.mid_turn
    once = begun.play("b2-b3")
    assert once.mid_turn
    board, (black, white) = game.board, game.pieces(once.state)
    pair = board.bit(board.cell("b2")) | board.bit(board.cell("b3"))
    again = black ^ pair, white ^ pair
    assert again == game.pieces(begun.state)
    assert "b3-b2" not in once.moves()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("vimbre", 4), ("shifty", 5)])
def test_as_written_draws_happen(name, size):
    draws = {}
    for variant in ("standard", "as-written"):
        played = Playouts(crosscut.game(name, size, variant))
        played.play(4000)
        draws[variant] = played.summary()["draws"] / 4000
    assert draws["standard"] == 0
    assert draws["as-written"] > 0.02


def test_both_are_stuck_in_vimbre_as_written():
    game = crosscut.game("vimbre", 3, "as-written")
    position = game.position("XOO/..X/OXX")
    assert position.turns() == position.play("pass").turns() == ["pass"]
    over = position.play("pass").play("pass")
    assert over.over
    assert over.winner is None
    assert crosscut.game("vimbre", 3).position("XOO/..X/OXX").turns() == ["a2,b2"]


STUCK = {
    "crossway": (4, "XOXO/O..O/XXOX/XOOO", "X"),
    "kopano": (3, "XOX/X.O/O.O", "X"),
    "konobi": (5, "XXXOO/OOXXO/XX.OO/OO.XX/XXXOO", "O"),
    "vimbre": (4, "XOXX/X..O/O..X/XXOX", "O"),
    "slither": (5, "XXXXX/XXOOX/OX.OO/OO.XO/XOOXX", "X"),
}


@pytest.mark.parametrize("name", STUCK)
def test_one_player_can_be_without_a_turn(name):
    size, shown, mover = STUCK[name]
    assert f"`{shown}`" in SECTIONS[game_class(name).facts.title]
    position = crosscut.game(name, size, pie=False).position(shown, to_play=mover)
    assert position.turns() == ["pass"]
    assert position.play("pass").turns() != ["pass"]


def test_fixed_sides_is_another_game():
    column, row = ".X./.X./.X.", ".../XXX/..."
    for variant, wins in (("standard", True), ("fixed-sides", False)):
        game = crosscut.game("gonnect", 3, variant)
        assert game.position(column).over
        assert game.position(row).over == wins
