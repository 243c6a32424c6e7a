"""The interface against its own description: whatever is asked, no answer is a server's error."""

from contextlib import suppress

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.browser import LONG, Server
from tests.support.games import all_variants

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SLOWEST = 10.0
"""Seconds that no answer may take, however busy the machine is."""
STRANGE = ["", "\0", "a1", "b2", "e4", "c3-d3", "swap", "pass", "W:e8 R:h2", "ä", "a1" * 900]


HEX = {"game": "hex", "size": 4, "variant": "standard", "pie": True}


@pytest.fixture(scope="module")
def description(tmp_path_factory):
    """The description of a server that runs, and does not mind how often it is asked.

    Half of the requests about rooms are about one that there is, and of a player there.
    """
    options = ("--requests-per-second", "0", "--rooms-open", "0", "--kept-games", "0")
    server = Server(tmp_path_factory.mktemp("state"), *options).start()
    opened = httpx2.post(f"{server.address}/api/rooms", json={"start": HEX})
    room = {"name": opened.json()["room"]}

    def known_rooms(context, parameters):
        there = "/rooms/" in context.operation.path
        return st.sampled_from([parameters, room]) if there else st.just(parameters)

    found = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    found.hooks.hook("flatmap_path_parameters")(known_rooms)
    found.hooks.hook("flatmap_body")(likely)
    yield found, dict(opened.cookies)
    _, said = server.stop()
    assert "mistake" not in said, said


def starts():
    """Return how games may start: those there are, of any size, and others."""
    named = st.sampled_from(sorted(all_variants()))
    made = st.tuples(named, st.integers(-1, 30), st.booleans(), st.none() | st.integers(0, 2**54))
    return made.map(
        lambda drawn: {
            "game": drawn[0][0], "size": drawn[1], "variant": drawn[0][1], "pie": drawn[2],
            **({} if drawn[3] is None else {"seed": drawn[3]}),
        }
    )  # fmt: skip


def likely(context, body):
    """Make half of the bodies about games that there are, so that more than their form is read."""
    if not isinstance(body, dict):
        return st.just(body)
    words = st.lists(st.sampled_from(STRANGE) | st.text(max_size=5), max_size=4)
    known = {"start": starts(), "turns": words, "taps": words, "line": words}
    drawn = st.fixed_dictionaries({key: known[key] for key in known if key in body})
    return st.one_of(st.just(body), drawn.map(lambda better: {**body, **better}))


def ask_everything(described, each):
    """Send so many requests to every address, right ones and wrong ones; return how many."""
    description, cookies = described
    sent = 0
    for found in description.get_all_operations():
        operation = found.ok()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @settings(
                max_examples=each, deadline=None, database=None, derandomize=each < 100,
                phases=[Phase.generate], suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(operation.as_strategy(generation_mode=mode))
            def ask(case):
                nonlocal sent
                sent += 1
                answer = case.call(timeout=LONG, cookies=cookies)
                case.validate_response(answer, checks=CHECKS)

            with suppress(Unsatisfiable):  # who is asked nothing cannot be asked wrongly
                ask()
    return sent


def test_no_request_makes_the_server_fail(description):
    assert ask_everything(description, each=9) > 200


@pytest.mark.slow
def test_ten_thousand_requests_do_not_make_the_server_fail(description):
    assert ask_everything(description, each=320) >= 10_000
