"""Boards as text, written and read: rows from the top, coordinates around, ``.`` for empty."""

import re
from collections.abc import Collection

from crosscut.boards import Board, members
from crosscut.errors import BadNotation
from crosscut.game import DRAW, NOBODY, Game
from crosscut.play.position import Position

EMPTY = "."


def write_diagram(position: Position, marked: Collection[int] = (), wide: bool = False) -> str:
    """Return the position as text; marked cells stand in parentheses, for which it is wider."""
    game = position.game
    letters = piece_letters(game, game.pieces(position.state))
    lines = board_lines(game.board, letters, marked, wide)
    return "\n".join([*lines, status(position)])


def piece_letters(game: Game, pieces: tuple[int, ...]) -> dict[int, str]:
    """Return the letter of the piece on each cell that is not empty."""
    letters = {}
    for (_, letter), stones in zip(game.kinds, pieces, strict=True):
        letters.update(dict.fromkeys(members(stones), letter))
    return letters


def board_lines(
    board: Board, letters: dict[int, str], marked: Collection[int] = (), wide: bool = False
) -> list[str]:
    """Return the rows of a board as text, with their labels, and the labels below."""
    step = 3 if marked or wide else 2
    margin = label_width(board)
    lines = []
    for row in board.rows:
        x, y = board.place(row[0])
        label = next((text for at, of, text in board.labels if of == y and at < x), "")
        line = f"{label:>{margin}}" + " " * round(step * x)
        for cell in row:
            symbol = letters.get(cell, EMPTY)
            shown = f"({symbol})" if cell in marked else f" {symbol} "
            line += shown[:step]
        lines.append(line.rstrip())
    below = labels_below(board)
    if below:
        footer = [" "] * (margin + step * len(board.rows[-1]) + step)
        for x, text in below:
            footer[margin + 1 + round(step * x)] = text
        lines.append("".join(footer).rstrip())
    return lines


def status(position: Position) -> str:
    """Say who is to move or who has won."""
    game = position.game
    if position.result == DRAW:
        return "drawn"
    name, letter = game.kinds[position.colour if position.result == NOBODY else position.result]
    if position.result != NOBODY:
        return f"{name} ({letter}) has won"
    begun = f", {position.history()[-1]} so far" if position.mid_turn else ""
    return f"{name} ({letter}) to move{begun}"


def read_diagram(game: Game, text: str, to_play: str | None = None) -> tuple[tuple[int, ...], int]:
    """Return where the pieces of each kind stand, and the colour to move."""
    rows, colour = [], 0
    lines = [line.strip() for line in re.split(r"[\n/]", text)]
    for line in filter(None, lines):
        said = re.search(r"\b(to move|has won|drawn)\b", line)
        if said:
            if " so far" in line:
                raise BadNotation("this diagram shows an unfinished turn; finish or undo it first")
            if said[1] != "drawn":
                colour = read_colour(game, line.split()[0]) ^ (said[1] == "has won")
        elif not is_footer(game.board, line):
            rows.append(line)
    board = game.board
    if len(rows) != len(board.rows):
        raise BadNotation(f"the diagram has {len(rows)} rows, not {len(board.rows)}")
    pieces = [0] * len(game.kinds)
    letters = [letter.lower() for _, letter in game.kinds]
    for number, (line, row) in enumerate(zip(rows, board.rows, strict=True), start=1):
        symbols = re.sub(r"[\s()\[\]]", "", re.sub(r"^\d+\s*", "", line))
        if len(symbols) != len(row):
            raise BadNotation(
                f"row {number} of the diagram has {len(symbols)} points, not {len(row)}"
            )
        for cell, symbol in zip(row, symbols.lower(), strict=True):
            if symbol in letters:
                pieces[letters.index(symbol)] |= 1 << cell
            elif symbol != EMPTY:
                raise BadNotation(
                    f"row {number} of the diagram has {symbol!r}; use "
                    + " ".join([EMPTY, *(letter for _, letter in game.kinds)])
                )
    return tuple(pieces), colour if to_play is None else read_colour(game, to_play)


def is_footer(board: Board, line: str) -> bool:
    """Tell whether a line holds nothing but the labels below the board."""
    return line.split() == [text for _, text in labels_below(board)]


def labels_below(board: Board) -> list[tuple[float, str]]:
    """Return the labels below the board, with their places from the left."""
    bottom = board.place(board.rows[-1][0])[1]
    return [(x, text) for x, y, text in board.labels if y > bottom]


def label_width(board: Board) -> int:
    """Return the characters that labels take at the left of a diagram."""
    return max(len(text) for _, _, text in board.labels)


def read_colour(game: Game, text: str) -> int:
    """Return the colour with this name or letter."""
    for colour, (name, letter) in enumerate(game.kinds[:2]):
        if str(text).strip().lower() in (name.lower(), letter.lower(), str(colour)):
            return colour
    names = " or ".join(f"{name} ({letter})" for name, letter in game.kinds[:2])
    raise BadNotation(f"{text!r} is no colour; say {names}")
