"""The ids of environments: how they are written, and that they change with what they name."""

import json

import pytest

import crosscut
from crosscut.envs.names import VERSION, gymnasium_id, openspiel_id, pettingzoo_id
from tests.envguard import FILE, fingerprint
from tests.helpers import all_variants

KNOWN = json.loads(FILE.read_text())


def test_ids():
    assert gymnasium_id("connect_four") == f"crosscut/ConnectFour-v{VERSION}"
    assert gymnasium_id("slither") == f"crosscut/Slither-v{VERSION}"
    assert pettingzoo_id(crosscut.game("slither")) == f"crosscut_slither_v{VERSION}"
    assert openspiel_id(crosscut.game("tests/games/fence.py")) == f"crosscut_fence_v{VERSION}"


@pytest.mark.parametrize("pair", all_variants(), ids="-".join)
def test_the_version_changes_when_behaviour_does(pair):
    found, known = fingerprint(*pair), KNOWN["games"].get(" ".join(pair))
    assert known, "a new game: python -m tests.envguard writes tests/data/envs.json anew"
    assert (found, VERSION) == (known, KNOWN["version"]), (
        "behaviour has changed: raise VERSION in src/crosscut/envs/names.py, and write the file "
        "anew by python -m tests.envguard"
    )
