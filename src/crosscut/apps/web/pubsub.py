"""What everybody who has a page open is told."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class News:
    """Messages for all open connections."""

    def __init__(self):
        self.readers: set[asyncio.Queue[dict]] = set()

    async def publish(self, message: dict) -> None:
        """Send a message to everybody who listens now."""
        for reader in self.readers:
            reader.put_nowait(message)

    @contextmanager
    def subscribe(self) -> Iterator[asyncio.Queue[dict]]:
        """Listen for a while; messages come through the queue."""
        reader: asyncio.Queue[dict] = asyncio.Queue()
        self.readers.add(reader)
        try:
            yield reader
        finally:
            self.readers.discard(reader)
