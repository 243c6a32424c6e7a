"""Rooms: two friends, whoever watches, and what nobody may do there."""

import pytest

import crosscut
from crosscut.apps.web.rooms import hall
from crosscut.play.cell_string import frame
from tests.support.rooms import HEX, next_message, room_server, seated_pair

SLITHER = {"game": "slither", "size": 4, "variant": "classic", "pie": True}


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    """Makes visitors of one server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROSSCUT_INTERPRET", "1")
        with room_server(tmp_path_factory.mktemp("state"), workers=1) as new:
            yield new


# A whole game.


def test_two_friends_and_a_spectator(person):
    one, other, room = seated_pair(person)
    with person().watch(room) as spectator:
        assert spectator.first["mine"] == []
        turns = ["a1", "b1", "a2", "b2", "a3"]
        for number, turn in enumerate(turns):
            told = (one, other)[number % 2].play(room, turn)
            assert told["entry"]["turn"] == turn
            seen = next_message(spectator, "turn")
            position = crosscut.game("hex", 3, pie=False).position()
            for each in turns[: number + 1]:
                position = position.play(each)
            assert seen["scene"]["cells"] == frame(position)
            assert seen["state"]["played"] == number + 1
    state = other.look(room)["state"]
    assert state["result"] == {"winner": 0, "how": "played"}
    assert state["to_play"] is None


def test_turns_are_spelled_as_we_spell_them(person):
    one, other, room = seated_pair(person, start=SLITHER)
    one.play(room, "B2")
    other.play(room, "SWAP")
    assert one.look(room)["turns"] == ["b2", "swap"]


def test_a_room_may_begin_with_the_second_seat(person):
    one, other, room = seated_pair(person, seat=1)
    assert one.look(room)["mine"] == [1]
    one.play(room, "a1", 409)
    other.play(room, "a1")


def test_setter_and_chooser_are_the_two_seats(person):
    start = {"game": "snaketrail", "size": 4, "variant": "standard", "pie": False}
    chooser, setter, room = seated_pair(person, start=start)
    players = chooser.look(room)["scene"]["players"]
    assert [each["name"] for each in players] == ["Chooser", "Setter"]
    position = crosscut.game("snaketrail", 4).position()
    setup = first_turn(position)
    chooser.play(room, setup, 409)
    setter.play(room, setup)
    choice = first_turn(position.play(setup))
    setter.play(room, choice, 409)
    chooser.play(room, choice)


def first_turn(position):
    """Return the turn that consists of the first legal taps."""
    here = position
    while here is position or here.mid_turn:
        here = here.tap(here.actions()[0])
    return here.turn_text()


# What nobody may do.


def test_seats_are_for_those_who_have_them(person):
    one, other, room = seated_pair(person)
    stranger = person()
    assert "no seat" in stranger.play(room, "a1", 403)["error"]
    assert "other player's seat" in one.play(room, "a1", 403, seat=1)["error"]
    assert "other player's turn" in other.play(room, "a1", 409)["error"]
    stranger.link(room, 0, 403)
    one.link(room, 1, 403)  # which is taken
    for deed in ("resign", "say", "call", "ask"):
        more = {"say": {"text": "hm"}, "call": {"name": "X"}, "ask": {"what": "takeback"}}
        stranger.do(room, deed, 403, **more.get(deed, {}))
    assert one.look(room)["turns"] == []


def test_forged_and_used_links_open_nothing(person):
    one, other, third = person(), person(), person()
    room, elsewhere = one.open()["room"], one.open()["room"]
    tokens = [one.link(room, 1) for _ in range(2)]
    third.sit(room, "forged", 403)
    third.sit(elsewhere, tokens[0], 403)
    assert "for your friend" in one.sit(room, tokens[0], 409)["error"]
    assert other.sit(room, tokens[0])["mine"] == [1]
    assert other.sit(room, tokens[0])["mine"] == [1]  # once more, in the same browser
    for token in tokens:  # who invited cannot take the seat of who came
        one.sit(room, token, 403, both=True)
        third.sit(room, token, 403)
    assert third.look(room)["mine"] == []


def test_a_player_moves_to_another_browser(person):
    one, other, room = seated_pair(person)
    second = person()
    second.sit(room, other.link(room, 1))
    one.play(room, "a1")
    second.play(room, "b1")
    one.play(room, "c1")
    other.play(room, "b2")
    assert one.look(room)["turns"] == ["a1", "b1", "c1", "b2"]


def test_one_browser_may_have_both_seats(person):
    one = person()
    room = one.open()["room"]
    assert one.sit(room, one.link(room, 1), both=True)["mine"] == [0, 1]
    for turn in ("a1", "b1", "a2"):
        one.play(room, turn, key=f"turn-{turn}-1")
    assert one.play(room, "a2", number=2, key="turn-a2-1")["again"]
    one.do(room, "ask", what="takeback")
    assert one.look(room)["turns"] == ["a1"]  # the seat to move takes its turn back


def test_no_secret_is_told(person):
    one, other = person(), person()
    room = one.open()["room"]
    token = one.link(room, 1)
    other.sit(room, token)
    visitors = [each.client.cookies["visitor"] for each in (one, other)]
    with one.watch(room) as socket, person().watch(room) as spectator:
        other.do(room, "say", text="hello")
        one.play(room, "a1")
        told = [
            socket.first,
            next_message(socket, "turn"),
            spectator.first,
            next_message(spectator, "turn"),
        ]
        told += [each.look(room) for each in (one, other, person())]
    for secret in (token, *visitors):
        assert secret not in repr(told)


def test_illegal_and_outdated_turns_are_refused(person):
    one, other, room = seated_pair(person)
    assert "no point" in one.play(room, "z9", 422)["error"]
    one.play(room, "b2")
    assert "turn 1" in other.play(room, "a1", 409, number=0)["error"]
    assert "b2" in other.play(room, "b2", 422)["error"]
    one, other, room = seated_pair(person, start={**SLITHER, "size": 5})
    one.play(room, "c3")
    other.play(room, "b2")
    assert "not finished" in one.play(room, "c3-c4", 422)["error"]
    assert other.look(room)["turns"] == ["c3", "b2"]


def test_a_finished_game_stays_as_it_is(person):
    one, other, room = seated_pair(person)
    other.do(room, "resign")
    assert one.look(room)["state"]["result"] == {"winner": 0, "how": "resigned"}
    assert "over" in one.play(room, "a1", 409)["error"]
    one.do(room, "resign", 409)
    one.do(room, "ask", 409, what="takeback")


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"start": {**HEX, "game": "chess"}}, "chess"),
        ({"start": {**HEX, "game": "../../etc/passwd"}}, "no game"),
        ({"start": {**HEX, "size": 1000}}, "size"),
        ({"start": {**HEX, "size": -1}}, "size"),
        ({"start": {**HEX, "variant": "<script>"}}, "variant"),
        ({"seats": ["person", "god"]}, "god"),
        ({"seats": ["casual", "casual"]}, "person has to sit"),
        ({"clock": {"seconds": 0}}, "seconds"),
        ({"seat": 2}, "seat"),
        ({"name": "x" * 41}, "name"),
    ],
)
def test_what_cannot_be_played_opens_no_room(person, wrong, word):
    assert word in person().ask("POST", "", {"start": HEX, **wrong}, 422)["error"]


def test_no_room(person):
    for name in ("nowhere", "x" * 300):
        person().look(name, 404)
        person().do(name, "resign", 404)


# Counting once, staying in step.


def test_what_is_sent_twice_counts_once(person):
    one, _, room = seated_pair(person)
    first = one.play(room, "a1", number=0, key="the-same-key")
    second = one.play(room, "a1", number=0, key="the-same-key")
    assert (first["again"], second["again"]) == (False, True)
    assert first["entry"] == second["entry"]
    assert one.look(room)["turns"] == ["a1"]


def test_who_comes_back_finds_all(person):
    one, other, room = seated_pair(person)
    with other.watch(room):
        one.play(room, "a1")
    other.play(room, "b1")
    one.play(room, "c1")
    with other.watch(room) as socket:
        assert socket.first["turns"] == ["a1", "b1", "c1"]
        assert socket.first["state"]["to_play"] == 1
        assert socket.first["presence"]["seats"] == [False, True]


def test_a_server_that_starts_again_knows_everything(tmp_path):
    with room_server(tmp_path) as person:
        one, other, room = seated_pair(person, clock={"seconds": 300, "increment": 5})
        one.do(room, "call", name="Ada")
        one.play(room, "a1", key="the-first-turn")
        other.do(room, "say", text="hm")
        other.play(room, "b1")
        one.do(room, "ask", what="takeback")
        before = one.look(room)
        cookies = one.client.cookies
    with room_server(tmp_path) as person:
        again = person()
        again.client.cookies = cookies
        after = again.look(room)
        left = [each["state"].pop("clock")["left"] for each in (before, after)]
        assert all(abs(a - b) < 5000 for a, b in zip(*left, strict=True))
        assert after["state"].pop("number") == before["state"].pop("number") + 1  # the restart
        assert after == before
        assert again.play(room, "a1", number=0, key="the-first-turn")["again"]


# Takeback, rematch, words.


def test_a_takeback_needs_consent(person):
    one, other, room = seated_pair(person)
    assert "nothing" in one.do(room, "ask", 409, what="takeback")["error"]
    one.play(room, "a1")
    one.do(room, "ask", what="takeback")
    one.do(room, "grant", 409, what="takeback")
    other.do(room, "decline", what="takeback")
    assert one.look(room)["turns"] == ["a1"]
    other.play(room, "b1")
    one.do(room, "ask", what="takeback")
    other.do(room, "grant", what="takeback")
    assert one.look(room)["turns"] == []
    assert one.look(room)["state"]["to_play"] == 0
    one.play(room, "c1")
    one.do(room, "ask", what="takeback")
    other.play(room, "b1")  # which is an answer too
    assert one.look(room)["state"]["asked"] == {}


def test_a_rematch_exchanges_the_seats(person):
    one, other, room = seated_pair(person)
    one.do(room, "call", name="Ada")
    assert "after the end" in one.do(room, "ask", 409, what="rematch")["error"]
    one.do(room, "resign")
    with person().watch(room) as spectator:
        other.do(room, "ask", what="rematch")
        told = one.do(room, "grant", what="rematch")
        following = told["entry"]["room"]
        assert next_message(spectator, "rematch")["state"]["next"] == following
    assert one.look(following)["mine"] == [1]
    assert other.look(following)["mine"] == [0]
    assert one.look(following)["state"]["names"] == ["", "Ada"]
    other.play(following, "a1")
    one.do(room, "ask", 409, what="rematch")
    assert [each["room"] for each in one.ask("GET", "")][:2] == [following, room]


def test_words_are_for_the_two(person):
    one, other, room = seated_pair(person)
    script = "<script>alert(1)</script>"
    with other.watch(room) as friend, person().watch(room) as spectator:
        one.do(room, "say", text=script)
        assert next_message(friend, "say")["entry"]["text"] == script
        one.play(room, "a1")
        told = [spectator.receive_json()]
        while "turn" not in told[-1].get("entry", {}):
            told.append(spectator.receive_json())
        assert "alert" not in repr(told)
    assert person().look(room)["words"] == []
    assert other.look(room)["words"][0]["text"] == script
    one.do(room, "say", 422, text="x" * 501)
    for _ in range(19):
        one.do(room, "say", text="more")
    assert "wait" in one.do(room, "say", 429, text="more")["error"]


def test_somebody_with_too_many_games_finishes_one_first(tmp_path):
    with room_server(tmp_path) as person:
        one = person()
        rooms = [one.open()["room"] for _ in range(30)]
        assert "30 of the games" in one.open(code=429)["error"]
        one.do(rooms[0], "resign")
        one.open()


# The clock.


def test_a_clock_runs_down(person, monkeypatch):
    one, other, room = seated_pair(person, clock={"seconds": 5, "increment": 2})
    now = hall.clock_now()
    monkeypatch.setattr(hall, "clock_now", lambda: now)
    assert one.look(room)["state"]["clock"]["running"] is None
    with person().watch(room) as spectator:
        one.play(room, "a1")
        clock = next_message(spectator, "turn")["state"]["clock"]
        assert clock["running"] == 1
        assert clock["left"][0] == 5000  # nobody's time ran before the first turn
        monkeypatch.setattr(hall, "clock_now", lambda: now + 3000)
        other.play(room, "b1")
        left = next_message(spectator, "turn")["state"]["clock"]["left"]
        assert left[1] == 4000  # what is left of five seconds, and two more
        monkeypatch.setattr(hall, "clock_now", lambda: now + 9000)
        assert "over" in one.play(room, "a2", 409)["error"]
        assert next_message(spectator, "time")["state"]["result"] == {
            "winner": 1,
            "how": "out of time",
        }


def test_time_runs_out_without_anybody(person):
    one, _, room = seated_pair(person, clock={"seconds": 5})
    with person().watch(room) as spectator:
        begin = hall.clock_now()
        one.play(room, "a1")
        assert next_message(spectator, "time")["entry"]["seat"] == 1
        assert hall.clock_now() - begin >= 5000  # and not before


# The computer.


def test_the_computer_plays_in_a_room(person):
    one = person()
    room = one.open(seats=["person", "beginner"])["room"]
    with person().watch(room) as spectator:
        while not (state := one.look(room)["state"])["result"]:
            if state["to_play"] == 0:
                position = crosscut.game("hex", 3, pie=False).position()
                for turn in one.look(room)["turns"]:
                    position = position.play(turn)
                one.play(room, position.moves()[0])
            next_message(spectator, "turn")
    assert len(one.look(room)["turns"]) >= 5
    one.do(room, "ask", what="rematch")
    following = one.look(room)["state"]["next"]
    assert one.look(following)["mine"] == [1]
    with one.watch(following) as socket:
        if not socket.first["turns"]:
            next_message(socket, "turn")
        first = one.look(following)["turns"][0]
        position = crosscut.game("hex", 3, pie=False).position().play(first)
        one.play(following, position.moves()[0])
        one.do(following, "ask", what="takeback")
        assert len(one.look(following)["turns"]) == 1
