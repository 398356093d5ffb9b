"""Programs that run until they are told to stop: started, looked at, and stopped as one does."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from tests.cli.command_runner import surroundings

_ADDRESS: Final = re.compile(r"http://[\w.]+:\d+[\w/.-]*")


def looked_at(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], page: str = ""
) -> tuple[int, bytes]:
    """The exit code of a server that was stopped with Ctrl-C, and a page that it showed before.

    The page is the one at the address that it names, or one below that.
    """
    with subprocess.Popen(
        ["sh", "-c", f"exec {shlex.join(words)}"],
        cwd=folder,
        env=surroundings({"PYTHONUNBUFFERED": "1", "BROWSER": "true", **environment}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as running:
        assert running.stdout is not None
        try:
            named = (found[0] for told in running.stdout if (found := _ADDRESS.search(told)))
            address = next(named).replace("0.0.0.0", "127.0.0.1")  # noqa: S104  replaced, not bound
            with urlopen(address + page, timeout=20) as got:  # noqa: S310  our own server
                shown: bytes = got.read()
        finally:
            code, _ = stop(running)
        return code, shown


def stop(running: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a program stopped with Ctrl-C, and what it wrote last.

    One that does not stop is killed, so that no test waits for it.
    """
    running.send_signal(signal.SIGINT)
    try:
        said = running.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        running.kill()
        raise
    return running.returncode, "".join(part for part in said if part)
