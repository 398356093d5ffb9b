"""Runs git with a fixed configuration and environment. No other module calls git."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from chronicle.records import dataclass

#: Variables that a calling git sets and that would redirect our git to another repository.
_CALLER_VARIABLES: Final = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"),
    *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_QUARANTINE_PATH"),
)
#: Run no hooks and sign nothing.
_CONFIG_OPTIONS: Final = (
    *(
        "-c",
        f"core.hooksPath={os.devnull}",
        "-c",
        "push.gpgSign=false",
        "-c",
        "log.showSignature=0",
    ),
    *("-c", "core.quotePath=false", "-c", "gc.auto=0", "-c", "advice.pushUpdateRejected=false"),
)
_PASSWORD: Final = re.compile(r"([a-z+]+://)[^/@\s]+@")


class GitError(Exception):
    """A git command failed; ``said`` is its message, without passwords."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class GitNotFound(Exception):
    """git is not installed."""


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git in a folder."""

    folder: Path

    def run(self, *words: str, stdin: bytes = b"") -> bytes:
        """The output of a git command. Raises GitError and GitNotFound."""
        try:
            # Arguments from the author come after `--` or have been checked.
            ran = subprocess.run(  # noqa: S603  no shell is involved
                ["git", *_CONFIG_OPTIONS, *words],  # noqa: S607  the git on the author's PATH
                cwd=self.folder,
                input=stdin,
                capture_output=True,
                env=_environment(),
                check=False,
            )
        except FileNotFoundError as error:
            raise GitNotFound from error
        if ran.returncode != 0:
            told = ran.stderr + (ran.stdout if words[0] == "push" else b"")
            raise GitError(redact_passwords(told.decode("utf-8", "replace").strip()))
        return ran.stdout

    def line(self, *words: str) -> str:
        """The output of a git command as one line. Raises GitError and GitNotFound."""
        return self.run(*words).decode("utf-8", "replace").strip()

    def try_line(self, *words: str) -> str | None:
        """The output of a git command as one line; None if it fails. Raises GitNotFound."""
        try:
            return self.line(*words)
        except GitError:
            return None

    def paths(self, *words: str) -> tuple[str, ...]:
        """The null-separated paths that a git command prints; empty if it fails."""
        try:
            listed = self.run(*words)
        except GitError:
            return ()
        return tuple(path for path in listed.decode("utf-8", "replace").split("\0") if path)


def redact_passwords(text: str) -> str:
    """The text without user names and passwords in repository addresses."""
    return _PASSWORD.sub(r"\1", text)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _CALLER_VARIABLES}
    # Messages are parsed, so they must be English; UTC hides the author's time zone.
    kept |= {"LC_ALL": "C", "LANGUAGE": "C", "TZ": "UTC"}
    if not bool(getattr(sys.stdin, "isatty", bool)()):
        kept["GIT_TERMINAL_PROMPT"] = "0"
    return kept
