"""The application: pages, their interface and the engine's work, put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from crosscut.apps.web import metrics
from crosscut.apps.web import responses as answers
from crosscut.apps.web.db.connection import open_database
from crosscut.apps.web.db.saved_games import Store
from crosscut.apps.web.jobs import News, Pool
from crosscut.apps.web.metrics import Metrics
from crosscut.apps.web.middleware.access_log import Journal
from crosscut.apps.web.middleware.body_buffer import Bodies
from crosscut.apps.web.middleware.security import Guards
from crosscut.apps.web.rate_limits import Gate, Throttle
from crosscut.apps.web.rooms import Hall
from crosscut.apps.web.routes import api, health, pages, rooms
from crosscut.apps.web.routes import learn as learning
from crosscut.apps.web.routes import websocket as sockets
from crosscut.apps.web.routes.health import Reach
from crosscut.apps.web.settings import Settings
from crosscut.apps.web.user_games import OwnFaults, OwnFiles
from crosscut.core.errors import CrosscutError
from crosscut.core.version import __version__

STATIC = Path(__file__).parent / "static"
HANDLERS = {
    CrosscutError: answers.refused,
    RequestValidationError: answers.malformed,
    ValidationError: answers.malformed,
    SQLAlchemyError: answers.not_kept,
    HTTPException: answers.told,
}


def create_app(settings: Settings) -> FastAPI:
    """Return the application for some settings; its workers start with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.database = open_database(settings.database_url)
        app.state.store = Store(app.state.database)
        app.state.reach = Reach(app.state.database)
        app.state.news = News()
        app.state.own = OwnFiles(settings.files, app.state.news, settings.reload)
        await app.state.own.start()
        async with Pool(settings.workers, settings.files) as app.state.pool:
            app.state.hall = Hall(app.state.database, app.state.pool, app.state.gate)
            yield
            await app.state.hall.close()
        await app.state.own.close()
        app.state.database.dispose()

    app = FastAPI(
        title="Crosscut", version=__version__, lifespan=lifespan, redoc_url=None,
        docs_url=None, openapi_url="/api/openapi.json", responses=answers.ERRORS,
    )  # fmt: skip
    app.state.settings = settings
    app.state.gate, app.state.metrics = Gate(settings.limits), Metrics()
    measure(app)
    for module in (api, rooms, learning, sockets, pages, health, metrics):
        app.include_router(module.router)
    app.include_router(learning.pages)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(OwnFaults)
    app.add_middleware(Throttle, gate=app.state.gate)
    app.add_middleware(Bodies)
    app.add_middleware(Guards, hosts=settings.hosts)
    app.add_middleware(Journal, settings=settings, metrics=app.state.metrics)  # the outermost
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    return app


def measure(app: FastAPI) -> None:
    """Let the metrics tell what is in the application while it runs."""
    state = app.state
    state.metrics.follow_pool(lambda: state.pool)
    state.metrics.follow("rooms", "Rooms that are at hand.", lambda: len(state.hall.rooms))
    state.metrics.follow("watchers", "Connections to rooms.", lambda: state.hall.listeners.count())
