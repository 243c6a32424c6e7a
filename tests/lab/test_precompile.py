"""Compiling for a GPU ahead: what is compiled is what is used, and a refusal ends nothing."""

import json
from types import SimpleNamespace

import pytest

import crosscut
from crosscut.core.devices import discovery as choose
from crosscut.core.devices.cpu import Host
from crosscut.core.errors import NoGpu, NotForGpu
from crosscut.lab import precompile as ahead
from crosscut.lab.precompile import turns_of_search
from crosscut.rules.workspace_shape import room_for
from crosscut.search.evaluators.gpu_playouts import LEAVES
from crosscut.search.mcts import pilots
from crosscut.search.options import Options
from tests.support.games import random_position
from tests.support.program import run_cli, run_main

REFUSAL = "Slither runs on no GPU: line 7 of slither.py will not compile"


@pytest.mark.parametrize("name", ["hex", "gonnect"])
def test_a_search_uses_what_was_compiled_ahead(name, monkeypatch):
    """From the start as from the middle of a game, also in games that remember."""
    monkeypatch.setattr(pilots, "every_card", lambda: [Host(1)])
    game = crosscut.game(name, 4)
    for taps in (0, 12):
        squadron = pilots.Squadron(game, Options(device="gpu", threads=1), seed=0)
        squadron.prepare(random_position(game.position(), taps, 1))
        used = room_for(game, LEAVES, squadron.earlier)
        assert room_for(game, LEAVES, turns_of_search(game)) == used


@pytest.fixture
def compiled(monkeypatch):
    """Return a list of what is compiled for a GPU, instead of compiling it."""
    found = []

    def prepare(rules, capability):
        if rules.variant == "classic":
            raise NotForGpu(REFUSAL)
        found.append((rules.id, rules.variant, capability))

    monkeypatch.setattr(ahead, "prepare", prepare)
    monkeypatch.setattr(ahead, "prepare_search", prepare)
    return found


def test_a_game_that_runs_on_no_gpu_does_not_end_the_warming(compiled):
    options = ("warm", "slither", "--size", "4", "--device", "gpu", "--capability", "8.6")
    others = [each for each in crosscut.game("slither").facts.variants if each != "classic"]
    out = run_main(*options)[0].splitlines()
    assert out[0] == REFUSAL
    assert len(out) == 1 + len(others)
    assert all("ready after" in line for line in out[1:])
    assert compiled == [("slither", each, (8, 6)) for each in others for _ in range(2)]
    rows = json.loads(run_main(*options, "--json")[0])
    assert [row.get("error") for row in rows] == [REFUSAL] + [None] * len(others)


def test_auto_warms_a_gpu_if_there_is_one(compiled, monkeypatch):
    warmed = []
    monkeypatch.setattr("crosscut.apps.cli.commands.precompile.warm_cpu", warmed.append)
    options = ("warm", "slither", "--size", "4", "--variant", "advanced", "--device", "auto")

    def no_card():
        raise NoGpu("no NVIDIA driver was found on this machine")

    monkeypatch.setattr(choose, "every_card", no_card)
    assert "ready after" in run_main(*options)[0]
    assert (len(warmed), compiled) == (1, [])
    monkeypatch.setattr(choose, "every_card", lambda: [SimpleNamespace(capability=(9, 0))] * 2)
    assert "ready after" in run_main(*options)[0]
    assert (len(warmed), compiled) == (1, [("slither", "advanced", (9, 0))] * 2)


@pytest.mark.slow
def test_warm_for_a_gpu_that_is_not_there(tmp_path):
    pytest.importorskip("numba_cuda", reason="numba-cuda is not there: make test-all installs it")
    options = ("warm", "hex", "--size", "2", "--device", "gpu", "--capability", "9.0")
    folder = {"NUMBA_CACHE_DIR": str(tmp_path)}
    out, err = run_cli(*options, **folder)
    assert "ready after" in out
    assert "compiling, first time only" in err
    kept = {path.name.partition("-")[0] for path in tmp_path.glob("*/gpu/*")}
    assert kept == {"play_games", "play_leaf"}
    assert "compiling" not in run_cli(*options, **folder)[1]
