"""JSON Schema for an author's files, with the campaign's own names as choices, for editors.

The schemas accept everything that the loader accepts. Names that exist only in some turns are
suggested, but others are accepted.
"""

from __future__ import annotations

from chronicle.schemas.builder import Schema
from chronicle.schemas.files import (
    FILE_KINDS,
    SCHEMA_FOLDER,
    file_kind_of,
    multi_site_schemas,
    schema_files,
    schema_path,
    schema_text,
    schemas_of,
)

__all__ = [
    "FILE_KINDS",
    "SCHEMA_FOLDER",
    "Schema",
    "file_kind_of",
    "multi_site_schemas",
    "schema_files",
    "schema_path",
    "schema_text",
    "schemas_of",
]
