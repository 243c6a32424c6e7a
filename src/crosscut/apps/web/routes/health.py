"""Whether the server can do what it is there for."""

import asyncio
import time

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from crosscut.core.version import __version__

router = APIRouter()

ANSWERED_WITHIN = 3.0
"""Seconds in which a database answers that is well."""
REMEMBERED = 1.0
"""Seconds for which that is not asked again."""


@router.get("/health", responses={503: {"description": "Something does not work."}})
async def health(request: Request) -> JSONResponse:
    """Tell whether games can be kept and the engine can think."""
    pool = request.app.state.pool
    reached = await request.app.state.reach.now()
    content = {
        "status": "ok" if reached and pool.well else "broken",
        "version": __version__,
        "database": "reachable" if reached else "unreachable",
        "workers": {
            "running": len(pool.workers),
            "most": pool.most,
            "jobs_waiting": len(pool.waiting),
            "replaced": pool.replaced,
            "start": pool.well,
        },
    }
    return JSONResponse(content, 200 if content["status"] == "ok" else 503)


class Reach:
    """Whether the database answers, remembered for a moment: anybody may ask, as often as he likes.

    There is no limit on that, and each time it would take a connection from who plays.
    """

    def __init__(self, engine: Engine):
        self.engine = engine
        self.asked_at = -REMEMBERED
        self.reached = False
        self.asking = asyncio.Lock()

    async def now(self) -> bool:
        """Tell whether the database answers."""
        async with self.asking:
            if time.monotonic() - self.asked_at >= REMEMBERED:
                try:
                    await asyncio.wait_for(asyncio.to_thread(self.ask), ANSWERED_WITHIN)
                    self.reached = True
                except (SQLAlchemyError, TimeoutError):
                    self.reached = False
                self.asked_at = time.monotonic()
            return self.reached

    def ask(self) -> None:
        """Ask the database for as little as possible."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))
