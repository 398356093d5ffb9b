"""Reports on who knows what, with the reasons, for the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.model.audience import EVERYONE, GM, Audience, Visibility, faction_audience
from chronicle.model.campaign import Campaign, News, Relation, Reveal, Rumor
from chronicle.model.facts import Ref
from chronicle.model.passages import Passage
from chronicle.play.history import History
from chronicle.project.access import AccessPolicy, AudienceAccess
from chronicle.project.access_report.source_lines import find_line, span_of_event, span_of_readers
from chronicle.project.tellings import Tellings
from chronicle.records import Record, replace
from chronicle.rules.protocol import Ruleset, Step

SubjectKind: TypeAlias = Literal[
    "event", "news", "rumor", "reveal", "relation", "place", "faction", "person", "item", "page"
]


class AccessReport(Record):
    """A thing that can be known: its kind, its id as used in commands, and who knows it.

    ``title`` is its name or the beginning of its text; ``turn`` is the turn it belongs to, else 0.
    ``parts`` are the passages in it that only some of its readers may read.
    """

    kind: SubjectKind
    id: str
    title: str
    turn: int
    accounts: tuple[AudienceAccess, ...]
    parts: tuple[AccessReport, ...] = ()


class AccessReporter(Record, dict=True):
    """Reports on who knows what in a played campaign.

    ``tellings`` of this history for all audiences can be shared, to ask the rules only once.
    """

    campaign: Campaign
    history: History[Any, Any, Any]
    ruleset: Ruleset[Any, Any, Any]
    tellings: Tellings[Any, Any, Any] | None = None

    @cached_property
    def audiences(self) -> tuple[Audience, ...]:
        """Everyone, each faction, and the GM."""
        factions = (faction_audience(one.id) for one in self.campaign.factions)
        return (EVERYONE, *factions, GM)

    @cached_property
    def _all_tellings(self) -> Tellings[Any, Any, Any]:
        return self.tellings or Tellings(self.history, self.ruleset, self.audiences)

    @cached_property
    def policy(self) -> AccessPolicy:
        """Who may know what the author wrote."""
        return AccessPolicy(self.campaign, self._all_tellings.lessons)

    # ── Events ───────────────────────────────────────────────────────────────────────────────────

    def event(self, turn: int, step: Step[Any, Any]) -> AccessReport:
        """An event: what each audience is told about it, then or by a later reveal."""
        at = span_of_event(self.campaign.turns[turn - 1], step.event.id)
        accounts = tuple(self._told(turn, step, audience, at) for audience in self.audiences)
        return AccessReport("event", step.event.id, "", turn, accounts)

    def _told(
        self, turn: int, step: Step[Any, Any], audience: Audience, at: Span
    ) -> AudienceAccess:
        found = self._all_tellings.cache.tell(step, audience)
        told = found.telling
        first = AudienceAccess(
            audience=audience,
            since=turn if told is not None else None,
            reason=found.reason,
            how=told.code if told is not None else "",
            of_rules=True,
            at=at,
        )
        later = self.policy.revealed("event", step.event.id, audience)
        if later is None or audience.is_gm:
            return first
        shown = self.ruleset.reveal(step)
        later = replace(later, how=shown.code if shown is not None else "")
        return replace(first, then=later) if first.knows else later

    # ── What the author wrote for a turn ─────────────────────────────────────────────────────────

    def news(self, turn: int, item: News, id: str) -> AccessReport:
        """A news item or a letter."""
        target = f"{turn}/{item.id}"
        accounts = tuple(
            self._or_revealed(self.policy.news(turn, item, audience), "news", target, item.passages)
            for audience in self.audiences
        )
        parts = tuple(self._parts("news", id, turn, item.passages, item.at, accounts))
        title = item.title or first_line_of(item.passages)
        return AccessReport("news", id, title, turn, accounts, parts)

    def rumor(self, item: Rumor, id: str) -> AccessReport:
        """A rumor, in the turn in which it is heard."""
        target = f"{item.turn}/{item.id}"
        accounts = tuple(
            self._or_revealed(self.policy.rumor(item, audience), "rumor", target, item.passages)
            for audience in self.audiences
        )
        parts = tuple(self._parts("rumor", id, item.turn, item.passages, item.at, accounts))
        return AccessReport("rumor", id, first_line_of(item.passages), item.turn, accounts, parts)

    def reveal(self, turn: int, item: Reveal, id: str) -> AccessReport:
        """Something made known in a turn."""
        accounts = tuple(self.policy.reveal(turn, item, audience) for audience in self.audiences)
        parts = tuple(self._parts("reveal", id, turn, item.passages, item.at, accounts))
        return AccessReport("reveal", id, f"{item.kind}: {item.target}", turn, accounts, parts)

    def relation(self, turn: int, item: Relation, id: str) -> AccessReport:
        """The relation between two factions, as of a turn."""
        names = {one.id: one.name for one in self.campaign.factions}
        accounts = tuple(self.policy.relation(turn, item, audience) for audience in self.audiences)
        parts = tuple(self._parts("relation", id, turn, item.passages, item.at, accounts))
        title = " – ".join(names[faction] for faction in item.between)
        return AccessReport("relation", id, title, turn, accounts, parts)

    def _or_revealed(
        self, access: AudienceAccess, kind: str, target: str, passages: Iterable[Passage]
    ) -> AudienceAccess:
        """The given access, or that of a later reveal."""
        later = self.policy.revealed(kind, target, access.audience)
        if later is None or access.audience.is_gm or access.reason.code == "not-a-word":
            return access
        if access.knows:
            return replace(access, then=later) if kind == "rumor" else access
        return self.policy.readable(later, passages)

    # ── Things outside of turns ──────────────────────────────────────────────────────────────────

    def standing(self, ref: Ref) -> AccessReport:
        """A place, a faction, a person, an item or one of the author's pages."""
        title, passages, at = self._found(ref)
        accounts = tuple(self._known(ref, audience, at) for audience in self.audiences)
        kind: SubjectKind = "page" if ref.kind == "turn" else ref.kind
        parts = tuple(self._parts(kind, ref.id, 0, passages, at, accounts))
        return AccessReport(kind, ref.id, title, 0, accounts, parts)

    def _known(self, ref: Ref, audience: Audience, at: Span) -> AudienceAccess:
        """Access to a thing that is written at a place in a file, or learned of by an event."""
        access = self.policy.thing(ref, audience)
        if access.at is not None:
            return access
        facts = access.reason.facts
        if access.since and "event" in facts:
            at = span_of_event(self.campaign.turns[access.since - 1], str(facts["event"]))
        return replace(access, at=at)

    def _found(self, ref: Ref) -> tuple[str, tuple[Passage, ...], Span]:
        """The name of a thing, its passages, and where it is written."""
        campaign = self.campaign
        match ref.kind:
            case "place":
                place = next(one for one in campaign.places if one.id == ref.id)
                return place.name, place.passages, place.at
            case "faction":
                own = next(one for one in campaign.factions if one.id == ref.id)
                return own.name, (*own.profile, *own.notes), span_of_readers(own.at.source)
            case "person" | "item":
                of = next(one for one in campaign.entities if one.ref == ref)
                return of.name, of.passages, span_of_readers(of.at.source)
            case _:
                page = next(one for one in campaign.pages if one.id == ref.id)
                return page.title, page.passages, span_of_readers(page.at.source)

    # ── Secret passages ──────────────────────────────────────────────────────────────────────────

    def _parts(
        self,
        kind: SubjectKind,
        id: str,
        turn: int,
        passages: Iterable[Passage],
        at: Span,
        accounts: tuple[AudienceAccess, ...],
    ) -> Iterator[AccessReport]:
        """Reports on the restricted passages within a thing, in the order of the file."""
        for number, (visibility, text) in enumerate(restricted_excerpts(passages), start=1):
            found = find_line(text, at)
            of_part = tuple(self._part(one, visibility, found) for one in accounts)
            yield AccessReport(kind, f"{id}#{number}", shorten(text), turn, of_part)

    def _part(self, whole: AudienceAccess, visibility: Visibility, at: Span) -> AudienceAccess:
        written = self.policy.written(visibility, whole.audience, whole.since or 0, at)
        if written.knows and not whole.knows:
            return replace(whole, at=at, then=None)
        return written


def restricted_excerpts(passages: Iterable[Passage]) -> Iterator[tuple[Visibility, str]]:
    """Yield the visibility and first line of each secret block and each restricted passage."""
    for passage in passages:
        for stretch in passage.prose.stretches:
            text = next((line.strip() for line in stretch.lines if line.strip()), "")
            if text and stretch.visibility is not None:
                yield stretch.visibility & passage.visibility, text
            elif text and not passage.visibility.public:
                yield passage.visibility, text


def first_line_of(passages: Iterable[Passage]) -> str:
    """The first words of a text."""
    lines = (
        line
        for passage in passages
        for stretch in passage.prose.stretches
        for line in stretch.lines
    )
    return shorten(next((line.strip() for line in lines if line.strip()), ""))


def shorten(text: str, most: int = 60) -> str:
    """A text cut to at most ``most`` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
