"""Watches folders for changes. Only this module uses watchfiles."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from watchfiles import DefaultFilter, watch

#: Milliseconds: a burst of changes ends after one step without changes, or after the longest time.
_STEP: Final = 20
_LONGEST: Final = 200
#: Milliseconds between two polls, where the system does not report changes.
_LOOK: Final = 250


def watch_folders(
    folders: Sequence[Path], stop: threading.Event, *, polling: bool = False
) -> Iterator[None]:
    """Yield once for each burst of changes below the folders, until ``stop`` is set.

    Some bursts change no file that is read. With ``polling``, all files are checked regularly;
    this is needed where the system does not report changes, for example on network drives.
    """
    for _ in watch(
        *folders,
        watch_filter=DefaultFilter(),
        debounce=_LONGEST,
        step=_STEP,
        rust_timeout=500,
        stop_event=stop,
        raise_interrupt=False,
        force_polling=polling or None,
        poll_delay_ms=_LOOK,
        ignore_permission_denied=True,
    ):
        yield
