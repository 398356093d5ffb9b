"""Who may know what, since when, and why. All visibility is decided here.

Editions ask whether to show a thing, and the access report asks why: both get the same answer. What
is told about events is decided by the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from chronicle.files.source import Span
from chronicle.model.audience import FOR_GM, Audience, Visibility, audience_ids_of, visibility_of
from chronicle.model.campaign import Campaign, News, Relation, Reveal, Rumor
from chronicle.model.facts import Facts, Ref, faction_ref
from chronicle.model.passages import Passage
from chronicle.records import Record, replace
from chronicle.rules.protocol import Reason

#: All reason codes of this package; a theme has a text for each.
REASON_CODES: Final = (
    "gm",
    "written-for",
    "heard",
    "revealed",
    "learnt",
    "not-written-for",
    "not-yet",
    "not-joined",
    "not-a-word",
    "not-accepted",
    "both-known",
    "not-both-known",
)


class AudienceAccess(Record):
    """What one audience knows of one thing: since when, how, and why.

    ``since`` is the first turn in which it knows, 0 for the start, None if it never does. ``how``
    is the code of the telling of an event. A reason ``of_rules`` has its text in the ruleset.
    ``then`` is what the audience learned later.
    """

    audience: Audience
    since: int | None
    reason: Reason
    how: str = ""
    of_rules: bool = False
    #: Where the author wrote what decides it.
    at: Span | None = None
    then: AudienceAccess | None = None

    @property
    def knows(self) -> bool:
        """Whether it ever knows."""
        return self.since is not None

    def without_span(self) -> AudienceAccess:
        """Return a copy without source locations, whose paths depend on the command's arguments."""
        then = self.then.without_span() if self.then is not None else None
        return AudienceAccess(
            self.audience, self.since, self.reason, self.how, self.of_rules, None, then
        )


class Lesson(Record):
    """The first event from which an audience learned of a thing; ``code`` is of the telling."""

    turn: int
    event: str
    rule: str
    code: str


class AccessPolicy(Record, dict=True):
    """Decides who may know what the author wrote; ``lessons`` is what events taught whom."""

    campaign: Campaign
    lessons: Callable[[Audience], Mapping[Ref, Lesson]] = lambda _: {}

    @cached_property
    def _visibilities(self) -> Mapping[Ref, Visibility]:
        """The visibility of everything with its own page."""
        campaign = self.campaign
        visibilities = {Ref("faction", one.id): one.visibility for one in campaign.factions}
        visibilities |= {Ref("place", one.id): one.visibility for one in campaign.places}
        visibilities |= {one.ref: one.visibility for one in campaign.entities}
        visibilities |= {Ref("page", one.id): one.visibility for one in campaign.pages}
        return visibilities

    @property
    def things(self) -> Collection[Ref]:
        """Everything with its own page."""
        return self._visibilities.keys()

    @cached_property
    def _reveals(self) -> Mapping[tuple[str, str], Sequence[tuple[int, Reveal]]]:
        """The reveals of each thing by kind and name, with their turns, earliest first."""
        found: dict[tuple[str, str], list[tuple[int, Reveal]]] = {}
        for turn in self.campaign.turns:
            for reveal in turn.reveals:
                found.setdefault((reveal.kind, reveal.target), []).append((turn.number, reveal))
        return found

    @cached_property
    def _reasons(self) -> dict[tuple[str, Visibility], Reason]:
        """Reasons by code and visibility. There are few, each used for thousands of things."""
        return {}

    # ── What is written for a turn ───────────────────────────────────────────────────────────────

    def news(self, turn: int, item: News, audience: Audience) -> AudienceAccess:
        """A news item or a letter, as read in its turn."""
        return self.readable(self.written(item.visibility, audience, turn, item.at), item.passages)

    def rumor(self, item: Rumor, audience: Audience) -> AudienceAccess:
        """A rumor, as heard in its turn; the GM has it since the turn in which it was written."""
        return self.readable(self._heard(item, audience), item.passages)

    def _heard(self, item: Rumor, audience: Audience) -> AudienceAccess:
        if audience.is_gm:
            return self.written(item.visibility, audience, item.turn, item.at)
        written = self.written(item.visibility, audience, item.heard_in, item.at)
        if item.draft:
            return replace(written, since=None, reason=Reason("not-accepted"))
        if not written.knows or item.heard_in == item.turn:
            return written
        facts = Facts({**written.reason.facts, "turn": item.heard_in})
        if item.heard_in > len(self.campaign.turns):
            return replace(written, since=None, reason=Reason("not-yet", facts=facts))
        return replace(written, reason=Reason("heard", facts=facts))

    def reveal(self, turn: int, item: Reveal, audience: Audience) -> AudienceAccess:
        """Something made known in a turn."""
        return self.written(item.visibility, audience, turn, item.at)

    def relation(self, turn: int, item: Relation, audience: Audience) -> AudienceAccess:
        """The relation between two factions: an audience has to know both of them."""
        written = self.written(item.visibility, audience, turn, item.at)
        if not written.knows or audience.is_gm:
            return written
        both = [self.thing(faction_ref(faction), audience).since for faction in item.between]
        known = [since for since in both if since is not None]
        if len(known) < len(both):
            return replace(written, since=None, reason=Reason("not-both-known"))
        if max(known) <= turn:
            return written
        reason = Reason("both-known", facts=Facts(turn=max(known)))
        return replace(written, since=max(known), reason=reason)

    # ── Things with their own page ───────────────────────────────────────────────────────────────

    def thing(self, ref: Ref, audience: Audience) -> AudienceAccess:
        """A place, a faction, a person, an item or one of the author's pages.

        Known from the start, through a reveal or through an event, whichever came first.
        """
        first = self.first_access(ref, audience)
        joins = self.joins_for(ref, audience)
        if first.since is None or joins <= first.since:
            return first
        if joins <= len(self.campaign.turns):
            return replace(first, since=joins)
        reason = Reason("not-joined", facts=Facts(turn=joins))
        return replace(first, since=None, reason=reason)

    def first_access(self, ref: Ref, audience: Audience) -> AudienceAccess:
        """Access to a thing, whether or not it is there yet."""
        written = self.written(self._visibilities[ref], audience, 0)
        if written.knows:
            return written
        found = (self.revealed(ref.kind, ref.id, audience), self._learnt(ref, audience))
        came = [one for one in found if one is not None]
        return min(came, key=lambda one: one.since or 0) if came else written

    def joins_for(self, ref: Ref, audience: Audience) -> int:
        """The turn in which a thing is there for an audience; 0 if it is from the start."""
        # A faction always knows itself.
        return 0 if ref.id == audience.faction else self._joins.get(ref, 0)

    @cached_property
    def _joins(self) -> Mapping[Ref, int]:
        """The turns in which factions join, of those that are not there from the start."""
        return {faction_ref(one.id): one.joins for one in self.campaign.factions if one.joins > 1}

    def _learnt(self, ref: Ref, audience: Audience) -> AudienceAccess | None:
        lesson = self.lessons(audience).get(ref)
        if lesson is None:
            return None
        reason = Reason("learnt", lesson.rule, Facts(event=lesson.event, turn=lesson.turn))
        return AudienceAccess(audience, lesson.turn, reason, lesson.code)

    # ── How ──────────────────────────────────────────────────────────────────────────────────────

    def written(
        self, visibility: Visibility, audience: Audience, turn: int, at: Span | None = None
    ) -> AudienceAccess:
        """Access as given by ``for:``."""
        if audience.is_gm:
            return AudienceAccess(audience, turn, self._reason("gm", visibility), at=at)
        if turn and not visibility.public and turn < self.joins(audience):
            facts = Facts(turn=self.joins(audience))
            return AudienceAccess(audience, None, Reason("not-joined", facts=facts), at=at)
        if visibility.admits(audience):
            return AudienceAccess(audience, turn, self._reason("written-for", visibility), at=at)
        return AudienceAccess(audience, None, self._reason("not-written-for", visibility), at=at)

    def joins(self, audience: Audience) -> int:
        """The turn in which an audience's faction joins; 0 if it is there from the start."""
        return self._joins.get(faction_ref(audience.faction), 0) if audience.faction else 0

    def _reason(self, code: str, visibility: Visibility) -> Reason:
        reason = self._reasons.get((code, visibility))
        if reason is None:
            factions = frozenset(one.id for one in self.campaign.factions)
            reason = Reason(code, facts=Facts(readers=audience_ids_of(visibility, factions)))
            self._reasons[code, visibility] = reason
        return reason

    def reveals_of(self, kind: str, target: str) -> Sequence[tuple[int, Reveal]]:
        """The reveals of a thing, with their turns, earliest first."""
        return self._reveals.get((kind, target), ())

    def revealed(self, kind: str, target: str, audience: Audience) -> AudienceAccess | None:
        """Access through the first reveal of a thing to an audience; None if there is none."""
        for turn, item in self.reveals_of(kind, target):
            if item.visibility.admits(audience) and (
                item.visibility.public or turn >= self.joins(audience)
            ):
                reason = Reason("revealed", facts=Facts(turn=turn))
                return AudienceAccess(audience, turn, reason, at=item.at)
        return None

    def readable(self, access: AudienceAccess, passages: Iterable[Passage]) -> AudienceAccess:
        """Remove access to a thing without a passage that the audience may read."""
        if not access.knows or access.audience.is_gm:
            return access
        visibility = opened_by(access)
        if any(passage_opened_to(one, visibility).visible_to(access.audience) for one in passages):
            return access
        return replace(access, since=None, reason=Reason("not-a-word"), then=None)


def opened_by(access: AudienceAccess) -> Visibility:
    """The audiences to which the reveal or event behind an access made the thing known."""
    if access.reason.code not in ("revealed", "learnt"):
        return FOR_GM
    return visibility_of(access.audience)


def passage_opened_to(passage: Passage, visibility: Visibility) -> Passage:
    """Return a passage as read by an audience to whom its thing has been revealed.

    It reads the passages of the thing, but none of the secret blocks in them.
    """
    return passage if visibility is FOR_GM else replace(passage, within=passage.within | visibility)
