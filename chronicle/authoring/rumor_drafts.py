"""Drafts of rumors, based only on what the hearers were told about an event.

A draft uses one audience's telling and the names that this audience knows. Its text and its
position in the list do not depend on the event's id or position, so that hidden events do not
change any draft. For the same reason, what everyone hears is worded by what the public was told
in this and earlier turns, and what only some witnessed by the telling and the turn alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from chronicle.authoring.rumor_grammar import RumorGrammar, SentenceTable, needed_names
from chronicle.model.audience import EVERYONE, EVERYONE_ID, Audience, faction_audience
from chronicle.model.campaign import Campaign, Truth, Turn
from chronicle.model.dice import die_face, turn_seed
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.play.history import AnyHistory
from chronicle.project.distance import PlaceDistances
from chronicle.project.projection import audience_view
from chronicle.project.visibility import AudienceView
from chronicle.records import Record, replace
from chronicle.rules.protocol import AnyRuleset, PlayedTurn, Telling

#: How many steps a rumor travels in one turn, and after how many turns it arrives at the latest.
STEPS_PER_TURN: Final = 2
MAX_DELAY: Final = 3
#: For how many turns a text is not used again, and how many events one rumor is about at most.
TURNS_WITHOUT_REPEAT: Final = 12
MOST_EVENTS: Final = 3
_PLACES: Final = ("at", "sphere")
_PLACES_IN_ROWS: Final = {"legs": ("to", "end"), "places": ("place",), "gone": ("at",)}
_NO_ID: Final = re.compile(r"[^a-z0-9]+")


class RumorDraft(Record):
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


class PublicEvent(Record):
    """What the public was told about an event, or about several of which a sentence says the same.

    ``table`` has the sentences for it; ``scene`` is the place and ``people`` are the factions that
    all of them name. ``detail`` tells it from another event of the same people at the same place.
    """

    events: tuple[str, ...]
    telling: Telling
    table: SentenceTable
    place: str
    scene: str
    people: frozenset[str]
    detail: str = ""


class UsedSentences:
    """What has been said to the public: texts by turn, and sentences by the order of use."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._sentences: dict[str, int] = {}
        self._count = 0

    def is_recent(self, text: str, turn: int) -> bool:
        """Whether a text was used in this turn or shortly before."""
        return turn - self._texts.get(text, -TURNS_WITHOUT_REPEAT) < TURNS_WITHOUT_REPEAT

    def last_use(self, sentence: str) -> int:
        """When a sentence was last used, as a number that grows; 0 if never."""
        return self._sentences.get(sentence, 0)

    def add(self, text: str, turn: int, *sentences: str) -> None:
        """Remember that a text was used, made from these sentences."""
        self._texts[text] = turn
        self._count += 1
        self._sentences.update(dict.fromkeys(sentences, self._count))


class RumorDrafter(Record):
    """Drafts rumors about one turn."""

    campaign: Campaign
    history: AnyHistory
    ruleset: AnyRuleset
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

    def _draw(self, words: str, sides: int, turn: int | None = None) -> int:
        """A number from 1 to ``sides``, determined by campaign seed, turn and ``words``."""
        seed = turn_seed(self.campaign.seed, self.turn.number if turn is None else turn)
        return die_face(seed, f"rumor\x00{words}", 0, sides)

    def _fresh(self) -> Iterator[RumorDraft]:
        played_turn = next(one for one in self.history.turns if one.turn == self.turn.number)
        public = self._knowing(EVERYONE)
        factions = [
            faction_audience(one.id)
            for one in self.campaign.factions
            if one.joins <= self.turn.number
        ]
        near = {one.word: self._knowing(one) for one in factions}
        stands = {one.word: self._stand(played_turn, near[one.word]) for one in factions}
        yield from self._of_public(played_turn, public, stands)
        for step in played_turn.steps:
            if self.ruleset.tell(step, EVERYONE).telling is not None:
                continue
            event = step.event.id.partition("/")[2]
            yield from self._of_witnesses(
                event,
                {
                    one.word: near[one.word].telling(telling, played_turn.turn)
                    for one in factions
                    if (telling := self.ruleset.tell(step, one).telling) is not None
                },
                near,
            )

    def _knowing(self, audience: Audience) -> AudienceView:
        return audience_view(self.campaign, self.history, self.ruleset, audience)

    # ── Who hears it ─────────────────────────────────────────────────────────────────────────────

    def _of_public(
        self,
        played_turn: PlayedTurn[Any, Any, Any],
        public: AudienceView,
        stands: Mapping[str, PlaceDistances],
    ) -> Iterator[RumorDraft]:
        """Rumors that everyone hears at once, and distorted ones for distant factions later."""
        used = self._used_before(public)
        every = self._public_events(played_turn, public)
        drafted = [one for one in every if set(one.events) <= set(self.turn.drafted)]
        events = [one for one in every if one not in drafted]
        for _ in self._worded(drafted, public.names, used, played_turn.turn):
            pass
        for group, text, twisted in self._worded(events, public.names, used, played_turn.turn):
            first, *also = (event for one in group for event in one.events)
            yield RumorDraft(
                _id(first), first, text, group[0].place, (EVERYONE_ID,), "true", also=tuple(also)
            )
            for one, distorted in zip(group, twisted, strict=True):
                if distorted and one.place:
                    yield from _far(one, distorted, stands)

    def _used_before(self, public: AudienceView) -> UsedSentences:
        """What was said to the public before: the drafts of earlier turns, and all rumors."""
        used = UsedSentences()
        for turn in self.campaign.turns:
            if turn.number > self.turn.number:
                break
            for rumor in turn.rumors:
                said = "".join(one.visible_to(EVERYONE).strip() for one in rumor.passages)
                used.add(said, turn.number)
        for played_turn in self.history.turns:
            if played_turn.turn < self.turn.number:
                events = self._public_events(played_turn, public)
                for _ in self._worded(events, public.names, used, played_turn.turn):
                    pass
        return used

    def _public_events(
        self, played_turn: PlayedTurn[Any, Any, Any], public: AudienceView
    ) -> Sequence[PublicEvent]:
        """The events of a turn of which the public was told, and for which there are sentences.

        They are sorted by what was told. Those of which a sentence would say the same are one.
        """
        tellings = _changes_joined(
            (step.event.id.partition("/")[2], public.telling(telling, played_turn.turn))
            for step in played_turn.steps
            if (telling := self.ruleset.tell(step, EVERYONE).telling) is not None
        )
        found: dict[object, PublicEvent] = {}
        for events, telling in sorted(tellings, key=lambda one: repr(one[1])):
            values = self._values(telling, public.names)
            table = self.grammar.table(telling.code, telling.facts, values)
            if table is None:
                continue
            place = _place_of(telling)
            where = place.id if place is not None else ""
            key = (table.code, table.outcome, where, *map(values.get, table.placeholders()))
            if (same := found.get(key)) is not None:
                found[key] = replace(same, events=(*same.events, *events))
                continue
            named = (telling.facts.get(name) for name in needed_names(table.sentences[0]))
            people = frozenset(fact.id for fact in named if isinstance(fact, Ref))
            scene = where if all("{place}" in one for one in table.sentences) else ""
            found[key] = PublicEvent(events, telling, table, where, scene, people)
        return tuple(self._told_apart(found.values(), public.names))

    def _told_apart(
        self, events: Iterable[PublicEvent], names: Mapping[Ref, str]
    ) -> Iterator[PublicEvent]:
        """Events of the same people at one place, each with what tells it from the others.

        Those with nothing that does would contradict each other, so only the first is told.
        """
        groups: dict[object, list[PublicEvent]] = {}
        for one in events:
            facts = one.telling.facts
            between = tuple(facts.get(key) for key in ("who", "against"))
            key = (one.telling.code, one.place, between) if all(between) else one.events
            groups.setdefault(key, []).append(one)
        for group in groups.values():
            told = [
                replace(one, detail=self._detail(one.telling, names) if len(group) > 1 else "")
                for one in group
            ]
            first, *others = [one for one in told if one.detail] or told[:1]
            untold = (event for one in told if one not in (first, *others) for event in one.events)
            yield replace(first, events=(*first.events, *untold))
            yield from others

    def _worded(
        self,
        events: Sequence[PublicEvent],
        names: Mapping[Ref, str],
        used: UsedSentences,
        turn: int,
    ) -> Iterator[tuple[Sequence[PublicEvent], str, Sequence[str]]]:
        """The events of each rumor, its text, and for each event a distorted text or none."""
        for group in _woven(events):
            texts: list[str] = []
            twisted: list[str] = []
            for one in group:
                here = bool(texts and one.place) and one.place == group[0].scene
                if texts:
                    joined = self.grammar.same_place if here else self.grammar.same_people
                    texts.append(self._least_used(joined, used))
                code, facts, values = (
                    one.telling.code,
                    one.telling.facts,
                    self._values(one.telling, names),
                )
                texts.append(self._sentence(one.table, values, used, turn, here=here))
                texts += [one.detail] if one.detail else []
                far = self.grammar.table(code, facts, values, twisted=True)
                twisted.append(self._sentence(far, values, used, turn) if far is not None else "")
            yield group, " ".join(texts), twisted

    def _of_witnesses(
        self, event: str, tellings: Mapping[str, Telling], near: Mapping[str, AudienceView]
    ) -> Iterator[RumorDraft]:
        """Rumors of an event that only some factions witnessed, grouped by what they saw."""
        heard: dict[tuple[str, str], list[str]] = {}
        for word, telling in tellings.items():
            text = self._witnessed(telling, near[word].names)
            place = _place_of(telling)
            if text and not telling.order and place is not None:
                heard.setdefault((text, place.id), []).append(word)
        for count, ((text, where), words) in enumerate(sorted(heard.items()), start=1):
            id = f"{_id(event)}-near-{count}"
            yield RumorDraft(id, event, text, where, tuple(sorted(words)), "true")

    def _stand(self, played_turn: PlayedTurn[Any, Any, Any], known: AudienceView) -> PlaceDistances:
        """The distances from a faction's own places, as far as it knows them."""
        places = [Ref("place", place.id) for place in self.campaign.places]
        sheets = self.ruleset.sheets(played_turn, {}, known.audience, places)
        own = frozenset(
            ref.id
            for ref, sheet in sheets.items()
            if any(one.faction.id == known.audience.faction for one in self.ruleset.holders(sheet))
        )
        in_miles = self.ruleset.in_miles(played_turn.after)
        return PlaceDistances.of(self.campaign, known, played_turn.turn, own, in_miles=in_miles)

    # ── Words ────────────────────────────────────────────────────────────────────────────────────

    def _sentence(
        self,
        table: SentenceTable,
        values: Mapping[str, str],
        used: UsedSentences,
        turn: int,
        *,
        here: bool = False,
    ) -> str:
        """A sentence that the public did not hear lately; ``here`` if its place is known already.

        Of several, the one that was used least lately. Once all were used, they are used again with
        something before them.
        """
        usable = self._shuffled(table.usable(values))
        texts = [(one, self.grammar.fill(one, values)) for one in usable]
        choices = [
            (frame, one, f"{frame} {text}".strip())
            for frame in ("", *self.grammar.again)
            for one, text in texts
        ]
        new = [one for one in choices if not used.is_recent(one[2], turn)]
        frame = new[0][0] if new else choices[0][0]
        _, sentence, text = min(
            (one for one in new or choices if one[0] == frame),
            key=lambda one: used.last_use(one[1]),
            default=("", "", ""),
        )
        used.add(text, turn, sentence)
        if here and "place" not in needed_names(sentence):
            text = self.grammar.fill(sentence, {**values, "place": ""})
            return f"{frame} {text}".strip()
        return text

    def _least_used(self, sentences: Sequence[str], used: UsedSentences) -> str:
        chosen = min(self._shuffled(sentences), key=used.last_use, default="")
        used.add(chosen, self.turn.number, chosen)
        return chosen

    def _witnessed(self, telling: Telling, names: Mapping[Ref, str]) -> str:
        """A sentence for witnesses, chosen by the telling and the turn alone; empty without one."""
        values = self._values(telling, names)
        table = self.grammar.table(telling.code, telling.facts, values)
        if table is None:
            return ""
        usable = self._shuffled(table.usable(values))
        frames = self.grammar.witness or ("",)
        text = self.grammar.fill(usable[0], values)
        at = self._draw(f"witness\x00{text}", len(usable) * len(frames), 0) + self.turn.number
        frame = frames[(at % len(usable) + at // len(usable)) % len(frames)]
        said = self.grammar.fill(usable[at % len(usable)], values)
        return f"{frame} {said} {self._detail(telling, names)}".strip()

    def _detail(self, telling: Telling, names: Mapping[Ref, str]) -> str:
        return self.grammar.detail(telling.code, self._values(telling, names))

    def _shuffled(self, sentences: Sequence[str]) -> Sequence[str]:
        """The sentences in an order of this campaign's."""
        return sorted(sentences, key=lambda one: (self._draw(f"order\x00{one}", 1 << 30, 0), one))

    def _values(self, telling: Telling, names: Mapping[Ref, str]) -> Mapping[str, str]:
        """The names, texts and numbers of a telling as far as its hearers know them, by key.

        ``place`` is where it happened; ``goal`` is the same for a move that may not be over. Of an
        asset among the facts, the name is told; the name of the telling itself is that of a new
        one.
        """
        values = {key: self._value(fact, names) for key, fact in telling.facts.items()}
        place = _place_of(telling)
        name = names.get(place, "") if place is not None else ""
        return {**values, "place": name, "goal": name}

    def _value(self, fact: Fact, names: Mapping[Ref, str]) -> str:
        if isinstance(fact, Ref):
            return names.get(fact, "")
        if isinstance(fact, Facts) and isinstance(named := fact.get("name"), str):
            return self.grammar.called(named, "known")
        if isinstance(fact, str):
            return self.grammar.called(" ".join(fact.split()), "new")
        # Before a negative number stands a minus sign, as on the pages.
        return str(fact).replace("-", "−") if type(fact) is int else ""


def _changes_joined(
    tellings: Iterable[tuple[str, Telling]],
) -> Iterator[tuple[tuple[str, ...], Telling]]:
    """Tellings with the events that they are of; the changes of a counter in a turn are one.

    Rumors of each for itself would contradict each other. Nothing is told of a counter that is what
    it was.
    """
    found: dict[object, tuple[tuple[str, ...], Telling]] = {}
    for event, telling in tellings:
        facts = telling.facts
        counts = "counter" in facts
        key = (telling.code, facts["counter"], facts["owner"]) if counts else event
        events, first = found.get(key, ((), telling))
        if events:
            facts = Facts({**first.facts, "after": facts["after"]})
        found[key] = ((*events, event), replace(first, facts=facts))
    for events, telling in found.values():
        if "counter" not in telling.facts or telling.facts["before"] != telling.facts["after"]:
            yield events, telling


def _woven(events: Sequence[PublicEvent]) -> Iterator[Sequence[PublicEvent]]:
    """The events in groups for one rumor each: with the same place, or else the same people."""
    rest = sorted(events, key=lambda one: not one.scene)
    while rest:
        first = rest.pop(0)
        more = [one for one in rest if one.place and one.place == first.scene][: MOST_EVENTS - 1]
        more = (
            more
            or [one for one in rest if one.people & first.people and one.table is not first.table][
                :1
            ]
        )
        rest = [one for one in rest if one not in more]
        yield (first, *more)


def _far(
    event: PublicEvent, text: str, stands: Mapping[str, PlaceDistances]
) -> Iterator[RumorDraft]:
    """Distorted rumors of an event, by the number of turns until they are heard."""
    delays: dict[int, list[str]] = {}
    for word, stand in stands.items():
        delay = min(MAX_DELAY, stand.steps(event.place) // STEPS_PER_TURN)
        if delay:
            delays.setdefault(delay, []).append(word)
    first, *also = event.events
    for delay, words in sorted(delays.items()):
        id = f"{_id(first)}-far-{delay}"
        yield RumorDraft(id, first, text, "", tuple(sorted(words)), "distorted", delay, tuple(also))


def _merge_duplicates(found: Iterable[RumorDraft]) -> list[RumorDraft]:
    """The drafts sorted by text, with equal ones merged, whoever else hears them."""
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


def _ref(facts: Facts, keys: Sequence[str]) -> Ref | None:
    found = (facts.get(key) for key in keys)
    return next((one for one in found if isinstance(one, Ref) and one.kind == "place"), None)


def _place_of(telling: Telling) -> Ref | None:
    """The place where something was seen; for a move, its destination."""
    place = _ref(telling.facts, _PLACES)
    for rows, keys in _PLACES_IN_ROWS.items():
        found = telling.facts.get(rows)
        if place is None and isinstance(found, tuple) and found and isinstance(found[-1], Facts):
            place = _ref(found[-1], keys)
    return place


def _id(event: str) -> str:
    """The id of the draft for an event."""
    return "draft-" + _NO_ID.sub("-", event.lower()).strip("-")
