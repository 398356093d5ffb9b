"""Stops an action at each of its calls that change the disk, in turn.

Python reports such calls to an audit hook, so a call that is added later is covered too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

#: Calls of the system that change nothing.
_READING: Final = ("os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.getxattr", "os.listxattr")
_WRITING_FLAGS: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Killed(BaseException):
    """The process ends here, before the next call."""


class _Counter:
    """Counts calls that change the disk, and stops one of them."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: list[str] = []
        self.last = 0
        self.error: BaseException = Killed()

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.is_on or not _changes_the_disk(event, args):
            return
        self.calls.append(f"{event} {args[:2]}")
        if self._is_stopped():
            raise self.error
        if event == "open":
            # An open, empty file is a separate state.
            self.calls.append(f"write {args[0]}")
            if self._is_stopped():
                self.is_on = False
                _open(args)
                self.is_on = True
                raise self.error

    def _is_stopped(self) -> bool:
        """Whether this call is not made; after a kill no call is."""
        over = len(self.calls) - self.last
        return bool(self.last) and (over >= 0 if isinstance(self.error, Killed) else over == 0)


def _changes_the_disk(event: str, args: tuple[Any, ...]) -> bool:
    if event == "open":
        path, mode, flags = args
        is_writing = bool(set(mode) & set("wax+")) if mode else bool(flags & _WRITING_FLAGS)
        return is_writing and not isinstance(path, int)
    return event.startswith("os.") and event not in _READING


def _open(args: tuple[Any, ...]) -> None:
    """Do what opening a file does to it."""
    path, _, flags = args
    try:
        os.close(os.open(path, flags & ~os.O_EXCL, 0o600))
    except OSError:
        return


_COUNTER: Final = _Counter()
_HOOKED: Final[list[bool]] = []


def stop(action: Callable[[], object], last: int, error: BaseException) -> list[str]:
    """Stop an action at its call of this number, from 1, by an error; the calls up to there.

    With Killed, all later calls fail too: nobody puts anything back. 0 stops nothing.
    """
    if not _HOOKED:
        sys.addaudithook(_COUNTER)
        _HOOKED.append(True)
    _COUNTER.is_on, _COUNTER.calls, _COUNTER.last, _COUNTER.error = True, [], last, error
    try:
        action()
    except type(error):
        pass
    finally:
        _COUNTER.is_on = False
    return _COUNTER.calls


def each_stop(
    prepare: Callable[[], Callable[[], object]],
    error: BaseException,
    among: tuple[str, ...] = ("",),
) -> Iterator[str]:
    """Stop an action at each of its calls, or at those ``among`` them; yields the call after each.

    ``prepare`` sets everything up again, and returns the action. ``among`` are beginnings of calls.
    """
    for number, call in enumerate(stop(prepare(), 0, error), start=1):
        if call.startswith(among):
            stop(prepare(), number, error)
            yield call
