"""How long the leak gate takes for each sample campaign, beside the rest of its build.

Run it from the checkout: ``python -m benchmarks.leak_gate``. Seconds of processor time, the best
of three; nothing is written.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from chronicle import build
from chronicle.diagnostics import Report
from chronicle.leaks import leaks
from chronicle.load import campaigns_in, read_tree

SHELF = Path(__file__).resolve().parent.parent / "content"
RUNS = 3


@contextmanager
def timed(spent: list[float]) -> Iterator[None]:
    """Adds the processor time that its block takes."""
    start = time.process_time()
    yield
    spent.append(time.process_time() - start)


def with_gate_timed(gate: Callable[..., None], spent: list[float]) -> Callable[..., None]:
    """The gate as it is, with its time taken."""

    def run(*arguments: object) -> None:
        with timed(spent):
            gate(*arguments)

    return run


def measure(id: str) -> tuple[float, float, int]:
    """The best times of the gate and of the whole build, and how many bytes were looked at."""
    gates: list[float] = []
    builds: list[float] = []
    size = 0
    for _ in range(RUNS):
        report = Report()
        with mock.patch.object(build, "leaks", with_gate_timed(leaks, gates)), timed(builds):
            files = build.make(read_tree(SHELF / id, id), report)
        if files is None:
            raise SystemExit("\n".join(finding.message for finding in report.findings))
        size = sum(len(files[path]) for path in files if not path.startswith("private/gm/"))
    return min(gates), min(builds), size


def main() -> None:
    """Prints a line for each sample."""
    sys.stdout.write(f"{'sample':12}{'gate':>8}{'build':>8}{'share':>8}{'MB':>8}\n")
    for id in campaigns_in(SHELF):
        gate, whole, size = measure(id)
        share = f"{gate / whole:.0%}"
        sys.stdout.write(f"{id:12}{gate:8.2f}{whole:8.2f}{share:>8}{size / 1e6:8.1f}\n")


if __name__ == "__main__":
    main()
