"""Work that is spread over processes comes to the same as if one had done it all."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chronicle import workers
from chronicle.workers import CAN_FORK, LimitedProcess, LimitExceededError, map_parallel
from tests.sample_campaigns import CHECKOUT

#: What a process of its own runs, in which there is nothing else: only such a one is split.
BEGIN = """
import os, signal, sys
from chronicle.workers import map_parallel
def work(part):
    {work}
"""
splits = pytest.mark.skipif(not CAN_FORK, reason="this system can't split a process")
has_limits = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no timer for the time of a process"
)


def ran(work: str, rest: str) -> str:
    """What a script says that has this work to spread."""
    script = BEGIN.format(work=work) + rest
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_with_one_process_tasks_run_lazily() -> None:
    done: list[int] = []

    def work(part: int) -> int:
        done.append(part)
        return part * part

    results = map_parallel(work, [1, 2, 3], 1)
    assert (next(results), done) == (1, [1])
    assert (list(results), done) == ([4, 9], [1, 2, 3])
    assert list(map_parallel(work, [], 4)) == []
    assert (list(map_parallel(work, [7], 4)), done[-1]) == ([49], 7)


@splits
@pytest.mark.parametrize("processes", [2, 3, 9])
def test_results_keep_the_order_of_tasks(processes: int) -> None:
    rest = f"print([*map_parallel(work, [*range(7)], {processes})])"
    assert ran("return part * part", rest) == "[0, 1, 4, 9, 16, 25, 36]\n"


@splits
def test_tasks_run_in_other_processes() -> None:
    rest = """
pids = {*map_parallel(work, [*range(4)], 2)}
print(os.getpid() in pids, 0 < len(pids) < 3)
"""
    assert ran("return os.getpid()", rest) == "False True\n"


@splits
def test_an_exception_in_a_task_keeps_its_notes() -> None:
    work = """
    if part == 2:
        error = ValueError("two")
        error.add_note("a note")
        raise error
    return part
"""
    rest = """
try:
    for result in map_parallel(work, [*range(4)], 2):
        print(result)
except ValueError as error:
    print(error, error.__notes__)
"""
    assert ran(work, rest) == "0\n1\ntwo ['a note']\n"


@splits
def test_tasks_of_a_killed_worker_run_in_the_main_process() -> None:
    work = """
    if part == 2 and os.getpid() != first:
        os.kill(os.getpid(), signal.SIGKILL)
    return part
"""
    rest = "first = os.getpid(); print([*map_parallel(work, [*range(4)], 2)])"
    assert ran(work, rest) == "[0, 1, 2, 3]\n"


@splits
def test_the_number_of_workers_does_not_change_the_site() -> None:
    script = """
from chronicle import pipeline, workers
from chronicle.diagnostics.report import Report
from tests.golden.golden_sites import WHOLE
split = []
real = workers._map_in_processes
workers._map_in_processes = lambda *given: split.append(1) or real(*given)
pipeline._MIN_TURNS_TO_SPLIT = 1
made, found = [], []
for processes in (1, 2):
    report = Report()
    options = pipeline.BuildOptions(processes=processes)
    made.append(pipeline.build_campaign(WHOLE["small"], report, options))
    found.append(report.findings)
one, two = made
print(split, one.files == two.files, [*one.files] == [*two.files], one.public == two.public)
print(len(one.files) > 50, found[0] == found[1])
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.stdout == "[1] True True True\nTrue True\n", done.stderr


# ── A process with limits ────────────────────────────────────────────────────────────────────────


def add(state: list[int], item: int) -> tuple[int, list[int]]:
    """This process, and the items so far."""
    state.append(item)
    return os.getpid(), [*state]


def loop(_: list[int], item: int) -> int:
    """Never end for an item but 0."""
    while item:
        item += 1
    return item


def calculate(_: list[int], item: int) -> int:
    """Take far too long within one operation."""
    power: int = 3 ** (10**item)
    return power


def fill(_: list[int], item: int) -> int:
    """Take this many bytes."""
    return len(bytes(item))


def die(_: list[int], item: int) -> int:
    """End with a signal."""
    os.kill(os.getpid(), item)
    return item


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> LimitedProcess[list[int]]:
    """A process with low limits."""
    monkeypatch.setattr(workers, "MAX_SECONDS", 0.2)
    monkeypatch.setattr(workers, "MAX_MEMORY", 32 << 20)
    return LimitedProcess(list)


def test_a_limited_process_keeps_its_state(limited: LimitedProcess[list[int]]) -> None:
    (one, first), (two, second) = limited.map(add, [1, 2])
    ((three, third),) = limited.map(add, [3])
    assert (first, second, third) == ([1], [1, 2], [1, 2, 3])
    assert one == two == three != os.getpid()


@has_limits
@pytest.mark.parametrize(("function", "item"), [(loop, 1), (calculate, 9)])
def test_what_takes_too_long_ends_at_its_line(
    function: Callable[[list[int], int], int], item: int, limited: LimitedProcess[list[int]]
) -> None:
    results = limited.map(function, [0, item, 0])
    next(results)
    with pytest.raises(LimitExceededError) as caught:
        next(results)
    lines, first = inspect.getsourcelines(function)
    file, line = caught.value.frames[0]
    assert caught.value.is_time
    assert file == __file__
    assert first + 1 < line < first + len(lines)
    # Another one takes its place.
    assert [*limited.map(loop, [0])] == [0]


@has_limits
def test_each_item_has_its_own_time(limited: LimitedProcess[list[int]]) -> None:
    assert len([*limited.map(calculate, [5] * 200)]) == 200


@has_limits
def test_what_takes_too_much_memory_gets_an_error(limited: LimitedProcess[list[int]]) -> None:
    with pytest.raises(RuntimeError, match=r"in fill\n.*\n.*\nMemoryError"):
        [*limited.map(fill, [1 << 20, 64 << 20])]
    assert [*limited.map(fill, [1 << 20, 2 << 20])] == [1 << 20, 2 << 20]


@has_limits
@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV"])
def test_a_process_that_dies_did_not_take_too_long(
    name: str, limited: LimitedProcess[list[int]]
) -> None:
    with pytest.raises(LimitExceededError) as caught:
        [*limited.map(die, [signal.Signals[name]])]
    assert not caught.value.is_time
    assert bool(caught.value.frames) == (name == "SIGSEGV")


@has_limits
def test_a_limited_process_ends_with_what_started_it() -> None:
    limited = LimitedProcess[list[int]](list)
    [*limited.map(add, [1])]
    process = limited._process
    del limited
    process.join(30)
    assert process.exitcode == 0


@splits
def test_each_worker_has_a_limited_process_of_its_own() -> None:
    work = "return [*limited.map(pid, [1])][0]"
    rest = """
def pid(state, item):
    return os.getpid()
limited = workers.LimitedProcess(list)
print(work(0) == work(0), len({work(0), *map_parallel(work, [*range(4)], 2)}))
"""
    same, processes = ran(work, f"from chronicle import workers{rest}").split()
    assert same == "True"
    assert 2 <= int(processes) <= 3


def test_a_limited_process_beside_threads_runs_no_module_of_the_current_folder(
    tmp_path: Path,
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "multiprocessing.py").write_text("open('ran', 'w')")
    script = tmp_path / "script.py"
    script.write_text("""
import threading
from chronicle.workers import LimitedProcess
if __name__ == "__main__":
    end = threading.Event()
    threading.Thread(target=end.wait).start()
    print(*LimitedProcess(list).map(list.__contains__, [1]))
    end.set()
""")
    done = subprocess.run(
        [sys.executable, "-W", "error", script],
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
    assert not (here / "ran").exists()
