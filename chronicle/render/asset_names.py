"""File names of static files that include a hash of their content, also in imports of scripts.

A script may import others next to it, as in ``import { open } from "./sealed.js"``. The hash in its
name covers the scripts that it imports, so that a change in any of them changes its name too.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Final

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span

#: The folder of a site for static files.
ASSETS_FOLDER: Final = "assets"
#: An import of a script next to this one, in any syntax; comments are not skipped.
_IMPORT: Final = re.compile(r"""(\b(?:from|import)\s*\(?\s*)(["'])(\./[^"'\n]+)\2""")
_HASH: Final = 10


def published_name(name: str, content: bytes) -> str:
    """The file name of a static file in the site."""
    stem, ending = posixpath.splitext(posixpath.basename(name))
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:_HASH]}{ending}"


def with_published_imports(
    static: Mapping[str, bytes], sources: Mapping[str, Source], report: Report
) -> dict[str, bytes]:
    """Return static files by name, with imports in scripts replaced by published names.

    ``sources`` are the theme's texts by path, for errors: a missing script, and scripts that import
    each other in a cycle.
    """
    done: dict[str, bytes] = {}

    def finish(name: str, above: tuple[str, ...]) -> bytes:
        if name not in done:
            text = sources[f"static/{name}"].text
            done[name] = _IMPORT.sub(rewriting(name, above), text).encode()
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
                report.add(problems.MissingScript(at=at, name=written, known=scripts))
                return found[0]
            if target in chain:
                circle = (*chain[chain.index(target) :], target)
                report.add(problems.CircularScriptImport(at=at, circle=circle))
                return found[0]
            return f"{lead}{quote}./{published_name(target, finish(target, chain))}{quote}"

        return rewritten

    for name in _scripts(static):
        finish(name, ())
    return {**static, **done}


def _scripts(static: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in static if name.endswith(".js"))


def _span_of(source: Source, found: re.Match[str]) -> Span:
    """The location of the name of an imported script."""
    start, end = found.start(3), found.end(3)
    line = source.text.count("\n", 0, start) + 1
    column = start - (source.text.rfind("\n", 0, start) + 1) + 1
    return Span(source, line, column, line, column + end - start)
