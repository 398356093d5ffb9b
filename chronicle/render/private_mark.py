"""The mark at the end of pages for the GM or one faction, by which they are known in any file."""

from __future__ import annotations

from typing import Final

#: A comment, which any theme's page may end with.
PRIVATE_MARK: Final = b"<!-- chronicle: private, never on a host -->\n"
