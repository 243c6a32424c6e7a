"""The documents: what they point at exists, what they show runs, and the layers are kept."""

import keyword
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from token import COMMENT, DEDENT, ENCODING, ENDMARKER, INDENT, NAME, NEWLINE, NL, NUMBER, STRING
from tokenize import tokenize

import crosscut
from crosscut.apps.cli.command_list import COMMANDS
from crosscut.apps.web.reports import version_of
from crosscut.lab.envs.page import page as learners_page
from crosscut.play import record
from crosscut.play.game_page import page, pictures
from crosscut.rules.registry import game_class, ids
from tests.support.for_each import for_each

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "crosscut"


def coverage_rows():
    """Return the rows of the tables of the coverage page."""
    lines = (ROOT / "docs" / "coverage.md").read_text().splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return [row for row in cells if row[0] not in ("item", "---")]


@for_each("row", coverage_rows(), ids=lambda row: row[0])
def test_coverage_names_what_exists(row):
    _, where, shown = row
    for path in re.findall(r"`([^`]+)`", where):
        assert (ROOT / path).is_file(), path
    tests = re.findall(r"`([^`]+)::(\w+)`", shown)
    for path, name in tests:
        assert re.search(rf"^def {name}\(", (ROOT / path).read_text(), re.MULTILINE), name
    assert bool(where) == bool(tests)
    assert tests or shown == "left out by decision"


def test_coverage_has_all_five_documents():
    text = (ROOT / "docs" / "coverage.md").read_text()
    assert re.findall(r"^## (\d)\.", text, re.MULTILINE) == list("12345")
    assert len(coverage_rows()) > 90


def test_tags_of_the_report():
    facts = game_class("slither").facts
    assert (facts.designer, facts.year) == ("Corey Clark", 2010)
    assert facts.tags["Play"] == "Combinatorial"
    assert facts.tags["Mechanism"] == "Connection"
    assert facts.tags["Components"].startswith("Board")
    assert "2018" in facts.variants["advanced"]


PAGES = ["README.md", *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]


@for_each("name", sorted(PAGES))
def test_links_lead_somewhere(name):
    text = (ROOT / name).read_text()
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if not target.startswith("http"):
            assert (ROOT / name).parent.joinpath(target).exists(), target


KEPT = {"slither-beside-aiai", "slither-cured", "family"}
"""The reports that are not made anew by whoever wants them."""


def test_three_reports_are_kept():
    text = (ROOT / "docs" / "reports" / "README.md").read_text()
    assert set(re.findall(r"\(([\w-]+)\.html\)", text)) == KEPT
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert "docs/reports/*.html" in ignored
    assert {f"!docs/reports/{name}.html" for name in KEPT} <= set(ignored)


def test_the_versions_that_made_the_reports_are_told():
    folder = ROOT / "docs" / "reports"
    told = set(re.findall(r"version (\d[\d.]*\d)", (folder / "README.md").read_text()))
    stated = {}
    for name in KEPT:
        with (folder / f"{name}.html").open("rb") as file:
            stated[name] = version_of(file)
    assert set(stated.values()) == told


def test_readme_examples_run(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    names = {}
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out
    promised = [line[2:] for line in blocks[-1].splitlines() if line.startswith("# ")]
    assert " ".join(promised) in printed
    assert len(blocks) == 2


def test_readme_begins_with_the_two_commands():
    first_screen = (ROOT / "README.md").read_text().splitlines()[:20]
    assert any("make play" in line for line in first_screen)
    assert any("make test" in line for line in first_screen)
    assert any(line.startswith("![") for line in first_screen)


def test_readme_lists_every_command():
    text = (ROOT / "README.md").read_text()
    for command in COMMANDS.keys() - {"database"}:  # docs/hosting.md has it
        assert f"`crosscut {command}" in text


def test_the_picture_is_what_the_program_draws():
    images = ROOT / "docs" / "images"
    drawn = record.load(images / "slither.json").svg()
    assert (images / "slither.svg").read_text() == drawn + "\n"


FEATURES = 42
WANTED = 34


def test_features_are_shown_by_tests_that_exist():
    lines = (ROOT / "docs" / "features.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rows = [row for row in rows if row[0].isdigit()]
    assert [int(row[0]) for row in rows] == list(range(1, FEATURES + 1))
    assert {row[2] for row in rows} <= {"yes", "partly", "no"}
    assert sum(row[2] == "yes" for row in rows) >= WANTED
    for *_, here, _, shown in rows:
        tests = re.findall(r"`([^`]+)::(\w+)`", shown)
        assert bool(tests) == (here != "no")
        for path, name in tests:
            assert re.search(rf"^def {name}\(", (ROOT / path).read_text(), re.MULTILINE), name


# The code itself.

FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS = ("core", "rules", "play", "search", "lab", "apps")


def test_rooms_import_only_from_the_rooms_before_them():
    """The contracts are in pyproject.toml; they count imports inside functions as well."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "Each room imports only from the rooms before it KEPT (2 ignored imports)" in done.stdout
    assert "Nothing inside imports the root KEPT" in done.stdout


def test_few_modules_stand_beside_the_rooms():
    beside = {path.stem for path in PACKAGE.glob("*.py")}
    assert beside == {"__init__", "__main__", "api"}
    folders = {path.relative_to(PACKAGE).parts[0] for path in FILES} - {
        f"{name}.py" for name in beside
    }
    assert folders == set(ROOMS)


def test_architecture_page_names_every_room_and_folder():
    text = (ROOT / "docs" / "architecture.md").read_text()
    folders = {path.parent.relative_to(PACKAGE) for path in FILES} - {Path(".")}
    folders = [folder for folder in folders if "migrations" not in folder.parts]
    missing = [str(folder) for folder in folders if f"`{folder}/`" not in text]
    assert not missing


def test_files_stay_short():
    lengths = {path.relative_to(PACKAGE): len(path.read_text().splitlines()) for path in FILES}
    assert not {path: length for path, length in lengths.items() if length >= 400}


def lines_of(name):
    """Return the number of lines of a game file."""
    return len((PACKAGE / "rules" / "games" / f"{name}.py").read_text().splitlines())


LONG_RULES = ("serpent", "snaketrail")
"""Games whose rules take more than others."""


def test_game_files_stay_short():
    assert max(lines_of(name) for name in ids() if name not in LONG_RULES) <= 200
    assert max(map(lines_of, LONG_RULES)) <= 300
    assert median(map(lines_of, ids())) < 120


@for_each("name", ids())
def test_the_page_of_a_game_is_made_from_its_file(name):
    """After an edit of a game file, make docs writes the page anew."""
    folder, cls = ROOT / "docs" / "games", game_class(name)
    assert (folder / f"{name}.md").read_text() == page(cls, name, f"crosscut play {name}")
    drawn = pictures(cls, name)
    assert drawn
    assert {file.name for file in folder.glob(f"{name}-*.svg")} == set(drawn)
    assert all((folder / file).read_text() == svg for file, svg in drawn.items())
    assert crosscut.game(name).facts.notation


def test_the_page_about_learners_is_made_from_the_game_files():
    """After an edit of a game file, make docs writes the page anew."""
    assert (ROOT / "docs" / "envs-games.md").read_text() == learners_page()


def shapes(name):
    """Return the lines of a game file that are code, with names, strings and numbers made alike."""
    lines = {}
    with open(PACKAGE / "rules" / "games" / f"{name}.py", "rb") as file:
        for token in tokenize(file.readline):
            kind = "" if keyword.iskeyword(token.string) else KINDS.get(token.type, "")
            if token.type not in (ENCODING, NL, NEWLINE, INDENT, DEDENT, COMMENT, ENDMARKER):
                lines.setdefault(token.start[0], []).append(kind or token.string)
    code = [line for line in lines.values() if line[0] not in ("import", "from")]
    found = (" ".join(line) for line in code)
    thin = ("string", "name : name")  # docstrings, and the fields of a state
    return [line for line in found if re.search(r"\w", line) and line not in thin]


KINDS = {NAME: "name", STRING: "string", NUMBER: "number"}


def test_no_two_games_share_six_lines_of_the_same_shape():
    """What two games share belongs into the layer below."""
    seen = {}
    for name in ids():
        lines = shapes(name)
        for i in range(len(lines) - 5):
            other = seen.setdefault(tuple(lines[i : i + 6]), name)
            assert other == name, (other, name, lines[i : i + 6])


INVENTORS = {
    "hex": ("Piet Hein", 1942),
    "y": ("John Milnor", 1952),
    "gonnect": ("João Pedro Neto", 2000),
    "crossway": ("Mark Steere", 2007),
    "slither": ("Corey Clark", 2010),
    "shifty": ("Nick Bentley", 2012),
    "vimbre": ("Luis Bolaños Mures", 2012),
    "quinten": ("Luis Bolaños Mures", 2012),
    "kopano": ("Luis Bolaños Mures", 2013),
    "rhode": ("Luis Bolaños Mures", 2016),
    "resolve": ("Alek Erickson", 2020),
    "serpent": ("Saïd Galdsei", 2025),
    "snaketrail": ("Kanare Kato", None),
}


def test_inventors_are_those_of_the_founding_documents():
    found = {name: game_class(name).facts for name in INVENTORS}
    assert {name: (facts.designer, facts.year) for name, facts in found.items()} == INVENTORS
