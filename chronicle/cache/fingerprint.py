"""A fingerprint of the program, its libraries and themes: a cache is valid for one only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.cache.store import cache_key
from chronicle.files.package_data import shipped_themes_folder

_PACKAGE: Final = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def program_fingerprint() -> str:
    """A digest of the program's files, the installed libraries, and the Python version.

    A file is known by its path, size and time of change, as Python knows whether a module must be
    compiled again. Computed once; after a change of the program it must be restarted.
    """
    parts = [sys.version, *sorted(_installed_libraries())]
    for folder in (_PACKAGE, shipped_themes_folder()):
        parts.append(str(folder))
        for path in iter_files(folder):
            found = os.stat(path)  # noqa: PTH116  a path takes longer to make than this
            parts.append(f"{path}\n{found.st_size} {found.st_mtime_ns}")
    return cache_key(*parts)


def iter_files(folder: Path) -> Iterator[str]:
    """The paths of all files below a folder, in order, except hidden and compiled ones."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(it for it in folders if not it.startswith((".", "__pycache__")))
        yield from (f"{place}/{name}" for name in sorted(names) if not name.startswith("."))


def _installed_libraries() -> Iterator[str]:
    """The installed libraries, as names of their metadata folders, which include the version."""
    for place in dict.fromkeys(Path(entry) for entry in sys.path):
        if place.is_dir():
            yield from (path.name for path in place.glob("*.dist-info"))
