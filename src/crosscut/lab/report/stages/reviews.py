"""Reviews: some of the games, turn by turn, with what every move and doing nothing were worth.

Every position is searched anew, so that what is found depends on it alone. All values are win
chances, from 0 to 1, of the seat that is to move.
"""

from crosscut.core.errors import BadOption
from crosscut.core.rng import stream_state
from crosscut.lab.report.budget import Budget
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.play.position import Position
from crosscut.search.analysis.analysis import more_certain
from crosscut.search.analysis.null_move import passed
from crosscut.search.analysis.values import Estimate, at_node, by_choice, by_mean, ended
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.mcts.tree import NO_CHILDREN, ROOT
from crosscut.search.results import best_result, chance_of

TITLE = "reviews"
PART = 0.15
MOST_MOVES = 200
"""Moves of a position that are valued; of more, so many are taken evenly from their list."""
EARLY = 8
"""A search is asked for its choice twice: when this part of its simulations is done, and all."""
DIGITS = 3

Taps = tuple[int, ...]


def items(plan: Plan, logs: Logs) -> dict[Key, dict]:
    """Return the records of the games that are not reviewed yet."""
    first = list(logs["games"])[: plan.effort.reviews]
    games = {tuple(record["key"]): record for record in first}
    return {key: record for key, record in games.items() if key not in logs["reviews"]}


def cost(plan: Plan, budget: Budget, key: Key) -> float:
    """Return the simulations of a review: of the positions, of doing nothing, and of the moves."""
    effort = plan.effort
    turn = 2 * effort.review_simulations + min(budget.moves, MOST_MOVES) * effort.each
    return min(budget.turns, effort.review_turns) * turn


def do(plan: Plan, key: Key, given: dict) -> dict:
    """Review a game: every turn of it, or every k-th if it has more than the effort allows for.

    Which of them are left out differs from game to game, so that together they show all.
    """
    here = plan.rules.position(seed=given.get("seed"))
    for tap in given["taps"]:
        here = here.tap(tap)
    line = here.line
    begins = [number for number, each in enumerate(line[:-1]) if not each.mid_turn]
    step = -(-len(begins) // plan.effort.review_turns) | 1  # odd, so that both seats have turns
    reviewer = Reviewer(plan, key[0])
    turns = [
        {"turn": number} | reviewer.turn(line[begins[number]], first_move(line, begins[number]))
        for number in range(key[0] % step, len(begins), step)
    ]
    return {"length": len(begins), "turns": turns}


def first_move(line: list[Position], begin: int) -> Taps:
    """Return the taps of the move that was made from a position of a line."""
    end = begin + 1
    while line[end].mid_move and end + 1 < len(line):
        end += 1
    return tuple(here.tap_made for here in line[begin + 1 : end + 1])


class Reviewer:
    """Values the positions of one game, with one tree for all searches."""

    def __init__(self, plan: Plan, number: int):
        self.effort = plan.effort
        self.engine = Engine(seed=stream_state(plan.seed, number) >> 1)

    def turn(self, position: Position, played: Taps) -> dict:
        """Return what there is to say of a position in which a move was played."""
        here, simulations = alone(position), self.effort.review_simulations
        seat = here.to_play
        early, _ = favourite(self.searched(here, max(1, simulations // EARLY)))
        search = self.searched(here, simulations)
        best, estimate = favourite(search)
        proven = by_choice(search, seat).proven
        moves = {tuple(after.taps_since(here)): after for _, after in here.next_moves()}
        some = evenly(list(moves), MOST_MOVES)
        wanted = [taps for taps in dict.fromkeys([*some, played, early, best]) if taps in moves]
        in_tree = {taps: at_node(search, search.nursery.descendant(taps)) for taps in wanted}
        found = {
            taps: more_certain(in_tree[taps], self.after_move(moves[taps], seat)) for taps in wanted
        }
        if proven is None:
            results = [each.proven for each in found.values()]
            proven = best_result(results + [None] * (len(wanted) < len(moves)), seat)
        value = found.get(best, estimate).win_chance if proven is None else chance_of(proven, seat)

        def worth(taps: Taps) -> float | None:
            # what few simulations say of a move is no reason to prefer it to the favourite of many
            return round(min(found[taps].win_chance, value), DIGITS) if taps in found else None

        return {
            "seat": seat,
            "value": round(value, DIGITS),
            "proven": proven is not None,
            "nothing": self.nothing(here),
            "moves": len(moves),
            "values": sorted((worth(taps) for taps in some), reverse=True),
            "played": worth(played),
            "early": worth(early),
            "changed": early != best,
        }

    def searched(self, position: Position, simulations: int) -> Search:
        """Return the search of a position after so many simulations."""
        search = self.engine.search
        if search is None or search.position is not position:
            search = self.engine.search_at(position)
        for _ in search.slices(Limits(simulations=simulations)):
            pass
        search.finish_pruning()
        return search

    def after_move(self, after: Position, seat: int) -> Estimate:
        """Return what a small search after a move of a seat says of it."""
        if after.over:
            return ended(after, seat)
        return by_mean(self.searched(alone(after), self.effort.each), seat)

    def nothing(self, position: Position) -> float | None:
        """Return what doing nothing would be worth, or None if that cannot be said."""
        try:
            after = passed(position)
        except BadOption:
            return None
        seat = position.to_play
        if after.over:
            return ended(after, seat).win_chance
        search = self.searched(after, self.effort.review_simulations)
        proven = by_choice(search, seat).proven
        if proven is not None:
            return chance_of(proven, seat)
        return round(1 - favourite(search)[1].win_chance, DIGITS)


def alone(position: Position) -> Position:
    """Return a position without its past, so that its search begins with nothing."""
    return Position(position.game, position.table, position.keys, None, -1)


def favourite(search: Search) -> tuple[Taps, Estimate]:
    """Return the move that a search likes best, as far as it has thought, and its value."""
    here, node, taps = search.position, ROOT, ()
    while search.nursery.tree.first[node] != NO_CHILDREN:
        node = search.ranked(node)[0]
        here = here.tap(int(search.nursery.tree.action[node]))
        taps = (*taps, here.tap_made)
        if not here.mid_move:
            break
    return taps, at_node(search, node)


def evenly(things: list, most: int) -> list:
    """Return at most so many things, taken evenly from a list."""
    if len(things) <= most:
        return things
    return [things[number * len(things) // most] for number in range(most)]
