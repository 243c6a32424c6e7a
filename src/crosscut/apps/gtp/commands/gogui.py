"""GoGui's extensions: the rules of a game, sequences, set-ups, and what HexGui takes from them."""

from collections.abc import Iterator

from crosscut.apps.gtp.game_view import pieces
from crosscut.apps.gtp.protocol import BadSyntax, Failure
from crosscut.apps.gtp.registry import command, expect, no_words, read_colour
from crosscut.apps.gtp.session import Session
from crosscut.play.vertices import COLOURS
from crosscut.rules.boards import Rhombus
from crosscut.rules.boards.grid import Grid
from crosscut.rules.game import DRAW, NOBODY

EMPTY = ("e", "empty")
ANALYSES = """\
dboard/Win chance/crosscut-win_chance
pspairs/Win chance in percent/crosscut-percent
pspairs/Visits/crosscut-visits
var/Principal variation/crosscut-line
string/Board/showboard
string/Turns so far/crosscut-turns"""
FOR_HEXGUI = "\n".join(line for line in ANALYSES.split("\n") if not line.startswith("dboard"))


@command("gogui-rules_game_id")
def game_id(session: Session, words: list[str]) -> str:
    """Return the name of the game: one capital, then small letters."""
    no_words(words)
    return session.game.facts.title.replace(" ", "").capitalize()


@command("gogui-rules_board_size")
def board_size(session: Session, words: list[str]) -> str:
    """Return the size; of boards that are not square the columns, the rows and the geometry."""
    no_words(words)
    board = rows_and_columns(session)
    if isinstance(board, Rhombus):
        return f"{board.columns} {board.height} hex"
    square = board.columns == board.height
    return str(board.columns) if square else f"{board.columns} {board.height}"


@command("gogui-rules_board")
def rules_board(session: Session, words: list[str]) -> str:
    """Return the board row by row from the top: X for black, O for white, a dot for nobody."""
    no_words(words)
    board, there = rows_and_columns(session), pieces(session)
    letters = {letter: sign for (_, letter), sign in zip(session.game.kinds, "XO", strict=False)}
    rows = ([letters.get(there.get(cell), ".") for cell in row] for row in board.rows)
    return "\n".join(" ".join(row) for row in rows)


@command("gogui-rules_legal_moves")
def legal_moves(session: Session, words: list[str]) -> str:
    """Return every legal move; of a turn of several moves the next. None when the game is over."""
    no_words(words)
    write = session.notation.write
    return " ".join(sorted(write(text) for text in session.dialect.choices(session.position)))


@command("all_legal_moves")
def all_legal_moves(session: Session, words: list[str]) -> str:
    """Return every legal move; HexGui names a colour that makes no difference."""
    return legal_moves(session, [])


@command("gogui-rules_side_to_move")
def side_to_move(session: Session, words: list[str]) -> str:
    """Return the colour to move."""
    no_words(words)
    return COLOURS[session.colour]


@command("gogui-rules_final_result")
def final_result(session: Session, words: list[str]) -> str:
    """Return who has won, or that it is not known yet."""
    no_words(words)
    return {NOBODY: "unknown", DRAW: "Draw", 0: "Black wins", 1: "White wins"}[session.result]


@command("gogui-analyze_commands")
def analyze_commands(session: Session, words: list[str]) -> str:
    """Return the commands whose results GoGui can draw on the board."""
    no_words(words)
    return ANALYSES


@command("hexgui-analyze_commands")
def hexgui_analyze_commands(session: Session, words: list[str]) -> str:
    """Return the commands whose results HexGui can draw on the board."""
    no_words(words)
    return FOR_HEXGUI


@command("gogui-interrupt")
def interrupt(session: Session, words: list[str]) -> str:
    """Say that the comment ``# interrupt`` ends the thinking about a turn."""
    no_words(words)
    return ""


@command("gogui-title")
def title(session: Session, words: list[str]) -> str:
    """Return the title of a window."""
    no_words(words)
    game = session.game
    return f"Crosscut: {game.facts.title} {game.board.dimensions}, {game.variant}"


@command("gogui-play_sequence")
def play_sequence(session: Session, words: list[str]) -> str:
    """Play a sequence of colours and turns; all of it or nothing."""
    if len(words) % 2:
        raise BadSyntax("gogui-play_sequence takes colours and turns in pairs")
    before = list(session.frames)
    try:
        for colour, turn in in_pairs(words):
            session.play(read_colour(colour), turn)
    except BaseException:
        session.frames = before
        raise
    return ""


@command("gogui-setup")
def setup(session: Session, words: list[str]) -> str:
    """Put stones on the board or take them off (e), given as colours and points in pairs."""
    if len(words) % 2 or not words:
        raise BadSyntax("gogui-setup takes colours and points in pairs")
    stones = list(session.game.pieces(session.position.state))
    for word, point in in_pairs(words):
        cell = 1 << session.notation.cell(point)
        stones = [kind & ~cell for kind in stones]
        if word.lower() not in EMPTY:
            stones[read_colour(word) ^ session.is_mirrored] |= cell
    replace_position(session, stones, session.position.colour)
    return ""


@command("gogui-setup_player")
def setup_player(session: Session, words: list[str]) -> str:
    """Let a colour move next."""
    (word,) = expect(words, 1, "gogui-setup_player takes a colour")
    colour = read_colour(word) ^ session.is_mirrored
    if colour != session.position.colour:
        replace_position(session, session.game.pieces(session.position.state), colour)
    return ""


@command("gogui-undo_setup")
def undo_setup(session: Session, words: list[str]) -> str:
    """Take back what was set up last."""
    no_words(words)
    session.undo()
    return ""


def in_pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    """Return words two by two."""
    return zip(words[::2], words[1::2], strict=True)


def replace_position(session: Session, stones, colour: int) -> None:
    """Set up a position, as a step that can be undone."""
    session.frames.append(session.frames[-1])
    try:
        session.set_up(tuple(stones), colour)
    except Failure:
        session.frames.pop()
        raise


def rows_and_columns(session: Session):
    """Return the board, if it is one that GoGui can draw."""
    board = session.game.board
    if not isinstance(board, Grid | Rhombus):
        raise Failure("GoGui draws rows and columns only; showboard shows this board")
    return board
