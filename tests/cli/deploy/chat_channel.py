"""A chat channel on this machine, to which turns are announced."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar


class Receiver(BaseHTTPRequestHandler):
    """A service that keeps what it is sent, and answers with ``status``."""

    received: ClassVar[list[dict[str, Any]]] = []
    status: ClassVar[int] = 204

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.received.append(json.loads(self.rfile.read(length)))
        self.send_response(self.status)
        self.send_header("Location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def chat_channel() -> Iterator[str]:
    """The address of a channel that has received nothing yet."""
    Receiver.received, Receiver.status = [], 204
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hooks/token-4711"
    server.shutdown()
    thread.join()
    server.server_close()
