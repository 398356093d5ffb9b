"""HTTP responses with the files of a site, from memory or from a folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias
from urllib.parse import quote, unquote

from chronicle.outline.paths import HOME, NOT_FOUND
from chronicle.records import Record, replace
from chronicle.render.asset_names import ASSETS_FOLDER

#: Returns the content of the file at a path of the site; None if there is none.
FileLookup: TypeAlias = Callable[[str], bytes | None]

_MEDIA_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "gif": "image/gif",
    "html": "text/html; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "xml": "application/xml",
}
_NOT_FOUND_PAGE: Final = (
    b"<!doctype html>\n<title>404</title>\n<h1>404</h1>\n<p>Page not found.</p>\n"
)


class Response(Record):
    """An HTTP response; ``kind`` is its media type, and a redirect has a ``location``.

    ``immutable`` files have a name that changes with their content, so a browser may cache them.
    """

    status: int
    kind: str
    body: bytes
    location: str = ""
    immutable: bool = False

    @property
    def is_page(self) -> bool:
        return self.kind == _MEDIA_TYPES["html"]


def media_type_of(path: str) -> str:
    """The media type of a file, from its suffix."""
    return _MEDIA_TYPES.get(path.rpartition(".")[2].lower(), "application/octet-stream")


def page_response(body: str, status: int = 200) -> Response:
    """The response for an HTML page."""
    return Response(status, _MEDIA_TYPES["html"], body.encode())


def site_path_of(address: str) -> str | None:
    """The path within the site that an address requests; None if it is invalid.

    An address that ends in a slash requests the index page of a folder.
    """
    path = unquote(address.partition("?")[0].partition("#")[0], errors="replace")
    if not path.startswith("/") or "\\" in path or "\0" in path:
        return None
    path = path.removeprefix("/")
    parts = path.split("/")
    if any(part in (".", "..", "") for part in parts[:-1]) or parts[-1] in (".", ".."):
        return None
    return path if parts[-1] else f"{path}{HOME}"


def response_for(
    address: str, files: FileLookup, base: str = "/", moved: Callable[[str], str] = lambda _: ""
) -> Response:
    """The response of a host with these files.

    The site is found both at `/` and at ``base``, its path on the future host. ``moved`` returns
    where a file is that is not found at a path; empty if there is none.
    """
    path = site_path_of(address)
    for asked in _candidate_paths(path, base) if path is not None else ():
        content = files(asked)
        if content is not None:
            return Response(
                200, media_type_of(asked), content, immutable=asked.startswith(f"{ASSETS_FOLDER}/")
            )
        if files(f"{asked}/{HOME}") is not None:
            return Response(301, media_type_of(HOME), b"", location=quote(f"/{path}/"))
        if target := moved(asked):
            return Response(
                302, media_type_of(HOME), b"", location=quote(f"/{target.removesuffix(HOME)}")
            )
    lost = files(NOT_FOUND)
    return Response(404, media_type_of(NOT_FOUND), lost if lost is not None else _NOT_FOUND_PAGE)


def _candidate_paths(path: str, base: str) -> tuple[str, ...]:
    folder = base.strip("/")
    if folder and path.startswith(f"{folder}/"):
        return path, path.removeprefix(f"{folder}/")
    return (path, HOME) if folder and path == folder else (path,)


def with_reload_script(answer: Response, tag: bytes) -> Response:
    """The response with the reload script added, if its Content-Security-Policy allows scripts."""
    if not answer.is_page or not answer.body:
        return answer
    if b"Content-Security-Policy" in answer.body and b"script-src 'self'" not in answer.body:
        return answer
    head, end, tail = answer.body.rpartition(b"</body>")
    body = head + tag + end + tail if end else answer.body + tag
    return replace(answer, body=body)
