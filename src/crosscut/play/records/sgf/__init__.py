"""SGF, the Smart Game Format, version 4: see docs/records.md for what is kept, and how.

The grammar is our own: libraries for SGF know no board but that of Go, or have no limits.
"""

from crosscut.play.records.sgf.reader import all_read, decoded, read_all, read_each, read_sgf
from crosscut.play.records.sgf.writer import write_sgf

__all__ = ["all_read", "decoded", "read_all", "read_each", "read_sgf", "write_sgf"]
