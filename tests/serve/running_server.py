"""A local server that runs in a thread while a test asks it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from chronicle.cli.serve import LivePreview
from chronicle.serve.application import Responder, create_application
from chronicle.serve.change_notifier import ChangeNotifier
from chronicle.serve.http_server import LocalServer, open_port


def new_server(respond: Responder, news: ChangeNotifier, changes: str = "") -> LocalServer:
    """A server at a free port, which does not answer yet."""
    return LocalServer(open_port(0), create_application(respond, news, changes), news)


def start(server: LocalServer) -> threading.Thread:
    thread = threading.Thread(target=server.serve_until_stopped, daemon=True)
    thread.start()
    return thread


@contextmanager
def running(desk: LivePreview) -> Iterator[LocalServer]:
    """The preview at a free port."""
    server = new_server(desk.respond, desk.news, desk.changes)
    thread = start(server)
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)
