"""Import of factions from Foundry into a campaign by the ruleset `wwn`.

As with notes, nothing that exists is changed, except that places are added to `places.yaml`, and
the campaign is played with the new files before anything is written. A faction is for the GM alone
unless its actor says that every player sees it, and other readers are asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from chronicle.authoring.foundry.actors import (
    FactionActor,
    Piece,
    differences,
    has_faction,
    kind_named,
    parse_actor,
)
from chronicle.authoring.foundry.documents import Document, read_documents
from chronicle.authoring.foundry.export_actors import RULESET
from chronicle.authoring.foundry.terms import GOAL_NAMES, plain_name
from chronicle.authoring.import_notes import NotesImport, import_request
from chronicle.authoring.import_notes.campaign_files import (
    PLACES_FILE,
    ImportedNote,
    ImportRequest,
    shield_lines,
)
from chronicle.authoring.import_notes.note import Note
from chronicle.authoring.import_notes.note_ids import id_from_name, is_free_id
from chronicle.authoring.import_notes.plain_markdown import escape_words
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, Span, span_of_file
from chronicle.load.campaign import link_targets_in
from chronicle.load.context import LinkTarget
from chronicle.load.disk import NoteFiles
from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.campaign import Campaign
from chronicle.pipeline import resolve_campaign
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.effects import StartsHidden, Waterborne
from chronicle.rules.wwn.goal_parser import REQUIRED_KEY
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ATTRIBUTES
from chronicle.starters import yaml_scalar
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.replace import add_entries

#: A file that stands for factions while there are none.
_STAND_IN: Final = "factions/nobody.yaml"
_MAX_ID: Final = 50
_MAX_XP: Final = 20


def import_factions(
    source: NoteFiles, tree: FileTree, readers: Sequence[str], sigils: Sequence[str], report: Report
) -> NotesImport | None:
    """The files that the factions of a world become; None after an error.

    Raises :class:`ImportNotesError` for unknown readers.
    """
    own = Report()
    # A new campaign has no factions yet, which is an error.
    is_empty = not tree.files_in("factions", ".yaml")
    more = {_STAND_IN: _asleep(sigils)} if is_empty else {}
    played = resolve_campaign(FileTree(tree.name, {**tree.files, **more}), own)
    if played is None or own.has_errors:
        report.extend(one for one in own.findings if one.severity == "error")
        return None
    campaign = replace(played.campaign, factions=()) if is_empty else played.campaign
    request = import_request(campaign, readers, factions=True)
    at = span_of_file(Source(source.name, ""))
    if campaign.ruleset != RULESET:
        report.add(problems.NoNotes(at=at, fault="ruleset", detail=f"not by {campaign.ruleset}"))
        return None
    documents = read_documents(source, report)
    if documents is None:
        return None
    state: State = played.history.opening.after
    _list_others(documents, state, at, report)
    writer = _FactionWriter(campaign, tree, request, state, report)
    actors = writer.new_actors(one for one in documents if has_faction(one))
    if not actors:
        return NotesImport({}, (), 0)
    if campaign.published.through:
        report.add(problems.NoNotes(at=at, fault="published"))
        return None
    files = writer.files(actors, sigils)
    if files is None:
        return None
    tried = Report()
    resolve_campaign(FileTree(tree.name, {**tree.files, **files}), tried)
    report.extend(one for one in tried.findings if one.severity == "error")
    if tried.has_errors:
        return None
    return NotesImport(files, tuple(writer.imported), 0, tuple(writer.seen))


def _asleep(sigils: Sequence[str]) -> bytes:
    """The file of a faction that does nothing."""
    rows = ("name: Nobody", "for: gm", *shield_lines("nobody", sigils))
    opening = "opening: {force: 1, cunning: 1, wealth: 1, asleep: true}"
    return "\n".join((*rows, opening, "")).encode()


def _list_others(documents: Sequence[Document], state: State, at: Span, report: Report) -> None:
    """List what is not a faction, and assets that differ from the catalogue."""
    counts: Counter[str] = Counter()
    for one in documents:
        if has_faction(one):
            continue
        counts[one.type] += 1
        kind = kind_named(one.name, state.house.catalogue) if one.type == "asset" else None
        if kind is not None and (odd := ", ".join(differences(one.system, kind))):
            what = f"`{kind.name}` has {odd}"
            outcome = "the values in brackets are those of the catalogue"
            report.add(problems.NotMapped(at=one.at, what=what, outcome=outcome))
    for word, count in sorted(counts.items()):
        what = f"{count} of the type `{word}`, which {'is' if count == 1 else 'are'} no faction"
        report.add(problems.NotMapped(at=at, what=what, outcome="not imported"))


class _NewPlace(MutableRecord):
    """A place that actors name and the campaign does not have."""

    id: str
    name: str
    at: Span
    is_open: bool = False
    water: bool = False


class _Placed(Record):
    """A faction with its id, its pieces with theirs, and the places that they are at."""

    actor: FactionActor
    id: str
    pieces: tuple[tuple[str, Piece, str], ...]
    seat: str
    notes: tuple[str, ...]


class _FactionWriter(MutableRecord):
    """Writes factions as files of a campaign, with ids that are free in it."""

    campaign: Campaign
    tree: FileTree
    request: ImportRequest
    state: State
    report: Report
    imported: list[ImportedNote] = field(default_factory=list)
    places: dict[str, _NewPlace] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    #: The ids of factions and pieces here by those in exported actors.
    exported: dict[str, str] = field(default_factory=dict)
    #: What the rules show of factions for the GM alone.
    seen: list[str] = field(default_factory=list)

    def new_actors(self, documents: Iterable[Document]) -> list[FactionActor]:
        """The factions of actors that the campaign does not have; the others are listed."""
        known: dict[str, LinkTarget] = {}
        for target in link_targets_in(self.campaign):
            for word in (target.name, *target.words):
                known.setdefault(plain_name(word), target)
        found = []
        for one in documents:
            own = Report()
            actor = parse_actor(one, self.state.house.catalogue, own)
            id = self._wanted_id(actor)
            there = known.get(plain_name(actor.name)) or (known.get(plain_name(id)) if id else None)
            if there is None:
                found.append(actor)
                self.report.extend(own.findings)
            else:
                self.report.add(
                    problems.NoteExists(
                        at=actor.at, name=actor.name, kind=there.ref.kind, id=there.ref.id
                    )
                )
        return found

    def files(
        self, actors: Sequence[FactionActor], sigils: Sequence[str]
    ) -> dict[str, bytes] | None:
        """The files to write, by path; None if `places.yaml` can't be extended."""
        self.taken = {
            *(one.id for one in self.campaign.factions),
            *(one.id for one in self.campaign.places),
            *(one.id for one in self.campaign.entities),
            *(*self.state.assets, *self.state.bases),
        }
        ids = [self._free_id(self._wanted_id(actor) or "faction") for actor in actors]
        for actor, id in zip(actors, ids, strict=True):
            if id != (wanted := self._wanted_id(actor)):
                self._say(actor, f"the id `{wanted}` is taken or none", f"the id is `{id}`")
            if actor.id:
                self.exported.setdefault(actor.id, id)
        placed = [self._placed(actor, id) for actor, id in zip(actors, ids, strict=True)]
        for one in placed:
            self.seen += self._seen_pieces(one)
        files = {f"factions/{one.id}.yaml": self._file(one, placed, sigils) for one in placed}
        if self.places:
            written = self.tree.files.get(PLACES_FILE, b"")
            try:
                files[PLACES_FILE] = add_entries(
                    written.decode("utf-8-sig") if isinstance(written, bytes) else "",
                    "places",
                    {one.id: self._place(one) for one in self.places.values()},
                )
            except YamlEditError:
                at = next(iter(self.places.values())).at
                what = "`places.yaml` has its places in braces"
                self.report.add(problems.InvalidExportFile(at=at, detail=what))
                return None
        return {path: text.encode() for path, text in files.items()}

    # ── Ids ──

    def _wanted_id(self, actor: FactionActor) -> str:
        return actor.id if is_free_id(actor.id) else id_from_name(actor.name)

    def _free_id(self, wanted: str) -> str:
        start = wanted[:_MAX_ID].strip("-")
        number, id = 1, start
        while id in self.taken or not is_free_id(id):
            number += 1
            id = f"{start}-{number}"
        self.taken.add(id)
        return id

    # ── Places ──

    def _placed(self, actor: FactionActor, id: str) -> _Placed:
        """A faction with its places; what has none is at the headquarters."""
        bases = [piece for piece in actor.pieces if piece.kind is None]
        seat = _headquarters(actor, bases)
        home = self._place_of(seat.at, seat.location, actor, seat) if seat is not None else ""
        home = home or self._place_of("", actor.home, actor, None)
        found: list[tuple[str, Piece, str]] = []
        notes: list[str] = []
        for piece in (*bases, *(piece for piece in actor.pieces if piece.kind is not None)):
            at = home if piece is seat else self._place_of(piece.at, piece.location, actor, piece)
            if not at and home:
                self._say(actor, f"`{piece.name}` has no place", "it is at the headquarters")
                at = home
            if not at or not self._can_be_at(piece, at):
                why = "needs a place with `water: true`" if at else "has no place"
                self._say(actor, f"`{piece.name}` {why}", "kept in the notes")
                notes.append(piece.name)
                continue
            is_named = self._names_pieces(actor)
            wanted = piece.id if is_named and is_free_id(piece.id) else ""
            # Others may see it: the id says nothing of the faction.
            kind = piece.kind.id if piece.kind is not None else "base"
            own = self._free_id(wanted or kind)
            if not is_named and piece.name != _common_name(piece):
                notes.append(f"{own}: {piece.name}")
            if piece.id:
                self.exported.setdefault(piece.id, own)
            found.append((own, piece, at))
        held = next((own for own, piece, _ in found if piece is seat), "")
        if not held and home:
            self._say(actor, "there is no base", f"a headquarters at `{home}`")
            held = self._free_id("base")
        elif not held:
            self._say(actor, "there is no base and no homeworld", "it is asleep")
        return _Placed(actor, id, tuple(found), f"{held} {home}" if held else "", tuple(notes))

    def _place_of(self, id: str, name: str, actor: FactionActor, piece: Piece | None) -> str:
        """The id of a place, which may be a new one; empty if there is none."""
        if id in self.state.places:
            return id
        plain = plain_name(name)
        if not plain:
            return ""
        for place in self.campaign.places:
            if plain in (plain_name(place.name), plain_name(place.id)):
                return place.id
        if self.state.house.distance == "miles" and plain not in self.places:
            self._say(actor, f"there is no place `{name}`, and a new one has no position")
            return ""
        if plain not in self.places:
            self.places[plain] = _NewPlace(
                self._free_id(id_from_name(name) or "place"), name, actor.at
            )
        new = self.places[plain]
        if piece is None or not piece.stealthed:
            new.is_open |= actor.is_open
        if piece is not None and piece.kind is not None:
            new.water |= bool(piece.kind.effects_of(Waterborne))
        return new.id

    def _names_pieces(self, actor: FactionActor) -> bool:
        """Whether pieces keep their names: the rules may show those of a faction of the GM's."""
        return self.state.house.assets == "owner" or actor.is_open or actor.is_public

    def _can_be_at(self, piece: Piece, at: str) -> bool:
        """Whether an asset can be at a place that there is; a new one gets the water it needs."""
        if piece.kind is None or not piece.kind.effects_of(Waterborne):
            return True
        there = self.state.places.get(at)
        return there is None or there.water

    def _say(self, actor: FactionActor, what: str, outcome: str = "not imported") -> None:
        what = f"{actor.name}: {what}"
        self.report.add(problems.NotMapped(at=actor.at, what=what, outcome=outcome))

    def _seen_pieces(self, one: _Placed) -> Iterator[str]:
        """Lines about the pieces of a faction for the GM alone that others see by the rules."""
        is_open = one.actor.is_open and self.request.visibility != FOR_GM
        if is_open or self.state.house.assets == "owner":
            return
        for _, piece, at in one.pieces:
            if not piece.stealthed or piece.kind is None:
                name = piece.name if self._names_pieces(one.actor) else _common_name(piece)
                yield f"{name} at `{at}`"

    # ── The files ──

    def _readers(self, *, is_open: bool) -> str:
        words = self.request.readers
        if not is_open or self.request.visibility == FOR_GM:
            return "gm"
        return words[0] if len(words) == 1 else f"[{', '.join(words)}]"

    def _visibility(self, *, is_open: bool) -> Visibility:
        return self.request.visibility if is_open else FOR_GM

    def _place(self, place: _NewPlace) -> list[str]:
        note = Note(place.id, "place", place.name, place.at)
        visibility = self._visibility(is_open=place.is_open)
        self.imported.append(ImportedNote(note, "place", place.id, visibility))
        return [
            f"{place.id}:",
            f"  name: {yaml_scalar(place.name)}",
            f"  for: {self._readers(is_open=place.is_open)}",
            *(["  opening: {water: true}"] if place.water else []),
        ]

    def _file(self, one: _Placed, all_placed: Sequence[_Placed], sigils: Sequence[str]) -> str:
        actor = one.actor
        if not actor.is_open and self.request.visibility != FOR_GM:
            self._say(actor, "the actor does not say that all players see it", "for the GM alone")
        note = Note(one.id, "faction", actor.name, actor.at)
        visibility = self._visibility(is_open=actor.is_open)
        self.imported.append(ImportedNote(note, "faction", one.id, visibility))
        lines = [
            f"name: {yaml_scalar(actor.name)}",
            f"for: {self._readers(is_open=actor.is_open)}",
            *shield_lines(one.id, sigils),
        ]
        if actor.shown:
            lines += _block("profile", actor.shown)
        lines += ["", "opening:", *(f"  {line}" for line in self._opening(one, all_placed))]
        if notes := "\n\n".join((*actor.notes, *map(escape_words, one.notes))):
            lines += ["", *_block("notes", notes)]
        return "".join(f"{line}\n" for line in lines)

    def _opening(self, one: _Placed, all_placed: Sequence[_Placed]) -> Iterator[str]:
        actor = one.actor
        yield from (f"{name}: {actor.ratings[name]}" for name in ATTRIBUTES)
        yield f"magic: {actor.magic}"
        yield f"treasure: {actor.treasure}"
        yield f"hp: {actor.hp}"
        yield f"xp: {actor.xp}"
        # Its ratings and assets come from play.
        yield "size: own"
        if not actor.is_active or not one.seat:
            yield "asleep: true"
        if actor.tags:
            yield f"tags: [{', '.join(actor.tags)}]"
        if goal := self._goal(one, all_placed):
            yield f"goal: {{{', '.join(f'{key}: {value}' for key, value in goal.items())}}}"
        seat, _, home = one.seat.partition(" ")
        bases = [entry for entry in one.pieces if entry[1].kind is None]
        if bases or seat:
            yield "bases:"
        if seat and seat not in (id for id, _, _ in bases):
            yield f"  - {{id: {seat}, at: {home}, headquarters: true}}"
        most, is_named = actor.maximum, self._names_pieces(actor)
        for id, piece, at in bases:
            yield f"  - id: {id}"
            yield f"    name: {yaml_scalar(piece.name if is_named else _common_name(piece))}"
            yield f"    at: {at}"
            limit = most if id == seat else min(piece.maximum, most)
            yield f"    hp: {min(piece.hp, limit)}"
            yield "    headquarters: true" if id == seat else f"    max: {limit}"
        if len(bases) < len(one.pieces):
            yield "assets:"
        for id, piece, at in one.pieces:
            if piece.kind is not None:
                name = piece.name if is_named else piece.kind.name
                yield from self._asset(id, replace(piece, name=name), piece.kind, at)

    def _asset(self, id: str, piece: Piece, kind: AssetType, at: str) -> Iterator[str]:
        yield f"  - id: {id}"
        yield f"    type: {kind.id}"
        yield f"    at: {at}"
        if piece.name != kind.name:
            yield f"    name: {yaml_scalar(piece.name)}"
        if piece.hp != kind.hp:
            yield f"    hp: {piece.hp}"
        if piece.stealthed != bool(kind.effects_of(StartsHidden)):
            yield f"    stealth: {'true' if piece.stealthed else 'false'}"

    # ── Goals ──

    def _goal(self, one: _Placed, all_placed: Sequence[_Placed]) -> Mapping[str, Any]:
        """The goal as it is written in a faction's file; empty if there is none."""
        actor = one.actor
        written = self._exported_goal(one, all_placed)
        if written:
            return written
        if not actor.goal_name:
            return {}
        for kind, name in GOAL_NAMES.items():
            if plain_name(name) == plain_name(actor.goal_name) and kind not in REQUIRED_KEY:
                return {"kind": kind}
        self._say(
            actor,
            f"the goal `{actor.goal_name}` is none of the rules, or needs a subject",
            "a goal of your own",
        )
        return {"kind": "own", "name": _quoted(actor.goal_name)}

    def _exported_goal(self, one: _Placed, all_placed: Sequence[_Placed]) -> dict[str, Any]:
        """The goal of an exported actor, if its subject is there."""
        goal = one.actor.goal
        kind = next((kind for kind in (*GOAL_NAMES, "own") if kind == goal.get("kind")), None)
        if kind == "own" and isinstance(goal.get("name"), str):
            xp = goal.get("xp")
            more = {"xp": xp} if type(xp) is int and 1 <= xp <= _MAX_XP else {}
            return {"kind": kind, "name": _quoted(goal["name"]), **more}
        if kind is None or kind == "own":
            return {}
        key = REQUIRED_KEY.get(kind)
        if key is None:
            return {"kind": kind}
        subject = str(goal.get(key))
        rivals = [other for other in all_placed if other is not one]
        subject = self.exported.get(subject, subject) if key in ("against", "asset") else subject
        match key:
            case "against":
                fits = subject in {*self.state.factions, *(other.id for other in rivals)}
            case "asset":
                fits = subject in {
                    id
                    for other in rivals
                    for id, piece, _ in other.pieces
                    if piece.kind and not piece.stealthed and piece.hp == piece.kind.hp
                }
            case "at":
                fits = subject in {
                    *(base.at for base in self.state.bases.values()),
                    *(at for other in rivals for _, piece, at in other.pieces if not piece.kind),
                }
            case _:
                fits = subject in ATTRIBUTES
        return {"kind": kind, key: subject} if fits else {}


def _common_name(piece: Piece) -> str:
    """The name that tells nothing but what a piece is."""
    return piece.kind.name if piece.kind is not None else "Base of Influence"


def _headquarters(actor: FactionActor, bases: Sequence[Piece]) -> Piece | None:
    """The base that is the faction itself: the one marked, at its homeworld, or the strongest."""
    home = plain_name(actor.home)
    return max(
        bases,
        key=lambda base: (
            base.headquarters,
            bool(home) and plain_name(base.location) == home,
            base.maximum,
        ),
        default=None,
    )


def _block(key: str, text: str) -> list[str]:
    return [f"{key}: |", *(f"  {line}".rstrip() for line in text.split("\n"))]


def _quoted(text: str) -> str:
    """A text as a YAML scalar within braces."""
    scalar = yaml_scalar(text)
    return scalar if scalar.startswith('"') or not re.search("[,{}]", text) else f'"{text}"'
