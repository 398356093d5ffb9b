"""Notes from the Markdown export of a Kanka campaign: `index.md`, and a file for each entity.

Only an entity itself says whether it is private. Its posts, attributes, relations and traits are
written without a mark, private or not, so they are for the GM alone; so is a description into which
Kanka may have put a part of something else, and what its author marks as such in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from chronicle.authoring.import_notes.kanka import KINDS
from chronicle.authoring.import_notes.note import (
    MarkList,
    Note,
    NoteLink,
    NoteText,
    one_line,
)
from chronicle.authoring.import_notes.plain_markdown import (
    ALLOWED_SCHEMES,
    escape_markup,
    escape_words,
)
from chronicle.authoring.import_notes.secret_words import is_secret_label, names_master
from chronicle.authoring.import_notes.vault_secrets import divided
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, span_of_file
from chronicle.records import MutableRecord, Record, field

_INDEX: Final = "index.md"
_INDEX_LINE: Final = re.compile(r"(?m)^\* \[[^\n]*\]\([^()\s]+/[^()\s]*_\d+\)$")
_ENTITY_FILE: Final = re.compile(r"([^/]+)/[^/]*_(\d{1,18})\.md")
_FACT: Final = re.compile(r"[-*] \*\*(.*?):\*\* ?(.*)")
#: What Kanka's languages have for the visibility of an entity that is not private.
_PUBLIC: Final = frozenset({"public", "pública", "publique", "publiczna", "öffentlich"})
#: What its languages call that.
_VISIBILITY: Final = frozenset(
    [
        *("visibility", "sichtbarkeit", "visibilidad", "visibilité", "vidljivost", "visibilità"),
        *("zichtbaarheid", "widoczność", "visibilidade", "доступ", "viditeľnosť"),
    ]
)
_PICTURES_ONLY: Final = re.compile(r"(?:!\[(?:avatar|header)\]\(\S*\)|\s)*")
#: An embedded picture or a link; the words of a link have no brackets.
_LINK: Final = re.compile(r"(!?)\[([^\[\]]*)\]\(<?([^()<>\s]*)>?(?:[ ]\"[^\"\n]*\")?\)")
_NUMBER: Final = re.compile(r"_(\d{1,18})$")


class _Entity(Record):
    """One file of the export, in the parts that Kanka writes."""

    module: str
    path: str
    source: Source
    name: str
    facts: tuple[tuple[str, str], ...]
    description: str
    rest: str

    @property
    def at(self) -> Span:
        return span_of_file(Source(self.source.path, ""))

    @property
    def is_private(self) -> bool:
        """Whether the last fact under the name, the visibility, is anything but public."""
        return not self.facts or self.facts[-1][1].strip().casefold() not in _PUBLIC


def export_folder(paths: Iterable[str], read: Callable[[str], str]) -> str | None:
    """The folder of an export, with a slash unless it is the top; None if there is none."""
    found = sorted(path for path in paths if path.split("/")[-1] == _INDEX and path.count("/") < 2)
    at = next((path for path in found if _INDEX_LINE.search(read(path))), None)
    return None if at is None else at.removesuffix(_INDEX)


def is_entity_file(path: str) -> bool:
    """Whether a file of an export is that of an entity."""
    found = _ENTITY_FILE.fullmatch(path)
    return found is not None and found[1] != "tags"


def is_lone_entity(path: str, text: str) -> bool:
    """Whether a file has the shape of an entity of an export, whose ``index.md`` is not there."""
    one = _split(path, Source(path, text))
    start = text.partition(f"# {one.name}\n")[0]
    has_name = bool(one.facts) and one.facts[-1][0].casefold() in _VISIBILITY
    is_named = bool(_NUMBER.search(path.removesuffix(".md"))) or "![" in start
    is_described = "\n---\n## " in text
    return has_name and bool(_PICTURES_ONLY.fullmatch(start)) and (is_named or is_described)


def parse_export(sources: Mapping[str, Source], report: Report) -> tuple[Note, ...]:
    """The notes of an export; ``sources`` are its entities' files by path."""
    entities = {path: _split(path, source) for path, source in sources.items()}
    numbers = {found[1]: path for path in entities if (found := _NUMBER.search(path[:-3]))}
    return tuple(_note(one, entities, numbers, report) for one in entities.values())


def _split(path: str, source: Source) -> _Entity:
    rows = source.text.split("\n")
    top = next((at for at, row in enumerate(rows) if row.startswith("# ")), len(rows))
    end = next((at for at, row in enumerate(rows) if at > top and row.startswith("#")), len(rows))
    start = next((at for at, row in enumerate(rows) if at > top and row == "---"), len(rows))
    end = min(end, start)
    facts = [found for row in rows[top:end] if (found := _FACT.fullmatch(row.rstrip()))]
    description, rest = "", rows[end:]
    between = all(not row or _FACT.fullmatch(row) for row in rows[end + 1 : start])
    if between and "".join(rows[start + 1 : start + 2]).startswith("## "):
        # A line like the one that ends it may stand in it; then what follows is for the GM.
        close = next((at for at in range(start + 1, len(rows)) if rows[at] == "---"), len(rows))
        description = "\n".join(rows[start + 2 : close])
        rest = [*rows[end:start], "", *rows[close + 1 :]]
    name = one_line(rows[top][2:]) if top < len(rows) else ""
    return _Entity(
        path.rpartition("/")[0].rpartition("/")[2],
        path,
        source,
        name,
        tuple((found[1], found[2]) for found in facts),
        description,
        "\n".join(rest),
    )


def _note(
    one: _Entity, entities: Mapping[str, _Entity], numbers: Mapping[str, str], report: Report
) -> Note:
    text = _EntityText(one, entities, numbers, report)
    kind = KINDS.get(one.module, "page")
    is_clear = text.is_clear(one.description)
    found = divided(one.description)
    closings = (
        (("it is private in Kanka", True),)
        if one.is_private
        else ((f"name `{one.name}`", True),)
        if names_master(one.name)
        else (
            ("its description may hold text from elsewhere", not is_clear),
            *((reason, True) for reason in found.reasons),
            ("what Kanka's Markdown does not mark as public", bool(one.rest.strip())),
        )
    )
    facts = one.facts[:-1]
    parents = [link for _, value in facts for link in text.targets(value)]
    return Note(
        key=one.path,
        kind=kind,
        name=one.name,
        at=one.at,
        fallback=_NUMBER.sub("", one.path.rpartition("/")[2].removesuffix(".md")),
        secret=one.is_private or names_master(one.name),
        ties={"within": tuple(parents)} if kind == "place" else {},
        texts=(
            NoteText(text.markdown(found.open), secret=not is_clear),
            *(NoteText(text.markdown(piece), secret=True) for piece in found.secret),
            *(
                NoteText(
                    f"- **{escape_words(name)}:** {text.markdown(value)}",
                    secret=not text.is_clear(value) or is_secret_label(name),
                )
                for name, value in facts
            ),
            NoteText(text.markdown(one.rest), secret=True),
        ),
        marks=tuple(text.marks.found),
        closings=tuple(words for words, is_so in closings if is_so),
    )


class _EntityText(MutableRecord):
    """Converts the text of one entity."""

    one: _Entity
    entities: Mapping[str, _Entity]
    numbers: Mapping[str, str]
    report: Report
    marks: MarkList = field(default_factory=MarkList)

    def is_clear(self, text: str) -> bool:
        """Whether all links of a text are names of entities, as Kanka writes a plain mention.

        The words of others may be the name of a hidden post, its text or a hidden attribute.
        """
        left = _LINK.sub(
            lambda found: (
                ""
                if found[3].startswith(ALLOWED_SCHEMES)
                or ((key := self.key(found[3])) and one_line(found[2]) == self.entities[key].name)
                else "]("
            ),
            text,
        )
        return "](" not in left

    def key(self, address: str) -> str:
        """The file that an address leads to, by the number at its end."""
        found = _NUMBER.search(address)
        return self.numbers.get(found[1], "") if found else ""

    def targets(self, text: str) -> Iterator[NoteLink]:
        """The entities that a text links to."""
        for found in _LINK.finditer(text):
            if key := self.key(found[3]):
                yield NoteLink(key, self.entities[key].name, "", self.one.at)

    def markdown(self, text: str) -> str:
        parts: list[str] = []
        end = 0
        for found in _LINK.finditer(text):
            parts += [escape_markup(text[end : found.start()]), self.link(found)]
            end = found.end()
        return "".join([*parts, escape_markup(text[end:])]).strip()

    def link(self, found: re.Match[str]) -> str:
        words, address = one_line(found[2]), found[3]
        if found[1]:
            what = "a picture on another site"
            self.report.add(problems.NotMapped(at=self.one.at, what=what, outcome="left out"))
            return escape_words(words)
        if address.startswith(ALLOWED_SCHEMES):
            return f"[{escape_words(words or address)}](<{address}>)"
        key = self.key(address)
        if not key:
            if not address.startswith("tags/"):
                self.report.add(problems.LinkToNothing(at=self.one.at, target=words or address))
            return escape_words(words)
        shown = self.entities[key].name
        label = "" if words == shown else re.sub(r"[|]", " ", words)
        return self.marks.add(NoteLink(key, shown, label, self.one.at))
