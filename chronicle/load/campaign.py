"""The load stage: from the files of a campaign folder to a checked campaign."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from chronicle.diagnostics.catalogue import content, maps, markdown, references
from chronicle.diagnostics.catalogue import publication as publication_problems
from chronicle.diagnostics.catalogue import references as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure, Source, Span, span_of_file
from chronicle.load import images
from chronicle.load.calendar import CalendarResult, InvalidCalendar, calendar_of
from chronicle.load.characters import CharacterReader
from chronicle.load.context import LinkTarget, LinkUse, LoadContext, find_link_targets
from chronicle.load.deadline import deadline_of, told_deadlines, zone_of
from chronicle.load.entities import ENTITY_FOLDERS, EntityParser
from chronicle.load.inputs import (
    CampaignInput,
    FactionInput,
    MapShapesInput,
    PlaceInput,
    PlacesInput,
)
from chronicle.load.map_backgrounds import check_map_backgrounds, map_backgrounds_of
from chronicle.load.map_shapes import MAP_FILE, map_shapes_of
from chronicle.load.pages import parse_page
from chronicle.load.passages import passages_of, visibility_at
from chronicle.load.portable_names import check_id_is_portable, check_picture_names
from chronicle.load.publication import (
    DISCLOSURE_PATTERN,
    hosting_of,
    missing_record,
    publication_record_of,
)
from chronicle.load.stray_files import (
    TURN_FILE,
    copied_path,
    document_kind,
    meant_path,
    misnamed_file_help,
    stray_file_hint,
)
from chronicle.load.text_encoding import decode_source
from chronicle.load.turns import (
    KnownTurnFiles,
    TurnReader,
    check_reveals,
    revealed_visibility,
)
from chronicle.markup.images import Picture
from chronicle.model import audience
from chronicle.model.audience import AUDIENCE_KEYWORDS
from chronicle.model.campaign import (
    AllowedSlip,
    AuthoredPage,
    Campaign,
    Entity,
    Faction,
    MapShapes,
    Place,
    Player,
    Story,
    Turn,
    WayKind,
    with_open_turn_played,
)
from chronicle.model.facts import Ref
from chronicle.model.publication import NOTHING_PUBLISHED, RECORD_FILE, PublicationRecord
from chronicle.records import MutableRecord, field, replace
from chronicle.yaml.decode import ID_PATTERN, MAX_ID_LENGTH, InputModel, decode
from chronicle.yaml.nodes import ListNode, MapNode, Node
from chronicle.yaml.parser import compose

R = TypeVar("R", bound=InputModel)


def load_campaign(
    tree: FileTree, report: Report, known: KnownTurnFiles | None = None
) -> Campaign | None:
    """Return the campaign in a folder's files, as far as it can be read.

    After errors it may only be used to find more of them; None if not even that is possible. Turns
    in ``known`` that have not changed are not read again; then it holds the turns of this campaign.
    """
    paths = {
        meant_path(path) or path
        for path in tree.files_in("factions", "")
        if not copied_path(path, tree.files)
    }
    factions = tuple(
        _valid_id(path) for path in sorted(paths) if path.endswith(".yaml") and _valid_id(path)
    )
    names = LoadContext(factions, report)
    names.people = tuple(_id_of(path) for path in tree.files_in("people", ".md"))
    names.items = tuple(_id_of(path) for path in tree.files_in("items", ".md"))
    return _CampaignLoader(tree, names, known if known is not None else {}).campaign()


def _id_of(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _valid_id(path: str) -> str:
    """The id of a file, as it would be without capital letters, spaces and the like."""
    return content.id_of_words(_id_of(path))


class _CampaignLoader(MutableRecord):
    """Reads one folder's files; errors go to the report of ``names``."""

    tree: FileTree
    names: LoadContext
    known: KnownTurnFiles
    read: set[str] = field(default_factory=set)
    #: Files with a slightly wrong name, and their right one; empty if it is not known.
    misnamed: dict[str, str] = field(default_factory=dict)
    all_rumors: bool = True
    #: What is written about the character of factions.
    plays: dict[str, Node] = field(default_factory=dict)

    @property
    def report(self) -> Report:
        return self.names.report

    def campaign(self) -> Campaign | None:
        self.misnamed_files()
        head = self.decode_file(CampaignInput, "campaign.yaml")
        world = self.decode_file(PlacesInput, "places.yaml")
        factions = self.factions()
        images.check_shields(factions, self.report)
        places = self.places(world) if world is not None else ()
        backdrops = map_backgrounds_of(world, self.names) if world is not None else ()
        shapes = self.shapes(world)
        sound = not self.report.has_errors
        pages = self.pages()
        # A place whose readers are unknown exists too.
        place_ids = sorted(world.places) if world is not None else None
        entities = self.entities(place_ids)
        all_named = not self.report.has_errors
        # Nothing depends on characters, so nothing is wrong after an error in one.
        characters = CharacterReader(self.names, place_ids, head.ruleset if head else "")
        factions = tuple(
            replace(it, character=characters.read(it.id, self.plays.get(it.id))) for it in factions
        )
        calendar = calendar_of(head, self.report)
        published = self.published()
        all_turns = self.turns(place_ids, calendar, published)
        self.stray_files()
        is_all_told = self.all_rumors and all(turn.sound for turn in all_turns)
        if is_all_told and len(all_turns) == self.turn_files:
            check_reveals(all_turns, self.names, published.through)
        turns, open_turn = self.split_open_turn(all_turns, published)
        if head is None:
            return None
        deadline = deadline_of(head, turns, self.report)
        written = head.node.get("introduction")
        introduction = passages_of(head.introduction, written, audience.FOR_EVERYONE, self.names)
        campaign = Campaign(
            title=head.title,
            tagline=head.tagline,
            language=head.language,
            theme=head.theme,
            ruleset=head.ruleset,
            rules=head.rules,
            seed=head.seed,
            introduction=introduction,
            stories=self.stories(head),
            factions=factions,
            places=places,
            pages=pages,
            turns=turns,
            at=head.at("ruleset"),
            theme_at=head.at("theme") if head.has("theme") else head.at(),
            language_at=head.at("language") if head.has("language") else head.at(),
            address=head.address,
            players=players_of(head, self.names),
            card=images.preview_image_of(head, self.names),  # must precede load_pictures
            pictures=self.pictures(open_turn),
            published=published,
            sound=sound,
            calendar=None if isinstance(calendar, InvalidCalendar) else calendar,
            deadline=deadline,
            look=head.look,
            backdrops=backdrops,
            shapes=shapes,
            entities=entities,
            hosting=hosting_of(head.deploy),
            open_turn=open_turn,
            zone=zone_of(head),
            id=head.id,
            deadlines=told_deadlines(published, turns, deadline, zone_of(head)),
            allowed=tuple(
                AllowedSlip(it.words, it.path, it.because, it.at("words")) for it in head.allow
            ),
            numbers=self.names.numbers,
        )
        check_map_backgrounds(campaign, self.report)
        images.check_preview_image(campaign, self.report)
        if all_named:
            self.check_links(campaign)
        return campaign

    def files_in(self, folder: str, suffix: str) -> Iterator[str]:
        """The paths of the files in a folder that are not copies of others."""
        return (it for it in self.tree.files_in(folder, suffix) if it not in self.misnamed)

    def source(self, path: str) -> Source | None:
        self.read.add(path)
        return decode_source(self.tree, path, self.report)

    def decode_file(self, entry: type[R], path: str) -> R | None:
        if path not in self.tree.files and self.is_misnamed(path):
            return None
        if path not in self.tree.files:
            at = span_of_file(Source(self.tree.shown(path), ""))
            self.report.add(content.MissingFile(at=at, path=path))
            return None
        source = self.source(path)
        node = compose(source, self.report) if source is not None else None
        if source is None or node is None:
            return None
        if not isinstance(node, MapNode):
            self.report.add(content.NotAMapping(at=span_of_file(source)))
            return None
        return decode(entry, node, self.report)

    def check_id(self, path: str) -> bool:
        at = span_of_file(Source(self.tree.shown(path), ""))
        id = _id_of(path)
        if re.fullmatch(ID_PATTERN, id) and len(id) <= MAX_ID_LENGTH:
            check_id_is_portable(id, at, self.report)
            return True
        self.read.add(path)
        form = "an id like `lantern-guild`: lower-case letters, digits and single hyphens"
        if len(id) > MAX_ID_LENGTH:
            form = f"an id of at most {MAX_ID_LENGTH} characters"
        self.report.add(content.BadFormat(at=at, word=_id_of(path), form=form, path=path))
        return False

    def check_reserved_id(self, path: str) -> bool:
        """Reject factions such as `gm`, whose players would read what is for the GM."""
        if _id_of(path) not in audience.AUDIENCE_KEYWORDS:
            return True
        self.read.add(path)
        at = span_of_file(Source(self.tree.shown(path), ""))
        self.report.add(references.ReservedAudienceId(at=at, word=_id_of(path)))
        return False

    def factions(self) -> tuple[Faction, ...]:
        paths = tuple(self.files_in("factions", ".yaml"))
        if not paths and not self.is_misnamed("factions"):
            at = span_of_file(Source(self.tree.shown("factions"), ""))
            self.report.add(content.MissingFile(at=at, path="file in factions/"))
        return tuple(
            faction
            for path in paths
            if self.check_id(path) and self.check_reserved_id(path)
            if (entry := self.decode_file(FactionInput, path)) is not None
            if (faction := self.faction(_id_of(path), entry)) is not None
        )

    def faction(self, id: str, entry: FactionInput) -> Faction | None:
        self.names.note_name(id, entry.name)
        self.names.note_numbers_in(entry.node)
        if entry.plays is not None:
            self.plays[id] = entry.plays
        visibility = visibility_at(entry, "for", entry.readers, self.names)
        if visibility is None:
            return None
        # A faction always knows itself.
        visibility |= audience.visibility_of_factions((id,))
        return Faction(
            id=id,
            name=entry.name,
            visibility=visibility,
            colors=(entry.colors[0].lower(), entry.colors[1].lower()),
            sigil=entry.sigil,
            division=images.shield_division(entry, id, self.report),
            motto=entry.motto,
            profile=passages_of(entry.profile, entry.node.get("profile"), visibility, self.names),
            notes=passages_of(entry.notes, entry.node.get("notes"), audience.FOR_GM, self.names),
            opening=entry.opening,
            at=entry.at("opening") if entry.has("opening") else entry.at("name"),
            sigil_at=entry.at("sigil"),
            is_played=entry.played,
            joins=entry.joins,
        )

    def places(self, world: PlacesInput) -> tuple[Place, ...]:
        shared = self.visibility_of(world) if world.readers is not None else None
        for id, entry in world.places.items():
            self.names.note_name(id, entry.name)
            self.names.note_number(entry.name, entry.plural, proper=True)
            check_id_is_portable(id, entry.at(), self.report)
        ways = self.ways(world)
        self.check_within(world)
        found = [
            self.place(id, entry, world, shared, ways[id]) for id, entry in world.places.items()
        ]
        return tuple(sorted((p for p in found if p is not None), key=lambda place: place.id))

    def shapes(self, world: PlacesInput | None) -> MapShapes | None:
        """The coast, rivers and land of `map.yaml`, if there is one."""
        if MAP_FILE not in self.tree.files:
            return None
        entry = self.decode_file(MapShapesInput, MAP_FILE)
        if entry is None or world is None:
            return None
        return map_shapes_of(entry, tuple(world.places), self.names)

    def visibility_of(self, entry: PlacesInput | PlaceInput) -> audience.Visibility | None:
        return visibility_at(entry, "for", entry.readers or [], self.names)

    def place(
        self,
        id: str,
        entry: PlaceInput,
        world: PlacesInput,
        shared: audience.Visibility | None,
        ways: Mapping[str, WayKind | None],
    ) -> Place | None:
        visibility = self.visibility_of(entry) if entry.readers is not None else shared
        if visibility is None:
            if entry.readers is None and world.readers is None:
                self.report.add(content.MissingKey(at=entry.at(), key="for"))
            return None
        position = entry.position
        return Place(
            id=id,
            name=entry.name,
            visibility=visibility,
            within=entry.within or "",
            neighbours=tuple(sorted(ways)),
            position=(float(position[0]), float(position[1])) if position else None,
            passages=passages_of(entry.text, entry.node.get("text"), visibility, self.names),
            opening=entry.opening,
            at=entry.at("name"),
            land=entry.land,
            ways=tuple((other, kind) for other, kind in sorted(ways.items()) if kind is not None),
        )

    def ways(self, world: PlacesInput) -> dict[str, dict[str, WayKind | None]]:
        """What leads to the neighbours, in both directions, whichever place names the other."""
        joined: dict[str, dict[str, WayKind | None]] = {id: {} for id in world.places}
        for id, entry in world.places.items():
            for index, other in enumerate(entry.neighbours):
                if self.is_neighbour(id, other, entry.at("neighbours", index), joined):
                    joined[id].setdefault(other, None)
                    joined[other].setdefault(id, None)
            for other, kind in entry.ways.items():
                at = entry.at("ways", other)
                if self.is_neighbour(id, other, at, joined):
                    if joined[id].get(other) not in {None, kind}:
                        self.report.add(maps.TwoKindsOfWay(at=at, other=other))
                    joined[id][other] = joined[other][id] = kind
        return joined

    def is_neighbour(self, id: str, other: str, at: Span | None, places: Collection[str]) -> bool:
        """Whether another place exists and is another; an error if not."""
        if other == id:
            self.report.add(references.SelfNeighbour(at=at))
        elif other not in places:
            self.report.add(
                references.UnknownName(
                    at=at, what="place", name=other, known=tuple(places), called=self.names.called
                )
            )
        return other != id and other in places

    def check_within(self, world: PlacesInput) -> None:
        """Check that enclosing places exist, and that no place is within itself."""
        for id, entry in world.places.items():
            if entry.within is None:
                continue
            at = entry.at("within")
            if entry.within not in world.places:
                known = tuple(world.places)
                self.report.add(
                    references.UnknownName(
                        at=at,
                        what="place",
                        name=entry.within,
                        known=known,
                        called=self.names.called,
                    )
                )
            elif id in _enclosing_places(world, entry.within):
                self.report.add(references.PlaceWithinItself(at=at, name=id))

    def pages(self) -> tuple[AuthoredPage, ...]:
        return tuple(
            page
            for path in self.files_in("pages", ".md")
            if self.check_id(path)
            if (source := self.source(path)) is not None
            if (page := parse_page(source, _id_of(path), self.names)) is not None
        )

    def entities(self, places: Sequence[str] | None) -> tuple[Entity, ...]:
        reader = EntityParser(self.names, places)
        return tuple(
            entity
            for kind, folder in ENTITY_FOLDERS.items()
            for path in self.files_in(folder, ".md")
            if self.check_id(path)
            if (source := self.source(path)) is not None
            if (entity := reader.read(kind, source, _id_of(path))) is not None
        )

    @property
    def turn_files(self) -> int:
        return sum(1 for path in self.tree.files if TURN_FILE.fullmatch(path))

    def turns(
        self,
        places: Sequence[str] | None,
        calendar: CalendarResult,
        published: PublicationRecord,
    ) -> tuple[Turn, ...]:
        """The turns that can be read; ``places`` are the existing places, None if unknown."""
        reader = TurnReader(self.names, calendar, self.known)
        found: list[Turn] = []
        paths = [path for path in sorted(self.tree.files) if TURN_FILE.fullmatch(path)]
        expected = 0
        for path in sorted(paths, key=lambda p: int(_id_of(p))):
            expected += 1
            while f"turns/{expected:03}.yaml" in self.misnamed.values():
                expected += 1
            while expected <= published.through and expected < int(_id_of(path)):
                self.missing_turn(expected)
                expected += 1
            source = self.source(path)
            turn = reader.read(source, int(_id_of(path)), expected) if source is not None else None
            if turn is not None:
                found.append(turn)
        for number in range(expected + 1, published.through + 1):
            if f"turns/{number:03}.yaml" not in self.misnamed.values():
                self.missing_turn(number)
        self.known.clear()
        self.known.update(reader.used)
        self.all_rumors = reader.all_rumors
        self.check_names(places)
        return tuple(found)

    def missing_turn(self, number: int) -> None:
        """Report a published turn without a file."""
        path = self.tree.shown(f"turns/{number:03}.yaml")
        at = span_of_file(Source(path, ""))
        self.report.add(publication_problems.PublishedTurnMissing(at=at, turn=number, path=path))

    def split_open_turn(
        self, turns: Sequence[Turn], published: PublicationRecord
    ) -> tuple[tuple[Turn, ...], Turn | None]:
        """The turns that are played, and the open turn after them; None if there is none."""
        for turn in turns[:-1]:
            if turn.open_at is not None:
                self.report.add(
                    publication_problems.OpenTurnNotLast(
                        at=turn.open_at, turn=turn.number, last=turns[-1].number
                    )
                )
        if not turns or turns[-1].open_at is None:
            return tuple(turns), None
        *played, last = turns
        if last.number <= published.through:
            self.report.add(
                publication_problems.PublishedTurnOpen(at=last.open_at, turn=last.number)
            )
            return tuple(turns), None
        return tuple(played), last

    def pictures(self, open_turn: Turn | None) -> dict[str, Picture]:
        """The images that texts show; those that only the open turn shows are checked."""
        uses = self.names.picture_uses
        linked = {use.target for use in self.names.link_uses}
        check_picture_names(self.tree, self.report)
        found = images.load_pictures(self.tree, uses, self.report, linked)
        if open_turn is not None:
            shown = {use.name for use in uses if use.at.source != open_turn.at.source}
            found = {name: picture for name, picture in found.items() if name in shown}
        return found

    def check_names(self, places: Sequence[str] | None) -> None:
        """Report places, people and items named by turns that don't exist."""
        names = self.names
        known = {"place": places, "person": names.people, "item": names.items}
        for use in names.name_uses:
            ids = known[use.what]
            if ids is not None and use.name not in ids:
                self.report.add(
                    references.UnknownName(
                        at=use.at,
                        what=use.what,
                        name=use.name,
                        known=tuple(ids),
                        called=names.called,
                    )
                )

    def stories(self, head: CampaignInput) -> tuple[Story, ...]:
        stories = tuple(Story(story.turn, story.title) for story in head.stories)
        return tuple(sorted(stories, key=lambda story: story.turn))

    def published(self) -> PublicationRecord:
        """The published turns; errors in the files next to the record are ignored."""
        self.read |= {path for path in self.tree.files if DISCLOSURE_PATTERN.fullmatch(path)}
        if RECORD_FILE not in self.tree.files:
            kept = [path for path in self.tree.files if DISCLOSURE_PATTERN.fullmatch(path)]
            if kept and not self.is_misnamed(RECORD_FILE):
                self.report.add(missing_record(self.tree, f"`{min(kept)}`"))
            return NOTHING_PUBLISHED
        source = self.source(RECORD_FILE)
        node = compose(source, self.report) if source is not None else None
        if source is None or node is None:
            return NOTHING_PUBLISHED
        if not isinstance(node, MapNode):
            self.report.add(content.NotAMapping(at=span_of_file(source)))
            return NOTHING_PUBLISHED
        return publication_record_of(node, self.tree, self.names)

    def misnamed_files(self) -> None:
        """Report files that are meant to be read, but whose name is slightly wrong."""
        for path in sorted(self.tree.files):
            right = meant_path(path)
            is_copy = copied_path(path, self.tree.files)
            if right == path and not is_copy:
                continue
            renamed = {right: path for path, right in self.misnamed.items() if right}
            if not (remedy := misnamed_file_help(path, self.tree.files, renamed)):
                continue
            self.misnamed[path] = "" if right in self.tree.files else right
            is_folder = isinstance(self.tree.files[path], ReadFailure)
            at = span_of_file(Source(self.tree.shown(path), ""))
            self.report.add(
                content.MisnamedFile(
                    at=at, remedy=remedy, folder=is_folder, document=document_kind(path)
                )
            )

    def is_misnamed(self, path: str) -> bool:
        """Whether a file, or one in a folder, is there under a slightly wrong name."""
        return any(right.startswith(path) for right in self.misnamed.values())

    def stray_files(self) -> None:
        """Warn about files that are not read."""
        others = {*self.read, *self.misnamed, *images.media_paths(self.tree)}
        for path in sorted(set(self.tree.files) - others):
            if self.unreadable_folder(path):
                continue
            at = span_of_file(Source(self.tree.shown(path), ""))
            self.report.add(content.StrayFile(at=at, expected=stray_file_hint(path)))

    def unreadable_folder(self, path: str) -> bool:
        unread = self.tree.files[path]
        if isinstance(unread, ReadFailure):
            decode_source(self.tree, path, self.report)
            return True
        return False

    def check_links(self, campaign: Campaign) -> None:
        turn = campaign.open_turn
        source = turn.at.source if turn is not None else None
        uses = self.names.link_uses
        self.check_links_to(campaign, [use for use in uses if use.at.source != source])
        # The open turn's texts are read once it is played.
        played = with_open_turn_played(campaign)
        self.check_links_to(played, [use for use in uses if use.at.source == source])

    def check_links_to(self, campaign: Campaign, uses: Sequence[LinkUse]) -> None:
        named = tuple(link_targets_in(campaign))
        known = tuple(sorted({word for thing in named for word in thing.words}))
        # Once for each target: texts of all turns lead to the same few things.
        found = {it: find_link_targets(it, named) for it in {use.target for use in uses}}
        for mention in uses:
            meant = found[mention.target]
            if not meant:
                self.report.add(
                    markdown.UnknownLinkTarget(at=mention.at, target=mention.target, known=known)
                )
            elif len(meant) > 1:
                ids = tuple(thing.ref.id for thing in meant)
                self.report.add(
                    markdown.AmbiguousLink(at=mention.at, target=mention.target, meant=ids)
                )
            elif mention.visibility & meant[0].visibility != mention.visibility:
                self.report.add(markdown.HiddenLink(at=mention.at, target=mention.target))


def _enclosing_places(world: PlacesInput, id: str) -> list[str]:
    """A place and those around it, from the inside out; a cycle is followed once."""
    found: list[str] = []
    while id and id in world.places and id not in found:
        found.append(id)
        id = world.places[id].within or ""
    return found


def link_targets_in(campaign: Campaign) -> list[LinkTarget]:
    """Everything that a wiki link can lead to, with all who know it at any time."""
    named = [
        LinkTarget(
            Ref("faction", faction.id),
            faction.name,
            faction.visibility | revealed_visibility(campaign.turns, "faction", faction.id),
        )
        for faction in campaign.factions
    ]
    named += [
        LinkTarget(
            Ref("place", place.id),
            place.name,
            place.visibility | revealed_visibility(campaign.turns, "place", place.id),
        )
        for place in campaign.places
    ]
    named += [
        LinkTarget(
            entity.ref,
            entity.name,
            entity.visibility | revealed_visibility(campaign.turns, entity.kind, entity.id),
        )
        for entity in campaign.entities
    ]
    visibilities = {target.ref: target.visibility for target in named}
    named += [
        LinkTarget(it.ref, it.name, it.visibility & visibilities[it.ref], is_later=True)
        for turn in campaign.turns
        for it in turn.renames
        if it.ref in visibilities
    ]
    named += [
        LinkTarget(Ref("page", page.id), page.title, page.visibility) for page in campaign.pages
    ]
    named += [
        LinkTarget(Ref("turn", str(turn.number)), f"turn {turn.number}", audience.FOR_EVERYONE)
        for turn in campaign.turns
    ]
    return named


def players_of(head: CampaignInput, names: LoadContext) -> tuple[Player, ...]:
    """The players in order of id; if none are named, each faction has one with its own id."""
    if not head.has("players"):
        at = head.at()
        return tuple(Player(faction, (faction,), at) for faction in sorted(names.factions))
    return tuple(sorted(_players(head, names), key=lambda player: player.id))


def _players(head: CampaignInput, names: LoadContext) -> Iterator[Player]:
    for id, words in head.players.items():
        at = head.at("players", id)
        if id in AUDIENCE_KEYWORDS:
            names.report.add(problems.ReservedAudienceId(at=at, word=id, what="player"))
        listed = [words] if isinstance(words, str) else words
        for word, place in zip(listed, _places(head, id, at), strict=False):
            if word not in names.factions:
                names.report.add(
                    problems.UnknownName(
                        at=place,
                        what="faction",
                        name=word,
                        known=names.factions,
                        called=names.called,
                    )
                )
        yield Player(id, tuple(sorted(set(listed))), at)


def _places(head: CampaignInput, id: str, at: Span) -> list[Span]:
    """The location of each faction in a player's list."""
    players = head.node.get("players")
    node = players.get(id) if isinstance(players, MapNode) else None
    return [item.span for item in node.items] if isinstance(node, ListNode) else [at]
