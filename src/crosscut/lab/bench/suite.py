"""What ``crosscut bench`` measures, as plain data."""

from crosscut.core.jit import COMPILING
from crosscut.lab.console import err, progress
from crosscut.rules.game import Game
from crosscut.rules.registry import describe, ids, load_game, title

ALSO = {"y": 9}
"""Further sizes that are measured with all games, because others give their figures for them."""

ON_DEVICES = {"hex": (11,), "slither": (8, 13, 19)}
"""The same for a GPU."""


def measure(rules: Game, against: bool, seconds: float, seed: int) -> dict:
    """Return the rates of sampled and enumerated play, and the ratio to references."""
    from crosscut.lab.bench.playouts import Playouts

    with progress(f"measuring {title(rules)}", total=3) as update:
        result = sampled_play(rules, against, seconds, seed, update)
        update(completed=1)
        enumerated = Playouts(rules, enumerated=True, seed=seed)
        enumerated.run(seconds)
    return result | {"enumerated": enumerated.summary()}


def sampled_play(rules: Game, against: bool, seconds: float, seed: int, update) -> dict:
    """Return what identifies a game, its rate, and the ratios to references."""
    from crosscut.lab.bench.playouts import Playouts
    from crosscut.lab.openspiel_bot import references

    result = describe(rules) | {"title": title(rules)}
    sampled = Playouts(rules, seed=seed)
    others = references(rules) if against else []
    result |= run_beside_openspiel(sampled, others, rules, seconds, update)
    return result | {"sampled": sampled.summary()}


def run_beside(ours, others: list, seconds: float, update) -> list[dict]:
    """Run what is to be measured, and return the ratios to references if there are any."""
    from crosscut.lab.bench.playouts import compare

    if not others:
        ours.run(seconds)
        return []
    return compare(ours, others, seconds, lambda share: update(completed=share))


def run_beside_openspiel(ours, others: list, rules: Game, seconds: float, update) -> dict:
    """Do the same beside OpenSpiel, whose last reference may play the very game."""
    found = run_beside(ours, others, seconds, update)
    if not found:
        return {}
    same = others[-1].plays == (rules.id, rules.size)
    return {"against": found[0]} | ({"against_same_game": found[-1]} if same else {})


def measure_search_on_gpu(rules: Game, seconds: float, seed: int) -> dict:
    """Return the rate of the tree search with a GPU, beside that of one thread without."""
    from crosscut.core.devices.discovery import devices, names_of
    from crosscut.lab.bench.search import compare_gpu

    result = describe(rules) | {"title": title(rules), "device": names_of(devices("gpu"))}
    with progress(f"searching {title(rules)}", total=1) as update:
        found = compare_gpu(rules, seconds, seed, lambda share: update(completed=share))
    return result | {"search": found}


def measure_search(
    rules: Game, against: bool, threads: int | None, seconds: float, seed: int
) -> dict:
    """Return the rate of the tree search, the ratio to references, and what threads add."""
    from crosscut.lab.bench.search import Simulations, compare_threads
    from crosscut.lab.openspiel_bot import search_references

    result = describe(rules) | {"title": title(rules)}
    others = search_references(rules) if against else []
    with progress(f"searching {title(rules)}", total=2 if threads else 1) as update:
        alone = Simulations(rules, seed=seed)
        result |= run_beside_openspiel(alone, others, rules, seconds, update)
        result["search"] = alone.summary()
        if threads:
            result["threads"] = compare_threads(
                rules, threads, seconds, seed, lambda share: update(completed=1 + share)
            )
    return result


def measure_envs(rules: Game, against: bool, batch: int | None, seconds: float, seed: int) -> dict:
    """Return the rate of the vectorised environment on one core, and the ratio to pgx's."""
    from crosscut.lab.bench.envs import BATCH, Steps, one_core
    from crosscut.lab.bench.pgx import Pgx

    result = describe(rules) | {"title": title(rules)}
    with one_core(), progress(f"stepping {title(rules)}", total=1) as update:
        others = [Pgx(rules, seed)] if against else []
        ours = Steps(rules, batch or BATCH, seed)
        for ratio in run_beside(ours, others, seconds, update):
            result["against"] = ratio
    return result | {"envs": ours.summary()}


def measure_envs_on(
    rules: Game, kind: str, against: bool, batch: int | None, seconds: float, seed: int
) -> dict:
    """Return the rate of the environment on a device, and the ratio to pgx's, by the clock."""
    import time

    from crosscut.core.devices.discovery import devices
    from crosscut.lab.bench.envs import DEVICE_BATCH, DeviceSteps
    from crosscut.lab.bench.pgx import GPU_BATCHES, Pgx

    chosen = devices(kind)[0]
    result = describe(rules) | {"title": title(rules)}
    with progress(f"stepping {title(rules)}", total=1) as update:
        others = [Pgx(rules, seed, time.perf_counter, GPU_BATCHES)] if against else []
        ours = DeviceSteps(rules, chosen, batch or DEVICE_BATCH, seed)
        for ratio in run_beside(ours, others, seconds, update):
            result["against"] = ratio
    return result | {"envs": ours.summary()}


def measure_all(insist: bool, pie: bool | None, seconds: float, seed: int) -> dict:
    """Return the rates of sampled play of every game at its default size."""
    from crosscut.lab.openspiel_bot import installed

    against = insist or installed()
    if not against:
        err.print("OpenSpiel is not installed, so there are no ratios")
    wanted = [(name, None) for name in ids()] + list(ALSO.items())
    rows = []
    with progress("measuring", total=len(wanted)) as update:
        for number, (name, size) in enumerate(wanted):
            rules = load_game(name, size, None, pie)
            update(description=f"measuring {title(rules)}", completed=number)
            rows.append(sampled_play(rules, against, seconds, seed, lambda completed: None))
    return {"games": rows}


def measure_device(rules: Game, kind: str, seconds: float, seed: int) -> dict:
    """Return the rate of random play on a device, beside one core and all cores."""
    from crosscut.core.devices.discovery import devices
    from crosscut.lab.bench.gpu import beside_cpu

    chosen = devices(kind)
    with progress(f"measuring {title(rules)}", total=1) as update:
        found = beside_cpu(rules, chosen, seconds, seed, lambda share: update(completed=share))
    return describe(rules) | {"title": title(rules)} | found


def games_for_devices(pie: bool | None = None) -> list[Game]:
    """Return what is measured on a GPU: every game, and some at further sizes."""
    names = [(name, None) for name in ids()]
    names += [(name, size) for name, sizes in ON_DEVICES.items() for size in sizes]
    found = {load_game(name, size, None, pie) for name, size in names}
    return sorted(found, key=lambda rules: (rules.id, rules.size))


def measure_all_on(kind: str, pie: bool | None, seconds: float, seed: int) -> dict:
    """Return the rates of all games, in some at several sizes, on a device."""
    from crosscut.core.devices.discovery import devices
    from crosscut.core.errors import NoGpu
    from crosscut.lab.bench.gpu import beside_cpu
    from crosscut.lab.precompile import prepare_all

    chosen = devices(kind)
    wanted = games_for_devices(pie)
    rows = []
    with progress(COMPILING, total=len(wanted)) as update:
        if capability := getattr(chosen[0], "capability", None):
            for ready in prepare_all(wanted, capability):
                update(completed=ready)
        for number, rules in enumerate(wanted):
            update(description=f"measuring {title(rules)}", completed=number)
            try:
                found = beside_cpu(rules, chosen, seconds, seed)
            except NoGpu as error:
                found = {"error": str(error)}
            rows.append(describe(rules) | {"title": title(rules)} | found)
            if not err.is_terminal:
                err.print(f"{title(rules)}: done, {number + 1} of {len(wanted)}")
    return {"games": rows}


def by_size(every: list[Game], seconds: float, seed: int) -> dict:
    """Return what a playout costs on each size, and beside it the cells times the moves."""
    from crosscut.lab.bench.playouts import Playouts

    rows = []
    with progress("measuring by size", total=len(every)) as update:
        for number, rules in enumerate(every, start=1):
            update(description=f"measuring {title(rules)}")
            sampled = Playouts(rules, seed=seed)
            sampled.run(seconds)
            found = sampled.summary()
            work = len(rules.board.cells) * found["mean_moves"]
            rows.append(
                {
                    "size": rules.size,
                    "board": rules.board.dimensions,
                    "cells": len(rules.board.cells),
                    **found,
                    "nanoseconds_per_cell_and_move": round(1e3 * found["microseconds"] / work, 4),
                }
            )
            update(completed=number)
    return describe(every[0]) | {"sizes": rows}
