"""Which host is meant: by an option, or by what the author has written down."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.diagnostics.report import did_you_mean

if TYPE_CHECKING:
    from chronicle.cli.deploy.hosts import Host
    from chronicle.model.hosting import Hosting

#: The name of a remote, rather than an address or a path.
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
BRANCH: Final = "gh-pages"


@dataclass(frozen=True, slots=True)
class Asked:
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
class Target:
    """A host; for git with the address of its repository and the branch, which else are empty."""

    host: Host
    url: str = ""
    branch: str = ""
    private: bool = False


def target_of(asked: Asked, hosting: Hosting | None, content: Path, workshop: Path) -> Target:
    """The host that is meant; there being none ends the run. Raises Refused and NoGit."""
    from chronicle.cli.deploy.hosts.folder import Folder
    from chronicle.cli.deploy.hosts.git_branch import Branch
    from chronicle.cli.deploy.hosts.zip_file import Archive

    if asked.folder is not None:
        return Target(Folder(asked.folder))
    if asked.archive is not None:
        return Target(Archive(asked.archive))
    if asked.remote is not None:
        url = address_of(asked.remote, content, Path())
    elif hosting is not None:
        url = address_of(hosting.remote, content, content)
    else:
        raise click.UsageError(
            "say where the site goes: --remote, --to or --zip, or `deploy:` in campaign.yaml"
        )
    branch = asked.branch or (hosting.branch if hosting is not None else BRANCH)
    is_told_of = hosting is not None and address_of(hosting.remote, content, content) == url
    private = hosting is not None and hosting.private and is_told_of
    return Target(Branch(url, branch, workshop), url, branch, private)


def address_of(remote: str, content: Path, start: Path) -> str:
    """The address of a repository that is given by address, by path or by the name of a remote."""
    from chronicle.cli.deploy.hosts import Refused
    from chronicle.cli.git import Git, GitFailed, NoGit
    from chronicle.cli.repository import located, remotes_of

    if remote.startswith("-") or "::" in remote:
        raise Refused(f"`{remote}` is no address of a repository", "name its address or its path")
    if not _NAME.fullmatch(remote) or (start / remote).is_dir():
        return located(remote, start.resolve())
    try:
        git = Git(content)
        top = git.maybe("rev-parse", "--show-toplevel")
        known = remotes_of(git, Path(top)) if top else {}
    except (GitFailed, NoGit):
        known = {}
    if remote in known:
        return known[remote]
    raise Refused(
        f"there is no remote `{remote}` in the campaign's repository, and no such folder",
        did_you_mean(remote, known, otherwise="name the address of a repository"),
    )
