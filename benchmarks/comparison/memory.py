"""The memory of a process and all that it started, as the system reports it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

#: Seconds between two looks. Looking takes a few milliseconds that the program may want itself.
INTERVAL: Final = 0.25
_PROC: Final = Path("/proc")


class Watch:
    """Looks at a program while it runs; ``peak`` is the most that was seen, in MiB.

    Pages that processes share are counted once. Where the system does not tell, it stays at 0.
    """

    def __init__(self, process: int) -> None:
        self.peak = 0.0
        self._process = process
        self._done = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._looking.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        self._looking.join()

    def _look(self) -> None:
        while not self._done.wait(INTERVAL):
            held = sum(_held(process) for process in _family(self._process))
            self.peak = max(self.peak, held / 1024)


def _family(process: int) -> Iterator[int]:
    """A process and all below it."""
    yield process
    for tasks in (_PROC / str(process) / "task").glob("*/children"):
        try:
            children = tasks.read_text(encoding="ascii").split()
        except OSError:
            continue
        for child in children:
            yield from _family(int(child))


def _held(process: int) -> int:
    """KiB of a process, its share of what it has in common with others."""
    try:
        told = (_PROC / str(process) / "smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    found = (line for line in told.splitlines() if line.startswith("Pss:"))
    return int(next(found, "Pss: 0").split()[1])
