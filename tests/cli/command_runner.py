"""A newcomer at the keyboard: a campaign in the current folder, and commands as one types them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from click.testing import CliRunner

from chronicle.cli.main import main
from chronicle.records import Record
from tests.platforms import open_terminal
from tests.sample_campaigns import CHECKOUT, SHARED
from tests.small_campaign import SOUND

#: How a bar is taken from its line.
CLEARED: Final = "\r\x1b[2K"
#: A turn with a mistake, and its finding in a pipe.
TITEL: Final = "turn: 1\ntitel: The Riots\n"
TITEL_SAID: Final = """\
content/turns/001.yaml, line 2, column 1: error C002: unknown key `titel`
  line: titel: The Riots
  at: titel
  help: did you mean `title`?
1 error; for details: chronicle explain C002
"""
CREEP: Final = """\
turn: 1
orders:
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
"""


#: The folders that :func:`prepared` has kept.
_PREPARED: Final[dict[Callable[[Path], None], Path]] = {}


class Ran(Record):
    """What a command has left: its exit code and what it said."""

    code: int
    out: str
    err: str


def lay(folder: Path, files: Mapping[str, str]) -> None:
    """The sound campaign with files added to it, on the disk."""
    for path, text in {**SOUND, **files}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def prepared(here: Path, prepare: Callable[[Path], None]) -> Path:
    """The current folder as ``prepare`` leaves it, which runs once for all tests that begin so.

    What it has left, in the folder and in the cache, is copied for each of them.
    """
    cache = Path(f"{here}-cache")
    kept = _PREPARED.get(prepare)
    if kept is None:
        prepare(here)
        kept = _PREPARED[prepare] = Path(tempfile.mkdtemp(dir=os.environ[SHARED]))
        shutil.copytree(here, kept / "here", symlinks=True)
        # Templates are in a folder of all tests.
        shutil.copytree(cache, kept / "cache", ignore=shutil.ignore_patterns("templates"))
    else:
        shutil.copytree(kept / "here", here, symlinks=True, dirs_exist_ok=True)
        shutil.copytree(kept / "cache", cache, dirs_exist_ok=True)
    return here


def run(*words: str) -> Ran:
    """Runs a command in this process, in the current folder."""
    ran = CliRunner().invoke(main, list(words))
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def start(
    *words: str, code: str = "", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command in its own process; ``code`` is run there first."""
    program = f"{code}\nfrom chronicle.cli.main import main\nmain(prog_name='chronicle')"
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=surroundings(environment or {}),
        check=False,
        timeout=60,
    )


def surroundings(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a newcomer's shell, and more."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "CHRONICLE_DEBUG", "TERM", "COLUMNS")
    }
    return {**kept, "PYTHONPATH": str(CHECKOUT), "PYTHONIOENCODING": "utf-8", **more}


def shown_on_terminal(
    program: Sequence[str], more: Mapping[str, str], folder: Path | None = None
) -> tuple[int, str]:
    """The exit code of a program and what it shows on a terminal, line ends as written."""
    ours, theirs = open_terminal()
    with subprocess.Popen(
        program,
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=surroundings({"TERM": "xterm-256color", **more}),
    ) as running:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
        code = running.wait(30)
    os.close(ours)
    return code, shown.decode().replace("\r\n", "\n")


def left(shown: str) -> str:
    """What stands on a terminal in the end: a bar that was drawn is gone."""
    return shown.rpartition(CLEARED)[2]
