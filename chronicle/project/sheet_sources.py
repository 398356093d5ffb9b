"""Where a reader learned what a sheet says: the event in which something was last seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.records import Record
from chronicle.rules.protocol import Sheet, SheetSource, Sighting

#: The anchor of the event that taught the reader a subject in a turn; empty if there is none.
AnchorOfSighting: TypeAlias = Callable[[int, str], str]
#: Facts besides None that contain no others.
_SINGLE: Final = (Ref, str, int)


class SourcedSighting(Record):
    """What was seen in a turn, with the anchor of the event."""

    turn: int
    facts: frozenset[Fact]
    anchor: str


def sourced_sightings(
    memory: Mapping[str, Sighting], anchor_of: AnchorOfSighting, known: Callable[[Facts], Facts]
) -> tuple[SourcedSighting, ...]:
    """What a reader has seen in events, with their anchors, as far as ``known`` lets it."""
    return tuple(
        SourcedSighting(it.turn, facts, anchor)
        for it in memory.values()
        if (anchor := anchor_of(it.turn, it.subject))
        if (facts := frozenset(_plain_facts(known(it.facts))))
    )


def sheet_with_sources(sheet: Sheet, ref: Ref, seen: Sequence[SourcedSighting]) -> Sheet:
    """The sheet of a thing with the sources of its rows.

    A row has a source if it has all facts of what was seen in the turn that the row names.
    """
    sources = []
    for row in _rows(sheet.facts) if seen else ():
        facts = {ref, *_plain_facts(row)}
        for turn in dict.fromkeys(_turns_named(row)):
            known = (it.anchor for it in seen if it.turn == turn and it.facts <= facts)
            if anchor := next(known, ""):
                sources.append(SheetSource(row, turn, anchor))
    return Sheet(sheet.code, sheet.facts, tuple(sources)) if seen else sheet


def _rows(fact: Facts | tuple[Fact, ...]) -> Iterator[Facts]:
    """Facts, if these are some, and all facts within."""
    if isinstance(fact, Facts):
        yield fact
    for part in fact.values() if isinstance(fact, Facts) else fact:
        if part is not None and not isinstance(part, _SINGLE):
            yield from _rows(part)


def _turns_named(row: Facts) -> Iterator[int]:
    """The turns in which what a row says was seen."""
    for name, value in row.items():
        if name.endswith(("seen", "_turn")) and isinstance(value, int) and value:
            yield value


def _plain_facts(facts: Facts) -> Iterator[Fact]:
    """The things, words and numbers in facts, not those within others."""
    for fact in facts.values():
        if isinstance(fact, _SINGLE) and fact and not isinstance(fact, bool):
            yield fact
