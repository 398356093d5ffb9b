"""Maps, against figures worked out by hand from the positions in `figures_campaign.py`.

On Vael's map the image sets a scale of one unit for one of the author's, so points are positions.
"""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.calendar import CalendarDay
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.map import EditionMaps, MapChange, WorldMap, latest_map_of
from chronicle.outline.map.control import NO_HOLDERS, HolderSpace
from chronicle.outline.map.records import (
    Holder,
    HoldingPeriod,
    Label,
    MapWay,
    PlacedBackdrop,
    PlaceMarker,
    ScaleBar,
)
from chronicle.outline.map.scale import fit_to_backdrop, fit_to_points, map_size
from chronicle.outline.turn_ranges import TurnRange
from chronicle.outline.views import MapPage, MapTurn, TurnHeading
from chronicle.project.edition import Edition, PlaceView
from chronicle.records import replace
from chronicle.rules.protocol import Holding
from tests.outline.figures_campaign import (
    ORU,
    VAEL,
    assert_in_order,
    draw,
    edition,
    main,
    picture,
    read,
    spoken,
    view,
)

LAND, HARBOUR, MARSH, VALE = (place_ref(id) for id in ("land", "harbour", "marsh", "vale"))
#: Vael has 2 in the harbour from the first turn on (S-ACT-1), which is not dominance (S-ENT).
VAEL_SEATED: Final = Holding(faction_ref("vael"), "seated", 2)
ORU_SEATED: Final = Holding(faction_ref("oru"), "seated", 1)
#: The news of turn 2 gives the Oru 3 in the marsh, which is dominance.
ORU_RULES: Final = Holding(faction_ref("oru"), "rules", 3)
#: The Knives are in the marsh in turn 2, and in reserve in turn 3; Old Oru stays in the vale.
VAEL_PRESENT: Final = Holding(faction_ref("vael"), "present", 1)
ORU_PRESENT: Final = Holding(faction_ref("oru"), "present", 1)

#: Letters count 31 to 82 hundredths of the size, see `outline/map/labels.py`: "The Land" has 419,
#: "The Harbour" 531 of 16, "The Marsh" 463 of 16, "A Vale" 300 of 17. A label stands 5 beside its
#: marker, whose half is 9, or 20 for a ruler's shield; a row of holders below it is 26 high.
LAND_MARK: Final = PlaceMarker(
    ref=LAND,
    at=None,
    depth=0,
    since=0,
    # See below.
    label=None,
    runs=(HoldingPeriod(1, 3, ()),),
    within=None,
    neighbours=(),
)
HARBOUR_MARK: Final = PlaceMarker(
    ref=HARBOUR,
    at=(200, 100),
    depth=1,
    since=0,
    # To the left, since the road to the marsh leaves to the right.
    label=Label(("The Harbour",), (186, 106), "end", 18, (186, 123), (102, 91, 186, 135)),
    runs=(HoldingPeriod(1, 3, (VAEL_SEATED,)),),
    within=LAND,
    neighbours=(MARSH,),
)
MARSH_MARK: Final = PlaceMarker(
    ref=MARSH,
    at=(700, 400),
    depth=1,
    since=0,
    label=Label(("The Marsh",), (725, 406), "start", 18, (725, 423), (725, 391, 799, 435)),
    runs=(
        HoldingPeriod(1, 1, (ORU_SEATED,)),
        HoldingPeriod(2, 2, (ORU_RULES, VAEL_PRESENT)),
        HoldingPeriod(3, 3, (ORU_RULES,)),
    ),
    within=LAND,
    neighbours=(HARBOUR, VALE),
)
VALE_MARK: Final = PlaceMarker(
    ref=VALE,
    at=(900, 100),
    depth=0,
    since=0,
    label=Label(("A Vale",), (914, 107), "start", 19, (914, 124), (914, 91, 965, 136)),
    runs=(HoldingPeriod(1, 1, ()), HoldingPeriod(2, 3, (ORU_PRESENT,))),
    within=None,
    neighbours=(MARSH,),
)
HEADINGS: Final = (
    TurnHeading(1, "Salt", "3 Thaw", CalendarDay(7, 1, 3)),
    TurnHeading(2, "Fog", "On the feast of fog", CalendarDay(7, 1, 7)),
    TurnHeading(3, "Ash", "2 Reap 8", CalendarDay(8, 2, 2)),
)


def test_the_map_of_a_faction_has_the_expected_fields() -> None:
    found = view(VAEL, "map.html")
    assert isinstance(found, MapPage)
    # The Oru rule the marsh, whose ground is the only one to be filled.
    territory = next(mark.territory for mark in found.map.marks if mark.territory)
    marsh = replace(MARSH_MARK, territory=territory)
    # The name of the land is somewhere between its two places, as wide as letters of 26.
    land_label = found.map.marks[0].label
    assert land_label is not None
    assert land_label.lines == ("The Land",)
    left, top, right, bottom = land_label.box
    assert (right - left, bottom - top) == (419 * 26 // 100, 28)
    assert 200 < (left + right) // 2 < 700
    land = replace(LAND_MARK, label=land_label)
    # The names of a small map: see `map/test_labels.py`.
    marks, listed = (
        tuple(replace(mark, far=None) for mark in them)
        for them in (found.map.marks, found.map.listed)
    )
    found = replace(found, map=replace(found.map, marks=marks, listed=listed))
    assert found == MapPage(
        map=WorldMap(
            stretch=TurnRange(1, 3),
            past=False,
            before=(),
            after=(),
            width=1056,
            # The image's 600.
            height=600,
            # Its lines are rough, see `map/test_ground.py`.
            ground=found.map.ground,
            ways=(
                # A way bends by a twelfth of its length: 500 across and 300 down.
                MapWay("unknown", "M200 100Q425 291 700 400", 0),
                # 200 across and 300 up.
                MapWay("unknown", "M700 400Q825 266 900 100", 0),
            ),
            # In the author's order.
            marks=(land, HARBOUR_MARK, marsh, VALE_MARK),
            # By name.
            listed=(VALE_MARK, HARBOUR_MARK, land, marsh),
            holders=(Holder(faction_ref("oru"), 0), Holder(faction_ref("vael"), 1)),
            bar=None,
            backdrop=PlacedBackdrop(picture("coast.png"), "the coast", (0, 0, 1056, 600)),
        ),
        turns=(
            MapTurn(HEADINGS[0], ()),
            MapTurn(
                HEADINGS[1],
                (
                    MapChange(MARSH, "ruler", None, faction_ref("oru")),
                    MapChange(VALE, "holds", None, faction_ref("oru"), ORU_PRESENT),
                    MapChange(MARSH, "holds", None, faction_ref("vael"), VAEL_PRESENT),
                ),
            ),
            MapTurn(HEADINGS[2], (MapChange(MARSH, "left", faction_ref("vael")),)),
        ),
    )


def marks(reader: Audience) -> dict[Ref, PlaceMarker]:
    found = view(reader, "map.html")
    assert isinstance(found, MapPage)
    return {mark.ref: mark for mark in found.map.marks}


def test_the_public_map_fits_the_places_and_knows_no_holders() -> None:
    found = view(EVERYONE, "map.html")
    assert isinstance(found, MapPage)
    # Positions reach from 200 to 900 and from 100 to 400; 700 across become 1056 - 2 * 96 = 864.
    # 300 down become 370, and with two margins of 84 the map is 538 high.
    assert {ref.id: mark.at for ref, mark in marks(EVERYONE).items()} == {
        "land": None,
        "harbour": (96, 84),
        "marsh": (96 + 617, 84 + 370),
        "vale": (96 + 864, 84),
    }
    assert (found.map.width, found.map.height) == (1056, 538)
    # The vale became known in turn 2, and so did the road to it.
    assert {ref.id: mark.since for ref, mark in marks(EVERYONE).items()} == {
        "land": 0,
        "harbour": 0,
        "marsh": 0,
        "vale": 2,
    }
    assert [way.since for way in found.map.ways] == [0, 2]
    # The public sees no figures in this ruleset, so nobody holds anything.
    assert {run.holdings for mark in found.map.marks for run in mark.runs} == {()}
    assert [(run.first, run.last) for run in marks(EVERYONE)[VALE].runs] == [(2, 3)]
    assert (found.map.holders, found.map.backdrop, found.map.bar) == ((), None, None)


def test_each_reader_sees_holders_as_far_as_it_knows() -> None:
    # The GM sees the pieces in place: the Eyes are in the harbour next to Lady Vael, the Giants in
    # the marsh. A faction with Influence is listed once, with that.
    assert marks(GM)[MARSH].runs == MARSH_MARK.runs
    assert marks(GM)[VALE].runs == VALE_MARK.runs
    # Old Oru stood nowhere in turn 1. The Oru see where all was revealed (S-ROUND-3).
    assert marks(ORU)[VALE].runs == VALE_MARK.runs
    assert marks(ORU)[HARBOUR].runs == HARBOUR_MARK.runs


def test_the_map_page_shows_its_fields() -> None:
    drawn = main(VAEL, "map.html")
    assert '<svg viewBox="0 0 1056 600" width="1056" height="600"' in drawn
    assert f'aria-label="the coast" href="{picture("coast.png")}" x="0" y="0"' in drawn
    # Ways and points; over the picture there is neither sea nor land.
    assert '<path class="way unknown" d="M200 100Q425 291 700 400" data-first="0"/>' in drawn
    assert '<path class="way unknown" d="M700 400Q825 266 900 100" data-first="0"/>' in drawn
    assert 'class="sea"' not in drawn
    assert 'class="ground"' not in drawn
    assert '<circle class="dot" cx="900" cy="100" r="6"/>' in drawn
    # The marsh is ruled in turns 2 and 3, by the Oru; Vael is present in turn 2.
    marsh = '<use href="#territory-marsh" fill="url(#wash-oru)" data-first="%s" data-last="%s"'
    assert marsh % (2, 2) + ' display="none"/>' in drawn
    assert marsh % (3, 3) + "/>" in drawn
    seat = '<g transform="translate(700 400) scale(1.4)" data-first="%s" data-last="%s"'
    assert seat % (2, 2) + ' display="none"><use href="#arms-oru"/></g>' in drawn
    assert seat % (3, 3) + '><use href="#arms-oru"/></g>' in drawn
    assert '<use class="present" href="#arms-vael" transform="translate(734 423)' in drawn
    # Nobody rules the harbour, where Vael has a seat of 2.
    assert 'fill="url(#wash-vael)" data' not in drawn
    assert '<use class="seated" href="#arms-vael" transform="translate(169 123)' in drawn
    assert '<text class="count" x="178" y="132">2</text>' in drawn
    assert (
        '<text class="full" y="107" text-anchor="start"><tspan x="914">A Vale</tspan></text>'
        in drawn
    )
    assert (
        '<text class="full" y="106" text-anchor="end"><tspan x="186">The Harbour</tspan></text>'
        in drawn
    )
    # Half as far to the right, and drawn twice as large.
    assert (
        '<text class="far" transform="scale(2)" y="57" text-anchor="start"><tspan x="457">A V'
        in drawn
    )
    # The legend.
    legend = drawn[drawn.index('<ul class="map-legend"') :]
    assert legend.index("The Oru</a>") < legend.index("House Vael</a>") < legend.index("</ul>")
    # The turns, and the table: places by name, neighbours, holders now and before.
    assert_in_order(
        read(VAEL, "map.html"),
        "At the end of turn 1: Salt 3 Thaw",
        "At the end of turn 2: Fog On the feast of fog",
        "The Marsh: nobody → the Oru",
        "A Vale: The Oru – seen there",
        "The Marsh: House Vael – seen there",
        "At the end of turn 3: Ash 2 Reap 8",
        "The Marsh: House Vael no longer there",
        "Turn 3",
        "A Vale",
        "The Marsh",
        "Turns 2 to 3: The Oru seen there",
        "EarlierTurn 1: –",
        "The Harbour in the Land",
        "Turns 1 to 3: House Vael Influence 2",
        "The Marsh in the Land",
        "The Harbour, A Vale",
        "Turn 3: The Oru dominant",
        "EarlierTurn 2: The Oru dominantHouse Vael seen thereTurn 1: The Oru Influence 1",
    )


def test_the_map_is_named_after_the_campaign_and_described_in_a_sentence() -> None:
    sentence = (
        "Places, the roads between neighbours, and the shields of those who hold them. The list"
        " below has everything."
    )
    for reader in (EVERYONE, VAEL, GM):
        assert spoken(main(reader, "map.html")) == [("Map: Crowns", sentence)]


def test_a_place_keeps_the_space_that_its_holders_once_needed() -> None:
    # A ruler and one other holder, then two others, then nobody: a ruler and two others at most.
    space = NO_HOLDERS
    for holdings, needed in (
        ((ORU_RULES, VAEL_PRESENT), HolderSpace(ruled=True, others=1)),
        ((ORU_SEATED, VAEL_PRESENT), HolderSpace(ruled=True, others=2)),
        ((), HolderSpace(ruled=True, others=2)),
    ):
        space = space.including(HoldingPeriod(1, 1, holdings))
        assert space == needed
    seated = NO_HOLDERS.including(HoldingPeriod(1, 1, (VAEL_SEATED,)))
    assert seated == HolderSpace(ruled=False, others=1)


def test_a_map_of_the_past_has_nothing_that_became_known_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chronicle.outline.turn_ranges.TURNS_PER_MAP", 1)
    # The vale became known to the public in turn 2.
    public = edition(EVERYONE)
    first, second = (EditionMaps(public).of(TurnRange(turn, turn)) for turn in (1, 2))
    for found, neighbours, roads in ((first, (HARBOUR,), 1), (second, (HARBOUR, VALE), 2)):
        (marsh,) = (mark for mark in found.marks if mark.ref == MARSH)
        assert (marsh.neighbours, len(found.ways)) == (neighbours, roads)
    assert {mark.ref for mark in first.listed} == {LAND, HARBOUR, MARSH}
    assert {mark.ref for mark in second.listed} == {LAND, HARBOUR, MARSH, VALE}
    # As if the land had become known in turn 2 as well.
    later = replace(public, known_since={**public.known_since, LAND: 2})
    for turn, around in ((1, None), (2, LAND)):
        found = EditionMaps(later).of(TurnRange(turn, turn))
        (harbour,) = (mark for mark in found.marks if mark.ref == HARBOUR)
        assert harbour.within == around
    # As if Vael had come to know the Oru in turn 2: until then it is the first with a sign.
    oru, vael = faction_ref("oru"), faction_ref("vael")
    own = replace(edition(VAEL), known_since={**edition(VAEL).known_since, oru: 2})
    assert [EditionMaps(own).of(TurnRange(turn, turn)).holders for turn in (1, 2)] == [
        (Holder(vael, 0),),
        (Holder(oru, 0), Holder(vael, 1)),
    ]


def moved(reader: Audience, **changes: PlaceView) -> Edition:
    """The edition with some of its places changed."""
    own = edition(reader)
    return replace(own, places=tuple(changes.get(it.id, it) for it in own.places))


def place(id: str) -> PlaceView:
    (found,) = (it for it in edition(VAEL).places if it.id == id)
    return found


def test_a_scale_bar_needs_the_positions_of_all_and_two_of_them() -> None:
    miles = replace(edition(VAEL), in_miles=True)
    assert latest_map_of(miles).bar is not None
    harbour, vale = place("harbour"), place("vale")
    for places, has_bar in (
        ((harbour, vale), True),
        ((harbour,), False),
        ((harbour, replace(vale, position=None)), False),
    ):
        alone = tuple(replace(it, within=None, neighbours=()) for it in places)
        assert (latest_map_of(replace(miles, places=alone)).bar is not None) is has_bar


def test_no_label_stands_on_the_scale_bar() -> None:
    # At the lower left, 260 by 50 are left to the bar, of 600 down.
    own = moved(VAEL, harbour=replace(place("harbour"), position=(40.0, 570.0)))
    for in_miles in (True, False):
        found = latest_map_of(replace(own, in_miles=in_miles))
        (harbour,) = (mark for mark in found.marks if mark.ref == HARBOUR)
        assert harbour.label is not None
        left, _, _, bottom = harbour.label.box
        assert (left >= 260 or bottom <= 550) is in_miles


def test_a_road_meets_a_place_without_a_marker_in_its_middle() -> None:
    land, vale = place("land"), place("vale")
    own = moved(
        VAEL, land=replace(land, neighbours=(VALE,)), vale=replace(vale, neighbours=(LAND, MARSH))
    )
    # The area of the land reaches from 200, 100 to 700, 400.
    paths = [way.line for way in latest_map_of(own).ways]
    assert [path for path in paths if path.startswith("M450 250Q") and path.endswith(" 900 100")]


def test_places_deep_within_others_are_drawn_like_those_within_two() -> None:
    own = moved(
        VAEL,
        vale=replace(place("vale"), within=HARBOUR),
        marsh=replace(place("marsh"), within=VALE),
    )
    (marsh,) = (mark for mark in latest_map_of(own).marks if mark.ref == MARSH)
    # The land, the harbour and the vale are around it. Its shield has 15 to each side.
    assert marsh.depth == 3
    assert marsh.label is not None
    assert (marsh.label.anchor, marsh.label.at[0]) == ("start", 700 + 15 + 5)


NORMAL_SIZE = map_size(2, has_picture=False)


def test_the_scale_of_a_map_without_an_image() -> None:
    # The height decides: 692 of the map for 1,000 units; 500 of 1,000 are 346 across.
    tall = fit_to_points([(0, 0), (500, 1000)], NORMAL_SIZE)
    assert (tall.point((0, 0)), tall.point((500, 1000))) == ((355, 84), (355 + 346, 84 + 692))
    # One place in the middle of the lowest map.
    assert fit_to_points([(7, 7)], NORMAL_SIZE).point((7, 7)) == (528, 120)
    assert fit_to_points([(7, 7)], NORMAL_SIZE).height == 240


@pytest.mark.parametrize(
    ("corners", "box", "height"),
    [
        # Half as high as wide.
        (((0, 0), (2000, 1000)), (0, 0, 1056, 528), 528),
        # Higher than 1,240: then the height decides, and it is in the middle.
        (((0, 0), (1000, 2000)), (218, 0, 838, 1240), 1240),
        # Lower than the lowest map.
        (((0, 0), (1056, 100)), (0, 70, 1056, 170), 240),
    ],
)
def test_the_scale_of_a_map_with_an_image(
    corners: tuple[tuple[int, int], tuple[int, int]], box: tuple[int, int, int, int], height: int
) -> None:
    fit, found = fit_to_backdrop(corners, map_size(2, has_picture=True))
    assert (found, fit.height) == (box, height)
    assert fit.point(corners[0]) == box[:2]
    assert fit.point(corners[1]) == box[2:]


def test_a_scale_bar_is_the_longest_round_one_that_fits() -> None:
    # 864 for 100 miles: 20 miles are 173, 50 would be 432 of at most 190.
    assert fit_to_points([(0, 0), (10_000, 0)], NORMAL_SIZE).bar() == ScaleBar(length=173, miles=20)
    # 864 for one mile, which is the least.
    assert fit_to_points([(0, 0), (100, 0)], NORMAL_SIZE).bar() is None


def test_the_scale_bar_is_drawn_with_its_distance() -> None:
    found = view(VAEL, "map.html")
    assert isinstance(found, MapPage)
    measured = replace(found, map=replace(found.map, bar=ScaleBar(length=150, miles=20)))
    bar = '<g class="bar"><path d="M28 566v8h150v-8"/><text x="186" y="576">20 miles</text></g>'
    assert bar not in main(VAEL, "map.html")
    assert bar in draw(VAEL, "map.html", measured)
