"""The GitHub Actions workflow that builds and hosts a campaign, and the files that it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from chronicle.files.package_data import shipped_source
from chronicle.records import Record

#: The name of this program's package.
PACKAGE: Final = "chronicle-rpg"
#: An address that needs no quoting in YAML or in a shell, and no login.
_PUBLIC_URL: Final = re.compile(r"https://[A-Za-z0-9.-]+(:\d+)?/[A-Za-z0-9._~/+%=-]+")
_REVISION: Final = re.compile(r"[A-Za-z0-9._/+-]+")

#: The path of the workflow in the repository.
WORKFLOW: Final = ".github/workflows/site.yml"
#: The folder in the repository of what the workflow installs.
FOLDER: Final = ".github/chronicle"
_REQUIREMENTS: Final = f"{FOLDER}/requirements.txt"
_HEAD: Final = "# What the workflow installs. Made by `chronicle deploy --workflow`.\n"
_INSTALL: Final = "python -m pip install --disable-pip-version-check"


class ProgramSource(Record):
    """Where pip gets this program from.

    ``requirement`` is the requirement as pip reads it, ``sha256`` the digest of the file, if it is
    known. ``description`` ends the sentence "the workflow installs". A program ``from_source`` has
    to be built before it is installed.
    """

    requirement: str
    description: str
    sha256: str = ""
    from_source: bool = False


def source_of(version: str, direct_url: str | None) -> ProgramSource | None:
    """The source of a program with this version and this `direct_url.json` (PEP 610).

    A program without that file was installed by name from a package index. Returns None if other
    computers may not reach the source: a folder or file of this one, or an address that is not
    plain https.
    """
    if direct_url is None:
        said = f"{PACKAGE} {version} from the package index"
        return ProgramSource(f"{PACKAGE}=={version}", said)
    origin: dict[str, Any] = json.loads(direct_url)
    url = origin["url"]
    if not _PUBLIC_URL.fullmatch(url):
        return None
    if "vcs_info" in origin:
        return _from_repository(url, origin["vcs_info"])
    if "archive_info" in origin:
        return _from_archive(url, origin["archive_info"])
    return None


def _from_repository(url: str, repository: dict[str, Any]) -> ProgramSource | None:
    """The commit of a repository that was installed; a tag could be moved later."""
    commit, revision = repository["commit_id"], repository.get("requested_revision", "")
    if repository["vcs"] != "git" or not re.fullmatch(r"[0-9a-f]{40,64}", commit):
        return None
    is_name = _REVISION.fullmatch(revision) and revision != commit
    named = f" ({revision})" if is_name else ""
    return ProgramSource(
        f"{PACKAGE} @ git+{url}@{commit}", f"commit {commit[:12]}{named} of {url}", from_source=True
    )


def _from_archive(url: str, archive: dict[str, Any]) -> ProgramSource:
    """The file that was installed, with its digest if the installer has recorded one."""
    kind, _, older = archive.get("hash", "").partition("=")
    digest = archive.get("hashes", {}).get("sha256", older if kind == "sha256" else "")
    return ProgramSource(
        f"{PACKAGE} @ {url}", url, sha256=digest, from_source=not url.endswith(".whl")
    )


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
