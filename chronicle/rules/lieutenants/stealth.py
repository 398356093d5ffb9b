"""Whether an action stays unnoticed or its actor unidentified (L-STL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.action_context import Scene, result, throw
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.events import OPEN, Stealth
from chronicle.rules.lieutenants.state import State, Unit, owners
from chronicle.rules.lieutenants.terms import STEALTH, WON, Action, Result, StealthKind, rule_of

#: Actions whose complete failure leaves only a complete stealth success standing (L-STL-3).
WARY: Final[frozenset[Action]] = frozenset(
    {
        "surveil",
        "investigate",
        "recruit",
        "seduce",
        "gain-influence",
        "ally",
        "claim",
        "rally",
    }
)
#: The skill that an action is checked with, for those who are better at stealth with some.
SKILLS: Final[dict[Action, Skill]] = {
    "aggressive-attack": "force",
    "cautious-attack": "force",
    "raid": "force",
    "conceal": "sneak",
    "steal": "sneak",
    "surveil": "sneak",
    "ambush": "sneak",
    "purchase": "charm",
    "investigate": "charm",
    "recruit": "charm",
    "sell": "charm",
    "seduce": "charm",
    "gain-influence": "charm",
    "ally": "charm",
    "claim": "charm",
    "rally": "charm",
    "research": "lore",
}


def stealth_of(
    scene: Scene,
    outcome: Result | None,
    *,
    automatic: str = "",
    lieutenant_target: bool = False,
) -> tuple[Stealth, tuple[Roll, ...]]:
    """How an action was hidden, once its own result is known.

    ``automatic`` is the rule by which this result hides of itself (L-STL-4); a try at recruiting a
    lieutenant that fails is always noticed (L-ACT-RECRUIT).
    """
    order = scene.order
    rolls = (stealth_roll(scene),) if order.stealth else ()
    kind: StealthKind = order.stealth or (STEALTH.get(order.action) or ("",))[0]
    won = outcome in WON
    if lieutenant_target and not won and rolls:
        return Stealth(kind, True, False, "broken", rule_of("recruit")), rolls
    if automatic:
        return Stealth(kind, bool(rolls), True, "automatic", automatic), rolls
    if won and kind and _spies(scene):
        return Stealth(kind, bool(rolls), True, "automatic", "L-AST-UNSEEN-ON-SUCCESS"), rolls
    if not rolls:
        return OPEN, ()
    shown = result(rolls[0])
    if outcome == "complete-failure" and order.action in WARY:
        if shown == "complete-success":
            return Stealth(kind, True, True, "check", "L-STL-3"), rolls
        undone = shown == "success"
        return Stealth(kind, True, False, "broken" if undone else "check", "L-STL-3"), rolls
    return Stealth(kind, True, shown in WON, "check", "L-STL-3"), rolls


def stealth_roll(scene: Scene) -> Roll:
    """The straight Sneak check of a stealthy attempt (L-STL-1)."""
    return throw(scene.dice, f"{scene.order.key}/stealth", tuple(stealth_parts(scene)))


def stealth_parts(scene: Scene) -> list[Modifier]:
    """What the stealth check is modified by: the lieutenant's Sneak, and others' informers."""
    sneak = scene.lieutenant.statistics.sneak
    parts = [Modifier(sneak, "statistic", "L-STL-1", Facts(skill="sneak"))]
    # Who serves us in secret hinders nobody of ours.
    if any(scene.faction not in owners(unit) for unit in _informers(scene.state, scene.locale)):
        parts.append(Modifier(-1, "informers", "L-AST-WATCHES-LOCALE"))
    return parts


def informed(state: State, locale: str) -> frozenset[str]:
    """The factions for which informers watch a locale; double agents do for both their masters."""
    return frozenset(owner for unit in _informers(state, locale) for owner in owners(unit))


def _informers(state: State, locale: str) -> Iterator[Unit]:
    """Those who watch a locale (L-AST-WATCHES-LOCALE)."""
    units = (asset for asset in state.assets.values() if isinstance(asset, Unit))
    for unit in units:
        here = bool(locale) and state.locale(unit.at) == locale and state.fit(unit)
        if here and unit.power("watches-locale") is not None:
            yield unit


def _spies(scene: Scene) -> bool:
    skilled = SKILLS.get(scene.order.action) in ("sneak", "charm")
    return skilled and any(unit.power("unseen-on-success") is not None for unit in scene.units)
