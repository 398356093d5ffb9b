"""The desk's web application: its pages, its edits, and a preview of what each reader sees.

The desk is at `http://127.0.0.1:PORT/TOKEN/`, the preview at `http://localhost:PORT/OTHER TOKEN/`.
So a script of a theme, which runs in the preview, is of another origin than the desk and can't
give it orders, and nobody who does not know the token gets any page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Host, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from chronicle.files.package_data import shipped_source
from chronicle.markup.images import MAX_PICTURE_BYTES
from chronicle.records import Record
from chronicle.render.program_pages import render_program_page
from chronicle.serve.application import LocalOnly, WebApplication, event_stream, page_responder
from chronicle.serve.change_notifier import ChangeNotifier
from chronicle.serve.desk.board import Board, Task
from chronicle.serve.desk.entries import KINDS, EntryKind, Given, ids_of
from chronicle.serve.desk.new_files import NEW_FILE_KINDS, NewFileKind
from chronicle.serve.desk.new_knowledge import LearnedBy
from chronicle.serve.desk.publication import Publication
from chronicle.serve.desk.start import StartForm
from chronicle.serve.desk.world import Sketch
from chronicle.serve.desk.writing import Writing
from chronicle.serve.error_page import INTERNAL_PREFIX
from chronicle.serve.http_server import LOOPBACK
from chronicle.serve.responses import Response as PageResponse
from chronicle.serve.responses import media_type_of

_TEMPLATES: Final = "chronicle.serve.desk.templates"
_STATIC: Final = "chronicle.serve.desk.static"
#: The name of a roll: `faction/order/purpose`.
_ROLL: Final = re.compile(r"[\w./-]+", re.ASCII)
#: The actions that would be others without a reason.
_WITH_REASON: Final = ("correct", "plan-correction")
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: The fields of a new place that have ids.
_PLACE_IDS: Final = ("for", "within", "neighbours")
#: No position on a map is as far out.
_FAR: Final = 1e9
#: The largest text that is taken, in bytes.
_MAX_TEXT: Final = 4_000_000
_STATIC_NAMES: Final = ("desk.css", "desk.js", "editor.js", "start.js", "writing.js")

#: The types of what the desk's pages send. A page of another site can send neither unasked.
_KINDS: Final = ("application/json", "application/octet-stream")

Json: TypeAlias = dict[str, Any]


class CommandRun(Record):
    """What a command of the program printed, and its exit code."""

    code: int
    out: str
    err: str


class SavedText(Record):
    """A file after it was saved; ``text`` is what is in it now, if that is not what was sent.

    ``sent`` is the version of what was sent. Nothing was written unless ``is_saved``: because of an
    ``error``, or without one because somebody else changed the same lines; ``text`` is theirs.
    """

    is_saved: bool = False
    version: str = ""
    text: str | None = None
    sent: str = ""
    tasks: tuple[Task, ...] = ()
    error: str = ""


class Reader(Record):
    """Somebody whose pages can be looked at: the folder of the preview, and a name."""

    folder: str
    name: str


class EditedCampaign(Protocol):
    """A campaign on disk as the desk works on it."""

    news: ChangeNotifier
    actions: Collection[str]

    def start(self) -> StartForm | None: ...
    def board(self) -> Board: ...
    def readers(self) -> tuple[Reader, ...]: ...
    def files(self) -> tuple[str, ...]: ...
    def read(self, path: str) -> tuple[str, str] | None: ...
    def save(self, path: str, text: str, version: str, page: str) -> SavedText: ...
    def run(self, name: str, given: Mapping[str, str]) -> CommandRun: ...
    def undo(self) -> str: ...
    def redo(self) -> str: ...
    def accept_rumor(self, turn: int, rumor: str) -> str: ...
    def set_result(self, turn: int, order: str, result: str, outcome: str) -> str: ...
    def add(self, kind: EntryKind, given: Given) -> str: ...
    def schema(self, path: str) -> Json | None: ...
    def problems(self, path: str) -> tuple[Task, ...]: ...
    def sketch(self) -> Sketch | None: ...
    def move_place(self, id: str, x: float, y: float) -> str: ...
    def add_place(self, given: Given) -> str: ...
    def set_way(self, one: str, other: str, kind: str) -> str: ...
    def create(self, kind: NewFileKind, name: str) -> tuple[str, str]: ...
    def ask_dice(self, *, is_asked: bool) -> str: ...
    def add_picture(self, name: str, content: bytes) -> tuple[str, str]: ...
    def learned(self) -> tuple[int, tuple[LearnedBy, ...]]: ...
    def set_rolls(self, rolls: Mapping[str, Sequence[int]]) -> str: ...
    def writing(self) -> Writing: ...
    def publication(self) -> Publication: ...
    def announcement(self) -> str: ...
    def create_repository(self, remote: str) -> str: ...
    def set_address(self, address: str) -> str: ...
    def page(self, address: str) -> PageResponse: ...


def create_desk(campaign: EditedCampaign, changes: str, token: str, other: str) -> WebApplication:
    """The application of the desk, whose address has a token, and of the preview with another.

    ``changes`` is the path of the stream that reloads pages of the preview.
    """
    desk = _Desk(campaign, other)
    own: list[BaseRoute] = [
        Route("/", desk.board),
        Route("/orders", desk.orders),
        Route("/writing", desk.writing),
        Route("/dice", desk.dice, methods=["GET"]),
        Route("/world", desk.world),
        Route("/out", desk.out),
        Route("/files", desk.files),
        Route("/files/{path:path}", desk.edit),
        Route("/text/{path:path}", desk.text, methods=["GET"]),
        Route("/text/{path:path}", desk.save, methods=["PUT"]),
        Route("/run/{name}", desk.run, methods=["POST"]),
        Route("/add/{kind}", desk.add, methods=["POST"]),
        Route("/places/{id}", desk.move_place, methods=["PUT"]),
        Route("/places", desk.add_place, methods=["POST"]),
        Route("/ways", desk.set_way, methods=["POST"]),
        Route("/new/{kind}", desk.create, methods=["POST"]),
        Route("/dice", desk.ask_dice, methods=["POST"]),
        Route("/rolls", desk.rolls, methods=["POST"]),
        Route("/accept/{turn:int}", desk.accept_rumor, methods=["POST"]),
        Route("/result/{turn:int}", desk.set_result, methods=["POST"]),
        Route("/announcement", desk.announcement),
        Route("/repository", desk.create_repository, methods=["POST"]),
        Route("/address", desk.set_address, methods=["POST"]),
        Route("/learned", desk.learned),
        Route("/pictures/{name}", desk.add_picture, methods=["POST"]),
        Route("/undo", desk.undo, methods=["POST"]),
        Route("/redo", desk.redo, methods=["POST"]),
        Route("/changes", partial(event_stream, campaign.news)),
        Route("/static/{name}", desk.static),
    ]
    pages = page_responder(campaign.page)
    own_pages = page_responder(lambda address: campaign.page(f"{INTERNAL_PREFIX[:-1]}{address}"))
    app = Starlette(
        routes=[
            Host(LOOPBACK, Mount(f"/{token}", SameOriginOnly(Starlette(routes=own)))),
            Host(
                "localhost",
                Starlette(
                    routes=[
                        Mount(
                            f"/{other}", _Framed(Starlette(routes=[Route("/{path:path}", pages)]))
                        ),
                        Route(changes, partial(event_stream, campaign.news)),
                        Mount(
                            "/.chronicle",
                            _Framed(Starlette(routes=[Route("/{path:path}", own_pages)])),
                        ),
                    ]
                ),
            ),
        ]
    )
    return LocalOnly(app)


class SameOriginOnly:
    """Refuses whatever changes something, unless a page of the desk itself asks for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        app = self._app
        if request.method not in ("GET", "HEAD"):
            origin = f"http://{request.headers.get('host', '')}"
            kind = request.headers.get("content-type", "")
            if request.headers.get("origin") != origin or kind not in _KINDS:
                app = PlainTextResponse("only the desk's own pages may ask for this\n", 403)
        await app(scope, receive, send)


class _Framed:
    """Lets the desk, and nobody else, show pages of the preview in a frame."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        _, port = scope["server"]

        async def send_with_policy(message: Any) -> None:
            if message["type"] == "http.response.start":
                # A drawing of a theme, opened as a page of its own, must not send anything away.
                policy = (
                    "default-src 'self' 'unsafe-inline' data: blob:; base-uri 'none';"
                    f" form-action 'none'; frame-ancestors http://{LOOPBACK}:{port}"
                )
                message["headers"] += [
                    (b"content-security-policy", policy.encode()),
                    (b"x-frame-options", b"SAMEORIGIN"),
                ]
            await send(message)

        await self._app(scope, receive, send_with_policy)


class _Desk:
    """The endpoints; what may take long is done in a thread."""

    def __init__(self, campaign: EditedCampaign, preview: str) -> None:
        self._campaign = campaign
        self._preview = preview

    async def board(self, request: Request) -> Response:
        board = await run_in_threadpool(self._campaign.board)
        return await self._page(request, "board.html", board=board)

    async def orders(self, request: Request) -> Response:
        board = await run_in_threadpool(self._campaign.board)
        return await self._page(request, "orders.html", board=board)

    async def writing(self, request: Request) -> Response:
        board = await run_in_threadpool(self._campaign.board)
        offered = await run_in_threadpool(self._campaign.writing)
        return await self._page(request, "writing.html", board=board, offered=offered)

    async def dice(self, request: Request) -> Response:
        board = await run_in_threadpool(self._campaign.board)
        return await self._page(request, "dice.html", board=board)

    async def ask_dice(self, request: Request) -> Response:
        asked = (await _json(request)).get("dice") == "ask"
        said = await run_in_threadpool(partial(self._campaign.ask_dice, is_asked=asked))
        return JSONResponse({"said": said})

    async def out(self, request: Request) -> Response:
        board = await run_in_threadpool(self._campaign.board)
        publication = await run_in_threadpool(self._campaign.publication)
        return await self._page(request, "out.html", board=board, publication=publication)

    async def announcement(self, _: Request) -> Response:
        return JSONResponse({"text": await run_in_threadpool(self._campaign.announcement)})

    async def create_repository(self, request: Request) -> Response:
        remote = _texts(await _json(request)).get("remote", "").strip()
        said = await run_in_threadpool(self._campaign.create_repository, remote)
        return JSONResponse({"said": said})

    async def set_address(self, request: Request) -> Response:
        address = _texts(await _json(request)).get("address", "")
        return JSONResponse({"said": await run_in_threadpool(self._campaign.set_address, address)})

    async def add(self, request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind not in KINDS:
            return PlainTextResponse("there is no such entry\n", 404)
        given = await _json(request)
        said = await run_in_threadpool(self._campaign.add, kind, _texts_and_lists(given))
        return JSONResponse({"said": said})

    async def world(self, request: Request) -> Response:
        sketch = await run_in_threadpool(self._campaign.sketch)
        offered = await run_in_threadpool(self._campaign.writing)
        return await self._page(request, "world.html", sketch=sketch, offered=offered)

    async def move_place(self, request: Request) -> Response:
        given = await _json(request)
        x, y = given.get("x"), given.get("y")
        if (
            not isinstance(x, int | float)
            or not isinstance(y, int | float)
            or not abs(x) + abs(y) <= _FAR
        ):
            return PlainTextResponse("x and y are missing\n", 400)
        id = request.path_params["id"]
        return JSONResponse({"said": await run_in_threadpool(self._campaign.move_place, id, x, y)})

    async def add_place(self, request: Request) -> Response:
        given = _texts_and_lists(await _json(request))
        if not all(_ID.fullmatch(id) for key in _PLACE_IDS for id in ids_of(given, key)):
            return PlainTextResponse("there is no such place or reader\n", 400)
        return JSONResponse({"said": await run_in_threadpool(self._campaign.add_place, given)})

    async def set_way(self, request: Request) -> Response:
        given = await _json(request)
        words = [given.get(it) for it in ("from", "to", "kind")]
        if not all(isinstance(it, str) for it in words):
            return PlainTextResponse("from, to and kind are missing\n", 400)
        said = await run_in_threadpool(self._campaign.set_way, *map(str, words))
        return JSONResponse({"said": said})

    async def create(self, request: Request) -> Response:
        kind, given = request.path_params["kind"], await _json(request)
        name = given.get("name")
        if kind not in NEW_FILE_KINDS or not isinstance(name, str):
            return PlainTextResponse("there is no such kind of file\n", 404)
        path, said = await run_in_threadpool(self._campaign.create, kind, name)
        return JSONResponse({"path": path, "said": said})

    async def learned(self, _: Request) -> Response:
        turn, found = await run_in_threadpool(self._campaign.learned)
        readers = [
            {
                "folder": it.folder,
                "name": it.name,
                "things": [
                    {"kind": thing.kind, "text": thing.text, "anchor": thing.anchor}
                    for thing in it.things
                ],
            }
            for it in found
        ]
        return JSONResponse({"turn": turn, "readers": readers})

    async def add_picture(self, request: Request) -> Response:
        content = await _body(request, MAX_PICTURE_BYTES)
        if content is None:
            said = f"The picture has more than {MAX_PICTURE_BYTES >> 20} MB."
            return JSONResponse({"markdown": "", "said": said})
        name = request.path_params["name"]
        markdown, said = await run_in_threadpool(self._campaign.add_picture, name, content)
        return JSONResponse({"markdown": markdown, "said": said})

    async def rolls(self, request: Request) -> Response:
        given = await _json(request)
        rolls = {
            name: faces
            for name, faces in given.items()
            if isinstance(faces, list) and all(type(face) is int for face in faces)
        }
        if (
            not rolls
            or len(rolls) != len(given)
            or not all(_ROLL.fullmatch(name) for name in rolls)
        ):
            return PlainTextResponse("faces are whole numbers, as in 3 5\n", 400)
        return JSONResponse({"said": await run_in_threadpool(self._campaign.set_rolls, rolls)})

    async def files(self, request: Request) -> Response:
        paths = await run_in_threadpool(self._campaign.files)
        folders: dict[str, list[str]] = {}
        for path in paths:
            folders.setdefault(path.rpartition("/")[0], []).append(path)
        return await self._page(request, "files.html", folders=folders)

    async def edit(self, request: Request) -> Response:
        path = request.path_params["path"]
        found = await run_in_threadpool(self._campaign.read, path)
        if found is None:
            return PlainTextResponse("there is no such file\n", 404)
        text, version = found
        line = request.query_params.get("line", "")
        values: Json = {"path": path, "text": text, "version": version}
        values["names"] = (await run_in_threadpool(self._campaign.writing)).names
        values["schema"] = await run_in_threadpool(self._campaign.schema, path)
        problems = await run_in_threadpool(self._campaign.problems, path)
        values["problems"] = [_task(it) for it in problems]
        return await self._page(
            request, "edit.html", line=line if line.isdecimal() else "", **values
        )

    async def text(self, request: Request) -> Response:
        found = await run_in_threadpool(self._campaign.read, request.path_params["path"])
        if found is None:
            return PlainTextResponse("there is no such file\n", 404)
        return JSONResponse({"text": found[0], "version": found[1]})

    async def save(self, request: Request) -> Response:
        given = await _json(request)
        path, texts = (
            request.path_params["path"],
            [given.get(it) for it in ("text", "version", "page")],
        )
        if not all(isinstance(it, str) for it in texts):
            return PlainTextResponse("text, version and page are missing\n", 400)
        saved = await run_in_threadpool(self._campaign.save, path, *map(str, texts))
        answer: Json = {
            "version": saved.version,
            "sent": saved.sent,
            "text": saved.text,
            "error": saved.error,
            "tasks": [_task(it) for it in saved.tasks],
        }
        return JSONResponse(answer, 200 if saved.is_saved else 507 if saved.error else 409)

    async def run(self, request: Request) -> Response:
        given = await _json(request)
        name = request.path_params["name"]
        words = _texts(given)
        if name not in self._campaign.actions:
            return PlainTextResponse("there is no such action\n", 404)
        if name in _WITH_REASON and not words.get("reason", "").strip():
            return PlainTextResponse("a correction needs a reason\n", 400)
        ran = await run_in_threadpool(self._campaign.run, name, words)
        return JSONResponse({"code": ran.code, "out": ran.out, "err": ran.err})

    async def undo(self, _: Request) -> Response:
        return JSONResponse({"said": await run_in_threadpool(self._campaign.undo)})

    async def redo(self, _: Request) -> Response:
        return JSONResponse({"said": await run_in_threadpool(self._campaign.redo)})

    async def accept_rumor(self, request: Request) -> Response:
        given = _texts(await _json(request))
        turn, rumor = request.path_params["turn"], given.get("about", "")
        said = await run_in_threadpool(self._campaign.accept_rumor, turn, rumor)
        return JSONResponse({"said": said})

    async def set_result(self, request: Request) -> Response:
        given = _texts(await _json(request))
        turn, words = (
            request.path_params["turn"],
            [given.get(it, "") for it in ("about", "result", "outcome")],
        )
        said = await run_in_threadpool(self._campaign.set_result, turn, *words)
        return JSONResponse({"said": said})

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _STATIC_NAMES:
            return PlainTextResponse("there is no such file\n", 404)
        return Response(shipped_source(_STATIC, name).text, media_type=media_type_of(name))

    async def _page(self, request: Request, name: str, **values: Any) -> Response:
        _, port = request.scope["server"]
        shown = f"http://localhost:{port}"
        start = await run_in_threadpool(self._campaign.start)
        if start is not None:
            name, values = "start.html", {"start": start}
        # What changes while the page is made is shown by the next one.
        stamp = self._campaign.news.stamp
        readers = await run_in_threadpool(self._campaign.readers)
        values |= {
            "root": f"{request.scope['root_path']}/",
            "preview": f"{shown}/{self._preview}/",
            "readers": readers,
            "stamp": stamp,
            "here": name.removesuffix(".html"),
        }
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            f" connect-src 'self'; frame-src {shown}; base-uri 'none'; form-action 'none';"
            " frame-ancestors 'none'"
        )
        page = render_program_page(_TEMPLATES, name, values)
        return HTMLResponse(page, headers={"Content-Security-Policy": policy})


async def _body(request: Request, most: int) -> bytes | None:
    """The body of a request; None if it has more than so many bytes."""
    body = bytearray()
    # Without reading all, the connection would break before the answer is read.
    async for part in request.stream():
        if len(body) <= most:
            body += part
    return bytes(body) if len(body) <= most else None


async def _json(request: Request) -> Json:
    """The object in the body of a request; empty if it is too long or none."""
    try:
        found = json.loads(await _body(request, _MAX_TEXT) or b"")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _texts(given: Json) -> dict[str, str]:
    return {name: value for name, value in given.items() if isinstance(value, str)}


def _texts_and_lists(given: Json) -> dict[str, str | list[str]]:
    """The texts and lists of texts in an object; all else is left out."""
    return {
        name: value
        for name, value in given.items()
        if isinstance(value, str)
        or (isinstance(value, list) and all(isinstance(it, str) for it in value))
    }


def _task(task: Task) -> Json:
    at = task.at
    return {
        "text": task.text,
        "help": task.help,
        "path": at.path if at is not None else "",
        "line": at.line if at is not None else 0,
        "column": at.column if at is not None else 1,
        "endLine": at.end_line if at is not None else 0,
        "endColumn": at.end_column if at is not None else 1,
        "error": task.is_error,
    }
