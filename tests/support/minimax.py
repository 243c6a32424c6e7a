"""What a position is worth, by trying everything: slow, plain, and written for nothing but that."""

from crosscut.rules.game import DRAW


def value(position, known):
    """Return the seat that wins with best play, or `DRAW`; ``known`` holds what was found before.

    What a position is worth may depend on the turns that led there, where one may not repeat.
    """
    if position.over:
        return result(position)
    remembered = position.keys[1 : 1 + position.keys[0]] if position.game.remembers else []
    key = position.table, tuple(sorted(remembered))
    if key not in known:
        best = 1 - position.to_play
        for action in position.actions():
            after = value(position.tap(action), known)
            if after in (DRAW, position.to_play):
                best = after
            if best == position.to_play:
                break
        known[key] = best
    return known[key]


def result(position):
    """Return how a game that is over ended."""
    return DRAW if position.winner is None else position.winner


def values(position):
    """Return what the position is worth, and what each first turn is."""
    known = {}
    turns = {text: value(after, known) for text, after in position.next_turns()}
    return value(position, known), turns
