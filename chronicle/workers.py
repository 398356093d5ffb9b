"""Work in other processes: in parallel, or within limits of time and memory."""

from __future__ import annotations

import gc
import mmap
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

#: Forked processes share the parent's memory. Elsewhere all data would have to be sent to each
#: process, which takes longer than the work itself.
CAN_FORK: Final = sys.platform == "linux"
#: The function and the items of a worker process, set when it starts.
_FUNCTION: list[Callable[[Any], Any]] = []
_ITEMS: list[Any] = []


def map_parallel(function: Callable[[T], R], items: Sequence[T], processes: int) -> Iterator[R]:
    """Yield ``function(item)`` for each item, in order, computed by several processes.

    The last item is started first, so it should be the largest. With one process or one item no
    process is forked. Exceptions are raised here.
    """
    if processes < 2 or len(items) < 2 or not CAN_FORK:
        yield from map(function, items)
        return
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    try:
        for result in _map_in_processes(function, items, processes):
            yield result
            done += 1
    except BrokenProcessPool:
        # A worker was killed, probably for lack of memory; one process needs less.
        yield from map(function, items[done:])


def _map_in_processes(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(
        min(processes, len(parts)),
        mp_context=context,
        initializer=_init_worker,
        initargs=(work, list(parts)),
    )
    with pool:
        futures: dict[int, Future[R]] = {
            index: pool.submit(_run_item, index) for index in reversed(range(len(parts)))
        }
        try:
            for index in range(len(parts)):
                yield futures[index].result()
        finally:
            for future in futures.values():
                future.cancel()


def _init_worker(work: Callable[[Any], Any], parts: list[Any]) -> None:
    _FUNCTION[:], _ITEMS[:] = [work], parts
    # Objects that exist now live until the process ends, and an item creates little garbage.
    # Searching for it took a sixth of the build time.
    gc.freeze()
    gc.disable()
    # Ctrl-C is handled by the parent process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_item(index: int) -> Any:
    return _FUNCTION[0](_ITEMS[index])


#: CPU seconds that one item may take in a limited process.
MAX_SECONDS: Final = 10.0
#: The same by the clock, on Windows, which has no timer for CPU time.
MAX_SECONDS_BY_CLOCK: Final = 60.0
#: Bytes by which one item may enlarge a limited process.
MAX_MEMORY: Final = 1 << 30
#: Whether the system can limit the time of a process; Windows can't.
_HAS_TIMERS: Final = hasattr(signal, "setitimer")
#: The memory of this process on Linux, first the size of its address space in pages.
_SIZES: Final = Path("/proc/self/statm")
_FRAME: Final = re.compile(r'^  File "(.*)", line (\d+) in ', re.MULTILINE)


class LimitExceededError(Exception):
    """The system ended a limited process in the middle of an item.

    ``frames`` are the files and lines that were running, the innermost first, in ASCII as
    ``backslashreplace`` makes it; empty if they are unknown. ``is_time`` says that the time was up;
    otherwise the process died of something else, such as lack of memory.
    """

    def __init__(self, frames: Sequence[tuple[str, int]], *, is_time: bool) -> None:
        super().__init__(frames)
        self.frames = frames
        self.is_time = is_time


class LimitedProcess(Generic[S]):
    """A process that calls functions with a state, each call within limits of time and memory.

    It is started by the first call and ends when nothing refers to this object any more. Processes
    forked from the one that started it have one each. All items are pickled together, and where
    processes can't be forked ``make_state`` is pickled too.
    """

    def __init__(self, make_state: Callable[[], S]) -> None:
        self._make_state = make_state
        self._limits = (MAX_SECONDS, MAX_MEMORY)
        self._started_by = 0

    def map(self, function: Callable[[S, T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield ``function(state, item)`` for each item, in order.

        A function beyond the limit of memory gets a MemoryError. Raises LimitExceededError if the
        process had to be ended, and RuntimeError for exceptions of the function.
        """
        if self._started_by != os.getpid():
            self._start()
        self._calls.send((function, list(items)))
        left = len(items)
        try:
            for _ in items:
                result = self._receive()
                left -= 1
                yield result
        finally:
            if left:
                self._process.kill()
                self._started_by = 0

    def _receive(self) -> Any:
        try:
            if not self._calls.poll(None if _HAS_TIMERS else MAX_SECONDS_BY_CLOCK):
                raise LimitExceededError((), is_time=True)
            has_failed, result = self._calls.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            is_time = self._process.exitcode == -getattr(signal, "SIGPROF", 0)
            raise LimitExceededError(self._frames(), is_time=is_time) from None
        if has_failed:
            raise RuntimeError(result)
        return result

    def _frames(self) -> list[tuple[str, int]]:
        said = os.read(self._frames_end.fileno(), 1 << 16) if self._frames_end.poll() else b""
        return [(file, int(line)) for file, line in _FRAME.findall(said.decode())]

    def _start(self) -> None:
        import multiprocessing

        can_fork = CAN_FORK and threading.active_count() == 1
        context: Any = multiprocessing.get_context("fork" if can_fork else "spawn")
        self._calls, calls = context.Pipe()
        self._frames_end, frames = context.Pipe(duplex=False)
        inherited = (self._calls, self._frames_end) if can_fork else ()
        given = (calls, frames, inherited, self._make_state, self._limits)
        self._process = context.Process(target=_serve, args=given, daemon=True)
        with _safe_path():
            self._process.start()
        calls.close()
        frames.close()
        self._started_by = os.getpid()


@contextmanager
def _safe_path() -> Iterator[None]:
    """New Python processes look for modules in the current folder only if this one does.

    Otherwise modules in the folder of somebody else's campaign would run.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _serve(
    calls: Connection,
    frames: Connection,
    inherited: Sequence[Connection],
    make_state: Callable[[], Any],
    limits: tuple[float, int],
) -> None:
    """Answer the calls of a LimitedProcess until it is gone."""
    import faulthandler
    import traceback

    for connection in inherited:
        connection.close()
    # Ctrl-C is handled by the parent process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        faulthandler.enable(frames.fileno(), all_threads=False)
        faulthandler.register(signal.SIGPROF, frames.fileno(), all_threads=False, chain=True)
    state = make_state()
    with suppress(EOFError, ConnectionError):
        while True:
            function, items = calls.recv()
            for item in items:
                try:
                    with _limited(*limits):
                        result = function(state, item)
                except Exception:  # noqa: BLE001  the parent process raises it
                    calls.send((True, traceback.format_exc()))
                    break
                calls.send((False, result))


@contextmanager
def _limited(seconds: float, memory: int) -> Iterator[None]:
    """Limits of this process for one item; beyond that of time it ends at once."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    import resource

    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_address_space() + memory, unlimited[1]))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, unlimited)


def _address_space() -> int:
    """The size of this process in bytes; 0 where the system does not say."""
    try:
        return int(_SIZES.read_text(encoding="ascii").split()[0]) * mmap.PAGESIZE
    except OSError:
        return 0
