"""The winning chain on the page, in a lesson and in exported pictures, in a real browser."""

import base64
from math import dist

import crosscut
from crosscut.play import svg
from tests.support.browser import expect

TURNS = "c5 a1 c4 a2 c3 a3 d3 a4 d2 a5 d1".split()
CHAIN = ["c5 c4", "c4 c3", "c3 d3", "d3 d2", "d2 d1"]
"""What the rules link; c4 and d3 touch diagonally, and so do c3 and d2."""
PATH = f"/play/slither?size=5&pie=0&first=person&second=person#{'.'.join(TURNS)}"
COLOURS = """async ([url, spots]) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return spots.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]);
}"""
"""Return the colours of some pixels of a picture, as a script."""


def links(page):
    """Return the pairs of cells between which the board of a page has a line of the chain."""
    lines = page.locator("#board .chain line.won").evaluate_all(
        "all => all.map(e => ['x1', 'y1', 'x2', 'y2'].map(name => Number(e.getAttribute(name))))"
    )
    game = crosscut.game("slither", 5)
    names = {svg.at(game.board, cell): game.board.name(cell) for cell in game.board.cells}
    return {frozenset((names[x, y], names[u, v])) for x, y, u, v in lines}


def pairs(texts):
    """Return pairs of cells without an order."""
    return {frozenset(text.split()) for text in texts}


def test_the_page_draws_the_links_that_the_rules_know(visit):
    page = visit(PATH)
    expect(page.locator("#board .chain .mark.won")).to_have_count(6)
    assert links(page) == pairs(CHAIN)


def test_so_does_the_first_figure_of_the_first_lesson(visit):
    page = visit("/learn/slither/goal")
    expect(page.locator("#board .chain .mark.won")).to_have_count(6)
    expect(page.locator("body")).to_contain_text("linked to the next along a line")
    assert links(page) == pairs(CHAIN)


def test_so_do_the_pictures_that_are_exported(visit):
    page = visit(PATH)
    page.locator("#tab-share").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="SVG picture", exact=True).click()
    text = waiting.value.path().read_text()
    assert text.split(svg.WON)[-1].count("<line ") == len(CHAIN)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="PNG picture").click()
    url = "data:image/png;base64," + base64.b64encode(waiting.value.path().read_bytes()).decode()
    board = crosscut.game("slither", 5).board
    left, top, _, _ = svg.frame(board)

    def between(text):
        """Return where the middle between two cells is, in a picture of twice the size."""
        (x, y), (u, v) = (svg.at(board, board.cell(name)) for name in text.split())
        return [round(x + u - 2 * left), round(y + v - 2 * top)]

    spots = [between(text) for text in [*CHAIN, "c4 d3", "c3 d2"]]
    colours = page.evaluate(COLOURS, [url, spots])
    away = [dist(colour, bytes.fromhex(svg.WON[1:])) for colour in colours]
    assert max(away[:5]) < 5  # a browser may round
    assert min(away[5:]) > 100
