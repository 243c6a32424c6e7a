"""What a summary calls odd."""

import pytest

from crosscut.lab.report.estimates import counted, share
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.summary import oddities
from crosscut.lab.report.summary.reference import ranked, unlike
from tests.lab.test_report_summary import answer, plainly, results


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        ({"results": results(n=100, broken=5)}, "5 of 100 games did not end"),
        ({"results": results(n=100, drawn=90)}, "Most games are drawn"),
        ({"results": results(n=100, drawn=100)}, "Nobody ever won"),
        ({"results": results(n=400, swaps=1.0)}, "Nearly every game is swapped"),
        ({"results": results(n=400, swaps=0.0)}, "Hardly anybody swaps"),
        (
            {"mirrors": Measure("Mirrors", "", figures=[
                share("rotation", 12, 20), Figure("rotation: turns copied", 0.9, "%", (0.8, 1), 20)
            ])},
            "Copying the opponent by rotation gets 60 %",
        ),
        (
            {
                "opening_map": Measure("Map", "", figures=[
                    counted("cells on which games began", 5, n=400), share("its share", 90, 400)
                ]),
                "actions_per_turn": Measure("Turns", "", figures=[
                    Figure("at the first turn", 25.0, "moves", (25, 25), 400)
                ]),
            },
            "20 of 25 first moves were never made in 400 games",
        ),
    ],
)  # fmt: skip
def test_rules_that_show_in_play_are_odd(measures, said):
    assert said in plainly(answer("odd", **measures).text)


def test_mirrors_that_hardly_copied_tell_nothing():
    figures = [share("rotation", 12, 20), Figure("rotation: turns copied", 0.07, "%", (0, 0.1), 20)]
    assert not answer("odd", mirrors=Measure("Mirrors", "", figures=figures)).told


OTHERS = {
    f"game {number}": {
        "name": f"Game {number}",
        "figures": {
            "coverage": {
                "occupied in the end": [0.1 * number, 0.1 * number - 0.01, 0.1 * number + 0.01, 99]
            }
        },
    }
    for number in range(1, 9)
}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (
            0.95,
            "More of the board is full in the end than in any of 8 other games, 95 % (93 to 97).",
        ),
        (0.02, "Less of the board is full in the end than in any of 8 other games"),
        (0.81, "Nothing stands out"),
        (0.45, "Nothing stands out"),
    ],
)
def test_a_figure_outside_those_of_all_other_games_is_odd(monkeypatch, value, said):
    monkeypatch.setattr(
        "crosscut.lab.report.summary.reference.reference", lambda: {"games": OTHERS}
    )
    figure = Figure("occupied in the end", value, "%", (value - 0.02, value + 0.02), 400)
    found = answer("odd", coverage=Measure("Coverage", "", figures=[figure]))
    assert said in plainly(found.text)
    assert "1 figure compared with those of 8 other games." in found.small_text
    assert "Among equal games chance puts up to one figure in 4 outside." in found.small_text
    assert found.sketch.inside.count("<title>") == 8


def test_an_opinion_is_ranked_nowhere():
    """It is corrected in some reports and not in others."""
    for name in ("trajectory", "temperature", "critical_turns", "lead_changes", "quality"):
        assert not ranked(name, Figure("x", 0.5, "", (0.4, 0.6), 400))
        assert name not in oddities.CHARACTER


def test_it_is_said_if_other_games_were_played_with_another_effort(monkeypatch):
    others = {"limit": "200", "games": 1}
    monkeypatch.setattr(
        "crosscut.lab.report.summary.reference.reference", lambda: {"games": {"a": others}}
    )
    assert (
        unlike({"limit": "1000"}) == "They had 200 simulations a turn, not 1000; that may be why."
    )
    assert unlike({"limit": "200"}) == unlike({}) == ""


def test_every_clause_is_of_a_figure_that_is_looked_through():
    own = {name for name, _ in oddities.CLAUSES} - {"length", "branching", "complexity"}
    assert own <= {*oddities.CHARACTER, "action_types"}
