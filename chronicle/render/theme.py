"""A theme: templates, messages, sigils and static files, read from disk once."""

from __future__ import annotations

import json
import marshal
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Final

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_shared, save_shared
from chronicle.diagnostics.catalogue import syntax
from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.files.package_data import shipped_themes_folder
from chronicle.files.source import Source, Span, span_of_file
from chronicle.files.store import paths_in
from chronicle.model.campaign import Faction
from chronicle.records import Record, field, replace
from chronicle.render import asset_names, theme_style
from chronicle.render.message_checks import check_messages, is_by_number
from chronicle.render.messages import Message, MessageCatalogue
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

DEFAULT_THEME: Final = "annals"
#: Texts that a GM may choose from; no page shows them by itself.
_CHOICES: Final = "/rumors/"
#: The kind of cached messages, and how many files of them are cached.
_KIND: Final = "messages"
_MAX_CATALOGUES: Final = 128
_LINK: Final = "it is a symbolic link, which chronicle does not follow"
_TEXTS: Final = (".html", ".xml", ".json", ".yaml", ".svg", ".css", ".js", ".txt")


class Theme(Record):
    """A theme as read: sources by path, static files by name, and the messages of one language.

    Files in ``static/`` are published with a hash of their content in their names, so that browsers
    never show an outdated copy. Scripts import each other by these names.
    """

    name: str
    sources: Mapping[str, Source]
    static: Mapping[str, bytes]
    words: MessageCatalogue
    language: str
    settings: theme_style.ThemeInput = field(default_factory=theme_style.ThemeInput)

    @property
    def sigils(self) -> tuple[str, ...]:
        """The sigils that the theme can draw."""
        return tuple(sorted(PurePosixPath(p).stem for p in self.sources if p.startswith("sigils/")))

    @property
    def styles(self) -> tuple[str, ...]:
        """The names of its style sheets, in order."""
        own = tuple(self.settings.styles)
        return (*own, theme_style.LOOK_CSS) if theme_style.LOOK_CSS in self.static else own

    @property
    def grounds(self) -> tuple[str, ...]:
        """The background colours of its pages by day and by night, if it states them."""
        both = self.settings.grounds
        return (both.day[0], both.night[0]) if both is not None else ()

    @property
    def digest(self) -> str:
        """The digest of everything that it consists of."""
        sources = [(path, source.path, source.text) for path, source in self.sources.items()]
        words = [dict(self.words), sorted(self.words.numbers.items())]
        contents = [sources, dict(self.static), words, repr(self.settings)]
        # In version 0 of the format, equal data have equal bytes.
        data = marshal.dumps([self.name, self.language, *contents], 0)
        return blake2b(data, digest_size=16).hexdigest()

    @property
    def foreign_templates(self) -> frozenset[str]:
        """The paths of templates that don't come with chronicle: their authors aren't trusted."""
        shipped = shipped_templates()
        return frozenset(
            path
            for path, source in self.sources.items()
            if is_template(path) and (path, source.text) not in shipped
        )

    def published_path(self, name: str) -> str:
        """The path of a static file in the site."""
        return f"{asset_names.ASSETS_FOLDER}/{asset_names.published_name(name, self.static[name])}"


@lru_cache(maxsize=1)
def shipped_texts() -> frozenset[str]:
    """Every text of the themes that come with chronicle; other texts are the author's."""
    folder = shipped_themes_folder()
    layers = (_sources(_files(folder / name, name)) for name in theme_names_in((folder,)))
    return frozenset(text for layer in layers for text in page_texts_of(layer))


@lru_cache(maxsize=1)
def shipped_templates() -> frozenset[tuple[str, str]]:
    """The templates that come with chronicle, by path in their theme and text."""
    folder = shipped_themes_folder()
    layers = (_sources(_files(folder / name, name)) for name in theme_names_in((folder,)))
    return frozenset(
        (path, source.text)
        for layer in layers
        for path, source in layer.items()
        if is_template(path)
    )


def is_template(path: str) -> bool:
    """Whether a file of a theme can be used as a template; others are only shown or published."""
    if path == theme_style.THEME_FILE or path.startswith(("static/", "sigils/")):
        return False
    return not (path.endswith(".yaml") and "lang/" in path)


def page_texts_of(sources: Mapping[str, Source]) -> Iterator[str]:
    """The texts that a theme's pages are made of, without those that no page shows by itself."""
    return (source.text for path, source in sources.items() if _CHOICES not in path)


def theme_names_in(folders: tuple[Path, ...]) -> tuple[str, ...]:
    """The names of all themes in these folders."""
    found = {
        path.name
        for folder in folders
        if folder.is_dir()
        for path in folder.iterdir()
        if path.is_dir() and not path.name.startswith(".")
    }
    return tuple(sorted(found))


def available_choices(folders: tuple[Path, ...]) -> Mapping[str, tuple[str, ...]]:
    """The names, languages and sigils of all themes in these folders, from file names alone."""
    layers = [folder / name for name in theme_names_in(folders) for folder in folders]
    charges = {path.stem for layer in layers for path in layer.glob("sigils/*.svg")}
    languages = {path.stem for layer in layers for path in layer.glob("lang/*.yaml")}
    return {
        "theme": theme_names_in(folders),
        "sigil": tuple(sorted(charges)),
        "language": tuple(sorted(languages)),
    }


def read_theme(
    name: str,
    language: str,
    folders: tuple[Path, ...],
    report: Report,
    *,
    at: Span | None = None,
    language_at: Span | None = None,
) -> Theme | None:
    """Read a theme, layered over the default theme by file and its messages by key.

    Earlier folders take precedence over later ones. ``at`` is where the author names the theme, for
    the error if it doesn't exist.
    """
    known = theme_names_in(folders)
    if name not in known:
        report.add(problems.UnknownTheme(at=at, name=name, known=known))
        return None
    names = tuple(dict.fromkeys((DEFAULT_THEME, name)))
    links = [link for folder in folders for layer in names for link in _links_in(folder, layer)]
    for link in links:
        at = span_of_file(Source(link, ""))
        report.add(syntax.UnreadableFile(at=at, detail=_LINK))
    if links:
        return None
    places = [folder / layer for layer in names for folder in reversed(folders)]
    layers = [_files(place, f"themes/{place.name}") for place in places]
    files = {path: file for layer in layers for path, file in layer.items()}
    texts = [_sources(layer) for layer in layers]
    sources = {path: source for layer in texts for path, source in layer.items()}
    languages = tuple(sorted(PurePosixPath(it).stem for it in sources if it.startswith("lang/")))
    if language not in languages:
        report.add(problems.UnknownLanguage(at=language_at, name=language, known=languages))
        return None
    static = {
        path.removeprefix("static/"): content
        for path, (_, content) in files.items()
        if path.startswith("static/")
    }
    words = MessageCatalogue()
    settings: list[Source] = []
    errors_before = report.errors
    for place, layer in zip(places, texts, strict=True):
        words |= _words(layer, language, report)
        if place.parent != shipped_themes_folder():
            _check_words(layer, language, report)
        settings += [source for path, source in layer.items() if path == theme_style.THEME_FILE]
    if report.errors > errors_before:
        return None
    return Theme(
        name,
        sources,
        asset_names.with_published_names(static, sources, report),
        words,
        language,
        theme_style.merge_theme_settings(settings, static, report),
    )


def with_look(theme: Theme, look: Node | None, report: Report) -> Theme:
    """A theme with the author's parameters in an additional style sheet."""
    style = (
        theme_style.stylesheet_from_look(theme.settings, look, report) if look is not None else ""
    )
    return (
        replace(theme, static={**theme.static, theme_style.LOOK_CSS: style.encode()})
        if style
        else theme
    )


def check_sigils(theme: Theme, factions: Iterable[Faction], report: Report) -> bool:
    """Whether the theme has the sigil of every faction; missing ones are reported."""
    lacking = [faction for faction in factions if faction.sigil not in theme.sigils]
    for faction in lacking:
        report.add(
            problems.UnknownSigil(at=faction.sigil_at, name=faction.sigil, known=theme.sigils)
        )
    return not lacking


def _links_in(themes: Path, name: str) -> Iterator[str]:
    """The symbolic links in a theme, as shown in messages; the theme or its folder can be one."""
    if themes == shipped_themes_folder():
        return
    if themes.is_symlink():
        yield "themes"
    elif (themes / name).is_symlink():
        yield f"themes/{name}"
    else:
        for place, folders, files in os.walk(themes / name):
            for it in sorted((*folders, *files)):
                path = Path(place, it)
                if path.is_symlink():
                    yield f"themes/{path.relative_to(themes).as_posix()}"


def _files(folder: Path, shown: str) -> dict[str, tuple[str, bytes]]:
    """The files of a theme by path, each with its name for messages."""
    is_shipped = folder.parent == shipped_themes_folder()
    contents = _shipped_contents(folder) if is_shipped else _contents(folder)
    return {path: (f"{shown}/{path}", content) for path, content in contents.items()}


def _contents(folder: Path) -> Mapping[str, bytes]:
    if not folder.is_dir():
        return {}
    return {
        path: Path(folder, path).read_bytes()
        for path in sorted(paths_in(folder))
        if not path.startswith(".") and "/." not in path
    }


# They are part of the program, which does not change while it runs.
_shipped_contents = lru_cache(maxsize=None)(_contents)


def _sources(files: Mapping[str, tuple[str, bytes]]) -> dict[str, Source]:
    return {
        path: Source(shown, content.decode("utf-8", "replace").replace("\r\n", "\n"))
        for path, (shown, content) in files.items()
        if path.endswith(_TEXTS)
    }


def _is_catalogue(path: str, language: str) -> bool:
    return path.rpartition("/")[2] == f"{language}.yaml" and "lang/" in path


def _words(
    sources: Mapping[str, Source], language: str, report: Report
) -> Iterator[tuple[str, Message]]:
    """Yield the theme's own messages, then those of each ruleset."""
    for path in sorted(sources):
        if _is_catalogue(path, language):
            kept = _catalogue(sources[path])
            if kept is not None:
                yield from kept
            elif (node := compose(sources[path], report)) is not None:
                yield from _flatten(node, "")


def _check_words(sources: Mapping[str, Source], language: str, report: Report) -> None:
    """Report texts of a theme's own language files that can't be filled in."""
    for path in sorted(sources):
        if _is_catalogue(path, language):
            node = compose(sources[path], Report())
            if node is not None:
                check_messages(node, _default_words(), report)


@lru_cache(maxsize=1)
def _default_words() -> Mapping[str, Message]:
    """The English texts of the default theme."""
    files = _files(shipped_themes_folder() / DEFAULT_THEME, DEFAULT_THEME)
    return dict(_words(_sources(files), "en", Report()))


@lru_cache(maxsize=64)
def _catalogue(source: Source) -> tuple[tuple[str, Message], ...] | None:
    """The messages of a valid catalogue, cached by its source; None for one with errors."""
    key = cache_key(program_fingerprint(), source.text)
    kept = load_shared(_KIND, key)
    if kept is not None:
        return tuple((name, message) for name, message in json.loads(kept))
    report = Report()
    node = compose(source, report)
    if node is None or report.findings:
        return None
    found = tuple(_flatten(node, ""))
    save_shared(_KIND, key, json.dumps(found).encode(), max_entries=_MAX_CATALOGUES)
    return found


def _flatten(node: Node, prefix: str) -> Iterator[tuple[str, Message]]:
    match node:
        case ScalarNode():
            yield prefix, node.text.strip()
        case MapNode() if is_by_number(node):
            forms = {
                entry.key.text: entry.value.text.strip()
                for entry in node.entries
                if isinstance(entry.value, ScalarNode)
            }
            # One form is enough where a language has no other.
            last = next(reversed(forms.values()), "")
            yield prefix, {"one": last, "other": last, **forms}
        case MapNode():
            for entry in node.entries:
                name = f"{prefix}.{entry.key.text}" if prefix else entry.key.text
                yield from _flatten(entry.value, name)
        case _:
            return
