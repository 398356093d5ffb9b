"""Read a campaign or a multi-campaign site into memory; only here are an author's files read."""

from __future__ import annotations

import lzma
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Literal, TypeAlias

from chronicle.files.source import FileTree, ReadFailure
from chronicle.load.stray_files import correct_path, is_folder_name, meant_path
from chronicle.markup.images import MAX_PICTURE_BYTES
from chronicle.records import MutableRecord, Record, field

#: The folders of a campaign that are read; others are ignored.
CAMPAIGN_FOLDERS: Final = ("factions", "turns", "people", "items", "pages", "published")
CAMPAIGN_FILES: Final = ("campaign.yaml", "places.yaml", "map.yaml", "published.yaml")
#: The folder of images, which may be larger than texts.
MEDIA_FOLDER: Final = "media"
#: The settings of a multi-campaign site, and the folder of its themes.
MULTI_SITE_FILE: Final = "shelf.yaml"
THEMES_FOLDER: Final = "themes"
#: In bytes; a busy turn has forty thousand.
MAX_TEXT_BYTES: Final = 1 << 20


#: What tells a file from another at the same path, and one content of it from another.
_FileMark: TypeAlias = tuple[int, ...]
#: Nanoseconds: what was changed so shortly before it was read may change again without a trace,
#: since systems count the times of files in steps.
UNSURE_TIME: Final = 2_000_000_000


class KnownFiles(MutableRecord):
    """Files as they were read last, so that those that have not changed are not read again.

    ``now`` returns the time as systems note it for files, in nanoseconds.
    """

    now: Callable[[], int]
    files: dict[Path, tuple[_FileMark, bytes]] = field(default_factory=dict)


def read_tree(folder: Path, display_name: str, known: KnownFiles | None = None) -> FileTree:
    """The files of a campaign folder; those that can't be read are marked as such.

    Hidden files are skipped. ``display_name`` is the folder as shown in messages. Files that have
    not changed since they were put into ``known`` are taken from there, and it is updated.
    """
    found: dict[str, bytes | ReadFailure] = {}
    for path in CAMPAIGN_FILES:
        if (folder / path).exists() or (folder / path).is_symlink():
            found[path] = _read(folder / path, known=known)
    for inner in CAMPAIGN_FOLDERS:
        found |= _read_folder(folder / inner, inner, known=known)
    found |= _read_folder(folder / MEDIA_FOLDER, MEDIA_FOLDER, MAX_PICTURE_BYTES, known)
    for stray in _entry_names(folder):
        if stray in found or stray in (*CAMPAIGN_FOLDERS, MEDIA_FOLDER):
            continue
        if (folder / stray).is_dir():
            # Where capital letters make no difference, it has been read under its right name.
            right = folder / correct_path(stray)
            if is_folder_name(stray) and not (right.exists() and right.samefile(folder / stray)):
                found[stray] = ReadFailure("folder")
        elif stray.endswith((".yaml", ".yml")) or meant_path(stray):
            found[stray] = b""
    return FileTree(display_name, found)


def read_file(folder: Path, path: str) -> bytes | ReadFailure | None:
    """One text file of a campaign folder, as it is in the tree; None if there is none."""
    if is_in_link(folder, path) or not (folder / path).exists():
        return None
    return _read(folder / path)


def is_in_link(folder: Path, path: str) -> bool:
    """Whether the inner folder of a campaign's file is a symbolic link, which is not followed."""
    inner = (folder / path).parent
    return inner != folder and inner.is_symlink()


def read_multi_site(folder: Path, name: str) -> FileTree:
    """The files next to the campaigns and themes of a site; stray ones have no content.

    A stray folder is marked as one. ``name`` is the site's folder as shown in messages.
    """
    ours = {*campaigns_in(folder), *([THEMES_FOLDER] if (folder / THEMES_FOLDER).is_dir() else [])}
    return FileTree(
        name,
        {path: _read_entry(folder / path) for path in _entry_names(folder) if path not in ours},
    )


#: Links are not followed: a campaign from somebody else could publish any file of this computer.
_LINK: Final = ReadFailure("unreadable", "it is a symbolic link, which chronicle does not follow")


def _read_entry(path: Path) -> bytes | ReadFailure:
    if path.name == MULTI_SITE_FILE:
        return _read(path)
    if path.is_symlink():
        return _LINK
    return ReadFailure("folder") if path.is_dir() else b""


def campaigns_in(folder: Path) -> tuple[str, ...]:
    """The names of the folders directly inside that contain a campaign, sorted; no links."""
    return tuple(
        name
        for name in _entry_names(folder)
        if (folder / name / "campaign.yaml").exists() and not (folder / name).is_symlink()
    )


def _entry_names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _read_folder(
    folder: Path, name: str, most: int = MAX_TEXT_BYTES, known: KnownFiles | None = None
) -> dict[str, bytes | ReadFailure]:
    if not folder.exists() and not folder.is_symlink():
        return {}
    if folder.is_symlink():
        return {name: _LINK}
    if not folder.is_dir():
        return {name: ReadFailure("unreadable", "expected a folder, not a file")}
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        return {name: ReadFailure("unreadable", error.strerror or "")}
    return {f"{name}/{path.name}": _read(path, most, known) for path in paths}


def _read(
    path: Path, max_bytes: int = MAX_TEXT_BYTES, known: KnownFiles | None = None
) -> bytes | ReadFailure:
    try:
        mark = _mark_of(path) if known is not None else ()
        if known is not None and (kept := known.files.get(path)) and kept[0] == mark:
            return kept[1]
        content = _read_now(path, max_bytes)
    except (OSError, ValueError) as error:
        return ReadFailure("unreadable", getattr(error, "strerror", None) or str(error))
    if known is not None and isinstance(content, bytes):
        if known.now() - max(mark[:2]) > UNSURE_TIME:
            known.files[path] = mark, content
        else:
            known.files.pop(path, None)
    return content


def _mark_of(path: Path) -> _FileMark:
    found = path.lstat()
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_mode)


def _read_now(path: Path, max_bytes: int) -> bytes | ReadFailure:
    if path.is_symlink():
        return _LINK
    if path.is_dir():
        return ReadFailure("folder")
    if not path.is_file() and path.exists():
        return ReadFailure("unreadable", "it is not a regular file")
    with path.open("rb") as file:
        return _limited(file, max_bytes)


# ── Notes to import ──────────────────────────────────────────────────────────────────────────────

#: How many files a folder or an archive of notes may have.
MAX_NOTE_FILES: Final = 20_000


#: Files that are imported alone, not as a part of a folder or an archive.
_DATA_ENDINGS: Final = (".json", ".yml", ".db")


class NoteFiles(Record):
    """The files of a folder or a zip archive of notes; nothing is unpacked to the disk.

    ``paths`` are the files, relative and with forward slashes, sorted; ``links`` are symbolic
    links, which are not followed. ``read`` returns the content of a file, up to a number of bytes.
    """

    name: str
    paths: tuple[str, ...]
    links: tuple[str, ...]
    read: Callable[[str, int], bytes | ReadFailure]


#: What a damaged archive raises, by its way of packing.
_ARCHIVE_ERRORS: Final = (
    *(OSError, ValueError, EOFError, struct.error),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)
NoteFilesFault = Literal["kind", "archive", "path", "many"]


class UnreadableNotes(Record):
    """Why a folder or an archive of notes can't be read; ``name`` is as shown in messages."""

    name: str
    fault: NoteFilesFault
    detail: str = ""


@contextmanager
def open_note_files(path: Path, name: str) -> Iterator[NoteFiles | UnreadableNotes]:
    """The files of a folder or a zip archive, or one file of data, while the context lasts.

    Hidden files are skipped. ``name`` is the path as shown in messages.
    """
    if path.is_dir():
        yield _notes_folder(path, name)
        return
    if path.suffix.lower() in _DATA_ENDINGS and path.is_file():
        folder = name.removesuffix(path.name).rstrip("/\\") or "."
        yield NoteFiles(folder, (path.name,), (), lambda _, max_bytes: _read(path, max_bytes))
        return
    try:
        archive = zipfile.ZipFile(path)
    except (*_ARCHIVE_ERRORS, RuntimeError):
        yield UnreadableNotes(name, "archive" if path.suffix.lower() == ".zip" else "kind")
        return
    with archive:
        yield _notes_archive(archive, name)


def _notes_folder(folder: Path, name: str) -> NoteFiles | UnreadableNotes:
    paths: list[str] = []
    links: list[str] = []
    for path in _walk(folder):
        (links if path.is_symlink() else paths).append(path.relative_to(folder).as_posix())
        if len(paths) > MAX_NOTE_FILES:
            return UnreadableNotes(name, "many", f"more than {MAX_NOTE_FILES:,}")

    def read(path: str, max_bytes: int) -> bytes | ReadFailure:
        return _read(folder / path, max_bytes)

    return NoteFiles(name, tuple(sorted(paths)), tuple(sorted(links)), read)


def _walk(folder: Path) -> Iterator[Path]:
    """The files and symbolic links in a folder and those inside it."""
    for entry in _entry_names(folder):
        path = folder / entry
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)
        else:
            yield path


def _notes_archive(archive: zipfile.ZipFile, name: str) -> NoteFiles | UnreadableNotes:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MAX_NOTE_FILES:
        return UnreadableNotes(name, "many", f"more than {MAX_NOTE_FILES:,}")
    paths: dict[str, zipfile.ZipInfo] = {}
    links: list[str] = []
    for entry in entries:
        plain = entry.filename.replace("\\", "/")
        parts = plain.split("/")
        if plain.startswith("/") or ".." in parts or ":" in parts[0]:
            return UnreadableNotes(name, "path", plain)
        if stat.S_ISLNK(entry.external_attr >> 16):
            links.append(plain)
        else:
            paths.setdefault(plain, entry)

    def read(path: str, max_bytes: int) -> bytes | ReadFailure:
        if path not in paths:
            return ReadFailure("unreadable", "there is no such file")
        try:
            with archive.open(paths[path]) as file:
                return _limited(file, max_bytes)
        except RuntimeError:
            return ReadFailure("unreadable", "it is encrypted, or packed in an unknown way")
        except _ARCHIVE_ERRORS as error:
            return ReadFailure("unreadable", f"the zip file is damaged: {error}")

    shown = (path for path in paths if not re.search(r"(?:^|/)(?:\.|__MACOSX/)", path))
    return NoteFiles(name, tuple(sorted(shown)), tuple(sorted(links)), read)


def _limited(file: IO[bytes], max_bytes: int) -> bytes | ReadFailure:
    content = file.read(max_bytes + 1)
    return ReadFailure("too large") if len(content) > max_bytes else content
