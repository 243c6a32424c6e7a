"""The examples on the page about environments run as they stand."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "envs.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
OPTIONAL = ("torch", "gymnasium", "pettingzoo", "pyspiel")


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.usefixtures("interpreted")
def test_examples_run(example, capsys):
    for library in OPTIONAL:
        if re.search(rf"^(import|from crosscut.lab.envs import) {library}", example, re.MULTILINE):
            pytest.importorskip(
                library, reason=f"{library} is not there: make test-all installs it"
            )
    exec(example, {})
    printed = capsys.readouterr().out
    if "print(" in example:
        assert re.search(r"to move|has won|drawn", printed)


def test_there_is_an_example_of_each():
    assert len(EXAMPLES) == 1 + len(OPTIONAL)
