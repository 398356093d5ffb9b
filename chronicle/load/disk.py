"""Reads a campaign or a shelf into memory; the one place that reads an author's files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chronicle.files.source import Tree, Unread
from chronicle.markup.images import MAX_BYTES

#: The folders of a campaign that are read; files elsewhere are none of ours.
FOLDERS: Final = ("factions", "turns", "people", "items", "pages", "published")
FILES: Final = ("campaign.yaml", "places.yaml", "published.yaml")
#: The folder of pictures, which may be larger than texts.
MEDIA: Final = "media"
#: What a shelf says of itself, and the folder of its themes.
SHELF: Final = "shelf.yaml"
THEMES: Final = "themes"
#: Bytes; a busy turn takes forty thousand.
MAX_SIZE: Final = 1 << 20


def read_tree(folder: Path, name: str) -> Tree:
    """The files of a campaign folder; what can't be read is noted in its place.

    Hidden files are passed over. ``name`` is the folder as messages shall show it.
    """
    found: dict[str, bytes | Unread] = {}
    for path in FILES:
        if (folder / path).exists() or (folder / path).is_symlink():
            found[path] = _read(folder / path)
    for inner in FOLDERS:
        found |= _read_folder(folder / inner, inner)
    found |= _read_folder(folder / MEDIA, MEDIA, MAX_BYTES)
    for stray in _names(folder):
        if stray.endswith((".yaml", ".yml")) and stray not in found:
            found[stray] = b""
    return Tree(name, found)


def read_shelf(folder: Path, name: str) -> Tree:
    """The files of a shelf beside its campaigns and themes, each stray one without its content.

    A stray folder is noted as one. ``name`` is the shelf as messages shall show it.
    """
    ours = {*campaigns_in(folder), *([THEMES] if (folder / THEMES).is_dir() else [])}
    return Tree(name, {path: _beside(folder / path) for path in _names(folder) if path not in ours})


def _beside(path: Path) -> bytes | Unread:
    if path.name == SHELF:
        return _read(path)
    return Unread("folder") if path.is_dir() else b""


def campaigns_in(folder: Path) -> tuple[str, ...]:
    """The names of the folders directly inside that hold a campaign, in order of name."""
    return tuple(name for name in _names(folder) if (folder / name / "campaign.yaml").exists())


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _read_folder(folder: Path, name: str, most: int = MAX_SIZE) -> dict[str, bytes | Unread]:
    if not folder.exists() and not folder.is_symlink():
        return {}
    if not folder.is_dir():
        return {name: Unread("unreadable", "a folder is expected here, and this is a file")}
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        return {name: Unread("unreadable", error.strerror or "")}
    return {f"{name}/{path.name}": _read(path, most) for path in paths}


def _read(path: Path, most: int = MAX_SIZE) -> bytes | Unread:
    try:
        if path.is_dir():
            return Unread("folder")
        if not path.is_file() and path.exists():
            return Unread("unreadable", "it is no ordinary file")
        with path.open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:
        return Unread("unreadable", getattr(error, "strerror", None) or str(error))
    return Unread("too large") if len(content) > most else content
