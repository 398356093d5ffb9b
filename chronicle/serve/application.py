"""The web application of a preview. Only this package uses starlette."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final, TypeAlias

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chronicle.serve import responses
from chronicle.serve.change_notifier import ChangeNotifier

#: Seconds between two messages of an idle stream, which detect closed connections.
_HEARTBEAT: Final = 15.0
#: No other site may frame or read the pages.
_HEADERS: Final = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

WebApplication: TypeAlias = ASGIApp
#: Returns the response to an address: the path and query that the browser sent.
Responder: TypeAlias = Callable[[str], responses.Response]


def create_application(
    respond: Responder, news: ChangeNotifier, changes: str = ""
) -> WebApplication:
    """The application that answers with ``respond``; ``changes`` is the path of its stream."""
    routes = [Route("/{path:path}", page_responder(respond), methods=["GET", "HEAD"])]
    if changes:
        routes.insert(0, Route(changes, partial(event_stream, news), methods=["GET"]))
    return LocalOnly(Starlette(routes=routes))


def page_responder(respond: Responder) -> Callable[[Request], Response]:
    """An endpoint that answers with the pages of a site."""

    def page(request: Request) -> Response:
        root = request.scope["root_path"]
        answer = respond(_address_of(request).removeprefix(root))
        keeping = "private, max-age=86400, immutable" if answer.immutable else "no-store"
        headers = {"Content-Type": answer.kind, "Cache-Control": keeping}
        if answer.location:
            headers["Location"] = f"{root}{answer.location}"
        return Response(answer.body, answer.status, headers)

    return page


async def event_stream(news: ChangeNotifier, request: Request) -> Response:
    """An endpoint that sends an event as soon as the pages differ from the stamp in the query."""
    events = _events(news, request.url.query)
    return StreamingResponse(events, headers={"Content-Type": "text/event-stream"})


class LocalOnly:
    """Refuses requests to other host names, and sets the headers of every response.

    Another site whose name resolves to this computer (DNS rebinding) sends its own name.
    """

    def __init__(self, app: WebApplication) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {"Cache-Control": "no-store", **_HEADERS}.items():
                    headers.setdefault(name, value)
            await send(message)

        address, port = scope["server"]
        sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        app = self._app
        if sent not in [[f"{name}:{port}"] for name in ("localhost", address)]:
            said = f"open http://{address}:{port}/; other host names are refused\n"
            app = PlainTextResponse(said, 403)
        try:
            await app(scope, receive, send_with_headers)
        except Exception as error:  # noqa: BLE001  a bug must not end the server
            # The application has answered with an error; here it is only named.
            said = f"{type(error).__name__}: {error}"
            sys.stderr.write(f"internal error in chronicle: {said}\nPlease report it.\n")


def _address_of(request: Request) -> str:
    """The path and query as they were sent, still quoted."""
    path: bytes = request.scope["raw_path"]
    query: bytes = request.scope["query_string"]
    return (path + b"?" + query if query else path).decode("latin-1")


async def _events(news: ChangeNotifier, stamp: str) -> AsyncIterator[bytes]:
    """An event as soon as the pages differ from ``stamp``."""
    yield b"retry: 500\n\n"
    while not await news.wait_for_change(stamp, _HEARTBEAT) and not news.closed:
        yield b": nothing new\n\n"
    if not news.closed:
        yield b"event: changed\ndata: now\n\n"
