"""What a template can call: words, links, prose, and the addresses of files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Final, TypeVar

from markupsafe import Markup

from chronicle.markup import markdown
from chronicle.markup.heraldry import Arms, arms_of
from chronicle.markup.images.references import Shown, Use, enlarged, image
from chronicle.model.facts import Facts, Ref, RefKind, TieKind
from chronicle.outline.charts import LATEST, Bond, Chart, bonds_of, course_of, stepped
from chronicle.outline.pagination import Row, Stretch, by_place, parted
from chronicle.outline.site import Mention, Page, Site, address, dossier_path, stretch_path
from chronicle.outline.turn_ranges import latest
from chronicle.project.access_report import Account
from chronicle.project.edition import EntityView, FactionView, Text, Told
from chronicle.render.messages import escaped, marked, percent, worded
from chronicle.render.order_sheet import blank, packed
from chronicle.render.reason_text import ReasonWords
from chronicle.render.shields import Shields
from chronicle.render.theme import Theme
from chronicle.render.tracking.excerpts import Reading

#: Stands in addresses for the way to the top of the site, so that what is drawn once can stand on
#: pages of all folders. It is no character at all, and no text may hold it (R005).
TOP: Final = "\ufdd0"
_TURN: Final = attrgetter("turn")
_Told = TypeVar("_Told")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Tools:
    """The functions that templates of one page may call, under the names of their methods."""

    theme: Theme
    site: Site
    page: Page
    shields: Shields
    #: Notes what is read for the page, where somebody wants to know.
    reading: Reading | None = None
    #: What has been made for this page, and what was asked for it: the same few names stand on it
    #: hundreds of times.
    made: dict[object, tuple[Any, frozenset[int]]] = field(default_factory=dict)

    def names(self) -> dict[str, Callable[..., Any]]:
        """The functions by the name that templates use."""
        return {
            "t": self.t,
            "says": self.says,
            "url": self.url,
            "whole_url": self.site.whole,
            "address": self.address,
            "link": self.link,
            "name": self.name,
            "md": self.md,
            "picture": self.picture,
            "picture_url": self.picture_url,
            "plain": self.plain,
            "asset": self.asset,
            "styles": self.styles,
            "grounds": self.grounds,
            "shield": self.shields.shield,
            "who": self.who,
            "sigil": self.sigil,
            "arms": self.arms,
            "faction": self.faction,
            "mentions": self.mentions,
            "mentioned": self.mentioned,
            "parted": parted_by_turn,
            "by_place": by_place,
            "tied_to": self.tied_to,
            "linking": self.linking,
            "mention_url": self.mention_url,
            "stretches_in": self.stretches_in,
            "stretch_url": self.stretch_url,
            "dossier_url": self.dossier_url,
            "map_url": self.map_url,
            "percent": self.percent,
            "told_to": self.told_to,
            "because": self.because,
            "course": self.course,
            "bonds": self.bonds,
            "stepped": stepped,
            "blank": blank,
            "packed": packed,
        }

    def t(self, key: str, /, **values: object) -> Markup:
        """The words for a key, with values put in; ``n`` chooses between one and other."""
        return worded(self.theme.words, key, values)

    def says(self, key: str) -> bool:
        """Whether the catalogue has words for a key."""
        return key in self.theme.words

    def url(self, path: str) -> str:
        """The address of a path of the site, as this page leads to others.

        Pages of HTML have it from :data:`TOP`, for :func:`from_folder` to put in.
        """
        links, folder = self.page.leads_from
        if links == "rooted":
            return self.site.rooted(path)
        if links == "whole":
            return self.site.whole(path)
        target, hash_, anchor = path.partition("#")
        if folder is None:
            return f"{TOP}{path}" if target else path
        relative = _way(folder, target) if target else ""
        return f"{relative}{hash_}{anchor}"

    def address(self, ref: Ref) -> str:
        """The address of a thing's page; of its part, on one that says how things once stood."""
        return f"#{ref.kind}-{ref.id}" if self.page.holds(ref) else self.url(address(ref))

    def name(self, ref: Ref) -> str:
        """The name of a thing."""
        return self.site.edition.names[ref]

    def link(self, ref: Ref, words: str | None = None) -> Markup:
        """A link to a thing's page with its name, or with other words."""

        def linked() -> Markup:
            shown = self.name(ref) if words is None else words
            return marked(f'<a href="{escaped(self.address(ref))}">{escaped(shown)}</a>')

        return self._once((ref, words), linked)

    def who(self, ref: Ref | None) -> Markup:
        """A faction by its shield and a link to its page; someone, when the reader knows none."""
        if not ref:
            return self.t("someone")
        return self._once(ref, partial(self._who, ref))

    def _who(self, ref: Ref) -> Markup:
        shield = self.shields.shield(self.faction(ref), "mini")
        return marked(f'<span class="who">{escaped(shield)}{self.link(ref)}</span>')

    def _once(self, key: object, make: Callable[[], _Made]) -> _Made:
        """What is made once for a page; what that asked is noted each time."""
        if key not in self.made:
            noting = self.reading.noting if self.reading is not None else _unnoted
            self.made[key] = noting(make)
        elif self.reading is not None:
            self.reading.note(self.made[key][1])
        made: _Made = self.made[key][0]
        return made

    def md(self, text: Text, heading: int = 3, use: Use = "column") -> Markup:
        """A text as HTML; its own headings start at the level given.

        ``use`` is how wide pictures are that stand by themselves.
        """

        def target(name: str) -> str | None:
            ref = self.site.edition.find(name, text.turn)
            return None if ref is None else self.address(ref)

        named = partial(self._named, text.turn)
        html = markdown.to_html(
            text.markdown, target, heading=heading, name=named, picture=self._picture, use=use
        )
        return Markup(html)  # noqa: S704  Markdown without raw HTML, escaped by its renderer

    def _picture(self, path: str) -> Shown | None:
        """A picture of the edition as this page shows it."""
        picture = self.site.edition.pictures.get(path)
        if picture is None:
            return None
        smaller = tuple((one.width, self.url(one.path)) for one in picture.smaller)
        words = self.t("picture.enlarge").unescape()
        return Shown(self.url(path), picture.width, picture.height, smaller, words)

    def picture(
        self, path: str, words: str, use: Use = "column", *, linked: bool = False
    ) -> Markup:
        """A picture of the edition by its path, with words for those who can't see it.

        ``linked`` when it leads to the whole of it.
        """
        found = self._picture(path)
        drawn = enlarged(found, words, use) if linked else image(found, words, use=use)
        return Markup(drawn)  # noqa: S704  escaped where it is made

    def picture_url(self, path: str, width: int) -> str:
        """The address of a picture of the edition at one size: that for so many pixels across."""
        return self.url(self.site.edition.pictures[path].fit_for(width).path)

    def plain(self, text: Text) -> str:
        """The bare words of a text in one line."""
        return markdown.plain(text.markdown, name=partial(self._named, text.turn))

    def _named(self, turn: int, target: str) -> str | None:
        """The name behind a bare id, where the reader knows the thing."""
        ref = self.site.edition.find(target, turn)
        return self.name(ref) if ref is not None and ref.id == target.casefold() else None

    def asset(self, name: str) -> str:
        """The address of a static file of the theme."""
        return self.url(self.theme.published(name))

    def styles(self) -> tuple[str, ...]:
        """The addresses of the theme's stylesheets, in the order in which they are read."""
        return tuple(self.asset(name) for name in self.theme.styles)

    def grounds(self) -> tuple[str, ...]:
        """The colours of the page by day and by night, where the theme states them."""
        return self.theme.grounds

    def sigil(self, name: str) -> Markup:
        """The drawing of a charge, to stand inside an `<svg>` of the page."""
        drawing = self.theme.sources[f"sigils/{name}.svg"].text.strip()
        return Markup(drawing)  # noqa: S704  the theme's own file

    def arms(self, faction: FactionView) -> Arms:
        """The arms of a faction: what is drawn on its shield besides the sigil, and in what."""
        return arms_of(faction.division, faction.colors)

    def faction(self, ref: Ref) -> FactionView:
        """A faction by its pointer."""
        found = self.site.edition.faction(ref.id)
        if found is None:
            # To a template that is nothing, as it is where it looks for one itself.
            raise StopIteration(ref.id)
        return found

    def mentions(self, kind: RefKind, id: str) -> tuple[Mention, ...]:
        """Where a thing is spoken of in turns."""
        return self.site.mentions_of(Ref(kind, id))

    def mentioned(
        self, kind: RefKind, id: str, within: Stretch | None = None
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The turns that speak of a thing with the anchors where they do, the latest first.

        All of them, or those ``within`` a stretch.
        """
        ref = Ref(kind, id)
        if within is None:
            found = self.site.mentions_of(ref)
        else:
            found = self.site.mentions_within(ref, within.first, within.last)
        turns = ((n, tuple(it.anchor for it in own)) for n, own in groupby(found, _TURN))
        return tuple(turns)[::-1]

    def tied_to(self, kind: RefKind, id: str) -> tuple[tuple[TieKind, tuple[EntityView, ...]], ...]:
        """The people and items that are tied to a thing, by what ties them."""
        return self.site.edition.tied_to(Ref(kind, id))

    def linking(self, kind: RefKind, id: str) -> tuple[Ref, ...]:
        """The things whose own pages link a thing."""
        return self.site.linkers_of(Ref(kind, id))

    def stretches_in(self, folder: str) -> tuple[Stretch, ...]:
        """The stretches of turns that pages of a folder list, the earliest first."""
        found = self.site.stretches
        return tuple(it for it in found if self.site.has(stretch_path(folder, it)))

    def stretch_url(self, folder: str, stretch: Stretch) -> str:
        """The address of the page that lists a stretch of turns."""
        return self.url(stretch_path(folder, stretch))

    def mention_url(self, mention: Mention) -> str:
        """The address of a mention."""
        return self.url(f"turns/{mention.turn}.html#{mention.anchor}")

    def dossier_url(self, faction: str, turn: int) -> str:
        """The address of a dossier."""
        return self.url(dossier_path(self.site.edition, faction, turn))

    def map_url(self, turn: int) -> str:
        """The address of the map as it was at the end of a turn."""
        return self.url(self.site.map_of(turn))

    def percent(self, chance: Facts | Fraction) -> str:
        """An exact chance as a whole percentage; never 0 or 100 unless it is just that."""
        return percent(chance)

    def course(self, faction: str, last: int = 0) -> tuple[Chart, ...]:
        """The figures of a faction, drawn small: over all turns, or the latest up to one."""
        if last:
            return course_of(self.site.figures, faction, last, latest(last, LATEST).first)
        return course_of(self.site.figures, faction, self.site.edition.last_turn)

    def bonds(self, id: str) -> tuple[Bond, ...]:
        """How a faction stands with others, and what was before."""
        return tuple(it for it in bonds_of(self.site.edition.relations) if it.has(id))

    def told_to(self, told: Told) -> tuple[tuple[str, str], ...]:
        """Who is told of an event, and by which code; all factions as one when all are told so."""
        powers = {faction.id for faction in self.site.edition.factions}
        alike = {word for word, code in told.readers if code == told.telling.code}
        if len(powers) == 1 or not powers <= alike:
            return told.readers
        others = tuple(reader for reader in told.readers if reader[0] not in powers)
        return (*others, ("factions", told.telling.code))

    def because(self, account: Account) -> str:
        """Why somebody knows a thing or doesn't, in the words of the GM's edition."""
        words: ReasonWords = self._once("because", self._words)
        return words.reason(account)

    def _words(self) -> ReasonWords:
        edition = self.site.edition
        names = {faction.id: faction.name for faction in edition.factions}
        return ReasonWords(self.theme, edition.ruleset, names)


def parted_by_turn(
    listed: Iterable[tuple[int, _Told]],
) -> tuple[tuple[tuple[int, _Told], ...], tuple[Row[tuple[int, _Told]], ...]]:
    """Pairs of a turn and its items, on pages (:func:`chronicle.outline.pagination.parted`)."""
    return parted(listed, itemgetter(0))


def _unnoted(make: Callable[[], _Made]) -> tuple[_Made, frozenset[int]]:
    return make(), frozenset()


def from_folder(drawn: str, folder: str) -> str:
    """What was drawn, with addresses as they lead from a folder of the site."""
    return drawn.replace(TOP, "../" * (folder.count("/") + 1) if folder else "")


# Every page of a folder leads to much the same others, by the same ways.
@lru_cache(maxsize=16384)
def _way(folder: str, target: str) -> str:
    return posixpath.relpath(target, folder or ".")
