"""What tests ask of a table with a key: who has which phrase, and what the file holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from chronicle.cli.main import main
from chronicle.diagnostics.report import Report
from chronicle.seal import Keys
from chronicle.seal.key_file import read_key_file
from tests.cli.command_runner import Ran, run

KEY: Final = Path("content", "chronicle.key")
#: A phrase of one's own that is strong enough.
OWN: Final = "tin otter plum gravel sun"


def made() -> bytes:
    """Makes the key of the campaign in the current folder: the bytes of its file."""
    ran = run("keys", "init")
    assert (ran.code, ran.out) == (0, "")
    return KEY.read_bytes()


def listed() -> dict[str, Any]:
    """What `keys list` tells a program."""
    ran = run("keys", "list", "--json")
    assert (ran.code, ran.err) == (0, "")
    shape: dict[str, Any] = json.loads(ran.out)
    return shape


def phrases() -> dict[str, str]:
    """Everybody's phrase, the GM's too."""
    return {row["player"]: row["phrase"] for row in listed()["players"]}


def kept(path: Path = KEY) -> Keys:
    """The keys in a file that is sound."""
    report = Report()
    keys = read_key_file(path, report)
    assert keys is not None
    assert report.findings == ()
    return keys


def piped(said: str, *words: str) -> Ran:
    """Runs a command with something coming in by a pipe."""
    ran = CliRunner().invoke(main, list(words), input=said)
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def refused(ran: Ran, code: str) -> bool:
    """Whether a command ended in this one error and nothing else."""
    return ran.code == 1 and ran.out == "" and ran.err.count("error ") == 1 and code in ran.err
