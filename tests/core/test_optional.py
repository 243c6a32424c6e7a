"""The base install and its groups: what runs without them, and what a missing one says."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from crosscut.core.optional import MODULES
from tests.support.program import BAD_INPUT, INTERPRETED, PATIENCE

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
GROUPS = PROJECT["optional-dependencies"]
OTHERS = {"gymnasium", "pettingzoo", "psycopg", "starlette"}
MISSING = OTHERS.union(*MODULES.values()) - {"pydantic"}
"""Modules that the base install does not bring; newer versions of Typer bring Pydantic."""
BLOCKED = """
import sys
sys.modules.update(dict.fromkeys({missing!r}))
{script}
"""
PROGRAM = "from crosscut.apps.cli.main import main; main()"


def without(missing, script, *args):
    """Run a script in a process in which some modules cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", BLOCKED.format(missing=sorted(missing), script=script), *args],
        env={**os.environ, **INTERPRETED},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def names(requirements):
    """Return the modules that requirements bring, which here are all named after them."""
    return tuple(re.split(r"[\[>=]", each)[0].replace("-", "_") for each in requirements)


@pytest.mark.parametrize("group", MODULES)
def test_what_is_looked_for_is_what_a_group_installs(group):
    assert MODULES[group] == names(GROUPS[group])


def test_the_base_is_small_and_the_tests_have_all():
    assert names(PROJECT["dependencies"]) == ("numba", "numpy", "rich", "typer")
    assert GROUPS["all"] == ["crosscut[web,report,envs,postgres]"]
    assert "crosscut[all]" in GROUPS["test"]


NEEDED = {
    "web": [("serve", "--no-browser"), ("database", "status"), ("database", "backup", "x")],
    "report": [
        ("report", "hex", "--size", "3"),
        ("compare", "here", "there"),
        ("bench", "hex", "--plot", "x.svg"),
        ("analyse", "hex", "--record", __file__, "--plot", "x.svg"),
    ],
}


@pytest.mark.parametrize(
    ("group", "command"), [(group, each) for group, all_of in NEEDED.items() for each in all_of]
)
def test_a_command_names_the_group_that_is_missing(group, command):
    done = without(MISSING, PROGRAM, *command)
    assert done.returncode == BAD_INPUT, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    absent = ", ".join(module for module in MODULES[group] if module in MISSING)
    assert done.stderr.startswith(f"crosscut: {absent} not installed; ")
    assert f"pip install 'crosscut[{group}]'" in done.stderr


@pytest.mark.parametrize("command", ["serve", "report", "compare", "database"])
def test_the_help_of_a_command_needs_no_group(command):
    done = without(MISSING, PROGRAM, command, "--help")
    assert (done.returncode, done.stderr) == (0, "")


BASE = [
    ("games",),
    ("rules", "hex"),
    ("play", "hex", "--size", "2", "--demo"),
    ("perft", "hex", "--size", "3", "--depth", "2"),
    ("check", "hex"),
    ("match", "hex", "random", "default:2", "--size", "2", "--games", "2", "--jobs", "1"),
    ("match", "hex", "random", "random", "--size", "2", "--games", "4", "--sprt", "0,50"),
    ("solve", "hex", "--size", "2"),
    ("gtp", "hex", "--size", "3"),
]


@pytest.mark.parametrize("command", BASE, ids=" ".join)
def test_the_terminal_needs_no_group(command):
    done = without(MISSING, PROGRAM, *command)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


SCRIPT = """
import crosscut
from crosscut.core.errors import BadOption
position = crosscut.game("hex", size=3).position().play("b2")
found = crosscut.review(position, simulations=20, threads=1)
assert "pip install 'crosscut[report]'" in found._repr_html_().replace("&#x27;", "'")
for ask in (lambda: crosscut.make_report(position.game, "nowhere"), crosscut.compare):
    try:
        ask()
    except BadOption as missing:
        print(missing)
"""


def test_scripts_are_told_too():
    done = without(MISSING, SCRIPT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("pip install 'crosscut[report]'") == 2


def test_the_web_needs_neither_charts_nor_statistics():
    script = "from crosscut.apps.web.app import create_app, Settings; create_app(Settings())"
    done = without({"matplotlib", "scipy"}, script)
    assert done.returncode == 0, done.stderr
