"""Work that is spread over processes comes to the same as if one had done it all."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chronicle.workers import CAN_FORK, map_parallel
from tests.sample_campaigns import CHECKOUT

#: What a process of its own runs, in which there is nothing else: only such a one is split.
BEGIN = """
import os, signal, sys
from chronicle.workers import map_parallel
def work(part):
    {work}
"""
splits = pytest.mark.skipif(not CAN_FORK, reason="this system can't split a process")


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
