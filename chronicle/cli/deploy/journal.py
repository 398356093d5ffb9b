"""The journal of a deploy: what is about to go online, and the record of it.

It is written before the site is, and removed after the record. So if a deploy is killed or loses
its connection in between, the next command can find out what happened.
"""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from chronicle.load.publication import DISCLOSURE_PATTERN
from chronicle.model.publication import RECORD_FILE
from chronicle.records import Record

#: A folder in that of the campaign, which git and chronicle ignore.
OWN_FOLDER: Final = ".chronicle"
_FILE: Final = "deploy.json"
_VERSION: Final = 1
#: The kinds of places.
KINDS: Final = ("branch", "folder", "zip")
#: What comes before the host in an address.
_USER: Final = re.compile(r"^(?P<scheme>[a-z][a-z0-9+]*://)(?P<user>[^/@]*)@")


class DeployJournal(Record):
    """What a deploy of one campaign changes.

    ``kind``, ``address`` and ``branch`` are the place, the address without passwords; ``shown`` is
    its name in messages. ``was`` and ``now`` identify the site that was there and the one that
    replaces it. ``turns`` are published by it, ``record`` are the files of the record that change,
    ``before`` is the text of `published.yaml` until then. ``folder`` is the campaign's, ``process``
    the number of the process and its machine.
    """

    kind: str
    address: str
    branch: str
    shown: str
    was: str
    now: str
    turns: tuple[int, ...]
    record: Mapping[str, str]
    before: str | None
    folder: str
    process: tuple[int, str]

    @property
    def is_running(self) -> bool:
        """Whether another process of this machine is deploying right now."""
        number, machine = self.process
        if number == os.getpid() or machine != socket.gethostname() or os.name != "posix":
            return False
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return False
        except OSError:
            pass
        return True


def this_process() -> tuple[int, str]:
    """The number of this process, and its machine."""
    return os.getpid(), socket.gethostname()


def address_to_keep(url: str) -> str:
    """The address of a repository without a password or an access token."""
    found = _USER.match(url)
    if found is None:
        return url
    user, _, _ = found["user"].partition(":")
    is_web = found["scheme"].startswith("http")
    return found["scheme"] + ("" if is_web or not user else f"{user}@") + url[found.end() :]


def journal_path(folder: Path) -> Path:
    """The path of the journal of a campaign."""
    return folder / OWN_FOLDER / _FILE


def write_own_file(folder: Path, name: str, entry: Mapping[str, object]) -> None:
    """Write a JSON file into the folder that git ignores, readable by its owner. Raises OSError."""
    from chronicle.seal.key_file import write_privately

    path = folder / OWN_FOLDER / name
    path.parent.mkdir(mode=0o700, exist_ok=True)
    (path.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    write_privately(path, json.dumps(entry, ensure_ascii=False, indent=1).encode())


def write_journal(journal: DeployJournal, folder: Path) -> None:
    """Write the journal into a campaign's folder, readable by its owner only. Raises OSError."""
    entry = {
        "version": _VERSION,
        "kind": journal.kind,
        "address": journal.address,
        "branch": journal.branch,
        "shown": journal.shown,
        "was": journal.was,
        "now": journal.now,
        "turns": list(journal.turns),
        "record": dict(journal.record),
        "before": journal.before,
        "folder": journal.folder,
        "process": list(journal.process),
    }
    write_own_file(folder, _FILE, entry)


def read_journal(folder: Path) -> DeployJournal | None:
    """The journal of a campaign; None if there is none, or none that chronicle wrote."""
    try:
        entry = json.loads(journal_path(folder).read_bytes())
        return _journal_of(entry)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _journal_of(entry: Mapping[str, Any]) -> DeployJournal:
    """The journal in a JSON object. Raises ValueError, TypeError and KeyError."""
    number, machine = entry["process"]
    journal = DeployJournal(
        **{
            key: _text(entry[key])
            for key in ("kind", "address", "branch", "shown", "was", "now", "folder")
        },
        turns=tuple(int(turn) for turn in entry["turns"]),
        record={_record_path(path): _text(text) for path, text in entry["record"].items()},
        before=None if entry["before"] is None else _text(entry["before"]),
        process=(int(number), _text(machine)),
    )
    # The journal may have come with somebody else's campaign.
    if entry["version"] != _VERSION or journal.kind not in KINDS:
        raise ValueError(journal.kind)
    if journal.address.startswith("-") or "::" in journal.address:
        raise ValueError(journal.address)
    return journal


def _text(written: object) -> str:
    if not isinstance(written, str):
        raise TypeError(written)
    return written


def _record_path(path: str) -> str:
    if path != RECORD_FILE and not DISCLOSURE_PATTERN.fullmatch(path):
        raise ValueError(path)
    return path


def remove_journal(folder: Path) -> None:
    """Remove the journal of a campaign. Raises OSError."""
    path = journal_path(folder)
    path.unlink(missing_ok=True)
    if path.parent.is_dir() and [inner.name for inner in path.parent.iterdir()] == [".gitignore"]:
        (path.parent / ".gitignore").unlink()
        path.parent.rmdir()
