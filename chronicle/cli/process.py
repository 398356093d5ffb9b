"""What commands have of the machine: a place to remember things, memory, and processors."""

from __future__ import annotations

import atexit
import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path

from chronicle.cache.store import set_cache_folder


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Has Python not look for lost memory while this lasts: a command loses next to none.

    To look for it took a quarter of what reading, playing and projecting a long campaign takes.
    """
    # Nor at the end of the program, when all memory is given back at once.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    was_looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_looking:
            gc.enable()


def tune_gc_for_server() -> None:
    """Has Python look for lost memory now and then, for a command that goes on and on.

    Much is kept and little is lost by each edit. To look as seldom as this saves a third of one.
    """
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


def configure_cache() -> None:
    """Has this process remember things in the user's own folder for such, or the one that is named.

    An empty name is for none.
    """
    named = os.environ.get("CHRONICLE_CACHE")
    set_cache_folder(
        user_cache_path("chronicle", appauthor=False) if named is None else _folder(named)
    )


def _folder(named: str) -> Path | None:
    return Path(named).absolute() if named else None


def worker_count() -> int:
    """As many processes as have a processor each; one where this process does several things.

    A process that is split in the midst of something else may wait for it forever.
    """
    if threading.active_count() > 1:
        return 1
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
