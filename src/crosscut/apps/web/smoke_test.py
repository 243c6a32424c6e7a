"""Try a game file for a moment: load it and play some turns; what goes wrong is the last line."""

import random
import sys
from pathlib import Path

from crosscut.core.errors import CrosscutError
from crosscut.core.user_code import place_in_file
from crosscut.rules.registry import load_file

TAPS = 40
"""Taps that are made at random."""


def trial(file: Path) -> str:
    """Say what goes wrong in a game, or nothing."""
    try:
        cls = load_file(file)
        variant = next(iter(cls.facts.variants))
        game = cls(cls.facts.size, variant, cls.facts.has_pie(variant))
        here = game.position(seed=0) if game.has_deal else game.position()
        choose = random.Random(0).choice
        for _ in range(TAPS):
            if here.over:
                break
            here = here.step(choose(here.actions()))
            game.pieces(here.state)
    except CrosscutError as error:
        return str(error)
    except Exception as error:  # whatever a user's rules do wrong is told to him
        return f"{place_in_file(error) or file}: {type(error).__name__}: {error}"
    return ""


if __name__ == "__main__":
    said = trial(Path(sys.argv[1]))
    print(said)
    sys.exit(bool(said))
