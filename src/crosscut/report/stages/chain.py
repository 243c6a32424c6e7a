"""The chain: the engine climbs by twice as many simulations, from one a turn on."""

from crosscut.report.ascent import Ascent

TITLE = "chain of simulations"
SHARE = 0.1


def simulations(candidate: int) -> int:
    """Return how many simulations a candidate has for a turn."""
    return 2**candidate


ASCENT = Ascent(
    stage="chain",
    seed=300,
    limit=lambda candidate: str(simulations(candidate)),
    label=lambda candidate: f"{simulations(candidate):,} sims",
    amount=simulations,
    unit="simulations a turn",
)
items, do = ASCENT.items, ASCENT.do
