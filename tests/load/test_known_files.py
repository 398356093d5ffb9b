"""Files that have not changed are not read again, and no change is missed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from chronicle.load.disk import KnownFiles, read_tree

#: Seconds: longer ago than what may have changed again without a trace.
LONG_AGO = 60


def lay(path: Path, content: bytes, ago: float) -> None:
    path.write_bytes(content)
    then = time.time() - ago
    os.utime(path, (then, then))


def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are opened from now on, as they are opened."""
    names: list[str] = []
    open_file = Path.open

    def noted(path: Path, *arguments: object, **named: object) -> object:
        names.append(path.name)
        return open_file(path, *arguments, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", noted)
    return names


def test_only_what_has_changed_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path / "campaign.yaml", b"title: A\n", LONG_AGO)
    lay(tmp_path / "places.yaml", b"places: {}\n", LONG_AGO)
    # The time of a file's last change can't be set, so the clock is ahead.
    known = KnownFiles(lambda: time.time_ns() + LONG_AGO * 10**9)
    first = read_tree(tmp_path, "camp", known)
    names = opened(monkeypatch)
    assert read_tree(tmp_path, "camp", known) == first
    assert names == []
    lay(tmp_path / "campaign.yaml", b"title: B\n", LONG_AGO)
    (tmp_path / "places.yaml").unlink()
    names.clear()
    assert read_tree(tmp_path, "camp", known).files == {"campaign.yaml": b"title: B\n"}
    assert names == ["campaign.yaml"]


def test_what_changed_a_moment_ago_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two changes within one step of the clock leave the same times."""
    lay(tmp_path / "campaign.yaml", b"title: A\n", LONG_AGO)
    known = KnownFiles(time.time_ns)
    read_tree(tmp_path, "camp", known)
    names = opened(monkeypatch)
    read_tree(tmp_path, "camp", known)
    assert names == ["campaign.yaml"]
