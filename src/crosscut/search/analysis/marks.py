"""What is said of the turns of a game: how much each lost, who led, and where it was decided."""

from dataclasses import dataclass

from crosscut.search.analysis.values import Value, result_name, rounded

INACCURACY = 0.05
MARKS = {"inaccuracy": INACCURACY, "mistake": 0.10, "blunder": 0.20}
"""What a turn is called from which loss of win chance on, the worst last."""
EVEN = 0.5


@dataclass(frozen=True)
class Turn:
    """One turn of a game; all chances are those of the seat that made it, from 0 to 1."""

    number: int
    """Counted from 1."""
    seat: int
    player: str
    """What the player is called, as a rule after his colour."""
    text: str
    before: float
    """The win chance as the search of the position saw it."""
    possible: float
    """The win chance after the best turn that is known, which may be the one that was played."""
    after: float
    """The win chance after the turn that was played."""
    proven_before: int | None
    """The seat that could win whatever the other did, `DRAW`, or None if that is not known."""
    proven_after: int | None
    forced: bool
    """Whether there was no other turn."""
    best: str | None
    """The turn that the engine would have played."""
    line: tuple[str, ...]
    """How the game might have gone on then, beginning with that turn."""
    nothing: Value | None
    """What doing nothing would have been worth; None if that cannot be said."""
    no_nothing: str
    """Why it cannot be said."""

    @property
    def loss(self) -> float:
        """How much win chance the turn cost."""
        return self.possible - self.after

    @property
    def mark(self) -> str:
        """What kind of turn it was: good, inaccuracy, mistake or blunder."""
        return [name for name, least in {"good": 0, **MARKS}.items() if self.loss >= least][-1]

    @property
    def certain(self) -> bool:
        """Whether it is proven that the turn threw something away: a win, or a draw."""
        return self.loss > 0 and None not in (self.proven_before, self.proven_after)

    def to_dict(self) -> dict:
        """Return it as plain data; docs/analysis.md tells the units."""
        return {
            "number": self.number,
            "seat": self.seat,
            "player": self.player,
            "text": self.text,
            "before": rounded(self.before),
            "possible": rounded(self.possible),
            "after": rounded(self.after),
            "loss": rounded(self.loss),
            "mark": self.mark,
            "certain": self.certain,
            "proven_before": result_name(self.proven_before),
            "proven_after": result_name(self.proven_after),
            "forced": self.forced,
            "best": self.best,
            "line": list(self.line),
            "nothing": None if self.nothing is None else self.nothing.to_dict(),
            "no_nothing": self.no_nothing,
        }


def lead_changes(chances: list[float]) -> list[int]:
    """Return the numbers of the turns after which the other seat leads.

    ``chances`` are those of one seat, before the first turn and after each.
    """
    found, leads = [], None
    for number, chance in enumerate(chances):
        if chance == EVEN:
            continue
        if leads is not None and leads != (chance > EVEN):
            found.append(number)
        leads = chance > EVEN
    return found


def decisive_turn(turns: list[Turn], winner: int | None) -> Turn | None:
    """Return the turn by which the loser lost the game, if there is one to blame.

    It is the last one by which he fell below an even chance; if he never had that, the one that
    cost him most, unless that was too little to be called anything.
    """
    his = [turn for turn in turns if winner is not None and turn.seat != winner]
    for turn in reversed(his):
        if turn.possible >= EVEN > turn.after:
            return turn
    worst = max(his, key=lambda turn: turn.loss, default=None)
    return None if worst is None or worst.mark == "good" else worst
