"""What tests need that not every system has, and the tests that need nothing of the kind."""

from __future__ import annotations

import importlib
import os
import signal
from typing import Final

import pytest

#: The tests that start no browser, no terminal and no shell. Continuous integration runs them on
#: every system, and on every version of Python.
PURE: Final = (
    *("tests/authoring", "tests/leaks", "tests/load", "tests/markup", "tests/model"),
    *("tests/outline", "tests/play", "tests/project", "tests/rules", "tests/schemas"),
    *("tests/seal", "tests/serve", "tests/yaml"),
)
needs_links = pytest.mark.skipif(os.name == "nt", reason="Windows leaves links to administrators")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
needs_limited_user = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere"
)


def open_terminal() -> tuple[int, int]:
    """The two ends of a terminal, which Windows has not."""
    ends: tuple[int, int] = importlib.import_module("pty").openpty()
    return ends


def heed_ctrl_c() -> None:
    """Have this process, and those that it starts, end with Ctrl-C, as tests of servers need.

    What a script starts with ``&`` ignores Ctrl-C, and so does every process started from there.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
