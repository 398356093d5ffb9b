"""Folders are marked so that every change makes another mark, or none."""

from __future__ import annotations

import time
from pathlib import Path

from chronicle.serve.file_watcher import mark_of_folders

#: Nanoseconds.
LONG = 60 * 10**9


def test_a_mark_is_the_same_only_as_long_as_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "modern").mkdir()
    file = tmp_path / "modern" / "theme.yaml"
    file.write_text("a", encoding="utf-8")
    later = time.time_ns() + LONG
    first = mark_of_folders((tmp_path, tmp_path / "missing"), later)
    assert first
    assert mark_of_folders((tmp_path, tmp_path / "missing"), later) == first
    # Another change could follow within the same step of the clock.
    assert mark_of_folders((tmp_path,), time.time_ns()) == ()
    file.write_text("bc", encoding="utf-8")
    assert mark_of_folders((tmp_path,), later) not in ((), first)
    file.unlink()
    assert mark_of_folders((tmp_path,), later) not in ((), first)
