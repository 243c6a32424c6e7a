"""The same rules compile for a GPU, checked without one."""

import pytest

import crosscut
from crosscut.games import game_class
from tests.games.fence import Fence
from tests.games.shuttle import Shuttle

pytest.importorskip("numba.cuda.dispatcher", reason="numba-cuda is not there: make test-all")

EVERY_CLASS = (2, 8, 9, 13, 15, 17, 19)
"""One size for each number of words that a set of cells can take on boards up to 19."""


def entry_points(game):
    pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")
    import crosscut.compiled  # noqa: F401  registers what the kernel calls
    from crosscut.compiled.gpu import assembly
    from crosscut.gpu.kernel import room_for
    from crosscut.gpu.playouts import GAMES, sketch

    text = assembly(game, GAMES, sketch(game), room_for(game, GAMES))
    assert "popc" in text
    return text.count(".entry")


@pytest.mark.parametrize("name", crosscut.ids())
def test_every_game_compiles_for_a_gpu(name):
    """Of more than two variants the last one has all that the others have."""
    first, *_, last = [*game_class(name).facts.variants] * 2
    for variant in {first, last}:
        assert entry_points(crosscut.game(name, 5, variant)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("size", EVERY_CLASS)
def test_every_size_class_compiles_for_a_gpu(size):
    assert entry_points(crosscut.game("slither", size)) == 1


def test_the_tiny_games_compile_for_a_gpu():
    assert entry_points(Fence(3, "standard")) == 1
    assert entry_points(Shuttle(3, "once", True)) == 1
