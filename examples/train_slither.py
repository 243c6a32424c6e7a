"""Train a small net to play Slither on 5x5 from self-play, and play it against random players.

It is an actor-critic with clipped updates (PPO) on `crosscut.lab.envs.vector.VectorEnv`: the net
plays both seats of many games at once. Its value is always that of the seat to act. The second tap
of a move is the same seat's, so what comes next counts for or against that seat as `to_play` says.

    pip install 'crosscut[train]'
    python examples/train_slither.py --save slither5.pt
    python examples/train_slither.py --play slither5.pt

The same seed and number of updates give the same net, bit for bit on one machine. Ctrl-C stops
after the update that is being made and keeps the net; `--load` goes on from there, and ends with
the net that training without a stop would have given.
"""

import argparse
import math
import pickle
import signal
import time
from functools import cache

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import crosscut
from crosscut.lab.envs.vector import VectorEnv
from crosscut.lab.stats import wilson
from crosscut.search.observation import shape

GAMES = 256
"""Games that are played at once."""
STEPS = 32
"""Actions made in each of them between two updates."""
CHUNK, EPOCHS = 1024, 4
"""Actions learnt from at once, and how often each is."""
RATE, CLIP, ENTROPY, FADE = 1e-3, 0.2, 0.01, 0.95
"""Learning rate, largest change of a chance in an update, worth of variety, and how much of the
surprise at the next action counts for the one before."""
UPDATES, ROUND = 200, 25
"""How often the net is improved, some three minutes' work; and after how many there is a report."""
TRIAL, FINAL = 400, 1000
"""Games of each kind of trial, on the way and in the end."""


class Net(nn.Module):
    """Three layers over the whole board: a chance for each action, and the value for who acts."""

    def __init__(self, game, width: int = 256):
        super().__init__()
        cells = math.prod(shape(game))
        self.body = nn.Sequential(
            nn.Flatten(),
            nn.Linear(cells, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
        )  # fmt: skip
        self.policy = nn.Linear(width, game.actions)
        self.value = nn.Sequential(nn.Linear(width, 1), nn.Tanh())

    def forward(self, seen, mask):
        body = self.body(seen.float())
        logits = self.policy(body).masked_fill(~mask, -1e9)
        return functional.log_softmax(logits, -1), self.value(body).squeeze(-1)


def look(env: VectorEnv) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what is seen and what is legal, as copies: the environment writes over its own.

    White sees the board mirrored and so joins top and bottom too: half as much to learn.
    """
    seen, mask = torch.tensor(env.observation), torch.tensor(env.mask)
    white = torch.tensor(env.to_play == 1)
    seen[white] = seen[white].transpose(-1, -2)
    mask[white] = mask[white][:, mirrored(env.game)]
    return seen, mask


def act(env: VectorEnv, actions: np.ndarray) -> np.ndarray:
    """Return the actions of the environment that were chosen by somebody who looked at it."""
    return np.where(env.to_play == 1, mirrored(env.game)[actions], actions)


@cache
def mirrored(game) -> np.ndarray:
    """Return which action each one is with rows and columns exchanged."""
    cells = np.arange(game.width).reshape(game.board.grid).T.ravel()
    return np.concatenate([cells, np.arange(game.width, game.actions)])


def self_play(net: Net, env: VectorEnv) -> list[torch.Tensor]:
    """Play some steps; return what was seen, legal, done, how likely, its advantage and worth."""
    notes, values, signs, rewards, live = [], [], [], [], []
    with torch.no_grad():
        for _ in range(STEPS):
            seen, mask = look(env)
            chances, value = net(seen, mask)
            actions = torch.multinomial(chances.exp(), 1)
            seats = env.to_play.astype(np.int64)
            env.step(act(env, actions.squeeze(-1).numpy()))
            notes.append((seen, mask, actions, chances.gather(-1, actions)))
            values.append(value)
            rewards.append(torch.tensor(env.rewards[np.arange(GAMES), seats]))
            signs.append(torch.tensor(np.where(env.to_play == seats, 1.0, -1.0)).float())
            live.append(torch.tensor(~(env.terminated | env.truncated)).float())
        values.append(net(*look(env))[1])
    surprise, advantages = torch.zeros(GAMES), []
    for t in reversed(range(STEPS)):
        onward = signs[t] * live[t]
        expected = rewards[t] + onward * values[t + 1] - values[t]
        surprise = expected + FADE * onward * surprise
        advantages.append(surprise)
    advantage = torch.cat(advantages[::-1])
    return [
        *map(torch.cat, zip(*notes, strict=True)),
        advantage,
        advantage + torch.cat(values[:-1]),
    ]


def update(net: Net, optimiser, seen, mask, actions, before, advantage, worth) -> None:
    """Make actions that were better than expected likelier, and the values truer."""
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).split(CHUNK):
            chances, value = net(seen[part], mask[part])
            ratio = (chances.gather(-1, actions[part]) - before[part]).exp().squeeze(-1)
            gain = advantage[part]
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP) * gain
            entropy = -(chances.exp() * chances).sum(-1).mean()
            loss = -torch.minimum(ratio * gain, clipped).mean() - ENTROPY * entropy
            loss = loss + functional.mse_loss(value, worth[part])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()


def trial(net: Net, game, games: int, seed: int, by_moves: bool) -> float:
    """Return the share of games won against a random player, in either seat in turn.

    The random player draws uniformly from all legal moves, or from all legal taps.
    """
    env = VectorEnv(game, games, seed)
    seats, won, over = np.arange(games) % 2, np.zeros(games), np.zeros(games, bool)
    while not over.all():
        with torch.no_grad():
            best = act(env, net(*look(env))[0].argmax(-1).numpy())
        others = env.random_moves() if by_moves else env.random_actions()
        env.step(np.where(env.to_play == seats, best, others))
        ended = (env.terminated | env.truncated) & ~over
        won[ended] = env.rewards[np.arange(games), seats][ended] > 0
        over |= ended
    return won.mean()


def report(net: Net, game, games: int, seed: int) -> list[float]:
    """Print how the net does against both random players; return the shares of games won."""
    shares = []
    for by_moves, kind in ((True, "moves"), (False, "taps")):
        share = trial(net, game, games, seed, by_moves)
        low, high = wilson(share * games, games)
        shares.append(share)
        print(f"  against random {kind}: {share:.1%} of {games} games ({low:.1%} to {high:.1%})")
    return shares


class Training:
    """A net that learns by one update after another, and all that the next one depends on."""

    def __init__(self, game, seed: int):
        torch.manual_seed(seed)
        self.net, self.env = Net(game), VectorEnv(game, GAMES, seed)
        self.optimiser = torch.optim.Adam(self.net.parameters(), RATE)
        self.seed, self.done = seed, 0

    def run(self, updates: int, file: str) -> None:
        """Go on until so many updates are done, or Ctrl-C; show progress and keep it in a file."""
        stopped, begin = [], time.monotonic()
        usual = signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
        while self.done < updates and not stopped:
            for group in self.optimiser.param_groups:
                group["lr"] = RATE * max(0.1, 1 - self.done / updates)
            update(self.net, self.optimiser, *self_play(self.net, self.env))
            self.done += 1
            if self.done % ROUND == 0:
                made, passed = self.done * GAMES * STEPS, time.monotonic() - begin
                print(f"{self.done} updates, {made:,} actions, {passed:.0f} s", flush=True)
                report(self.net, self.env.game, TRIAL, self.seed + self.done)
                self.save(file)
        self.save(file)
        signal.signal(signal.SIGINT, usual)
        if stopped:
            print(f"stopped after {self.done} of {updates} updates: --load {file} goes on")

    def save(self, file: str) -> None:
        """Write the net, and what is needed to go on."""
        kept = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict()}
        kept |= {"chance": torch.get_rng_state(), "env": pickle.dumps(self.env)}
        torch.save(kept | {"seed": self.seed, "done": self.done}, file)

    def load(self, file: str) -> None:
        """Go on where a file was written; as with any pickle, only with files that you trust."""
        kept = torch.load(file, weights_only=True)
        self.net.load_state_dict(kept["net"])
        self.optimiser.load_state_dict(kept["optimiser"])
        torch.set_rng_state(kept["chance"])
        self.env = pickle.loads(kept["env"])
        self.seed, self.done = kept["seed"], kept["done"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--updates", type=int, default=UPDATES, help="how often the net is improved"
    )
    parser.add_argument("--seed", type=int, default=0, help="number from which chance starts")
    parser.add_argument("--save", default="slither5.pt", help="where the net is written")
    parser.add_argument("--load", metavar="FILE", help="go on with the training that is kept there")
    parser.add_argument("--play", metavar="FILE", help="only play the net that is kept there")
    options = parser.parse_args()
    torch.set_num_threads(1)  # a net so small is not quicker on several
    torch.use_deterministic_algorithms(True)
    game = crosscut.game("slither", 5, variant="classic")
    training = Training(game, options.seed)
    if options.play or options.load:
        training.load(options.play or options.load)
    if not options.play:
        training.run(options.updates, options.save)
    print("in the end:")
    report(training.net, game, FINAL, 10**6)


if __name__ == "__main__":
    main()
