"""Drafts of rumors, based only on what the hearers were told about an event.

A draft uses one audience's telling and the names that this audience knows. Its text and its
position in the list do not depend on the event's id or position, so that hidden events do not
change any draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from chronicle.model.audience import EVERYONE, EVERYONE_ID, Audience, faction_audience
from chronicle.model.campaign import Campaign, Truth, Turn
from chronicle.model.dice import die_face, turn_seed
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.play.history import History
from chronicle.project.distance import PlaceDistances
from chronicle.project.projection import audience_view
from chronicle.project.visibility import AudienceView
from chronicle.records import dataclass
from chronicle.rules.protocol import PlayedTurn, Ruleset, Telling

#: How many steps a rumor travels in one turn, and after how many turns it arrives at the latest.
STEPS_PER_TURN: Final = 2
MAX_DELAY: Final = 3
_PLACES: Final = ("at", "sphere")
_NO_ID: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class RumorGrammar:
    """A theme's sentences for rumors, by code or by code and kind (``code.kind``).

    ``twisted`` are the sentences of distorted rumors. ``somebody`` and ``somewhere`` replace names
    that the hearers don't know.
    """

    somebody: str
    somewhere: str
    said: Mapping[str, Sequence[str]]
    twisted: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class RumorDraft:
    """A draft of a rumor; ``event`` is the event's id without its turn.

    ``after`` is the number of turns until it is heard. ``also`` are further events with the same
    rumor.
    """

    id: str
    event: str
    text: str
    where: str
    heard_by: tuple[str, ...]
    truth: Truth
    after: int = 0
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RumorDrafter:
    """Drafts rumors about one turn."""

    campaign: Campaign
    history: History[Any, Any, Any]
    system: Ruleset[Any, Any, Any]
    grammar: RumorGrammar
    turn: Turn

    def drafts(self, most: int = 0) -> tuple[RumorDraft, ...]:
        """All drafts for events that have not been drafted yet, sorted by text.

        ``most`` is the maximum number for everyone, and separately for each faction; 0 means that
        there is none.
        """
        found = [one for one in self._fresh() if one.event not in self.turn.drafted]
        taken = {rumor.id for rumor in self.turn.rumors}
        found = _merge_duplicates(one for one in found if one.id not in taken)
        return tuple(self._chosen(found, most) if most else found)

    def _chosen(self, found: Sequence[RumorDraft], most: int) -> Iterator[RumorDraft]:
        """The drafts chosen for each hearer, independently of the other hearers."""
        kept: dict[int, list[str]] = {}
        for word in sorted({word for one in found for word in one.heard_by}):
            own = [at for at, one in enumerate(found) if word in one.heard_by]
            own.sort(key=lambda at: self._draw(f"choice\x00{found[at].text}", 1 << 30))
            for at in own[:most]:
                kept.setdefault(at, []).append(word)
        yield from (replace(found[at], heard_by=tuple(words)) for at, words in sorted(kept.items()))

    def _draw(self, words: str, sides: int) -> int:
        """A number from 1 to ``sides``, determined by campaign seed, turn and ``words``."""
        return die_face(
            turn_seed(self.campaign.seed, self.turn.number), f"rumor\x00{words}", 0, sides
        )

    def _fresh(self) -> Iterator[RumorDraft]:
        moment = next(one for one in self.history.turns if one.turn == self.turn.number)
        public = self._knowing(EVERYONE)
        factions = [faction_audience(one.id) for one in self.campaign.factions]
        near = {one.word: self._knowing(one) for one in factions}
        stands = {one.word: self._stand(moment, near[one.word]) for one in factions}
        for step in moment.steps:
            event = step.event.id.partition("/")[2]
            told = self.system.tell(step, EVERYONE).telling
            if told is not None:
                cut = public.telling(told, moment.turn)
                yield from self._of_public(event, cut, public.names, stands)
                continue
            yield from self._of_witnesses(
                event,
                {
                    one.word: near[one.word].telling(telling, moment.turn)
                    for one in factions
                    if (telling := self.system.tell(step, one).telling) is not None
                },
                near,
            )

    def _knowing(self, audience: Audience) -> AudienceView:
        return audience_view(self.campaign, self.history, self.system, audience)

    # ── Who hears it ─────────────────────────────────────────────────────────────────────────────

    def _of_public(
        self,
        event: str,
        told: Telling,
        names: Mapping[Ref, str],
        stands: Mapping[str, PlaceDistances],
    ) -> Iterator[RumorDraft]:
        """A rumor that everyone hears at once, and distorted ones for distant factions later."""
        text = self._worded(self.grammar.said, told, names)
        place = _place_of(told)
        where = place.id if place is not None else ""
        if not text:
            return
        yield RumorDraft(_id(event), event, text, where, (EVERYONE_ID,), "true")
        twisted = self._worded(self.grammar.twisted, told, names)
        if not twisted or not where:
            return
        delays: dict[int, list[str]] = {}
        for word, stand in stands.items():
            delay = min(MAX_DELAY, stand.steps(where) // STEPS_PER_TURN)
            if delay:
                delays.setdefault(delay, []).append(word)
        for delay, words in sorted(delays.items()):
            id = f"{_id(event)}-far-{delay}"
            yield RumorDraft(id, event, twisted, "", tuple(sorted(words)), "distorted", delay)

    def _of_witnesses(
        self, event: str, told: Mapping[str, Telling], near: Mapping[str, AudienceView]
    ) -> Iterator[RumorDraft]:
        """Rumors of an event that only some factions witnessed, grouped by what they saw."""
        heard: dict[tuple[str, str], list[str]] = {}
        for word, telling in told.items():
            text = self._worded(self.grammar.said, telling, near[word].names)
            place = _place_of(telling)
            if text and not telling.order and place is not None:
                heard.setdefault((text, place.id), []).append(word)
        for count, ((text, where), words) in enumerate(sorted(heard.items()), start=1):
            id = f"{_id(event)}-near-{count}"
            yield RumorDraft(id, event, text, where, tuple(sorted(words)), "true")

    def _stand(self, moment: PlayedTurn[Any, Any, Any], known: AudienceView) -> PlaceDistances:
        """The distances from a faction's own places, as far as it knows them."""
        places = [Ref("place", place.id) for place in self.campaign.places]
        sheets = self.system.sheets(moment, {}, known.audience, places)
        own = frozenset(
            ref.id
            for ref, sheet in sheets.items()
            if any(one.faction.id == known.audience.faction for one in self.system.holders(sheet))
        )
        in_miles = self.system.in_miles(moment.after)
        return PlaceDistances.of(self.campaign, known, moment.turn, own, in_miles=in_miles)

    # ── Words ────────────────────────────────────────────────────────────────────────────────────

    def _worded(
        self, sentences: Mapping[str, Sequence[str]], told: Telling, names: Mapping[Ref, str]
    ) -> str:
        """A sentence for a telling, with the names its hearers know; empty if there is none."""
        kind = told.facts.get("kind")
        choices = sentences.get(f"{told.code}.{kind}") or sentences.get(told.code) or ()
        values = self._values(told.facts, names)
        fit = [one for one in choices if all(values.get(name) for name in _placeholders_in(one))]
        if not fit:
            return ""
        # Choose by what the hearers are told; the event's id would depend on hidden events.
        chosen = fit[self._draw(repr(replace(told, sightings=(), rolls=())), len(fit)) - 1]
        text = chosen.format(**values)
        return text[:1].upper() + text[1:]

    def _values(self, facts: Facts, names: Mapping[Ref, str]) -> dict[str, str]:
        place = _ref(facts, _PLACES)
        text = facts.get("text")
        return {
            "who": self._name(facts.get("who"), names) or self.grammar.somebody,
            "against": self._name(facts.get("against"), names),
            "place": self._name(place, names),
            "anywhere": self._name(place, names) or self.grammar.somewhere,
            "text": text if isinstance(text, str) else "",
        }

    def _name(self, fact: Fact, names: Mapping[Ref, str]) -> str:
        return names.get(fact, "") if isinstance(fact, Ref) else ""


def _merge_duplicates(found: Iterable[RumorDraft]) -> list[RumorDraft]:
    """The drafts sorted by text, with equal ones merged.

    Neither the order nor the merging depends on who else hears a draft.
    """
    kept: dict[tuple[bool, int, str, str], RumorDraft] = {}
    for one in sorted(found, key=lambda one: (*_heard_key(one), one.id)):
        first = kept.setdefault(_heard_key(one), one)
        if first is not one:
            hearers = tuple(sorted({*first.heard_by, *one.heard_by}))
            kept[_heard_key(one)] = replace(first, heard_by=hearers, also=(*first.also, one.event))
    return list(kept.values())


def _heard_key(one: RumorDraft) -> tuple[bool, int, str, str]:
    """The parts of a draft that its hearers see; drafts for everyone sort first."""
    return EVERYONE_ID not in one.heard_by, one.after, one.text, one.where


def _placeholders_in(sentence: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\{(\w+)\}", sentence))


def _ref(facts: Facts, keys: Sequence[str]) -> Ref | None:
    found = (facts.get(key) for key in keys)
    return next((one for one in found if isinstance(one, Ref) and one.kind == "place"), None)


def _place_of(told: Telling) -> Ref | None:
    """The place where something was seen; for a move, its destination."""
    place = _ref(told.facts, _PLACES)
    legs = told.facts.get("legs")
    if place is None and isinstance(legs, tuple) and legs and isinstance(legs[-1], Facts):
        place = _ref(legs[-1], ("to", "end"))
    return place


def _id(event: str) -> str:
    """The id of the draft for an event."""
    return "draft-" + _NO_ID.sub("-", event.lower()).strip("-")
