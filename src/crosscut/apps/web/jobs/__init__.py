"""The engine's work behind the pages: worker processes, a queue, and what is known already."""

from crosscut.apps.web.jobs.pool import Handle, Pool
from crosscut.apps.web.pubsub import News

__all__ = ["Handle", "News", "Pool"]
