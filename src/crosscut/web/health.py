"""Whether the server can do what it is there for."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

import crosscut

router = APIRouter()

ANSWERED_WITHIN = 3.0
"""Seconds in which a database answers that is well."""


@router.get("/health", responses={503: {"description": "Something does not work."}})
async def health(request: Request) -> JSONResponse:
    """Tell whether games can be kept and the engine can think."""
    state = request.app.state
    try:
        await asyncio.wait_for(asyncio.to_thread(reach, state.store.engine), ANSWERED_WITHIN)
        reached = True
    except (SQLAlchemyError, TimeoutError):
        reached = False
    pool = state.pool
    content = {
        "status": "ok" if reached and pool.well else "broken",
        "version": crosscut.__version__,
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


def reach(engine: Engine) -> None:
    """Ask the database for as little as possible."""
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))
