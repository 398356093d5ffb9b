"""Notices that files change; the home of watchfiles."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from watchfiles import DefaultFilter, watch

#: Milliseconds: a burst of saves is over when nothing has come for one step, or after the longest.
_STEP: Final = 20
_LONGEST: Final = 200
#: Milliseconds between two looks where the system gives no word of changes.
_LOOK: Final = 250


def watch_folders(
    folders: Sequence[Path], stop: threading.Event, *, polling: bool = False
) -> Iterator[None]:
    """Goes on once for every burst of changes below the folders, until it is to stop.

    Some bursts change nothing that is read. ``polling`` looks at all files again and again, where
    the system gives no word of changes: on network drives, for one.
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
