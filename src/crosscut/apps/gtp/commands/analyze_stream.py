"""Streams of analysis as KataGo and Leela Zero write them."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from crosscut.apps.gtp.notation import Notation
from crosscut.apps.gtp.protocol import BadSyntax, Failure
from crosscut.apps.gtp.registry import command, read_colour, read_number
from crosscut.apps.gtp.session import Session
from crosscut.play.vertices import COLOUR_WORDS
from crosscut.search.analysis.move_infos import Info, infos, root_chance, root_visits
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search

INTERVAL = 100
"""Hundredths of a second between two reports, where nothing is said."""
LEAST_INTERVAL = 0.02
"""Seconds between two reports at least."""
LOOK = 0.05
"""Seconds between two looks whether more was said, where there is nothing to search."""
LEFT_OUT = ("ownership", "ownershipstdev", "movesownership", "movesownershipstdev")
LEFT_OUT += ("pvvisits", "pvedgevisits")
"""What programs may ask for and do not get: there is no such thing, or nobody needs it here."""


@dataclass
class Wish:
    """What a stream of analysis is to be."""

    colour: int | None = None
    interval: int = INTERVAL
    most: int = 1000
    root: bool = False
    avoided: set[str] = field(default_factory=set)
    allowed: set[str] | None = None

    @property
    def seconds(self) -> float:
        """The time between two reports."""
        return max(LEAST_INTERVAL, self.interval / 100)

    def wants(self, turn: str) -> bool:
        """Tell whether a turn is to be reported."""
        return turn not in self.avoided and (self.allowed is None or turn in self.allowed)


def read_wish(session: Session, words: list[str]) -> Wish:
    """Return what the words after a command ask for: a colour, an interval, and named choices."""
    wish, words = Wish(), list(words)
    if words and words[0].lower() in COLOUR_WORDS:
        wish.colour = read_colour(words.pop(0))
    if words and words[0].isdigit():
        wish.interval = read_number(words.pop(0), most=10**6)
    while words:
        name = words.pop(0).lower()
        if name in ("avoid", "allow") and len(words) >= 3:
            colour, points, _ = read_colour(words.pop(0)), words.pop(0), words.pop(0)
            if colour == session.colour:
                named = {session.notation.read(point) for point in points.split(",")}
                if name == "avoid":
                    wish.avoided |= named
                else:
                    wish.allowed = named
        elif name in ("interval", "minmoves", "maxmoves") and words:
            number = read_number(words.pop(0), 1 if name == "maxmoves" else 0, 10**6)
            if name == "interval":
                wish.interval = number
            elif name == "maxmoves":
                wish.most = number
        elif name in ("rootinfo", *LEFT_OUT) and words:
            value = words.pop(0).lower()
            if value not in ("true", "false"):
                raise BadSyntax(f"{name} is true or false")
            wish.root |= name == "rootinfo" and value == "true"
        else:
            raise BadSyntax("say [COLOUR] [INTERVAL] [minmoves N] [maxmoves N] [rootInfo true] ...")
    return wish


# Reports.

Report = Callable[[Notation, Search, Wish], str]


def lz_report(notation: Notation, search: Search, wish: Wish) -> str:
    """Return one report in Leela Zero's words: chances are counted in ten thousandths."""
    return " ".join(
        f"info move {shown(notation, each.turn)} visits {each.visits} "
        f"winrate {round(10_000 * each.win_chance)} prior {round(10_000 * each.share)} "
        f"lcb {round(10_000 * each.lower_bound)} order {order} pv {line(notation, each)}"
        for order, each in enumerate(wished(search, wish))
    )


def kata_report(notation: Notation, search: Search, wish: Wish) -> str:
    """Return one report in KataGo's words: chances are counted from 0 to 1."""
    reports = [
        f"info move {shown(notation, each.turn)} visits {each.visits} "
        f"winrate {each.win_chance:.6f} prior {each.share:.6f} lcb {each.lower_bound:.6f} "
        f"order {order} pv {line(notation, each)}"
        for order, each in enumerate(wished(search, wish))
    ]
    if wish.root:
        chance = root_chance(search)
        reports.append(f"rootInfo visits {root_visits(search)} winrate {chance:.6f}")
    return " ".join(reports)


def wished(search: Search, wish: Wish) -> list[Info]:
    """Return what is thought of the turns that are to be reported; there may be none."""
    return [each for each in infos(search) if wish.wants(each.turn)][: wish.most]


def shown(notation: Notation, turn: str) -> str:
    """Return a turn as one word."""
    return notation.write(turn).replace(" ", "_")


def line(notation: Notation, info: Info) -> str:
    """Return the turns that are thought best, from one of them on."""
    found = []
    for turn in info.line:
        found.append(shown(notation, turn))
        if notation.moves_the_stone(found[-1]):  # from here on they see another board
            notation = Notation(notation.game, notation.style, not notation.is_mirrored)
    return " ".join(found)


# Streams.


def stream(session: Session, words: list[str], report: Report) -> Iterator[str]:
    """Return reports of a position until more input comes."""
    wish = read_wish(session, words)
    if session.position.over:
        raise Failure("the game is over: there is nothing to analyse")
    if wish.colour not in (None, session.colour):
        raise session.out_of_turn()
    return reports(session, wish, report)


def reports(session: Session, wish: Wish, report: Report) -> Iterator[str]:
    """Search and report now and then, at least once."""
    search = session.engine.search_at(session.position)
    told = time.monotonic()
    for _ in search.slices(Limits()):
        if session.more_input():
            break
        if time.monotonic() - told >= wish.seconds:
            yield report(session.notation, search, wish)
            told = time.monotonic()
    yield report(session.notation, search, wish)
    while not session.more_input():  # all is known, and the other side has not said a word
        time.sleep(LOOK)


def stream_and_play(session: Session, words: list[str], report: Report) -> Iterator[str]:
    """Return reports while a turn is being chosen, and at last the turn, which is played."""
    wish = read_wish(session, words)
    if wish.avoided or wish.allowed is not None:
        raise Failure("avoid and allow are for analysis, not for a turn that is played")
    colour = session.colour if wish.colour is None else wish.colour
    if colour != session.colour and not (session.position.over or session.waits(colour)):
        raise session.out_of_turn()
    return play_and_tell(session, wish, report)


def play_and_tell(session: Session, wish: Wish, report: Report) -> Iterator[str]:
    """Choose a turn and play it; what was thought of the position is told before."""
    colour = session.colour if wish.colour is None else wish.colour
    position, notation, told = session.position, session.notation, time.monotonic()

    def tick() -> None:
        nonlocal told
        search = session.engine.search
        if search.position is position and time.monotonic() - told >= wish.seconds:
            session.tell(report(notation, search, wish))
            told = time.monotonic()

    turn = session.generate(colour, tick)
    search = session.engine.search
    if search is not None and search.position is position:
        yield report(notation, search, wish)
    yield f"play {turn}"


@command("lz-analyze", "analyze")
def lz_analyze(session: Session, words: list[str]) -> Iterator[str]:
    """Report what is thought of a position, in Leela Zero's words."""
    return stream(session, words, lz_report)


@command("kata-analyze")
def kata_analyze(session: Session, words: list[str]) -> Iterator[str]:
    """Report what is thought of a position, in KataGo's words."""
    return stream(session, words, kata_report)


@command("lz-genmove_analyze", "genmove_analyze")
def lz_genmove_analyze(session: Session, words: list[str]) -> Iterator[str]:
    """Choose a turn and play it, reporting in Leela Zero's words."""
    return stream_and_play(session, words, lz_report)


@command("kata-genmove_analyze")
def kata_genmove_analyze(session: Session, words: list[str]) -> Iterator[str]:
    """Choose a turn and play it, reporting in KataGo's words."""
    return stream_and_play(session, words, kata_report)
