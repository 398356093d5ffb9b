"""Pages of turns and lists of them, field by field, against the files of `figures_campaign.py`.

Parts of a turn are named by their anchors there, which count what a reader is told: the second item
of news has `n2`, the first rumor `r1`, the first line of the street `s1`, the first reveal `v1`.
"""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, FOR_EVERYONE, GM, Audience
from chronicle.model.calendar import CalendarDay
from chronicle.model.campaign import Deadline
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.as_of import PlaceAsOf, WorldAsOf
from chronicle.outline.cockpit import Cockpit, CurrentFigure
from chronicle.outline.front_page import FactionBalance
from chronicle.outline.timeline import Timeline, TimelineMonth, TimelineStory, TimelineTurn
from chronicle.outline.views import (
    AsOfPage,
    AuditListPage,
    AuditPage,
    AuditSummary,
    Broadsheet,
    BroadsheetColumn,
    CorrectedTurn,
    DossierListPage,
    HomePage,
    MeasureTable,
    Pagination,
    PlaceEvents,
    RumorListPage,
    RumorPile,
    Steps,
    TimelinePage,
    TurnHeading,
    TurnListEntry,
    TurnListPage,
    TurnPage,
    TurnSpan,
    TurnSummary,
    measure_table_of,
)
from chronicle.project.edition import RelationView, RumorView, StoryView, Text
from chronicle.records import replace
from chronicle.rules.protocol import Holding, Measure
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
#: Thaw is the first month, Reap the second; years are the seventh unless a date says otherwise.
HEADINGS: Final = (
    TurnHeading(1, "Salt", "3 Thaw", CalendarDay(7, 1, 3)),
    TurnHeading(2, "Fog", "On the feast of fog", CalendarDay(7, 1, 7)),
    TurnHeading(3, "Ash", "2 Reap 8", CalendarDay(8, 2, 2)),
)
#: In November, Berlin is an hour ahead of UTC. 2026-11-14 is a Saturday.
DEADLINE: Final = Deadline(2026, 11, 14, 6, 20, 15, "Europe/Berlin", "2026-11-14T19:15:00Z")
STORIES: Final = (StoryView("The First", 1), StoryView("The Second", 3))
#: Dice and Influence at the end of each turn, see the table in `figures_campaign.py`.
MEASURES: Final = {
    1: MeasureTable(1, ("influence", "dice"), (("oru", (1, 2)), ("vael", (2, 5)))),
    2: MeasureTable(2, ("influence", "dice"), (("oru", (3, 4)), ("vael", (2, 3)))),
    3: MeasureTable(3, ("influence", "dice"), (("oru", (3, 5)), ("vael", (2, 3)))),
}


def rumor(reader: Audience, number: int, anchor: str) -> RumorView:
    (found,) = (it for it in turn(reader, number).rumors if it.anchor == anchor)
    return found


def pages_of(path: str) -> Pagination:
    """A list of turns that needs one page."""
    return Pagination(TurnSpan(1, 3, latest=True, path=path, story="", stories=STORIES))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("turns/index.html", "All turns from the beginning."),
        ("rumors/index.html", "Every rumor, by turn, by place and by faction."),
        ("timeline.html", "When everything happened, and how long it took."),
    ],
)
def test_a_list_on_one_page_is_introduced_as_a_whole(path: str, words: str) -> None:
    found = view(VAEL, path)
    assert isinstance(found, TurnListPage | RumorListPage | TimelinePage)
    assert not found.pages.is_split
    assert words in read(VAEL, path)


def test_a_table_of_measures_has_a_row_for_each_faction_that_a_reader_knows_one_of() -> None:
    measures = (
        Measure("vael", "dice", 5, FOR_EVERYONE),
        Measure("oru", "influence", 3, FOR_EVERYONE),
        Measure("vael", "influence", 2, FOR_EVERYONE),
    )
    # Names come in the order of the measures, rows in that of the factions; Kell has none.
    table = measure_table_of(4, measures, ("kell", "oru", "vael"))
    assert table == MeasureTable(4, ("dice", "influence"), (("oru", (None, 3)), ("vael", (5, 2))))
    assert measure_table_of(4, (), ("oru", "vael")) is None


# ── The turns themselves ─────────────────────────────────────────────────────────────────────────


def test_a_turn_has_the_authors_words_in_their_places() -> None:
    first, second, third = edition(VAEL).turns
    assert [
        (it.number, it.title, it.date, it.day, it.played, it.story) for it in edition(VAEL).turns
    ] == [
        (1, "Salt", "3 Thaw", CalendarDay(7, 1, 3), "2026-01-05", "The First"),
        (2, "Fog", "On the feast of fog", CalendarDay(7, 1, 7), "2026-01-05", ""),
        (3, "Ash", "2 Reap 8", CalendarDay(8, 2, 2), "2026-01-09", "The Second"),
    ]
    assert [(it.anchor, it.title, it.sender, it.text.markdown, it.public) for it in first.news] == [
        ("n1", "The Quay", "", "Ships at [[harbour]].", True),
        ("n2", "", "A friend", "Beware of [[ada-mott]].", False),
    ]
    assert first.news[0].text.links == (("harbour", HARBOUR),)
    assert [(it.anchor, it.title, it.text.turn) for it in third.news] == [
        ("n1", "The Ash", 3),
        ("n2", "The Calm", 3),
    ]
    toll = rumor(VAEL, 1, "r2")
    assert toll == RumorView(
        anchor="r2",
        text=Text("A toll for [[oru]].", 1, (("oru", ORU_REF),)),
        where=(HARBOUR, MARSH),
        turn=1,
        public=False,
    )
    # Only the GM has what is true, what it is about and who hears it, and drafts.
    assert rumor(GM, 1, "r2").truth == "distorted"
    assert rumor(GM, 1, "r2").readers == ("vael",)
    assert [(it.anchor, it.draft, it.truth, it.written_in) for it in turn(GM, 2).rumors] == [
        ("r1", False, "false", 2),
        ("r2", True, "false", 2),
    ]
    assert [it.anchor for it in second.rumors] == ["r1"]
    assert [
        (it.anchor, it.kind, it.text and it.text.markdown, it.of_turn, it.ref, it.public)
        for it in second.reveals
    ] == [("v1", "rumor", "It was.", 1, None, True), ("v2", "place", None, 2, VALE, True)]
    tide = second.reveals[0].rumor
    assert tide is not None
    assert (tide.text.markdown, tide.truth, tide.borne_out, tide.turn, tide.anchor) == (
        "The tide is late at [[harbour]].",
        "true",
        2,
        1,
        "r1",
    )
    assert first.relations == (
        RelationView("b1", (ORU_REF, VAEL_REF), "rivals", 1, Text("Old debts.", 1), True),
    )
    assert second.relations == (RelationView("b1", (ORU_REF, VAEL_REF), "war", 2, None, True),)
    assert [text.markdown for text in turn(GM, 1).notes] == ["Keep the bell."]
    assert first.notes == ()
    assert [(it.number, it.reason) for it in first.corrections] == [(1, "A slip.")]
    assert turn(GM, 1).corrections[0].readers == ("vael",)
    assert turn(EVERYONE, 1).corrections == ()
    assert [told.telling.facts["text"] for told in first.public_events] == ["A door."]


def test_holdings_are_those_at_the_end_of_their_turn() -> None:
    seat = (Holding(VAEL_REF, "seated", 2),)
    assert [dict(it) for it in edition(VAEL).holdings] == [
        {"land": (), "harbour": seat, "marsh": (Holding(ORU_REF, "seated", 1),), "vale": ()},
        {
            "land": (),
            "harbour": seat,
            "marsh": (Holding(ORU_REF, "rules", 3), Holding(VAEL_REF, "present", 1)),
            "vale": (Holding(ORU_REF, "present", 1),),
        },
        {
            "land": (),
            "harbour": seat,
            "marsh": (Holding(ORU_REF, "rules", 3),),
            "vale": (Holding(ORU_REF, "present", 1),),
        },
    ]


def test_the_page_of_a_turn_has_the_expected_fields() -> None:
    opening, told = TurnPage(turn(VAEL, 1), (), MEASURES[1], Steps(0, 2)), turn(VAEL, 1)
    street = (PlaceEvents(HARBOUR, told.public_events),)
    drill = (PlaceEvents(HARBOUR, turn(VAEL, 3).public_events),)
    for reader, path, expected in (
        (VAEL, "turns/1.html", replace(opening, street=street)),
        (VAEL, "turns/2.html", TurnPage(turn(VAEL, 2), (), MEASURES[2], Steps(1, 3))),
        (VAEL, "turns/3.html", TurnPage(turn(VAEL, 3), drill, MEASURES[3], Steps(2, 0))),
        (EVERYONE, "turns/2.html", TurnPage(turn(EVERYONE, 2), (), None, Steps(1, 3))),
    ):
        found = view(reader, path)
        assert isinstance(found, TurnPage)
        # What is on the map beside a turn has tests of its own.
        assert found.map is None or found.map.path == f"map.html#turn-{found.turn.number}"
        assert replace(found, map=None) == expected


def test_the_page_of_a_turn_shows_its_fields() -> None:
    first = read(VAEL, "turns/1.html")
    assert_in_order(
        first,
        "New story: The First · Turn 1",
        "Salt",
        "3 Thaw",
        "Played on January 5, 2026",
        "Corrected since publication: A slip. ¶",
        *("The Quay ¶", "Ships at the Harbour.", "From: A friend ¶", "Beware of Ada Mott."),
        *("On the street", "A door. ¶"),
        "The tide is late at the Harbour. The Harbour",
        "A toll for the Oru. The Harbour, The Marsh not everyone hears this",
        *("The Oru and House Vael are rivals. ¶", "Old debts."),
        # The pool: Influence 1, the actor, and the stake (S-DICE-1).
        "Raise Influence in the Harbour to 2 ¶",
        "Pool 2 successes (needs 2) rolled at the table",
        "+1 Influence in the Harbour S-DICE-1",
        "+1 Lady Vael is there S-DICE-1",
        "+1 staked by House Vael S-DICE-1",
        # Two of three dice of 4 or more: 3/8 + 1/8.
        "Odds: 50 %",
        "Influence in the Harbour rises from 1 to 2.",
        "Dominance: House Vael ¶",
        "Standings at the end of turn 1",
        *("Faction", "Influence", "Destiny Dice"),
        *("The Oru", "1", "2"),
        *("House Vael", "2", "5"),
        "All turns Turn 2 →",
    )
    assert_in_order(
        read(VAEL, "turns/2.html"),
        *("Turn 2", "Fog", "On the feast of fog", "Played on January 5, 2026"),
        *("Two moons.", "Revealed", "It was.", "The tide is late at the Harbour."),
        "✓ Confirmed in turn 2.",
        "The Oru and House Vael are at war. ¶",
        "Attack on the Giants of the Oru ¶",
        *("The Oru", "3", "4"),
        *("House Vael", "2", "3"),
        "← Turn 1 All turns Turn 3 →",
    )
    assert_in_order(read(GM, "turns/1.html"), "Keep the bell.")
    assert 'href="../as-of/2.html"' in main(VAEL, "turns/2.html")
    assert 'href="../dossier/2.html"' in main(VAEL, "turns/2.html")


# ── The world as of a turn ───────────────────────────────────────────────────────────────────────


def test_the_world_as_of_a_turn_has_the_expected_fields() -> None:
    assert view(VAEL, "as-of/2.html") == AsOfPage(
        world=WorldAsOf(
            turn=2,
            title="Fog",
            date="On the feast of fog",
            story="The First",
            factions=(ORU_REF, VAEL_REF),
            places=(
                PlaceAsOf(VALE, None, (Holding(ORU_REF, "present", 1),)),
                PlaceAsOf(HARBOUR, LAND, (Holding(VAEL_REF, "seated", 2),)),
                PlaceAsOf(LAND, None, ()),
                PlaceAsOf(
                    MARSH, LAND, (Holding(ORU_REF, "rules", 3), Holding(VAEL_REF, "present", 1))
                ),
            ),
            relations=turn(VAEL, 2).relations,
            # Latest first. The tide has been revealed in this turn.
            rumors=(rumor(VAEL, 2, "r1"), rumor(VAEL, 1, "r2")),
            more=0,
        ),
        measures=MEASURES[2],
        steps=Steps(1, 3),
        map="map.html#turn-2",
    )


def test_each_page_of_the_past_is_as_of_its_own_turn() -> None:
    first, second, third = (view(VAEL, f"as-of/{n}.html") for n in (1, 2, 3))
    assert isinstance(first, AsOfPage)
    assert isinstance(second, AsOfPage)
    assert isinstance(third, AsOfPage)
    pages = (first, second, third)
    assert [page.world.story for page in pages] == ["The First", "The First", "The Second"]
    assert [page.map for page in pages] == [f"map.html#turn-{n}" for n in (1, 2, 3)]
    assert [page.measures for page in pages] == list(MEASURES.values())
    assert [page.steps for page in pages] == [Steps(0, 2), Steps(1, 3), Steps(2, 0)]
    assert [[it.kind for it in page.world.relations] for page in pages] == [
        ["rivals"],
        ["war"],
        ["war"],
    ]
    assert first.world.rumors == (rumor(VAEL, 1, "r2"), rumor(VAEL, 1, "r1"))
    assert [it.holdings for it in third.world.places] == [
        (Holding(ORU_REF, "present", 1),),
        (Holding(VAEL_REF, "seated", 2),),
        (),
        (Holding(ORU_REF, "rules", 3),),
    ]
    assert third.sections == {ORU_REF, VAEL_REF, LAND, HARBOUR, MARSH, VALE}
    public = view(EVERYONE, "as-of/1.html")
    assert isinstance(public, AsOfPage)
    # The vale is revealed to all in turn 2.
    assert public.sections == {ORU_REF, VAEL_REF, LAND, HARBOUR, MARSH}


def test_the_page_of_the_past_shows_its_fields() -> None:
    assert_in_order(
        read(VAEL, "as-of/2.html"),
        *("The First · Fog", "As of turn 2", "On the feast of fog"),
        *("Factions", "The OruWait", "House VaelKeep it"),
        "Standings at the end of turn 2",
        *("The Oru", "3", "4"),
        *("House Vael", "2", "3"),
        "The Oru and House Vael are at war. since turn 2",
        "Places at the end of turn 2",
        *("A Vale", "The Oru seen there"),
        *("The Harbour in the Land", "House Vael Influence 2"),
        *("The Land", "–"),
        *("The Marsh in the Land", "The Oru dominantHouse Vael seen there"),
        *("Two moons.", "A toll for the Oru. The Harbour, The Marsh not everyone hears this"),
        "Continue with turn 3",
        "← As of turn 1 All turns As of turn 3 →",
    )
    assert 'href="../map.html#turn-2"' in main(VAEL, "as-of/2.html")


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────


def test_the_front_page_has_the_expected_fields() -> None:
    found = view(VAEL, "index.html")
    assert isinstance(found, HomePage)
    # The map: see `map/test_pieces.py`.
    assert found.map is not None
    assert found.lead is not None
    assert found.lead.news == turn(VAEL, 3).news[0]
    assert replace(found, map=None, lead=None) == HomePage(
        turn=turn(VAEL, 3),
        next_turn=4,
        story="The Second",
        deadline=DEADLINE,
        introduction=(
            Text(
                f'It begins. ![the hill]({picture("hill.png")} "From the sea")',
                1 << 30,
                (),
                (picture("hill.png"),),
            ),
        ),
        recent=(
            # Told: placement, reveal, order of play, the drill, dominance.
            TurnSummary(3, "Ash", (("news", 2), ("street", 1), ("told", 5))),
            # Told: placement, reveal, two effects, order of play, the attack, dominance.
            TurnSummary(2, "Fog", (("news", 1), ("told", 7), ("rumors", 1), ("reveals", 2))),
            # Told: reveal, order of play, the raise, dominance.
            TurnSummary(1, "Salt", (("news", 2), ("street", 1), ("told", 4), ("rumors", 2))),
        ),
        corrected=(CorrectedTurn(1, 1, 1),),
        earlier=(HEADINGS[1], HEADINGS[0]),
        has_more_recent=False,
        has_more_earlier=False,
        cockpit=Cockpit(
            dossier=edition(VAEL).dossiers["vael", 3],
            # The mobilization moves no die, and Oru takes one from the Chalice.
            figures=(
                CurrentFigure("influence", 2, 2),
                CurrentFigure("dice", 3, 3),
                CurrentFigure("ruled", 0, 0),
                CurrentFigure("chalice", 1, 2),
                CurrentFigure("income", 0, 0),
                CurrentFigure("costs", 0, 2),
            ),
            places=(),
            reveals=(),
            may_order=True,
        ),
        changes=(FactionBalance(ORU_REF, (), (CurrentFigure("dice", 5, 4),)),),
    )
    public = view(EVERYONE, "index.html")
    assert isinstance(public, HomePage)
    assert public.cockpit is None


def test_the_front_page_shows_its_fields() -> None:
    assert_in_order(
        read(VAEL, "index.html"),
        *("Since turn 2", "House Vael"),
        *("Orders for turn 4", "Saturday, November 14, 2026, 20:15", "Europe/Berlin time"),
        *("Influence", "2", "Dice in the Chalice", "1 ▼−1", "Costs", "0 ▼−2"),
        *("House Vael: Mobilize the Eyes. Succeeded", "Resources are placed"),
        "3 events among the powers",
        "The Second · Current turn: 3",
        *("Ash", "2 Reap 8"),
        *("The Ash", "Grey over a Vale. Read on: The Ash"),
        *("The Calm Nothing.", "On the street Men drill."),
        *("Who gained, who lost", "The Oru Destiny Dice ▲+1"),
        *("3 Ash", "2 news items", "1 bit of street talk", "5 events among the powers"),
        *("2 Fog", "1 news item", "7 events among the powers", "1 rumor", "2 reveals"),
        *("1 Salt", "2 news items", "1 bit of street talk", "4 events among the powers"),
        *("2 rumors", "Turn 1 was corrected", "The OruWait", "House VaelKeep it"),
        "2 Fog On the feast of fog",
        "1 Salt 3 Thaw",
        "It begins.",
    )
    assert '<time datetime="2026-11-14T19:15:00Z">' in main(VAEL, "index.html")


def test_the_list_of_turns_has_the_expected_fields() -> None:
    second = turn(VAEL, 2).news[0].text
    assert view(VAEL, "turns/index.html") == TurnListPage(
        entries=(
            TurnListEntry(HEADINGS[0], "The First", ("The Quay",), None),
            # Its only news has no title.
            TurnListEntry(HEADINGS[1], "", (), second),
            TurnListEntry(HEADINGS[2], "The Second", ("The Ash", "The Calm"), None),
        ),
        pages=pages_of("turns/index.html"),
    )
    assert_in_order(
        read(VAEL, "turns/index.html"),
        *("The First", "1 3 Thaw", "Turn 1: Salt", "The Quay"),
        *("2 On the feast of fog", "Turn 2: Fog", "The marsh bows."),
        *("The Second", "3 2 Reap 8", "Turn 3: Ash", "The Ash · The Calm"),
    )


def test_the_timeline_has_the_expected_fields() -> None:
    # Weekdays are three, and a year has 60 days: 3 Thaw of any year is a Wen, 7 Thaw a Mun, and
    # 2 Reap, the 32nd day, a Tir. From 7 Thaw 7 to 2 Reap 8 are 23 + 30 + 30 + 2 days.
    first, fog, last = (turn(VAEL, number) for number in (1, 2, 3))
    assert view(VAEL, "timeline.html") == TimelinePage(
        timeline=Timeline(
            chapters=(
                TimelineStory(
                    "The First",
                    1,
                    (
                        TimelineMonth(
                            "Thaw",
                            7,
                            (
                                TimelineTurn(
                                    *(1, "Salt", 3, "Wen", None, ""),
                                    lead=first.news[0],
                                    events=first.public_events,
                                ),
                                # Its only news has no title.
                                TimelineTurn(
                                    *(2, "Fog", 7, "Mun", 4, "On the feast of fog"),
                                    lead=None,
                                    events=fog.public_events,
                                ),
                            ),
                        ),
                    ),
                ),
                TimelineStory(
                    "The Second",
                    3,
                    (
                        TimelineMonth(
                            "Reap",
                            8,
                            (
                                TimelineTurn(
                                    *(3, "Ash", 2, "Tir", 85, ""), last.news[0], last.public_events
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            years="of Salt",
            has_years=True,
        ),
        has_calendar=True,
        pages=pages_of("timeline.html"),
    )
    assert_in_order(
        read(VAEL, "timeline.html"),
        *("The First", "Thaw 7 of Salt", "3", "Wen · Turn 1", "Salt"),
        *("The Quay", "A door."),
        *("4 days later", "7", "Mun · Turn 2", "Fog", "On the feast of fog"),
        *("The Second", "Reap 8 of Salt", "85 days later", "2", "Tir · Turn 3", "Ash"),
        *("The Ash", "Men drill."),
    )


def test_the_list_of_rumors_has_the_expected_fields() -> None:
    tide = edition(VAEL).in_hindsight(1, rumor(VAEL, 1, "r1"))
    assert (tide.borne_out, tide.truth) == (2, "true")
    toll, moon = rumor(VAEL, 1, "r2"), rumor(VAEL, 2, "r1")
    assert view(VAEL, "rumors/index.html") == RumorListPage(
        turns=((HEADINGS[2], 0), (HEADINGS[1], 1), (HEADINGS[0], 2)),
        by_place=(
            RumorPile(HARBOUR, ((1, tide), (1, toll))),
            RumorPile(MARSH, ((1, toll),)),
            RumorPile(None, ((2, moon),)),
        ),
        by_faction=(RumorPile(ORU_REF, ((1, toll),)),),
        pages=pages_of("rumors/index.html"),
    )
    assert_in_order(
        read(VAEL, "rumors/index.html"),
        *("3 No. 3: Ash 0 rumors", "2 No. 2: Fog 1 rumor", "1 No. 1: Salt 2 rumors"),
        *("The Harbour", "The tide is late at the Harbour. Turn 1", "✓ Confirmed in turn 2."),
        *("A toll for the Oru. Turn 1", "The Marsh", "A toll for the Oru. Turn 1"),
        *("No particular place", "Two moons. Turn 2", "By faction", "The Oru"),
        "A toll for the Oru. Turn 1",
    )


def test_the_broadsheet_of_a_turn_has_the_expected_fields() -> None:
    own = turn(VAEL, 1)
    # On the pages of that turn, the tide is not yet borne out. The law is made in the harbour.
    assert view(VAEL, "rumors/1.html") == Broadsheet(
        heading=HEADINGS[0],
        news=own.news[:1],
        columns=(
            BroadsheetColumn(
                HARBOUR, own.public_events, (rumor(VAEL, 1, "r1"), rumor(VAEL, 1, "r2"))
            ),
        ),
        verdicts=(),
        steps=Steps(0, 2),
    )
    second = turn(VAEL, 2)
    assert view(VAEL, "rumors/2.html") == Broadsheet(
        heading=HEADINGS[1],
        news=second.news,
        columns=(BroadsheetColumn(None, (), (rumor(VAEL, 2, "r1"),)),),
        verdicts=tuple(it for it in second.reveals if it.kind == "rumor"),
        steps=Steps(1, 3),
    )
    assert_in_order(
        read(VAEL, "rumors/1.html"),
        *(
            "What They Say",
            "No. 1 3 Thaw Salt",
            "The Quay",
            "Ships at the Harbour. Read on: The Quay",
        ),
        *("A door.", "The Harbour", "The tide is late at the Harbour.", "A toll for the Oru."),
        "All rumors Turn 2 →",
    )
    assert_in_order(
        read(VAEL, "rumors/2.html"),
        *(
            "The marsh bows. Read on: Fog",
            "From our earlier numbers",
            "Borne out The tide is late at the Harbour. No. 1",
        ),
        *("Here and there", "Two moons."),
    )


# ── For the GM ───────────────────────────────────────────────────────────────────────────────────


def test_the_audit_has_the_expected_fields() -> None:
    assert view(GM, "audit/index.html") == AuditListPage(
        recent=(
            AuditSummary(3, "Ash", events=5, rolls=0),
            # Vael's seven, and the placement of Old Oru; both sides of the attack roll.
            AuditSummary(2, "Fog", events=8, rolls=2),
            AuditSummary(1, "Salt", events=4, rolls=1),
        ),
        earlier=(),
    )
    assert view(GM, "audit/2.html") == AuditPage(turn(GM, 2), ("oru", "vael"), Steps(1, 3))
    assert_in_order(
        read(GM, "audit/index.html"),
        "3 Turn 3: Ash 5 events, 0 rolls",
        "2 Turn 2: Fog 8 events, 2 rolls",
        "1 Turn 1: Salt 4 events, 1 roll",
    )
    told = read(GM, "audit/2.html")
    assert_in_order(
        told,
        "Turn 2: Fog",
        *("Dossiers of this turn", "The Oru", "House Vael"),
        "Who is told what in turn 2",
        *("What", "everyone", "The Oru", "House Vael"),
        "Event Resources are placed 2/vael/orders/place",
        "Not told. The public does not see the board. S-ROUND-1",
        "Not told. Placements stay hidden until the reveal. S-ROUND-1",
        "Told. Placement It is this power's own order. S-ROUND-1",
        "Event House Vael: Attack on the Giants of the Oru. Failed 2/vael/burn",
        "Not told. The order tells the public nothing.",
        "Told. Attack on a resource This power was the target. S-ACT-3",
        "Told. Attack on a resource It is this power's own order. S-ACT-3",
        "← Turn 1 All audits Turn 3 →",
    )
    assert 'href="../../vael/dossier/2.html"' in main(GM, "audit/2.html")


def test_the_list_of_dossiers_has_the_expected_fields() -> None:
    latest_first = HEADINGS[::-1]
    assert view(VAEL, "dossier/index.html") == DossierListPage(("vael",), latest_first, ())
    assert view(GM, "dossier/index.html") == DossierListPage(("oru", "vael"), latest_first, ())
    assert_in_order(
        read(VAEL, "dossier/index.html"), *("House Vael", "Turn 3 Ash", "Turn 2 Fog", "Turn 1 Salt")
    )
    assert_in_order(
        read(GM, "dossier/index.html"),
        *("The Oru", "Turn 3 Ash", "Turn 2 Fog", "Turn 1 Salt"),
        *("House Vael", "Turn 3 Ash", "Turn 2 Fog", "Turn 1 Salt"),
    )
    assert Ref("turn", "3") in edition(GM).names
