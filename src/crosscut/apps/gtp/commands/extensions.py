"""Commands of our own, for programs that know Crosscut."""

from crosscut.apps.gtp.dialect import Dialect
from crosscut.apps.gtp.notation import Notation, Style
from crosscut.apps.gtp.protocol import BadSyntax, Failure
from crosscut.apps.gtp.registry import command, expect, no_words, read_number
from crosscut.apps.gtp.session import BY_HAND, Session
from crosscut.core.errors import BadOption


@command("crosscut-notation")
def notation(session: Session, words: list[str]) -> str:
    """Return how turns are written, or choose: gtp, htp or own."""
    if not words:
        return session.style.value
    (word,) = expect(words, 1, "crosscut-notation takes gtp, htp or own")
    if word.lower() not in list(Style):
        raise BadSyntax("crosscut-notation takes gtp, htp or own")
    style = Style(word.lower())
    if session.is_mirrored:
        raise Failure("after swap-pieces the notation stays; clear the board first")
    try:
        Notation(session.game, style)
    except BadOption as error:
        raise Failure(str(error)) from error
    session.style = style
    return ""


@command("crosscut-dialect")
def dialect(session: Session, words: list[str]) -> str:
    """Return what one GTP move is, or choose: whole turns, their moves or their taps."""
    if not words:
        return session.dialect.value
    (word,) = expect(words, 1, "crosscut-dialect takes turns, moves or taps")
    if word.lower() not in list(Dialect):
        raise BadSyntax("crosscut-dialect takes turns, moves or taps")
    if session.position.mid_move:
        raise Failure("in the middle of a move the dialect stays; finish the move or undo it")
    session.dialect = Dialect(word.lower())
    return ""


@command("crosscut-variant")
def variant(session: Session, words: list[str]) -> str:
    """Return the variant of the rules, or begin a game of another."""
    if not words:
        return session.game.variant
    (word,) = expect(words, 1, "crosscut-variant takes the name of a variant")
    session.new_game(session.other_game(variant=word))
    return ""


@command("crosscut-swap")
def swap(session: Session, words: list[str]) -> str:
    """Return whether the second player may swap, or begin a game with or without that: on, off."""
    if not words:
        return "on" if session.game.pie else "off"
    (word,) = expect(words, 1, "crosscut-swap takes on or off")
    if word.lower() not in ("on", "off"):
        raise BadSyntax("crosscut-swap takes on or off")
    session.new_game(session.other_game(pie=word.lower() == "on"))
    return ""


@command("crosscut-deal")
def deal(session: Session, words: list[str]) -> str:
    """Begin a game with the set-up of a seed, or one in which players set up by hand."""
    if not session.game.has_deal:
        raise Failure(f"{session.game.facts.title} is not dealt")
    if not words:
        return BY_HAND if session.deal is None else str(session.deal)
    (word,) = expect(words, 1, f"crosscut-deal takes a seed or {BY_HAND}")
    session.deal = None if word.lower() == BY_HAND else read_number(word)
    session.deals_anew = False
    session.new_game(session.game)
    return ""


@command("crosscut-turns")
def turns(session: Session, words: list[str]) -> str:
    """Return the turns so far, one a line, in our own texts and as we see the board."""
    no_words(words)
    return "\n".join(session.position.history())
