"""How long ``crosscut --help`` takes, in multiples of importing what it is printed with.

    python benchmarks/startup.py

Processor time of whole processes, the least of several rounds that take turns.
"""

import resource
import subprocess
import sys

ROUNDS = 15
REFERENCE = [sys.executable, "-c", "import typer, rich"]
HELP = [sys.executable, "-m", "crosscut", "--help"]


def processor_seconds(command: list[str]) -> float:
    """Run a program and return the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    rounds = [(processor_seconds(REFERENCE), processor_seconds(HELP)) for _ in range(ROUNDS)]
    reference, shown = (min(each) for each in zip(*rounds, strict=True))
    print(f"typer and rich {reference:.3f} s, --help {shown:.3f} s: {shown / reference:.2f} times")
