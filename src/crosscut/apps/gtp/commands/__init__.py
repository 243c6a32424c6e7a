"""The commands, by what they are about; importing them fills the table."""

from crosscut.apps.gtp.commands import admin as about
from crosscut.apps.gtp.commands import analyze_stream as analysis
from crosscut.apps.gtp.commands import extensions as private
from crosscut.apps.gtp.commands import gogui
from crosscut.apps.gtp.commands import gogui_analyze as looks
from crosscut.apps.gtp.commands import play as board
from crosscut.apps.gtp.commands import sgf as files
from crosscut.apps.gtp.commands import time_control as time

__all__ = ["about", "analysis", "board", "files", "gogui", "looks", "private", "time"]
