"""The environment on a GPU, with the CPU in its place: the same games as in `VectorEnv`."""

import copy
import pickle
import weakref

import numpy as np
import pytest

import crosscut
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.kernel import Kernel
from crosscut.core.errors import BadOption, IllegalMove, NoGpu, OutOfMemory
from crosscut.core.jit import uncompiled
from crosscut.lab.envs import DeviceEnv, VectorEnv
from crosscut.lab.envs.batch import Batch
from crosscut.lab.envs.kernels import (
    DRAW_MOVE,
    FAULTS,
    ON_STAGE,
    RESET,
    SHOW,
    STEP,
    TAKE,
    Chosen,
    show_part,
)
from crosscut.rules.workspace_shape import room_for
from tests.lab.test_env_vector import PUBLIC, SHUTTLE
from tests.lab.test_env_vector_copies import COPIES
from tests.support.fake_gpu import FakeGpu
from tests.support.games import SMALL_SIZES, all_variants

ARRAYS = Batch._fields[:-1]
BATCH = 5


def differences(ours, theirs):
    """Return the names of the arrays in which two environments differ."""
    pairs = ((name, getattr(ours._arrays, name), getattr(theirs._arrays, name)) for name in ARRAYS)
    return [name for name, one, other in pairs if not np.array_equal(one, other)]


@pytest.fixture
def by_parts(monkeypatch):
    """Let the CPU write masks and observations as a GPU does, all parts one by one."""
    monkeypatch.setattr("crosscut.lab.envs.device.SHOW", Kernel(show_part))


def goes_alike(game, steps, cores=2, **options):
    """Step both kinds of environment with the same actions; return how many games ended.

    The one that is known already runs in the interpreter, which is quicker than compiling it.
    """
    with uncompiled():
        here = VectorEnv(game, BATCH, 3, **options)
    there = DeviceEnv(game, BATCH, 3, device=Host(cores), **options)
    assert differences(there, here) == []
    ended = 0
    for _ in range(steps):
        actions = there.random_actions().copy()
        with uncompiled():
            told = here.step(actions)
        seen = there.step(actions)
        assert differences(there, here) == []
        assert all(np.array_equal(a, b) for a, b in zip(told[:-1], seen[:-1], strict=True))
        assert told[-1].keys() == seen[-1].keys()
        assert all(np.array_equal(told[-1][name], seen[-1][name]) for name in told[-1])
        ended += int(here.terminated.sum() + here.truncated.sum())
    for i in range(BATCH):
        assert there.position(i).history() == here.position(i).history()
        assert there.seed_of(i) == here.seed_of(i)
    return ended


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("hex", {}),
        ("slither", {"limit": 20}),
        ("snaketrail", {}),
        ("snaketrail", {"deal": False}),
        ("gonnect", {"history": 3}),
        ("resolve", {}),
    ],
)
def test_it_writes_what_the_other_writes(name, options, interpreted, by_parts):
    assert goes_alike(
        crosscut.game(name, SMALL_SIZES[name], pie=name == "hex" or None), 60, **options
    )


def test_compiled_it_writes_what_the_other_writes(by_parts):
    """On a board of two words that are not full, which 32 threads write together."""
    assert goes_alike(crosscut.game("hex", 9), 85)


@pytest.mark.slow
@pytest.mark.parametrize("pair", all_variants(), ids="-".join)
def test_every_game_goes_alike(pair, by_parts):
    name, variant = pair
    assert goes_alike(crosscut.game(name, SMALL_SIZES[name], variant), 300)


def test_arrays_stay_the_same_and_are_natural(interpreted):
    env = DeviceEnv(crosscut.game("hex", 4), 3, device="cpu")
    told = env.step([0, 1, 2])
    assert told[0] is env.observation
    assert env.observation.shape == (3, 6, 4, 4)
    assert (env.mask.shape, env.mask.dtype) == ((3, 18), np.bool_)
    assert (env.terminated.dtype, env.truncated.dtype) == (np.bool_, np.bool_)
    tensor = np.from_dlpack(env.observation)
    env.step([5, 5, 5])
    assert np.shares_memory(tensor, env.observation)
    assert tensor[:, :2].sum() == 6


def test_an_illegal_action_changes_nothing(interpreted):
    env = DeviceEnv(crosscut.game("hex", 4), 3, device="cpu")
    env.step([0, 1, 2])
    before = [getattr(env._arrays, name).copy() for name in ARRAYS]
    for wrong, words in (
        ([5, 5, 2], r"game 2: action 2 \(c1\) is not legal there"),
        ([16, 5, -1], r"game 0: action 16 \(pass\) is not legal there"),
        ([5, 18, 5], r"game 1: action 18 is not legal there"),
        ([5, -1, 5], r"game 1: action -1 is not legal there"),
    ):
        with pytest.raises(IllegalMove, match=words):
            env.step(wrong)
        after = [getattr(env._arrays, name) for name in ARRAYS]
        assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    for wrong in ([5, 5], [5.0, 5.0, 5.0], 5):
        with pytest.raises(BadOption, match="3 whole numbers"):
            env.step(wrong)
    env.step([5, 5, 5])
    assert env.taps.tolist() == [2, 2, 2]


def test_unchecked_a_game_with_an_illegal_action_stays_as_it_is(interpreted):
    env = DeviceEnv(crosscut.game("hex", 2), 3, device="cpu")
    other = VectorEnv(env.game, 3)
    for actions in ([0, 0, 0], [1, 1, 1]):
        env.step(actions)
        other.step(actions)
    env.step([3, 0, 3], check=False)
    other.step([3, 3, 3])
    assert env.taps.tolist() == [3, 2, 3]
    assert len(env.position(1).history()) == 2
    for i in (0, 2):
        assert (env.observation[i] == other.observation[i]).all()
    env.step([2, 1, 2], check=False)
    assert env.terminated.tolist() == [True, False, True]
    env.step([0, 0, 0], check=False)
    assert env.terminated.tolist() == [False, False, False]
    assert not env.rewards.any()


@pytest.mark.parametrize("again", COPIES)
def test_a_copy_goes_on_as_the_original_would(again, interpreted):
    env = DeviceEnv(crosscut.game("slither", 4), 3, 5, limit=20, device=Host(1))
    env.step_at_random(7)
    made = again(env)
    made.step_at_random(5)
    assert differences(env, made)
    made = again(env)
    for _ in range(60):
        assert np.array_equal(env.random_actions(), made.random_actions())
        env.step_at_random()
        made.step_at_random()
        assert differences(env, made) == []
        assert all(np.array_equal(getattr(env, name), getattr(made, name)) for name in PUBLIC)
    assert env.position(2).history() == made.position(2).history()


def test_every_game_draws_from_a_stream_of_its_own(interpreted):
    game = crosscut.game("hex", 5)

    def drawn(batch, cores, seed=4):
        env = DeviceEnv(game, batch, seed, device=Host(cores))
        found = []
        for _ in range(10):
            found.append(env.random_actions().copy())
            env.step(found[-1])
        return np.array(found)

    few, many = drawn(3, 1), drawn(9, 2)
    assert (few == many[:, :3]).all()
    assert len({tuple(column) for column in many.T.tolist()}) == 9
    assert (drawn(3, 1, seed=5) != few).any()


def test_random_steps_are_those_of_drawn_actions(interpreted):
    game = crosscut.game("slither", 4)
    one, other = (DeviceEnv(game, 4, 6, device=Host(1)) for _ in range(2))
    one.step_at_random(25)
    for _ in range(25):
        other.step(other.random_actions())
    assert differences(one, other) == []
    one.reset()
    other.reset(6)
    assert differences(one, other) == []
    one.step_at_random(3)
    other.step(other.random_moves())
    assert differences(one, other)


def test_random_moves_are_uniform_over_moves(interpreted):
    """From a Slither board with one stone of the mover, which begins most of the moves."""
    env = DeviceEnv(crosscut.game("slither", 4), 200, device="cpu")
    for tap in (5, 0):
        env.step([tap] * 200)
    assert (env.random_moves() == 5).mean() > (env.random_actions() == 5).mean() + 0.2


def test_a_game_without_a_choice_is_refused(interpreted, tmp_path):
    file = tmp_path / "none.py"
    source = (SHUTTLE.parent / "fence.py").read_text()
    file.write_text(source.replace("return found", "return self.board.none"))
    with pytest.raises(BadOption, match="over before anybody has a choice"):
        DeviceEnv(crosscut.game(str(file)), 1, device="cpu")


def test_devices_that_are_not_there(interpreted, monkeypatch):
    def none():
        raise NoGpu("no NVIDIA driver was found")

    monkeypatch.setattr("crosscut.core.devices.discovery.every_card", none)
    game = crosscut.game("hex", 2)
    assert isinstance(DeviceEnv(game, 1).device, Host)
    with pytest.raises(NoGpu, match="no NVIDIA driver"):
        DeviceEnv(game, 1, device="gpu")
    with pytest.raises(BadOption, match="not 'tpu'"):
        DeviceEnv(game, 1, device="tpu")


# On a card, with a driver that only notes what it is told.


def test_a_card_that_is_full_says_what_was_needed(driver_calls, interpreted, monkeypatch, capsys):
    class Full(FakeGpu):
        def array(self, shape, kind):
            raise OutOfMemory("the GPU refused cuMemAlloc")

    words = r"700 games take 0.0 GiB, more than a pretended card has free; a smaller batch"
    with pytest.raises(OutOfMemory, match=words):
        DeviceEnv(crosscut.game("hex", 3), 700, device=Full(0))
    monkeypatch.setattr("crosscut.core.devices.discovery.every_card", lambda: [Full(0)])
    env = DeviceEnv(crosscut.game("hex", 3), 700)
    assert isinstance(env.device, Host)
    assert env.mask[:, :9].all()
    assert "more than a pretended card has free" in capsys.readouterr().err


def test_a_copy_stays_on_the_same_card(driver_calls, monkeypatch):
    env = DeviceEnv(crosscut.game("hex", 3), 2, device=FakeGpu(0), stream=3)
    for again in (copy.copy, copy.deepcopy):
        made = again(env)
        assert made.device is env.device
        assert made.observation.pointer == made._arrays.observation.pointer
        assert made.observation.pointer != env.observation.pointer
    monkeypatch.setattr("crosscut.core.devices.discovery.every_card", lambda: [FakeGpu(0)])
    read = pickle.loads(pickle.dumps(env))
    assert (read.device.number, read.device.stream_number) == (0, 1)  # as torch uses there
    monkeypatch.setattr("crosscut.core.devices.discovery.every_card", list)
    with pytest.raises(NoGpu, match="no GPU number 0"):
        pickle.loads(pickle.dumps(env))


def test_actions_on_the_card_stay_there(driver_calls):
    game = crosscut.game("hex", 4)
    env = DeviceEnv(game, 8, device=FakeGpu(0), stream=3)
    for kind in (np.int32, np.int64):
        driver_calls.clear()
        env.step(env.device.array(8, kind), check=False)
        names = [call[0] for call in driver_calls]
        kernels = [call[1] for call in driver_calls if call[0] == "cuLaunchKernel"]
        assert kernels == [TAKE.name, STEP.name, SHOW.name]
        assert not [name for name in names if "Memcpy" in name or "StreamSynchronize" in name]
    for wrong in (env.device.array(8, np.float32), env.device.array(7, np.int64)):
        with pytest.raises(BadOption, match="a step takes 8 numbers of 32 or 64 bits"):
            env.step(wrong)
    driver_calls.clear()
    env.step(range(8))
    assert "cuMemcpyHtoDAsync" in [call[0] for call in driver_calls]
    assert env.observation.__dlpack_device__() == (2, 0)
    assert env.mask.__cuda_array_interface__["typestr"] == "|b1"
    assert env.mask.__cuda_array_interface__["stream"] == 3
    usual = DeviceEnv(game, 1, device=FakeGpu(0), stream=0)  # as torch calls the usual one
    assert usual.mask.__cuda_array_interface__["stream"] == 1


def test_a_program_may_be_many_steps_ahead_of_the_card(driver_calls):
    """Actions of others are kept until they have been read, and only the oldest are waited for."""
    env = DeviceEnv(crosscut.game("hex", 4), 8, device=FakeGpu(0))

    def waits(steps):
        driver_calls.clear()
        kept = []
        for _ in range(steps):
            actions = env.device.array(8, np.int64)
            kept.append(weakref.ref(actions))
            env.step(actions, check=False)
        del actions
        names = [call[0] for call in driver_calls]
        assert "cuStreamSynchronize" not in names
        return names.count("cuEventSynchronize"), [each() is not None for each in kept]

    assert waits(32) == (0, [True] * 32)
    env.finish()
    assert waits(35) == (3, [False] * 3 + [True] * 32)
    env.step(env.random_actions())  # checked, so that all was waited for
    assert waits(1) == (0, [True])


def test_a_step_waits_for_who_reads_on_another_stream(driver_calls):
    env = DeviceEnv(crosscut.game("hex", 4), 8, device=FakeGpu(0), stream=5)
    for stream, reader in ((9, 9), (0, 1)):
        driver_calls.clear()
        env.after(stream)
        env.step_at_random()
        order = [call for call in driver_calls if call[0] in ("cuEventRecord", "cuStreamWaitEvent")]
        assert order == [("cuEventRecord", 7, reader), ("cuStreamWaitEvent", 5, 7, 0)]
        names = [call[0] for call in driver_calls]
        assert names.index("cuStreamWaitEvent") < names.index("cuLaunchKernel")
        assert not [name for name in names if "Synchronize" in name]
    driver_calls.clear()
    env.after(5)
    assert driver_calls == []
    with pytest.raises(BadOption, match="stream"):
        env.after(-1)


def test_on_the_cpu_there_is_one_order(interpreted):
    env = DeviceEnv(crosscut.game("hex", 2), 1, device="cpu")
    env.after(9)
    env.step([0])
    assert env.taps.tolist() == [1]


# Compiled for a GPU, without one.


def compiles(game, kernels):
    pytest.importorskip("numba.cuda.dispatcher", reason="numba-cuda is not there: make test-all")
    pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")
    import crosscut.core.compiler  # noqa: F401  registers what the kernels call
    from crosscut.core.compiler.ptx import assembly

    given = DeviceEnv(game, 1, device=Host(1))._given
    return {
        kernel.name: assembly(game, kernel, given, room_for(game, kernel)) for kernel in kernels
    }


def test_kernels_compile_for_a_gpu(interpreted):
    """The others are made of the same parts; all are tried with every game, below."""
    found = compiles(crosscut.game("hex", 5), [RESET, FAULTS, STEP, DRAW_MOVE, SHOW])
    assert all(text.count(".entry") == 1 for text in found.values())
    assert "st.global" in found[SHOW.name] or "st.u8" in found[SHOW.name]
    assert ".local" not in found[SHOW.name] + found[STEP.name]  # nothing is kept in slow memory


def test_actions_of_either_width_compile_for_a_gpu(interpreted):
    pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")
    from crosscut.core.compiler.ptx import assembly

    game = crosscut.game("hex", 3)
    for kind in (np.int32, np.int64):
        given = Chosen(np.zeros(1, kind), np.zeros(1, np.int64))
        assert ".entry" in assembly(game, TAKE, given, room_for(game, TAKE))


@pytest.mark.slow
@pytest.mark.parametrize("pair", all_variants(), ids="-".join)
def test_kernels_of_every_game_compile_for_a_gpu(pair, interpreted):
    name, variant = pair
    assert len(compiles(crosscut.game(name, SMALL_SIZES[name], variant), ON_STAGE)) == len(ON_STAGE)
