"""Who knows about a thing, since when, how, and why; for the GM only.

Everything is computed from the campaign and its history, never from an edition. The decisions are
those that editions are made by (:mod:`chronicle.project.access`). Things are named as in
``place:den``, ``news:3/barrels`` or ``news:3/1``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from typing import Any, Literal, TypeAlias

from chronicle.files.source import Source, Span, span_of_file
from chronicle.model.audience import EVERYONE, GM, Audience, Visibility, faction_audience
from chronicle.model.campaign import Campaign, News, Relation, Reveal, Rumor, Turn
from chronicle.model.facts import Facts, Ref, RefKind
from chronicle.model.passages import Passage
from chronicle.play.history import AnyHistory
from chronicle.project.access import REASON_CODES, AccessPolicy, AudienceAccess
from chronicle.project.tellings import Tellings
from chronicle.records import Record, replace
from chronicle.rules.protocol import AnyRuleset, Reason, Step
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode

__all__ = [
    "REASON_CODES",
    "AccessReport",
    "AccessReporter",
    "AudienceAccess",
    "event_reports",
    "subject_reports",
]

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


#: Computes a report on demand.
ReportFactory: TypeAlias = Callable[[], AccessReport]


class AccessReporter(Record, dict=True):
    """Reports on who knows what in a played campaign, with its ``tellings`` if at hand."""

    campaign: Campaign
    history: AnyHistory
    ruleset: AnyRuleset
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
        if not self.history.has_joined(audience.faction, turn):
            reason = Reason("not-joined", facts=Facts(turn=self.policy.joins(audience)))
            return AudienceAccess(audience, None, reason, at=at)
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


def shorten(text: str) -> str:
    """A text cut to at most 60 characters."""
    return text if len(text) <= 60 else text[:59].rstrip() + "…"


def find_line(text: str, near: Span) -> Span:
    """The line on which a text begins, searched from ``near`` on; ``near`` if it is not found."""
    lines = near.source.text.split("\n")
    for number in range(near.line, len(lines) + 1):
        column = lines[number - 1].find(text)
        if column >= 0:
            return Span(near.source, number, column + 1, number, column + 1 + len(text))
    return near


def span_of_readers(source: Source) -> Span:
    """The line of a file with ``for:`` at the top level; the whole file if there is none."""
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line.startswith("for:"):
            return Span(source, number, 1, number, len(line) + 1)
    return span_of_file(source)


def span_of_event(turn: Turn, event: str) -> Span:
    """The part of a turn's file that caused an event; the whole file if none did.

    Event ids name their cause: ``turn/faction/order…``, ``turn/news/id/…`` and
    ``turn/adjustment/number/…``.
    """
    _, _, rest = event.partition("/")
    kind, _, rest = rest.partition("/")
    name = rest.partition("/")[0]
    if kind == "adjustment" and isinstance(turn.adjustments, ListNode) and name.isdecimal():
        return turn.adjustments.items[int(name) - 1].span
    if kind == "news":
        for place, item in enumerate(turn.news, start=1):
            if name in (item.id, str(place)):
                return item.at
    orders = turn.orders.get(kind)
    return _span_of_order(orders, name) or turn.at if orders is not None else turn.at


def _span_of_order(node: Node, name: str) -> Span | None:
    """The mapping below a node whose ``id`` is ``name``."""
    match node:
        case MapNode():
            own = node.get("id")
            if isinstance(own, ScalarNode) and own.text == name:
                return own.span
            inner: Iterable[Node] = [entry.value for entry in node.entries]
        case ListNode():
            inner = node.items
        case _:
            return None
    return next((at for one in inner if (at := _span_of_order(one, name)) is not None), None)


def event_reports(reasons: AccessReporter) -> dict[str, ReportFactory]:
    """Reports on all events, by event id."""
    return {
        step.event.id: partial(reasons.event, played_turn.turn, step)
        for played_turn in reasons.history.turns
        for step in played_turn.steps
    }


def subject_reports(reasons: AccessReporter) -> dict[str, ReportFactory]:
    """Reports on everything that can be asked about, by name.

    Things in a turn are named by id, if they have one, and by their number in the list.
    """
    named = dict(_standalone_reports(reasons))
    for turn in reasons.campaign.turns:
        named |= dict(_reports_of_turn(reasons, turn))
    return named


def _standalone_reports(reasons: AccessReporter) -> Iterator[tuple[str, ReportFactory]]:
    campaign = reasons.campaign
    kinds: tuple[tuple[RefKind, list[str]], ...] = (
        ("place", [one.id for one in campaign.places]),
        ("faction", [one.id for one in campaign.factions]),
        ("person", [one.id for one in campaign.entities if one.kind == "person"]),
        ("item", [one.id for one in campaign.entities if one.kind == "item"]),
        ("page", [one.id for one in campaign.pages]),
    )
    for kind, ids in kinds:
        for id in ids:
            yield f"{kind}:{id}", partial(reasons.standing, Ref(kind, id))


def _reports_of_turn(reasons: AccessReporter, turn: Turn) -> Iterator[tuple[str, ReportFactory]]:
    number = turn.number
    for place, item in enumerate(turn.news, start=1):
        for id in dict.fromkeys((str(place), item.id or str(place))):
            yield f"news:{number}/{id}", partial(reasons.news, number, item, f"{number}/{id}")
    for place, rumor in enumerate(turn.rumors, start=1):
        for id in dict.fromkeys((str(place), rumor.id or str(place))):
            yield f"rumor:{number}/{id}", partial(reasons.rumor, rumor, f"{number}/{id}")
    for place, reveal in enumerate(turn.reveals, start=1):
        id = f"{number}/{place}"
        yield f"reveal:{id}", partial(reasons.reveal, number, reveal, id)
    for place, relation in enumerate(turn.relations, start=1):
        id = f"{number}/{place}"
        yield f"relation:{id}", partial(reasons.relation, number, relation, id)
