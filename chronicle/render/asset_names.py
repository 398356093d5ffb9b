"""Static files as published: their names include a hash of the content, also in other files.

A script may import others next to it, as in ``import { open } from "./sealed.js"``; a style sheet
may use fonts and pictures, as in ``url("fonts/serif.woff2")``. The hash in the name of a file
covers the files that it names, so that a change in any of them changes its name too.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span

#: The folder of a site for static files.
ASSETS_FOLDER: Final = "assets"
#: An import of a script next to this one, in any syntax; comments are not skipped.
_IMPORT: Final = re.compile(r"""(\b(?:from|import)\s*\(?\s*)(["'])(\./[^"'\n]+)\2""")
#: A file that a style sheet uses, but no address in it nor a `data:` URL.
_USE: Final = re.compile(r"""(\burl\(\s*)(["']?)(?![a-z]+:|[/#])([^"')\s]+)\2""")
_MEDIA_TYPES: Final = {
    "woff2": "font/woff2", "woff": "font/woff", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
}  # fmt: skip
#: A comment that has its lines to itself.
_BLOCK_COMMENT: Final = re.compile(r"^[ \t]*/\*(?!!)(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
_HASH: Final = 10


def published_name(name: str, content: bytes) -> str:
    """The file name of a static file in the site."""
    stem, ending = posixpath.splitext(posixpath.basename(name))
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:_HASH]}{ending}"


def with_published_names(
    static: Mapping[str, bytes], sources: Mapping[str, Source], report: Report
) -> dict[str, bytes]:
    """Return static files by name, with the names in scripts and styles replaced by published ones.

    ``sources`` are the theme's texts by path, for errors: a missing file, and scripts that import
    each other in a cycle.
    """
    scripts = _with_published_imports(static, sources, report)
    styles = {
        name: _with_published_urls(name, static, sources, report)
        for name in sorted(static)
        if name.endswith(".css")
    }
    return {**static, **scripts, **styles}


def _with_published_imports(
    static: Mapping[str, bytes], sources: Mapping[str, Source], report: Report
) -> dict[str, bytes]:
    done: dict[str, bytes] = {}

    def finish(name: str, above: tuple[str, ...]) -> bytes:
        if name not in done:
            text = sources[f"static/{name}"].text
            done[name] = without_comments(_IMPORT.sub(rewriting(name, above), text)).encode()
        return done[name]

    def rewriting(name: str, above: tuple[str, ...]) -> Callable[[re.Match[str]], str]:
        folder = posixpath.dirname(name)

        def rewritten(found: re.Match[str]) -> str:
            lead, quote, written = found[1], found[2], found[3]
            target = posixpath.normpath(posixpath.join(folder, written))
            at = _span_of(sources[f"static/{name}"], found)
            chain = (*above, name)
            if f"static/{target}" not in sources or not target.endswith(".js"):
                scripts = tuple(f"./{posixpath.relpath(path, folder)}" for path in _scripts(static))
                report.add(problems.MissingStaticFile(at=at, name=written, known=scripts))
                return found[0]
            if target in chain:
                cycle = (*chain[chain.index(target) :], target)
                report.add(problems.CircularScriptImport(at=at, cycle=cycle))
                return found[0]
            return f"{lead}{quote}./{published_name(target, finish(target, chain))}{quote}"

        return rewritten

    for name in _scripts(static):
        finish(name, ())
    return done


def _with_published_urls(
    name: str, static: Mapping[str, bytes], sources: Mapping[str, Source], report: Report
) -> bytes:
    source, folder = sources[f"static/{name}"], posixpath.dirname(name)

    def rewritten(found: re.Match[str]) -> str:
        lead, quote, written = found[1], found[2], found[3]
        target = posixpath.normpath(posixpath.join(folder, written))
        if target not in static:
            known = tuple(posixpath.relpath(path, folder or ".") for path in sorted(static))
            at = _span_of(source, found)
            report.add(problems.MissingStaticFile(at=at, name=written, known=known))
            return found[0]
        return f"{lead}{quote}{published_name(target, static[target])}{quote}"

    return without_style_comments(_USE.sub(rewritten, source.text)).encode()


def with_embedded_files(style: str, static: Mapping[str, bytes]) -> str:
    """A published style sheet with the files that it uses in it, as `data:` URLs."""
    contents = {published_name(name, content): content for name, content in static.items()}

    def embedded(found: re.Match[str]) -> str:
        content = contents.get(found[3])
        if content is None:
            return found[0]
        kind = _MEDIA_TYPES.get(found[3].rpartition(".")[2], "application/octet-stream")
        data = base64.b64encode(content).decode()
        return f'{found[1]}"data:{kind};base64,{data}"'

    return _USE.sub(embedded, style)


def without_comments(script: str) -> str:
    """A script without indentation, empty lines and lines of comments.

    Comments that begin with `/*!` stay. A script with a text of several lines is left as it is.
    """
    if any(line.count("`") % 2 for line in script.splitlines()):
        return script
    return "\n".join(line for line in _lines(script) if not line.startswith("//"))


def without_style_comments(style: str) -> str:
    """A style sheet without indentation, empty lines and comments that have lines to themselves.

    Comments that begin with `/*!` stay. A style with a text of several lines is left as it is.
    """
    if "\\\n" in style:
        return style
    return "\n".join(_lines(style)) + ("\n" if style.endswith("\n") else "")


def _lines(text: str) -> Iterator[str]:
    """The lines without indentation, empty ones and those of comments in `/*` and `*/`."""
    return filter(None, map(str.strip, _BLOCK_COMMENT.sub("", text).splitlines()))


def _scripts(static: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in static if name.endswith(".js"))


def _span_of(source: Source, found: re.Match[str]) -> Span:
    """The location of the name of an imported script."""
    start, end = found.start(3), found.end(3)
    line = source.text.count("\n", 0, start) + 1
    column = start - (source.text.rfind("\n", 0, start) + 1) + 1
    return Span(source, line, column, line, column + end - start)
