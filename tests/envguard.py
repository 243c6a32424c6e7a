"""What environments do, as one hash a game: the version in their ids has to change with it.

``python -m tests.envguard`` writes the file anew, after VERSION in envs/names.py was raised.
"""

import hashlib
import json
from pathlib import Path

import crosscut
from crosscut.envs.names import VERSION
from crosscut.envs.observation import planes
from crosscut.envs.vector import VectorEnv
from crosscut.kernel import uncompiled
from tests.helpers import SMALL, all_variants

FILE = Path(__file__).parent / "data" / "envs.json"
STEPS = 40


def fingerprint(name: str, variant: str) -> str:
    """Return a hash of all that a random run on a small board tells a learner."""
    game = crosscut.game(name, SMALL[name], variant=variant)
    actions = [
        game.tap_text(action) for action in (*game.board.cells, *range(game.width, game.actions))
    ]
    told = hashlib.sha256(repr((actions, [plane.name for plane in planes(game)])).encode())
    with uncompiled():
        env = VectorEnv(game, batch=2, seed=9)
        for _ in range(STEPS):
            chosen = env.random_actions()
            env.step(chosen)
            for array in (chosen, env.observation, env.mask, env.to_play, env.rewards):
                told.update(array.tobytes())
            for array in (env.terminated, env.truncated):
                told.update(array.tobytes())
    return told.hexdigest()[:16]


def fingerprints() -> dict:
    """Return the version of the ids and the hashes of all games."""
    found = {f"{name} {variant}": fingerprint(name, variant) for name, variant in all_variants()}
    return {"version": VERSION, "games": found}


if __name__ == "__main__":
    FILE.write_text(json.dumps(fingerprints(), indent=2) + "\n")
