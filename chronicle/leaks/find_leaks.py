"""Find the terms in the files of audiences that they must not read.

A scan without leaks is recorded with every text that it found. The next scan reads only files that
are new or have changed, and in them only lines that are new, and searches the recorded texts only
for terms that may have become leaks since. If it finds any, it scans everything without the record,
which may hold texts of files that have changed. So the outcome is the same with and without a
record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from chronicle.cache.store import current_cache
from chronicle.files.store import DiskStore, digest_of
from chronicle.leaks.encodings import texts_of_lines
from chronicle.leaks.file_lines import (
    DistinctLines,
    group_by_mask,
    readable_paths,
    without_embedded_files,
)
from chronicle.leaks.scan import Scanner, decoded_texts, scanner_for
from chronicle.leaks.scan_record import (
    ScanRecord,
    add_mask,
    load_record,
    record_key,
    save_record,
)
from chronicle.leaks.secrets import Mask, Secrets
from chronicle.leaks.words import Term, TermSet, grams_of, words_of

#: The files of audiences, by audience word and path.
Files: TypeAlias = Mapping[str, Mapping[str, bytes]]
#: The public, the first of the audiences.
_PUBLIC: Final[Mask] = 1
_DIGITS: Final = "0123456789"


def find_leaks(title: str, secrets: Secrets, files: Files) -> Mapping[Term, Mask]:
    """The terms in files that their audiences must not read, with those audiences.

    ``title`` is the title of the campaign, by which the record of its last scan is found.
    """
    scan = _Scan(secrets, files)
    cache = current_cache()
    if cache is None or not scan.has_digests:
        return scan.everything(ScanRecord())
    key = record_key(title, secrets)
    record = load_record(cache, key)
    if record is not None:
        before = record.files, record.campaign_texts
        if scan.is_clean_after(record):
            if before != (record.files, record.campaign_texts):
                save_record(cache, key, record)
            return {}
    record = ScanRecord()
    leaks = scan.everything(record)
    if not leaks:
        save_record(cache, key, record)
    return leaks


def leaking_lines(scanner: Scanner, files: Mapping[str, bytes]) -> dict[str, frozenset[Term]]:
    """The lines in an audience's files, and their paths, that contain the scanner's terms."""
    lines = DistinctLines()
    lines.add(_PUBLIC, ((path, files[path]) for path in readable_paths(files)))
    digests = frozenset(_digest(files, path) for path in readable_paths(files))
    searched = {
        line: without_embedded_files(line, digests.__contains__)
        for _, group in lines.by_mask()
        for line in group
    }
    found = scanner.lines_with_terms(list(dict.fromkeys(searched.values())))
    return {line: found[shown] for line, shown in searched.items() if shown in found}


class _Scan:
    """A scan of files for the secrets of a campaign."""

    def __init__(self, secrets: Secrets, files: Files) -> None:
        self._secrets = secrets
        self._files = [files.get(word, {}) for word in secrets.audiences]

    @property
    def has_digests(self) -> bool:
        """Whether the digests of all files are known."""
        return all(isinstance(files, DiskStore) or not files for files in self._files)

    @cached_property
    def _ids(self) -> Mapping[tuple[int, str], str]:
        """The audience, digest and path of each file, by the index of its audience and its path."""
        return {
            (index, path): f"{index} {_digest(files, path)} {path}"
            for index, files in enumerate(self._files)
            for path in readable_paths(files)
        }

    @cached_property
    def _editions(self) -> Mapping[str, Mask]:
        """The digests of files, with the audiences that have such a file."""
        masks: dict[str, Mask] = {}
        for index, files in enumerate(self._files):
            add_mask(masks, (_digest(files, path) for path in readable_paths(files)), 1 << index)
        return masks

    def everything(self, record: ScanRecord) -> Mapping[Term, Mask]:
        """Scan all files and return the leaks; fill the record, which is empty before."""
        secrets = self._secrets
        hidden = secrets.hidden(secrets.terms)
        # Most terms are hidden from the public alone. The files of factions can contain them.
        hidden_from_factions = (term for term, mask in hidden.items() if mask & ~_PUBLIC)
        public = self._scanner(TermSet.of(hidden))
        others = self._scanner(TermSet.of(hidden_from_factions))
        found: dict[Term, Mask] = {}
        for mask, texts in self._texts(record):
            scanner = public if mask & _PUBLIC else others
            searched = scanner.read(texts)
            _add_terms(found, scanner.terms_in(searched), mask)
            record.add(mask, searched)
        found = _common(found, hidden)
        record.first_length = len(record.texts)
        self._complete(record, found)
        return secrets.unexcused(found)

    def is_clean_after(self, record: ScanRecord) -> bool:
        """Whether there is certainly no leak, judged by a record, which is updated."""
        if record.is_overgrown or any(
            mask & ~self._editions.get(digest, 0) for digest, mask in record.embedded.items()
        ):
            return False
        secrets = self._secrets
        scanner = self._scanner(secrets.terms)
        found = {term: mask for term, mask in record.excused.items() if term in secrets.terms}
        self._search_record(record, scanner, found)
        for mask, texts in self._texts(record):
            searched = scanner.read(texts)
            _add_terms(found, scanner.terms_in(searched), mask)
            record.add(mask, searched)
        found = _common(found, secrets.hidden(TermSet.of(found)))
        self._complete(record, found)
        return not secrets.unexcused(found)

    def _search_record(self, record: ScanRecord, scanner: Scanner, found: dict[Term, Mask]) -> None:
        """Add terms in recorded texts that were not found there, or not hidden, when recorded.

        Only for terms that occur in a text of the campaign that has changed can that be different,
        and for what words outside the vocabulary contain.
        """
        secrets, before = self._secrets, record.campaign_texts
        changed = {text for text, use in secrets.texts.items() if before.get(text) != use}
        changed |= before.keys() - secrets.texts.keys()
        grams: set[Term] = set().union(*(grams_of(words_of(text)) for text in changed))
        hidden = secrets.hidden(TermSet.of(term for term in grams if term in secrets.terms))
        lost = {word for word in grams if isinstance(word, str)} - secrets.vocabulary
        if not hidden and not lost:
            return
        for term, mask in record.masks_of(hidden):
            _add_terms(found, (term,), mask)
        # Without a vocabulary, it finds also what is part of a longer word of the vocabulary.
        within = {*hidden, *(word.strip(_DIGITS) for word in lost)}
        probe = scanner_for(TermSet.of(within), frozenset())
        longer = [*probe.words_with_terms(record.words - secrets.vocabulary)]
        for word, mask in record.masks_of(longer):
            _add_terms(found, scanner.terms_in_word(str(word)), mask)
        for run, mask in record.familiar_runs.items() if lost else ():
            if not lost.isdisjoint(words_of(run)):
                _add_terms(found, scanner.terms_in(scanner.read(decoded_texts({run}))), mask)

    def _complete(self, record: ScanRecord, excused: Mapping[Term, Mask]) -> None:
        record.files = frozenset(self._ids.values())
        record.campaign_texts = self._secrets.texts
        record.excused = excused

    def _texts(self, record: ScanRecord) -> Iterable[tuple[Mask, list[str]]]:
        """The texts of all lines that are not recorded, by the audiences whose files contain them.

        These lines, and the digests of embedded files that are not searched, are recorded.
        """
        lines = DistinctLines()
        for index, files in enumerate(self._files):
            paths = (
                path for path in readable_paths(files) if self._ids[index, path] not in record.files
            )
            lines.add(1 << index, ((path, files[path]) for path in paths))
        masks: dict[str, Mask] = {}
        for mask, group in lines.by_mask():

            def is_known(digest: str, mask: Mask = mask) -> bool:
                if mask & ~self._editions.get(digest, 0):
                    return False
                add_mask(record.embedded, (digest,), mask)
                return True

            new = record.new_lines(mask, group)
            shown = (without_embedded_files(line, is_known) for line in new)
            add_mask(masks, texts_of_lines(shown), mask)
        return group_by_mask(masks).items()

    def _scanner(self, terms: TermSet) -> Scanner:
        return scanner_for(terms, self._secrets.vocabulary, self._secrets.ids)


def _digest(files: Mapping[str, bytes], path: str) -> str:
    return files.digest_of(path) if isinstance(files, DiskStore) else digest_of(files[path])


def _common(masks: Mapping[Term, Mask], others: Mapping[Term, Mask]) -> dict[Term, Mask]:
    """The terms with the audiences that they have in both mappings."""
    return {term: both for term, mask in masks.items() if (both := mask & others.get(term, 0))}


def _add_terms(masks: dict[Term, Mask], terms: Iterable[Term], mask: Mask) -> None:
    for term in terms:
        masks[term] = masks.get(term, 0) | mask
