"""Lists of moves as Ai Ai prints them: ``d4,Swap,d5,d4-e5,e6``.

A step and the stone that follows it are two moves there, so a turn may stand in several parts. The
player who begins is called White there and Black here.
"""

from crosscut.core.errors import BadOption
from crosscut.play.records.game_tree import Check, GameTree
from crosscut.play.records.move_list import read_moves
from crosscut.rules.boards.grid import Grid
from crosscut.rules.game import Game
from crosscut.rules.game_text import BETWEEN_MOVES


def read_aiai(text: str, game: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that a list of Ai Ai's tells."""
    tree = read_moves(text, game, check)
    refuse_other_boards(tree.game)
    return tree


def write_aiai(tree: GameTree) -> str:
    """Return the main line of a game as Ai Ai would print it."""
    refuse_other_boards(tree.game)
    if tree.origin:
        raise BadOption("a list of Ai Ai's cannot say that the game was set up")
    turns = tree.main_line().history()
    moves = [move for turn in turns for move in turn.split(BETWEEN_MOVES)]
    return ",".join("Swap" if move == "swap" else move for move in moves) + "\n"


def refuse_other_boards(game: Game) -> None:
    """Refuse a game whose points may have other names there."""
    if not isinstance(game.board, Grid):
        raise BadOption("how Ai Ai names the cells of such a board is not known")
