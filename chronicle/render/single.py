"""A dossier in one file: a faction's whole edition on one page that needs nothing beside it."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from chronicle.diagnostics import Report
from chronicle.leaves import Leaf, leaves_of, moved
from chronicle.pictures.marks import alone
from chronicle.render import shields
from chronicle.render.invites import PATH as INVITE
from chronicle.render.pages import Renderer, render
from chronicle.site import PICTURES, Page, Site

PATH: Final = "dossier.html"
_PAGE: Final = Page(PATH, "single.html", "single")
_INVITE: Final = "data:text/calendar;base64,"
_HEADING: Final = re.compile(r"<h([1-5])\b")
_LINK: Final = r'(?:&nbsp;)?<a class="permalink"[^>]*>[^<]*</a>'
#: Such a link, with the paragraph where it stands in one alone.
_PERMALINK: Final = re.compile(rf'<p class="[a-z-]+">\s*{_LINK}\s*</p>\n?|{_LINK}')
_MEDIA: Final = {
    "gif": "image/gif", "jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """One page of the edition as a part of the file, under an id that links lead to."""

    id: str
    page: Page
    turn: int
    main: Markup


def render_single(
    site: Site, files: Mapping[str, bytes], renderer: Renderer, report: Report
) -> dict[str, bytes]:
    """The file, under its path; ``files`` are the pages of the site as drawn.

    Nothing when findings say why not.
    """
    leaves = leaves_of(site, files)
    ids = {page.path: id_of(page.path) for page in site.pages}
    sections = tuple(_section(leaf, ids, site, files) for leaf in leaves)
    theme = renderer.theme
    style = "\n".join(theme.static[name].decode() for name in theme.styles)
    drawn = render(
        replace(site, pages=(_PAGE,)),
        renderer,
        report,
        sections=sections,
        style=Markup(style.replace("</", "<\\/")),  # noqa: S704  the theme's own style sheets
    )
    return {PATH: drawn[PATH]} if PATH in drawn else {}


def id_of(path: str) -> str:
    """The id of a page's section: `turns/3.html` is `turns-3`."""
    return path.removesuffix(".html").replace("/", "-")


def _section(leaf: Leaf, ids: Mapping[str, str], site: Site, files: Mapping[str, bytes]) -> Section:
    own = ids[leaf.path]
    # The drawings stand once in the file, for all of its pages; and nobody sends on a link into it.
    leaf = replace(leaf, main=_PERMALINK.sub("", shields.without_drawings(leaf.main)))

    def address(target: str) -> str:
        path, _, anchor = target.partition("#")
        if anchor.startswith(shields.ID):
            return f"#{anchor}"
        if path in ids:
            return f"#{ids[path]}.{anchor}" if anchor else f"#{ids[path]}"
        if path.startswith(f"{PICTURES}/") and path in files:
            kind = _MEDIA[path.rpartition(".")[2]]
            return f"data:{kind};base64,{base64.b64encode(files[path]).decode()}"
        if path == INVITE and path in files:
            return _INVITE + base64.b64encode(files[path]).decode()
        return f"#{own}"

    main = alone(moved(leaf, address, lambda id: f"{own}.{id}"))
    # The file has a first heading of its own; those of its pages come below it, and look the same.
    main = _HEADING.sub(lambda tag: f'{tag[0]} aria-level="{int(tag[1]) + 1}"', main)
    # Browsers go to no address that holds a file, but take the file out of it.
    main = main.replace(f'href="{_INVITE}', f'download="{INVITE}" href="{_INVITE}')
    return Section(own, site.by_path[leaf.path], leaf.turn, Markup(main))  # noqa: S704  drawn by the theme
