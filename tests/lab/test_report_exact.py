"""Exact things of a report: positions by depth, shortest games, puzzles, small boards solved."""

from dataclasses import replace

import pytest

from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.measure import Chart, HeatMap, Line, Puzzle
from crosscut.lab.report.measures import load
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import puzzles, solved, stage, unique
from crosscut.rules.registry import game_class
from crosscut.search.shortest_game import short_game
from tests.support.games import random_position
from tests.support.minimax import values
from tests.support.report_effort import SMALL

SERPENT = next(iter(game_class("serpent").facts.variants))
STAGES = ("games", "unique", "shortest", "puzzles", "solved")


@pytest.fixture
def interpreted(monkeypatch):
    """Small boards are done before the compiler has begun."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def plan_of(name, size, variant="standard", pie=False, **effort):
    """Return a plan with little effort, some of it changed."""
    return Plan(name, size, variant, pie, effort=replace(SMALL, random_games=5, **effort))


@pytest.fixture
def logs(tmp_path):
    """The logs of all stages, empty."""
    return {name: Journal(tmp_path / f"{name}.jsonl", "key") for name in STAGES}


def carry_out(plan, name, logs):
    """Do all items of a stage, as a crew would."""
    while items := stage(name).items(plan, logs):
        for key, given in items.items():
            assert logs[name].add({"key": list(key)} | stage(name).do(plan, key, given))
    return list(logs[name])


def measured(plan, name, logs):
    """Return a measure of what the logs hold; its charts can be drawn."""
    measure = load(name)(Sample(plan, logs))
    for each in measure.exhibits:
        if isinstance(each, Chart):
            assert charts.svg(each, name).startswith("<svg")
    return measure


def random_record(plan, seed):
    """Return a random game as the engine's games are recorded."""
    end = random_position(plan.rules.position(), 10_000, seed)
    return {
        "key": [seed],
        "taps": end.taps_since(end.line[0]),
        "turns": end.history(),
        "chances": [None] * end.turn_number,
        "winner": end.winner,
        "unfinished": False,
    }


# Positions by depth.


def test_positions_of_hex_2_by_hand(interpreted):
    """Depth 1: 4 stones. 2: 4 * 3. 3: six pairs of Black times two white stones; three of the pairs
    (a1 a2, b1 a2, b1 b2) join top and bottom, so that 6 of the 12 are won. 4: the three other pairs
    with White on the two cells left, all won by White. Sequences: 4 * 3 * 2, and of these 24 the 12
    that are not over go on in one way.
    """
    found = unique.do(plan_of("hex", 2), (0,), None)
    assert found["distinct"] == [4, 16, 28, 31]
    assert found["over"] == [0, 0, 6, 9]
    assert found["complete"]
    assert found["sequences"] == [4, 12, 24, 12]
    assert len(found["like_aiai"]) <= 4


def test_counting_stops_before_there_are_too_many(interpreted):
    found = unique.do(plan_of("hex", 2, unique=20), (0,), None)
    assert (found["distinct"], found["complete"]) == ([4, 16], False)
    assert found["like_aiai"] == [4, 16]
    assert found["sequences"] == [4, 12]


def reached(start, depth):
    """Return the tables within 1, 2, ... moves and how many of them end the game, plainly."""
    seen, layer, found = {start.table}, [start], []
    for _ in range(depth):
        layer = [after for here in layer if not here.over for _, after in here.next_moves()]
        layer = [*{after.table: after for after in layer if after.table not in seen}.values()]
        seen |= {after.table for after in layer}
        before = found[-1][1] if found else 0
        found.append((len(seen) - 1, before + sum(after.over for after in layer)))
    return found


@pytest.mark.parametrize(
    ("name", "variant", "pie"), [("slither", "classic", True), ("y", "standard", False)]
)
def test_positions_by_trying_everything(name, variant, pie, interpreted):
    plan = plan_of(name, 3, variant, pie, unique=700)
    found = unique.do(plan, (0,), None)
    depth = len(found["distinct"])
    assert depth >= 3
    assert [*zip(found["distinct"], found["over"], strict=True)] == reached(
        unique.start_of(plan), depth
    )


def test_positions_of_the_aiai_report(logs):
    """64 placements; 64 * 63 pairs and 64 swaps more; the third is derived in the report."""
    plan = plan_of("slither", 8, "classic", True)
    (found,) = carry_out(plan, "unique", logs)
    assert found["distinct"] == found["like_aiai"] == [64, 64 + 64 * 63 + 64, 131140]
    assert not any(found["over"])


def test_measure_of_positions(logs):
    """The numbers of Slither 8x8 with the pie rule, as the full effort finds them."""
    logs["unique"].add(
        {
            "key": [0],
            "distinct": [64, 4160, 131140, 3823650],
            "over": [0, 0, 0, 0],
            "complete": False,
            "like_aiai": [64, 4160, 131140, 393168, 4097945],
            "sequences": [64, 4096],
        }
    )
    measure = measured(plan_of("slither", 8, "classic", True), "unique_positions", logs)
    assert measure.figure("distinct positions to depth 4").value == 3823650
    assert measure.exhibits[0].rows[4] == (4, 3823650, 393168, None)
    assert measure.exhibits[0].rows[5] == (5, None, 4097945, None)
    assert "From depth 4 on Ai Ai counts too few: 393,168 instead of 3,823,650" in measure.summary


def test_no_positions_were_counted(logs):
    assert measured(plan_of("hex", 2), "unique_positions", logs).missing


# The shortest games.


@pytest.mark.parametrize(
    ("name", "size", "variant", "moves"),
    [
        ("hex", 2, "standard", 3),  # two stones of the first player, one of the second between them
        ("hex", 3, "standard", 5),  # three and two
        # a turn brings one stone, and three are needed
        pytest.param("slither", 3, "classic", 5, marks=pytest.mark.slow),
        ("filler", 2, "standard", 4),  # the board has to be full
    ],
)
def test_shortest_games_by_hand(name, size, variant, moves, logs, interpreted):
    plan = plan_of(name, size, variant, short_games=1, short_tries=500, unique=2400)
    carry_out(plan, "unique", logs)
    carry_out(plan, "shortest", logs)
    measure = measured(plan, "shortest_games", logs)
    assert measure.figure("shortest game known").value == moves
    assert measure.figure("depth searched completely").value == moves
    assert "proves" in measure.summary
    line = measure.exhibits[0]
    assert isinstance(line, Line)
    assert line.end.over
    assert line.end.turn_number == moves


def test_a_short_game_is_the_same_for_the_same_seed(interpreted):
    start = plan_of("hex", 3).rules.position()
    assert short_game(start, 200, 7) == short_game(start, 200, 7)


def test_bounds_that_do_not_meet(logs, interpreted):
    """Two moves were searched; a game of 4 moves on the 2x2 board of Hex is the only one shown."""
    plan = plan_of("hex", 2)
    logs["unique"].add({"key": [0], "over": [0, 0], "distinct": [4, 16]})
    logs["shortest"].add({"key": [0], "taps": [0, 2, 1, 3]})  # White joins a2 and b2
    measure = measured(plan, "shortest_games", logs)
    assert measure.figure("shortest game known").value == 4
    assert measure.figure("shortest logged game").value is None
    assert "No game is over within 2 moves" in measure.summary
    assert "is not known" in measure.summary


def test_the_shortest_logged_game(logs, interpreted):
    plan = plan_of("hex", 3)
    for seed in range(6):
        logs["games"].add(random_record(plan, seed))
    lengths = [len(record["taps"]) for record in logs["games"]]  # a tap is a move here
    measure = measured(plan, "shortest_games", logs)
    assert measure.figure("shortest logged game").value == min(lengths)
    assert measure.exhibits[0].end.turn_number == min(lengths)


# Puzzles.


@pytest.mark.parametrize(
    ("name", "size", "variant", "games", "late"),
    [
        pytest.param("hex", 4, "standard", 12, 5, marks=pytest.mark.slow),
        ("connect_four", 4, "standard", 25, 7),
        ("slither", 3, "classic", 16, 4),
        # turns that leave the other player none end it, too
        pytest.param("serpent", 2, SERPENT, 12, 6, marks=pytest.mark.slow),
    ],
)
def test_verdicts_by_trying_everything(
    name, size, variant, games, late, logs, interpreted, monkeypatch
):
    monkeypatch.setattr(puzzles, "LATE", late)
    monkeypatch.setattr(puzzles, "FEWEST_TURNS", 2)
    plan = plan_of(name, size, variant, puzzles=1000)
    for seed in range(games):
        logs["games"].add(random_record(plan, seed))
    found, seen = carry_out(plan, "puzzles", logs), set()
    for result in found:
        if result["key"][0] == puzzles.LOOK:
            continue
        _, number, turn = result["key"]
        position = puzzles.turn_ends(plan, logs["games"].results[number,])[turn]
        afters = dict(position.next_turns())
        _, worth = values(position)
        winning = [text for text, value in worth.items() if value == position.to_play]
        places = {afters[text].table for text in winning}
        expected = {0: puzzles.NONE, 1: puzzles.UNIQUE}.get(len(places), puzzles.SEVERAL)
        assert result["verdict"] == expected
        assert result["legal"] == len(worth)
        seen.add(expected)
        if expected == puzzles.UNIQUE:
            assert result["line"][0] in winning
            after = position
            for tap in result["solution"]:
                after = after.tap(tap)
            assert {after.table} == places
            end = position
            for text in result["line"]:
                end = end.play(text)
            assert end.winner == position.to_play
            again = puzzles.prove(position, plan.effort.puzzle_nodes)
            assert result == {"key": result["key"]} | again
    assert puzzles.UNIQUE in seen
    looked = sum(result.get("looked", 0) for result in found)
    assert looked >= games // 2


def test_measure_of_puzzles(logs, interpreted, monkeypatch):
    monkeypatch.setattr(puzzles, "LATE", 7)
    plan = plan_of("hex", 4, puzzles=2)
    for seed in range(12):
        logs["games"].add(random_record(plan, seed))
    results = carry_out(plan, "puzzles", logs)
    verdicts = [result["verdict"] for result in results if "verdict" in result]
    measure = measured(plan, "puzzles", logs)
    share = measure.figure("with exactly one winning turn")
    assert (share.value, share.n) == (verdicts.count("unique") / len(verdicts), len(verdicts))
    shown = [each for each in measure.exhibits if isinstance(each, Puzzle)]
    assert len(shown) == 2
    for each in shown:
        _, worth = values(each.position)
        winning = [text for text, value in worth.items() if value == each.position.to_play]
        assert winning == [each.line[0]]
        empty = each.position.actions()  # a turn is one stone here
        assert sorted(each.legal) == [(cell,) for cell in empty]
        assert each.solution in each.legal
    assert len(shown[0].line) <= len(shown[1].line)


def test_too_few_nodes_make_no_puzzle(logs, interpreted, monkeypatch):
    """What is proven with nodes is left open without, and what is open is no puzzle."""
    monkeypatch.setattr(puzzles, "LATE", 7)
    plan = plan_of("hex", 4, puzzles=1000, puzzle_seconds=0.0)
    for seed in range(12):
        logs["games"].add(random_record(plan, seed))
    carry_out(plan, "puzzles", logs)
    verdicts = [each["verdict"] for each in logs["puzzles"] if each["key"][0] == puzzles.PROVE]
    assert puzzles.OPEN in verdicts
    for each in logs["puzzles"]:
        if each.get("verdict") == puzzles.UNIQUE:  # all other turns lose at once
            assert len(each["line"]) == 1


def test_drawn_games_have_no_puzzles(logs, interpreted):
    plan = plan_of("filler", 2)
    logs["games"].add(random_record(plan, 0))
    assert carry_out(plan, "puzzles", logs) == [{"key": [0, 0], "looked": 0, "candidates": []}]
    assert measured(plan, "puzzles", logs).missing
    assert measured(plan_of("filler", 2), "puzzles", dict.fromkeys(STAGES, ())).missing


def test_easy_proofs_come_first_and_then_more_games(logs, monkeypatch):
    """A candidate is: turns made before, turns to the end, safe turns, turns that win at once."""
    monkeypatch.setattr(puzzles, "GAMES", 2)
    monkeypatch.setattr(puzzles, "PROOFS", 2)
    plan = plan_of("hex", 4, puzzles=1)
    for seed in range(3):
        logs["games"].add({"key": [seed]})
    assert [*puzzles.items(plan, logs)] == [(0, 0), (0, 1)]
    logs["puzzles"].add({"key": [0, 0], "looked": 4, "candidates": [[5, 3, 9, 0], [3, 5, 2, 0]]})
    logs["puzzles"].add({"key": [0, 1], "looked": 4, "candidates": [[7, 1, 1, 1]]})
    assert [*puzzles.items(plan, logs)] == [(1, 0, 3)]  # two safe turns are few
    logs["puzzles"].add({"key": [1, 0, 3], "verdict": "open"})
    assert [*puzzles.items(plan, logs)] == [(0, 2)]
    logs["puzzles"].add({"key": [0, 2], "looked": 0, "candidates": []})
    assert [*puzzles.items(plan, logs)] == [(1, 0, 5), (1, 1, 7)]  # wins at once come last
    logs["puzzles"].add({"key": [1, 0, 5], "verdict": "unique"})
    assert [*puzzles.items(plan, logs)] == [(1, 1, 7)]  # it was asked for together with that one
    logs["puzzles"].add({"key": [1, 1, 7], "verdict": "several"})
    assert not puzzles.items(plan, logs)


# Small boards, solved.


def test_hex_is_a_win_for_the_first_player(logs, interpreted):
    """As in docs/solved.md: 2 of 4 first moves win on 2x2, and 5 of 9 on 3x3."""
    plan = plan_of("hex", 3)
    results = carry_out(plan, "solved", logs)
    smallest = plan.rules.facts.smallest
    assert [result["key"] for result in results] == [[size] for size in range(smallest, 4)]
    measure = measured(plan, "solved", logs)
    rows = [row[:3] for row in measure.exhibits[0].rows]
    assert rows[-2:] == [("2x2", "first player", "2 of 4"), ("3x3", "first player", "5 of 9")]
    board = measure.exhibits[1]
    assert isinstance(board, HeatMap)
    assert board.position.game.size == 3
    _, turns = values(board.position)
    cells = {board.position.game.board.name(cell): value for cell, value in board.values.items()}
    assert cells == {turn: float(value == 0) for turn, value in turns.items()}
    assert measure.figure("largest size solved").value == 3
    assert measure.exhibits[2].end.winner == 0


def test_slither_with_the_pie_rule(logs, interpreted):
    """As in docs/solved.md: the second player wins and has to swap every first stone."""
    plan = plan_of("slither", 3, "classic", True)
    carry_out(plan, "solved", logs)
    measure = measured(plan, "solved", logs)
    assert measure.exhibits[0].rows[-1][:3] == ("3x3", "second player", "9 of 9")
    assert set(measure.exhibits[1].values.values()) == {1.0}


def test_solving_stops_at_the_first_board_that_is_too_large(logs, interpreted, monkeypatch):
    monkeypatch.setattr(solved, "UNCOMPILED", 20)
    plan = plan_of("hex", 11, solve_seconds=0.0)
    results = carry_out(plan, "solved", logs)  # 2x2 takes 14 nodes and 3x3 more than 20
    assert [result["value"] for result in results][-2:] == [0, None]
    assert results[-1]["key"] == [3]
    measure = measured(plan, "solved", logs)
    assert measure.exhibits[0].rows[-1][1:3] == ("not known", "not known")
    assert "3x3 was not decided" in measure.summary


def test_draws_and_nothing_at_all(logs, interpreted):
    plan = plan_of("filler", 2)
    assert measured(plan, "solved", logs).missing
    carry_out(plan, "solved", logs)
    measure = measured(plan, "solved", logs)
    assert measure.exhibits[0].rows[-1][1] == "draw"
    assert set(measure.exhibits[1].values.values()) == {0.5}
