"""What there is to know about a game before a program learns it, as Markdown."""

from crosscut.lab.envs.ids import gymnasium_id, openspiel_id, pettingzoo_id
from crosscut.rules.game import Game
from crosscut.search.observation import planes, shape

STUCK = {
    "pass": "`pass` is the only action; two in a row end the game as a draw",
    "loses": "the game ends, and the other seat wins",
    "draw": "the game ends as a draw",
}
REPETITION = {
    "allowed": "changes nothing",
    "illegal": "is illegal, and the mask says so; what was there before is not observed",
    "draw": "the third time is a draw; how often it was there before is not observed",
}

ASK = "ask `to_play` who acts: a turn can take several taps, all of the same seat"


def describe(game: Game) -> str:
    """Return observations, actions, seats and rewards of a game in words, as Markdown."""
    pie = "with the pie rule" if game.pie else "without the pie rule"
    return "\n\n".join(
        [
            f"## {game.facts.title}",
            f"{game.board.dimensions}, {game.variant}, {pie}.",
            table(("", ""), facts(game)),
            table(("plane", "name", "what it shows"), plane_rows(game)),
        ]
    )


def facts(game: Game) -> list[tuple[str, ...]]:
    """Return what is not about planes, each with its name."""
    found = {
        "Gymnasium": f"`{gymnasium_id(game)}`",
        "PettingZoo": f"`{pettingzoo_id(game)}`",
        "OpenSpiel": f"`{openspiel_id(game)}`",
        "observation": f"{' x '.join(map(str, shape(game)))} floats from 0 to 1",
        "actions": "<br>".join(numbering(game)),
        "start": "dealt from the seed; with `deal=False` a seat sets up" if game.has_deal else "",
        "seats": seats(game),
        "a repetition": REPETITION[game.repetition],
        "without a legal action": STUCK[game.stuck],
    }
    return [(name, what) for name, what in found.items() if what]


def numbering(game: Game) -> list[str]:
    """Return what the numbers of actions mean, line by line."""
    _, columns = game.board.grid
    cells = game.board.cells
    first, last = game.board.name(cells[0]), game.board.name(cells[-1])
    found = [
        f"0 to {game.width - 1}: cells, {first} to {last}; number n is in row n // {columns} "
        f"and column n % {columns} of the images"
    ]
    if len(cells) < game.width:
        found.append(f"{game.width - len(cells)} of these numbers are no cells and never legal")
    meanings = {
        "pass": "where a player has to" if game._stuck_passes else "never legal",
        "swap": "once, after the first turn" if game.pie else "never legal: no pie rule",
    } | game.extras
    for number, name in enumerate(game.extra_names, start=game.width):
        found.append(f"{number}: `{name}`, {meanings[name]}")
    return found


def seats(game: Game) -> str:
    """Say who acts when, and what a swap does."""
    text = ASK if game.has_long_turns else ""
    swap = "after a swap seat 0 plays the second colour" if game.pie else ""
    fixed = "" if game.pie else "seat and colour are the same number all the time"
    return "; ".join(part for part in (text, swap, fixed) if part)


def plane_rows(game: Game) -> list[tuple[str, ...]]:
    """Return number, name and meaning of every plane."""
    return [(str(i), plane.name, plane.meaning) for i, plane in enumerate(planes(game))]


def table(head: tuple[str, ...], body: list[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ("---",) * len(head), *body]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


INTRODUCTION = """# What learners see of every game

Made from the game files by `make docs`; [envs.md](envs.md) says what the words mean. Each game is
shown as it is played by default: sizes and variants may have other numbers. A win is worth 1 to the
seat that has won and -1 to the other, in the step that ends the game; all else is worth 0.
"""


def page() -> str:
    """Return the page about all games."""
    from crosscut.rules.registry import ids, load_game

    every = (describe(load_game(name)) for name in ids())
    return "\n\n".join([INTRODUCTION.strip(), *every]) + "\n"
