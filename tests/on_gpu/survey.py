"""A hundred million random games, surveyed in seconds.

python -m tests.on_gpu.survey [GAMES] [DEVICE] runs it.

The first games are surveyed on the CPU too, and everything has to agree to the last digit.
"""

import sys
import time

import crosscut
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.discovery import devices
from crosscut.core.errors import CrosscutError
from crosscut.lab.report.measures.random_play import compute
from crosscut.lab.report.number_format import interval_text, value_text
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.lab.survey_results import survey

GAMES = (("slither", 8), ("hex", 11))
COMPARED = 20_000
SEED = 0


def told(game, found, device: str) -> None:
    """Print the figures as a report has them."""
    plan = Plan(game.id, game.size, game.variant, game.pie)
    for figure in compute(Sample(plan, {"survey": [found.plain() | {"device": device}]})).figures:
        print(f"  {figure.name:32} {value_text(figure):24} {interval_text(figure)} {figure.note}")


def main(games: int = 100_000_000, kind: str = "gpu") -> int:
    """Survey some games of each kind; return 1 if any figure differs from the CPU's."""
    try:
        found = devices(kind)
    except CrosscutError as error:
        print(error)
        return 1
    name, wrong = " and ".join(each.name for each in found), 0
    for id, size in GAMES:
        game = crosscut.game(id, size)
        few = survey(game, COMPARED, SEED, found)
        alike = few == survey(game, COMPARED, SEED, [Host()])
        wrong += not alike
        words = "equal to the last digit" if alike else "DIFFERENT"
        print(f"{game}: the first {COMPARED:,} games on {name} and on the CPU are {words}")
        begin = time.perf_counter()
        whole = survey(game, games, SEED, found)
        seconds = time.perf_counter() - begin
        print(
            f"{game}: {games:,} games on {name} in {seconds:.2f} s, {games / seconds:.3g} a second"
        )
        told(game, whole, name)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:3]))
