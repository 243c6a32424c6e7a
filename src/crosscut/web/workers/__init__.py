"""The engine's work behind the pages: worker processes, a queue, and what is known already."""

from crosscut.web.workers.news import News
from crosscut.web.workers.pool import Handle, Pool

__all__ = ["Handle", "News", "Pool"]
