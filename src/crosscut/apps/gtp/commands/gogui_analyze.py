"""What is thought of a position, once and on the board: for the menus of GoGui and HexGui."""

from crosscut.apps.gtp.commands.analyze_stream import line, shown
from crosscut.apps.gtp.commands.gogui import rows_and_columns
from crosscut.apps.gtp.notation import Notation
from crosscut.apps.gtp.protocol import Failure
from crosscut.apps.gtp.registry import command, no_words
from crosscut.apps.gtp.session import Session
from crosscut.search.analysis.move_infos import Info, infos


@command("crosscut-win_chance")
def win_chance(session: Session, words: list[str]) -> str:
    """Return for each point how the game stands after a stone there: black wins at 1, white at -1.

    Points that are no whole turn, or were not looked at, are 0.
    """
    board, values = rows_and_columns(session), {}
    sign = 1 if session.colour == 0 else -1
    for each in thought(session, words):
        values[session.notation.write(each.turn)] = sign * (2 * each.win_chance - 1)
    drawn = Notation(session.game, session.style)  # they draw every point where its name belongs
    rows = ([values.get(drawn.point(cell), 0.0) for cell in row] for row in board.rows)
    return "\n" + "\n".join(" ".join(f"{value:.3f}" for value in row) for row in rows)


@command("crosscut-percent")
def percent(session: Session, words: list[str]) -> str:
    """Return the points that are whole turns, each with the win chance of who plays there."""
    return pairs(session, words, lambda each: f"{100 * each.win_chance:.0f}")


@command("crosscut-visits")
def visits(session: Session, words: list[str]) -> str:
    """Return the points that are whole turns, each with how often it was tried."""
    return pairs(session, words, lambda each: str(each.visits))


@command("crosscut-line")
def best_line(session: Session, words: list[str]) -> str:
    """Return the turns that are thought best for both sides; none if none was thought through."""
    found = thought(session, words)
    return line(session.notation, found[0]) if found else ""


def pairs(session: Session, words: list[str], value) -> str:
    """Return points and values."""
    names = session.game.board.names
    found = (each for each in thought(session, words) if each.turn in names)
    return " ".join(f"{shown(session.notation, each.turn)} {value(each)}" for each in found)


def thought(session: Session, words: list[str]) -> list[Info]:
    """Return what is thought of all turns within the limits of a turn."""
    no_words(words)
    if session.position.over:
        raise Failure("the game is over: there is nothing to analyse")
    limits, _ = session.limits(session.colour)
    search = session.engine.search_at(session.position)
    for _ in search.slices(limits):
        if session.interrupted():
            break
    return infos(search)
