"""What the server answers: positions that agree with the rules, and refusals."""

import random
import re
import subprocess
import sys

import pytest
from sqlalchemy.exc import OperationalError

import crosscut
from crosscut.apps.web.middleware.security import MOST_BYTES
from crosscut.play.cell_string import frame
from crosscut.rules.boards import members
from tests.support.games import SMALL_SIZES, all_variants

SLITHER = {"game": "slither", "size": 5, "variant": "classic", "pie": False}
HEX = {"game": "hex", "size": 3, "variant": "standard", "pie": True}
NAME = "a-name-that-nobody-guesses"


def ask(client, what="position", start=SLITHER, turns=(), taps=(), code=200, **more):
    """Return the answer to a question about a moment."""
    moment = {"start": start, "turns": list(turns), "taps": list(taps)}
    answer = client.post(f"/api/{what}", json={**moment, **more})
    assert answer.status_code == code, answer.text
    return answer.json()


def start_of(position, **more):
    """Return how a position started, as a page tells it."""
    game = position.game
    return {"game": game.id, "size": game.size, "variant": game.variant, "pie": game.pie, **more}


# Positions.


def test_pages_and_positions_need_no_compiler(tmp_path):
    program = """
import sys
from starlette.testclient import TestClient
from crosscut.apps.web.app import create_app
from crosscut.apps.web.settings import Settings
with TestClient(create_app(Settings(sys.argv[1]))) as client:
    for path in ("/", "/play/slither", "/rules/hex", "/api/games", "/api/board?game=slither"):
        assert client.get(path).status_code == 200, path
    start = {"game": "slither", "size": 8, "variant": "classic", "pie": False}
    assert client.post("/api/position", json={"start": start, "turns": ["d4"]}).status_code == 200
print("numba" in sys.modules, "matplotlib" in sys.modules)
"""
    run = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/games.sqlite"]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.stdout == "False False\n", done.stderr


@pytest.mark.parametrize(("name", "variant"), all_variants())
def test_views_agree_with_the_rules(client, name, variant):
    source = random.Random(f"{name} {variant}")
    for deal in (None, 3):
        game = crosscut.game(name, SMALL_SIZES[name], variant)
        if deal and not game.has_deal:
            continue
        position = game.position() if deal is None else game.position(seed=deal)
        start = start_of(position) if deal is None else start_of(position, seed=deal)
        turns, taps = [], []
        for _ in range(25):
            agrees(ask(client, "position", start, turns, taps), position, turns, taps)
            if position.over:
                break
            action = source.choice(position.actions())
            position = position.tap(action)
            if position.mid_turn:
                taps.append(game.tap_text(action))
            else:
                turns, taps = position.history(), []


def agrees(view, position, turns, taps):
    """Compare a view with the position it shows."""
    name = position.game.board.name
    assert (view["turns"], view["taps"]) == (list(turns), list(taps))
    assert view["cells"] == frame(position)
    assert view["legal"] == [name(cell) for cell in members(position.choices[0])]
    assert list(view["previews"]) == view["legal"]
    extras = [each["tap"] for each in view["choices"]]
    assert extras == [position.game.extra_names[one] for one in members(position.choices[1])]
    assert all(re.fullmatch(r"[A-Z].*\.", each["explain"]) for each in view["choices"])
    for key in ("to_play", "colour", "mid_turn", "mid_move", "over", "winner"):
        assert view[key] == getattr(position, key), key
    assert position.over or view["outcome"] == ""
    places = {name(cell): place for place, cell in enumerate(position.game.board.cells)}
    for tap, preview in view["previews"].items():
        after = position.tap(position.game.board.names[tap])
        cells = list(view["cells"])
        for cell, char in preview["changes"].items():
            assert cells[places[cell]] != char
            cells[places[cell]] = char
        assert "".join(cells) == frame(after)
        assert preview["ends"] == (not after.mid_turn)
        assert preview["does"] in ("lift", "move", "place", "flip", "remove", "choose")


def test_a_won_game_shows_its_chain(client):
    view = ask(client, start=HEX, turns=["a1", "b2", "a2", "c1", "a3"])
    assert view["over"]
    assert view["winner"] == 0
    assert view["chain"] == ["a1", "a2", "a3"]
    assert view["legal"] == []


def test_an_illegal_tap_is_refused_with_its_reasons(client):
    refusal = ask(client, turns=["c3", "c5"], taps=["b2"], code=422)
    assert refusal["reason"] == "b2: leaves b2 and c3 diagonal with no stone beside both (rule 4)"
    assert set(refusal["cells"]) == {"b2", "c3"}
    assert {"text": "c3-d3", "taps": ["c3", "d3"]} in refusal["openers"]
    assert refusal["tap"] == "b2"
    for opener in refusal["openers"]:  # each of them keeps its promise
        assert ask(client, turns=["c3", "c5"], taps=[*opener["taps"], "b2"])["turns"][2:]
    refusal = ask(client, turns=["c3", "c5"], taps=["c5"], code=422)
    assert refusal["openers"] == []


def test_openers_are_those_of_brute_force(client):
    for seed in range(6):
        position = random_slither(seed)
        moves = [(text, after) for text, after in position.next_moves() if after.mid_turn]
        for cell in position.game.board.cells:
            tap = position.game.board.name(cell)
            told = openers_of(client, position, tap)
            expected = sorted(text for text, after in moves if cell in after.actions())
            assert [each["text"] for each in told] == expected


def openers_of(client, position, tap):
    """Return what the server says would allow a tap."""
    start = start_of(position)
    return ask(client, "openers", start, position.history(), tap=tap)["openers"]


def random_slither(seed):
    """Return a position of Slither between two turns."""
    source = random.Random(seed)
    variant = source.choice(["classic", "advanced"]) if seed % 2 else "classic"
    position = crosscut.game("slither", 5, variant, pie=False).position()
    for _ in range(source.randrange(2, 14)):
        turns = position.turns()
        after = position.play(source.choice(turns)) if turns else position
        if after.over:
            break
        position = after
    return position


def test_closed_cells_are_those_of_brute_force(client):
    seen = 0
    for seed in range(25):
        position = random_slither(seed)
        before = frame(position)
        reached = set()
        for turn in position.turns():
            after = frame(position.play(turn))
            reached |= {i for i, char in enumerate(after) if char != "." and before[i] == "."}
        names = [position.game.board.name(cell) for cell in position.game.board.cells]
        expected = {names[i] for i, char in enumerate(before) if char == "." and i not in reached}
        told = ask(client, "reach", start_of(position), position.history())["closed"]
        assert set(told) == expected, (seed, position.history())
        seen += len(expected)
    assert seen > 10


def test_typed_moves(client):
    assert ask(client, "typed", text=" C3 ")["turns"] == ["c3"]
    assert ask(client, "typed", turns=["c3", "c5"], text="c3-d3/b2")["turns"][-1] == "c3-d3/b2"
    assert ask(client, "typed", turns=["c3", "c5"], text="c3-d3")["so_far"] == "c3-d3"
    for text, words in [("", "no move"), ("zz", "zz"), ("c5", "taken"), ("x" * 3000, "text")]:
        answer = ask(client, "typed", turns=["c3", "c5"], text=text, code=422)
        assert words in answer["error"], text


def test_a_line_of_turns(client):
    steps = ask(client, "line", turns=["c3"], line=["c5", "e1"])["steps"]
    assert [each["cells"].count(".") for each in steps] == [23, 22]
    assert "turn" in ask(client, "line", line=["c3", "c3"], code=422)
    ask(client, "line", line=["c3"] * 41, code=422)


BAD = [
    ({"start": {**SLITHER, "game": "chess"}}, "chess"),
    ({"start": {**SLITHER, "size": 99}}, "99"),
    ({"start": {**SLITHER, "size": "big"}}, "start.size"),
    ({"start": {**SLITHER, "variant": "odd"}}, "odd"),
    ({"start": {**SLITHER, "more": 1}}, "start.more"),
    ({"start": {**SLITHER, "diagram": "X"}}, ""),
    ({"start": {**SLITHER, "seed": -1}}, "start.seed"),
    ({"start": SLITHER, "turns": ["c3", "c3"]}, "turn 2, c3"),
    ({"start": SLITHER, "turns": ["c3", "d1", "c3-c4"]}, "not finished"),
    ({"start": SLITHER, "turns": "c3"}, "turns"),
    ({"start": SLITHER, "turns": ["c3"] * 4000}, "turns"),
    ({"start": SLITHER, "taps": ["zz"]}, "zz"),
    ({"start": SLITHER, "taps": ["done"]}, "done"),
    ({}, "start"),
    ([], ""),
    ("text", ""),
    (None, ""),
]


@pytest.mark.parametrize(("body", "words"), BAD)
def test_bad_questions_are_answered_in_words(client, body, words):
    answer = client.post("/api/position", json=body)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["error"]
    assert answer.json()["error"]


def test_what_is_no_json(client):
    for content in (b"{", b"", b"\xff\xfe", b"[" * 100_000):
        headers = {"content-type": "application/json"}
        answer = client.post("/api/position", content=content, headers=headers)
        assert answer.status_code in (400, 422), content[:9]
        assert answer.json()["error"]


def test_boards_and_games(client):
    games = client.get("/api/games").json()
    assert sorted(each["id"] for each in games) == sorted(crosscut.ids())
    assert games[0]["id"] == "slither"
    for each in games:
        told = client.get("/api/board", params={"game": each["id"]}).json()
        game = crosscut.game(each["id"])
        assert told["start"]["size"] == game.size
        cells = [name for name, *_ in told["ground"]["cells"]]
        assert cells == [game.board.name(cell) for cell in game.board.cells]
        assert len(told["levels"]) == 15
    for query in ("game=chess", "game=hex&size=1000", "game=hex&variant=x", "game=hex&size=x", ""):
        answer = client.get(f"/api/board?{query}")
        assert answer.status_code == 422, query
        assert answer.json()["error"]


def document(start=SLITHER, **more):
    """Return a game as a page keeps it."""
    empty = {"seats": ["person", "person"], "nodes": [[-1, ""]], "at": 0}
    return {"crosscut": 1, "start": start, **empty, **more}


# Guards.


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://testserver:81"])
def test_pages_of_other_sites_change_nothing(client, origin):
    headers = {"origin": origin}
    body = {"base": 0, "document": document()}
    path = f"/api/saved/a-name-that-is-not-used-{len(origin)}"
    assert client.put(path, json=body, headers=headers).status_code == 403
    assert client.delete(f"/api/saved/{NAME}", headers=headers).status_code == 403
    assert client.post("/api/position", json={}, headers=headers).status_code == 403
    assert client.get(path).status_code == 404
    assert client.put(path, json=body, headers={"origin": "http://testserver"}).status_code == 200


def test_large_bodies_are_refused(client):
    headers = {"content-type": "application/json"}
    large = b" " * (MOST_BYTES + 1)
    assert client.post("/api/position", content=large, headers=headers).status_code == 413
    pieces = (b" " * 65536 for _ in range(20))  # which says not how much it is
    assert client.post("/api/position", content=pieces, headers=headers).status_code == 413


@pytest.mark.parametrize(
    "path", ["/", "/play/slither", "/api/games", "/static/play.js", "/nowhere"]
)
def test_answers_carry_their_guards(client, path):
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "unsafe" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers
    assert ("no-store" in headers.get("cache-control", "")) == path.startswith("/api")


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("/nowhere", 404, "There is no such page."),
        ("/play/chess", 404, "chess"),
        ("/rules/chess", 404, "chess"),
        ("/report/chess", 404, "chess"),
        ("/static/nothing.js", 404, "There is no such page."),
        ("/static/../app.py", 404, ""),
        ("/play/%3Cscript%3Ealert(1)", 404, "&lt;script&gt;"),
    ],
)
def test_pages_that_are_not_there(client, path, code, words):
    answer = client.get(path)
    assert answer.status_code == code
    assert words in answer.text
    assert "<html" in answer.text
    assert "Traceback" not in answer.text
    assert "<script>alert" not in answer.text


def test_the_interface_says_in_json_what_is_not_there(client):
    answer = client.get("/api/nowhere")
    assert answer.status_code == 404
    assert answer.json() == {"error": "there is no such page"}
    assert client.get("/api/position").status_code == 405
    assert client.get("/api/position").json()["error"]


def test_a_mistake_in_the_server_is_told_without_what_was_sent(client, monkeypatch, capfd):
    def fail(sketch):
        raise ValueError(f"something about {sketch.text}")

    monkeypatch.setattr("crosscut.apps.web.routes.api.examined", fail)
    answer = client.post("/api/diagram", json={"start": HEX, "text": "my secret"})
    assert answer.status_code == 500
    assert answer.json() == {"error": "the server made a mistake; its log says more"}
    said = capfd.readouterr().err
    assert "builtins.ValueError" in said
    assert "in examine" in said
    assert "secret" not in said


def test_a_database_that_fails_is_told_without_what_was_kept(client, monkeypatch, capfd):
    def fail(store, name, visitor):
        raise OperationalError("SELECT ?", [name], Exception("disk I/O error\nmore"))

    monkeypatch.setattr("crosscut.apps.web.db.saved_games.Store.get", fail)
    answer = client.get(f"/api/saved/{NAME}")
    assert answer.status_code == 503
    assert "cannot reach its games" in answer.json()["error"]
    said = capfd.readouterr().err
    assert said == "the database failed: OperationalError: disk I/O error\n"
