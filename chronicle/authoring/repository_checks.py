"""What is wrong with a campaign's git repository: secrets in files, and where it is deployed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from chronicle.model.publication import Hosting
from chronicle.records import Record, field
from chronicle.render.invite_cards import GENERATOR_META
from chronicle.render.pages import PRIVATE_MARK

_SCHEME: Final = re.compile(r"^(?P<scheme>[a-z][a-z0-9+]*)://(?:[^/@]*@)?(?P<rest>.*)$")
_SHORT: Final = re.compile(r"^(?:[^/@:]+@)?(?P<host>[^/:\\]{2,}):(?P<path>.*)$")
_PAGES: Final = ".github.io"

#: A key file or a copy of it, a page of invite cards, a page or dossier that is not encrypted.
SecretKind = Literal["key", "cards", "page"]

_MASTER: Final = re.compile(rb'"master"\s*:\s*"(?P<key>[0-9a-fA-F]{64})"')
_DEMO: Final = re.compile(rb'"demo"\s*:\s*true')
#: Texts of which every such file contains one, for a search before its content is looked at.
SECRET_TEXTS: Final = ('"master"', GENERATOR_META, PRIVATE_MARK.decode().strip())


class Repository(Record):
    """The git repository that contains a campaign.

    ``remotes`` are addresses by name. ``content``, ``keys``, ``cards`` and ``private`` are the
    tracked files of each kind, relative to ``top``; ``exposed`` are keys, cards and private pages
    that the next `git add` would include. ``holding`` are the local and remote-tracking branches,
    among those checked, that contain the campaign's files. ``past_keys`` and ``past`` are files in
    older commits: with the campaign's present key, and with other secrets. They are not known
    unless ``is_history_checked``.
    """

    top: str
    remotes: Mapping[str, str] = field(default_factory=dict)
    content: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    past_keys: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    is_history_checked: bool = True

    @property
    def open_remotes(self) -> tuple[str, ...]:
        """The names of the remotes that are not on this computer, so that others may read them."""
        return tuple(sorted(name for name, url in self.remotes.items() if not is_local(url)))


class Objection(Record):
    """A reason against a deploy, and what to do; only a warning unless ``refuses``."""

    said: str
    help: str
    refuses: bool = True


def find_objections(
    repository: Repository, target: str, branch: str, *, private: bool
) -> tuple[Objection, ...]:
    """The objections to a deploy that follow from the campaign's own repository.

    ``target`` is the address of the target repository, or empty for other targets. ``private``
    says that only the author and collaborators can read the campaign's repository.
    """
    is_same = bool(target) and (
        is_same_repository(target, *repository.remotes.values())
        or _is_in_folder(target, repository.top)
    )
    return (
        *_of_secrets(repository, is_same=is_same),
        *_of_history(repository, is_same=is_same, private=private),
        *_of_content(repository, branch, is_same=is_same, private=private),
    )


def unreadable_objection(said: str) -> Objection:
    """The objection that git can't look into a repository; ``said`` is its message."""
    return Objection(
        "git can't read the repository, so nobody knows what is in it: "
        + said.partition("\n")[0].removeprefix("fatal: "),
        "make sure that `git status` works in the campaign's folder",
    )


def find_site_objections(repository: Repository, *, private: bool) -> tuple[Objection, ...]:
    """The objections that follow from the repository that a folder to deploy to is in."""
    return (
        *_of_secrets(repository, is_same=False),
        *_of_content(repository, "", is_same=False, private=private),
    )


def _of_secrets(repository: Repository, *, is_same: bool) -> Iterator[Objection]:
    for what, paths in (
        ("the key", repository.keys),
        ("invite cards", repository.cards),
        ("private pages", repository.private),
    ):
        if paths:
            yield Objection(
                f"git tracks {what}: {_named(paths)}",
                f"remove it with `git rm -r --cached {paths[0]}` and commit; if it was pushed"
                " before, it stays in the history: if others can read the key there, create a new"
                " one",
                refuses=is_same or bool(repository.open_remotes),
            )
    if repository.exposed and (is_same or repository.remotes):
        yield Objection(
            f"git does not ignore {_named(repository.exposed)}",
            "add it to `.gitignore`",
            refuses=is_same,
        )


def _of_history(repository: Repository, *, is_same: bool, private: bool) -> Iterator[Objection]:
    if repository.past_keys:
        yield Objection(
            f"older commits contain the campaign's key: {_named(repository.past_keys)}",
            "if others can read the repository, create a new key; or remove the file from all"
            " commits",
            refuses=not private and (is_same or bool(repository.open_remotes)),
        )
    if repository.past:
        yield Objection(
            f"older commits contain secrets: {_named(repository.past)}",
            "git keeps what was once committed; make sure that nobody else can read it",
            refuses=False,
        )
    if not repository.is_history_checked and (is_same or repository.open_remotes):
        yield Objection(
            "the older commits were not searched for secrets: there are too many",
            "make sure that no key was ever committed",
            refuses=False,
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
    elif repository.open_remotes and not private:
        yield Objection(
            f"git tracks the campaign's own files, with all secrets: {_named(repository.content)};"
            f" {', '.join(repository.open_remotes)} may be public",
            "if only you can read that repository, write `private: true` under `deploy:` in"
            " campaign.yaml; else remove that remote",
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


def _is_in_folder(url: str, folder: str) -> bool:
    """Whether an address means the repository of a folder; a bare one beside it has `.git` more."""
    is_bare = url.rstrip("/").endswith(".git") and not url.rstrip("/").endswith("/.git")
    return is_same_repository(url, folder) and (not is_bare or folder.endswith(".git"))


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


def secret_kind(content: bytes) -> SecretKind | None:
    """What is secret in a file; None if nothing is."""
    if master_keys(content):
        return "key"
    if GENERATOR_META.encode() in content and content.lstrip().startswith(b"<"):
        return "cards"
    return "page" if content.rstrip().endswith(PRIVATE_MARK.strip()) else None


def master_keys(content: bytes) -> frozenset[bytes]:
    """The master keys in a file, without those of samples, which are public."""
    found = [bytes.fromhex(one["key"].decode()) for one in _MASTER.finditer(content)]
    # Examples in documentation repeat one byte.
    real = {key for key in found if len(set(key)) > 1}
    if not real:
        return frozenset()
    try:
        entry = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        # It is damaged, or pasted into another file.
        return frozenset() if _DEMO.search(content) else frozenset(real)
    listed = {
        str(one["master"]).lower() for one in _key_shapes(entry) if one.get("demo") is not True
    }
    return frozenset(key for key in real if key.hex() in listed)


def _key_shapes(entry: Any) -> Iterator[Mapping[str, Any]]:
    """The objects in JSON that have the keys of a key file."""
    inner = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    if isinstance(entry, dict) and "version" in entry and "master" in entry:
        yield entry
    for one in inner:
        yield from _key_shapes(one)


def address_objections(
    address: str, hosting: Hosting | None, url: str, *, published: bool
) -> Iterator[Objection]:
    """What is wrong with `deploy:` and `address:`, as far as can be told without the network.

    ``url`` is the address of the repository to deploy to, empty if there is no remote of that name.
    """
    if hosting is not None and not url:
        yield Objection(
            f"`deploy:` names the remote `{hosting.remote}`, which does not exist",
            "write the address of a repository instead",
        )
    expected = github_pages_address(url) if url else None
    if not address and published:
        yield Objection(
            "the campaign has no `address:`, so the site has no feed and invite cards no links",
            f"write `address: {expected or 'https://…/'}` in campaign.yaml",
            refuses=False,
        )
    elif expected is not None and is_github_pages(address) and address.casefold() != expected:
        yield Objection(
            f"`address:` is {address}, but GitHub Pages uses {expected}",
            f"write `address: {expected}` in campaign.yaml, unless the site has a custom domain",
            refuses=False,
        )
