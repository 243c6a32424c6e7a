"""Setting up positions and sharing games in a real browser: by clicks, files and links."""

import json
import random
import re
import struct

from crosscut.play.record import from_record
from tests.support.browser import cell, expect, wait_until

SLITHER = {"game": "slither", "size": 5, "variant": "classic", "pie": True}


def game_link(turns="d4.swap.d3(b2'%27hm%27 (no)'.a5).d4-e4/a1"):
    """Return the link of a game of Slither between two people."""
    return f"/play/slither?size=5&variant=classic&pie=1&first=person&second=person#{turns}"


def labels(page):
    """Return what stands on the board, as the cells are called."""
    found = page.locator("#board [data-cell]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    return {tuple(label.split(", ")[:2]) for label in found if "empty" not in label}


def is_set(page, stones):
    """Wait until just these stand on the board."""
    wait_until(page, lambda: labels(page) == stones)


def moves(page):
    """Return the list of moves as it is shown, comments included."""
    return page.locator("#moves [data-place], #moves .note").all_text_contents()


def tab(page, name):
    """Open a tab."""
    page.get_by_role("tab", name=name).click()


def test_a_position_is_set_up_and_played_from(visit):
    page = visit(game_link())
    before = page.url
    tab(page, "Position")
    page.get_by_role("button", name="Edit position").click()
    is_set(page, {("d3", "White"), ("e4", "Black"), ("a1", "Black")})
    page.get_by_role("button", name="Clear board").click()
    cell(page, "b2").click()
    cell(page, "c3").click()
    cell(page, "c3").click()  # the same again takes it off
    page.locator("#editor-kinds").get_by_label("White").check()
    cell(page, "d4").focus()
    cell(page, "d4").press("ArrowLeft")
    page.keyboard.press("Enter")
    page.locator("#editor-movers").get_by_label("White").check()
    is_set(page, {("b2", "Black"), ("c4", "White")})
    expect(page.locator("#editor-text")).to_have_value(re.compile(r"\n4 \. \. O \. \.\n"))
    expect(page.locator("#editor-verdict")).to_contain_text("White (O) to move")
    page.keyboard.press("Backspace")
    assert page.url == before  # nothing was played or taken back
    page.get_by_role("button", name="Play from here").click()
    page.locator("#message").get_by_text("White, your turn.").wait_for()
    cell(page, "e1").click()
    page.locator("#message").get_by_text("White plays e1.").wait_for()
    is_set(page, {("b2", "Black"), ("c4", "White"), ("e1", "White")})
    page.reload()
    page.locator("#message").get_by_text("Black, your turn.").wait_for()
    is_set(page, {("b2", "Black"), ("c4", "White"), ("e1", "White")})
    page.goto(page.url.partition("/play")[0])
    page.locator("#recent li").nth(1).wait_for()  # the game that was open is kept too


def test_text_is_a_board_and_flaws_are_shown(visit):
    page = visit("/play/snaketrail?size=5&seed=3&first=person&second=person")
    tab(page, "Position")
    page.get_by_role("button", name="Edit position").click()
    verdict, play = page.locator("#editor-verdict"), page.get_by_role("button", name="Play from")
    verdict.get_by_text("A game can go on").wait_for()
    text = page.locator("#editor-text").input_value()
    page.locator("#editor-text").fill(text.replace("R", ".", 1))
    verdict.get_by_text("No game of Snaketrail leads there: white and red").wait_for()
    expect(play).to_be_disabled()
    page.locator("#editor-text").fill("...")
    verdict.get_by_text("The diagram has 1 rows, not 9").wait_for()
    page.locator("#editor-text").fill(text)
    verdict.get_by_text("A game can go on").wait_for()
    expect(play).to_be_enabled()
    page.get_by_role("button", name="Cancel").last.click()
    expect(page.get_by_role("button", name="Edit position")).to_be_visible()
    page.locator("#message").get_by_text("your turn").wait_for()


def test_a_copied_link_is_the_game(visit):
    page = visit(game_link(), permissions=["clipboard-read", "clipboard-write"])
    page.locator("#moves").get_by_text("d4-e4/a1").wait_for()
    page.locator("#moves").get_by_role("button", name="a5").click()
    page.get_by_label("Comment on a5").fill("*(“100 %”). 🐍\nnew line")
    expected, stones = moves(page), labels(page)
    tab(page, "Share")
    page.get_by_role("button", name="Copy link to this game").click()
    page.locator("#share-said").get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.locator("#share-link").input_value()
    other = visit(link.removeprefix(visit.server.address))
    other.locator("#moves").get_by_text("d4-e4/a1").wait_for()
    expect(other.locator("#comment")).to_have_value("*(“100 %”). 🐍\nnew line")
    assert moves(other) == expected
    is_set(other, stones)
    assert expected[4:6] == ["b2", "'hm' (no)"]
    page.get_by_role("button", name="Copy link to this position").click()
    expect(page.locator("#share-link")).to_have_value(re.compile(r"#d4\.swap\.b2\.a5\*$"))
    alone = page.locator("#share-link").input_value()
    position = visit(alone.removeprefix(visit.server.address))
    is_set(position, stones)


def test_where_nothing_can_be_copied_the_link_is_selected(visit):
    page = visit(game_link())
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    tab(page, "Share")
    page.get_by_role("button", name="Copy link to this game").click()
    page.locator("#share-said").get_by_text("Could not copy").wait_for()
    assert page.evaluate("String(getSelection())").endswith(page.url.partition("#")[2])


def export(page, name):
    """Return the name and the content of the file that a button gives."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    download = waiting.value
    return download.suggested_filename, download.path().read_bytes()


def bring_in(page, **given):
    """Import a text or a file."""
    tab(page, "Share")
    if "file" in given:
        name, content = given["file"]
        file = {"name": name, "mimeType": "text/plain", "buffer": content}
        page.locator("#import-file").set_input_files(file)
        expect(page.locator("#import-text")).not_to_have_value("")
    else:
        page.locator("#import-text").fill(given["text"])
    page.get_by_role("button", name="Open as a new game").click()


def test_texts_are_exported_and_imported(visit):
    page = visit(game_link())
    page.locator("#moves").get_by_text("d4-e4/a1").wait_for()
    expected, old = moves(page), page.url
    tab(page, "Share")
    name, content = export(page, "JSON with variations")
    assert name == "slither-5-classic.json"
    assert from_record(json.loads(content)).history() == ["d4", "swap", "d3", "d4-e4/a1"]
    sgf_name, sgf = export(page, "SGF with variations")
    assert sgf_name == "slither-5-classic.sgf"
    assert b";W[b2]C['hm' (no)]\n;B[a5])" in sgf
    list_name, turns = export(page, "Move list")
    assert list_name == "slither-5-classic.txt"
    assert b"Game: Slither\nSize: 5\nVariant: classic\nPie rule: yes\n" in turns
    assert turns.endswith(b"Result: not finished\n\n1. d4\n2. swap\n3. d3\n4. d4-e4/a1\n")

    other = visit("/play/hex")
    bring_in(other, file=(name, content))
    other.locator("#moves").get_by_text("d4-e4/a1").wait_for()
    assert moves(other) == expected
    bring_in(other, file=(list_name, turns))
    other.locator("#moves").get_by_text("a5").wait_for(state="detached")
    assert moves(other) == ["Start", "d4", "swap", "d3", "d4-e4/a1"]
    is_set(other, labels(page))
    bring_in(other, file=(sgf_name, sgf))
    other.locator("#moves").get_by_text("a5").wait_for()
    assert moves(other) == expected
    bring_in(
        other, file=("accents.sgf", "(;CA[latin1]GM[11]SZ[5];B[c3]C[\xe9t\xe9])".encode("latin1"))
    )
    other.locator("#moves").get_by_text("été").wait_for()
    bring_in(other, file=("wide.sgf", "(;GM[11]SZ[5];B[c3]C[語])".encode("utf-16")))
    other.locator("#moves").get_by_text("語").wait_for()
    bring_in(other, text="https://hexworld.org/board/#5c1,a2:sc3")
    other.locator("#moves").get_by_text("swap").wait_for()
    assert moves(other) == ["Start", "a2", "swap", "c3"]
    bring_in(other, text=old)
    other.locator("#moves").get_by_text("a5").wait_for()
    assert moves(other) == expected
    bring_in(other, text="1. a1 2. c3 3. c3")
    wrong = other.locator("#import-error")
    wrong.get_by_text("This cannot be opened: turn 3, c3: the point is taken").wait_for()
    assert moves(other) == expected  # the game is still there


def test_pictures_are_exported_and_one_of_them_moves(visit, tmp_path):
    page = visit(game_link())
    page.locator("#moves").get_by_text("d4-e4/a1").wait_for()
    tab(page, "Share")
    name, svg = export(page, "SVG picture")
    assert name == "slither-5-classic-4.svg"
    width, height = (
        float(each) for each in re.search(rb'width="(\d+)" height="(\d+)"', svg).groups()
    )
    name, png = export(page, "PNG picture")
    assert name == "slither-5-classic-4.png"
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (2 * width, 2 * height)
    colours = page.evaluate(
        """async (bytes) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context.drawImage(image, 0, 0);
          const found = new Set();
          const { data } = context.getImageData(0, 0, image.width, image.height);
          for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 3).join());
          return [...found];
        }""",
        list(png),
    )
    assert {"231,198,143", "38,39,43", "251,250,246"} <= set(colours)  # wood, Black and White
    name, svg = export(page, "Animated SVG of the line")
    assert name == "slither-5-classic-animation.svg"
    file = tmp_path / name
    file.write_bytes(svg)
    page.goto(file.as_uri())
    seen = page.evaluate(
        """() => [0, 500, 1500, 2500, 3500, 4500, 7900, 8100].map(time => {
          for (const each of document.getAnimations()) { each.pause(); each.currentTime = time; }
          const shown = [...document.querySelectorAll("g.f")];
          return shown.flatMap((g, i) => getComputedStyle(g).visibility === "visible" ? i : []);
        })"""
    )
    assert seen == [[0], [0], [1], [2], [3], [4], [4], [0]]
    visit.forgive(file.as_uri())


SIGNS = ["'", '"', "(", ")", "[", "]", "*", ".", "%", "%27", "🐍", "é", "\n", " ", "\u00a0", "#",
         "/", "\\", "&", "<b>", "\u2028", "\t", "+", "a", "0", "\x00"]  # fmt: skip


def random_tree(rng):
    """Return the data of a game with a random tree and comments that are hard to write."""
    nodes, turns = [[-1, "", comment(rng)]], ["d4", "d4-e5/c3", "swap", "W:d4,b2 R:f4,f2", "c3/W"]
    taken = set()
    for place in range(1, rng.randrange(2, 30)):
        parent, turn = rng.randrange(max(0, place - 3), place), rng.choice(turns)
        if (parent, turn) in taken:
            turn = f"x{place}"
        taken.add((parent, turn))
        nodes.append([parent, turn, comment(rng)])
    start = SLITHER | {"diagram": "X&O=/..%", "to_play": "White"}
    return {"crosscut": 1, "start": start, "nodes": nodes, "at": rng.randrange(len(nodes))}


def comment(rng):
    """Return a random comment, often none."""
    return "".join(rng.choices(SIGNS, k=rng.choice([0, 0, 1, 3, 12])))


def test_links_keep_every_tree_every_sign_and_who_plays(visit):
    rng = random.Random(7)
    games = [random_tree(rng) for _ in range(300)]
    page = visit("/play/hex")
    lost = page.evaluate(
        """async (games) => {
          const { gameOf, linkOf, readLink } = await import("/static/link.js");
          const { Game } = await import("/static/tree.js");
          const told = (game) => JSON.stringify({ ...game.toData(), updated: 0 });
          return games.filter((data) => {
            const game = Game.fromData(data);
            const { asked, seats, turns } = readLink(new URL(linkOf(game), location.href));
            return told(gameOf(asked, seats, turns)) !== told(game);
          });
        }""",
        games,
    )
    assert lost == []
    found = page.evaluate(
        """async () => {
          const { gameOf, linkOf, readLink } = await import("/static/link.js");
          const { Game } = await import("/static/tree.js");
          const start = { game: "hex", size: 4, variant: "standard", pie: true };
          const game = new Game(start, ["person", "person"]);
          const { seats } = readLink(new URL(linkOf(game), location.href));
          game.root.comment = "a\\ud83d";
          const { turns } = readLink(new URL(linkOf(game), location.href));
          return [seats, gameOf(start, seats, turns).root.comment];
        }"""
    )
    assert found == [["person", "person"], "a\ufffd"]
