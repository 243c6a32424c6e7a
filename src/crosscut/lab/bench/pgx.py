"""The reference: pgx's environments, which JAX compiles, where they are installed.

They are given what is best for them: many steps in one compiled loop, the quickest way we know to
draw a legal action, and the best of some batch sizes. Their step writes the legal actions and the
observation, and a game that ends begins anew, as here.
"""

import os
import time
from collections.abc import Callable

from crosscut.core.errors import BadOption
from crosscut.rules.game import Game

SAME = {"hex": ("hex", 11), "connect_four": ("connect_four", 7)}
"""How pgx calls the games that both have, and the one size that it plays."""
BATCHES = (256, 1024, 4096)
GPU_BATCHES = (16384, 65536)
LOOP = 20
"""Steps that are made in one call."""
TRIAL_SECONDS = 0.5


class Pgx:
    """Random play in one of pgx's environments, on the best device that JAX finds."""

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        clock: Callable[[], float] = time.process_time,
        batches: tuple[int, ...] = BATCHES,
    ):
        name, size = SAME.get(game.id, (None, None))
        if game.size != size:
            known = " and ".join(f"{ours} of size {size}" for ours, (_, size) in SAME.items())
            raise BadOption(f"pgx has {known}; those can be measured against it")
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # leave us some memory
        try:
            import jax
            import pgx
            from pgx.experimental import auto_reset
        except ImportError:
            raise BadOption("pgx is not installed; pip install 'crosscut[pgx]' brings it") from None
        self.jax, self.seed, self.clock = jax, seed, clock
        self.env = pgx.make(name)
        self.again = jax.vmap(auto_reset(self.env.step, self.env.init))
        rates = {}
        for batch in batches:
            self.begin(batch)
            rates[batch] = self.run(TRIAL_SECONDS)
        self.begin(max(rates, key=rates.get))
        place = jax.devices()[0].device_kind
        on = "" if place == "cpu" else f", {place}"
        self.name = f"pgx, {name} {game.board.dimensions}, batch of {self.batch}{on}"

    def begin(self, batch: int) -> None:
        """Begin so many games, and compile the loop that steps them."""
        jax = self.jax
        random, numbers = jax.random, jax.numpy

        def step(carried, _):
            games, key = carried
            key, drawn, fresh = random.split(key, 3)
            legal = games.legal_action_mask
            chosen = numbers.floor(random.uniform(drawn, (batch,)) * legal.sum(-1))
            actions = numbers.argmax(numbers.cumsum(legal, -1) > chosen[:, None], axis=-1)
            return (self.again(games, actions, random.split(fresh, batch)), key), None

        self.batch = batch
        self.loop = jax.jit(lambda carried: jax.lax.scan(step, carried, None, length=LOOP)[0])
        first, key = random.split(random.PRNGKey(self.seed))
        games = jax.jit(jax.vmap(self.env.init))(random.split(first, batch))
        self.carried = jax.block_until_ready(self.loop((games, key)))

    def run(self, seconds: float) -> float:
        """Step for some seconds of the clock it was given and return the actions per second."""
        steps, begin, spent = 0, self.clock(), 0.0
        while spent < seconds:
            self.carried = self.jax.block_until_ready(self.loop(self.carried))
            steps += LOOP
            spent = self.clock() - begin
        return steps * self.batch / spent
