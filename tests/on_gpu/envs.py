"""Compare the environment on a real GPU with the CPU's: python -m tests.on_gpu.envs.

Games are stepped side by side with the same random actions, and all arrays have to agree after
every step; torch and jax have to see the same memory. One line for each thing tried; the exit code
is the number of those that failed. Words choose what is tried, such as ``hex torch``; ``every``
tries all games.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import crosscut
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.discovery import devices
from crosscut.core.devices.driver import compiler
from crosscut.core.errors import IllegalMove, NoGpu
from crosscut.core.jit import uncompiled
from crosscut.core.process import cores
from crosscut.lab.bench.envs import DeviceSteps
from crosscut.lab.envs import DeviceEnv, VectorEnv
from crosscut.lab.envs.batch import Batch
from crosscut.lab.envs.kernels import ON_STAGE, SHOW, STEP_AT_RANDOM
from crosscut.rules.workspace_shape import room_for
from tests.support.games import SMALL_SIZES

GAMES = {"hex": 11, "slither": 8, "snaketrail": 4, "gonnect": 5, "resolve": 4}
STEPS, BATCH = 200, 64
LONG = 500_000_000
"""Cycles of a card: a good part of a second."""
OPTIONS = {"limit": 150, "history": 20}


def prepare(name: str, size: int, number: int | None, capability: tuple[int, int]) -> None:
    """Compile one of a game's kernels for a GPU, or without its number what the CPU runs."""
    game = crosscut.game(name, size)
    if number is None:
        env = VectorEnv(game, 1, **OPTIONS)
        env.step(env.random_actions())
        return
    with uncompiled():
        given = DeviceEnv(game, 1, device=Host(1))._given
    kernel = ON_STAGE[number]
    compiler().code_of(game, kernel, given, room_for(game, kernel), capability)


def prepare_all(games: dict[str, int]) -> None:
    """Compile everything on all cores at once."""
    capability = devices("gpu")[0].capability
    parts = (None, *range(len(ON_STAGE)))
    wanted = [(*game, part, capability) for game in games.items() for part in parts]
    with ProcessPoolExecutor(min(cores(), len(wanted)), get_context("spawn")) as pool:
        for done in [pool.submit(prepare, *each) for each in wanted]:
            done.result()


def same_as_cpu(name: str, size: int) -> str:
    """Step on the card and on the CPU and compare everything."""
    game = crosscut.game(name, size)
    there = DeviceEnv(game, BATCH, 5, device="gpu", **OPTIONS)
    here = VectorEnv(game, BATCH, 5, **OPTIONS)
    ended = 0
    for step in range(STEPS):
        actions = there.device.fetch(there.random_actions())
        there.step(actions)
        here.step(actions)
        ended += int(here.terminated.sum() + here.truncated.sum())
        for array in Batch._fields[:-1]:
            found = there.device.fetch(getattr(there._arrays, array))
            if not np.array_equal(found, getattr(here._arrays, array)):
                raise AssertionError(f"{array} differs after {step + 1} steps")
    for i in (0, BATCH - 1):
        assert there.position(i).history() == here.position(i).history()
    return f"{STEPS} steps of {BATCH} games alike, {ended} games ended"


def illegal_actions() -> str:
    """An illegal action changes nothing and is named."""
    env = DeviceEnv(crosscut.game("hex", 11), 70_000, device="gpu")
    actions = np.arange(env.batch) % 121
    env.step(actions)
    wrong = (actions + 1) % 121
    wrong[[60_000, 69_999]] = actions[60_000], -1
    before = env.device.fetch(env.observation)
    with pytest.raises(IllegalMove, match=r"^game 60000: action 105 \(.*\) is not legal there$"):
        env.step(wrong)
    assert np.array_equal(before, env.device.fetch(env.observation))
    env.step((actions + 1) % 121)
    return "named, and nothing was changed"


def shared_with_torch() -> str:
    """torch sees the same memory, also after later steps, and its actions are taken."""
    import torch

    env = DeviceEnv(crosscut.game("hex", 11), 4096, device="gpu")
    here = VectorEnv(env.game, 4096)
    seen, mask = torch.from_dlpack(env.observation), torch.from_dlpack(env.mask)
    assert seen.data_ptr() == env.observation.pointer
    assert torch.as_tensor(env.rewards, device="cuda").data_ptr() == env.rewards.pointer
    assert mask.dtype == torch.bool
    torch.manual_seed(1)
    for step in range(150):
        actions = torch.multinomial(mask.float(), 1).squeeze(1)
        if step % 2:
            actions = actions.int()
        env.step(actions, check=step % 3 == 0)
        total = seen.sum(), mask.sum()  # in torch's own order, without waiting
        here.step(actions.cpu().numpy())
        assert total[0].item() == here.observation.sum(dtype=np.int64), step
        assert total[1].item() == here.mask.sum(), step
    assert np.array_equal(seen.cpu().numpy(), here.observation)
    return f"same memory, {int(here.episodes.sum()) - 4096} games ended by actions on the card"


def torch_on_its_own_stream() -> str:
    """On another stream, taking the arrays over anew after each step keeps the order."""
    import torch

    env = DeviceEnv(crosscut.game("hex", 11), 65536, device="gpu")
    here = VectorEnv(env.game, 65536)
    with torch.cuda.stream(torch.cuda.Stream()):
        for step in range(20):
            mask = torch.from_dlpack(env.mask)
            actions = torch.multinomial(mask.float(), 1).squeeze(1)
            env.step(actions, check=False)
            total = torch.from_dlpack(env.observation).sum().item()
            here.step(actions.cpu().numpy())
            assert total == here.observation.sum(dtype=np.int64), step
    return "20 steps in order"


def read_on_another_stream() -> str:
    """What torch reads slowly on another stream is not written over before, if we are told."""
    import torch

    env = DeviceEnv(crosscut.game("hex", 11), 4096, device="gpu")
    side, seen = torch.cuda.Stream(), torch.from_dlpack(env.observation)
    env.step_at_random(3)
    for told in (False, True):
        env.finish()
        with torch.cuda.stream(side):
            expected = seen.sum().item()
            torch.cuda._sleep(LONG)
            total = seen.sum()
        if told:
            env.after(side.cuda_stream)
        env.step_at_random(20)
        torch.cuda.synchronize()
        assert (total.item() == expected) == told, "written over" if told else "nothing was shown"
    return "in order once told, and not before"


def far_ahead() -> str:
    """Unchecked steps with actions on the card return while it is still busy."""
    import torch

    env = DeviceEnv(crosscut.game("hex", 11), 4096, device="gpu")
    actions = torch.zeros(4096, dtype=torch.int64, device="cuda")
    env.step(actions + 0)  # loads the code
    torch.cuda._sleep(LONG)
    begin = time.perf_counter()
    for _ in range(20):
        env.step(actions + 0, check=False)
    told = time.perf_counter() - begin
    env.finish()
    done = time.perf_counter() - begin
    assert told < done / 2, f"20 steps returned after {told:.3f} of {done:.3f} s"
    return f"20 steps returned after {told * 1e3:.1f} of {done * 1e3:.0f} ms"


def shared_with_jax() -> str:
    """jax sees the same memory, and its actions are taken."""
    import jax
    import jax.numpy as jnp

    if jax.default_backend() != "gpu":
        return "jax has no GPU here: not tried"
    env = DeviceEnv(crosscut.game("hex", 11), 4096, device="gpu")
    here = VectorEnv(env.game, 4096)
    for step in range(30):
        mask = jax.dlpack.from_dlpack(env.mask)
        assert mask.unsafe_buffer_pointer() == env.mask.pointer
        key = jax.random.PRNGKey(step)
        actions = jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf))
        env.step(actions)
        here.step(np.asarray(actions))
        total = jax.dlpack.from_dlpack(env.observation).sum(dtype=jnp.int32)
        assert int(total) == here.observation.sum(dtype=np.int64), step
    return f"same memory, actions of {actions.dtype}"


def speed(name: str, size: int) -> str:
    """Random play, and what the kernels need."""
    steps = DeviceSteps(crosscut.game(name, size), devices("gpu")[0])
    steps.run(1)
    found, env = steps.summary(), steps.env
    needs = {kernel.name: env.device.about(kernel, env.game, env._given, room_for(env.game, kernel))
             for kernel in (STEP_AT_RANDOM, SHOW)}  # fmt: skip
    parts = []
    for kernel in (STEP_AT_RANDOM, SHOW):
        begin = time.perf_counter()
        for _ in range(200):
            env._run(kernel)
        env.finish()
        parts.append(f"{kernel.name} {(time.perf_counter() - begin) / 200 * 1e6:.0f} us")
    rate = found["actions_per_second"]
    return f"{rate:.3g} steps/s, {rate * found['bytes_shown'] / 1e9:.0f} GB/s; {parts}; {needs}"


def tries(games: dict[str, int]) -> dict[str, Callable[[], str]]:
    """Return all that is tried, by name."""
    alike = {name: lambda name=name: same_as_cpu(name, games[name]) for name in games}
    return alike | {
        "illegal actions": illegal_actions,
        "torch": shared_with_torch,
        "torch on its own stream": torch_on_its_own_stream,
        "torch reads on another stream": read_on_another_stream,
        "torch far ahead": far_ahead,
        "jax": shared_with_jax,
        "speed of hex": lambda: speed("hex", 11),
        "speed of slither": lambda: speed("slither", 8),
    }


def main(words: list[str]) -> int:
    """Try everything, or what is named; return how much of it failed."""
    games = (
        {name: SMALL_SIZES[name] for name in crosscut.ids()} | GAMES if "every" in words else GAMES
    )
    words = [word for word in words if word != "every"]
    wanted = {
        name: attempt
        for name, attempt in tries(games).items()
        if not words or any(word in name for word in words)
    }
    named = {name: size for name, size in games.items() if any(name in each for each in wanted)}
    begin = time.perf_counter()
    prepare_all(named or {"hex": 11})
    print(f"compiled in {time.perf_counter() - begin:.1f} s", flush=True)
    failed = 0
    for name, attempt in wanted.items():
        begin = time.perf_counter()
        try:
            outcome = attempt()
        except ImportError as error:
            outcome = f"not tried: {error}"
        except Exception as error:  # the next one is tried all the same
            failed += 1
            outcome = f"FAILED: {type(error).__name__}: {error}"
        print(f"{name}: {outcome} ({time.perf_counter() - begin:.1f} s)", flush=True)
    return failed


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except NoGpu as error:
        sys.exit(str(error))
