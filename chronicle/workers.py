"""Work that falls into parts, spread over processes where the system can split one in two."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

#: Where a process can be split with all that it has in mind; elsewhere each part would have to be
#: sent all of that, which takes longer than the work.
CAN_FORK: Final = sys.platform == "linux"
#: What a split process was split for, and the parts: it has them from before the split.
_FUNCTION: list[Callable[[Any], Any]] = []
_ITEMS: list[Any] = []


def map_parallel(function: Callable[[T], R], items: Sequence[T], processes: int) -> Iterator[R]:
    """What comes of each part, in their order; the last is begun first, and should be the largest.

    With one process, or one part, nothing is split. What a part raises is raised here.
    """
    if processes < 2 or len(items) < 2 or not CAN_FORK:
        yield from map(function, items)
        return
    done = 0
    try:
        for result in _map_in_processes(function, items, processes):
            yield result
            done += 1
    except BrokenProcessPool:
        # One was killed, as a system does that is short of memory: alone it takes less.
        yield from map(function, items[done:])


def _map_in_processes(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
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
    # What there is by now stays to the end, and a part loses next to nothing: to look for that took
    # a sixth of a build.
    gc.freeze()
    gc.disable()
    # Whoever interrupts means the one process that they began.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_item(index: int) -> Any:
    return _FUNCTION[0](_ITEMS[index])
