"""Reports on who knows what, computed from the campaign, never from an edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Any

from chronicle.files.source import Span
from chronicle.model.audience import (
    EVERYONE,
    FOR_EVERYONE,
    FOR_GM,
    GM,
    Audience,
    Visibility,
    audience_ids_of,
    faction_audience,
    visibility_of_factions,
)
from chronicle.model.campaign import Campaign, News, Relation, Reveal, Rumor
from chronicle.model.facts import Facts, Ref
from chronicle.model.passages import Passage
from chronicle.play.history import History
from chronicle.project.access_report.access import AccessReport, AudienceAccess, SubjectKind
from chronicle.project.access_report.passages import (
    first_line_of,
    passage_opened_to,
    restricted_excerpts,
    shorten,
)
from chronicle.project.access_report.source_lines import find_line, span_of_event, span_of_readers
from chronicle.records import dataclass
from chronicle.rules.protocol import Disclosure, Reason, Ruleset, Step
from chronicle.rules.ruleset_cache import RulesetCache


@dataclass(frozen=True, slots=True)
class AccessReporter:
    """Reports on who knows what in a played campaign.

    ``rules`` has what the rules tell of this history, to ask them only once.
    """

    campaign: Campaign
    history: History[Any, Any, Any]
    system: Ruleset[Any, Any, Any]
    rules: RulesetCache[Any, Any, Any] | None = None
    audiences: tuple[Audience, ...] = field(init=False, compare=False, repr=False)
    #: The reveals of each thing by kind and name, with their turns, earliest first.
    reveals: dict[tuple[str, str], list[tuple[int, Reveal]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    #: Reasons by code and visibility. There are few of them, each used for thousands of things.
    _of_circles: dict[tuple[str, Visibility], Reason] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        factions = (faction_audience(one.id) for one in self.campaign.factions)
        object.__setattr__(self, "audiences", (EVERYONE, *factions, GM))
        for turn in self.campaign.turns:
            for item in turn.reveals:
                self.reveals.setdefault((item.kind, item.target), []).append((turn.number, item))

    # ── Events ───────────────────────────────────────────────────────────────────────────────────

    def event(self, turn: int, step: Step[Any, Any]) -> AccessReport:
        """An event: what each audience is told about it, then or by a later reveal."""
        at = span_of_event(self.campaign.turns[turn - 1], step.event.id)
        accounts = tuple(self._told(turn, step, audience, at) for audience in self.audiences)
        return AccessReport("event", step.event.id, "", turn, accounts)

    def _told(
        self, turn: int, step: Step[Any, Any], audience: Audience, at: Span
    ) -> AudienceAccess:
        found = self._tell(step, audience)
        told = found.telling
        first = AudienceAccess(
            audience=audience,
            since=turn if told is not None else None,
            reason=found.reason,
            how=told.code if told is not None else "",
            of_rules=True,
            at=at,
        )
        later = self._revealed("event", step.event.id, audience)
        if later is None or audience.is_gm:
            return first
        shown = self.system.reveal(step)
        later = replace(later, how=shown.code if shown is not None else "")
        return replace(first, then=later) if first.knows else later

    def _tell(self, step: Step[Any, Any], audience: Audience) -> Disclosure:
        return (self.rules or self.system).tell(step, audience)

    # ── What the author wrote for a turn ─────────────────────────────────────────────────────────

    def news(self, turn: int, item: News, id: str) -> AccessReport:
        """A news item or a letter."""
        accounts = tuple(
            self._or_revealed(
                self._written(item.circle, audience, turn, item.at), "news", f"{turn}/{item.id}"
            )
            for audience in self.audiences
        )
        read = tuple(self._readable(one, item.passages) for one in accounts)
        parts = tuple(self._parts("news", id, turn, item.passages, item.at, read))
        return AccessReport(
            "news", id, item.title or first_line_of(item.passages), turn, read, parts
        )

    def rumor(self, item: Rumor, id: str) -> AccessReport:
        """A rumor, in the turn in which it is heard."""
        accounts = tuple(
            self._or_revealed(self._heard(item, audience), "rumor", f"{item.turn}/{item.id}")
            for audience in self.audiences
        )
        read = tuple(self._readable(one, item.passages) for one in accounts)
        parts = tuple(self._parts("rumor", id, item.turn, item.passages, item.at, read))
        return AccessReport("rumor", id, first_line_of(item.passages), item.turn, read, parts)

    def reveal(self, turn: int, item: Reveal, id: str) -> AccessReport:
        """Something made known in a turn."""
        accounts = tuple(
            self._written(item.circle, audience, turn, item.at) for audience in self.audiences
        )
        parts = tuple(self._parts("reveal", id, turn, item.passages, item.at, accounts))
        return AccessReport("reveal", id, f"{item.kind}: {item.target}", turn, accounts, parts)

    def relation(self, turn: int, item: Relation, id: str) -> AccessReport:
        """The relation between two factions, as of a turn."""
        names = {one.id: one.name for one in self.campaign.factions}
        accounts = tuple(self._related(item, audience, turn) for audience in self.audiences)
        parts = tuple(self._parts("relation", id, turn, item.passages, item.at, accounts))
        title = " – ".join(names[faction] for faction in item.between)
        return AccessReport("relation", id, title, turn, accounts, parts)

    def _related(self, item: Relation, audience: Audience, turn: int) -> AudienceAccess:
        """Access to a relation: an audience that doesn't know both factions doesn't know it."""
        written = self._written(item.circle, audience, turn, item.at)
        if not written.knows or audience.is_gm:
            return written
        both = [self._faction_since(faction, audience) for faction in item.between]
        known = [since for since in both if since is not None]
        if len(known) < len(both):
            return replace(written, since=None, reason=Reason("not-both-known"))
        if max(known) <= turn:
            return written
        reason = Reason("both-known", facts=Facts(turn=max(known)))
        return replace(written, since=max(known), reason=reason)

    def _faction_since(self, faction: str, audience: Audience) -> int | None:
        _, circle, _, at = self._found(Ref("faction", faction))
        return self._known(Ref("faction", faction), circle, at, audience).since

    def _heard(self, item: Rumor, audience: Audience) -> AudienceAccess:
        written = self._written(item.circle, audience, item.heard_in, item.at)
        if item.draft and not audience.is_gm:
            return replace(written, since=None, reason=Reason("not-accepted"))
        if audience.is_gm or not written.knows or item.heard_in == item.turn:
            return written if not audience.is_gm else replace(written, since=item.turn)
        facts = Facts({**written.reason.facts, "turn": item.heard_in})
        if item.heard_in > len(self.campaign.turns):
            return replace(written, since=None, reason=Reason("not-yet", facts=facts))
        return replace(written, reason=Reason("heard", facts=facts))

    # ── Things outside of turns ──────────────────────────────────────────────────────────────────

    def standing(self, ref: Ref) -> AccessReport:
        """A place, a faction, a person, an item or one of the author's pages."""
        title, circle, passages, at = self._found(ref)
        accounts = tuple(self._known(ref, circle, at, audience) for audience in self.audiences)
        kind: SubjectKind = "page" if ref.kind == "turn" else ref.kind
        parts = tuple(self._parts(kind, ref.id, 0, passages, at, accounts))
        return AccessReport(kind, ref.id, title, 0, accounts, parts)

    def _found(self, ref: Ref) -> tuple[str, Visibility, tuple[Passage, ...], Span]:
        """The name of a thing, its visibility, its passages, and where it is written."""
        campaign = self.campaign
        match ref.kind:
            case "place":
                place = next(one for one in campaign.places if one.id == ref.id)
                return place.name, place.circle, place.passages, place.at
            case "faction":
                own = next(one for one in campaign.factions if one.id == ref.id)
                return (
                    own.name,
                    own.circle,
                    (*own.profile, *own.notes),
                    span_of_readers(own.at.source),
                )
            case "person" | "item":
                of = next(one for one in campaign.entities if one.ref == ref)
                return of.name, of.circle, of.passages, span_of_readers(of.at.source)
            case _:
                page = next(one for one in campaign.pages if one.id == ref.id)
                return page.title, page.circle, page.passages, span_of_readers(page.at.source)

    def _known(self, ref: Ref, circle: Visibility, at: Span, audience: Audience) -> AudienceAccess:
        """Known from the start, through a reveal or through an event, whichever came first."""
        first = self._written(circle, audience, 0, at)
        if first.knows or ref.kind == "page":
            return first
        found = (self._revealed(ref.kind, ref.id, audience), self._learnt(ref, audience))
        came = [one for one in found if one is not None and one.since is not None]
        return min(came, key=lambda one: one.since or 0) if came else first

    def _learnt(self, ref: Ref, audience: Audience) -> AudienceAccess | None:
        """The first event from which an audience learned of a thing."""
        for moment in self.history.turns:
            for step in moment.steps:
                told = self._tell(step, audience).telling
                if told is None or ref not in told.learns:
                    continue
                id = step.event.id
                reason = Reason("learnt", step.event.rule, Facts(event=id, turn=moment.turn))
                at = span_of_event(self.campaign.turns[moment.turn - 1], id)
                return AudienceAccess(audience, moment.turn, reason, told.code, at=at)
        return None

    # ── Visibility ───────────────────────────────────────────────────────────────────────────────

    def readers(self, circle: Visibility) -> tuple[str, ...]:
        """The audience ids of a visibility, as an author would write them."""
        return audience_ids_of(circle, frozenset(one.id for one in self.campaign.factions))

    def _written(
        self, circle: Visibility, audience: Audience, turn: int, at: Span
    ) -> AudienceAccess:
        """Access as given by ``for:``."""
        if audience.is_gm:
            return AudienceAccess(audience, turn, self._of_circle("gm", circle), at=at)
        if circle.admits(audience):
            return AudienceAccess(audience, turn, self._of_circle("written-for", circle), at=at)
        return AudienceAccess(audience, None, self._of_circle("not-written-for", circle), at=at)

    def _of_circle(self, code: str, circle: Visibility) -> Reason:
        reason = self._of_circles.get((code, circle))
        if reason is None:
            reason = Reason(code, facts=Facts(readers=self.readers(circle)))
            self._of_circles[code, circle] = reason
        return reason

    def _or_revealed(self, account: AudienceAccess, kind: str, target: str) -> AudienceAccess:
        """The given access, or that of a later reveal."""
        later = self._revealed(kind, target, account.audience)
        if later is None or account.audience.is_gm:
            return account
        if kind == "rumor" and account.knows:
            return replace(account, then=later)
        return account if account.knows else later

    def _revealed(self, kind: str, target: str, audience: Audience) -> AudienceAccess | None:
        """Access through the first reveal of a thing to an audience; None if there is none."""
        for turn, item in self.reveals.get((kind, target), ()):
            if item.circle.admits(audience):
                reason = Reason("revealed", facts=Facts(turn=turn))
                return AudienceAccess(audience, turn, reason, at=item.at)
        return None

    def _opened(self, account: AudienceAccess) -> Visibility:
        """The audiences to which this reveal or event made the thing known."""
        if account.reason.code not in ("revealed", "learnt"):
            return FOR_GM
        faction = account.audience.faction
        return visibility_of_factions([faction]) if faction else FOR_EVERYONE

    def _readable(self, account: AudienceAccess, passages: Iterable[Passage]) -> AudienceAccess:
        """Remove access to news without a passage that the audience may read."""
        if not account.knows or account.audience.is_gm:
            return account
        circle = self._opened(account)
        if any(passage_opened_to(one, circle).visible_to(account.audience) for one in passages):
            return account
        return replace(account, since=None, reason=Reason("not-a-word"), then=None)

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
        for number, (circle, text) in enumerate(restricted_excerpts(passages), start=1):
            found = find_line(text, at)
            of_part = tuple(self._part(one, circle, found) for one in accounts)
            yield AccessReport(kind, f"{id}#{number}", shorten(text), turn, of_part)

    def _part(self, whole: AudienceAccess, circle: Visibility, at: Span) -> AudienceAccess:
        written = self._written(circle, whole.audience, whole.since or 0, at)
        if written.knows and not whole.knows:
            return replace(whole, at=at, then=None)
        return written
