"""Install the oldest Chromiums that the site supports, for tests: those of Qt WebEngine.

Each goes into a folder of the development environment, at the versions of its lock file. A program
of Qt that shows one empty page is started with it, and driven through Chromium's own protocol.
"""

import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools import chromium

#: The version of Chromium, and those of PyQt and of Qt that have it.
VERSIONS: Final = {"108": ("6.5.0", "6.5.3"), "118": ("6.7.0", "6.7.3")}
#: What Qt needs beyond what Debian's Chromium does.
SYSTEM_PACKAGES: Final = ("libegl1", "libgl1", "libgssapi-krb5-2", "libxkbfile1", "libxtst6")
ADVICE: Final = """\
Tests need old Chromiums, which could not be installed with pip, or miss libraries of the system:
{missing}
"""
_PAGE: Final = """
import sys
from PyQt6.QtCore import QUrl
from PyQt6.QtWebEngineCore import QWebEngineSettings
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication
app = QApplication(sys.argv)
view = QWebEngineView()
may = QWebEngineSettings.WebAttribute
for allowed in (may.JavascriptCanAccessClipboard, may.JavascriptCanPaste):
    view.settings().setAttribute(allowed, True)
view.setUrl(QUrl("about:blank"))
view.show()
app.exec()
"""


def is_offered() -> bool:
    """Whether there are such packages for this system."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def requirements(version: str) -> str:
    """The packages of a Chromium, as for a lock file."""
    binding, qt = VERSIONS[version]
    names = ("PyQt6", "PyQt6-WebEngine")
    return "".join(f"{name}=={binding}\n{name}-Qt6=={qt}\n" for name in names)


def lock_file(version: str) -> Path:
    """The lock file of a Chromium."""
    return Path(__file__).resolve().parent / f"chromium-{version}.lock"


def folder(version: str) -> Path:
    """Where a Chromium is installed."""
    return Path(sys.prefix) / f"chromium-{version}"


def is_installed(version: str) -> bool:
    """Whether a Chromium is there, at the versions of its lock file."""
    held = folder(version) / lock_file(version).name
    return held.is_file() and held.read_bytes() == lock_file(version).read_bytes()


def install(version: str) -> bool:
    """Install a Chromium beside the packages of this Python; whether that worked."""
    shutil.rmtree(folder(version), ignore_errors=True)
    print(f"Installing Chromium {version}, 400 MB, into {folder(version)}.", file=sys.stderr)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    wanted = ("--require-hashes", "--only-binary=:all:", "-r", str(lock_file(version)))
    into = ("--target", str(folder(version)))
    if subprocess.run([*pip, *wanted, *into], check=False, stdout=sys.stderr).returncode:
        return False
    shutil.copy(lock_file(version), folder(version))
    return True


def missing_libraries(version: str) -> str:
    """What is said when it can't be loaded; empty if it can."""
    loads = [sys.executable, "-c", "import PyQt6.QtWebEngineWidgets"]
    done = subprocess.run(
        loads, env=_environment(version), check=False, capture_output=True, text=True
    )
    return done.stderr if done.returncode else ""


def _environment(version: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(folder(version)),
        "QT_QPA_PLATFORM": "offscreen",
        "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu --font-render-hinting=none",
    }


@contextmanager
def running(version: str, home: Path) -> Iterator[str]:
    """A Chromium with one page, by the address of its protocol; `home` takes what it stores."""
    stored = {name: str(home) for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with subprocess.Popen(
        [sys.executable, "-c", _PAGE],
        env=_environment(version) | stored | {"QTWEBENGINE_REMOTE_DEBUGGING": address},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            # It says that it listens, or why it can't.
            said = next((line for line in process.stderr if "server" in line), "")
            assert "successfully" in said, said
            yield f"http://{address}"
        finally:
            process.kill()


def main() -> int:
    """Install the Chromiums and the libraries they need; 1 where that fails."""
    if not is_offered():
        return 0
    for version in VERSIONS:
        if not is_installed(version) and not install(version):
            print(ADVICE.format(missing=f"Chromium {version}"), file=sys.stderr)
            return 1
        if missing_libraries(version) and (before := chromium.prefix()) is not None:
            for command in (chromium.UPDATE, (*chromium.INSTALL, *SYSTEM_PACKAGES)):
                subprocess.run([*before, *command], check=False, stdout=sys.stderr)
        if missing := missing_libraries(version):
            print(ADVICE.format(missing=missing), file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
