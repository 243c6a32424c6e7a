"""The notebooks of the documentation run from top to bottom, and what they hold shows itself."""

from pathlib import Path

import pytest

from tests.support.program import PATIENCE

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
LESS = {
    "play-and-analyse": "SIZE = 4\nSIMULATIONS = 60",
    "invent-a-game": "GAMES = 20\nSIMULATIONS = 4",
    "compare-rules": """SIZE = 3
RANDOM_GAMES = 20
GAMES, LIMIT = 4, "4"
from crosscut.lab.report import budget
budget.SECONDS = 2
""",
}
"""Parameters with which each is over before the compiler would have begun."""
SHOWN = {
    "play-and-analyse": {"text/html": 4, "image/svg+xml": 2},
    "invent-a-game": {"text/html": 1, "image/svg+xml": 1},
    "compare-rules": {"text/html": 2},
}
"""How many objects show themselves in each, by the form they take."""


def run(name, folder, parameters=None):
    """Run a notebook in a folder of its own and return its cells, outputs included."""
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    for cell in book.cells:
        if parameters and "parameters" in cell.metadata.get("tags", ()):
            cell.source = parameters
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(book, timeout=PATIENCE, resources=resources).execute()
    return book.cells


def forms(cells):
    """Count the forms in which objects of a notebook showed themselves."""
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    found = {}
    for output in outputs:
        for form in output.get("data", ()):
            found[form] = found.get(form, 0) + 1
    found.pop("text/plain", None)
    return found


def test_there_are_three_with_their_outputs():
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(LESS)
    for name, shown in SHOWN.items():
        assert forms(nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4).cells) == shown


@pytest.mark.parametrize("name", LESS)
def test_a_notebook_runs(name, tmp_path, monkeypatch):
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    assert forms(run(name, tmp_path, LESS[name])) == SHOWN[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LESS)
def test_a_notebook_runs_as_it_stands(name, tmp_path):
    assert forms(run(name, tmp_path)) == SHOWN[name]
