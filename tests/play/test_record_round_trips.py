"""What is written is read back: games with variations, positions as text, and links."""

import random
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import crosscut
from crosscut.apps.web.import_export import document
from crosscut.play import records
from crosscut.play.position import Position
from crosscut.play.records.game_tree import GameTree
from crosscut.play.records.json_format import from_data, to_data
from tests.support.page_links import Links
from tests.support.random_records import games, random_position, random_tree

pytestmark = pytest.mark.usefixtures("interpreted")
SEEDS = st.integers(0, 2**40)


def cases(few, many):
    """Return a decorator for a test of seeds: few of them as a rule, many in the slow tests."""

    def both(function):
        found = {}
        for name, count in (("few", few), ("many", many)):
            quiet = settings(
                max_examples=count, deadline=None, suppress_health_check=list(HealthCheck)
            )
            found[name] = quiet(given(seed=SEEDS)(function))

        @pytest.mark.parametrize("number", ["few", pytest.param("many", marks=pytest.mark.slow)])
        def run(number):
            found[number]()

        run.__name__, run.__doc__ = function.__name__, function.__doc__
        return run

    return both


@cases(60, 4000)
def test_sgf_keeps_everything(seed):
    tree = random_tree(seed)
    text = records.write(tree, "sgf")
    again = records.read(text)
    assert again == tree
    assert records.write(again, "sgf") == text


@cases(40, 2000)
def test_records_keep_everything(seed):
    tree = random_tree(seed)
    again = records.read(records.write(tree, "json"))
    assert again == tree
    assert to_data(again) == to_data(tree)
    assert again.at.path[-1].turn == tree.at.turn


@cases(40, 2000)
def test_diagrams_show_positions(seed):
    rng = random.Random(seed)
    game = rng.choice(games())
    position = random_position(rng, game, rng.randrange(15)).past_prelude()
    again = Position.start(game, str(position))
    assert str(again) == str(position)  # which says who is to move, or has won
    assert game.pieces(again.state) == game.pieces(position.state)
    assert Position.start(game, str(again)) == again
    line = str(position).replace("\n", "/")
    assert Position.start(game, line) == again


@cases(20, 1000)
def test_lists_of_moves_keep_the_main_line(seed):
    tree = random_tree(seed)
    again = records.read(records.write(tree, "moves"))
    assert again.main_line() == tree.main_line()
    assert again.result == tree.result
    assert again.names == [" ".join(name.split()) for name in tree.names]


@cases(10, 500)
def test_links_of_hexworld_keep_the_main_line(seed):
    rng = random.Random(seed)
    tree = GameTree.of(random_position(rng, crosscut.game("hex", 4, pie=True), rng.randrange(14)))
    tree.at = rng.choice(tree.root.end.path)
    link = records.write(tree, "hexworld")
    again = records.read(link)
    assert again.main_line() == tree.main_line()
    assert len(again.at.path) == len(tree.at.path)
    assert records.write(again, "hexworld") == link


@pytest.fixture(scope="module")
def browser():
    """What makes links of documents and reads them, as pages do."""
    if not shutil.which("node"):
        pytest.skip("node is not there to run what pages run")
    links = Links()
    yield links
    links.close()


@pytest.mark.parametrize("count", [30, pytest.param(500, marks=pytest.mark.slow)])
def test_links_of_pages_keep_the_whole_game(browser, count):
    @settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))
    @given(seed=SEEDS)
    def linked(seed):
        tree = random_tree(seed)
        merge_same_turns(tree)
        link = browser.write(document(tree))
        found = browser.read(link)
        assert browser.write(found) == link
        again = from_data(found)
        assert link.isascii()
        assert shape(again) == shape(tree)
        assert again.start() == tree.start()
        assert again.at.turn == tree.at.turn

    linked()


def merge_same_turns(tree):
    """Take away turns that were tried twice, which pages have once."""
    for node in list(tree.root.all()):
        first = {}
        for child in node.children:
            first.setdefault(child.turn, child)
        node.children = list(first.values())
    if tree.at not in tree.root.all():
        tree.at = tree.root
    tree.taps = []


def shape(tree):
    """Return the turns and comments of a tree, which are what a link holds."""
    return [(len(node.path), node.turn, node.comment) for node in tree.root.all()]
