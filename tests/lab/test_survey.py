"""Surveys of random games beside a plain recount with positions."""

import math
from collections import Counter

import numpy as np
import pytest

import crosscut
from crosscut.core.arrays import new_rng
from crosscut.core.devices.cpu import Host
from crosscut.core.jit import uncompiled
from crosscut.core.rng import seeded
from crosscut.lab import survey_results as findings
from crosscut.lab.survey import BUCKET, SURVEY, gathering
from crosscut.lab.survey_results import BUCKETS, Kept, affordable, rounded, survey
from crosscut.play.position import Position
from crosscut.rules.boards import members
from crosscut.rules.game_state import begin
from crosscut.rules.registry import game_class
from crosscut.rules.state_packing import hash_of
from crosscut.rules.workspace_shape import room_for, search_work
from crosscut.search.playout import TALLY, playout_limit, playouts
from tests.support.fake_gpu import fill_with_garbage

SMALL = [("slither", 4), ("hex", 3), ("gonnect", 3), ("snaketrail", 3), ("konobi", 3)]


def assert_compiles_for_a_gpu(game):
    """Compile a survey for a GPU, which need not be there."""
    pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")
    from crosscut.core.compiler.ptx import assembly

    text = assembly(game, SURVEY, gathering(game, Host(), 1, 1, 0), room_for(game, SURVEY))
    assert text.count(".entry") == 1
    assert ".cas.b64" in text


def cells_of(position):
    """Return the cells on which any piece stands."""
    return set().union(*(members(stones) for stones in position.game.pieces(position.state)))


def random_game(game, work, seed, number):
    """Play a random game as everywhere; return which entry of a tally it counts for, and taps."""
    tally, limit = np.zeros(TALLY, np.int64), playout_limit(game)
    root = game.position().packed()
    playouts(game, root, True, False, number, number + 1, seed, limit, tally, new_rng(), work)
    assert work.trace[0] < len(work.trace) - 1
    return tally.tolist().index(1), (work.trace[1 : 1 + work.trace[0]] % game.actions).tolist()


def recounted(game, games, seed):
    """Return what a survey should find, counted game by game with positions."""
    found, lengths, walks, ever, last = Counter(), Counter(), [], Counter(), Counter()
    for number in range(games):
        work = search_work(game, trace=1000)
        start = begin(game, game.deal(seeded(seed, number)), work)
        here = Position(game, start, [*work.keys], None, -1)
        winner, taps = random_game(game, work, seed, number)
        seen, walk, turns = cells_of(here), [], 0
        for tap in taps:
            here = here.tap(tap)
            turns += here.table.taps == 0
            if not here.mid_move:
                seen |= cells_of(here)
                walk.append(hash_of(game, here.table, here.packed().tolist()))
        stand = cells_of(here)
        found[winner] += 1
        for at, amount in enumerate((len(walk), turns, len(seen), len(stand)), start=4):
            found.update({at: amount, at + 4: amount**2})
        lengths[len(walk)] += 1
        walks.append(walk)
        ever.update(seen)
        last.update(stand)
    return found, lengths, walks, ever, last


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_a_survey_finds_what_a_plain_recount_does(name, size):
    game, games, seed = crosscut.game(name, size), 57, 3
    with uncompiled():
        got = survey(game, games, seed, [Host()])
        sums, lengths, walks, ever, last = recounted(game, games, seed)
    assert got.sums == [sums[i] for i in range(12)]
    assert got.lengths == [lengths[i] for i in range(max(lengths) + 1)]
    assert got.ever == [ever[cell] for cell in range(game.width)]
    assert got.last == [last[cell] for cell in range(game.width)]
    seen, new, each = set(), [], games // BUCKETS
    for start in (*range(0, BUCKETS * each, each), BUCKETS * each):
        part = walks[start : start + each] if start < BUCKETS * each else walks[start:]
        before = len(seen)
        seen.update(*part)
        new.append(len(seen) - before)
    assert (got.level, got.new) == (0, new)
    times = Counter(Counter(each for walk in walks for each in walk).values())
    assert (got.once, got.twice) == (times[1], times[2])
    assert sum(got.moves) == sums[4]


def test_what_is_in_working_memory_before_does_not_matter(monkeypatch):
    game = crosscut.game("slither", 3)
    with uncompiled():
        clean = survey(game, 20, 5, [Host()])
        monkeypatch.setattr("crosscut.core.devices.cpu.apart", fill_with_garbage)
        assert survey(game, 20, 5, [Host()]) == clean


@pytest.mark.slow
@pytest.mark.parametrize("name", crosscut.ids())
def test_every_game_is_surveyed_alike_compiled_and_interpreted(name):
    game = crosscut.game(name, max(4, game_class(name).facts.smallest))
    with uncompiled():
        plain = survey(game, 20, 5, [Host()])
    assert survey(game, 20, 5, [Host(2)]) == plain
    assert_compiles_for_a_gpu(game)


@pytest.mark.parametrize("most", [findings.MOST_KEPT, 1000])
def test_neither_slices_nor_threads_nor_devices_change_anything(most, monkeypatch):
    game = crosscut.game("hex", 3, pie=False)
    usual = survey(game, 3000, 1, [Host(1)], most=most)
    assert sum(usual.new) <= most
    shares = []
    monkeypatch.setattr(findings, "GROWTH", 1.5)
    assert survey(game, 3000, 1, [Host(3), Host(1)], shares.append, most) == usual
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_thinning_keeps_whole_positions():
    """What is kept in the end is the same as if the rest had never been looked at."""
    source = np.random.default_rng(0)
    drawn = source.integers(0, 1 << 64, 500, np.uint64)[source.integers(0, 500, 5000)]
    kept = Kept(40)
    for bucket, part in enumerate(np.split(drawn, 10)):
        hashes, counts = np.unique(part, return_counts=True)
        kept.add(hashes, counts + bucket * BUCKET)
    times = Counter(drawn.tolist())
    small = sorted(mark for mark in times if mark < 1 << 64 - kept.level)
    assert 20 <= len(small) <= 40 < sum(mark < 1 << 65 - kept.level for mark in times)
    assert kept.hashes.tolist() == small
    assert kept.counts.tolist() == [times[mark] for mark in small]
    first = {mark: at // 500 for at, mark in [*enumerate(drawn.tolist())][::-1]}
    assert kept.buckets.tolist() == [first[mark] for mark in small]


def test_the_number_of_positions_is_right_where_it_is_known():
    """Hex 3x3 has so many that random play reaches them all, and a sample estimates as many."""
    game = crosscut.game("hex", 3, pie=False)
    reached, front = set(), [game.position()]
    while front:
        after = {here.table: here for before in front for _, here in before.next_turns()}
        front = [here for here in after.values() if not here.over]
        reached |= set(after)
    whole = survey(game, 500_000, 0, [Host()])
    assert (whole.level, sum(whole.new)) == (0, len(reached))
    part = survey(game, 500_000, 0, [Host()], most=1000)
    assert part.level == math.ceil(math.log2(len(reached) / 1000))
    expected, chance = len(reached), 2**-part.level
    spread = math.sqrt(expected * (1 - chance) / chance)
    assert abs(sum(part.new) / chance - expected) < 3 * spread


def test_as_many_games_as_there_is_time_for():
    game = crosscut.game("hex", 3, pie=False)
    survey(game, 1, 0, [Host(1)])
    assert affordable(game, 60.0, [Host(1)], 5000) == 5000
    assert affordable(game, 1e-3, [Host(1)], 10**9) <= 2000
    assert [rounded(n) for n in (1, 4, 9, 10, 49, 999_999)] == [1, 2, 5, 10, 20, 500_000]


def test_the_kernel_compiles_for_a_gpu():
    assert_compiles_for_a_gpu(crosscut.game("hex", 3, pie=False))
