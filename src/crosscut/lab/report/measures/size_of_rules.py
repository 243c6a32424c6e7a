"""How much it takes to write the game down, beside the least that a game can be."""

from crosscut.lab.report.estimates import counted
from crosscut.lab.report.measure import Measure, Table
from crosscut.lab.report.rules_source import SHARED_RULES, definitions
from crosscut.lab.report.sample import Sample
from crosscut.rules.game import Game
from crosscut.rules.registry import game_class

REFERENCE = "filler"


def compute(sample: Sample) -> Measure:
    """Count the bytes of the game's source and compare them with the reference."""
    about = {
        "title": "Size of the rules",
        "unit": "bytes",
        "formula": (
            "The bytes of the definitions by which the game is played: its class, and every class, "
            "function and constant that these use, directly or not, from its own file, from other "
            f"games, or from the files that games share ({', '.join(SHARED_RULES)}). Docstrings, "
            "comments and imports do not count, nor does layout: each definition is written out "
            "anew (Python's ast.unparse, UTF-8). Boards, sets of cells and the contract of games "
            "are given to all alike and do not count. The first ratio counts all of that, the "
            "second the file of the game alone; both are to the same bytes of Filler, the game "
            "that just fills the board."
        ),
    }
    parts = definitions(type(sample.game))
    if not parts:
        return Measure(**about, missing="The game was not read from a file that could be weighed.")
    whole, own = weights(type(sample.game))
    whole_reference, own_reference = weights(game_class(REFERENCE))
    rows = [
        (name, module.removeprefix("crosscut."), len(text.encode()))
        for (module, name), text in parts.items()
    ]
    return Measure(
        **about,
        figures=[
            counted("size", whole, "bytes"),
            counted("size of the reference", whole_reference, "bytes"),
            counted("ratio", whole / whole_reference),
            counted("size of its own file", own, "bytes"),
            counted("size of the reference's own file", own_reference, "bytes"),
            counted("ratio of own files", own / own_reference),
        ],
        exhibits=[
            Table(
                "What counts",
                ("definition", "of", "bytes"),
                sorted(rows, key=lambda row: (-row[2], row)),
            )
        ],
    )


def weights(cls: type[Game]) -> tuple[int, int]:
    """Return the bytes of all that a game consists of, and of what stands in its own file."""
    sizes = {place: len(text.encode()) for place, text in definitions(cls).items()}
    own = sum(size for (module, _), size in sizes.items() if module == cls.__module__)
    return sum(sizes.values()), own
