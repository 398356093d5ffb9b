"""What folders contain, and campaigns that are kept as such."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def read_campaign(folder: Path) -> Mapping[str, str]:
    """The texts of a folder's files, by path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
