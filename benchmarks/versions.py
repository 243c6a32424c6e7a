"""How fast this version is beside another one: random games and the search, game by game.

    git worktree add ../old 204cff3
    python benchmarks/versions.py ../old [slither hex ...]

Each version runs in a process of its own, on one core. Both measure the same game in turn, by
processor time; a ratio is the median of its rounds.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import geometric_mean, median

from crosscut.rules.registry import ids

HERE = Path(__file__).parent.parent
ROUNDS = 15
SECONDS = 0.2
"""Processor time of one measurement."""
CHILD = """
import sys
import crosscut
try:
    from crosscut.lab.bench.playouts import Playouts
    from crosscut.lab.bench.search import Simulations
except ImportError:  # version 0.10 and before
    from crosscut.engine.speed import Simulations
    from crosscut.search.speed import Playouts

kinds, found = {"playouts": Playouts, "simulations": Simulations}, {}
for line in sys.stdin:
    kind, name, seconds = line.split()
    if (kind, name) not in found:
        found[kind, name] = kinds[kind](crosscut.game(name))
        found[kind, name].run(float(seconds))
    print(found[kind, name].run(float(seconds)), flush=True)
"""


class Version:
    """A source tree whose code runs in a process of its own."""

    def __init__(self, tree: Path):
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        command = [sys.executable, "-c", CHILD]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, bufsize=1, env=environment
        )

    def rate(self, kind: str, name: str) -> float:
        """Return how many games or simulations it makes in a second of processor time."""
        self.process.stdin.write(f"{kind} {name} {SECONDS}\n")
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{name}: the process that measures {kind} has ended; see above")
        return float(line)


def ratio(new: Version, old: Version, kind: str, name: str, rounds: int) -> float:
    """Return how many times as fast the new version is; who begins changes from round to round."""
    found = []
    for i in range(rounds):
        pair = (new, old) if i % 2 else (old, new)
        rates = {each: each.rate(kind, name) for each in pair}
        found.append(rates[new] / rates[old])
    return median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="folder with the source tree of the other version")
    parser.add_argument("games", nargs="*", help="games to measure; all by default")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="measurements of each")
    parser.add_argument("--json", action="store_true", help="print the ratios as JSON")
    options = parser.parse_args()
    if not (options.old / "src" / "crosscut").is_dir():
        parser.error(f"{options.old} has no folder src/crosscut")
    new, old = Version(HERE), Version(options.old.resolve())
    found: dict[str, dict[str, float]] = {}
    for kind in ("playouts", "simulations"):
        ratios = found[kind] = {}
        for name in options.games or ids():
            ratios[name] = round(ratio(new, old, kind, name, options.rounds), 3)
            print(f"{kind:12} {name:14} {ratios[name]:.3f}", file=sys.stderr)
        least = min(ratios, key=ratios.get)
        mean = geometric_mean(ratios.values())
        print(f"{kind:12} mean {mean:.3f}, least {ratios[least]:.3f} ({least})", file=sys.stderr)
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
