"""Notes from the export of a Kanka campaign: a JSON file for each entity, in folders by module.

What Kanka marks as private, or shows to some members only, is for the GM alone. A file that does
not say counts as private.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, TypeAlias

from chronicle.authoring.import_notes.html_to_markdown import HtmlConverter
from chronicle.authoring.import_notes.note import (
    MarkList,
    Note,
    NoteKind,
    NoteLink,
    NotePicture,
    NoteText,
    NoteTieKind,
    one_line,
)
from chronicle.authoring.import_notes.plain_markdown import ALLOWED_SCHEMES, escape_words
from chronicle.authoring.import_notes.secret_words import is_secret_label, names_master
from chronicle.authoring.import_notes.vault_secrets import divided
from chronicle.authoring.import_notes.vault_text import is_picture
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, composed, span_of_file
from chronicle.records import MutableRecord, Record, field

#: The file that marks the folder of an export.
CAMPAIGN_FILE: Final = "campaign.json"
KINDS: Final[Mapping[str, NoteKind]] = {
    "characters": "person",
    "locations": "place",
    "items": "item",
    "organisations": "faction",
    "families": "faction",
}
#: Modules whose files are no notes: they are read for other files, or have nothing to read.
_SILENT: Final = ("gallery", "settings")
#: Modules whose entities others name.
_UNWRITTEN: Final = ("tags",)
_LEFT_OUT: Final = (
    *("conversations", "dice_rolls", "attribute_templates", "bookmarks", "menu_links"),
    *("entity_types", "dashboards"),
)
#: Modules of which only the text is imported, and what is lost.
_PARTLY: Final = {
    "maps": "its layers and markers",
    "calendars": "its months and dates",
    "timelines": "its eras and elements",
    "quests": "its elements",
}
#: The visibility that shows a part to everybody, in old and new exports.
_OPEN: Final = (1, "1", "all")
#: Mentions as Kanka finds them: `[character:1|words|page:map]`, `[icon:fa fa-key]` and
#: `{attribute:1}`.
_MENTION: Final = re.compile(
    r"\[(?P<kind>[a-z_-]+):(?P<of>[^\]\n]*)\]|\{attribute:(?P<attribute>[^}\n]*)\}"
    r"|\{table-of-contents\}",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\s*(\d{1,18})")
#: Keys that say nothing to a reader, or what another file says, too.
_SILENT_KEY: Final = re.compile(
    r"(?:entity_|campaign_|owner_|type_|visibility_|mirror_)?id|(?:.*_)?(?:uuid|slug|pinned)"
    r"|.*_(?:at|by|order)|position|focus_[xy]|visibility|is_private|image(?:_path)?|colour|icon"
    r"|mentions|members|pivotMembers|metadata|settings|attitude"
)
#: Keys that are read as something of their own, in all modules.
_READ_KEYS: Final = frozenset(
    {
        *("name", "entry", "type", "entity", "is_template", "is_attributes_private", "assets"),
        *("posts", "notes", "relationships", "entityAttributes", "is_personality_visible"),
        *("characterTraits", "characterFamilies", "characterRaces", "organisationMemberships"),
    }
)
#: Facts of an entity that all who see it see, with their titles.
_FACTS: Final = (
    *(("title", "Title"), ("age", "Age"), ("sex", "Gender"), ("pronouns", "Pronouns")),
    *(("price", "Price"), ("size", "Size"), ("weight", "Weight"), ("date", "Date")),
)
#: Keys that number entities, not those of one module; others are named after their module.
_ENTITY_KEYS: Final = ("parent_id", "creator_id", "author_id", "instigator_id", "target_id")
#: Keys of a row whose values need no title.
_PLAIN_KEYS: Final = ("name", "entry", "description", "comment", "note")
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_UNKNOWN: Final = "(unknown)"
_GALLERY: Final = "gallery"
#: The type of an entity's asset that is another name, a number in exports.
_ALIAS: Final = (3, "3", "alias")
#: The tie that a note has to what one of its keys names, by kind.
_TIE_KEYS: Final[Mapping[NoteKind, Mapping[NoteTieKind, tuple[tuple[str, str], ...]]]] = {
    "person": {"at": (("location_id", "locations"),)},
    "place": {
        "within": (
            *(("location_id", "locations"), ("parent_location_id", "locations")),
            ("parent_id", "locations"),
        )
    },
    "item": {
        "at": (("location_id", "locations"),),
        "held_by": (("character_id", "characters"), ("creator_id", "")),
    },
}

#: What a character belongs to: the rows, the key and the module of what they name, and a title.
_MEMBERSHIPS: Final = (
    ("organisationMemberships", "organisation_id", "organisations", "Member"),
    ("characterFamilies", "family_id", "families", "Family"),
    ("characterRaces", "race_id", "races", "Race"),
)
_MEMBER_STATUSES: Final = {1: " (inactive)", 2: " (status unknown)"}
#: The statuses of entities by module, as Kanka numbers them in the order of its own list.
_STATUSES: Final[Mapping[str, Mapping[int, str]]] = {
    "characters": {1: "alive", 2: "missing", 3: "dead"},
    "creatures": {4: "dead", 5: "extinct"},
    "locations": {6: "destroyed"},
    "races": {7: "extinct"},
    "quests": {8: "not started", 9: "ongoing", 10: "completed", 11: "abandoned"},
    "families": {12: "extinct"},
    "organisations": {13: "defunct"},
    "items": {14: "owned", 15: "lost", 16: "destroyed"},
}
#: Those in exports from before 2026, in which each module had numbers of its own.
_OLD_STATUSES: Final[Mapping[str, Mapping[int, str]]] = {
    "characters": {1: "dead", 2: "missing"},
    "quests": {1: "ongoing", 2: "completed", 3: "abandoned"},
}

#: What was found in exports beside all that is read: key and outcome, and where.
_Others: TypeAlias = dict[tuple[str, str], list[Span]]
#: A JSON object; its values are checked where they are used.
_Object = Mapping[str, Any]


class _Entity(Record):
    """One file of the export."""

    module: str
    stem: str
    source: Source
    fields: _Object

    @property
    def own(self) -> _Object:
        """The part that all modules have in common."""
        return _object(self.fields.get("entity"))

    @property
    def key(self) -> str:
        number = self.own.get("id") or self.fields.get("entity_id")
        return f"entity/{number}" if number else f"{self.module}/{self.fields.get('id')}"

    @property
    def name(self) -> str:
        return one_line(_text(self.fields.get("name")) or _text(self.own.get("name")))

    @property
    def at(self) -> Span:
        # Exports have no lines worth showing.
        return span_of_file(Source(self.source.path, ""))

    @property
    def posts(self) -> list[_Object]:
        return _objects(self.own.get("posts")) or _objects(self.own.get("notes"))

    def is_secret_attribute(self, part: _Object) -> bool:
        """Whether an attribute of the entity is for the GM alone."""
        is_hidden = _is_private(part) or bool(part.get("is_hidden"))
        return is_hidden or bool(self.own.get("is_attributes_private"))

    @property
    def closings(self) -> tuple[str, ...]:
        """Why all of it is for the GM alone."""
        named = (f"name `{self.name}`",) if names_master(self.name) else ()
        return ("it is private in Kanka",) if self._says_private else named

    @property
    def is_private(self) -> bool:
        return bool(self.closings)

    @property
    def _says_private(self) -> bool:
        said = [part for part in (self.fields, self.own) if part.get("is_private") is not None]
        return not said or any(map(_is_private, said))


def export_folder(paths: Iterable[str]) -> str | None:
    """The folder of an export, with a slash unless it is the top; None if there is none."""
    found = [path for path in paths if path.rpartition("/")[2] == CAMPAIGN_FILE]
    shortest = min(found, key=lambda path: (path.count("/"), path), default=None)
    if shortest is None or shortest.count("/") > 1:
        return None
    return shortest.removesuffix(CAMPAIGN_FILE)


def parse_export(
    sources: Mapping[str, Source], paths: Sequence[str], report: Report
) -> tuple[Note, ...]:
    """The notes of an export; ``sources`` are its JSON files by path, ``paths`` all its files."""
    entities = [one for one in _entities(sources, report) if one is not None]
    index = _ExportIndex.of(entities, paths, _gallery(sources))
    others: _Others = {}
    notes = [_note(one, index, report, others) for one in entities if one.module not in _UNWRITTEN]
    for (key, outcome), places in others.items():
        many = f" of {len(places)} entities" if len(places) > 1 else ""
        report.add(problems.NotMapped(at=places[0], what=f"`{key}`{many}", outcome=outcome))
    return tuple(note for note in notes if note is not None)


def _entities(sources: Mapping[str, Source], report: Report) -> Iterator[_Entity | None]:
    for path, source in sources.items():
        module, _, file = path.rpartition("/")
        if not module or "/" in module or module in _SILENT:
            continue
        fields = _parsed(source, report)
        if fields is None:
            continue
        if module in _LEFT_OUT:
            what = f"`{module}` of Kanka"
            report.add(
                problems.NotMapped(at=span_of_file(source), what=what, outcome="not imported")
            )
            continue
        yield _Entity(module, file.rpartition(".")[0], source, fields)


def _gallery(sources: Mapping[str, Source]) -> dict[str, _Object]:
    """What the gallery says of each picture and folder, by number; broken files say nothing."""
    found: dict[str, _Object] = {}
    for path, source in sources.items():
        if path.startswith(f"{_GALLERY}/"):
            try:
                said = _object(json.loads(source.text))
            except (ValueError, RecursionError):
                continue
            found[path.removeprefix(f"{_GALLERY}/").removesuffix(".json").lower()] = said
    return found


def _parsed(source: Source, report: Report) -> _Object | None:
    try:
        found = json.loads(source.text)
    except json.JSONDecodeError as error:
        at = Span(source, error.lineno, error.colno, error.lineno, error.colno + 1)
        report.add(problems.InvalidExportFile(at=at, detail=f"it is not JSON ({error.msg})"))
        return None
    except (ValueError, RecursionError):
        detail = "it is nested too deeply, or has too long a number"
        report.add(problems.InvalidExportFile(at=span_of_file(source), detail=detail))
        return None
    name = found.get("name") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not (name or _object(found.get("entity")).get("name")):
        detail = "it has no `name`"
        report.add(problems.InvalidExportFile(at=span_of_file(source), detail=detail))
        return None
    return found


def _object(value: Any) -> _Object:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[_Object]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    """A value as text, without control characters that texts can't have."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    plain = str(value).replace("\r\n", "\n").replace("\r", "\n")
    return composed("".join(it for it in plain if it in "\n\t\xa0" or it.isprintable()))


class _Part(Record):
    """A post or an attribute that mentions name, and its entity's key."""

    entity: str
    fields: _Object
    secret: bool


class _ExportIndex(Record):
    """Finds entities and their parts by the numbers that others name, and pictures by theirs.

    ``shown`` is for each picture and folder of the gallery whether everybody may see it.
    """

    entities: Mapping[str, _Entity]
    by_number: Mapping[str, str]
    pictures: Mapping[str, str]
    posts: Mapping[int, _Part]
    attributes: Mapping[int, _Part]
    shown: Mapping[str, bool]
    closed_files: Set[str]

    @classmethod
    def of(
        cls, entities: Sequence[_Entity], paths: Sequence[str], gallery: Mapping[str, _Object]
    ) -> _ExportIndex:
        by_number = {f"{one.module}/{one.fields.get('id')}": one.key for one in entities}
        files = {composed(path): path for path in paths if is_picture(path)}
        stems = {key.rpartition("/")[2].rpartition(".")[0]: path for key, path in files.items()}
        assets = [part for one in entities for part in _objects(one.own.get("assets"))]
        return cls(
            {one.key: one for one in entities},
            by_number,
            stems | files,
            {
                number: _Part(one.key, post, one.is_private or not _is_open(post))
                for one in entities
                for post in one.posts
                if (number := _number(post.get("id")))
            },
            {
                number: _Part(one.key, part, one.is_private or one.is_secret_attribute(part))
                for one in entities
                for part in _objects(one.own.get("entityAttributes"))
                if (number := _number(part.get("id")))
            },
            {uuid: _is_open_picture(uuid, gallery) for uuid in gallery},
            {
                path
                for asset in assets
                if (path := _text(_object(asset.get("metadata")).get("path")))
                and not _is_open(asset)
            },
        )

    def key(self, module: str, number: Any) -> str:
        """The key of an entity by its module and number there; without a module, by entity."""
        plain = f"{module or 'entity'}/{number}"
        return self.by_number.get(plain, plain if plain in self.entities else "")

    def name(self, key: str) -> str:
        return self.entities[key].name if key in self.entities else ""

    def is_private(self, key: str) -> bool:
        return key not in self.entities or self.entities[key].is_private

    def picture(self, uuid: str, path: str) -> str:
        """The file of a picture by its number or its path."""
        return self.pictures.get(uuid, "") or self.pictures.get(path, "")

    def is_secret_picture(self, path: str) -> bool:
        """Whether a picture is not clearly for everybody who may see what shows it."""
        *folders, name = path.split("/")
        found = _UUID.search(name)
        in_gallery = _GALLERY in folders
        is_shown = self.shown.get(found[0].lower() if found else "", not in_gallery)
        return path in self.closed_files or not is_shown


def _is_open_picture(uuid: str, gallery: Mapping[str, _Object]) -> bool:
    """Whether everybody may see a picture of the gallery and the folders that it lies in."""
    seen: set[str] = set()
    while uuid and uuid not in seen:
        seen.add(uuid)
        if uuid not in gallery or not _is_open(gallery[uuid]):
            return False
        uuid = _text(gallery[uuid].get("folder_id")).lower()
    return True


def _note(one: _Entity, index: _ExportIndex, report: Report, others: _Others) -> Note | None:
    kind = KINDS.get(one.module, "page")
    if one.own.get("is_template"):
        report.add(problems.NotMapped(at=one.at, what="a template", outcome="not imported"))
        return None
    text = _EntityText(one, index, report)
    ties = text.ties(kind)
    parts = [
        *text.entry(),
        *text.traits(),
        *text.attributes(),
        *text.memberships(),
        *text.relations(),
        *text.assets(others),
        *(text.others(kind, others) if one.module not in _PARTLY else ()),
        *text.posts(),
    ]
    if one.module in _PARTLY:
        what = _PARTLY[one.module]
        report.add(problems.NotMapped(at=one.at, what=what, outcome="left out"))
    if kind == "page" and not any(part.text.strip() for part in parts):
        report.add(
            problems.NotMapped(at=one.at, what="this entity has no text", outcome="not imported")
        )
        return None
    return Note(
        key=one.key,
        kind=kind,
        name=one.name,
        at=one.at,
        fallback=one.stem,
        secret=one.is_private,
        role=one_line(_text(one.fields.get("title"))) if kind == "person" else text.type_name,
        closings=one.closings or text.closings(parts),
        portrait=text.portrait() if kind in ("person", "item") else None,
        ties=ties,
        texts=(*((text.picture_part(),) if kind not in ("person", "item") else ()), *parts),
        marks=tuple(text.marks.found),
    )


class _EntityText(MutableRecord):
    """The parts of one entity's text."""

    one: _Entity
    index: _ExportIndex
    report: Report
    marks: MarkList = field(default_factory=MarkList)
    reasons: list[str] = field(default_factory=list)

    @property
    def type_name(self) -> str:
        """What Kanka calls the type of the entity, a few words of the author's."""
        return one_line(_text(self.one.fields.get("type")) or _text(self.one.own.get("type")))

    def closings(self, parts: Sequence[NoteText]) -> tuple[str, ...]:
        """Why parts are for the GM alone: marks in a text, and what Kanka says."""
        others = ["parts that Kanka does not show to all"] if any(p.secret for p in parts) else []
        return tuple(dict.fromkeys(self.reasons or others))

    # ── The parts ──

    def entry(self) -> Iterator[NoteText]:
        fields, own = self.one.fields, self.one.own
        said = _text(fields.get("entry")) or _text(own.get("entry"))
        yield from self.divided(self.markdown(said), secret=False)
        is_person = self.one.module == "characters"
        facts = [
            ("Type", "" if self.one.module == "items" else self.type_name),
            *(
                (label, _text(fields.get(name)))
                for name, label in _FACTS
                if not (is_person and name == "title")
            ),
        ]
        yield NoteText(_listed((label, self.line(said)) for label, said in facts if said))

    def divided(self, text: str, *, secret: bool) -> Iterator[NoteText]:
        """A text in its open and its secret parts, by marks in it."""
        found = divided(text)
        self.reasons += found.reasons if not secret else ()
        yield NoteText(found.open, secret=secret)
        yield from (NoteText(piece, secret=True) for piece in found.secret)

    def traits(self) -> Iterator[NoteText]:
        """Appearance and personality of a character."""
        shows_personality = bool(self.one.fields.get("is_personality_visible"))
        for trait in _objects(self.one.fields.get("characterTraits")):
            is_personality = trait.get("section_id") in (2, "2", "personality")
            secret = _is_private(trait) or (is_personality and not shows_personality)
            yield self.fact(trait.get("name"), trait.get("entry"), secret=secret)

    def attributes(self) -> Iterator[NoteText]:
        for each in _objects(self.one.own.get("entityAttributes")):
            secret = self.one.is_secret_attribute(each)
            yield self.fact(each.get("name"), each.get("value"), secret=secret)

    def fact(self, name: Any, value: Any, *, secret: bool) -> NoteText:
        said = self.markdown(_text(value)).replace("\n\n", "; ").replace("\\\n", " ")
        listed = _listed([(_text(name), said)]) if said.strip() else ""
        return NoteText(listed, secret=secret or is_secret_label(_text(name)))

    def memberships(self) -> Iterator[NoteText]:
        for rows, key, module, title in _MEMBERSHIPS:
            for each in _objects(self.one.fields.get(rows)):
                status = _MEMBER_STATUSES.get(_number(each.get("status_id")), "")
                role = (one_line(_text(each.get("role"))) or title) + status
                yield self.relation(role, module, each.get(key), secret=_is_private(each))

    def relations(self) -> Iterator[NoteText]:
        for each in _objects(self.one.own.get("relationships")):
            role = one_line(_text(each.get("relation"))) or "Relation"
            yield self.relation(role, "", each.get("target_id"), secret=not _is_open(each))

    def relation(self, role: str, module: str, number: Any, *, secret: bool) -> NoteText:
        key = self.index.key(module, number)
        if not key:
            # What the export leaves out is private.
            said = f"number {_number(number)} in Kanka"
            return NoteText(_listed([(role, said)]) if number else "", secret=True)
        link = self.marks.add(self._tie(key))
        # Who is private is not named in a list that others read.
        return NoteText(_listed([(role, link)]), secret=secret or self.index.is_private(key))

    def assets(self, others: _Others) -> Iterator[NoteText]:
        """The other names, links and files of an entity."""
        for asset in _objects(self.one.own.get("assets")):
            name = one_line(_text(asset.get("name")))
            address = _text(_object(asset.get("metadata")).get("url")).strip()
            if asset.get("type_id") in _ALIAS:
                title, said = "Also called", escape_words(name)
            elif address.startswith(ALLOWED_SCHEMES) and not re.search(r"[\s<>]", address):
                title, said = "Link", f"[{escape_words(name or address)}](<{address}>)"
            else:
                title, said = "File", escape_words(name)
                others.setdefault(("assets", "the files are left out"), []).append(self.one.at)
            if said:
                yield NoteText(_listed([(title, said)]), secret=not _is_open(asset))

    def others(self, kind: NoteKind, others: _Others) -> Iterator[NoteText]:
        """All else that the file says, with its readers where a row says so; else for the GM."""
        tied = {name for keys in _TIE_KEYS.get(kind, {}).values() for name, _ in keys}
        tied |= {"entityLocations"} if "at" in _TIE_KEYS.get(kind, {}) else set()
        tied |= {name for name, _ in _FACTS} | _READ_KEYS
        tied -= {"parent_id"} if kind != "place" else set()
        for key, value in [*self.one.own.items(), *self.one.fields.items()]:
            if key in tied or _SILENT_KEY.fullmatch(key) or not value:
                continue
            rows = _objects(value)
            parts = [
                NoteText(_listed([(_title(key), said)]), secret=not _is_open(row))
                for row in rows
                if (said := "; ".join(self.row(row)))
            ]
            if not rows and (said := self.value(key, value)):
                parts = [NoteText(_listed([(_title(key), said)]), secret=True)]
            yield from parts
            secret = all(part.secret for part in parts)
            outcome = "in the text for the GM" if secret else "in the text"
            others.setdefault((key, outcome if parts else "left out"), []).append(self.one.at)

    def row(self, row: _Object) -> Iterator[str]:
        """The parts of one row that say something."""
        own = (self.one.own.get("id"), self.one.fields.get("id"))
        for key, value in row.items():
            is_own = key.endswith("_id") and key.removesuffix("_id") + "s" == self.one.module
            is_entity = key == "entity_id" and value not in own
            if (is_own and value in own) or (_SILENT_KEY.fullmatch(key) and not is_entity):
                continue
            if value and (said := self.value(key, value)):
                plain = key in _PLAIN_KEYS or key.endswith("_id")
                yield said if plain else f"{_title(key).lower()} {said}"

    def value(self, key: str, value: Any) -> str:
        """A value as Markdown in one line; a number of an entity as a link to it."""
        if value is True:
            return "yes"
        number = _number(value)
        if key == "status_id" and (status := self.status(number)):
            return status
        if key.endswith("_id") and number:
            stem = key.removesuffix("_id")
            module = f"{stem[:-1]}ies" if stem.endswith("y") else f"{stem}s"
            is_entity = key in _ENTITY_KEYS or key == "entity_id"
            found = self.index.key("" if is_entity else module, number)
            if not found:
                return f"number {number} in Kanka"
            is_note = self.index.entities[found].module not in _UNWRITTEN
            if not is_note and not self.index.is_private(found):
                return escape_words(self.index.name(found))
            return self.marks.add(self._tie(found))
        said = self.markdown(_text(value))
        return re.sub(r"\s+", " ", said.replace("\\\n", " ")).strip()

    def status(self, number: int) -> str:
        """The words for a status; empty if Kanka's source has none for it."""
        is_new = "status_id" in self.one.own
        return (_STATUSES if is_new else _OLD_STATUSES).get(self.one.module, {}).get(number, "")

    def posts(self) -> Iterator[NoteText]:
        for post in self.one.posts:
            said = self.markdown(_text(post.get("entry")))
            title = one_line(_text(post.get("name")))
            if said.strip():
                heading = f"## {escape_words(title)}\n\n" if title else ""
                yield from self.divided(f"{heading}{said}", secret=not _is_open(post))

    # ── Pictures and ties ──

    def portrait(self) -> NotePicture | None:
        name = self.one.name or "picture"
        path = _text(self.one.own.get("image_path")) or _text(self.one.fields.get("image"))
        uuid = _text(self.one.own.get("image_uuid"))
        wanted = uuid or path
        if not wanted:
            return None
        found = self.index.picture(uuid, path)
        return NotePicture(
            found, wanted, name, self.one.at, secret=self.index.is_secret_picture(found)
        )

    def picture_part(self) -> NoteText:
        """The entity's picture as the beginning of its text."""
        shown = self.portrait()
        if shown is not None and not shown.path:
            self.report.add(
                problems.PictureNotImported(
                    at=shown.at, name=shown.shown, reason="there is no such file"
                )
            )
        return NoteText(self.marks.add(shown) if shown is not None and shown.path else "")

    def ties(self, kind: NoteKind) -> dict[NoteTieKind, tuple[NoteLink, ...]]:
        found: dict[NoteTieKind, tuple[NoteLink, ...]] = {}
        for tie, keys in _TIE_KEYS.get(kind, {}).items():
            named = [self.index.key(module, self.one.fields.get(name)) for name, module in keys]
            if tie == "at":
                named += [
                    self.index.key("locations", each.get("location_id"))
                    for each in _objects(self.one.own.get("entityLocations"))
                ]
            if tie == "within":
                named.append(self.index.key("", self.one.own.get("parent_id")))
            found[tie] = tuple(self._tie(key) for key in dict.fromkeys(named) if key)
        if kind == "person":
            found["of"] = tuple(self._tie(key) for key in dict.fromkeys(self._groups()))
        return found

    def _groups(self) -> Iterator[str]:
        """The organisations and families of a character that all readers of it may know."""
        for each in _objects(self.one.fields.get("organisationMemberships")):
            key = self.index.key("organisations", each.get("organisation_id"))
            if key and not _is_private(each):
                yield key
        for each in _objects(self.one.fields.get("characterFamilies")):
            key = self.index.key("families", each.get("family_id"))
            # Its export leaves out whether it is private.
            if key and not _is_private(each):
                yield key

    def _tie(self, key: str) -> NoteLink:
        secret = self.index.is_private(key)
        return NoteLink(key, self.index.name(key), "", self.one.at, secret=secret)

    # ── From HTML ──

    def markdown(self, html: str) -> str:
        # Kanka finds mentions before tags; its editor writes the name into them in an `ins`.
        html = _MENTION.sub(lambda found: re.sub(r"<[^<>]*>", "", found[0]), html)
        if "<" not in html and "&" not in html:
            lines = [self.words(line.strip(), False) for line in html.split("\n")]
            return re.sub(r"\n{2,}", "\n\n", "\n\n".join(lines)).strip()
        return HtmlConverter(self.words, self.image, _embedded).convert(html)

    def line(self, text: str) -> str:
        return self.words(one_line(text), False)

    def words(self, text: str, in_table: bool) -> str:
        """A text between tags, with its mentions."""
        parts: list[str] = []
        end = 0
        for found in _MENTION.finditer(text):
            parts += [escape_words(text[end : found.start()]), self.mention(found, in_table)]
            end = found.end()
        return "".join([*parts, escape_words(text[end:])])

    def mention(self, found: re.Match[str], in_table: bool) -> str:
        if found["attribute"] is not None:
            return self.attribute(found)
        kind = (found["kind"] or "icon").casefold()
        if kind == "icon":
            return ""
        number, *settings = found["of"].split("|")
        if not _number(number):
            return escape_words(found[0])
        # Words have no colon; Kanka leaves out settings that it doesn't know.
        labels = [one_line(part) for part in settings if ":" not in part]
        label = labels[-1] if labels else ""
        if kind == "post":
            return self.post_mention(found, label, in_table)
        key = self.index.key("", _number(number))
        if not key:
            return self.left_out(found, label)
        shown = self.index.name(key)
        words = self.alias(key, settings) or label
        secret = self.index.is_private(key)
        link = NoteLink(key, shown, _in_link(words, in_table), self.one.at, secret=secret)
        return self.marks.add(link)

    def left_out(self, found: re.Match[str], label: str) -> str:
        """A mention of what the export leaves out, and so counts as private."""
        shown = found[0].strip("[]")
        words = label or _UNKNOWN
        return self.marks.add(NoteLink(shown, shown, words, self.one.at, secret=True))

    def alias(self, key: str, settings: Iterable[str]) -> str:
        """The other name that a mention shows, if everybody may know it."""
        wanted = [_number(part.partition(":")[2]) for part in settings if part.startswith("alias:")]
        for asset in _objects(self.index.entities[key].own.get("assets")):
            is_wanted = _number(asset.get("id")) in wanted and asset.get("type_id") in _ALIAS
            if is_wanted and _is_open(asset):
                return one_line(_text(asset.get("name")))
        return ""

    def post_mention(self, found: re.Match[str], label: str, in_table: bool) -> str:
        """A mention of a post: a link to its entity, because posts have numbers of their own."""
        shows_text = label == "transclude"
        post = self.index.posts.get(_number(found["of"]))
        if post is None:
            return self.left_out(found, "" if shows_text else label)
        name = one_line(_text(post.fields.get("name")))
        words = name if shows_text else label or name
        link = NoteLink(
            post.entity, name, _in_link(words, in_table), self.one.at, secret=post.secret
        )
        return self.marks.add(link)

    def attribute(self, found: re.Match[str]) -> str:
        """The value of an attribute, if everybody may know it."""
        part = self.index.attributes.get(_number(found["attribute"]))
        value = one_line(_text(part.fields.get("value"))) if part is not None else ""
        if part is not None and not part.secret and not re.search(r"[<&\[{]", value):
            return escape_words(value)
        self.report.add(problems.LinkToNothing(at=self.one.at, target=found[0].strip("{}")))
        return escape_words(_UNKNOWN)

    def image(self, attributes: Mapping[str, str]) -> str:
        source = attributes.get("src", "")
        uuid = attributes.get("data-gallery-id", "")
        if not uuid:
            in_address = _UUID.search(source)
            uuid = in_address[0] if in_address else ""
        path = self.index.picture(uuid, source)
        words = re.sub(r"[\[\]]", "", one_line(attributes.get("alt", ""))) or "picture"
        if not source and not uuid:
            return ""
        secret = self.index.is_secret_picture(path)
        return self.marks.add(
            NotePicture(path, source[:100] or uuid, words, self.one.at, secret=secret)
        )


def _embedded(attributes: Mapping[str, str]) -> str | None:
    """The mention that an element stands for."""
    return attributes.get("data-mention", attributes.get("data-attribute"))


def _in_link(words: str, in_table: bool) -> str:
    """Words that a link can have; none in a table, where `|` ends a cell."""
    return "" if in_table else re.sub(r"[\[\]|]", " ", words).strip()


def _number(value: Any) -> int:
    """The number that a value begins with; 0 if there is none."""
    found = _NUMBER.match(_text(value))
    return int(found[1]) if found else 0


def _is_private(part: _Object) -> bool:
    """Whether a part does not clearly say that it is not private."""
    return part.get("is_private") not in (0, "0")


def _is_open(part: _Object) -> bool:
    """Whether a post or a relation is shown to everybody."""
    seen = part.get("visibility_id", part.get("visibility"))
    return seen in _OPEN and not part.get("is_private")


def _listed(facts: Iterable[tuple[str, str]]) -> str:
    return "\n".join(
        f"- **{escape_words(one_line(name))}:** {said}" if name.strip() else f"- {said}"
        for name, said in facts
    )


def _title(key: str) -> str:
    """A key such as `is_dead` or `itemCreators` as words."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key.removesuffix("_id")).replace("_", " ")
    return one_line(words).capitalize()
