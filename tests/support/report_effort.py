"""A small effort, for tests that play a part of a report."""

from crosscut.lab.report.effort import Effort

SMALL = Effort(
    random_games=300,
    reviews=6,
    review_turns=12,
    review_simulations=200,
    each=30,
    strengths=(0, 4, 16, 64, 256),
    strength_games=40,
    ladder_top=2,
    chain_top=8,
    chain_games=12,
    mirror_games=4,
    mirror_limit=100,
    puzzles=2,
    puzzle_seconds=1.5,
    solve_seconds=2.0,
    unique=200_000,
    short_games=4,
    short_tries=20_000,
    speed_seconds=2.0,
)
