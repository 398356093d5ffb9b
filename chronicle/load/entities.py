"""Load people and items from the files of `people/` and `items/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.diagnostics.catalogue import markdown, references
from chronicle.files.source import Source, Span
from chronicle.load.context import LoadContext, PictureUse
from chronicle.load.inputs import EntityInput, PortraitInput, TieInput
from chronicle.load.pages import body_passages, split_front_matter
from chronicle.load.passages import visibility_at
from chronicle.markup.images.references import pictures_in
from chronicle.model.audience import FOR_EVERYONE, Visibility
from chronicle.model.campaign import Entity, Tie
from chronicle.model.facts import EntityKind, Ref, RefKind, TieKind
from chronicle.model.passages import Passage, Segment, SegmentedText
from chronicle.records import Record

#: The folder of each kind.
ENTITY_FOLDERS: Final[Mapping[EntityKind, str]] = {"person": "people", "item": "items"}
#: The possible targets of each tie, and their name in messages.
_TIE_TARGETS: Final[Mapping[TieKind, tuple[tuple[RefKind, ...], str]]] = {
    "of": (("faction",), "faction"),
    "at": (("place",), "place"),
    "held_by": (("person", "faction"), "person or faction"),
}


class EntityParser(Record):
    """Reads people and items. ``places`` exist; if they are None, none is reported as missing."""

    names: LoadContext
    places: Sequence[str] | None

    def read(self, kind: EntityKind, source: Source, id: str) -> Entity | None:
        """The person or item of a source; None after an error."""
        found = split_front_matter(source, EntityInput, "name", self.names)
        if found is None:
            return None
        entry, body = found
        visibility = visibility_at(entry, "for", entry.readers, self.names)
        if visibility is None:
            return None
        self.names.note_name(id, entry.name)
        self.names.note_number(entry.name, entry.plural, proper=kind == "person")
        return Entity(
            kind=kind,
            id=id,
            name=entry.name,
            visibility=visibility,
            role=entry.role,
            portrait=tuple(self.portrait(entry.portrait, visibility)),
            ties=tuple(self.ties(Ref(kind, id), entry)),
            passages=body_passages(body, visibility, self.names),
            at=entry.at("name"),
        )

    def portrait(self, entry: PortraitInput | None, visibility: Visibility) -> Iterator[Passage]:
        """The portrait as a text that shows it, to be checked and shown like other images."""
        if entry is None:
            return
        mark = f"![{entry.words}]({entry.picture})"
        if [found.name for found in pictures_in(mark) if found.length == len(mark)] != [
            entry.picture
        ]:
            wrong = "words" if any(sign in entry.words for sign in "[]\n") else "picture"
            self.names.report.add(markdown.InvalidPictureMarkup(at=entry.at(wrong), target=mark))
            return
        self.names.picture_uses.append(PictureUse(entry.picture, entry.at("picture")))
        yield Passage(FOR_EVERYONE, visibility, SegmentedText((Segment((mark,), None),)))

    def ties(self, own: Ref, entry: EntityInput) -> Iterator[Tie]:
        written: tuple[tuple[TieKind, str | list[TieInput] | None], ...] = (
            ("of", entry.of),
            ("at", entry.at_),
            ("held_by", entry.held_by),
        )
        for kind, ends in written:
            for id, visibility, at in self.ends(entry, kind, ends):
                to = self.end(own, kind, id, at)
                if to is not None and visibility is not None:
                    yield Tie(kind, to, visibility)

    def ends(
        self, entry: EntityInput, kind: TieKind, written: str | list[TieInput] | None
    ) -> Iterator[tuple[str, Visibility | None, Span]]:
        """The ids that a key names, each with those who may know the tie and its location."""
        match written:
            case None:
                return
            case str():
                yield written, FOR_EVERYONE, entry.at(kind)
            case _:
                for tie in written:
                    visibility = visibility_at(tie, "for", tie.readers, self.names)
                    yield tie.to, visibility, tie.at("to")

    def end(self, own: Ref, kind: TieKind, id: str, at: Span) -> Ref | None:
        """The target of a tie; None after an error, or if places are unknown."""
        kinds, what = _TIE_TARGETS[kind]
        known = [ref for ref in self.named(kinds) if ref != own]
        meant = [ref for ref in known if ref.id == id]
        if kind == "at" and self.places is None:
            return None
        if len(meant) == 1:
            return meant[0]
        if meant:
            self.names.report.add(references.AmbiguousHolder(at=at, name=id))
        else:
            ids = tuple(ref.id for ref in known)
            self.names.report.add(
                references.UnknownName(
                    at=at, what=what, name=id, known=ids, called=self.names.called
                )
            )
        return None

    def named(self, kinds: Sequence[RefKind]) -> Iterator[Ref]:
        ids: Mapping[RefKind, Sequence[str]] = {
            "faction": self.names.factions,
            "place": self.places or (),
            "person": self.names.people,
        }
        return (Ref(kind, id) for kind in kinds for id in ids[kind])
