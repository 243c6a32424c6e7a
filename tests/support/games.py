"""What tests over all games share: which games there are, boards as text, random positions."""

import math
import random
from importlib import import_module

import crosscut
from crosscut.play.diagram import piece_letters
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.move_code import STUCK, TAP_BITS, TAP_MASK
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from tests.rules.reference.havannah import hexagon

SMALL_SIZES = {
    "connect_four": 5,
    "crossway": 4,
    "filler": 3,
    "gonnect": 4,
    "havannah": 3,
    "hex": 4,
    "konobi": 4,
    "kopano": 4,
    "quinten": 4,
    "resolve": 4,
    "rhode": 4,
    "serpent": 3,
    "shifty": 4,
    "slither": 4,
    "snaketrail": 4,
    "vimbre": 4,
    "y": 5,
}
"""For every game a board that is small and on which all its rules still matter."""

RESULTS = {NOBODY: None, 0: "X", 1: "O", DRAW: "draw"}
"""What the slow twins call a result."""


def variants(name):
    """Return the variants of a game."""
    return list(crosscut.rules.registry.game_class(name).facts.variants)


def all_variants(names=None):
    """Return every game with each of its variants, as pairs."""
    return [(name, variant) for name in names or crosscut.ids() for variant in variants(name)]


def reference_of(name):
    """Return the class of a game that was written from the rules alone."""
    return import_module(f"tests.rules.reference.{name}").Position


def pieces_by_name(game, pieces):
    """Return the letter of the piece on each cell that has one, by the names of the cells."""
    letters = piece_letters(game, pieces)
    return {game.board.name(cell): letter for cell, letter in letters.items()}


def stones_of(position):
    """Return the pieces on the board, by the names of their cells."""
    return pieces_by_name(position.game, position.game.pieces(position.state))


def rows_of(position):
    """Return the board as text: rows from the top, joined by slashes."""
    return diagram(position.game, stones_of(position))


def diagram(game, stones):
    """Return pieces, given by the names of their cells, as the text of a board."""
    name = game.board.name
    return "/".join("".join(stones.get(name(c), ".") for c in row) for row in game.board.rows)


def diagram_words(text):
    """Return the pieces of a text such as ``X a1 b2 O c3``, by the names of their cells."""
    stones, letter = {}, None
    for word in text.split():
        if len(word) == 1:
            letter = word
        else:
            stones[word] = letter
    return stones


def in_prelude(position):
    """Tell whether the players still settle how the game starts, which no diagram shows."""
    return position.game.prelude(position.state)


def player(position, colour):
    """Return the letter of the pieces by which a player is called, or else what he is called."""
    name = position.game.player(position.state, colour)
    return dict(position.game.kinds).get(name, name)


def random_position(start, taps, seed):
    """Play on by some random taps, or fewer if the game ends, and return the position."""
    source, position = random.Random(seed), start
    for _ in range(taps):
        if position.over:
            break
        position = position.tap(source.choice(position.actions()))
    return position


def set_up(game, pieces, colour):
    """Return the position in which pieces stand there and a colour is to move, with no history."""
    return game.position(diagram(game, pieces_by_name(game, pieces)), to_play=game.kinds[colour][1])


def taps_of(move):
    """Return the taps of a sampled move, of which there are none if nothing was legal."""
    if move == STUCK:
        return ()
    taps = [move & TAP_MASK]
    while move := move >> TAP_BITS:
        move -= 1
        taps.append(move & TAP_MASK)
    return tuple(taps)


def chi_square_bound(freedom):
    """Return the value that chance exceeds once in ten thousand (Wilson and Hilferty)."""
    share = 2 / (9 * freedom)
    return freedom * (1 - share + 3.719 * math.sqrt(share)) ** 3


def sample_turns(position, most):
    """Return the first so many whole turns, each as text with the position it leads to."""
    found, waiting = [], [([], position)]
    while waiting and len(found) < most:
        moves, here = waiting.pop()
        for text, after in here.next_moves():
            if after.mid_turn:
                waiting.append(([*moves, text], after))
            else:
                turn = position.game.spell_turn(position.state, [*moves, text])
                found.append((turn, after))
    return found[:most]


# The twins, and positions of them that are set up at random.


def reference_board(slow):
    """Return the pieces of a twin as diagrams show them: the last one of a trail is an @."""
    last = getattr(slow, "last", None)
    return {**slow.stones, last: "@"} if last else slow.stones


def from_reference(name, slow):
    """Return our position with the pieces and the player to move of a twin."""
    game, colour = (
        crosscut.game(name, slow.size, slow.variant, pie=False),
        "XO".index(slow.mover),
    )
    return game.position(diagram(game, reference_board(slow)), to_play=game.kinds[colour][1])


def to_reference(position, mover):
    """Return a twin with the pieces of our position, and a player to move."""
    game, stones, more = position.game, stones_of(position), {}
    for cell, letter in list(stones.items()):
        if letter == "@":
            stones[cell], more = "B", {"last": cell}
    return reference_of(game.id)(game.size, game.variant, stones=stones, mover=mover, **more)


def reference_moves(position):
    """Return the texts of what a twin calls a turn: while players set up and choose, a move."""
    return position.moves() if in_prelude(position) else position.turns()


def no_crosscut(position, cell):
    """Tell whether a stone that has just come to a cell completes no crosscut."""
    return not position.crossing(position.stones, cell, position.stones[cell])


def no_bare_diagonal(position, cell):
    """Tell whether neither colour has a bare diagonal."""
    return not any(position.has_bare_diagonal(position.stones, colour) for colour in "XO")


def all_have_liberties(position, cell):
    """Tell whether no group is without an empty point beside it."""
    return not any(position.captured(position.stones, colour) for colour in "XO")


def rests(position, cell):
    """Tell whether a stone has ground or another stone below it."""
    row = int(cell[1:])
    return row == 1 or f"{cell[0]}{row - 1}" in position.stones


def all_chains(position, cell=None):
    """Tell whether every group is an egg or an open chain."""
    beside = hexagon(position.size)
    near = {
        stone: sum(position.stones.get(spot) == letter for spot in beside[stone])
        for stone, letter in position.stones.items()
    }
    found = [group for colour in "XO" for group in position.groups(position.stones, colour)]
    ends = [sum(near[stone] < 2 for stone in group) for group in found]
    return max(near.values(), default=0) <= 2 and all(ends)


SENSIBLE = {
    "connect_four": rests,
    "crossway": no_crosscut,
    "gonnect": all_have_liberties,
    "konobi": no_crosscut,
    "kopano": no_crosscut,
    "quinten": no_bare_diagonal,
    "rhode": no_crosscut,
    "serpent": all_chains,
    "shifty": no_crosscut,
    "vimbre": no_bare_diagonal,
}
"""What no board of these games can ever show, so that the rules do not say what follows from it."""


def random_set_up(name, variant, size, source):
    """Return a twin with random pieces on a board on which nobody has won."""
    return SET_UPS.get(name, scattered_setup)(name, variant, size, source)


def scattered_setup(name, variant, size, source):
    """Return a twin with stones strewn over the board as far as that is sensible."""
    found = reference_of(name)(size, variant, mover=source.choice("XO"))
    sensible = SENSIBLE.get(name, lambda position, cell: True)
    cells, density = list(found.cells()), source.uniform(0.2, 1)
    if name != "connect_four":
        source.shuffle(cells)
    for cell in cells:
        stones = {**found.stones, cell: source.choice("XO")}
        tried = reference_of(name)(size, variant, stones, found.mover)
        won = any(tried.joined(stones, colour) for colour in "XO")
        if source.random() < density and not won and sensible(tried, cell):
            found = tried
    return found


def serpent_setup(name, variant, size, source):
    """Return a twin with snakes, every second time only such as have survival paths."""
    found = scattered_setup(name, variant, size, source)
    if source.random() < 0.5:
        return found
    stones, before = found.stones, None
    while stones != before:
        before = stones
        stones = found.clear(stones, dict.fromkeys("XO", True), "XO")
    return reference_of(name)(size, variant, stones, found.mover)


def snaketrail_setup(name, variant, size, source):
    """Return a twin in the middle of a trail without a loop, in which player X has white."""
    found, pairs = reference_of(name)(size, variant), source.randint(1, size)
    while found.phase == "set-up":
        turns = found.turns()
        ready = "done" in turns and (len(turns) == 1 or len(found.stones) >= 2 * pairs)
        found = turns["done" if ready else source.choice(sorted(turns.keys() - {"done"}))]
    found = found.after(mover=source.choice("XO"), white="X", phase="trail")
    for _ in range(source.randrange(8 * size)):
        after = [each for each in found.turns().values() if not each.winner()]
        if not after:
            break
        found = source.choice(after)
    return found


SET_UPS = {"serpent": serpent_setup, "snaketrail": snaketrail_setup}
"""The games whose boards are not made by strewing stones alone."""


def random_pieces(game, rng, share):
    """Return pieces strewn over a board with no regard to the rules."""
    pieces = [0] * len(game.kinds)
    for cell in game.board.cells:
        if rng.random() < share:
            pieces[rng.randrange(len(pieces))] |= 1 << cell
    return tuple(pieces)


def search_result(position, simulations, seed=0, **options):
    """Return what the engine thinks of a position after so many simulations."""
    return Engine(Options(**options), seed).think(position, Limits(simulations=simulations))


def limit_nodes(search, nodes):
    """Let a new search by one thread have so few nodes."""
    search.nursery.return_arena(search.workers[0].arena)
    search.nursery.nodes = nodes
    search.take_arena()
