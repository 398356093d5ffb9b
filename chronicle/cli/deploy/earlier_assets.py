"""The style, scripts and fonts of the site that a deploy replaces, kept for the next one.

A browser may show a page that it has kept from the day before. It finds the files that this page
uses under the names of that day, until the site has been replaced once more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from chronicle.render.asset_names import ASSETS_FOLDER

#: The list of the files that are kept, on the host.
EARLIER: Final = f"{ASSETS_FOLDER}/earlier.txt"
#: A static file of a campaign, or of the landing page of several.
_ASSET: Final = re.compile(rf"(?:[a-z0-9-]+/)?{ASSETS_FOLDER}/[^/]+\.[0-9a-f]+\.\w+")


def with_earlier_assets(
    before: Mapping[str, bytes], files: Mapping[str, bytes]
) -> Mapping[str, bytes]:
    """The files to put on a host on which are those ``before``, with what is kept of them.

    What was kept already is kept no longer, unless nothing else changes.
    """
    kept = set(before.get(EARLIER, b"").decode("utf-8", "replace").splitlines())
    current = {path: before[path] for path in before if path != EARLIER and path not in kept}
    if current == files:
        return before
    earlier = {
        path: content
        for path, content in current.items()
        if _ASSET.fullmatch(path) and path not in files
    }
    if not earlier:
        return files
    listed = "".join(f"{path}\n" for path in sorted(earlier))
    return {**files, **earlier, EARLIER: listed.encode()}
