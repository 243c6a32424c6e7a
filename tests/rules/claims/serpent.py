"""Captions of Serpent."""

from dataclasses import replace
from itertools import combinations

from crosscut.rules.boards import members
from crosscut.rules.games import _snakes as snakes
from tests.rules.claims.common import (
    after,
    closed_cells,
    diagrams,
    marked,
    marked_set,
    open_cells,
    refused,
    shown,
)

FORTY_TURNS = """
    e3 b1 c7 e9 d8 e5 g5 a3 h6 i1 c1 g1 f8 a5 e1 i3 i5 i4 f2 h1
    c5 a2 i5-g7 b6 e3-f1 d1 a4 d4 a1 e5-c4 f5 f4 d8-c6 c4-e4 c2 d8 h3 b5 f5-h5 i4-i2
"""
"""The computer against itself, with 3000 simulations a turn."""


def groups(diagram, stones):
    """Return the groups of some stones."""
    return snakes.groups(diagram.game.board, stones)


def dead(diagram, colour, more=0):
    """Return the dead stones of a colour, with more black stones than the diagram shows."""
    pieces = [diagram.pieces[0] | more, diagram.pieces[1]]
    board = diagram.game.board
    return snakes.dead(board, pieces[colour], board.full & ~(pieces[0] | pieces[1]), False)


def joins(diagram, path):
    """Tell whether black stones on these cells would make one snake of two groups."""
    black = diagram.pieces[0]
    whole = diagram.game.board.fill(path & -path, black | path)
    joined = [group for group in groups(diagram, black) if group & whole]
    return (
        not path & (black | diagram.pieces[1])
        and path & whole == path
        and len(joined) == 2
        and snakes.is_chain(diagram.game.board, whole)
    )


def shortest_paths(diagram):
    """Return the shortest survival paths of all black groups, tried out cell by cell."""
    free = members(diagram.game.board.full & ~(diagram.pieces[0] | diagram.pieces[1]))
    for length in range(1, len(free)):
        sets = (sum(1 << cell for cell in cells) for cells in combinations(free, length))
        found = [path for path in sets if joins(diagram, path)]
        if found:
            return found
    return []


def crawls(position):
    """Return all turns in which a snake crawls."""
    return {turn for turn in position.turns() if "-" in turn}


def game_in_progress(diagram):
    position = diagram.game.position()
    for turn in FORTY_TURNS.split():
        position = position.play(turn)
    assert position.game.pieces(position.state) == diagram.pieces
    assert diagram.game.size == 5
    assert position.turn_number == 40
    for colour in (0, 1):
        lengths = {len(members(group)) for group in groups(diagram, diagram.pieces[colour])}
        assert 1 in lengths
        assert len(lengths) > 1
        assert not dead(diagram, colour)


def eggs_and_snakes(diagram):
    board, eggs, ends = diagram.game.board, [], set()
    for stones in diagram.pieces:
        for group in groups(diagram, stones):
            tips = [c for c in members(group) if len(members(board.neighbours(1 << c) & group)) < 2]
            if len(tips) == 1:
                eggs.append(board.name(tips[0]))
            else:
                ends |= {board.name(tip) for tip in tips}
    assert eggs == ["a1", "g4"]
    assert ends == marked(diagram)
    assert not dead(diagram, 0) | dead(diagram, 1)


def no_snake(diagram):
    board, black = diagram.game.board, diagram.pieces[0]
    free = members(board.full & ~black)
    bad = {cell for cell in free if diagram.game.flaw((black | 1 << cell, 0))}
    assert bad == set(diagram.marked)

    def touched(point):
        return [
            board.name(cell) for cell in members(board.neighbours(1 << board.cell(point)) & black)
        ]

    assert touched("d2") == ["d3"]  # a fork, for d3 is no end
    assert touched("e2") == ["d3", "e3"]  # three stones that touch each other
    assert touched("c4") == ["c3", "d5"]  # a ring, for these are the ends


def survival_path(diagram):
    assert len(groups(diagram, diagram.pieces[0])) == 2
    assert joins(diagram, marked_set(diagram))
    assert marked_set(diagram) in shortest_paths(diagram)
    assert not dead(diagram, 0)


def no_survival_path(diagram):
    before, board = diagrams(type(diagram.game))[3], diagram.game.board
    assert diagram.marked == before.marked
    third = diagram.pieces[0] & ~before.pieces[0]
    assert diagram.pieces == (before.pieces[0] | third, before.pieces[1])
    assert third == 1 << board.cell("c5")
    assert third in groups(diagram, diagram.pieces[0])
    touching = members(board.neighbours(third) & marked_set(diagram))
    assert {board.name(cell) for cell in touching} == {"c4", "b4"}
    assert not joins(diagram, marked_set(diagram))


def crawl(diagram):
    board, position = diagram.game.board, shown(diagram)
    path = sum(1 << board.cell(point) for point in ("c2", "d2", "d3"))
    assert path in shortest_paths(diagram)
    for each in shortest_paths(diagram):
        assert board.neighbours(each) >> board.cell("b2") & 1
        assert not board.neighbours(each) >> board.cell("a1") & 1
    assert crawls(position) == {f"a1-{point}" for point in marked(diagram)}
    assert refused(position, "b2-b3", "it is the head of its snake; the tail is a1")
    *_, crawled = after(position, "a1-c2")
    pieces = crawled.game.pieces(crawled.state)
    assert {len(members(each)) for each in shortest_paths(replace(diagram, pieces=pieces))} == {2}


def merger(diagram):
    board, position = diagram.game.board, shown(diagram)
    assert crawls(position) == {f"c1-{point}" for point in marked(diagram)}
    *_, merged = after(position, "c1-b2")
    black = merged.game.pieces(merged.state)[0]
    snake = board.fill(marked_set(diagram), black)
    assert {board.name(cell) for cell in members(snake)} == {"c2", "b2", "a2"}
    before = groups(diagram, diagram.pieces[0])
    assert 1 << board.cell("a2") in before
    assert len(groups(diagram, black)) == len(before) - 1


def removal(diagram):
    (point,) = marked(diagram)
    black, white, played = after(shown(diagram), point)
    before = {diagram.game.board.name(cell) for cell in members(diagram.pieces[1])}
    assert before - white == {"a3"}
    assert len(black) == len(members(diagram.pieces[0])) + 1
    assert refused(played, "a3", r"it would be removed, and it alone \(rule 9\)")


def forbidden_removal(diagram):
    position, board = shown(diagram), diagram.game.board
    assert closed_cells(position) == marked(diagram)
    assert "e1" not in open_cells(position)
    snake = 1 << board.cell("d1") | 1 << board.cell("c1")
    for cell in diagram.marked:
        assert dead(diagram, 1, 1 << cell) == snake
        why = "the removal of d1-c1 would not be valid: White could play c1"
        assert refused(position, board.name(cell), why)
        removed = diagram.pieces[0] | 1 << cell, diagram.pieces[1] & ~snake
        left = type(position).set_up(diagram.game, removed, 1)
        _, white, _ = after(left, "c1")
        assert "c1" in white


def order_of_removals(diagram):
    position = shown(diagram)
    assert marked(diagram) == {"c2"}
    assert dead(diagram, 0, marked_set(diagram))
    assert dead(diagram, 1, marked_set(diagram))
    assert {turn for turn in position.turns() if turn.startswith("c2")} == {"c2/B", "c2/W"}
    before, enemy, _ = after(position)
    _, white, won = after(position, "c2/W")
    assert (white, won.result) == (set(), 0)
    black, white, lost = after(position, "c2/B")
    assert before | {"c2"} == black | {"c1", "c2", "c3"}
    assert not black & {"c1", "c2", "c3"}
    assert (white, lost.over) == (enemy, False)


CHECKS = {
    "serpent": (
        game_in_progress,
        eggs_and_snakes,
        no_snake,
        survival_path,
        no_survival_path,
        crawl,
        merger,
        removal,
        forbidden_removal,
        order_of_removals,
    ),
}
