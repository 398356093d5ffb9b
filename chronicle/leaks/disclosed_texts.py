"""The texts that a ruleset tells an audience, which may appear on its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from chronicle.leaks.authored_texts import Readers
from chronicle.model.audience import EVERYONE, Audience, Visibility, faction_audience
from chronicle.model.campaign import Campaign
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.play.history import AnyHistory
from chronicle.records import Record
from chronicle.rules import order_form
from chronicle.rules.protocol import AnyRuleset, PlayedTurn, Sighting, Telling
from chronicle.rules.ruleset_cache import RulesetCache

#: A telling and the number of its turn.
TurnTelling: TypeAlias = tuple[int, Telling]


class DisclosedTexts(Record):
    """All tellings by audience word, their texts, and access to the ruleset's sheets and forms.

    ``told`` are the texts that events tell, each with the audiences that are told it.
    """

    campaign: Campaign
    history: AnyHistory
    ruleset: AnyRuleset
    heard: Mapping[str, Sequence[TurnTelling]]
    told: Mapping[str, Readers]
    tellings: RulesetCache[Any, Any, Any]

    def learnt(self) -> Iterator[tuple[str, Ref, int]]:
        """The things each audience learned of from events, with the turn."""
        for word, heard in self.heard.items():
            for turn, telling in heard:
                yield from ((word, ref, turn) for ref in telling.learns)

    def further_texts(
        self, audience_id: str, things: Sequence[Ref], admitted: Callable[[Visibility], bool]
    ) -> Iterator[Iterable[str]]:
        """Yield batches of texts that an audience may read besides those that events tell.

        ``things`` are the factions and places that it knows, and ``admitted`` says whether a
        visibility includes it. Batches that are quick to compute come first. Sheets come turn by
        turn, from the last to the first; those of places come together with those of factions.
        """
        memories = list(self.memories(audience_id))
        audience = EVERYONE if audience_id == EVERYONE.word else faction_audience(audience_id)
        if audience.faction:
            yield self.of_form(audience.faction, memories[-1], frozenset(things))
        yield self.of_reveals(admitted)
        yield self.of_measures(admitted)
        yield self.of_house_rules(audience)
        played_turns = (self.history.opening, *self.history.turns)
        asked = list(things)
        for played_turn, memory in reversed(list(zip(played_turns, memories, strict=True))):
            yield self.of_sheets(played_turn, memory, audience, asked)
            asked = [ref for ref in asked if ref.kind == "faction"]

    def present_texts(
        self, audience_id: str, things: Sequence[Ref], admitted: Callable[[Visibility], bool]
    ) -> set[str]:
        """The texts that pages show an audience for the last turn, without events and forms."""
        *_, memory = self.memories(audience_id)
        audience = EVERYONE if audience_id == EVERYONE.word else faction_audience(audience_id)
        return {
            *self.of_measures(admitted),
            *self.of_house_rules(audience),
            *self.of_sheets(self.history.last, memory, audience, things),
        }

    def of_measures(self, admitted: Callable[[Visibility], bool]) -> set[str]:
        """The names of what charts show."""
        return {
            measure.name
            for played_turn in self.history.turns
            for measure in self.ruleset.measures(played_turn.after)
            if admitted(measure.visibility)
        }

    def of_house_rules(self, audience: Audience) -> set[str]:
        house_rules = self.ruleset.house_rules(self.history.last.after, audience)
        return {text for rule in house_rules for text in _texts_of_fact(rule.facts)}

    def of_sheets(
        self,
        played_turn: PlayedTurn[Any, Any, Any],
        memory: Mapping[str, Sighting],
        audience: Audience,
        things: Sequence[Ref],
    ) -> set[str]:
        turn, joined = played_turn.turn, self.history.has_joined
        if not joined(audience.faction, turn):
            return set()
        there = [it for it in things if it.kind != "faction" or joined(it.id, turn)]
        sheets = self.ruleset.sheets(played_turn, memory, audience, there)
        return {
            text for sheet in sheets.values() for text in (sheet.code, *_texts_of_fact(sheet.facts))
        }

    def of_form(
        self, faction: str, memory: Mapping[str, Sighting], things: frozenset[Ref]
    ) -> set[str]:
        """The texts of a faction's order form, made from the things that it knows."""
        eve = self.history.eve
        if not self.history.has_joined(faction, eve.turn + 1):
            return set()
        form = self.tellings.form(eve, memory, faction, things)
        return set() if form is None else set(_texts_of_parts(form.parts))

    def of_reveals(self, admitted: Callable[[Visibility], bool]) -> set[str]:
        """The texts of events that were revealed later."""
        found: set[str] = set()
        steps = {
            step.event.id: step for played_turn in self.history.turns for step in played_turn.steps
        }
        for turn in self.campaign.turns:
            for reveal in turn.reveals:
                if reveal.kind == "event" and admitted(reveal.visibility):
                    step = steps[reveal.target]
                    telling = self.ruleset.reveal(step)
                    found.update(_texts_of_telling(telling) if telling is not None else ())
        return found

    def memories(self, audience_id: str) -> Iterator[Mapping[str, Sighting]]:
        """What an audience remembers at the end of each turn, starting with the opening."""
        seen: dict[str, Sighting] = {}
        yield dict(seen)
        by_turn = {
            turn: list(heard) for turn, heard in groupby(self.heard[audience_id], itemgetter(0))
        }
        for played_turn in self.history.turns:
            for turn, telling in by_turn.get(played_turn.turn, ()):
                for sighting in telling.sightings:
                    seen[sighting.subject] = Sighting(sighting.subject, sighting.facts, turn)
            yield dict(seen)


def disclosed_texts_of(
    campaign: Campaign,
    history: AnyHistory,
    ruleset: AnyRuleset,
    tellings: RulesetCache[Any, Any, Any] | None = None,
) -> DisclosedTexts:
    """Compute what a ruleset tells every audience except the GM.

    ``tellings`` are those of this history, to ask the ruleset only once.

    One event after another for all audiences: rulesets then tell many of them one and the same
    record, whose texts are collected once.
    """
    audiences = (EVERYONE, *(faction_audience(faction.id) for faction in campaign.factions))
    heard: dict[str, list[TurnTelling]] = {audience.word: [] for audience in audiences}
    told: dict[tuple[str, ...], set[str]] = {}
    tellings = tellings or RulesetCache(ruleset)
    for played_turn in history.turns:
        for step in played_turn.steps:
            shared: dict[int, tuple[Telling, list[str]]] = {}
            for audience in audiences:
                if not history.has_joined(audience.faction, played_turn.turn):
                    continue
                telling = tellings.tell(step, audience).telling
                if telling is not None:
                    heard[audience.word].append((played_turn.turn, telling))
                    shared.setdefault(id(telling), (telling, []))[1].append(audience.word)
            for telling, words in shared.values():
                told.setdefault(tuple(words), set()).update(_texts_of_telling(telling))
    readers: dict[str, Readers] = {}
    for told_to, texts in told.items():
        # A faction's players can read the public pages too.
        admitted = frozenset(heard if EVERYONE.word in told_to else told_to)
        for text in texts:
            readers[text] = readers.get(text, admitted) | admitted
    return DisclosedTexts(campaign, history, ruleset, heard, readers, tellings)


def _texts_of_telling(telling: Telling) -> Iterator[str]:
    yield from (telling.code, telling.rule, telling.order)
    yield from _texts_of_fact(telling.facts)
    for roll in telling.rolls:
        yield from (roll.id, roll.source)
        yield from _texts_of_fact(roll.result)
        for part in roll.modifiers:
            yield from (part.reason, part.rule)
            yield from _texts_of_fact(part.facts)


def _texts_of_fact(fact: Fact) -> Iterable[str]:
    if isinstance(fact, str):
        return (fact,)
    if isinstance(fact, tuple):
        return [text for part in fact for text in _texts_of_fact(part)]
    if isinstance(fact, Facts):
        return [text for part in fact.values() for text in _texts_of_fact(part)]
    # A reference says nothing to readers who don't know its target.
    return ()


def _texts_of_parts(parts: tuple[order_form.FormPart, ...]) -> Iterator[str]:
    """The texts of a form's parts."""
    for part in order_form.walk_parts(parts):
        match part:
            case order_form.FixedField(key=key, value=value):
                yield from (key, *(value if isinstance(value, tuple) else (str(value),)))
            case (
                order_form.SelectField(choices=choices)
                | order_form.MultiSelectField(choices=choices)
            ):
                yield from (part.key, *_texts_of_fact(part.name))
                yield from (text for one in choices for text in _texts_of_choice(one))
            case order_form.ActionField(cases=cases):
                yield from (*_texts_of_fact(part.who), *_texts_of_fact(part.facts))
                yield from (text for case in cases for text in _texts_of_choice(case))
            case _:
                yield part.key


def _texts_of_choice(one: order_form.FieldChoice | order_form.ActionChoice) -> Iterator[str]:
    match one:
        case order_form.FieldChoice(value=value, name=name, facts=facts):
            yield from (value, *_texts_of_fact(name), *_texts_of_fact(facts))
        case order_form.ActionChoice(facts=facts):
            yield from _texts_of_fact(facts)
