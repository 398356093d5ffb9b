"""The git repository that contains a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from chronicle.authoring.repository_checks import Repository, is_local
from chronicle.cli.git import Git
from chronicle.seal.key_file import DEMO_KEY_FILE, KEY_FILE

#: A page that every build writes for the GM only.
_PRIVATE = "private/gm/index.html"


def inspect_repository(content: Path, output: Path, branch: str) -> Repository | None:
    """The repository that contains a content folder; None if there is none.

    ``branch`` is checked for the campaign's files. Raises GitNotFound.
    """
    git = Git(content)
    found = git.try_line("rev-parse", "--show-toplevel")
    if found is None:
        return None
    top = Path(found)
    tracked = git.paths("ls-files", "-z", "--full-name", "--", ".")
    tracked = tuple(path for path in tracked if not path.endswith((".gitignore", DEMO_KEY_FILE)))
    keys = git.paths("ls-files", "-z", "--full-name", "--", ":(top)*.key", ":(top)*.key.*")
    return Repository(
        top=top.as_posix(),
        remotes=remotes_of(git, top),
        content=() if _is_sample(content) else tuple(p for p in tracked if p not in keys),
        keys=tuple(path for path in keys if Path(path).name != DEMO_KEY_FILE),
        private=_private(output, top),
        exposed=tuple(_exposed(git, content, output, top, keys)),
        holding=(branch,) if _holds(git, content, top, branch, tracked) else (),
    )


def remotes_of(git: Git, top: Path) -> Mapping[str, str]:
    """The addresses of a repository's remotes by name; local paths are absolute."""
    found = {}
    for name in (git.try_line("remote") or "").split():
        if url := git.try_line("remote", "get-url", name):
            found[name] = absolute_url(url, top)
    return found


def absolute_url(url: str, start: Path) -> str:
    """The address of a repository; a local path is made absolute, relative to ``start``."""
    if is_local(url) and "://" not in url:
        return (start / Path(url).expanduser()).resolve().as_posix()
    return url


def key_files(content: Path) -> list[Path]:
    """The key files of one or several campaigns, without the demo keys of samples."""
    return [
        path
        for path in (content / KEY_FILE, *sorted(content.glob(f"*/{KEY_FILE}")))
        if path.exists()
    ]


def _is_sample(content: Path) -> bool:
    """Whether the folder is a sample campaign, which has no secrets."""
    demos = [content / DEMO_KEY_FILE, *content.glob(f"*/{DEMO_KEY_FILE}")]
    return any(path.exists() for path in demos) and not key_files(content)


def _private(output: Path, top: Path) -> tuple[str, ...]:
    """The private pages that git tracks."""
    if not output.is_dir() or not output.resolve().is_relative_to(top):
        return ()
    return Git(output).paths("ls-files", "-z", "--full-name", "--", "private")


def _exposed(
    git: Git, content: Path, output: Path, top: Path, tracked: tuple[str, ...]
) -> Iterator[str]:
    """Keys and private pages that git neither tracks nor ignores."""
    paths = [path.resolve() for path in key_files(content)]
    if not _is_sample(content):
        paths.append(output.resolve() / _PRIVATE)
    for path in paths:
        if not path.is_relative_to(top) or path.relative_to(top).as_posix() in tracked:
            continue
        if git.try_line("check-ignore", "--quiet", "--no-index", str(path)) is None:
            inner = path.relative_to(top)
            yield (inner.parents[1] if inner.match(_PRIVATE) else inner).as_posix()


def _holds(git: Git, content: Path, top: Path, branch: str, tracked: tuple[str, ...]) -> bool:
    """Whether a local or remote-tracking branch contains the campaign's files."""
    if tracked and git.try_line("symbolic-ref", "--short", "HEAD") == branch:
        return True
    inner = content.resolve().relative_to(top).as_posix()
    pattern = (f"refs/heads/{branch}", f"refs/remotes/*/{branch}")
    refs = git.try_line("for-each-ref", "--format=%(refname)", *pattern) or ""
    files = ("campaign.yaml", "shelf.yaml", "places.yaml")
    wanted = [Path(inner, name).as_posix() for name in files]
    return any(
        Git(top).paths("ls-tree", "-z", "--name-only", ref, "--", *wanted) for ref in refs.split()
    )
