"""Watches folders for changes. Only this module uses watchfiles."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from watchfiles import Change, DefaultFilter, watch

from chronicle.load.disk import UNSURE_TIME

#: Milliseconds: a burst of changes ends after one step without changes, or after the longest time.
_STEP: Final = 20
_LONGEST: Final = 200
#: Milliseconds between two polls, and between two looks whether the folders are still the same.
_LOOK: Final = 250


def watch_folders(
    folders: Sequence[Path], stop: threading.Event, *, polling: bool = False
) -> Iterator[None]:
    """Yield once for each burst of changes below the folders, until ``stop`` is set.

    Some bursts change no file that is read, and the first may be none: what changed before the
    watch began is not reported. A folder that goes, comes back or is replaced by another is a
    change too, and is watched on. With ``polling``, all files are checked regularly; this is needed
    where the system does not report changes, for example on network drives.
    """
    if polling:
        yield from _poll(folders, stop)
    while not stop.is_set():
        watched, has_begun = _identities(folders), False
        for is_changed in _bursts([*watched], stop):
            # The system reports changes in a folder, not at a path: another one is not watched.
            if _identities(folders) != watched:
                break
            if is_changed or not has_begun:
                yield
            has_begun = True


def _bursts(folders: Sequence[Path], stop: threading.Event) -> Iterator[bool]:
    """Yield regularly whether there were changes; end if a folder is removed."""
    if not folders:
        stop.wait(_LOOK / 1000)
        yield False
        return
    try:
        for changes in watch(
            *folders,
            watch_filter=DefaultFilter(),
            debounce=_LONGEST,
            step=_STEP,
            rust_timeout=_LOOK,
            yield_on_timeout=True,
            stop_event=stop,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            yield bool(changes)
            if any((Change.deleted, str(folder)) in changes for folder in folders):
                return
    except FileNotFoundError:
        # It has gone since it was looked for.
        return


def _poll(folders: Sequence[Path], stop: threading.Event) -> Iterator[None]:
    """Yield when files or folders differ from those of the poll before.

    Polls of watchfiles compare times in seconds, so that they miss the second of two quick saves.
    """
    seen: dict[str, tuple[int, ...]] | None = None
    while not stop.wait(_LOOK / 1000):
        now = {path: mark for folder in folders for path, mark in _marks(os.fspath(folder))}
        if now != seen:
            yield
        seen = now


def mark_of_folders(folders: Sequence[Path], now: int) -> tuple[object, ...]:
    """What changes with any file below the folders; empty if one has just changed.

    Two changes within one step of the clock can't be told apart. ``now`` is the time in
    nanoseconds.
    """
    found = tuple(it for folder in folders for it in _marks(os.fspath(folder)))
    latest = max((mark[0] for _, mark in found), default=0)
    return found if found and now - latest > UNSURE_TIME else ()


def _marks(folder: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What changes with each file and folder below a folder; hidden ones are left out."""
    try:
        with os.scandir(folder) as entries:
            listed = [entry for entry in entries if not entry.name.startswith(".")]
        for entry in listed:
            status = entry.stat(follow_symlinks=False)
            yield entry.path, (status.st_mtime_ns, status.st_size, status.st_ino)
            if entry.is_dir(follow_symlinks=False):
                yield from _marks(entry.path)
    except OSError:
        # It has gone, or may not be read.
        return


def _identities(folders: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """What tells those of the folders that are there from others with the same path."""
    found = {}
    for folder in folders:
        try:
            status = folder.stat()
        except OSError:
            continue
        found[folder] = status.st_dev, status.st_ino
    return found
