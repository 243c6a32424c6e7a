"""What has to hold in every game, variant and size, whatever is played."""

import random
from collections import Counter
from functools import cache, reduce
from operator import or_

import pytest

import crosscut
from crosscut.rules import state_packing as rows
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.registry import game_class
from tests.rules.reference.common import OTHER, flood, groups
from tests.rules.reference.havannah import hexagon
from tests.rules.reference.snaketrail import enclosed
from tests.support.games import (
    SMALL_SIZES,
    all_chains,
    all_variants,
    in_prelude,
    player,
    random_position,
    sample_turns,
    set_up,
    stones_of,
    to_reference,
)
from tests.support.slow_cases import slow_where


def three_sizes(name):
    """Return the smallest, the default and the largest size of a game."""
    facts = game_class(name).facts
    return sorted({facts.smallest, facts.size, facts.largest})


CASES = [(*pair, size) for pair in all_variants() for size in three_sizes(pair[0])]


def is_like_another(name, variant, size):
    """Tell whether a case shows what one of another variant shows, which shares most of its rules.

    Serpent's variants share all rules but one. Gonnect's share all but the sides, and long games of
    it take seconds.
    """
    if name == "serpent":
        return variant != "standard"
    return (variant, size) == ("fixed-sides", 19)


MAY_DRAW = {
    ("connect_four", "standard"),
    ("filler", "standard"),
    ("havannah", "standard"),
    ("resolve", "standard"),  # by repetition, on a full board
    ("resolve", "as-written"),
    ("shifty", "as-written"),
    ("vimbre", "as-written"),
}
"""The games whose rules do not exclude a draw."""


MANY_CELLS, FEW_TAPS = 400, 4


def is_cut_off(game):
    """Tell whether random games are too slow to be played to their ends.

    To forbid repetition all turns are tried after every tap, which takes a fraction of a second
    on large boards, where games of a thousand taps are played.
    """
    return game._forbids_repeats and len(game.board.cells) > MANY_CELLS


@cache
def random_game(name, variant, size, seed=0, pie=None):
    """Play a random game to its end, or its beginning, and return the last position."""
    game = crosscut.game(name, size, variant, pie)
    return random_position(game.position(), FEW_TAPS if is_cut_off(game) else 10**6, seed)


def seeds(size):
    """Return for how many seeds a size is played: fewer the larger the board."""
    return range(20 if size < 5 else 3 if size < 15 else 1)


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(CASES, is_like_another))
def test_every_position_is_sound(name, variant, size):
    for seed in seeds(size):
        last = random_game(name, variant, size, seed)
        for here in last.line:
            pieces = here.game.pieces(here.state)
            taken = reduce(or_, pieces)
            assert taken.bit_count() == sum(kind.bit_count() for kind in pieces)
            assert taken & ~here.game.board.full == 0
            assert here.over != bool(here.actions())
            assert here.actions() == sorted(set(here.actions()))
            assert rows.unpack(here.game, here.packed()) == here.table
        if is_cut_off(last.game):
            assert not last.over
            continue
        assert last.over
        assert last.result in ((0, 1, DRAW) if (name, variant) in MAY_DRAW else (0, 1))


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(CASES, is_like_another))
def test_history_replays_to_the_same_position(name, variant, size):
    last = random_game(name, variant, size)
    again = last.game.position()
    for turn in last.history():
        again = again.play(turn)
        assert again.history()[-1] == turn
    assert again == last
    assert again.history() == last.history()


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(CASES, is_like_another))
def test_undo_takes_back_one_move(name, variant, size):
    line = random_game(name, variant, size).line
    for here in random.Random(6).sample(line[1:], min(20, len(line) - 1)):
        before = here.undo()
        assert before in line[: line.index(here)]
        assert not before.mid_move
        taps = here.taps_since(before)
        for i, tap in enumerate(taps):
            before = before.tap(tap)
            assert before.mid_move or i == len(taps) - 1
        assert before == here


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(CASES, is_like_another))
def test_diagrams_read_back(name, variant, size):
    line = random_game(name, variant, size).line
    whole = [here for here in line if not here.mid_turn and not here.table.swapped]
    whole = [here for here in whole if not in_prelude(here)]
    for here in random.Random(7).sample(whole, min(10, len(whole))):
        read = here.game.position(str(here))
        assert here.game.pieces(read.state) == here.game.pieces(here.state)
        assert here.over or player(read, read.colour) == player(here, here.colour)


SMALL_CASES = [(name, variant, SMALL_SIZES[name]) for name, variant in all_variants(SMALL_SIZES)]


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(SMALL_CASES, is_like_another))
def test_every_text_means_one_turn(name, variant, size):
    for here in some_positions(name, variant, size):
        moves = list(here.next_moves())
        assert len({text for text, _ in moves}) == len(moves)
        assert all(here.play(text) == after for text, after in moves)
        turns = sample_turns(here, most=300)
        assert len({text for text, _ in turns}) == len(turns)
        assert all(here.play(text) == after for text, after in turns)
        if len(turns) < 300:
            assert here.turns() == sorted(text for text, _ in turns)


def some_positions(name, variant, size):
    """Return positions from all phases of some random games, at the beginning of a turn."""
    found = []
    for seed in range(4):
        line = random_game(name, variant, size, seed, pie=False).line
        whole = [here for here in line if not here.mid_turn and not here.over]
        found += random.Random(seed).sample(whole, min(5, len(whole)))
    return found


# Symmetry.


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(SMALL_CASES, is_like_another))
def test_symmetric_boards_have_symmetric_turns(name, variant, size):
    """What the turns lead to is the same on a turned board, with colours exchanged or not."""
    compared, source = 0, random.Random(8)
    for position in some_positions(name, variant, size):
        if in_prelude(position):
            continue  # no diagram shows it
        here = set_up(position.game, *seen(position)[:2])
        turns = sample_turns(here, most=300)
        if len(turns) == 300:
            continue  # there are more: as-written, turns of Resolve explode
        found = images(here.game)
        for image, exchanged in source.sample(found, min(8, len(found))):
            expected = Counter(turned(after, image, exchanged) for _, after in turns)
            pieces, colour, _ = turned(here, image, exchanged)
            there = set_up(here.game, pieces, colour)
            assert expected == Counter(seen(after) for _, after in sample_turns(there, most=301))
            compared += 1
    assert compared > 20


def images(game):
    """Return the symmetries of a game, each with whether it exchanges the colours."""
    board, found = game.board, []
    for image in board.symmetries:
        if game.goals:
            side = moved(board.north, image)
            assert side in board.sides.values()
            found.append((image, side in (board.west, board.east)))
        elif game.id != "connect_four" or moved(board.south, image) == board.south:
            found += [(image, False), (image, True)]
    assert len(found) > 1
    return found


def moved(cells, image):
    """Return where a symmetry takes a set of cells."""
    return sum(1 << image[cell] for cell in members(cells))


def seen(position):
    """Return what matters of a position: pieces, colour to move and result."""
    return position.game.pieces(position.state), position.colour, position.result


def turned(position, image, exchanged):
    """Return what matters of a position after a symmetry, with colours exchanged or not."""
    pieces, colour, result = seen(position)
    pieces = tuple(moved(stones, image) for stones in pieces)
    if not exchanged:
        return pieces, colour, result
    black, white, *others = pieces
    return (white, black, *others), 1 - colour, 1 - result if result in (0, 1) else result


# What the rules of a game promise after every turn.


def no_crosscut(before, after, slow):
    """No stone that has come to the board is part of a crosscut."""
    changed = set(slow.stones.items()) - set(stones_of(before).items())
    assert not any(slow.crossing(slow.stones, cell, letter) for cell, letter in changed)


def no_bare_diagonal(before, after, slow):
    """Neither colour has a bare diagonal."""
    assert not any(slow.has_bare_diagonal(slow.stones, colour) for colour in "XO")


def filled(before, after, slow):
    """No bare diagonals, and no empty region that ought to have been filled."""
    no_bare_diagonal(before, after, slow)
    regions = groups(set(slow.empty()), slow.beside())
    assert not any(slow.is_territory(region, slow.stones) for region in regions)


def liberties(before, after, slow):
    """Every group has an empty point beside it, and the board is a new one."""
    assert not any(slow.captured(slow.stones, colour) for colour in "XO")
    earlier = [here.game.pieces(here.state) for here in before.line]
    assert after.game.pieces(after.state) not in earlier


def alive(before, after, slow):
    """Every group is an open chain and has a survival path, and the position is a new one.

    The first group of a colour needs no path, for as long as there has been no second one, and
    nobody looks for one after the last stone of a colour is gone.
    """
    assert all_chains(slow)
    for letter in "XO" if after.table.winner == NOBODY else "":
        found = slow.groups(slow.stones, letter)
        first = len(found) == 1 and len(slow.groups(stones_of(before), letter)) < 2
        assert first or all(survives(slow, group, letter) for group in found)
    assert seen(after) not in [seen(here) for here in before.line if not here.mid_turn]


def survives(slow, group, letter):
    """Search by steps from the ends of a group for another one, on cells away from all others."""
    beside = hexagon(slow.size)
    friends = {cell: slow.friends(cell, slow.stones, letter) for cell in slow.empty()}
    own = slow.own(letter)
    ends = {stone for stone in own if len(own & set(beside[stone])) < 2}
    doors = {cell for cell, near in friends.items() if len(near) == 1 and near <= ends}
    if any(near <= ends and len(near) == 2 and len(near & group) == 1 for near in friends.values()):
        return True
    first = {cell for cell in doors if friends[cell] <= group}
    calm = {cell for cell, near in friends.items() if not near}
    reached = flood({cell for door in first for cell in beside[door]}, calm, beside)
    beyond = {cell for last in first | reached for cell in beside[last]}
    return bool(beyond & doors - first)


def on_the_trail(before, after, slow):
    """Black is one chain, longer by a piece, and it ends the game, but only if it is a loop."""
    black = slow.own("B")
    if in_prelude(before):
        assert not black
        return
    assert len(black) == 1 + sum(letter in "B@" for letter in stones_of(before).values())
    assert flood([slow.last], black, hexagon(slow.size)) == black
    assert after.over == bool(enclosed(black, slow.size))
    assert after.over != bool(after.actions())


def swap(position):
    """Return the action that swaps."""
    return position.game.swap_action


def travelled(before, after, slow):
    """The stone that travelled is in no crosscut, or has been exchanged with all its partners."""
    path = after.history()[-1].split("-")
    assert slow.stones[path[-1]] == slow.mover
    assert after.over or slow.partners(slow.stones, path[-1]) <= set(path)


def all_exchanged(before, after, slow):
    """Every crosscut left on the board consists of points that were exchanged in this turn."""
    used = [set(move.split("-")) for move in after.history()[-1].split("/")]
    for stone in slow.own(slow.mover):
        pairs = [{stone, partner} for partner in slow.partners(slow.stones, stone)]
        assert after.over or all(pair in used for pair in pairs)


PROMISES = {
    ("crossway", "standard"): no_crosscut,
    ("gonnect", "standard"): liberties,
    ("gonnect", "fixed-sides"): liberties,
    ("konobi", "standard"): no_crosscut,
    ("kopano", "standard"): no_crosscut,
    ("quinten", "standard"): filled,
    ("quinten", "quentin-2012"): filled,
    ("resolve", "standard"): travelled,
    ("resolve", "as-written"): all_exchanged,
    ("rhode", "standard"): no_crosscut,
    ("serpent", "standard"): alive,
    ("serpent", "r1"): alive,
    ("serpent", "m1"): alive,
    ("serpent", "r1-m1"): alive,
    ("shifty", "standard"): no_crosscut,
    ("shifty", "as-written"): no_crosscut,
    ("snaketrail", "standard"): on_the_trail,
    ("vimbre", "standard"): no_bare_diagonal,
    ("vimbre", "as-written"): no_bare_diagonal,
}


@pytest.mark.parametrize(
    ("name", "variant", "size"),
    slow_where([case for case in CASES if case[:2] in PROMISES], is_like_another),
)
def test_every_turn_keeps_what_the_rules_promise(name, variant, size):
    for seed in seeds(size):
        before = None
        for here in random_game(name, variant, size, seed).line:
            if here.mid_turn:
                continue
            if before is not None and here.tap_made not in (swap(here), here.game.pass_action):
                slow = to_reference(here, OTHER["XO"[here.colour]])
                PROMISES[name, variant](before, here, slow)
            before = here


@pytest.mark.parametrize("name", ["hex", "y"])
def test_a_full_board_has_one_winner(name):
    for size in range(1, game_class(name).facts.largest + 1):
        game = crosscut.game(name, size)
        for seed in range(10):
            source = random.Random(seed)
            black = sum(1 << cell for cell in game.board.cells if source.random() < 0.5)
            white = game.board.full & ~black
            assert game.connected(black, 0) != game.connected(white, 1)
