"""The text of a note in a vault, converted to the Markdown of a campaign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from chronicle.authoring.import_notes.leaflet import read_block
from chronicle.authoring.import_notes.note import (
    MarkList,
    NoteKind,
    NoteLink,
    NotePicture,
    NoteText,
    replace_marks,
)
from chronicle.authoring.import_notes.plain_markdown import (
    ALLOWED_SCHEMES,
    code_without_markup,
    escape_markup,
    escape_words,
)
from chronicle.authoring.import_notes.secret_words import is_secret_name
from chronicle.authoring.import_notes.vault_secrets import DividedText
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, composed
from chronicle.records import MutableRecord, Record, field

_FENCE: Final = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([^\s`]*)")
#: Code blocks of plugins, whose content is computed when the note is shown in Obsidian.
_PLUGIN_BLOCKS: Final = frozenset(
    {
        *("dataview", "dataviewjs", "query", "tasks", "button", "buttons", "leaflet", "mapview"),
        *("statblock", "dice", "encounter", "initiative", "folder-overview", "meta-bind", "base"),
        *("excalidraw", "kanban", "tracker", "timeline", "encounter-table", "calendar"),
    }
)
_ADMONITION: Final = re.compile(r"\s*(title|collapse|icon|color):(.*)$")
_INLINE_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)")
_WIKI: Final = re.compile(r"(!?)\[\[([^\[\]\n]+?)\]\]")
_MARKDOWN_LINK: Final = re.compile(
    r"(!?)\[((?:[^\[\]\n]|\\[\[\]])*)\]\((<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"(?:[ \t]+[\"'(][^\n]*?[\"')])?\)"
)
_TAG: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?/?>")
_CALLOUT: Final = re.compile(r"^((?:[ \t]*>)+)[ \t]*\[!([^\]\n]+)\][+-]?[ \t]*(.*)$")
_HEADING: Final = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_TAGS_ONLY: Final = re.compile(r"^[ \t]*(?:#[^\s#]+[ \t,]*)+$")
_HASHTAG: Final = re.compile(r"(?<![\w&/#\[(])#([\w/-]*[^\W\d_][\w/-]*)")
_BLOCK_ID: Final = re.compile(r"[ \t]+\^[A-Za-z0-9-]+[ \t]*$", re.MULTILINE)
_HIGHLIGHT: Final = re.compile(r"==([^=\n]+)==")
_FIELD: Final = re.compile(
    r"^([ \t]*(?:[-*+][ \t]+)?)\**([A-Za-z][\w /-]{0,40}?)\**::[ \t]*(\S.*)$"
)
_QUERY: Final = re.compile(r"`\$?=[^`\n]*`")
_SIZE: Final = re.compile(r"\d+(?:x\d+)?")
_WORDS: Final[Mapping[NoteKind, str]] = {
    "person": "person people npc npcs character characters pc pcs party cast villain villains"
    " hero heroes ally allies contact contacts",
    "place": "place places location locations settlement settlements city cities town towns"
    " village villages region regions area areas building buildings district districts country"
    " countries landmark landmarks dungeon dungeons geography",
    "faction": "faction factions organisation organisations organization organizations org orgs"
    " guild guilds group groups house houses family families cult cults",
    "item": "item items object objects artifact artifacts artefact artefacts treasure treasures"
    " equipment weapon weapons",
    "page": "page pages note notes lore session sessions journal journals rule rules event events"
    " history quest quests",
}
_KINDS: Final = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_PICTURE_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif")
_NOTE_ENDING: Final = re.compile(r"(?i)\.(?:md|markdown)$")


class VaultText(MutableRecord):
    """Converts one note's text; its links and pictures are collected in ``marks``."""

    source: Source
    path: str
    index: VaultIndex
    report: Report
    for_players: bool = False
    marks: MarkList = field(default_factory=MarkList)
    _reported: set[str] = field(default_factory=set)

    @staticmethod
    def words(text: str) -> str:
        """Words as Markdown that shows them unchanged."""
        return escape_words(text)

    def convert(self, text: DividedText, title: str) -> tuple[NoteText, ...]:
        """The parts of the text: what may be opened, and what is for the GM alone."""
        parts = [(self._without_title(text.open, title), False)]
        parts += [(piece, True) for piece in text.secret]
        return tuple(self._converted(parts))

    def inline(self, text: str) -> str:
        """One line of text with its links."""
        return self._prose(text)

    def _converted(self, parts: list[tuple[str, bool]]) -> Iterator[NoteText]:
        for text, secret in parts:
            converted = self._blocks(text).strip("\n")
            if converted.strip():
                yield NoteText(converted, secret=secret)

    def _without_title(self, body: str, title: str) -> str:
        """A text without a first heading that only repeats the title."""
        rows = body.lstrip("\n").split("\n")
        found = _HEADING.match(rows[0])
        if found and len(found[1]) == 1 and found[2].casefold() == title.casefold():
            return "\n".join(rows[1:])
        return body

    # ── Blocks ──

    def _blocks(self, text: str) -> str:
        return "".join(
            self._code(part) if is_code else self._paragraphs(part)
            for is_code, part in _split_code(text)
        )

    def _code(self, block: str) -> str:
        found = _FENCE.match(block)
        language = found[2].casefold() if found else ""
        if language == "leaflet" and (shown := self._map_pictures(block)):
            return shown
        if language in _PLUGIN_BLOCKS:
            self._warn(block.partition("\n")[0], f"a block of `{language}`", "left out")
            return ""
        if language.startswith("ad-"):
            return self._paragraphs(f"\n{self._admonition(block)}\n")
        return code_without_markup(block)

    def _admonition(self, block: str) -> str:
        """The text of a block of a plugin, after its title; its colour and icon are left out."""
        rows = block.rstrip("\n").split("\n")[1:-1]
        title = ""
        while rows and (found := _ADMONITION.match(rows[0])):
            title = found[2].strip() if found[1] == "title" else title
            del rows[0]
        return "\n".join([*((f"**{title}**", "") if title else ()), *rows]).lstrip("\n")

    def _map_pictures(self, block: str) -> str:
        """The pictures of a map of Leaflet; empty if it has none of the vault."""
        found = read_block(block)
        shown = [
            self._picture(path, target, _picture_words(target, ""), self._at(target))
            for target in found.images
            if (path := self.index.picture(target, self.path))
        ]
        for key in found.more if shown else ():
            self._warn(key, f"`{key}` of a map of Leaflet", "left out")
        return "".join(f"\n{mark}\n\n" for mark in shown)

    def _paragraphs(self, text: str) -> str:
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        if _TAGS_ONLY.match(line):
            return ""
        callout = _CALLOUT.match(line)
        if callout:
            title = callout[3].strip() or callout[2].partition("|")[0].strip().capitalize()
            return f"{callout[1]} **{self._prose(title).strip('*')}**\n{callout[1]}"
        named = _FIELD.match(line)
        if named:
            return f"{named[1]}**{escape_words(named[2].strip())}:** {self._prose(named[3])}  "
        return self._prose(line)

    # ── Within a line ──

    def _prose(self, text: str) -> str:
        in_table = text.lstrip().startswith("|")
        if _QUERY.search(text):
            self._warn(text, "a value that is computed in Obsidian", "left out")
            text = _QUERY.sub("", text)
        parts: list[str] = []
        end = 0
        for code in _INLINE_CODE.finditer(text):
            parts.append(self._spans(text[end : code.start()], in_table=in_table))
            parts.append(code_without_markup(code[0]))
            end = code.end()
        parts.append(self._spans(text[end:], in_table=in_table))
        return _BLOCK_ID.sub("", "".join(parts))

    def _spans(self, text: str, *, in_table: bool) -> str:
        text = _WIKI.sub(lambda found: self._wiki(found, in_table=in_table), text)
        text = _MARKDOWN_LINK.sub(self._markdown_link, text)
        text = _TAG.sub(self._tag, text)
        return escape_markup(_HIGHLIGHT.sub(r"*\1*", text))

    def _wiki(self, found: re.Match[str], *, in_table: bool) -> str:
        """A wiki link or an embedded file."""
        inner = found[2].replace("\\|", "|")
        target, _, label = inner.partition("|")
        whole, heading = target, "#" in target
        target = re.split(r"[#^]", whole, maxsplit=1)[0].strip()
        part = whole.strip()[len(target) :]
        label = label.strip()
        at = self._at(found[0])
        if whole.startswith(ALLOWED_SCHEMES) and not re.search(r"[\s<>]", whole.strip()):
            return f"[{escape_words(label or whole)}](<{whole.strip()}>)"
        path = self.index.picture(target, self.path)
        if path or is_picture(target):
            words = "" if _SIZE.fullmatch(label) else label.split("|")[0]
            return self._picture(path, target, _picture_words(target, words), at)
        if not target:
            words = label or inner.lstrip("#^") if heading else label or inner
            return self._own_part(whole, words, at)
        if found[1]:
            self._warn(found[0], f"`{target}` is embedded", "it is linked instead")
        shown = target.rpartition("/")[2]
        key = self.index.note(target, self.path)
        # The name of a secret part is in its label, which is not that of the note.
        label = "" if self.index.is_secret_part(key, part) else label
        words = "" if in_table else label or shown
        return self._link(key, target, shown, words, at)

    def _own_part(self, part: str, words: str, at: Span) -> str:
        """A link to a part of the same note: its words, unless they are the name of a secret."""
        if self.index.is_secret_part(self.path, part):
            return self.marks.add(NoteLink(self.path, words, words, at, secret=True))
        return escape_words(words)

    def _markdown_link(self, found: re.Match[str]) -> str:
        # A link has no link within it: of one there is the name left.
        words = replace_marks(found[2], self.marks.found, lambda it: it.words or it.shown).strip()
        address = found[3].strip("<>").strip()
        at = self._at(found[0])
        if address.casefold().startswith(ALLOWED_SCHEMES):
            if not found[1]:
                return found[0]
            self._warn(found[0], "a picture on another site", "it is linked instead")
            plain = words.split("|")[0] or "picture"
            return f"[{escape_words(plain)}](<{address}>)"
        target, _, part = map(unquote, address.partition("#"))
        path = self.index.picture(target, self.path, relative=True)
        if found[1] or path:
            label = words.rpartition("|")[0] if _SIZE.fullmatch(words.rpartition("|")[2]) else words
            return self._picture(path, target, _picture_words(target, label), at)
        key = self.index.note(target, self.path, relative=True) if target else ""
        if not target or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", address):
            if target:
                self._warn(found[0], f"a link to `{address[:60]}`", "its words are kept")
                return escape_words(words)
            return self._own_part(part, words, at)
        shown = without_ending(target).rpartition("/")[2]
        words = shown if self.index.is_secret_part(key, part) else words
        return self._link(key, target, shown, words or shown, at)

    def _link(self, key: str, target: str, shown: str, words: str, at: Span) -> str:
        """A link to a note; a path that leads nowhere is words, whatever else has its last name."""
        is_secret = key in self.index.private or any(map(is_secret_name, target.split("/")[:-1]))
        if key or is_secret or "/" not in target:
            return self.marks.add(NoteLink(key, shown, words, at, secret=is_secret))
        self.report.add(problems.LinkToNothing(at=at, target=target))
        return escape_words(words or shown)

    def _picture(self, path: str, target: str, words: str, at: Span) -> str:
        is_secret = self.index.is_secret_picture(path, for_players=self.for_players)
        return self.marks.add(NotePicture(path, target, words, at, secret=is_secret))

    def _tag(self, found: re.Match[str]) -> str:
        name = found[1].casefold()
        if name == "br":
            return " "
        self._warn(found[0], f"HTML (`<{name}>`)", "its words are kept")
        return ""

    # ── Findings ──

    def _at(self, written: str) -> Span:
        """The first place of a piece of the source; its beginning if it isn't there literally."""
        offset = max(self.source.text.find(written), 0)
        before = self.source.text[:offset]
        line, column = before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1
        return Span(self.source, line, column, line, column + len(written))

    def _warn(self, written: str, what: str, outcome: str) -> None:
        """Warn about a part that has no counterpart, once for each kind of it."""
        if what not in self._reported:
            self._reported.add(what)
            self.report.add(problems.NotMapped(at=self._at(written), what=what, outcome=outcome))


def _picture_words(target: str, words: str) -> str:
    """The words for a picture: those given, else the name of its file."""
    plain = re.sub(r"[\[\]\n\x02\x03]", "", words).strip()
    stem = target.rpartition("/")[2].rpartition(".")[0]
    return plain or re.sub(r"[\[\]_\s-]+", " ", stem).strip() or "picture"


def _split_code(text: str) -> Iterator[tuple[bool, str]]:
    """The text in parts: (whether it is a fenced block of code, the lines with their ends)."""
    rows: list[str] = []
    fence = ""
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        found = _FENCE.match(line)
        if not fence and found:
            if rows:
                yield False, "".join(rows)
            rows, fence = [line], found[1]
        elif fence and found and found[1].startswith(fence) and not found[2]:
            yield True, "".join([*rows, line])
            rows, fence = [], ""
        else:
            rows.append(line)
    if rows:
        yield bool(fence), "".join(rows) + (f"\n{fence}" if fence else "")


def blocks_of(language: str, text: str) -> Iterator[str]:
    """The blocks of code in a language."""
    for is_code, part in _split_code(text):
        found = _FENCE.match(part) if is_code else None
        if found and found[2].casefold() == language:
            yield part


def kind_of_words(words: Iterable[str]) -> NoteKind | None:
    """The kind that the first known word names; of `npc/villain` each part counts."""
    for text in words:
        for word in re.split(r"[/\s_-]+", text.casefold()):
            if word in _KINDS:
                return _KINDS[word]
    return None


def tags_in(text: str) -> list[str]:
    """The tags in a text without code."""
    return _HASHTAG.findall(text)


def is_picture(path: str) -> bool:
    """Whether a file is a picture by its name."""
    return path.casefold().endswith(_PICTURE_ENDINGS)


def without_ending(path: str) -> str:
    """The path of a note without `.md`."""
    return _NOTE_ENDING.sub("", path)


class VaultIndex(Record):
    """Finds the notes and pictures that links name, as Obsidian does.

    ``notes`` and ``pictures`` are paths by their last part, folded; ``names`` are notes by what
    else they are called. ``private`` are the pictures that are for the GM alone and the notes that
    are left out, ``not_public`` the pictures that are not for everybody; ``texts`` those of notes.
    """

    notes: Mapping[str, Sequence[str]]
    names: Mapping[str, str]
    pictures: Mapping[str, Sequence[str]]
    private: frozenset[str]
    not_public: frozenset[str]
    texts: Mapping[str, DividedText]

    def is_secret_picture(self, path: str, *, for_players: bool) -> bool:
        """Whether a picture is not for the readers of a note."""
        return path in self.private or (not for_players and path in self.not_public)

    def is_secret_part(self, path: str, heading: str) -> bool:
        """Whether a heading or a block of a note, as a link names it, is for the GM alone."""
        text = self.texts.get(path)
        parts = [words for part in heading.split("#") if (words := _words(part))]
        if text is None or not parts:
            return False
        opened = _lines_in_words(text.open)
        secret = [line for piece in text.secret for line in _lines_in_words(piece)]
        return any(words not in opened and any(words in line for line in secret) for words in parts)

    def note(self, target: str, near: str = "", *, relative: bool = False) -> str:
        """The path of the note that a link in the note ``near`` names; or ''."""
        bare = without_ending(target)
        found = _resolved(self.notes, bare, near, relative=relative)
        return found or ("" if "/" in target else self.names.get(folded(bare), ""))

    def picture(self, target: str, near: str = "", *, relative: bool = False) -> str:
        """The path of the picture that a link in the note ``near`` names; or ''."""
        return _resolved(self.pictures, target, near, relative=relative)


@lru_cache(maxsize=64)
def _lines_in_words(text: str) -> frozenset[str]:
    return frozenset(map(_words, text.split("\n")))


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", composed(text.casefold())))


def _resolved(known: Mapping[str, Sequence[str]], target: str, near: str, *, relative: bool) -> str:
    """The file that a link means, or ''.

    That is the one with its path from the vault's root, then from the note's folder (which comes
    first if the link is ``relative``), then the nearest whose path ends like it.
    """
    written = target.strip().replace("\\", "/")
    folder = folded(near.rpartition("/")[0])
    wanted, beside = folded(written), _stepped(folder, written)
    paths: dict[str, str] = {}
    for path in known.get(beside.rpartition("/")[2] or wanted.rpartition("/")[2], ()):
        paths.setdefault(folded(without_ending(path)), path)
    wanted, beside = folded(without_ending(wanted)), folded(without_ending(beside))
    if ".." in written.split("/") or written.startswith("./"):
        return paths.get(beside, "")
    if written.startswith("/"):
        return paths.get(wanted, "")
    for first in (beside, wanted) if relative else (wanted, beside):
        if first in paths:
            return paths[first]
    alike = [path for path in paths if path.endswith(f"/{wanted}")] if wanted else []
    alike.sort(key=lambda it: (not it.startswith(f"{folder}/"), len(it), it))
    return paths[alike[0]] if alike else ""


def folded(path: str) -> str:
    """A path or a name to compare: one form of each letter, without case and empty parts."""
    plain = composed(path.casefold()).strip().replace("\\", "/")
    return "/".join(part for part in plain.split("/") if part not in ("", ".", ".."))


def _stepped(folder: str, path: str) -> str:
    """A path from a folder, folded; empty if it leads out of the vault."""
    parts = folder.split("/") if folder else []
    for part in composed(path.casefold()).split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
