"""Invite cards on one page to print and cut up. The only module that imports segno."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final
from urllib.parse import quote

import segno
from markupsafe import Markup

from chronicle.diagnostics.report import Report
from chronicle.outline.frame import Frame
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import EMPTY_EDITION
from chronicle.records import Record
from chronicle.render.pages import render_site
from chronicle.render.renderer import Renderer
from chronicle.render.theme_style import LOOK_CSS

_PAGE: Final = SitePage("cards.html", "cards.html", "cards")
_STYLE: Final = "cards.css"
#: The page that opens dossiers, relative to the address of a campaign's site.
_OPENER: Final = "dossier.html"
#: The white margin around a QR code, in modules, that scanners need.
QUIET_ZONE: Final = 4
#: Identifies a file as a page of cards before it is replaced.
GENERATOR_META: Final = '<meta name="generator" content="chronicle keys cards">'


class InviteCard(Record):
    """One card: its player, the names of the factions whose dossiers it opens, and its phrase.

    ``is_gm`` marks the card that opens all.
    """

    player: str
    is_gm: bool
    dossiers: tuple[str, ...]
    phrase: str


class QrCode(Record):
    """A QR code: its width in modules, including the white margin, and an SVG path."""

    side: int
    path: str


class _Card(Record):
    """A card for the template; ``link`` is empty and ``code`` None without an address."""

    invite: InviteCard
    words: tuple[str, ...]
    link: str
    code: QrCode | None


def invite_link(address: str, phrase: str) -> str:
    """The link that opens the dossiers; browsers don't send what follows `#` to the server.

    ``address`` is the URL of the campaign's site, ending in a slash.
    """
    return f"{address}{_OPENER}#k={quote('-'.join(phrase.split()), safe='-')}"


def qr_code_of(text: str) -> QrCode:
    """A text as a QR code with error correction level M, which tolerates a fold and a stain."""
    matrix = segno.make(text, micro=False, error="m").matrix
    return QrCode(len(matrix) + 2 * QUIET_ZONE, "".join(_strokes(matrix)))


def _strokes(matrix: Sequence[Sequence[int]]) -> Iterator[str]:
    """An SVG path for each run of black modules in a row."""
    for row, modules in enumerate(matrix):
        column = 0
        for black, run in groupby(modules, key=bool):
            length = len(tuple(run))
            if black:
                yield f"M{column + QUIET_ZONE} {row + QUIET_ZONE}h{length}v1h-{length}z"
            column += length


def render_cards(
    title: str,
    language: str,
    invites: Sequence[InviteCard],
    address: str,
    renderer: Renderer,
    report: Report,
) -> bytes | None:
    """Return a page with all cards of a campaign and its style sheet; None after an error.

    ``address`` is the URL of the campaign's site, ending in a slash, or empty if unknown.
    """
    style = renderer.theme.sources[_STYLE].text
    style += renderer.theme.static.get(LOOK_CSS, b"").decode()
    drawn = render_site(
        Site(EMPTY_EDITION, (_PAGE,), Frame(title, "", language, ruleset="")),
        renderer,
        report,
        cards=tuple(_card(invite, address) for invite in invites),
        opener=f"{address}{_OPENER}" if address else "",
        mark=Markup(GENERATOR_META),  # noqa: S704  a constant
        style=Markup(style),  # noqa: S704  the theme's own style sheet
    )
    return drawn.get(_PAGE.path)


def _card(invite: InviteCard, address: str) -> _Card:
    link = invite_link(address, invite.phrase) if address else ""
    return _Card(invite, tuple(invite.phrase.split()), link, qr_code_of(link) if link else None)
