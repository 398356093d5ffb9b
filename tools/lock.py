"""Make the lock files: every package with its version and the digests of its files.

The development lock is resolved first; the two smaller ones are held to its versions, so that an
environment made from one never differs from an environment made from another. `uv` must be
installed beside the Python that runs this. The files name neither a package index nor a path.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

from tools import old_chromium

ROOT = Path(__file__).resolve().parent.parent

DEV, RUN, BUILD = "requirements-dev.lock", "requirements.lock", "requirements-build.lock"
COMPILE = (
    "pip",
    "compile",
    "--quiet",
    "--universal",
    "--generate-hashes",
    "--upgrade",
    "--fork-strategy=fewest",  # one version of each package, for every Python
    "--no-header",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--annotation-style=line",
)


def resolve(*arguments: str, requirements: str = "") -> str:
    """The locked requirements for `arguments`, as text; `requirements` stand for the source `-`."""
    command = [sys.executable, "-m", "uv", *COMPILE, *arguments]
    return subprocess.run(
        command, input=requirements, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def write(name: str, purpose: str, locked: str) -> None:
    """Put a lock file in the project's root or below under a header that says what it is for."""
    header = f"# {purpose}\n# Made by `make lock`; not edited by hand.\n"
    (ROOT / name).write_text(header + locked, encoding="utf-8", newline="\n")


def main() -> None:
    """Write the lock files again, three of them from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lowest = project["project"]["requires-python"].removeprefix(">=")
    backend = "\n".join(project["build-system"]["requires"])
    held = ("--python-version", lowest, "--constraint", DEV)
    write(DEV, "All that the tests and checks need.", resolve("pyproject.toml", "--extra", "dev"))
    write(RUN, "All that chronicle needs to run.", resolve("pyproject.toml", *held))
    write(BUILD, "All that packing chronicle needs.", resolve("-", *held, requirements=backend))
    for version in old_chromium.VERSIONS:
        locked = resolve("-", *held[:2], requirements=old_chromium.requirements(version))
        name = str(old_chromium.lock_file(version).relative_to(ROOT))
        write(name, f"Qt with Chromium {version}, for tests.", locked)


if __name__ == "__main__":
    main()
