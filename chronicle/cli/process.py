"""Settings of the process: cache folder, garbage collection and number of workers."""

from __future__ import annotations

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
    """Disable cyclic garbage collection: a command creates almost no cyclic garbage.

    Collection took a quarter of the time to read, play and project a long campaign.
    """
    was_looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_looking:
            # What the command has created goes to the oldest generation, without a look at it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def tune_gc_for_server() -> None:
    """Collect garbage rarely, for a command that keeps running, and only what is new from now on.

    An edit keeps many objects and frees few. Rare collections save a third of its time.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


def configure_cache() -> None:
    """Set the cache folder: the user's, or CHRONICLE_CACHE; if that is empty, there is none."""
    named = os.environ.get("CHRONICLE_CACHE")
    if named is None:
        set_cache_folder(user_cache_path("chronicle", appauthor=False))
    else:
        set_cache_folder(Path(named).absolute() if named else None)


def name_lock_owner() -> None:
    """Let the locks of this process name it, with its machine and the time."""
    from chronicle.publish.folder_lock import set_lock_owner

    set_lock_owner(_describe_process)


def _describe_process() -> str:
    import socket

    from chronicle.cli.clock import now

    return f"process {os.getpid()} on {socket.gethostname()}, since {now():%Y-%m-%d %H:%M} UTC"


def worker_count() -> int:
    """The number of worker processes: one for each processor, or 1 if other threads are running.

    Forking a process with several threads can deadlock.
    """
    if threading.active_count() > 1:
        return 1
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
