"""A git branch as deploy target, with the site as its only commit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from chronicle.cli.deploy.hosts import DOMAIN_FILE, HostError, SiteChange
from chronicle.cli.deploy.journal import address_to_keep
from chronicle.cli.git import Git, GitError, GitNotFound, redact_passwords

#: The author of the commits, so that they do not contain the GM's name and address.
_COMMITTER: Final = "chronicle <site@chronicle.invalid>"
_MESSAGE: Final = b"The site as chronicle built it\n"
#: Tells GitHub Pages to serve the files without processing them.
_NOJEKYLL: Final = ".nojekyll"
#: How many commits are searched for one made by chronicle.
_HISTORY_DEPTH: Final = 50
#: The mode of a regular file in a git tree.
_REGULAR_FILE: Final = "100"
_OLD_REF, _NEW_REF = "refs/heads/was", "refs/heads/new"


class GitBranchHost:
    """A branch that contains a site and nothing else.

    ``workshop`` is an empty folder for a temporary repository. A host that does not answer within
    ``timeout`` seconds is not waited for.
    """

    kind = "branch"

    def __init__(self, url: str, branch: str, workshop: Path, timeout: float | None = None) -> None:
        self.url = url
        self.branch = branch
        self.shown = f"branch {branch} of {redact_passwords(url)}"
        self.address = address_to_keep(url)
        self._git = Git(workshop, bare=True, timeout=timeout)
        self._was = ""
        self._kept: dict[str, bytes] = {}

    def read_files(self) -> Mapping[str, bytes]:
        try:
            self._init()
            if self._git.try_line("check-ref-format", f"refs/heads/{self.branch}") is None:
                raise HostError(f"invalid branch name `{self.branch}`", "choose another name")
            self._was = self._there()
            if not self._was:
                return {}
            self._fetch()
            self._is_ours()
            files = self._files()
        except GitNotFound as error:
            raise _no_git() from error
        except GitError as error:
            raise self._refusal(error) from error
        self._kept = {path: files.pop(path) for path in (DOMAIN_FILE,) if path in files}
        files.pop(_NOJEKYLL, None)
        return files

    def prepare(self, files: Mapping[str, bytes]) -> SiteChange:
        whole = {_NOJEKYLL: b"", **self._kept, **files}
        try:
            self._git.run(
                "fast-import", "--quiet", "--date-format=now", stdin=b"".join(_streamed(whole))
            )
            return SiteChange(self._was, self._git.line("rev-parse", _NEW_REF))
        except GitNotFound as error:
            raise _no_git() from error
        except GitError as error:
            raise self._refusal(error) from error

    def has_changed(self, change: SiteChange) -> bool | None:
        try:
            self._init()
            there = self._there()
            if there == change.now:
                return True
            if there == change.was:
                return False
            # Somebody may have added to it since.
            return True if there and change.now in self._fetch() else None
        except GitNotFound as error:
            raise _no_git() from error
        except GitError as error:
            raise self._refusal(error) from error

    def put(self, files: Mapping[str, bytes]) -> None:  # noqa: ARG002  they are committed already
        lease = f"--force-with-lease=refs/heads/{self.branch}:{self._was}"
        try:
            self._git.run(
                *("push", "--quiet", "--no-verify", "--no-follow-tags", lease, "--", self.url),
                f"{_NEW_REF}:refs/heads/{self.branch}",
            )
        except GitNotFound as error:
            raise _no_git() from error
        except GitError as error:
            raise self._refusal(error) from error

    @property
    def domain(self) -> str:
        """The domain in the branch's CNAME file; empty if there is none."""
        return self._kept.get(DOMAIN_FILE, b"").decode("utf-8", "replace").strip()

    def _init(self) -> None:
        self._git.run("init", "--bare", "--quiet", "--template=", ".")

    def _fetch(self) -> Sequence[str]:
        """Fetch the branch; return its latest commits, the newest first."""
        self._git.run(
            *("fetch", "--quiet", "--no-tags", f"--depth={_HISTORY_DEPTH}", "--", self.url),
            f"+refs/heads/{self.branch}:{_OLD_REF}",
        )
        return self._git.line("rev-list", _OLD_REF).split()

    def _there(self) -> str:
        """The commit of the branch; empty if the branch does not exist."""
        listed = self._git.line("ls-remote", "--", self.url, f"refs/heads/{self.branch}")
        return listed.partition("\t")[0]

    def _is_ours(self) -> None:
        """Raise HostError if the branch has changes by others, except a CNAME file."""
        form = "--format=%H%x1f%cn <%ce>%x1f%an%x1f%s"
        lines = self._git.line("log", "--first-parent", form, _OLD_REF).splitlines()
        commits = [line.split("\x1f") for line in lines]
        ours = next((commit for commit, maker, *_ in commits if maker == _COMMITTER), None)
        if ours is None:
            raise HostError(
                f"the {self.shown} has content that chronicle did not write",
                "nothing changed; choose another branch with `--branch`, or a separate repository"
                " for the site",
            )
        changed = self._git.paths("diff-tree", "-r", "-z", "--name-only", ours, _OLD_REF)
        if set(changed) - {DOMAIN_FILE}:
            _, _, name, subject = commits[0]
            raise HostError(
                f"somebody else has changed the {self.shown}: {name}, “{subject}”",
                "nothing changed; copy what you need from it, then delete that branch and"
                " deploy again",
            )

    def _files(self) -> dict[str, bytes]:
        # Not by `git archive`, which changes line ends and obeys attributes in the branch.
        rows = self._git.paths("ls-tree", "-r", "-z", _OLD_REF)
        listed = [row.partition("\t") for row in rows if row.startswith(_REGULAR_FILE)]
        contents = self._git.objects(*(head.split()[2] for head, _, _ in listed))
        return {path: content for (_, _, path), content in zip(listed, contents, strict=True)}

    def _refusal(self, error: GitError) -> HostError:
        """The error that git reports, with advice."""
        for pattern, said, advice in _KNOWN_ERRORS:
            if re.search(pattern, error.said, re.IGNORECASE):
                return HostError(
                    f"{said}: {redact_passwords(self.url)}{_said(error)}",
                    advice,
                    is_rejection=pattern in _REJECTIONS,
                )
        return HostError(
            f"git can't push the site: {redact_passwords(self.url)}{_said(error)}",
            "nothing changed there",
        )


_DENIED: Final = r"permission denied|authentication failed|could not read (user|pass)|40[13]\b"
#: A pattern in git's message, what it means, and what to do.
_KNOWN_ERRORS: Final = (
    (
        r"stale info|fetch first|cannot lock ref|failed to update ref",
        "somebody else has pushed in the meantime",
        "nothing changed; look at their changes, then deploy again",
    ),
    (
        r"currently checked out|refusing to update checked out",
        "the branch is checked out there",
        "use a bare repository, or a branch that is not checked out there",
    ),
    (
        r"hook declined|protected branch|\[remote rejected\]|deny(ing)?.*(force|non-fast)",
        "the repository rejects the site",
        "see its message above; if the branch is protected, allow forced pushes to it",
    ),
    (_DENIED, "git has no access", "make sure that you can `git push` there, then deploy again"),
    (
        r"could not resolve|unable to access|connection|timed out|network is unreachable",
        "the host can't be reached",
        "nothing changed; check the connection and the address, then deploy again",
    ),
    (
        r"not appear to be a git repository|not found|no such|does not exist|not a git repository",
        "repository not found",
        "create it first (it can be empty), or correct its address",
    ),
)

#: The first of them are answers of the host to a push.
_REJECTIONS: Final = tuple(pattern for pattern, _, _ in _KNOWN_ERRORS[:3])


def _said(error: GitError) -> str:
    lines = [line.strip() for line in error.said.splitlines() if line.strip()]
    return "".join(f"\n    {line}" for line in lines[:8])


def _no_git() -> HostError:
    return HostError(
        "git is not installed", "install it, or deploy to a folder (`--to`) or a zip file (`--zip`)"
    )


def _streamed(files: Mapping[str, bytes]) -> Iterator[bytes]:
    yield f"commit {_NEW_REF}\ncommitter {_COMMITTER} now\n".encode()
    yield b"data %d\n%s\n" % (len(_MESSAGE), _MESSAGE)
    for path in sorted(files):
        quoted = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        yield f'M 100644 inline "{quoted}"\n'.encode()
        yield b"data %d\n%s\n" % (len(files[path]), files[path])
