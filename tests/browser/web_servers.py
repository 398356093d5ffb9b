"""Web servers as people run them, and what somebody finds who follows every link of a site."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

from chronicle.records import Record
from tools import npm_programs, web_servers

#: Redirects that one address may need.
MOST_REDIRECTS: Final = 2
_WAIT: Final = 20
_LINKS: Final = ("href", "src", "data-index")
_IN_STYLES: Final = re.compile(r"url\(\"?([^)\"]+)")
_IN_SCRIPTS: Final = re.compile(r"""(?:from|import) ?\(?["'](\./[^"']+)""")
#: Caddy, except for this folder and port, with the page of what is not found.
_CADDY: Final = """\
{{
  admin off
}}
http://127.0.0.1:{port} {{
  root * {folder}
  file_server
  handle_errors {{
    rewrite * /404.html
    file_server
  }}
}}
"""
#: nginx as Debian has it, except for this folder and port, and with the page of what is not found.
_NGINX: Final = """\
daemon off; pid {work}/pid; worker_processes 1; {user}
events {{ worker_connections 64; }}
http {{
  include "{types}"; access_log off;
  client_body_temp_path {work}/a; proxy_temp_path {work}/b; fastcgi_temp_path {work}/c;
  uwsgi_temp_path {work}/d; scgi_temp_path {work}/e;
  server {{
    listen 127.0.0.1:{port}; absolute_redirect off; root {folder}; index index.html;
    error_page 404 /404.html;
    location / {{ {location} }}
  }}
}}
"""
#: As Cloudflare Pages: no address has `.html`, and one of a folder ends in a slash.
_CLEAN: Final = """\
if ($request_uri ~ "^(.*/)index\\.html$") { return 308 $1; }
if ($request_uri ~ "^(.*)\\.html$") { return 308 $1; }
try_files $uri $uri.html $uri/ =404;
"""


class Setting(Record):
    """The folder that a server shows, the port, and a folder for its own files."""

    folder: Path
    port: int
    work: Path


def _python(at: Setting) -> list[str | Path]:
    where = ("--bind", "127.0.0.1", "--directory", at.folder)
    return [sys.executable, "-m", "http.server", *where, str(at.port)]


def _http_server(at: Setting) -> list[str | Path]:
    program = npm_programs.script("http-server/bin/http-server")
    return [npm_programs.node(), program, at.folder, "-a", "127.0.0.1", "-p", str(at.port)]


def _serve(at: Setting) -> list[str | Path]:
    program = npm_programs.script("serve/build/main.js")
    return [npm_programs.node(), program, "-l", f"tcp://127.0.0.1:{at.port}", at.folder]


def _caddy(at: Setting) -> list[str | Path]:
    settings = at.work / "Caddyfile"
    settings.write_text(_CADDY.format(port=at.port, folder=at.folder), encoding="utf-8")
    return [_program("caddy"), "run", "--config", settings]


def _nginx(at: Setting, location: str = "") -> list[str | Path]:
    program = _program("nginx")
    types = web_servers.media_types(program)
    settings = at.work / "nginx.conf"
    parts = {"work": at.work, "types": types, "port": at.port, "folder": at.folder}
    # Started by root it reads files as somebody else, who may not look into a test's folder.
    user = "user root;" if os.geteuid() == 0 else ""
    settings.write_text(_NGINX.format(**parts, user=user, location=location), encoding="utf-8")
    return [program, "-e", "stderr", "-p", at.work, "-c", settings]


def _program(name: str) -> Path:
    found = web_servers.find(name)
    assert found is not None, web_servers.ADVICE
    return found


#: The servers by name, each with how it is started.
SERVERS: Final[Mapping[str, Callable[[Setting], list[str | Path]]]] = {
    "python": _python,
    "http-server": _http_server,
    "serve": _serve,
    "caddy": _caddy,
    "nginx": _nginx,
    "nginx with clean addresses": lambda at: _nginx(at, _CLEAN),
}


@contextmanager
def running(name: str, folder: Path, work: Path) -> Iterator[int]:
    """A folder shown by a server of this name; the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = SERVERS[name](Setting(folder, port, work))
    own = {"HOME": str(work), "XDG_CONFIG_HOME": str(work), "NO_UPDATE_CHECK": "1"}
    log = work / "log"
    with (
        log.open("wb") as told,
        subprocess.Popen(command, env={**os.environ, **own}, stdout=told, stderr=told) as server,
    ):
        try:
            _wait_for(server, port, log)
            yield port
        finally:
            server.terminate()


def _wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Return once the server answers."""
    latest = time.monotonic() + _WAIT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            ended = server.poll() is not None or time.monotonic() > latest
            assert not ended, log.read_text(encoding="utf-8")
            time.sleep(0.02)
        else:
            return


class Answer(Record):
    """What was found at an address: where it was in the end, its status, type and content."""

    url: str
    status: int
    kind: str
    content: bytes


class Visit:
    """Somebody who goes to addresses of one server and follows the links of what is there."""

    def __init__(self, port: int) -> None:
        self.top = f"http://127.0.0.1:{port}/"
        self._connection = HTTPConnection("127.0.0.1", port, timeout=20)
        self._answers: dict[str, Answer] = {}

    def close(self) -> None:
        """Leave the server."""
        self._connection.close()

    def get(self, url: str) -> Answer:
        """What is at an address, after its redirects; more than a few fail."""
        if url not in self._answers:
            self._answers[url] = self._fetched(url)
        return self._answers[url]

    def _fetched(self, url: str) -> Answer:
        at = url
        for _ in range(MOST_REDIRECTS + 1):
            got, content = self._asked(at.removeprefix(self.top.rstrip("/")))
            if got.status not in (301, 302, 307, 308):
                return Answer(at, got.status, got.headers.get_content_type(), content)
            at = urljoin(at, got.headers["Location"])
        raise AssertionError(f"too many redirects: {url}")

    def _asked(self, path: str) -> tuple[HTTPResponse, bytes]:
        self._connection.request("GET", path)
        got = self._connection.getresponse()
        return got, got.read()

    def crawl(self, *starts: str) -> tuple[set[bytes], list[str]]:
        """The contents that links lead to from these paths, and the links that lead nowhere."""
        contents: set[bytes] = set()
        todo = [("", urljoin(self.top, start)) for start in starts]
        wrong: list[str] = []
        seen: set[str] = set()
        while todo:
            source, link = todo.pop()
            url, _, anchor = link.partition("#")
            answer = self.get(url)
            if answer.status != 200:
                wrong.append(f"{answer.status}: {link} from {source}")
                continue
            if anchor and unquote(anchor) not in found_in(answer.content).ids:
                wrong.append(f"no {anchor}: {link} from {source}")
            if answer.url in seen:
                continue
            seen.add(answer.url)
            contents.add(answer.content)
            links = [urljoin(answer.url, it) for it in _links_of(answer)]
            todo += [(answer.url, it) for it in links if it.startswith(self.top)]
        return contents, wrong


def _links_of(answer: Answer) -> tuple[str, ...]:
    """The links of a page, style or script; a wrong type of file has none."""
    match answer.kind:
        case "text/html":
            return found_in(answer.content).links
        case "text/css":
            return tuple(_IN_STYLES.findall(answer.content.decode()))
        case "text/javascript" | "application/javascript":
            return tuple(_IN_SCRIPTS.findall(answer.content.decode()))
        case _:
            return ()


class Found(HTMLParser):
    """The links and ids of a page."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self._links: list[str] = []
        self.ids: set[str] = set()
        self.feed(content.decode())
        self.links = tuple(dict.fromkeys(self._links))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element leads to, and its id."""
        self.ids |= {value for name, value in attrs if name == "id" and value}
        # Programs read these, and they have the site's own address.
        if tag != "link" or ("rel", "canonical") not in attrs:
            self._links += [
                value
                for name, value in attrs
                if name in _LINKS and value and not urlsplit(value).scheme
            ]


@cache
def found_in(content: bytes) -> Found:
    """The links and ids of a page, which is the same on all servers."""
    return Found(content)
