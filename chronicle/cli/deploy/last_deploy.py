"""Where this computer deployed a site last, and when: kept beside the campaign, out of git."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chronicle.cli.clock import now
from chronicle.cli.deploy.journal import KINDS, OWN_FOLDER, write_own_file
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.cli.deploy.campaigns import DeployedCampaign
    from chronicle.cli.deploy.target import DeployTarget

_FILE: Final = "last-deploy.json"
_VERSION: Final = 1


class LastDeploy(Record):
    """The last deploy of a content folder from this computer.

    ``kind``, ``address`` and ``branch`` are the place, the address without passwords; ``shown`` is
    its name in messages. ``at`` is the time in UTC, as in ``2026-11-28 19:00``. ``through`` has the
    last turn that is published with it, by the id of the campaign.
    """

    kind: str
    address: str
    branch: str
    shown: str
    at: str
    through: Mapping[str, int]


def write_last_deploy(
    content: Path, target: DeployTarget, marks: Sequence[DeployedCampaign]
) -> None:
    """Remember that a site was just deployed. Where that can't be written, nothing is lost."""
    host = target.host
    shown = host.shown if host.kind == "branch" else host.address
    entry = {
        "version": _VERSION,
        # It may be copied along with the campaign, to where the place is another one.
        "folder": str(content.resolve()),
        "kind": host.kind,
        "address": host.address,
        "branch": target.branch,
        "shown": shown,
        "at": f"{now():%Y-%m-%d %H:%M}",
        "through": {mark.id: mark.now for mark in marks},
    }
    with suppress(OSError):
        write_own_file(content, _FILE, entry)


def read_last_deploy(content: Path) -> LastDeploy | None:
    """The last deploy of a content folder; None if this computer knows of none."""
    try:
        entry = json.loads((content / OWN_FOLDER / _FILE).read_bytes())
        if entry["version"] != _VERSION or entry["folder"] != str(content.resolve()):
            return None
        fields = ("kind", "address", "branch", "shown", "at")
        through = {str(id): int(turn) for id, turn in entry["through"].items()}
        found = LastDeploy(**{name: str(entry[name]) for name in fields}, through=through)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    is_address = not found.address.startswith("-") and "::" not in found.address
    return found if found.kind in KINDS and is_address else None
