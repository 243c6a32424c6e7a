"""The engine's chances against proofs: what the solver finds out about positions of a report.

    python -m crosscut.lab.report.calibration.proofs FOLDER --nodes 100000 --positions 300

A result tells how a game ended between two engines; a proof, what a position is worth. Positions
are drawn from the games, as many from each third of them, and the solver has so many nodes for
each. What it does not decide is counted, for that is not a random part: what is even, or far from
the end, is harder. Proofs are kept in `proofs.jsonl`; the same command goes on where it stopped.
`crosscut report --no-play --out FOLDER` shows them on the page.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from crosscut.core.errors import CrosscutError
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report.calibration.brier import BINS, bins_of
from crosscut.lab.report.calibration.calibration import (
    PARTS,
    Opinion,
    made_of,
    of_the_first_colour,
    swapped,
)
from crosscut.lab.report.folder import read_plan
from crosscut.lab.report.measure import Table
from crosscut.lab.report.sample import Played, Sample
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.solver import Solver

LOG = "proofs"
"""The name of the log; it is no stage of a report, and is written only when asked for."""
NODES, POSITIONS = 100_000, 300
MEMORY = 0.1
"""GB for one proof."""

Turn = tuple[int, int]
"""A game and a turn of it, counted from 0."""


def drawn(sample: Sample, positions: int) -> dict[Turn, tuple[float, int]]:
    """Return turns drawn from the games, as many of each part, at which the engine was not sure.

    Each has the chance of the first colour and its part. With more positions come others beside
    those that there were.
    """
    turns: list[list[tuple[Turn, tuple[float, int]]]] = [[] for _ in PARTS]
    for game in sample.games:
        for turn, chance, part in of_the_first_colour(game, enumerate(game.chances)):
            if 0 < chance < 1:
                turns[part].append(((game.number, turn), (chance, part)))
    source = np.random.default_rng(sample.plan.seed)
    each = -(-positions // len(PARTS))
    return {
        found[i][0]: found[i][1] for found in turns for i in source.permutation(len(found))[:each]
    }


def position_at(game: Played, turn: int) -> Position:
    """Return the position of a game before a turn."""
    here, turns = game.start, 0
    for tap in game.taps:
        if turns == turn:
            break
        here = here.tap(tap)
        turns += not here.mid_turn
    return here


def prove(position: Position, nodes: int, exchanged: int) -> tuple[float | None, int]:
    """Return what a position is worth to the first colour, None if undecided, and the nodes."""
    solver = Solver(position, MEMORY, first_turns=False)
    solver.run(nodes=nodes)
    value = solver.root.value
    if value in (DRAW, NOBODY):
        return (0.5 if value == DRAW else None), solver.nodes
    return float(value ^ exchanged == 0), solver.nodes


def run(
    folder: Path, nodes: int, positions: int, tick: Callable[[int, int], None] = lambda i, n: None
) -> "Proofs":
    """Prove what is missing of so many positions of a report, and return all that is proven."""
    plan, log = read_plan(folder), Journal(folder / f"{LOG}.jsonl", "key")
    sample = Sample(plan, {"games": Journal(folder / "games.jsonl", "key")})
    games = {game.number: game for game in sample.games}
    asked = drawn(sample, positions)
    for i, ((number, turn), (chance, part)) in enumerate(asked.items()):
        tick(i, len(asked))
        if (nodes, number, turn) not in log:
            game = games[number]
            value, spent = prove(position_at(game, turn), nodes, swapped(game))
            key = [nodes, number, turn]
            log.add({"key": key, "chance": chance, "part": part, "value": value, "nodes": spent})
    return Proofs(nodes, [each for each in log if each["key"][0] == nodes])


@dataclass(frozen=True)
class Proofs:
    """What the solver found out within so many nodes a position."""

    nodes: int
    records: Sequence[dict]

    def opinion(self, value: float | None = None) -> Opinion:
        """Return the engine's opinion on what is proven.

        With a value, on all positions, as if what is undecided had it.
        """
        return Opinion(
            made_of(
                (each["chance"], worth, each["key"][1], each["part"])
                for each in self.records
                for worth in [value if each["value"] is None else each["value"]]
                if worth is not None
            )
        )

    @cached_property
    def proven(self) -> Opinion:
        """The opinion on what is proven."""
        return self.opinion()

    @property
    def undecided(self) -> int:
        """How many positions are not proven."""
        return sum(each["value"] is None for each in self.records)

    @property
    def by_part(self) -> dict[str, tuple[int, int]]:
        """How many positions of each part are proven, and how many there are."""
        parts = [
            [each["value"] is not None for each in self.records if each["part"] == number]
            for number in range(len(PARTS))
        ]
        return {name: (sum(part), len(part)) for name, part in zip(PARTS, parts, strict=True)}

    def table(self) -> Table:
        """Return the reliability by bins; the bounds are those whatever the undecided are worth."""
        rows = []
        for number in range(BINS):
            here = [each for each in self.records if bin_of(each["chance"]) == number]
            if not here:
                continue
            known = [each["value"] for each in here if each["value"] is not None]
            left = len(here) - len(known)
            rows.append(
                (
                    f"{100 * number // BINS}-{100 * (number + 1) // BINS} %",
                    sum(each["chance"] for each in here) / len(here),
                    len(known),
                    sum(known) / len(known) if known else None,
                    left,
                    sum(known) / len(here),
                    (sum(known) + left) / len(here),
                )
            )
        columns = ("chance", "mean chance", "proven", "won of these", "undecided")
        return Table(TITLE, (*columns, "won at least", "won at most"), rows)

    def to_dict(self) -> dict:
        """Return it as plain data."""
        scores = self.proven.scores if self.proven.games else {}
        table = self.table()
        return {
            "nodes": self.nodes,
            "positions": len(self.records),
            "proven": len(self.records) - self.undecided,
            "undecided": self.undecided,
            "by_part": {name: list(counts) for name, counts in self.by_part.items()},
            "scores": {
                name: {"value": finite(each.value), "interval": each.interval}
                for name, each in scores.items()
            },
            "bins": [dict(zip(table.columns, row, strict=True)) for row in table.rows],
        }


TITLE = "The engine's chances against proofs"


def proofs(sample: Sample) -> Proofs | None:
    """Return what is proven of positions of a report, within the most nodes; None if nothing."""
    records = sample.results(LOG)
    if not records:
        return None
    nodes = max(each["key"][0] for each in records)
    return Proofs(nodes, [each for each in records if each["key"][0] == nodes])


def bin_of(chance: float) -> int:
    """Return the bin of a chance."""
    return int(bins_of(np.array([chance]))[0])


def finite(number: float) -> float | None:
    """Return a number, or None if it is none."""
    return number if np.isfinite(number) else None


def main() -> None:
    """Prove positions of a report and print what that says of the engine's chances."""
    from crosscut.lab.console import err, out, progress, table_of
    from crosscut.lab.report.amounts import number

    wanted = argparse.ArgumentParser(
        prog="python -m crosscut.lab.report.calibration.proofs", description=TITLE
    )
    wanted.add_argument("folder", type=Path, help="the folder of a report")
    wanted.add_argument("--nodes", type=int, default=NODES, help="of the solver, a position")
    wanted.add_argument("--positions", type=int, default=POSITIONS)
    wanted.add_argument("--json", action="store_true")
    asked = wanted.parse_args()
    try:
        with progress("proving", total=asked.positions) as update:
            found = run(
                asked.folder, asked.nodes, asked.positions, lambda i, n: update(completed=i)
            )
    except CrosscutError as error:
        err.print(str(error))
        raise SystemExit(2) from error
    if asked.json:
        print(json.dumps(found.to_dict()))
        return
    rows = found.table()
    shown = table_of(*rows.columns)
    for row in rows.rows:
        shown.add_row(*(number(each) for each in row))
    out.print(shown)
    told = ", ".join(f"{name} {a} of {b}" for name, (a, b) in found.by_part.items())
    out.print(f"proven within {found.nodes:,} nodes: {told}; {found.undecided} undecided")
    for name, score in (found.proven.scores if found.proven.games else {}).items():
        out.print(f"{name} {number(finite(score.value), digits=3)}")


if __name__ == "__main__":
    main()
