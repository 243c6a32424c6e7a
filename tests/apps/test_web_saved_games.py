"""Games that the server keeps for whoever plays them."""

import json

import pytest

from tests.apps.test_web_api import NAME, SLITHER, document


def keep(client, name=NAME, base=0, start=SLITHER, writer="", code=200, **more):
    """Send a game to be kept."""
    body = json.dumps({"base": base, "document": document(start, **more), "writer": writer})
    headers = {"content-type": "application/json"}
    answer = client.put(f"/api/saved/{name}", content=body, headers=headers)
    assert answer.status_code == code, answer.text
    return answer.json()


def test_a_kept_game_has_revisions(client):
    assert keep(client, at=1) == {"revision": 1}
    assert keep(client, base=1, at=2) == {"revision": 2}
    conflict = keep(client, base=1, at=3, code=409)
    assert conflict["error"] == "the game has been changed elsewhere"
    assert conflict["revision"] == 2
    assert conflict["document"]["at"] == 2
    assert client.get(f"/api/saved/{NAME}").json()["document"]["at"] == 2
    assert [each["id"] for each in client.get("/api/saved").json()] == [NAME]


def test_a_conflict_between_tabs_of_one_browser_is_said_to_be_one(client):
    name = "a-game-in-several-tabs"
    keep(client, name, writer="laptop")
    assert keep(client, name, writer="laptop", code=409)["own"] is True
    assert keep(client, name, writer="phone", code=409)["own"] is False
    keep(client, name, base=1)  # by somebody who does not say who he is
    assert keep(client, name, code=409)["own"] is False
    for writer in ("x" * 41, "la ptop", "\0"):
        keep(client, name, writer=writer, code=422)


def test_lists_have_summaries_and_no_whole_games(client):
    name = "a-long-game-that-is-kept"
    main = [[-1, ""], *([i, "a1", "c" * 500] for i in range(200))]
    keep(client, name, nodes=[*main, [0, "b2"], [201, "b3"]], seats=["person", "casual"], updated=7)
    answer = client.get("/api/saved")
    found = {each.pop("id"): each for each in answer.json()}[name]
    assert found == {
        "revision": 1, "start": SLITHER, "seats": ["person", "casual"], "turns": 200, "updated": 7
    }  # fmt: skip
    assert len(answer.content) < 300 * len(answer.json())
    keep(client, name, base=1, nodes=[[-1, ""], [0, "b2"], [0, "c3"], [2, "d4"]])
    found = {each["id"]: each for each in client.get("/api/saved").json()}[name]
    assert (found["revision"], found["turns"]) == (2, 1)
    keep(client, name, base=2, nodes=[[5, ""], [1, "b2"], [0, "c3"], [2, "d4"]])  # a knot
    found = {each["id"]: each for each in client.get("/api/saved").json()}[name]
    assert found["turns"] == 2


def test_games_belong_to_the_browser_that_keeps_them(client):
    keep(client, name="another-name-of-a-game")
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.get("/api/saved").json() == []
    path = "/api/saved/another-name-of-a-game"
    assert client.get(path).status_code == 200  # who has the name may look
    assert client.delete(path).json() == {"deleted": False}
    client.cookies.clear()
    client.cookies.update(mine)
    assert client.delete(path).json() == {"deleted": True}
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "name", ["short", "x" * 41, "with a space in its name", "nöt-ä-näme-of-a-game"]
)
def test_bad_names_of_games(client, name):
    assert client.get(f"/api/saved/{name}").status_code == 404
    keep(client, name=name, code=404)
    assert client.delete(f"/api/saved/{name}").status_code == 404


def test_what_is_kept_must_be_a_game(client):
    keep(client, name="one-more-name-of-a-game", start={**SLITHER, "game": "chess"}, code=422)
    keep(client, name="one-more-name-of-a-game", start=None, code=422)
    path = "/api/saved/one-more-name-of-a-game"
    keep(client, name="one-more-name-of-a-game", nodes=[[-1, "", "\ud800"]], code=422)
    keep(client, name="one-more-name-of-a-game", nodes=[[-1, "", [[]]]], code=422)
    keep(client, name="one-more-name-of-a-game", more=1, code=422)
    for body in ({"document": {}}, {"base": -1, "document": {"start": SLITHER}}, {"base": 0}, []):
        assert client.put(path, json=body).status_code == 422
    assert client.get(path).status_code == 404
