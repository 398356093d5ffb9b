"""The git repository that contains a campaign, or the folder of its site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from chronicle.authoring.repository_checks import (
    SECRET_TEXTS,
    Repository,
    SecretKind,
    is_local,
    master_keys,
    secret_kind,
)
from chronicle.cli.git import Git, GitError
from chronicle.records import Record
from chronicle.seal.key_file import DEMO_KEY_FILE, KEY_FILE

#: A page that every build writes for the GM only.
_PRIVATE: Final = "private/gm/index.html"
#: What git says where there is no repository, or only something that pretends to be one.
_NO_REPOSITORY: Final = ("not a git repository", "must be run in a work tree", "bare repository")
#: Histories with more commits take too long to search.
MAX_COMMITS: Final = 5_000
#: The exit code of `git grep` if it finds nothing.
_NOTHING_FOUND: Final = 1
#: Key files by their names, even if they are damaged.
_KEY_NAMES: Final = (f":(top,glob)**/{KEY_FILE}", f":(top,glob)**/{KEY_FILE}.*")
_CAMPAIGN_FILES: Final = ("campaign.yaml", "shelf.yaml", "places.yaml")


class _SecretFile(Record):
    """A file with secrets: its path in the repository, their kind, and its master keys."""

    path: str
    kind: SecretKind
    keys: frozenset[bytes] = frozenset()


def inspect_repository(content: Path, output: Path, branch: str) -> Repository | None:
    """The repository that contains a content folder; None if there is none.

    ``branch`` is checked for the campaign's files. Raises GitNotFound, and GitError if there is a
    repository that can't be read.
    """
    git = Git(content)
    top = repository_top(git)
    if top is None:
        return None
    tracked = git.paths("ls-files", "-z", "--full-name", "--", ".")
    tracked = tuple(path for path in tracked if not path.endswith((".gitignore", DEMO_KEY_FILE)))
    is_sample = _is_sample(content)
    found = _tracked_secrets(top, is_sample=is_sample)
    keys = _of_kind(found, "key")
    past, is_checked = _past_secrets(top, {one.path for one in found}, is_sample=is_sample)
    return Repository(
        top=top.as_posix(),
        remotes=remotes_of(git, top),
        content=() if is_sample else tuple(path for path in tracked if path not in keys),
        keys=keys,
        cards=_of_kind(found, "cards"),
        private=tuple(dict.fromkeys((*_private(output, top), *_of_kind(found, "page")))),
        exposed=tuple(dict.fromkeys(_exposed(git, content, output, top, found))),
        holding=(branch,) if _holds(git, content, top, branch, tracked) else (),
        past_keys=tuple(one.path for one in past if one.keys & _current_keys(content)),
        past=tuple(one.path for one in past if not one.keys & _current_keys(content)),
        is_history_checked=is_checked,
    )


def inspect_site_repository(folder: Path, content: Path) -> Repository | None:
    """The repository that contains the folder of a site; None if there is none.

    None as well if it contains the campaign, too. Raises GitNotFound and GitError.
    """
    there = next(path for path in (folder, *folder.parents) if path.is_dir())
    top = repository_top(Git(there))
    if top is None or top == repository_top(Git(content)):
        return None
    git = Git(top)
    found = _tracked_secrets(top, is_sample=False)
    campaigns = git.paths("ls-files", "-z", "--", ":(top,glob)**/campaign.yaml")
    return Repository(
        top=top.as_posix(),
        remotes=remotes_of(git, top),
        content=tuple(path for path in campaigns if not _is_sample((top / path).parent)),
        keys=_of_kind(found, "key"),
        cards=_of_kind(found, "cards"),
        private=_of_kind(found, "page"),
    )


def repository_top(git: Git) -> Path | None:
    """The top folder of a repository; None if there is none. Raises GitError and GitNotFound."""
    try:
        return Path(git.line("rev-parse", "--show-toplevel"))
    except GitError as error:
        if any(text in error.said for text in _NO_REPOSITORY):
            return None
        raise


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


# ── Secrets in files of any name ─────────────────────────────────────────────────────────────────


def _of_kind(found: Sequence[_SecretFile], kind: SecretKind) -> tuple[str, ...]:
    return tuple(one.path for one in found if one.kind == kind)


def _secret_file(path: str, content: bytes, *, is_sample: bool) -> _SecretFile | None:
    kind = secret_kind(content)
    if kind is None or (kind == "page" and is_sample):
        return None
    return _SecretFile(path, kind, master_keys(content) if kind == "key" else frozenset())


def _tracked_secrets(top: Path, *, is_sample: bool) -> tuple[_SecretFile, ...]:
    """The files with secrets that git tracks or that are staged."""
    git = Git(top)
    rows = (row.partition("\t") for row in git.paths("ls-files", "-s", "-z"))
    ids = {path: head.split()[1] for head, _, path in rows}
    paths = [path for path in _grep(top, "--cached") if path in ids]
    contents = git.objects(*(ids[path] for path in paths))
    found = [
        _secret_file(path, content, is_sample=is_sample)
        for path, content in zip(paths, contents, strict=True)
    ]
    named = {
        path: _SecretFile(path, "key") for path in git.paths("ls-files", "-z", "--", *_KEY_NAMES)
    }
    return tuple({**named, **{one.path: one for one in found if one is not None}}.values())


def _grep(top: Path, *options: str) -> tuple[str, ...]:
    """The files of a repository that contain one of the texts of secret files."""
    patterns = [word for text in SECRET_TEXTS for word in ("-e", text)]
    try:
        listed = Git(top).run("grep", *options, "-l", "-z", "-a", "-F", *patterns)
    except GitError as error:
        if error.code == _NOTHING_FOUND:
            return ()
        raise
    return tuple(path for path in listed.decode("utf-8", "replace").split("\0") if path)


def _past_secrets(
    top: Path, tracked: set[str], *, is_sample: bool
) -> tuple[tuple[_SecretFile, ...], bool]:
    """The files with secrets that a commit has and git no longer tracks; whether all were searched.

    What only a merge has brought in is not found.
    """
    git = Git(top)
    if int(git.line("rev-list", "--count", "--all") or 0) > MAX_COMMITS:
        return (), False
    ids: dict[str, str] = {}
    for text in SECRET_TEXTS:
        options = ("--all", "--no-renames", "--diff-filter=AM", "--format=", "--raw", "--no-abbrev")
        rows = git.paths("log", *options, "-z", f"-S{text}")
        heads = (row.lstrip("\n") for row in rows[::2])
        ids |= {head.split()[3]: path for head, path in zip(heads, rows[1::2], strict=True)}
    contents = zip(ids.values(), git.objects(*ids), strict=True)
    found = (_secret_file(path, content, is_sample=is_sample) for path, content in contents)
    past = {one.path: one for one in found if one is not None and one.path not in tracked}
    return tuple(past.values()), True


def _current_keys(content: Path) -> frozenset[bytes]:
    """The master keys of the one or several campaigns."""
    return frozenset(key for path in key_files(content) for key in master_keys(path.read_bytes()))


def _exposed(
    git: Git, content: Path, output: Path, top: Path, tracked: Sequence[_SecretFile]
) -> Iterator[str]:
    """Keys, cards and private pages that git neither tracks nor ignores."""
    is_sample = _is_sample(content)
    known = {one.path for one in tracked}
    paths = [path.resolve() for path in key_files(content)]
    if not is_sample:
        paths.append(output.resolve() / _PRIVATE)
    for path in paths:
        if not path.is_relative_to(top) or path.relative_to(top).as_posix() in known:
            continue
        if git.try_line("check-ignore", "--quiet", "--no-index", str(path)) is None:
            inner = path.relative_to(top)
            yield (inner.parents[1] if inner.match(_PRIVATE) else inner).as_posix()
    private = output.resolve() / "private"
    for name in _grep(top, "--untracked"):
        path = top / name
        if name in known or path.is_symlink() or path.resolve().is_relative_to(private):
            continue
        if _secret_file(name, path.read_bytes(), is_sample=is_sample) is not None:
            yield name


def _holds(git: Git, content: Path, top: Path, branch: str, tracked: tuple[str, ...]) -> bool:
    """Whether a local or remote-tracking branch contains the campaign's files."""
    if tracked and git.try_line("symbolic-ref", "--short", "HEAD") == branch:
        return True
    inner = content.resolve().relative_to(top).as_posix()
    pattern = (f"refs/heads/{branch}", f"refs/remotes/*/{branch}")
    refs = git.try_line("for-each-ref", "--format=%(refname)", *pattern) or ""
    wanted = [Path(inner, name).as_posix() for name in _CAMPAIGN_FILES]
    return any(
        Git(top).paths("ls-tree", "-z", "--name-only", ref, "--", *wanted) for ref in refs.split()
    )
