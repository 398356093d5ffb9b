"""Find the browsers beside Chromium that tests are run in, or install them where apt can.

Firefox and WebKitGTK are those of the system, as readers have them. WebKitGTK, the engine of
Safari for Linux, needs a screen, which Xvfb provides, and GObject bindings, with which tests start
and print it.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools import chromium


class Engine(NamedTuple):
    """How an engine is found and installed."""

    title: str
    #: The variable that names another program.
    variable: str
    #: The program that tests start, by the names that systems give it.
    names: tuple[str, ...]
    #: What else has to be on PATH.
    others: tuple[str, ...]
    #: Debian's names.
    packages: tuple[str, ...]


FIREFOX: Final = Engine(
    "Firefox", "CHRONICLE_FIREFOX", ("firefox-esr", "firefox"), (), ("firefox-esr",)
)
WEBKIT: Final = Engine(
    "WebKitGTK",
    "CHRONICLE_WEBKIT_DRIVER",
    ("WebKitWebDriver",),
    ("Xvfb",),
    ("webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1"),
)
#: Those that this system can have.
ENGINES: Final = (FIREFOX, WEBKIT) if platform.system() == "Linux" else (FIREFOX,)
_BINDINGS: Final = "import gi; gi.require_version('WebKit2', '4.1')"


def find(engine: Engine, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The engine's program: the one its variable names, else the first on PATH, else None."""
    path = environment.get("PATH")
    if not all(shutil.which(name, path=path) for name in engine.others):
        return None
    names = (named,) if (named := environment.get(engine.variable)) else engine.names
    found = (shutil.which(name, path=path) for name in names)
    return next((Path(program) for program in found if program), None)


def advice(engine: Engine) -> str:
    """What to do where an engine is missing."""
    programs = " and ".join((engine.names[0], *engine.others))
    return f"""\
The browser tests need {engine.title} ({programs}) and did not find it.
Install it with your system's package manager (Debian: {" ".join(engine.packages)}), or name it:

    {engine.variable}=/path/to/{engine.names[0]} make test
"""


def system_python() -> str | None:
    """The Python of the system, for which its bindings are installed."""
    return shutil.which("python3", path=os.defpath)


def has_bindings() -> bool:
    """Whether WebKitGTK's bindings are there, without which its tests can't start it."""
    if (python := system_python()) is None:
        return False
    asked = subprocess.run([python, "-c", _BINDINGS], check=False, stderr=subprocess.DEVNULL)
    return asked.returncode == 0


def is_missing(engine: Engine) -> bool:
    """Whether tests can't be run in an engine."""
    return find(engine) is None or (engine is WEBKIT and not has_bindings())


def install() -> None:
    """Install what is missing with apt-get; does nothing where that, or the right, is missing."""
    missing = list(filter(is_missing, ENGINES))
    if not missing or (before := chromium.prefix()) is None:
        return
    print(f"Installing {' and '.join(engine.title for engine in missing)}.", file=sys.stderr)
    installs = [(*chromium.INSTALL, *engine.packages) for engine in missing]
    for command in (chromium.UPDATE, *installs):
        subprocess.run([*before, *command], check=False, stdout=sys.stderr)


def main() -> int:
    """Print the engines' paths, installing them first if need be; 1 where one is missing."""
    install()
    missing = 0
    for engine in ENGINES:
        if is_missing(engine):
            print(advice(engine), file=sys.stderr)
            missing = 1
        else:
            print(find(engine))
    return missing


if __name__ == "__main__":
    sys.exit(main())
