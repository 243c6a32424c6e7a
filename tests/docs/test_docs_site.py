"""The docs as a site: built without a warning, and without anything from elsewhere."""

import re
from pathlib import Path

import pytest

pytest.importorskip("material", reason="MkDocs is not there: make docs-site installs it")

ROOT = next(each for each in Path(__file__).parents if (each / "pyproject.toml").is_file())
LOADED = re.compile(r'<(?:script|link|img|iframe)[^>]* (?:src|href)="?(?:https?:)?//[^">]*')


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built so that each warning would end it with an error."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    return folder


def test_every_page_is_there(site):
    for page in (ROOT / "docs").glob("*.md"):
        name = page.stem if page.stem != "README" else "."
        assert (site / name / "index.html").is_file(), page
    assert (site / "api" / "crosscut.play.position" / "index.html").is_file()
    assert (site / "games" / "slither" / "index.html").is_file()


def test_no_page_loads_anything_from_elsewhere(site):
    pages = [page for page in site.rglob("*.html") if "reports" not in page.parts[-2:-1]]
    assert len(pages) > 60
    for page in pages:
        text = page.read_text()
        assert LOADED.findall(text) == [], page
        assert 'class="mermaid"' not in text  # which would fetch its script


def test_lists_are_lists(site):
    assert re.search(r"<li>.*?<em>Readings:</em>", (site / "rulings" / "index.html").read_text())
