"""What each audience is told about each event, and why, decided in one place (F-TOLD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from chronicle.model.audience import Audience, audience_ids_of
from chronicle.model.facts import FactsOf, Ref, faction_ref
from chronicle.records import replace
from chronicle.rules.freeform.events import Changed, Event, Ordered, ToldText
from chronicle.rules.freeform.state import State
from chronicle.rules.kit.reasons import GM_REASON
from chronicle.rules.protocol import Disclosure, Prompt, Reason, Step, Telling, TellingFacts

#: Every code a reason may carry; each has words in a theme.
REASONS: Final = (
    "gm",
    "own-order",
    "written-for",
    "counter-for",
    "not-written",
    "not-counter",
    "not-besides",
)
_RULE: Final = "F-TOLD"


class OutcomeFacts(TypedDict):
    """A text of an outcome. ``readers`` are for the GM only: ids of audiences."""

    text: str
    readers: tuple[str, ...]


class OrderedFacts(TypedDict):
    """An order, for the faction that gave it and the GM."""

    who: Ref
    words: str
    result: str
    outcome: tuple[FactsOf[OutcomeFacts], ...]


class ToldFacts(TypedDict):
    """What others learn of an order: the texts written for them, and not whose order it was."""

    text: str


class ChangedFacts(TypedDict):
    """A counter that changed. ``source`` and ``because`` are empty for those not to know them."""

    counter: str
    owner: Ref | None
    before: int
    after: int
    segments: int
    source: str
    because: str


class RevealedFacts(TypedDict):
    """An order that the GM reveals."""

    who: Ref
    text: str


#: The facts of a telling by its code; a theme has words for each code.
TELLING_FACTS: Final[Mapping[str, TellingFacts]] = {
    "ordered": OrderedFacts,
    "told": ToldFacts,
    "told-line": ToldFacts,
    "changed": ChangedFacts,
    "changed-line": ChangedFacts,
    "revealed": RevealedFacts,
}


def tell(step: Step[State, Event], audience: Audience) -> Disclosure:
    """Return what an audience is told about an event, if anything, and the reason for that."""
    if isinstance(step.event, Ordered):
        return _ordered(step.before, step.event, audience)
    return _changed(step.event, audience)


def _ordered(before: State, event: Ordered, audience: Audience) -> Disclosure:
    """Tell the GM and the faction itself everything but others' texts, and others their texts.

    What the public reads is on the pages of every faction, and is not told to them once more.
    """
    heard = [told for told in event.outcome if told.visibility.admits(audience)]
    if audience.is_gm or audience.faction == event.faction:
        facts = OrderedFacts(
            who=faction_ref(event.faction),
            words=event.words,
            result=event.result,
            outcome=tuple(_text(before, told, audience) for told in heard),
        )
        key = f"{event.faction}/{event.order}"
        telling = Telling("ordered", event.rule, FactsOf(facts), event.rolls, key, is_action=True)
        if audience.is_gm and not (event.outcome or event.result):
            telling = replace(telling, prompts=(Prompt("outcome"),))
        return Disclosure(_reason(audience, "own-order", event.rule), telling)
    besides = [told for told in heard if not (audience.faction and told.visibility.public)]
    if not besides:
        return Disclosure(Reason("not-besides" if heard else "not-written", _RULE))
    code = "told" if audience.faction else "told-line"
    told = FactsOf(ToldFacts(text="\n\n".join(told.text for told in besides)))
    telling = Telling(code, facts=told, hides_position=True)
    return Disclosure(Reason("written-for", _RULE), telling)


def _reason(audience: Audience, code: str, rule: str) -> Reason:
    """Return why an audience is told; the GM is told everything."""
    return GM_REASON if audience.is_gm else Reason(code, rule)


def _text(before: State, told: ToldText, audience: Audience) -> FactsOf[OutcomeFacts]:
    """Return a text of the outcome, for the GM with its readers."""
    words = audience_ids_of(told.visibility, frozenset(before.factions)) if audience.is_gm else ()
    return FactsOf(OutcomeFacts(text=told.text, readers=words))


def _changed(event: Changed, audience: Audience) -> Disclosure:
    """Tell those who may see the counter, and the cause only to those who may know it.

    So nobody can link a counter to an order of somebody else.
    """
    counter, cause = event.counter, event.cause
    own = bool(cause.faction) and audience.faction == cause.faction
    if not counter.heard_by.admits(audience):
        return Disclosure(Reason("not-counter", event.rule))
    admitted = own or cause.visibility.admits(audience)
    # The public reads the change, but this faction alone is told the reason.
    explained = bool(cause.because) and admitted and not cause.visibility.public
    if audience.faction and counter.heard_by.public and not own and not explained:
        return Disclosure(Reason("not-besides", _RULE))
    facts = ChangedFacts(
        counter=counter.name,
        owner=counter.owner,
        before=counter.value,
        after=event.after,
        segments=counter.segments,
        source=cause.source if admitted else "",
        because=cause.because if admitted else "",
    )
    code = "changed" if audience.is_gm or audience.faction else "changed-line"
    order = f"{cause.faction}/{cause.order}" if own else ""
    ordered = own or audience.is_gm
    return Disclosure(
        _reason(audience, "own-order" if own else "counter-for", event.rule),
        Telling(code, event.rule, FactsOf(facts), order=order, hides_position=not ordered),
    )


def reveal(step: Step[State, Event]) -> Telling | None:
    """Return who gave an order, and its words; a counter has nothing to reveal."""
    if not isinstance(event := step.event, Ordered):
        return None
    facts = RevealedFacts(who=faction_ref(event.faction), text=event.words)
    return Telling("revealed", facts=FactsOf(facts))
