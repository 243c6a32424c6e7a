"""What can go wrong, in words for the person who can put it right."""


class CrosscutError(Exception):
    """The base of every error that is meant for a person: its text says what to do."""


class UnknownGame(CrosscutError):
    """No game has this name."""


class BadOption(CrosscutError):
    """A size, variant or other choice that the game does not offer."""


class IllegalMove(CrosscutError):
    """A move that the rules forbid; the text says which rule, and where."""


class BadNotation(IllegalMove):
    """A text that is no move, or no diagram."""


class BadRecord(CrosscutError):
    """A saved game that cannot be read."""


class BadCache(CrosscutError):
    """A folder for compiled code that cannot be used."""


class GameOver(IllegalMove):
    """A move in a game that has ended."""


class NoGpu(CrosscutError):
    """There is no GPU to run on, or it cannot do what was asked of it."""


class OutOfMemory(NoGpu):
    """The GPU has too little memory left."""


class NotForGpu(NoGpu):
    """A rule of a game will not compile for a GPU; the text says which."""
