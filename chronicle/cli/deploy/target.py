"""Which host is meant: by an option, or by what the author has written down."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.diagnostics.report import did_you_mean

if TYPE_CHECKING:
    from chronicle.cli.deploy.hosts import SiteHost
    from chronicle.model.hosting import Hosting

#: The name of a remote, rather than an address or a path.
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
DEFAULT_BRANCH: Final = "gh-pages"


@dataclass(frozen=True, slots=True)
class HostOptions:
    """Where the options of a command want a site to go."""

    remote: str | None = None
    branch: str | None = None
    folder: Path | None = None
    archive: Path | None = None

    def check(self) -> None:
        """Ends the run when they want two things at once."""
        in_git = self.remote is not None or self.branch is not None
        if [in_git, self.folder is not None, self.archive is not None].count(True) > 1:
            raise click.UsageError("name one place: --remote (and --branch), --to, or --zip")


@dataclass(frozen=True, slots=True)
class DeployTarget:
    """A host; for git with the address of its repository and the branch, which else are empty."""

    host: SiteHost
    url: str = ""
    branch: str = ""
    private: bool = False


def target_of(
    options: HostOptions, hosting: Hosting | None, content: Path, work_dir: Path
) -> DeployTarget:
    """The host that is meant; there being none ends the run. Raises Refused and NoGit."""
    from chronicle.cli.deploy.hosts.folder import FolderHost
    from chronicle.cli.deploy.hosts.git_branch import GitBranchHost
    from chronicle.cli.deploy.hosts.zip_file import ZipFileHost

    if options.folder is not None:
        return DeployTarget(FolderHost(options.folder))
    if options.archive is not None:
        return DeployTarget(ZipFileHost(options.archive))
    if options.remote is not None:
        url = repository_url_of(options.remote, content, Path())
    elif hosting is not None:
        url = repository_url_of(hosting.remote, content, content)
    else:
        raise click.UsageError(
            "say where the site goes: --remote, --to or --zip, or `deploy:` in campaign.yaml"
        )
    branch = options.branch or (hosting.branch if hosting is not None else DEFAULT_BRANCH)
    is_told_of = hosting is not None and repository_url_of(hosting.remote, content, content) == url
    private = hosting is not None and hosting.private and is_told_of
    return DeployTarget(GitBranchHost(url, branch, work_dir), url, branch, private)


def repository_url_of(remote: str, content: Path, start: Path) -> str:
    """The address of a repository that is given by address, by path or by the name of a remote."""
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.git import Git, GitError, GitNotFound
    from chronicle.cli.repository import absolute_url, remotes_of

    if remote.startswith("-") or "::" in remote:
        raise HostError(f"`{remote}` is no address of a repository", "name its address or its path")
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
        f"there is no remote `{remote}` in the campaign's repository, and no such folder",
        did_you_mean(remote, known, otherwise="name the address of a repository"),
    )
