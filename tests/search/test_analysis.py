"""Analysis of positions: values that are true where they are proven."""

import json
import threading
from dataclasses import replace

import pytest

import crosscut
from crosscut.core.errors import BadOption
from crosscut.search.analysis import Analysis
from crosscut.search.analysis.analysis import MOST_TURNS
from crosscut.search.analysis.null_move import passed
from crosscut.search.analysis.values import Estimate, sampling_error
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from tests.support.for_each import for_each
from tests.support.games import random_position
from tests.support.minimax import values
from tests.support.program import PATIENCE, wait_for

SLITHER = crosscut.game("slither", 5, pie=False)
HEX = crosscut.game("hex", 5, pie=True)
WIN_IN_ONE = "...X./...X./OOO.O/...X./...X."
"""On d3 White joins left and right, or Black top and bottom."""
FEW = Limits(simulations=300)


def analysed(position, limits=FEW, **options):
    """Return what an analysis finds."""
    return Analysis(position, **options).run(limits)


# One position.


def test_a_won_position_is_said_to_be_won_with_the_line():
    found = analysed(SLITHER.position(WIN_IN_ONE, to_play="O"))
    assert (found.seat, found.proven, found.win_chance, found.done) == (1, 1, 1, True)
    for best in (found.moves[0], found.turns[0]):
        assert (best.text, best.proven, best.win_chance, best.error) == ("d3", 1, 1, 0)
        assert best.line == ("d3",)


LATE = [(SLITHER, 30, 2), (SLITHER, 30, 4), (SLITHER, 34, 0), (SLITHER, 34, 3)]
LATE += [pytest.param(HEX, 15, seed, marks=pytest.mark.slow) for seed in (0, 1, 3)]


@pytest.mark.parametrize(("game", "taps", "seed"), LATE, ids=str)
def test_every_turn_has_a_value_and_what_is_proven_is_true(game, taps, seed):
    position = random_position(game.position(), taps, seed)
    while position.mid_turn:
        position = position.tap(position.actions()[0])
    truth, turns = values(position)
    found = analysed(position, Limits(simulations=3000), each=300, whole_turns=True)
    assert found.proven == truth
    assert {each.text for each in found.turns} == set(turns)
    proven = {each.text: each.proven for each in found.turns if each.proven is not None}
    assert proven == {text: turns[text] for text in proven}
    assert len(proven) > len(turns) / 2
    for each in found.turns:
        assert 0 <= each.win_chance <= 1
        if each.proven is not None:
            assert (each.win_chance, each.error) == (each.proven == position.to_play, 0)
        else:
            assert each.visits >= 300
            assert each.error < 0.05


def test_every_move_has_a_value_though_the_search_looks_at_few():
    position = SLITHER.position("...../..X../..X../.O.O./.....")
    found = analysed(position, Limits(simulations=3000), each=40)
    assert sorted(each.text for each in found.moves) == position.moves()
    assert all(each.visits >= 40 and each.error < 0.1 for each in found.moves)
    alone = analysed(position, Limits(simulations=3000))
    assert sum(each.visits < 40 for each in alone.moves) > len(alone.moves) / 2
    assert alone.win_chance == found.win_chance
    assert found.moves[0].text == alone.moves[0].text


def test_turns_of_several_moves_are_walked_through():
    position = SLITHER.position("...../..X../..X../.O.O./.....")
    everywhere = Options(explore=1.0, amaf=False)
    found = analysed(position, Limits(simulations=3000), options=everywhere)
    legal = position.turns()
    assert any("/" in each.text for each in found.turns)
    assert len(found.turns) == MOST_TURNS
    for each in found.turns:
        assert each.text in legal
        assert each.line[0] == each.text
    for each in found.moves[:5]:
        here = position
        for turn in each.line if each.visits > 100 else ():
            here = here.play(turn)
            assert not here.mid_turn
    lifted = position.play("c3-d3")
    rest = analysed(lifted)
    assert {each.text for each in rest.turns} <= set(lifted.turns())
    assert rest.seat == 0


def test_streaming_can_be_stopped_from_another_thread():
    analysis = Analysis(SLITHER.position())
    analysis.run(Limits(simulations=1))
    seen = []

    def follow():
        seen.extend(analysis.snapshots(interval=0.02))

    thread = threading.Thread(target=follow)
    thread.start()
    wait_for(lambda: seen and seen[0].simulations < seen[-1].simulations)
    analysis.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert [each.done for each in seen] == [False] * (len(seen) - 1) + [True]
    counts = [each.simulations for each in seen]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    for each in analysis.snapshots(Limits(simulations=counts[-1] + 500)):
        last = each
    assert last.simulations == counts[-1] + 500
    assert json.loads(json.dumps(last.to_dict()))["moves"][0]["line"]


def test_a_stopped_sweep_shows_what_there_is():
    analysis = Analysis(HEX.position(), each=50, nothing=FEW)
    analysis.stop()
    *_, last = analysis.snapshots(FEW)
    assert last.simulations == 0
    assert last.win_chance is None
    assert last.done
    assert last.nothing is None
    assert {each.win_chance for each in last.moves} == {None}


def test_a_seed_repeats_everything():
    position = SLITHER.position("...../..X../..X../.O.O./.....")
    options = {"each": 20, "nothing": FEW}
    runs = [analysed(position, seed=seed, **options) for seed in (1, 1, 2)]
    one, same, other = (replace(run, seconds=0.0) for run in runs)
    assert one == same
    assert one != other


def test_errors_are_small_where_there_is_much_to_go_by():
    assert sampling_error(Estimate(0, None, None)) is None
    assert sampling_error(Estimate(7, 1.0, 0)) == 0
    assert sampling_error(Estimate(10_000, 0.5, None)) == pytest.approx(0.005, rel=0.01)
    assert 0.02 < sampling_error(Estimate(10, 1.0, None)) < 0.2


def test_a_finished_game_is_refused():
    with pytest.raises(BadOption, match="over"):
        Analysis(SLITHER.position(WIN_IN_ONE, to_play="O").play("d3"))


# Doing nothing.


@pytest.mark.parametrize("game", [SLITHER, HEX], ids=str)
def test_doing_nothing_loses_where_both_could_win_at_once(game):
    position = game.position(WIN_IN_ONE)
    found = analysed(position, nothing=FEW)
    assert found.proven == 0
    nothing = found.nothing
    assert (nothing.win_chance, nothing.proven, nothing.line) == (0, 1, ("d3",))
    assert found.no_nothing == ""


def test_doing_nothing_early_is_worse_than_a_move():
    found = analysed(HEX.position(), Limits(simulations=2000), nothing=Limits(simulations=2000))
    assert found.win_chance > 0.5 > found.nothing.win_chance
    assert found.nothing.proven is None


def test_doing_nothing_in_serpent_where_nobody_may_pass(monkeypatch):
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    game = crosscut.game("serpent", 2)
    position = game.position()
    for _ in range(3):
        position = position.tap(position.actions()[0])
    after = passed(position)
    assert "pass" not in position.moves()
    assert game.pieces(after.state) == game.pieces(position.state)
    assert after.to_play == 1 - position.to_play
    assert after.moves()
    found = analysed(position, Limits(simulations=20), nothing=Limits(simulations=20))
    assert 0 <= found.nothing.win_chance <= 1


@for_each("name", crosscut.ids())
def test_nothing_else_changes_when_nothing_is_done(name):
    game = crosscut.game(name)
    position = game.position().past_prelude()
    for _ in range(2):
        position = position.play(position.moves()[0])
        while position.mid_turn:
            position = position.tap(position.actions()[0])
    after = passed(position)
    assert game.pieces(after.state) == game.pieces(position.state)
    assert after.to_play == 1 - position.to_play
    assert not after.over
    assert "swap" not in after.moves()


OWN_GAME = """
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.core.bits import Bits
from crosscut.rules.boards import Square
from crosscut.rules.game import NOBODY, Facts, Game


class State(NamedTuple):
    own: Bits
    enemy: Bits{more}
    colour: int
    winner: int


@dataclass(frozen=True)
class Corner(Game):
    facts = Facts("Corner", "a tester", 2026, sizes=(3,), size=3)
    stuck = "draw"

    @cached_property
    def board(self) -> Square:
        return Square(self.size)

    def start(self) -> State:
        return State(self.board.none, self.board.none{zero}, 0, NOBODY)

    def legal(self, state: State) -> Bits:
        return self.board.full & ~(state.own | state.enemy)

    def play(self, state: State, action: int) -> State:
        own = state.own | self.board.bit(action)
        winner = state.colour if action == 0 else NOBODY
        return State(state.enemy, own{one}, 1 - state.colour, winner)
"""


def test_doing_nothing_in_a_game_of_ones_own(tmp_path, monkeypatch):
    """Who takes the corner wins; the game does not say what passing is."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    file = tmp_path / "corner.py"
    file.write_text(OWN_GAME.format(more="", zero="", one=""))
    position = crosscut.game(str(file)).position()
    found = analysed(position, nothing=FEW)
    assert (found.proven, found.nothing.proven, found.nothing.line) == (0, 1, ("a1",))
    file = tmp_path / "counting.py"
    more = {"more": "\n    turns: int", "zero": ", 0", "one": ", state.turns + 1"}
    file.write_text(OWN_GAME.format(**more))
    position = crosscut.game(str(file)).position().play("b2")
    found = analysed(position, nothing=FEW)
    assert found.nothing is None
    assert "its pieces alone do not tell all" in found.no_nothing


def test_why_nobody_can_do_nothing():
    lifted = SLITHER.position("...../..X../..X../.O.O./.....").play("c3-d3")
    assert analysed(lifted, nothing=FEW).no_nothing == "the turn has begun already"
    with pytest.raises(BadOption, match="settle how the game starts"):
        passed(crosscut.game("snaketrail", 4).position())
