"""Running the program as people do, as a process; or its `main` alone, which is quicker."""

import io
import os
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest

from crosscut.apps.cli.main import BAD_INPUT, main

PROGRAM = [sys.executable, "-m", "crosscut"]
INTERPRETED = {"CROSSCUT_INTERPRET": "1"}
"""What makes a command run in the interpreter, which is quicker than compiling for little work."""
PATIENCE = 3600
"""Seconds to wait for what has to come, which on a very busy machine may take half an hour."""


def run_cli(*args, stdin="", code=0, limit=PATIENCE, **environment):
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


def run_main(*args, code=0, **environment):
    """Run a command as `crosscut` does, but in this process: to start one takes half a second."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "oe")
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", ["crosscut", *args]),
        patch("warnings.showwarning"),  # which the program takes for itself
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main()
    printed, complained = (each.buffer.getvalue().decode() for each in (out, err))
    assert end.value.code == code, (end.value.code, printed, complained)
    return printed, complained


def rejected(*args, **environment):
    """Return what a command says that is refused; bad input is of many kinds."""
    return run_main(*args, code=BAD_INPUT, **environment)[1]


def wait_for(happens):
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)


def wait_for_cpu(process, seconds):
    """Wait until a program has used so much of a processor, however busy the machine is."""
    ticks = seconds * os.sysconf("SC_CLK_TCK")
    wait_for(lambda: process.poll() is not None or processor_ticks(process.pid) >= ticks)
    assert process.poll() is None, process.returncode


def processor_ticks(process):
    """Return how much of a processor a process has used, in ticks of the clock."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
