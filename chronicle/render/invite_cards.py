"""Invite cards: one page to print, cut up and hand out; the home of segno."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from urllib.parse import quote

import segno
from markupsafe import Markup

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import NameIndex
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import Edition
from chronicle.render.pages import render_site
from chronicle.render.renderer import Renderer
from chronicle.render.theme import Theme
from chronicle.render.theme_style import LOOK_CSS

_PAGE: Final = SitePage("cards.html", "cards.html", "cards")
_STYLE: Final = "cards.css"
#: Where dossiers are opened, below the address of a campaign's site.
_OPENER: Final = "dossier.html"
#: Modules of white around a QR code, which those who read one count on.
QUIET_ZONE: Final = 4
#: What a page of cards says of itself in its head; so it is known again before it is replaced.
GENERATOR_META: Final = '<meta name="generator" content="chronicle keys cards">'


@dataclass(frozen=True, slots=True)
class InviteCard:
    """One card: for whom, the names of the factions whose dossiers it opens, and its phrase.

    ``is_gm`` for the one that opens all.
    """

    player: str
    is_gm: bool
    dossiers: tuple[str, ...]
    phrase: str


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as a drawing: modules on a side, white ones around it too, and a path of black."""

    side: int
    path: str


@dataclass(frozen=True, slots=True)
class _Card:
    """A card as the template draws it; ``link`` is empty and ``code`` None without an address."""

    invite: InviteCard
    words: tuple[str, ...]
    link: str
    code: QrCode | None


def invite_link(address: str, phrase: str) -> str:
    """The invite link: it opens the dossiers, for a browser keeps what follows `#` to itself.

    ``address`` is that of the campaign's site and ends in a slash.
    """
    return f"{address}{_OPENER}#k={quote('-'.join(phrase.split()), safe='-')}"


def qr_code_of(text: str) -> QrCode:
    """A text as a QR code of middle strength: it bears a fold and a stain."""
    matrix = segno.make(text, micro=False, error="m").matrix
    return QrCode(len(matrix) + 2 * QUIET_ZONE, "".join(_strokes(matrix)))


def _strokes(matrix: Sequence[Sequence[int]]) -> Iterator[str]:
    """A path for each run of black modules in a row."""
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
    """A page with all cards of a campaign and its style inside; None when findings say why not.

    ``address`` is that of the campaign's site, ending in a slash, or empty when nobody knows it.
    """
    style = _style(renderer.theme)
    drawn = render_site(
        Site(_edition_of(title, language), (_PAGE,)),
        renderer,
        report,
        cards=tuple(_card(invite, address) for invite in invites),
        opener=f"{address}{_OPENER}" if address else "",
        mark=Markup(GENERATOR_META),  # noqa: S704  our own words
        style=Markup(style),  # noqa: S704  the theme's own style sheet
    )
    return drawn.get(_PAGE.path)


def _style(theme: Theme) -> str:
    """The style of the cards, with what the author has set of the theme."""
    return theme.sources[_STYLE].text + theme.static.get(LOOK_CSS, b"").decode()


def _card(invite: InviteCard, address: str) -> _Card:
    link = invite_link(address, invite.phrase) if address else ""
    return _Card(invite, tuple(invite.phrase.split()), link, qr_code_of(link) if link else None)


def _edition_of(title: str, language: str) -> Edition:
    """A public edition with the campaign's title alone: cards say nothing of what happens in it."""
    return Edition(
        audience=EVERYONE,
        title=title,
        tagline="",
        language=language,
        ruleset="",
        introduction=(),
        stories=(),
        factions=(),
        places=(),
        pages=(),
        turns=(),
        dossiers={},
        names=NameIndex({}),
        known_since={},
        verdicts={},
    )
