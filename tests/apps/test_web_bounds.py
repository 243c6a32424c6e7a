"""All that a page sends is bounded, and what is wrong with it is found out once."""

import inspect
import json
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest
from fastapi import Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.testclient import TestClient

from crosscut.apps.web import app as application
from crosscut.apps.web import metrics
from crosscut.apps.web.jobs.requests import JOBS
from crosscut.apps.web.positions import Moment
from crosscut.apps.web.rooms.deeds import AnyDeed, Opening
from crosscut.apps.web.routes import api, health, pages, rooms
from crosscut.apps.web.routes import learn as learning
from crosscut.apps.web.routes import websocket as sockets
from crosscut.apps.web.schemas.bounds import Sent
from crosscut.apps.web.settings import Settings
from tests.support.rooms import HEX, room_server, seated_pair

ROUTERS = [each.router for each in (api, rooms, learning, pages, health, metrics)]
ROUTERS.append(learning.pages)
PLAIN = {
    "bool", "literal", "none", "nullable", "union", "tagged-union", "default", "model-fields",
    "model-field", "function-before", "function-after", "definitions",
    "definition-ref",
}  # fmt: skip
"""What is as large as its parts, or has no size."""
FEW = 10
"""Errors that one wrong value may have: a position may have three shapes, none of which it has."""
MANY = 100_000
NINES = int("9" * 4300)
"""The longest number that Python reads; one more than it cannot be written."""


def sent() -> dict[str, TypeAdapter]:
    """Return all that is read of what pages send, by where it is read: bodies, queries, jobs."""
    found = {"/ws": JOBS}
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute):
                found |= read_by(route)
    return found


def read_by(route: APIRoute) -> dict[str, TypeAdapter]:
    """Return what a route reads beside its path, which is short."""
    hints = get_type_hints(route.endpoint, include_extras=True)
    in_path = {each.name for each in route.dependant.path_params}
    return {
        f"{route.path}: {name}": TypeAdapter(hints[name])
        for name in inspect.signature(route.endpoint).parameters
        if name not in in_path and hints[name] not in (Request, Response, WebSocket)
    }


def schemas(schema: Any) -> Iterator[dict]:
    """Yield all the schemas of which one consists."""
    if isinstance(schema, dict):
        if isinstance(schema.get("type"), str):
            yield schema
        for key, part in schema.items():
            if key not in ("serialization", "metadata", "function"):
                yield from schemas(part)
    elif isinstance(schema, (list, tuple)):
        for part in schema:
            yield from schemas(part)


def unbounded(schema: dict) -> str:
    """Say what a schema lacks."""
    kind = schema["type"]
    if kind in PLAIN:
        return ""
    if kind == "model":
        strict = schema["config"].get("extra_fields_behavior") == "forbid"
        return "" if not strict or issubclass(schema["cls"], Sent) else "few fields"
    if kind == "int":
        bounds = [("ge", "gt"), ("le", "lt")]
        return "" if all(any(each in schema for each in pair) for pair in bounds) else "bounds"
    if kind == "float":
        return "" if schema.get("allow_inf_nan") is False else "allow_inf_nan=False"
    if kind == "tuple" and "variadic_item_index" not in schema:
        return ""
    if kind not in ("str", "list", "tuple", "dict"):
        return "a known kind"
    if "max_length" not in schema:
        return "max_length"
    return "FailFast" if kind in ("list", "tuple") and not schema.get("fail_fast") else ""


def test_whatever_a_page_sends_has_bounds():
    everything = sent()
    assert len(everything) >= 20
    lacking = {
        f"{where}: {lacks} of {schema}"
        for where, adapter in everything.items()
        for schema in schemas(adapter.core_schema)
        if (lacks := unbounded(schema))
    }
    assert lacking == set()


# What is wrong is found out once.


def document(**more):
    """Return a game to keep."""
    start = {"crosscut": 1, "start": HEX, "seats": ["person"] * 2, "nodes": [[-1, ""]], "at": 0}
    return {"document": {**start, **more}}


def note(**more):
    """Return a game to keep, with something of a record from elsewhere."""
    return document(nodes=[[-1, "", "", more]])


ZEROS = [0] * MANY
UNKNOWN = {f"unknown{i}": 0 for i in range(MANY)}
START = {"start": HEX}
KEY = {"do": "resign", "key": "a-key-of-a-deed"}
FLOODS = {
    "turns": (Moment, {**START, "turns": ZEROS}),
    "too many turns": (Moment, {**START, "turns": [""] * MANY}),
    "taps": (Moment, {**START, "taps": ZEROS}),
    "fields": (Moment, {**START, **UNKNOWN}),
    "fields of a start": (Moment, {"start": {**HEX, **UNKNOWN}}),
    "a line": (api.Continued, {**START, "line": ZEROS}),
    "positions": (api.Draft, document(nodes=ZEROS)),
    "turns of positions": (api.Draft, document(nodes=[[0, 0]] * 20_000)),
    "taps that are kept": (api.Draft, document(taps=ZEROS)),
    "facts": (api.Draft, document(info=UNKNOWN)),
    "fields of a document": (api.Draft, document(**UNKNOWN)),
    "properties": (api.Draft, note(others=UNKNOWN)),
    "values": (api.Draft, note(others={"XX": ZEROS})),
    "fields of a note": (api.Draft, note(**UNKNOWN)),
    "seats": (Opening, {**START, "seats": ZEROS}),
    "fields of a room": (Opening, {**START, **UNKNOWN}),
    "fields of a deed": (AnyDeed, {**KEY, **UNKNOWN}),
    "turns of a job": (JOBS, {"do": "think", "level": 1, "moment": {**START, "turns": ZEROS}}),
    "a document that is none": (api.Draft, UNKNOWN),
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_refused_at_its_first_drop(name):
    kind, flood = FLOODS[name]
    adapter = kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
    with pytest.raises(ValidationError) as refused:
        adapter.validate_python(flood)
    assert refused.value.error_count() <= FEW


@pytest.fixture
def faults(monkeypatch):
    """The numbers of errors for which requests are refused."""
    counted = []
    answer = application.HANDLERS[RequestValidationError]

    async def counting(request, error):
        counted.append(len(error.errors()))
        return await answer(request, error)

    monkeypatch.setitem(application.HANDLERS, RequestValidationError, counting)
    return counted


@pytest.mark.parametrize("path", ["position", "typed", "reach", "line", "picture.svg"])
def test_a_mebibyte_of_zeros(tmp_path, faults, path):
    body = json.dumps({"start": HEX, "text": "", "line": [], "turns": [0] * 520_000})
    if path not in ("typed", "line"):
        body = body.replace('"text": "", "line": [], ', "")
    body = body.replace(", 0", ",0")
    app = application.create_app(Settings(f"sqlite:///{tmp_path}/games.sqlite", workers=1))
    with TestClient(app) as client:
        headers = {"content-type": "application/json"}
        answer = client.post(f"/api/{path}", content=body, headers=headers)
    assert answer.status_code == 422
    assert len(answer.content) < 200
    assert max(faults) <= 2  # the field that is not known there, and the first of the zeros


def test_a_message_of_zeros(tmp_path, monkeypatch):
    counted, words_in = [], sockets.words_in

    def counting(error):
        counted.append(error.error_count())
        return words_in(error)

    monkeypatch.setattr(sockets, "words_in", counting)
    zeros = ",".join("0" * 130_000)
    start = json.dumps(HEX)
    text = f'{{"job":"a","do":"hint","moment":{{"start":{start},"turns":[{zeros}]}}}}'
    with room_server(tmp_path) as person, person().client.websocket_connect("/ws") as socket:
        socket.send_text(text)
        answer = socket.receive_json()
    assert "turns.0" in answer["message"]
    assert counted == [1]


# Numbers.


@pytest.mark.parametrize("number", [NINES, -NINES, "9" * 4300, float("1e400")])
def test_no_number_is_too_long_to_be_refused(tmp_path, number):
    text = "1e400" if isinstance(number, float) else json.dumps(number)
    with room_server(tmp_path) as person:
        one, _, room = seated_pair(person)
        play = {"do": "play", "key": "a-key-of-a-deed", "turn": "a1"}
        bodies = {
            f"/api/rooms/{room}/deeds": {**play, "number": "N"},
            "/api/position": {"start": {**HEX, "size": "N"}},
            "/api/rooms": {"start": HEX, "clock": {"seconds": "N"}},
            "/api/lessons/answer": {"game": "hex", "name": "x", "text": "", "step": "N"},
            "/api/import": {"text": "", "start": {"game": "hex", "size": "N"}},
        }
        for path, body in bodies.items():
            headers = {"content-type": "application/json"}
            content = json.dumps(body).replace('"N"', text)
            answer = one.client.post(path, content=content, headers=headers)
            assert answer.status_code == 422, (path, answer.text)
            assert len(answer.content) < 300, path
        if not isinstance(number, float):
            answer = one.client.get("/api/board", params={"game": "hex", "size": str(number)})
            assert answer.status_code == 422
            assert len(answer.content) < 300
