"""A designer's own game: the page that teaches it, its example, and what check says of others."""

import json
import re
from pathlib import Path

import pytest

import crosscut
from crosscut.lab.envs import VectorEnv
from crosscut.play.records.conventions import named
from tests.support import program
from tests.support.game_files import fence, shuttle
from tests.support.games import search_result
from tests.support.program import INTERPRETED

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "sidestep.py"
SHUTTLE = Path(shuttle.__file__).read_text()


def run(*args, code=0, **environment):
    """Run the program with a game file and return what it printed."""
    return program.run_cli(*map(str, args), code=code, **environment)[0]


def test_the_page_shows_the_whole_file():
    text = (ROOT / "docs" / "add-a-game.md").read_text()
    assert re.search(r"```python\n(.*?)```", text, re.DOTALL)[1] == EXAMPLE.read_text()
    for path in re.findall(r"`((?:examples|tests|src|games)/[\w/]+\.py)`", text):
        assert (ROOT / path).exists() or (ROOT / "src" / "crosscut" / path).exists(), path


def test_the_example_is_checked_played_counted_and_measured(tmp_path):
    """Every command of the page, from a folder where the package is not."""
    file = tmp_path / "sidestep.py"
    file.write_text(EXAMPLE.read_text())
    checked = run("--game", file, "check", "--size", "4", "--games", "20")
    assert "NOT" not in checked
    assert re.findall(r"^ok  (\w+)", checked, re.MULTILINE) == (
        "rules ends results stuck notation symmetry compiles sampling speed".split()
    )
    assert "2 keep the rules, and 2 with the colours exchanged" in checked
    counted = run("--game", file, "perft", "--size", "3", "--depth", "3", "--json", **INTERPRETED)
    assert json.loads(counted)["counts"] == [9, 40, 150]
    here = {"XDG_STATE_HOME": str(tmp_path), **INTERPRETED}
    played = run("--game", file, "play", "--demo", "--size", "4", "--simulations", "30", **here)
    assert "The computer wins after" in played
    measured = json.loads(run("--game", file, "bench", "--size", "4", "--seconds", "0.1", "--json"))
    assert measured["sampled"]["playouts_per_second"] > 0
    rules = " ".join(run("--game", file, "rules").split())
    assert "not adjacent to the stone your opponent has just placed" in rules
    assert "sidestep" in run("--game", file, "games")
    assert json.loads(
        run("--game", file, "perft", "sidestep", "--depth", "1", "--json", **INTERPRETED)
    )


def test_games_are_named_by_file_or_made_from_others(tmp_path):
    four = crosscut.game(EXAMPLE, 4, pie=False)
    assert crosscut.game(four) == four == crosscut.game(crosscut.game(four, size=5), size=4)
    with pytest.raises(crosscut.UnknownGame, match="is a folder; name the"):
        crosscut.game(tmp_path)
    with pytest.raises(crosscut.UnknownGame, match="file, not by 5"):
        crosscut.game(5)
    with pytest.raises(crosscut.UnknownGame, match="there is no game"):
        named(str(tmp_path))  # what others wrote learns nothing of folders here


def use_positions(game):
    game.position().moves()


def use_many_games(game):
    env = VectorEnv(game, 1)
    env.step(env.random_actions())


def use_gymnasium(game):
    pytest.importorskip("gymnasium")
    from crosscut.lab.envs.gymnasium import SeatEnv

    SeatEnv(game, seat=1).reset(seed=1)


def use_pettingzoo(game):
    pytest.importorskip("pettingzoo")
    from crosscut.lab.envs.pettingzoo import raw_env

    environment = raw_env(game)
    environment.reset()
    environment.step(0)


@pytest.mark.parametrize("use", [use_positions, use_many_games, use_gymnasium, use_pettingzoo])
@pytest.mark.parametrize("wrong", ["Rhombus(self.size", "state.own | stone", "state.enemy)"])
def test_an_error_in_a_file_tells_where_it_is(wrong, use, interpreted, tmp_path):
    """Misspell a word where the board is made, in `play` and in `legal`."""
    file, source = tmp_path / "my game.py", EXAMPLE.read_text()
    file.write_text(source.replace(wrong, re.sub(r"(\.\w+)", r"\1s", wrong)))
    line = source[: source.index(wrong)].count("\n") + 1
    with pytest.raises(AttributeError) as failure:
        use(crosscut.game(file, 3))
    note = f"{file}, line {line}; crosscut check '{file}' tells more"
    assert failure.value.__notes__ == [note]


def test_the_example_follows_its_rules(interpreted):
    game = crosscut.game(str(EXAMPLE), 3, pie=False)
    after = game.position().play("b2")
    assert after.turns() == ["a1", "c3"]
    with pytest.raises(crosscut.IllegalMove, match="adjacent to the stone placed last"):
        after.play("b1")
    thought = search_result(game.position(), 500)
    assert thought.simulations == 500 or thought.proven is not None
    full = game.position("XOX/OXO/X..", to_play="O")
    assert full.over


# What check finds. Each fault is put into a copy of a sound game.

FAULTS = {
    "never ends": (
        "own == goal",
        "action > 99",
        "ends",
        "had not ended after",
    ),
    "an error in the rules": (
        "goal = self.home[1 - state.colour]",
        "goal = self.home[2 - state.colour]",
        "rules",
        r"line 69 of faulty.py failed \(IndexError.* after a1",
    ),
    "a cell that is not there": (
        "return state.own if steps else self.board.none",
        "return state.own << 9 if steps else self.board.none",
        "rules",
        "legal returns cells that are not on the board",
    ),
    "a turn that cannot be finished": (
        "            return steps\n",
        "            return steps & ~steps\n",
        "rules",
        "a turn has begun that nothing can finish after a1",
    ),
    "pieces on one cell": (
        "steps = self.board.neighbours(state.own) & ~state.enemy",
        "steps = self.board.neighbours(state.own)",
        "rules",
        "two pieces stand on one cell after",
    ),
    "chance in play": (
        "        own = self.board.bit(action)\n",
        "        import random\n        own = self.board.bit(random.randrange(9))\n",
        "rules",
        "play gives different states|two pieces stand on one cell",
    ),
    "a turn that never ends": (
        "return State(state.enemy, own, 0, 1 - state.colour, winner)",
        "return State(own, state.enemy, 0, state.colour, NOBODY)",
        "rules",
        "a turn had not ended after 1000 taps",
    ),
    "a winner that nobody is": (
        "winner = state.colour if own == goal else NOBODY",
        "winner = 5 if own == goal else NOBODY",
        "rules",
        "winner -1, 0, 1 or 2, not [01] and 5",
    ),
    "a draw of moves that are not legal": (
        "    def key(self",
        "    def sample(self, state, rng):\n        return 4\n\n    def key(self",
        "sampling",
        "sample draws b2, which is not legal",
    ),
    "a draw of moves that is not uniform": (
        "    def key(self",
        "    def sample(self, state, rng):\n"
        "        source = lowest(state.own)\n"
        "        target = lowest(self.board.neighbours(state.own) & ~state.enemy)\n"
        "        return source | (target + 1) << 12\n\n    def key(self",
        "sampling",
        "moves with moves drawn by the game|failed",
    ),
    "two moves with one text": (
        "    def key(self",
        '    def spell(self, state, taps):\n        return "a1"\n\n    def key(self',
        "notation",
        "a1 does not read back",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_check_names_the_fault(name, tmp_path):
    before, after, topic, words = FAULTS[name]
    assert before in SHUTTLE
    file = tmp_path / "faulty.py"
    free = '"illegal" if self.variant == "once" else "draw"'
    assert free in SHUTTLE
    rules = SHUTTLE.replace(before, after).replace(free, '"allowed"')
    file.write_text(rules.replace("import Bits\n", "import Bits, lowest\n"))
    options = ("--games", "30", "--json")
    said, _ = program.run_main("check", str(file), *options, code=1, **INTERPRETED)
    result = json.loads(said)
    assert not result["sound"]
    bad = [finding for finding in result["findings"] if not finding["good"]]
    assert bad[0]["topic"] == topic
    assert re.search(words, bad[0]["text"]), bad[0]["text"]


def test_check_says_which_line_will_not_compile(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(SHUTTLE.replace("if state.held:", "if len([state.held]) and state.held:"))
    line = next(
        number
        for number, text in enumerate(file.read_text().splitlines(), start=1)
        if "len([" in text
    )
    said = run("check", file, "--games", "5")
    assert re.search(rf"ok  compiles  no: Shuttle runs interpreted.*line {line} of slow.py", said)


def test_check_of_games_with_pieces_of_nobody():
    said = run("check", fence.__file__, "--games", "10", **INTERPRETED)
    assert "NOT" not in said
    assert "who is stuck then loses" in said


def test_sides_that_differ_are_told(tmp_path):
    file = tmp_path / "uneven.py"
    uneven = "own == goal or (state.colour == 0 and own == self.board.bit(4))"
    file.write_text(SHUTTLE.replace("own == goal", uneven))
    said = run("check", file, "--games", "60", **INTERPRETED)
    assert "none with the colours exchanged: the two sides are different" in said
