"""The reference: random rollouts by OpenSpiel's compiled code, where that is installed."""

import time
from importlib.util import find_spec

from crosscut.errors import BadOption
from crosscut.game import Game

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


def references(game: Game) -> list[OpenSpiel]:
    """Return what a game is measured against: the yardstick, and the same game if it is there."""
    wanted = [YARDSTICK]
    if game.id in SAME and (game.id, game.size) != YARDSTICK and game.size > 3:
        wanted.append((game.id, game.size))
    return [OpenSpiel(*each) for each in wanted]
