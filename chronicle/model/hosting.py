"""Where a site is put by git, as its author says: a repository, a branch, and who sees the rest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hosting:
    """A branch of a repository, which is given by its address, its path or a remote's name.

    ``private`` when nobody but its author's own people can read the repository itself.
    """

    remote: str
    branch: str = "gh-pages"
    private: bool = False
