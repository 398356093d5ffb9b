"""The functions that templates can call: messages, links, Markdown and addresses of files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Final, TypeVar

from markupsafe import Markup

from chronicle.markup import markdown
from chronicle.markup.heraldry import Shield, shield_of
from chronicle.markup.images.references import (
    PictureLayout,
    PictureView,
    render_linked_picture,
    render_picture,
)
from chronicle.model.facts import Facts, Ref, RefKind, TieKind
from chronicle.outline.charts import (
    FACTION_CHART_TURNS,
    Chart,
    RelationHistory,
    faction_charts,
    relation_histories,
    step_path,
)
from chronicle.outline.pagination import TurnGroup, TurnsPage, recent_and_earlier, rumors_by_place
from chronicle.outline.site import (
    Site,
    SitePage,
    TurnMention,
    dossier_path,
    page_path,
    turns_page_path,
)
from chronicle.outline.turn_ranges import latest_range
from chronicle.project.access_report import AudienceAccess
from chronicle.project.edition import EntityView, EventView, FactionView, Text
from chronicle.records import dataclass
from chronicle.render.messages import (
    ARTICLE_MARK,
    as_markup,
    escape_html,
    format_message,
    mark_article,
    percent,
)
from chronicle.render.order_sheet import pack_gaps, part_kind
from chronicle.render.reason_text import ReasonFormatter
from chronicle.render.shields import Shields
from chronicle.render.theme import Theme
from chronicle.render.tracking.excerpts import Reading

#: Placeholder for the relative path to the root of the site, so that cached parts can be used on
#: pages in all folders. It is a noncharacter, which no text may contain (R005).
ROOT_PLACEHOLDER: Final = "\ufdd0"
_TURN: Final = attrgetter("turn")
_ListedItem = TypeVar("_ListedItem")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class TemplateFunctions:
    """The functions that templates of one page may call, by method name."""

    theme: Theme
    site: Site
    page: SitePage
    shields: Shields
    #: Tracks what is read for the page, if needed.
    reading: Reading | None = None
    #: Results cached for this page, with the reads they involved; the same few names occur on it
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
            "name": self.marked_name,
            "as_name": self.as_name,
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
            "parted": paginate_by_turn,
            "by_place": rumors_by_place,
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
            "stepped": step_path,
            "blank": part_kind,
            "packed": pack_gaps,
        }

    def t(self, key: str, /, **values: object) -> Markup:
        """The message for a key, with values inserted; ``n`` chooses between one and other."""
        return format_message(self.theme.words, key, values)

    def says(self, key: str) -> bool:
        """Whether the catalogue has a message for a key."""
        return key in self.theme.words

    def url(self, path: str) -> str:
        """The address of a path of the site, in the page's link style.

        In HTML pages it begins with :data:`ROOT_PLACEHOLDER`, which :func:`with_relative_urls`
        replaces.
        """
        links, folder = self.page.link_base
        if links == "rooted":
            return self.site.rooted(path)
        if links == "whole":
            return self.site.whole(path)
        target, hash_, anchor = path.partition("#")
        if folder is None:
            return f"{ROOT_PLACEHOLDER}{path}" if target else path
        relative = _relative_path(folder, target) if target else ""
        return f"{relative}{hash_}{anchor}"

    def address(self, ref: Ref) -> str:
        """The address of a thing's page, or of its section on a page about the past."""
        return f"#{ref.kind}-{ref.id}" if self.page.holds(ref) else self.url(page_path(ref))

    def name(self, ref: Ref) -> str:
        """The name of a thing."""
        return self.site.edition.names[ref]

    def marked_name(self, ref: Ref) -> str:
        """The name of a thing, for templates; its article is marked (see :func:`mark_article`)."""
        return self.as_name(self.name(ref))

    def as_name(self, text: str) -> str:
        """A text as a name, with its article marked, to be inserted in a message."""
        articles = self.theme.words.get("articles", "")
        return mark_article(text, articles if isinstance(articles, str) else "")

    def link(self, ref: Ref, words: str | None = None) -> Markup:
        """A link to a thing's page, with its name or other words.

        Inside a sentence, the article of the name is put in lower case ("by the Sixteen").
        """

        def linked() -> Markup:
            shown = self.marked_name(ref) if words is None else words
            return as_markup(f'<a href="{escape_html(self.address(ref))}">{escape_html(shown)}</a>')

        return self._cached((ref, words), linked)

    def who(self, ref: Ref | None) -> Markup:
        """A faction's shield and a link to its page; "someone" if the reader doesn't know it."""
        if not ref:
            return self.t("someone")
        return self._cached(ref, partial(self._who, ref))

    def _who(self, ref: Ref) -> Markup:
        shield = self.shields.shield(self.faction(ref), "mini")
        return as_markup(f'<span class="who">{escape_html(shield)}{self.link(ref)}</span>')

    def _cached(self, key: object, make: Callable[[], _Result]) -> _Result:
        """A result that is computed once per page; the reads it involves are tracked each time."""
        if key not in self.made:
            noting = self.reading.noting if self.reading is not None else _untracked
            self.made[key] = noting(make)
        elif self.reading is not None:
            self.reading.note(self.made[key][1])
        made: _Result = self.made[key][0]
        return made

    def md(self, text: Text, heading: int = 3, use: PictureLayout = "column") -> Markup:
        """A text as HTML; its own headings start at the given level.

        ``use`` is the width of images that are not within a line.
        """

        def target(name: str) -> str | None:
            ref = self.site.edition.find(name, text.turn)
            return None if ref is None else self.address(ref)

        named = partial(self._named, text.turn)
        html = markdown.to_html(
            text.markdown,
            target,
            heading_level=heading,
            look_up_name=named,
            look_up_picture=self._picture,
            layout=use,
        )
        return Markup(html)  # noqa: S704  Markdown without raw HTML, escaped by its renderer

    def _picture(self, path: str) -> PictureView | None:
        """An image of the edition, as this page shows it."""
        picture = self.site.edition.pictures.get(path)
        if picture is None:
            return None
        smaller = tuple((one.width, self.url(one.path)) for one in picture.smaller)
        words = self.t("picture.enlarge").unescape()
        return PictureView(self.url(path), picture.width, picture.height, smaller, words)

    def picture(
        self, path: str, words: str, use: PictureLayout = "column", *, linked: bool = False
    ) -> Markup:
        """An image of the edition by its path, with alternative text.

        ``linked`` adds a link to its full size.
        """
        found = self._picture(path)
        drawn = (
            render_linked_picture(found, words, use)
            if linked
            else render_picture(found, words, layout=use)
        )
        return Markup(drawn)  # noqa: S704  escaped where it is made

    def picture_url(self, path: str, width: int) -> str:
        """The address of an image of the edition in the size for this width in pixels."""
        return self.url(self.site.edition.pictures[path].smallest_at_least(width).path)

    def plain(self, text: Text) -> str:
        """The plain text of a Markdown text, in one line."""
        return markdown.plain_text(text.markdown, name=partial(self._named, text.turn))

    def _named(self, turn: int, target: str) -> str | None:
        """The name for a bare id, if the reader knows the thing."""
        ref = self.site.edition.find(target, turn)
        return self.name(ref) if ref is not None and ref.id == target.casefold() else None

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

    def arms(self, faction: FactionView) -> Shield:
        """A faction's shield: its division and colours, without the sigil."""
        return shield_of(faction.division, faction.colors)

    def faction(self, ref: Ref) -> FactionView:
        """A faction by its reference."""
        found = self.site.edition.faction(ref.id)
        if found is None:
            # In a template this counts as undefined, as if it had searched for itself.
            raise StopIteration(ref.id)
        return found

    def mentions(self, kind: RefKind, id: str) -> tuple[TurnMention, ...]:
        """Where a thing is mentioned in turns."""
        return self.site.mentions_of(Ref(kind, id))

    def mentioned(
        self, kind: RefKind, id: str, within: TurnsPage | None = None
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The turns that mention a thing, with the anchors, latest first.

        All turns, or those ``within`` a page.
        """
        ref = Ref(kind, id)
        if within is None:
            found = self.site.mentions_of(ref)
        else:
            found = self.site.mentions_within(ref, within.first, within.last)
        turns = ((n, tuple(it.anchor for it in own)) for n, own in groupby(found, _TURN))
        return tuple(turns)[::-1]

    def tied_to(self, kind: RefKind, id: str) -> tuple[tuple[TieKind, tuple[EntityView, ...]], ...]:
        """The people and items that are tied to a thing, by kind of tie."""
        return self.site.edition.tied_to(Ref(kind, id))

    def linking(self, kind: RefKind, id: str) -> tuple[Ref, ...]:
        """The things whose pages link to a thing."""
        return self.site.linkers_of(Ref(kind, id))

    def stretches_in(self, folder: str) -> tuple[TurnsPage, ...]:
        """The pages of turns in a folder, earliest first."""
        found = self.site.stretches
        return tuple(it for it in found if self.site.has(turns_page_path(folder, it)))

    def stretch_url(self, folder: str, stretch: TurnsPage) -> str:
        """The address of the page that lists these turns."""
        return self.url(turns_page_path(folder, stretch))

    def mention_url(self, mention: TurnMention) -> str:
        """The address of a mention."""
        return self.url(f"turns/{mention.turn}.html#{mention.anchor}")

    def dossier_url(self, faction: str, turn: int) -> str:
        """The address of a dossier."""
        return self.url(dossier_path(self.site.edition, faction, turn))

    def map_url(self, turn: int) -> str:
        """The address of the map at the end of a turn."""
        return self.url(self.site.map_of(turn))

    def percent(self, chance: Facts | Fraction) -> str:
        """An exact chance as a whole percentage; 0 and 100 only if they are exact."""
        return percent(chance)

    def course(self, faction: str, last: int = 0) -> tuple[Chart, ...]:
        """Small charts of a faction's figures: over all turns, or the latest up to ``last``."""
        if last:
            return faction_charts(
                self.site.figures, faction, last, latest_range(last, FACTION_CHART_TURNS).first
            )
        return faction_charts(self.site.figures, faction, self.site.edition.last_turn)

    def bonds(self, id: str) -> tuple[RelationHistory, ...]:
        """A faction's relations to others, now and before."""
        return tuple(it for it in relation_histories(self.site.edition.relations) if it.has(id))

    def told_to(self, told: EventView) -> tuple[tuple[str, str], ...]:
        """Who is told about an event, with codes; all factions as one if told the same."""
        powers = {faction.id for faction in self.site.edition.factions}
        alike = {word for word, code in told.readers if code == told.telling.code}
        if len(powers) == 1 or not powers <= alike:
            return told.readers
        others = tuple(reader for reader in told.readers if reader[0] not in powers)
        return (*others, ("factions", told.telling.code))

    def because(self, account: AudienceAccess) -> str:
        """Why an audience knows a thing or doesn't, as text of the GM's edition."""
        words: ReasonFormatter = self._cached("because", self._words)
        return words.reason(account)

    def _words(self) -> ReasonFormatter:
        edition = self.site.edition
        names = {faction.id: faction.name for faction in edition.factions}
        return ReasonFormatter(self.theme, edition.ruleset, names)


def paginate_by_turn(
    listed: Iterable[tuple[int, _ListedItem]],
) -> tuple[tuple[tuple[int, _ListedItem], ...], tuple[TurnGroup[tuple[int, _ListedItem]], ...]]:
    """Pairs of a turn and an item, split into recent ones and groups of earlier ones."""
    return recent_and_earlier(listed, itemgetter(0))


def _untracked(make: Callable[[], _Result]) -> tuple[_Result, frozenset[int]]:
    return make(), frozenset()


def with_relative_urls(drawn: str, folder: str) -> str:
    """Rendered HTML with addresses relative to a folder of the site, and no marks of articles."""
    root = "../" * (folder.count("/") + 1) if folder else ""
    # In JSON, the mark is escaped.
    plain = drawn.replace(ARTICLE_MARK, "").replace("\\ufdd1", "")
    return plain.replace(ROOT_PLACEHOLDER, root)


# Pages of a folder link to mostly the same others.
@lru_cache(maxsize=16384)
def _relative_path(folder: str, target: str) -> str:
    return posixpath.relpath(target, folder or ".")
