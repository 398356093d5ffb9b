"""JSON Schema for an author's files, with the campaign's own names as choices, for editors.

No stricter than the loader: what it takes, they take. Names that come and go over the turns are
offered and not demanded.
"""

from __future__ import annotations

from chronicle.schemas.builder import Schema
from chronicle.schemas.files import (
    FOLDER,
    KINDS,
    kind_of,
    packed,
    path_of,
    schemas_of,
    shelf_schemas,
    text_of,
)

__all__ = [
    "FOLDER",
    "KINDS",
    "Schema",
    "kind_of",
    "packed",
    "path_of",
    "schemas_of",
    "shelf_schemas",
    "text_of",
]
