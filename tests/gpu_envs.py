"""Compare the environment on a real GPU with the CPU's: python -m tests.gpu_envs.

Games are stepped side by side with the same random actions, and all arrays have to agree after
every step; torch and jax have to see the same memory. One line for each thing tried; the exit code
is the number of those that failed.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
import pytest

import crosscut
from crosscut.envs import DeviceEnv, VectorEnv
from crosscut.envs.stepping import Batch
from crosscut.errors import IllegalMove
from crosscut.gpu.choose import devices

GAMES = {
    "hex": {"size": 11},
    "slither": {"size": 8},
    "snaketrail": {"size": 4},
    "gonnect": {"size": 5},
    "shifty": {"size": 5},
    "resolve": {"size": 4},
}
STEPS, BATCH = 200, 64


def same_as_cpu(name: str, size: int) -> str:
    """Step on the card and on the CPU and compare everything."""
    game = crosscut.game(name, size)
    options = {"limit": 150, "history": 20}
    there = DeviceEnv(game, BATCH, 5, device="gpu", **options)
    here = VectorEnv(game, BATCH, 5, **options)
    ended = 0
    for step in range(STEPS):
        actions = there.device.fetch(there.random_actions())
        there.step(actions)
        here.step(actions)
        ended += int(here.terminated.sum() + here.truncated.sum())
        for array in Batch._fields[:-1]:
            found = there.device.fetch(getattr(there.arrays, array))
            if not np.array_equal(found, getattr(here.arrays, array)):
                raise AssertionError(f"{array} differs after {step + 1} steps")
    for i in (0, BATCH - 1):
        assert there.position(i).history() == here.position(i).history()
    return f"{STEPS} steps of {BATCH} games alike, {ended} games ended"


def illegal_actions() -> str:
    """An illegal action changes nothing and is named."""
    env = DeviceEnv(crosscut.game("hex", 5), 70_000, device="gpu")
    actions = np.arange(env.batch) % 25
    env.step(actions)
    wrong = (actions + 1) % 25
    wrong[[60_000, 69_999]] = actions[60_000], -1
    before = env.device.fetch(env.observation)
    with pytest.raises(IllegalMove, match=r"^game 60000: action 0 \(a1\) is not legal there$"):
        env.step(wrong)
    assert np.array_equal(before, env.device.fetch(env.observation))
    env.step((actions + 1) % 25)
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
    from crosscut.envs.kernels import SHOW, STEP_AT_RANDOM
    from crosscut.envs.speed import DeviceSteps

    steps = DeviceSteps(crosscut.game(name, size), devices("gpu")[0])
    steps.run(1)
    found, env = steps.summary(), steps.env
    needs = {kernel.name: env.device.about(kernel, env.game, env.given)
             for kernel in (STEP_AT_RANDOM, SHOW)}  # fmt: skip
    parts = []
    for kernel in (STEP_AT_RANDOM, SHOW):
        begin = time.perf_counter()
        for _ in range(200):
            env.run(kernel)
        env.finish()
        parts.append(f"{kernel.name} {(time.perf_counter() - begin) / 200 * 1e6:.0f} us")
    rate = found["actions_per_second"]
    return f"{rate:.3g} steps/s, {rate * found['bytes_shown'] / 1e9:.0f} GB/s; {parts}; {needs}"


def tries() -> dict[str, Callable[[], str]]:
    """Return all that is tried, by name."""
    alike = {name: lambda name=name: same_as_cpu(name, GAMES[name]["size"]) for name in GAMES}
    return alike | {
        "illegal actions": illegal_actions,
        "torch": shared_with_torch,
        "torch on its own stream": torch_on_its_own_stream,
        "jax": shared_with_jax,
        "speed of hex 11": lambda: speed("hex", 11),
        "speed of slither 8": lambda: speed("slither", 8),
    }


def main(wanted: list[str]) -> int:
    """Try everything, or what is named; return how much of it failed."""
    failed = 0
    for name, attempt in tries().items():
        if wanted and not any(word in name for word in wanted):
            continue
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
    sys.exit(main(sys.argv[1:]))
