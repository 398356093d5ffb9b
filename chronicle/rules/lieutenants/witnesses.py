"""Who learns of an action: by name, or only that it happened (L-STL-4, L-STL-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.events import Stealth
from chronicle.rules.lieutenants.state import Asset, Lieutenant, Minion, State, Unit, owners
from chronicle.rules.lieutenants.stealth import informed
from chronicle.rules.lieutenants.terms import INFLUENCE, Action

#: Done before everybody's eyes (L-STL-5).
OPEN_TO_ALL: frozenset[Action] = frozenset(
    {"aggressive-attack", "cautious-attack", "raid", "steal", "purchase", "sell"}
)
#: Noticed by whom it is aimed at alone (L-STL-5).
PERSONAL: frozenset[Action] = frozenset({"surveil", "investigate", "recruit", "seduce"})
#: Seen by whoever watches the place where it is done (L-STL-5), dealings of influence however
#: discreet.
PRIVATE: frozenset[Action] = INFLUENCE | {"train", "research", "work", "ambush", "block"}


def insiders(scene: Scene) -> frozenset[str]:
    """Those who know of an action because they take part in it."""
    return taking_part(scene.faction, (scene.lieutenant, *scene.units))


def taking_part(faction: str, minions: Iterable[Minion]) -> frozenset[str]:
    """A faction that does something with these minions, and whom double agents among them serve.

    A faction whose lieutenant acts for another in secret is none of them.
    """
    served = (minion.agent_of for minion in minions if minion.faction == faction)
    return frozenset({faction, *served} - {""})


def circles(
    scene: Scene, stealth: Stealth, extra: Iterable[str] = (), *, public: bool = False
) -> tuple[Visibility, Visibility]:
    """Those who learn what was done and by whom, and those who learn that it was done.

    ``extra`` are factions that learn of it by a rule of its own (influence, moves); with
    ``public`` everybody does. Stealth that held is beyond either.
    """
    inside = visibility_of_factions(insiders(scene))
    openly = FOR_EVERYONE if public else _open(scene, {*extra, *following(scene)})
    if scene.order.action == "conceal" or (stealth.held and stealth.kind == "unnoticed"):
        return inside, FOR_GM
    if stealth.held:
        # Whoever is told because he follows somebody would know by that who it was.
        return inside, FOR_EVERYONE if public else _open(scene, extra)
    return inside | openly, FOR_GM


def _open(scene: Scene, extra: Iterable[str]) -> Visibility:
    action = scene.order.action
    if action in OPEN_TO_ALL:
        return FOR_EVERYONE
    circle = visibility_of_factions(extra)
    if action in PERSONAL:
        circle = circle | visibility_of_factions(_aimed_at(scene))
        if action == "investigate":
            circle = circle | visibility_of_factions(informed(scene.state, scene.locale))
    if action in PRIVATE:
        circle = circle | visibility_of_factions(
            at_the_place(scene.state, scene.order.at, scene.faction)
        )
    return circle


def _aimed_at(scene: Scene) -> frozenset[str]:
    asset = scene.state.assets.get(scene.target)
    if asset is not None:
        return concerned(asset)
    return frozenset({scene.order.against} - {""})


def concerned(asset: Asset) -> frozenset[str]:
    """Those who notice what is done to an asset: whose it is, of a prisoner who keeps it.

    Prisoners can send no word to their own.
    """
    held = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    return frozenset({held}) if held else owners(asset)


def following(scene: Scene) -> frozenset[str]:
    """The factions that watch the acting lieutenant or a unit with it."""
    return scene.state.watchers(scene.lieutenant.id, *(unit.id for unit in scene.units))


def at_the_place(state: State, place: str, by: str = "") -> frozenset[str]:
    """The factions that watch a location, or whose informers watch its locale.

    Informers hear nothing of what is done in a secret place ``by`` those who are in on it, if their
    own faction is not.
    """
    found = state.places.get(place)
    listening = informed(state, state.locale(place))
    if found is not None and found.known(by):
        listening = frozenset(one for one in listening if found.known(one))
    return state.watchers(place) | listening


def bystanders(
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
