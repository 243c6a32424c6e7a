"""How soon a game can be over."""

from crosscut.lab.report.estimates import counted
from crosscut.lab.report.measure import Figure, Line, Measure
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.report.stages.unique import start_of
from crosscut.play.position import Position

TITLE = "Shortest games"
FORMULA = (
    "Lengths are in moves, as players write them down. What no game can do is known from the tree "
    "of all positions: it was searched completely to the depth named, and a position in which the "
    "game has ended is either there or not. What a game can do is shown by a game in which both "
    "sides help each other. It was looked for {attempts} times, among {games:,} games each: taps "
    "are drawn by lot, and those of the shortest game so far get one more ticket after every round "
    "of games. Where both bounds meet, the shortest game is proven. Logged games are those of the "
    "engine; random ones draw from all legal moves."
)


def compute(sample: Sample) -> Measure:
    """Tell how short games were, and how short they can be."""
    ended = [game for game in sample.games if game.finished]
    ended_at_random = [game for game in sample.random_games if game.finished]
    searched, found = searched_depth(sample)
    helped = shortest_helped(sample)
    figures = [
        shortest("shortest logged game", ended),
        shortest("shortest random game", ended_at_random),
    ]
    if searched:
        note = "the shortest there is" if found else "no game is over by then"
        figures.append(counted("depth searched completely", searched, "moves", note=note))
    if helped:
        figures.append(counted("shortest game known", moves_in(helped), "moves"))
    exhibits = [
        Line(f"{title}: {game.story.length} moves", game.end, shown=game.story.turns)
        for title, game in (
            ("The shortest logged game", shortest_of(ended)),
            ("The shortest random game", shortest_of(ended_at_random)),
        )
        if game is not None
    ]
    if helped:
        title = f"Both sides help: {moves_in(helped)} moves"
        exhibits.insert(0, Line(title, helped, shown=helped.turn_number))
    return Measure(
        title=TITLE,
        unit="moves",
        formula=FORMULA.format(
            attempts=len(sample.results("shortest")), games=sample.plan.effort.short_tries
        ),
        figures=figures,
        exhibits=exhibits,
        summary=bounds_in_words(searched, found, helped) + about_start(sample),
        missing="" if exhibits else "No game came to an end.",
    )


def shortest_of(games: list[Played]) -> Played | None:
    """Return the shortest of some games, the first of them if there are several."""
    return min(games, key=lambda game: game.story.length, default=None)


def shortest(name: str, games: list[Played]) -> Figure:
    """Return how short the shortest of some games is."""
    game = shortest_of(games)
    return counted(name, None if game is None else game.story.length, "moves", len(games))


def moves_in(position: Position) -> int:
    """Return how many moves have led to a position."""
    return sum(not here.mid_move for here in position.line[1:])


def searched_depth(sample: Sample) -> tuple[int, bool]:
    """Return how deep all was searched, and whether games end there but not before."""
    for result in sample.results("unique"):
        ends = [depth for depth, over in enumerate(result["over"], start=1) if over]
        return (ends[0], True) if ends else (len(result["over"]), False)
    return 0, False


def shortest_helped(sample: Sample) -> Position | None:
    """Return the end of the shortest game in which both sides helped."""
    ends = []
    for result in sample.results("shortest"):
        here = start_of(sample.plan)
        for tap in result["taps"]:
            here = here.tap(tap)
        if here.over:
            ends.append(here)
    return min(ends, key=lambda end: (moves_in(end), end.turn_number), default=None)


def about_start(sample: Sample) -> str:
    """Say that other starts may do better, where there are others."""
    if not sample.game.has_deal:
        return ""
    return f" That is for the start dealt by seed {sample.plan.seed}; others may allow less."


def bounds_in_words(searched: int, found: bool, helped: Position | None) -> str:
    """Say what is proven and what is only known from an example."""
    known = moves_in(helped) if helped else None
    turns = helped.turn_number if helped else None
    if found and known == searched:
        return f"The shortest game takes {known} moves ({turns} turns): a full search proves it."
    if found:
        text = f"A full search proves that the shortest game takes {searched} moves."
        return text if known is None else f"{text} The one shown takes {known}."
    lower = f"No game is over within {searched} moves: a full search proves it." if searched else ""
    if known is None:
        return lower
    if known == searched + 1:
        return f"{lower} So the shortest game takes {known} moves ({turns} turns), as shown."
    upper = f"A game of {known} moves ({turns} turns) is shown; whether there is a shorter one"
    return f"{lower} {upper} is not known.".strip()
