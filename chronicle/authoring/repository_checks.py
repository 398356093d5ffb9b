"""Checks that a campaign's git repository does not expose its secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final

from chronicle.records import dataclass

_SCHEME: Final = re.compile(r"^(?P<scheme>[a-z][a-z0-9+]*)://(?:[^/@]*@)?(?P<rest>.*)$")
_SHORT: Final = re.compile(r"^(?:[^/@:]+@)?(?P<host>[^/:\\]{2,}):(?P<path>.*)$")
_PAGES: Final = ".github.io"


@dataclass(frozen=True, slots=True)
class Repository:
    """The git repository that contains a campaign.

    ``remotes`` are addresses by name. ``content``, ``keys`` and ``private`` are the tracked files
    of each kind, relative to ``top``; ``exposed`` are keys and private pages that the next
    `git add` would include. ``holding`` are the local and remote-tracking branches, among those
    checked, that contain the campaign's files.
    """

    top: str
    remotes: Mapping[str, str] = field(default_factory=dict)
    content: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason against a deploy, and what to do; only a warning unless ``refuses``."""

    said: str
    help: str
    refuses: bool = True


def find_objections(
    repository: Repository, target: str, branch: str, *, private: bool
) -> tuple[Objection, ...]:
    """The objections to a deploy that follow from the campaign's own repository.

    ``target`` is the address of the target repository, or empty for other targets.
    """
    is_same = bool(target) and is_same_repository(
        target, repository.top, *repository.remotes.values()
    )
    return (
        *_of_keys(repository, is_same=is_same),
        *_of_content(repository, branch, is_same=is_same, private=private),
    )


def _of_keys(repository: Repository, *, is_same: bool) -> Iterator[Objection]:
    remotes = repository.remotes
    for what, paths in (("the key", repository.keys), ("private pages", repository.private)):
        if paths:
            yield Objection(
                f"git tracks {what}: {_named(paths)}",
                f"remove it with `git rm -r --cached {paths[0]}` and commit; if it was pushed"
                " before, it stays in the history: if others can read the key there, create a new"
                " one",
                refuses=is_same or any(not is_local(url) for url in remotes.values()),
            )
    if repository.exposed and (is_same or remotes):
        yield Objection(
            f"git does not ignore {_named(repository.exposed)}",
            "add it to `.gitignore`",
            refuses=is_same,
        )


def _of_content(
    repository: Repository, branch: str, *, is_same: bool, private: bool
) -> Iterator[Objection]:
    if not repository.content:
        return
    if is_same and branch in repository.holding:
        yield Objection(
            f"the branch `{branch}` contains the campaign's own files",
            "choose another branch, as in `--branch gh-pages`",
        )
    elif is_same and not private:
        yield Objection(
            "the campaign's own files, with all secrets, are in the target repository:"
            f" {_named(repository.content)}",
            "use a separate repository for the site; or, if only you can read this one, write"
            " `private: true` under `deploy:` in campaign.yaml",
        )
    elif any(not is_local(url) for url in repository.remotes.values()) and not is_same:
        yield Objection(
            "the campaign's own files go to " + ", ".join(sorted(repository.remotes)) + " with git",
            "make sure that nobody else can read that repository",
            refuses=False,
        )


def _named(paths: tuple[str, ...]) -> str:
    more = len(paths) - 2
    return ", ".join(paths[:2]) + (f" and {more} more" if more > 0 else "")


# ── Addresses ────────────────────────────────────────────────────────────────────────────────────


def is_local(url: str) -> bool:
    """Whether a repository is on this computer."""
    found = _SCHEME.match(url)
    return found["scheme"] == "file" if found else _SHORT.match(url) is None


def host_and_path(url: str) -> tuple[str, str]:
    """The host of a repository, empty if local, and its path there without `.git`."""
    found, short = _SCHEME.match(url), _SHORT.match(url)
    if found and found["scheme"] == "file":
        host, path = "", found["rest"]
    elif found:
        host, _, path = found["rest"].partition("/")
    elif short:
        host, path = short["host"], short["path"]
    else:
        host, path = "", url
    path = path.replace("\\", "/").rstrip("/").removesuffix("/.git").removesuffix(".git")
    return host.partition(":")[0].casefold(), path if not host else path.strip("/").casefold()


def is_same_repository(url: str, *others: str) -> bool:
    """Whether an address means the same repository as one of the others, in any notation."""
    return host_and_path(url) in [host_and_path(other) for other in others]


def github_pages_address(url: str) -> str | None:
    """The GitHub Pages address of a repository; None if it is not on GitHub."""
    host, path = host_and_path(url)
    owner, _, name = path.partition("/")
    if host != "github.com" or not name:
        return None
    top = f"https://{owner}{_PAGES}/"
    return top if name == f"{owner}{_PAGES}" else f"{top}{name}/"


def is_github_pages(address: str) -> bool:
    """Whether an address is on github.io, rather than a custom domain."""
    return address.split("/")[2].endswith(_PAGES) if address else False
