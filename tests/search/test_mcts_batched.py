"""The search that sends its leaves to a GPU, with the CPU in the GPU's place."""

import importlib

import numba
import numpy as np
import pytest

import crosscut
from crosscut.core import packing, workspace
from crosscut.core.devices import discovery as choose
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.discovery import said
from crosscut.core.errors import BadOption, NoGpu, OutOfMemory
from crosscut.core.jit import plain, uncompiled
from crosscut.core.rng import seeded
from crosscut.rules.workspace_shape import room_for
from crosscut.search.evaluators import gpu_playouts as leaves
from crosscut.search.limits import Limits
from crosscut.search.mcts import pilots, simulate
from crosscut.search.mcts.flights import part_of
from crosscut.search.mcts.landings import settle
from crosscut.search.mcts.parties import gather
from crosscut.search.mcts.search import FIRST_STEP, Search
from crosscut.search.mcts.tree import NO_BLOCK, NO_CHILDREN, ROOT
from crosscut.search.options import Options, on_device, with_options
from crosscut.search.playout import (
    begin_run,
    one_move,
    playout_limit,
    points_of,
    roll_out,
    rolls_out,
    seat_that_won,
)
from tests.support.games import limit_nodes
from tests.support.program import INTERPRETED, run_cli

SLITHER = crosscut.game("slither", 4)
EACH = 4


MODES = ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)]


@pytest.fixture(autouse=True, params=MODES)
def walks(request, monkeypatch):
    """How many walks are worth their time; little is worth compiling."""
    monkeypatch.setattr(pilots, "every_card", lambda: [Host(1)])
    if request.param == "compiled":
        yield 3000
    else:
        with uncompiled():
            yield 150


def search_of(game, device="gpu", **others):
    given = {"each": EACH, "leaves": 8, "threads": 1, "memory": 64} | others
    return Search(game.position(), Options(device=device, **given), seed=1)


def check_tree(search, each=EACH, own=EACH):
    """Every visit is a game from the node itself or from one of its children, none is under way."""
    tree, inner = search.nursery.tree, 0
    waiting = [ROOT]
    while waiting:
        node = waiting.pop()
        visits, points = int(tree.visits[node]), int(tree.points[node])
        assert visits % each == 0
        assert 0 <= points <= 2 * visits
        if tree.first[node] == NO_CHILDREN:
            continue
        inner += 1
        begin, count = int(tree.first[node]), int(tree.children[node])
        below = int(tree.visits[begin : begin + count].sum())
        assert visits - below >= (0 if node == ROOT else own)
        waiting += range(begin, begin + count)
    assert inner > 3


@pytest.mark.parametrize("threads", [1, 3, 6])
@pytest.mark.parametrize("in_flight", [1, 64])
def test_every_leaf_lands(threads, in_flight, walks):
    own = EACH if threads == 1 else 0  # of two threads that come to a new node at once none stays
    search = search_of(SLITHER, threads=threads, leaves=in_flight)
    search.run(EACH * walks)
    assert search.done == search.nursery.tree.visits[ROOT] == EACH * walks
    check_tree(search, own=own)
    search.move_to(SLITHER.position().tap(search.thought().action))
    search.run(EACH * 20)
    assert search.nursery.tree.visits[ROOT] == search.reused + EACH * 20
    check_tree(search, own=own)


def test_a_party_finds_what_walks_one_by_one_would(monkeypatch):
    """Only the order differs in which nodes are made; so children keep theirs for once."""
    monkeypatch.setattr(simulate, "below", lambda rng, number: 0)
    monkeypatch.setattr(pilots, "PLANES", 1)  # with more it depends on who is quicker
    found = []
    with uncompiled():
        for step in (24, 1):
            search = search_of(SLITHER, leaves=24, share=1)
            search.run(EACH * 40)
            for first in range(0, 24, step):
                part = gathered(search, first, first + step)
            assert int(part.rows[0, leaves.COUNT]) == 24
            found.append(sorted(way[1 : 1 + way[0]].tolist() for way in part.traces[:24]))
    assert found[0] == found[1]
    assert len({tuple(way) for way in found[0]}) > 12


def gathered(search, first, last):
    """Return a part of a flight after some more walks of one thread into it."""
    worker, squad = search.workers[0], search.squadron.squads[0]
    part = part_of(squad.flight, 0)
    given = search.root, search.nursery.tree, search.settings, part, squad.parties[0]
    own = worker.arena, worker.rng, worker.work
    numbers = first, last, search.seed
    assert gather(search.position.game, *map(plain, given), *numbers, *map(plain, own))
    return part


def test_leaves_are_counted_as_if_one_by_one():
    """Sums on the way change nothing: every node gets what was found at each leaf below it."""
    with uncompiled():
        search = search_of(SLITHER, leaves=24, share=1, reference=3 * EACH, solver=False)
        search.run(EACH * 60)
        tree, span, actions = search.nursery.tree, search.nursery.span, SLITHER.actions
        part, sums = gathered(search, 0, 24), search.squadron.squads[0].sums[0]
        draw = np.random.default_rng(1)
        seen = draw.integers(0, EACH, (24, 2 * actions))
        part.found[:, 0] = draw.integers(0, 2 * EACH, 24)
        part.found[:, 1:] = seen + (draw.integers(0, 2 * EACH, seen.shape) << 32)
        points, visits = tree.points.astype(int), tree.visits.astype(int)
        taps, there = np.array(tree.amaf, int).reshape(-1, span), np.flatnonzero(tree.visits)
        had = {n: taps[tree.block[n]].copy() for n in there if tree.block[n] != NO_BLOCK}
        before = len(had)
        for leaf in range(24):
            depth, *way = part.traces[leaf, : 1 + part.traces[leaf, 0]].tolist()
            for i, node in enumerate(part.paths[leaf, : depth + 1].tolist()):
                row = had.setdefault(node, np.zeros(span, int))
                row[0::2] += part.found[leaf, 1:] & packing.HALF
                row[1::2] += part.found[leaf, 1:] >> 32
                for tap in way[i:]:
                    row[2 * tap] += EACH
                    row[2 * tap + 1] += won_by(tap // actions, part.found[leaf, 0])
                if i:
                    points[node] += won_by(way[i - 1] // actions, part.found[leaf, 0])
        visits[ROOT] += 24 * EACH
        given = tree, search.settings, part, sums, search.workers[0].arena
        settle(SLITHER, *map(plain, given))
    assert tree.visits.tolist() == visits.tolist()
    assert tree.points.tolist() == points.tolist()
    blocks = {node: int(tree.block[node]) for node in had if tree.block[node] != NO_BLOCK}
    assert len(blocks) > before > 1
    for node, block in blocks.items():
        assert tree.amaf[block * span : (block + 1) * span].tolist() == had[node].tolist()
    assert not any(array.any() for array in (sums.games, sums.found))


def won_by(seat, points):
    """Return a seat's points of `EACH` games, of which the first seat got some."""
    return 2 * EACH - points if seat else points


def test_halves_are_added_alike_compiled_and_interpreted():
    """Also where the words are no multiple of those added at once."""
    importlib.import_module("crosscut.core.compiler")
    words = np.arange(1, 40) + (np.arange(40, 1, -1) << 32)
    sums = []
    for add in (
        packing.add_halves,
        numba.njit(lambda a, b, c, d, e: packing.add_halves(a, b, c, d, e)),
    ):
        counts = np.full(100, 3, np.float32)
        add(23, words, 5, counts, 7)
        sums.append(counts)
    expected = np.full(100, 3, np.float32)
    expected[7:53:2] += np.arange(6, 29)
    expected[8:53:2] += np.arange(35, 12, -1)
    assert sums[0].tolist() == sums[1].tolist() == expected.tolist()


def test_statistics_are_those_of_the_games(walks):
    """Whatever is under way, the root's statistics hold each game and its taps once."""
    search = search_of(SLITHER, solver=False, decisive=False)
    search.run(EACH * walks)
    tree, span = search.nursery.tree, search.nursery.span
    block = int(tree.block[ROOT])
    assert block != NO_BLOCK
    seen, points = tree.amaf[block * span : (block + 1) * span].reshape(-1, 2).T
    begin, count = int(tree.first[ROOT]), int(tree.children[ROOT])
    taken = tree.visits[begin : begin + count]
    # the first seat's first tap is on the way of every leaf, so it is counted with every visit
    assert (seen[tree.action[begin : begin + count]] >= taken).all()
    assert (points <= 2 * seen).all()
    assert seen.max() <= 2 * search.done  # once on the way, and once in the games
    assert not seen[SLITHER.width : SLITHER.actions].any()


def recount(game, position, each, seed):
    """Return what the kernel finds at a leaf, game by game in the interpreter."""
    found = np.zeros(leaves.found_words(game), np.int64)
    for number in range(each):
        rng = seeded(seed, number)
        work = workspace.Work(
            [0] * 2000, [0] * 32, [0] * 500, [[0] * 64 for _ in range(32)], [0] * 500
        )
        run_on = begin_run(position.table, game.pass_action)
        while not run_on.over:
            if rolls_out(game, run_on):
                run_on = roll_out(game, run_on, rng, work)
            else:
                run_on = one_move(game, run_on, False, playout_limit(game), rng, work)
        winner = seat_that_won(run_on)
        found[0] += points_of(winner, 0)
        for tap in set(work.trace[1 : work.trace[0] + 1]):
            if tap % game.actions < game.width:
                points = points_of(winner, tap // game.actions)
                found[1 + tap] += leaves.SEEN + points * leaves.POINTS
    return found


@pytest.mark.parametrize("name", ["slither", "hex"])
def test_what_is_found_at_a_leaf(name):
    game = crosscut.game(name, 4, pie=False)
    position = game.position().play("b2").play("c3")
    row = np.zeros((1, 2, leaves.row_words(game)), np.uint64)
    row[0, 0, leaves.COUNT] = 1
    row[0, 1, : game._table_words] = position.packed()
    row[0, 1, game._table_words] = game.pass_action
    found = np.zeros(leaves.found_words(game), np.int64)
    given = leaves.Leaves(row, found, seed=7, each=20, leaves=1, limit=playout_limit(game))
    Host(1).run(leaves.LEAVES, game, given, 20, room_for(game, leaves.LEAVES))
    assert found.tolist() == recount(game, position, 20, 7).tolist()
    assert found[0] > 0


def test_wins_are_proven_as_on_the_cpu(walks):
    game = crosscut.game("hex", 3 if walks > 1000 else 2, pie=False)
    search = search_of(game)
    search.run(EACH * walks)
    assert search.thought().proven == 0
    assert search.decided


def test_histories_fly_along(walks):
    game = crosscut.game("gonnect", 3)
    position = game.position().play("b2").play("c3").play("b3")
    search = Search(position, Options(device="gpu", each=EACH, leaves=4, threads=1, memory=64))
    search.run(EACH * walks // 2)
    check_tree(search)


def test_planes_are_full_once_the_tree_is_large(walks, monkeypatch):
    flown = []

    def note(plane):
        flown.append((plane, plane.parts.rows[:, 0, leaves.COUNT].sum()))
        start(plane)

    monkeypatch.setattr(pilots.Plane, "start", note)
    search = search_of(SLITHER, threads=3, leaves=12)
    search.run(EACH * search.options.share * 12)
    flown.clear()
    search.run(EACH * 120)
    planes, carried = zip(*flown, strict=True)
    assert sum(carried) == 120
    # who is quick is so many turns ahead when there are no more walks to be made
    assert set(carried[: -pilots.PLANES]) == {12}
    assert planes[0] is planes[pilots.PLANES]
    assert len(set(map(id, planes))) == pilots.PLANES


start = pilots.Plane.start


class Failing(Host):
    """A device that fails after some launches."""

    left = 12

    def run(self, *args):
        if Failing.left == 0:
            raise OutOfMemory("the GPU has too little memory left")
        Failing.left -= 1
        super().run(*args)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_cpu_goes_on_where_a_gpu_fails(threads, monkeypatch, capsys, walks):
    said.clear()
    monkeypatch.setattr(Failing, "left", 12)
    monkeypatch.setattr(pilots, "every_card", lambda: [Failing(1)])
    search = search_of(SLITHER, threads=threads)
    search.step = 10**6
    search.run(EACH * walks)
    assert search.done >= EACH * walks
    assert search.step == FIRST_STEP  # a CPU needs longer for as many
    assert search.options.device == "cpu"
    assert search.options.hands == threads
    assert search.nursery.tree.visits[ROOT] == search.done
    check_tree(search, each=1, own=0)  # a node that was only flown to may have children
    assert capsys.readouterr().err.count("too little memory left; the CPU goes on") == 1


def test_a_stop_in_the_middle_leaves_nothing_under_way(walks, monkeypatch):
    search = search_of(SLITHER, threads=2)
    search.run(EACH * walks)

    def stop(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(pilots.Plane, "start", stop)
    with pytest.raises(KeyboardInterrupt):
        search.run(EACH * 20)
    check_tree(search, own=0)


def test_leaves_of_a_flight_that_ended_badly_are_forgotten(walks):
    search = search_of(SLITHER, threads=2)
    search.run(EACH * walks)
    for squad in search.squadron.squads:
        squad.flight.rows[:, 0, leaves.COUNT] = squad.flight.paths.shape[1]
    search.run(EACH * 20)
    assert search.nursery.tree.visits[ROOT] == EACH * (walks + 20)
    check_tree(search, own=0)


def test_a_full_tree_is_thinned_out_however_short_the_rounds_are(walks, monkeypatch):
    thinned, thin_out = [], Search.thin_out
    monkeypatch.setattr(Search, "thin_out", lambda search: (thinned.append(1), thin_out(search))[1])
    search = search_of(SLITHER)
    limit_nodes(search, 4 * search.nursery.span)
    for _ in range(walks):
        search.run(EACH)
    assert len(thinned) > 1
    assert search.nursery.tree.visits[ROOT] == EACH * walks
    assert search.nodes <= 4 * search.nursery.span


def test_auto_is_the_cpu_where_simulations_are_counted(monkeypatch):
    counted, timed = Limits(simulations=10), Limits(seconds=10)
    monkeypatch.setattr(choose, "every_card", lambda: [Host(1)])
    assert on_device(Options(), "auto", counted).device == "cpu"
    assert on_device(Options(), "auto", timed).device == "gpu"
    assert on_device(Options(), "gpu", counted).device == "gpu"
    monkeypatch.setattr(choose, "every_card", none)
    assert on_device(Options(), "auto", timed).device == "cpu"


def none():
    """Find no card."""
    raise NoGpu("no NVIDIA driver was found")


def test_without_a_gpu_the_cpu_goes_on(monkeypatch, capsys):
    said.clear()
    monkeypatch.setattr(pilots, "every_card", none)
    assert search_of(SLITHER, "auto").options.device == "cpu"
    assert capsys.readouterr().err == ""
    assert search_of(SLITHER, "gpu").options.device == "cpu"
    assert capsys.readouterr().err == "no NVIDIA driver was found; the CPU goes on\n"


def test_devices_have_names():
    assert with_options(Options(), {"device": "gpu"}).hands >= 1
    with pytest.raises(BadOption, match="auto, cpu, gpu"):
        with_options(Options(), {"device": "tpu"})


def test_a_match_without_a_gpu():
    players = "default:20,device=gpu", "random"
    _, said_so = run_cli(
        "match", "hex", *players, "--size", "3", "--games", "2", "--jobs", "1", **INTERPRETED
    )
    assert "the CPU goes on" in said_so


def test_a_speed_without_a_gpu_is_no_speed():
    _, said_so = run_cli("bench", "hex", "--search", "--device", "gpu", code=2, **INTERPRETED)
    assert said_so.startswith("crosscut: ")
    assert "no GPU" in said_so
