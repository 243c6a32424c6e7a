"""``crosscut warm``: compile ahead, so that nothing has to wait later."""

import json
import re
import time
from collections.abc import Callable
from typing import Annotated

import typer

from crosscut.apps.cli.options import Device, GameName, Json, Size, Variant
from crosscut.core.errors import BadOption, NoGpu, NotForGpu
from crosscut.core.jit import announce
from crosscut.lab.console import out
from crosscut.rules.game import Game
from crosscut.rules.registry import added, describe, game_class, ids, load_game, title


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    device: Annotated[
        Device,
        typer.Option(
            help="Compile random games and search for a GPU instead, which need not be there; "
            "auto does so if there is one."
        ),
    ] = Device.cpu,
    capability: Annotated[
        str | None,
        typer.Option(help="The generation of GPUs, such as 9.0; by default the one in here."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compile a game, or all, for its default size, or another, and keep the result on disk."""
    if capability and device != Device.gpu:
        raise BadOption("--capability goes with --device gpu")
    warm = warmer(device, capability)
    announce()
    done = []
    game = game or added()
    for name in [game] if game else ids():
        variants = [variant] if variant else list(game_class(name).facts.variants)
        for each in variants:
            rules = load_game(name, size, each)
            begin = time.perf_counter()
            try:
                warm(rules)
                seconds = time.perf_counter() - begin
                found = {"seconds": round(seconds, 3)}
                line = f"{title(rules)}: ready after {seconds:.1f} s"
            except NotForGpu as refusal:
                found, line = {"error": str(refusal)}, str(refusal)
            done.append(describe(rules) | found)
            if not as_json:
                out.print(line)
    if as_json:
        print(json.dumps(done))


def warmer(device: Device, capability: str | None) -> Callable[[Game], None]:
    """Return what compiles a game for a device."""
    if device == Device.cpu:
        return warm_cpu
    try:
        return warmer_of_gpus(capability)
    except NoGpu:
        if device == Device.gpu:
            raise
    return warm_cpu


def warm_cpu(rules: Game) -> None:
    """Compile what commands and the engine use."""
    from crosscut.lab.bench import playouts as speed
    from crosscut.search import perft as walk
    from crosscut.search.engine import Engine
    from crosscut.search.limits import Limits

    speed.Playouts(rules)
    Engine().think(rules.position(), Limits(simulations=1))
    walk.perft(load_game(rules, pie=False).position(), 1)


def warmer_of_gpus(capability: str | None) -> Callable[[Game], None]:
    """Return what compiles a game for GPUs: those of a generation, or those that are here."""
    from crosscut.core.devices.discovery import every_card
    from crosscut.lab.precompile import prepare, prepare_search

    if capability:
        if not re.fullmatch(r"\d+\.\d", capability):
            raise BadOption(f"a capability is two numbers such as 9.0, not {capability!r}")
        wanted = {tuple(map(int, capability.split(".")))}
    else:
        wanted = {card.capability for card in every_card()}

    def warm(rules: Game) -> None:
        for each in wanted:
            prepare(rules, each)
            prepare_search(rules, each)

    return warm
