"""A match on disk: what is played in ``match.json``, a line for every game in ``games.jsonl``."""

from pathlib import Path

from crosscut.lab.jsonl_log import Journal, claim_folder
from crosscut.lab.matches.match import Contest

FORMAT = 1


def match_folder(path: Path, contest: Contest) -> Journal:
    """Return the games that a folder holds; it is made, or has to be of the same match."""
    claim_folder(path, "match.json", {"crosscut_match": FORMAT} | contest.describe(), "match")
    return Journal(path / "games.jsonl", "number", several=False)
