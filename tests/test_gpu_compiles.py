"""The same rules compile for a GPU, checked without one; and what is said of those that do not."""

from pathlib import Path

import pytest

import crosscut
from crosscut import rows
from crosscut.bits import count
from crosscut.games import load_file
from crosscut.gpu.driver import NotForGpu
from crosscut.gpu.kernel import Kernel
from crosscut.kernel import jitable
from crosscut.shared import add
from tests.games.fence import Fence
from tests.games.shuttle import Shuttle
from tests.helpers import SMALL, all_variants, variants

pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")

EVERY_CLASS = (2, 8, 9, 13, 15, 17, 19)
"""One size for each number of words that a set of cells can take on boards up to 19."""
SIDESTEP = Path(__file__).parent.parent / "examples" / "sidestep.py"


def assembly(game, kernel=None):
    """Write random games, or another kernel, in the GPU's assembly language."""
    import crosscut.compiled.gpu as compiled
    from crosscut.gpu.kernel import room_for
    from crosscut.gpu.playouts import GAMES, sketch

    kernel = kernel or GAMES
    text = compiled.assembly(game, kernel, sketch(game), room_for(game, kernel))
    assert text.count(".entry") == 1
    assert "popc" in text


@pytest.mark.parametrize("name", SMALL)
def test_every_game_compiles_for_a_gpu(name):
    """The last variant has all that the others have."""
    assembly(crosscut.game(name, SMALL[name], variants(name)[-1]))


def test_games_of_ones_own_compile_for_a_gpu():
    assembly(Fence(3, "standard"))
    assembly(Shuttle(3, "once", True))


@pytest.mark.slow
@pytest.mark.parametrize("size", EVERY_CLASS)
def test_every_size_class_compiles_for_a_gpu(size):
    assembly(crosscut.game("slither", size))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), all_variants())
def test_every_variant_compiles_for_a_gpu_with_owners_of_cells(name, variant):
    from crosscut.gpu.playouts import OWNED_GAMES

    assembly(crosscut.game(name, SMALL[name], variant), OWNED_GAMES)


ALLOCATES = "        taken = [state.own, state.enemy]\n        away = free & ~taken[0]\n"
RECURSES = "        away = free & ~self.around(state.last, 3)\n"
AROUND = """
    def around(self, cells: Bits, steps: int) -> Bits:
        return cells if steps == 0 else self.around(self.board.neighbours(cells), steps - 1)
"""


@jitable
def count_choices(game, thread, threads, given, rng, work):
    """Count the legal cells of a position: a kernel that is compiled in no time."""
    add(given.tallies, 0, count(game.legal(rows.unpack(game, given.roots[0]).state)))


@pytest.mark.parametrize(
    ("rule", "sign", "reason"),
    [
        (ALLOCATES, "taken = [", "it makes a list or another object, and rules never allocate"),
        (RECURSES + AROUND, "def around", "it calls itself, and rules never recurse"),
    ],
    ids=["allocates", "recurses"],
)
def test_a_rule_that_cannot_run_on_a_gpu_is_named(tmp_path, rule, sign, reason):
    text = SIDESTEP.read_text()
    line, _, more = rule.partition("\n\n")
    broken = text.replace("        away = free & ~self.board.neighbours(state.last)\n", line + "\n")
    assert broken != text
    path = tmp_path / "heavy.py"
    path.write_text(broken.rstrip() + "\n\n" + more)
    assembly(load_file(SIDESTEP)(5, "standard"), Kernel(count_choices, count_choices))
    number = next(i for i, each in enumerate(path.read_text().splitlines(), 1) if sign in each)
    with pytest.raises(NotForGpu) as refusal:
        assembly(load_file(path)(5, "standard"), Kernel(count_choices, count_choices))
    assert str(refusal.value) == (
        f"Sidestep runs on no GPU: line {number} of heavy.py will not compile ({reason})"
    )
