"""Who learns of an action: who did it, or only that it happened (L-STL-4, L-STL-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.events import StealthResult
from chronicle.rules.lieutenants.state import Asset, Lieutenant, Minion, State, Unit, owners
from chronicle.rules.lieutenants.stealth import informed_factions
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, Action

#: Actions done in public (L-STL-5).
PUBLIC_ACTIONS: frozenset[Action] = frozenset(
    {"aggressive-attack", "cautious-attack", "raid", "steal", "purchase", "sell"}
)
#: Actions noticed only by their target (L-STL-5).
TARGET_NOTICED_ACTIONS: frozenset[Action] = frozenset(
    {"surveil", "investigate", "recruit", "seduce"}
)
#: Actions seen by watchers of the place (L-STL-5); this includes discreet influence actions.
WATCHER_NOTICED_ACTIONS: frozenset[Action] = INFLUENCE_ACTIONS | {
    "train",
    "research",
    "work",
    "ambush",
    "block",
}


def insider_factions(context: ActionContext) -> frozenset[str]:
    """Return the factions that know of an action because they take part in it."""
    return factions_taking_part(context.faction, (context.lieutenant, *context.units))


def factions_taking_part(faction: str, minions: Iterable[Minion]) -> frozenset[str]:
    """Return the acting faction, and those that double agents among its minions serve.

    A faction whose lieutenant secretly acts for another is not included.
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
    """Return who learns what was done and by whom, and who learns only that it was done.

    ``extra_factions`` learn of it under a rule specific to the action (influence, moves); with
    ``public`` everybody does. Stealth that held takes precedence over both.
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
        # Factions that watch the actor are not told: they would know who it was.
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
    """Return who notices what is done to an asset: its owners, or a prisoner's captor.

    Prisoners can't report to their own faction.
    """
    held = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    return frozenset({held}) if held else owners(asset)


def factions_following(context: ActionContext) -> frozenset[str]:
    """Return the factions that watch the acting lieutenant or one of its units."""
    return context.state.watchers(context.lieutenant.id, *(unit.id for unit in context.units))


def factions_watching_place(state: State, place: str, acting_faction: str = "") -> frozenset[str]:
    """Return the factions that watch a location, or whose informers watch its locale.

    For a secret place that ``acting_faction`` knows, informers report only to factions that know it
    too.
    """
    found = state.places.get(place)
    listening = informed_factions(state, state.locale(place))
    if found is not None and found.known(acting_faction):
        listening = frozenset(one for one in listening if found.known(one))
    return state.watchers(place) | listening


def bystander_factions(
    state: State, places: Iterable[str], unaware: Collection[str] = ()
) -> frozenset[str]:
    """Return the factions with a fit and unhidden minion at one of these locations (L-STL-5).

    Hidden minions notice nothing, nor do the assets in ``unaware``.
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
