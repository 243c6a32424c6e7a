"""The commands, by what they are about; importing them fills the table."""

from crosscut.gtp.commands import about, analysis, board, files, gogui, looks, private, time

__all__ = ["about", "analysis", "board", "files", "gogui", "looks", "private", "time"]
