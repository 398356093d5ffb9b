"""The home of git: the program, run with words and in surroundings of our choosing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: What a git that called us leaves behind, and what would send ours elsewhere.
_CALLER_VARIABLES: Final = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"),
    *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_QUARANTINE_PATH"),
)
#: No hook of anybody's is run, nothing is signed, and no line ending is touched.
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
    """Git could not do it; ``said`` is what it says of that, without passwords."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class GitNotFound(Exception):
    """There is no git on this machine."""


@dataclass(frozen=True, slots=True)
class Git:
    """Git, run in a folder."""

    folder: Path

    def run(self, *words: str, stdin: bytes = b"") -> bytes:
        """What git prints. Raises GitFailed and NoGit."""
        try:
            # What an author gives stands behind `--` or was looked over.
            ran = subprocess.run(  # noqa: S603  no shell reads the words
                ["git", *_CONFIG_OPTIONS, *words],  # noqa: S607  as the author would call it
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
        """The one line that git prints. Raises GitFailed and NoGit."""
        return self.run(*words).decode("utf-8", "replace").strip()

    def try_line(self, *words: str) -> str | None:
        """The one line that git prints; None when it can't. Raises NoGit."""
        try:
            return self.line(*words)
        except GitError:
            return None

    def paths(self, *words: str) -> tuple[str, ...]:
        """The paths that git prints with null bytes between them; none when it can't."""
        try:
            listed = self.run(*words)
        except GitError:
            return ()
        return tuple(path for path in listed.decode("utf-8", "replace").split("\0") if path)


def redact_passwords(text: str) -> str:
    """A text in which no address of a repository says who asks, nor with which password."""
    return _PASSWORD.sub(r"\1", text)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _CALLER_VARIABLES}
    # Its words are read here, and its dates tell nobody where the author lives.
    kept |= {"LC_ALL": "C", "LANGUAGE": "C", "TZ": "UTC"}
    if not bool(getattr(sys.stdin, "isatty", bool)()):
        kept["GIT_TERMINAL_PROMPT"] = "0"
    return kept
