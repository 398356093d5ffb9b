"""The GitHub Actions workflow that builds and hosts a campaign, and the files that it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from chronicle.files.package_data import shipped_source
from chronicle.records import Record
from chronicle.starters.program_source import ProgramSource

#: The path of the workflow in the repository.
WORKFLOW: Final = ".github/workflows/site.yml"
#: The folder in the repository of what the workflow installs.
FOLDER: Final = ".github/chronicle"
_REQUIREMENTS: Final = f"{FOLDER}/requirements.txt"
_HEAD: Final = "# What the workflow installs. Made by `chronicle deploy --workflow`.\n"
_INSTALL: Final = "python -m pip install --disable-pip-version-check"


class ProgramFiles(Record):
    """This program as a workflow installs it.

    ``source`` is where other computers get it from; if it is None, the ``wheel`` named ``name`` is
    put in the repository. ``lock`` and ``build_lock`` are the locked packages that it needs to run
    and to be built.
    """

    source: ProgramSource | None
    name: str
    wheel: bytes
    lock: str
    build_lock: str


def workflow_files(program: ProgramFiles, content: str) -> Mapping[str, bytes]:
    """The workflow for the campaign in the folder ``content``, and what it needs, by path."""
    source = source_in_repository(program)
    text = shipped_source("chronicle.starters.common", "site.yml").text
    install = f"{_INSTALL} --require-hashes -r {_REQUIREMENTS}"
    locked = program.lock + (program.build_lock if source.from_source else "")
    requirements = _HEAD + re.sub(r"(?m)^ *#.*\n", "", locked)
    if source.sha256:
        requirements += f"{source.requirement} --hash=sha256:{source.sha256}\n"
    else:
        how = "--no-build-isolation" if source.from_source else "--only-binary :all:"
        install += f'\n          {_INSTALL} --no-deps {how} "{source.requirement}"'
    filled = text.replace("{install}", install).replace("{content}", json.dumps(content))
    files = {WORKFLOW: filled.encode(), _REQUIREMENTS: requirements.encode()}
    return files if program.source else {**files, f"{FOLDER}/{program.name}": program.wheel}


def source_in_repository(program: ProgramFiles) -> ProgramSource:
    """Where the workflow gets the program from: its source, or the wheel in the repository."""
    return program.source or ProgramSource(
        f"./{FOLDER}/{program.name}",
        f"a copy of this program, {FOLDER}/{program.name}",
        sha256(program.wheel).hexdigest(),
    )
