"""Puzzles: positions from the games with exactly one winning turn, which is proven.

First each game is looked through for late positions in which the winner is under pressure: all but
a few of his turns let the other player win at once. Then the solver is asked about these few. A
position is a puzzle only if one of them is proven to win and all others are proven not to.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.lab.report.stages.unique import Enough
from crosscut.play.position import Position
from crosscut.rules.game import NOBODY
from crosscut.search.solver import Solver, solution
from crosscut.search.threats import LOSES, SAFE, WINS, Pressure

TITLE = "puzzles"
NEEDS = ("positions", "solver", "threats")

LOOK, PROVE = range(2)
"""What is done, the first number of a key: look through a game, or prove something of a turn."""
LATE = 12
"""Turns before the end of a game that are looked at."""
FEWEST_TURNS, MOST_TURNS = 4, 3000
"""Turns to choose from; fewer or more are not for a puzzle."""
MOST_SAFE, FEW_SAFE = 24, 3
"""Turns that the solver is asked about; few of them are asked about first."""
GAMES, PROOFS = 50, 8
"""How many are given out at once."""
FIRST_NODES = 500
"""Nodes for every turn in the first round; the number doubles from round to round."""
MEMORY = 0.004
"""GB for the solver of one turn."""

UNIQUE, SEVERAL, NONE, OPEN, MANY = "unique", "several", "none", "open", "many"
"""How many winning turns there are: one, more, none, not known, or there are too many turns."""

Candidate = tuple[int, int, int, int, int]
"""A position, those that promise most being the smallest: turns that win at once, turns to the end,
safe turns, number of the game and the turn."""


# What there is to do.


def items(plan: Plan, logs: Logs) -> dict[Key, dict]:
    """Return what is missing of the first batch that is not all done."""
    done, games = logs["puzzles"].results, {record["key"][0]: record for record in logs["games"]}
    for batch in batches(list(games), done, plan.effort.puzzles):
        if missing := {key: games[key[1]] for key in batch if key not in done}:
            return missing
    return {}


def batches(unseen: list[int], done: Mapping[Key, dict], wanted: int) -> Iterator[list[Key]]:
    """Yield proofs that look easy, then more games, then other proofs, until enough are unique.

    A batch depends on what those before it have brought, and is yielded when they are all done. So
    the log alone says what comes next, wherever the work was stopped.
    """
    easy: list[Candidate] = []
    others: list[Candidate] = []
    unique = 0
    while unique < wanted and (unseen or easy or others):
        if unseen and not easy:
            batch, unseen = [(LOOK, number) for number in unseen[:GAMES]], unseen[GAMES:]
            yield batch
            for key in batch:
                for turn, left, safe, wins in done[key]["candidates"]:
                    promising = not wins and safe <= FEW_SAFE
                    heappush(easy if promising else others, (wins, left, safe, key[1], turn))
        else:
            chosen = easy or others
            best = [heappop(chosen) for _ in range(min(PROOFS, len(chosen)))]
            batch = [(PROVE, game, turn) for *_, game, turn in best]
            yield batch
            unique += sum(done[key]["verdict"] == UNIQUE for key in batch)


def do(plan: Plan, key: Key, given: dict) -> dict:
    """Look through a game, or prove something of one of its turns."""
    ends = turn_ends(plan, given)
    if key[0] == LOOK:
        return look(ends, given["winner"])
    return prove(ends[key[2]], plan.effort.puzzle_nodes)


def turn_ends(plan: Plan, record: dict) -> list[Position]:
    """Return the positions of a game before its first turn and after each."""
    here = plan.rules.position(seed=record.get("seed"))
    found = [here]
    for tap in record["taps"]:
        here = here.tap(tap)
        if not here.mid_turn:
            found.append(here)
    return found


# Looking through a game.


def look(ends: list[Position], winner: int | None) -> dict:
    """Return how many late positions with the winner to move a game has, and those to be proven.

    A candidate is: turns made before, turns to the end, safe turns, turns that win at once.
    """
    looked, found = 0, []
    for turn in range(max(0, len(ends) - 1 - LATE), len(ends) - 1):
        if ends[turn].to_play != winner:
            continue
        looked += 1
        pressure = pressure_on(ends[turn])
        if pressure and pressure.kinds:
            wins, safe = pressure.count(WINS), pressure.count(SAFE)
            found.append((turn, len(ends) - 1 - turn, safe, wins))
    return {"looked": looked, "candidates": found}


def pressure_on(position: Position) -> Pressure | None:
    """Return what the turns of a position do, or None if too many may be good."""

    def tick(found: int) -> None:
        if found > MOST_TURNS:
            raise Enough

    try:
        pressure = Pressure(position, MOST_SAFE, tick)
    except Enough:
        return None
    enough = FEWEST_TURNS <= pressure.turns <= MOST_TURNS
    return pressure if pressure.pressing and enough else None


# Proving that only one turn wins.


def prove(position: Position, nodes: int) -> dict:
    """Return how many turns of a position win, and if it is one, all about it."""
    pressure = pressure_on(position)
    turns = sorted(position.next_turns(), key=lambda turn: len(turn[1].taps_since(position)))
    seat, legal, won, asked = position.to_play, len(turns), {}, {}
    for text, after in turns:  # of two that lead to the same position the plainer one
        if pressure.kind(after) == LOSES:
            continue
        if not after.over:
            asked.setdefault(after.table, (text, after))
        elif after.winner == seat:
            won.setdefault(after.table, (text, after))
    if legal > MOST_TURNS:
        return {"verdict": MANY, "legal": legal}
    proofs = [(text, after, Solver(after, MEMORY, False)) for text, after in asked.values()]
    winners = [(text, after, None) for text, after in won.values()]
    for text, after, solver in settled(proofs, nodes):
        if len(winners) > 1:
            break
        if solver.root.value == NOBODY:
            return {"verdict": OPEN, "legal": legal}
        if solver.root.value == seat:
            winners.append((text, after, solver))
    if len(winners) != 1:
        return {"verdict": SEVERAL if winners else NONE, "legal": legal}
    text, after, solver = winners[0]
    return {
        "verdict": UNIQUE,
        "legal": legal,
        "solution": after.taps_since(position),
        "line": [text, *(solution(solver).line if solver else ())],
        "nodes": sum(solver.nodes for _, _, solver in proofs),
    }


def settled(proofs: list[tuple], nodes: int) -> Iterator[tuple]:
    """Yield proofs as they come to an end; and one that has not, if the nodes are used up."""
    budget = FIRST_NODES
    while proofs:
        waiting = []
        for proof in proofs:
            solver, before = proof[-1], proof[-1].nodes
            solver.run(nodes=min(budget, nodes))
            nodes -= solver.nodes - before
            if solver.done or nodes <= 0:
                yield proof
            else:
                waiting.append(proof)
        proofs, budget = waiting, 2 * budget
