"""Thinking: which turn to play, for a level or as a hint."""

from collections.abc import Hashable
from dataclasses import replace

from crosscut.apps.web.jobs.events import DONE, PROGRESS
from crosscut.apps.web.jobs.progress import OPTIONS, Every, tap_names
from crosscut.apps.web.jobs.requests import Hint, Think
from crosscut.apps.web.jobs.worker import Desk
from crosscut.apps.web.positions import Moment, position_of
from crosscut.play.lines import turn_of
from crosscut.play.position import Position
from crosscut.search.analysis.lines import Lines, best_taps
from crosscut.search.analysis.values import result_name, rounded
from crosscut.search.engine import Engine
from crosscut.search.levels import find_level
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.options import Options
from crosscut.search.results import Thought

INTERVAL = 0.1
"""Seconds between two words on how it goes."""
QUICK = 3.0
"""Seconds that the interpreter has for a turn, which is enough for most levels."""


class Thinker:
    """Chooses turns; the last tree is kept, for it may be of use to who thought last."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self.engine = Engine(OPTIONS)
        self.kept: Hashable = None
        """For whom and how the engine thought last."""

    def think(self, job: Think) -> None:
        """Find the turn that a level plays."""
        level = find_level(str(job.level))
        options = replace(level.options, memory=OPTIONS.memory)
        self.choose(job.moment, options, job.seed, level.limits)

    def hint(self, job: Hint) -> None:
        """Find a good turn, as strong as the time allows."""
        self.choose(job.moment, OPTIONS, job.seed, Limits(seconds=job.seconds))

    def engine_for(self, options: Options, seed: int) -> Engine:
        """Return the engine of before if the same one is wanted again, else a new one."""
        wanted = (self.desk.table, options, seed)
        if self.kept != wanted:
            self.engine, self.kept = Engine(options, seed), wanted
        return self.engine

    def choose(self, moment: Moment, options: Options, seed: int, limits: Limits) -> None:
        """Choose a turn, or the rest of one that has begun."""
        position, engine = position_of(moment), self.engine_for(options, seed)
        quick, shown, furthest = self.desk.interpreted, Every(INTERVAL), 0.0
        given = replace(limits, seconds=min(QUICK, limits.seconds)) if quick else limits

        def tick(share: float) -> bool:
            nonlocal furthest
            furthest = max(furthest, share)  # the rest of a turn may be thought about again
            hurried = self.desk.hurried
            if shown.due():
                found = progress(position, engine.search)
                self.desk.say(PROGRESS, share=furthest, quick=quick, **found)
            return hurried

        after, thought = engine.choose_turn(position, given, tick)
        turn = turn_of(position, after)
        expected = Lines(position).texts(tuple(thought.line))[1:]
        self.desk.say(
            DONE,
            turn=turn,
            taps=tap_names(position.game, after.taps_since(position)),
            turns=[*moment.turns, turn],
            proven=result_name(thought.proven),
            line=[turn, *expected],
            weaker=quick and not self.desk.hurried and falls_short(thought, limits),
            **figures(thought),
        )


def falls_short(thought: Thought, limits: Limits) -> bool:
    """Tell whether less was thought than limits ask for; those of time alone ask for speed."""
    if thought.proven is not None:
        return False
    return limits.simulations is None or thought.simulations < limits.simulations


def progress(position: Position, search: Search) -> dict:
    """Return what a search from a position on, or from later in the turn, has found so far."""
    return {**figures(search.thought()), "best": favourite(position, search)}


def figures(thought: Thought) -> dict:
    """Return how much was thought, and the win chance of the seat to move if it is known."""
    known = thought.proven is not None or (thought.choices and thought.best.visits)
    return {
        "seconds": round(thought.seconds, 3),
        "simulations": thought.simulations,
        "win_chance": rounded(thought.win_chance) if known else None,
    }


def favourite(position: Position, search: Search) -> str | None:
    """Return the turn that a search likes best, as far as it has thought; None if not one move."""
    here = search.position
    for tap in best_taps(search):
        here = here.tap(tap)
        if not here.mid_turn:
            break
    while here is not position and here.mid_move:  # half a move cannot be read
        here = here.parent
    return None if here is position else turn_of(position, here)
