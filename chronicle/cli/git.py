"""Runs git with a fixed configuration and environment. No other module calls git."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from chronicle.records import Record

#: Variables with which users say how to reach a host and which configuration to read. All others
#: are dropped: those of a calling git (`GIT_DIR`), and those that change what paths mean or what
#: is written (`GIT_LITERAL_PATHSPECS`, `GIT_DEFAULT_HASH`, `GIT_COMMITTER_DATE`).
_KEPT_VARIABLES: Final = re.compile(
    r"GIT_(SSH(_COMMAND|_VARIANT)?|ASKPASS|TERMINAL_PROMPT|PROXY_COMMAND|SSL_\w+|HTTP_\w+"
    r"|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|CEILING_DIRECTORIES"
    r"|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH|ALLOW_PROTOCOL|TRACE\w*)"
)
#: Settings that outrank those of the user, the system and the campaign's repository. What is not
#: here, such as credentials, proxies and `url.….insteadOf`, is the user's.
_SETTINGS: Final = {
    # Nothing is run that a repository or the user asks for, and nothing is signed.
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "push.gpgSign": "false",
    "commit.gpgSign": "false",
    "log.showSignature": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    # A campaign's folder that pretends to be a repository is not one.
    "safe.bareRepository": "explicit",
    # Bytes stay as they are.
    "core.autocrlf": "false",
    "core.safecrlf": "false",
    "core.attributesFile": os.devnull,
    "core.useReplaceRefs": "false",
    # What is printed can be read by a program.
    "core.quotePath": "false",
    "i18n.logOutputEncoding": "UTF-8",
    "log.mailmap": "false",
    "color.ui": "false",
    "color.push": "false",
    "color.remote": "false",
    "color.transport": "false",
    "advice.pushUpdateRejected": "false",
    "grep.patternType": "default",
    # A push is only what we say.
    "push.followTags": "false",
    "push.recurseSubmodules": "no",
    "push.pushOption": "",
    "fetch.recurseSubmodules": "false",
    "init.defaultBranch": "main",
    "init.defaultObjectFormat": "sha1",
    "init.defaultRefFormat": "files",
}
_SETTING_OPTIONS: Final = tuple(
    word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")
)
_PASSWORD: Final = re.compile(r"([a-z+]+://)[^/@\s]+@")


class GitError(Exception):
    """A git command failed; ``said`` is its message, without passwords, ``code`` its exit code."""

    def __init__(self, said: str, code: int = 0) -> None:
        super().__init__(said)
        self.said = said
        self.code = code


class GitNotFound(Exception):
    """git is not installed."""


class Git(Record):
    """Runs git in a folder; ``bare`` if the folder itself is a bare repository of ours.

    A command that takes longer than ``timeout`` seconds is ended, and is an error.
    """

    folder: Path
    bare: bool = False
    timeout: float | None = None

    def run(self, *words: str, stdin: bytes = b"") -> bytes:
        """The output of a git command. Raises GitError and GitNotFound."""
        place = ("--git-dir=.",) if self.bare else ()
        try:
            # Arguments from the author come after `--` or have been checked.
            ran = subprocess.run(  # noqa: S603  no shell is involved
                ["git", *place, *_SETTING_OPTIONS, *words],  # noqa: S607  the git on PATH
                cwd=self.folder,
                input=stdin,
                capture_output=True,
                env=_environment(),
                check=False,
                timeout=self.timeout,
            )
        except FileNotFoundError as error:
            raise GitNotFound from error
        except subprocess.TimeoutExpired as error:
            raise GitError(f"timed out: no answer in {self.timeout:.0f} seconds") from error
        if ran.returncode != 0:
            told = ran.stderr + (ran.stdout if words[0] == "push" else b"")
            raise GitError(
                redact_passwords(told.decode("utf-8", "replace").strip()), ran.returncode
            )
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

    def objects(self, *ids: str) -> tuple[bytes, ...]:
        """The content of objects, byte by byte as stored. Raises GitError and GitNotFound."""
        if not ids:
            return ()
        given = "".join(f"{id}\n" for id in ids).encode()
        left, contents = self.run("cat-file", "--batch", stdin=given), []
        for id in ids:
            head, _, left = left.partition(b"\n")
            if head.count(b" ") != 2:
                raise GitError(f"object {id} is missing")
            size = int(head.rpartition(b" ")[2])
            contents.append(left[:size])
            left = left[size + 1 :]
        return tuple(contents)


def redact_passwords(text: str) -> str:
    """The text without user names and passwords in repository addresses."""
    return _PASSWORD.sub(r"\1", text)


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or _KEPT_VARIABLES.fullmatch(name)
    }
    # Messages are parsed, so they must be English; UTC hides the author's time zone.
    kept |= {"LC_ALL": "C", "LANGUAGE": "C", "TZ": "UTC", "GIT_OPTIONAL_LOCKS": "0"}
    if not bool(getattr(sys.stdin, "isatty", bool)()):
        kept["GIT_TERMINAL_PROMPT"] = "0"
    return kept
