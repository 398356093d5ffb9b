"""What each audience is told about each event, and why.

Powers see everything from the reveal on; the public only what a conspiracy's `public:` line says,
or a draft made from its kind, level and sphere. Placements before the reveal, vetoed orders and
the GM's reasons are only for the GM. Spheres that a reader does not know are removed later, so
every template has words for their absence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from chronicle.model.audience import Audience
from chronicle.model.facts import FactsOf, Ref
from chronicle.records import Record, replace
from chronicle.rules.kit.projector import declared_facts, fact_types
from chronicle.rules.kit.reasons import GM_REASON
from chronicle.rules.protocol import Disclosure, Prompt, Step, Telling, TellingFacts
from chronicle.rules.shadow import events
from chronicle.rules.shadow.actions import ACTIONS
from chronicle.rules.shadow.actions.assistance import Assisted
from chronicle.rules.shadow.actions.placement import ActorPlaced, Placed
from chronicle.rules.shadow.state import State
from chronicle.rules.shadow.view import POWERS, PowerView

#: Every code a reason may carry; each has words in a theme.
REASONS: Final = (
    *("gm", "own-order", "aimed-at", "staked", "before-all-powers", "open-figures", "news-for"),
    *("adjustment-for", "revealed", "dice-moved", "public-line", "draft", "not-yet-revealed"),
    *("not-vetoed", "not-own-story", "not-carried-out", "not-given", "not-for-street"),
)
#: All kinds of event.
EVENTS: Final[tuple[type[events.RoundEvent], ...]] = (
    *(events.Changed, Placed, ActorPlaced, events.Revealed, events.Sequenced),
    *(events.Conspired, events.ResourceTaken, events.Dominated, Assisted),
)


def tell(step: Step[State, events.RoundEvent], audience: Audience) -> Disclosure:
    """Return what this audience learns of an event, if anything, and why."""
    before, event = step.before, step.event
    if audience.is_gm or (audience.faction and audience.faction in before.powers):
        found = event.told(PowerView(before, audience, event.owner))
    else:
        found = event.heard()
    if found.telling is None:
        return found
    # Events in a sphere are somebody's actions.
    done = "sphere" in found.telling.facts
    telling = replace(found.telling, is_action=True) if done else found.telling
    if not audience.is_gm:
        return Disclosure(found.reason, telling)
    if isinstance(event, Assisted) and event.request:
        telling = replace(telling, prompts=(Prompt(text=event.request),))
    return Disclosure(GM_REASON, telling)


def reveal(step: Step[State, events.RoundEvent]) -> Telling | None:
    """Return what becomes known of an event when the GM reveals it later, if anything."""
    return step.event.revealed()


# ── The types of facts ───────────────────────────────────────────────────────────────────────────


@cache
def build_telling_facts() -> Mapping[str, TellingFacts]:
    """Return the facts of a telling by its code; a theme has words for each code."""
    conspiracy = _types(events.Conspired)
    found = {
        kind.CODE: declared_facts(f"{kind.__name__}Facts", _types(kind))
        for kind in EVENTS
        if kind is not events.Conspired
    }
    for action in ACTIONS:
        details: Any = FactsOf
        row = declared_facts(action.details.__name__, _types(action.details))
        name = f"{action.details.__name__}Facts"
        found[action.code] = declared_facts(name, conspiracy, {"details": details[row]})
    moved = {name: conspiracy[name] for name in events.SET_ASIDE}
    return found | {
        "set-aside": declared_facts("SetAsideFacts", moved),
        "public-line": events.PublicLineFacts,
        "whisper": events.WhisperFacts,
        "unmasked": events.ExposedFacts,
    }


def _types(kind: type[Record]) -> dict[str, Any]:
    subject = {"subject": Ref | str | None} if kind is events.Changed else {}
    return fact_types(kind, POWERS) | subject
