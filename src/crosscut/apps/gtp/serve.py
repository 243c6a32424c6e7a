"""Answering on standard output what standard input asks."""

import os
import sys

from crosscut.apps.gtp.dispatch import parts
from crosscut.apps.gtp.session import Session
from crosscut.apps.stdio import Reader, standard_input


def serve(session: Session) -> None:
    """Answer command after command until the other side quits or is gone."""
    reader = Reader(standard_input())
    session.more_input, session.interrupted = reader.waiting, reader.interrupted
    session.tell = lambda line: write(line + "\n")
    try:
        for line in reader:
            for part in parts(session, line):
                write(part)
            if session.over:
                return
    except BrokenPipeError:
        hear_no_more()


def write(text: str) -> None:
    """Send a text at once."""
    sys.stdout.buffer.write(text.encode(errors="replace"))
    sys.stdout.buffer.flush()


def hear_no_more() -> None:
    """Let what is still to be written go nowhere, after the other side has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
