"""Dealings with NPC factions: influence, alliances, claims and rallies (L-ACT-GAIN-INFLUENCE ff.).

What is paid is paid from what is held after the check; what a discreet try costs comes last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done
from chronicle.rules.lieutenants.actions.discretion import hush
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import (
    Allied,
    Burdened,
    Change,
    Claimed,
    Paid,
    Rallied,
    Relieved,
    Swayed,
)
from chronicle.rules.lieutenants.dice_checks import straight
from chronicle.rules.lieutenants.events import Courting, Outcome
from chronicle.rules.lieutenants.orders import ToCourt
from chronicle.rules.lieutenants.state import Faction, Rally, Standing, State
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.terms import WON, Action, Result, rule_of

#: What is gained by Gain Influence (L-ACT-GAIN-INFLUENCE); a failure gains 1 among strangers.
GAINED: Final[Mapping[Result, int]] = {"success": 2, "complete-success": 4}
AMONG_STRANGERS: Final = 1
#: What a success costs: influence for an alliance, either currency for a claim or a rally
#: (L-ACT-ALLY, L-ACT-CLAIM, L-ACT-RALLY).
PRICES: Final[Mapping[Action, Mapping[Result, int]]] = {
    "ally": {"success": 20, "complete-success": 10},
    "claim": {"success": 5, "complete-success": 1},
    "rally": {"success": 10, "complete-success": 5},
}
#: What a catastrophe costs: influence, and ease in later dealings.
LOST: Final = 3
CATASTROPHE: Final = -2
_ALL: Final[tuple[Action, ...]] = ("gain-influence", "ally", "claim", "rally")

Currency = Literal["", "influence", "capital"]


@dataclass(frozen=True, slots=True)
class _Upshot:
    """What a try comes to before anything is hushed up."""

    outcome: Outcome
    changes: tuple[Change, ...] = ()
    gained: int = 0
    paid: int = 0
    currency: Currency = ""
    backs: str = ""
    concerted: bool = False


def court(scene: Scene, aim: ToCourt) -> Done:
    """A try to get somewhere with an NPC faction, by the lieutenant's charm alone."""
    check = straight(scene, "charm")
    board = scene.after(check.spent)
    stealth, rolls = stealth_of(scene, check.result)
    upshot = _upshot(scene, aim, check.result, board)
    after = fold(board, upshot.changes)
    silence = hush(scene, aim.npc, check.result, stealth, after)
    deed = Courting(
        npc=aim.npc,
        gained=upshot.gained,
        paid=upshot.paid,
        currency=upshot.currency,
        hushed=silence.reach,
        hush_paid=silence.paid,
        thing=aim.thing,
        target=aim.target,
        backs=upshot.backs,
        concerted=upshot.concerted,
    )
    return Done(
        deed,
        upshot.outcome,
        check,
        stealth,
        (*upshot.changes, *silence.changes),
        rolls,
        prompt="rally" if upshot.outcome == "done" and scene.order.action == "rally" else "",
        noticed=silence.noticed,
        public=silence.public,
    )


def _upshot(scene: Scene, aim: ToCourt, shown: Result, board: State) -> _Upshot:
    """What the check comes to, on the board after what went into the check."""
    if shown == "complete-failure":
        return _catastrophe(scene, aim, board)
    if scene.order.action == "gain-influence":
        return _gain(scene, aim, shown)
    if shown not in WON:
        return _Upshot("failed")
    if scene.order.action == "rally" and _prefers(board, aim, scene.faction):
        return _Upshot("sides-with-another")
    return _bargain(scene, aim, shown, board.factions[scene.faction])


def _gain(scene: Scene, aim: ToCourt, shown: Result) -> _Upshot:
    rule = rule_of("gain-influence")
    if shown in WON:
        points = GAINED[shown]
        swayed = Swayed(scene.faction, aim.npc, points, "gained", rule)
        return _Upshot("done", (swayed, *_relieved(scene, aim)), gained=points)
    # Counted before the check, so that points spent on it still are somebody's.
    if any(faction.influence.get(aim.npc, 0) for faction in scene.state.factions.values()):
        return _Upshot("failed")
    swayed = Swayed(scene.faction, aim.npc, AMONG_STRANGERS, "gained", rule)
    return _Upshot("no-influence", (swayed,), gained=AMONG_STRANGERS)


def _relieved(scene: Scene, aim: ToCourt) -> tuple[Change, ...]:
    """The penalties that last until influence is gained again."""
    return tuple(
        Relieved(id)
        for id, standing in sorted(scene.state.standing.items())
        if standing.until == "gain-influence"
        and (standing.faction, standing.target) == (scene.faction, aim.npc)
    )


def _catastrophe(scene: Scene, aim: ToCourt, board: State) -> _Upshot:
    """Influence is lost and later dealings are harder; a claim even helps somebody else."""
    action = scene.order.action
    gaining = action == "gain-influence"
    standing = Standing(
        id=f"{scene.id()}/catastrophe",
        value=CATASTROPHE,
        rule=rule_of(action),
        faction=scene.faction,
        # After Gain Influence only that gets harder, and for good; after the others all does.
        actions=(action,) if gaining else _ALL,
        target=aim.npc,
        until="" if gaining else "gain-influence",
    )
    lost = min(LOST, board.factions[scene.faction].influence.get(aim.npc, 0))
    changes: list[Change] = [Burdened(standing)]
    if lost:
        changes.append(Swayed(scene.faction, aim.npc, -lost, "catastrophe", rule_of(action)))
    backs = _instead(board, aim, scene.faction) if action == "claim" else ""
    if backs:
        changes.append(Claimed(aim.npc, aim.thing, backs))
    return _Upshot("failed", tuple(changes), gained=-lost, backs=backs)


def _instead(state: State, aim: ToCourt, faction: str) -> str:
    """Whom an NPC faction backs after a claim went wrong: the owner, another claimant, itself.

    A claimant is whom any NPC faction sees as the rightful owner; of several, the one with most
    influence with this one, then the first by id.
    """
    owner = owner_of(state, aim.thing)
    if owner:
        return owner
    others = {
        by for (_, thing), by in state.claims.items() if thing == aim.thing and by != faction
    } - {aim.npc}
    points = {by: state.factions[by].influence.get(aim.npc, 0) for by in others}
    return min(others, key=lambda by: (-points[by], by), default=aim.npc)


def owner_of(state: State, thing: str) -> str:
    """Whose an asset or a location is, empty when nobody's."""
    asset = state.assets.get(thing)
    if asset is not None:
        return asset.faction
    place = state.places.get(thing)
    return place.owner if place is not None else ""


def _prefers(state: State, aim: ToCourt, faction: str) -> bool:
    """Whether the NPC faction is an ally of the target, and likes it better (L-ACT-ALLY)."""
    target = state.factions[aim.target]
    points = state.factions[faction].influence.get(aim.npc, 0)
    return aim.npc in target.allies and target.influence.get(aim.npc, 0) > points


def _bargain(scene: Scene, aim: ToCourt, shown: Result, faction: Faction) -> _Upshot:
    """A success and its price; what is not paid comes to nothing."""
    action, amount = scene.order.action, PRICES[scene.order.action][shown]
    currency = _currency(scene)
    purse = faction.influence.get(aim.npc, 0) if currency == "influence" else faction.capital
    if not currency or purse < amount:
        return _Upshot("unpaid")
    paid: Change = (
        Swayed(scene.faction, aim.npc, -amount, "bargain", rule_of(action))
        if currency == "influence"
        else Paid(scene.faction, -amount, "bargain", rule_of(action), aim.npc)
    )
    concerted = action == "rally" and shown == "complete-success"
    return _Upshot(
        "done",
        (paid, _won(scene, aim, concerted=concerted)),
        paid=amount,
        currency=currency,
        backs=scene.faction if action == "claim" else "",
        concerted=concerted,
    )


def _currency(scene: Scene) -> Currency:
    """What is paid in: an alliance in influence alone, the others as the order says."""
    if scene.order.action == "ally":
        return "influence"
    match scene.order.pay:
        case "influence" | "capital" as currency:
            return currency
        case _:
            return ""


def _won(scene: Scene, aim: ToCourt, *, concerted: bool) -> Change:
    match scene.order.action:
        case "ally":
            return Allied(scene.faction, aim.npc)
        case "claim":
            return Claimed(aim.npc, aim.thing, scene.faction)
        case _:
            turn = scene.dice.turn
            key = scene.order.key
            return Rallied(Rally(key, aim.npc, scene.faction, aim.target, concerted, turn))
