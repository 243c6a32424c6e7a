"""What environments do, as one hash a game: the version in their ids has to change with it.

``python -m tests.support.env_fingerprints`` writes the file anew, after VERSION in envs/names.py
was raised, or when nothing but new games has come. It needs all libraries that the adapters are
for.
"""

import hashlib
import json
import random
from functools import partial
from pathlib import Path

import crosscut
from crosscut.core.jit import uncompiled
from crosscut.lab.envs.ids import OLD, openspiel_id
from crosscut.lab.envs.opponents import RandomOpponent
from crosscut.lab.envs.state import Moment
from crosscut.lab.envs.vector import VectorEnv
from crosscut.play.position import Position
from crosscut.rules.game import NOBODY
from crosscut.search.observation import VERSION, planes
from tests.support.games import SMALL_SIZES, all_variants

FILE = Path(__file__).parents[1] / "data" / "envs.json"
STEPS = 40


def fingerprint(name: str, variant: str) -> str:
    """Return a hash of all that random runs on a small board tell a learner."""
    told = hashlib.sha256()
    for pie in (False, True):
        game = crosscut.game(name, SMALL_SIZES[name], variant, pie)
        cells, extras = game.board.cells, range(game.width, game.actions)
        actions = [game.tap_text(action) for action in (*cells, *extras)]
        told.update(repr((actions, [plane.name for plane in planes(game)])).encode())
        with uncompiled():
            for deal in (True, False) if game.has_deal else (True,):
                step_many(game, deal, told)
            step_one(game, told)
    return told.hexdigest()[:16]


def step_many(game, deal: bool, told) -> None:
    """Add what the vectorised environment tells, with games that end by rules and by a limit."""
    env = VectorEnv(game, batch=2, seed=9, deal=deal, limit=STEPS // 2 + 9)
    for _ in range(STEPS):
        chosen = env.random_actions()
        env.step(chosen)
        for array in (chosen, env.observation, env.mask, env.to_play, env.rewards):
            told.update(array.tobytes())
        for array in (env.terminated, env.truncated):
            told.update(array.tobytes())


def step_one(game, told) -> None:
    """Add what both seats see in a game that is stepped alone, which is what adapters step."""
    moment, rng = Moment.at(game.position(seed=9)), random.Random(9)
    for _ in range(STEPS):
        for seat in (0, 1):
            told.update(moment.observation(seat).tobytes())
        told.update(repr((moment.legal, moment.to_play, moment.rewards)).encode())
        if moment.winner != NOBODY:
            break
        moment = moment.after(rng.choice(moment.legal))


# The adapters, each with a game of long turns and a swap; what they add to a moment is in no game.

GAME = {"size": 4, "variant": "advanced", "pie": True}


def gymnasium_trace(version: int) -> list:
    """Return what Gymnasium is told: both seats, games to the end, a limit, an illegal action.

    The opponent draws from Python's numbers, as NumPy's may change; ours draws one action after.
    """
    from crosscut.lab.envs.gymnasium import SeatEnv

    told = []
    cut_short = (0, 1, False), (1, 1, False), (1, 9, False), (0, None, True)
    runs = (0, None, False), (1, None, False), *cut_short
    for seat, limit, illegal in runs:
        rng = random.Random(9)
        opponent = partial(any_of, rng)
        env = SeatEnv("slither", **GAME, opponent=opponent, seat=seat, limit=limit, version=version)
        seen, info = env.reset(seed=9)
        ended = False
        while not ended:
            told.append([digest(seen), digest(info["action_mask"]), info["seat"], info["colour"]])
            action = rng.choice([i for i, legal in enumerate(info["action_mask"]) if legal])
            seen, *came, info = env.step(env.game.pass_action if illegal else action)
            ended = came[1] or came[2]
            told.append([came, info.get("illegal", False)])
        told.append([digest(seen), digest(info["action_mask"])])
    moment, drawing = Moment.at(env.game.position()), RandomOpponent(env.game)
    drawing.new_game(moment, 9)
    return [*told, drawing.answer(moment).made]


def any_of(rng: random.Random, position: Position) -> int:
    """Draw a legal action."""
    return rng.choice(position.actions())


def pettingzoo_trace(version: int) -> list:
    """Return what PettingZoo is told: games to the end, a limit, an illegal action."""
    from crosscut.lab.envs.pettingzoo import env

    told = []
    for limit, illegal in ((None, False), (9, False), (None, True)):
        made, rng = env("slither", **GAME, limit=limit, version=version), random.Random(9)
        made.reset(seed=9)
        for agent in made.agent_iter():
            seen, *came, info = made.last()
            mask = seen["action_mask"]
            told.append([agent, digest(seen["observation"]), digest(mask), came])
            told.append(digest(info["action_mask"]) if "action_mask" in info else None)
            legal = [i for i, is_legal in enumerate(mask) if is_legal]
            if any(came[1:]):
                made.step(None)
            else:
                made.step(made.unwrapped.game.pass_action if illegal else rng.choice(legal))
    return told


def openspiel_trace(version: int) -> list:
    """Return what OpenSpiel is told of a game to the end."""
    import pyspiel

    from crosscut.lab.envs import openspiel

    openspiel.register()
    game, rng = pyspiel.load_game(openspiel_id("slither", version), GAME), random.Random(9)
    told, state = [game.num_distinct_actions(), game.max_game_length()], game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        texts = [state.action_to_string(action) for action in legal]
        seen = [state.observation_tensor(seat) for seat in (0, 1)]
        told.append([str(state), state.current_player(), legal, texts, digest(seen)])
        state.apply_action(rng.choice(legal))
    return [*told, str(state), state.returns()]


ADAPTERS = {
    "gymnasium": gymnasium_trace,
    "pettingzoo": pettingzoo_trace,
    "pyspiel": openspiel_trace,
}
"""What each library is told, by the module that has to be there."""


def digest(value) -> str:
    """Return a hash of an array, or of what can be written."""
    data = value.tobytes() if hasattr(value, "tobytes") else repr(value).encode()
    return hashlib.sha256(data).hexdigest()[:16]


def adapter(library: str, version: int = VERSION) -> str:
    """Return a hash of what a library is told by a version of the environments."""
    with uncompiled():
        return digest(ADAPTERS[library](version))


def fingerprints() -> dict:
    """Return the version of the ids and the hashes of all games and adapters."""
    games = {f"{name} {variant}": fingerprint(name, variant) for name, variant in all_variants()}
    adapters = {name: adapter(name) for name in ADAPTERS}
    old = {name: adapter(name, OLD) for name in ADAPTERS}
    return {"version": VERSION, "games": games, "adapters": adapters, "old adapters": old}


def refusal(known: dict, found: dict) -> str:
    """Say why the file may not be written anew, or return nothing if it may."""
    if found["version"] > known["version"]:
        return ""
    changed = [
        name
        for part in ("games", "adapters")
        for name, before in known[part].items()
        if found[part].get(name) != before
    ]
    if not changed:
        return ""
    return f"behaviour has changed ({', '.join(changed)}): first raise VERSION in envs/names.py"


def write() -> None:
    """Write the file anew if that may be."""
    found = fingerprints()
    if words := refusal(json.loads(FILE.read_text()), found):
        raise SystemExit(words)
    FILE.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    write()
