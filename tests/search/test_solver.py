"""The solver: the same values as trying everything gives, and as much of them as time allows."""

import random
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import BadOption, BadRecord, GameOver
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.solver import Solver, solution, solve
from crosscut.search.solver.arrays import EXACT, PLACE_BYTES, ROOT
from crosscut.search.solver.opening_chart import notes, picture
from crosscut.search.solver.solver import Question
from crosscut.search.symmetry_check import broken_symmetry
from tests.support.games import SMALL_SIZES, all_variants
from tests.support.minimax import value, values

SHUTTLE = str(Path(__file__).parents[1] / "support" / "game_files" / "shuttle.py")
FENCE = str(Path(__file__).parents[1] / "support" / "game_files" / "fence.py")
SIDESTEP = str(Path(__file__).parents[2] / "examples" / "sidestep.py")


@pytest.fixture
def interpreted(monkeypatch):
    """Small boards are solved before the compiler has begun."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def agrees(position, **options):
    """Compare a solution with what trying everything gives."""
    found = solve(position, memory=0.01, **options)
    worth, turns = values(position)
    assert (found.value, found.turns) == (worth, turns)
    assert found.done
    assert value(end_of(found), {}) == worth
    return found


def end_of(found):
    """Return the position at the end of a proven line."""
    here = found.position
    for turn in found.line:
        here = here.play(turn)
    assert here.over
    return here


TINY = [
    ("connect_four", 3, None),  # with draws
    ("crossway", 3, None),
    ("filler", 2, None),
    ("gonnect", 2, "standard"),  # no board twice
    ("gonnect", 2, "fixed-sides"),
    ("havannah", 2, None),
    ("hex", 2, None),
    ("hex", 3, None),
    ("konobi", 3, None),
    ("kopano", 3, None),
    ("quinten", 3, None),
    ("quinten", 3, "quentin-2012"),
    ("resolve", 2, "standard"),
    ("resolve", 2, "as-written"),
    ("rhode", 2, None),
    ("serpent", 2, None),
    ("shifty", 2, None),
    ("slither", 3, "classic"),
    ("slither", 3, "advanced"),
    ("vimbre", 2, None),
    ("vimbre", 3, "as-written"),  # both get stuck, which is a draw
    ("y", 2, None),
    ("y", 3, None),
    (FENCE, 3, None),
    (SHUTTLE, 2, "once"),
    (SHUTTLE, 2, "thrice"),
    (SIDESTEP, 2, None),
]


@pytest.mark.parametrize("pie", [False, True], ids=["plain", "pie"])
@pytest.mark.parametrize(("name", "size", "variant"), TINY)
def test_every_first_turn_as_by_trying_everything(name, size, variant, pie, interpreted):
    agrees(crosscut.game(name, size, variant, pie).position())


def test_no_game_was_left_out():
    named = {name for name, _, _ in TINY}
    assert set(crosscut.ids()) - named == {"snaketrail"}  # see below


def test_a_game_that_is_set_up_by_a_player(interpreted):
    found = agrees(crosscut.game("snaketrail", 3).position(seed=0))
    assert set(found.turns) == {"first", "white", "red"}


def test_no_board_twice_in_the_middle_of_a_game(interpreted):
    """What was there before counts, though it is no longer on the board."""
    game, source = crosscut.game(SHUTTLE, 3, "once", False), random.Random(1)
    for _ in range(5):
        here = game.position()
        for _ in range(6):
            if not here.over:
                here = here.tap(source.choice(here.actions()))
        if not here.over:
            agrees(here)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "variant", "pie"),
    [
        ("y", 4, None, True),
        ("connect_four", 4, None, False),
        ("rhode", 3, None, True),
        ("vimbre", 3, None, False),
        (SHUTTLE, 3, "once", True),
    ],
)
def test_more_boards_by_trying_everything(name, size, variant, pie):
    agrees(crosscut.game(name, size, variant, pie).position())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "wins"), [("slither", 4, 16), ("hex", 4, 4), ("y", 5, 3)])
def test_what_the_documentation_says(name, size, wins):
    """Even the number of nodes is the same in every run."""
    docs = Path(__file__).parents[2] / "docs"
    found = solve(crosscut.game(name, size, pie=False).position())
    assert len(found.best()) == wins
    assert f" {found.nodes:,} |" in (docs / "solved.md").read_text()
    if name == "slither":
        assert (docs / "images" / "solved-slither-4.svg").read_text() == picture(found) + "\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["hex", "slither"])
def test_random_positions_of_4x4_by_trying_everything(name):
    """With a third of the stones on the board there is little enough left to try."""
    game, source = crosscut.game(name, 4, pie=False), random.Random(4)
    for _ in range(10):
        here = game.position()
        while not here.over and here.turn_number < 8:
            here = here.tap(source.choice(here.actions()))
        if not here.over:
            agrees(here)


def test_compiled_as_interpreted(monkeypatch):
    """The same nodes, one by one; and what is known of Hex 3x3 and 4x4."""
    position = crosscut.game("hex", 3, pie=False).position()
    compiled = solve(position, memory=0.01)
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    interpreted = solve(position, memory=0.01)
    assert compiled.turns == interpreted.turns
    assert (compiled.nodes, compiled.known) == (interpreted.nodes, interpreted.known)
    assert compiled.line == interpreted.line
    assert compiled.best() == ["a2", "a3", "b2", "c1", "c2"]


def test_a_table_that_is_far_too_small(interpreted):
    """It forgets, goes on, and is right all the same."""
    position = crosscut.game("hex", 3, pie=False).position()
    roomy = solve(position, memory=0.01)
    tight = solve(position, memory=64 * PLACE_BYTES / 2**30)
    assert tight.turns == roomy.turns
    assert tight.known <= tight.places == 64 < roomy.known
    assert tight.nodes > roomy.nodes


def test_unknown_stays_unknown(interpreted):
    solver = Solver(crosscut.game("hex", 5, pie=False).position(), memory=0.01)
    assert not solver.run(nodes=50)
    found = solution(solver)
    assert found.value == NOBODY
    assert set(found.turns.values()) == {NOBODY}
    assert found.nodes == 50
    assert min(found.numbers) > 0
    assert not found.line
    assert {note.letter for note in notes(found).values()} == {"?"}


def test_the_value_only(interpreted):
    found = solve(crosscut.game("hex", 3, pie=False).position(), memory=0.01, first_turns=False)
    assert found.value == 0
    assert not found.turns
    assert found.line


def test_images_are_asked_about_once(interpreted):
    solver = Solver(crosscut.game("slither", 3).position(), memory=0.01)
    assert len(solver.turns) == 9
    assert len(solver.questions) == 1 + 4  # the position, a corner, two kinds of sides, the middle
    assert solver.turns["a1"] is solver.turns["c3"]
    assert solver.turns["a2"] is not solver.turns["b1"]  # whose side it is makes a difference


def test_the_pie_rule_says_what_to_swap(interpreted):
    """Without the pie rule exactly those first stones win that are to be swapped with it."""
    for name in ("hex", "y"):
        plain = solve(crosscut.game(name, 3, pie=False).position(), memory=0.01)
        swapped = solve(crosscut.game(name, 3, pie=True).position(), memory=0.01)
        assert swapped.value == 1
        winning = {turn for turn, winner in plain.turns.items() if winner == 0}
        assert {turn for turn, swap in swapped.to_swap().items() if swap} == winning


def test_a_draw_starts_the_table_anew_once(interpreted):
    solver = Solver(crosscut.game("connect_four", 3).position(), memory=0.01)
    solver.run()
    assert solver.root.value == DRAW
    assert {question.value for question in solver.questions} == {DRAW}


COME_BACK = """
from dataclasses import dataclass
from crosscut.rules.games.{module} import {name}

@dataclass(frozen=True)
class Mine({name}):
    {change}
"""


def own_game(tmp_path, module, name, change):
    """Return the path of a game that differs from one of ours in a line."""
    path = tmp_path / "mine.py"
    path.write_text(COME_BACK.format(module=module, name=name, change=change))
    return str(path)


def test_what_comes_back_is_left_open(interpreted, tmp_path):
    """Without a rule on repetition two stones may walk for ever: that proves nothing."""
    shuttle = Path(SHUTTLE).read_text().replace('return "illegal"', 'return "allowed"')
    path = tmp_path / "endless.py"
    path.write_text(shuttle)
    position = crosscut.game(str(path), 3, "once", False).position()
    truth = backwards(position)
    found = solve(position, memory=0.01)
    assert found.value in (NOBODY, truth[position.table])
    for text, after in position.next_turns():
        assert found.turns[text] in (NOBODY, truth[after.table])
    assert {NOBODY, 0} <= set(truth.values())


def backwards(position):
    """Return who wins each position that can be reached, by going back from the ends."""
    after, waiting, values = {}, [position], {}
    while waiting:
        here = waiting.pop()
        if here.table not in after:
            nexts = [] if here.over else [here.tap(action) for action in here.actions()]
            after[here.table] = here.to_play, [there.table for there in nexts]
            values[here.table] = here.winner if here.over else NOBODY
            waiting += nexts
    changed = True
    while changed:
        changed = False
        for table, (seat, tables) in after.items():
            results = {values[there] for there in tables}
            value = seat if seat in results else NOBODY
            if results == {1 - seat}:
                value = 1 - seat
            if tables and value != values[table]:
                values[table], changed = value, True
    return values


def test_a_whole_history_counts_where_nothing_else_decides(interpreted):
    solver = Solver(crosscut.game("gonnect", 2, pie=False).position(), memory=0.01)
    assert solver.cursor[EXACT]  # a board may not come back, whoever is to move
    solver = Solver(crosscut.game("serpent", 2).position(), memory=0.01)
    assert not solver.cursor[EXACT]
    solver.run()
    assert not solver.cursor[EXACT]


@pytest.mark.parametrize(("name", "variant"), all_variants())
def test_declared_symmetries_hold(name, variant):
    for pie in (False, True):
        size = {"serpent": 2, "resolve": 3}.get(
            name, SMALL_SIZES[name]
        )  # on larger ones it takes long
        game = crosscut.game(name, size, variant, pie)
        assert broken_symmetry(game, games=4) == ""
        assert game.symmetries[0].image == tuple(game.board.symmetries[0])
        assert len(game.symmetries) > 1


@pytest.mark.parametrize(("name", "variant"), all_variants())
def test_images_share_a_key(name, variant, interpreted):
    """All images of a position are one question, and positions that are no images are not."""
    game = crosscut.game(name, 2 if name == "serpent" else SMALL_SIZES[name], variant, False)
    here, source = game.position(seed=2), random.Random(2)
    for _ in range(4):
        after = here.tap(source.choice(here.actions()))
        here = here if after.over else after
    while here.mid_turn:
        here = here.parent
    solver = Solver(here, memory=0.001, first_turns=False)

    def key(state):
        table = here.table._replace(state=state)
        solver.begin(Question(Position(game, table, here.keys, None, -1)))
        return tuple(solver.memory.keys[solver.cursor[ROOT]].tolist())

    images = {way.state(game, here.state) for way in game.symmetries}
    assert len({key(state) for state in images}) == 1
    other = here.tap(here.actions()[0])
    assert key(other.state) != key(here.state)


def test_a_wrong_symmetry_is_refused(interpreted, tmp_path):
    path = own_game(tmp_path, "connect_four", "ConnectFour", 'symmetry = "goals"')
    with pytest.raises(BadOption, match="declares symmetry 'goals'"):
        Solver(crosscut.game(path, 4).position(), memory=0.01)
    path = own_game(tmp_path, "connect_four", "ConnectFour", 'symmetry = "round"')
    with pytest.raises(BadOption, match="symmetry is none, board"):
        Solver(crosscut.game(path, 4).position(), memory=0.01)


def test_stop_and_go_on(interpreted, tmp_path):
    """Saved after every few nodes it finds the same, and loses none of them."""
    position, path = crosscut.game("slither", 3).position(), tmp_path / "state"
    Solver(position, memory=0.01).save(path)
    nodes = 0
    while not (solver := Solver.load(path, position)).done:
        assert solver.nodes == nodes
        solver.run(nodes=100)
        nodes = solver.nodes
        solver.save(path)
    assert solution(solver).turns == solve(position, memory=0.01).turns
    assert list(tmp_path.iterdir()) == [path]


def test_the_value_first_and_then_all_first_turns(interpreted, tmp_path):
    position, path = crosscut.game("hex", 3, pie=False).position(), tmp_path / "state"
    solver = Solver(position, memory=0.01, first_turns=False)
    solver.run()
    solver.save(path)
    more = Solver.load(path, position)
    assert more.root.value == 0
    more.run()
    assert more.turns["a1"].value == 1


def test_states_that_do_not_fit(interpreted, tmp_path):
    position, path = crosscut.game("hex", 3, pie=False).position(), tmp_path / "state"
    Solver(position, memory=0.01).save(path)
    for other in (crosscut.game("hex", 3, pie=True).position(), position.play("b2")):
        with pytest.raises(BadRecord, match="belongs to another position: Hex 3x3, standard"):
            Solver.load(path, other)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadRecord, match="no saved state"):
        Solver.load(path, position)
    path.write_text("{}")
    with pytest.raises(BadRecord, match="no saved state"):
        Solver.load(path, position)


def test_nothing_to_solve(interpreted):
    with pytest.raises(GameOver, match="over"):
        solve(crosscut.game("hex", 2, pie=False).position("X . / X ."))
    with pytest.raises(BadOption, match="too little memory"):
        solve(crosscut.game("hex", 2).position(), memory=0)
    with pytest.raises(BadOption, match="no room for a table of"):
        solve(crosscut.game("hex", 2).position(), memory=1e9)
    with pytest.raises(BadOption, match="first turns; ask for the value only"):
        solve(crosscut.game("snaketrail", 5).position(), memory=0.01)


def test_the_picture_of_an_opening(interpreted):
    found = solve(crosscut.game("hex", 3, pie=False).position(), memory=0.01)
    letters = {found.position.game.board.name(c): n.letter for c, n in notes(found).items()}
    assert "".join(letters[cell] for cell in "a1 b1 c1 a2 b2 c2 a3 b3 c3".split()) == "LLWWWWWLL"
    svg = picture(found)
    assert svg.count(">W</text>") == 5 + 1  # and once in the legend
    assert svg.count(">L</text>") == 4 + 1
    assert ">wins</text>" in svg
