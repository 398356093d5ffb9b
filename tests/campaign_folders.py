"""Campaigns that are kept as folders of files, as a GM has them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def read_campaign(folder: Path) -> Mapping[str, str]:
    """The texts of a folder's files, by path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}
