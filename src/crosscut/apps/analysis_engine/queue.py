"""Queries that wait, the one being worked on, and their answers; see docs/analysis-queries.md."""

import json
import time
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from crosscut.apps.analysis_engine.query import BadQuery, Defaults, Query, read_object, read_query
from crosscut.apps.gtp.notation import Notation
from crosscut.apps.gtp.serve import hear_no_more, write
from crosscut.apps.stdio import Reader, standard_input
from crosscut.core.errors import CrosscutError
from crosscut.core.version import __version__
from crosscut.play.position import Position
from crosscut.rules.game import DRAW
from crosscut.search.analysis.move_infos import infos, root_chance, root_visits
from crosscut.search.analysis.values import ended
from crosscut.search.mcts.search import Search

MOST_WAITING = 250_000
"""Characters of queries that wait. A turn of a game takes some four of them, and two kilobytes of
memory; whoever asks more has to wait until something is answered."""
DIGITS = 6
"""Digits after the point of win chances."""


@dataclass(order=True)
class Task:
    """One position of a query; the more urgent come first, and then those asked for earlier."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    weight: int = field(compare=False)
    """Its part of the characters of the query."""

    @property
    def position(self) -> Position:
        """The position to be searched."""
        return self.query.positions[self.turn]

    @property
    def begin(self) -> dict:
        """How every answer begins."""
        return {"id": self.query.id, "turnNumber": self.turn}


class Desk:
    """Where queries arrive and are answered, one after the other."""

    def __init__(self, defaults: Defaults):
        self.defaults = defaults
        self.waiting: list[Task] = []
        self.weight = 0
        """Characters of the queries that wait."""
        self.task: Task | None = None
        self.stopping = False
        """Whether the task has to end now."""
        self.heard = 0

    @property
    def busy(self) -> bool:
        """Whether there is something left to work on."""
        return self.task is not None or bool(self.waiting)

    @property
    def full(self) -> bool:
        """Whether nothing more should be heard for now."""
        return self.weight >= MOST_WAITING

    # Hearing.

    def hear(self, line: str) -> list[dict]:
        """Take a line and return what can be answered at once: errors, warnings, actions."""
        if not line.strip():
            return []
        name = None
        try:
            found = read_object(line)
            name = found.get("id")
            if not isinstance(name, str):
                name = None
                raise BadQuery("id is a text that the answers repeat", "id")
            if "action" in found:
                return self.act(found)
            return self.accept(read_query(found, self.defaults), len(line))
        except CrosscutError as error:
            blame = {} if name is None else {"id": name}
            if getattr(error, "field", None):
                blame["field"] = error.field
            return [{"error": str(error)} | blame]

    def accept(self, query: Query, length: int) -> list[dict]:
        """Put the positions of a query into the queue; return what is to be said of its fields."""
        weight = length // max(1, len(query.positions)) + 1
        for turn in query.positions:
            self.heard += 1
            rank = -query.priorities[turn], self.heard
            heappush(self.waiting, Task(rank, query, turn, weight))
            self.weight += weight
        return [
            {"id": query.id, "warning": f"there is no field {name!r}", "field": name}
            for name in query.unknown
        ]

    def act(self, found: dict) -> list[dict]:
        """Do what an action says, and repeat it as the answer."""
        action = found["action"]
        if action == "query_version":
            return [found | {"version": __version__}]
        if action == "clear_cache":
            return [found]  # nothing is kept from one search to the next
        if action not in ("terminate", "terminate_all"):
            raise BadQuery(
                "action is query_version, clear_cache, terminate or terminate_all", "action"
            )
        name, turns = found.get("terminateId"), found.get("turnNumbers")
        if action == "terminate" and not isinstance(name, str):
            raise BadQuery("terminateId is the id of a query", "terminateId")
        if not (turns is None or isinstance(turns, list)):
            raise BadQuery("turnNumbers is a list", "turnNumbers")

        def ends(task: Task) -> bool:
            named = action == "terminate_all" or task.query.id == name
            return named and (turns is None or task.turn in turns)

        stopped = sorted(task for task in self.waiting if ends(task))
        self.waiting = [task for task in self.waiting if not ends(task)]
        heapify(self.waiting)
        self.weight = sum(task.weight for task in self.waiting)
        if self.task is not None and ends(self.task):
            self.stopping = True
        return [found] + [
            task.begin | {"isDuringSearch": False, "noResults": True} for task in stopped
        ]

    # Working.

    def step(self) -> list[dict]:
        """Work on for some milliseconds and return what has become known."""
        if self.task is None:
            self.take_up(heappop(self.waiting))
        try:
            found = self.work()
        except (CrosscutError, MemoryError) as error:
            found = self.task.begin | {"error": str(error) or "not enough memory"}
            self.task = None
        return [] if found is None else [found]

    def take_up(self, task: Task) -> None:
        """Begin with a task."""
        self.task, self.search, self.stopping = task, None, False
        self.weight -= task.weight
        self.told = time.monotonic()

    def work(self) -> dict | None:
        """Search a little; return a report if one is due, the last when the task is done."""
        task, query = self.task, self.task.query
        if task.position.over:
            self.task = None
            return over(task)
        if self.search is None:
            self.search = Search(task.position, self.defaults.options, query.seed)
            self.slices = self.search.slices(query.limits)
        if next(self.slices, None) is None or self.stopping:
            self.task = None
            return report(task, self.search, during=False)
        if query.every is None or time.monotonic() - self.told < query.every:
            return None
        self.told = time.monotonic()
        return report(task, self.search, during=True)


# Answers.


def report(task: Task, search: Search, during: bool) -> dict:
    """Return what is thought of a position."""
    query, position = task.query, task.position
    notation, mine = (
        query.notation,
        query.view in ("SIDETOMOVE", ("BLACK", "WHITE")[position.colour]),
    )

    def seen(chance: float) -> float:
        return round(chance if mine else 1 - chance, DIGITS)

    found = infos(search)
    status = search.thought().proven
    answer = task.begin | {
        "isDuringSearch": during,
        "moveInfos": [
            {
                "move": notation.write(each.turn),
                "visits": each.visits,
                "winrate": seen(each.win_chance),
                "lcb": seen(each.lower_bound),
                "prior": round(each.share, DIGITS),
                "order": order,
                "pv": [notation.write(turn) for turn in each.line[: query.line_length]],
                "proven": winner(position, each.proven),
            }
            for order, each in enumerate(found)
        ],
        "rootInfo": {
            "visits": root_visits(search),
            "winrate": seen(root_chance(search)),
            "currentPlayer": "BW"[position.colour],
            "proven": winner(position, status),
            "simulations": search.done,
            "seconds": round(search.seconds, 3),
        },
    }
    if query.policy:
        answer["policy"] = policy(search, notation)
    return answer


def policy(search: Search, notation: Notation) -> dict[str, float]:
    """Return the share of the visits that each tap got."""
    game, visits = notation.game, search.thought().visits
    total = max(1, sum(visits.values()))
    return {
        notation.write(game.tap_text(action)): round(count / total, DIGITS)
        for action, count in visits.items()
    }


def winner(position: Position, seat: int | None) -> str | None:
    """Return who wins: the colour that a seat has now, draw, or None if that is not known."""
    if seat is None or seat == DRAW:
        return None if seat is None else "draw"
    return "BW"[seat ^ position.table.swapped]


def over(task: Task) -> dict:
    """Return the answer for a game that has ended."""
    position, view = task.position, task.query.view
    colour = position.colour if view == "SIDETOMOVE" else ("BLACK", "WHITE").index(view)
    found = ended(position, colour ^ position.table.swapped)
    root = {
        "visits": 0,
        "winrate": found.win_chance,
        "currentPlayer": "BW"[position.colour],
        "proven": winner(position, found.proven),
        "simulations": 0,
        "seconds": 0.0,
    }
    return task.begin | {"isDuringSearch": False, "moveInfos": [], "rootInfo": root}


# The line to the other side.


def serve_queries(desk: Desk) -> None:
    """Answer queries from standard input until there are no more and all are answered."""
    reader, ended_input = Reader(standard_input()), False
    try:
        while desk.busy or not ended_input:
            while not (ended_input or desk.full) and (reader.waiting() or not desk.busy):
                line = reader.take()
                ended_input = line is None
                send([] if line is None else desk.hear(line))
            if desk.busy:
                send(desk.step())
    except BrokenPipeError:
        hear_no_more()


def send(answers: list[dict]) -> None:
    """Write answers, one a line."""
    for each in answers:
        write(json.dumps(each) + "\n")
