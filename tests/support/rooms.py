"""Rooms as visitors meet them: a server within the test, and people with browsers of their own."""

import secrets
from contextlib import contextmanager

from starlette.testclient import TestClient

from crosscut.apps.web.app import create_app
from crosscut.apps.web.settings import Settings

HEX = {"game": "hex", "size": 3, "variant": "standard", "pie": False}


class Visitor:
    """Somebody with a browser of his own."""

    def __init__(self, server):
        self.client = TestClient(server.app, raise_server_exceptions=False)
        self.client.portal = server.portal  # all are served in one loop, as by a real server

    def ask(self, method, path, body=None, code=200):
        """Send a request about rooms; return the answer, which has to have a status."""
        answer = self.client.request(method, f"/api/rooms{path}", json=body)
        assert answer.status_code == code, answer.text
        return answer.json()

    def open(self, start=HEX, code=200, **more):
        """Open a room; return it."""
        return self.ask("POST", "", {"start": start, **more}, code)

    def look(self, room, code=200):
        """Return a room."""
        return self.ask("GET", f"/{room}", code=code)

    def link(self, room, seat, code=200):
        """Return the secret of a link to a seat."""
        return self.ask("POST", f"/{room}/links", {"seat": seat}, code).get("token")

    def sit(self, room, token, code=200, **more):
        """Follow a link to a seat."""
        return self.ask("POST", f"/{room}/sit", {"token": token, **more}, code)

    def do(self, room, do, code=200, key=None, **more):
        """Do something in a room; return what is told of it."""
        deed = {"do": do, "key": key or secrets.token_urlsafe(9), **more}
        return self.ask("POST", f"/{room}/deeds", deed, code)

    def play(self, room, turn, code=200, number=None, **more):
        """Play a turn."""
        if number is None:
            number = self.look(room)["state"]["played"]
        return self.do(room, "play", code, turn=turn, number=number, **more)

    @contextmanager
    def watch(self, room):
        """Follow a room through a socket; yield it after the first message."""
        with self.client.websocket_connect("/ws") as socket:
            socket.send_json({"do": "watch", "room": room})
            socket.first = socket.receive_json()
            yield socket


@contextmanager
def room_server(folder, **settings):
    """Run a server within the test; yield what makes a new person."""
    app = create_app(Settings(f"sqlite:///{folder}/games.sqlite", reports=folder, **settings))
    with TestClient(app) as server:
        yield lambda: Visitor(server)


def seated_pair(person, **options):
    """Return two people at a room, the first of whom opened it, and its name."""
    one, other = person(), person()
    room = one.open(**options)["room"]
    free = 1 - options.get("seat", 0)
    other.sit(room, one.link(room, free))
    return one, other, room


def next_message(socket, kind):
    """Return the next message of a kind: an event, or of an entry what it is about."""
    return heard_until(socket, kind)[-1]


def heard_until(socket, kind):
    """Return the messages that come, the last of which is of a kind."""
    told = [socket.receive_json()]
    while not is_about(told[-1], kind):
        told.append(socket.receive_json())
    return told


def is_about(message, kind):
    """Tell whether a message is an event, or tells of an entry, of a kind."""
    return kind in (message["event"], message.get("entry", {}).get("kind"))
