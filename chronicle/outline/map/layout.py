"""Compute the map of an edition: from what its reader knows of places to coordinates."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from chronicle.model.campaign import MapShapes, Place
from chronicle.model.facts import Ref
from chronicle.outline import turn_ranges
from chronicle.outline.map import control, positions, records
from chronicle.outline.map.grid import box_around
from chronicle.outline.map.ground import GroundCells
from chronicle.outline.map.labels import (
    AREA_LABEL_SIZES,
    FAR_AREA_LABEL_SIZE,
    LABEL_SIZES,
    LabelContent,
    LabelPlacer,
    break_name,
    cartouche_of,
)
from chronicle.outline.map.positions import PlaceNode, PlanePoint, plane_positions
from chronicle.outline.map.scale import (
    MIN_DRAWN_DISTANCE,
    MIN_MARKER_DISTANCE,
    MapScale,
    fit_to_backdrop,
    fit_to_points,
    map_size,
    spread_markers,
)
from chronicle.outline.map.shapes import DrawnShapes
from chronicle.outline.map.ways import WayLine, lines_of_ways, streets_of_town
from chronicle.outline.turn_ranges import TurnRange, earlier_ranges, latest_range
from chronicle.project.edition import BackdropView, Edition, PlaceView
from chronicle.records import Record, replace

#: The space for holders on the maps of single turns: a ruler, and two others.
_ANY_HOLDERS: Final = control.HolderSpace(ruled=True, others=2)
#: Half the size of a marker: a point, and a ruler's shield by depth.
_POINT_HALF: Final = 9
_SHIELD_HALVES: Final = (20, 20, 15)
#: Left, top, right and bottom in the unit of positions.
Extent: TypeAlias = tuple[float, float, float, float]
#: Number of cached layouts; most editions share theirs with others.
_LAYOUTS: Final = 32
#: The space between the names of a small map whose coast the author has drawn.
_SPACE: Final = 4


def latest_map_of(edition: Edition) -> records.WorldMap:
    """The map of all places that an edition's reader knows, for the latest turns."""
    return EditionMaps(edition).latest()


class EditionMaps:
    """The maps of an edition: of the latest turns, and of each earlier range of turns."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._earlier = earlier_ranges(edition.last_turn, turn_ranges.TURNS_PER_MAP)
        self._lands: dict[tuple[tuple[str, str], ...], records.WorldMap] = {}

    def latest(self) -> records.WorldMap:
        """The map of the latest turns, with everything known by now."""
        found = self._atlas(latest_range(self._edition.last_turn, turn_ranges.TURNS_PER_MAP))
        return replace(found, before=self._earlier)

    def of(self, stretch: TurnRange) -> records.WorldMap:
        """The map of an earlier range of turns; it doesn't depend on anything later."""
        at = self._earlier.index(stretch)
        before, after = self._earlier[max(at - 1, 0) : at], self._earlier[at + 1 : at + 2]
        return replace(self._atlas(stretch), past=True, before=before, after=after)

    def land(self, turn: int) -> records.WorldMap:
        """The map of what was known at the end of a turn, without holders.

        It has space for any of them, so that turns in which the same is known share it.
        """
        edition = self._edition
        known = [(place, Ref("place", place.id)) for place in edition.places]
        places = [
            place
            if ref not in edition.renames
            else replace(place, name=edition.name_at(ref, turn) or place.name)
            for place, ref in known
            if edition.knows(ref, turn)
        ]
        key = tuple((place.id, place.name) for place in places)
        if key not in self._lands:
            plan = self._plan(places, dict.fromkeys((it.id for it in places), _ANY_HOLDERS))
            layout = _cached_layout(replace(plan, title="", in_miles=False))
            found = _map_from_layout(edition, places, layout, TurnRange(1, 0))
            marks = tuple(
                replace(it, territory=layout.territories.get(it.ref.id, ""), neighbours=())
                for it in found.marks
            )
            self._lands[key] = replace(found, marks=marks, listed=())
        return self._lands[key]

    def _atlas(self, stretch: TurnRange) -> records.WorldMap:
        edition, last = self._edition, stretch.last
        places = [it for it in edition.places if edition.knows(Ref("place", it.id), last)]
        return _map_from_layout(
            edition, places, _cached_layout(self._plan(places, self._rooms[last])), stretch
        )

    def _plan(
        self, places: Sequence[PlaceView], rooms: Mapping[str, control.HolderSpace]
    ) -> _LayoutInput:
        edition, known = self._edition, {it.id for it in places}
        shapes = edition.shapes if edition.backdrop is None else None
        outer = {it.within.id for it in places if it.within is not None}
        regions = outer & {it.places[0] for it in shapes.regions} if shapes is not None else set()
        return _LayoutInput(
            places=tuple(
                _PlannedPlace(
                    _place_node(it, known, regions),
                    it.name,
                    it.written,
                    _since(edition, it),
                    rooms.get(it.id, control.NO_HOLDERS),
                )
                for it in places
            ),
            title=edition.title,
            in_miles=edition.in_miles,
            under=None if edition.backdrop is None else replace(edition.backdrop, readers=()),
            shapes=shapes,
        )

    @cached_property
    def _rooms(self) -> Mapping[int, Mapping[str, control.HolderSpace]]:
        """The space that holders have needed so far, at the end of each map's turns."""
        return control.holder_space_by_turn(self._edition)


def _since(edition: Edition, place: PlaceView) -> int:
    return edition.known_since[Ref("place", place.id)]


def _plane_point(across: float, down: float) -> PlanePoint:
    return round(across * 100), round(down * 100)


def _fit_to_extent(extent: Extent, size: tuple[int, int]) -> tuple[MapScale, records.Box]:
    """The scale of a map that an extent fills, and its box."""
    left, top, right, bottom = extent
    return fit_to_backdrop((_plane_point(left, top), _plane_point(right, bottom)), size)


def plane_points_of(places: Iterable[Place]) -> Mapping[str, PlanePoint]:
    """The positions of all places of a campaign, in hundredths of the author's unit."""
    return plane_positions(
        PlaceNode(
            it.id,
            it.within,
            it.neighbours,
            _plane_point(*it.position) if it.position is not None else None,
            it.ways,
            it.land,
        )
        for it in places
    )


def _place_node(place: PlaceView, known: Container[str], regions: Container[str]) -> PlaceNode:
    """A place, with those neighbours that are known; one with a drawn region has no position."""
    position = None
    if place.position is not None and place.id not in regions:
        position = _plane_point(*place.position)
    within = place.within.id if place.within is not None else ""
    neighbours = tuple(ref.id for ref in place.neighbours if ref.id in known)
    ways = tuple((ref.id, kind) for ref, kind in place.ways if ref.id in known)
    return PlaceNode(place.id, within, neighbours, position, ways, place.land)


class _PlannedPlace(Record):
    """The properties of a place that affect the layout."""

    ground: PlaceNode
    name: str
    written: int
    since: int
    room: control.HolderSpace

    @property
    def id(self) -> str:
        return self.ground.id


class _LayoutInput(Record):
    """Everything that the layout depends on; ``under`` is the image below the map.

    ``shapes`` are what the author has drawn, and None where the author gives an image.
    """

    places: tuple[_PlannedPlace, ...]
    title: str
    in_miles: bool
    under: BackdropView | None
    shapes: MapShapes | None = None

    @property
    def least(self) -> int:
        """The minimum distance of two markers."""
        return MIN_MARKER_DISTANCE if self.shapes is None else MIN_DRAWN_DISTANCE

    @property
    def extent(self) -> Extent | None:
        """The edges of what the map shows, if they are given."""
        drawn = self.under or self.shapes
        return drawn.extent if drawn is not None else None


class _MapLayout(Record):
    """Where everything is on a map, without factions; ``places`` are in the order of the input."""

    fit: MapScale
    points: Mapping[str, records.Point]
    depths: Mapping[str, int]
    ground: records.Ground
    territories: Mapping[str, str]
    plots: frozenset[str]
    ways: tuple[records.MapWay, ...]
    labels: Mapping[str, records.Label]
    far: Mapping[str, records.Label]
    cartouche: records.Cartouche | None
    bar: records.ScaleBar | None
    backdrop: records.PlacedBackdrop | None


def _map_from_layout(
    edition: Edition, places: Sequence[PlaceView], layout: _MapLayout, stretch: TurnRange
) -> records.WorldMap:
    """A map with those who held places in a range of turns."""
    listed = tuple(
        _place_marker(edition, place, layout, stretch)
        for place in sorted(places, key=lambda it: it.name.lower())
    )
    marks = {mark.ref.id: mark for mark in listed}
    holding = {it.faction for mark in listed for run in mark.runs for it in run.holdings}
    factions = [Ref("faction", it.id) for it in edition.factions]
    known = [ref for ref in factions if edition.knows(ref, stretch.last)]
    return records.WorldMap(
        stretch=stretch,
        past=False,
        before=(),
        after=(),
        width=layout.fit.width,
        height=layout.fit.height,
        ground=layout.ground,
        ways=layout.ways,
        marks=tuple(marks[id] for id in layout.depths),
        listed=listed,
        holders=tuple(records.Holder(ref, at) for at, ref in enumerate(known) if ref in holding),
        bar=layout.bar,
        cartouche=layout.cartouche,
        backdrop=layout.backdrop,
    )


def _place_marker(
    edition: Edition, place: PlaceView, layout: _MapLayout, stretch: TurnRange
) -> records.PlaceMarker:
    known = layout.depths
    runs = tuple(control.holding_periods(edition, place.id, stretch))
    is_ruled = any(run.ruler is not None for run in runs)
    return records.PlaceMarker(
        ref=Ref("place", place.id),
        at=layout.points.get(place.id),
        depth=known[place.id],
        since=_since(edition, place),
        label=layout.labels.get(place.id),
        runs=runs,
        within=place.within if place.within is not None and place.within.id in known else None,
        neighbours=tuple(ref for ref in place.neighbours if ref.id in known),
        territory=layout.territories.get(place.id, "") if is_ruled else "",
        is_plot=place.id in layout.plots,
        far=layout.far.get(place.id),
    )


@lru_cache(maxsize=_LAYOUTS)
def _cached_layout(plan: _LayoutInput) -> _MapLayout:
    return _LayoutBuilder.of(plan).layout()


@lru_cache(maxsize=_LAYOUTS)
def _cached_points(
    places: tuple[PlaceNode, ...], extent: Extent | None, least: int
) -> tuple[MapScale, Mapping[str, records.Point], records.Box | None]:
    """The scale of a map, the points of its markers, and the box of its extent.

    Most editions share these, even if they need different space for holders.
    """
    drawn = _drawn_as_areas({place.id: place for place in places})
    seen = {id: spot for id, spot in plane_positions(places).items() if id not in drawn}
    size = map_size(len(seen), has_picture=extent is not None)
    fit, box = (
        (fit_to_points(seen.values(), size), None)
        if extent is None
        else _fit_to_extent(extent, size)
    )
    wanted = [(id, fit.held(fit.point(spot))) for id, spot in seen.items()]
    return fit, spread_markers(wanted, fit, least), box


@lru_cache(maxsize=_LAYOUTS)
def _cached_ground(places: tuple[PlaceNode, ...], extent: Extent | None, least: int) -> GroundCells:
    """The partition of a map among its places, and the sea."""
    fit, points, _ = _cached_points(places, extent, least)
    box = (0, 0, fit.width, fit.height)
    grounds = {place.id: place for place in places}
    return GroundCells.of(grounds, points, box, has_picture=extent is not None)


class _LayoutBuilder(Record):
    """Everything known of the places, in the order in which they are positioned."""

    plan: _LayoutInput
    places: Mapping[str, _PlannedPlace]
    grounds: Mapping[str, PlaceNode]
    depths: Mapping[str, int]
    fit: MapScale
    points: Mapping[str, records.Point]
    backdrop: records.PlacedBackdrop | None
    shapes: DrawnShapes | None

    @classmethod
    def of(cls, plan: _LayoutInput) -> _LayoutBuilder:
        places = sorted(plan.places, key=lambda it: (it.since, it.written, it.id))
        grounds = {place.id: place.ground for place in places}
        fit, points, drawn_in = _cached_points(tuple(grounds.values()), plan.extent, plan.least)
        backdrop = (
            records.PlacedBackdrop(plan.under.path, plan.under.words, drawn_in)
            if plan.under is not None and drawn_in is not None
            else None
        )
        shapes = DrawnShapes(plan.shapes, fit) if plan.shapes is not None else None
        depths = {id: sum(1 for _ in positions.around(id, grounds)) for id in grounds}
        if plan.shapes is not None:
            depths |= _drawn_depths(grounds, points)
        return cls(
            *(plan, {place.id: place for place in places}, grounds, depths, fit, points),
            *(backdrop, shapes),
        )

    def layout(self) -> _MapLayout:
        cells = _cached_ground(tuple(self.grounds.values()), self.plan.extent, self.plan.least)
        since = {id: place.since for id, place in self.places.items()}
        lines = tuple(self.lines(cells, since))
        board = self.board()
        cartouche = self.cartouche()
        if cartouche is not None:
            board.add_mark(cartouche.box)
        labels = self.labels(board, lines, cells)
        ground = cells.ground(since)
        if self.shapes is not None:
            ground = self.shapes.on_ground(ground, since, self.grounds)
            drawings = self.shapes.drawings(min(since.values(), default=0), board.is_clear)
            ground = replace(ground, drawings=drawings)
        elif self.backdrop is None:
            ground = replace(ground, drawings=cells.drawings(since, board.is_clear))
        rivers = self.shapes.rivers() if self.shapes is not None else ()
        ruled = [id for id in self.points if self.places[id].room.ruled]
        return _MapLayout(
            fit=self.fit,
            points=self.points,
            depths=self.depths,
            ground=ground,
            plots=frozenset(id for id in ruled if cells.estates[id] != id),
            territories={id: cells.territory(id) for id in ruled},
            ways=(*rivers, *(line.way for line in lines)),
            labels=labels,
            far=self.far_labels(lines, cells, cartouche),
            cartouche=cartouche,
            bar=self.fit.bar() if self.in_miles() else None,
            backdrop=self.backdrop,
        )

    def cartouche(self) -> records.Cartouche | None:
        """The title in a corner; the author's picture has its own."""
        if self.backdrop is not None:
            return None
        taken = [box_around(point, self.half(id)) for id, point in self.points.items()]
        size = self.fit.width, self.fit.height
        return cartouche_of(self.plan.title, size, taken, has_bar=self.in_miles())

    def in_miles(self) -> bool:
        """Whether all positions on the map are the author's, in miles."""
        given = all(self.grounds[id].position is not None for id in self.points)
        return self.plan.in_miles and given and len(self.points) > 1

    def since(self, id: str) -> int:
        return self.places[id].since

    def lines(self, cells: GroundCells, since: Mapping[str, int]) -> Iterator[WayLine]:
        """All ways; a place without a marker is met at the centre of the places within it."""
        boxes = positions.boxes_of_areas(self.grounds, self.points)
        ends = {**{id: positions.center_of(box) for id, box in boxes.items()}, **self.points}
        for town in cells.towns():
            yield from streets_of_town({id: self.points[id] for id in town}, since)
        courses = self.shapes.courses() if self.shapes is not None else {}
        yield from lines_of_ways(self.grounds, ends, since, cells.mouth, courses)

    def board(self) -> LabelPlacer:
        """The sheet without markers, ways and labels."""
        key = LabelContent(("8" * len(str(len(self.places))),), LABEL_SIZES[-1], is_key=True)
        board = LabelPlacer(self.fit.width, self.fit.height, key)
        if self.in_miles():
            board.add_mark((0, self.fit.height - 50, 260, self.fit.height))
        return board

    def labels(
        self, board: LabelPlacer, lines: Sequence[WayLine], cells: GroundCells
    ) -> dict[str, records.Label]:
        """Labels of drawn regions first, then of markers by size, then of other areas."""
        labels: dict[str, records.Label | None] = {}
        for id, spots in self.regions():
            plates = _area_plates(self.places[id].name, AREA_LABEL_SIZES[0])
            labels[id] = board.within(spots, plates)
        for id, point in self.points.items():
            board.add_mark(box_around(point, self.half(id)))
        for line in lines:
            board.add_line(line.points)
        for place in sorted(self.places.values(), key=lambda it: self.depths[it.id]):
            if place.id in self.points:
                labels[place.id] = self.beside(board, place)
        for edge in cells.edges():
            board.add_line(edge)
        for place in self.places.values():
            if place.id not in self.points and place.id not in labels:
                spots = self.spots_in(cells, place.id)
                size = AREA_LABEL_SIZES[min(self.depths[place.id], 1)]
                labels[place.id] = board.within(spots, _area_plates(place.name, size))
        return self.numbered(labels)

    def far_labels(
        self, lines: Sequence[WayLine], cells: GroundCells, cartouche: records.Cartouche | None
    ) -> dict[str, records.Label]:
        """Labels where the map is small: areas first, then what there is space for.

        They are placed on a sheet that is smaller by the scale of the map.
        """
        scale = records.far_scale(self.fit.width)
        key = LabelContent(("8",), LABEL_SIZES[0], is_key=True)
        space = _SPACE if self.shapes is not None else 0
        board = LabelPlacer(self.fit.width // scale, self.fit.height // scale, key, space)
        if cartouche is not None:
            left, top, right, bottom = cartouche.box
            board.add_mark((left // scale, top // scale, right // scale, bottom // scale))
        labels: dict[str, records.Label | None] = {}
        for id, spots in self.regions():
            plates = _area_plates(self.places[id].name, FAR_AREA_LABEL_SIZE)
            labels[id] = board.within([_smaller(spot, scale) for spot in spots], plates)
        for id, point in self.points.items():
            board.add_mark(box_around(_smaller(point, scale), self.half(id) // scale))
        for line in lines:
            board.add_line(_smaller(point, scale) for point in line.points)
        for place in self.places.values():
            if place.id not in self.points and self.shapes is None:
                spots = [_smaller(spot, scale) for spot in self.spots_in(cells, place.id)]
                labels[place.id] = board.within(
                    spots, _area_plates(place.name, FAR_AREA_LABEL_SIZE)
                )
        for place in sorted(self.places.values(), key=lambda it: self.depths[it.id]):
            if place.id in self.points:
                plate = LabelContent(break_name(place.name), LABEL_SIZES[0])
                point = _smaller(self.points[place.id], scale)
                labels[place.id] = board.close_to(point, plate, self.half(place.id) // scale + 3)
        return {id: label for id, label in labels.items() if label is not None}

    def spots_in(self, cells: GroundCells, area: str) -> Sequence[records.Point]:
        """Points in an area for its name, those at its middle first, on land if that is drawn."""
        if self.shapes is None:
            return cells.spots_in(area)
        drawn = self.shapes.spots_in(area)
        return drawn or [*filter(self.shapes.is_land, cells.spots_in(area))]

    def regions(self) -> Iterator[tuple[str, Sequence[records.Point]]]:
        """The outermost places with a drawn region, and points in it for their names."""
        shapes = self.shapes
        if shapes is not None:
            for id, depth in self.depths.items():
                if not depth and id not in self.points and (spots := shapes.spots_in(id)):
                    yield id, spots

    def numbered(self, labels: Mapping[str, records.Label | None]) -> dict[str, records.Label]:
        """Replace placeholders by numbers, in the order of the list below the map."""
        placed = {id: label for id, label in labels.items() if label is not None}
        listed = sorted(self.places.values(), key=lambda it: it.name.lower())
        keyed = [it.id for it in listed if it.id in placed and placed[it.id].number]
        numbers = {id: number for number, id in enumerate(keyed, start=1)}
        return {
            id: replace(label, number=numbers[id], lines=(str(numbers[id]),))
            if id in numbers
            else label
            for id, label in placed.items()
        }

    def beside(self, board: LabelPlacer, place: _PlannedPlace) -> records.Label | None:
        return board.beside(self.points[place.id], self.plate(place), self.half(place.id) + 5)

    def half(self, id: str) -> int:
        """Half the size that a marker has at most in any turn."""
        return (
            _SHIELD_HALVES[min(self.depths[id], len(_SHIELD_HALVES) - 1)]
            if self.places[id].room.ruled
            else _POINT_HALF
        )

    def plate(self, place: _PlannedPlace) -> LabelContent:
        size = LABEL_SIZES[min(self.depths[place.id], len(LABEL_SIZES) - 1)]
        return LabelContent(break_name(place.name), size, place.room.others)


def _area_plates(name: str, size: int) -> Iterator[LabelContent]:
    """The name of an area in one line, or else in two; never a number."""
    yield LabelContent((name,), size)
    if len(lines := break_name(name)) > 1:
        yield LabelContent(lines, size)


def _smaller(point: records.Point, scale: int) -> records.Point:
    return point[0] // scale, point[1] // scale


def _drawn_depths(grounds: Mapping[str, PlaceNode], points: Container[str]) -> dict[str, int]:
    """The depths of places in areas of a drawn map: one in each is the main one, all others small.

    The main one is the first that is written.
    """
    found: dict[str, int] = {}
    seen: set[str] = set()
    for id in grounds:
        outer = [*positions.around(id, grounds)][-1:]
        if id in points and outer and outer[0] not in points:
            found[id] = 1 if outer[0] not in seen else 2
            seen.add(outer[0])
    return found


def _drawn_as_areas(grounds: Mapping[str, PlaceNode]) -> set[str]:
    """The places without a marker: they have no position, but places within them do."""
    given = [id for id, ground in grounds.items() if ground.position is not None]
    return {outer for id in given for outer in positions.around(id, grounds)}.difference(given)
