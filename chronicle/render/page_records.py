"""Records of a rendered edition, kept from one build to the next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from chronicle.cache.store import current_cache
from chronicle.files.store import FileStore
from chronicle.project.edition import Edition
from chronicle.records import Record, field, field_names
from chronicle.render.pages import PageRecord, reuse_file
from chronicle.render.view_digest import Digester

_KIND: Final = "pages"
#: Maximum number of editions whose records are kept.
_MAX_EDITIONS: Final = 256
#: Returns the values of a page's record, in the order of its fields.
_VALUES: Final = attrgetter(*field_names(PageRecord))
#: The fields of an edition that its last turn and the origins of the others do not cover.
_CURRENT: Final = tuple(
    name
    for name in field_names(Edition)
    if name not in ("turns", "dossiers", "holdings", "figures", "public_figures", "pictures")
    and name not in ("origins", "pieces")
)


class EditionRecord(Record):
    """What is kept of a rendered edition: its key, page records, and digests of files by path."""

    key: str = ""
    pages: Mapping[str, PageRecord] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    def reuse(self, files: FileStore, key: str) -> bool:
        """Put all files of the last build into ``files``, if the key is the same.

        Return whether all of them are still there.
        """
        return (
            bool(key)
            and key == self.key
            and all(reuse_file(files, path, digest) for path, digest in self.files.items())
        )


def edition_key(edition: Edition, digester: Digester) -> str:
    """The digest of everything that an edition's pages follow from besides theme and program.

    The turns before the last follow from their origins, so that they need not be projected. Empty
    if origins are unknown.
    """
    if not edition.origins:
        return ""
    last = edition.last_turn
    own: list[object] = [digester.digest(holdings).value for holdings in edition.holdings[-1:]]
    own += [
        (key, digester.digest(mapping[key]).value)
        for mapping in (edition.dossiers, edition.figures, edition.public_figures)
        for key in mapping
        if key[1] == last
    ]
    current = [digester.digest(getattr(edition, name)).value for name in _CURRENT]
    now = digester.digest(edition.turns[-1]).value
    return digester.hash((edition.origins[:-1], now, own, current))


def load_edition_record(key: str) -> EditionRecord:
    """The record of an edition; empty if there is none, or none in this form."""
    cache = current_cache()
    content = cache.get(_KIND, key) if cache is not None else None
    if content is None:
        return EditionRecord()
    try:
        kept, pages, files = json.loads(content)
        records = {path: PageRecord(*record) for path, *record in pages}
        return EditionRecord(kept, records, dict(files))
    except (TypeError, ValueError):
        return EditionRecord()


def save_edition_record(key: str, record: EditionRecord) -> None:
    """Keep the record of an edition."""
    cache = current_cache()
    if cache is not None:
        rows = [(path, *_VALUES(page)) for path, page in record.pages.items()]
        kept = json.dumps((record.key, rows, record.files)).encode()
        cache.put(_KIND, key, kept, max_entries=_MAX_EDITIONS)
