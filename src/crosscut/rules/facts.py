"""What people want to know about a game before its rules."""

from dataclasses import dataclass, field

from crosscut.core.errors import BadOption
from crosscut.core.text import shown

CONNECTION = {"Play": "Combinatorial", "Mechanism": "Connection", "Components": "Board, stones"}
"""The tags of most games here, in the words of Ai Ai's reports."""


@dataclass(frozen=True)
class Facts:
    """Title, designer, year, sizes, variants, pie rule, tags and notation of a game."""

    title: str
    designer: str
    year: int | None
    """When it was published, if that is known."""
    sizes: tuple[int, ...] = (5, 7, 9, 11, 13, 15, 19)
    """The sizes that menus offer; the API takes every size from `smallest` to `largest`."""
    size: int = 13
    """The default size."""
    smallest: int = 2
    largest: int = 19
    variants: dict[str, str] = field(default_factory=lambda: {"standard": "The only one."})
    """What each variant is; the first is the default."""
    pie: bool | tuple[str, ...] = False
    """Whether the second player may swap, unless told otherwise; or the variants where he may."""
    tags: dict[str, str] = field(default_factory=lambda: dict(CONNECTION))
    links: tuple[str, ...] = ()
    notation: str = "c3 places a stone"

    def has_pie(self, variant: str) -> bool:
        """Tell whether a variant has the pie rule by default."""
        return self.pie if isinstance(self.pie, bool) else variant in self.pie


def check_options(game) -> None:
    """Refuse what a game cannot be played with, whether a player or the game file asks for it."""
    facts = game.facts
    if not isinstance(game.size, int) or isinstance(game.size, bool):
        raise BadOption(f"the size of a board is a whole number, not {shown(game.size)}")
    if not isinstance(game.pie, bool):
        raise BadOption(f"the pie rule is on or off, True or False, not {game.pie!r}")
    if game.stuck not in ("pass", "loses", "draw"):
        raise BadOption(f"{facts.title}: stuck is pass, loses or draw, not {game.stuck!r}")
    if game.repetition not in ("allowed", "illegal", "draw"):
        raise BadOption(
            f"{facts.title}: repetition is allowed, illegal or draw, not {game.repetition!r}"
        )
    if not isinstance(game.extras, dict):
        raise BadOption(f"{facts.title}: extras is a dict, each name with words on what it does")
    if game.variant not in facts.variants:
        raise BadOption(
            f"{facts.title} has no variant {game.variant!r}; it has " + ", ".join(facts.variants)
        )
    if not facts.smallest <= game.size <= facts.largest:
        raise BadOption(
            f"{facts.title} is played on sizes {facts.smallest} to {facts.largest}, "
            f"not {shown(game.size)}"
        )
