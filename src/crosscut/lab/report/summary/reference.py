"""A frame of reference: how a figure stands among those of the games that come with Crosscut.

Their figures are in `reference.json`, which `make reference` writes from one report on each game,
all at their usual size and variant. A rank is claimed only where the intervals are apart.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from crosscut.core.errors import BadOption, CrosscutError
from crosscut.lab.report.measure import Figure, Measure

FORMAT = 1
DATA = Path(__file__).with_name("reference.json")
LEAST_GAMES = 8
"""With fewer games a figure has no interval that means anything, and so no rank."""
LEAST_PEERS = 5
"""Among fewer other games a rank says nothing."""
UNRANKED = {
    "facts": "it tells what the game is, not how it plays",
    "rules": "it tells what the game is, not how it plays",
    "ratings": "it tells what people think",
    "representative_game": "it is a single game",
    "opening_map": "it speaks of cells of one board",
    "openings": "its counts grow with the number of games",
    "moves": "its counts grow with the number of games",
    "state_space": "its counts grow with the number of games",
    "unique_positions": "it tells how far a count came",
    "shortest_games": "it tells how far a search came",
    "solved": "it tells how far a search came",
    "puzzles": "it tells how far a search came",
    **dict.fromkeys(
        ("trajectory", "temperature", "critical_turns", "lead_changes", "quality"),
        "it rests on the engine's opinion, which is corrected in some reports and not in others",
    ),
    "ladder": "it depends on the machine",
    "playout_speed": "it depends on the machine",
    "search_speed": "it depends on the machine",
}
"""The measures of which no figure is ranked, and why."""
COMPLEMENTS = ("second seat", "decisive games")
"""What names of figures begin with that say the same as another one, the other way round."""
GROWING = ("moves", "turns", "pieces", "cells", "log10")
"""The units of figures that grow with the board; so do those per game."""
WORDS = {
    ("length", ""): ("longer", "shorter"),
    ("branching", ""): ("wider", "narrower"),
    ("complexity", ""): ("larger", "smaller"),
    ("size_of_rules", ""): ("longer", "shorter"),
    ("chain", ""): ("deeper", "shallower"),
}
"""What a larger and a smaller figure is called, of a measure or of one figure of it."""
USUAL_WORDS = ("higher", "lower")
SIGNIFICANT = 5
"""Digits that are kept of a number."""


class Peer(NamedTuple):
    """A figure of another game; the ends of its interval are its value if it has none."""

    game: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rank:
    """How a figure stands among those of other games."""

    measure: str
    figure: Figure
    peers: tuple[Peer, ...]
    """From the least to the greatest value."""

    @property
    def ends(self) -> tuple[float, float]:
        """Where the figure lies: its interval, or twice its value if it is exact."""
        return self.figure.interval or (self.figure.value, self.figure.value)

    @property
    def above(self) -> int:
        """How many of the others it is surely larger than."""
        return sum(peer.high < self.ends[0] for peer in self.peers)

    @property
    def below(self) -> int:
        """How many of the others it is surely smaller than."""
        return sum(peer.low > self.ends[1] for peer in self.peers)

    @property
    def alike(self) -> int:
        """How many of the others may be larger or smaller, as the intervals meet."""
        return len(self.peers) - self.above - self.below

    @property
    def outside(self) -> bool:
        """Whether it is surely larger, or surely smaller, than all others."""
        return len(self.peers) in (self.above, self.below)

    @property
    def grows(self) -> bool:
        """Whether it depends on the size of the board."""
        return self.figure.unit in GROWING or self.figure.name.endswith("per game")

    @property
    def words(self) -> tuple[str, str]:
        """What a larger and a smaller figure is called."""
        for name in (self.figure.name, ""):
            if (self.measure, name) in WORDS:
                return WORDS[self.measure, name]
        return USUAL_WORDS

    def text(self, noun: str = "") -> str:
        """Say the rank, no more of it than the intervals allow: longer than 9 of 16, like 2."""
        larger, smaller = self.words
        what = f"{len(self.peers)}{noun}"
        if self.outside:
            return f"{larger if self.above else smaller} than all {what}"
        counts = [(larger, self.above), (smaller, self.below)]
        counts = sorted((each for each in counts if each[1]), key=lambda each: -each[1])
        if not counts:
            if noun:
                return f"neither {larger} nor {smaller} than any of {what} as far as can be told"
            return f"like all {what}"
        said = [f"{word} than {number}" for word, number in counts]
        said[0] += f" of {what}"
        return ", ".join([*said, *([f"like {self.alike}"] if self.alike else [])])


@cache
def reference() -> dict:
    """Return the figures of the games that come with Crosscut; nothing if there are none yet."""
    if not DATA.is_file():
        return {"games": {}}
    found = json.loads(DATA.read_text())
    return found if found.get("crosscut_reference") == FORMAT else {"games": {}}


def unlike(about: Mapping) -> str:
    """Say how the other games were played, if that is not how this one was."""
    limits = {str(each.get("limit")) for each in reference()["games"].values()}
    if "limit" not in about or limits <= {str(about["limit"]), "None"}:
        return ""
    theirs = " or ".join(sorted(limits - {"None"}, key=len))
    return f"They had {theirs} simulations a turn, not {about['limit']}; that may be why."


def peers_of(about: Mapping, measure: str, name: str, games: Mapping | None = None) -> list[Peer]:
    """Return a figure of all other games that have it, from the least to the greatest."""
    found = []
    for game, each in (reference()["games"] if games is None else games).items():
        numbers = each["figures"].get(measure, {}).get(name)
        if numbers and game != about.get("game"):
            value, low, high, _ = numbers if len(numbers) > 1 else numbers * 4
            found.append(Peer(each["name"], value, low, high))
    return sorted(found, key=lambda peer: (peer.value, peer.game))


def rank(about: Mapping, measure: str, figure: Figure, games: Mapping | None = None) -> Rank | None:
    """Return how a figure stands among other games; None where a rank would mean nothing."""
    if not ranked(measure, figure):
        return None
    peers = peers_of(about, measure, figure.name, games)
    return Rank(measure, figure, tuple(peers)) if len(peers) >= LEAST_PEERS else None


def ranked(measure: str, figure: Figure) -> bool:
    """Tell whether a rank of a figure means something: it is exact, or says how sure it is."""
    number = isinstance(figure.value, int | float) and not isinstance(figure.value, bool)
    if not number or measure in UNRANKED or figure.name.startswith(COMPLEMENTS):
        return False
    if figure.interval is None:
        return figure.n is None
    return figure.n is not None and figure.n >= LEAST_GAMES


# Making the data.


def entry(about: Mapping, measures: Mapping[str, Measure]) -> dict:
    """Return what is kept of the report on a game."""
    kept = {
        name: {figure.name: kept_of(figure) for figure in measure.figures if ranked(name, figure)}
        for name, measure in sorted(measures.items())
    }
    told = {key: about[key] for key in TOLD if key in about}
    return told | {"figures": {name: figures for name, figures in kept.items() if figures}}


TOLD = ("name", "title", "size", "cells", "variant", "pie", "limit", "games", "seed", "effort",
        "version")  # fmt: skip
"""What is kept of how a report was made."""


def kept_of(figure: Figure) -> list[float]:
    """Return the value of a figure, and its interval and sample size if it is not exact."""
    if figure.interval is None:
        return [short(figure.value)]
    return [short(figure.value), *map(short, figure.interval), figure.n]


def short(value: float) -> float:
    """Return a number with as many digits as count."""
    return float(f"{value:.{SIGNIFICANT}g}")


def gathered(folders: Sequence[Path]) -> dict:
    """Return the data from the reports in some folders, one on each game."""
    from dataclasses import replace

    from crosscut.lab.report.saved_report import read
    from crosscut.rules.registry import game_class

    games: dict[str, dict] = {}
    for number, folder in enumerate(folders, start=1):
        report = read(folder)
        about = report.about
        game = about["game"]
        facts = game_class(game).facts
        usual = {"size": facts.size, "variant": next(iter(facts.variants))}
        unlike = [key for key, value in usual.items() if about.get(key) != value]
        if unlike:
            raise BadOption(f"{folder} is a report on {about['title']}, of unusual {unlike[0]}")
        if game in games:
            raise BadOption(f"{folder} is a second report on {about['title']}")
        measures = {
            name: replace(EMPTY, figures=list(found.figures.values()))
            for name, found in report.measures.items()
        }
        games[game] = entry(about, measures)
        print(f"{number} of {len(folders)}: {about['title']}", file=sys.stderr)
    return {"crosscut_reference": FORMAT, "games": dict(sorted(games.items()))}


EMPTY = Measure("", "")


def written(found: Mapping) -> str:
    """Return the data as text, a line for every measure of a game, so that changes can be read."""
    lines = [f'{{"crosscut_reference": {FORMAT}, "games": {{']
    for game, each in found["games"].items():
        told = {key: value for key, value in each.items() if key != "figures"}
        lines.append(f'{json.dumps(game)}: {json.dumps(told)[:-1]}, "figures": {{')
        lines += separated(
            f"{json.dumps(name)}: {json.dumps(figures)}"
            for name, figures in each["figures"].items()
        )
        lines.append("}},")
    lines[-1] = lines[-1].rstrip(",")
    return "\n".join([*lines, "}}"]) + "\n"


def separated(lines: Iterable[str]) -> list[str]:
    """Return lines with commas between them."""
    found = list(lines)
    return [line + "," for line in found[:-1]] + found[-1:]


def main(folders: Sequence[str]) -> None:
    """Write the data from the reports in these folders."""
    from crosscut.play.record import replace_file
    from crosscut.rules.registry import ids

    try:
        found = gathered([Path(each) for each in folders])
    except CrosscutError as error:
        sys.exit(f"crosscut: {error}")
    text = written(found)
    json.loads(text)
    replace_file(DATA, text)
    missing = sorted(set(ids()) - set(found["games"]))
    print(f"{DATA}: {len(found['games'])} games, {len(text):,} bytes", file=sys.stderr)
    if missing:
        print(f"without {', '.join(missing)}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
