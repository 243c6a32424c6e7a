"""The same rules compile for a GPU, checked without one; and what is said of those that do not."""

from pathlib import Path

import pytest

import crosscut
from crosscut.core.atomics import add
from crosscut.core.bits import count
from crosscut.core.devices.kernel import Kernel
from crosscut.core.errors import NotForGpu
from crosscut.core.jit import jitable
from crosscut.rules import state_packing as rows
from crosscut.rules.registry import load_file
from crosscut.rules.workspace_shape import room_for
from crosscut.search import playout_kernels as playouts
from crosscut.search.evaluators import gpu_playouts as leaves
from tests.support.game_files.fence import Fence
from tests.support.game_files.shuttle import Shuttle
from tests.support.games import SMALL_SIZES, all_variants, variants

pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")

EVERY_CLASS = (2, 8, 9, 13, 15, 17, 19)
"""One size for each number of words that a set of cells can take on boards up to 19."""
SIDESTEP = Path(__file__).parents[2] / "examples" / "sidestep.py"


def assembly(game, kernel=playouts.GAMES, sketch=playouts.sketch):
    """Write random games, or another kernel, in the GPU's assembly language."""
    import crosscut.core.compiler.ptx as compiled

    text = compiled.assembly(game, kernel, sketch(game), room_for(game, kernel))
    assert text.count(".entry") == 1
    assert "popc" in text


@pytest.mark.parametrize("name", SMALL_SIZES)
def test_every_game_compiles_for_a_gpu(name):
    """The last variant has all that the others have."""
    assembly(crosscut.game(name, SMALL_SIZES[name], variants(name)[-1]))


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
    assembly(crosscut.game(name, SMALL_SIZES[name], variant), playouts.OWNED_GAMES)


@pytest.mark.parametrize(
    "name",
    [
        name if name == "slither" else pytest.param(name, marks=pytest.mark.slow)
        for name in SMALL_SIZES
    ],
)
def test_leaves_of_a_search_compile_for_a_gpu(name):
    game = crosscut.game(name, SMALL_SIZES[name], variants(name)[-1])
    assembly(game, leaves.LEAVES, leaves.sketch)


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
    assembly(load_file(SIDESTEP)(5, "standard"), Kernel(count_choices))
    number = next(i for i, each in enumerate(path.read_text().splitlines(), 1) if sign in each)
    with pytest.raises(NotForGpu) as refusal:
        assembly(load_file(path)(5, "standard"), Kernel(count_choices))
    assert str(refusal.value) == (
        f"Sidestep runs on no GPU: line {number} of heavy.py will not compile ({reason})"
    )


# From assembly language to code, and where it is kept.


def test_what_the_assembler_does_not_know_is_left_to_the_driver():
    """The compiler and the assembler are of different packages, which may not fit together."""
    from crosscut.core.compiler.ptx import assembled

    text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }\n"
    assert assembled(text, (9, 0))[:4] == b"\x7fELF"
    younger = text.replace("8.0", "99.0")
    assert assembled(younger, (9, 0)) == younger.encode()
    assert assembled(text, (99, 0)) == text.encode()


def test_an_assembler_that_is_not_found_is_left_to_the_driver(monkeypatch):
    from cuda.bindings import nvjitlink

    from crosscut.core.compiler.ptx import assembled

    def fail(*args):
        raise RuntimeError("libnvJitLink.so.13 was not found")

    monkeypatch.setattr(nvjitlink, "create", fail)
    assert assembled("a text", (9, 0)) == b"a text"


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Keep compiled code in a folder of its own, and compile in no time."""
    import crosscut.core.compiler.ptx as compiled

    monkeypatch.setattr(compiled, "current_folder", lambda: tmp_path)
    monkeypatch.setattr(compiled, "assembly", lambda *args: "a text")
    monkeypatch.setattr(compiled, "assembled", lambda text, capability: b"the code")

    def code():
        game = crosscut.game("hex", 2)
        room = room_for(game, playouts.GAMES)
        return compiled.code_of(game, playouts.GAMES, playouts.sketch(game), room)

    return code


def test_code_that_cannot_be_kept_is_used_all_the_same(quick, tmp_path):
    (tmp_path / "gpu").write_text("a file in the way")
    assert quick() == b"the code"


def test_nothing_is_left_of_code_that_was_not_kept(quick, tmp_path, monkeypatch):
    def full(*args):
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", full)
        assert quick() == b"the code"
    assert list((tmp_path / "gpu").iterdir()) == []
    assert quick() == b"the code"
    (kept,) = (tmp_path / "gpu").iterdir()
    assert kept.read_bytes().endswith(b"the code")
