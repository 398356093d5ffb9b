"""Render the pages of a site with a theme's templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Problem, Report
from chronicle.files.store import DiskStore, FileStore, digest_of
from chronicle.model.audience import EVERYONE
from chronicle.outline.frame import drawn_preview_image
from chronicle.outline.site import Site, SitePage
from chronicle.records import Record, replace
from chronicle.render.calendar_file import CALENDAR_PATH, calendar_file_of
from chronicle.render.messages import MissingMessageError
from chronicle.render.preview_image import check_preview_image_title
from chronicle.render.renderer import PageRenderer, RenderedPage, Renderer
from chronicle.render.theme import Theme

#: A comment, which any theme's page may end with.
PRIVATE_MARK: Final = b"<!-- chronicle: private, never on a host -->\n"


def render_site(
    site: Site, renderer: Renderer, report: Report, **shown: object
) -> dict[str, bytes]:
    """Return the files of a site by path; see :func:`render_files`."""
    files: dict[str, bytes] = {}
    render_files(site, renderer, report, files, shown=shown)
    return files


class PageRecord(Record):
    """What is kept of a rendered page: what it was made from, its file, and its content.

    ``key`` is a digest of everything that it was rendered from, ``file`` that of its bytes. Its
    content is in these from ``start`` to ``end``. The front page has the content of its ``header``.
    """

    key: str
    file: str
    title: str
    start: int
    end: int
    header: str = ""


def render_files(
    site: Site,
    renderer: Renderer,
    report: Report,
    files: FileStore,
    *,
    earlier: Mapping[str, PageRecord] | None = None,
    shown: Mapping[str, object] | None = None,
) -> dict[str, PageRecord]:
    """Put the files of a site into ``files``: pages, images and the theme's static files.

    Return the records of its pages by path. Pages that have the same key in ``earlier`` are taken
    from the last build, if they are still there. The deadline, if there is one, is added as a
    calendar file. Templates can use the values in ``shown`` besides
    the view. An error in a template is reported at its line, once for all pages that it is on, and
    those pages are left out.
    """
    theme, values = renderer.theme, shown or {}
    for path, content in _static_files(site, theme).items():
        if not reuse_file(files, path, _digest_of_static(content)):
            files[path] = content
    if site.has(drawn_preview_image().path):
        check_preview_image_title(site.frame.title, report)
    invite = _calendar_file(site, theme, report)
    if invite is not None:
        files[CALENDAR_PATH] = invite
    pages = PageRenderer(site, renderer, values)
    reusable = (earlier or {}) if isinstance(files, DiskStore) and not values else {}
    keys: dict[str, str] = {}
    records: dict[str, PageRecord] = {}

    def changed() -> Iterator[SitePage]:
        for page in site.pages:
            keys[page.path] = key = pages.key(page)
            known = reusable.get(page.path)
            if known is not None and known.key == key and reuse_file(files, page.path, known.file):
                records[page.path] = known
            else:
                yield page

    for page, drawn in _rendered(changed(), pages, report):
        files[page.path] = drawn.file
        records[page.path] = PageRecord(
            key=keys[page.path],
            file=files.digest_of(page.path)
            if isinstance(files, DiskStore)
            else digest_of(drawn.file),
            title=drawn.title,
            start=drawn.start,
            end=drawn.end,
            header=drawn.header,
        )
    return records


def changed_pages(
    site: Site, renderer: Renderer, earlier: Mapping[str, PageRecord]
) -> tuple[SitePage, ...]:
    """The pages of a site whose content is not that of the earlier records of these paths."""
    pages = PageRenderer(site, renderer, {})
    return tuple(
        page
        for page in site.pages
        if page.path not in earlier or earlier[page.path].key != pages.key(page)
    )


def reuse_file(files: FileStore, path: str, digest: str) -> bool:
    """Put a file of the last build into ``files`` if it has this digest; return whether it did."""
    return isinstance(files, DiskStore) and files.reuse(path, digest)


def render_file(path: str, site: Site, renderer: Renderer, report: Report) -> bytes | None:
    """One file of a site, as :func:`render_site` makes it; None without one or after an error."""
    page = site.by_path.get(path)
    if page is not None:
        rendered = _rendered([page], PageRenderer(site, renderer), report)
        return next((drawn.file for _, drawn in rendered), None)
    if path == CALENDAR_PATH:
        return _calendar_file(site, renderer.theme, report)
    return _static_files(site, renderer.theme).get(path)


@lru_cache(maxsize=1024)
def _digest_of_static(content: bytes) -> str:
    """The digest of a file that many editions have."""
    return digest_of(content)


def _static_files(site: Site, theme: Theme) -> dict[str, bytes]:
    """Files that need no rendering: those of the theme, and the edition's images."""
    files = {theme.published_path(name): content for name, content in theme.static.items()}
    for picture in site.edition.pictures.values():
        files |= {one.path: one.content for one in picture.sizes}
    return files


def _calendar_file(site: Site, theme: Theme, report: Report) -> bytes | None:
    try:
        return calendar_file_of(site.edition, theme)
    except MissingMessageError as lacking:
        known = tuple(theme.words)
        report.add(
            problems.MissingMessage(at=None, name=lacking.key, language=theme.language, known=known)
        )
        return None


def _rendered(
    listed: Iterable[SitePage], pages: PageRenderer, report: Report
) -> Iterator[tuple[SitePage, RenderedPage]]:
    """Yield pages as rendered, but for those with errors."""
    is_public = pages.site.edition.audience == EVERYONE
    for task, drawn in pages.renderer.run_all(map(pages.task, listed)):
        page = task.scope.page
        if isinstance(drawn, Problem):
            report.add(drawn)
        elif is_public or not page.path.endswith(".html"):
            yield page, drawn
        else:
            yield page, replace(drawn, file=drawn.file + PRIVATE_MARK)
