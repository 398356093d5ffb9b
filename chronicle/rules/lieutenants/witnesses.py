"""Who learns of an action: by name, or only that it happened (L-STL-4, L-STL-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.events import StealthResult
from chronicle.rules.lieutenants.state import Asset, Lieutenant, Minion, State, Unit, owners
from chronicle.rules.lieutenants.stealth import informed_factions
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, Action

#: Done before everybody's eyes (L-STL-5).
PUBLIC_ACTIONS: frozenset[Action] = frozenset(
    {"aggressive-attack", "cautious-attack", "raid", "steal", "purchase", "sell"}
)
#: Noticed by whom it is aimed at alone (L-STL-5).
TARGET_NOTICED_ACTIONS: frozenset[Action] = frozenset(
    {"surveil", "investigate", "recruit", "seduce"}
)
#: Seen by whoever watches the place where it is done (L-STL-5), dealings of influence however
#: discreet.
WATCHER_NOTICED_ACTIONS: frozenset[Action] = INFLUENCE_ACTIONS | {
    "train",
    "research",
    "work",
    "ambush",
    "block",
}


def insider_factions(context: ActionContext) -> frozenset[str]:
    """Those who know of an action because they take part in it."""
    return factions_taking_part(context.faction, (context.lieutenant, *context.units))


def factions_taking_part(faction: str, minions: Iterable[Minion]) -> frozenset[str]:
    """A faction that does something with these minions, and whom double agents among them serve.

    A faction whose lieutenant acts for another in secret is none of them.
    """
    served = (minion.agent_of for minion in minions if minion.faction == faction)
    return frozenset({faction, *served} - {""})


def action_visibilities(
    context: ActionContext,
    stealth: StealthResult,
    extra_factions: Iterable[str] = (),
    *,
    public: bool = False,
) -> tuple[Visibility, Visibility]:
    """Those who learn what was done and by whom, and those who learn that it was done.

    ``extra_factions`` are factions that learn of it by a rule of its own (influence, moves); with
    ``public`` everybody does. Stealth that held is beyond either.
    """
    inside = visibility_of_factions(insider_factions(context))
    openly = (
        FOR_EVERYONE
        if public
        else _open_visibility(context, {*extra_factions, *factions_following(context)})
    )
    if context.order.action == "conceal" or (stealth.held and stealth.kind == "unnoticed"):
        return inside, FOR_GM
    if stealth.held:
        # Whoever is told because he follows somebody would know by that who it was.
        return inside, FOR_EVERYONE if public else _open_visibility(context, extra_factions)
    return inside | openly, FOR_GM


def _open_visibility(context: ActionContext, extra: Iterable[str]) -> Visibility:
    action = context.order.action
    if action in PUBLIC_ACTIONS:
        return FOR_EVERYONE
    circle = visibility_of_factions(extra)
    if action in TARGET_NOTICED_ACTIONS:
        circle = circle | visibility_of_factions(_target_factions(context))
        if action == "investigate":
            circle = circle | visibility_of_factions(
                informed_factions(context.state, context.locale)
            )
    if action in WATCHER_NOTICED_ACTIONS:
        circle = circle | visibility_of_factions(
            factions_watching_place(context.state, context.order.at, context.faction)
        )
    return circle


def _target_factions(context: ActionContext) -> frozenset[str]:
    asset = context.state.assets.get(context.target)
    if asset is not None:
        return factions_noticing(asset)
    return frozenset({context.order.against} - {""})


def factions_noticing(asset: Asset) -> frozenset[str]:
    """Those who notice what is done to an asset: whose it is, of a prisoner who keeps it.

    Prisoners can send no word to their own.
    """
    held = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    return frozenset({held}) if held else owners(asset)


def factions_following(context: ActionContext) -> frozenset[str]:
    """The factions that watch the acting lieutenant or a unit with it."""
    return context.state.watchers(context.lieutenant.id, *(unit.id for unit in context.units))


def factions_watching_place(state: State, place: str, acting_faction: str = "") -> frozenset[str]:
    """The factions that watch a location, or whose informers watch its locale.

    Informers hear nothing of what is done in a secret place ``acting_faction`` those who are in on
    it, if their own faction is not.
    """
    found = state.places.get(place)
    listening = informed_factions(state, state.locale(place))
    if found is not None and found.known(acting_faction):
        listening = frozenset(one for one in listening if found.known(one))
    return state.watchers(place) | listening


def bystander_factions(
    state: State, places: Iterable[str], unaware: Collection[str] = ()
) -> frozenset[str]:
    """The factions with somebody fit and unhidden at one of these locations (L-STL-5).

    Who hides keeps his head down; ``unaware`` are assets that notice nothing either.
    """
    wanted = set(places)
    return frozenset(
        owner
        for asset in state.assets.values()
        if isinstance(asset, Unit | Lieutenant)
        if state.at(asset) in wanted and state.fit(asset) and asset.hiding is None
        if asset.id not in unaware
        for owner in owners(asset)
    )
