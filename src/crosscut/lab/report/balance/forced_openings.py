"""What games with a forced opening tell of it: near even, one-sided, or not decided yet.

The first games of an opening pick it: as long as they decide nothing, there may be more of them.
One that looks near even then plays a number of further games that is fixed beforehand and had no
part in picking it. Only if these alone say so, too, it is confirmed: of many openings some look
even by chance.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from crosscut.lab.stats import wilson

LEAST = 8
"""Games below which there is no interval and no verdict."""
FIRST, STEP, AT_ONCE = 10, 10, 4
"""Games of each opening in the first round, those of one in a later round, and of how many."""
CHECK, MOST, CHECKS = 60, 100, 2
"""Games by which a picked opening is checked, at least and if there are as many left; and how many
openings are: with 90 % intervals, of which each errs to one side in 5 %, two checks call an uneven
opening near even in at most 10 %."""
CHECK_FROM = 1_000_000
"""The number of the first game of a check; those that pick have smaller ones."""
LEVEL = 0.9
LOW, HIGH = 0.25, 0.75
"""Between which an opening is near even."""

Key = tuple[int, ...]


class Standing(StrEnum):
    """What is known of an opening."""

    even = "near even"
    unconfirmed = "near even, unconfirmed"
    first = "first colour"
    second = "second colour"
    undecided = "undecided"
    few = "too few games"


@dataclass(frozen=True)
class Score:
    """Points of the first colour, a draw being one half, and the games that brought them."""

    points: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        """The share of the points; without games one half."""
        return self.points / self.games if self.games else 0.5

    def interval(self, confidence: float = LEVEL) -> tuple[float, float] | None:
        """Return Wilson's interval, or None for too few games."""
        if self.games < LEAST:
            return None
        return wilson(self.points, self.games, NormalDist().inv_cdf((1 + confidence) / 2))

    @property
    def standing(self) -> Standing:
        """What these games alone say."""
        interval = self.interval()
        if interval is None:
            return Standing.few
        low, high = interval
        if low > HIGH:
            return Standing.first
        if high < LOW:
            return Standing.second
        return Standing.even if low >= LOW and high <= HIGH else Standing.undecided

    def __add__(self, other: "Score") -> "Score":
        return Score(self.points + other.points, self.games + other.games)


@dataclass(frozen=True)
class Forced:
    """The results of one opening: those that picked it, and those that check it."""

    picked: Score
    checked: Score = Score()

    @property
    def score(self) -> Score:
        """All of its games."""
        return self.picked + self.checked

    @property
    def standing(self) -> Standing:
        """What is known of the opening."""
        if self.checked.standing is Standing.even:
            return Standing.even
        found = self.score.standing
        return Standing.unconfirmed if found is Standing.even else found

    @property
    def uneven(self) -> bool:
        """Whether it is one-sided."""
        return self.standing in (Standing.first, Standing.second)


def score_of(results: Iterable[dict]) -> Score:
    """Return the score of some games; those that did not end have no result."""
    ended = [each for each in results if not each["unfinished"]]
    points = sum(0.5 if each["winner"] is None else float(each["winner"] == 0) for each in ended)
    return Score(points, len(ended))


def forced_by_opening(results: Iterable[dict]) -> dict[int, Forced]:
    """Return what is known of each opening, by its number, from the log of forced games."""
    games: dict[int, tuple[list[dict], list[dict]]] = {}
    for each in results:
        opening, number = each["key"]
        games.setdefault(opening, ([], []))[number >= CHECK_FROM].append(each)
    return {
        opening: Forced(score_of(picking), score_of(checking))
        for opening, (picking, checking) in sorted(games.items())
    }


def batches(openings: Sequence[int], done: Mapping[Key, dict], budget: int) -> Iterator[list[Key]]:
    """Yield the games of each round; a round depends on what those before it have brought.

    So the log alone says what comes next, wherever the work was stopped. As long as there is more
    left than a check takes, openings that are not decided are played on, nearest to even first;
    then the nearest to even are checked.
    """
    asked = dict.fromkeys(openings, FIRST)
    checked: list[int] = []
    batch = [(opening, number) for opening in openings for number in range(FIRST)]
    while batch:
        yield batch
        budget -= len(batch)
        scores = {
            opening: score_of(done[opening, number] for number in range(asked[opening]))
            for opening in openings
        }
        order = sorted(openings, key=lambda each: (abs(scores[each].share - 0.5), each))
        undecided = [each for each in order if scores[each].standing is Standing.undecided]
        even = [each for each in order if scores[each].standing is Standing.even]
        checks = [each for each in even if each not in checked] if len(checked) < CHECKS else []
        room = budget - CHECK if budget > CHECK and len(checked) < CHECKS else budget
        if checks and budget >= CHECK and (not undecided or budget == CHECK):
            batch = [(checks[0], CHECK_FROM + number) for number in range(min(MOST, budget))]
            checked.append(checks[0])
            continue
        step = min(STEP, room)
        chosen = undecided[: min(AT_ONCE, room // step)] if step > 0 else []
        batch = [(each, asked[each] + number) for number in range(step) for each in chosen]
        asked |= {each: asked[each] + step for each in chosen}
