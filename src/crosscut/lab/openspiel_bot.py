"""The reference: OpenSpiel's compiled rollouts and tree search, where that is installed."""

import time
from importlib.util import find_spec

from crosscut.core.errors import BadOption
from crosscut.rules.game import Game

YARDSTICK = "hex", 11
"""The game and size by which all others are measured."""
SAME = {
    "hex": "hex(board_size={})",
    "y": "y(board_size={})",
    "havannah": "havannah(board_size={})",
    "connect_four": "connect_four(columns={},rows={})",
}
"""How OpenSpiel calls the games that both have."""
ROLLOUTS = 200
UCT_C = 2.0
"""As in their own example; results count from -1 to 1 there, so it is 1 if they count from 0."""
MEMORY = 1000
"""Megabytes that their tree may take."""
SIMULATIONS = 20_000
"""Simulations of one search while searches are measured: a tree of ordinary size."""


def installed() -> bool:
    """Tell whether OpenSpiel is there, without importing it."""
    return find_spec("pyspiel") is not None


class OpenSpiel:
    """Random rollouts of one of OpenSpiel's games."""

    def __init__(self, game: str, size: int, seed: int = 1):
        try:
            import pyspiel
        except ImportError:
            raise BadOption(
                "OpenSpiel is not installed; pip install 'crosscut[openspiel]' brings it"
            ) from None
        self.spiel = pyspiel
        self.plays = game, size
        self.game = pyspiel.load_game(SAME[game].format(size, size - 1))
        self.state = self.game.new_initial_state()
        self.seed = seed
        shape = f"{size}x{size}" if game == "hex" else size
        self.name = f"OpenSpiel, {game} {shape}"

    def run(self, seconds: float) -> float:
        """Roll out for some processor seconds and return the rollouts per second."""
        count, spent = 0, 0.0
        while spent < seconds:
            self.seed += 1
            evaluator = self.spiel.RandomRolloutEvaluator(ROLLOUTS, self.seed)
            # two simulations: the first evaluates the root, the second one of its children
            bot = self.spiel.MCTSBot(self.game, evaluator, 1.4, 2, 64, False, self.seed, False)
            begin = time.process_time()
            bot.mcts_search(self.state)
            spent += time.process_time() - begin
            count += 2 * ROLLOUTS
        return count / spent


class OpenSpielSearch(OpenSpiel):
    """Their MCTSBot with one random rollout a simulation, proven results backed up."""

    def __init__(self, game: str, size: int, uct_c: float = UCT_C):
        super().__init__(game, size)
        self.uct_c = uct_c
        self.name = self.name.replace("OpenSpiel", "OpenSpiel's search")
        self.step = 16

    def search(self, state, simulations: int, **clock: float):
        """Return the root of a new tree of so many simulations, fewer if the result is proven."""
        self.seed = (self.seed + 1) % 2**31
        evaluator = self.spiel.RandomRolloutEvaluator(1, self.seed)
        bot = self.spiel.MCTSBot(
            self.game, evaluator, self.uct_c, simulations, MEMORY, True, self.seed, False, **clock
        )
        return bot.mcts_search(state)

    def run(self, seconds: float) -> float:
        """Search for some processor seconds and return the simulations per second."""
        count, spent = 0, 0.0
        while spent < seconds:
            begin = time.process_time()
            root = self.search(self.state, self.step)
            spent += time.process_time() - begin
            count += root.explore_count
            del root  # now, as clearing a tree away would count as searching the next one
            # such a search cannot be stopped, so it must not be longer than what is asked for
            self.step = min(SIMULATIONS, max(16, int(seconds * count / spent)))
        return count / spent


def has_same(game: Game) -> bool:
    """Tell whether OpenSpiel has a game too, at that size."""
    return game.id in SAME and game.size > 3


def references(game: Game) -> list[OpenSpiel]:
    """Return what random play is measured against: the yardstick, and the same game if there."""
    wanted = [YARDSTICK]
    if has_same(game) and (game.id, game.size) != YARDSTICK:
        wanted.append((game.id, game.size))
    return [OpenSpiel(*each) for each in wanted]


def search_references(game: Game) -> list[OpenSpiel]:
    """Return what a search is measured against: the yardstick, and their search of that game."""
    same = [OpenSpielSearch(game.id, game.size)] if has_same(game) else []
    return [OpenSpiel(*YARDSTICK), *same]
