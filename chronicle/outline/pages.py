"""The outline stage: from an edition to the pages of its site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, span_of_file
from chronicle.markup.markdown import wiki_links
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Facts, Ref
from chronicle.outline import turn_ranges
from chronicle.outline.as_of import worlds_by_turn
from chronicle.outline.charts import charts_of, figures_of, relation_overview_of
from chronicle.outline.feed import feed_of
from chronicle.outline.gallery import gallery_of, gallery_of_page
from chronicle.outline.map import EditionMaps
from chronicle.outline.order_sheet import order_sheet_of
from chronicle.outline.pagination import TurnsPage, paginate
from chronicle.outline.search import search_index_of, search_part_of
from chronicle.outline.site import (
    CHARTS,
    DEFAULT_PREVIEW_IMAGE,
    FEED,
    GALLERY,
    MAP,
    NOT_FOUND,
    ORDERS,
    ROBOTS,
    SEALED_FOLDER,
    SEARCH,
    SITEMAP,
    UNLOCK,
    LazySubject,
    Robots,
    Site,
    SitePage,
    SitePreviewImage,
    TurnMention,
    dossier_path,
    map_path,
    page_path,
    search_path,
    turns_page_path,
)
from chronicle.outline.timeline import timeline_of
from chronicle.outline.turn_ranges import earlier_ranges
from chronicle.project.edition import (
    Edition,
    EntityView,
    FactionView,
    PageView,
    Text,
    TurnView,
)


def outline(
    edition: Edition,
    report: Report,
    display_path: Callable[[str], str] = str,
    *,
    base_url: str = "",
    in_multi_site: bool = False,
    order_key: str = "",
) -> Site:
    """Return the site of an edition; report pages with the same path.

    ``display_path`` returns the path of an author's file as shown in messages. ``base_url`` is the
    address of the public pages, empty if unknown. ``in_multi_site`` says that the site has several
    campaigns. ``order_key`` is the key for which players seal their orders, empty if the site has
    no sealed dossiers.
    """
    public = edition.audience == EVERYONE
    sealed, base_url = bool(order_key) and public, base_url if public else ""
    unlock = (SitePage(UNLOCK, "unlock.html", "unlock", listed=False),) if sealed else ()
    top = _root_pages(base_url, sealed=sealed) if public and not in_multi_site else ()
    sought = _search_pages(edition) if public else ()
    pages = (*_pages(edition), *unlock, *sought, *_feed_and_sitemap(edition, base_url), *top)
    taken: dict[str, SitePage] = {}
    for page in pages:
        folded = page.path.casefold()
        if folded in taken:
            at = span_of_file(Source(display_path(_source_path_of(page)), ""))
            report.add(problems.DuplicatePagePath(at=at, path=taken[folded].path, other=page.name))
        taken.setdefault(folded, page)
    card = _preview_image_of(edition) if base_url else None
    order_key = order_key if edition.form is not None else ""
    return Site(
        edition, pages, _mentions(edition), sealed, base_url, _backlinks(edition), card, order_key
    )


def _preview_image_of(edition: Edition) -> SitePreviewImage:
    """The author's preview image, or the one that the theme draws."""
    own = edition.card
    return (
        DEFAULT_PREVIEW_IMAGE
        if own is None
        else SitePreviewImage(own.path, own.width, own.height, own.words)
    )


def _search_pages(edition: Edition) -> Iterator[SitePage]:
    """The search index; only public pages have one, since it needs a web server."""
    parts = earlier_ranges(edition.last_turn, turn_ranges.TURNS_PER_SEARCH_FILE)
    about = LazySubject(partial(search_index_of, edition, parts))
    yield SitePage(SEARCH, "search.json", "search", about=about, listed=False)
    for stretch in parts:
        about = LazySubject(partial(search_part_of, edition, stretch))
        yield SitePage(search_path(stretch), "search.json", "search", about=about, listed=False)


def _root_pages(hosted: str, *, sealed: bool) -> Iterator[SitePage]:
    """Files at the root of a host; in a multi-campaign site the landing page has them."""
    robots = Robots((SEALED_FOLDER,) if sealed else (), (f"{hosted}{SITEMAP}",) if hosted else ())
    yield SitePage(NOT_FOUND, "404.html", "lost", links="rooted", listed=False)
    yield SitePage(ROBOTS, "robots.txt", "robots", about=robots, links="rooted", listed=False)


def _feed_and_sitemap(edition: Edition, hosted: str) -> Iterator[SitePage]:
    """Files that are read outside of the site and so need its address."""
    if hosted:
        feed = LazySubject(partial(feed_of, hosted, edition.turns))
        yield SitePage(FEED, "feed.xml", "feed", about=feed, links="whole", listed=False)
        yield SitePage(SITEMAP, "sitemap.xml", "sitemap", links="whole", listed=False)


def _source_path_of(page: SitePage) -> str:
    """The author's file for a page, for error messages."""
    match page.subject:
        case FactionView(id=id):
            return f"factions/{id}.yaml"
        case EntityView(kind=kind, id=id):
            return f"{'people' if kind == 'person' else 'items'}/{id}.md"
        case PageView(id=id):
            return f"pages/{id}.md"
        case TurnView(number=number):
            return f"turns/{number:03}.yaml"
        case _:
            return "places.yaml"


def _pages(edition: Edition) -> Iterator[SitePage]:
    yield SitePage("index.html", "home.html", "home")
    yield from _chart_pages(edition)
    stretches = paginate(edition.turns)
    for stretch in stretches:
        yield SitePage(turns_page_path("turns", stretch), "annals.html", "annals", stretch=stretch)
    for turn in edition.turns:
        yield SitePage(f"turns/{turn.number}.html", "turn.html", "turn", turn.title, turn)
    for world in worlds_by_turn(edition):
        path, title = f"as-of/{world.turn}.html", world.view.title
        yield SitePage(path, "as-of.html", "as_of", title, world, listed=False)
    for stretch in stretches:
        timeline = LazySubject(partial(timeline_of, edition, stretch))
        path = turns_page_path("timeline", stretch)
        yield SitePage(path, "timeline.html", "timeline", about=timeline, stretch=stretch)
    for stretch in stretches:
        yield SitePage(
            turns_page_path("rumors", stretch), "archive.html", "archive", stretch=stretch
        )
    for turn in edition.turns:
        yield SitePage(
            f"rumors/{turn.number}.html", "broadsheet.html", "broadsheet", turn.title, turn
        )
    yield SitePage("factions/index.html", "factions.html", "factions")
    for faction in edition.factions:
        path = page_path(Ref("faction", faction.id))
        yield SitePage(path, "faction.html", "faction", faction.name, faction)
    yield SitePage("places/index.html", "places.html", "places")
    for place in edition.places:
        path = page_path(Ref("place", place.id))
        yield SitePage(path, "place.html", "place", place.name, place)
    if edition.places:
        yield from _map_pages(edition)
    yield from _entity_pages("people", edition.people)
    yield from _entity_pages("items", edition.items)
    for page in edition.pages:
        yield SitePage(page_path(Ref("page", page.id)), "page.html", "page", page.title, page)
    if edition.pictures:
        yield from _gallery_pages(edition, stretches)
    yield SitePage("about.html", "about.html", "about")
    yield from _private_pages(edition)


def _entity_pages(folder: str, entities: Sequence[EntityView]) -> Iterator[SitePage]:
    """The pages of people or items, and the list of them, if there are any."""
    if entities:
        yield SitePage(f"{folder}/index.html", "entities.html", folder)
    for entity in entities:
        yield SitePage(page_path(entity.ref), "entity.html", entity.kind, entity.name, entity)


def _gallery_pages(edition: Edition, stretches: Sequence[TurnsPage]) -> Iterator[SitePage]:
    """The gallery, with separate pages for the images of earlier turns."""
    *earlier, latest = stretches
    # The gallery is computed on demand, unless the list of pages depends on it.
    gallery = cache(partial(gallery_of, edition))
    for stretch in earlier:
        own = gallery_of_page(gallery(), stretch)
        if own.hangings:
            path = turns_page_path("gallery", stretch)
            yield SitePage(path, "gallery.html", "gallery", about=own, stretch=stretch)
    left = LazySubject(lambda: gallery_of_page(gallery(), latest))
    yield SitePage(GALLERY, "gallery.html", "gallery", about=left, stretch=latest)


def _chart_pages(edition: Edition) -> Iterator[SitePage]:
    """Charts and relations, if the reader knows any."""
    figures = figures_of(edition)
    if figures:
        charts = LazySubject(partial(charts_of, edition, figures))
        yield SitePage(CHARTS, "charts.html", "charts", about=charts)
    if edition.relations:
        web = LazySubject(partial(relation_overview_of, edition))
        yield SitePage("relations.html", "relations.html", "relations", about=web)


def _map_pages(edition: Edition) -> Iterator[SitePage]:
    """The map of the latest turns, and one for each earlier range of turns."""
    atlases = EditionMaps(edition)
    yield SitePage(MAP, "map.html", "map", about=LazySubject(atlases.latest))
    for stretch in earlier_ranges(edition.last_turn, turn_ranges.TURNS_PER_MAP):
        name, about = f"{stretch.first}–{stretch.last}", LazySubject(partial(atlases.of, stretch))
        yield SitePage(map_path(stretch), "map.html", "map_then", name, about, listed=False)


def _private_pages(edition: Edition) -> Iterator[SitePage]:
    """Dossiers for a faction's players; for the GM the list of all, and an audit of every turn."""
    if edition.audience.faction:
        yield SitePage("dossier/index.html", "dossiers.html", "dossiers")
    if edition.form is not None:
        name = edition.names[Ref("faction", edition.form.faction)]
        sheet = order_sheet_of(edition.form, edition.last_turn + 1, edition.names)
        yield SitePage(ORDERS, "orders.html", "orders", name, sheet)
    if edition.audience.is_gm:
        yield SitePage("audit/index.html", "audits.html", "audits")
        for turn in edition.turns:
            yield SitePage(f"audit/{turn.number}.html", "audit.html", "audit", turn.title, turn)
        yield SitePage("dossier/index.html", "dossiers.html", "dossiers")
    for faction, number in edition.dossiers:
        name = edition.names[Ref("faction", faction)]
        dossier = LazySubject(partial(edition.dossiers.__getitem__, (faction, number)))
        path = dossier_path(edition, faction, number)
        yield SitePage(path, "dossier.html", "dossier", name, dossier)


def _mentions(edition: Edition) -> dict[Ref, tuple[TurnMention, ...]]:
    """Where each thing is mentioned in what this reader may read.

    The order of mentions within one place is irrelevant.
    """
    found: dict[Ref, dict[TurnMention, None]] = {}
    for turn in edition.turns:
        for anchor, refs in _refs_by_anchor(edition, turn):
            for ref in refs:
                if ref.kind != "turn" and edition.knows(ref, turn.number):
                    found.setdefault(ref, {})[TurnMention(turn.number, anchor)] = None
    return {ref: tuple(mentions) for ref, mentions in sorted(found.items())}


def _backlinks(edition: Edition) -> dict[Ref, tuple[Ref, ...]]:
    """The things whose texts link to a thing, as far as this reader may read them."""
    found: dict[Ref, dict[Ref, None]] = {}
    for own, texts in _texts_by_ref(edition):
        for text in texts:
            for ref in _linked_refs(edition, text):
                if ref not in (own, Ref("turn", ref.id)):
                    found.setdefault(ref, {})[own] = None
    return {ref: tuple(own) for ref, own in sorted(found.items())}


def _texts_by_ref(edition: Edition) -> Iterator[tuple[Ref, Iterable[Text]]]:
    """Everything that has a page, with its texts."""
    for faction in edition.factions:
        yield Ref("faction", faction.id), (*faction.profile, *faction.notes)
    for place in edition.places:
        yield Ref("place", place.id), place.passages
    for entity in edition.entities:
        yield entity.ref, entity.passages
    for page in edition.pages:
        yield Ref("page", page.id), page.passages


def _refs_by_anchor(edition: Edition, turn: TurnView) -> Iterator[tuple[str, Iterable[Ref]]]:
    for news in turn.news:
        yield news.anchor, _linked_refs(edition, news.text)
    for told in (*turn.street, *turn.told):
        if told.telling.deed:
            yield told.anchor, Facts.pointers_of(told.telling.facts)
    for rumor in turn.rumors:
        yield rumor.anchor, (*_linked_refs(edition, rumor.text), *rumor.where)
    for relation in turn.relations:
        linked = _linked_refs(edition, relation.text) if relation.text is not None else []
        yield relation.anchor, (*relation.between, *linked)
    for reveal in turn.reveals:
        linked = _linked_refs(edition, reveal.text) if reveal.text is not None else []
        told_refs = Facts.pointers_of(reveal.told.facts) if reveal.told is not None else ()
        own = (reveal.ref,) if reveal.ref is not None else ()
        yield reveal.anchor, (*own, *linked, *told_refs)


def _linked_refs(edition: Edition, text: Text) -> list[Ref]:
    found = (edition.find(link.target, text.turn) for link in wiki_links(text.markdown))
    return [ref for ref in found if ref is not None]
