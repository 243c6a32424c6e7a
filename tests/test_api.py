"""The Python interface: its pages, its examples, and what other people's type checkers need."""

import doctest
import importlib
from importlib.resources import files
from pathlib import Path

import pytest

import crosscut

make_api = pytest.importorskip("make_api")
API = Path(__file__).parent.parent / "docs" / "api"


def test_the_pages_are_what_the_docstrings_say():
    made = make_api.pages()
    assert {path.name for path in API.glob("*.md")} == set(made)
    for name, text in made.items():
        assert (API / name).read_text() == text, f"{name} is old: make docs writes it anew"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", make_api.PAGES)
def test_examples_in_docstrings(name):
    modules = [name, "crosscut.lab"] if name == "crosscut" else [name]
    for each in modules:
        module = importlib.import_module(each)
        found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert found.failed == 0


@pytest.mark.usefixtures("interpreted")
def test_the_guide_is_true():
    guide = Path(__file__).parent.parent / "docs" / "python.md"
    found = doctest.testfile(str(guide), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_names_for_everybody_are_there_and_explained():
    for name in crosscut.__all__:
        assert getattr(crosscut, name).__doc__, name


def test_types_are_for_others_too():
    assert (files("crosscut") / "py.typed").is_file()
