"""Random games from any positions on any device: the same everywhere, and what is said of a GPU."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import crosscut
from crosscut.core.arrays import new_rng
from crosscut.core.devices import discovery as choose
from crosscut.core.devices.cpu import Host
from crosscut.core.errors import BadOption, NoGpu, NotForGpu, OutOfMemory
from crosscut.core.jit import plain
from crosscut.core.rng import stream_state
from crosscut.lab.bench.suite import games_for_devices
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules.game import DRAW
from crosscut.rules.registry import load_file
from crosscut.rules.workspace_shape import search_work
from crosscut.search import playout_results as outcome
from crosscut.search import playout_runner as players
from crosscut.search.playout import (
    DRAWN,
    MOVES,
    MOVES_SQUARED,
    SEAT_0,
    TALLY,
    TURNS,
    playout_limit,
    playouts,
    random_move,
)
from crosscut.search.playout_results import play_out
from tests.support.fake_gpu import fill_with_garbage
from tests.support.game_files.shuttle import Shuttle
from tests.support.games import random_position, taps_of
from tests.support.program import INTERPRETED, rejected, run_main

EXAMPLES = Path(__file__).parents[2] / "examples"


def one_after_another(starts, each, seed=0):
    """Return the tallies of the random games that one core plays from each start in turn."""
    tallies = np.zeros((len(starts), TALLY), np.int64)
    for i, start in enumerate(starts):
        dealt = not isinstance(start, Position)
        game = start if dealt else start.game
        position = game.position() if dealt else start
        numbers = i * each, (i + 1) * each, seed
        work = search_work(game, None if dealt else position.keys)
        end = playout_limit(game), tallies[i], new_rng(), work
        playouts(game, position.packed(), dealt, False, *numbers, *end)
    return tallies


def by_hand(start, number, seed=0):
    """Return the tally of one random game, played position by position, and its last position."""
    rng = plain(new_rng(stream_state(seed, number)))
    if isinstance(start, Position):
        game, position = start.game, start
    else:
        game, work = start, plain(search_work(start))
        position = Position(game, table.begin(game, game.deal(rng), work), [0, 0], None, -1)
    first = position
    while not position.over:
        move = random_move(game, position.table, rng, plain(search_work(game, position.keys)))
        for tap in taps_of(move) or [game.pass_action]:
            position = position.tap(tap)
    tally = np.zeros(TALLY, np.int64)
    tally[DRAWN if position.result == DRAW else SEAT_0 + position.winner] = 1
    tally[MOVES] = position.move_number - first.move_number
    tally[TURNS] = position.turn_number - first.turn_number
    tally[MOVES_SQUARED] = tally[MOVES] ** 2
    return tally, position


def middles(game, taps=5):
    """Return positions of random games, and at the end one that is over."""
    start = game.position(seed=1)
    found = [random_position(start, taps, seed) for seed in range(4)]
    return [*found, random_position(start, 10_000, 9)]


def same(one, other):
    """Tell whether two outcomes are the same to the last digit."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("tallies", "lengths", "owned")
    )


GAMES = {
    "hex with the pie rule": crosscut.game("hex", 4, pie=True),
    "moves of two taps": crosscut.game("slither", 4, "advanced", pie=True),
    "a start that is drawn": crosscut.game("snaketrail", 3),
    "a file of one's own": load_file(EXAMPLES / "sidestep.py")(5, "standard", True),
}


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_that_are_played_by_hand(name):
    """Also from positions that are over: no move is made, and the result stays."""
    game, each = GAMES[name], 3
    for starts in (middles(game), [game, game]):
        found = play_out(starts, each, seed=5, lengths=True, ownership=True)
        owned = np.zeros((len(starts), len(game.kinds), game.width), int)
        lengths = np.zeros(playout_limit(game) + 1, int)
        tallies = np.zeros((len(starts), TALLY), int)
        for number in range(each * len(starts)):
            i = number // each
            tally, last = by_hand(starts[i], number, seed=5)
            tallies[i] += tally
            lengths[tally[MOVES]] += 1
            for kind, cells in enumerate(game.pieces(last.state)):
                owned[i, kind] += [cells >> cell & 1 for cell in range(game.width)]
        assert np.array_equal(found.tallies, tallies)
        assert np.array_equal(found.lengths, lengths)
        assert np.array_equal(found.owned, owned)
        assert found.games.tolist() == [each] * len(starts)
        assert owned.any()
    over = play_out(middles(game)[-1], 7)
    assert over.moves.tolist() == [0]
    assert sorted(over.wins[0]) == [0, 7] or over.draws.tolist() == [7]


REMEMBER = {
    crosscut.game("gonnect", 4, pie=False): (0, 4, 15),
    Shuttle(3, "thrice", False): (0, 9, 20, 31),
}
"""Games in which earlier turns count, and after how many taps."""


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", REMEMBER, ids=str)
def test_earlier_turns_count_in_games_that_remember(game):
    """Histories are of different lengths, and without them the games would be others."""
    starts = [random_position(game.position(), taps, 1) for taps in REMEMBER[game]]
    found = play_out(starts, 20, seed=2).tallies
    assert np.array_equal(found, one_after_another(starts, 20, seed=2))
    bare = [Position(game, start.table, [0, 0], None, -1) for start in starts]
    assert not np.array_equal(found, play_out(bare, 20, seed=2).tallies)


def test_slices_cores_and_cards_change_nothing(monkeypatch):
    """Several CPUs stand for several GPUs; short slices and small batches come in any order."""
    starts, asked = (
        middles(crosscut.game("hex", 3), taps=2),
        {"lengths": True, "ownership": True},
    )
    known = play_out(starts, 500, seed=3, device=[Host(1)], **asked)
    assert np.array_equal(known.tallies, one_after_another(starts, 500, seed=3))
    alone = play_out(starts, 500, seed=3, device="cpu", lengths=True)  # by another kernel
    assert np.array_equal(alone.tallies, known.tallies)
    assert np.array_equal(alone.lengths, known.lengths)
    assert alone.owned.size == 0
    for seconds, chunk in ((players.SLICE_SECONDS, outcome.CHUNK_BYTES), (0, 2000)):
        monkeypatch.setattr(players, "SLICE_SECONDS", seconds)
        monkeypatch.setattr(outcome, "CHUNK_BYTES", chunk)
        for cores in ((2,), (3,), (1, 1), (2, 1, 1)):
            devices, shares = [Host(each) for each in cores], []
            found = play_out(starts, 500, seed=3, device=devices, tick=shares.append, **asked)
            assert same(found, known)
            assert shares == sorted(shares)
            assert shares[-1] == 1
            assert seconds or len(shares) > 100


@pytest.mark.usefixtures("interpreted")
def test_games_are_numbered():
    game = crosscut.game("hex", 3)
    whole = play_out([game] * 50, 1, seed=8).tallies
    later = play_out([game] * 20, 1, seed=8, first=30).tallies
    assert np.array_equal(whole[30:], later)
    assert np.array_equal(whole.sum(axis=0), play_out(game, 50, seed=8).tallies[0])
    assert not np.array_equal(whole, play_out([game] * 50, 1, seed=9).tallies)


@pytest.mark.usefixtures("interpreted")
def test_what_random_games_come_to():
    game = crosscut.game("hex", 3)
    found = crosscut.random_games(game, 300, seed=4)
    tally = one_after_another([game], 300, seed=4)[0]
    assert found["playouts"] == 300
    assert found["mean_moves"] == round(tally[MOVES] / 300, 4)
    assert found["first_seat_wins"] == round(tally[SEAT_0] / 300, 4)


@pytest.mark.usefixtures("interpreted")
def test_ctrl_c_is_heard_between_slices():
    def press(share):
        raise KeyboardInterrupt

    for devices in ([Host(1)], [Host(1), Host(1)]):
        with pytest.raises(KeyboardInterrupt):
            play_out(crosscut.game("hex", 3), 10**12, device=devices, tick=press)


@pytest.mark.usefixtures("interpreted")
def test_where_one_fails_the_others_end():
    class Counting(Host):
        games = 0

        def run(self, kernel, game, given, *args):
            self.games += given.last - given.first
            super().run(kernel, game, given, *args)

    works, fails, games = Counting(1), Failing(), 30_000
    with pytest.raises(OutOfMemory):
        play_out(crosscut.game("hex", 3), games, device=[works, fails])
    assert 0 < works.games < games / 2


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("ownership", [False, True])
def test_what_is_in_working_memory_before_does_not_matter(ownership, monkeypatch):
    game = crosscut.game("slither", 3)
    clean = play_out([game, game], 10, device="cpu", ownership=ownership)
    monkeypatch.setattr("crosscut.core.devices.cpu.apart", fill_with_garbage)
    assert same(play_out([game, game], 10, device="cpu", ownership=ownership), clean)


@pytest.mark.parametrize(
    ("starts", "options", "message"),
    [
        ([], {}, "at least one position"),
        ("hex", {}, "this is 'h'"),
        (5, {}, "the game itself for its own start; this is 5"),
        ([GAMES["hex with the pie rule"]], {"each": 0}, "each is a whole number from 1"),
        ([GAMES["hex with the pie rule"]], {"device": "tpu"}, "auto, cpu or gpu, not 'tpu'"),
        ([GAMES["hex with the pie rule"], GAMES["moves of two taps"]], {}, "one game"),
    ],
)
def test_bad_arguments_are_refused(starts, options, message):
    with pytest.raises(BadOption, match=message):
        play_out(starts, **{"each": 1, **options})


# Which device.


class Failing(Host):
    """A card that has too little memory after a while."""

    def __init__(self):
        super().__init__(1)
        self.name, self.runs = "a card", 0

    def run(self, *args):
        self.runs += 1
        if self.runs > 3:
            raise OutOfMemory("the GPU refused cuMemAlloc (CUDA_ERROR_OUT_OF_MEMORY)")
        super().run(*args)


def no_card():
    raise NoGpu("no NVIDIA driver was found on this machine")


@pytest.mark.usefixtures("interpreted")
def test_without_a_gpu_auto_is_the_cpu_and_gpu_says_why(monkeypatch):
    monkeypatch.setattr(choose, "every_card", no_card)
    assert [type(device) for device in choose.devices("auto")] == [Host]
    with pytest.raises(NoGpu, match="no NVIDIA driver"):
        choose.devices("gpu")
    cards = [Failing(), Failing()]
    monkeypatch.setattr(choose, "every_card", lambda: cards)
    assert choose.devices("gpu") == choose.devices("auto") == cards
    assert choose.names_of([*cards, Host(1)]) == "2 × a card and the CPU, one core"
    assert [type(device) for device in choose.devices("cpu")] == [Host]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("card", [no_card, lambda: [Failing()]], ids=["missing", "failing"])
def test_the_cpu_goes_on_where_a_gpu_fails(card, monkeypatch, capsys):
    game = crosscut.game("hex", 3)
    monkeypatch.setattr(choose, "every_card", card)
    monkeypatch.setattr(choose, "said", set())
    known = play_out(game, 100, device="cpu")
    for _ in range(2):  # people are told once
        assert same(play_out(game, 100, device="gpu"), known)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].endswith("; the CPU goes on")


@pytest.mark.usefixtures("interpreted")
def test_few_games_do_not_wake_a_gpu(monkeypatch, capsys):
    monkeypatch.setattr(choose, "every_card", lambda: [Failing()])
    monkeypatch.setattr(choose, "said", set())
    game = crosscut.game("hex", 2)
    play_out(game, 50)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(outcome, "WORTH_A_GPU", 50)
    play_out(game, 50)
    assert "the CPU goes on" in capsys.readouterr().err


def test_no_gpu_is_a_clear_line_and_no_figure():
    """Plain Python runs on no GPU, so this holds on a machine with one too."""
    for options in (("hex", "--size", "3"), ("--all",)):
        said = rejected("bench", *options, "--device", "gpu", **INTERPRETED)
        assert said == "crosscut: CROSSCUT_INTERPRET=1 asks for plain Python, which no GPU runs\n"
    said = rejected("warm", "hex", "--device", "gpu", **INTERPRETED)
    assert "which no GPU runs" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["bench", "hex", "--device", "gpu", "--search", "--threads", "2"], "--device goes with"),
        (["bench", "hex", "--device", "gpu", "--sizes", "3,4"], "--device goes with"),
        (["warm", "hex", "--capability", "9.0"], "--capability goes with --device gpu"),
        (["warm", "hex", "--device", "gpu", "--capability", "9"], "two numbers such as 9.0"),
    ],
)
def test_options_that_do_not_go_together(options, message):
    assert message in rejected(*options)


def test_bench_on_a_device(monkeypatch):
    options = ("bench", "hex", "--size", "2", "--device", "auto", "--seconds", "0.05")
    monkeypatch.setattr("crosscut.lab.bench.gpu.COMPARED", 100)
    monkeypatch.setattr("crosscut.lab.bench.gpu.WARM_UP_SECONDS", 0.05)
    found = json.loads(run_main(*options, "--json", **INTERPRETED)[0])
    assert found["device"].startswith("the CPU")
    assert found["playouts_per_second"] > 0
    ratio = found["playouts_per_second"] / found["one_core"]["playouts_per_second"]
    assert found["times_one_core"] == round(ratio, 2)
    assert (found["compared"], found["different"]) == (100, 0)
    out, _ = run_main(*options, **INTERPRETED)
    assert "100 of 100 games end as, and when, they do on the CPU" in out


class Pretended(Host):
    """A card that knows what a kernel needs, and runs no game on a board of three rows."""

    def about(self, kernel, game, given, room):
        return {"registers": 96, "local_bytes": 1234, "warps": 20, "occupancy": 0.3125}

    def threads(self, kernel, game, given, room):
        if game.size == 3:
            raise NotForGpu("Hex runs on no GPU: line 7 of hex.py will not compile")
        return super().threads(kernel, game, given, room)


def test_bench_of_all_games_on_a_device(monkeypatch):
    """A game that does not run there gets a line, and the others are measured."""
    games = [
        crosscut.game("hex", 2),
        crosscut.game("hex", 3),
        crosscut.game("slither", 2),
    ]
    monkeypatch.setattr("crosscut.lab.bench.suite.games_for_devices", lambda pie: games)
    monkeypatch.setattr(choose, "every_card", lambda: [Pretended(1), Pretended(1)])
    monkeypatch.setattr("crosscut.lab.bench.gpu.COMPARED", 20)
    monkeypatch.setattr("crosscut.lab.bench.gpu.WARM_UP_SECONDS", 0.02)
    options = ("bench", "--all", "--device", "gpu", "--seconds", "0.02")
    out, err = run_main(*options, **INTERPRETED)
    assert re.search(r"Slither 2x2 +[\d,]+ +[\d.]+ +[\d.]+ +20 of 20 +96 +1,234 +31%", out)
    assert "\nHex runs on no GPU: line 7 of hex.py will not compile\n" in out
    assert "on 2 × the CPU, one core, beside one and all " in out
    assert "3 of 3" in err
    rows = json.loads(run_main(*options, "--json", **INTERPRETED)[0])["games"]
    assert [row.get("different") for row in rows] == [0, None, 0]


def test_every_game_is_measured_on_a_gpu():
    found = {(game.id, game.size) for game in games_for_devices()}
    assert found >= {(name, crosscut.game(name).size) for name in crosscut.ids()}
    assert found >= {("slither", 8), ("slither", 13), ("slither", 19), ("hex", 11)}


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_differs_is_noticed():
    from crosscut.lab.bench.gpu import differences

    class Careless(Host):
        """A card that counts one game twice."""

        def fetch(self, array):
            found = super().fetch(array)
            found[3 * TALLY : 3 * TALLY + 1] += 1
            return found

    game = crosscut.game("hex", 2)
    assert differences(game, [Host()], 10) == []
    assert differences(game, [Careless()], 10) == [3]
