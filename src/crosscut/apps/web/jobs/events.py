"""The names of what is told of a job."""

QUEUED, STARTED, NOTICE = "queued", "started", "notice"
COMPILING, COMPILED = "compiling", "compiled"
PROGRESS, SNAPSHOT, REVIEW = "progress", "snapshot", "review"
DONE, ERROR, STOPPED = "done", "error", "stopped"

LAST = frozenset({DONE, ERROR, STOPPED})
"""After one of these nothing more is told."""
RENEWED = frozenset({QUEUED, COMPILING, PROGRESS, SNAPSHOT, REVIEW})
"""Those of which the latest says all that the earlier ones did."""

READY, BEAT = "ready", "beat"
"""What a worker says to the pool alone: that it can begin, and that it is still at it."""
