"""The time and memory of a whole process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.comparison.memory import Watch


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, seconds of processors, and the most memory, in MiB.

    Both are of all processes that were started. Memory is what they were seen to hold together, or
    what the largest of them held at its most, whichever is more.
    """

    wall: float
    work: float
    memory: float


class BuildFailed(Exception):
    """A build that ended in an error; its words are those of the program."""


def measured(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path, status: int = 0
) -> Cost:
    """Runs a program in a folder to its end; what it says goes to a log.

    ``status`` is the exit status that is expected of it.
    """
    with log.open("wb") as said:
        start = time.perf_counter()
        running = subprocess.Popen(  # noqa: S603  a fixed command
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        with Watch(running.pid) as watch:
            _, ended, usage = os.wait4(running.pid, 0)
            wall = time.perf_counter() - start
        running.returncode = os.waitstatus_to_exitcode(ended)
    if running.returncode != status:
        text = log.read_text(encoding="utf-8", errors="replace")
        raise BuildFailed(f"{command[0]} ended with {running.returncode}:\n{text[-4000:]}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    largest = usage.ru_maxrss / unit
    return Cost(wall, usage.ru_utime + usage.ru_stime, max(watch.peak, largest))
