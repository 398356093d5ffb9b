"""A folder on its own host, and what a browser finds wrong with the responses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, Request


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing: the tests read what the browser got."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        pass


@contextmanager
def served(folder: Path, host: type[Quiet] = Quiet) -> Iterator[int]:
    """Serves a folder from this machine alone; the port at which it is found."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(host, directory=str(folder)))
    # It looks that often whether it is to end.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


def watched(page: Page, origin: str) -> list[str]:
    """What goes wrong on a page from now on: messages, failed requests, those to other hosts.

    What the page's policy forbids is among the messages.
    """
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("requestfailed", lambda request: wrong.extend(_failed(request)))
    page.on(
        "response",
        lambda response: (
            wrong.append(f"{response.status}: {response.url}") if response.status >= 400 else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            wrong.append(f"foreign: {request.url}")
            if not request.url.startswith((origin, "file:", "data:", "blob:"))
            else None
        ),
    )
    return wrong


def _failed(request: Request) -> list[str]:
    """What failed, unless the reader went on before it was there."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"failed: {request.url}"]


def opened(page: Page, address: str) -> list[str]:
    """Opens an address and says what went wrong: messages, failed and foreign requests."""
    wrong = watched(page, address[:16])
    page.goto(address)
    return wrong
