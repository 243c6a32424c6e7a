"""The reports that the server shows: which version made each, and the way back to the site."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import crosscut
from crosscut.lab.report.page.render import render
from crosscut.lab.report.summary.reference import reference
from crosscut.lab.report.summary.shipped import DOUBLING, summary_of
from crosscut.rules.registry import add_file, ids, own_files
from tests.support.sample_report import ABOUT, EVIL, report

EXAMPLE = Path(__file__).parents[2] / "examples" / "sidestep.py"
NOW = crosscut.__version__
BEFORE = "0.5.0"
SHOWN = "Skip to the report"
"""Words of every report, which no other page has."""
NAVIGATION = ["/", "/learn", "/puzzles"]
"""Where the navigation of every page leads, beside a board."""


class Links(HTMLParser):
    """The links within all navigation of a page but the contents of a report."""

    def __init__(self, text):
        super().__init__()
        self.found, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "nav":
            self.inside = found.get("aria-label") == "Main"
        if tag == "a" and self.inside:
            self.found.append(found["href"])

    def handle_endtag(self, tag):
        if tag == "nav":
            self.inside = False


@pytest.fixture
def put(client):
    """A function that puts a page among the reports; in the end it is taken away."""
    placed = []

    def put(page, name="hex"):
        file = client.app.state.settings.reports / f"{name}.html"
        file.write_bytes(page if isinstance(page, bytes) else page.encode())
        placed.append(file)
        return file

    yield put
    for file in placed:
        file.unlink(missing_ok=True)


def made_by(version):
    """Return the page of a report that a version has made."""
    return render(ABOUT | {"version": version}, report())


def words_of(page):
    """Return what a page says, without its elements."""
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def leads_back(page):
    """Tell whether a page has the navigation of the site."""
    return set(NAVIGATION) <= set(Links(page).found)


def led_to(client, path):
    """Return where an address leads that has no page of its own."""
    return client.get(path, follow_redirects=False).headers["location"]


def test_a_report_of_this_version_is_shown_within_the_site(client, put):
    page = made_by(NOW)
    put(page)
    assert 'href="/report/hex/full"' in client.get("/report/hex").text
    answer = client.get("/report/hex/full")
    assert answer.status_code == 200
    assert leads_back(answer.text)
    assert "/play/hex" in Links(answer.text).found
    assert "Old report" not in answer.text
    head, _, body = page.partition("<body>")
    assert answer.text.startswith(f"{head}<body>")
    assert answer.text.endswith(body)
    assert led_to(client, "/report/hex/old") == "/report/hex/full"


@pytest.mark.parametrize("version", [BEFORE, "0.9.0", f"{NOW}.dev1", "99.0"])
def test_a_report_of_another_version_is_not_shown_as_if_it_were_of_this_one(client, put, version):
    put(made_by(version))
    answer = client.get("/report/hex")
    assert answer.status_code == 200
    assert SHOWN not in answer.text
    assert leads_back(answer.text)
    words = words_of(answer.text)
    assert f"made by Crosscut {version}" in words
    assert f"this is Crosscut {NOW}" in words
    assert f"crosscut report hex --out hex-report-{NOW}" in words
    assert "hex.html" in words
    assert "Show the old report" in words
    assert 'href="/report/hex/full"' in answer.text


def test_the_old_report_is_there_and_marked(client, put):
    put(made_by(BEFORE))
    answer = client.get("/report/hex/full")
    assert answer.status_code == 200
    assert SHOWN in answer.text
    assert leads_back(answer.text)
    assert answer.text.index("Old report") < answer.text.index(SHOWN)
    mark = f"Old report: made by Crosscut {BEFORE}; this is Crosscut {NOW}."
    assert mark in words_of(answer.text)
    assert 'href="/report/hex"' in answer.text


UNSTATED = {
    "by hand": b"<!doctype html><html><head><title>x</title></head>\n<body>the report</body>",
    "without a body": b"<html>the report</html>",
    "by another program": b'<meta name="generator" content="Hugo 0.9"><body>the report</body>',
    "with an evil version": f'<meta name="generator" content="Crosscut {EVIL}">the report'.encode(),
    "said too late": b"x" * 100_000 + f'<meta name="generator" content="Crosscut {NOW}">'.encode(),
    "in another encoding": "Ω the report <body".encode("utf-16"),
    "not text": bytes(range(256)) * 64,
    "cut short": made_by(NOW).encode()[:300],
    "empty": b"",
    "huge": b"<body " * 1_000_000,
}


@pytest.mark.parametrize("kind", UNSTATED)
def test_a_page_that_states_no_version_is_not_shown_as_if_it_were_of_this_one(client, put, kind):
    put(UNSTATED[kind])
    answer = client.get("/report/hex")
    assert answer.status_code == 200
    assert leads_back(answer.text)
    words = words_of(answer.text)
    assert "not say which version made it" in words
    assert f"this is Crosscut {NOW}" in words
    assert "<script>alert" not in answer.text
    shown = client.get("/report/hex/full")
    assert shown.status_code == 200
    assert b"Old report" in shown.content
    assert leads_back(shown.text.partition("</nav>")[0] + "</nav>")
    assert len(shown.content) > len(UNSTATED[kind])


def test_no_report_is_said_within_the_site_with_the_command(client):
    answer = client.get("/report/y")
    assert answer.status_code == 200
    assert leads_back(answer.text)
    assert "There is none here yet" in answer.text
    assert f"crosscut report y --out y-report-{NOW}" in words_of(answer.text)
    assert led_to(client, "/report/y/full") == "/report/y"


@pytest.mark.parametrize("path", ["/report/chess", "/report/chess/full", "/report/family"])
def test_a_game_that_is_none_has_no_report(client, put, path):
    put(made_by(NOW), "family")
    answer = client.get(path)
    assert answer.status_code == 404
    assert leads_back(answer.text)


def test_a_file_of_ones_own_is_named_by_the_command(client, put):
    add_file(EXAMPLE)
    try:
        command = f"crosscut report sidestep.py --out sidestep-report-{NOW}"
        assert command in words_of(client.get("/report/sidestep").text)
        put(made_by(BEFORE), "sidestep")
        assert command in words_of(client.get("/report/sidestep").text)
    finally:
        del own_files["sidestep"]


def test_a_report_that_cannot_be_read_is_no_mistake_of_the_server(client, put, monkeypatch):
    file = put(made_by(NOW))
    opened = Path.open

    def fail(path, *args):
        if path == file:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args)

    monkeypatch.setattr(Path, "open", fail)
    answer = client.get("/report/hex/full")
    assert answer.status_code == 503
    assert "The report on Hex cannot be read: Permission denied." in answer.text
    assert str(file) not in answer.text
    assert leads_back(answer.text)


@pytest.mark.parametrize("version", [NOW, BEFORE])
def test_a_report_is_guarded_and_asked_for_again(client, put, version):
    file, path = put(made_by(version)), "/report/hex/full"
    first = client.get(path)
    policy = first.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert first.headers["x-frame-options"] == "DENY"
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert first.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": first.headers["etag"]}
    again = client.get(path, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == policy
    file.write_text(made_by(version).replace("A chart", "Another chart"))
    assert client.get(path, headers=known).status_code == 200


def test_a_newer_server_does_not_confirm_what_an_older_one_has_shown(client, put, monkeypatch):
    put(made_by(NOW))
    known = {"If-None-Match": client.get("/report/hex/full").headers["etag"]}
    monkeypatch.setattr("crosscut.apps.web.reports.__version__", "99.0")
    again = client.get("/report/hex/full", headers=known)
    assert again.status_code == 200
    assert f"Old report: made by Crosscut {NOW}" in words_of(again.text)


# What the package says of its games.


@pytest.mark.parametrize("name", ids())
def test_every_game_is_summed_up(client, name):
    words = words_of(client.get(f"/report/{name}").text)
    about = reference()["games"][name]
    assert f"{about['title']}: {about['games']} games of the engine" in words
    assert f"played by Crosscut {about['version']}" in words
    assert "95" in words
    assert "of the 16 other games" in words or "the 16 other games" in words
    assert re.search(r"among the other games .*\(\d", words)


def test_a_summary_says_no_more_than_its_intervals():
    for name in ids():
        found, figures = summary_of(name), reference()["games"][name]["figures"]
        text = " ".join(found.sentences)
        _, low, high, _ = figures["results"]["first seat"]
        assert ("is ahead" in text or "may be ahead" in text) == (low > 0.5 or high < 0.5), name
        gain = figures.get("chain", {}).get(DOUBLING)
        assert ("More thinking pays" in text) == bool(gain and gain[1] > 0 and gain[3] >= 8), name
        assert ("The pie rule was on" in text) == reference()["games"][name]["pie"]
        assert all(row.interval for row in found.rows)
        assert not any(row.rank for row in found.rows if "first player" in row.label)


def test_figures_of_another_version_are_marked(client, monkeypatch):
    assert "This is Crosscut 99.0" not in client.get("/report/hex").text
    monkeypatch.setattr("crosscut.apps.web.routes.pages.__version__", "99.0")
    assert "This is Crosscut 99.0" in client.get("/report/hex").text
