"""Builds at less cost, for tests of what they make that are not about how a build is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

from chronicle import pipeline
from chronicle.render import Renderer, Theme

_renderer_of: Final = Renderer.of
#: As many renderers are kept: one for each ruleset, one for pages without one, and some more.
_MOST: Final = 8
_kept: Final[list[tuple[Theme, str, Renderer]]] = []


def _same_renderer(theme: Theme, ruleset: str = "") -> Renderer:
    for known, its_ruleset, renderer in _kept:
        if its_ruleset == ruleset and known == theme:
            # What was rendered for one campaign is not used for the next.
            renderer.functions.parts.clear()
            vars(renderer.functions.digester)["_known"].clear()
            return renderer
    renderer = _renderer_of(theme, ruleset)
    if renderer.process is None:
        _kept[:] = [*_kept[1 - _MOST :], (theme, ruleset, renderer)]
    return renderer


@contextmanager
def shared_renderers() -> Iterator[None]:
    """Have builds with equal themes use the same templates, once loaded."""
    with patch.object(pipeline, "Renderer", SimpleNamespace(of=_same_renderer)):
        yield


@contextmanager
def unsearched_builds() -> Iterator[None]:
    """Have builds searched for no secrets, and use the same templates, once loaded."""
    with shared_renderers(), patch.object(pipeline, "report_leaks"):
        yield
