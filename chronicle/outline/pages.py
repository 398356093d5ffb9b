"""The stage that lays out: from an edition to the pages of its site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, whole
from chronicle.markup.markdown import wiki_links
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Facts, Ref
from chronicle.outline import turn_ranges
from chronicle.outline.as_of import worlds
from chronicle.outline.charts import charts_of, figures_of, web_of
from chronicle.outline.feed import feed_of
from chronicle.outline.gallery import gallery_of, hung_in
from chronicle.outline.map import Atlases
from chronicle.outline.order_sheet import sheet_of
from chronicle.outline.pagination import Stretch, stretches_of
from chronicle.outline.search import index_of, part_of
from chronicle.outline.site import (
    CARD,
    CHARTS,
    FEED,
    GALLERY,
    LOST,
    MAP,
    ORDERS,
    ROBOTS,
    SEALED,
    SEARCH,
    SITEMAP,
    UNLOCK,
    Card,
    Later,
    Mention,
    Page,
    Robots,
    Site,
    address,
    dossier_path,
    map_path,
    search_path,
    stretch_path,
)
from chronicle.outline.timeline import timeline_of
from chronicle.outline.turn_ranges import earlier
from chronicle.project.edition import (
    Edition,
    EntityView,
    FactionView,
    PageView,
    SideBySide,
    Text,
    TurnView,
)


def outline(
    edition: Edition,
    report: Report,
    shown: Callable[[str], str] = str,
    *,
    hosted: str = "",
    shelved: bool = False,
    point: str = "",
) -> Site:
    """The site of an edition; a finding where two pages would have one path.

    ``shown`` is how messages show the path of an author's file; ``point`` is what players seal
    their orders to, empty where no sealed dossiers lie beside the public's pages. ``hosted`` is the
    address at which these stand, empty when nobody knows it, and ``shelved`` when they are one
    campaign of several on their host.
    """
    public = edition.audience == EVERYONE
    sealed, hosted = bool(point) and public, hosted if public else ""
    unlock = (Page(UNLOCK, "unlock.html", "unlock", listed=False),) if sealed else ()
    top = _at_the_top(hosted, sealed=sealed) if public and not shelved else ()
    sought = _searched(edition) if public else ()
    pages = (*_pages(edition), *unlock, *sought, *_read_elsewhere(edition, hosted), *top)
    taken: dict[str, Page] = {}
    for page in pages:
        folded = page.path.casefold()
        if folded in taken:
            at = whole(Source(shown(_file_of(page)), ""))
            report.add(problems.SamePath(at=at, path=taken[folded].path, other=page.name))
        taken.setdefault(folded, page)
    card = _card_of(edition) if hosted else None
    point = point if edition.form is not None else ""
    return Site(edition, pages, _mentions(edition), sealed, hosted, _linkers(edition), card, point)


def _card_of(edition: Edition) -> Card:
    """The author's own card, or the one that the theme draws."""
    own = edition.card
    return CARD if own is None else Card(own.path, own.width, own.height, own.words)


def _searched(edition: Edition) -> Iterator[Page]:
    """What search looks through; only a host can hand it to a page, and others' pages have none."""
    parts = earlier(edition.last_turn, turn_ranges.IN_A_SEARCH)
    about = Later(partial(index_of, edition, parts))
    yield Page(SEARCH, "search.json", "search", about=about, listed=False)
    for stretch in parts:
        about = Later(partial(part_of, edition, stretch))
        yield Page(search_path(stretch), "search.json", "search", about=about, listed=False)


def _at_the_top(hosted: str, *, sealed: bool) -> Iterator[Page]:
    """What is looked for at the top of a host; on a shelf that is where the landing page lies."""
    robots = Robots((SEALED,) if sealed else (), (f"{hosted}{SITEMAP}",) if hosted else ())
    yield Page(LOST, "404.html", "lost", links="rooted", listed=False)
    yield Page(ROBOTS, "robots.txt", "robots", about=robots, links="rooted", listed=False)


def _read_elsewhere(edition: Edition, hosted: str) -> Iterator[Page]:
    """What is read away from the site, and so has to know where that is."""
    if hosted:
        feed = Later(partial(feed_of, hosted, edition.turns))
        yield Page(FEED, "feed.xml", "feed", about=feed, links="whole", listed=False)
        yield Page(SITEMAP, "sitemap.xml", "sitemap", links="whole", listed=False)


def _file_of(page: Page) -> str:
    """The author's file behind a page, for findings."""
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


def _pages(edition: Edition) -> Iterator[Page]:
    yield Page("index.html", "home.html", "home")
    yield from _drawn(edition)
    stretches = stretches_of(edition.turns)
    for stretch in stretches:
        yield Page(stretch_path("turns", stretch), "annals.html", "annals", stretch=stretch)
    for turn in edition.turns:
        yield Page(f"turns/{turn.number}.html", "turn.html", "turn", turn.title, turn)
    for world in worlds(edition):
        path, title = f"as-of/{world.turn}.html", world.view.title
        yield Page(path, "as-of.html", "as_of", title, world, listed=False)
    for stretch in stretches:
        timeline = Later(partial(timeline_of, edition, stretch))
        path = stretch_path("timeline", stretch)
        yield Page(path, "timeline.html", "timeline", about=timeline, stretch=stretch)
    for stretch in stretches:
        yield Page(stretch_path("rumors", stretch), "archive.html", "archive", stretch=stretch)
    for turn in edition.turns:
        yield Page(f"rumors/{turn.number}.html", "broadsheet.html", "broadsheet", turn.title, turn)
    yield Page("factions/index.html", "factions.html", "factions")
    for faction in edition.factions:
        path = address(Ref("faction", faction.id))
        yield Page(path, "faction.html", "faction", faction.name, faction)
    yield Page("places/index.html", "places.html", "places")
    for place in edition.places:
        path = address(Ref("place", place.id))
        yield Page(path, "place.html", "place", place.name, place)
    if edition.places:
        yield from _maps(edition)
    yield from _entities("people", edition.people)
    yield from _entities("items", edition.items)
    for page in edition.pages:
        yield Page(address(Ref("page", page.id)), "page.html", "page", page.title, page)
    if edition.pictures:
        yield from _galleries(edition, stretches)
    yield Page("about.html", "about.html", "about")
    yield from _private_pages(edition)


def _entities(folder: str, entities: Sequence[EntityView]) -> Iterator[Page]:
    """The pages of people or of items, and the page that lists them, where there are any."""
    if entities:
        yield Page(f"{folder}/index.html", "entities.html", folder)
    for entity in entities:
        yield Page(address(entity.ref), "entity.html", entity.kind, entity.name, entity)


def _galleries(edition: Edition, stretches: Sequence[Stretch]) -> Iterator[Page]:
    """All pictures; those of earlier turns on pages of their own, where there are any."""
    *earlier, latest = stretches
    # Looked for when a page shows them, unless it hangs on them which pages there are.
    gallery = cache(partial(gallery_of, edition))
    for stretch in earlier:
        own = hung_in(gallery(), stretch)
        if own.hangings:
            path = stretch_path("gallery", stretch)
            yield Page(path, "gallery.html", "gallery", about=own, stretch=stretch)
    left = Later(lambda: hung_in(gallery(), latest))
    yield Page(GALLERY, "gallery.html", "gallery", about=left, stretch=latest)


def _drawn(edition: Edition) -> Iterator[Page]:
    """Charts and relations, where the reader knows of any."""
    figures = figures_of(edition)
    if figures:
        charts = Later(partial(charts_of, edition, figures))
        yield Page(CHARTS, "charts.html", "charts", about=charts)
    if edition.relations:
        web = Later(partial(web_of, edition))
        yield Page("relations.html", "relations.html", "relations", about=web)


def _maps(edition: Edition) -> Iterator[Page]:
    """The map over the latest turns, and over each earlier stretch of them."""
    atlases = Atlases(edition)
    yield Page(MAP, "map.html", "map", about=Later(atlases.latest))
    for stretch in earlier(edition.last_turn, turn_ranges.ON_A_MAP):
        name, about = f"{stretch.first}–{stretch.last}", Later(partial(atlases.of, stretch))
        yield Page(map_path(stretch), "map.html", "map_then", name, about, listed=False)


def _private_pages(edition: Edition) -> Iterator[Page]:
    """Dossiers for a faction's players; for the GM all of them, and every turn's audit."""
    if edition.audience.faction:
        yield Page("dossier/index.html", "dossiers.html", "dossiers")
    if edition.form is not None:
        name = edition.names[Ref("faction", edition.form.faction)]
        sheet = sheet_of(edition.form, edition.last_turn + 1, edition.names)
        yield Page(ORDERS, "orders.html", "orders", name, sheet)
    if edition.audience.is_gm:
        yield Page("audit/index.html", "audits.html", "audits")
        for turn in edition.turns:
            yield Page(f"audit/{turn.number}.html", "audit.html", "audit", turn.title, turn)
            path = f"audit/{turn.number}-dossiers.html"
            beside = Later(partial(_beside, edition, turn.number))
            yield Page(path, "beside.html", "beside", turn.title, beside)
        yield Page("dossier/index.html", "dossiers.html", "dossiers")
    for faction, number in edition.dossiers:
        name = edition.names[Ref("faction", faction)]
        dossier = Later(partial(edition.dossiers.__getitem__, (faction, number)))
        path = dossier_path(edition, faction, number)
        yield Page(path, "dossier.html", "dossier", name, dossier)


def _beside(edition: Edition, turn: int) -> SideBySide:
    """All dossiers of one turn."""
    keys = ((faction.id, turn) for faction in edition.factions)
    return SideBySide(turn, tuple(edition.dossiers[key] for key in keys if key in edition.dossiers))


def _mentions(edition: Edition) -> dict[Ref, tuple[Mention, ...]]:
    """Where each thing is spoken of, from what this reader reads and nothing else.

    In which order one place speaks of several things is of no account.
    """
    found: dict[Ref, dict[Mention, None]] = {}
    for turn in edition.turns:
        for anchor, refs in _spoken_of(edition, turn):
            for ref in refs:
                if ref.kind != "turn" and edition.knows(ref, turn.number):
                    found.setdefault(ref, {})[Mention(turn.number, anchor)] = None
    return {ref: tuple(mentions) for ref, mentions in sorted(found.items())}


def _linkers(edition: Edition) -> dict[Ref, tuple[Ref, ...]]:
    """Which things link each thing in their texts, as far as this reader reads them."""
    found: dict[Ref, dict[Ref, None]] = {}
    for own, texts in _written_of(edition):
        for text in texts:
            for ref in _linked(edition, text):
                if ref not in (own, Ref("turn", ref.id)):
                    found.setdefault(ref, {})[own] = None
    return {ref: tuple(own) for ref, own in sorted(found.items())}


def _written_of(edition: Edition) -> Iterator[tuple[Ref, Iterable[Text]]]:
    """What there is to read of everything that has a page of its own."""
    for faction in edition.factions:
        yield Ref("faction", faction.id), (*faction.profile, *faction.notes)
    for place in edition.places:
        yield Ref("place", place.id), place.passages
    for entity in edition.entities:
        yield entity.ref, entity.passages
    for page in edition.pages:
        yield Ref("page", page.id), page.passages


def _spoken_of(edition: Edition, turn: TurnView) -> Iterator[tuple[str, Iterable[Ref]]]:
    for news in turn.news:
        yield news.anchor, _linked(edition, news.text)
    for told in (*turn.street, *turn.told):
        if told.telling.deed:
            yield told.anchor, Facts.pointers_of(told.telling.facts)
    for rumor in turn.rumors:
        yield rumor.anchor, (*_linked(edition, rumor.text), *rumor.where)
    for relation in turn.relations:
        linked = _linked(edition, relation.text) if relation.text is not None else []
        yield relation.anchor, (*relation.between, *linked)
    for reveal in turn.reveals:
        linked = _linked(edition, reveal.text) if reveal.text is not None else []
        told_refs = Facts.pointers_of(reveal.told.facts) if reveal.told is not None else ()
        own = (reveal.ref,) if reveal.ref is not None else ()
        yield reveal.anchor, (*own, *linked, *told_refs)


def _linked(edition: Edition, text: Text) -> list[Ref]:
    found = (edition.find(link.target, text.turn) for link in wiki_links(text.markdown))
    return [ref for ref in found if ref is not None]
