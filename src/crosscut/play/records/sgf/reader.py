"""SGF as a game tree: our own files, and those of other programs.

Files differ in whom B and W mean. As a rule they are the colours, so after a swap the same letter
moves twice; where seats keep their letters, it moves once, and the letters change their meaning.
Where White moves first, the letters are exchanged throughout.
"""

import codecs
import re
from collections.abc import Iterable, Iterator

from crosscut.core.errors import BadRecord, CrosscutError
from crosscut.play.records.game_tree import (
    LEAVES,
    BadTurn,
    Check,
    GameTree,
    Node,
    exchanged,
    left_by,
    quoted,
)
from crosscut.play.records.sgf.grammar import Raw, halves, parse, place, unescaped
from crosscut.play.records.sgf.points import point
from crosscut.play.records.sgf.properties import (
    CLOCKS,
    FACT,
    INFO,
    MOVES,
    OTHER_COLOUR,
    OURS,
    PLAYERS,
    ROOT_ONLY,
    RULES,
    SET_UP,
    TAPS,
    read_rules,
    read_seconds,
)
from crosscut.play.records.sgf.start import (
    beginning,
    first_mover,
    game_of,
    last_move,
    line_to_set_up,
    mover_told,
    old_hexgui,
    origin_of,
    own,
    text_of,
    with_plain_root,
    with_set_up,
)
from crosscut.play.records.swaps import (
    IN_MIRROR,
    MIRRORED,
    PIECES,
    SIDES,
    SWAPS,
    mirrored,
    swaps_pieces,
)
from crosscut.rules.game import Game

CHARSETS = re.compile(
    r"utf-?8|us-ascii|ascii|latin-?1|iso-?8859-\d{1,2}|windows-125\d|cp125\d|shift_?jis|euc-?(jp|kr)"
    r"|gb2312|gbk|gb18030|big5|koi8-r",
    re.IGNORECASE,
)

BYTE_ORDER = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Marks at the beginning of files that tell their character set."""


def decoded(data: bytes) -> str:
    """Return the text of a file, by the character set that it names, or else by what fits."""
    for mark, charset in BYTE_ORDER.items():
        if data.startswith(mark):
            return data.decode(charset, "replace")
    named = re.search(rb"\bCA\s*\[([^\]]{1,40})\]", data[:4000])
    charset = named[1].decode("ascii", "replace").strip() if named else "utf-8"
    try:
        return data.decode(charset if CHARSETS.fullmatch(charset) else "utf-8")
    except (UnicodeDecodeError, LookupError):
        return data.decode("latin-1")


def read_sgf(
    text: str, game: Game | None = None, check: Check | None = None, number: int | None = None
) -> GameTree:
    """Return the only game of a file, or that of a number, counted from 1.

    ``game`` fills in what the file does not say.
    """
    games = parse(text)
    if number is None and len(games) > 1:
        count = f"it has {len(games)} games, and one is read at a time"
        raise BadRecord(f"{count}: choose it by its number, or bring it alone")
    number = 1 if number is None else number
    if not 1 <= number <= len(games):
        raise BadRecord(f"there is no game number {number}; the file has {len(games)}")
    return Reading(text, games[number - 1], game, check).tree


def read_all(text: str, game: Game | None = None, check: Check | None = None) -> list[GameTree]:
    """Return all games of a file."""
    return all_read(read_each(text, game, check))


def all_read(games: Iterable[GameTree | CrosscutError]) -> list[GameTree]:
    """Return games if all of them could be read; the error is that of the first that could not."""
    found, waiting = [], iter(games)
    for tree in waiting:
        if isinstance(tree, CrosscutError):
            several = found or next(waiting, None) is not None
            raise BadRecord(f"game {len(found) + 1}, {tree}" if several else str(tree)) from tree
        found.append(tree)
    return found


def read_each(
    text: str, game: Game | None = None, check: Check | None = None
) -> Iterator[GameTree | CrosscutError]:
    """Yield the games of a file, and what is wrong in place of those that cannot be read."""
    for top in parse(text):
        try:
            found = Reading(text, top, game, check).tree
        except CrosscutError as error:
            found = error
        yield found


class Reading:
    """One game while it is read."""

    def __init__(self, text: str, top: Raw, given: Game | None, check: Check | None):
        self.text = text
        top = with_plain_root(top)
        notes: list[str] = []
        game = game_of(top, given, notes)
        self.check = check
        self.top = top = self.begun_anew(game, top, notes)
        origin = origin_of(game, top)
        self.tree = GameTree(game, origin, notes=notes, check=check)
        first, start = first_mover(top), self.tree.start().colour
        free = not origin and RULES not in top.properties and not own(top)
        told = mover_told(top.properties) in (None, first)
        self.flipped = free and told and first is not None and first != start
        """Whether B and W stand for the colours 1 and 0."""
        self.seated: dict[Node, bool] = {self.tree.root: False}
        """The positions after a swap in which the letters stayed with their players."""
        self.comments: dict[Node, list[str]] = {}
        """What is said at each position; nodes without a move say it of the one before."""
        self.last = last_move(top)
        self.left = ""
        """The result if the main line ends with somebody who leaves."""
        self.read_nodes()
        if not (self.tree.root.children or top.properties.keys() & {*ROOT_ONLY, *SET_UP}):
            raise BadRecord("there is no move in it")
        self.read_facts()
        if swaps_pieces(game) and any(self.seated.values()):
            self.tree.notes.append(MIRRORED)

    # Nodes.

    def read_nodes(self) -> None:
        """Play all turns, and note what stands with them."""
        self.note(self.top, self.tree.root, OURS)
        waiting = [(child, self.tree.root) for child in reversed(self.top.children)]
        while waiting:
            raw, parent = waiting.pop()
            self.tree.make_room(0)  # nodes without moves take time too
            node = self.read_move(raw, parent)
            begun = node is not self.tree.root  # else it has what the first node tells of the game
            self.note(raw, node, {*MOVES, *CLOCKS, "C", TAPS, "GM"} if begun else OURS)
            waiting.extend((child, node) for child in reversed(raw.children))
        for node, comments in self.comments.items():
            node.comment = "\n".join(filter(None, comments))
        if not self.tree.taps:
            self.tree.at = self.tree.root.end

    def read_move(self, raw: Raw, parent: Node) -> Node:
        """Return the node after the turn that stands here; without one, the node before."""
        try:
            found = [label for label in MOVES if label in raw.properties]
            if set_up := raw.properties.keys() & {*SET_UP}:
                raise BadRecord(f"{min(set_up)} changes the board in a variation")
            if not found:
                return parent
            values = raw.properties[found[0]]
            if len(found) + len(values) > 2:
                raise BadRecord("a node has several moves")
            return self.play(raw, parent, MOVES.index(found[0]), unescaped(values[0]).strip())
        except BadTurn as error:
            raise error.at(place(self.text, raw.offset)) from error
        except BadRecord as error:
            raise BadRecord(f"{place(self.text, raw.offset)}: {error}") from error

    def play(self, raw: Raw, parent: Node, label: int, text: str) -> Node:
        """Return the node after a turn of the player with a letter."""
        tree, game = self.tree, self.tree.game
        before, seated, word = tree.position_at(parent), self.seated[parent], text.lower()
        colour = label ^ self.flipped ^ seated
        if word in LEAVES:
            if raw is self.last:
                self.left = left_by(colour, word)
            else:  # that is not how the game ended, but what somebody thought of
                mover = game.player(before.state, colour)
                self.comments.setdefault(parent, []).append(f"{mover} {LEAVES[word].lower()}s.")
            return parent
        if colour != before.colour and not before.over:
            mover = game.player(before.state, before.colour)
            raise BadTurn(before.turn_number + 1, text, f"it is {mover}'s turn")
        if word in SWAPS:
            node = tree.add(parent, "swap")
            seated = self.letters_stay(raw, label, word)
        else:
            turn = point(game, text) or text or "pass"
            in_mirror = seated and swaps_pieces(game)
            turn = mirrored(game, turn) if in_mirror else turn
            node = tree.add(parent, turn, quoted(text, turn, IN_MIRROR if in_mirror else ""))
        self.seated[node] = seated
        return node

    def letters_stay(self, raw: Raw, label: int, word: str) -> bool:
        """Tell whether the letters stay with the players when one swaps.

        Who moves next shows it, for a colour that has swapped moves again. HexGui up to 0.9 calls
        that ``swap-pieces`` too.
        """
        following = first_mover(raw)
        if word == SIDES:
            return False
        if following is not None:
            stays, why = following != label, "the colour that swapped moves again"
        elif word == PIECES:
            stays, why = not old_hexgui(self.top), "HexGui up to 0.9 writes it so"
        else:
            return self.flipped
        note = f"{PIECES} is read as {SIDES}: {why}, so the stone is not mirrored."
        if word == PIECES and not stays and note not in self.tree.notes:
            self.tree.notes.append(note)
        return stays

    def note(self, raw: Raw, node: Node, understood: set[str]) -> None:
        """Take over comment, clocks, a turn begun, and the properties that mean nothing here."""
        exchanged_letters = self.flipped ^ self.seated[node]
        properties = raw.properties
        if "C" in properties:
            self.comments.setdefault(node, []).append(text_of(properties, "C"))
        clock = list(node.clock)
        for label, key in enumerate(CLOCKS):
            seconds = read_seconds(text_of(properties, key))
            if seconds is not None:
                clock[label ^ exchanged_letters] = seconds
            elif key in properties:
                understood = understood - {key}
        node.clock = (clock[0], clock[1])
        if TAPS in properties:
            self.tree.at, self.tree.taps = node, [unescaped(tap) for tap in properties[TAPS]]
            self.tree.here()  # so that a bad one is found now
        for key, values in properties.items():
            if key not in understood:
                name = OTHER_COLOUR.get(key, key) if exchanged_letters else key
                node.others.setdefault(name, []).extend(values)

    # Set-ups in mid-game.

    def begun_anew(self, game: Game, top: Raw, notes: list[str]) -> Raw:
        """Return a first node for a game that begins with the last set-up of its main line."""
        turns, variations, said = 0, 0, ""
        while line := line_to_set_up(top):
            *before, node = line
            if self.check:
                self.check(0)
            played = Reading(self.text, beginning(top, before), game, self.check)
            end = played.tree.main_line()
            key = min(node.properties.keys() & {*SET_UP})
            variations += sum(len(each.children) - 1 for each in (top, *before))
            try:
                if played.flipped or played.seated[played.tree.root.end]:
                    raise BadRecord(f"{key} changes the board after B and W have changed places")
                top = with_set_up(game, top, line, end)
            except CrosscutError as error:
                raise BadRecord(f"{place(self.text, node.offset)}: {error}") from error
            turns += end.turn_number
            said = f"{key} on {place(self.text, node.offset)} changes the board"
        if turns or variations:
            said += " in mid-game: the game begins there. " if turns else ": "
            left_out = [f"{turns} turn{'s' * (turns != 1)} before it"] if turns else []
            if variations:
                left_out.append(f"{variations} variation{'s' * (variations != 1)}")
            verb = "is" if turns + variations == 1 else "are"
            notes.append(f"{said}{' and '.join(left_out)} {verb} left out.")
        return top

    # Facts.

    def read_facts(self) -> None:
        """Take over names, result and all that is told about the game."""
        tree, told = self.tree, self.top.properties
        seated = self.seated[tree.root.end]
        names = [text_of(told, key) for key in PLAYERS]
        tree.names = names[::-1] if self.flipped ^ (tree.swapped and not seated) else names
        result = text_of(told, "RE")
        result = f"{result}+" if result in MOVES else result
        tree.result = exchanged(result) if self.flipped ^ seated else result
        tree.result = tree.result or self.left
        for name, key in INFO.items():
            text = text_of(told, key)
            ours = (key == "GN" and text == tree.game.facts.title) or (
                key == "RU" and RULES not in told and read_rules(text)
            )
            if key in told and not ours:
                tree.info[name] = text
        tree.info |= dict(map(halves, told.get(FACT, [])))
