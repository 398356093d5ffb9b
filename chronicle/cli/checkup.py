"""What is looked at on the disk before a site goes out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from chronicle.cli.manners import shown
from chronicle.cli.repository import key_files
from chronicle.repositories import Objection

_OTHERS = 0o077


def open_keys(content: Path) -> Iterator[Objection]:
    """The keys that others on this machine may read."""
    for path in key_files(content):
        if os.name == "posix" and path.stat().st_mode & _OTHERS:
            yield Objection(
                f"others on this machine may read {shown(path)}", f"`chmod 600 {shown(path)}`"
            )
