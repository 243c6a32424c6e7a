"""Evidence on unclear rules: what each reading does to random games, as tables in Markdown.

Readings that are variants are played by the games themselves, all others by the slow twins. Run it
with ``python -m tests.evidence``; ``--quick`` plays a twentieth of the games.
"""

import argparse
import random
import statistics
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import crosscut
from crosscut.core.rng import seeded
from crosscut.core.workspace import Work
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.move_code import STUCK
from crosscut.search.playout import (
    play_taps,
    playout_limit,
    random_move,
    random_tap,
    repeats,
)
from tests.rules.reference import serpent_readings, snaketrail
from tests.rules.reference.havannah import hexagon

VARIANTS = {
    "gonnect": ((5, 400),),
    "quinten": ((5, 400),),
    "resolve": ((3, 400),),
    "shifty": ((5, 400),),
    "vimbre": ((4, 400),),
    "serpent": ((3, 2000), (4, 500), (5, 100)),
}
"""The games with variants that differ in their rules: sizes, and random games on each."""
LOOKED_AT = 0.05
"""The share of positions whose turns are compared with those of the default."""
GIVEN_UP = 150
"""Turns after which a game of a slow twin is given up."""


class Course(NamedTuple):
    """What happened in one random game."""

    turns: int
    ending: str
    repeats: int
    lacking: tuple[int, int] = (0, 0)
    """Turns of the default that this variant forbids, and all turns of the default looked at."""
    added: tuple[int, int] = (0, 0)
    """Turns of this variant that the default forbids, and all its turns looked at."""


def play_variant(job: tuple) -> Course:
    """Play one random game of a variant and compare some of its positions with the default."""
    name, size, variant, seed = job
    game, default = (crosscut.game(name, size, each, pie=False) for each in (variant, None))
    rng, source = seeded(seed), random.Random(seed)
    work = Work([0] * 4096, [0] * 64, [0] * max(1, game.scratch_size), rows_for_moves())
    now = table.begin(game, game.deal(rng), work)
    turns, seen, again, lacking, added = 0, Counter(), 0, [0, 0], [0, 0]
    ending = "given up"
    while turns < playout_limit(game):
        if now.taps == 0:
            key = game.key(now.state)
            again += seen[key] > 0
            seen[key] += 1
            if source.random() < LOOKED_AT and now.passes == 0:
                pieces = game.pieces(now.state), now.state.colour
                mine, usual = (set(Position.set_up(g, *pieces).turns()) for g in (game, default))
                if mine != {"pass"} and usual != {"pass"}:
                    lacking[0] += len(usual - mine)
                    lacking[1] += len(usual)
                    added[0] += len(mine - usual)
                    added[1] += len(mine)
        history, move = work.keys[0], random_move(game, now, rng, work)
        if move != STUCK and game._forbids_repeats:
            if repeats(game, play_taps(game, now, move, work), history, work):
                work.keys[0] = history
                move = random_tap(game, now, rng, work)  # this one knows which moves repeat
            work.keys[0] = history
        if move == STUCK and not game._stuck_passes:
            ending = "stuck"
            break
        now = play_taps(game, now, game.pass_action if move == STUCK else move, work)
        turns += now.taps == 0
        if now.winner != NOBODY:
            ending = "drawn" if now.winner == DRAW else "won"
            break
    return Course(turns, ending, again, tuple(lacking), tuple(added))


def rows_for_moves() -> list:
    """Return room for a search of long moves in the interpreter."""
    return [[0] * 64 for _ in range(32)]


def summary(games: list[Course]) -> list[str]:
    """Return the cells of a table that tell how games went."""
    lengths = sorted(game.turns for game in games)
    endings = Counter(game.ending for game in games)
    median = int(statistics.median(lengths))
    return [
        str(len(games)),
        f"{lengths[0]}/{median}/{lengths[-1]}",
        share(endings["stuck"], len(games)),
        share(endings["drawn"], len(games)),
        share(endings["given up"], len(games)),
        share(sum(game.repeats > 0 for game in games), len(games)),
    ]


def share(part: int, whole: int) -> str:
    """Return a part as a percentage."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def of_all(pairs: list[tuple[int, int]]) -> str:
    """Return the percentage that many pairs of a part and a whole come to."""
    return share(sum(part for part, _ in pairs), sum(whole for _, whole in pairs))


HEADINGS = ["games", "turns min/median/max", "stuck", "drawn", "given up", "repeat a position"]


def print_table(headings: list[str], rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    for cells in (headings, ["---"] * len(headings), *rows):
        print("| " + " | ".join(cells) + " |")
    print(flush=True)


def variants_table(pool: ProcessPoolExecutor, quick: bool) -> None:
    """Print how random games of all variants go, and which turns they have."""
    rows = []
    for name, plan in VARIANTS.items():
        for size, wanted in plan:
            for variant in crosscut.game(name).facts.variants:
                tell(f"{name} {size} {variant}")
                jobs = [(name, size, variant, seed) for seed in range(fewer(wanted, quick))]
                games = list(pool.map(play_variant, jobs, chunksize=8))
                less, more = (
                    of_all([getattr(g, at) for g in games]) for at in ("lacking", "added")
                )
                rows.append([f"{name} {variant}", str(size), *summary(games), less, more])
    headings = [
        "game",
        "size",
        *HEADINGS,
        "turns of the default that it forbids",
        "turns of its own that the default forbids",
    ]
    print_table(headings, rows)


# Serpent: the sentence on removals.

READINGS = {
    "B, R2, M2: our default": ("standard", "B", "loses"),
    "B, R1, M2: `r1`": ("r1", "B", "loses"),
    "B, R2, M1: `m1`": ("m1", "B", "loses"),
    "B, R1, M1: `r1-m1`": ("r1-m1", "B", "loses"),
    "B, R1, M1, who is stuck passes": ("r1-m1", "B", "pass"),
    "F, M2: no condition": ("standard", "F", "loses"),
    "F, M1: no condition": ("m1", "F", "loses"),
    "A, R2, M2: barred for a turn": ("standard", "A", "loses"),
    "A, R1, M1: barred for a turn": ("r1-m1", "A", "loses"),
    "C, R2, M2: the dead stay": ("standard", "C", "loses"),
    "C, R1, M1: the dead stay": ("r1-m1", "C", "loses"),
}


def reading(key: str, size: int) -> serpent_readings.Position:
    """Return the first position of Serpent in a reading."""
    variant, condition, when_stuck = READINGS[key]
    names = {"condition": condition, "when_stuck": when_stuck, "may_repeat": True}
    return type("Reading", (serpent_readings.Position,), names)(size, variant)


def play_reading(job: tuple) -> Course:
    """Play one random game of Serpent in a reading, by the slow twin."""
    key, size, seed = job
    here, source, seen, again = reading(key, size), random.Random(seed), set(), 0
    for turn in range(GIVEN_UP):
        again += here.key() in seen
        seen.add(here.key())
        turns = here.turns()
        if not turns:
            stuck = here.survivor() is None
            return Course(
                turn,
                "drawn" if here.winner() == "draw" else "stuck" if stuck else "won",
                again,
            )
        here = turns[source.choice(sorted(turns))]
    return Course(GIVEN_UP, "given up", again)


def ways_to_repeat(job: tuple) -> int:
    """Count the turns that lead back to a position on the way, in a search depth first."""
    key, size, states = job
    start = reading(key, size)
    known, on_the_way, found = {start.key()}, {start.key()}, 0
    stack = [(start.key(), shuffled(start))]
    while stack and len(known) < states:
        here, waiting = stack[-1]
        if not waiting:
            on_the_way.discard(here)
            stack.pop()
            continue
        after = waiting.pop()
        found += after.key() in on_the_way
        if after.key() not in known:
            known.add(after.key())
            on_the_way.add(after.key())
            stack.append((after.key(), shuffled(after)))
    return found


def shuffled(position: serpent_readings.Position) -> list:
    """Return what the turns of a position lead to, in an order that looks random but repeats."""
    after = [there for _, there in sorted(position.turns().items())]
    random.Random(str(sorted(position.stones.items()))).shuffle(after)
    return after


def serpent_table(pool: ProcessPoolExecutor, quick: bool) -> None:
    """Print what the readings of Serpent's sentence on removals come to on side 3."""
    states = fewer(6000, quick)
    searched = {key: pool.submit(ways_to_repeat, (key, 3, states)) for key in READINGS}
    rows = []
    for key in READINGS:
        tell(f"serpent {key}")
        jobs = [(key, 3, seed) for seed in range(fewer(400, quick))]
        games = list(pool.map(play_reading, jobs, chunksize=8))
        rows.append([key, *summary(games), str(searched[key].result())])
    print_table(["reading", *HEADINGS, f"ways back in {states} states"], rows)


# Snaketrail: the sentence on dead ends.


class AnyCell(snaketrail.Position):
    """Let the trail go on to every adjacent cell."""

    def after(self, **changes):
        return type(self)(**{**vars(self), **changes})

    def can_loop(self, black, head, hopeless):
        return True


class NextCell(AnyCell):
    """Ask only that the next player has a cell to go on to."""

    def can_loop(self, black, head, hopeless):
        taken = black | self.stones.keys()
        return bool(snaketrail.enclosed(black, self.size)) or not taken.issuperset(
            hexagon(self.size)[head]
        )


TRAILS = {
    "a loop must stay possible: our rule": snaketrail.Position,
    "the next player must have a cell": NextCell,
    "no restriction": AnyCell,
}


def play_trail(job: tuple) -> Course:
    """Play one random game of Snaketrail under some reading of the restriction."""
    key, size, pieces, seed = job
    source = random.Random(seed)
    here = TRAILS[key](size)
    while here.phase == "set-up":
        turns = here.turns()
        if len(here.stones) == pieces:
            here = turns["done"]
        elif turns.keys() <= {"done"}:
            here = TRAILS[key](size)
        else:
            here = turns[source.choice(sorted(turns.keys() - {"done"}))]
    here, moves = here.turns()["white"], 0
    while turns := here.turns():
        here = turns[source.choice(sorted(turns))]
        moves += 1
    return Course(moves, "won" if here.winner() else "stuck", 0)


def snaketrail_table(pool: ProcessPoolExecutor, quick: bool) -> None:
    """Print how often the trail runs into a dead end."""
    rows = []
    for size, pieces, wanted in ((4, 4, 1000), (5, 8, 500)):
        for key in TRAILS:
            tell(f"snaketrail {size} {key}")
            jobs = [(key, size, pieces, seed) for seed in range(fewer(wanted, quick))]
            games = list(pool.map(play_trail, jobs, chunksize=8))
            count, lengths, stuck, *_ = summary(games)
            rows.append([key, str(size), count, lengths, stuck])
    print_table(
        ["a piece may go where", "size", "games", "pieces min/median/max", "dead end"], rows
    )


def fewer(wanted: int, quick: bool) -> int:
    """Return how many of something are made."""
    return max(5, wanted // 20) if quick else wanted


def tell(what: str) -> None:
    """Say on stderr what is being done."""
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    """Print all tables."""
    options = argparse.ArgumentParser(description="Make the evidence of docs/evidence.md.")
    options.add_argument("--quick", action="store_true", help="play a twentieth of the games")
    quick = options.parse_args().quick
    print(
        "# Evidence\n\nRandom games under different readings of the rules, made by `make evidence`."
        " What they say about\nunclear rules is told in [rulings.md](rulings.md).\n"
    )
    with ProcessPoolExecutor(2) as pool:
        print("## Variants\n")
        variants_table(pool, quick)
        print("## Serpent: what if a removed colour could come back?\n")
        serpent_table(pool, quick)
        print("## Snaketrail: where may the trail go?\n")
        snaketrail_table(pool, quick)


if __name__ == "__main__":
    main()
