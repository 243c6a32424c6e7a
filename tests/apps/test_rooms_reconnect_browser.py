"""Nothing is lost in a room: reloading, losing the network, a server that ends."""

import json

import pytest

from tests.apps.test_rooms_browser import LOST
from tests.support.browser import (
    Server,
    expect,
    shows_message,
    shows_turns,
    tap,
)
from tests.support.room_browser import (
    friends,
    invitation,
    listen,
    opened,
    play,
    room_of,
    swallow,
)


def test_a_connection_is_cut_and_resumed(visit):
    one, other = friends(visit)
    one.context.set_offline(True)
    tap(one, "a1")  # which cannot even be looked at
    expect(one.locator("#lost")).to_contain_text("connection is lost")
    shows_message(one, "tap again when it is back")
    one.context.set_offline(False)
    expect(one.locator("#lost")).to_be_hidden()
    one.route("**/deeds", lambda route: route.abort())
    tap(one, "b2")
    shows_message(one, "Sending b2")
    expect(one.locator("#lost")).to_contain_text("b2 is not confirmed yet")
    tap(one, "c3")
    shows_message(one, "Sending b2")
    one.reload()  # even so it is not lost
    shows_message(one, "Sending b2")
    one.unroute("**/deeds")
    shows_message(one, "Black plays b2. White to move.")
    one.context.set_offline(True)
    play((other, "a1"))
    expect(one.locator("#lost")).to_be_visible()
    shows_turns(one, "b2")
    one.context.set_offline(False)
    shows_turns(one, "b2", "a1")
    shows_message(one, "While you were away White played a1. Black, your turn.")
    one.route("**/deeds", swallow, times=1)  # the server has it, and nobody hears so
    with one.expect_response("**/deeds") as answer:
        play((one, "c1"))
    assert answer.value.json()["again"]
    shows_turns(other, "b2", "a1", "c1")
    visit.forgive(*LOST)


@pytest.fixture
def own_server(tmp_path, visit):
    """A server for a test that ends it."""
    visit.server = Server(tmp_path).start()
    yield visit.server
    if visit.server.process.poll() is None:
        visit.server.stop()


def test_a_server_ends_and_comes_again_and_no_secret_was_told(own_server, visit):
    seen = []
    one = listen(opened(visit), seen)
    path = invitation(one)
    token = path.partition("#seat=")[2]
    assert len(token) > 20
    other = listen(visit("/"), seen)
    other.goto(own_server.address + path)
    spectator = listen(visit(room_of(one)), seen)
    shows_message(one, "has come")
    assert "#" not in other.url
    play((one, "a1"))
    spectator.locator("#tab-rules").click()
    with spectator.expect_popup() as rules:
        spectator.get_by_role("link", name="Rules with figures").click()
    expect(rules.value.locator("h1")).to_contain_text("Hex")
    shows_message(spectator, "White to move.")
    logs = [own_server.stop()[1]]
    expect(one.locator("#lost")).to_be_visible()
    tap(other, "b1")
    own_server.start()
    for page in (one, other):
        expect(page.locator("#lost")).to_be_hidden()
    play((other, "b1"), (one, "a2"))
    shows_turns(spectator, "a1", "b1", "a2")
    told = [page.content() + page.url for page in (one, other, spectator)]
    told += [page.evaluate("() => JSON.stringify(localStorage)") for page in (one, other)]
    assert one.locator("#invitation-link").input_value() == ""
    visit.close()
    logs.append(own_server.stop()[1])
    assert "Traceback" not in "".join(logs)
    assert any("snapshot" in text for text, _ in seen)
    assert any(address.endswith("/sit") for address, _ in seen)
    assert token not in json.dumps([seen, told, logs])
    visit.forgive(*LOST)
