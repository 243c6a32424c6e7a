"""Games played again: what the compiled replay says is what positions themselves say."""

from collections import Counter

import pytest

import crosscut
from crosscut.core.errors import BadRecord
from crosscut.core.jit import uncompiled
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.search.replay import ADD, MOVE, OTHER, PASS, REMOVE, SWAP, Moves, Replayer
from tests.support.games import SMALL_SIZES

WIDE = {"vimbre": 3, "havannah": 2, "y": 3, "filler": 2, "snaketrail": 3}
"""Games that take smaller boards here, so that the interpreter can go through all moves."""


def start_of(name, seed=0):
    """Return the first position of a game on a small board, with the pie rule."""
    game = crosscut.game(name, WIDE.get(name, SMALL_SIZES[name]), pie=True)
    return game.position(seed=seed if game.has_deal else None)


def type_by_eye(position, text, after):
    """Return the type of a move from the names of the cells that are taken."""
    if text in ("pass", "swap"):
        return PASS if text == "pass" else SWAP
    game = position.game
    before = set().union(*(cells_of(game, position)))
    later = set().union(*(cells_of(game, after)))
    lost, gained = len(before - later), len(later - before)
    if gained == lost:
        return MOVE if gained else OTHER
    return ADD if gained > lost else REMOVE


def cells_of(game, position):
    """Return the cells of each kind of piece, as sets."""
    return [
        {cell for cell in game.board.cells if stones >> cell & 1}
        for stones in game.pieces(position.state)
    ]


@pytest.mark.parametrize("name", sorted(SMALL_SIZES))
def test_a_story_is_what_positions_tell(name, interpreted):
    check_story(name)


def test_a_compiled_story_is_what_positions_tell():
    check_story("slither")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SMALL_SIZES.keys() - {"slither"}))
def test_every_compiled_story_is_what_positions_tell(name):
    check_story(name)


def check_story(name):
    """Compare branching, types, seats, turns, material and counts of moves with positions."""
    start = start_of(name)
    replayer = Replayer(start.game)
    with uncompiled():  # it is the replay that is looked at here
        winner, taps = replayer.random_game(start, 3, 1)
    story = replayer.story(start, taps)
    here, move, turn = start, 0, 0
    available, chosen = (Counter(), Counter()), (Counter(), Counter())
    ever = set().union(*cells_of(start.game, start))
    assert story.material[0].tolist() == [len(cells) for cells in cells_of(start.game, start)]
    at = 0
    while at < len(taps):
        options = dict(here.next_moves())
        assert story.branching[move] == len(options)
        assert story.seats[move] == here.to_play
        types = Counter(type_by_eye(here, text, after) for text, after in options.items())
        assert story.types[move].tolist() == [types[kind] for kind in range(6)]
        mover = here.colour
        available[mover].update(tuple(after.taps_since(here)) for after in options.values())
        before = here
        here = here.tap(taps[at])
        at += 1
        while here.mid_move:
            here = here.tap(taps[at])
            at += 1
        chosen[mover][tuple(here.taps_since(before))] += 1
        assert story.move_ends[move] == at
        move += 1
        ever |= set().union(*cells_of(start.game, here))
        if not here.mid_turn:
            assert story.turn_ends[turn] == move
            turn += 1
            pieces = [len(cells) for cells in cells_of(start.game, here)]
            assert story.material[turn].tolist() == pieces
    assert here.over
    assert (winner if winner in (0, 1) else None) == here.winner
    assert (story.length, story.turns) == (move, turn)
    assert {cell for cell in start.game.board.cells if story.ever >> cell & 1} == ever
    counts = replayer.moves.counts
    both = set(available[0]) | set(available[1])
    if all(len(taps) <= 5 for taps in both):
        assert counts == tuple(
            {taps: (n, chosen[colour][taps]) for taps, n in available[colour].items()}
            for colour in (0, 1)
        )
    assert replayer.moves.distinct == len(both)


def test_positions_are_told_apart_and_recognised(interpreted):
    """Two orders of the same stones lead to one position, other stones to another."""
    start = crosscut.game("hex", 3, pie=False).position()
    replayer = Replayer(start.game)
    one, two = (replayer.story(start, taps).positions for taps in ([0, 1, 2], [2, 1, 0]))
    assert one[-1] == two[-1]
    assert len({*one.tolist(), *two.tolist()}) == 5


def test_more_distinct_moves_than_there_was_room_for(interpreted):
    start = crosscut.game("hex", 4, pie=False).position()
    replayer = Replayer(start.game)
    replayer.moves = Moves(8)
    story = replayer.story(start, [0, 1, 2, 3])
    assert story.branching.tolist() == [16, 15, 14, 13]
    assert replayer.moves.distinct == 16
    black, white = replayer.moves.counts
    assert (black[0,], white.get((0,))) == ((1, 1), None)
    assert (black[3,], white[3,]) == ((2, 0), (2, 1))
    assert (black[15,], white[15,]) == ((2, 0), (2, 0))


@pytest.mark.parametrize(
    ("taps", "message"),
    [
        ([0, 1, 0], "tap 3 of game 7 is not legal in Hex"),
        ([0, 99], "has taps that are none of Hex"),
        ([0, "b"], "has taps that are none of Hex"),
    ],
)
def test_a_game_that_breaks_the_rules_is_named(taps, message, interpreted):
    start = crosscut.game("hex", 3, pie=False).position()
    replayer = Replayer(start.game)
    with pytest.raises(BadRecord, match=message):
        replayer.story(start, taps, "game 7")
    assert replayer.moves.distinct == 0  # nothing of it is counted


def test_a_random_game_with_a_forced_pass_can_be_played_again(interpreted):
    """Crossway's own rollout does not say that a seat passed; without it the game is not legal."""
    game = crosscut.game("crossway", 6, pie=True)
    replayer = Replayer(game)
    winner, taps = replayer.random_game(game.position(), 0, 52)
    assert game.pass_action in taps
    here = game.position()
    for tap in taps:
        assert tap in here.actions()
        here = here.tap(tap)
    assert here.over
    assert here.winner == winner
    assert replayer.story(game.position(), taps).turns == len(taps)


def test_a_sample_reads_records_by_hand(interpreted):
    """Hex 2x2: a1, b1, a2 joins top and bottom for Black, who has the first seat."""
    record = {
        "key": [0],
        "turns": ["a1", "b1", "a2"],
        "taps": [0, 1, 2],
        "winner": 0,
        "unfinished": False,
        "chances": [0.6, 0.3, 1.0],
    }
    sample = Sample(Plan("hex", 2, "standard", False), {"games": [record]})
    (game,) = sample.games
    assert game.end.history() == record["turns"]
    assert game.end.winner == 0
    assert game.points == 1
    assert game.turn_seats == [0, 1, 0]
    assert game.story.branching.tolist() == [4, 3, 2]
    assert sample.moves.distinct == 4
    with pytest.raises(BadRecord, match=r"the line with the key \[0\] of games is broken"):
        Sample(sample.plan, {"games": [{"key": [0]}]}).games  # noqa: B018
