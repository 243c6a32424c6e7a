"""What all tests share, and the table of skipped tests at the end of a run."""

import os
import signal
from collections import Counter
from tempfile import TemporaryDirectory

import pytest

import crosscut
from tests.support.outside import reaches_outside

# Beside ten busy processes an engine of low priority would take half an hour to compile.
os.environ["CROSSCUT_NICE"] = "0"

pytest_plugins = [
    "tests.support.postgres",
    "tests.support.fake_gpu",
    "tests.support.browser",
    "tests.support.measured",
]


@pytest.fixture
def slither5():
    """Classic Slither on 5x5."""
    return crosscut.game("slither", 5)


@pytest.fixture
def interpreted(monkeypatch):
    """Run rules in the interpreter, which for a few small games is quicker than compiling."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def interpreted_and_compiled(request, monkeypatch):
    """Run rules in the interpreter, and in the slow tests compiled as well."""
    if request.param == "interpreted":
        monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


@pytest.fixture
def home(tmp_path):
    """A place for the game that is kept for --resume."""
    return {"XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.hookimpl(tryfirst=True)  # before those that are marked are left out
def pytest_collection_modifyitems(items) -> None:
    """Mark what more than this process can hold up."""
    for item in items:
        if reaches_outside(item):
            item.add_marker(pytest.mark.outside)


def pytest_terminal_summary(terminalreporter, config) -> None:
    """End the run with what was skipped and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    terminalreporter.section("skipped, and why")
    reasons = Counter((report.nodeid.split("::")[0], reason(report)) for report in skipped)
    for (file, why), number in sorted(reasons.items()):
        terminalreporter.write_line(f"{number:4}  {file}: {why}")
    if config.option.markexpr == "not slow and not exhaustive":
        line = " all  tests marked slow or exhaustive: make test-all runs them"
        terminalreporter.write_line(line)
    elif not reasons:
        terminalreporter.write_line("   0  nothing")


def reason(report) -> str:
    """Return why a test was skipped."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")


# The games of whoever runs the tests are none of theirs: each worker keeps its own elsewhere.
os.environ.pop("DATABASE_URL", None)
STATE = TemporaryDirectory()
os.environ["XDG_STATE_HOME"] = STATE.name

# A test run in the background may have been told to ignore Ctrl-C; the programs it starts must not.
signal.signal(signal.SIGINT, signal.default_int_handler)
