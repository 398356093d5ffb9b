"""An HTTP server for this computer only. Only this module uses http.server."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, TypeAlias

from chronicle.records import MutableRecord, field
from chronicle.serve.responses import Response

LOOPBACK: Final = "127.0.0.1"
#: How many further ports are tried if a port is taken.
_PORT_ATTEMPTS: Final = 20
#: Seconds between two messages of an idle stream, which detect closed connections.
_HEARTBEAT: Final = 15.0
_PLAIN: Final = "text/plain; charset=utf-8"
#: No other site may frame or read the pages.
_HEADERS: Final = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

#: Returns the response to an address: the path and query that the browser sent.
Responder: TypeAlias = Callable[[str], Response]


class ChangeNotifier(MutableRecord):
    """The stamp of the current pages, and a way to wait for a different one."""

    stamp: str = ""
    closed: bool = False
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def notify(self, stamp: str, *, over: bool = False) -> None:
        """Set the stamp and wake all waiting threads; with ``over``, no more changes follow."""
        with self._changed:
            self.stamp, self.closed = stamp, over
            self._changed.notify_all()

    def wait_for_change(self, stamp: str, seconds: float) -> bool:
        """Wait up to ``seconds`` for a different stamp; return whether there is one."""
        with self._changed:
            self._changed.wait_for(lambda: self.closed or self.stamp != stamp, seconds)
            return self.stamp != stamp


class NoFreePortError(Exception):
    """All ports that were tried are taken."""


class PreviewServer(ThreadingHTTPServer):
    """Answers requests to the local address, under its local names only."""

    daemon_threads = True
    # A port can be used again as soon as an earlier run has stopped.
    allow_reuse_address = True
    # After an edit all open tabs reload at once. The library's 5 would refuse most of them.
    request_queue_size = 512

    def __init__(
        self, port: int, respond: Responder, news: ChangeNotifier, changes: str = ""
    ) -> None:
        self.respond = respond
        self.news = news
        self.changes = changes
        super().__init__((LOOPBACK, port), _RequestHandler)
        self.names = {f"{name}:{self.server_port}" for name in ("localhost", LOOPBACK)}

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.server_port}/"


def start_server(
    port: int, respond: Responder, news: ChangeNotifier, changes: str = ""
) -> PreviewServer:
    """Start a server at a port or the next free one; 0 is any free port.

    ``changes`` is the path of the event stream. Raises :class:`NoFreePortError`.
    """
    for tried in range(port, min(port + _PORT_ATTEMPTS, 0xFFFF) + 1) if port else (0,):
        try:
            return PreviewServer(tried, respond, news, changes)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise NoFreePortError


class _RequestHandler(BaseHTTPRequestHandler):
    server: PreviewServer
    protocol_version = "HTTP/1.1"
    #: Seconds until a started request times out.
    timeout = 60

    def do_GET(self) -> None:
        self._handle(with_body=True)

    def do_HEAD(self) -> None:
        self._handle(with_body=False)

    def _refuse(self) -> None:
        self.close_connection = True
        said = "this server only accepts GET and HEAD\n"
        self._send(Response(405, _PLAIN, said.encode()), {"Allow": "GET, HEAD"})

    do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_CONNECT = do_TRACE = _refuse  # noqa: N815  the library's names

    def _handle(self, *, with_body: bool) -> None:
        if self.headers.get("Content-Length") or self.headers.get("Transfer-Encoding"):
            self.close_connection = True
        # Prevent DNS rebinding: another site whose name resolves to this computer sends its name.
        if self.headers.get_all("Host") not in [[name] for name in self.server.names]:
            said = f"open {self.server.url}; other host names are refused\n"
            self._send(Response(403, _PLAIN, said.encode()), with_body=with_body)
            return
        changes = self.server.changes
        if with_body and changes and self.path.partition("?")[0] == changes:
            self._stream(self.path.partition("?")[2])
            return
        self._send(self.server.respond(self.path), with_body=with_body)

    def _send(
        self, answer: Response, more: dict[str, str] | None = None, *, with_body: bool = True
    ) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.location:
            self.send_header("Location", answer.location)
        keeping = "private, max-age=86400, immutable" if answer.immutable else "no-store"
        for name, value in {**_HEADERS, "Cache-Control": keeping, **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def _stream(self, stamp: str) -> None:
        """Send an event as soon as the pages differ from ``stamp``."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        for name, value in {**_HEADERS, "Cache-Control": "no-store", "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        news = self.server.news
        with suppress(OSError):
            self.wfile.write(b"retry: 500\n\n")
            while not news.wait_for_change(stamp, _HEARTBEAT) and not news.closed:
                self.wfile.write(b": nothing new\n\n")
            if not news.closed:
                self.wfile.write(b"event: changed\ndata: now\n\n")

    def handle_one_request(self) -> None:
        # A browser closes the connection when it leaves the page.
        with suppress(ConnectionError, TimeoutError):
            super().handle_one_request()
            return
        self.close_connection = True

    def version_string(self) -> str:
        return "chronicle"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """Do not log requests."""
