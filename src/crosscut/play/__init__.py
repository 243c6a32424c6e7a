"""A game as people meet it: positions, notation, diagrams, pictures and records."""

from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.rooms_above import rooms_above


def game_html(game: Game) -> str:
    """Return a game as a notebook shows it."""
    from crosscut.play.html import show_game  # late: most programs are no notebook

    return show_game(game)


rooms_above.start_position = Position.start
rooms_above.game_html = game_html
