"""A page of documentation about a game, made from the game file: Markdown and pictures."""

from crosscut.play.position import Position
from crosscut.play.rulebook import Diagram, figures, rulebook
from crosscut.play.svg import draw
from crosscut.rules.game import Game
from crosscut.rules.registry import built_in

STUCK = {"loses": "loses", "draw": "ends the game as a draw"}
REPETITION = {
    "illegal": "of an earlier board is illegal",
    "draw": "for the third time is a draw",
}


def page(game_class: type[Game], name: str, command: str) -> str:
    """Return the page of a game as Markdown; its pictures are beside it, see `pictures`.

    ``command`` is how it is played.
    """
    book = rulebook(game_class)
    parts = [f"# {game_class.facts.title}", book.summary, facts_table(game_class, name), "## Rules"]
    parts.append("\n".join(f"{i}. {rule}" for i, rule in enumerate(book.rules, start=1)))
    number = 0
    for figure in figures(game_class):
        parts.append(f"## {figure.title}")
        for diagram in figure.diagrams:
            number += 1
            parts += [diagram.caption, f"![{figure.title}]({name}-{number}.svg)"]
    if book.settled:
        parts += ["## Settled", "\n".join(f"- {point}" for point in book.settled)]
    parts += ["## Play it", f"`{command}`"]
    return "\n\n".join(parts) + "\n"


def facts_table(game_class: type[Game], name: str) -> str:
    """Return what is known about a game as a table."""
    facts = game_class.facts
    offered = ", ".join(str(size) for size in facts.sizes)
    with_pie = [variant for variant in facts.variants if facts.has_pie(variant)]
    default = game_class(facts.size, next(iter(facts.variants)))
    own, anchor = name in built_in(), facts.title.lower().replace(" ", "-")
    rows = {
        "designer": facts.designer,
        "year": str(facts.year or ""),
        **{tag.lower(): what for tag, what in facts.tags.items()},
        "sizes": f"{offered}; every size from {facts.smallest} to {facts.largest} can be played",
        "default size": f"{facts.size}, {len(default.board.cells)} cells",
        "variants": "<br>".join(f"`{key}`: {what}" for key, what in facts.variants.items()),
        "pie rule": f"by default in {', '.join(with_pie)}" if with_pie else "not by default",
        "a player without a turn": STUCK.get(default.stuck),
        "a repetition": REPETITION.get(default.repetition),
        "notation": facts.notation,
        "name": f"`{name}`",
        "links": " ".join(f"<{link}>" for link in facts.links),
        "unclear rules": f"[how they were settled](../rulings.md#{anchor})" if own else "",
    }
    lines = [f"| {key} | {what} |" for key, what in rows.items() if what]
    return "\n".join(["| | |", "|---|---|", *lines])


def pictures(game_class: type[Game], name: str) -> dict[str, str]:
    """Return the pictures of a page by their file names, as SVG documents."""
    diagrams = [diagram for figure in figures(game_class) for diagram in figure.diagrams]
    return {
        f"{name}-{number}.svg": picture(diagram) + "\n"
        for number, diagram in enumerate(diagrams, start=1)
    }


def picture(diagram: Diagram) -> str:
    """Return one diagram of a figure as an SVG document."""
    position = Position.set_up(diagram.game, diagram.pieces, 0)
    return draw(position, dict.fromkeys(diagram.marked, diagram.shape), last=False)
