"""Notes from a folder of Markdown files, such as an Obsidian vault."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from urllib.parse import unquote

from chronicle.authoring.import_notes import note, vault_text
from chronicle.diagnostics.catalogue import content as content_problems
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, span_of_file
from chronicle.records import Record
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
_SECRET_KEYS: Final = ("secret", "private", "gm", "dm", "hidden", "gmonly", "dmonly")
_PUBLISHED_KEYS: Final = ("publish", "published", "public", "dgpublish")
#: Front matter of programs, which is left out.
_IGNORED_KEYS: Final = (
    *("tags", "tag", "aliases", "alias", "id", "cssclass", "cssclasses", "permalink", "position"),
    *("created", "updated", "modified", "obsidianuimode", "obsidianeditingmode", "banner"),
    *("bannery", "bannericon", "icon", "dghome", "dgpinned", "statblock", "layout", "for"),
)
_LINK: Final = re.compile(r"!?\[\[([^\[\]|#^\n]+)(?:[#^][^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")


class _Parsed(Record):
    """A file of the vault with its front matter, before links are looked up."""

    path: str
    source: Source
    front: Mapping[str, Node]
    first_row: int

    @property
    def at(self) -> Span:
        return span_of_file(self.source)


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
    sources: Mapping[str, Source], pictures: Iterable[str], report: Report
) -> tuple[note.Note, ...]:
    """The notes of a vault: ``sources`` are its Markdown files by path."""
    parsed = [_split(path, source, report) for path, source in sources.items()]
    found = [one for one in parsed if one is not None]
    index = vault_text.VaultIndex(_note_words(found), _path_words(pictures))
    return tuple(_note(one, index, report) for one in found)


def _split(path: str, source: Source, report: Report) -> _Parsed | None:
    """The front matter of a file, if it has any; None after an error."""
    rows = source.text.split("\n")
    ends = [row for row, line in enumerate(rows) if row and line.rstrip() in ("---", "...")]
    if rows[0].rstrip() != "---" or not ends:
        return _Parsed(path, source, {}, 0)
    front = "\n".join(["", *rows[1 : ends[0]]]) + "\n"
    if not front.strip():
        return _Parsed(path, source, {}, ends[0] + 1)
    before = report.errors
    node = compose(source, report, text=front)
    if isinstance(node, MapNode):
        keys = {_plain_key(entry.key.text): entry.value for entry in node.entries}
        return _Parsed(path, source, keys, ends[0] + 1)
    if isinstance(node, ScalarNode) and node.value is None:
        return _Parsed(path, source, {}, ends[0] + 1)
    if report.errors == before:
        report.add(content_problems.NotAMapping(at=Span(source, 2, 1, 2, 1)))
    return None


def _plain_key(key: str) -> str:
    return re.sub(r"[\s_-]", "", key).casefold()


def _note_words(found: Iterable[_Parsed]) -> dict[str, str]:
    """What links may call each note, folded; of notes alike the first counts."""
    words: dict[str, str] = {}
    listed = list(found)
    for one in listed:
        stem = vault_text.without_ending(one.path)
        words.setdefault(vault_text.folded(stem), one.path)
    for one in listed:
        stem = vault_text.without_ending(one.path)
        words.setdefault(vault_text.folded(stem).rpartition("/")[2], one.path)
    for one in listed:
        for name in (_name(one), *_texts(one.front, ("aliases", "alias"))):
            words.setdefault(vault_text.folded(name), one.path)
    return words


def _path_words(paths: Iterable[str]) -> dict[str, str]:
    listed = list(paths)
    whole = {vault_text.folded(path): path for path in reversed(listed)}
    return {vault_text.folded(path).rpartition("/")[2]: path for path in reversed(listed)} | whole


def _name(one: _Parsed) -> str:
    stem = one.path.rpartition("/")[2].rpartition(".")[0]
    given = next(iter(_texts(one.front, _NAME_KEYS)), "")
    return note.one_line(given) or note.one_line(stem)


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


def _tags(one: _Parsed) -> list[str]:
    listed = _texts(one.front, ("tags", "tag"))
    return [word.lstrip("#") for text in listed for word in re.split(r"[,\s]+", text) if word]


def _is_set(front: Mapping[str, Node], keys: Iterable[str], values: tuple[str, ...]) -> bool:
    return any(text.casefold() in values for text in _texts(front, keys))


def _note(one: _Parsed, index: vault_text.VaultIndex, report: Report) -> note.Note:
    body = "\n".join(one.source.text.split("\n")[one.first_row :])
    text = vault_text.VaultText(one.source, one.path, index, report)
    converted = text.convert(body, _name(one))
    tags = [*_tags(one), *text.tags]
    folders = [*reversed(one.path.split("/")[:-1])]
    kind = (
        vault_text.kind_of_words(_texts(one.front, _KIND_KEYS))
        or vault_text.kind_of_words(tags)
        or vault_text.kind_of_words(folders)
        or "page"
    )
    used: set[str] = {*_NAME_KEYS, *_IGNORED_KEYS, *_SECRET_KEYS, *_PUBLISHED_KEYS, *_KIND_KEYS}
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
    is_secret = (
        _is_set(one.front, _SECRET_KEYS, ("true", "yes", "on", "1"))
        or _is_set(one.front, _PUBLISHED_KEYS, ("false", "no", "off", "0"))
        or any(vault_text.is_secret_word(word) for word in (*tags, *folders))
    )
    aside = [*_aliases(one), *_other_front_matter(one, used, text)]
    parts = [*converted]
    if aside:
        parts.append(note.NoteText("\n".join(aside), secret=True))
    return note.Note(
        key=one.path,
        kind=kind,
        name=_name(one),
        at=one.at,
        id=next(iter(_texts(one.front, ("id",))), ""),
        fallback=one.path.rpartition("/")[2].rpartition(".")[0],
        secret=is_secret,
        role=note.one_line(roles[0]) if len(roles) == 1 else "",
        portrait=portrait,
        ties=ties,
        texts=tuple(parts),
        marks=tuple(text.marks.found),
    )


def _aliases(one: _Parsed) -> Iterator[str]:
    names = _texts(one.front, ("aliases", "alias"))
    if names:
        yield f"- **Also called:** {', '.join(vault_text.VaultText.words(name) for name in names)}"


def _front_links(
    one: _Parsed, keys: Iterable[str], index: vault_text.VaultIndex
) -> Iterator[note.NoteLink]:
    """The notes that front matter names, as links or by their bare names."""
    for key in dict.fromkeys(keys):
        for scalar in _scalars(one.front[key]) if key in one.front else ():
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
                return note.NotePicture(path, target, _name(one), scalar.span)
    return None


def _other_front_matter(one: _Parsed, used: set[str], text: vault_text.VaultText) -> Iterator[str]:
    """Front matter without a meaning for chronicle, as a list for the GM."""
    front = one.source.text.split("\n")[: one.first_row]
    for key, node in one.front.items():
        if key in used:
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
