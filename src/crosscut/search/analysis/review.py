"""Review of a game: walk it turn by turn and say where the win chance fell.

Every position is searched once, forwards, so that each search begins with what the one before
found out about the turn that was played. A turn that seems to have lost something gets a second
opinion: the position after the better turn is searched as long as the one after the turn played,
because a search of a later position sees further, and only equals can be compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from crosscut.core.errors import BadOption
from crosscut.play.position import Position
from crosscut.play.record import from_record
from crosscut.search.analysis.lines import Lines, best_turn
from crosscut.search.analysis.marks import INACCURACY, Turn, decisive_turn, lead_changes
from crosscut.search.analysis.null_move import Nothing
from crosscut.search.analysis.values import UNKNOWN, Estimate, by_choice, ended, rounded
from crosscut.search.engine import Engine, Tick, on_and_on
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from crosscut.search.results import chance_of

SEARCHES = 3
"""Searches among which the limits of a position are divided: it, doing nothing, a better turn."""


@dataclass
class Sight:
    """What was found out about one position of a game."""

    position: Position
    found: Estimate = UNKNOWN
    """What it is worth to the seat to move."""
    best: Position | None = None
    """The position after the turn that is thought best."""
    line: tuple[str, ...] = ()
    """The line that begins with that turn."""
    second_opinion: Estimate = UNKNOWN
    """What that position is worth to the same seat, where the turn played seemed worse."""
    nothing: Nothing = field(init=False)

    def __post_init__(self):
        self.nothing = Nothing(self.position)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.position.to_play

    @property
    def proven(self) -> int | None:
        """The result of the position, if one of the searches proved it."""
        if self.found.proven is None and self.second_opinion.proven == self.seat:
            return self.seat
        return self.found.proven


class Review:
    """What is known of a game; `steps` finds it out and may be left at any time."""

    def __init__(
        self,
        game: Position,
        limits: Limits,
        options: Options | None = None,
        seed: int = 0,
    ):
        """Prepare to review the game that led to a position; an unfinished turn is left out."""
        self.positions = [here for here in game.line if not here.mid_turn]
        if len(self.positions) < 2:
            raise BadOption("the game has no whole turn yet: there is nothing to review")
        self.texts = game.history()[: len(self.positions) - 1]
        self.limits = limits.part(1 / SEARCHES)
        self.main, self.side = Engine(options, seed), Engine(options, seed)
        self.sights: list[Sight] = []

    @property
    def done(self) -> bool:
        """Whether every turn has been looked at."""
        return len(self.sights) == len(self.positions)

    @property
    def winner(self) -> int | None:
        """The seat that won the game; None if nobody did."""
        return self.positions[-1].winner

    # Finding out.

    def steps(self) -> Iterator[float]:
        """Look at every position; yield the share of the work that is done, every few ms."""
        for number, position in enumerate(self.positions):
            sight = Sight(position)
            for part, stage in enumerate((self.look, self.do_nothing)):
                for share in stage(sight):
                    yield self.share(number, part + share)
            self.sights.append(sight)
            if number:
                for share in self.look_again(*self.sights[-2:]):
                    yield self.share(number, SEARCHES - 1 + share)
            yield self.share(number + 1, 0)

    def share(self, number: int, part: float) -> float:
        """Return which share of all the work is done within the searches of a position."""
        return (number + part / SEARCHES) / len(self.positions)

    def look(self, sight: Sight) -> Iterator[float]:
        """Search a position of the game."""
        if sight.position.over:
            sight.found = ended(sight.position, sight.seat)
            return
        search = self.main.search_at(sight.position)
        yield from search.slices(self.limits)
        search.finish_pruning()
        sight.found = by_choice(search, sight.seat)
        lines = Lines(sight.position)
        turn, line = best_turn(search, lines)
        if turn:
            sight.best, sight.line = lines.at(turn), lines.texts(line)

    def do_nothing(self, sight: Sight) -> Iterator[float]:
        """Search for the value of doing nothing."""
        yield from sight.nothing.steps(self.side.search_at, self.limits)

    def look_again(self, sight: Sight, played: Sight) -> Iterator[float]:
        """Search the position after the better turn, if the one played seems to be worse."""
        loss = sight.found.win_chance - for_seat(played.found, played.seat, sight.seat)
        other = sight.best
        if loss < INACCURACY or other is None or other.table == played.position.table:
            return
        if other.over:
            sight.second_opinion = ended(other, sight.seat)
            return
        search = self.side.search_at(other)
        yield from search.slices(self.limits)
        search.finish_pruning()
        sight.second_opinion = by_choice(search, sight.seat)

    # Telling.

    def proofs(self) -> list[int | None]:
        """Return what is proven of every position looked at.

        Who reaches a won position had a won one before, and from a lost one only lost ones follow.
        """
        found = [sight.proven for sight in self.sights]
        for number in reversed(range(len(found) - 1)):
            after = found[number + 1]
            if after is not None and (after == self.sights[number].seat or self.forced(number)):
                found[number] = after
        for number in range(len(found) - 1):
            if found[number] == 1 - self.sights[number].seat:
                found[number + 1] = found[number]
        return found

    def forced(self, number: int) -> bool:
        """Tell whether a turn, counted from 0, was the only one."""
        begin, end = self.positions[number], self.positions[number + 1]
        while end is not begin:
            end = end.parent
            if len(end.actions()) > 1:
                return False
        return True

    def chances(self, proofs: list[int | None]) -> list[float]:
        """Return the win chance of the first seat in every position looked at."""
        return [
            for_seat(sight.found, sight.seat, 0) if proven is None else chance_of(proven, 0)
            for sight, proven in zip(self.sights, proofs, strict=True)
        ]

    def turns(self) -> list[Turn]:
        """Return what there is to say of every turn so far."""
        proofs = self.proofs()
        chances = self.chances(proofs)
        return [self.turn(number, proofs, chances) for number in range(len(self.sights) - 1)]

    def turn(self, number: int, proofs: list[int | None], chances: list[float]) -> Turn:
        """Return what there is to say of a turn, counted from 0."""
        sight, played = self.sights[number], self.sights[number + 1]
        seat, position = sight.seat, sight.position
        before, after = (
            chance if seat == 0 else 1 - chance for chance in chances[number : number + 2]
        )
        possible = before
        if proofs[number] is None:
            if sight.best is None or sight.best.table == played.position.table:
                possible = after
            elif sight.second_opinion.win_chance is not None:
                possible = sight.second_opinion.win_chance
        return Turn(
            number=number + 1,
            seat=seat,
            player=position.game.player(position.state, position.colour),
            text=self.texts[number],
            before=before,
            possible=max(possible, after),
            after=after,
            proven_before=proofs[number],
            proven_after=proofs[number + 1],
            forced=self.forced(number),
            best=sight.line[0] if sight.line else None,
            line=sight.line,
            nothing=sight.nothing.value,
            no_nothing=sight.nothing.reason,
        )

    def to_dict(self) -> dict:
        """Return all of it as plain data; docs/analysis.md tells the units."""
        turns, chances = self.turns(), self.chances(self.proofs())
        decisive = self.decisive
        return {
            "winner": self.winner,
            "over": self.positions[-1].over,
            "done": self.done,
            "chances": [rounded(chance) for chance in chances],
            "lead_changes": self.lead_changes,
            "decisive": None if decisive is None else decisive.number,
            "turns": [turn.to_dict() for turn in turns],
        }

    @property
    def lead_changes(self) -> list[int]:
        """The numbers of the turns after which the other seat leads."""
        return lead_changes(self.chances(self.proofs()))

    @property
    def decisive(self) -> Turn | None:
        """The turn by which the loser lost the game, once all is known and if there is one."""
        return decisive_turn(self.turns(), self.winner) if self.done else None

    def __repr__(self) -> str:
        return f"<Review of {self.positions[-1]!r}>"

    def _repr_html_(self) -> str:
        from crosscut.search.analysis.html import show_review

        return show_review(self)


def for_seat(found: Estimate, seat: int, wanted: int) -> float:
    """Return the win chance of a seat, from what is known of that of one of the two."""
    return found.win_chance if seat == wanted else 1 - found.win_chance


def review(
    game: Position | dict,
    limits: Limits,
    options: Options | None = None,
    seed: int = 0,
    tick: Tick = on_and_on,
) -> Review:
    """Review a game, given by its last position or as a record.

    ``tick`` hears the share that is done, every few ms, and may say stop.
    """
    found = Review(from_record(game) if isinstance(game, dict) else game, limits, options, seed)
    for share in found.steps():
        if tick(share):
            break
    return found
