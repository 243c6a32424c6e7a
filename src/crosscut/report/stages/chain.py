"""The chain: the engine climbs by twice as many simulations, from one a turn on."""

from crosscut.report.ascent import Ascent

TITLE = "chain of simulations"


def simulations(candidate: int) -> int:
    """Return how many simulations a candidate has for a turn."""
    return 2**candidate


def label(candidate: int) -> str:
    """Return the same for people."""
    number = simulations(candidate)
    return f"{number:,} simulation" + ("" if number == 1 else "s")


ASCENT = Ascent(
    stage="chain",
    seed=300,
    limit=lambda candidate: str(simulations(candidate)),
    label=label,
    amount=simulations,
    unit="simulations a turn",
)
items, do = ASCENT.items, ASCENT.do
