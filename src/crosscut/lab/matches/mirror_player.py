"""Players who copy the last turn of their opponent, turned or mirrored: can that be answered?"""

from crosscut.core.rng import seeded
from crosscut.lab.matches.player import Answer
from crosscut.lab.matches.random_player import random_turn
from crosscut.play.position import Position
from crosscut.rules.boards.board import Board

ROTATION, REFLECTION_X, REFLECTION_Y, COPY = range(4)
STRATEGIES = ("rotation (half turn)", "reflection X", "reflection Y", "copy last move")

Image = list[int]
"""Where each cell goes."""


def centre(board: Board) -> tuple[float, float]:
    """Return the centre of a board on paper."""
    xs, ys = zip(*map(board.place, board.cells), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def offset(board: Board, image: Image, right: int, down: int) -> float:
    """Return how far a symmetry is from one on paper that keeps (1) or turns (-1) each direction.

    That is the sum of the squares of distances.
    """
    x0, y0 = centre(board)
    total = 0.0
    for cell in board.cells:
        (x, y), (u, v) = board.place(cell), board.place(image[cell])
        total += (x0 + right * (x - x0) - u) ** 2 + (y0 + down * (y - y0) - v) ** 2
    return total


def half_turn(board: Board) -> Image | None:
    """Return the half turn of a board, if it is a symmetry of it."""
    return next((each for each in board.symmetries if offset(board, each, -1, -1) < 1e-6), None)


def sideways(board: Board) -> Image | None:
    """Return the reflection of a board that comes nearest to exchanging left and right.

    A reflection is a symmetry that undoes itself and is neither the half turn nor the identity.
    """
    others = [board.symmetries[0], half_turn(board)]
    reflections = [
        image
        for image in board.symmetries
        if image not in others and all(image[image[cell]] == cell for cell in board.cells)
    ]
    return min(reflections, key=lambda image: offset(board, image, -1, 1), default=None)


def image_of(board: Board, strategy: int) -> Image | None:
    """Return the map by which a strategy copies, or None if the board has no such symmetry.

    The axes of the two reflections are perpendicular, so one followed by the half turn is the
    other.
    """
    half, side = half_turn(board), sideways(board)
    if strategy == ROTATION:
        return half
    if strategy == REFLECTION_X:
        return side
    if strategy == REFLECTION_Y:
        both = half is not None and side is not None
        return [half[to] if to >= 0 else -1 for to in side] if both else None
    return board.symmetries[0]


def last_turn(position: Position) -> list[list[int]]:
    """Return the taps of the last turn, move by move; nothing before the first."""
    moves: list[list[int]] = []
    for here in reversed(position.line[1:]):
        if moves and not here.mid_turn:
            break
        if not here.mid_move:
            moves.append([])
        moves[-1].append(here.tap_made)
    return [taps[::-1] for taps in reversed(moves)]


class Mirror:
    """Copies the opponent's last turn, or its last move alone; where neither is legal he draws.

    His first turn, if there is nothing to copy, is at the centre.
    """

    def __init__(self, image: Image):
        self.image = image
        self.rng = seeded(0)
        self.copied = 0
        self.asked = 0
        """How many turns there were to copy."""

    def warm(self, position: Position) -> None:
        """Do nothing: there is nothing to load."""

    def new_game(self, position: Position, seed: int) -> None:
        """Begin a game."""
        self.rng = seeded(seed)
        self.copied = self.asked = 0

    def turn(self, position: Position) -> Answer:
        """Copy, or begin at the centre, or draw a turn."""
        before = last_turn(position)
        after = self.copy(position, before) if before else self.begin(position)
        self.asked += bool(before)
        self.copied += bool(before) and after is not None
        return Answer(after or random_turn(position, self.rng))

    def begin(self, position: Position) -> Position | None:
        """Return the position after a turn that begins as near to the centre as is legal."""
        board = position.game.board
        x0, y0 = centre(board)

        def distance(cell: int) -> float:
            x, y = board.place(cell)
            return round((x - x0) ** 2 + (y - y0) ** 2, 6)

        cells = [action for action in position.actions() if action < position.game.width]
        if not cells:
            return None
        here = position.tap(min(cells, key=distance))
        return random_turn(here, self.rng) if here.mid_turn and not here.over else here

    def copy(self, position: Position, moves: list[list[int]]) -> Position | None:
        """Return the position after a copy of a turn, or of its last move, if one is legal."""
        whole = [tap for taps in moves for tap in taps]
        return self.follow(position, whole) or self.follow(position, moves[-1])

    def follow(self, position: Position, taps: list[int]) -> Position | None:
        """Return the position after the images of some taps, if they are a legal turn."""
        game, here = position.game, position
        for tap in taps:
            begun = here is position or here.mid_turn
            tap = self.image[tap] if tap < game.width else tap
            passed = tap in (game.pass_action, game.swap_action)  # nothing that could be mirrored
            if passed or not begun or here.over or tap not in here.actions():
                return None
            here = here.tap(tap)
        return here if here.over or not here.mid_turn else None

    def close(self) -> None:
        """Do nothing: nothing was taken."""
