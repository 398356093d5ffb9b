"""Builds at less cost, for tests of what is built that are not about how a build is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

from chronicle import pipeline
from chronicle.diagnostics.report import Report
from chronicle.outline.site import SitePage
from chronicle.records import Record
from chronicle.render import Renderer, Theme, pages
from chronicle.render.renderer import PageRenderer, RenderedPage

_Rendered = Iterator[tuple[SitePage, RenderedPage]]

_report_leaks: Final = vars(pipeline)["report_leaks"]
_render: Final = vars(pages)["_rendered"]
#: As many renderers are kept: one for each ruleset, one for pages without one, and some more.
_MOST: Final = 8
#: As many pages of a renderer are kept.
_MOST_PAGES: Final = 2_000


class _Kept(Record):
    """A renderer of earlier builds, and what it has rendered by what it was rendered from."""

    theme: Theme
    ruleset: str
    renderer: Renderer
    pages: dict[tuple[str, str, str], RenderedPage]


_kept: Final[list[_Kept]] = []


def _same_renderer(theme: Theme, ruleset: str = "") -> Renderer:
    for one in _kept:
        if one.ruleset == ruleset and one.theme == theme:
            # What was rendered for one campaign is not used for the next.
            one.renderer.functions.parts.clear()
            vars(one.renderer.functions.digester)["_known"].clear()
            return one.renderer
    renderer = Renderer.of(theme, ruleset)
    if renderer.process is None:
        _kept[:] = [*_kept[1 - _MOST :], _Kept(theme, ruleset, renderer, {})]
    return renderer


def _rendered_once(listed: Iterable[SitePage], renderer: PageRenderer, report: Report) -> _Rendered:
    kept = next((one for one in _kept if one.renderer is renderer.renderer), None)
    if kept is None or renderer.shown:
        yield from _render(listed, renderer, report)
        return
    edition = renderer.site.edition
    for page in listed:
        key = (edition.audience.word, edition.title, renderer.key(page))
        if key not in kept.pages:
            for _, drawn in _render([page], renderer, report):
                if len(kept.pages) >= _MOST_PAGES:
                    kept.pages.clear()
                kept.pages[key] = drawn
                yield page, drawn
        else:
            yield page, kept.pages[key]


@contextmanager
def same_templates() -> Iterator[None]:
    """Have builds use the same templates, once loaded."""
    with patch.object(pipeline, "Renderer", SimpleNamespace(of=_same_renderer)):
        yield


@contextmanager
def quick_builds(*, pages_once: bool = False) -> Iterator[None]:
    """Have builds use the same templates, once loaded, and search for no secrets.

    With ``pages_once`` a page that equals one of an earlier build is not rendered again.
    """
    with ExitStack() as patched:
        patched.enter_context(same_templates())
        patched.enter_context(patch.object(pipeline, "report_leaks"))
        if pages_once:
            patched.enter_context(patch.object(pages, "_rendered", _rendered_once))
        yield


@contextmanager
def whole_builds() -> Iterator[None]:
    """Have builds do all that they do, within :func:`quick_builds` too."""
    with (
        patch.object(pipeline, "Renderer", Renderer),
        patch.object(pipeline, "report_leaks", _report_leaks),
        patch.object(pages, "_rendered", _render),
    ):
        yield
