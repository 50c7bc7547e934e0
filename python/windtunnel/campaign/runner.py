"""The runner of everything that needs many runs: campaigns, searches, sweeps, comparisons and studies.

It has those run that were not run before, on an executor. The default one is a pool of threads on this machine: each only
waits for the process of its run, which is the command itself, so that a crash costs that run alone. Any
:class:`concurrent.futures.Executor` does as well.
"""

from __future__ import annotations

import errno
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import Any

from windtunnel.campaign.build import build
from windtunnel.campaign.call import Call
from windtunnel.campaign.point import Point
from windtunnel.campaign.reads import Reads, given
from windtunnel.campaign.resources import Requirements, cores, most_at_once
from windtunnel.campaign.store import Claim, Store
from windtunnel.campaign.worker import Missing, Outcome, Task, refused, work
from windtunnel.errors import CommandNotFound, MissingExtra, WindtunnelError

#: Attempts at a point whose worker dies or whose run is killed; the last ones alone.
ATTEMPTS = 3
#: Seconds between looks at whether a cluster is still there.
CHECK_INTERVAL = 2.0
#: Seconds between looks at points that another campaign is running.
POLL_INTERVAL = 0.2
#: Points handed to an executor of unknown size.
MAX_QUEUED = 256


@dataclass
class CampaignProgress:
    """Progress of a campaign, passed to the function given as ``progress=`` after each point."""

    #: All different points.
    total: int
    #: Points that the store had.
    stored: int = 0
    #: Points that were run by now.
    run: int = 0
    #: Points that did not finish, of all of these.
    failed: int = 0
    #: Of these, points that the machine failed: they are run again by the next campaign.
    by_machine: int = 0
    #: Variables of the environment that had other values when points were run that the store had.
    variables: frozenset[str] = frozenset()
    #: Why not all files are known that the programs of points have read that the store had.
    lacks: frozenset[str] = frozenset()
    #: Seconds since the start.
    seconds: float = 0.0
    #: CPU seconds of the runs.
    cpu_seconds: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimate for the other points; None before the first."""
        left = self.total - self.stored - self.run
        return self.seconds / self.run * left if self.run else None


@dataclass
class _Attempt:
    """A point or call that is to be run or is running."""

    address: str
    point: Point | Call
    attempts: int = 0
    claim: Claim | None = None
    #: The failure, or the result of another program, that the store has of it, if it is run in spite of that.
    former: dict[str, Any] | None = None
    needed: tuple[str, ...] = field(default=())


class Runner:
    """Runs points, whose results are kept in ``store``, and calls, which need none.

    ``executor`` is an executor, or a function that makes one; the latter is called again if one breaks. With ``retry_failed``
    points are run again whose stored result is a failure.
    """

    def __init__(
        self,
        store: Store | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
        jobs: int | None = None,
        keep: bool = False,
        progress: Callable[[CampaignProgress], object] | None = None,
        total: int | None = None,
        retry_failed: bool = False,
    ) -> None:
        self._retry_failed = retry_failed
        self.state = CampaignProgress(total or 0)
        self._began = time.monotonic()
        self._store = store
        self._keep = keep
        self._jobs = jobs
        self._progress = progress
        self._local = executor is None
        self._make = executor if callable(executor) else None
        self._given = None if executor is None or callable(executor) else executor
        self._requirements = Requirements()
        self._reads = None if store is None else Reads(store)
        self._results: dict[str, dict[str, Any]] = {}

    def run(self, points: Sequence[Point | Call]) -> dict[str, dict[str, Any]]:
        """The results of all points, by address. Those of the store are not run again. May be called with further points.

        Raises what a call raises, after those that are running have ended.
        """
        todo: deque[_Attempt] = deque()
        by_address = {point.address: point for point in points}
        self.state.total = self.state.total or len(by_address)
        for address, point in by_address.items():
            if address in self._results:
                continue
            found = self._stored(point, address)
            stale = found is not None and not self._holds(point, found)
            refusal = point.refusal if isinstance(point, Point) else None
            if found is None and refusal is not None:
                self._finish(_Attempt(address, point), refused(refusal))
            elif found is None or stale or (self._retry_failed and found["ending"] != "finished" and refusal is None):
                todo.append(_Attempt(address, point, former=found))
                self._requirements.measures |= point.measures
            else:
                self._take(address, found)
                self.state.stored += 1
        self._report()
        if todo:
            self._run(todo)
        return {address: self._results[address] for address in by_address}

    def _stored(self, point: Point | Call, address: str) -> dict[str, Any] | None:
        """The result that the store has."""
        if isinstance(point, Call):
            return None
        assert self._store is not None, "points need a store"
        return self._store.result(address, self._keep)

    def _holds(self, point: Point | Call, found: Mapping[str, Any]) -> bool:
        """Whether the program of a stored point would read the same. Of points that other machines have run that is not known."""
        if self._reads is None or not isinstance(point, Point) or "reads" not in found:
            return True
        holds = self._reads.hold(found["reads"], given(point.scenario))
        self.state.variables, self.state.lacks = frozenset(self._reads.variables), frozenset(self._reads.lacks)
        return holds

    def _save(self, address: str, came: Outcome) -> None:
        assert self._store is not None, "points need a store"
        if came.reads is not None:
            came.result["reads"] = self._store.keep(came.reads)
        self._store.save(address, came.result, came.log, came.files, came.folder, came.by_machine)

    def _take(self, address: str, result: dict[str, Any]) -> None:
        self._results[address] = result
        self._requirements.learn(result)
        self.state.failed += result["ending"] != "finished"

    def _report(self) -> None:
        self.state.seconds = time.monotonic() - self._began
        if self._progress is not None:
            self._progress(replace(self.state))

    def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        return ThreadPoolExecutor(self._width(), "windtunnel-point") if self._make is None else self._make()

    def _another(self, executor: Executor) -> Executor:
        """An executor in place of one that has broken."""
        executor.shutdown(cancel_futures=True)
        if self._given is not None:
            raise WindtunnelError("the executor has broken; the same campaign with a new one goes on")
        return self._executor()

    def _width(self) -> int:
        """Threads of the default executor."""
        return self._jobs or most_at_once(self._requirements.measures)

    def _at_once(self, executor: Executor) -> int:
        """How many points the executor gets at once: two for each worker, so that none waits for this thread, unless fewer
        points than workers fit on this machine.
        """
        if self._local:
            fit = self._jobs or self._requirements.at_once()
            return fit if fit < self._width() else 2 * fit
        if self._jobs is not None:
            return self._jobs
        workers = getattr(executor, "_max_workers", None)
        return 2 * workers if isinstance(workers, int) else MAX_QUEUED

    def _run(self, todo: deque[_Attempt]) -> None:
        #: Points whose run was killed or whose worker died: each is tried again alone, so that it is known which it is.
        suspects: deque[_Attempt] = deque()
        running: dict[Future[Any], _Attempt] = {}
        executor = self._executor()
        try:
            while todo or suspects or running:
                self._submit(executor, todo, suspects, running)
                if not running:
                    # All that is left is being run by another campaign.
                    time.sleep(POLL_INTERVAL)
                    continue
                done, _ = wait(running, timeout=CHECK_INTERVAL, return_when=FIRST_COMPLETED)
                if not done and getattr(executor, "lost", False):
                    # Not the points' fault.
                    todo.extendleft(running.values())
                    running.clear()
                    executor = self._another(executor)
                    continue
                ended = [(running.pop(future), future) for future in done]
                broken = any(isinstance(_error(future), BrokenExecutor) for _, future in ended)
                if broken:
                    # With the pool everything ends that runs in it.
                    wait(running)
                    ended += [(one, future) for future, one in running.items()]
                    running.clear()
                    executor = self._another(executor)
                for one, future in ended:
                    self._ended(one, future, todo, suspects)
        finally:
            for future in running:
                future.cancel()
            if self._given is None:
                executor.shutdown(cancel_futures=True)
            for one in (*todo, *suspects, *running.values()):
                if one.claim is not None:
                    one.claim.release()

    def _submit(
        self, executor: Executor, todo: deque[_Attempt], suspects: deque[_Attempt], running: dict[Future[Any], _Attempt]
    ) -> None:
        """Fills the executor, with points that no other campaign is running."""
        alone = bool(suspects)
        queue = suspects if alone else todo
        places = (1 if alone else self._at_once(executor)) - len(running)
        for _ in range(len(queue)):
            if places <= 0:
                return
            one = queue.popleft()
            if isinstance(one.point, Call):
                running[executor.submit(one.point.function)] = one
                places -= 1
                continue
            assert self._store is not None, "points need a store"
            one.claim = one.claim or self._store.claim(one.address)
            # Without a claim another campaign runs it, or has just run it.
            found = self._store.result(one.address, self._keep)
            if found is not None and found != one.former:
                self._settle(one, found)
                self.state.stored += 1
            elif one.claim is None:
                queue.append(one)
            else:
                task = self._task(one.point, one.needed, self._cores(len(queue) + len(running) + 1))
                running[executor.submit(work, task)] = one
                places -= 1

    def _cores(self, left: int) -> int:
        """Cores for each of the points that are left. Points at the same time use them better than ranks of one do."""
        return max(cores() // min(self._width(), left), 1) if self._local else 1

    def _task(self, point: Point, needed: Sequence[str], share: int) -> Task:
        assert self._store is not None, "points need a store"
        contents, writing = self._store.contents, self._store.writing
        blobs = {address: (contents / address).read_bytes() for address in needed}
        return Task(point, build(), str(contents), str(writing), self._keep, self._local, share, blobs)

    def _ended(self, one: _Attempt, future: Future[Any], todo: deque[_Attempt], suspects: deque[_Attempt]) -> None:
        error = _error(future)
        if isinstance(error, CommandNotFound | MissingExtra | KeyboardInterrupt):
            raise error
        if isinstance(one.point, Call) and error is None:
            self._count(one, future.result())
            return
        if isinstance(one.point, Call) and not isinstance(error, BrokenExecutor):
            assert error is not None
            raise error
        if self._local and isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            # All others would end like this one. What is stored stays.
            raise error
        came = None if error is not None else future.result()
        if isinstance(came, Missing):
            one.needed = came.addresses
            todo.appendleft(one)
            return
        one.attempts += 1
        if came is None or came.result["ending"] == "killed":
            if one.attempts < ATTEMPTS:
                suspects.append(one)
                return
            why = f"its worker died: {error}"
            came = came or Outcome({"ending": "worker lost", "reason": why}, why, {}, by_machine=True)
        self._finish(one, came)

    def _finish(self, one: _Attempt, came: Outcome) -> None:
        """Takes what came of a point. What the machine has failed is a row of this data set, but not a result for others."""
        self._save(one.address, came)
        self.state.by_machine += came.by_machine
        self._count(one, came.result)

    def _count(self, one: _Attempt, result: dict[str, Any]) -> None:
        self.state.run += 1
        self.state.cpu_seconds += result.get("host_cpu_seconds") or 0.0
        self._settle(one, result)

    def _settle(self, one: _Attempt, result: dict[str, Any]) -> None:
        if one.claim is not None:
            one.claim.release()
            one.claim = None
        self._take(one.address, result)
        self._report()


def _error(future: Future[Any]) -> BaseException | None:
    """What went wrong in a task that is done. Futures of a cluster that is gone are cancelled."""
    return BrokenExecutor("the connection to the executor was lost") if future.cancelled() else future.exception()
