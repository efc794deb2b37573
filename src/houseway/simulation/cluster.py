"""Work on other processes and machines: dask's scheduler hands out spans, and a worker that dies costs time only."""

from __future__ import annotations

import logging
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from types import TracebackType
from typing import Any, Protocol

from houseway.errors import HousewayError, OptionError
from houseway.simulation.engine import Interruption, Outcome, Sum, T

WAITING_SECONDS = 30
ADDRESS = re.compile(r"(?:[a-z]+://)?(?:\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]]+):[0-9]{1,5}")
ATTEMPTS = 5  # of a span whose worker died or failed


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started in here do not hear Ctrl-C: it is meant for the one that asks for the result."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Job(Protocol):
    """What is sent to workers with every span."""

    @property
    def token(self) -> str: ...


class Cluster:
    """A scheduler that is running at an address, or one of our own with so many worker processes."""

    def __init__(self, *, address: str | None = None, workers: int = 0) -> None:
        if address is None and not 1 <= workers <= 1024:
            raise OptionError(f"There may be 1 to 1024 workers, not {workers}.")
        if address is not None and not ADDRESS.fullmatch(address):
            raise OptionError(
                f"A scheduler's address is a host and a port, such as tcp://10.0.0.1:8786, not {address!r}."
            )
        self._address, self._workers = address, workers
        self._own: Any = None
        self.client: Any = None

    def __enter__(self) -> Cluster:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise HousewayError(
                'Workers need dask.distributed, which is not installed: pip install "houseway[cluster]".'
            ) from None
        # A span is tried again after its worker's death; the scheduler gives up on a span that kills many workers.
        import_module("dask").config.set({"distributed.scheduler.allowed-failures": ATTEMPTS})
        if self._address is None:
            with deaf():
                self._own = distributed.LocalCluster(
                    n_workers=self._workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
        try:
            self.client = distributed.Client(self._own or self._address, timeout=WAITING_SECONDS, set_as_default=False)
            self.client.wait_for_workers(1, timeout=WAITING_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            self._close()
            raise HousewayError(
                f"No scheduler with workers answers at {self._address}: start one with `dask scheduler` and "
                f"`dask worker` ({type(error).__name__})."
            ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()
        self._close()

    def _close(self) -> None:
        if self._own is not None:
            self._own.close()

    def run(
        self,
        plan: Job,
        work: Callable[..., T],
        spans: Iterator[tuple[int, int]],
        adding: Sum[T],
        *,
        after: Callable[[T], None],
    ) -> Outcome[T]:
        """Play all spans on the workers. Only a few more than there are workers are under way at a time."""
        try:
            return self._run(plan, work, spans, adding, after)
        except (CancelledError, OSError):  # nobody cancels but a client without its scheduler
            raise HousewayError(
                "The scheduler is gone: start it again; a call with --checkpoint goes on from its file."
            ) from None

    def _run(
        self,
        plan: Job,
        work: Callable[..., T],
        spans: Iterator[tuple[int, int]],
        adding: Sum[T],
        after: Callable[[T], None],
    ) -> Outcome[T]:
        distributed: Any = import_module("distributed")
        began, before = time.perf_counter(), adding.total.rounds
        numbered = enumerate(spans)
        waiting: dict[Any, int] = {}
        cut = False
        with Interruption() as interruption, self.client.as_current():
            while True:
                wanted = 2 * max(1, sum(self.client.nthreads().values())) + 2
                while len(waiting) < wanted and not interruption.wished and (item := next(numbered, None)):
                    number, span = item
                    name = f"houseway-{plan.token}-{span[0]}"
                    waiting[self.client.submit(work, plan, *span, key=name, pure=False, retries=ATTEMPTS)] = number
                if not waiting:
                    break
                try:
                    done = distributed.wait(list(waiting), timeout=0.5, return_when="FIRST_COMPLETED").done
                except TimeoutError:
                    done = set()
                if interruption.wished:  # what is not at work yet need not be done
                    cut = True
                    self.client.cancel(list(set(waiting) - set(done)))
                grown = [adding.put(waiting[future], _result(future)) for future in done]
                for future in done:
                    del waiting[future]
                if any(grown):
                    after(adding.total)
                if cut:
                    break
        return Outcome(adding.total, cut, time.perf_counter() - began, adding.total.rounds - before)


def _result(future: Any) -> Any:
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except KilledWorker:
        raise HousewayError("The workers die on this simulation again and again: see their logs.") from None
