"""A campaign as played, asked who knows what; from the campaign itself, never from an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from chronicle.files.source import Span
from chronicle.model.audience import (
    EVERYONE,
    FOR_EVERYONE,
    FOR_GM,
    GM,
    Audience,
    Circle,
    for_factions,
    of_faction,
    words_of,
)
from chronicle.model.campaign import Campaign, News, Relation, Reveal, Rumor
from chronicle.model.facts import Facts, Ref
from chronicle.model.passages import Passage
from chronicle.play.history import History
from chronicle.project.access_report.access import Account, Kind, Thing
from chronicle.project.access_report.passages import beginning, opened, secrets_of, short
from chronicle.project.access_report.source_lines import line_of, readers_at, written_at
from chronicle.rules.protocol import Reason, RuleSystem, Step, Telling


@dataclass(frozen=True, slots=True)
class Reasons:
    """A campaign as played, to be asked who knows what.

    ``told`` has what the rules tell of each event, where they have been asked already.
    """

    campaign: Campaign
    history: History[Any, Any, Any]
    system: RuleSystem[Any, Any, Any]
    told: Callable[[Step[Any, Any], Audience], Telling | None] | None = None
    audiences: tuple[Audience, ...] = field(init=False, compare=False, repr=False)
    #: The reveals of each thing by its kind and name, with their turns, the first to come first.
    reveals: dict[tuple[str, str], list[tuple[int, Reveal]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    #: What is said of circles, by code: there are few, and thousands of things for each.
    _of_circles: dict[tuple[str, Circle], Reason] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        factions = (of_faction(one.id) for one in self.campaign.factions)
        object.__setattr__(self, "audiences", (EVERYONE, *factions, GM))
        for turn in self.campaign.turns:
            for item in turn.reveals:
                self.reveals.setdefault((item.kind, item.target), []).append((turn.number, item))

    # ── Events ───────────────────────────────────────────────────────────────────────────────────

    def event(self, turn: int, step: Step[Any, Any]) -> Thing:
        """An event with what each audience is told of it, and what was revealed of it later."""
        at = written_at(self.campaign.turns[turn - 1], step.event.id)
        accounts = tuple(self._told(turn, step, audience, at) for audience in self.audiences)
        return Thing("event", step.event.id, "", turn, accounts)

    def _told(self, turn: int, step: Step[Any, Any], audience: Audience, at: Span) -> Account:
        told = self._tell(step, audience)
        reason = self.system.why(step.before, step.event, audience)
        first = Account(
            audience=audience,
            since=turn if told is not None else None,
            reason=reason,
            how=told.code if told is not None else "",
            of_rules=True,
            at=at,
        )
        later = self._revealed("event", step.event.id, audience)
        if later is None or audience.is_gm:
            return first
        shown = self.system.reveal(step.before, step.event)
        later = replace(later, how=shown.code if shown is not None else "")
        return replace(first, then=later) if first.knows else later

    def _tell(self, step: Step[Any, Any], audience: Audience) -> Telling | None:
        if self.told is not None:
            return self.told(step, audience)
        return self.system.tell(step.before, step.event, audience)

    # ── What the author wrote for a turn ─────────────────────────────────────────────────────────

    def news(self, turn: int, item: News, id: str) -> Thing:
        """A piece of news, or a letter."""
        accounts = tuple(
            self._or_revealed(
                self._written(item.circle, audience, turn, item.at), "news", f"{turn}/{item.id}"
            )
            for audience in self.audiences
        )
        read = tuple(self._readable(one, item.passages) for one in accounts)
        parts = tuple(self._parts("news", id, turn, item.passages, item.at, read))
        return Thing("news", id, item.title or beginning(item.passages), turn, read, parts)

    def rumor(self, item: Rumor, id: str) -> Thing:
        """A rumor, which goes round in a turn of its own."""
        accounts = tuple(
            self._or_revealed(self._heard(item, audience), "rumor", f"{item.turn}/{item.id}")
            for audience in self.audiences
        )
        read = tuple(self._readable(one, item.passages) for one in accounts)
        parts = tuple(self._parts("rumor", id, item.turn, item.passages, item.at, read))
        return Thing("rumor", id, beginning(item.passages), item.turn, read, parts)

    def reveal(self, turn: int, item: Reveal, id: str) -> Thing:
        """Something made known by a turn."""
        accounts = tuple(
            self._written(item.circle, audience, turn, item.at) for audience in self.audiences
        )
        parts = tuple(self._parts("reveal", id, turn, item.passages, item.at, accounts))
        return Thing("reveal", id, f"{item.kind}: {item.target}", turn, accounts, parts)

    def relation(self, turn: int, item: Relation, id: str) -> Thing:
        """How two factions stand with each other, as a turn has it."""
        names = {one.id: one.name for one in self.campaign.factions}
        accounts = tuple(self._related(item, audience, turn) for audience in self.audiences)
        parts = tuple(self._parts("relation", id, turn, item.passages, item.at, accounts))
        title = " – ".join(names[faction] for faction in item.between)
        return Thing("relation", id, title, turn, accounts, parts)

    def _related(self, item: Relation, audience: Audience, turn: int) -> Account:
        """What somebody has of a relation: who does not know of both does not know of it."""
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

    def _heard(self, item: Rumor, audience: Audience) -> Account:
        written = self._written(item.circle, audience, item.heard_in, item.at)
        if item.draft and not audience.is_gm:
            return replace(written, since=None, reason=Reason("not-accepted"))
        if audience.is_gm or not written.knows or item.heard_in == item.turn:
            return written if not audience.is_gm else replace(written, since=item.turn)
        facts = Facts({**written.reason.facts, "turn": item.heard_in})
        if item.heard_in > len(self.campaign.turns):
            return replace(written, since=None, reason=Reason("not-yet", facts=facts))
        return replace(written, reason=Reason("heard", facts=facts))

    # ── What stands for itself ───────────────────────────────────────────────────────────────────

    def standing(self, ref: Ref) -> Thing:
        """A place, a faction, a person, an item or a page of the author's own."""
        title, circle, passages, at = self._found(ref)
        accounts = tuple(self._known(ref, circle, at, audience) for audience in self.audiences)
        kind: Kind = "page" if ref.kind == "turn" else ref.kind
        parts = tuple(self._parts(kind, ref.id, 0, passages, at, accounts))
        return Thing(kind, ref.id, title, 0, accounts, parts)

    def _found(self, ref: Ref) -> tuple[str, Circle, tuple[Passage, ...], Span]:
        """The name of a thing, its circle, its texts, and where it is written."""
        campaign = self.campaign
        match ref.kind:
            case "place":
                place = next(one for one in campaign.places if one.id == ref.id)
                return place.name, place.circle, place.passages, place.at
            case "faction":
                own = next(one for one in campaign.factions if one.id == ref.id)
                return own.name, own.circle, (*own.profile, *own.notes), readers_at(own.at.source)
            case "person" | "item":
                of = next(one for one in campaign.entities if one.ref == ref)
                return of.name, of.circle, of.passages, readers_at(of.at.source)
            case _:
                page = next(one for one in campaign.pages if one.id == ref.id)
                return page.title, page.circle, page.passages, readers_at(page.at.source)

    def _known(self, ref: Ref, circle: Circle, at: Span, audience: Audience) -> Account:
        """Known from the start, by a reveal or by an event, whichever came first."""
        first = self._written(circle, audience, 0, at)
        if first.knows or ref.kind == "page":
            return first
        found = (self._revealed(ref.kind, ref.id, audience), self._learnt(ref, audience))
        came = [one for one in found if one is not None and one.since is not None]
        return min(came, key=lambda one: one.since or 0) if came else first

    def _learnt(self, ref: Ref, audience: Audience) -> Account | None:
        """The first event that taught an audience of a thing."""
        for moment in self.history.turns:
            for step in moment.steps:
                told = self._tell(step, audience)
                if told is None or ref not in told.learns:
                    continue
                id = step.event.id
                reason = Reason("learnt", step.event.rule, Facts(event=id, turn=moment.turn))
                at = written_at(self.campaign.turns[moment.turn - 1], id)
                return Account(audience, moment.turn, reason, told.code, at=at)
        return None

    # ── Circles ──────────────────────────────────────────────────────────────────────────────────

    def readers(self, circle: Circle) -> tuple[str, ...]:
        """A circle in the words that an author uses for it."""
        return words_of(circle, frozenset(one.id for one in self.campaign.factions))

    def _written(self, circle: Circle, audience: Audience, turn: int, at: Span) -> Account:
        """Whether the words under ``for:`` name an audience."""
        if audience.is_gm:
            return Account(audience, turn, self._of_circle("gm", circle), at=at)
        if circle.admits(audience):
            return Account(audience, turn, self._of_circle("written-for", circle), at=at)
        return Account(audience, None, self._of_circle("not-written-for", circle), at=at)

    def _of_circle(self, code: str, circle: Circle) -> Reason:
        reason = self._of_circles.get((code, circle))
        if reason is None:
            reason = Reason(code, facts=Facts(readers=self.readers(circle)))
            self._of_circles[code, circle] = reason
        return reason

    def _or_revealed(self, account: Account, kind: str, target: str) -> Account:
        """What somebody reads, or reads since it was made known to more."""
        later = self._revealed(kind, target, account.audience)
        if later is None or account.audience.is_gm:
            return account
        if kind == "rumor" and account.knows:
            return replace(account, then=later)
        return account if account.knows else later

    def _revealed(self, kind: str, target: str, audience: Audience) -> Account | None:
        """The first reveal of a thing to an audience."""
        for turn, item in self.reveals.get((kind, target), ()):
            if item.circle.admits(audience):
                reason = Reason("revealed", facts=Facts(turn=turn))
                return Account(audience, turn, reason, at=item.at)
        return None

    def _opened(self, account: Account) -> Circle:
        """Those to whom a thing was made known by what an account is of."""
        if account.reason.code not in ("revealed", "learnt"):
            return FOR_GM
        faction = account.audience.faction
        return for_factions([faction]) if faction else FOR_EVERYONE

    def _readable(self, account: Account, passages: Iterable[Passage]) -> Account:
        """Nobody knows of news that holds no word for him."""
        if not account.knows or account.audience.is_gm:
            return account
        circle = self._opened(account)
        if any(opened(one, circle).visible(account.audience) for one in passages):
            return account
        return replace(account, since=None, reason=Reason("not-a-word"), then=None)

    # ── Secret passages ──────────────────────────────────────────────────────────────────────────

    def _parts(
        self,
        kind: Kind,
        id: str,
        turn: int,
        passages: Iterable[Passage],
        at: Span,
        accounts: tuple[Account, ...],
    ) -> Iterator[Thing]:
        """The passages within a thing that have readers of their own, in the order of the file."""
        for number, (circle, text) in enumerate(secrets_of(passages), start=1):
            found = line_of(text, at)
            of_part = tuple(self._part(one, circle, found) for one in accounts)
            yield Thing(kind, f"{id}#{number}", short(text), turn, of_part)

    def _part(self, whole: Account, circle: Circle, at: Span) -> Account:
        written = self._written(circle, whole.audience, whole.since or 0, at)
        if written.knows and not whole.knows:
            return replace(whole, at=at, then=None)
        return written
