"""Lessons on Slither: what their words claim is so."""

import pytest

import crosscut
from crosscut.play.answer import whole_turn
from crosscut.play.lessons.conditions import movable, places, spans, steps, stones, stops, wins
from crosscut.play.position import Position
from crosscut.search.solver import solve
from tests.play.test_lessons import STEPS, turns


def moved(position, *pairs):
    """Return a position with pieces moved from one cell to another, by their names."""
    cells, pieces = position.game.board.names, list(position.game.pieces(position.state))
    for source, target in pairs:
        for colour in range(2):
            if pieces[colour] >> cells[source] & 1:
                pieces[colour] ^= 1 << cells[source]
                pieces[colour] |= 1 << cells[target] if target else 0
                break
    return Position.set_up(position.game, tuple(pieces), position.colour)


def other_to_move(position):
    """Return a position with the other player to move."""
    pieces = position.game.pieces(position.state)
    return Position.set_up(position.game, pieces, 1 - position.colour)


def has(position, colour, name):
    """Tell whether a stone of a colour is on a cell."""
    return stones(position, colour) >> position.game.board.names[name] & 1


# Slither: the goal, diagonals, moving.


def test_goal():
    look = STEPS["slither-goal-1"]
    assert look.position.winner == 0
    chain = [look.position.game.board.names[name] for name in look.marks]
    assert look.position.game.connected(sum(1 << cell for cell in chain), 0)
    corner = STEPS["slither-goal-4"].position
    assert turns(corner, wins) & turns(corner, places) == {"a1"}
    for number in (2, 3):
        position = STEPS[f"slither-goal-{number}"].position
        assert turns(position, wins) & turns(position, places) == {"c3"}


def test_diagonals():
    look = STEPS["slither-diagonals-1"].position
    without = other_to_move(moved(look, ("b4", "")))
    assert without.play("b4").state == look.state
    assert "a1" not in without.turns()  # for b3 and c4 have no stone beside both
    assert "a1" in other_to_move(look).turns()
    lone = STEPS["slither-diagonals-2"]
    assert lone.cells == ("b2", "d2", "b4", "d4")
    assert len(turns(lone.position, places)) == 20  # all other empty points
    for name in ("slither-diagonals-4", "slither-diagonals-5"):
        for cell in STEPS[name].cells:
            verdict = whole_turn(STEPS[name].position, cell)
            assert "(rule 4)" in verdict.words


def test_helper_makes_a_diagonal_legal():
    step = STEPS["slither-diagonals-3"]
    right = {text for text in turns(step.position, places) if step.answer(text).right}
    assert right == {"b2", "b4"}
    assert not step.answer("d4").right
    assert "rule 4" in step.answer("d4").words


def test_a_step_is_needed_to_stop_white():
    step = STEPS["slither-moving-2"]
    assert "c3" in turns(other_to_move(step.position), wins)
    assert "rule 4" in step.answer("c3").words
    good = turns(step.position, stops)
    assert good
    assert good <= turns(step.position, steps)


def test_seven_ways_to_a_point_and_none_to_another():
    step = STEPS["slither-moving-3"]
    good = {text for text in step.position.turns() if step.answer(text).right}
    assert len(good) == 7
    assert good <= turns(step.position, steps)
    assert STEPS["slither-moving-4"].cells == ("c3",)


def test_refilling_equals_placing():
    step = STEPS["slither-moving-5"]
    assert step.position.play("c3-c4/c3").table == step.position.play("c4").table
    assert step.answer("c4").right


def test_both_halves_are_needed():
    step = STEPS["slither-moving-6"]
    good = turns(step.position, wins)
    assert good
    assert good <= turns(step.position, steps)
    for text in good:
        half = step.position.play(text.split("/")[0])
        assert not half.game.connected(half.state.own, 0)


# Slither: the pie rule.


def test_every_first_stone_wins_on_the_tiny_board(interpreted):
    step = STEPS["slither-pie-2"]
    plain = crosscut.game("slither", step.position.game.size, "advanced", pie=False)
    found = solve(plain.position(), memory=0.01)
    assert set(found.turns) == set(plain.board.names)
    assert set(found.turns.values()) == {0}
    assert step.answer("swap").right


def test_nobody_swaps_twice():
    step = STEPS["slither-pie-3"]
    assert step.position.to_play == 0
    assert step.position.game.player(step.position.state, step.position.colour) == "White"
    assert step.answer("swap").words.startswith("swap: only the second player may swap")


# Slither: shapes. A pair is flexible if after every stone of White some turn joins the two rows.


def cuts(position):
    """Return White's turns after which Black cannot join row 4 with row 2 in one turn."""
    found = set()
    for text, after in position.next_turns():
        if not any(spans(after, end, "4", "2") for _, end in after.next_turns()):
            found.add(text)
    return found


def test_a_knights_move_cannot_be_cut_by_one_stone():
    look = STEPS["slither-shapes-1"]
    assert look.marks == ("d2", "c4")
    assert not cuts(look.position)
    for number, between in ((2, "c3"), (3, "d3")):
        assert STEPS[f"slither-shapes-{number}"].position.table.state == (
            look.position.play(between).state
        )


def test_one_point_apart_can_be_cut_by_one_stone_only():
    step = STEPS["slither-shapes-4"]
    assert cuts(step.position) == {"c3"} == set(step.cells)


def test_flexible_second_stones():
    step = STEPS["slither-shapes-5"]
    for text in ("b2", "d2"):
        assert step.answer(text).right
        assert not cuts(step.position.play(text))
    assert not step.answer("c2").right
    assert cuts(step.position.play("c2"))


def test_the_shape_decides_the_game():
    step = STEPS["slither-shapes-6"]
    assert turns(step.position, wins)
    assert not turns(moved(step.position, ("d2", "c2"), ("d1", "c1")), wins)


# Slither: two places.


def test_one_turn_closes_two_gaps():
    assert turns(STEPS["slither-split-1"].position, wins) == {"d1-c2/c4"}


def test_two_threats_are_met_in_two_places():
    step = STEPS["slither-split-2"]
    threats = turns(other_to_move(step.position), wins)
    assert {"c4", "c2"} <= threats
    good = turns(step.position, stops)
    assert good
    assert good <= turns(step.position, steps)
    for text in good:
        assert {"c2", "c4"} <= set(text.replace("/", "-").split("-")[1:])


def test_threats_on_both_sides():
    step = STEPS["slither-split-3"]
    threats = turns(other_to_move(step.position), wins)
    assert "f1" in threats
    without = {text for text in threats if "f1" not in text}
    assert without == {"b4-a3/b3", "b4-b3/a3", "c2-b3/a3"}
    after = step.position.play("g2-f1/b3")
    assert stops(step.position, after)
    assert "a3" in turns(other_to_move(after), wins)


@pytest.mark.slow
def test_only_one_turn_stops_the_threats_on_both_sides():
    assert turns(STEPS["slither-split-3"].position, stops) == {"g2-f1/b3"}


# Advanced Slither: waking and pinning.


def test_awake_and_asleep():
    assert set(STEPS["slither-waking-1"].cells) == {"a4", "b4"}
    assert set(STEPS["slither-waking-2"].cells) == {"b3", "b4"}


def test_contact_makes_the_win_possible():
    position = STEPS["slither-waking-3"].position
    assert turns(position, wins) == {"d1-c2/c4"}
    assert not turns(moved(position, ("e1", "")), wins)


def test_a_pinned_stone_cannot_be_gone():
    position = STEPS["slither-waking-4"].position
    assert movable(position, 1) >> position.game.board.names["d3"] & 1
    leaving = {
        name
        for _, after in position.next_turns()
        for name in ("d3", "d4", "e3", "b5")
        if not has(after, 1, name)
    }
    assert leaving == {"d4", "e3"}  # b5 is asleep
    assert STEPS["slither-waking-4"].cells == ("d3",)


def test_touching_a_pinned_stone_keeps_stones_awake():
    step = STEPS["slither-waking-5"]
    pair = [step.position.game.board.names[name] for name in ("a3", "b3")]

    def awake(position):
        return all(movable(position, 0) >> cell & 1 for cell in pair)

    assert not awake(step.position)
    wakers = turns(step.position, lambda _, after: awake(after))
    placed = wakers & turns(step.position, places)
    assert placed == {"b4", "c3"}
    lasting = {
        text
        for text in placed
        if all(awake(end) for _, end in step.position.play(text).next_turns())
    }
    assert lasting == {"c3"}
    assert step.answer("c3").right
    assert not step.answer("b4").right
    run = [end for text, end in step.position.play("b4").next_turns() if text[:2] == "b5"]
    assert any(not awake(end) for end in run)
