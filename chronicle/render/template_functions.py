"""The functions that templates can call: messages, links, Markdown and addresses of files.

They work for the page that is being rendered (:data:`CURRENT_PAGE`), so that macros can call them
without being given the page.
"""

from __future__ import annotations

import itertools
import math
import posixpath
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from jinja2 import Environment, TemplateRuntimeError, Undefined, UndefinedError
from markupsafe import Markup

from chronicle.markup import markdown
from chronicle.markup.heraldry import Shield, shield_of
from chronicle.markup.images import Picture
from chronicle.markup.images.references import (
    PictureLayout,
    PictureView,
    render_linked_picture,
    render_picture,
)
from chronicle.model.facts import Facts, PieceName, Ref
from chronicle.outline.charts import ribbon_path
from chronicle.outline.frame import FactionBadge, Frame
from chronicle.outline.order_stubs.yaml_text import cost_of
from chronicle.outline.pagination import TurnGroup, recent_and_earlier
from chronicle.outline.paths import FORCES, page_path
from chronicle.outline.site import SitePage, rooted_url, whole_url
from chronicle.project.access_report import AudienceAccess
from chronicle.project.edition import EventView, Text
from chronicle.records import Record, field
from chronicle.render import name_forms
from chronicle.render.excerpts import excerpt
from chronicle.render.font_metrics import fit_text
from chronicle.render.messages import as_markup, escape_html, format_message, percent
from chronicle.render.order_sheet import (
    gap_count,
    is_main_field,
    only_text,
    pack_gaps,
    pack_odds,
    part_kind,
)
from chronicle.render.reason_text import ReasonFormatter
from chronicle.render.shields import Shields
from chronicle.render.theme import Theme
from chronicle.render.view_digest import Digester, ViewDigest

#: Placeholder for the relative path to the root of the site, so that cached parts can be used on
#: pages in all folders. It is a control character, which no text may contain (R005) and
#: which is found faster than one of several bytes.
ROOT_PLACEHOLDER: Final = "\x01"
#: Placeholder for an anchor, in parts that are used under several; a control character as well.
ANCHOR_PLACEHOLDER: Final = "\x03"
#: From how many sections on a page has a list of them.
_MIN_SECTIONS: Final = 5
_SECTION: Final = re.compile(r'<h2\b[^>]*\bid="([^"]+)"[^>]*>(.*?)</h2>', re.DOTALL)
_PERMALINK: Final = re.compile(r'<a class="permalink".*?</a>', re.DOTALL)
_NO_REFS: Final = frozenset[Ref]()


class PageScope(Record):
    """What the functions know of the page that is being rendered.

    ``names`` and ``pictures`` are those of the things and images in the page's view. ``parts`` are
    the parts of pages of this edition that have been rendered, by template and arguments.
    ``frame_digest`` is that of what parts may show of the frame: factions, reader and address.
    ``sections`` are the things that have their own section on the page.
    """

    page: SitePage
    frame: Frame
    names: Mapping[Ref, str]
    pictures: Mapping[str, Picture]
    parts: dict[object, Markup]
    sections: frozenset[Ref]
    frame_digest: str = ""


#: The page that is being rendered.
CURRENT_PAGE: Final[ContextVar[PageScope]] = ContextVar("page")


class TemplateFunctions(Record):
    """The functions that templates may call, by method name."""

    theme: Theme
    environment: Environment
    shields: Shields
    digester: Digester = field(default_factory=Digester)
    #: Parts of pages by template, arguments, and the names in them; for all editions.
    parts: dict[object, Markup] = field(default_factory=dict)
    #: Why an audience knows a thing, by frame, ruleset and reason.
    reasons: dict[object, str] = field(default_factory=dict)

    def names(self) -> dict[str, Callable[..., Any]]:
        """The functions by the name that templates use."""
        return {
            "t": self.t,
            "says": self.says,
            "wording": self.wording,
            "url": self.url,
            "whole_url": self.whole_url,
            "address": self.address,
            "link": self.link,
            "piece": self.piece,
            "name": self.marked_name,
            "as_name": self.as_name,
            "capitalized": capitalized,
            "md": self.md,
            "picture": self.picture,
            "picture_url": self.picture_url,
            "plain": self.plain,
            "excerpt": excerpt,
            "asset": self.asset,
            "styles": self.styles,
            "grounds": self.grounds,
            "shield": self.shields.shield,
            "with_shields": self.with_shields,
            "who": self.who,
            "faction_name": self.faction_name,
            "sigil": self.sigil,
            "arms": self.arms,
            "faction": self.faction,
            "factions": self.factions,
            "is_gm": self.is_gm,
            "part": self.part,
            "at_anchor": self.at_anchor,
            "headings": section_headings,
            "percent": self.percent,
            "number": self.number,
            "signed": self.signed,
            "told_to": self.told_to,
            "because": self.because,
            "ribbon_path": ribbon_path,
            "blank": part_kind,
            "gap_count": gap_count,
            "cost_of": cost_of,
            "is_main": is_main_field,
            "only_text": only_text,
            "packed": pack_gaps,
            "packed_odds": pack_odds,
            "parted": by_turn,
            "fitted": fit_text,
        }

    # Parts of pages

    def part(self, template: str, /, **values: object) -> Markup:
        """A template rendered with these values alone, once for all pages on which it is the same.

        It sees neither the page nor its view, so it can depend only on the values and on the names
        of the things in them.
        """
        scope = CURRENT_PAGE.get()
        if scope.page.link_base != ("near", None):
            return self._render_part(template, values)
        key: object = template
        refs = _NO_REFS
        for name, value in values.items():
            if value is None or type(value) in (bool, int, str):
                key = (key, name, type(value), value)
            else:
                digest = self._digest(template, value)
                key = (key, name, digest.value)
                refs |= digest.refs
        # Links to things with a section on the page lead there.
        key = (key, refs & scope.sections)
        found = scope.parts.get(key)
        if found is None:
            names = frozenset((ref, scope.names.get(ref, "")) for ref in refs)
            shared = (key, names, scope.frame_digest)
            found = self.parts.get(shared)
            if found is None:
                found = self.parts[shared] = self._render_part(template, values)
            scope.parts[key] = found
        return found

    def at_anchor(self, part: str, anchor: str) -> Markup:
        """A part that was rendered with the anchor ``ANCHOR``, at another anchor.

        So one part serves pages on which the same event is under different anchors.
        """
        return as_markup(part.replace(ANCHOR_PLACEHOLDER, escape_html(anchor)))

    def _digest(self, template: str, value: object) -> ViewDigest:
        if isinstance(value, Undefined):
            str(value)  # Raises the error that says what is undefined.
        try:
            return self.digester.digest(value)
        except TypeError as error:
            raise TemplateRuntimeError(f"{template} can't be rendered alone: {error}") from error

    def _render_part(self, template: str, values: Mapping[str, object]) -> Markup:
        return as_markup(self.environment.get_template(template).render(values))

    # Texts

    def t(self, key: str, /, **values: object) -> Markup:
        """The message for a key, with values inserted; the number ``n`` chooses its plural form."""
        return format_message(self.theme.words, key, values)

    def says(self, key: str) -> bool:
        """Whether the language has a message for a key."""
        return key in self.theme.words

    def wording(self, key: str, number: int, about: Iterable[Ref | str | None]) -> str:
        """The key of one of the messages ``key.1``, ``key.2`` and so on.

        The number and what it is about choose it. About the same, as many numbers in a row as there
        are messages give different ones; about something else, in another order.
        """
        count = next(n for n in itertools.count(1) if f"{key}.{n}" not in self.theme.words) - 1
        if not count:
            return f"{key}.1"  # The caller reports that it is missing.
        ids = (one.id if isinstance(one, Ref) else one for one in about if one)
        code = zlib.crc32(" ".join(ids).encode())
        steps = [n for n in range(1, count + 1) if math.gcd(n, count) == 1]
        chosen = number * steps[code // count % len(steps)] + code
        return f"{key}.{chosen % count + 1}"

    def md(self, text: Text, heading: int = 3, use: PictureLayout = "column") -> Markup:
        """A text as HTML; its own headings start at the given level.

        ``use`` is the width of images that are not within a line.
        """
        links = tuple(
            (target, self.address(ref), self._named(target, ref)) for target, ref in text.links
        )
        pictures = tuple((path, self._picture(path)) for path in text.pictures)
        label = str(self.t("news.private")) if text.private else ""
        private = markdown.PrivateLines(text.private, label)
        html = _to_html(text.markdown, heading, use, links, pictures, private)
        return as_markup(self._joined(html)) if name_forms.ARTICLE_MARK in html else html

    def plain(self, text: Text) -> str:
        """The plain text of a Markdown text, in one line."""
        return self._joined(
            _plain_text(
                text.markdown,
                tuple((target, self._named(target, ref)) for target, ref in text.links),
            )
        )

    def _named(self, target: str, ref: Ref) -> str | None:
        """The name that a link to a bare id shows, marked; None if it is shown as written."""
        return self.marked_name(ref) if ref.id == target.casefold() else None

    def _joined(self, text: str) -> str:
        """A text or HTML in which the names of links to bare ids fit what is before them."""
        return name_forms.without_marks(self.theme.words.name_forms.settle(text))

    def percent(self, chance: Facts | Fraction) -> str:
        """An exact chance as a whole percentage; 0 and 100 only if they are exact."""
        return percent(chance)

    def number(self, value: int) -> str:
        """A number as text; before a negative one stands a minus sign, not a hyphen."""
        return f"−{-value}" if value < 0 else str(value)

    def signed(self, value: int) -> str:
        """A change as text, with its sign."""
        return f"+{value}" if value > 0 else self.number(value)

    # Names and addresses

    def url(self, path: str) -> str:
        """The address of a path of the site, in the page's link style."""
        # In HTML pages it begins with a placeholder, which `with_relative_urls` replaces.
        scope = CURRENT_PAGE.get()
        links, folder = scope.page.link_base
        if links == "rooted":
            return rooted_url(scope.frame.address, path)
        if links == "whole":
            return whole_url(scope.frame.address, path)
        target, hash_, anchor = path.partition("#")
        if folder is None:
            return f"{ROOT_PLACEHOLDER}{path}" if target else path
        relative = _relative_path(folder, target) if target else ""
        return f"{relative}{hash_}{anchor}"

    def whole_url(self, path: str) -> str:
        """The full URL of a path of the site."""
        return whole_url(CURRENT_PAGE.get().frame.address, path)

    def address(self, ref: Ref) -> str:
        """The address of a thing's page, or of its section on a page about the past."""
        is_here = ref in CURRENT_PAGE.get().sections
        return f"#{ref.kind}-{ref.id}" if is_here else self.url(page_path(ref))

    def name(self, ref: Ref) -> str:
        """The name of a thing. Raises UndefinedError for one that is not in the page's view."""
        try:
            return CURRENT_PAGE.get().names[ref]
        except KeyError:
            raise UndefinedError(f"there is no name for {_described(ref)} on this page") from None

    def marked_name(self, ref: Ref) -> str:
        """The name of a thing; inside a sentence of `t` its article is put in lower case."""
        return self.as_name(self.name(ref))

    def as_name(self, text: str) -> str:
        """A text as a name, whose article is put in lower case inside a sentence of `t`.

        In languages where words join with a name after them, they do: “des Sauniers”.
        """
        return self.theme.words.name_forms.mark(text)

    def link(self, ref: Ref, words: str | None = None) -> Markup:
        """A link to a thing's page, with its name or other words.

        Inside a sentence, the article of the name is put in lower case ("by the Sixteen").
        """
        shown = self.marked_name(ref) if words is None else words
        return as_markup(f'<a href="{escape_html(self.address(ref))}">{escape_html(shown)}</a>')

    def piece(self, name: str, linked: bool = True) -> Markup:
        """The name of a piece in play, as a link to its entry if ``linked``; of others the name."""
        shown = escape_html(self.as_name(str(name)))
        if not linked or not isinstance(name, PieceName):
            return as_markup(shown)
        address = escape_html(self.url(f"{FORCES}#{name.anchor}"))
        return as_markup(f'<a class="piece" href="{address}">{shown}</a>')

    def faction(self, of: Ref | str) -> FactionBadge:
        """A faction by its reference or its id."""
        id = of.id if isinstance(of, Ref) else of
        found = CURRENT_PAGE.get().frame.faction(id)
        if found is None:
            raise UndefinedError(f"there is no faction {id!r} in this edition")
        return found

    def factions(self) -> tuple[FactionBadge, ...]:
        """All factions that the reader knows, in the order of the campaign."""
        return CURRENT_PAGE.get().frame.factions

    def is_gm(self) -> bool:
        """Whether the page is the GM's."""
        return CURRENT_PAGE.get().frame.is_gm

    def who(self, ref: Ref | None) -> Markup:
        """A faction's shield and a link to its page; "someone" if the reader doesn't know it."""
        if not ref:
            return self.t("someone")
        shield = self.shields.shield(self.faction(ref), "mini")
        address, name = escape_html(self.address(ref)), escape_html(self.marked_name(ref))
        return as_markup(f'<a class="who" href="{address}">{shield}{name}</a>')

    def faction_name(self, id: str) -> Markup:
        """A faction's shield and its name; empty if the reader doesn't know it."""
        scope = CURRENT_PAGE.get()
        found = scope.frame.faction(id)
        if found is None:
            return Markup()
        shield = self.shields.shield(found, "mini")
        name = scope.names.get(Ref("faction", id), found.name)
        return as_markup(f'<span class="who">{shield}{escape_html(name)}</span>')

    def told_to(self, told: EventView) -> tuple[tuple[str, str], ...]:
        """Who is told about an event, with codes; all factions as one if told the same."""
        powers = {faction.id for faction in CURRENT_PAGE.get().frame.factions}
        alike = {word for word, code in told.readers if code == told.telling.code}
        if len(powers) == 1 or not powers <= alike:
            return told.readers
        others = tuple(reader for reader in told.readers if reader[0] not in powers)
        return (*others, ("factions", told.telling.code))

    def because(self, account: AudienceAccess) -> str:
        """Why an audience knows a thing or doesn't, as text of the GM's edition."""
        scope = CURRENT_PAGE.get()
        key = (scope.frame_digest, account.of_rules, account.reason)
        found = self.reasons.get(key)
        if found is None:
            names = {faction.id: faction.name for faction in scope.frame.factions}
            formatter = ReasonFormatter(self.theme, scope.frame.ruleset, names)
            found = self.reasons[key] = formatter.reason(account)
        return found

    # Images and files

    def _picture(self, path: str) -> PictureView | None:
        """An image of the edition, as this page shows it."""
        picture = CURRENT_PAGE.get().pictures.get(path)
        if picture is None:
            return None
        smaller = tuple((one.width, self.url(one.path)) for one in picture.smaller)
        words = self.t("picture.enlarge").unescape()
        return PictureView(self.url(path), picture.width, picture.height, smaller, words)

    def picture(
        self, path: str, words: str, use: PictureLayout = "column", *, linked: bool = False
    ) -> Markup:
        """An image of the edition by its path, with its words; ``linked`` to its full size."""
        found = self._picture(path)
        drawn = (
            render_linked_picture(found, words, use)
            if linked
            else render_picture(found, words, layout=use)
        )
        return Markup(drawn)  # noqa: S704  escaped where it is made

    def picture_url(self, path: str, width: int) -> str:
        """The address of an image of the edition in the size for this width in pixels."""
        picture = CURRENT_PAGE.get().pictures.get(path)
        if picture is None:
            raise UndefinedError(f"there is no image {path!r} on this page")
        return self.url(picture.smallest_at_least(width).path)

    def asset(self, name: str) -> str:
        """The address of a static file of the theme."""
        return self.url(self.theme.published_path(name))

    def styles(self) -> tuple[str, ...]:
        """The addresses of the theme's style sheets, in order."""
        return tuple(self.asset(name) for name in self.theme.styles)

    def grounds(self) -> tuple[str, ...]:
        """The background colours of the page by day and by night, if the theme states them."""
        return self.theme.grounds

    def sigil(self, name: str) -> Markup:
        """The drawing of a sigil, for use in an `<svg>` of the page."""
        drawing = self.theme.sources[f"sigils/{name}.svg"].text.strip()
        return Markup(drawing)  # noqa: S704  the theme's own file

    def arms(self, faction: FactionBadge) -> Shield:
        """A faction's shield: its division and colours, without the sigil."""
        return shield_of(faction.division, faction.colors)

    def with_shields(self, html: str) -> Markup:
        """HTML with the drawings that the shields in it refer to, at its end; for whole pages."""
        return as_markup(self.shields.with_drawings(html, CURRENT_PAGE.get().frame.factions))


def with_relative_urls(drawn: str, folder: str) -> str:
    """Rendered HTML with addresses relative to a folder of the site, and no marks of names."""
    root = "../" * (folder.count("/") + 1) if folder else ""
    plain = name_forms.without_marks(drawn).replace(ROOT_PLACEHOLDER, root)
    # In JSON, the marks are escaped.
    return plain.replace("\\u0002", "").replace("\\u0004", "") if "\\" in plain else plain


def capitalized(words: str) -> Markup:
    """A sentence with a capital at its start, whether or not it starts with a link."""
    return as_markup(name_forms.capitalized(str(escape_html(words))))


def by_turn(found: Iterable[Any]) -> tuple[tuple[Any, ...], tuple[TurnGroup[Any], ...]]:
    """Items with a ``turn``, latest first, as recent ones and groups of earlier ones."""
    return recent_and_earlier(found, attrgetter("turn"))


def _described(value: object) -> str:
    return f"the {value.kind} {value.id!r}" if isinstance(value, Ref) else repr(value)


# Pages of a folder link to mostly the same others.
@lru_cache(maxsize=16384)
def _relative_path(folder: str, target: str) -> str:
    return posixpath.relpath(target, folder or ".")


# Most texts are on several pages of several editions.
@lru_cache(maxsize=1 << 14)
def _to_html(
    text: str,
    heading: int,
    use: PictureLayout,
    links: tuple[tuple[str, str, str | None], ...],
    pictures: tuple[tuple[str, PictureView | None], ...],
    private: markdown.PrivateLines,
) -> Markup:
    """A text as HTML; ``links`` are addresses and names by target, ``pictures`` are by path."""
    html = markdown.to_html(
        text,
        {target: address for target, address, _ in links}.get,
        heading_level=heading,
        look_up_name={target: name for target, _, name in links}.get,
        look_up_picture=dict(pictures).get,
        layout=use,
        private=private,
    )
    return Markup(html)  # noqa: S704  Markdown without raw HTML, escaped by its renderer


@lru_cache(maxsize=1 << 14)
def _plain_text(text: str, names: Iterable[tuple[str, str | None]]) -> str:
    return markdown.plain_text(text, name=dict(names).get)


def section_headings(html: Markup) -> tuple[tuple[str, str], ...]:
    """The id and the words of each section of a page; nothing if it has few."""
    if html.count("<h2") < _MIN_SECTIONS:
        return ()
    found = _SECTION.findall(html)
    if len(found) < _MIN_SECTIONS:
        return ()
    return tuple((id, _text_of_heading(heading)) for id, heading in found)


# Most headings are on many pages.
@lru_cache(maxsize=4096)
def _text_of_heading(html: str) -> str:
    return Markup(_PERMALINK.sub("", html)).striptags()  # noqa: S704  from HTML to text
