"""The deploy target, from command-line options or `deploy:` in campaign.yaml."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.diagnostics.report import did_you_mean
from chronicle.records import Record, replace

if TYPE_CHECKING:
    from chronicle.cli.deploy.hosts import SiteHost
    from chronicle.cli.deploy.journal import DeployJournal
    from chronicle.cli.deploy.last_deploy import LastDeploy
    from chronicle.model.publication import Hosting

#: The name of a remote, rather than an address or a path.
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
DEFAULT_BRANCH: Final = "gh-pages"


class HostOptions(Record):
    """The options that choose a deploy target."""

    remote: str | None = None
    branch: str | None = None
    folder: Path | None = None
    archive: Path | None = None

    def check(self) -> None:
        """Raise click.UsageError if they name more than one target."""
        in_git = self.remote is not None or self.branch is not None
        if [in_git, self.folder is not None, self.archive is not None].count(True) > 1:
            raise click.UsageError("use only one of --remote (with --branch), --to and --zip")


class DeployTarget(Record):
    """A host, with ``url`` and ``branch`` in git; ``private`` if the campaign's repository is."""

    host: SiteHost
    url: str = ""
    branch: str = ""
    private: bool = False


def target_of(
    options: HostOptions,
    hosting: Hosting | None,
    content: Path,
    work_dir: Path,
    last: LastDeploy | None = None,
) -> DeployTarget:
    """The chosen target: by an option, by ``hosting`` in campaign.yaml, or that of ``last`` time.

    Raises click.UsageError if there is none, and HostError.
    """
    from chronicle.cli.deploy.hosts.folder import FolderHost
    from chronicle.cli.deploy.hosts.git_branch import GitBranchHost
    from chronicle.cli.deploy.hosts.zip_file import ZipFileHost

    private = hosting is not None and hosting.private
    if options.folder is not None:
        return DeployTarget(FolderHost(options.folder), private=private)
    if options.archive is not None:
        return DeployTarget(ZipFileHost(options.archive), private=private)
    if options.remote is not None:
        url = repository_url_of(options.remote, content, Path())
    elif hosting is not None:
        url = repository_url_of(hosting.remote, content, content)
    elif last is not None and (options.branch is None or last.kind == "branch"):
        url, branch = last.address if last.kind == "branch" else "", options.branch or last.branch
        return DeployTarget(host_at(replace(last, branch=branch), work_dir), url, branch, private)
    else:
        raise click.UsageError(
            "no deploy target: use --remote, --to or --zip, or set `deploy:` in campaign.yaml"
        )
    branch = options.branch or (hosting.branch if hosting is not None else DEFAULT_BRANCH)
    return DeployTarget(GitBranchHost(url, branch, work_dir), url, branch, private)


def host_at(
    place: DeployJournal | LastDeploy, work_dir: Path, timeout: float | None = None
) -> SiteHost:
    """The host at a place of an earlier deploy."""
    from chronicle.cli.deploy.hosts.folder import FolderHost
    from chronicle.cli.deploy.hosts.git_branch import GitBranchHost
    from chronicle.cli.deploy.hosts.zip_file import ZipFileHost

    match place.kind:
        case "folder":
            return FolderHost(Path(place.address))
        case "zip":
            return ZipFileHost(Path(place.address))
        case _:
            return GitBranchHost(place.address, place.branch, work_dir, timeout=timeout)


def repository_url_of(remote: str, content: Path, start: Path) -> str:
    """The address of a repository, given as an address, a path or the name of a remote."""
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.git import Git, GitError, GitNotFound
    from chronicle.cli.repository import absolute_url, remotes_of

    if remote.startswith("-") or "::" in remote:
        raise HostError(f"`{remote}` is not a repository address", "give its address or its path")
    if not _NAME.fullmatch(remote) or (start / remote).is_dir():
        return absolute_url(remote, start.resolve())
    try:
        git = Git(content)
        top = git.try_line("rev-parse", "--show-toplevel")
        known = remotes_of(git, Path(top)) if top else {}
    except (GitError, GitNotFound):
        known = {}
    if remote in known:
        return known[remote]
    raise HostError(
        f"`{remote}` is neither a remote of the campaign's repository nor a folder",
        did_you_mean(remote, known, otherwise="give the address of a repository"),
    )
