"""Positions that are set up and games that are brought in: what the server makes of them."""

import json
import re
import time

import pytest
from starlette.testclient import TestClient

from crosscut.apps.web.app import create_app
from crosscut.apps.web.import_export import Brought, opened
from crosscut.apps.web.schemas.documents import Document
from crosscut.apps.web.settings import Settings
from crosscut.core.errors import BadRecord
from crosscut.play.records.sgf import read_sgf

SLITHER = {"game": "slither", "size": 5, "variant": "classic", "pie": True}
HEX = {"game": "hex", "size": 4, "variant": "standard", "pie": True}
SNAKETRAIL = {"game": "snaketrail", "size": 5, "variant": "standard", "pie": False}
VIMBRE = {"game": "vimbre", "size": 5, "variant": "standard", "pie": False}


@pytest.fixture(scope="module")
def client():
    """A browser's end of a server; nothing here needs its workers or its database."""
    return TestClient(create_app(Settings(database="sqlite://")))


@pytest.fixture
def bring(client):
    """A function that brings a text and returns the game, or with ``status`` the error."""

    def brought(text, start=SLITHER, status=200):
        answer = client.post("/api/import", json={"start": start, "text": text})
        assert answer.status_code == status, answer.text
        return answer.json() if status == 200 else answer.json()["error"]

    return brought


@pytest.fixture
def sketch(client):
    """A function that asks what the server makes of a position that is set up."""

    def examined(start=SLITHER, status=200, **given):
        answer = client.post("/api/diagram", json={"start": start, **given})
        assert answer.status_code == status, answer.text
        return answer.json() if status == 200 else answer.json()["error"]

    return examined


def turns_of(document):
    """Return the turns of a document that has no variations."""
    assert [node[0] for node in document["nodes"]] == list(range(-1, len(document["nodes"]) - 1))
    return [node[1] for node in document["nodes"][1:]]


def test_cells_and_text_of_a_position_are_the_same(sketch):
    found = sketch(cells="0" + "." * 23 + "1", to_play="White")
    assert found["diagram"] == "....O/...../...../...../X...."
    assert found["text"].splitlines()[0] == "5 . . . . O"
    assert found["to_play"] == "White"
    assert found["flaw"] == ""
    assert not found["over"]
    again = sketch(text=found["text"])
    assert again == found
    assert sketch(text=found["diagram"], to_play="O") == found


def test_flaws_of_a_position_are_told_in_words(sketch):
    found = sketch(SNAKETRAIL, cells="0" + "." * 60)
    assert found["flaw"].startswith("no game of Snaketrail leads there: white and red pieces")
    assert found["cells"] == "0" + "." * 60
    won = sketch(HEX, cells="0..." * 4)
    assert won["over"]
    assert won["status"] == "Black (X) has won"


def test_positions_that_are_none_are_refused(sketch):
    assert sketch(status=422, cells="...") == "this board has 25 cells, not 3"
    assert sketch(status=422, cells="7" + "." * 24) == "a1 has '7'; there are . 0 1"
    assert sketch(status=422, text="..x") == "the diagram has 1 rows, not 5"
    assert "'q' is no colour" in sketch(status=422, cells="." * 25, to_play="q")
    assert sketch(start=SLITHER | {"size": 0}, status=422, cells="")


LISTS = {
    "numbered": "1. d4 2. swap 3. d3 4. d4-e4/a1",
    "one turn a line": "d4\nswap\nd3\nd4-e4/a1\n",
    "moves of a turn apart": "d4,Swap,d3,d4-e4,a1",
    "two turns a number": "1. d4 swap\n2. d3  d4-e4 / a1",
    "closed up": "1.d4;2.swap;3.d3;4.d4-e4/a1",
    "numbers without dots": "1 d4 2 SWAP 3 d3 4 d4-e4 a1",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_lists_of_moves_are_read(bring, text):
    found = bring(text)
    assert turns_of(found) == ["d4", "swap", "d3", "d4-e4/a1"]
    assert found["at"] == 4
    assert found["taps"] == []
    assert found["start"] == SLITHER


def test_a_list_may_name_its_game_and_end_within_a_turn(bring):
    found = bring("Game: Connect Four\nDate: today\n\n1. d 2. d", SLITHER)
    assert found["start"]["game"] == "connect_four"
    assert turns_of(found) == ["d1", "d2"]
    found = bring("Game: hex\nSize: 5\nPie rule: no\na1 b2", SLITHER)
    assert found["start"] == {"game": "hex", "size": 5, "variant": "standard", "pie": False}
    found = bring("Diagram: X.../..../..../....\nTo move: White\n1. b2", HEX)
    assert found["start"]["to_play"] == "White"
    assert turns_of(found) == ["b2"]
    found = bring("d4 swap d3 d4-e4")
    assert turns_of(found) == ["d4", "swap", "d3"]
    assert found["taps"] == ["d4", "e4"]


def test_what_separates_turns_may_stand_within_them(bring):
    assert turns_of(bring("1. b3 2. b4,c4 3. d1,d2", VIMBRE)) == ["b3", "b4,c4", "d1,d2"]
    assert turns_of(bring("b3 b4,c4 d1,d2", VIMBRE)) == ["b3", "b4,c4", "d1,d2"]
    setup = "W:b2,d2,f2,h2 R:b4,d4,f4,h4"
    assert turns_of(bring(f"{setup}\nwhite", SNAKETRAIL))[1] == "white"


def test_long_blanks_are_read_at_once(bring):
    blanks = " " * 150_000
    begin = time.process_time()
    assert turns_of(bring(f"Game:{blanks}Slither\nd4{blanks},{blanks}c2", SLITHER)) == ["d4", "c2"]
    assert time.process_time() - begin < 60  # of the processor's time; it was a matter of minutes


WRONG = {
    "no point": ("1. d4 2. z9", "turn 2, z9: 'z9' is no point of this board"),
    "taken": ("d4,c2,c2", "turn 3, c2: the point is taken by White"),
    "no game": ("Game: chess\n1. e4", "'chess' is no game of ours"),
    "no size": ("Game: hex\nSize: big", "'big' is no size"),
    "bad size": ("Game: hex\nSize: 4000", "4000"),
    "no pie": ("Pie rule: perhaps\n1. d4", "the pie rule is yes or no"),
    "nothing": ("  \n", "there is nothing to read"),
    "prose": ("What a fine day it is", "turn 1"),
    "broken JSON": ('{"crosscut": 1,', "this is no JSON"),
    "other JSON": ("[1, 2, 3]", "is no game of Crosscut"),
    "nested": ("[" * 100_000, "nested too deeply"),
    "nested objects": ('{"crosscut":' * 20_000, "nested too deeply"),
    "a long number": ('{"crosscut": 1' + "0" * 9000 + "}", "no JSON"),
    "not a number": ('{"crosscut": NaN}', "is no game of Crosscut"),
    "no fields": ('{"crosscut": 1}', "game"),
    "a start that is none": ('{"crosscut": 1, "start": 7, "nodes": []}', "its start is no object"),
    "a comment": ("(;C[as far as I remember])", "there is no move in it"),
    "two games": ("(;GM[11]SZ[3])(;GM[11]SZ[3])", "it has 2 games, and one is read at a time"),
    "bytes": ("\x00\x01\x7f\ufffd\ufffd PNG", "turn 1"),
    "huge": ("d4 " * 160_000, "positions"),
    "one word": ("d" * 499_999, "turn 1"),
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_refused_in_words(bring, text, words):
    error = bring(text, status=422)
    assert words in error
    assert len(error) < 600


def test_errors_tell_the_number_of_the_turn_and_what_is_not_said_is_as_usual(client, bring):
    for text in ("1. a1\n2. a1", "(;GM[11];B[a1];W[a1])", "https://hexworld.org/board/#5c1,a1a1"):
        told = client.post("/api/import", json={"start": {"game": "hex"}, "text": text})
        assert (told.status_code, told.json()["turn"]) == (422, 2)
    usual = {"game": "hex", "size": 11, "variant": "standard", "pie": True}
    assert bring("a1", {"game": "hex"})["start"] == usual


def record(**more):
    """Return a record of a game of Hex as JSON, with more fields."""
    return json.dumps({"crosscut": 1, **HEX, "turns": ["a1", "b2"], **more})


def test_records_documents_and_trees_are_read(bring):
    assert turns_of(bring(record())) == ["a1", "b2"]
    nodes = [[-1, "", "start"], [0, "A1"], [1, "b2", "\u2019\U0001f600"], [1, "swap"]]
    tree = {"nodes": nodes, "at": 3, "seats": ["person", "casual"], "taps": []}
    found = bring(record(tree=tree))
    assert found["nodes"] == [nodes[0], [0, "a1"], *nodes[2:]]
    assert found["at"] == 3
    assert found["seats"] == ["person", "casual"]
    assert found["start"] == HEX
    assert bring(json.dumps(found)) == found
    for turns in (["a1"], ["a1", "c3"], ["a1", "b2", "c3"]):
        error = bring(record(tree=tree, turns=turns), status=422)
        assert error == "its turns are not those of the main line of its tree"
    wrong = {"seats": ["me", {}], "names": "you", "at": 4, "taps": ["z9"], "result": 1, "info": []}
    for name, value in wrong.items():
        assert f"its {name} " in bring(record(tree=tree | {name: value}), status=422)


SGF = """(;GM[11]SZ[4]PB[one]PW[two]RE[W+Resign]DT[2026-01-02]ST[2]C[start]
;B[a1]BL[59.5]WL[60]TR[a1](;W[swap-sides];W[b2]C[main])(;W[c3]C[\u2019\\]]))"""


def test_sgf_comes_in_is_kept_and_goes_out_without_loss(client, bring):
    found = bring(SGF, SLITHER)
    assert found["start"] == HEX
    later = [[1, "swap"], [2, "b2", "main"], [1, "c3", "\u2019]"]]
    assert [node[:3] for node in found["nodes"][2:]] == later
    assert found["names"] == ["two", "one"]
    kept = Document.model_validate(found).model_dump(exclude_none=True)  # as a store keeps it
    answer = client.post("/api/export", json={"document": kept, "format": "sgf"})
    assert read_sgf(answer.json()["text"]) == read_sgf(SGF)
    assert bring(answer.json()["text"]) == found


@pytest.mark.parametrize(
    ("text", "words"),
    {
        f"(;GM[11]SZ[4]PB[{'x' * 10_001}])": "the name of a player has 10,001 characters; 10,000",
        f"(;GM[11]SZ[4]RE[{'x' * 10_001}])": "its result has 10,001",
        f"(;GM[11]SZ[4]EV[{'x' * 10_001}])": "its event has 10,001",
        f"(;GM[11]SZ[4]XI[{'x' * 10_001}:y])": "the name of a fact has 10,001",
        f"(;GM[11]SZ[4]ZZ[a][{'x' * 10_001}])": "a value of ZZ has 10,001",
        f"(;GM[11]SZ[4]{'Z' * 10_001}[a])": "the name of a property has 10,001",
        f"(;GM[11]SZ[4];B[a1]C[{'x' * 10_001}])": "a comment has 10,001",
        f"(;GM[11]SZ[4]XD[{'..../' * 3}....{' ' * 4000}])": "its diagram has 4,019 characters; 4,0",
        f"(;RU[snaketrail; standard; no pie rule]SZ[4]XS[{2**53}])": "its seed is too large",
    }.items(),
)
def test_what_a_page_cannot_keep_is_refused_at_once(bring, text, words):
    assert words in bring(text, status=422)


def test_whatever_a_page_opens_it_keeps_and_takes_away(client, bring):
    found = bring(f"(;GM[11]SZ[4]BL[{'9' * 20}]GM[11]{'Z' * 20}[x];GM[11]KM[0];B[a1])")
    answer = client.post("/api/export", json={"document": found, "format": "sgf"})
    assert f"BL[{'9' * 20}]" in answer.json()["text"]


def test_a_result_is_that_of_the_main_line_with_which_it_came(client, bring):
    found = bring("(;GM[11]SZ[4]RE[W+Resign];B[a1];W[b2])")

    def result(nodes):
        wanted = {"document": found | {"nodes": nodes}, "format": "sgf"}
        return read_sgf(client.post("/api/export", json=wanted).json()["text"]).result

    nodes = found["nodes"]
    assert result(nodes) == result([*nodes, [1, "c3"]]) == "W+Resign"
    assert result([*nodes, [2, "c3"]]) == result([*nodes[:2], [1, "c3"], [1, "b2"]]) == ""
    again = bring(record(turns=["a1", "b2", "c3"], tree=found | {"nodes": [*nodes, [2, "c3"]]}))
    assert "result" not in again


def test_the_result_is_that_of_the_game_as_it_was_played_on(client, bring):
    found = bring("(;GM[11]SZ[1]RE[W+Time])")
    found["nodes"].append([0, "a1"])
    answer = client.post("/api/export", json={"document": found, "format": "sgf"})
    assert "RE[B+]" in answer.json()["text"]
    answer = client.post("/api/export", json={"document": found, "format": "pgn"})
    assert answer.status_code == 422
    assert "there is no format 'pgn'" in answer.json()["error"]


TREES = {
    "no list": ("x", "has no positions"),
    "empty": ([], "has no positions"),
    "too long": ([[0, "a1"]] * 4000, "4,000 positions"),
    "no parent": ([[-1, ""], [5, "a1"]], "position 1 of its tree does not follow"),
    "itself": ([[-1, ""], [1, "a1"]], "position 1 of its tree does not follow"),
    "a strange parent": ([[-1, ""], [True, "a1"]], "position 1 of its tree does not follow"),
    "a strange turn": ([[-1, ""], [0, ["a1"]]], "position 1 of its tree does not follow"),
    "no node": ([[-1, ""], {"a": 1}], "position 1 of its tree is no list"),
    "a strange comment": ([[-1, ""], [0, "a1", 7]], "the comment of position 1"),
    "an illegal variation": ([[-1, ""], [0, "a1"], [0, "b2"], [1, "a1"]], "turn 2, a1:"),
}


@pytest.mark.parametrize(("nodes", "words"), TREES.values(), ids=TREES)
def test_trees_that_are_none_are_refused(bring, nodes, words):
    assert words in bring(record(tree={"nodes": nodes}), status=422)


def test_a_text_of_many_nodes_is_refused_before_it_is_parsed():
    with pytest.raises(BadRecord, match="more than 100,000 nodes"):
        opened(Brought(start={"game": "hex"}, text="(" + ";" * 100_001 + ")"))


@pytest.mark.parametrize("route", ["/api/import", "/api/export", "/api/diagram"])
def test_requests_that_are_none_are_refused(client, route):
    ok = {"start": SLITHER}
    bodies = [b"", b"\x89PNG\r\n\xff", b"[]", b"7", b"null", b'{"start": {}}', b"[" * 100_000]
    texts = [ok | {"text": 7}, ok | {"text": ["d4"]}, ok | {"text": "d4", "more": 1}]
    texts += [{"text": "d4"}, ok | {"text": "d4 " * 200_000}, {"start": {"game": 1}, "text": ""}]
    for body in [*bodies, *(json.dumps(text).encode() for text in texts)]:
        answer = client.post(route, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), (body[:40], answer.status_code)
        assert answer.json()["error"]
    assert client.post(route, content=b"x" * (1 << 21)).status_code == 413


def test_an_animation_has_a_frame_for_each_turn_and_one_board(client):
    moment = {"start": SLITHER, "turns": ["d4", "swap", "d3", "d4-e4/a1"]}
    svg = client.post("/api/animation.svg", json=moment).text
    assert re.findall(r'<g class="f f(\d+)">', svg) == list("01234")
    assert svg.count("<circle") == 0 + 2 + 2 + 3 + 5  # stones, and a mark on what was last played
    assert svg.count(">e</text>") == 1
    assert svg.count("<title>") == 1
    assert svg.endswith("</svg>")
