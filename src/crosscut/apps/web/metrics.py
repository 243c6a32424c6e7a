"""What a host may want to know of the server, as Prometheus reads it."""

from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from crosscut.apps.web.clients import at_home

if TYPE_CHECKING:
    from crosscut.apps.web.jobs import Pool

router = APIRouter(include_in_schema=False)

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds by which answers are sorted."""

disable_created_metrics()  # when something was first counted is of no use to anybody


class Metrics:
    """What is counted; each application has its own."""

    def __init__(self):
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "crosscut_requests", "Requests that were answered.", ["method", "route", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "crosscut_request_seconds", "How long answers took.", ["route"],
            registry=self.registry, buckets=BUCKETS,
        )  # fmt: skip
        self.sockets = Gauge(
            "crosscut_open_sockets", "WebSockets that are open.", ["route"], registry=self.registry
        )

    def follow(self, name: str, words: str, value: Callable[[], float]) -> None:
        """Tell a number that goes up and down, asked for whenever the metrics are."""
        gauge = Gauge(f"crosscut_{name}", words, registry=self.registry)
        gauge.set_function(value)

    def follow_pool(self, pool: Callable[[], "Pool"]) -> None:
        """Tell how the engine's processes are doing."""
        self.registry.register(PoolFigures(pool))

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)


class PoolFigures(Collector):
    """How the engine's processes are doing, as Prometheus asks for it."""

    def __init__(self, pool: Callable[[], "Pool"]):
        self.pool = pool

    def collect(self) -> Iterator[Metric]:
        """Yield the figures."""
        pool = self.pool()
        for name, words, value in (
            ("jobs_waiting", "Jobs that wait for the engine.", len(pool.waiting)),
            ("jobs_under_way", "Jobs that the engine is at.", len(pool.under_way)),
            ("workers", "Processes of the engine.", len(pool.workers)),
        ):
            yield GaugeMetricFamily(f"crosscut_{name}", words, value)
        for name, words, value in (
            ("engine_seconds", "Time that jobs have taken.", pool.seconds),
            ("workers_replaced", "Processes that died or hung.", pool.replaced),
        ):
            yield CounterMetricFamily(f"crosscut_{name}", words, value)


@router.get("/metrics")
def show_metrics(request: Request) -> Response:
    """Tell the metrics to who may know them."""
    if not (at_home(request.scope) or listed(request, request.app.state.settings.metrics_for)):
        raise HTTPException(403, "the metrics are told to this machine alone, or by --metrics-for")
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def listed(request: Request, networks: Iterable[str]) -> bool:
    """Tell whether a request comes from one of some addresses or networks."""
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return any(address in ip_network(each, strict=False) for each in networks)
