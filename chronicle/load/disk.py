"""Read a campaign or a multi-campaign site into memory; only here are an author's files read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chronicle.files.source import FileTree, ReadFailure
from chronicle.load.stray_files import correct_path, is_folder_name
from chronicle.markup.images import MAX_PICTURE_BYTES

#: The folders of a campaign that are read; others are ignored.
CAMPAIGN_FOLDERS: Final = ("factions", "turns", "people", "items", "pages", "published")
CAMPAIGN_FILES: Final = ("campaign.yaml", "places.yaml", "published.yaml")
#: The folder of images, which may be larger than texts.
MEDIA_FOLDER: Final = "media"
#: The settings of a multi-campaign site, and the folder of its themes.
MULTI_SITE_FILE: Final = "shelf.yaml"
THEMES_FOLDER: Final = "themes"
#: In bytes; a busy turn has forty thousand.
MAX_TEXT_BYTES: Final = 1 << 20


def read_tree(folder: Path, display_name: str) -> FileTree:
    """The files of a campaign folder; those that can't be read are marked as such.

    Hidden files are skipped. ``display_name`` is the folder as shown in messages.
    """
    found: dict[str, bytes | ReadFailure] = {}
    for path in CAMPAIGN_FILES:
        if (folder / path).exists() or (folder / path).is_symlink():
            found[path] = _read(folder / path)
    for inner in CAMPAIGN_FOLDERS:
        found |= _read_folder(folder / inner, inner)
    found |= _read_folder(folder / MEDIA_FOLDER, MEDIA_FOLDER, MAX_PICTURE_BYTES)
    for stray in _entry_names(folder):
        if stray in found or stray in (*CAMPAIGN_FOLDERS, MEDIA_FOLDER):
            continue
        if (folder / stray).is_dir():
            # Where capital letters make no difference, it has been read under its right name.
            right = folder / correct_path(stray)
            if is_folder_name(stray) and not (right.exists() and right.samefile(folder / stray)):
                found[stray] = ReadFailure("folder")
        elif stray.endswith((".yaml", ".yml")) or correct_path(stray):
            found[stray] = b""
    return FileTree(display_name, found)


def read_multi_site(folder: Path, name: str) -> FileTree:
    """The files next to the campaigns and themes of a site; stray ones have no content.

    A stray folder is marked as one. ``name`` is the site's folder as shown in messages.
    """
    ours = {*campaigns_in(folder), *([THEMES_FOLDER] if (folder / THEMES_FOLDER).is_dir() else [])}
    return FileTree(
        name,
        {path: _read_entry(folder / path) for path in _entry_names(folder) if path not in ours},
    )


def _read_entry(path: Path) -> bytes | ReadFailure:
    if path.name == MULTI_SITE_FILE:
        return _read(path)
    return ReadFailure("folder") if path.is_dir() else b""


def campaigns_in(folder: Path) -> tuple[str, ...]:
    """The names of the folders directly inside that contain a campaign, sorted."""
    return tuple(
        name for name in _entry_names(folder) if (folder / name / "campaign.yaml").exists()
    )


def _entry_names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _read_folder(
    folder: Path, name: str, most: int = MAX_TEXT_BYTES
) -> dict[str, bytes | ReadFailure]:
    if not folder.exists() and not folder.is_symlink():
        return {}
    if not folder.is_dir():
        return {name: ReadFailure("unreadable", "expected a folder, not a file")}
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        return {name: ReadFailure("unreadable", error.strerror or "")}
    return {f"{name}/{path.name}": _read(path, most) for path in paths}


def _read(path: Path, max_bytes: int = MAX_TEXT_BYTES) -> bytes | ReadFailure:
    try:
        if path.is_dir():
            return ReadFailure("folder")
        if not path.is_file() and path.exists():
            return ReadFailure("unreadable", "it is not a regular file")
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        return ReadFailure("unreadable", getattr(error, "strerror", None) or str(error))
    return ReadFailure("too large") if len(content) > max_bytes else content
