"""What makes a site besides its content: this very program, its libraries, and the themes.

Whatever is remembered from one run to the next is good for the program alone that made it.
"""

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
    """A digest of the program: its own files, what libraries are there, and the Python it runs on.

    Looked at once; whoever changes the program while it runs begins it anew.
    """
    parts: list[str | bytes] = [sys.version, *sorted(_installed_libraries())]
    for folder in (_PACKAGE, shipped_themes_folder()):
        for path in iter_files(folder):
            parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return cache_key(*parts)


def iter_files(folder: Path) -> Iterator[Path]:
    """All files in a folder and those in it, in order; no hidden ones, and nothing compiled."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(it for it in folders if not it.startswith((".", "__pycache__")))
        yield from (Path(place, name) for name in sorted(names) if not name.startswith("."))


def _installed_libraries() -> Iterator[str]:
    """The libraries that could be loaded, each with its version, as they are installed."""
    for place in dict.fromkeys(Path(entry) for entry in sys.path):
        if place.is_dir():
            yield from (path.name for path in place.glob("*.dist-info"))
