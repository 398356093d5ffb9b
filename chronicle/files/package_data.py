"""Texts and themes that come with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chronicle.files.source import Source
from chronicle.files.store import paths_in

#: The folder of the package. Its files lie on a disk, as the themes do.
_PACKAGE: Final = Path(__file__).resolve().parents[1]


def shipped_themes_folder() -> Path:
    """The folder of the themes that come with chronicle: in the package, or next to a checkout."""
    inside = _PACKAGE / "themes"
    return inside if inside.is_dir() else _PACKAGE.parent / "themes"


def program_files() -> dict[str, bytes]:
    """All files of this program by the path that they have in a wheel."""
    roots = {"": _PACKAGE, "themes/": shipped_themes_folder()}
    return {
        f"chronicle/{prefix}{path}": (root / path).read_bytes()
        for prefix, root in roots.items()
        for path in paths_in(root)
        if "__pycache__" not in path.split("/")
    }


def shipped_source(package: str, path: str) -> Source:
    """A text of a package, by the package's dotted name and the text's path in it."""
    text = (_folder_of(package) / path).read_text(encoding="utf-8")
    return Source(f"{package.replace('.', '/')}/{path}", text)


def shipped_sources(package: str) -> dict[str, Source]:
    """All texts below a folder of the package, by path; Python files are left out."""
    return {
        path: shipped_source(package, path)
        for path in sorted(paths_in(_folder_of(package)))
        if not path.endswith((".py", ".pyc"))
    }


def _folder_of(package: str) -> Path:
    return _PACKAGE.parent / package.replace(".", "/")
