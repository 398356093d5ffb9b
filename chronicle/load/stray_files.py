"""Hints about files that are not read, and what may have been intended."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_FOLDER_HINTS: Final[Mapping[str, str]] = {
    "factions": "factions are files like `factions/lantern-guild.yaml`",
    "turns": "turns are files like `turns/007.yaml`",
    "people": "people are files like `people/ada-mott.md`",
    "items": "items are files like `items/brass-key.md`",
    "pages": "pages are files like `pages/house-rules.md`",
    "published": "records of published turns are files like `published/007.json`",
}
_CAMPAIGN_HINT: Final = "a campaign has `campaign.yaml`, `places.yaml` and folders like `turns/`"
#: Paths that may belong to files with a slightly wrong name.
_READ: Final = ("factions/", "people/", "items/", "pages/", "places", "campaign")


def stray_file_hint(path: str) -> str:
    """The hint about a file that is not read: its correct name, if it can be guessed."""
    return _rename_hint(path) or _FOLDER_HINTS.get(path.partition("/")[0], _CAMPAIGN_HINT)


def _rename_hint(path: str) -> str:
    """The hint about a file with a slightly wrong name; empty for others."""
    turn = re.fullmatch(r"turns/0*(\d{1,6})\.ya?ml", path)
    if turn is not None and int(turn[1]):
        return f"rename it to `turns/{int(turn[1]):03}.yaml`"
    for ending, right in ((".yml", ".yaml"), (".markdown", ".md"), (".txt", ".md")):
        if path.endswith(ending) and path.startswith(_READ):
            return f"rename it so that its name ends in `{right}`"
    return ""
