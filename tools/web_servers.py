"""Find the web servers of Debian for the tests, or unpack their packages beside this Python.

They are not installed, because a package would start its server on this computer.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools import chromium

#: Where the packages are unpacked.
FOLDER: Final = Path(sys.prefix) / "debian"
#: The packages with the programs, and with nginx's types of files.
PACKAGES: Final = ("caddy", "nginx", "nginx-common")
PROGRAMS: Final = ("caddy", "nginx")
#: Where systems keep programs that only their administrator runs.
_PLACES: Final = ("usr/sbin", "usr/bin")
ADVICE: Final = """\
Tests need the web servers nginx and Caddy, which could not be downloaded with apt-get.
Install both with your system's package manager. Where there is no apt-get, their tests are skipped.
"""


def find(name: str) -> Path | None:
    """The program of a web server: on PATH, else of the system, else unpacked; else None."""
    if found := shutil.which(name):
        return Path(found)
    places = [top / place / name for top in (Path("/"), FOLDER) for place in _PLACES]
    return next(filter(Path.is_file, places), None)


def media_types(program: Path) -> Path:
    """The file with nginx's types of files: the unpacked one, or the one that nginx names."""
    if program.is_relative_to(FOLDER):
        return FOLDER / "etc/nginx/mime.types"
    said = subprocess.run([program, "-V"], capture_output=True, text=True, check=True).stderr
    settings = next(word for word in said.split() if word.startswith("--conf-path="))
    return Path(settings.partition("=")[2]).parent / "mime.types"


def unpack() -> bool:
    """Download and unpack the packages, without running anything of theirs; whether it worked."""
    if not shutil.which("apt-get"):
        return False
    if before := chromium.prefix():
        # A system in a container has no lists of packages yet.
        subprocess.run([*before, *chromium.UPDATE], check=False, stdout=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        command = ["apt-get", "download", "-q", *PACKAGES]
        if subprocess.run(command, cwd=folder, check=False, stdout=sys.stderr).returncode:
            return False
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, FOLDER], check=True)
    return True


def main() -> int:
    """Get the web servers if need be; 1 where apt-get could not."""
    if all(map(find, PROGRAMS)) or unpack():
        return 0
    print(ADVICE, file=sys.stderr)
    return 1 if shutil.which("apt-get") else 0


if __name__ == "__main__":
    sys.exit(main())
