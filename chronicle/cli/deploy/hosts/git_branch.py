"""A branch of a repository as the place for a site: one commit without a past."""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from chronicle.cli.deploy.hosts import DOMAIN_FILE, HostError
from chronicle.cli.git import Git, GitError, GitNotFound, redact_passwords

#: Who makes our commits; neither the author's name nor address goes along.
_COMMITTER: Final = "chronicle <site@chronicle.invalid>"
_MESSAGE: Final = b"The site as chronicle built it\n"
#: Tells GitHub Pages to hand out the files as they are.
_NOJEKYLL: Final = ".nojekyll"
#: As many commits of others are looked through for one of ours.
_HISTORY_DEPTH: Final = 50
_OLD_REF, _NEW_REF = "refs/heads/was", "refs/heads/new"


class GitBranchHost:
    """A branch that holds a site and nothing else.

    ``workshop`` is an empty folder, where a repository is made that nobody else knows of.
    """

    kind = "branch"

    def __init__(self, url: str, branch: str, workshop: Path) -> None:
        self.url = url
        self.branch = branch
        self.shown = f"branch {branch} of {redact_passwords(url)}"
        self._git = Git(workshop)
        self._was = ""
        self._kept: dict[str, bytes] = {}

    def read_files(self) -> Mapping[str, bytes]:
        try:
            self._git.run("init", "--bare", "--quiet", "--template=", ".")
            if self._git.try_line("check-ref-format", f"refs/heads/{self.branch}") is None:
                raise HostError(f"no branch can be called `{self.branch}`", "name another one")
            self._was = self._there()
            if not self._was:
                return {}
            self._git.run(
                *("fetch", "--quiet", "--no-tags", f"--depth={_HISTORY_DEPTH}", "--", self.url),
                f"+refs/heads/{self.branch}:{_OLD_REF}",
            )
            self._is_ours()
            files = self._files()
        except GitNotFound as error:
            raise _no_git() from error
        except GitError as error:
            raise self._refusal(error) from error
        self._kept = {path: files.pop(path) for path in (DOMAIN_FILE,) if path in files}
        files.pop(_NOJEKYLL, None)
        return files

    def put(self, files: Mapping[str, bytes]) -> None:
        whole = {_NOJEKYLL: b"", **self._kept, **files}
        lease = f"--force-with-lease=refs/heads/{self.branch}:{self._was}"
        try:
            self._git.run("fast-import", "--quiet", "--date-format=now", stdin=_commit(whole))
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
        """The domain that the branch names as its own; empty when it names none."""
        return self._kept.get(DOMAIN_FILE, b"").decode("utf-8", "replace").strip()

    def _there(self) -> str:
        """The commit that the branch is at; empty when there is no such branch."""
        listed = self._git.line("ls-remote", "--", self.url, f"refs/heads/{self.branch}")
        return listed.partition("\t")[0]

    def _is_ours(self) -> None:
        """Raises Refused where the branch holds what others have made, but for a domain."""
        form = "--format=%H%x1f%cn <%ce>%x1f%an%x1f%s"
        lines = self._git.line("log", "--first-parent", form, _OLD_REF).splitlines()
        commits = [line.split("\x1f") for line in lines]
        ours = next((commit for commit, maker, *_ in commits if maker == _COMMITTER), None)
        if ours is None:
            raise HostError(
                f"the {self.shown} holds something that chronicle did not make",
                "nothing was touched; name another branch with `--branch`, or a repository of the"
                " site's own",
            )
        changed = self._git.paths("diff-tree", "-r", "-z", "--name-only", ours, _OLD_REF)
        if set(changed) - {DOMAIN_FILE}:
            _, _, name, subject = commits[0]
            raise HostError(
                f"somebody else has changed the {self.shown}: {name}, “{subject}”",
                "nothing was touched; take over what you need of it, then delete that branch there"
                " and deploy again",
            )

    def _files(self) -> dict[str, bytes]:
        packed = self._git.run("archive", "--format=tar", _OLD_REF)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            opened = ((entry.name, archive.extractfile(entry)) for entry in archive)
            return {name: file.read() for name, file in opened if file is not None}

    def _refusal(self, error: GitError) -> HostError:
        """What git says, with what to do about it."""
        for pattern, said, advice in _KNOWN_ERRORS:
            if re.search(pattern, error.said, re.IGNORECASE):
                return HostError(f"{said}: {redact_passwords(self.url)}{_said(error)}", advice)
        return HostError(
            f"git can't put the site there: {redact_passwords(self.url)}{_said(error)}",
            "nothing was changed there",
        )


_DENIED: Final = r"permission denied|authentication failed|could not read (user|pass)|40[13]\b"
#: What git says, by a part of it: what that means, and what to do.
_KNOWN_ERRORS: Final = (
    (
        r"stale info|fetch first|cannot lock ref|failed to update ref",
        "somebody else has pushed in the meantime",
        "nothing was changed; look at what they did, then deploy again",
    ),
    (
        r"currently checked out|refusing to update checked out",
        "that branch lies open in a folder",
        "name a bare repository, or a branch that is not checked out there",
    ),
    (
        r"hook declined|protected branch|\[remote rejected\]|deny(ing)?.*(force|non-fast)",
        "the repository does not take the site",
        "what it says stands above; if the branch is protected, allow forced pushes to it",
    ),
    (
        _DENIED,
        "git may not go there",
        "see to it that you can push there with git yourself (`git push`), then deploy again",
    ),
    (
        r"could not resolve|unable to access|connection|timed out|network is unreachable",
        "the host can't be reached",
        "nothing was changed; look at the connection and the address, then deploy again",
    ),
    (
        r"not appear to be a git repository|not found|no such|does not exist|not a git repository",
        "there is no such repository",
        "make it first (an empty one will do), or mend its address",
    ),
)


def _said(error: GitError) -> str:
    lines = [line.strip() for line in error.said.splitlines() if line.strip()]
    return "".join(f"\n    {line}" for line in lines[:8])


def _no_git() -> HostError:
    return HostError(
        "there is no git on this machine",
        "install it, or put the site into a folder (`--to`) or a zip file (`--zip`)",
    )


def _commit(files: Mapping[str, bytes]) -> bytes:
    """A commit of files that has no parent, as git reads it."""
    return b"".join(_streamed(files))


def _streamed(files: Mapping[str, bytes]) -> Iterator[bytes]:
    yield f"commit {_NEW_REF}\ncommitter {_COMMITTER} now\n".encode()
    yield b"data %d\n%s\n" % (len(_MESSAGE), _MESSAGE)
    for path in sorted(files):
        quoted = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        yield f'M 100644 inline "{quoted}"\n'.encode()
        yield b"data %d\n%s\n" % (len(files[path]), files[path])
