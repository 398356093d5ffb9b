"""Import of a map of Azgaar's Fantasy Map Generator: states, provinces and towns as places.

The coast, rivers, land, borders and the courses of ways go to `map.yaml`. Names and places are for
the readers that are asked for; everything else that an export says of them is the GM's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from chronicle.authoring.import_notes import PLACES_STAY, NotesImport, Trial, import_request
from chronicle.authoring.import_notes.campaign_files import (
    ImportedNote,
    ImportedPictures,
    ImportRequest,
)
from chronicle.authoring.import_notes.html_to_markdown import HtmlConverter
from chronicle.authoring.import_notes.note import Note, NoteKind, NoteLink, NoteText
from chronicle.authoring.import_notes.note_ids import id_from_name, is_free_id
from chronicle.authoring.import_notes.plain_markdown import escape_words
from chronicle.authoring.import_world.map_file import map_text
from chronicle.authoring.import_world.ways import TownWay, ways_between
from chronicle.authoring.import_world.world import Area, Burg, World, WorldError, parse_world
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure, Source, Span, span_of_file
from chronicle.load.context import LinkTarget
from chronicle.load.disk import NoteFiles, UnreadableNotes
from chronicle.load.map_shapes import MAP_FILE
from chronicle.model.campaign import Campaign
from chronicle.model.facts import Ref
from chronicle.pipeline import resolve_campaign
from chronicle.records import Record, replace

#: In bytes; a world of 100,000 cells has a quarter of it.
MAX_WORLD_BYTES: Final = 512 << 20
_MAP: Final = ".map"
#: What the generator writes at the beginning of its exports.
_MARK: Final = b"Azgaar's Fantasy Map Generator"
_HEAD: Final = 2000
#: What every one of a choice of towns is.
TownKind = Literal["capitals", "ports"]
_MAX_NAMED: Final = 4
#: Who else could know the places, where the rules don't allow what is asked for.
_OTHER_READERS: Final = ("factions", "everyone")
#: What comes after an id that another place has.
_SUFFIXES: Final = {"state": "land", "province": "province", "burg": "town", "power": "power"}


class TownChoice(Record):
    """Which towns to import: how many, in which states, how large, and of which kind.

    With ``factions`` their states are factions, too.
    """

    most: int
    states: tuple[str, ...] = ()
    people: int = 0
    kind: TownKind | None = None
    factions: bool = False


class WorldFile(Record):
    """A file to import, and its name as shown in messages."""

    name: str
    content: bytes | ReadFailure

    def world(self) -> World:
        """The world in it. Raises :class:`WorldError` if there is none."""
        if self.name.lower().endswith(".map"):
            raise WorldError("map")
        if isinstance(self.content, ReadFailure):
            raise WorldError("json", self.content.detail or self.content.fault)
        return parse_world(self.content)


def world_file(files: NoteFiles | UnreadableNotes) -> WorldFile | None:
    """The one file in question if the generator made it; else None."""
    if isinstance(files, UnreadableNotes):
        return WorldFile(files.name, b"") if files.name.lower().endswith(_MAP) else None
    if len(files.paths) != 1 or not files.paths[0].lower().endswith((".json", _MAP)):
        return None
    content = files.read(files.paths[0], MAX_WORLD_BYTES)
    is_ours = isinstance(content, bytes) and _MARK in content[:_HEAD]
    return WorldFile(f"{files.name}/{files.paths[0]}", content) if is_ours else None


def import_world(
    export: WorldFile,
    tree: FileTree,
    readers: Sequence[str],
    sigils: Sequence[str],
    choice: TownChoice,
    report: Report,
) -> NotesImport | None:
    """The files that a world becomes in the campaign of a tree; None after an error.

    Raises :class:`ImportNotesError` for readers that the campaign does not have.
    """
    at = span_of_file(Source(export.name, ""))
    own = Report()
    played = resolve_campaign(tree, own)
    if played is None or own.has_errors:
        report.extend(one for one in own.findings if one.severity == "error")
        return None
    request = import_request(played.campaign, readers, factions=choice.factions)
    try:
        world = export.world()
    except WorldError as error:
        report.add(problems.NoWorld(at=at, fault=error.fault, detail=error.detail))
        return None
    in_miles = played.ruleset.in_miles(played.history.opening.after)
    if in_miles and not world.miles:
        report.add(problems.NoWorld(at=at, fault="miles"))
        return None
    world = world.in_miles() if in_miles else world
    unknown = [one for one in choice.states if one.casefold() not in _state_words(world)]
    if unknown:
        known = ", ".join(area.name for area in world.states.values())
        report.add(problems.NoWorld(at=at, fault="state", detail=f"{unknown[0]}; it has {known}"))
        return None
    found = _WorldImport.of(world, choice, played.campaign, request, at, in_miles=in_miles)
    return found.best(tree, sigils, report)


class _WorldImport(Record):
    """A world with the chosen towns; ``ids`` are by the keys of all that it has.

    With ``in_miles`` the rules need to know of all places where they are.
    """

    world: World
    towns: tuple[Burg, ...]
    ways: tuple[TownWay, ...]
    ids: Mapping[str, str]
    campaign: Campaign
    request: ImportRequest
    at: Span
    in_miles: bool

    @classmethod
    def of(
        cls,
        world: World,
        choice: TownChoice,
        campaign: Campaign,
        request: ImportRequest,
        at: Span,
        *,
        in_miles: bool,
    ) -> _WorldImport:
        towns = chosen_towns(world, choice)
        ways: list[TownWay] = []
        for is_sea in (False, True):
            routes = [route for route in world.routes if route.is_sea is is_sea]
            there = {way.towns for way in ways}
            ways += [
                way
                for way in ways_between(towns, routes, is_sea=is_sea)
                if not there.intersection({way.towns, way.towns[::-1]})
            ]
        return cls(world, towns, tuple(ways), _ids(world), campaign, request, at, in_miles)

    def best(self, tree: FileTree, sigils: Sequence[str], report: Report) -> NotesImport | None:
        """The files of all places that the campaign doesn't have yet."""
        there = {place.id: place for place in self.campaign.places}
        factions = {faction.id for faction in self.campaign.factions}
        found: list[ImportedNote] = []
        known: dict[str, LinkTarget] = {}
        for note in self.notes():
            if note.kind == "place" and note.id in there:
                place = there[note.id]
                known[note.key] = LinkTarget(Ref("place", place.id), place.name, place.visibility)
            elif not (note.kind == "faction" and note.id in factions):
                found.append(ImportedNote(note, note.kind, note.id, self.request.visibility))
        own = Report()
        files = dict(self._map_file(tree, own))
        if known:
            self._say_existing([target.ref.id for target in known.values()], own)
        self._say_left_out(own)
        if not found:
            report.extend(own.findings)
            return NotesImport({}, (), 0)
        trial = Trial(
            campaign=self.campaign,
            tree=FileTree(tree.name, {**tree.files, **files}),
            request=self.request,
            pictures=ImportedPictures({}, {}, {}),
            there=known,
            sigils=tuple(sigils),
            fallbacks=PLACES_STAY,
        )
        tried = trial.best(tuple(found), own)
        if tried is None:
            self._say_refused(trial, found, own, report)
            return None
        report.extend(own.findings)
        return replace(tried, files={**tried.files, **files})

    def _say_refused(
        self, trial: Trial, found: Sequence[ImportedNote], own: Report, report: Report
    ) -> None:
        """Report why the campaign can't have these places, once, and who may know them instead."""
        errors = [one for one in own.findings if one.severity == "error"]
        for word in _OTHER_READERS:
            request = import_request(self.campaign, (word,), factions=self.request.factions)
            again = replace(trial, request=request)
            notes = tuple(replace(one, visibility=request.visibility) for one in found)
            if again.best(notes, Report()) is not None:
                detail = errors[0].message.replace("`", "")
                report.add(problems.NoWorld(at=self.at, fault="readers", detail=detail, word=word))
                return
        report.extend({one.message: one for one in reversed(errors)}.values())

    # ── Places ──

    def notes(self) -> Iterator[Note]:
        """A note for each state, province and town, in this order."""
        world = self.world
        for state in self._states():
            yield self._note("state", state, "place", ())
            if self.request.factions:
                name = state.full_name
                yield Note(
                    f"power{state.number}",
                    "faction",
                    name,
                    self.at,
                    self.ids[f"power{state.number}"],
                )
        for province in self._provinces():
            yield self._note("province", province, "place", (f"state{province.state}",))
        kept = {province.number for province in self._provinces()}
        # A map shows names in the order of the file, and the first of each state as its main town.
        for burg in sorted(self.towns, key=_rank):
            key = f"burg{burg.number}"
            around = f"province{world.province_of.get(burg.number)}"
            if world.province_of.get(burg.number) not in kept:
                around = f"state{burg.state}" if burg.state in world.states else ""
            yield Note(
                key,
                "place",
                burg.name,
                self.at,
                self.ids[key],
                ties={"within": self._links(around)} if around else {},
                texts=tuple(self._texts((key,), self._facts_of_town(burg))),
                position=burg.at,
                ways={
                    f"burg{way.towns[1]}": "sea" if way.is_sea else "road"
                    for way in self.ways
                    if way.towns[0] == burg.number
                },
            )

    def _note(self, what: str, area: Area, kind: NoteKind, around: Sequence[str]) -> Note:
        key = f"{what}{area.number}"
        name = area.name if what == "state" else area.full_name
        facts = [("Full name", area.full_name if area.full_name != name else "")]
        facts += [("Form", area.form), ("Culture", self._called("cultures", area.culture))]
        return Note(
            key,
            kind,
            name,
            self.at,
            self.ids[key],
            ties={"within": self._links(*around)} if around else {},
            texts=tuple(self._texts((key, f"{what}Label{area.number}"), facts)),
            position=self._main_town(what, area).at if self.in_miles else None,
        )

    def _main_town(self, what: str, area: Area) -> Burg:
        """The main one of the chosen towns of a state or province."""
        numbers = self.world.province_of
        inside = (
            burg
            for burg in self.towns
            if area.number == (burg.state if what == "state" else numbers.get(burg.number))
        )
        return min(inside, key=_rank)

    def _links(self, *keys: str) -> tuple[NoteLink, ...]:
        return tuple(NoteLink(key, key, "", self.at) for key in keys)

    def _states(self) -> list[Area]:
        with_towns = {burg.state for burg in self.towns}
        return [area for number, area in sorted(self.world.states.items()) if number in with_towns]

    def _provinces(self) -> list[Area]:
        """The provinces with several of the towns; with one, it would be another name for it."""
        counts = Counter(self.world.province_of.get(burg.number) for burg in self.towns)
        provinces = sorted(self.world.provinces.items())
        return [area for number, area in provinces if counts[number] > 1]

    def _facts_of_town(self, burg: Burg) -> list[tuple[str, str]]:
        religion = self.world.cells[burg.cell].religion
        kinds = [
            word for word, is_so in (("capital", burg.is_capital), ("port", burg.is_port)) if is_so
        ]
        return [
            ("Kind", ", ".join(kinds)),
            ("People", f"{burg.people:,}"),
            ("Culture", self._called("cultures", burg.culture)),
            ("Religion", self._called("religions", religion)),
        ]

    def _called(self, kind: str, number: int) -> str:
        return self.world.names[kind].get(number, "")

    def _texts(self, keys: Sequence[str], facts: Sequence[tuple[str, str]]) -> Iterator[NoteText]:
        """What the generator and the author's notes say of a place, for the GM."""
        listed = [f"- **{word}:** {escape_words(said)}" for word, said in facts if said]
        if listed:
            yield NoteText("\n".join(listed), secret=True)
        html = HtmlConverter(
            words=lambda text, _: escape_words(text),
            picture=lambda _: "",
            embedded=lambda _: None,
        )
        for key in keys:
            if text := html.convert(self.world.notes.get(key, "")).strip():
                yield NoteText(text, secret=True)

    # ── The map ──

    def _map_file(self, tree: FileTree, report: Report) -> Iterator[tuple[str, bytes]]:
        states = {state.number: self.ids[f"state{state.number}"] for state in self._states()}
        towns = {burg.number: self.ids[f"burg{burg.number}"] for burg in self.towns}
        provinces = {area.number: self.ids[f"province{area.number}"] for area in self._provinces()}
        readers = self.request.text(self.request.visibility)
        text = map_text(self.world, readers, states, provinces, towns, self.ways)
        written = tree.files.get(MAP_FILE)
        if written is None:
            yield MAP_FILE, text.encode()
        elif written != text.encode():
            self._say(f"`{MAP_FILE}`", "it is there and stays; delete it to draw it anew", report)

    # ── What is not imported ──

    def _say_existing(self, ids: Sequence[str], report: Report) -> None:
        named = ", ".join(f"`{id}`" for id in ids[:_MAX_NAMED])
        more = f" and {len(ids) - _MAX_NAMED} more" if len(ids) > _MAX_NAMED else ""
        self._say(f"{named}{more}", "not imported, the campaign has them already", report)

    def _say_left_out(self, report: Report) -> None:
        world = self.world
        towns = len(world.burgs) - len(self.towns)
        if towns:
            every = f"`--burgs {len(world.burgs)}` brings all"
            self._say(_counted(towns, "towns"), f"not imported; {every}", report)
        provinces = len(world.provinces) - len(self._provinces())
        if provinces:
            outcome = "not imported, as fewer than two of their towns are"
            self._say(_counted(provinces, "provinces"), outcome, report)
        if not self.request.factions and self._states():
            count = _counted(len(self._states()), "states")
            self._say(count, "places and no factions; `--factions` makes both of them", report)
        for words, number in world.left_out.items():
            self._say(_counted(number, words), "not imported", report)
        used = {note.key for note in self.notes()}
        used |= {f"stateLabel{area.number}" for area in self._states()}
        if notes := len(world.notes.keys() - used):
            self._say(_counted(notes, "notes"), "not imported, of what isn't imported", report)

    def _say(self, what: str, outcome: str, report: Report) -> None:
        report.add(problems.NotMapped(at=self.at, what=what, outcome=outcome))


def chosen_towns(world: World, choice: TownChoice) -> tuple[Burg, ...]:
    """The towns of a choice: capitals first, then the largest, in the order of their numbers."""
    words = _state_words(world)
    states = {words[name.casefold()] for name in choice.states}
    fitting = [
        burg
        for burg in world.burgs.values()
        if (not states or burg.state in states)
        and burg.people >= choice.people
        and (choice.kind != "capitals" or burg.is_capital)
        and (choice.kind != "ports" or burg.is_port)
    ]
    fitting.sort(key=_rank)
    return tuple(sorted(fitting[: choice.most], key=lambda burg: burg.number))


def _rank(burg: Burg) -> tuple[bool, int, int]:
    """The order of towns: capitals first, then the largest."""
    return not burg.is_capital, -burg.people, burg.number


def _state_words(world: World) -> dict[str, int]:
    """The numbers of states by their names in small letters."""
    found: dict[str, int] = {}
    for number, area in world.states.items():
        for name in (area.name, area.full_name):
            found.setdefault(name.casefold(), number)
    return found


def _ids(world: World) -> dict[str, str]:
    """An id for everything in a world, whether it is imported or not, so that it stays the same."""
    named = [
        *(("state", number, area.name) for number, area in sorted(world.states.items())),
        *(("province", number, area.full_name) for number, area in sorted(world.provinces.items())),
        *(("burg", number, burg.name) for number, burg in sorted(world.burgs.items())),
        *(("power", number, area.full_name) for number, area in sorted(world.states.items())),
    ]
    taken: set[str] = set()
    found: dict[str, str] = {}
    for what, number, name in named:
        plain = id_from_name(name)
        suffix = _SUFFIXES[what]
        tried = (plain, f"{plain}-{suffix}", f"{plain}-{suffix}-{number}", f"{suffix}-{number}")
        id = next(id for id in tried if is_free_id(id) and id not in taken)
        taken.add(id)
        found[f"{what}{number}"] = id
    return found


def _counted(count: int, words: str) -> str:
    return f"{count:,} {words if count > 1 else words.removesuffix('s')}"
