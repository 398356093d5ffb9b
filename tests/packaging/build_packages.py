"""Packing this checkout and running programs that must not see it."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path, cwd: Path) -> str:
    """What the command printed on stdout; all it printed is the failure when it fails."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}  # each could show it this checkout
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        command, cwd=cwd, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def build(into: Path, *options: str) -> Path:
    """The folder `into`, filled with what `python -m build` makes of this checkout."""
    run(sys.executable, "-m", "build", "--no-isolation", *options, "-o", into, ROOT, cwd=into)
    return into


def only(folder: Path, pattern: str) -> Path:
    """The one path that matches."""
    (path,) = folder.glob(pattern)
    return path


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file in a wheel by its name, except the wheel's own list of them."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/RECORD")]
        return {name: archive.read(name) for name in names}


def packed_files(folder: str) -> Iterable[str]:
    """Every file of a folder of the checkout that belongs in an archive, from the root on."""
    for path in sorted((ROOT / folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix()
