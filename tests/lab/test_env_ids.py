"""The ids of environments: how they are written, and that they change with what they name."""

import json
from pathlib import Path

import pytest

import crosscut
from crosscut.lab.envs.ids import OLD, gymnasium_id, openspiel_id, pettingzoo_id
from crosscut.search.observation import VERSION
from tests.support import env_fingerprints
from tests.support.env_fingerprints import ADAPTERS, FILE, adapter, fingerprint
from tests.support.games import all_variants

KNOWN = json.loads(FILE.read_text())
RAISE = (
    "behaviour has changed: raise VERSION in src/crosscut/lab/envs/ids.py, and write the file "
    "anew by python -m tests.support.env_fingerprints"
)


def test_ids():
    assert gymnasium_id("connect_four") == f"crosscut/ConnectFour-v{VERSION}"
    assert gymnasium_id("slither") == f"crosscut/Slither-v{VERSION}"
    assert pettingzoo_id(crosscut.game("slither")) == f"crosscut_slither_v{VERSION}"


@pytest.mark.parametrize(
    ("file", "name", "joined"),
    [
        ("fence", "fence", "Fence"),
        ("hex", "hex", "Hex"),
        ("mein spiel", "mein_spiel", "MeinSpiel"),
        ("spiel(1)", "spiel_1_", "Spiel1"),
        ("2-höhen", "2_höhen", "2Höhen"),
        ("-", "_", "_"),
    ],
)
def test_ids_of_files_are_words_that_take_nobodys_name(file, name, joined, tmp_path):
    path = tmp_path / f"{file}.py"
    path.write_text((Path(__file__).parents[1] / "support" / "game_files" / "fence.py").read_text())
    game = crosscut.game(str(path))
    assert gymnasium_id(game) == f"crosscut_file/{joined}-v{VERSION}"
    assert pettingzoo_id(game) == openspiel_id(game) == f"crosscut_file_{name}_v{VERSION}"
    assert gymnasium_id(str(path)) == gymnasium_id(game)


@pytest.mark.parametrize("pair", all_variants(), ids="-".join)
def test_the_version_changes_when_behaviour_does(pair):
    found, known = fingerprint(*pair), KNOWN["games"].get(" ".join(pair))
    assert known, (
        "a new game: python -m tests.support.env_fingerprints writes tests/data/envs.json anew"
    )
    assert (found, VERSION) == (known, KNOWN["version"]), RAISE


@pytest.mark.parametrize("library", ADAPTERS)
def test_the_version_changes_when_an_adapter_does(library):
    pytest.importorskip(library, reason=f"{library} is not there: make test-all installs it")
    assert (adapter(library), VERSION) == (KNOWN["adapters"][library], KNOWN["version"]), RAISE


@pytest.mark.parametrize("library", ADAPTERS)
@pytest.mark.filterwarnings("ignore:version 0")
def test_an_adapter_of_the_old_version_is_as_it_was(library):
    pytest.importorskip(library, reason=f"{library} is not there: make test-all installs it")
    assert adapter(library, OLD) == KNOWN["old adapters"][library]


def test_hashes_are_not_written_over_under_the_same_version(monkeypatch, tmp_path):
    file, kept = tmp_path / "envs.json", KNOWN | {"version": VERSION}
    changed = {**kept, "games": kept["games"] | {"hex standard": "0"}}
    file.write_text(json.dumps(kept))
    monkeypatch.setattr(env_fingerprints, "FILE", file)
    monkeypatch.setattr(env_fingerprints, "fingerprints", lambda: changed)
    with pytest.raises(SystemExit, match=r"changed \(hex standard\): first raise VERSION"):
        env_fingerprints.write()
    assert json.loads(file.read_text()) == kept
    new = {**kept, "games": kept["games"] | {"new standard": "0"}}
    for allowed in (kept, new, changed | {"version": VERSION + 1}):
        monkeypatch.setattr(env_fingerprints, "fingerprints", lambda allowed=allowed: allowed)
        env_fingerprints.write()
        assert json.loads(file.read_text()) == allowed
        file.write_text(json.dumps(kept))
