"""What one audience may know, and from which turn on, and what it may read of a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chronicle.markup.images import Picture
from chronicle.markup.images.references import pictures_in, rename_pictures
from chronicle.markup.markdown import strip_dead_links, wiki_links
from chronicle.model.audience import EVERYONE, FOR_GM, Audience, Visibility, audience_ids_of
from chronicle.model.campaign import Campaign
from chronicle.model.facts import Fact, Facts, NameIndex, Ref
from chronicle.model.passages import Passage
from chronicle.project.access import AccessPolicy, opened_by, passage_opened_to
from chronicle.project.edition import Renames, Text
from chronicle.records import Record, field, replace
from chronicle.rules.protocol import Sheet, Telling


class AudienceView(Record):
    """One audience and everything it may know, with the turn from which it may.

    ``always`` is what it may know from the start. ``names`` are the present ones, ``renames`` those
    of things that had others.
    """

    audience: Audience
    factions: frozenset[str]
    since: Mapping[Ref, int]
    always: frozenset[Ref]
    revealed: Mapping[Ref, Visibility]
    names: NameIndex
    pictures: Mapping[str, Picture]
    renames: Renames = field(default_factory=dict)
    #: The turn in which the audience's faction joins; 0 if it is there from the start.
    joins: int = 0

    def may_see(self, visibility: Visibility) -> bool:
        """Whether the visibility includes this audience."""
        return visibility.admits(self.audience)

    def knows(self, ref: Ref, turn: int) -> bool:
        return ref in self.since and self.since[ref] <= turn

    def texts(
        self, passages: Iterable[Passage], turn: int, opened: Visibility = FOR_GM
    ) -> tuple[Text, ...]:
        """Return what the audience may read of passages; empty passages are left out.

        ``opened`` are the audiences to whom the thing that contains the passages has been revealed:
        they read its passages, but none of the secret blocks.
        """
        shown = (passage_opened_to(passage, opened) for passage in passages)
        if turn < self.joins:
            # What was for the factions of that time is not for one that has come since.
            texts = (passage.visible_to(EVERYONE) for passage in shown)
            return tuple(self._text(visible, turn, ()) for visible in texts if visible)
        return tuple(
            self._text(visible, turn, self._private_lines(passage))
            for passage in shown
            if (visible := self._visible(passage))
        )

    def _private_lines(self, passage: Passage) -> tuple[int, ...]:
        """The lines in secret blocks of a text; the GM's are marked in the text itself."""
        return () if self.audience.is_gm else passage.prose.private_lines(self.audience)

    def _text(self, visible: str, turn: int, private: tuple[int, ...]) -> Text:
        """A text with its links resolved, and its images named by their paths."""
        if "[" not in visible:
            return Text(visible, turn, private=private)
        markdown = self._published(visible, turn)
        targets = dict.fromkeys(link.target for link in wiki_links(markdown))
        links = tuple(
            (target, ref) for target in targets if (ref := self.find(target, turn)) is not None
        )
        pictures = tuple(dict.fromkeys(picture.name for picture in pictures_in(markdown)))
        return Text(markdown, turn, links, pictures, private)

    def find(self, target: str, turn: int) -> Ref | None:
        """The target of a wiki link for this reader, by id first, then by full name, ignoring case.

        None if nothing or more than one thing is found.
        """
        by_id = [ref for ref in self.names.with_id(target.casefold()) if self.knows(ref, turn)]
        by_name = [ref for ref in self._called(target) if self.knows(ref, turn)]
        found = by_id or by_name
        return found[0] if len(found) == 1 else None

    def _called(self, target: str) -> tuple[Ref, ...]:
        """The things that have, or once had, a name."""
        folded = target.casefold()
        once = (
            ref
            for ref, names in self.renames.items()
            if any(name.casefold() == folded for _, name in names)
        )
        return tuple(dict.fromkeys((*self.names.called(target), *once)))

    def _published(self, visible: str, turn: int) -> str:
        """Remove links the reader can't follow, and replace image file names by site paths."""
        linked = strip_dead_links(visible, lambda target: self.can_follow_link(target, turn))
        return rename_pictures(linked, self._path_of)

    def _path_of(self, name: str) -> str | None:
        picture = self.pictures.get(name)
        return None if picture is None else picture.path

    def _visible(self, passage: Passage) -> str:
        """What the audience may read of a passage; for the GM, with readers of secret parts."""
        if self.audience.is_gm:
            return passage.prose.with_marked_secrets(self._reader_names)
        return passage.visible_to(self.audience)

    def _reader_names(self, visibility: Visibility) -> str:
        words = self.readers(visibility)
        return ", ".join(self.names.get(Ref("faction", word), word) for word in words)

    def can_follow_link(self, target: str, turn: int) -> bool:
        """Whether a wiki link leads this audience anywhere as of a turn."""
        meant = (*self.names.with_id(target.casefold()), *self._called(target))
        return any(self.knows(ref, turn) for ref in meant)

    def opened(self, ref: Ref) -> Visibility:
        """This audience, if a thing was revealed to it or learned by it; otherwise nobody."""
        return self.revealed.get(ref, FOR_GM)

    def refs(self, refs: Iterable[Ref], turn: int) -> tuple[Ref, ...]:
        return tuple(ref for ref in refs if self.knows(ref, turn))

    def telling(self, telling: Telling, turn: int) -> Telling:
        """Return a telling in which all references are known to the audience in that turn.

        Sightings and what is learned are removed; they are part of the audience's memory, not of
        the page. An unchanged telling is returned as the same object, so that editions can share
        it.
        """
        if telling.sightings or telling.learns:
            telling = replace(telling, sightings=(), learns=())
        if self.knows_all(_pointers_of(telling), turn):
            return telling
        rolls = tuple(
            replace(
                roll,
                modifiers=tuple(
                    replace(part, facts=self.facts(part.facts, turn)) for part in roll.modifiers
                ),
            )
            for roll in telling.rolls
        )
        return replace(telling, facts=self.facts(telling.facts, turn), rolls=rolls)

    def sheet(self, sheet: Sheet, turn: int) -> Sheet:
        return Sheet(sheet.code, self.facts(sheet.facts, turn))

    def facts(self, facts: Facts, turn: int) -> Facts:
        """Facts without the references that the audience doesn't know."""
        if self.knows_all(Facts.pointers_of(facts), turn):
            return facts
        return Facts({name: self._fact(fact, turn) for name, fact in facts.items()})

    def knows_all(self, refs: frozenset[Ref], turn: int) -> bool:
        """Whether the audience knows all of these things as of a turn."""
        return refs <= self.always or all(self.knows(ref, turn) for ref in refs)

    def _fact(self, fact: Fact, turn: int) -> Fact:
        match fact:
            case Ref():
                return fact if self.knows(fact, turn) else None
            case Facts():
                return self.facts(fact, turn)
            case tuple():
                kept = (self._fact(part, turn) for part in fact)
                return tuple(
                    part
                    for part, was in zip(kept, fact, strict=True)
                    if not (isinstance(was, Ref) and part is None)
                )
            case _:
                return fact

    def readers(self, visibility: Visibility) -> tuple[str, ...]:
        """The audiences of a visibility, for the GM; empty for everybody else."""
        if not self.audience.is_gm:
            return ()
        return audience_ids_of(visibility, self.factions)


def _pointers_of(telling: Telling) -> frozenset[Ref]:
    """All references in a telling, including those in the modifiers of its rolls."""
    parts = (part.facts for roll in telling.rolls for part in roll.modifiers)
    return Facts.pointers_of(telling.facts).union(*map(Facts.pointers_of, parts))


def audience_view_of(policy: AccessPolicy, audience: Audience) -> AudienceView:
    """Return what an audience may know from the start, and what is added in each turn."""
    campaign = policy.campaign
    since: dict[Ref, int] = {}
    revealed: dict[Ref, Visibility] = {}
    names = {Ref("faction", it.id): it.name for it in campaign.factions}
    names |= {Ref("place", it.id): it.name for it in campaign.places}
    names |= {it.ref: it.name for it in campaign.entities}
    names |= {Ref("page", it.id): it.title for it in campaign.pages}
    for ref in names:
        access = policy.thing(ref, audience)
        if access.since is not None:
            since[ref] = access.since
            revealed[ref] = opened_by(access)
    renames = _renames(campaign, audience, names)
    names |= {ref: history[-1][1] for ref, history in renames.items()}
    for turn in campaign.turns:
        since[Ref("turn", str(turn.number))] = 0
        names[Ref("turn", str(turn.number))] = f"turn {turn.number}"
    factions = frozenset(faction.id for faction in campaign.factions)
    always = frozenset(ref for ref, turn in since.items() if turn == 0)
    return AudienceView(
        audience,
        factions,
        since,
        always,
        revealed,
        NameIndex(names),
        campaign.pictures,
        renames,
        policy.joins(audience),
    )


def _renames(campaign: Campaign, audience: Audience, names: Mapping[Ref, str]) -> Renames:
    """The names of things that this audience knows by several, each with its first turn."""
    found: dict[Ref, tuple[tuple[int, str], ...]] = {}
    for turn in campaign.turns:
        for it in turn.renames:
            if it.visibility.admits(audience) and it.ref in names:
                earlier = found.get(it.ref, ((0, names[it.ref]),))
                kept = tuple(one for one in earlier if one[0] < turn.number)
                found[it.ref] = (*kept, (turn.number, it.name))
    return found
