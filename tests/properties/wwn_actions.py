"""What a faction of assets can be told to do, made of what there is on the board.

What the rules refuse all the same is for others to find.
"""

from __future__ import annotations

from dataclasses import dataclass

from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.effects import (
    Afflicts,
    Carries,
    Cheapens,
    Cloaks,
    Demands,
    Effect,
    Empowers,
    Exposes,
    Mends,
)
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import ActionName
from tests.properties.secret_tokens import chance, pick, some
from tests.properties.wwn_setup import Content, World


@dataclass
class Doing:
    """One faction's orders in the making."""

    world: World
    state: State
    faction: str

    def __post_init__(self) -> None:
        self.choices = self.world.choices
        places = {asset.at for asset in self.own()}
        met = [asset.faction for asset in self.rivals() if asset.at in places]
        #: Whom it attacks, if it attacks: one faction a turn.
        self.foe = pick(self.choices, met) if met else ""

    def order(self) -> Content:
        # The first letter keeps an id from reading as a number.
        return {"id": self.world.token("order id", [self.faction])}

    def own(self) -> list[Asset]:
        """The faction's assets that do something."""
        return [one for one in self.state.own(self.faction) if one.type != self.world.idle]

    def friends(self) -> list[Asset]:
        """What can be carried and healed: its own, and what its allies have in the open."""
        allied = [one for one in self.rivals() if self.state.friendly(one.faction, self.faction)]
        return [*self.own(), *allied * 3]

    def rivals(self) -> list[Asset]:
        """Others' assets in the open."""
        return [
            asset
            for _, asset in sorted(self.state.assets.items())
            if asset.faction != self.faction and not asset.stealth
        ]

    def foes(self) -> list[str]:
        return [id for id in self.state.living() if id != self.faction]

    def made(self, asset: Asset) -> AssetType:
        return self.state.type_of(asset)

    # Free actions

    def able(self) -> list[Asset]:
        """The assets that have a free action to be ordered."""
        return [
            asset
            for asset in self.own()
            if any(effect.ordered for effect in self.made(asset).effects)
        ]

    def ability(self, asset: Asset) -> Content | None:
        effects = [one for one in self.made(asset).effects if one.ordered]
        effect = pick(self.choices, effects)
        order = {**self.order(), "asset": asset.id}
        words = {one.word for one in effects}
        if len(words) > 1:
            order["use"] = effect.word
        command = self.command(asset, effect)
        return None if command is None else order | command

    def command(self, asset: Asset, effect: Effect) -> Content | None:
        """What a free action is aimed at; None when there is nothing."""
        match effect:
            case Carries():
                return self.carrying(asset, effect)
            case Mends() | Cloaks(who="other"):
                kinds = effect.kinds
                which = self.friends() if isinstance(effect, Mends) else self.own()
                fit = [one.id for one in which if self.made(one).attribute in kinds]
                return {"target": pick(self.choices, fit)} if fit else None
            case Demands():
                here = [one.id for one in self.rivals() if one.at == asset.at]
                return {"target": pick(self.choices, here)} if here else None
            case Exposes():
                return {"against": pick(self.choices, self.foes())} if self.foes() else None
            case _:
                return {}

    def carrying(self, asset: Asset, effect: Carries) -> Content | None:
        command: Content = {"to": pick(self.choices, self.world.core)}
        if effect.who == "self" or (effect.who == "both" and chance(self.choices, 20)):
            return command
        others = [
            one.id
            for one in self.friends()
            if one.id != asset.id and self.made(one).attribute in effect.kinds
        ]
        near = [id for id in others if self.state.assets[id].at == asset.at]
        found = near or others
        return {**command, "target": pick(self.choices, found)} if found else None

    def free_expansion(self) -> Content | None:
        order = self.order()
        expansion = self.expansion()
        return None if expansion is None else {**order, "expand": expansion}

    # The seven actions

    def single(self, action: ActionName) -> Content | None:
        """The one order of an action of which there is only one."""
        more = self.expansion() if action == "expand" else self.purchase()
        return None if more is None else {**self.order(), **more}

    def expansion(self) -> Content | None:
        places = {asset.at for asset in self.own()} & {*self.world.core}
        places -= {base.at for base in self.state.own_bases(self.faction)}
        if not places:
            return None
        at = pick(self.choices, sorted(places))
        here = [one for one in self.own() if one.at == at]
        named = self.world.named("base", self.faction)
        hidden = [one.id for one in here if one.stealth]
        return {
            "base": named["id"],
            "name": named["name"],
            "at": at,
            "hp": self.choices.number(1, 4),
            "declares": some(self.choices, hidden, 60),
        }

    def purchase(self) -> Content | None:
        bases = [base.at for base in self.state.own_bases(self.faction)]
        if not bases:
            return None
        named = self.world.named("asset", self.faction)
        helpers = [
            one.id
            for one in self.own()
            if any(isinstance(effect, Cheapens | Empowers) for effect in self.made(one).effects)
        ]
        return {
            "asset": named["id"],
            "name": named["name"],
            "type": pick(self.choices, self.within_means()),
            "at": pick(self.choices, bases),
            "helped_by": some(self.choices, helpers, 80),
        }

    def within_means(self) -> list[str]:
        """Types that its ratings allow, and a few that they don't."""
        own = self.state.factions[self.faction]
        types = self.state.house.catalogue.assets
        fit = [id for id, made in types.items() if made.level <= own.rating(made.attribute)]
        return [id for id in fit if id != self.world.idle] or list(types)[:1]

    def listed(self, action: ActionName, id: str) -> Content | None:
        """One order of an action that may have many."""
        asset = self.state.assets[id]
        order: Content = {**self.order(), "asset": id}
        if asset.type == self.world.idle and action != "move":
            return None
        match action:
            case "attack":
                return self.attack(order, asset)
            case "move":
                idle = asset.type == self.world.idle
                places = self.world.hideouts if idle else self.world.core
                return {**order, "to": pick(self.choices, places)}
            case "repair" if asset.hp == self.state.maximum(asset):
                return None
            case "repair":
                return {**order, "times": self.choices.number(1, 2)}
            case _:
                return order

    def attack(self, order: Content, asset: Asset) -> Content | None:
        instead = [one for one in self.made(asset).effects_of(Afflicts) if one.when == "instead"]
        theirs = [one for one in self.rivals() if one.faction == self.foe]
        near = [one for one in theirs if one.at == asset.at] or theirs[:1]
        if instead and near:
            return {**order, "target": pick(self.choices, near).id}
        return {**order, "against": self.foe} if self.foe else None

    def repair_of_itself(self) -> Content:
        bases = [one.id for one in self.state.own_bases(self.faction) if not one.headquarters]
        order = self.order()
        if bases and chance(self.choices, 50):
            return {**order, "base": pick(self.choices, bases)}
        return {**order, "faction": True}
