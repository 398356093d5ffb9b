"""Tells streams of open pages that the pages have changed."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class ChangeNotifier:
    """The stamp of the current pages, and a way to wait for a different one."""

    def __init__(self, stamp: str = "") -> None:
        self.stamp, self.closed = stamp, False
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def notify(self, stamp: str, *, over: bool = False) -> None:
        """Set the stamp and wake all that wait; with ``over``, no more changes follow.

        May be called from any thread, and from a signal handler.
        """
        self.stamp, self.closed = stamp, over
        for loop, event in tuple(self._waiting):
            # A loop that has ended since has no stream left to wake.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)

    async def wait_for_change(self, stamp: str, seconds: float) -> bool:
        """Wait up to ``seconds`` for a different stamp; return whether there is one."""
        own = asyncio.get_running_loop(), asyncio.Event()
        self._waiting.add(own)
        try:
            if self.stamp == stamp and not self.closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(own[1].wait(), seconds)
        finally:
            self._waiting.discard(own)
        return self.stamp != stamp
