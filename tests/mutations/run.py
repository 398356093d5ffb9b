"""Plant one fault after the other: the tests nearest to it must notice each.

Run as ``python -m tests.mutations.run``, with the names of areas or parts of faults to try only
these. Exit code 1 if a fault goes unnoticed and is not listed with a reason, or if the list is
wrong. The tests of an area are collected once; each fault is planted in a process of its own, which
stops at the first test that fails.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

from tests.mutations.areas import AREAS, Area
from tests.mutations.operators import Mutant, mutants_of
from tests.mutations.unnoticed import UNNOTICED

#: Processes at a time, and seconds after which a fault is taken for an endless loop.
_PROCESSES: Final = 2
_SECONDS: Final = 60


class Runner:
    """A plugin of pytest that runs the tests it has collected once for each mutant."""

    def __init__(self, area: Area, mutants: Sequence[Mutant]) -> None:
        self.area, self.mutants = area, mutants
        self.unnoticed: list[str] = []
        self.is_sound = False
        #: The test that noticed a fault of each function last, which is tried first.
        self.last: dict[str, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests as they are, then with each mutant, two processes at a time."""
        self.area.shared()
        self.is_sound = not self.result(*self.start(session.items, None))
        waiting = iter(self.mutants if self.is_sound else ())
        running: dict[int, tuple[Mutant, int]] = {}
        while True:
            while len(running) < _PROCESSES and (mutant := next(waiting, None)) is not None:
                pid, pipe = self.start(session.items, mutant)
                running[pid] = mutant, pipe
            if not running:
                return True
            pid, _ = os.wait()
            mutant, pipe = running.pop(pid)
            noticed = self.result(0, pipe)
            if not noticed:
                self.unnoticed.append(mutant.id)
            self.last[mutant.where] = noticed

    def start(self, items: Sequence[pytest.Item], mutant: Mutant | None) -> tuple[int, int]:
        """A process that runs the tests, and the pipe to which it writes which has failed."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return pid, reading
        os.close(reading)
        failed = "stops"
        try:
            signal.alarm(_SECONDS)
            first = self.last.get(mutant.where, "") if mutant is not None else ""
            with mutant.planted() if mutant is not None else nullcontext():
                failed = first_failure(sorted(items, key=lambda item: item.nodeid != first))
        finally:
            os.write(writing, failed.encode()[:4096])
            os._exit(0)

    def result(self, pid: int, pipe: int) -> str:
        """What a process has written; a process that was ended has noticed something as well."""
        if pid:
            os.waitpid(pid, 0)
        with os.fdopen(pipe, "rb") as reading:
            written = reading.read().decode()
        return "" if written == _NOTHING else written or "endless"


#: What a process writes if no test fails.
_NOTHING: Final = "nothing"


def first_failure(items: Sequence[pytest.Item]) -> str:
    """The first test that fails."""
    for item in items:
        if any(report.failed for report in runtestprotocol(item, log=False)):
            return item.nodeid
    return _NOTHING


def verdicts(tried: Sequence[Mutant], unnoticed: Sequence[str]) -> Iterator[str]:
    """What is wrong with the tests, or with the list of what they needn't notice."""
    listed = {id: _entry_of(id) for id in unnoticed}
    for id, entry in listed.items():
        if not entry:
            yield f"no test notices {id}"
    needed, known = set(listed.values()), {mutant.id for mutant in tried}
    for entry in UNNOTICED:
        if any(_covers(entry, id) for id in known) and entry not in needed:
            yield f"a test notices {entry}"


def _entry_of(id: str) -> str:
    return next((entry for entry in UNNOTICED if _covers(entry, id)), "")


def _covers(entry: str, id: str) -> bool:
    """Whether an entry of the list is a mutant, or the function that it is in."""
    return entry == id or id.startswith(f"{entry}: ")


def main() -> int:
    """Whether anything is wrong, as a process says it."""
    words = sys.argv[1:]
    tried: list[Mutant] = []
    wrong: list[str] = []
    for area in AREAS:
        every = [mutant for module in area.modules for mutant in mutants_of(module)]
        chosen = [it for it in every if not words or area.name in words or _named(it, words)]
        if not chosen:
            continue
        began = time.monotonic()
        runner = Runner(area, chosen)
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header"]
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            pytest.main([*options, *area.tests], plugins=[runner])
        if not runner.is_sound:
            wrong.append(f"the tests of {area.name} fail without any fault")
        wrong += verdicts(chosen, runner.unnoticed)
        tried += chosen
        sys.stdout.write(
            f"{area.name}: {len(chosen)} faults, {len(runner.unnoticed)} unnoticed, "
            f"{time.monotonic() - began:.0f} s\n"
        )
    if not words:
        known = {mutant.id for mutant in tried}
        stray = (it for it in UNNOTICED if not any(_covers(it, id) for id in known))
        wrong += [f"no such fault: {entry}" for entry in stray]
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.stdout.write(f"{len(tried)} faults, {len(wrong)} wrong\n")
    return 1 if wrong else 0


def _named(mutant: Mutant, words: Sequence[str]) -> bool:
    return any(word in mutant.id for word in words)


if __name__ == "__main__":
    sys.exit(main())
