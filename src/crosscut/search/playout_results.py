"""Random games from any positions to the end, on whatever device there is."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from crosscut.core.arguments import MANY, SEEDS, whole
from crosscut.core.devices.discovery import do_on
from crosscut.core.devices.kernel import Device
from crosscut.core.errors import BadOption
from crosscut.core.text import shown
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.search.playout import (
    DRAWN,
    MOVES,
    MOVES_SQUARED,
    SEAT_0,
    TALLY,
    TURNS,
    UNFINISHED,
)
from crosscut.search.playout_runner import Batch, Numbers, play_all, players_of

CHUNK_BYTES = 1 << 26
"""What a device holds at most of positions and their results at a time."""
WORTH_A_GPU = 1_000_000
"""Games for which a GPU is used where nobody asks for it: a CPU plays fewer in the time that it
takes to compile for one."""
STARTS = "random games begin from positions, or from the game itself for its own start"


@dataclass(frozen=True)
class Outcome:
    """What random games from some positions came to; numbers by position, in their order."""

    tallies: np.ndarray
    """[positions, TALLY] sums over the games of each: see `crosscut.search.playout`."""
    lengths: np.ndarray
    """[moves] how many of all games took so many moves, the last place all longer ones; empty if
    it was not asked for."""
    owned: np.ndarray
    """[positions, kinds, width] in how many games a piece of each kind stood on each cell in the
    end; empty if it was not asked for."""
    seconds: float
    """How long it took, by the clock, without compiling."""

    @property
    def games(self) -> np.ndarray:
        """[positions] the games played."""
        return self.tallies[:, :MOVES].sum(axis=1)

    @property
    def wins(self) -> np.ndarray:
        """[positions, 2] the games that each seat won."""
        return self.tallies[:, SEAT_0 : SEAT_0 + 2]

    @property
    def draws(self) -> np.ndarray:
        """[positions] the games without a winner."""
        return self.tallies[:, DRAWN]

    @property
    def unfinished(self) -> np.ndarray:
        """[positions] the games that were given up because they took too long."""
        return self.tallies[:, UNFINISHED]

    @property
    def moves(self) -> np.ndarray:
        """[positions] the moves of all games together."""
        return self.tallies[:, MOVES]

    @property
    def turns(self) -> np.ndarray:
        """[positions] the turns of all games together."""
        return self.tallies[:, TURNS]

    @property
    def moves_squared(self) -> np.ndarray:
        """[positions] the sum of the squares of the games' moves."""
        return self.tallies[:, MOVES_SQUARED]

    def summary(self) -> dict:
        """Return rate, lengths and results of all games together."""
        return summary_of(self.tallies.sum(axis=0), self.seconds)


def play_out(
    starts: Game | Position | Sequence[Game] | Sequence[Position],
    each: int,
    seed: int = 0,
    device: str | Sequence[Device] = "auto",
    first: int = 0,
    lengths: bool = False,
    ownership: bool = False,
    tick: Callable[[float], None] = lambda share: None,
) -> Outcome:
    """Play ``each`` random games from each of some positions, every legal move equally likely.

    A game in the place of a position starts at its beginning, which is drawn anew every time where
    the game does that. Game number ``first + i`` of the seed, which belongs to position number
    ``i // each``, is the same on every device, and so are all results. ``auto`` is a GPU, if there
    is one, for a million games or more. ``tick`` is told the share that is done.

    >>> import crosscut
    >>> middle = crosscut.game("hex", size=3, pie=False).position().play("b2")
    >>> found = play_out([middle, middle.play("a1")], each=100, device="cpu")
    >>> found.games.tolist(), found.draws.tolist()
    ([100, 100], [0, 0])
    """
    several = isinstance(starts, Iterable) and not isinstance(starts, Game | Position)
    starts = list(starts) if several else [starts]
    game = common_game(starts)
    each = whole("each", each, 1, SEEDS // len(starts))
    seed = whole("seed", seed, most=SEEDS)
    first = whole("first", first, most=SEEDS - each * len(starts))

    def work(devices: list[Device]) -> Outcome:
        found, seconds, done = [], 0.0, 0
        total = each * len(starts)

        def played(count: int) -> None:
            nonlocal done
            done += count
            tick(done / total)

        for batch in batches(game, starts, each, seed, first, lengths, ownership):
            players = players_of(devices, batch)
            begin = time.perf_counter()
            play_all(players, Numbers(batch.origin, batch.origin + each * batch.count, played))
            seconds += time.perf_counter() - begin
            parts = [player.results() for player in players]
            found.append([sum(part) for part in zip(*parts, strict=True)])
        tallies, counts, owned = zip(*found, strict=True)
        return Outcome(np.concatenate(tallies), sum(counts), np.concatenate(owned), seconds)

    if device == "auto" and each * len(starts) < WORTH_A_GPU:
        device = "cpu"
    return do_on(device, work) if isinstance(device, str) else work(list(device))


def common_game(starts: Sequence[Game] | Sequence[Position]) -> Game:
    """Return the game of which some positions are, or refuse what is no such row."""
    for start in starts:
        if not isinstance(start, Game | Position):
            raise BadOption(f"{STARTS}; this is {shown(start)}")
    found = {start if isinstance(start, Game) else start.game for start in starts}
    if len(found) != 1 or len({isinstance(start, Game) for start in starts}) != 1:
        raise BadOption(f"{STARTS}: one game, at least one position, and not both in one row")
    return found.pop()


def batches(
    game: Game,
    starts: Sequence[Game] | Sequence[Position],
    each: int,
    seed: int,
    first: int,
    lengths: bool,
    ownership: bool,
) -> Iterator[Batch]:
    """Divide positions among batches that fit into a device's memory."""
    dealt = isinstance(starts[0], Game)
    remembers = game.remembers and not dealt
    earlier = max(start.keys[0] for start in starts) if remembers else 0
    room = 1 + earlier
    words = TALLY + (0 if dealt else game._table_words + room)
    words += len(game.kinds) * game.width if ownership else 0
    most = min(MANY, max(1, CHUNK_BYTES // (8 * words)))
    for begin in range(0, len(starts), most):
        chunk = starts[begin : begin + most]
        roots = np.zeros((1 if dealt else len(chunk), game._table_words), np.uint64)
        keys = np.zeros((len(chunk) if remembers else 1, room), np.uint64)
        for i, start in enumerate(() if dealt else chunk):
            roots[i] = start.packed()
            if remembers:
                history = start.keys[: 1 + start.keys[0]]
                keys[i, : len(history)] = history
        yield Batch(
            game,
            len(chunk),
            roots,
            keys,
            earlier,
            dealt,
            seed,
            first + begin * each,
            each,
            lengths,
            ownership,
        )


def lengths_of(tally: np.ndarray) -> tuple[float, float]:
    """Return the mean and the standard deviation of the moves of some games."""
    games = tally[:MOVES].sum()
    moves = tally[MOVES] / games
    spread = max(0.0, tally[MOVES_SQUARED] / games - moves**2) ** 0.5
    return float(moves), float(spread)


def summary_of(tally: np.ndarray, seconds: float) -> dict:
    """Return rate, lengths and results of some games that took so many seconds."""
    games = int(tally[:MOVES].sum())
    moves, spread = lengths_of(tally)
    return {
        "playouts_per_second": round(games / seconds, 1),
        "microseconds": round(1e6 * seconds / games, 4),
        "mean_moves": round(moves, 4),
        "mean_moves_error": round(spread / games**0.5, 4),
        "mean_turns": round(float(tally[TURNS] / games), 4),
        "first_seat_wins": round(float(tally[SEAT_0] / games), 4),
        "draws": int(tally[DRAWN]),
        "unfinished": int(tally[UNFINISHED]),
        "playouts": games,
    }
