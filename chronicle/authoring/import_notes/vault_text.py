"""The text of a note in a vault, converted to the Markdown of a campaign.

Comments, callouts and sections that are marked as secret become parts for the GM alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from urllib.parse import unquote

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
        *("excalidraw", "kanban", "tracker", "timeline", "ad-gm", "encounter-table", "calendar"),
    }
)
_COMMENT: Final = re.compile(r"%%(.*?)(?:%%|\Z)|<!--(.*?)(?:-->|\Z)", re.DOTALL)
_INLINE_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)")
_WIKI: Final = re.compile(r"(!?)\[\[([^\[\]\n]+?)\]\]")
_MARKDOWN_LINK: Final = re.compile(
    r"(!?)\[((?:[^\[\]\n]|\\[\[\]])*)\]\((<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"(?:[ \t]+[\"'(][^\n]*?[\"')])?\)"
)
_TAG: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?/?>")
_CALLOUT: Final = re.compile(r"^>[ \t]*\[!([^\]\n]+)\][+-]?[ \t]*(.*)$")
_HEADING: Final = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_TAGS_ONLY: Final = re.compile(r"^[ \t]*(?:#[^\s#]+[ \t,]*)+$")
_HASHTAG: Final = re.compile(r"(?:^|(?<=\s))#([A-Za-z][\w/-]*)")
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
#: Words that mark what is for the GM alone, in front matter, tags and headings.
_SECRET: Final = re.compile(
    r"(?:gm|dm|secrets?|spoilers?|private|hidden|game ?master|dungeon ?master)", re.IGNORECASE
)
_SECRET_HEADING: Final = re.compile(rf"(?i)\b{_SECRET.pattern}\b")

_PICTURE_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif")
_NOTE_ENDING: Final = re.compile(r"(?i)\.(?:md|markdown)$")


class VaultText(MutableRecord):
    """Converts one note's text; its links and pictures are collected in ``marks``."""

    source: Source
    path: str
    index: VaultIndex
    report: Report
    marks: MarkList = field(default_factory=MarkList)
    tags: list[str] = field(default_factory=list)
    _reported: set[str] = field(default_factory=set)

    @staticmethod
    def words(text: str) -> str:
        """Words as Markdown that shows them unchanged."""
        return escape_words(text)

    def convert(self, body: str, title: str) -> tuple[NoteText, ...]:
        """The parts of the text: what may be opened, and what is for the GM alone."""
        comments: list[str] = []
        body = self._without_comments(body.expandtabs(4), comments)
        parts = self._sections(self._without_title(body, title))
        parts += [(comment, True) for comment in comments]
        return tuple(NoteText(text, secret=secret) for text, secret in self._converted(parts))

    def inline(self, text: str) -> str:
        """One line of text with its links."""
        return self._prose(text)

    def _converted(self, parts: list[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
        for text, secret in parts:
            converted = self._blocks(text).strip("\n")
            if converted.strip():
                yield converted, secret

    # ── What is for the GM ──

    def _without_comments(self, body: str, comments: list[str]) -> str:
        """A text outside of code without comments, which are added to ``comments``."""

        def taken(found: re.Match[str]) -> str:
            comments.append((found[1] or found[2] or "").strip())
            return ""

        kept: list[str] = []
        for is_code, text in _split_code(body):
            kept.append(text if is_code else _COMMENT.sub(taken, text))
        return "".join(kept)

    def _without_title(self, body: str, title: str) -> str:
        """A text without a first heading that only repeats the title."""
        rows = body.lstrip("\n").split("\n")
        found = _HEADING.match(rows[0])
        if found and len(found[1]) == 1 and found[2].casefold() == title.casefold():
            return "\n".join(rows[1:])
        return body

    def _sections(self, body: str) -> list[tuple[str, bool]]:
        """The text in stretches, each open or secret: by headings and by callouts."""
        stretches: list[tuple[list[str], bool]] = [([], False)]
        below = 0
        callout = False
        in_code = ""
        for line in body.split("\n"):
            fence = _FENCE.match(line)
            if fence and not in_code:
                in_code = fence[1]
            elif fence and fence[1].startswith(in_code) and not fence[2]:
                in_code = ""
            heading = None if in_code else _HEADING.match(line)
            if heading and len(heading[1]) <= (below or 6):
                below = len(heading[1]) if is_secret_heading(heading[2]) else 0
            opened = None if in_code else _CALLOUT.match(line)
            if opened:
                callout = is_secret_word(opened[1].strip())
            elif callout and not line.startswith(">"):
                callout = False
            secret = bool(below) or callout
            if stretches[-1][1] != secret:
                stretches.append(([], secret))
            stretches[-1][0].append(line)
        opened_text = "\n".join("\n".join(rows) for rows, secret in stretches if not secret)
        hidden = ["\n".join(rows) for rows, secret in stretches if secret]
        return [(opened_text, False), *((text, True) for text in hidden)]

    # ── Blocks ──

    def _blocks(self, text: str) -> str:
        return "".join(
            self._code(part) if is_code else self._paragraphs(part)
            for is_code, part in _split_code(text)
        )

    def _code(self, block: str) -> str:
        found = _FENCE.match(block)
        language = found[2].casefold() if found else ""
        if language in _PLUGIN_BLOCKS:
            self._warn(block.partition("\n")[0], f"a block of `{language}`", "left out")
            return ""
        if language.startswith("ad-"):
            inner = "\n".join(block.split("\n")[1:-2])
            return self._paragraphs(f"\n{inner}\n")
        return code_without_markup(block)

    def _paragraphs(self, text: str) -> str:
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        if _TAGS_ONLY.match(line):
            self.tags += _HASHTAG.findall(line)
            return ""
        self.tags += _HASHTAG.findall(line)
        callout = _CALLOUT.match(line)
        if callout:
            title = callout[2].strip() or callout[1].partition("|")[0].strip().capitalize()
            return f"> **{self._prose(title).strip('*')}**\n>"
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
        target, heading = re.split(r"[#^]", target, maxsplit=1)[0].strip(), "#" in target
        label = label.strip()
        at = self._at(found[0])
        path = self.index.picture(target, self.path)
        if path or is_picture(target):
            words = "" if _SIZE.fullmatch(label) else label.split("|")[0]
            return self.marks.add(NotePicture(path, target, _picture_words(target, words), at))
        if not target:
            return escape_words(label or inner.lstrip("#^") if heading else label or inner)
        if found[1]:
            self._warn(found[0], f"`{target}` is embedded", "it is linked instead")
        shown = target.rpartition("/")[2]
        words = "" if in_table else label or shown
        return self.marks.add(NoteLink(self.index.note(target, self.path), shown, words, at))

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
        target = unquote(address.partition("#")[0])
        path = self.index.picture(target, self.path)
        if found[1] or path:
            label = words.rpartition("|")[0] if _SIZE.fullmatch(words.rpartition("|")[2]) else words
            return self.marks.add(NotePicture(path, target, _picture_words(target, label), at))
        key = self.index.note(target, self.path) if target else ""
        if not target or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", address):
            if target:
                self._warn(found[0], f"a link to `{address[:60]}`", "its words are kept")
            return escape_words(words)
        shown = without_ending(target).rpartition("/")[2]
        return self.marks.add(NoteLink(key, shown, words or shown, at))

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


def kind_of_words(words: Iterable[str]) -> NoteKind | None:
    """The kind that the first known word names; of `npc/villain` each part counts."""
    for text in words:
        for word in re.split(r"[/\s_-]+", text.casefold()):
            if word in _KINDS:
                return _KINDS[word]
    return None


def is_secret_word(text: str) -> bool:
    """Whether a tag or a kind of callout marks what is for the GM alone."""
    return any(_SECRET.fullmatch(part) for part in re.split(r"[/_\s-]+", text))


def is_secret_heading(text: str) -> bool:
    """Whether what stands under a heading is for the GM alone."""
    return _SECRET_HEADING.search(text) is not None


def is_picture(path: str) -> bool:
    """Whether a file is a picture by its name."""
    return path.casefold().endswith(_PICTURE_ENDINGS)


def without_ending(path: str) -> str:
    """The path of a note without `.md`."""
    return _NOTE_ENDING.sub("", path)


class VaultIndex(Record):
    """Finds the notes and pictures that links name."""

    notes: Mapping[str, str]
    pictures: Mapping[str, str]

    def note(self, target: str, near: str = "") -> str:
        """Return the key of the note that a link names by path, suffix, name or alias; or ''."""
        return self._find(self.notes, without_ending(target), near)

    def picture(self, target: str, near: str = "") -> str:
        """Return the path of the picture that a link names by path, path suffix or name; or ''."""
        return self._find(self.pictures, target, near)

    def _find(self, known: Mapping[str, str], target: str, near: str) -> str:
        wanted = folded(target)
        beside = folded(f"{near.rpartition('/')[0]}/{target}")
        return known.get(wanted) or known.get(beside) or known.get(wanted.rpartition("/")[2], "")


def folded(path: str) -> str:
    """A path or a name to compare: without case, empty parts, and steps up."""
    parts: list[str] = []
    for part in composed(path.casefold()).strip().replace("\\", "/").split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    return "/".join(parts)
