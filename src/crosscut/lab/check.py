"""What a designer wants to know about a new game file, found by playing it at random.

Each finding is a sentence, and says whether the game keeps its contract with the framework.
"""

import inspect
import random
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from crosscut.core.arrays import new_rng
from crosscut.core.errors import CrosscutError
from crosscut.core.jit import NotCompiled, interpreting
from crosscut.core.rng import seeded
from crosscut.lab.bench.playouts import Playouts
from crosscut.play.illegal import sample_of
from crosscut.play.position import Position
from crosscut.play.rulebook import rulebook
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.move_code import STUCK, TAP_MASK
from crosscut.rules.workspace_shape import search_work
from crosscut.search.playout import TALLY, playout_limit, playouts
from crosscut.search.symmetry_check import broken_symmetry

READ_BACK = 20
"""Random turns of a position whose text is read back."""
FEW_MOVES = 800
"""Moves of a position that are all gone through; where there are more, it is left out."""
LONGEST_TURN = 1000
"""Taps after which a turn is given up."""

COMPARED = 30
"""Random games that are played compiled and interpreted."""
LOOKED_AT = 3
"""Early positions, and late ones, that are turned and mirrored."""


@dataclass(frozen=True)
class Finding:
    """One thing found out about a game."""

    topic: str
    good: bool
    """Whether it is as the contract wants it."""
    text: str


@dataclass
class Sample:
    """Random games of one game, played in the interpreter, and positions met on the way."""

    game: Game
    finals: list[Position] = field(default_factory=list)
    unfinished: int = 0
    stuck: int = 0
    """Games in which a player had no move of his own."""
    met: list[Position] = field(default_factory=list)
    trouble: str = ""
    """What went wrong in the rules, with the turns that led there."""


def play_some(game: Game, games: int, seed: int, tick: Callable[[int], None]) -> Sample:
    """Play random games, each tap checked, and keep the position at the start of some turns."""
    sample, source = Sample(game), random.Random(seed)
    for number in range(games):
        stuck, turns, here = False, 0, None
        try:
            here = game.position(seed=seed + number)
            fault = fault_in(here)
            while not fault and not here.over and turns < playout_limit(game):
                if not here.mid_turn and source.random() < 0.1:
                    sample.met.append(here)
                stuck = stuck or here.actions() == [game.pass_action]
                here = here.tap(source.choice(here.actions()))
                turns += not here.mid_turn
                fault = fault_in(here)
        except Exception as error:
            fault = place_of(error, game)
        if fault:
            sample.trouble = f"{fault} {way_to(here)}"
            return sample
        sample.stuck += stuck or (here.over and here.table.winner == NOBODY)
        sample.unfinished += not here.over
        if here.over:
            sample.finals.append(here)
        tick(number + 1)
    return sample


def fault_in(position: Position) -> str:
    """Say what a position has that no position may have, or nothing."""
    game, board = position.game, position.game.board
    state = position.state
    if state.colour not in (0, 1) or state.winner not in (NOBODY, 0, 1, DRAW):
        return f"colour is 0 or 1 and winner -1, 0, 1 or 2, not {state.colour} and {state.winner}"
    if not all(isinstance(value, int) for value in state):
        return "a state holds sets of cells and whole numbers only"
    if position.table.taps > LONGEST_TURN:
        return f"a turn had not ended after {LONGEST_TURN} taps"
    cells, _ = position.choices
    taken = 0
    for stones in game.pieces(position.state):
        if stones & ~board.full:
            return "a piece stands beside the board"
        if stones & taken:
            return "two pieces stand on one cell"
        taken |= stones
    if cells & ~board.full:
        return "legal returns cells that are not on the board"
    nothing = position.actions() in ([], [game.pass_action])
    if position.mid_turn and position.table.winner == NOBODY and nothing:
        return "a turn has begun that nothing can finish"
    if cells and not position.mid_turn:
        action = members(cells)[0]
        again = [game._play_with(state, action, [0] * game.scratch_size) for _ in "12"]
        if again[0] != again[1]:
            return "play gives different states for the same action"
    return ""


def way_to(position: Position | None) -> str:
    """Say how to get to a position."""
    turns = position.history() if position else []
    if not turns:
        return "at the start"
    shown = " ".join(turns)
    return "after " + (shown if len(shown) < 300 else f"... {shown[-300:]}")


def place_of(error: Exception, game: Game) -> str:
    """Say what kind of error arose, and in which line, of the game file if possible."""
    if isinstance(error, CrosscutError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    own = inspect.getfile(type(game))
    frame = next((frame for frame in reversed(frames) if frame.filename == own), frames[-1])
    return f"line {frame.lineno} of {Path(frame.filename).name} failed ({error!r})"


def findings(
    game: Game,
    games: int = 50,
    seed: int = 0,
    seconds: float = 0.5,
    tick: Callable[[int], None] = lambda done: None,
) -> Iterator[Finding]:
    """Yield what random play tells about a game, the most basic things first."""
    sample = play_some(game, games, seed, tick)
    if sample.trouble:
        yield Finding("rules", False, sample.trouble)
        return
    text = f"{games} random games raised no error and broke no invariant"
    if not rulebook(type(game)).rules:
        text += "; the docstring has no rules in numbered sentences yet"
    yield Finding("rules", True, text)
    yield ending(sample)
    if sample.unfinished:
        return
    for look in (results, stuckness, notation, symmetry, agreement, sampling, speed):
        try:
            yield look(sample, seed, seconds)
        except Exception as error:  # a fault of the game file, whatever it is
            yield Finding(look.__name__, False, place_of(error, game))
            return


def ending(sample: Sample) -> Finding:
    """Tell whether random games end, and how long they are."""
    games = len(sample.finals) + sample.unfinished
    if sample.unfinished:
        limit = playout_limit(sample.game)
        text = f"{sample.unfinished} of {games} games had not ended after {limit} turns"
        return Finding("ends", False, text)
    lengths = [final.turn_number for final in sample.finals]
    mean = sum(lengths) / games
    text = f"all games ended, after {min(lengths)} to {max(lengths)} turns, {mean:.1f} on average"
    return Finding("ends", True, text)


# Each of the following takes the sample, a seed, and seconds for what is measured.


def results(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell who won."""
    count = Counter("draw" if final.result == DRAW else final.winner for final in sample.finals)
    text = f"first seat won {count[0]}, second seat {count[1]}, drawn {count['draw']}"
    return Finding("results", True, text)


def stuckness(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell whether a player can be stuck, and what that means."""
    if not sample.stuck:
        return Finding("stuck", True, "no player was ever without a move")
    what = {"pass": "then passes", "loses": "then loses", "draw": "ends the game as a draw"}
    text = f"in {sample.stuck} games somebody had no move; who is stuck {what[sample.game.stuck]}"
    both = sum(final.table.passes == 2 for final in sample.finals)
    if both:
        text += f"; in {both} games both were, which is a draw"
    return Finding("stuck", True, text)


def notation(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell whether every turn has a text of its own that reads back as the same turn."""
    source, read = random.Random(seed), 0
    for position in sample.met[:20]:
        for text, after in whole_turns(position, source):
            read += 1
            if not reads_back(position, text, after):
                fault = f"{text} does not read back as the turn that it is {way_to(position)}"
                return Finding("notation", False, fault)
        if not has_few_moves(position):
            continue
        texts = Counter(text for text, _ in position.next_moves())
        twice = [text for text, number in texts.items() if number > 1]
        if twice:
            listed = ", ".join(sample_of(twice))
            return Finding("notation", False, f"two moves are written {listed} {way_to(position)}")
    return Finding("notation", True, f"every move has its own text; {read} turns read back")


def reads_back(position: Position, text: str, after: Position) -> bool:
    """Tell whether a text leads from one position to another."""
    try:
        again = position.play(text)
    except CrosscutError:
        return False
    return again.state == after.state and again.history() == after.history()


def whole_turns(position: Position, source: random.Random) -> list[tuple[str, Position]]:
    """Return some whole turns from a position, at random, as text and what they lead to."""
    found = []
    for _ in range(READ_BACK):
        here = position
        while here is position or here.mid_turn:
            here = here.tap(source.choice(here.actions()))
        found.append((here.history()[-1], here))
    return found


def symmetry(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell which symmetries of the board the rules have, and whether they treat colours alike."""
    game = sample.game
    if broken_symmetry(game, seed=seed):
        fault = f"the rules do not keep symmetry {game.symmetry!r}, which the game declares"
        return Finding("symmetry", False, fault)
    if len(game.kinds) != 2:
        return Finding("symmetry", True, "not asked: there are pieces that belong to nobody")
    late = [last_turn(final) for final in sample.finals[:LOOKED_AT]]
    early = [position for position in sample.met if not position.table.swapped][:LOOKED_AT]
    try:
        looked_at = [game.position(str(position)) for position in late + early]
    except CrosscutError:
        return Finding("symmetry", True, "cannot be told: the game takes no diagrams")
    looked_at = [position for position in looked_at if has_few_moves(position)]
    if not looked_at:
        return Finding("symmetry", True, "not asked: too many moves to compare; try a smaller size")
    images = game.board.symmetries
    kept, exchanged = (
        sum(all(looks_same(position, image, swap) for position in looked_at) for image in images)
        for swap in (False, True)
    )
    text = f"of {len(images)} symmetries of the board {kept} keep the rules"
    if exchanged:
        text += f", and {exchanged} with the colours exchanged: the two sides are alike"
    else:
        text += ", none with the colours exchanged: the two sides are different"
    if 2 * kept < len(images):
        text += "; most games keep half of them: is a direction missing?"
    return Finding("symmetry", True, text)


def has_few_moves(position: Position) -> bool:
    """Tell whether all moves from here can be gone through in some tenths of a second."""
    return sum(1 for _ in islice(position.next_moves(), FEW_MOVES + 1)) <= FEW_MOVES


def last_turn(position: Position) -> Position:
    """Return the position at the start of the turn that led to this one."""
    here = position.parent or position
    while here.mid_turn:
        here = here.parent
    return here


def looks_same(position: Position, image: list[int], exchange: bool) -> bool:
    """Tell whether turning a position, or exchanging its colours, turns what its moves lead to."""
    game = position.game
    pieces = [turned(stones, image) for stones in game.pieces(position.state)]
    other = Position.set_up(
        game, tuple(pieces[::-1] if exchange else pieces), exchange ^ position.colour
    )
    straight = range(game.width)
    return outcomes(position, image, exchange) == outcomes(other, straight, False)


def outcomes(position: Position, image: Sequence[int], exchange: bool) -> set:
    """Return what all moves lead to, pieces and winner, with cells turned and colours exchanged."""
    found = set()
    for _, after in position.next_moves():
        pieces = [turned(stones, image) for stones in position.game.pieces(after.state)]
        winner = after.table.winner ^ (exchange and after.table.winner in (0, 1))
        found.add((*(pieces[::-1] if exchange else pieces), winner))
    return found


def turned(cells: int, image: Sequence[int]) -> int:
    """Return where a symmetry takes a set of cells."""
    return sum(1 << image[cell] for cell in members(cells))


def agreement(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell whether compiled and interpreted code play the same random games."""
    if interpreting():
        return Finding("compiles", True, "not asked: CROSSCUT_INTERPRET is set")
    game = sample.game
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NotCompiled)
        pairs = [both_tallies(game, number, seed, deal=True) for number in range(COMPARED)]
    refused = [str(warning.message) for warning in caught if warning.category is NotCompiled]
    if refused:
        return Finding("compiles", True, f"no: {refused[0]}")
    for number, (compiled, interpreted) in enumerate(pairs):
        if compiled != interpreted:
            text = f"compiled and interpreted differ in random game {number} of seed {seed}"
            return Finding("compiles", False, text)
    return Finding("compiles", True, f"yes, and {COMPARED} random games are as interpreted ones")


def both_tallies(
    game: Game,
    number: int,
    seed: int,
    limit: int | None = None,
    deal: bool = False,
    enumerate_all: bool = False,
) -> list[list[int]]:
    """Play one random game compiled and interpreted, and return the two tallies."""
    root, tallies = game.position().packed(), []
    for call in (playouts, playouts.interpreted):
        tally = np.zeros(TALLY, np.int64)
        rest = (seed, limit or playout_limit(game), tally, new_rng(), search_work(game))
        call(game, root, deal, enumerate_all, number, number + 1, *rest)
        tallies.append(tally.tolist())
    return tallies


def sampling(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell whether moves that the game draws itself are legal, and games as long as others."""
    game = sample.game
    if not (game.has_sample or game._has_rollout):
        return Finding("sampling", True, "moves are drawn from the list of all")
    rng = seeded(seed)
    for position in sample.met[:READ_BACK] if game.has_sample else ():
        move = game._sample_with(position.state, rng, [0] * game.scratch_size)
        first = move & TAP_MASK
        if move != STUCK and first not in position.actions() and not game._forbids_repeats:
            text = f"sample draws {game.tap_text(first)}, which is not legal"
            return Finding("sampling", False, f"{text} {way_to(position)}")
    drawn, listed = (Playouts(game, way, seed + way) for way in (False, True))
    for played in (drawn, listed):
        played.run(seconds)
    mine, all_moves = drawn.summary(), listed.summary()
    error = (mine["mean_moves_error"] ** 2 + all_moves["mean_moves_error"] ** 2) ** 0.5
    gap = abs(mine["mean_moves"] - all_moves["mean_moves"])
    lengths = f"{mine['mean_moves']:.2f} and {all_moves['mean_moves']:.2f} moves"
    if gap > 5 * error + 1e-3:
        text = f"games last {lengths} with moves drawn by the game and from the list of all"
        return Finding("sampling", False, text)
    return Finding("sampling", True, f"drawn moves and listed ones make games of {lengths}")


def speed(sample: Sample, seed: int, seconds: float) -> Finding:
    """Tell how many random games a second are played."""
    game = sample.game
    played = Playouts(game, seed=seed)
    played.run(seconds)
    rate = played.summary()["playouts_per_second"]
    hint = "; a sample method would be faster" if slow_draw(game) else ""
    return Finding("speed", True, f"{rate:,.0f} random games a second on one core{hint}")


def slow_draw(game: Game) -> bool:
    """Tell whether all moves have to be gone through to draw one."""
    return game._has_long_moves and not game.has_sample
