"""Running the program as people do: as a process."""

import os
import subprocess
import sys

PROGRAM = [sys.executable, "-m", "crosscut"]


def crosscut(*args, stdin="", code=0, limit=180, **environment):
    """Run a command and return what it printed to standard output and standard error."""
    done = subprocess.run(
        [*PROGRAM, *args],
        input=stdin,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=limit,
    )
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr
