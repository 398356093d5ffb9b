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
CAN_SPLIT: Final = sys.platform == "linux"
#: What a split process was split for, and the parts: it has them from before the split.
_WORK: list[Callable[[Any], Any]] = []
_PARTS: list[Any] = []


def spread(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    """What comes of each part, in their order; the last is begun first, and should be the largest.

    With one process, or one part, nothing is split. What a part raises is raised here.
    """
    if processes < 2 or len(parts) < 2 or not CAN_SPLIT:
        yield from map(work, parts)
        return
    done = 0
    try:
        for result in _split(work, parts, processes):
            yield result
            done += 1
    except BrokenProcessPool:
        # One was killed, as a system does that is short of memory: alone it takes less.
        yield from map(work, parts[done:])


def _split(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(
        min(processes, len(parts)),
        mp_context=context,
        initializer=_begin,
        initargs=(work, list(parts)),
    )
    with pool:
        futures: dict[int, Future[R]] = {
            index: pool.submit(_do, index) for index in reversed(range(len(parts)))
        }
        try:
            for index in range(len(parts)):
                yield futures[index].result()
        finally:
            for future in futures.values():
                future.cancel()


def _begin(work: Callable[[Any], Any], parts: list[Any]) -> None:
    _WORK[:], _PARTS[:] = [work], parts
    # What there is by now stays to the end, and a part loses next to nothing: to look for that took
    # a sixth of a build.
    gc.freeze()
    gc.disable()
    # Whoever interrupts means the one process that they began.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(index: int) -> Any:
    return _WORK[0](_PARTS[index])
