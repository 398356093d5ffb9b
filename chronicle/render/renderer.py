"""The renderer: a theme's templates with everything they need to render pages."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import repeat
from typing import Generic, TypeVar

from jinja2 import Environment, Template
from markupsafe import Markup

from chronicle.diagnostics.report import Problem
from chronicle.model.facts import Ref
from chronicle.outline.paths import HOME
from chronicle.outline.site import Site, SitePage
from chronicle.records import Record, field
from chronicle.render.preview_image import preview_image_of
from chronicle.render.shields import Shields
from chronicle.render.template_errors import limit_problem, memory_problem, theme_problem
from chronicle.render.template_functions import (
    ANCHOR_PLACEHOLDER,
    CURRENT_PAGE,
    PageScope,
    TemplateFunctions,
    with_relative_urls,
)
from chronicle.render.templates import create_environment
from chronicle.render.theme import Theme
from chronicle.render.view_digest import ViewDigest
from chronicle.workers import LimitedProcess, LimitExceededError

R = TypeVar("R")
_Result_co = TypeVar("_Result_co", covariant=True)


class RenderTask(Record, Generic[_Result_co]):
    """Something to render: what ``render`` makes of the template of this name.

    ``place`` names it in messages, ``reader`` is the word of its audience. For a theme that isn't
    chronicle's own it is pickled, like its result.
    """

    place: str
    reader: str
    scope: PageScope
    template: str
    render: Callable[[Template], _Result_co]


class Renderer(Record):
    """Templates ready to render, created once and used for every edition of a campaign.

    A theme with templates that aren't chronicle's own has a process with limits to render it.
    """

    theme: Theme
    environment: Environment
    shields: Shields
    functions: TemplateFunctions
    process: LimitedProcess[Renderer] | None = None
    #: What stopped the theme for good, so that its other pages aren't tried.
    stopped: list[Problem] = field(default_factory=list)

    @classmethod
    def of(cls, theme: Theme, ruleset: str = "") -> Renderer:
        """The renderer of a theme for campaigns with a ruleset; without one for other pages."""
        own = not theme.foreign_templates
        process = None if own else LimitedProcess(partial(cls._here, theme, ruleset))
        return cls._here(theme, ruleset, process)

    @classmethod
    def _here(
        cls, theme: Theme, ruleset: str, process: LimitedProcess[Renderer] | None = None
    ) -> Renderer:
        environment = create_environment(theme)
        shields = Shields(theme, environment)
        functions = TemplateFunctions(theme, environment, shields)
        environment.globals |= {
            **functions.names(),
            "ruleset": ruleset,
            "ANCHOR": ANCHOR_PLACEHOLDER,
        }
        return cls(theme, environment, shields, functions, process)

    def run(self, task: RenderTask[R]) -> R | Problem:
        """What a task makes; the theme's problem if it fails."""
        ((_, result),) = self.run_all([task])
        return result

    def run_all(
        self, tasks: Iterable[RenderTask[R]]
    ) -> Iterator[tuple[RenderTask[R], R | Problem]]:
        """Yield each task with what it makes, or with the theme's problem if it fails.

        After one that takes too much no other is tried, but all have its problem: each of a
        thousand pages would take as long to fail.
        """
        if self.process is None:
            for task in tasks:
                yield task, _run(self, task)
            return
        listed = list(tasks)
        yield from zip(listed, self._within_limits(self.process, listed), strict=False)

    def _within_limits(
        self, process: LimitedProcess[Renderer], tasks: Sequence[RenderTask[R]]
    ) -> Iterator[R | Problem]:
        """Yield results until one takes too much, and from then on its problem without end."""
        done = 0
        try:
            if not self.stopped:
                for result in process.map(_run_within_limits, tasks):
                    if isinstance(result, _OutOfMemory):
                        self.stopped.append(result.problem)
                        break
                    yield result
                    done += 1
        except LimitExceededError as error:
            template = tasks[done].template
            self.stopped.append(limit_problem(error, template, self.theme, self.environment))
        yield from repeat(self.stopped[0])


class _OutOfMemory(Record):
    """The problem of a template that takes too much memory."""

    problem: Problem


def _run_within_limits(renderer: Renderer, task: RenderTask[R]) -> R | Problem | _OutOfMemory:
    try:
        return _run(renderer, task)
    except MemoryError as error:
        return _OutOfMemory(memory_problem(error, task.template, renderer.theme))


def _run(renderer: Renderer, task: RenderTask[R]) -> R | Problem:
    token = CURRENT_PAGE.set(task.scope)
    try:
        try:
            return task.render(renderer.environment.get_template(task.template))
        except Exception:  # noqa: BLE001  Jinja raises it again
            # As `Template.render` does: with the lines of templates in the traceback.
            renderer.environment.handle_exception()
    except Exception as error:
        problem = theme_problem(error, task.place, task.template, renderer.theme)
        if problem is None:
            error.add_note(f"while rendering {task.place} for {task.reader}")
            raise
        return problem
    finally:
        CURRENT_PAGE.reset(token)


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


class PageRenderer(Record, dict=True):
    """Renders pages of one edition, one at a time; ``shown`` are further values for templates."""

    site: Site
    renderer: Renderer
    shown: Mapping[str, object] = field(default_factory=dict)
    #: Parts of pages, by the turn since which the things on them have their names.
    parts: dict[int, dict[object, Markup]] = field(default_factory=dict)
    #: The page that was asked for last, for its key and then to render it: the digest of its view,
    #: and the names that it may show.
    _last: list[tuple[SitePage, ViewDigest, Mapping[Ref, str]]] = field(default_factory=list)

    @cached_property
    def frame_digest(self) -> str:
        """The digest of what parts of pages may show of the frame."""
        frame = self.site.frame
        shown = (frame.ruleset, frame.factions, frame.is_gm, frame.address)
        return self.renderer.functions.digester.digest(shown).value

    def shown_on(self, page: SitePage) -> tuple[ViewDigest, Mapping[Ref, str]]:
        """The digest of a page's view, and the names that the page may show."""
        if not self._last or self._last[0][0] is not page:
            found = self.renderer.functions.digester.digest(page.view)
            self._last[:] = [(page, found, self._names(found, page.turn))]
        return self._last[0][1:]

    def key(self, page: SitePage) -> str:
        """The digest of everything that a page is rendered from besides the theme."""
        digester = self.renderer.functions.digester
        frame = digester.digest(self.site.frame).value
        return digester.hash((frame, self._head(page), self._basis(page)))

    def task(self, page: SitePage) -> RenderTask[RenderedPage]:
        """The task of a page with its template."""
        site, edition = self.site, self.site.edition
        found, names = self.shown_on(page)
        scope = PageScope(
            page=page,
            frame=site.frame,
            frame_digest=self.frame_digest,
            names=names,
            pictures={
                path: edition.pictures[path] for path in found.pictures if path in edition.pictures
            },
            parts=self.parts.setdefault(self._naming_turn(page.turn), {}),
            sections=page.sections,
        )
        values = {"frame": site.frame, "page": page, "view": page.view, **self.shown}
        render = partial(_rendered, page=page, values=values)
        return RenderTask(page.path, edition.audience.word, scope, page.template, render)

    def _head(self, page: SitePage) -> tuple[object, ...]:
        return (
            *(page.path, page.template, page.key, page.name, page.links, page.listed),
            *(page.turn, page.span),
        )

    def _basis(self, page: SitePage) -> object:
        """What the view of a page follows from, or else its digest with the names in it."""
        if page.origin:
            return page.origin
        edition = self.site.edition
        digest, names = self.shown_on(page)
        pictures = [
            (path, edition.pictures[path].width, edition.pictures[path].height)
            for path in sorted(digest.pictures)
            if path in edition.pictures
        ]
        own = [(ref, names.get(ref, "")) for ref in sorted(digest.refs)]
        return (digest.value, own, pictures)

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


def _rendered(template: Template, *, page: SitePage, values: Mapping[str, object]) -> RenderedPage:
    """A page as its template renders it with these values."""
    module = template.make_module(dict(values))
    drawn, content = str(module), str(getattr(module, "content", "")).strip()
    # In pieces, so that the addresses in the content, which is long, are replaced once.
    before, content, after = drawn.partition(content) if content else (drawn, "", "")
    texts = (before, content, after)
    pieces = [with_relative_urls(text, page.folder).encode() for text in texts]
    start, end = (len(pieces[0]), len(pieces[0]) + len(pieces[1])) if content else (0, 0)
    title = html.unescape(with_relative_urls(str(getattr(module, "title", "")), page.folder))
    header = str(getattr(module, "header_content", "")).strip() if page.path == HOME else ""
    file = b"".join(pieces)
    return RenderedPage(
        file=preview_image_of(file) if page.path.endswith(".png") else file,
        title=" ".join(title.split()),
        start=start,
        end=end,
        header=with_relative_urls(header, page.folder),
    )
