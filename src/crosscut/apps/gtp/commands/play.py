"""Commands that begin games, play turns and take them back."""

from crosscut.apps.gtp.game_view import show
from crosscut.apps.gtp.protocol import BadSyntax, Failure
from crosscut.apps.gtp.registry import command, expect, no_words, read_colour, read_number
from crosscut.apps.gtp.session import Session
from crosscut.core.errors import BadOption
from crosscut.rules.boards import Rhombus
from crosscut.rules.boards.grid import Grid


@command("boardsize", "rectangular_boardsize")
def boardsize(session: Session, words: list[str]) -> str:
    """Begin a game on a board of another size; two numbers are columns and rows."""
    if len(words) not in (1, 2):
        raise BadSyntax("boardsize takes a size, or columns and rows")
    sizes = [read_number(word) for word in words]
    try:
        game = session.other_game(size=sizes[0])
    except BadOption as error:
        raise Failure(f"unacceptable size: {error}") from error
    if len(sizes) == 2 and not isinstance(game.board, Grid | Rhombus):
        raise Failure("unacceptable size: this board has no columns and rows; say one number")
    if len(sizes) == 2 and sizes != [game.board.columns, game.board.height]:
        raise Failure(f"unacceptable size: there is no board of {sizes[0]} by {sizes[1]}")
    session.new_game(game)
    return ""


@command("query_boardsize")
def query_boardsize(session: Session, words: list[str]) -> str:
    """Return the size of the board."""
    no_words(words)
    return str(session.game.size)


@command("clear_board")
def clear_board(session: Session, words: list[str]) -> str:
    """Begin a game on the same board."""
    no_words(words)
    session.new_game(session.game)
    return ""


@command("play")
def play(session: Session, words: list[str]) -> str:
    """Play a turn, or a part of it."""
    if len(words) < 2:
        raise BadSyntax("play takes a colour and a turn")
    session.play(read_colour(words[0]), " ".join(words[1:]))
    return ""


@command("genmove")
def genmove(session: Session, words: list[str]) -> str:
    """Choose a turn and play it, or as much of it as the dialect tells at once."""
    (colour,) = expect(words, 1, "genmove takes a colour")
    return session.generate(read_colour(colour))


@command("reg_genmove")
def reg_genmove(session: Session, words: list[str]) -> str:
    """Choose a turn without playing it, from nothing but the position and the seed."""
    (colour,) = expect(words, 1, "reg_genmove takes a colour")
    return session.suggestion(read_colour(colour))


@command("undo")
def undo(session: Session, words: list[str]) -> str:
    """Take back what the last play or genmove did."""
    no_words(words)
    session.undo()
    return ""


@command("gg-undo")
def undo_several(session: Session, words: list[str]) -> str:
    """Take back what the last so many commands did."""
    if len(words) > 1:
        raise BadSyntax("gg-undo takes a number, or nothing for one")
    session.undo(read_number(words[0], 1) if words else 1)
    return ""


@command("showboard")
def showboard(session: Session, words: list[str]) -> str:
    """Return the board as people read it."""
    no_words(words)
    return "\n" + show(session)


@command("final_score")
def final_score(session: Session, words: list[str]) -> str:
    """Return who has won."""
    no_words(words)
    score = {0: "B+", 1: "W+", 2: "0"}.get(session.result)
    if score is None:
        raise Failure("cannot score: the game goes on")
    return score
