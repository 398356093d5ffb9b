"""Ids for imported notes: made from names in any script, the same at each import."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Final

from anyascii import anyascii

from chronicle.authoring.import_notes.note import Note
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import composed
from chronicle.load.context import LinkTarget
from chronicle.model.audience import AUDIENCE_KEYWORDS
from chronicle.yaml.decode import ID_PATTERN

#: `index` is the page that lists others, and Windows has no files of some names.
_RESERVED: Final = frozenset({"index", "con", "prn", "aux", "nul", *AUDIENCE_KEYWORDS})
_MAX_LENGTH: Final = 60


def id_from_name(name: str) -> str:
    """An id made from a name in any script; empty if it has no letters or digits for one."""
    plain = "".join(map(_plain_letters, composed(name.casefold())))
    plain = re.sub("['\u2019\u02bc`]", "", plain).lower()
    whole = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    cut = whole if len(whole) <= _MAX_LENGTH else whole[:_MAX_LENGTH].rpartition("-")[0]
    return (cut or whole[:_MAX_LENGTH]).strip("-")


def _plain_letters(sign: str) -> str:
    """A letter without its marks, or what letters of other scripts sound like."""
    if sign.isascii():
        return sign
    bare = "".join(
        it for it in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(it)
    )
    if bare.isascii() and (bare or unicodedata.combining(sign)):
        return bare
    return anyascii(sign)


def is_free_id(id: str) -> bool:
    """Whether a text is an id, and none that is reserved."""
    return bool(re.fullmatch(ID_PATTERN, id)) and id not in _RESERVED


def existing_targets(notes: Sequence[Note], targets: Iterable[LinkTarget]) -> dict[str, LinkTarget]:
    """What notes already are in the campaign, by key; no two notes are one thing.

    A thing is found by the note's own id, by name, or by an id that a name gives. Things and notes
    of one name are matched in order, so an import that is repeated finds what it made.
    """
    left = {it.ref: it for it in sorted(targets, key=lambda it: (len(it.ref.id), it.ref.id))}
    ways: tuple[tuple[Callable[[Note], object], Callable[[LinkTarget], object]], ...] = (
        (lambda note: note.id, lambda it: it.ref.id),
        (lambda note: (note.kind, folded(note.name)), lambda it: (it.ref.kind, folded(it.name))),
        (lambda note: folded(note.name), lambda it: folded(it.name)),
        (lambda note: note.id or _id_of(note), lambda it: it.ref.id),
    )
    found: dict[str, LinkTarget] = {}
    for of_note, of_target in ways:
        named: dict[object, list[LinkTarget]] = {}
        for target in left.values():
            named.setdefault(of_target(target), []).append(target)
        for note in sorted(notes, key=_rank):
            alike = named.get(of_note(note))
            if alike and note.key not in found:
                found[note.key] = alike.pop(0)
                del left[found[note.key].ref]
    return found


def new_ids(notes: Sequence[Note], taken: Mapping[str, str], report: Report) -> dict[str, str]:
    """An id for each note, by key; ``taken`` are those in use, each with what has it."""
    used = dict(taken)
    ids: dict[str, str] = {}
    for note in sorted(notes, key=_rank):
        base = _id_of(note)
        if not base:
            base = f"{note.kind}-"
            id = next(it for number in count(1) if (it := f"{base}{number}") not in used)
        else:
            numbered = (f"{base}-{number}" for number in count(2))
            id = (
                base
                if is_free_id(base) and base not in used
                else next(it for it in numbered if is_free_id(it) and it not in used)
            )
        if id != base and base in used:
            report.add(problems.SameNameTwice(at=note.at, base=base, first=used[base], id=id))
        elif id != base:
            report.add(problems.NoIdFromName(at=note.at, name=note.id or note.name, id=id))
        used[id] = note.at.path
        ids[note.key] = id
    return ids


def _rank(note: Note) -> tuple[bool, bool]:
    """The order in which notes get ids.

    An id that its author gave is not taken by a note that comes before it, and a number in the id
    of an open note would tell of a secret one.
    """
    return not is_free_id(note.id), note.secret


def folded(name: str) -> str:
    """A name to compare, however its letters are stored and whatever their case."""
    return composed(name.casefold())


def _id_of(note: Note) -> str:
    names = (note.id, note.name, note.fallback)
    return next((id for name in names if (id := id_from_name(name))), "")
