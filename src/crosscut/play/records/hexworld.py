"""Links of HexWorld, which hold a game of Hex: ``https://hexworld.org/board/#11c1,a2:sb3``.

Before the first comma stand the size and how the board is shown; then the moves, without anything
between them, and perhaps another comma where one is. ``:s`` swaps, ``:rb`` and ``:rw`` say that
Black or White has resigned, ``:fb`` and ``:fw`` that one has forfeited. The first player, Black in
these marks, joins top and bottom, as here; whoever swaps mirrors the stone.
"""

import re

from crosscut.core.errors import BadOption, BadRecord
from crosscut.play.records.conventions import find_game
from crosscut.play.records.game_tree import LETTERS, Check, GameTree, Node, quoted, shortened
from crosscut.play.records.swaps import IN_MIRROR, MIRRORED, mirrored
from crosscut.rules.game import Game
from crosscut.rules.games.hex import Hex

ADDRESS = "https://hexworld.org/board/#"
LINK = re.compile(r"(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?#(\S*)")
SHAPE = re.compile(r"(\d{1,3})(?:x(\d{1,3}))?n?(?:r\d{1,2})?(?:c\d)?")
MOVE = re.compile(r"[a-z]{1,2}\d{1,2}|:[rf][bw]|:[sp]|,")
BARE = re.compile(r"#?(\d{1,3}(?:x\d{1,3})?n?(?:r\d{1,2})?(?:c\d)?,(?:" + MOVE.pattern + ")*+)")
"""What stands after the # alone; a list of moves may begin with a number and a comma too."""
LOST = {"r": "Resign", "f": "Forfeit"}


def told_by(text: str) -> str | None:
    """Return what a link of HexWorld says about a game, if a text is one and nothing else."""
    found = LINK.fullmatch(text.strip()) or BARE.fullmatch(text.strip())
    return found[1] if found else None


def read_hexworld(text: str, game: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that a link holds."""
    told = told_by(text)
    shape, _, moves = (told or "").partition(",")
    size = SHAPE.fullmatch(shape)
    if not size:
        raise BadRecord(f"this is no link of HexWorld: {shortened(text)!r}")
    if size[2] and size[2] != size[1]:
        raise BadRecord(f"its board has {size[1]} by {size[2]} cells; Hex here has equal sides")
    given = game if isinstance(game, Hex) else None
    tree = GameTree(find_game("hex", given, int(size[1]), None, True), check=check)
    read_moves(tree, moves)
    return tree


def read_moves(tree: GameTree, moves: str) -> None:
    """Add the moves of a link to a tree."""
    here, swapped, at, current = tree.root, False, 0, None
    while at < len(moves):
        found = MOVE.match(moves, at)
        if not found:
            rest = shortened(moves[at:])
            raise BadRecord(f"after {len(here.path) - 1} turns stands {rest!r}, which is no move")
        word, at = found[0], found.end()
        if word == ",":
            current = here
        elif word == ":s":
            here, swapped = tree.add(here, "swap"), True
            tree.notes.append(MIRRORED)
        elif word[:2] in (":r", ":f"):
            loser = "bw".index(word[2]) ^ swapped
            tree.result = f"{LETTERS[1 - loser]}+{LOST[word[1]]}"
        elif word == ":p":
            here = tree.add(here, "pass")
        else:
            turn = mirrored(tree.game, word) if swapped else word
            here = tree.add(here, turn, quoted(word, turn, IN_MIRROR))
    tree.at = current or here


def write_hexworld(tree: GameTree) -> str:
    """Return a link to the main line of a game of Hex."""
    if not isinstance(tree.game, Hex) or tree.origin:
        raise BadOption("HexWorld has games of Hex that start from the empty board, and no others")
    words, swapped = [], False
    for node in tree.root.end.path:
        words.append(word_of(tree, node, swapped))
        swapped = swapped or node.turn == "swap"
        if node is tree.at and node.children:
            words.append(",")
    lost = re.fullmatch(r"([BW])\+(R|F|T).*", tree.result)
    if lost:
        loser = 1 - LETTERS.index(lost[1]) ^ swapped
        words.append(f":{'r' if lost[2] == 'R' else 'f'}{'bw'[loser]}")
    return f"{ADDRESS}{tree.game.size}c1,{''.join(words)}\n"


def word_of(tree: GameTree, node: Node, swapped: bool) -> str:
    """Return a turn as a link has it; at the root there is none."""
    if node.turn == "swap":
        return ":s"
    return mirrored(tree.game, node.turn) if swapped else node.turn
