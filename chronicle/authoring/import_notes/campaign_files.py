"""The files of a campaign that notes become: ids, readers, links, and the text of each file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Final

from chronicle.authoring.import_notes.note import (
    MarkList,
    Note,
    NoteKind,
    NoteLink,
    NoteMark,
    NotePicture,
    NoteText,
    NoteTieKind,
    marks_in,
    replace_marks,
)
from chronicle.authoring.import_notes.note_ids import (
    existing_targets,
    folded,
    id_from_name,
    new_ids,
)
from chronicle.authoring.import_notes.plain_markdown import (
    escape_words,
    has_fences,
    is_accepted,
    plain_paragraphs,
)
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure
from chronicle.load.campaign import link_targets_in
from chronicle.load.context import LinkTarget, find_link_targets
from chronicle.load.disk import MEDIA_FOLDER
from chronicle.markup.images import MAX_PICTURE_BYTES, PictureDefect, clean_picture
from chronicle.model.audience import FACTIONS_KEYWORD, FOR_GM, GM_ID, Visibility
from chronicle.model.campaign import Campaign, WayKind
from chronicle.model.facts import Ref, RefKind
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.starters import yaml_scalar
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.replace import add_entries

PLACES_FILE: Final = "places.yaml"
_FOLDERS: Final[Mapping[str, str]] = {
    "person": "people",
    "item": "items",
    "page": "pages",
    "faction": "factions",
}
_REF_KINDS: Final[Mapping[NoteKind, RefKind]] = {
    "person": "person",
    "item": "item",
    "page": "page",
    "faction": "faction",
    "place": "place",
}
_TIE_TARGETS: Final[Mapping[NoteTieKind, tuple[RefKind, ...]]] = {
    "within": ("place",),
    "of": ("faction",),
    "at": ("place",),
    "held_by": ("person", "faction"),
}
#: What the GM reads of a tie that can't be one, because its target is of another kind.
_TIE_WORDS: Final[Mapping[NoteTieKind, str]] = {
    "within": "Lies in",
    "of": "Belongs to",
    "at": "Is at",
    "held_by": "Held by",
}
_DEFECTS: Final = {
    "drawing": "it is a drawing (SVG); save it as PNG",
    "foreign": "it is not a PNG, JPEG, GIF or WebP",
    "broken": "the file is damaged",
    "cut short": "the file is damaged",
    "too large": "it is too large",
}
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HIDDEN: Final = "(unknown)"
#: The two colours of the shields of imported factions, taken in turn by id.
_COLORS: Final = (
    *(("#1f3a5f", "#e8d8b0"), ("#5f1f3a", "#f4e9c8"), ("#2d4a2b", "#e6e2c3")),
    *(("#4a2f5f", "#e9dff2"), ("#5a3a1a", "#f0dfc0"), ("#233a40", "#d9e6e4")),
)


def campaign_path(kind: str, id: str) -> str:
    """The file of a person, item, page or faction; that of all places for others."""
    if kind not in _FOLDERS:
        return PLACES_FILE
    return f"{_FOLDERS[kind]}/{id}{'.yaml' if kind == 'faction' else '.md'}"


class ImportRequest(Record):
    """Who may read what is imported, and whether organisations become factions.

    ``players`` are the readers of what is for players, who are not the public.
    """

    readers: tuple[str, ...]
    visibility: Visibility
    players: Visibility
    factions: bool

    def readers_of(self, note: Note) -> Visibility:
        """Who may know a note."""
        if note.secret:
            return FOR_GM
        return self.players if note.for_players else self.visibility

    def text(self, visibility: Visibility) -> str:
        """Readers as a value of YAML."""
        if visibility == FOR_GM:
            return GM_ID
        words = (FACTIONS_KEYWORD,) if visibility != self.visibility else self.readers
        return words[0] if len(words) == 1 else f"[{', '.join(words)}]"


class ImportedNote(Record):
    """What a note becomes: the kind and id in the campaign, and who may know it."""

    note: Note
    kind: NoteKind
    id: str
    visibility: Visibility

    @property
    def path(self) -> str:
        return campaign_path(self.kind, self.id)

    @property
    def target(self) -> LinkTarget:
        return LinkTarget(Ref(_REF_KINDS[self.kind], self.id), self.note.name, self.visibility)


class ImportedPictures(Record):
    """The pictures that notes show: their names in `media/` by path, and the files to write."""

    names: Mapping[str, str]
    files: Mapping[str, bytes]
    reasons: Mapping[str, str]


def identified_notes(
    notes: Sequence[Note], campaign: Campaign, request: ImportRequest, report: Report
) -> tuple[tuple[ImportedNote, ...], dict[str, LinkTarget]]:
    """The new notes, each with an id, and what the others are in the campaign, by note key."""
    targets = link_targets_in(campaign)
    there = existing_targets(notes, targets)
    for note in notes:
        if (target := there.get(note.key)) is not None:
            report.add(
                problems.NoteExists(
                    at=note.at, name=note.name, kind=target.ref.kind, id=target.ref.id
                )
            )
    new = [note for note in notes if note.key not in there]
    taken = {it.ref.id: f"{it.ref.kind} {it.name}" for it in targets if it.ref.kind != "turn"}
    ids = new_ids(new, taken, report)
    found = [
        ImportedNote(
            note if note.name else replace(note, name=note.fallback or ids[note.key]),
            note.kind,
            ids[note.key],
            request.readers_of(note),
        )
        for note in new
    ]
    return tuple(found), there


def read_pictures(
    notes: Sequence[ImportedNote],
    tree: FileTree,
    read: Callable[[str, int], bytes | ReadFailure],
    max_bytes: int,
) -> ImportedPictures | None:
    """The pictures that notes show, as far as a site can show them; None if they are too large.

    A file in `media/` is never replaced: another picture with its name gets a different one.
    """
    paths = {mark.path: mark.words for one in notes for mark in _pictures(one.note) if mark.path}
    taken = {
        folded(path.removeprefix(f"{MEDIA_FOLDER}/")): content
        for path, content in tree.files.items()
        if path.startswith(f"{MEDIA_FOLDER}/")
    }
    names: dict[str, str] = {}
    files: dict[str, bytes] = {}
    reasons: dict[str, str] = {}
    left = max_bytes
    # The plain name is that of an open picture: another would tell of a secret one.
    opened = {
        mark.path
        for one in notes
        if one.visibility != FOR_GM
        for mark in _pictures(one.note)
        if not mark.secret
    }
    for path in sorted(paths, key=lambda path: (path not in opened, path)):
        content = read(path, MAX_PICTURE_BYTES)
        if not isinstance(content, bytes):
            large = content.fault == "too large"
            reasons[path] = "it is larger than 10 MiB" if large else "it can't be read"
            continue
        left -= len(content)
        if left < 0:
            return None
        cleaned = clean_picture(content)
        if isinstance(cleaned, PictureDefect):
            reasons[path] = _DEFECTS[cleaned.reason]
            continue
        name = _media_name(path, paths[path], content, taken)
        names[path] = name
        if name.casefold() not in taken:
            taken[name.casefold()] = files[f"{MEDIA_FOLDER}/{name}"] = content
    return ImportedPictures(names, files, reasons)


def _media_name(
    path: str, words: str, content: bytes, taken: Mapping[str, bytes | ReadFailure]
) -> str:
    """A name that a text can use; with a digest if another picture has the plain one.

    A file that is named by a number of a program gets its name from the words for the picture.
    """
    stem, _, ending = path.rpartition("/")[2].rpartition(".")
    plain = id_from_name(words if _UUID.fullmatch(stem) else stem) or "picture"
    name = f"{plain}.{ending.lower()}"
    if name.casefold() in taken and taken[name.casefold()] != content:
        return f"{plain}-{hashlib.sha256(content).hexdigest()[:8]}.{ending.lower()}"
    return name


def _pictures(note: Note) -> Iterator[NotePicture]:
    yield from (mark for mark in note.marks if isinstance(mark, NotePicture))
    if note.portrait is not None:
        yield note.portrait


class CampaignWriter(MutableRecord):
    """Writes notes as files of a campaign. ``targets`` are what links may lead to, by key."""

    campaign: Campaign
    tree: FileTree
    request: ImportRequest
    pictures: ImportedPictures
    targets: Mapping[str, LinkTarget]
    report: Report
    _all: list[LinkTarget] = field(default_factory=list)

    def files(
        self, notes: Sequence[ImportedNote], sigils: Sequence[str]
    ) -> dict[str, bytes] | None:
        """The files to write, by path; None if `places.yaml` can't be extended."""
        self._all = [*link_targets_in(self.campaign), *(one.target for one in notes)]
        files = {one.path: self._file(one, sigils).encode() for one in notes if one.kind != "place"}
        places = [one for one in notes if one.kind == "place"]
        if places:
            written = self.tree.files.get(PLACES_FILE, b"")
            within = self._within(places)
            try:
                text = add_entries(
                    written.decode("utf-8-sig") if isinstance(written, bytes) else "",
                    "places",
                    {one.id: self._place(one, within.get(one.id, "")) for one in places},
                )
            except YamlEditError:
                return None
            files[PLACES_FILE] = text.encode()
        return files

    # ── The files ──

    def _file(self, one: ImportedNote, sigils: Sequence[str]) -> str:
        if one.kind == "faction":
            return self._faction(one, sigils)
        key = "title" if one.kind == "page" else "name"
        lines = [f"{key}: {yaml_scalar(one.note.name)}", f"for: {self._readers(one)}"]
        lost: list[str] = []
        if one.kind in ("person", "item"):
            if one.note.role:
                lines.append(f"role: {yaml_scalar(one.note.role)}")
            lines += self._portrait(one)
            for tie, links in one.note.ties.items():
                lines += self._tie(one, tie, links, lost)
        else:
            lost += self._lost_ties(one)
        body = self._body(one, lost)
        return "\n".join(["---", *lines, "---", *([body] if body else []), ""])

    def _faction(self, one: ImportedNote, sigils: Sequence[str]) -> str:
        lines = [
            f"name: {yaml_scalar(one.note.name)}",
            f"for: {self._readers(one)}",
            *shield_lines(one.id, sigils),
        ]
        if body := self._body(one, self._lost_ties(one)):
            lines += ["profile: |", *(f"  {line}".rstrip() for line in body.split("\n"))]
        if self.campaign.ruleset == "lieutenants":
            lines.append("opening: {npc: true}")
        return "\n".join([*lines, ""])

    def _place(self, one: ImportedNote, within: str) -> list[str]:
        rows = [
            f"{one.id}:",
            f"  name: {yaml_scalar(one.note.name)}",
            f"  for: {self._readers(one)}",
        ]
        lost = [] if within else self._lost_ties(one)
        if within:
            rows.append(f"  within: {within}")
        if one.note.position is not None:
            rows.append("  position: [{:g}, {:g}]".format(*one.note.position))
        if ways := dict(self._ways(one)):
            rows += ["  ways:", *(f"    {id}: {kind}" for id, kind in ways.items())]
        if body := self._body(one, lost):
            rows += ["  text: |", *(f"    {line}".rstrip() for line in body.split("\n"))]
        return rows

    def _ways(self, one: ImportedNote) -> Iterator[tuple[str, WayKind]]:
        for key, kind in one.note.ways.items():
            target = self.targets.get(key)
            if target is not None and target.ref.kind == "place":
                yield target.ref.id, kind

    def _readers(self, one: ImportedNote) -> str:
        return self.request.text(one.visibility)

    # ── Ties ──

    def _tied(self, one: ImportedNote, tie: NoteTieKind, link: NoteLink) -> LinkTarget | None:
        """The target of a tie, if it is of a kind that the tie can have."""
        target = self._target(link)
        if target is None or target.ref.kind not in _TIE_TARGETS[tie] or target == one.target:
            return None
        alike = [
            other
            for other in self._all
            if other.ref.id == target.ref.id and other.ref.kind in _TIE_TARGETS[tie]
        ]
        return target if len(alike) == 1 else None

    def _tie(
        self, one: ImportedNote, tie: NoteTieKind, links: Sequence[NoteLink], lost: list[str]
    ) -> Iterator[str]:
        found = dict.fromkeys(
            target.ref.id for link in links if (target := self._tied(one, tie, link)) is not None
        )
        lost += self._lost(one, tie, [link for link in links if not self._tied(one, tie, link)])
        if len(found) == 1:
            yield f"{tie}: {next(iter(found))}"
        elif found:
            readers = self._readers(one)
            ties = ", ".join(f"{{to: {id}, for: {readers}}}" for id in found)
            yield f"{tie}: [{ties}]"

    def _within(self, places: Sequence[ImportedNote]) -> dict[str, str]:
        """The place around each new one, without circles."""
        around = {place.id: place.within for place in self.campaign.places}
        found: dict[str, str] = {}
        for one in places:
            for link in one.note.ties.get("within", ()):
                target = self._tied(one, "within", link)
                if target is None:
                    continue
                chain, outer = {one.id}, target.ref.id
                while outer and outer not in chain:
                    chain.add(outer)
                    outer = around.get(outer, "")
                if not outer:
                    around[one.id] = found[one.id] = target.ref.id
                    break
        return found

    def _lost_ties(self, one: ImportedNote) -> list[str]:
        return [
            line for tie, links in one.note.ties.items() for line in self._lost(one, tie, links)
        ]

    def _lost(self, one: ImportedNote, tie: NoteTieKind, links: Sequence[NoteLink]) -> list[str]:
        """Lines for the GM about ties that can't be written, unless the text names the target."""
        named = {mark.key for mark in one.note.marks if isinstance(mark, NoteLink)}
        return [
            f"- **{_TIE_WORDS[tie]}:** {self._link(link, FOR_GM)}"
            for link in links
            if not link.key or link.key not in named
        ]

    # ── Texts ──

    def _body(self, one: ImportedNote, lost: Sequence[str]) -> str:
        """The text of a file: what its readers may know, then what is for the GM alone."""
        hidden, marks = self._hidden_pictures(one)
        parts = [
            *one.note.texts,
            *(NoteText(text, secret=True) for text in ("\n".join(lost), hidden) if text),
        ]
        found = [
            (visibility, _joined(said))
            for secret, visibility in ((False, one.visibility), (True, FOR_GM))
            if (said := [p.text for p in parts if p.secret == secret and p.text.strip()])
        ]
        has_open = any(not part.secret and part.text.strip() for part in parts)
        texts = [
            replace_marks(text, marks, partial(self._mark, visibility))
            for visibility, text in found
        ]
        body = _with_secret(texts, has_open=has_open)
        if is_accepted(body) and not any(map(has_fences, texts)):
            return body
        self.report.add(problems.ImportedAsPlainText(at=one.note.at))
        return _with_secret(
            [
                plain_paragraphs(replace_marks(text, marks, partial(self._plain, visibility)))
                for visibility, text in found
            ],
            has_open=has_open,
        )

    def _hidden_pictures(self, one: ImportedNote) -> tuple[str, tuple[NoteMark, ...]]:
        """The secret pictures that others don't see in an open text, as a text; and all marks."""
        note = one.note
        if one.visibility == FOR_GM:
            return "", note.marks
        opened = "".join(part.text for part in note.texts if not part.secret)
        pictures = [
            *filter(None, (note.portrait if one.kind in ("person", "item") else None,)),
            *(mark for mark in marks_in(opened, note.marks) if isinstance(mark, NotePicture)),
        ]
        marks = MarkList([*note.marks])
        return "\n\n".join(marks.add(it) for it in pictures if it.secret and it.path), (
            *marks.found,
        )

    def _mark(self, visibility: Visibility, mark: NoteMark) -> str:
        if isinstance(mark, NoteLink):
            return self._link(mark, visibility)
        if mark.secret and visibility != FOR_GM:
            self._hide_picture(mark)
            return ""
        name = self._picture(mark)
        return escape_words(mark.words) if name is None else f"![{mark.words}]({name})"

    def _plain(self, visibility: Visibility, mark: NoteMark) -> str:
        if isinstance(mark, NotePicture):
            return "" if mark.secret and visibility != FOR_GM else mark.words
        target = self._target(mark)
        is_hidden = (mark.secret and visibility != FOR_GM) or (
            target is not None and visibility & target.visibility != visibility
        )
        return _HIDDEN if is_hidden else mark.words or (target.name if target else mark.shown)

    def _link(self, link: NoteLink, visibility: Visibility) -> str:
        target = self._target(link)
        is_closed = link.secret and visibility != FOR_GM
        if target is None and not is_closed:
            self.report.add(problems.LinkToNothing(at=link.at, target=link.shown))
            return escape_words(link.words or link.shown)
        if target is None or is_closed or visibility & target.visibility != visibility:
            self.report.add(problems.HiddenNameRemoved(at=link.at, target=link.shown))
            return _HIDDEN
        word = next((word for word in target.words if self._leads_to(word, target)), None)
        words = re.sub(r"[\[\]|\n]", " ", link.words).strip()
        if word is None:
            return escape_words(words or target.name)
        return f"[[{word}]]" if words in ("", target.name) else f"[[{word}|{words}]]"

    def _leads_to(self, word: str, target: LinkTarget) -> bool:
        """Whether a link by a word leads to this target and no other."""
        return not re.search(r"[\[\]|\n]", word) and [*find_link_targets(word, self._all)] == [
            target
        ]

    def _target(self, link: NoteLink) -> LinkTarget | None:
        if link.key in self.targets:
            return self.targets[link.key]
        if link.key:
            return None
        found = find_link_targets(link.shown, self._all)
        return found[0] if len(found) == 1 else None

    # ── Pictures ──

    def _picture(self, picture: NotePicture) -> str | None:
        """The name of a picture in `media/`; None if it is not imported."""
        name = self.pictures.names.get(picture.path)
        if name is None:
            reason = self.pictures.reasons.get(picture.path, "there is no such file")
            self.report.add(
                problems.PictureNotImported(at=picture.at, name=picture.shown, reason=reason)
            )
        return name

    def _hide_picture(self, picture: NotePicture) -> None:
        what = f"the picture `{picture.shown}` is not for the readers of this note"
        self.report.add(problems.NotMapped(at=picture.at, what=what, outcome="for the GM alone"))

    def _portrait(self, one: ImportedNote) -> Iterator[str]:
        picture = one.note.portrait
        if picture is not None and picture.secret and one.visibility != FOR_GM:
            self._hide_picture(picture)
            return
        name = self._picture(picture) if picture is not None else None
        if picture is not None and name is not None:
            words = re.sub(r"[\[\]\n]", " ", picture.words).strip() or "portrait"
            yield f"portrait: {{picture: {name}, words: {_quoted(words)}}}"


def shield_lines(id: str, sigils: Sequence[str]) -> tuple[str, str]:
    """The colours and the sigil of an imported faction."""
    number = int(hashlib.sha256(id.encode()).hexdigest()[:8], 16)
    dark, light = _COLORS[number % len(_COLORS)]
    return f'colors: ["{dark}", "{light}"]', f"sigil: {sigils[number % len(sigils)]}"


def _quoted(text: str) -> str:
    """A text as a YAML scalar within braces."""
    scalar = yaml_scalar(text)
    return scalar if scalar.startswith('"') or not re.search("[,{}]", text) else f'"{text}"'


def _with_secret(texts: Sequence[str], *, has_open: bool) -> str:
    """Texts as one: what is open, if there is any, then a block for the GM."""
    plain = [re.sub(r"\n{3,}", "\n\n", text).strip() for text in texts]
    opened, secret = (plain[:1], plain[1:]) if has_open else ([], plain)
    return "\n\n".join(
        [*filter(None, opened), *(f"::: secret gm\n{text}\n:::" for text in secret if text)]
    )


def _joined(parts: Sequence[str]) -> str:
    """Parts of a text as one; lists that follow each other are one list."""
    joined = parts[0]
    for part in parts[1:]:
        last = joined.rstrip().rpartition("\n")[2]
        between = "\n" if last.startswith("- ") and part.startswith("- ") else "\n\n"
        joined = f"{joined.rstrip()}{between}{part}"
    return joined


def placed_as(notes: Sequence[ImportedNote], pages: Set[NoteKind]) -> tuple[ImportedNote, ...]:
    """The notes with those of some kinds as pages instead."""
    return tuple(
        ImportedNote(one.note, "page", one.id, one.visibility) if one.kind in pages else one
        for one in notes
    )
