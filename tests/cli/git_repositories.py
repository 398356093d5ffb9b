"""Repositories on the disk that sites are put into, and what lies in them."""

from __future__ import annotations

import subprocess
from pathlib import Path

#: Somebody else at work in a repository.
ANN = ("-c", "user.name=Ann", "-c", "user.email=ann@ann.example")


def git(folder: Path, *words: str) -> str:
    """What git prints when somebody else runs it in a folder."""
    ran = subprocess.run(
        ["git", *ANN, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout


def bare(folder: Path) -> Path:
    """An empty repository, as a host makes it."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--bare", ".")
    return folder


def lying(repository: Path, branch: str = "gh-pages") -> dict[str, str]:
    """The files on a branch with their digests; none when there is no such branch."""
    if not git(repository, "for-each-ref", f"refs/heads/{branch}"):
        return {}
    rows = git(repository, "ls-tree", "-r", branch).splitlines()
    return {row.split("\t")[1]: row.split()[2] for row in rows}


def commits(repository: Path, branch: str = "gh-pages") -> list[str]:
    """Who made the commits of a branch, the newest first."""
    return git(repository, "log", "--format=%an <%ae> %cn <%ce>", branch).splitlines()


def pushed(repository: Path, folder: Path, path: str, text: str, branch: str = "gh-pages") -> None:
    """Somebody else pushes a file to a branch that is there."""
    git(folder.parent, "clone", "--quiet", "--branch", branch, str(repository), str(folder))
    (folder / path).write_text(text, encoding="utf-8")
    git(folder, "add", path)
    git(folder, "commit", "--quiet", "-m", f"Create {path}")
    git(folder, "push", "--quiet")
