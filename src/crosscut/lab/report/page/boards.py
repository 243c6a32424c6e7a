"""Boards of a page: each ground is drawn once, and positions are frames (`play/frames.py`).

What a character of a frame stands for is drawn once too.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape

from crosscut.core.errors import BadRecord
from crosscut.lab.report.measure import HeatMap, Line, Puzzle
from crosscut.lab.report.number_format import PERCENT, SPACE, amount_text, bool_text
from crosscut.play import svg
from crosscut.play.cell_string import EMPTY, IN_HAND, frame
from crosscut.play.piece_style import look
from crosscut.play.position import Position
from crosscut.rules.boards import Board
from crosscut.rules.game import DRAW, NOBODY, Game

OPEN = "x"
"""A cell on which a piece of the mover's may be put and nothing else happens."""
HEAT = ("#fff7dc", "#fbd878", "#ee9a49", "#c8534a", "#7d2a5a", "#2f1446")
"""From cold to hot: ever darker, so that it is read without telling colours apart."""
TWO = (f"{HEAT[0]} 50%", f"{HEAT[-1]} 50%")
"""The colours of a map that knows nothing between."""
NUMBERED = 12
"""The width of a board, in cells, up to which there is room for numbers."""
DARK = 0.61
"""The heat from which on white is easier to read than black."""


class Boards:
    """The boards that one page shows."""

    def __init__(self):
        self.names: dict[Game, str] = {}

    def name(self, game: Game) -> str:
        """Return by which name the ground of a game is drawn on the page."""
        return self.names.setdefault(game, f"b{len(self.names) + 1}")

    @property
    def drawn(self) -> str:
        """All grounds, pieces and marks, each once, to be used by name."""
        marks = {
            "ring": svg.mark(0, 0, "ring"),
            "dot": svg.mark(0, 0, "dot"),
            "disc": svg.disc(0, 0),
        }
        parts = [f'<g id="mark-{name}">{mark}</g>' for name, mark in marks.items()]
        for game, name in self.names.items():
            parts += definitions(game, name)
        return "".join(parts)

    @property
    def data(self) -> dict:
        """What a script has to know of each board: places and names of cells, and pieces."""
        return {
            name: {
                "places": [place(game.board, cell) for cell in game.board.cells],
                "names": [game.board.name(cell) for cell in game.board.cells],
                "hollow": hollow(game),
                "kinds": [kind for kind, _ in game.kinds],
            }
            for game, name in self.names.items()
        }

    def picture(self, position: Position, last: bool = True) -> dict:
        """Return a position to be drawn."""
        game, text = position.game, frame(position)
        cells = indices(game.board, position.last_cells()) if last else []
        left, top, width, height = svg.frame(game.board)
        return {
            "board": self.name(game),
            "view": f"{left:g} {top:g} {width:g} {height:g}",
            "pieces": self.pieces(game, text) + self.marks(game, text, cells),
            "alt": f"{game.facts.title}: {said(position)}",
        }

    def pieces(self, game: Game, text: str) -> str:
        """Return the pieces of a position as parts of an SVG picture."""
        name = self.name(game)
        return "".join(
            use(f"{name}-{piece}", game.board, cell)
            for cell, piece in zip(game.board.cells, text, strict=True)
            if piece != EMPTY
        )

    def marks(self, game: Game, text: str, last: Iterable[int]) -> str:
        """Return the marks of the last cells as parts of an SVG picture."""
        parts, board = [], game.board
        for number in last:
            if text[number] in hollow(game):
                parts.append(use("mark-disc", board, board.cells[number]))
            shape = "dot" if text[number] == EMPTY else "ring"
            parts.append(use(f"mark-{shape}", board, board.cells[number]))
        return "".join(parts)

    # What is shown on them.

    def line(self, exhibit: Line) -> dict:
        """Return a line of play, drawn at its end and with all that leads there."""
        steps = [here for here in exhibit.end.line if not here.mid_turn or here is exhibit.end]
        return {
            "picture": self.picture(exhibit.end),
            "note": exhibit.note,
            "steps": played(steps, exhibit.end.history()) | {"shown": exhibit.shown},
        }

    def heat_map(self, exhibit: HeatMap) -> dict:
        """Return a heat map with the colour and the text of every cell."""
        board, values = exhibit.position.game.board, exhibit.values
        bare = [piece == EMPTY for piece in frame(exhibit.position)]
        roomy = svg.frame(board)[2] / svg.UNIT <= NUMBERED
        index = {cell: number for number, cell in enumerate(board.cells)}
        low, high = scale(exhibit)
        yes_no = is_yes_no(exhibit)

        def text_of(value: float) -> str:
            return bool_text(bool(value)) if yes_no else amount_text(value, exhibit.unit)

        cells = []
        for cell, value in sorted(values.items()):
            heat = (value - low) / (high - low) if high > low else 0.0
            x, y = place(board, cell)
            text = text_of(value)
            cells.append(
                {
                    "name": board.name(cell),
                    "x": f"{x:g}",
                    "y": f"{y:g}",
                    "fill": ramp(heat),
                    "ink": "#fff" if heat >= DARK else "#000",
                    "text": text,
                    "number": text.split(SPACE)[0] if roomy and bare[index[cell]] else "",
                }
            )
        return {
            "picture": self.picture(exhibit.position, last=False) | {"alt": exhibit.alt},
            "cells": cells,
            "table": [(each["name"], each["text"]) for each in cells],
            "low": text_of(low),
            "high": text_of(high),
            "ramp": ", ".join(TWO if yes_no else HEAT),
        }

    def puzzle(self, exhibit: Puzzle) -> dict:
        """Return a puzzle with all turns that can be tried and the line that solves it."""
        position, game = exhibit.position, exhibit.position.game
        steps = [position]
        for turn in exhibit.line:
            steps.append(steps[-1].play(turn))
        right = position
        for tap in exhibit.solution:
            right = right.step(tap)
        if exhibit.solution not in exhibit.legal:
            raise BadRecord(f"the solution of {exhibit.title} is not among its legal turns")
        return {
            "picture": self.picture(position),
            "note": exhibit.note,
            "who": said(position),
            "line": exhibit.line,
            "data": {
                "who": mover(position),
                "own": str(position.colour),
                "last": indices(game.board, position.last_cells()),
                "solved": frame(right),
                "turns": taps_tree(position, exhibit.legal),
                "refusals": refusals(position, exhibit.legal),
                "steps": played(steps, exhibit.line) | {"shown": 1},
            },
        }


def definitions(game: Game, name: str) -> list[str]:
    """Return the ground, the pieces and the shape of a cell of one game, to be used by name."""
    x, y, width, height = svg.frame(game.board)
    wood = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10"'
    radius = svg.stone_radius(game.board)
    looks = [look(game, kind) for kind in range(len(game.kinds))]
    pieces = {str(kind): svg.piece(0, 0, radius, style) for kind, style in enumerate(looks)}
    for letter, style in zip(IN_HAND, looks, strict=False):
        pieces[letter] = svg.piece(0, 0, radius, style, 0.35)
    return [
        f'<g id="{name}" font-family="system-ui, sans-serif">{wood} fill="{svg.WOOD}"/>',
        *svg.ground(game),
        "</g>",
        *(f'<g id="{name}-{letter}">{piece}</g>' for letter, piece in pieces.items()),
        svg.polygon(svg.tile(0, 0, game.board.tile or 4), id=f"{name}-cell"),
    ]


def use(name: str, board: Board, cell: int) -> str:
    """Return something that is drawn already, put on a cell."""
    x, y = place(board, cell)
    return f'<use href="#{escape(name)}" x="{x:g}" y="{y:g}"/>'


def place(board: Board, cell: int) -> tuple[float, float]:
    """Return the place of a cell in pixels, to a tenth."""
    x, y = svg.at(board, cell)
    return round(x, 1), round(y, 1)


def hollow(game: Game) -> str:
    """Return the pieces whose signs leave no room for a mark."""
    signs = (look(game, kind).sign for kind in range(len(game.kinds)))
    return "".join(str(kind) for kind, sign in enumerate(signs) if sign in svg.HOLLOW)


def indices(board: Board, cells: Iterable[int]) -> list[int]:
    """Return the numbers of cells among all cells of the board, which some bits are not."""
    return [board.cells.index(cell) for cell in cells]


def mover(position: Position) -> str:
    """Return what the player to move is called."""
    return position.game.player(position.state, position.colour)


def said(position: Position) -> str:
    """Say who is to move or who has won."""
    if position.result == DRAW:
        return "Drawn"
    if position.result == NOBODY:
        return f"{mover(position)} to move"
    return f"{position.game.player(position.state, position.result)} has won"


def played(steps: Sequence[Position], turns: Sequence[str]) -> dict:
    """Return positions in a row, and the turns between them with who made each."""
    game = steps[0].game
    kinds = [kind for kind, _ in game.kinds]
    movers = [mover(here) for here in steps[:-1]]
    return {
        "frames": [frame(here) for here in steps],
        "last": [indices(game.board, here.last_cells()) for here in steps],
        "said": [said(here) for here in steps],
        "turns": list(turns),
        "by": [str(kinds.index(each)) if each in kinds else "" for each in movers],
    }


def taps_tree(position: Position, turns: Iterable[tuple[int, ...]]) -> dict:
    """Return where the taps of some turns lead: all positions on the way, and at their ends.

    An end at which nothing but a piece of the mover's has come to the tapped cell is told by a
    mark in ``plain`` alone, as there are thousands of them.
    """
    game = position.game
    here, own = frame(position), str(position.colour)
    following = defaultdict(list)
    for tap, *rest in turns:
        following[tap].append(tuple(rest))
    plain, further = [EMPTY] * len(here), {}
    for tap, rest in following.items():
        after = position.step(tap)
        end = frame(after) if () in rest else None
        if tap >= game.width:
            further[game.tap_text(tap)] = end or taps_tree(after, rest)
            continue
        number = game.board.cells.index(tap)
        if end == here[:number] + own + here[number + 1 :]:
            plain[number] = OPEN
        else:
            further[number] = end or taps_tree(after, rest)
    return {"frame": here, "plain": "".join(plain), "next": further}


def refusals(position: Position, turns: Iterable[tuple[int, ...]]) -> dict[str, list[int]]:
    """Return why no turn begins on other cells: the cells by the words for it."""
    game, begun = position.game, {taps[0] for taps in turns}
    found = defaultdict(list)
    for number, cell in enumerate(game.board.cells):
        if cell not in begun:
            found[game.objection(position.state, cell)].append(number)
    return dict(found)


def scale(exhibit: HeatMap) -> tuple[float, float]:
    """Return the values that are coldest and hottest on a map."""
    values = exhibit.values.values()
    if is_yes_no(exhibit) or exhibit.whole:
        return 0.0, 1.0
    low, high = min(values, default=0.0), max(values, default=0.0)
    # what differs little must not look as if it differed much
    return (min(low, 0.0) if exhibit.unit.startswith(PERCENT) else low), high


def is_yes_no(exhibit: HeatMap) -> bool:
    """Tell whether a map says nothing but yes and no."""
    return not exhibit.unit and set(exhibit.values.values()) <= {0.0, 1.0}


def ramp(heat: float) -> str:
    """Return the colour of a heat from 0 to 1."""
    at = min(max(heat, 0.0), 1.0) * (len(HEAT) - 1)
    below = min(int(at), len(HEAT) - 2)
    channels = zip(channels_of(HEAT[below]), channels_of(HEAT[below + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - below)):02x}" for a, b in channels)


def channels_of(colour: str) -> list[int]:
    """Return red, green and blue of a colour."""
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
