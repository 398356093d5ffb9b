"""What is wrong with the setup around a campaign: its key, its repository, where it is deployed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from chronicle.authoring import repository_checks
from chronicle.cli.build_run import folders_of
from chronicle.cli.git import GitError, GitNotFound
from chronicle.cli.output import display_path
from chronicle.cli.repository import inspect_repository, inspect_site_repository, key_files
from chronicle.model.publication import Hosting

_OTHERS = 0o077


def setup_objections(
    content: Path, output: Path, *, published: bool
) -> Iterator[repository_checks.Objection]:
    """What is wrong with the setup of one or several campaigns, as far as a deploy would see it.

    What matters for readers only is left out until a turn is ``published``.
    """
    from chronicle.cli.deploy.campaigns import hosting_in
    from chronicle.cli.deploy.target import DEFAULT_BRANCH

    hosting, address = hosting_in(content)
    url = _remote_url_of(hosting, content) if hosting is not None else ""
    branch = hosting.branch if hosting is not None else DEFAULT_BRANCH
    private = hosting is not None and hosting.private
    if hosting is not None and shutil.which("git") is None:
        yield repository_checks.Objection(
            "git is not installed, and `deploy:` names a repository",
            "install git; without it, `chronicle deploy` can use --to FOLDER and --zip FILE",
        )
    yield from secret_objections(content, output, url, branch, private=private)
    if published:
        yield from _missing_keys(content)
    yield from repository_checks.address_objections(address, hosting, url, published=published)


def secret_objections(
    content: Path, output: Path, url: str, branch: str, *, private: bool, place: Path | None = None
) -> Iterator[repository_checks.Objection]:
    """The secrets that others can read, or will after the next commit.

    ``url`` and ``branch`` are those of the repository to deploy to, ``place`` is another place to
    deploy to. Without git nothing is in a repository.
    """
    for path in key_files(content):
        if os.name == "posix" and path.stat().st_mode & _OTHERS:
            yield repository_checks.Objection(
                f"other users of this computer can read {display_path(path)}",
                f"run `chmod 600 {display_path(path)}`",
            )
    try:
        repository = inspect_repository(content, output, branch)
        if repository is not None:
            yield from repository_checks.find_objections(repository, url, branch, private=private)
        around = inspect_site_repository(place.resolve(), content) if place else None
        if around is not None:
            yield from repository_checks.find_site_objections(around, private=private)
    except GitNotFound:
        pass
    except GitError as error:
        yield repository_checks.unreadable_objection(error.said)


def _missing_keys(content: Path) -> Iterator[repository_checks.Objection]:
    from chronicle.seal.key_file import find_key_file

    folders = folders_of(content)
    for folder in folders[1:] or folders:
        if find_key_file(folder) is None:
            name = display_path(folder)
            yield repository_checks.Objection(
                f"{name} has no key, so its dossiers are not on the site",
                f"`chronicle keys init {name}` creates one, `chronicle keys restore FILE {name}`"
                " restores a copy",
                refuses=False,
            )


def _remote_url_of(hosting: Hosting, content: Path) -> str:
    """The address of the repository to deploy to; empty if there is no remote of that name."""
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.deploy.target import repository_url_of

    try:
        return repository_url_of(hosting.remote, content, content)
    except HostError:
        return ""
