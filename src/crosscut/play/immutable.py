"""A position as a value: nobody writes to it, a copy is the same one, a pickle plays it again."""

from __future__ import annotations

from typing import Any, ClassVar

from crosscut.rules.game import Game
from crosscut.rules.game_state import Table


class Unchanging:
    """The base of `Position`, without anything of games in it."""

    _internal: ClassVar[frozenset[str]] = frozenset()
    """Public names that `dir` leaves out."""

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name}: a position never changes; `play` returns the next one")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __dir__(self) -> list[str]:
        return sorted(set(super().__dir__()) - self._internal)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict) -> Any:
        return self

    @property
    def _identity(self) -> tuple:
        """What makes two positions the same: game, table and the turns that may not recur."""
        return self.game, self.table, self.keys[: 1 + self.keys[0]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unchanging) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash((self.game, self.table))

    def __reduce__(self) -> tuple:
        """Keep the first position and the taps: parents form a chain too deep to pickle."""
        first = self.line[0]
        plain = first.table._replace(state=tuple(first.state))
        taps = self.taps_since(first)
        return replayed, (type(self), self.game, plain, first.keys, dict(first.origin), taps)


def replayed(
    kind: type, game: Game, plain: Table, keys: list[int], origin: dict[str, Any], taps: list[int]
) -> Any:
    """Return the position after some taps; ``plain`` is the first table, its state a plain tuple.

    The class of the state is asked for anew, because the game's file may have been edited.
    """
    table = plain._replace(state=type(game.start())(*plain.state))
    here = kind(game, table, keys, None, -1, **origin)
    for tap in taps:
        here = here.step(tap)
    return here
