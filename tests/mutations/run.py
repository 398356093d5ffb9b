"""Plant one fault after the other: the tests nearest to it must notice each.

Run as ``python -m tests.mutations.run``, with the names of areas or parts of faults to try only
these; ``--unlisted`` leaves out those that are listed as unnoticed, for which all tests have to be
run. Exit code 1 if a fault goes unnoticed and is not listed with a reason, or if the list is wrong.
The tests of an area are collected once; each fault is planted in its own process, which
stops at the first test that fails.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests.mutations.areas import AREAS, Area
from tests.mutations.operators import Mutant
from tests.mutations.unnoticed import UNNOTICED

#: Processes at a time.
_PROCESSES: Final = 2
_UNLISTED: Final = "--unlisted"
#: With the tests that `make test` leaves to `make thorough`.
_OPTIONS: Final = ("-p", "no:cacheprovider", "-p", "no:terminal", "--assert=plain", "-m", "")


class Runner:
    """A plugin of pytest that runs the tests it has collected once for each mutant."""

    def __init__(self, area: Area, mutants: Sequence[Mutant]) -> None:
        self.area, self.mutants = area, mutants
        self.unnoticed: list[str] = []
        self.is_sound = False
        #: The seconds of CPU that each test takes, in the order of the tests.
        self.costs: dict[str, float] = {}
        #: The test that noticed a fault of each function last, which is tried first.
        self.last: dict[str, str] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        # What explains a failure takes longer than the tests.
        config.option.tbstyle = "no"

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests unchanged, then with each mutant, two processes at a time."""
        self.area.shared()
        gc.freeze()
        self.is_sound = self.measure(session.items)
        waiting = iter(self.mutants if self.is_sound else ())
        running: dict[int, tuple[Mutant, int]] = {}
        while True:
            while len(running) < _PROCESSES and (mutant := next(waiting, None)) is not None:
                pid, pipe = _forked(partial(self.try_out, session.items, mutant))
                running[pid] = mutant, pipe
            if not running:
                return True
            pid, _ = os.wait()
            mutant, pipe = running.pop(pid)
            # A process that was ended has noticed something as well.
            noticed = _read(pipe) or "endless"
            if noticed == _NOTHING:
                self.unnoticed.append(mutant.id)
                if not _entry_of(mutant.id):
                    _say(f"no test notices {mutant.id}")
            self.last[mutant.where] = noticed

    def measure(self, items: Sequence[pytest.Item]) -> bool:
        """Whether no test fails without a fault; notes what each costs."""
        pid, pipe = _forked(lambda: "\n".join(map(_cost, items)))
        costs = _read(pipe).split("\n")
        os.waitpid(pid, 0)
        failed = [it.nodeid for it, cost in zip(items, costs, strict=True) if not cost]
        _say(*(f"{id} fails without any fault" for id in failed))
        self.costs = {it.nodeid: float(cost) for it, cost in zip(items, costs, strict=True) if cost}
        return not failed

    def try_out(self, items: Sequence[pytest.Item], mutant: Mutant) -> str:
        """The first test that fails with a mutant: the cheap ones are run before the others."""
        last = self.last.get(mutant.where, "")
        with mutant.planted():
            for item in sorted(items, key=lambda it: (it.nodeid != last, self.costs[it.nodeid])):
                # The process is ended by a test that takes far longer than without the fault. What
                # several tests need is made by the first of them.
                signal.alarm(120)
                signal.setitimer(signal.ITIMER_PROF, 10 + 4 * self.costs[item.nodeid])
                if _fails(item):
                    return item.nodeid
        return _NOTHING


#: What a process writes if no test fails.
_NOTHING: Final = "nothing"


def _forked(work: Callable[[], str]) -> tuple[int, int]:
    """A process that does some work, and the pipe to which it writes the result."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    os.close(reading)
    written = "stops"
    try:
        written = work()
    finally:
        os.write(writing, written.encode())
        os._exit(0)


def _read(pipe: int) -> str:
    with os.fdopen(pipe, "rb") as reading:
        return reading.read().decode()


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False))


def _cost(item: pytest.Item) -> str:
    """The seconds of CPU that a test takes; empty if it fails."""
    began = time.process_time()
    return "" if _fails(item) else str(time.process_time() - began)


def verdicts(tried: Sequence[Mutant], unnoticed: Sequence[str]) -> Iterator[str]:
    """What is wrong with the tests, or with the list of what they needn't notice."""
    listed = {id: _entry_of(id) for id in unnoticed}
    yield from (f"no test notices {id}" for id, entry in listed.items() if not entry)
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
    words = [word for word in sys.argv[1:] if word != _UNLISTED]
    only_unlisted = _UNLISTED in sys.argv
    parts = set(words) - {area.name for area in AREAS}
    tried: list[Mutant] = []
    wrong: list[str] = []
    # The same examples each time, and none is made simpler.
    hypothesis.settings.register_profile(
        "mutations",
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutations")
    for area in AREAS:
        every = list(area.mutants())
        chosen = [it for it in every if not words or area.name in words or _named(it, parts)]
        if only_unlisted:
            chosen = [it for it in chosen if not _entry_of(it.id)]
        if not chosen:
            continue
        began = time.monotonic()
        runner = Runner(area, chosen)
        pytest.main([*_OPTIONS, *area.tests], plugins=[runner])
        if not runner.is_sound:
            wrong.append(f"the tests of {area.name} fail without any fault")
        wrong += verdicts(chosen, runner.unnoticed)
        tried += chosen
        took = time.monotonic() - began
        _say(f"{area.name}: {len(chosen)} faults, {len(runner.unnoticed)} unnoticed, {took:.0f} s")
    if not words and not only_unlisted:
        known = {mutant.id for mutant in tried}
        stray = (it for it in UNNOTICED if not any(_covers(it, id) for id in known))
        wrong += [f"no such fault: {entry}" for entry in stray]
    _say(*wrong, f"{len(tried)} faults, {len(wrong)} wrong")
    return 1 if wrong else 0


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _named(mutant: Mutant, parts: Iterable[str]) -> bool:
    return any(part in mutant.id for part in parts)


if __name__ == "__main__":
    sys.exit(main())
