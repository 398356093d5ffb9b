"""Parallel work in forked processes, on systems that support it."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

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
