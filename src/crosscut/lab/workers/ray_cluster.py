"""The machines of a Ray cluster, which do the items of a job in batches of about a second.

An item waits, is in one batch that is under way, or is done; so no result comes twice. The items of
a batch whose process or machine was lost wait again.
"""

import logging
import os
import pickle
import re
import socket
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from typing import Any, BinaryIO, NamedTuple

from crosscut.core.errors import BadOption
from crosscut.core.jit import NotCompiled
from crosscut.core.process import cores
from crosscut.core.static import source_hash
from crosscut.core.version import __version__
from crosscut.lab.workers.job import TRIES, CrewError, Job, Notify, fault_of

BATCH_SECONDS = 1.0
"""After so long a worker hands back what it has done, and what it has not."""
LARGEST = 100
"""The most items in a batch."""
AHEAD = 2
"""Batches that are ready for the workers who will be free next."""
REACH_SECONDS = 5.0
"""How long a cluster has to answer."""
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Variables by which Ray tells nobody that it is used, and gives no hints about itself."""
IMPATIENT = {"RAY_NUM_REDIS_GET_RETRIES": "5"}
"""Variables by which Ray gives up after some seconds where another cluster is."""

Answer = tuple[list[Any], str, list[str]]
"""What a batch brings: the results of its first items, what went wrong or nothing, and remarks."""


class Batches:
    """The items that wait, by their numbers, and how often those were lost that were begun."""

    def __init__(self, items: int):
        self.waiting = deque(range(items))
        self.losses: Counter[int] = Counter()

    def take(self, hands: int) -> list[int]:
        """Take a batch: small enough to leave some for all hands; alone what was lost before."""
        size = max(1, min(LARGEST, len(self.waiting) // (2 * hands)))
        if self.losses[self.waiting[0]]:
            size = 1
        batch = [self.waiting.popleft()]
        while len(batch) < size and not self.losses[self.waiting[0]]:
            batch.append(self.waiting.popleft())
        return batch

    def give_back(self, items: list[int]) -> None:
        """Let items that were not begun wait again, before all others."""
        self.waiting.extendleft(reversed(items))

    def lose(self, items: list[int]) -> int | None:
        """Let items of a lost batch wait again; return one that was lost too often, if any."""
        self.losses.update(items)
        self.give_back(items)
        return next((item for item in items if self.losses[item] >= TRIES), None)


class Cluster:
    """A crew of all cores of a Ray cluster, which may come and go; ``address`` says which one."""

    def __init__(self, job: Job, address: str = "auto", notify: Notify = lambda text: None):
        self.job = job
        self.notify = notify
        self.told: set[str] = set()
        self.again = 0
        """Batches that were lost and done again."""
        self.under_way: dict[Any, list[int]] = {}
        rules = rules_hash(deepcopy(job))  # a job that has looked up its game cannot be sent
        self.order = pickle.dumps(Order(os.getcwd(), rules, job))
        self.ray, self.ours = connect(address)
        options = {"num_cpus": 1, "max_retries": 0}  # what is lost is begun again here
        self.remote = self.ray.remote(**options)(portable(stamp()))
        machines = sum(node["Alive"] for node in self.ray.nodes())
        self.notify(f"cluster: machines {machines}, cores {self.hands()}")

    def hands(self) -> int:
        """Return how many cores the cluster has now; a cluster may grow when it has work."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 0)))

    def do(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield results as they come; batches under way when it is closed run out unheard.

        They are not cancelled: a batch that ends in that moment would make Ray abort this program.
        """
        items = list(items)
        batches = Batches(len(items))
        try:
            while True:
                if batches.waiting:
                    self.hand_out(items, batches)
                elif not self.under_way:
                    break
                ended, _ = self.ray.wait(list(self.under_way))
                for batch in ended:
                    yield from self.results(batch, items, batches)
        finally:
            self.under_way = {}

    def hand_out(self, items: list[Any], batches: Batches) -> None:
        """Begin as many batches as there are cores, and a few more."""
        hands = self.hands()
        while batches.waiting and len(self.under_way) < hands + AHEAD:
            numbers = batches.take(hands)
            batch = self.remote.remote(self.order, [items[number] for number in numbers])
            self.under_way[batch] = numbers

    def results(self, batch: Any, items: list[Any], batches: Batches) -> Iterator[Any]:
        """Yield the results of a batch that has ended; what it has not done waits again."""
        numbers = self.under_way.pop(batch)
        try:
            found, fault, remarks = self.ray.get(batch)
        except self.ray.exceptions.RayError as error:
            self.again += 1
            worst = batches.lose(numbers)
            if worst is not None:
                raise CrewError(
                    f"{TRIES} times a process or its machine was lost while "
                    f"{self.job.title(items[worst])}; Ray says: {first_line(error)}"
                ) from error
            return
        batches.give_back(numbers[len(found) :])
        for remark in remarks:
            if remark not in self.told:
                self.told.add(remark)
                self.notify(remark)
        yield from found
        if fault:
            raise CrewError(fault)

    def close(self) -> None:
        """Leave the cluster, which ends all that it does for us; end it if it was started here."""
        if self.ours:
            self.ray.shutdown()


def connect(address: str) -> tuple[Any, bool]:
    """Return Ray in touch with a cluster, and whether it was not before."""
    known = os.environ.get("RAY_ADDRESS", "") if address == "auto" else address
    for name, value in (QUIET | IMPATIENT if known else QUIET).items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError as error:
        raise BadOption("a cluster needs Ray: pip install 'crosscut[cluster]'") from error
    if ray.is_initialized():
        return ray, False
    quiet = {"logging_level": logging.CRITICAL, "log_to_driver": False}
    if known:
        reach(known)
    with hushed() as murmur:
        try:
            ray.init(address=known or "auto", **quiet)
        except Exception as error:
            if known or not isinstance(error, ConnectionError):
                why = last_line(murmur) or first_line(error)
                raise BadOption(
                    f"cannot work on the cluster {address} ({why}); docs/cluster.md tells what "
                    "it takes"
                ) from error
            ray.init(address="local", num_cpus=cores(), include_dashboard=False, **quiet)
    return ray, True


@contextmanager
def hushed() -> Iterator[BinaryIO]:
    """Let what this process writes to standard error go to a file, even where C++ writes it."""
    sys.stderr.flush()
    before = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            sys.stderr.flush()
            os.dup2(before, 2)
            os.close(before)


def last_line(file: BinaryIO) -> str:
    """Return the last line that was written to a file, without where and when it was."""
    file.seek(0)
    lines = file.read().decode(errors="replace").strip().splitlines()
    return re.sub(r"^\[.*?\] \S+:\d+: ", "", lines[-1]) if lines else ""


def first_line(error: Exception) -> str:
    """Return what an error, or what lies behind it, says at first."""
    return str(getattr(error, "cause", None) or error).strip().partition("\n")[0]


def reach(address: str) -> None:
    """Raise an error unless something that may be Ray answers soon; Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise BadOption(f"{address!r} is no cluster: auto, HOST:PORT or ray://HOST:PORT")
    greeting = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
    settings = 4
    try:
        with socket.create_connection((host, int(port)), REACH_SECONDS) as line:
            line.settimeout(REACH_SECONDS)
            line.sendall(greeting)  # every gRPC server answers this with its settings
            answer = line.recv(4)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadOption(f"no cluster answers at {address}: {why}") from error
    if len(answer) < 4 or answer[3] != settings:
        raise BadOption(f"what answers at {address} is no Ray cluster")


class Order(NamedTuple):
    """What a worker has to know before the first batch."""

    folder: str
    """Where paths begin that are not absolute."""
    rules: str
    """A hash of the user's game file, if it is one."""
    job: Job


def rules_hash(job: Job) -> str:
    """Name the game file of a job, down to its source, if it is a user's own."""
    return source_hash(type(job.rules).__module__)


def stamp() -> str:
    """Name this version of the package, down to its sources."""
    from crosscut.core.compiler.cache import package_hash

    return f"{__version__} ({package_hash()})"


# In the worker.


def portable(wanted: str) -> Callable[[bytes, list[Any]], Answer]:
    """Return what a worker runs. It is sent as a whole: Crosscut might be missing, or another."""

    def run(order: bytes, items: list[Any]) -> Answer:
        try:
            from crosscut.lab.workers.ray_cluster import do_batch, stamp

            found = stamp()
        except ImportError as error:
            found = f"missing ({error})"
        if found != wanted:
            import socket

            fault = (
                f"Crosscut is {wanted} here, but on the machine {socket.gethostname()} it is "
                f"{found}; install the same on all machines of the cluster"
            )
            return [], fault, []
        return do_batch(order, items)

    return run


def do_batch(order: bytes, items: list[Any]) -> Answer:
    """Do one item or more, for about a second."""
    results, fault = [], ""
    told = pickle.loads(order)
    job = prepared.get(order, told.job)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NotCompiled)
        try:
            if order not in prepared:
                get_ready(told)
                prepared[order] = job
            end = time.monotonic() + BATCH_SECONDS
            for item in items:
                results.append(job.do(item))
                if time.monotonic() >= end:
                    break
        except Exception as error:
            what = fault_of(error, job) or traceback.format_exc().strip()
            fault = f"{what} (on the machine {socket.gethostname()})"
    remarks = [str(each.message) for each in caught if issubclass(each.category, NotCompiled)]
    return results, fault, remarks


prepared: dict[bytes, Job] = {}
"""The job for which this process is prepared, by the order that told of it."""


def get_ready(order: Order) -> None:
    """Prepare this process for a job, and no longer for another one."""
    for job in prepared.values():
        job.close()
    prepared.clear()
    with suppress(OSError):
        os.chdir(order.folder)
    if rules_hash(order.job) != order.rules:
        raise BadOption("the game file is another one here; it has to be the same everywhere")
    order.job.prepare()
