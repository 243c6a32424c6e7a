"""The Python interface: its pages, its examples, and what other people's type checkers need."""

import doctest
import importlib
from importlib.resources import files
from pathlib import Path

import pytest

import crosscut

make_api = pytest.importorskip("make_api")
API = Path(__file__).parents[2] / "docs" / "api"
PACKAGE = Path(crosscut.__file__).parent
ADAPTERS = ("gymnasium", "pettingzoo", "openspiel")
"""What may be missing where the tests run, and its page with it."""


def test_the_pages_are_what_the_docstrings_say():
    made = make_api.pages()
    assert {path.stem for path in API.glob("*.md")} == {"README", *make_api.PAGES}
    assert len(made) > len(make_api.PAGES) - len(ADAPTERS)
    for name, text in made.items():
        assert (API / name).read_text() == text, f"{name} is old: make docs writes it anew"


def with_examples():
    """Return the modules whose docstrings hold examples."""
    found = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text()]
    names = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in found]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", with_examples())
def test_examples_in_docstrings(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.usefixtures("interpreted")
def test_the_guide_is_true():
    guide = Path(__file__).parents[2] / "docs" / "python.md"
    found = doctest.testfile(str(guide), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_names_for_everybody_are_there_and_explained():
    for name in crosscut.__all__:
        assert getattr(crosscut, name).__doc__, name


def test_types_are_for_others_too():
    assert (files("crosscut") / "py.typed").is_file()
