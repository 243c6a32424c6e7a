"""What is known of a game before it is played."""

from crosscut.lab.report.measure import Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.play.game_page import REPETITION, STUCK


def compute(sample: Sample) -> Measure:
    """Tell who made the game, what kind of game it is, and how it is played here."""
    game = sample.game
    facts = game.facts
    known = {
        "title": facts.title,
        "designer": facts.designer,
        "year": facts.year,
        **{tag.lower(): what for tag, what in facts.tags.items()},
        "board": f"{game.board.dimensions}, {len(game.board.cells)} cells",
        "sizes": f"{facts.smallest} to {facts.largest}, usually "
        + ", ".join(map(str, facts.sizes)),
        "pieces": ", ".join(name for name, _ in game.kinds),
        **{f"variant {name}": what for name, what in facts.variants.items()},
        "variant here": game.variant,
        "pie rule here": "yes" if game.pie else "no",
        "a player without a turn": STUCK.get(game.stuck, "passes"),
        "a repetition": REPETITION.get(game.repetition, "is allowed"),
        "notation": facts.notation,
        **{f"link {number}": link for number, link in enumerate(facts.links, start=1)},
    }
    return Measure(
        title="Facts",
        formula="All of this stands in the file of the game; nothing is measured.",
        exhibits=[
            Table(
                "What is known before a game is played",
                ("what", "is"),
                [row for row in known.items() if row[1] is not None],
            )
        ],
    )
