"""Compiling for a GPU ahead, by all cores, because one game takes many seconds."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context

from crosscut.core.devices.cpu import Host
from crosscut.core.devices.driver import compiler
from crosscut.core.errors import NoGpu
from crosscut.core.process import cores
from crosscut.rules.game import Game
from crosscut.rules.registry import game_class
from crosscut.rules.workspace_shape import REMEMBERED, room_for
from crosscut.search.evaluators.gpu_playouts import LEAVES
from crosscut.search.evaluators.gpu_playouts import sketch as sketch_of_leaves
from crosscut.search.playout_kernels import GAMES, sketch


def prepare(game: Game, capability: tuple[int, int]) -> None:
    """Compile random games for a generation of GPUs, or find them on disk."""
    compiler().code_of(game, GAMES, sketch(game), room_for(game, GAMES), capability)


def prepare_search(game: Game, capability: tuple[int, int]) -> None:
    """Compile random games from the leaves of a search, or find them on disk."""
    room = room_for(game, LEAVES, turns_of_search(game))
    compiler().code_of(game, LEAVES, sketch_of_leaves(game), room, capability)


def turns_of_search(game: Game) -> int:
    """Return for how many earlier turns a search has room that begins with a game's first turn.

    They are that one, those of its tree, and as many in the game until the room has to grow.
    """
    return 1 + 2 * REMEMBERED if game.remembers else 0


def prepare_both(name: str, size: int, variant: str, pie: bool, capability) -> None:
    """Compile random games of a game for a GPU and for the CPU."""
    game = game_class(name)(size, variant, pie)
    with suppress(NoGpu):  # who uses the code meets the same error
        prepare(game, capability)
    Host(1).run(GAMES, game, sketch(game), 1, room_for(game, GAMES))


def prepare_all(games: Sequence[Game], capability: tuple[int, int]) -> Iterator[int]:
    """Compile random games of many games for a GPU and the CPU; yield how many are ready."""
    wanted = [(game.id, game.size, game.variant, game.pie, capability) for game in games]
    pool = ProcessPoolExecutor(min(cores(), len(wanted)), get_context("spawn"))
    try:
        waiting = [pool.submit(prepare_both, *each) for each in wanted]
        for number, each in enumerate(as_completed(waiting), start=1):
            each.result()
            yield number
    finally:
        pool.shutdown(cancel_futures=True)
