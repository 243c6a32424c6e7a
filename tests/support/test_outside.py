"""Which tests are marked as depending on more than their process."""

import subprocess

from tests.support.outside import uses_outside


def start():
    return subprocess.run(["true"], check=True)


def start_later():
    return [start() for _ in range(1)]


def import_within():
    import socket

    return socket.gethostname()


class Starter:
    def go(self):
        return start_later()


def by_a_class():
    return Starter().go()


def count():
    return sum(range(10))


def call_itself(depth):
    return call_itself(depth - 1) if depth else count()


def test_what_reaches_outside_is_found():
    for function in (start, start_later, import_within, by_a_class):
        assert uses_outside(function, set()), function
    for function in (count, call_itself):
        assert not uses_outside(function, set()), function


def test_tests_are_marked(request):
    marked = {item.name for item in request.session.items if item.get_closest_marker("outside")}
    assert "test_what_reaches_outside_is_found" in marked  # by the functions that it names
    assert "test_tests_are_marked" not in marked
