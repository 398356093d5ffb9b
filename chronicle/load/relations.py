"""Load the relations between factions from a turn's file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.catalogue import relations as problems
from chronicle.load.context import LoadContext
from chronicle.load.inputs import RelationInput
from chronicle.load.passages import passages_of, visibility_at
from chronicle.model.campaign import Relation


def relations_of(entries: Sequence[RelationInput], names: LoadContext) -> tuple[Relation, ...]:
    """The valid relations of one turn, in the order of its file."""
    found = tuple(
        relation for entry in entries if (relation := _relation(entry, names)) is not None
    )
    for first, second in _overwritten(found):
        names.report.add(problems.OverriddenRelation(at=first.at, other=second.at))
    return found


def _relation(entry: RelationInput, names: LoadContext) -> Relation | None:
    visibility = visibility_at(entry, "for", entry.readers, names)
    between = _between(entry, names)
    if visibility is None or between is None:
        return None
    passages = passages_of(entry.text, entry.node.get("text"), visibility, names)
    return Relation(between, entry.kind, visibility, passages, entry.at())


def _between(entry: RelationInput, names: LoadContext) -> tuple[str, str] | None:
    """Both factions in order of id; None if one is unknown, or both are the same."""
    known = names.factions
    for index, name in enumerate(entry.between):
        if name not in known:
            at = entry.at("between", index)
            names.report.add(
                references.UnknownName(
                    at=at, what="faction", name=name, known=tuple(known), called=names.called
                )
            )
    one, other = sorted(entry.between)
    if one == other:
        names.report.add(problems.SelfRelation(at=entry.at("between"), name=one))
    return (one, other) if one != other and one in known and other in known else None


def _overwritten(relations: Sequence[Relation]) -> Iterator[tuple[Relation, Relation]]:
    """Relations that nobody can see, each with the later one that replaces it for its readers."""
    for index, first in enumerate(relations):
        for second in relations[index + 1 :]:
            is_within = first.visibility | second.visibility == second.visibility
            if first.between == second.between and is_within:
                yield first, second
                break
