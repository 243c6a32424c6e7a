"""The vectorised environment against positions, action by action."""

import hashlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import crosscut
from crosscut.core import jit as kernel
from crosscut.core.errors import BadOption, IllegalMove, UnknownGame
from crosscut.core.jit import uncompiled
from crosscut.lab.envs.vector import VectorEnv
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW
from crosscut.rules.state_packing import unpack
from crosscut.search.observation import observation, planes, shape
from tests.support.games import SMALL_SIZES, all_variants

HIDDEN = {
    "resolve": ("held", "left", "below", "begun"),
    "serpent": ("asking",),
    "slither": ("stepped",),
    "snaketrail": ("phase", "holder"),
    "vimbre": ("first",),
    "fence": ("last",),
    "shuttle": ("held",),
    "sidestep": ("enemy", "fresh"),
}
"""What a state holds beside pieces, colour and winner."""
RANGES = {"stepped": (0, 1), "begun": (0, 1), "asking": (0, 1), "phase": (0, 3), "holder": (-1, 1)}
"""What is shown as 0 and as 1 of the numbers whose values are known."""
SETS = ("held", "left", "below", "first", "enemy", "fresh")
ONE_TAP = (
    "connect_four", "crossway", "filler", "gonnect", "havannah", "hex", "konobi", "kopano",
    "quinten", "rhode", "y",
)  # fmt: skip
"""The games in which every turn is one tap and nobody has to be told that it is not over."""
PUBLIC = (
    "observation", "mask", "to_play", "rewards", "terminated", "truncated", "final_observation",
    "final_to_play", "taps", "episodes",
)  # fmt: skip
"""The arrays that a step writes."""
LIFTING = ("serpent", "shifty", "slither")
SHUTTLE = Path(__file__).parents[1] / "support" / "game_files" / "shuttle.py"


def seen(position):
    """Return what the player to move sees, read from the position cell by cell."""
    game, state, name = position.game, position.state, Path(position.game.id).stem
    images = list(game.pieces(state))
    if name != "snaketrail" and position.colour == 1:
        images[:2] = images[1], images[0]
    if name in LIFTING:
        images.append(state.held)
    images.append(game.board.full)
    whole = (1 << game.width) - 1
    numbers = [position.colour]
    if name not in ONE_TAP:
        numbers.append(int(position.mid_turn))
    if game.pie:
        offered = game.swap_action in position.actions()
        numbers += [int(offered), int(position.to_play != position.colour)]
    values = [(cells, 1) for cells in images] + [(whole, number) for number in numbers]
    for field in HIDDEN.get(name, ()):
        value = getattr(state, field)
        if field in SETS and name != "shuttle":
            values.append((value, 1))
        elif field in RANGES:
            low, high = RANGES[field]
            values.append((whole, (value - low) / (high - low)))
        else:
            values.append((whole, value % 256 / 255))
            if game.width > 255:
                values.append((whole, value // 256 % 256 / 255))
    rows, columns = game.board.grid
    picture = np.zeros((len(values), rows, columns), np.float32)
    for plane, (cells, value) in enumerate(values):
        for cell in members(cells):
            picture[plane, cell // columns, cell % columns] = value
    return picture


def first_position(env, i):
    """Return where a game of the batch begins."""
    return env.game.position(seed=env.seed_of(i)) if env.game.has_deal else env.game.position()


def reward_of(position):
    """Return what a finished game brings to both seats."""
    if position.result == DRAW:
        return [0, 0]
    return [1, -1] if position.winner == 0 else [-1, 1]


def follows_positions(game, steps, batch=3, seed=1):
    """Play at random and compare everything with positions; return how many games ended."""
    env = VectorEnv(game, batch, seed)
    positions = [first_position(env, i) for i in range(batch)]
    ended = 0
    for _ in range(steps):
        actions = env.random_actions()
        env.step(actions)
        for i, action in enumerate(actions.tolist()):
            here = positions[i].tap(action)
            assert env.terminated[i] == here.over
            assert not env.truncated[i]
            assert env.rewards[i].tolist() == (reward_of(here) if here.over else [0, 0])
            if here.over:
                ended += 1
                assert env.final_to_play[i] == here.to_play
                assert (env.final_observation[i] == seen(here)).all()
                here = first_position(env, i)
            assert np.flatnonzero(env.mask[i]).tolist() == here.actions()
            assert env.to_play[i] == here.to_play
            assert env.observation[i].shape == shape(game)
            assert 0 <= env.observation[i].min() <= env.observation[i].max() <= 1
            assert (env.observation[i] == seen(here)).all()
            assert (observation(here) == seen(here)).all()
            assert unpack(game, env._arrays.tables[i]) == here.table
            positions[i] = here
    assert [env.position(i).history() for i in range(batch)] == [p.history() for p in positions]
    return ended


@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize("name", crosscut.ids())
def test_it_follows_positions(name, pie, interpreted):
    assert follows_positions(crosscut.game(name, SMALL_SIZES[name], pie=pie), 40)


@pytest.mark.parametrize("file", ["fence", "shuttle", "sidestep"])
def test_it_follows_positions_in_a_game_of_the_users_own(file, interpreted):
    assert follows_positions(crosscut.game(str(SHUTTLE.parent / f"{file}.py")), 60)


def test_sets_that_are_shown_as_one_kind_have_planes(interpreted):
    """Which of the enemy's stones is the last one decides what is legal."""
    start = crosscut.game(str(SHUTTLE.parent / "sidestep.py"), 3, pie=False).position()
    assert [plane.name for plane in planes(start.game)][-2:] == ["the field enemy", "fresh"]
    found, looks = {}, [start]
    for _ in range(3):
        looks = [here.step(action) for here in looks for action in here.actions()]
        for here in looks:
            assert found.setdefault(observation(here).tobytes(), here.actions()) == here.actions()
    pieces = {(*here.game.pieces(here.state), here.colour) for here in looks}
    assert len(pieces) < len({observation(here).tobytes() for here in looks})


@pytest.mark.parametrize(("size", "bytes_of_a_number"), [(15, 1), (16, 2), (19, 2)])
def test_numbers_are_told_apart_on_every_board(size, bytes_of_a_number, interpreted, tmp_path):
    file = tmp_path / "fence.py"
    file.write_text((SHUTTLE.parent / "fence.py").read_text().replace("largest=9", "largest=19"))
    game = crosscut.game(str(file), size)
    assert len([p for p in planes(game) if p.name.startswith("last")]) == bytes_of_a_number
    numbers = [-1, 0, size * size - 1]
    start = game.position()
    told = {observation(start)[-bytes_of_a_number:, 0, 0].tobytes()}
    told |= {observation(start.step(n))[-bytes_of_a_number:, 0, 0].tobytes() for n in numbers[1:]}
    assert len(told) == len(numbers)
    assert follows_positions(game, 4, batch=1) == 0


@pytest.mark.slow
@pytest.mark.parametrize("pair", all_variants(), ids="-".join)
def test_it_follows_positions_in_every_variant(pair, interpreted_and_compiled):
    name, variant = pair
    assert follows_positions(crosscut.game(name, SMALL_SIZES[name], variant), 400)


def test_compiled_it_writes_the_same_as_interpreted():
    """On a board of two words, part of which are no cells."""
    game = crosscut.game("y", 9)
    told = history_of(game, 100)
    with uncompiled():
        assert history_of(game, 100) == told


def history_of(game, steps, batch=4, seed=5):
    """Return a hash of all that a random run writes, and how many games ended."""
    env, total, ended = VectorEnv(game, batch, seed), hashlib.sha256(), 0
    for _ in range(steps):
        env.step(env.random_actions())
        ended += int(env.terminated.sum())
        for array in env._arrays[:-1]:
            total.update(array.tobytes())
    assert ended
    return total.hexdigest(), ended


# What is promised beside the rules.


def test_an_illegal_action_changes_nothing(interpreted):
    env = VectorEnv(crosscut.game("hex", 4), 3)
    env.step([0, 1, 2])
    before = [array.copy() for array in env._arrays]
    for wrong, words in (
        ([5, 5, 2], r"game 2: action 2 \(c1\) is not legal there"),
        ([16, 5, 5], r"game 0: action 16 \(pass\) is not legal there"),
        ([5, 18, 5], r"game 1: action 18 is not legal there"),
        ([5, -1, 5], r"game 1: action -1 is not legal there"),
    ):
        with pytest.raises(IllegalMove, match=words):
            env.step(wrong)
        assert all((a == b).all() for a, b in zip(before, env._arrays, strict=True))
    for wrong in ([5, 5], [5.0, 5.0, 5.0], 5):
        with pytest.raises(BadOption, match="3 whole numbers"):
            env.step(wrong)


def test_bits_that_are_no_cells_are_not_legal(interpreted):
    env = VectorEnv(crosscut.game("y", 3), 1)
    with pytest.raises(IllegalMove, match="action 1 is not legal"):
        env.step([1])


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("batch", [0, 2.0, "2", [2]]),
        ("limit", [0, 10**9, "3", 2.5]),
        ("history", [0, None]),
        ("seed", [-1, 2**63, None, 1.0]),
    ],
)
def test_bad_options_are_refused(name, values, interpreted):
    for value in values:
        with pytest.raises(BadOption, match=f"{name} is a whole number from"):
            VectorEnv(crosscut.game("hex", 3), **{"batch": 1} | {name: value})


def test_whole_numbers_of_any_kind_are_taken(interpreted):
    game = crosscut.game("hex", 3)
    env = VectorEnv(game, np.int16(2), np.int64(3), limit=np.array(7))
    assert (env.random_actions() == VectorEnv(game, 2, 3).random_actions()).all()
    env.reset(np.uint8(4))
    assert env.position(np.int64(1)).history() == []


def test_a_game_may_be_named(interpreted):
    assert VectorEnv("Hex", 1).game == crosscut.game("hex")


def test_people_are_told_when_it_compiles(interpreted, monkeypatch, capsys):
    monkeypatch.setattr(kernel, "on_compile", [])
    VectorEnv(crosscut.game("hex", 2), 1)
    for tell in kernel.on_compile:
        tell(True)
    assert capsys.readouterr().err == f"{kernel.COMPILING}\n"


def test_what_is_no_game_and_no_place_in_the_batch_is_refused(interpreted):
    with pytest.raises(UnknownGame, match="file, not by 5"):
        VectorEnv(5, 2)
    env = VectorEnv(crosscut.game("snaketrail", 4), 2)
    for i in (2, -1, None):
        for ask in (env.position, env.seed_of):
            with pytest.raises(BadOption, match="number of a game is a whole number from 0 to 1"):
                ask(i)


def test_more_memory_than_anybody_has_is_refused(interpreted):
    with pytest.raises(BadOption, match=r"limit 1,048,576 and .* would take [\d,]+ GiB"):
        VectorEnv(crosscut.game("hex", 3), 1 << 20, limit=1 << 20)
    with pytest.raises(BadOption, match="GiB"):
        VectorEnv(crosscut.game("gonnect", 4), 1 << 20, history=1 << 20)


def test_a_deal_depends_on_seed_game_and_episode_alone(interpreted):
    game = crosscut.game("snaketrail", 4)
    small, large = VectorEnv(game, 2, seed=3), VectorEnv(game, 5, seed=3)
    deals = {}
    for env in (small, large):
        for _ in range(60):
            for i in range(2):
                key = i, int(env.episodes[i])
                dealt = env.position(i).state[:2]
                assert deals.setdefault(key, dealt) == dealt
                assert game.position(seed=env.seed_of(i)).state[:2] == dealt
            env.step(env.random_actions())
    assert len(deals) > 6
    assert len(set(deals.values())) > len(deals) // 2


def test_resetting_repeats_a_run(interpreted):
    env = VectorEnv(crosscut.game("slither", 4), 3, seed=7)

    def run():
        return [env.step(env.random_actions())[0].copy() for _ in range(30)]

    first = run()
    env.reset()
    assert all((a == b).all() for a, b in zip(first, run(), strict=True))
    env.reset(8)
    assert any((a != b).any() for a, b in zip(first, run(), strict=True))


def test_a_set_up_by_hand_can_be_asked_for(interpreted):
    env = VectorEnv(crosscut.game("snaketrail", 4), 1, deal=False)
    assert env.position(0).table == env.game.position().table
    assert env.to_play[0] == 1


def test_what_a_wrapper_adds_to_info_is_gone_with_the_next_step(interpreted):
    environment = VectorEnv(crosscut.game("hex", size=3), batch=2)
    _, info = environment.reset()
    info["episode"] = info.pop("action_mask")
    *_, info = environment.step(environment.random_actions())
    assert set(info) == {"action_mask", "to_play", "final_obs", "final_to_play"}
    assert info["action_mask"] is environment.mask


def test_a_long_game_is_truncated(interpreted):
    env = VectorEnv(crosscut.game("hex", 4), 2, limit=5)
    for _ in range(4):
        env.step(env.random_actions())
        assert not env.truncated.any()
    before = env.position(0)
    action = env.random_actions()
    env.step(action)
    assert env.truncated.all()
    assert not env.terminated.any()
    assert not env.rewards.any()
    assert env.taps.tolist() == [0, 0]
    assert (env.final_observation[0] == seen(before.tap(int(action[0])))).all()
    assert (env.observation[0] == seen(env.game.position())).all()


def test_after_a_swap_seats_have_exchanged_colours(interpreted):
    env = VectorEnv(crosscut.game("hex", 2), 1)
    env.step([0])
    assert env.to_play[0] == 1
    env.step([env.game.swap_action])  # seat 1 is Black now, and seat 0 is to move as White
    assert (env.to_play[0], env.position(0).colour) == (0, 1)
    env.step([1])
    env.step([2])
    assert env.terminated[0]
    assert env.rewards[0].tolist() == [-1, 1]


def test_beyond_its_history_a_game_forgets(interpreted):
    """With room for few turns a game remembers its first ones; later ones may come back."""
    game = crosscut.game(str(SHUTTLE), 3, "once")
    back = ["a1-b1", "c3-c2", "b1-a1", "c2-c3"]  # the first board again, which is illegal
    taps = [game.board.cell(cell) for move in back for cell in move.split("-")]
    env = VectorEnv(game, 1)
    for tap in taps[:-1]:
        env.step([tap])
    assert not env.mask[0, taps[-1]]
    away = ["a1-a2", "c3-c2", "a2-b2", "c2-c1", "b2-a2", "c1-c2"]  # the second board again
    taps = [game.board.cell(cell) for move in away for cell in move.split("-")]
    for history, legal in ((1024, False), (2, True)):
        env = VectorEnv(game, 1, history=history)
        for tap in taps[:-1]:
            env.step([tap])
        assert env.mask[0, taps[-1]] == legal


def test_a_game_without_a_choice_is_refused(interpreted, tmp_path):
    file = tmp_path / "none.py"
    source = (SHUTTLE.parent / "fence.py").read_text()
    file.write_text(source.replace("return found", "return self.board.none"))
    with pytest.raises(BadOption, match="over before anybody has a choice"):
        VectorEnv(crosscut.game(str(file)), 1)


def test_random_moves_are_uniform_over_moves(interpreted):
    """From a Slither board with one stone of the mover: steps come eight times as often as taps."""
    game = crosscut.game("slither", 4)
    env = VectorEnv(game, 200)
    for tap in (5, 0):
        env.step([tap] * 200)
    moves = Counter(text.split("-")[0] for text in game.position().tap(5).tap(0).moves())
    assert moves["b2"] > 5
    share = (env.random_moves() == 5).mean()
    assert abs(share - moves["b2"] / moves.total()) < 0.1
    assert (env.random_actions() == 5).mean() < 0.2
