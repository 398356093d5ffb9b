"""Notes from a folder of Markdown files, such as an Obsidian vault."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from chronicle.authoring.import_notes import (
    calendarium,
    leaflet,
    note,
    secret_words,
    vault_secrets,
    vault_text,
)
from chronicle.authoring.import_notes.calendarium import VaultCalendars
from chronicle.authoring.import_notes.vault_secrets import DividedText
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, span_of_file
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

_NOTE_ENDINGS: Final = (".md", ".markdown")
#: Folders of templates, if the vault does not say otherwise.
_TEMPLATE_FOLDERS: Final = ("template", "templates", "_templates", "templater")
#: Front matter that says something to chronicle: what it means, and the keys for it.
_NAME_KEYS: Final = ("name", "title")
_KIND_KEYS: Final = ("type", "kind", "category", "categories", "class", "fileclass", "notetype")
_ROLE_KEYS: Final = ("role", "occupation", "profession", "job")
_PICTURE_KEYS: Final = ("portrait", "image", "picture", "avatar", "art", "token")
_TIE_KEYS: Final[Mapping[note.NoteTieKind, tuple[str, ...]]] = {
    "within": ("within", "parent", "region", "location", "partof", "in", "country"),
    "of": ("of", "faction", "factions", "organisation", "organization", "affiliation", "guild"),
    "at": ("at", "location", "place", "home", "residence", "lives"),
    "held_by": ("heldby", "owner", "bearer", "holder", "carriedby"),
}
_TIES_OF_KIND: Final[Mapping[str, tuple[note.NoteTieKind, ...]]] = {
    "person": ("of", "at"),
    "place": ("within",),
    "item": ("of", "at", "held_by"),
}
#: Front matter of programs, which is left out.
_IGNORED_KEYS: Final = (
    *("tags", "tag", "aliases", "alias", "id", "cssclass", "cssclasses", "permalink", "position"),
    *("created", "updated", "modified", "obsidianuimode", "obsidianeditingmode", "banner"),
    *("bannery", "bannericon", "icon", "dghome", "dgpinned", "statblock", "layout", "for"),
)
_LINK: Final = re.compile(r"!?\[\[([^\[\]|#^\n]+)(?:[#^][^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
#: Front matter of Leaflet, if it is numbers, and of Calendarium.
_POSITION_KEYS: Final = ("location", "coordinates", "coords", "latlng", "mapmarkers")
_EVENT_KEYS: Final = ("fccategory", "fcdisplayname", "fcdescription", "fcimg", "fcignore")
#: A field in a text, as Dataview reads them, or a line such as `**Visibility:** GM`.
_FIELD: Final = re.compile(
    r"(?m)(?:^[\s>*+_-]*|[\[(])(\w[\w -]{0,30}?)[*_]*(::?)[*_]*[ \t]+([^\n\])]{1,80})"
)
#: Front matter of other programs.
_OTHER_FRONT: Final = ("+++", ";;;", "{", "---json", "---toml")

#: The name of a file that a program made of a title, and a heading of plain words that is one.
_NO_NAME: Final = re.compile(r"[^\sA-Z]+(?:[-_][^\sA-Z]+)+")
_TITLE: Final = re.compile(r"\s*# +([^\n\[\]*_`<>#\\]+?) *(?:\n|$)")


class PluginData(Record):
    """What plugins keep for a vault: calendars, and markers by the ids of their maps."""

    calendars: VaultCalendars = VaultCalendars()
    markers: Mapping[str, Sequence[leaflet.LeafletMarker]] = field(default_factory=dict)


class _Parsed(Record):
    """A file of the vault with its front matter, before links are looked up.

    ``closings`` say why all of it is for the GM alone. What is ``for_players`` is not for the
    public.
    """

    path: str
    source: Source
    front: Mapping[str, Node]
    text: DividedText
    first_row: int
    closings: tuple[str, ...]
    for_players: bool
    part_for_players: bool

    @property
    def at(self) -> Span:
        # The first line of a note says nothing about the whole of it.
        return span_of_file(Source(self.source.path, ""))

    @property
    def name(self) -> str:
        return _name(self.path, self.front, self.text)

    @property
    def tags(self) -> list[str]:
        return [*_front_tags(self.front), *vault_text.tags_in(self.text.bare)]


def is_note(path: str) -> bool:
    """Whether a file is a Markdown file, and not a drawing."""
    lower = path.casefold()
    return lower.endswith(_NOTE_ENDINGS) and not lower.endswith(".excalidraw.md")


def template_folder(settings: str) -> str:
    """The folder of templates that Obsidian's settings name; empty if they name none."""
    try:
        found = json.loads(settings)
    except (ValueError, RecursionError):
        return ""
    folder = found.get("folder") if isinstance(found, dict) else None
    return folder.strip("/") if isinstance(folder, str) else ""


def is_template(path: str, named: str) -> bool:
    """Whether a file is in the folder of templates."""
    folders = path.casefold().split("/")[:-1]
    is_named = bool(named) and path.casefold().startswith(f"{named.casefold()}/")
    return is_named or any(folder in _TEMPLATE_FOLDERS for folder in folders)


def parse_vault(
    sources: Mapping[str, Source],
    pictures: Iterable[str],
    report: Report,
    plugins: PluginData | None = None,
) -> tuple[note.Note, ...]:
    """The notes of a vault: ``sources`` are its Markdown files by path.

    A note whose front matter can't be read is left out, with a warning.
    """
    parsed = [_split(path, source, report) for path, source in sources.items()]
    found = [one for one in parsed if one is not None]
    shown = [*pictures]
    left_out = {*sources} - {one.path for one in found}
    plugins = plugins or PluginData()
    _report_unmapped_keys(found, plugins.calendars, report)
    index = vault_text.VaultIndex(
        _by_last_part(sources, without_ending=True),
        _names(found),
        _by_last_part(shown),
        _private_pictures(shown, found) | left_out,
        _pictures_beside(shown, found, lambda one: bool(one.closings) or one.for_players),
        {one.path: one.text for one in found},
    )
    maps = _MapReader(index, found, plugins.markers)
    return tuple(
        replace(_note(one, index, plugins.calendars, report), maps=(*maps.maps_of(one),))
        for one in found
    )


def _split(path: str, source: Source, report: Report) -> _Parsed | None:
    """A file with its front matter, if it has any; None if that can't be read."""
    rows = source.text.split("\n")
    start = next((row for row, line in enumerate(rows) if line.strip()), 0)
    if rows[start].rstrip() != "---":
        closed = ("front matter that is not YAML",) if rows[start].rstrip() in _OTHER_FRONT else ()
        return _parsed(path, source, None, 0, closed)
    end = next(
        (row for row in range(start + 1, len(rows)) if rows[row].rstrip() in ("---", "...")), 0
    )
    if not end:
        is_front = start + 1 < len(rows) and re.match(r"[\w \"'-]+:(?:\s|$)", rows[start + 1])
        closed = ("front matter without an end",) if is_front else ()
        return _parsed(path, source, None, 0, closed)
    front = "\n".join(["", *rows[start + 1 : end]]) + "\n"
    if not front.strip():
        return _parsed(path, source, None, end + 1)
    own = Report()
    node = compose(source, own, text="\n" * start + front)
    if isinstance(node, MapNode) and any(it.key.text == "excalidraw-plugin" for it in node.entries):
        what = "this is a drawing"
        report.add(problems.NotMapped(at=span_of_file(source), what=what, outcome="not imported"))
        return None
    if isinstance(node, MapNode) and not own.has_errors:
        return _parsed(path, source, node, end + 1)
    if isinstance(node, ScalarNode) and node.value is None and not own.has_errors:
        return _parsed(path, source, None, end + 1)
    if start:
        # Obsidian takes what is not at the top for text.
        return _parsed(path, source, None, 0, ("front matter that can't be read",))
    first = next((one for one in own.findings if one.severity == "error"), None)
    at = first.at if first is not None else Span(source, 2, 1, 2, 1)
    reason = first.message if first is not None else "it is not a list of keys and values"
    report.add(problems.NoteLeftOut(at=at or span_of_file(source), reason=reason))
    return None


def _parsed(
    path: str,
    source: Source,
    written: MapNode | None,
    first_row: int,
    closings: tuple[str, ...] = (),
) -> _Parsed:
    entries = written.entries if written is not None else ()
    front = {_plain_key(entry.key.text): entry.value for entry in entries}
    body = "\n".join(source.text.split("\n")[first_row:]).expandtabs(4)
    text = vault_secrets.divided(body)
    keys = [*_entries(written)]
    found = [*closings, *_closings(path, front, keys, text)]
    is_whole = _is_for_players(path, front, keys, text)
    is_part = not is_whole and secret_words.has_part_for_players(text.bare)
    reasons = tuple(dict.fromkeys(found))
    return _Parsed(
        path, source, front, text, first_row, reasons, is_whole or is_part, part_for_players=is_part
    )


def _plain_key(key: str) -> str:
    return re.sub(r"[\s_-]", "", key).casefold()


def _report_unmapped_keys(
    notes: Iterable[_Parsed], calendars: VaultCalendars, report: Report
) -> None:
    """Warn about front matter that a campaign has no place for, once for each kind."""
    kinds: dict[str, list[Node]] = {}
    for one in notes:
        is_dated = bool(calendars.date(one.front))
        *dates, calendar = calendarium.DATE_KEYS
        names = _EVENT_KEYS if is_dated else (*_EVENT_KEYS, calendar)
        no_dates = [one.front[key] for key in dates if key in one.front and not is_dated]
        events = [one.front[key] for key in names if key in one.front]
        for what, found in (
            ("a date of Calendarium that its calendar does not have", next(iter(no_dates), None)),
            ("a category or another name of Calendarium", next(iter(events), None)),
        ):
            if found is not None:
                kinds.setdefault(what, []).append(found)
    for what, alike in kinds.items():
        many = f"{len(alike)} notes have" if len(alike) > 1 else "this note has"
        outcome = "kept as text for the GM"
        report.add(problems.NotMapped(at=alike[0].span, what=f"{many} {what}", outcome=outcome))


def _coordinates(one: _Parsed) -> Node | None:
    """The position of a note in its front matter."""
    found = (one.front[key] for key in _POSITION_KEYS if key in one.front)
    return next((it for it in found if _is_position(it)), None)


def _is_position(node: Node) -> bool:
    texts = [one.text.strip() for one in _scalars(node)]
    return len(texts) > 1 and all(re.fullmatch(r"[-+]?[\d.]+", text) for text in texts)


# ── Who may read ─────────────────────────────────────────────────────────────────────────────────


def _closings(
    path: str,
    front: Mapping[str, Node],
    entries: Iterable[tuple[str, list[str]]],
    text: DividedText,
) -> Iterator[str]:
    """Why a note is for the GM alone: its front matter, tags, folders and name."""
    is_opened = False
    for key, values in entries:
        reading = secret_words.reading_of_key(key, values)
        is_opened = is_opened or (reading in ("open", "players") and bool(values))
        if reading in ("secret", "unknown"):
            yield _mark(f"{key}: {', '.join(values)}".strip(), reading)
    for key, sign, value in _fields(text.bare):
        reading = secret_words.reading_of_key(key, [value])
        is_field = sign == "::" and not secret_words.is_secret_label(key)
        if reading == "secret" or (reading == "unknown" and is_field):
            yield _mark(f"{key}{sign} {value}", reading)
    for tag in [*_front_tags(front), *vault_text.tags_in(text.bare)]:
        reading = secret_words.reading_of_tag(tag)
        if reading in ("secret", "unknown"):
            yield _mark(f"#{tag}", reading)
    *folders, _ = path.split("/")
    for kind, words in [
        *(("folder", folder) for folder in folders),
        *(("name", name) for name in dict.fromkeys((_stem(path), _name(path, front, text)))),
    ]:
        is_sure = secret_words.names_master(words) or not is_opened
        if is_sure and secret_words.is_secret_name(words):
            yield f"{kind} `{words}`"


def _fields(text: str) -> Iterator[tuple[str, str, str]]:
    for found in _FIELD.finditer(text):
        yield found[1].strip(), found[2], found[3].strip(" *_])")


def _is_for_players(
    path: str,
    front: Mapping[str, Node],
    entries: Iterable[tuple[str, list[str]]],
    text: DividedText,
) -> bool:
    """Whether a mark on a note lets players read it, who are not the public."""
    keys = [*entries, *((key, [value]) for key, _, value in _fields(text.bare))]
    tags = [*_front_tags(front), *vault_text.tags_in(text.bare)]
    words = [*tags, *vault_text.without_ending(path).split("/"), _name(path, front, text)]
    return (
        any(secret_words.reading_of_key(*entry) == "players" for entry in keys)
        or any(secret_words.reading_of_tag(tag) == "players" for tag in tags)
        or any(map(secret_words.is_for_players, words))
    )


def _mark(words: str, reading: str) -> str:
    shown = note.one_line(words)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return f"`{shown}`" if reading == "secret" else f"`{shown}`, which is not understood"


def _entries(node: Node | None) -> Iterator[tuple[str, list[str]]]:
    """The keys in front matter, also those within others, each with all its values."""
    if isinstance(node, ListNode):
        for item in node.items:
            yield from _entries(item)
    elif isinstance(node, MapNode):
        for entry in node.entries:
            yield entry.key.text, [one.text.strip() for one in _scalars(entry.value)]
            yield from _entries(entry.value)


def _private_pictures(pictures: Iterable[str], notes: Sequence[_Parsed]) -> frozenset[str]:
    """The pictures that are for the GM alone, by their names, folders or the notes beside them."""
    named = (
        path
        for path in pictures
        if any(map(secret_words.is_secret_name, path.rpartition(".")[0].split("/")))
    )
    return _pictures_beside(pictures, notes, lambda one: bool(one.closings)).union(named)


def _pictures_beside(
    pictures: Iterable[str], notes: Sequence[_Parsed], is_closed: Callable[[_Parsed], bool]
) -> frozenset[str]:
    """The pictures in folders in which all notes are closed."""
    open_folders = {one.path.rpartition("/")[0] for one in notes if not is_closed(one)}
    closed_folders = {one.path.rpartition("/")[0] for one in notes} - open_folders - {""}
    return frozenset(path for path in pictures if path.rpartition("/")[0] in closed_folders)


# ── Names ────────────────────────────────────────────────────────────────────────────────────────


def _by_last_part(
    paths: Iterable[str], *, without_ending: bool = False
) -> dict[str, tuple[str, ...]]:
    """Paths by the names of their files, folded."""
    found: dict[str, tuple[str, ...]] = {}
    for path in paths:
        bare = vault_text.without_ending(path) if without_ending else path
        name = vault_text.folded(bare).rpartition("/")[2]
        found[name] = (*found.get(name, ()), path)
    return found


def _names(found: Iterable[_Parsed]) -> dict[str, str]:
    """What links may call each note beside the name of its file; of notes alike the first."""
    words: dict[str, str] = {}
    for one in found:
        for name in (one.name, *_texts(one.front, ("aliases", "alias"))):
            words.setdefault(vault_text.folded(name), one.path)
    return words


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _name(path: str, front: Mapping[str, Node], text: DividedText) -> str:
    """The name in the front matter, that of the file, or the heading if the file's is no name."""
    given = next(iter(_texts(front, _NAME_KEYS)), "")
    stem = _stem(path)
    heading = _TITLE.match(text.open) if _NO_NAME.fullmatch(stem) else None
    # What comes first once a secret part is left out is no title.
    is_first = heading is not None and text.bare.lstrip().startswith(heading[0].strip())
    title = heading[1] if heading is not None and is_first else ""
    return note.one_line(given or title) or note.one_line(stem)


def _scalars(node: Node) -> Iterator[ScalarNode]:
    """The values in a node; `[[Name]]` without quotes is read by YAML as a list in a list."""
    match node:
        case ScalarNode():
            if node.value is not None and node.text.strip():
                yield node
        case ListNode():
            for item in node.items:
                yield from _scalars(item)
        case MapNode():
            for entry in node.entries:
                yield from _scalars(entry.value)


def _texts(front: Mapping[str, Node], keys: Iterable[str]) -> list[str]:
    return [one.text.strip() for key in keys if key in front for one in _scalars(front[key])]


def _front_tags(front: Mapping[str, Node]) -> list[str]:
    listed = _texts(front, ("tags", "tag"))
    return [word.lstrip("#") for text in listed for word in re.split(r"[,\s]+", text) if word]


def _note(
    one: _Parsed, index: vault_text.VaultIndex, calendars: VaultCalendars, report: Report
) -> note.Note:
    text = vault_text.VaultText(one.source, one.path, index, report, for_players=one.for_players)
    converted = text.convert(one.text, one.name)
    tags = one.tags
    folders = [*reversed(one.path.split("/")[:-1])]
    kind = (
        vault_text.kind_of_words(_texts(one.front, _KIND_KEYS))
        or vault_text.kind_of_words(tags)
        or vault_text.kind_of_words(folders)
        or "page"
    )
    used: set[str] = {*_NAME_KEYS, *_IGNORED_KEYS, *_KIND_KEYS}
    ties: dict[note.NoteTieKind, tuple[note.NoteLink, ...]] = {}
    for tie in _TIES_OF_KIND.get(kind, ()):
        links = tuple(_front_links(one, _TIE_KEYS[tie], index))
        used |= {*_TIE_KEYS[tie]} if links else set()
        ties[tie] = links
    roles = _texts(one.front, _ROLE_KEYS) if kind in ("person", "item") else []
    if len(roles) == 1:
        used |= {*_ROLE_KEYS}
    portrait = _portrait(one, index) if kind in ("person", "item") else None
    if portrait is not None:
        used |= {*_PICTURE_KEYS}
    date = calendars.date(one.front)
    used |= {*calendarium.DATE_KEYS} if date else set()
    placed = {key for key in _POSITION_KEYS if key in one.front and _is_position(one.front[key])}
    coordinates = [*_other_front_matter(one, {*one.front} - placed, text)]
    aside = [*_aliases(one), *_other_front_matter(one, used | placed, text)]
    shown = f"**Date:** {vault_text.VaultText.words(date)}"
    parts = [*([note.NoteText(shown)] if date else []), *converted]
    if aside:
        parts.append(note.NoteText("\n".join(aside), secret=True))
    return note.Note(
        key=one.path,
        kind=kind,
        name=one.name,
        at=one.at,
        id=next(iter(_texts(one.front, ("id",))), ""),
        fallback=_stem(one.path),
        secret=bool(one.closings),
        for_players=one.for_players,
        part_for_players=one.part_for_players,
        role=note.one_line(roles[0]) if len(roles) == 1 else "",
        portrait=portrait,
        ties=ties,
        texts=tuple(parts),
        coordinates=(note.NoteText("\n".join(coordinates), secret=True) if coordinates else None),
        marks=tuple(text.marks.found),
        closings=one.closings
        or (*one.text.reasons, *(("front matter that chronicle does not know",) if aside else ())),
    )


class _MapReader(MutableRecord):
    """Reads the maps of Leaflet in notes, with where other notes are on them."""

    index: vault_text.VaultIndex
    notes: Sequence[_Parsed]
    markers: Mapping[str, Sequence[leaflet.LeafletMarker]]

    def maps_of(self, one: _Parsed) -> Iterator[note.NoteMap]:
        parts = [(one.text.open, False), *((piece, True) for piece in one.text.secret)]
        for text, is_secret in parts:
            for written in vault_text.blocks_of("leaflet", text):
                block = leaflet.read_block(written)
                for target in block.images[:1]:
                    if path := self.index.picture(target, one.path):
                        yield self._map(one, block, target, path, secret=is_secret)

    def _map(
        self, one: _Parsed, block: leaflet.LeafletBlock, target: str, path: str, *, secret: bool
    ) -> note.NoteMap:
        is_closed = self.index.is_secret_picture(path, for_players=one.for_players)
        words = re.sub(r"[\[\]_\s-]+", " ", target.rpartition("/")[2].rpartition(".")[0]).strip()
        positions: dict[str, leaflet.Point] = {}
        for marker in (*block.markers, *self.markers.get(block.id, ())):
            if key := self.index.note(re.split(r"[#|^]", marker.target)[0], one.path):
                positions.setdefault(key, marker.at)
        for other in self._listed(one, block):
            if (at := _lat_long(other)) is not None:
                positions.setdefault(other.path, at)
        return note.NoteMap(
            note.NotePicture(path, target, words or "map", one.at, secret=is_closed),
            block.bounds,
            block.max_zoom,
            positions,
            secret=secret or is_closed,
        )

    def _listed(self, one: _Parsed, block: leaflet.LeafletBlock) -> Iterator[_Parsed]:
        """The notes that a map shows where their front matter says."""
        files = {self.index.note(target, one.path) for target in block.files}
        for other in self.notes:
            tags = (
                {tag.casefold() for tag in other.tags} if block.tags or block.only_tags else set()
            )
            is_named = (
                other.path in files
                or any(leaflet.in_folder(other.path, it, one.path) for it in block.folders)
                or any(tags.issuperset(it) for it in block.tags if it)
            )
            is_wanted = not block.only_tags or any(tags.issuperset(it) for it in block.only_tags)
            if is_named and is_wanted:
                yield other


def _lat_long(one: _Parsed) -> leaflet.Point | None:
    """Where a note is by its front matter, as Leaflet reads it: the first of several places."""
    for key in ("location", "mapmarkers"):
        texts = (
            [it.text.strip().rstrip("%") for it in _scalars(one.front[key])]
            if (key in one.front)
            else []
        )
        numbers = [float(it) for it in texts if re.fullmatch(r"[-+]?\d+(?:\.\d+)?", it)]
        if len(numbers) > 1:
            return numbers[0], numbers[1]
    return None


def _aliases(one: _Parsed) -> Iterator[str]:
    names = _texts(one.front, ("aliases", "alias"))
    if names:
        yield f"- **Also called:** {', '.join(vault_text.VaultText.words(name) for name in names)}"


def _front_links(
    one: _Parsed, keys: Iterable[str], index: vault_text.VaultIndex
) -> Iterator[note.NoteLink]:
    """The notes that front matter names, as links or by their bare names."""
    for key in dict.fromkeys(keys):
        if key not in one.front or _is_position(one.front[key]):
            continue
        for scalar in _scalars(one.front[key]):
            found = _LINK.fullmatch(scalar.text.strip())
            target = found[1].strip() if found else scalar.text.strip()
            words = (found[2] or "").strip() if found else ""
            yield note.NoteLink(index.note(target, one.path), target, words, scalar.span)


def _portrait(one: _Parsed, index: vault_text.VaultIndex) -> note.NotePicture | None:
    for key in _PICTURE_KEYS:
        for scalar in _scalars(one.front[key]) if key in one.front else ():
            found = _LINK.fullmatch(scalar.text.strip())
            target = unquote(found[1].strip() if found else scalar.text.strip())
            if vault_text.is_picture(target) and "://" not in target:
                path = index.picture(target, one.path)
                is_secret = index.is_secret_picture(path, for_players=one.for_players)
                return note.NotePicture(path, target, one.name, scalar.span, secret=is_secret)
    return None


def _other_front_matter(one: _Parsed, used: set[str], text: vault_text.VaultText) -> Iterator[str]:
    """Front matter without a meaning for chronicle, as a list for the GM."""
    front = one.source.text.split("\n")[: one.first_row]
    for key, node in one.front.items():
        if key in used or secret_words.is_plain_reading(key, _texts(one.front, (key,))):
            continue
        said = [text.inline(note.one_line(scalar.text)) for scalar in _scalars(node)]
        written = _written_key(front, key)
        if said:
            yield f"- **{vault_text.VaultText.words(written)}:** {', '.join(said)}"


def _written_key(front: Iterable[str], key: str) -> str:
    for line in front:
        found = re.match(r"['\"]?([^:'\"]+)['\"]?\s*:", line)
        if found and _plain_key(found[1]) == key:
            return note.one_line(found[1])
    return key


def unmapped_files(
    paths: Iterable[str], pictures: Iterable[str], shown: str, report: Report
) -> None:
    """Warn about files that are neither notes nor pictures, once for each kind of file."""
    known = {*pictures}
    kinds: dict[str, list[str]] = {}
    for path in paths:
        if path not in known and not is_note(path):
            _, dot, ending = path.rpartition("/")[2].casefold().rpartition(".")
            kinds.setdefault(dot + ending if dot else "", []).append(path)
    for ending, found in kinds.items():
        alike = f"{len(found)} files ending in `{ending}`" if ending else f"{len(found)} files"
        what = alike if len(found) > 1 else "this is not a note"
        at = span_of_file(Source(f"{shown}/{found[0]}", ""))
        report.add(problems.NotMapped(at=at, what=what, outcome="not imported"))
