"""`chronicle serve` as somebody who writes meets it, over a real connection."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import click
import pytest

from chronicle.cli import schema
from chronicle.cli.serve import LivePreview
from chronicle.project.edition import Edition
from chronicle.rules.protocol import PlayedTurn
from chronicle.schemas import Schema
from chronicle.serve.change_notifier import ChangeNotifier
from chronicle.serve.http_server import LocalServer, NoFreePortError, open_port
from chronicle.serve.responses import Response
from tests.cli.command_runner import CREEP, lay, run, surroundings
from tests.cli.long_running import stop
from tests.platforms import heed_ctrl_c
from tests.serve.running_server import new_server, running, start
from tests.small_campaign import SOUND

TITEL = CREEP.replace("turn: 1\n", "turn: 1\ntitel: <i>Riots</i>\n")


def asked(
    server: LocalServer, path: str, method: str = "GET", headers: dict[str, str] | None = None
) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request(method, path, headers=headers or {})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


@pytest.fixture
def desk(here: Path) -> LivePreview:
    lay(here / "content", {"campaign.yaml": SOUND["campaign.yaml"]})
    desk = LivePreview(Path("content"), "everyone")
    desk.reload()
    return desk


def test_pages_have_a_content_type_and_are_not_cached(desk: LivePreview) -> None:
    with running(desk) as server:
        page, body = asked(server, "/turns/1.html")
        style = body.decode().partition('rel="stylesheet" href="..')[2].partition('"')[0]
        found, _ = asked(server, style)
        head, nothing = asked(server, "/", "HEAD")
    assert (page.status, page.headers["Cache-Control"]) == (200, "no-store")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert found.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in found.headers["Cache-Control"]
    assert (head.status, nothing) == (200, b"")
    assert int(head.headers["Content-Length"]) > 0


def test_only_local_host_names_are_answered(desk: LivePreview) -> None:
    with running(desk) as server:
        port = server.port
        assert server.url == f"http://127.0.0.1:{port}/"
        for name in (f"evil.example:{port}", "evil.example", f"127.0.0.1.evil.example:{port}", ""):
            refused, body = asked(server, "/", headers={"Host": name})
            assert refused.status == 403, name
            assert b"Crowns" not in body
        assert asked(server, "/", headers={"Host": f"localhost:{port}"})[0].status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_only_get_and_head_are_accepted(desk: LivePreview, method: str) -> None:
    with running(desk) as server:
        assert asked(server, "/", method)[0].status == 405


def test_open_pages_are_notified_of_changes(desk: LivePreview, here: Path) -> None:
    with running(desk) as server:
        stream = HTTPConnection("127.0.0.1", server.port, timeout=20)
        stream.request("GET", f"{desk.changes}?{desk.news.stamp}")
        response = stream.getresponse()
        lay(here / "content", {"turns/001.yaml": CREEP + "title: Gulls\n"})
        desk.reload()
        told = response.read()
        assert response.headers["Content-Type"] == "text/event-stream"
        assert b"event: changed" in told
        assert b"Gulls" in asked(server, "/turns/1.html")[1]
        stream.close()


def test_a_mistake_is_shown_in_browser_and_terminal_until_fixed(
    desk: LivePreview, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    with running(desk) as server:
        lay(here / "content", {"turns/001.yaml": TITEL})
        desk.reload()
        wrong, page = asked(server, "/turns/1.html")
        before, kept = asked(server, "/turns/1.html?before")
        lay(here / "content", {"turns/001.yaml": CREEP})
        desk.reload()
        mended, _ = asked(server, "/turns/1.html")
    assert (wrong.status, before.status, mended.status) == (500, 200, 200)
    assert b"content/turns/001.yaml:2:1" in page
    assert b"&lt;i&gt;Riots" in page
    assert b"C002" not in kept
    said = capsys.readouterr().err
    assert "line 2, column 1: error C002: unknown key `titel`\n" in said
    assert said.endswith("no problems left\n")


def test_the_same_mistake_is_printed_once(
    desk: LivePreview, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    capsys.readouterr()
    desk.reload()
    desk.reload()
    assert capsys.readouterr().err.count("C002: ") == 1


def test_a_file_removed_and_restored_is_handled(desk: LivePreview, here: Path) -> None:
    turn = here / "content" / "turns" / "001.yaml"
    stamps = [desk.news.stamp]
    turn.unlink()
    desk.reload()
    assert desk.respond("/turns/1.html").status == 404
    stamps.append(desk.news.stamp)
    turn.write_text(CREEP, encoding="utf-8")
    desk.reload()
    assert desk.respond("/turns/1.html").status == 200
    stamps.append(desk.news.stamp)
    assert stamps[0] == stamps[2] != stamps[1]


def test_a_custom_theme_is_reloaded_and_its_mistakes_are_shown(
    desk: LivePreview, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = here / "content" / "themes" / "annals"
    folder.mkdir(parents=True)
    (folder / "about.html").write_text("<p>Ours</p>", encoding="utf-8")
    desk.reload()
    assert b"Ours" in desk.respond("/about.html").body
    (folder / "about.html").write_text("<p>{{ nowhere }}</p>", encoding="utf-8")
    desk.reload()
    wrong = desk.respond("/about.html")
    assert wrong.status == 500
    assert b"themes/annals/about.html:1" in wrong.body
    assert "about.html, line 1" in capsys.readouterr().err


def test_a_campaign_invalid_from_the_start_is_served_and_recovers(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    desk = LivePreview(Path("content"), "gm")
    desk.reload()
    assert desk.respond("/").status == 500
    lay(here / "content", {"turns/001.yaml": CREEP})
    desk.reload()
    assert desk.respond("/gm/audit/1.html").status == 200


def test_the_gm_s_pages_and_the_dossiers_they_link_to_are_in_folders_as_built(here: Path) -> None:
    lay(here / "shelf" / "one", {"turns/001.yaml": CREEP})
    lay(here / "shelf" / "two", {"turns/001.yaml": CREEP})
    for folder, top in (("content", ""), ("shelf", "/two")):
        desk = LivePreview(Path(folder), "gm")
        desk.reload()
        for path in ("/", "/audit/1.html"):
            moved = desk.respond(f"{top}{path}")
            assert (moved.status, moved.location) == (302, f"{top}/gm{path}")
            assert desk.respond(moved.location).status == 200
        audit = desk.respond(f"{top}/gm/audit/1.html").body
        assert b'href="../../vael/dossier/1.html"' in audit
        dossier = desk.respond(f"{top}/vael/dossier/1.html")
        assert dossier.status == 200
        assert b"They creep." in dossier.body
        for nowhere in ("/vael/audit/1.html", "/nobody/index.html", "/gm/nothing.html"):
            assert desk.respond(f"{top}{nowhere}").status == 404
    assert desk.respond("/").status == 200


@pytest.mark.usefixtures("here")
def test_other_readers_do_not_get_the_pages_of_a_faction() -> None:
    for word in ("everyone", "oru"):
        desk = LivePreview(Path("content"), word)
        desk.reload()
        for path in ("/vael/dossier/1.html", "/gm/", "/gm/audit/1.html"):
            assert desk.respond(path).status == 404


@pytest.mark.usefixtures("here")
def test_a_faction_sees_its_own_pages_and_its_dossier_in_one_file() -> None:
    desk = LivePreview(Path("content"), "vael")
    desk.reload()
    page = desk.respond("/dossier/1.html")
    single = desk.respond("/dossier.html")
    assert (page.status, single.status) == (200, 200)
    # Its policy lets no script in.
    assert b"live.js" in page.body
    assert b"live.js" not in single.body


def test_a_multi_site_serves_its_landing_page_and_campaigns(here: Path) -> None:
    lay(here / "shelf" / "one", {})
    lay(here / "shelf" / "two", {})
    desk = LivePreview(Path("shelf"), "everyone")
    desk.reload()
    assert [desk.respond(path).status for path in ("/", "/one/", "/two/nowhere/")] == [
        200,
        200,
        404,
    ]


def test_a_folder_that_goes_is_named_once_and_nothing_is_written_in_its_place(
    desk: LivePreview,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    content, away = here / "content", here / "away"
    assert run("schema").code == 0

    def bursts(*_: object, polling: bool) -> Iterator[None]:
        del polling
        content.rename(away)
        yield
        yield
        assert not content.exists()
        assert desk.respond("/turns/1.html").status == 200
        lay(away, {"turns/001.yaml": CREEP + "title: Gulls\n"})
        away.rename(content)
        yield

    monkeypatch.setattr("chronicle.serve.file_watcher.watch_folders", bursts)
    capsys.readouterr()
    desk.watch((content,), threading.Event(), polling=False)
    expected = "content is gone: the pages stay as they are until it is back\ncontent is back\n"
    assert capsys.readouterr().err == expected
    assert b"Gulls" in desk.respond("/turns/1.html").body


def test_a_folder_that_goes_while_it_is_read_is_no_bug_of_ours(
    desk: LivePreview,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    content, old = here / "content", here / "old"
    read = desk.reload

    def bursts(*_: object, polling: bool) -> Iterator[None]:
        del polling
        yield
        old.rename(content)
        lay(content, {"turns/001.yaml": CREEP + "title: Gulls\n"})
        yield

    def read_too_late() -> None:
        content.rename(old)
        monkeypatch.setattr(desk, "reload", read)
        raise click.BadParameter("folder content not found")

    monkeypatch.setattr("chronicle.serve.file_watcher.watch_folders", bursts)
    monkeypatch.setattr(desk, "reload", read_too_late)
    capsys.readouterr()
    desk.watch((content,), threading.Event(), polling=False)
    expected = "content is gone: the pages stay as they are until it is back\ncontent is back\n"
    assert capsys.readouterr().err == expected
    assert b"Gulls" in desk.respond("/turns/1.html").body


def test_a_current_folder_that_is_replaced_is_found_again(
    desk: LivePreview, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = here.with_name("old")

    def bursts(*_: object, polling: bool) -> Iterator[None]:
        del polling
        here.rename(old)
        shutil.copytree(old, here)
        lay(here / "content", {"turns/001.yaml": CREEP + "title: Gulls\n"})
        yield

    monkeypatch.setattr("chronicle.serve.file_watcher.watch_folders", bursts)
    desk.watch((here,), threading.Event(), polling=False)
    assert b"Gulls" in desk.respond("/turns/1.html").body


def test_schemas_are_not_written_into_a_folder_that_is_being_removed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("schema").code == 0
    content = here / "content"
    lay(content, {"people/ada.md": "---\nname: Ada\nfor: everyone\n---\n"})
    read = schema._schemas_in

    def read_and_remove(folder: Path) -> Mapping[str, Schema]:
        found = read(folder)
        shutil.rmtree(content)
        return found

    with monkeypatch.context() as patched:
        patched.setattr("chronicle.cli.schema._schemas_in", read_and_remove)
        schema.update_schemas(content)
    assert not content.exists()
    # What is left of one while its files are removed one by one.
    lay(content, {})
    assert run("schema").code == 0
    (content / "campaign.yaml").unlink()
    before = {path: path.read_bytes() for path in (content / ".chronicle").iterdir()}
    schema.update_schemas(content)
    assert {path: path.read_bytes() for path in (content / ".chronicle").iterdir()} == before


def test_connections_are_closed_if_a_response_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chronicle.serve.http_server._LAST_SECONDS", 0.1)
    begun, stopped = threading.Event(), threading.Event()

    def respond(path: str) -> Response:
        begun.set()
        stopped.wait(20)
        return Response(200, "text/plain", path.encode())

    server = new_server(respond, ChangeNotifier())
    thread = start(server)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert begun.wait(20)
        server.stop()
        # Closed before the response is there.
        with suppress(ConnectionResetError):
            assert client.recv(1) == b""
        stopped.set()
        thread.join(20)
    assert not thread.is_alive()


def test_a_used_port_falls_back_to_the_next() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        try:
            listening = open_port(port)
        except NoFreePortError:
            pytest.skip("all ports after a free one are taken on this machine")
        ports = {it.getsockname()[1] for it in listening}
        for it in listening:
            it.close()
        assert len(ports) == 1
        assert min(ports) > port


@pytest.mark.skipif(not socket.has_ipv6, reason="there is one address alone")
def test_a_port_that_another_program_has_at_localhost_is_not_shared() -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as other:
        port = other.getsockname()[1]
        listening = open_port(port)
        assert {it.getsockname()[1] for it in listening} != {port}
        for it in listening:
            it.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--as", "vaal"), "did you mean `vael`?"),
        (("serve", "nowhere"), "folder nowhere not found"),
        (("serve", "--port", "99999"), "--port"),
        (("serve", "content/campaign.yaml"), "is a file"),
    ],
)
def test_a_usage_error_is_reported(here: Path, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert ran.code == 2, here
    assert said in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_save_is_detected_and_ctrl_c_stops_the_server(here: Path) -> None:
    program = "from chronicle.cli.main import main\nmain(prog_name='chronicle')"
    with subprocess.Popen(
        [sys.executable, "-u", "-c", program, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=surroundings({}),
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rpartition(":")[2].rstrip("/"))
        turn = here / "content" / "turns" / "001.yaml"
        # As editors save that lose nothing: beside it, then in its place.
        beside = turn.with_name(".001.yaml.new")
        beside.write_text(CREEP + "title: Gulls\n", encoding="utf-8")
        beside.replace(turn)
        end = time.monotonic() + 30
        while b"Gulls" not in _page(port) and time.monotonic() < end:
            time.sleep(0.05)
            # A watch that begins only now has missed the first save.
            os.utime(turn)
        assert b"Gulls" in _page(port)
        code, said = stop(process)
        assert code == 0
        assert "Traceback" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_test_stops_what_it_starts_even_if_it_was_started_in_the_background() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        heed_ctrl_c()
        with subprocess.Popen(["sleep", "60"], stdout=subprocess.PIPE, text=True) as running:
            code, _ = stop(running)
    finally:
        signal.signal(signal.SIGINT, before)
    assert code == -signal.SIGINT


def _page(port: int) -> bytes:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/turns/1.html")
    body = connection.getresponse().read()
    connection.close()
    return body


def test_many_edits_keep_no_earlier_site_in_memory(
    desk: LivePreview, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronicle.cli.serve._COLLECTED_EDITS", 2)
    # What tests before this one keep is not looked at, neither here nor by the desk.
    gc.collect()
    gc.freeze()
    held = 0
    for number in range(6):
        lay(Path("content"), {"turns/001.yaml": f"{CREEP}title: Take {number}\n"})
        desk.reload()
        desk.respond("/turns/1.html")
        if number == 3:
            held = _held()
    # As many as there were after as many edits as lie between two collections.
    assert 0 < held == _held()


def _held() -> int:
    """How many editions and played turns there are that were not there before."""
    return sum(isinstance(it, Edition | PlayedTurn) for it in gc.get_objects())


def test_two_hundred_tabs_that_open_at_once_are_all_told_of_a_change() -> None:
    news = ChangeNotifier("one")
    page = Response(200, "text/html; charset=utf-8", b"<!doctype html>")
    server = new_server(lambda _: page, news, "/.chronicle/changes")
    before = set(threading.enumerate())
    with ExitStack() as opened:
        # Nothing is accepted yet, as while the program is busy with an edit.
        tabs = [opened.enter_context(_tab(server)) for _ in range(200)]
        start(server)
        assert all(tab.recv(15) == b"HTTP/1.1 200 OK" for tab in tabs)
        response, _ = asked(server, "/")
        assert response.status == 200
        news.notify("two")
        assert all(b"event: changed" in _rest_of(tab) for tab in tabs)
    server.stop()
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
    assert set(threading.enumerate()) <= before


def test_closed_tabs_leave_no_stream_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronicle.serve.application._HEARTBEAT", 0.01)
    news = ChangeNotifier("one")
    server = new_server(lambda _: Response(200, "text/plain", b""), news, "/changes")
    serving = start(server)
    for _ in range(20):
        with _tab(server, "/changes") as tab:
            assert tab.recv(15) == b"HTTP/1.1 200 OK"
    end = time.monotonic() + 20
    while server.server_state.tasks and time.monotonic() < end:
        time.sleep(0.01)
    assert not server.server_state.tasks
    server.stop()
    serving.join(20)
    assert not serving.is_alive()


def _tab(server: LocalServer, path: str = "/.chronicle/changes") -> socket.socket:
    """A connection that waits for a change since `one`, with its request sent."""
    tab = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    host = f"127.0.0.1:{server.port}"
    tab.sendall(f"GET {path}?one HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return tab


def _rest_of(tab: socket.socket) -> bytes:
    read = b""
    while part := tab.recv(4096):
        read += part
    return read
