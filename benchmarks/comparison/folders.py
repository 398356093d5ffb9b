"""Folders: writes what a build reads, and counts what it wrote."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Output:
    """How much a build wrote: pages of HTML, and their bytes."""

    pages: int
    size: int


def files_in(folder: Path) -> Iterator[str]:
    """All files below a folder, relative to it."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            yield (Path(place) / name).relative_to(folder).as_posix()


def lay(source: Path, target: Path) -> None:
    """Makes one folder as the other is, touching nothing that is the same already."""
    wanted = set(files_in(source))
    for path in sorted(set(files_in(target)) - wanted):
        (target / path).unlink()
    for path in sorted(wanted):
        to = target / path
        if to.exists():
            if filecmp.cmp(source / path, to, shallow=False):
                continue
            to.unlink()
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, to)


def written(folder: Path) -> Output:
    """How much a build left in its folder."""
    pages = [path for path in files_in(folder) if path.endswith(".html")]
    return Output(len(pages), sum((folder / path).stat().st_size for path in pages))
