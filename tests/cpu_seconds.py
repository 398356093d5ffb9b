"""A plugin of pytest that says how many CPU seconds each part of the tests takes.

    .venv/bin/python -m pytest -p tests.cpu_seconds -n auto --dist loadgroup

What browsers spend is counted when they end, in no part but in the sum.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Generator

import pytest

_spent: defaultdict[str, float] = defaultdict(float)
_tests: Counter[str] = Counter()
_before = 0.0
#: Whether the last test of this process is ending, and with it what all tests shared.
_is_last = False


def _now() -> float:
    return sum(os.times()[:4])


def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    global _is_last  # noqa: PLW0603  one process runs one test after another
    _is_last = nextitem is None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Has each report of a phase say what was spent since the one before."""
    global _before  # noqa: PLW0603  one process runs one test after another
    report = yield
    now = _now()
    if not _is_last:
        report.user_properties = [*report.user_properties, ("cpu", now - _before)]
    _before = now
    return report


def pytest_collection_finish() -> None:
    """What was spent until now is no test's."""
    global _before  # noqa: PLW0603  as above
    _before = _now()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    part = "/".join(report.nodeid.split("::")[0].split("/")[:2])
    _tests[part] += report.when == "call"
    for name, spent in report.user_properties:
        if name == "cpu" and isinstance(spent, float):
            _spent[part] += spent


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for part, seconds in sorted(_spent.items(), key=lambda it: -it[1]):
        terminalreporter.write_line(f"{seconds:7.1f} s {_tests[part]:6} tests in {part}")
    terminalreporter.write_line(f"{_now():7.1f} s in all, starts and browsers included")
