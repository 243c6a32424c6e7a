"""Boards as text, written and read: rows from the top, coordinates around, ``.`` for empty.

Rows of hexagons are shifted as on paper, and the label of a row stands directly at its left.
"""

import re
from collections.abc import Collection
from math import floor

from crosscut.core.errors import BadNotation
from crosscut.play.position import Position
from crosscut.rules.boards import Board, members
from crosscut.rules.game import DRAW, NOBODY, Game

EMPTY = "."
LONGEST = 10_000
"""Longer texts are refused unread: no board comes near."""


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


def write_rows(game: Game, pieces: tuple[int, ...]) -> str:
    """Return a diagram in one line, rows from the top, which fits into a link."""
    letters = piece_letters(game, pieces)
    rows = ("".join(letters.get(cell, EMPTY) for cell in row) for row in game.board.rows)
    return "/".join(rows)


def board_lines(
    board: Board, letters: dict[int, str], marked: Collection[int] = (), wide: bool = False
) -> list[str]:
    """Return the rows of a board as text with their labels, and the labels above and below."""
    step, margin = 3 if marked or wide else 2, label_width(board)
    lines = []
    for row, (left, right) in zip(board.rows, row_labels(board), strict=True):
        line = " " * shift(board.place(row[0])[0], step) + f"{left:>{margin}}"
        for cell in row:
            symbol = letters.get(cell, EMPTY)
            shown = f"({symbol})" if cell in marked else f" {symbol} "
            line += shown[:step]
        lines.append(f"{line.rstrip()} {right}".rstrip())
    above, below = labels_above(board), labels_below(board)
    return [*label_line(board, above, step), *lines, *label_line(board, below, step)]


def shift(x: float, step: int) -> int:
    """Return how many characters something is from the left; halves are always rounded up."""
    return floor(step * x + 0.5)


def label_line(board: Board, labels: list[tuple[float, str]], step: int) -> list[str]:
    """Return the line that labels above or below the board take, if there are any."""
    line = ""
    for x, text in labels:
        line = line.ljust(label_width(board) + 1 + shift(x, step)) + text
    return [line] if line else []


def status(position: Position) -> str:
    """Say who is to move or who has won."""
    game = position.game
    if position.result == DRAW:
        return "drawn"
    if position.result != NOBODY:
        return f"{with_letter(game, game.player(position.state, position.result))} has won"
    begun = f", {position.history()[-1]} so far" if position.mid_turn else ""
    return f"{with_letter(game, game.player(position.state, position.colour))} to move{begun}"


def with_letter(game: Game, player: str) -> str:
    """Return the name of a player with the letter of his pieces, if he is called after them."""
    letter = dict(game.kinds).get(player)
    return f"{player} ({letter})" if letter else player


def read_result(game: Game, text: str) -> int:
    """Return the result that a diagram states: a colour, `DRAW`, or `NOBODY` if it states none."""
    for line in re.split(r"[\n/]", text):
        if re.search(r"\bdrawn\b", line):
            return DRAW
        if re.search(r"\bhas won\b", line):
            return read_colour(game, line.split()[0])
    return NOBODY


def read_diagram(game: Game, text: str, to_play: str | None = None) -> tuple[tuple[int, ...], int]:
    """Return where the pieces of each kind stand, and the colour to move."""
    if not isinstance(text, str):
        raise BadNotation(f"a diagram is text, not {text!r}")
    if len(text) > LONGEST:
        raise BadNotation(f"a diagram of {len(text)} characters is too long to be one")
    if any("so far" in line.partition(" to move, ")[2] for line in text.splitlines()):
        raise BadNotation("this diagram shows an unfinished turn; finish or undo it first")
    rows, colour = [], 0
    for line in re.split(r"[\n/]", text):
        said = re.search(r"\b(to move|has won|drawn)\b", line)
        if not said:
            rows.append(line)
        elif said[1] != "drawn":
            colour = read_colour(game, line.split()[0]) ^ (said[1] == "has won")
    pieces = [0] * len(game.kinds)
    letters = [letter.lower() for _, letter in game.kinds]
    symbols = read_symbols(game.board, rows)
    for number, (line, row) in enumerate(zip(symbols, game.board.rows, strict=True), start=1):
        for cell, shown in zip(row, line, strict=True):
            symbol = shown.lower()
            if symbol in letters:
                pieces[letters.index(symbol)] |= 1 << cell
            elif symbol != EMPTY:
                raise BadNotation(
                    f"row {number} of the diagram has {symbol!r}; use "
                    + " ".join([EMPTY, *(letter for _, letter in game.kinds)])
                )
    return tuple(pieces), colour if to_play is None else read_colour(game, to_play)


def read_symbols(board: Board, lines: list[str]) -> list[str]:
    """Return what stands on the cells of each row, without labels, blanks and brackets."""
    around = [[text for _, text in labels(board)] for labels in (labels_above, labels_below)]
    rows = [
        re.sub(r"[\s()\[\]]", "", line)
        for line in lines
        if line.split() and line.split() not in around
    ]
    if len(rows) != len(board.rows):
        raise BadNotation(f"the diagram has {len(rows)} rows, not {len(board.rows)}")
    expected = [left for left, _ in row_labels(board)]
    # a letter before one row could be a piece; before every row, each its own, they are labels
    if all(row.lower().startswith(left) for row, left in zip(rows, expected, strict=True)):
        rows = [row[len(left) :] for row, left in zip(rows, expected, strict=True)]
    found = []
    for number, (row, cells, label) in enumerate(zip(rows, board.rows, expected, strict=True), 1):
        left, symbols, _ = re.fullmatch(r"(\d*)(.*?)(\d*)", row).groups()
        if left and left != label:
            raise BadNotation(f"row {number} of the diagram is labelled {left}, not {label}")
        if len(symbols) != len(cells):
            raise BadNotation(
                f"row {number} of the diagram has {len(symbols)} points, not {len(cells)}"
            )
        found.append(symbols)
    return found


def row_labels(board: Board) -> list[tuple[str, str]]:
    """Return the labels at the left and at the right of every row, empty where there is none."""
    found = []
    for row in board.rows:
        x, y = board.place(row[0])
        beside = [(at, text) for at, of, text in board.labels if of == y]
        left = next((text for at, text in beside if at < x), "")
        found.append((left, next((text for at, text in beside if at > x), "")))
    return found


def labels_above(board: Board) -> list[tuple[float, str]]:
    """Return the labels above the board, with their places from the left."""
    top = board.place(board.rows[0][0])[1]
    return [(x, text) for x, y, text in board.labels if y < top]


def labels_below(board: Board) -> list[tuple[float, str]]:
    """Return the labels below the board, with their places from the left."""
    bottom = board.place(board.rows[-1][0])[1]
    return [(x, text) for x, y, text in board.labels if y > bottom]


def label_width(board: Board) -> int:
    """Return the characters that labels take at the left of a diagram."""
    return max(len(left) for left, _ in row_labels(board))


def read_colour(game: Game, text: str) -> int:
    """Return the colour with this name or letter."""
    for colour, (name, letter) in enumerate(game.kinds[:2]):
        if str(text).strip().lower() in (name.lower(), letter.lower(), str(colour)):
            return colour
    names = " or ".join(f"{name} ({letter})" for name, letter in game.kinds[:2])
    begun = "; before colours are chosen, start from a set-up" if game.has_deal else ""
    raise BadNotation(f"{text!r} is no colour; say {names}{begun}")
