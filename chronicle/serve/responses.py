"""What a browser gets for an address: files with their kinds, from memory or from a folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from urllib.parse import quote, unquote

from chronicle.outline.site import HOME, LOST
from chronicle.render.asset_names import FOLDER

#: The content of the file at a path of a site; None where there is none.
Files: TypeAlias = Callable[[str], bytes | None]

_KINDS: Final = {
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
_LOST: Final = b"<!doctype html>\n<title>404</title>\n<h1>404</h1>\n<p>There is no such page.</p>\n"


@dataclass(frozen=True, slots=True)
class Answer:
    """A status of HTTP, the kind of what follows, and its bytes; a redirect has a ``location``.

    What is ``lasting`` has a name that nothing else will ever have: a browser may keep it.
    """

    status: int
    kind: str
    body: bytes
    location: str = ""
    lasting: bool = False

    @property
    def is_page(self) -> bool:
        return self.kind == _KINDS["html"]


def kind_of(path: str) -> str:
    """The media type of a file by its name."""
    return _KINDS.get(path.rpartition(".")[2].lower(), "application/octet-stream")


def page(body: str, status: int = 200) -> Answer:
    """A page of our own."""
    return Answer(status, _KINDS["html"], body.encode())


def path_in(address: str) -> str | None:
    """The path of a site that an address asks for; None where it asks for none of any site.

    An address that ends in a slash asks for the front page of a folder.
    """
    path = unquote(address.partition("?")[0].partition("#")[0], errors="replace")
    if not path.startswith("/") or "\\" in path or "\0" in path:
        return None
    path = path.removeprefix("/")
    parts = path.split("/")
    if any(part in (".", "..", "") for part in parts[:-1]) or parts[-1] in (".", ".."):
        return None
    return path if parts[-1] else f"{path}{HOME}"


def answer(address: str, files: Files, base: str = "/") -> Answer:
    """The answer of a host whose site has these files.

    The site is found at the top, and in the folder of the host in which it will stand: ``base``.
    """
    path = path_in(address)
    for asked in _ways(path, base) if path is not None else ():
        content = files(asked)
        if content is not None:
            return Answer(200, kind_of(asked), content, lasting=asked.startswith(f"{FOLDER}/"))
        if files(f"{asked}/{HOME}") is not None:
            return Answer(301, kind_of(HOME), b"", location=quote(f"/{path}/"))
    lost = files(LOST)
    return Answer(404, kind_of(LOST), lost if lost is not None else _LOST)


def _ways(path: str, base: str) -> tuple[str, ...]:
    folder = base.strip("/")
    if folder and path.startswith(f"{folder}/"):
        return path, path.removeprefix(f"{folder}/")
    return (path, HOME) if folder and path == folder else (path,)


def with_live(answer: Answer, tag: bytes) -> Answer:
    """A page with the script that reloads it, where its own policy lets one in."""
    if not answer.is_page or not answer.body:
        return answer
    if b"Content-Security-Policy" in answer.body and b"script-src 'self'" not in answer.body:
        return answer
    head, end, tail = answer.body.rpartition(b"</body>")
    body = head + tag + end + tail if end else answer.body + tag
    return replace(answer, body=body)
