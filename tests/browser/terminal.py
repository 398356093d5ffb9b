"""A terminal: commands typed as one types them, questions answered, what keeps running stopped."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from chronicle.records import Record
from tests.cli.command_runner import left, surroundings
from tests.cli.long_running import stop
from tests.platforms import open_terminal

#: Escape sequences for colours and for the start of a line.
_DRESS: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+/\S*")
#: The user's own settings of git are ignored.
_GIT: Final = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "BROWSER": "true"}


class Terminal(Record):
    """One that is in a folder."""

    folder: Path

    def types(self, line: str, *answers: str, code: int = 0) -> str:
        """What a command shows in the end, once it has asked for these answers and got them."""
        ours, theirs = open_terminal()
        with subprocess.Popen(
            _words(line),
            cwd=self.folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=_environment(),
            start_new_session=True,
        ) as running:
            os.close(theirs)
            os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
            shown = b"".join(_read(ours))
            ended = running.wait(60)
        os.close(ours)
        said = _DRESS.sub("", left(shown.decode().replace("\r\n", "\n")))
        assert ended == code, f"{line} ended with {ended}\n{said}"
        return said

    def prints(self, line: str) -> str:
        """What a program gets from a command that it runs."""
        ran = subprocess.run(
            _words(line), cwd=self.folder, env=_environment(), capture_output=True, check=True
        )
        return ran.stdout.decode()

    @contextmanager
    def goes_on(self, line: str) -> Iterator[str]:
        """The address that a server names; it is stopped with Ctrl-C afterwards."""
        with subprocess.Popen(
            _words(line),
            cwd=self.folder,
            env=_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as running:
            assert running.stdout is not None
            try:
                named = (it[0] for said in running.stdout if (it := _ADDRESS.search(said)))
                yield next(named)
            finally:
                code, _ = stop(running)
            assert code == 0, f"{line} ended with {code}"


def _words(line: str) -> list[str]:
    program, *words = shlex.split(line)
    own = [sys.executable, "-m", "chronicle"]
    return [*own, *words] if program == "chronicle" else [program, *words]


def _environment() -> Mapping[str, str]:
    return surroundings({"TERM": "xterm-256color", "PYTHONUNBUFFERED": "1", **_GIT})


def _read(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            return
        if not part:
            return
        yield part
