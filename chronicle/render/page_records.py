"""Records of rendered pages, kept from one build to the next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple
from typing import Final

from chronicle.cache.store import current_cache
from chronicle.render.pages import PageRecord

_KIND: Final = "pages"
#: Maximum number of editions whose records are kept.
_MAX_EDITIONS: Final = 256


def load_page_records(key: str) -> Mapping[str, PageRecord]:
    """The records of an edition by path; empty if there are none, or none in this form."""
    cache = current_cache()
    content = cache.get(_KIND, key) if cache is not None else None
    if content is None:
        return {}
    try:
        return {path: PageRecord(*record) for path, *record in json.loads(content)}
    except (TypeError, ValueError):
        return {}


def save_page_records(key: str, records: Mapping[str, PageRecord]) -> None:
    """Keep the records of an edition."""
    cache = current_cache()
    if cache is not None:
        rows = [(path, *astuple(record)) for path, record in records.items()]
        cache.put(_KIND, key, json.dumps(rows).encode(), max_entries=_MAX_EDITIONS)
