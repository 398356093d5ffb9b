"""Where commands remember what they made, and how they go about their own memory."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from chronicle.cache import place

#: Names the folder; empty for none.
PLACE: Final = "CHRONICLE_CACHE"
#: A build makes millions of records and no cycles worth the looking: the collector goes round as
#: rarely as this, in new objects and in rounds. With its own numbers it took a tenth of a build.
_ROUNDS: Final = (50_000, 20, 50)


def remember() -> None:
    """Has this process remember things in the user's own folder for such, or the one that is named.

    A folder that nobody can name, on a system without homes, is no folder.
    """
    gc.set_threshold(*_ROUNDS)
    named = os.environ.get(PLACE)
    place(user_cache_path("chronicle", appauthor=False) if named is None else _folder(named))


def _folder(named: str) -> Path | None:
    return Path(named).absolute() if named else None
