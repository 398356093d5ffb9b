"""Files that lie where nothing is read, and what could have been meant by them."""

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
#: How the paths of files begin that may be nearly named as they should be.
_READ: Final = ("factions/", "people/", "items/", "pages/", "places", "campaign")


def stray_file_hint(path: str) -> str:
    """What is said of a file that is not read: how it should be called, if that can be told."""
    return _rename_hint(path) or _FOLDER_HINTS.get(path.partition("/")[0], _CAMPAIGN_HINT)


def _rename_hint(path: str) -> str:
    """What to do about a file that is nearly named as it should be; empty for others."""
    turn = re.fullmatch(r"turns/0*(\d{1,6})\.ya?ml", path)
    if turn is not None and int(turn[1]):
        return f"rename it to `turns/{int(turn[1]):03}.yaml`"
    for ending, right in ((".yml", ".yaml"), (".markdown", ".md"), (".txt", ".md")):
        if path.endswith(ending) and path.startswith(_READ):
            return f"rename it so that its name ends in `{right}`"
    return ""
