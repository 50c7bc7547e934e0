"""Dask clusters as executors."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from windtunnel.extras import need


class DaskExecutor(Executor):
    """A connection to a Dask cluster. ``shutdown`` ends the connection, not the cluster.

    ``address`` is the scheduler's, or names its scheduler file. Raises ``OSError`` if nothing answers there.
    """

    def __init__(self, address: str) -> None:
        client = need("distributed", "cluster", "a Dask cluster").Client
        self._client = client(scheduler_file=address) if Path(address).is_file() else client(address)
        # The campaign itself tries again what a worker that died was running.
        self._executor: Executor = self._client.get_executor(pure=False, retries=0)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Has a worker call ``fn``."""
        return self._executor.submit(fn, *args, **kwargs)

    @property
    def lost(self) -> bool:
        """Whether the scheduler is gone, and does not answer again: what was submitted will never end."""
        return bool(self._client.status == "closed")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the connection. What is still running is cancelled."""
        if not self.lost:
            self._executor.shutdown(wait and not cancel_futures)
            self._client.close()
