"""How matches are shown: progress on standard error, the result as a table."""

import time

from crosscut.core.text import counted
from crosscut.lab.console import err, out, progress, table_of
from crosscut.lab.matches.match import Contest
from crosscut.lab.matches.result import NAMES, Tally
from crosscut.lab.matches.run import Listener
from crosscut.rules.registry import title

QUIET = 10.0
"""Seconds between lines of progress where there is no terminal."""


class Watch(Listener):
    """Progress of a match: a bar at a terminal, else a line now and then."""

    def __init__(self, contest: Contest, games: int, tally: Tally):
        self.contest, self.games, self.tally = contest, games, tally
        self.bar = progress(f"{contest.a} - {contest.b}", total=games)
        self.last = None

    def __enter__(self):
        self.update = self.bar.__enter__()
        return self

    def __exit__(self, *failure):
        return self.bar.__exit__(*failure)

    def resumed(self, games: int) -> None:
        """Say how many games were there already."""
        if games:
            err.print(f"going on after {counted(games)}")

    def notice(self, text: str) -> None:
        """Print what a worker has to say."""
        err.print(text)

    def game_over(self, game: dict) -> None:
        """Show how it stands."""
        text = standing(self.tally, self.games)
        self.update(description=text, completed=self.tally.games)
        now = time.monotonic()
        self.last = self.last or now
        if not err.is_terminal and now - self.last >= QUIET:
            self.last = now
            err.print(text)


def standing(tally: Tally, games: int) -> str:
    """Say in one line how a match stands."""
    result = tally.summary()
    text = f"{score_text(result)}, {elo_text(result)}, {counted(games - tally.games)} left"
    if "sprt" in result:
        text += f", SPRT {result['sprt']['ratio']:+.2f}"
    return text


def score_text(result: dict) -> str:
    """Say what A has got."""
    points = result["wins"] + result["draws"] / 2
    return f"A {points:g} of {result['games']}"


def elo_text(result: dict) -> str:
    """Say how much stronger A is, as far as that is known."""
    low, high = result["elo_interval"]
    if result["elo"] is None:
        return f"Elo above {low:+.0f}" if high is None else f"Elo below {high:+.0f}"
    return f"Elo {result['elo']:+.0f} ({low:+.0f} to {high:+.0f})"


def show(contest: Contest, result: dict) -> None:
    """Print the result of a match."""
    out.print(f"{title(contest.rules)}: A {contest.a}, B {contest.b}")
    low, high = result["score_interval"]
    out.print(
        f"{score_text(result)}: {result['score']:.1%} ({low:.1%} to {high:.1%}), {elo_text(result)}"
    )
    table = table_of("", "won", "as first", "as second", "s/turn", "sims/turn", "sims/s")
    for name, words in zip(NAMES, ("wins", "losses"), strict=True):
        first, second = ("first", "second") if name == "A" else ("second", "first")
        effort = result["effort"][name]
        table.add_row(
            name,
            str(result[words]),
            str(result[f"{words}_as_{first}"]),
            str(result[f"{words}_as_{second}"]),
            f"{effort['seconds_per_turn']:.3f}",
            *(
                "" if effort[key] is None else f"{effort[key]:,}"
                for key in ("simulations_per_turn", "simulations_per_second")
            ),
        )
    out.print(table)
    pairs = result["pairs"]
    out.print(
        f"drawn {result['draws']}, mean length {result['mean_turns']:.1f} turns; pairs of games: "
        f"A ahead in {pairs['ahead']}, even {pairs['even']}, behind in {pairs['behind']}"
    )
    if result["unfinished"]:
        out.print(f"{counted(result['unfinished'])} did not end: a draw each")
    for each in result["forfeits"]:
        out.print(f"{each['player']} lost {counted(each['games'])} early: {each['reason']}")
    if "sprt" in result:
        out.print(sprt_text(result["sprt"]))


def sprt_text(test: dict) -> str:
    """Say what the stopping rule has found."""
    lower, upper = test["bounds"]
    found = {
        "H0": f"Elo {test['elo0']:g} or less is accepted",
        "H1": f"Elo {test['elo1']:g} or more is accepted",
        None: "nothing is decided",
    }[test["verdict"]]
    return (
        f"SPRT after {test['pairs']} pairs: {found} "
        f"(log-likelihood ratio {test['ratio']:+.2f}, bounds {lower:.2f} and {upper:.2f})"
    )
