"""The renderer: a theme's templates with everything they need to render pages."""

from __future__ import annotations

import html
from collections.abc import Mapping

from jinja2 import Environment
from markupsafe import Markup

from chronicle.diagnostics.report import Problem
from chronicle.model.facts import Ref
from chronicle.outline.paths import HOME
from chronicle.outline.site import Site, SitePage
from chronicle.records import Record, field
from chronicle.render.shields import Shields
from chronicle.render.template_functions import (
    ANCHOR_PLACEHOLDER,
    CURRENT_PAGE,
    PageScope,
    TemplateFunctions,
    with_relative_urls,
)
from chronicle.render.templates import begin_page, create_environment
from chronicle.render.theme import Theme
from chronicle.render.view_digest import ViewDigest, digest_of_text


class Renderer(Record):
    """Templates ready to render, created once and used for every edition of a campaign."""

    theme: Theme
    environment: Environment
    shields: Shields
    functions: TemplateFunctions
    #: What stopped the theme for good, so that its other pages aren't tried.
    stopped: list[Problem] = field(default_factory=list)

    @classmethod
    def of(cls, theme: Theme, ruleset: str = "") -> Renderer:
        """The renderer of a theme for campaigns with a ruleset; without one for other pages."""
        environment = create_environment(theme)
        shields = Shields(theme, environment)
        functions = TemplateFunctions(theme, environment, shields)
        environment.globals |= {
            **functions.names(),
            "ruleset": ruleset,
            "ANCHOR": ANCHOR_PLACEHOLDER,
        }
        return cls(theme, environment, shields, functions)


class RenderedPage(Record):
    """A rendered page: its bytes, its title as text, and where its content is in them.

    A page without content, such as a feed, has none to show in another frame: ``start`` and ``end``
    are equal. ``header`` is the HTML of the header's content on the front page.
    """

    file: bytes
    title: str = ""
    start: int = 0
    end: int = 0
    header: str = ""


class PageRenderer(Record):
    """Renders pages of one edition, one at a time.

    ``shown`` are further values for templates.
    """

    site: Site
    renderer: Renderer
    shown: Mapping[str, object] = field(default_factory=dict)
    #: Parts of pages, by the turn since which the things on them have their names.
    parts: dict[int, dict[object, Markup]] = field(default_factory=dict)
    #: The page that a digest was asked for last: for its key, then to render it.
    _last: list[tuple[SitePage, ViewDigest]] = field(default_factory=list)

    def digest(self, page: SitePage) -> ViewDigest:
        """The digest of a page's view."""
        if not self._last or self._last[0][0] is not page:
            self._last[:] = [(page, self.renderer.functions.digester.digest(page.view))]
        return self._last[0][1]

    def key(self, page: SitePage) -> str:
        """The digest of everything that a page is rendered from besides the theme."""
        return digest_of_text(repr((self._frame_digest(), self._head(page), self._basis(page))))

    def render(self, page: SitePage) -> RenderedPage:
        """Render a page with its template."""
        site, edition = self.site, self.site.edition
        found = self.digest(page)
        scope = PageScope(
            page=page,
            frame=site.frame,
            names=self._names(found, page.turn),
            pictures={
                path: edition.pictures[path] for path in found.pictures if path in edition.pictures
            },
            parts=self.parts.setdefault(self._naming_turn(page.turn), {}),
            sections=page.sections,
        )
        begin_page(self.renderer.environment)
        template = self.renderer.environment.get_template(page.template)
        token = CURRENT_PAGE.set(scope)
        try:
            values = {"frame": site.frame, "page": page, "view": page.view, **self.shown}
            module = template.make_module(values)
        except Exception:  # noqa: BLE001  Jinja raises it again
            # As `Template.render` does: with the lines of templates in the traceback.
            self.renderer.environment.handle_exception()
        finally:
            CURRENT_PAGE.reset(token)
        drawn, content = str(module), str(getattr(module, "content", "")).strip()
        # In pieces, so that the addresses in the content, which is long, are replaced once.
        before, content, after = drawn.partition(content) if content else (drawn, "", "")
        texts = (before, content, after)
        pieces = [with_relative_urls(text, page.folder).encode() for text in texts]
        start, end = (len(pieces[0]), len(pieces[0]) + len(pieces[1])) if content else (0, 0)
        title = html.unescape(with_relative_urls(str(getattr(module, "title", "")), page.folder))
        header = str(getattr(module, "header_content", "")).strip() if page.path == HOME else ""
        return RenderedPage(
            file=b"".join(pieces),
            title=" ".join(title.split()),
            start=start,
            end=end,
            header=with_relative_urls(header, page.folder),
        )

    def _frame_digest(self) -> str:
        return self.renderer.functions.digester.digest(self.site.frame).value

    def _head(self, page: SitePage) -> tuple[object, ...]:
        return (
            *(page.path, page.template, page.key, page.name, page.links, page.listed),
            *(page.turn, page.span),
        )

    def _basis(self, page: SitePage) -> object:
        """What the view of a page follows from, or else its digest with the names in it."""
        if page.origin:
            return page.origin
        edition, digest = self.site.edition, self.digest(page)
        names = [(ref, edition.name_at(ref, page.turn) or "") for ref in sorted(digest.refs)]
        pictures = [
            (path, edition.pictures[path].width, edition.pictures[path].height)
            for path in sorted(digest.pictures)
            if path in edition.pictures
        ]
        return (digest.value, names, pictures)

    def _naming_turn(self, turn: int) -> int:
        """The turn since which things have their names on a page; -1 for their present names."""
        renames = self.site.edition.renames
        if renames and not turn:
            return -1
        changes = (since for names in renames.values() for since, _ in names if since <= turn)
        return max(changes, default=0)

    def _names(self, digest: ViewDigest, turn: int) -> dict[Ref, str]:
        """The names that a page may show: of the things in its view that the reader knows.

        ``turn`` is the one that the page belongs to, 0 for none.
        """
        factions = (Ref("faction", faction.id) for faction in self.site.frame.factions)
        edition = self.site.edition
        return {
            ref: name
            for ref in digest.refs.union(factions)
            if (name := edition.name_at(ref, turn)) is not None
        }
