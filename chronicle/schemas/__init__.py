"""JSON Schema for an author's files, with the campaign's own names as choices, for editors.

The schemas accept everything that the loader accepts. Names that exist only in some turns are
suggested, but others are accepted.
"""

from __future__ import annotations

from chronicle.schemas.builder import Schema
from chronicle.schemas.files import (
    SCHEMA_FOLDER,
    multi_site_schemas,
    schema_files,
    schema_text,
    schemas_of,
)

__all__ = [
    "SCHEMA_FOLDER",
    "Schema",
    "multi_site_schemas",
    "schema_files",
    "schema_text",
    "schemas_of",
]
