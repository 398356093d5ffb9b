"""The renderer: a theme's templates with everything they need to render an edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from jinja2 import Environment

from chronicle.outline.site import Site, SitePage
from chronicle.records import dataclass
from chronicle.render.shields import Shields
from chronicle.render.template_functions import TemplateFunctions, with_relative_urls
from chronicle.render.templates import MACROS_KEY, MacroCache, create_environment
from chronicle.render.theme import Theme
from chronicle.render.tracking.excerpts import Excerpts, Reading
from chronicle.render.tracking.looking import Handed


@dataclass(frozen=True, slots=True)
class Renderer:
    """Templates ready to render, created once and used for every edition."""

    theme: Theme
    environment: Environment
    shields: Shields
    excerpts: Excerpts = field(default_factory=Excerpts)

    @classmethod
    def of(cls, theme: Theme) -> Renderer:
        environment = create_environment(theme)
        return cls(theme, environment, Shields(theme, environment))


class PageRenderer:
    """Renders pages of one edition, one at a time."""

    def __init__(
        self,
        site: Site,
        renderer: Renderer,
        shown: Mapping[str, object],
        reading: Reading | None = None,
    ) -> None:
        self.site, self.renderer = site, renderer
        self._shown = shown
        # Reads of additional values are not tracked, so with any of them nothing is cached.
        self._reading = None if shown else reading or Reading(site, renderer.excerpts)
        self._tools: TemplateFunctions | None = None
        #: Macros of pages with a subject and of those without; both see the same names as the page.
        self._macros: dict[bool, MacroCache] = {}

    def render(self, page: SitePage) -> str:
        """Render a page with its template."""
        renderer, reading = self.renderer, self._reading
        if reading is None:
            self.release()
            handed = Handed(self.site, page, page.subject)
        else:
            handed = reading.begin(page)
        if self._tools is None:
            own = handed.site, handed.page
            self._tools = TemplateFunctions(renderer.theme, *own, renderer.shields, reading)
        self._tools.made.clear()
        edition, names = handed.site.edition, self._tools.names()
        template = renderer.environment.get_template(page.template, globals=names)
        views = {"edition": edition, "site": handed.site, "page": handed.page}
        seen = {**views, "subject": handed.subject, **self._shown}
        has_subject = handed.subject is not None
        if has_subject not in self._macros:
            self._macros[has_subject] = MacroCache(
                {**renderer.environment.globals, **names, **seen}, reading
            )
        macros = self._macros[has_subject]
        try:
            drawn = template.render(**seen, **{MACROS_KEY: macros})
        finally:
            macros.discard_page_macros()
        return renderer.shields.with_drawings(
            with_relative_urls(drawn, page.folder), edition.factions
        )

    def release(self) -> None:
        """Release everything that was made for its pages."""
        for macros in self._macros.values():
            macros.release()
        self._macros.clear()
        self._tools = None
