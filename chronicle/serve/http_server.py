"""An HTTP server for this computer only. Only this module uses uvicorn."""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from types import FrameType
from typing import Final

import uvicorn

from chronicle.serve.application import WebApplication
from chronicle.serve.change_notifier import ChangeNotifier

LOOPBACK: Final = "127.0.0.1"
#: How many further ports are tried if a port is taken.
_PORT_ATTEMPTS: Final = 20
#: What says that a port is taken, or not for everybody.
_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)
#: After an edit all open tabs reload at once; a short queue would refuse most of them.
_QUEUE: Final = 512
#: Seconds that responses may take after the server was stopped.
_LAST_SECONDS: Final = 2


class NoFreePortError(Exception):
    """All ports that were tried are taken."""


class LocalServer(uvicorn.Server):
    """Serves an application at the local address until it is stopped."""

    def __init__(
        self, listening: Sequence[socket.socket], app: WebApplication, news: ChangeNotifier
    ) -> None:
        self.news = news
        self._listening = listening
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                # What fails in the application is told by the application itself.
                log_level="critical",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_LAST_SECONDS,
            )
        )

    @property
    def port(self) -> int:
        port: int = self._listening[0].getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}/"

    def serve_until_stopped(self) -> None:
        """Serve until :meth:`stop` or Ctrl-C, which raises KeyboardInterrupt at the end."""
        try:
            self.run(sockets=[*self._listening])
        finally:
            for it in self._listening:
                it.close()

    def stop(self) -> None:
        """End all streams, then the server; safe to call from any thread."""
        self.news.notify("", over=True)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        # Those whose responses took longer, and those that browsers opened meanwhile.
        for connection in tuple(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.news.notify("", over=True)
        super().handle_exit(sig, frame)


def open_port(port: int) -> tuple[socket.socket, ...]:
    """Sockets that listen at a port or the next free one; 0 is any free port.

    The second, on computers that have it, is that of the address which browsers may try first for
    `localhost`, so that nobody else gets what is meant for this server. Raises
    :class:`NoFreePortError`.
    """
    last = min(port + _PORT_ATTEMPTS, 0xFFFF)
    for tried in range(port, last + 1) if port else (0,) * _PORT_ATTEMPTS:
        try:
            first = socket.create_server((LOOPBACK, tried), backlog=_QUEUE)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
            continue
        own = ("::1", first.getsockname()[1])
        try:
            return first, socket.create_server(own, family=socket.AF_INET6, backlog=_QUEUE)
        except OSError as error:
            if error.errno not in _TAKEN:
                return (first,)
            first.close()
    raise NoFreePortError
