"""What contributors are told: the files are there, and the versions are those of the project."""

import re
import tomllib
from pathlib import Path

import pytest

import crosscut

ROOT = next(each for each in Path(__file__).parents if (each / "pyproject.toml").is_file())
PACKAGE = ROOT / "src" / "crosscut"
WHERE = (ROOT, PACKAGE, PACKAGE / "lab" / "report", PACKAGE / "lab" / "report" / "measures")


def text_of(name):
    """Return a page of the folder of the project."""
    return (ROOT / name).read_text()


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", text_of(page)):
        assert target.startswith("http") or (ROOT / target).exists(), target


def test_the_files_of_every_recipe_are_there():
    paths = re.findall(r"`([\w/.-]+/[\w.-]*?)(?:::(\w+))?`", text_of("CONTRIBUTING.md"))
    named = [(path, test) for path, test in paths if not re.search(r"NAME|GAME|\.venv", path)]
    assert len(named) > 20
    for path, test in named:
        found = [folder / path for folder in WHERE if (folder / path).exists()]
        assert found, path
        assert not test or f"def {test}(" in found[0].read_text(), test


def test_the_targets_that_are_named_exist():
    rules = text_of("Makefile") + text_of("docs/reports/reports.mk")
    for target in re.findall(r"`make ([\w-]+)`", text_of("CONTRIBUTING.md")):
        assert re.search(rf"^{target}:", rules, re.MULTILINE), target


def test_the_tested_versions_hold_all_that_the_groups_name():
    lines = text_of("constraints.txt").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines[1:]}
    assert all(re.fullmatch(r"[\w.-]+==[\w.!+]+", line) for line in lines[1:])
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    groups = project["optional-dependencies"]
    named = [*project["dependencies"], *groups["web"], *groups["report"], *groups["test"]]
    plain = {re.split(r"[\[>=]", each)[0] for each in [*named, *groups["envs"], *groups["docs"]]}
    assert plain - pinned == {"crosscut"}


def test_the_citation_is_of_this_version():
    assert f"\nversion: {crosscut.__version__}\n" in text_of("CITATION.cff")
