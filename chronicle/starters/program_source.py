"""Where this program was installed from, as far as another computer can install it from there."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from chronicle.records import Record

#: The name of this program's package.
PACKAGE: Final = "chronicle-rpg"
#: An address that needs no quoting in YAML or in a shell, and no login.
_PUBLIC_URL: Final = re.compile(r"https://[A-Za-z0-9.-]+(:\d+)?/[A-Za-z0-9._~/+%=-]+")
_REVISION: Final = re.compile(r"[A-Za-z0-9._/+-]+")


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
        f"{PACKAGE} @ git+{url}@{commit}",
        f"commit {commit[:12]}{named} of {url}",
        from_source=True,
    )


def _from_archive(url: str, archive: dict[str, Any]) -> ProgramSource:
    """The file that was installed, with its digest if the installer has recorded one."""
    kind, _, older = archive.get("hash", "").partition("=")
    digest = archive.get("hashes", {}).get("sha256", older if kind == "sha256" else "")
    return ProgramSource(
        f"{PACKAGE} @ {url}", url, sha256=digest, from_source=not url.endswith(".whl")
    )
