"""A dossier in one file: a faction's edition on a single page without other files.

It has the pages of the edition as rendered, with two exceptions. The pages with the world as of a
turn are left out, since they repeat turns and lists. And because the file is sent by mail and read
on phones, it must not grow with the turns: for a long campaign it has the latest ones, and says so.
"""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from markupsafe import Markup

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.markup.images.references import without_picture_links
from chronicle.outline.paths import PICTURES_FOLDER
from chronicle.outline.site import Site, SitePage
from chronicle.records import Record, replace
from chronicle.render import asset_names, shields
from chronicle.render.calendar_file import CALENDAR_PATH
from chronicle.render.page_content import (
    ID_PLACEHOLDER,
    PageContent,
    TagRewriter,
    page_contents_of,
    page_without_content,
)
from chronicle.render.pages import render_files, render_site
from chronicle.render.renderer import Renderer

SINGLE_FILE_PATH: Final = "dossier.html"
_PAGE: Final = SitePage(SINGLE_FILE_PATH, "single.html", "single")
#: Maximum number of turns in the file, the latest; the folder has the earlier ones.
MAX_TURNS: Final = 50
#: The id of the theme's note on which turns are left out.
_LEFT_OUT: Final = "left-out"
_WORLD: Final = "as_of"
_INVITE: Final = "data:text/calendar;base64,"
#: How a permalink begins; then its rest, and the paragraph that it may be alone in. One pattern for
#: all of it would stop at every paragraph of a dossier.
_PERMALINK: Final = '<a class="permalink"'
_REST: Final = re.compile(r"[^>]*>[^<]*</a>")
_OPENED: Final = re.compile(r'<p class="[a-z-]+">\s*')
_CLOSED: Final = re.compile(r"\s*</p>\n?")
_WAY_END: Final = re.compile(r"[^<]*</a></p>\n?")
#: The map that a turn is told on, with what it refers to, and a piece of it.
_TURN_MAP: Final = re.compile(
    r'<svg class="map map-thumbnail" width="0".*?<figure class="map turn-map".*?</figure>\n?'
    r'|<svg class="map turn-band".*?#turn-names"/></svg>\n?',
    re.DOTALL,
)
_MEDIA: Final = {
    "gif": "image/gif", "jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"
}  # fmt: skip


class Section(Record):
    """One page of the edition as a section of the file, with an id for links."""

    id: str
    page: SitePage
    turn: int
    title: str
    main: Markup


def render_single_file(site: Site, renderer: Renderer, report: Report) -> bytes | None:
    """Render the pages of a faction's site and return the file; None after an error."""
    own = Report()
    files: dict[str, bytes] = {}
    records = render_files(site, renderer, own, files)
    report.extend(own.findings)
    if own.has_errors:
        return None
    lacking = page_without_content(site, records)
    if lacking is not None:
        report.add(problems.MissingMainContent(at=None, page=lacking.path))
        return None
    contents = page_contents_of(site, files, records)
    first = max(1, site.edition.last_turn - MAX_TURNS + 1)
    theme = renderer.theme
    style = "\n".join(
        asset_names.with_embedded_files(theme.static[name].decode(), theme.static)
        for name in theme.styles
    )
    values = {
        "sections": tuple(_sections(site, files, contents, first)),
        "first": first,
        "last": site.edition.last_turn,
        "style": Markup(style.replace("</", "<\\/")),  # noqa: S704  the theme's own style sheets
    }
    drawn = render_site(replace(site, pages=(_PAGE,)), renderer, report, **values)
    return drawn.get(SINGLE_FILE_PATH)


def section_id(path: str) -> str:
    """The id of a page's section: `turns/3.html` becomes `turns-3`."""
    return path.removesuffix(".html").replace("/", "-")


def _sections(
    site: Site, files: Mapping[str, bytes], leaves: Iterable[PageContent], first: int
) -> Iterator[Section]:
    held: list[PageContent] = []
    elsewhere: dict[str, str] = {}
    for leaf in leaves:
        span = site.by_path[leaf.path].span
        # The last turn that a page belongs to for good, or lists; others have none.
        if 0 < (leaf.turn if span is None else span.last) < first:
            elsewhere[leaf.path] = _LEFT_OUT
        elif leaf.key == _WORLD:
            elsewhere[leaf.path] = section_id(f"turns/{leaf.turn}.html")
        else:
            held.append(leaf)
    address = _addresses([leaf.path for leaf in held], elsewhere, files)
    folders: dict[str, TagRewriter] = {}
    for leaf in held:
        own, folder = section_id(leaf.path), posixpath.dirname(leaf.path)
        if folder not in folders:
            folders[folder] = TagRewriter(folder, address)
        # The drawings are in the file once, for all pages.
        whole = shields.without_drawings(leaf.main)
        if whole.startswith('<div class="page-head">'):
            # Breadcrumbs and the list of sections: the file has its own contents.
            whole = whole.partition("</div>\n")[2]
        # It would grow by a map a turn, and can't tell a turn on one without scripts.
        if leaf.key == "turn":
            whole = _TURN_MAP.sub("", whole).replace(' with-map">', '">', 1)
        bare = without_permalinks(whole)
        main = without_picture_links(without_onward_link(folders[folder].main(bare, own), own))
        # Browsers don't open `data:` URLs of this type, but can download them.
        main = main.replace(f'href="{_INVITE}', f'download="{CALENDAR_PATH}" href="{_INVITE}')
        title = site.edition.turns[leaf.turn - 1].title if leaf.turn else ""
        yield Section(own, site.by_path[leaf.path], leaf.turn, title, Markup(main))  # noqa: S704  part of a rendered page, escaped there


def without_permalinks(main: str) -> str:
    """A page without permalinks: nobody shares links into the file."""
    before, *signs = main.split(_PERMALINK)
    parts: list[str] = []
    for sign in signs:
        link = _REST.match(sign)
        if link is None:
            parts += before, _PERMALINK
            before = sign
            continue
        before, end = before.removesuffix("&nbsp;"), link.end()
        closed = _CLOSED.match(sign, end)
        opened = _OPENED.fullmatch(before, before.rfind("<p")) if closed else None
        if closed and opened:
            before, end = before[: opened.start()], closed.end()
        parts.append(before)
        before = sign[end:]
    return "".join((*parts, before))


def without_onward_link(main: str, own: str) -> str:
    """A section without the link to the next page if that is left out."""
    before, way, after = main.partition(f'<p class="onward"><a href="#{own}">')
    end = _WAY_END.match(after)
    return before + after[end.end() :] if way and end else main


def _addresses(
    held: Iterable[str], elsewhere: Mapping[str, str], files: Mapping[str, bytes]
) -> Callable[[str], str]:
    """Return the function that maps paths to addresses in the file.

    A page that is left out is mapped to the section in ``elsewhere`` that replaces it.
    """
    ids = {"": ID_PLACEHOLDER, **{path: section_id(path) for path in held}}

    def address(target: str) -> str:
        path, _, anchor = target.partition("#")
        if anchor.startswith(shields.ID_PREFIX):
            return f"#{anchor}"
        if path in ids:
            return f"#{ids[path]}.{anchor}" if anchor else f"#{ids[path]}"
        if path in elsewhere:
            return f"#{elsewhere[path]}"
        if path.startswith(f"{PICTURES_FOLDER}/") and path in files:
            kind = _MEDIA[path.rpartition(".")[2]]
            return f"data:{kind};base64,{base64.b64encode(files[path]).decode()}"
        if path == CALENDAR_PATH and path in files:
            return _INVITE + base64.b64encode(files[path]).decode()
        return f"#{ID_PLACEHOLDER}"

    return address
