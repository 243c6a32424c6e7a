"""No game without its tests: each of them has to have every kind there is."""

from importlib.util import find_spec

import crosscut
from tests.rules import test_invariants, test_recorded_games, test_worked_positions
from tests.search import test_perft
from tests.support.for_each import for_each
from tests.support.games import SMALL_SIZES, all_variants, reference_of, variants

OWN_TESTS = {"slither": ("test_slither_rules", "test_slither_oracles", "test_slither_properties")}
"""Games with worked positions, perft rows, a twin and records in test files of their own."""

NO_RECORDS = "AbstractPlay's library, which made the records, does not have it"
NO_PROGRAM = "no other program plays it: AbstractPlay, Ludii and OpenSpiel do not have it"
NOT_RECORDED = {
    "connect_four": NO_RECORDS,
    "filler": "nobody plays it",
    "konobi": NO_RECORDS,
    "kopano": NO_RECORDS,
    "quinten": NO_RECORDS,
    "rhode": NO_RECORDS,
    "serpent": NO_PROGRAM,
    "snaketrail": NO_PROGRAM,
    "vimbre": NO_RECORDS,
}
"""Games of which no recorded games exist, and why."""

OTHERS = [name for name in crosscut.ids() if name not in OWN_TESTS]
VARIANTS = all_variants(OTHERS)


def test_test_files_of_their_own_exist():
    for name, files in OWN_TESTS.items():
        assert name in crosscut.ids()
        assert all(find_spec(f"tests.rules.{file}") for file in files)


@for_each("pair", VARIANTS, ids="-".join)
def test_has_worked_positions(pair):
    name, variant = pair
    cases = [case.values for case in test_worked_positions.CASES if case.values[0] == name]
    found = {options.get("variant", variants(name)[0]) for _, options, _ in cases}
    assert variant in found


@for_each("pair", VARIANTS, ids="-".join)
def test_has_a_perft_row(pair):
    assert pair in {row[:2] for row in test_perft.read_rows()}


@for_each("pair", VARIANTS, ids="-".join)
def test_has_a_twin(pair):
    name, variant = pair
    assert variant in reference_of(name).variants


@for_each("name", OTHERS)
def test_has_recorded_games_or_a_reason(name):
    files = [path for path in test_recorded_games.RECORDED if path.name.startswith(f"{name}-")]
    assert bool(files) != (name in NOT_RECORDED)


@for_each("pair", all_variants(), ids="-".join)
def test_is_in_the_invariants(pair):
    facts = crosscut.rules.registry.game_class(pair[0]).facts
    sizes = {case[2] for case in test_invariants.CASES if case[:2] == pair}
    assert {facts.smallest, facts.size, facts.largest} <= sizes
    assert pair in {case[:2] for case in test_invariants.SMALL_CASES}


@for_each("name", crosscut.ids())
def test_is_played_at_random(name):
    """The table of small boards is what the tests of random play go through."""
    assert name in SMALL_SIZES


def test_no_test_is_about_a_game_that_is_gone():
    named = {*SMALL_SIZES, *NOT_RECORDED, *OWN_TESTS}
    named |= {row[0] for row in test_perft.read_rows()}
    named |= {case.values[0] for case in test_worked_positions.CASES}
    assert named <= set(crosscut.ids())
