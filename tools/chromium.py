"""Find the Chromium for the browser tests, or install one where apt can."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

#: Chromium without its own window, in which the tests take a third less time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BUNDLES = (  # where macOS keeps programs that are not on PATH
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
UPDATE = ("apt-get", "update", "-q")
INSTALL = ("apt-get", "install", "-q", "-y", "--no-install-recommends")
#: Not every system with apt has the second.
PACKAGES = (("chromium", "fonts-liberation"), (SHELL,))
ADVICE = """\
The browser tests need a Chromium and none was found.
Install Chromium or Chrome with your system's package manager, or name its program:

    CHRONICLE_CHROMIUM=/path/to/chromium make test
"""


def find(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The Chromium to use: the one CHRONICLE_CHROMIUM names, else the first on PATH, else None."""
    if named := environment.get("CHRONICLE_CHROMIUM"):
        found = shutil.which(named)
        return Path(found) if found else None
    on_path = (shutil.which(name, path=environment.get("PATH")) for name in NAMES)
    programs = [Path(found) for found in on_path if found]
    return next(iter([*programs, *filter(Path.exists, BUNDLES)]), None)


def required(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a missing Chromium is a failure here (make test and CI) and not a skip."""
    switches = ("CI", "CHRONICLE_REQUIRE_BROWSER")
    return any(environment.get(name, "").lower() not in {"", "0", "false"} for name in switches)


def prefix() -> tuple[str, ...] | None:
    """What stands before apt-get to run it as root; None where this user cannot."""
    if not hasattr(os, "geteuid") or not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ("env", "DEBIAN_FRONTEND=noninteractive")
    if shutil.which("sudo"):
        return ("sudo", "env", "DEBIAN_FRONTEND=noninteractive")
    return None


def is_wanted(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether to install a Chromium: there is none, or root, whom apt-get obeys, has no shell."""
    if "CHRONICLE_CHROMIUM" in environment:
        return False
    found = find(environment)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return found is None or (is_root and found.name != SHELL)


def install() -> None:
    """Install Debian's Chromium; does nothing where apt-get or the right to use it is missing."""
    if (before := prefix()) is None:
        return
    print("Installing Chromium with apt-get.", file=sys.stderr)
    for command in (UPDATE, *((*INSTALL, *packages) for packages in PACKAGES)):
        if subprocess.run([*before, *command], check=False, stdout=sys.stderr).returncode:
            return


def main() -> int:
    """Print the Chromium's path, installing one first if need be; 1 where there is none."""
    if is_wanted():
        install()
    if (program := find()) is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
