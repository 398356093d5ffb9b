"""Pages of things, the gallery, and what leads to a thing, against `figures_campaign.py`."""

from __future__ import annotations

from typing import Any, Final

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.outline.gallery import GalleryPicture, PictureSpot
from chronicle.outline.views import (
    AuthoredPageView,
    Connections,
    EntityListPage,
    EntityPage,
    FactionListPage,
    FactionPage,
    GalleryPage,
    HistoryTurn,
    KnowledgeOrigin,
    Pagination,
    PlaceListPage,
    PlacePage,
    ThingHistory,
    TiedThing,
    TurnSpan,
)
from chronicle.project.edition import (
    EntityView,
    EventView,
    FactionView,
    PageView,
    PlaceView,
    StoryView,
    Text,
    TieView,
)
from chronicle.records import replace
from chronicle.rules.protocol import Sheet, SheetSource
from tests.outline.figures_campaign import (
    VAEL,
    assert_in_order,
    edition,
    main,
    picture,
    read,
    turn,
    view,
)

LAND, HARBOUR, MARSH, VALE = (place_ref(id) for id in ("land", "harbour", "marsh", "vale"))
ORU_REF, VAEL_REF = faction_ref("oru"), faction_ref("vael")
ADA, BELL, RULES = Ref("person", "ada-mott"), Ref("item", "bell"), Ref("page", "rules")
#: Texts outside of turns belong to no turn.
ALWAYS: Final = 1 << 30


#: As what all of them is known.
FROM_START: Final = KnowledgeOrigin(0, ())


def event(reader: Audience, number: int, code: str) -> EventView:
    (found,) = (it for it in turn(reader, number).events if it.telling.code == code)
    return found


def history(reader: Audience, number: int, **parts: tuple[Any, ...]) -> HistoryTurn:
    """What of a turn mentions a thing: these parts and nothing else."""
    own = turn(reader, number)
    names = ("news", "public_events", "events", "rumors", "relations", "reveals")
    listed = {name: parts.get(name, ()) for name in names}
    return HistoryTurn(own.number, own.title, **listed)


def no_connections(ref: Ref) -> Connections:
    return Connections(ref, FROM_START, ThingHistory((), ()), (), ())


# ── Factions ─────────────────────────────────────────────────────────────────────────────────────


#: As of turn 3: two dice won from Vael, two for the highest sum, and one lost. Where all are, the
#: second event that Vael learns of reveals.
GIANTS: Final = Facts(resource="the Giants", type="violent group", strength=4, sphere=MARSH, seen=3)
GIANTS_AT_MARSH: Final = Facts(power=ORU_REF, resource="the Giants", strength=4, seen=3)
FACTS_OF_ORU: Final = Facts(
    power=ORU_REF,
    dice=5,
    total=3,
    actor="Old Oru",
    active=True,
    actor_sphere=VALE,
    seen=3,
    influence=(Facts(sphere=MARSH, level=3, before=3),),
    resources=(GIANTS,),
)
SHEET_OF_ORU: Final = Sheet(
    "power-sheet", FACTS_OF_ORU, (SheetSource(FACTS_OF_ORU, 3, "e2"), SheetSource(GIANTS, 3, "e2"))
)


def test_a_faction_has_the_expected_fields() -> None:
    page = view(VAEL, "factions/oru.html")
    assert isinstance(page, FactionPage)
    assert page.faction == FactionView(
        id="oru",
        name="The Oru",
        colors=("#1f4e7a", "#f2f2f2"),
        sigil="moon",
        motto="Wait",
        profile=(Text("Old folk.", ALWAYS),),
        # As of turn 3: two dice won from Vael, two for the highest sum, and one lost.
        sheet=SHEET_OF_ORU,
        notes=(),
        readers=(),
        division="chief",
    )
    assert page.last_turn == 3
    assert page.connections == Connections(
        ref=ORU_REF,
        known=FROM_START,
        history=ThingHistory(
            recent=(
                history(
                    VAEL,
                    2,
                    events=(event(VAEL, 2, "attack-resource"),),
                    relations=turn(VAEL, 2).relations,
                ),
                history(
                    VAEL, 1, rumors=turn(VAEL, 1).rumors[1:], relations=turn(VAEL, 1).relations
                ),
            ),
            earlier=(),
        ),
        linkers=(RULES,),
        tied=(("of", (TiedThing(ADA, "pilot"),)),),
    )
    (bond,) = page.relations
    assert (bond.now.kind, bond.first.turn, bond.other("oru")) == ("war", 2, VAEL_REF)
    assert page.chart is not None
    assert (page.chart.subject, page.chart.rows) == (
        "oru",
        {"influence": (3, 3, 1), "dice": (5, 4, 2), "ruled": (1, 1, 0)},
    )


def test_the_page_of_a_faction_shows_its_fields() -> None:
    assert_in_order(
        read(VAEL, "factions/oru.html"),
        *("The Oru", "Wait", "Old folk."),
        *("Destiny Dice", "5", "Total Influence", "3"),
        "Old Oru, A Vale as of turn 3",
        "Influence: The Marsh 3",
        "the Giants (strength 4), violent groupThe Marsh, as of turn 3",
        *("Part of this faction", "Ada Mott pilot"),
        "House Vael at war since turn 2",
        *("Turn 2 Fog", "Event House Vael: Attack on the Giants of the Oru. Failed"),
        "Relations The Oru – House Vael: at war",
        *("Turn 1 Salt", "Rumor A toll for the Oru."),
        "Relations The Oru – House Vael: rivals",
        *("Mentioned on", "Page House Rules"),
    )
    # One's own sheet is in the dossier, with what changed since the turn before: the Eyes have
    # drilled.
    assert "Shadow actor" not in read(VAEL, "factions/vael.html")
    assert_in_order(
        read(VAEL, "dossier/3.html"),
        *("Destiny Dice", "3", "Total Influence", "2", "In the Chalice", "1"),
        *("Shadow actor", "Lady Vael, The Harbour"),
        *("The Harbour", "2", "the Eyes", "contacts", "2 ▲+1", "The Harbour"),
        *("the Knives", "violent group", "2", "in reserve"),
    )
    assert 'href="../dossier/3.html"' in main(VAEL, "factions/vael.html")
    assert view(VAEL, "factions/index.html") == FactionListPage(edition(VAEL).factions)
    assert_in_order(read(VAEL, "factions/index.html"), "The Oru", "Wait", "Old folk.", "House Vael")
    own = view(GM, "factions/vael.html")
    assert isinstance(own, FactionPage)
    assert [(it.markdown, it.turn) for it in own.faction.notes] == [("Poor.", ALWAYS)]
    assert own.faction.readers == ("everyone",)
    assert_in_order(read(GM, "factions/vael.html"), "Visible to: everyone", "Poor.")


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


def test_a_place_has_the_expected_fields() -> None:
    found = view(VAEL, "places/marsh.html")
    assert isinstance(found, PlacePage)
    # The map: see `map/test_pieces.py`.
    assert found.map is not None
    assert found.map.place == found.connections.ref
    # Rumors: see `test_nearby_rumors.py`.
    assert replace(found, map=None, rumors=()) == PlacePage(
        place=PlaceView(
            id="marsh",
            name="The Marsh",
            within=LAND,
            inside=(),
            neighbours=(HARBOUR, VALE),
            position=(700.0, 400.0),
            passages=(
                Text(
                    f"Wet. ![the hill]({picture('hill.png')})", ALWAYS, (), (picture("hill.png"),)
                ),
            ),
            sheet=Sheet(
                "sphere-sheet",
                Facts(
                    influence=(Facts(power=ORU_REF, level=3),),
                    resources=(GIANTS_AT_MARSH,),
                    actors=(),
                ),
                (SheetSource(GIANTS_AT_MARSH, 3, "e2"),),
            ),
            readers=(),
            written=2,
        ),
        last_turn=3,
        connections=Connections(
            ref=MARSH,
            known=FROM_START,
            history=ThingHistory(
                recent=(
                    history(VAEL, 2, events=(event(VAEL, 2, "attack-resource"),)),
                    history(VAEL, 1, rumors=turn(VAEL, 1).rumors[1:]),
                ),
                earlier=(),
            ),
            linkers=(),
            tied=(("at", (TiedThing(ADA, "pilot"),)),),
        ),
    )
    land = view(VAEL, "places/land.html")
    assert isinstance(land, PlacePage)
    assert (land.place.within, land.place.inside) == (None, (HARBOUR, MARSH))
    vale = view(GM, "places/vale.html")
    assert isinstance(vale, PlacePage)
    assert (vale.place.readers, vale.place.written) == (("factions",), 3)


def test_the_page_of_a_place_shows_its_fields() -> None:
    assert_in_order(
        read(VAEL, "places/marsh.html"),
        *("The Marsh", "Part of: The Land", "Neighbours: The Harbour, A Vale", "Wet."),
        *("The Oru", "3 dominance", "The Oru: the Giants (strength 4) (as of turn 3)"),
        *("Here", "Ada Mott pilot", "Turn 2 Fog"),
        "Event House Vael: Attack on the Giants of the Oru. Failed",
        *("Turn 1 Salt", "Rumor A toll for the Oru."),
    )
    assert_in_order(read(VAEL, "places/land.html"), "The Land", "Contains: The Harbour, The Marsh")
    by_name = {it.id: it for it in edition(VAEL).places}
    found = view(VAEL, "places/index.html")
    assert isinstance(found, PlaceListPage)
    assert [it.place for it in found.places] == [by_name["vale"], by_name["land"]]
    assert [it.place for it in found.places[1].inside] == [by_name["harbour"], by_name["marsh"]]
    assert found.map is not None
    assert_in_order(
        read(VAEL, "places/index.html"),
        *("A Vale", "The Land", "All of it.", "The Harbour", "The Marsh", "Wet."),
    )


# ── People, items, pages ─────────────────────────────────────────────────────────────────────────


def test_a_person_has_the_expected_fields() -> None:
    found = view(VAEL, "people/ada-mott.html")
    ada = EntityView(
        kind="person",
        id="ada-mott",
        name="Ada Mott",
        role="pilot",
        portrait=Text(f"![a face]({picture('face.png')})", ALWAYS, (), (picture("face.png"),)),
        ties=(TieView("of", ORU_REF), TieView("at", MARSH)),
        passages=(Text("She left [[harbour]].", ALWAYS, (("harbour", HARBOUR),)),),
    )
    assert found == EntityPage(
        entity=ada,
        connections=Connections(
            ref=ADA,
            known=FROM_START,
            history=ThingHistory((history(VAEL, 1, news=turn(VAEL, 1).news[1:]),), ()),
            linkers=(BELL,),
            tied=(("held_by", (TiedThing(BELL, "cracked"),)),),
        ),
    )
    assert view(VAEL, "people/index.html") == EntityListPage((ada,))
    assert_in_order(
        read(VAEL, "people/ada-mott.html"),
        *("Ada Mott", "pilot", "Belongs to: The Oru", "Location: The Marsh"),
        *("She left the Harbour.", "Held by this person", "The Bell cracked"),
        *("Turn 1 Salt", "Letter Beware of Ada Mott.", "Mentioned on", "Item The Bell"),
    )
    assert 'alt="a face"' in main(VAEL, "people/ada-mott.html")
    assert_in_order(read(VAEL, "people/index.html"), "Ada Mott", "pilot", "She left the Harbour.")


def test_an_item_and_a_page_have_the_expected_fields() -> None:
    bell = EntityView(
        kind="item",
        id="bell",
        name="The Bell",
        role="cracked",
        portrait=None,
        ties=(TieView("held_by", ADA),),
        passages=(Text("It rang for [[ada-mott]].", ALWAYS, (("ada-mott", ADA),)),),
    )
    assert view(VAEL, "items/bell.html") == EntityPage(bell, no_connections(BELL))
    assert view(VAEL, "items/index.html") == EntityListPage((bell,))
    assert_in_order(read(VAEL, "items/bell.html"), "The Bell", "cracked", "Held by: Ada Mott")
    page = PageView("rules", "House Rules", (Text("Ask [[oru]].", ALWAYS, (("oru", ORU_REF),)),))
    assert view(VAEL, "pages/rules.html") == AuthoredPageView(page, no_connections(RULES))
    assert_in_order(read(VAEL, "pages/rules.html"), "House Rules", "Ask the Oru.")
    # For the GM, all say who may read them.
    assert [it.readers for it in edition(GM).entities] == [("everyone",), ("vael",)]
    assert [it.readers for it in edition(GM).pages] == [("everyone",)]
    assert_in_order(read(GM, "items/bell.html"), "Visible to: House Vael")


# ── Pictures ─────────────────────────────────────────────────────────────────────────────────────


def test_the_gallery_has_the_expected_fields() -> None:
    stories = (StoryView("The First", 1), StoryView("The Second", 3))
    hill = GalleryPicture(
        path=picture("hill.png"),
        words="the hill",
        caption="From the sea",
        spots=(PictureSpot(None, page="home"), PictureSpot(MARSH)),
    )
    face = GalleryPicture(
        path=picture("face.png"),
        words="a face",
        caption="",
        spots=(PictureSpot(Ref("turn", "2"), "n1", title="Fog"), PictureSpot(ADA)),
    )
    coast = GalleryPicture(picture("coast.png"), "the coast", "", (PictureSpot(None, page="map"),))
    pages = Pagination(TurnSpan(1, 3, latest=True, path="gallery.html", stories=stories))
    assert view(VAEL, "gallery.html") == GalleryPage((hill, face, coast), pages)
    # The image under the map is Vael's own.
    assert view(EVERYONE, "gallery.html") == GalleryPage((hill, face), pages)
    drawn = main(VAEL, "gallery.html")
    figures = drawn.split("<figure")[1:]
    assert [
        name in figure
        for name, figure in zip(
            (picture("hill.png"), picture("face.png"), picture("coast.png")), figures, strict=True
        )
    ] == [True, True, True]
    for figure, alternative, shown in zip(
        figures,
        ("the hill", "a face", "the coast"),
        (
            ('href="index.html"', 'href="places/marsh.html"', "From the sea"),
            ('href="turns/2.html#n1"', 'href="people/ada-mott.html"', "turn 2, Fog"),
            ('href="map.html"',),
        ),
        strict=True,
    ):
        assert f'alt="{alternative}"' in figure
        assert all(text in figure for text in shown)
