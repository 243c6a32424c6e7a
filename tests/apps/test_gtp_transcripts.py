"""Transcripts under tests/apps/gtp, played by the real program.

The first line that is no comment is the command. ``>`` sends a line, in which backslashes may stand
for control characters; what follows is the answer, its further lines after ``|``. After ``> ~`` the
answer is a pattern.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.program import INTERPRETED, PATIENCE, PROGRAM

FOLDER = Path(__file__).parent / "gtp"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))


def read(path):
    """Return the command of a transcript, what is sent, and what has to come back."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    command, sent, wanted = lines[0], [], []
    pattern = False
    for line in lines[1:]:
        if line.startswith(">"):
            text = line[1:].removeprefix(" ")
            pattern = text.startswith("~ ")
            sent.append(text.removeprefix("~ ").encode().decode("unicode_escape"))
        elif line.startswith(("=", "?")):
            sign, number, rest = re.fullmatch(r"([=?])(\d*)(.*)", line).groups()
            body = rest if pattern else re.escape(rest)
            wanted.append([rf"\{sign}{number}{body}"])
        else:
            assert line.startswith("| "), line
            text = line[2:]
            wanted[-1].append(text if pattern else re.escape(text))
    return command, sent, ["\n".join(lines) for lines in wanted]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path, tmp_path):
    command, sent, wanted = read(path)
    words = shlex.split(command)
    assert words[0] == "crosscut"
    done = subprocess.run(
        [*PROGRAM, *words[1:]],
        input="".join(line.replace("{folder}", str(tmp_path)) + "\n" for line in sent),
        env={**os.environ, **INTERPRETED},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    *answers, end = done.stdout.split("\n\n")
    assert end == ""
    for number, (answer, pattern) in enumerate(zip(answers, wanted, strict=False)):
        assert re.fullmatch(pattern, answer), (number, answer, pattern)
    assert len(answers) == len(wanted), done.stdout[-500:]
