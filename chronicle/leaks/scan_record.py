"""What the last build scanned without finding a leak, so that the next one scans what is new."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import Final

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import Cache, cache_key
from chronicle.leaks.scan import SearchText
from chronicle.leaks.secrets import Mask, Secrets, TextUse
from chronicle.leaks.words import Term
from chronicle.records import MutableRecord, field

_KIND: Final = "scanned"
#: Maximum number of records, enough for the campaigns being worked on.
_MAX_ENTRIES: Final = 16
#: A record that has grown to so many times its first length is started again.
_MAX_GROWTH: Final = 2
#: In bytes.
_DIGEST_SIZE: Final = 16


class ScanRecord(MutableRecord):
    """Everything that was scanned, and what it was searched for.

    It says of ``files`` (audience, digest and path each) that they contain no leak if the texts of
    the campaign are ``campaign_texts``. ``texts`` are all texts in these files as words between
    single spaces, and ``familiar_runs`` the runs of digits that were not decoded, each with the
    audiences whose files contain it; some may come from files that have changed since. ``lines``
    are digests of the lines that these texts were read from. ``words`` are the distinct words of
    the texts. ``excused`` are the hidden terms in them that readers may see nevertheless.
    ``embedded`` are the digests of files within pages that were not searched there because they are
    files of the same edition. ``first_length`` is the number of texts after the first scan.
    """

    files: frozenset[str] = frozenset()
    campaign_texts: Mapping[str, TextUse] = field(default_factory=dict)
    texts: dict[str, Mask] = field(default_factory=dict)
    lines: dict[bytes, Mask] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    familiar_runs: dict[str, Mask] = field(default_factory=dict)
    excused: Mapping[Term, Mask] = field(default_factory=dict)
    embedded: dict[str, Mask] = field(default_factory=dict)
    first_length: int = 0

    @property
    def is_overgrown(self) -> bool:
        """Whether most of its texts may be of files that have changed since."""
        return len(self.texts) > _MAX_GROWTH * self.first_length

    def add(self, mask: Mask, searched: SearchText) -> None:
        """Add the texts of files of these audiences."""
        add_mask(self.texts, f" {' '.join(searched.tokens)} ".split("\n"), mask)
        self.words.update(searched.tokens)
        self.words.discard("\n")
        add_mask(self.familiar_runs, searched.familiar_runs, mask)

    def new_lines(self, mask: Mask, lines: Iterable[str]) -> Iterator[str]:
        """Those of the lines that were not scanned for all of these audiences; they are added."""
        for line in lines:
            digest = sha256(line.encode()).digest()[:_DIGEST_SIZE]
            known = self.lines.get(digest, 0)
            if mask & ~known:
                self.lines[digest] = known | mask
                yield line

    def masks_of(self, terms: Collection[Term]) -> Iterator[tuple[Term, Mask]]:
        """The audiences whose files have a text with each of these terms."""
        if not terms:
            return
        words_of = {term: (term,) if isinstance(term, str) else term for term in terms}
        wanted = frozenset(chain.from_iterable(words_of.values()))
        having: dict[str, list[str]] = {word: [] for word in wanted}
        for text in self.texts:
            for word in wanted.intersection(text.split()):
                having[word].append(text)
        for term, words in words_of.items():
            part, rarest = f" {' '.join(words)} ", min(words, key=lambda word: len(having[word]))
            mask: Mask = 0
            for text in having[rarest]:
                if part in text:
                    mask |= self.texts[text]
            yield term, mask


def add_mask(masks: dict[str, Mask], things: Iterable[str], mask: Mask) -> None:
    """Add audiences to each of these things."""
    for thing in things:
        masks[thing] = masks.get(thing, 0) | mask


def record_key(title: str, secrets: Secrets) -> str:
    """The key under which the last scan of a campaign is recorded.

    It covers all that a scan depends on except the texts of the campaign, which are in the record.
    """
    theme, own = secrets.theme_text, sorted(secrets.own_words.items())
    return cache_key(program_fingerprint(), title, theme.texts, repr((secrets.audiences, own)))


def load_record(cache: Cache, key: str) -> ScanRecord | None:
    """Return the record under a key, if it is cached."""
    found = cache.get(_KIND, key)
    record = pickle.loads(found) if found is not None else None  # noqa: S301  only the user can write the cache
    return record if isinstance(record, ScanRecord) else None


def save_record(cache: Cache, key: str, record: ScanRecord) -> None:
    """Cache a record."""
    cache.put(_KIND, key, pickle.dumps(record), max_entries=_MAX_ENTRIES)
