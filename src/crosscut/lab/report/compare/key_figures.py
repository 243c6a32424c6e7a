"""What a comparison speaks about: the figures that say most about the character of a game."""

from dataclasses import dataclass

AT_LEAST = "at least"
"""What is noted of a number of levels above which nobody has failed."""
FIRST_SEAT = "first seat"
"""What the share of the first seat is called."""


@dataclass(frozen=True)
class Aspect:
    """A figure that says something about the character of a game, and the words for it."""

    measure: str
    name: str
    called: str
    larger: str
    smaller: str


LEAD = Aspect(
    "lead_changes",
    "lead changes",
    "how often the lead changes",
    "the lead changes hands more often",
    "the lead changes hands less often",
)
WANDERING = Aspect(
    "action_types",
    "move, chosen",
    "how often pieces move",
    "pieces on the board are moved more often",
    "pieces on the board are moved less often",
)
ASPECTS = (
    Aspect("length", "mean length", "length", "games are longer", "games are shorter"),
    Aspect(
        "branching",
        "branching factor",
        "the number of legal moves",
        "the choice is wider",
        "the choice is narrower",
    ),
    Aspect(
        "complexity",
        "game-tree complexity",
        "the size of the game tree",
        "the game tree is larger",
        "the game tree is smaller",
    ),
    WANDERING,
    LEAD,
    Aspect("critical_turns", "hot turns", "hot turns", "more turns are hot", "fewer turns are hot"),
    Aspect(
        "critical_turns",
        "critical turns per game",
        "turns with a single good move",
        "more turns have a single good move",
        "fewer turns have a single good move",
    ),
    Aspect(
        "quality",
        "drama",
        "drama",
        "winners come from further behind",
        "winners are less far behind on their way",
    ),
    Aspect(
        "quality",
        "uncertainty",
        "uncertainty",
        "chances are more even",
        "chances are less even",
    ),
    Aspect(
        "quality",
        "decisiveness",
        "when games are decided",
        "games are decided later",
        "games are decided earlier",
    ),
    Aspect(
        "quality",
        "depth",
        "how often longer thought finds another move",
        "longer thought finds another move more often",
        "longer thought finds another move less often",
    ),
)
LEVELS = {"ladder": "the ladder of thinking times"}
"""The measures that count levels of play."""
STRONGEST = ("chain", "strongest above Random")
"""How many Elo lie between Random and the strongest player tried."""
GAINS = tuple(("chain", f"Elo per doubling, {part} effort") for part in ("low", "middle", "high"))
"""How many Elo a doubling of effort gains."""
CHARTED = (
    ("results", FIRST_SEAT),
    *((aspect.measure, aspect.name) for aspect in ASPECTS),
    *((measure, "levels") for measure in LEVELS),
    STRONGEST,
    *GAINS,
)
"""The measure and the name of each figure that is drawn, where two reports or more have it."""
MAIN = frozenset([*CHARTED, ("results", "draws")])
"""The figures that are tested apart from all others."""
