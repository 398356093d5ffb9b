"""Browsers driven by WebDriver: one session each, and the commands that tests give it.

Each is the browser of the system. Playwright drives its own builds of Firefox and WebKit, and
Debian has no driver for Firefox; but Firefox itself listens to the same commands (Marionette).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final, Protocol

from tools.engines import system_python

#: In the folder of a session of WebKitGTK: what is wrong with pages, a line each.
LOG: Final = "log"
_PATIENCE: Final = 120.0
_BROWSER: Final = Path(__file__).with_name("webkit_browser.py")
#: Where WebDriver's commands are found over HTTP, below the session.
_ROUTES: Final = {
    "NewWindow": ("POST", "window/new"),
    "SwitchToWindow": ("POST", "window"),
    "SwitchToFrame": ("POST", "frame"),
    "CloseWindow": ("DELETE", "window"),
    "GetWindowHandle": ("GET", "window"),
    "SetWindowRect": ("POST", "window/rect"),
    "Navigate": ("POST", "url"),
    "Back": ("POST", "back"),
    "Refresh": ("POST", "refresh"),
    "ExecuteAsyncScript": ("POST", "execute/async"),
    "ElementClick": ("POST", "element/{id}/click"),
    "ElementClear": ("POST", "element/{id}/clear"),
    "ElementSendKeys": ("POST", "element/{id}/value"),
    "PerformActions": ("POST", "actions"),
    "TakeScreenshot": ("GET", "screenshot"),
}
_PREFERENCES: Final = {
    "marionette.port": 0,
    # It asks no host for anything.
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.normandy.enabled": False,
    "toolkit.telemetry.enabled": False,
}


class DriverError(Exception):
    """What a driver answered instead of a result."""


class Driver(Protocol):
    """A session of a browser, which carries out WebDriver's commands by their names."""

    #: The tab that commands are for.
    current: str

    def command(self, name: str, **parameters: object) -> Any:
        """The result of a command; raises DriverError where it fails."""


def _wait(ready: Callable[[], object], process: subprocess.Popen[bytes]) -> None:
    """Waits until a program is ready."""
    end = time.monotonic() + _PATIENCE
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            raise DriverError(f"{process.args!r} did not start")
        time.sleep(0.02)


@contextmanager
def _running(*command: str | Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs until it is no longer needed."""
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


class Marionette:
    """A session of Firefox."""

    current = ""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._read()
        self.command("NewSession")

    def close(self) -> None:
        self._answers.close()
        self._socket.close()

    def command(self, name: str, **parameters: object) -> Any:
        self._count += 1
        full = name if ":" in name else f"WebDriver:{name}"
        sent = json.dumps([0, self._count, full, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(sent), sent))
        _, _, error, result = self._read()
        if error:
            raise DriverError(f"{error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def privileged(self, script: str, *arguments: object) -> Any:
        """What a script of the browser's own answers, which may set and read all."""
        self.command("Marionette:SetContext", value="chrome")
        try:
            return self.command("ExecuteScript", script=script, args=arguments)
        finally:
            self.command("Marionette:SetContext", value="content")

    def _read(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)) != b":":
            if not digit:
                raise DriverError("Firefox ended")
            length += digit
        return json.loads(self._answers.read(int(length)))


@contextmanager
def firefox(program: Path) -> Iterator[Marionette]:
    """Firefox without a window, with an empty profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in _PREFERENCES.items()
        ]
        (Path(profile) / "user.js").write_text("".join(lines), encoding="utf-8")
        port = Path(profile) / "MarionetteActivePort"
        options = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
        with _running(
            program,
            *options,
            "--profile",
            profile,
            "about:blank",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            _wait(lambda: port.is_file() and port.read_text(), process)
            session = Marionette(int(port.read_text()))
            yield session
            with suppress(DriverError):
                session.command("Marionette:Quit", flags=["eForceQuit"])
            session.close()
            process.wait()


class WebKit:
    """A session of the browser in webkit_browser.py."""

    current = ""

    def __init__(self, port: int, folder: Path) -> None:
        self.folder = folder
        #: How much of the log has been read.
        self.read = 0
        self._connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        self._top = "/session"
        browser = {"binary": str(system_python()), "args": [str(_BROWSER)]}
        asked = {"webkitgtk:browserOptions": browser}
        session = self._send("POST", "", {"capabilities": {"alwaysMatch": asked}})
        self._top = f"/session/{session['sessionId']}/"

    def close(self) -> None:
        self._send("DELETE", "", {})
        self._connection.close()

    def command(self, name: str, **parameters: object) -> Any:
        method, path = _ROUTES[name]
        return self._send(method, path.format(**parameters), parameters)

    def _send(self, method: str, path: str, body: dict[str, object]) -> Any:
        sent = json.dumps(body) if method == "POST" else None
        self._connection.request(method, (self._top + path).rstrip("/"), sent)
        value = json.loads(self._connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise DriverError(f"{value['error']}: {value['message']}")
        return value


@contextmanager
def webkit(driver: Path) -> Iterator[WebKit]:
    """WebKitGTK on its own screen, which nobody sees."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, _screen() as display:
        port = _free_port()
        environment = {
            **os.environ,
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "HOME": folder,
            "XDG_CACHE_HOME": folder,
            "XDG_DATA_HOME": folder,
        }
        with (
            (Path(folder) / LOG).open("wb") as output,
            _running(
                driver, f"--port={port}", stdout=output, stderr=output, env=environment
            ) as process,
        ):
            _wait(lambda: _listens(port), process)
            session = WebKit(port, Path(folder))
            yield session
            session.close()


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a screen in memory."""
    reading, writing = os.pipe()
    size = ("-screen", "0", "1600x1200x24")
    with _running(
        "Xvfb",
        "-displayfd",
        str(writing),
        "-nolisten",
        "tcp",
        *size,
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    ):
        os.close(writing)
        with os.fdopen(reading, "rb") as answer:
            yield f":{answer.readline().decode().strip()}"


def _free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        port: int = it.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with socket.socket() as it:
        return it.connect_ex(("127.0.0.1", port)) == 0
