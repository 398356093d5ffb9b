"""Import of people, places, items and pages from a vault of notes or a Kanka export.

Files that exist are never changed, except that places are added to `places.yaml`, and a calendar to
`campaign.yaml`. What is imported is for the GM alone unless other readers are asked for. The
campaign with the new files is loaded and played before anything is written, so that it has no
errors afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from chronicle.authoring.import_notes import calendarium, kanka, kanka_markdown, leaflet, vault
from chronicle.authoring.import_notes.calendarium import VaultCalendars
from chronicle.authoring.import_notes.campaign_files import (
    PLACES_FILE,
    CampaignWriter,
    ImportedNote,
    ImportedPictures,
    ImportRequest,
    campaign_path,
    identified_notes,
    placed_as,
    read_pictures,
)
from chronicle.authoring.import_notes.note import (
    Note,
    NoteKind,
    NotePicture,
    mark_words,
    replace_marks,
)
from chronicle.authoring.import_notes.vault_map import fault_of, with_map
from chronicle.authoring.import_notes.vault_text import is_picture
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.catalogue import syntax
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, span_of_file
from chronicle.load.context import LinkTarget, LoadContext
from chronicle.load.disk import MAX_TEXT_BYTES, MEDIA_FOLDER, NoteFiles, UnreadableNotes
from chronicle.load.text_encoding import decode_source
from chronicle.model.audience import AUDIENCE_KEYWORDS, FOR_GM, visibility_of_factions
from chronicle.model.campaign import Campaign
from chronicle.pipeline import resolve_campaign
from chronicle.records import Record, replace
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.replace import add_entries

CAMPAIGN_FILE: Final = "campaign.yaml"
#: In bytes, over all texts and over all pictures.
_MAX_TEXTS: Final = 256 << 20
_MAX_PICTURES: Final = 512 << 20
#: Of a file in which a plugin of Obsidian keeps its data.
_MAX_SETTINGS: Final = 32 << 20
#: A picture that stands for any other while the campaign is tried out.
_TINY_PICTURE: Final = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


class ImportNotesError(ValueError):
    """The import was asked for with words that mean nothing in this campaign."""


class NotesImport(Record):
    """The files to write, by path, and the notes that they are made of.

    ``organisations`` is how many became pages because factions were not asked for. ``seen`` is what
    others than the GM see by the rules of the campaign, of factions for the GM alone. ``calendar``
    is the name of the calendar that the campaign gets, and ``weekdays`` what others see of it.
    ``backdrop`` is the picture that others see under the map.
    """

    files: Mapping[str, bytes]
    notes: tuple[ImportedNote, ...]
    organisations: int
    seen: tuple[str, ...] = ()
    calendar: str = ""
    weekdays: tuple[str, ...] = ()
    backdrop: str = ""

    @property
    def pictures(self) -> tuple[str, ...]:
        """The paths of the pictures among the files, sorted."""
        return tuple(sorted(path for path in self.files if path.startswith(f"{MEDIA_FOLDER}/")))


def import_notes(
    source: NoteFiles | UnreadableNotes,
    tree: FileTree,
    readers: Sequence[str],
    sigils: Sequence[str],
    report: Report,
    *,
    factions: bool = False,
) -> NotesImport | None:
    """The files that notes become in the campaign of a tree; None after an error.

    ``readers`` are the audience words for everything that is not marked as secret, ``sigils`` the
    drawings of the theme for new factions. Raises :class:`ImportNotesError` for unknown readers.
    """
    at = span_of_file(Source(source.name, ""))
    if isinstance(source, UnreadableNotes):
        report.add(problems.NoNotes(at=at, fault=source.fault, detail=source.detail))
        return None
    own = Report()
    played = resolve_campaign(tree, own)
    if played is None or own.has_errors:
        report.extend(one for one in own.findings if one.severity == "error")
        return None
    campaign = played.campaign
    request = import_request(campaign, readers, factions=factions)
    calendars = _calendars(source)
    dates = calendars if calendars.calendars else calendarium.own_calendars(campaign.calendar)
    markers = leaflet.saved_markers(_settings(source, leaflet.DATA_FILE))
    notes = _parsed(source, vault.PluginData(dates, markers), report)
    if notes is None or report.has_errors:
        return None
    if not notes:
        report.add(problems.NoNotes(at=at, fault="empty"))
        return None
    found, there = identified_notes(notes, campaign, request, report)
    _report_secret_now(notes, there, tree, report)
    pictures = read_pictures(found, tree, source.read, _MAX_PICTURES)
    if pictures is None:
        report.add(problems.NoNotes(at=at, fault="large", detail="more than 512 MiB of pictures"))
        return None
    fault = fault_of(campaign, tree)
    found, lines, shown = with_map(found, pictures, tree, request, fault=fault, report=report)
    trial = Trial(
        campaign, tree, request, pictures, there, tuple(sigils), _FALLBACKS, map_lines=lines
    )
    best = trial.best(found, report)
    if best is not None and PLACES_FILE in best.files:
        best = replace(best, backdrop=shown)
    if best is None or campaign.calendar is not None or not calendars.calendars:
        return best
    return trial.with_calendar(best, calendars, report)


def import_request(campaign: Campaign, readers: Sequence[str], *, factions: bool) -> ImportRequest:
    """Who may read what is imported. Raises :class:`ImportNotesError` for unknown readers."""
    ids = tuple(faction.id for faction in campaign.factions)
    for word in readers:
        if word not in (*AUDIENCE_KEYWORDS, *ids):
            known = ", ".join((*AUDIENCE_KEYWORDS, *ids))
            raise ImportNotesError(f"unknown audience {word}; choose one of {known}")
    at = span_of_file(Source("", ""))
    visibility = LoadContext(ids, Report()).visibility([*readers], [at] * len(readers)) or FOR_GM
    return ImportRequest(
        tuple(readers), visibility, visibility & visibility_of_factions(ids), factions
    )


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def _calendars(source: NoteFiles) -> VaultCalendars:
    """The calendars of a vault, for which a plugin has a file."""
    for path in calendarium.DATA_FILES:
        at = span_of_file(Source(f"{source.name}/{path}", ""))
        found = calendarium.calendars_of(_settings(source, path), at)
        if found.calendars:
            return found
    return VaultCalendars()


def _settings(source: NoteFiles, path: str) -> str:
    """A file of Obsidian's settings, which are in the vault's folder; empty if there is none."""
    tops = {one.partition("/")[0] for one in source.paths if "/" in one}
    inner = f"{next(iter(tops))}/{path}" if len(tops) == 1 else path
    return _plain_text(source, path, _MAX_SETTINGS) or _plain_text(source, inner, _MAX_SETTINGS)


def _parsed(
    source: NoteFiles, plugins: vault.PluginData, report: Report
) -> tuple[Note, ...] | None:
    """The notes of an export of Kanka in either format, or of a vault; None after an error."""
    _report_links(source, report)
    folder = kanka.export_folder(source.paths)
    if folder is not None:
        paths = [path.removeprefix(folder) for path in source.paths if path.startswith(folder)]
        wanted = [path for path in paths if path.endswith(".json") and path != kanka.CAMPAIGN_FILE]
        texts = _texts(source, wanted, report, folder)
        if texts is None:
            return None
        _report_description(source, folder + kanka.CAMPAIGN_FILE, report)
        notes = kanka.parse_export(texts, paths, report)
        return tuple(_with_folder(note, folder) for note in notes)
    folder = kanka_markdown.export_folder(source.paths, partial(_plain_text, source))
    if folder is not None:
        paths = [path.removeprefix(folder) for path in source.paths if path.startswith(folder)]
        texts = _texts(source, filter(kanka_markdown.is_entity_file, paths), report, folder)
        _report_description(source, f"{folder}campaign.md", report)
        return None if texts is None else kanka_markdown.parse_export(texts, report)
    templates = _template_folder(source)
    paths = [path for path in source.paths if not vault.is_template(path, templates)]
    texts = _texts(source, [path for path in paths if vault.is_note(path)], report)
    if texts is None:
        return None
    # Notes show pictures that are kept beside the templates, too.
    pictures = [path for path in source.paths if is_picture(path)]
    vault.unmapped_files(paths, pictures, source.name, report)
    lone = {
        path: text for path, text in texts.items() if kanka_markdown.is_lone_entity(path, text.text)
    }
    others = {path: text for path, text in texts.items() if path not in lone}
    return (*vault.parse_vault(others, pictures, report, plugins), *_lone_entities(lone, report))


def _lone_entities(sources: Mapping[str, Source], report: Report) -> Iterator[Note]:
    """Files of Kanka among other notes: what Kanka or their marks and folders close is the GM's."""
    if not sources:
        return
    what = f"{len(sources)} files have" if len(sources) > 1 else "this file has"
    report.add(
        problems.NotMapped(
            at=span_of_file(next(iter(sources.values()))),
            what=f"{what} the shape of Kanka's Markdown export, without its `index.md`",
            outcome="read as such an export; what it does not mark as public is for the GM",
        )
    )
    marked = vault.parse_vault(sources, (), Report())
    for note, of_vault in zip(kanka_markdown.parse_export(sources, report), marked, strict=True):
        closings = of_vault.closings if of_vault.secret else ()
        yield replace(
            note,
            kind=of_vault.kind if note.kind == "page" else note.kind,
            secret=note.secret or of_vault.secret,
            for_players=of_vault.for_players,
            closings=(*note.closings, *closings),
        )


def _report_description(source: NoteFiles, path: str, report: Report) -> None:
    """Report the text that Kanka's file of the campaign itself has."""
    if re.search(r'(?m)^## |"entry":\s*"', _plain_text(source, path)):
        at = span_of_file(Source(f"{source.name}/{path}", ""))
        what = "the description of the campaign itself"
        report.add(problems.NotMapped(at=at, what=what, outcome="not imported"))


def _with_folder(note: Note, folder: str) -> Note:
    """A note of an export in a folder: its pictures by their paths in what is imported."""
    if not folder:
        return note
    marks = tuple(
        replace(mark, path=folder + mark.path)
        if isinstance(mark, NotePicture) and mark.path
        else mark
        for mark in note.marks
    )
    portrait = note.portrait
    if portrait is not None and portrait.path:
        portrait = replace(portrait, path=folder + portrait.path)
    return replace(note, marks=marks, portrait=portrait)


def _template_folder(source: NoteFiles) -> str:
    return vault.template_folder(_settings(source, ".obsidian/templates.json"))


def _plain_text(source: NoteFiles, path: str, most: int = MAX_TEXT_BYTES) -> str:
    """The text of a file, with marks for what is not text; empty if it can't be read."""
    content = source.read(path, most)
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else ""


def _texts(
    source: NoteFiles, paths: Iterable[str], report: Report, folder: str = ""
) -> dict[str, Source] | None:
    """The text of each file; None if they are too large. Those that are no text are left out."""
    found: dict[str, Source] = {}
    left = _MAX_TEXTS
    for path in paths:
        content = source.read(folder + path, MAX_TEXT_BYTES)
        left -= len(content) if isinstance(content, bytes) else 0
        if left < 0:
            at = span_of_file(Source(source.name, ""))
            report.add(problems.NoNotes(at=at, fault="large", detail="more than 256 MiB of text"))
            return None
        tree = FileTree(source.name, {folder + path: content})
        own = Report()
        text = decode_source(tree, folder + path, own)
        if text is not None:
            found[path] = text
        for one in own.findings:
            report.add(problems.NotMapped(at=one.at, what=one.message, outcome="not imported"))
    return found


def _report_links(source: NoteFiles, report: Report) -> None:
    for path in source.links:
        at = span_of_file(Source(f"{source.name}/{path}", ""))
        report.add(
            problems.NotMapped(at=at, what="this is a symbolic link", outcome="not imported")
        )


def _report_secret_now(
    notes: Iterable[Note], there: Mapping[str, LinkTarget], tree: FileTree, report: Report
) -> None:
    """Warn about notes in the campaign that others may read, and that say more is secret now."""
    for note in notes:
        target = there.get(note.key)
        if target is None or target.visibility == FOR_GM:
            continue
        path = campaign_path(target.ref.kind, target.ref.id)
        content = tree.files.get(path, b"")
        text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
        if note.secret or _opens_secret(note, _entry(text, path, target.ref.id)):
            report.add(problems.SecretNow(at=note.at, name=note.name, path=path))


def _opens_secret(note: Note, there: str) -> bool:
    """Whether the file of a note has words open that are in its secret parts alone now."""
    written = partial(replace_marks, marks=note.marks, written=mark_words)
    before = _words(re.sub(r"(?ms)^[ ]*:::+ *secret.*?^[ ]*:::+ *$", "", there))
    parts = [(written(part.text), part.secret) for part in note.texts]
    now = _words(
        f"{note.name}\n{note.role}\n" + "\n".join(it for it, secret in parts if not secret)
    )
    lines = (_words(line) for it, secret in parts if secret for line in it.split("\n"))
    return any(line.strip() and line in before and line not in now for line in lines)


def _entry(text: str, path: str, id: str) -> str:
    """What the file of a thing says about it; of `places.yaml` that is one entry."""
    found = re.search(rf"(?ms)^( +){id}:.*?(?=^\1\S|\Z)", text) if path == PLACES_FILE else None
    return text if found is None else found[0]


def _words(text: str) -> str:
    """The words of a text between blanks, however they are marked up and wrapped."""
    shown = re.sub(r"\]\([^()\n]*\)|\[\[[^\[\]|\n]*\|", " ", text)
    words = re.findall(r"[^\W_]+", shown.casefold())
    return f" {' '.join(words)} "


# ── Trying out ───────────────────────────────────────────────────────────────────────────────────


class Trial(Record):
    """Tries new files out, and makes pages of what the campaign's rules don't take.

    ``fallbacks`` are the kinds to make pages of, tried in turn. ``map_lines`` are those of the
    picture under the map, which comes with new places.
    """

    campaign: Campaign
    tree: FileTree
    request: ImportRequest
    pictures: ImportedPictures
    there: Mapping[str, LinkTarget]
    sigils: tuple[str, ...]
    fallbacks: tuple[frozenset[NoteKind], ...]
    map_lines: tuple[str, ...] = ()

    def best(self, notes: tuple[ImportedNote, ...], report: Report) -> NotesImport | None:
        """The import with as many notes as possible as what they are; None after an error."""
        organisations = sum(one.kind == "faction" for one in notes)
        if not self.request.factions:
            notes = placed_as(notes, {"faction"})
        reasons: dict[NoteKind, str] = {}
        if self.campaign.published.through and any(one.kind == "faction" for one in notes):
            notes = placed_as(notes, {"faction"})
            reasons["faction"] = "turns are published, and a new faction would have played in them"
        kinds = {one.kind for one in notes}
        attempts = [pages for pages in self.fallbacks if pages <= kinds]
        last = Report()
        for pages in attempts:
            last = Report()
            tried = self._attempt(placed_as(notes, pages), last)
            if tried is None or last.has_errors:
                reasons |= dict.fromkeys(kinds - pages - {*reasons}, _reason(last))
                continue
            report.extend(last.findings)
            for kind in _FALLBACK_KINDS:
                if kind in pages or (kind in reasons and kind not in kinds):
                    alike = [one.note for one in notes if one.note.kind == kind]
                    report.add(
                        problems.ImportedAsPage(
                            at=alike[0].at, kind=kind, count=len(alike), reason=reasons[kind]
                        )
                    )
            placed = placed_as(notes, pages)
            shown = 0 if self.request.factions else organisations
            return NotesImport({**tried, **self.pictures.files}, placed, shown)
        report.extend(one for one in last.findings if one.severity == "error")
        return None

    def with_calendar(
        self, found: NotesImport, calendars: VaultCalendars, report: Report
    ) -> NotesImport:
        """The import with the calendar of a vault, if the campaign's turns have days of it."""
        calendar, *others = calendars.calendars
        shown = f"the calendar `{calendar.name}`" if calendar.name else "the calendar"
        left = [*calendar.more, *(f"the calendar `{one.name}`" for one in others)]
        at = calendars.at
        if left:
            what = f"{', '.join(left)}, in the data of Calendarium"
            report.add(problems.NotMapped(at=at, what=what, outcome="left out"))
        entries = calendarium.calendar_entries(calendar)
        text = self.tree.files.get(CAMPAIGN_FILE, b"")
        try:
            written = add_entries(
                text.decode("utf-8-sig") if isinstance(text, bytes) else "", "calendar", entries
            )
        except YamlEditError:
            entries = {}
        if not entries:
            outcome = (
                "left out: its months are not the same each year, or `campaign.yaml` has braces"
            )
            report.add(problems.NotMapped(at=at, what=shown, outcome=outcome))
            return found
        files = {**found.files, CAMPAIGN_FILE: written.encode()}
        own = self._tried(files)
        if own.has_errors:
            outcome = f"left out, because it does not fit the campaign: {_reason(own)}"
            report.add(problems.NotMapped(at=at, what=shown, outcome=outcome))
            return found
        seen = calendar.weekdays if self.campaign.turns else ()
        return replace(found, files=files, calendar=calendar.name or "calendar", weekdays=seen)

    def _tried(self, files: Mapping[str, bytes]) -> Report:
        """The findings of the campaign with new files."""
        stand_ins = dict.fromkeys(self.pictures.files, _TINY_PICTURE)
        own = Report()
        resolve_campaign(FileTree(self.tree.name, {**self.tree.files, **files, **stand_ins}), own)
        return own

    def _attempt(self, notes: tuple[ImportedNote, ...], report: Report) -> dict[str, bytes] | None:
        """The files of the notes, if the campaign with them has no errors."""
        targets = {one.note.key: one.target for one in notes}
        writer = CampaignWriter(
            self.campaign, self.tree, self.request, self.pictures, {**self.there, **targets}, report
        )
        files = writer.files(notes, self.sigils)
        if files is not None and self.map_lines and PLACES_FILE in files:
            text = files[PLACES_FILE].decode().rstrip("\n")
            files[PLACES_FILE] = "\n".join([text, *self.map_lines, ""]).encode()
        if files is None:
            return None
        for path, content in files.items():
            if len(content) > MAX_TEXT_BYTES:
                at = next((one.note.at for one in notes if one.path == path), None)
                report.add(syntax.FileTooLarge(at=at, limit=MAX_TEXT_BYTES))
        own = self._tried(files)
        report.extend(one for one in own.findings if one.severity == "error")
        return files


#: The kinds that a campaign's rules may not take.
_FALLBACK_KINDS: Final[tuple[NoteKind, ...]] = ("faction", "place")
#: The kinds to make pages of, tried in turn.
_FALLBACKS: Final[tuple[frozenset[NoteKind], ...]] = (
    frozenset(),
    frozenset({"faction"}),
    frozenset({"place"}),
    frozenset({"faction", "place"}),
)
#: The same where other files name the places, which then can't be pages.
PLACES_STAY: Final = _FALLBACKS[:2]


def _reason(report: Report) -> str:
    first = next((one for one in report.findings if one.severity == "error"), None)
    return first.message if first is not None else "`places.yaml` has its places in braces"
