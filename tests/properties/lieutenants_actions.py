"""What a lieutenant can be told to do, made of what there is on the board.

What the rules refuse all the same is for others to find.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Unit,
    kind_of,
    owners,
)
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, ActionName
from tests.properties.secret_tokens import chance, pick, some, who

if TYPE_CHECKING:
    from tests.properties.lieutenants_orders import OrderWriter

Content: TypeAlias = dict[str, Any]
ACTIONS: Final[tuple[ActionName, ...]] = get_args(ActionName)
#: Hidden so well that nobody ever finds it.
UNFINDABLE: Final = 900
#: What units can be bought, and what a divine one is bought from.
TYPES: Final = (
    "thief-pack",
    "smugglers",
    "assassins",
    "spies",
    "saboteurs",
    "seducer",
    "sage",
    "informers",
    "guard-squad",
    "mercenaries",
    "hedgemage",
    "priest",
)
SKILLS: Final = ("force", "sneak", "charm", "lore")
RESULTS: Final = ("complete_failure", "failure", "success", "complete_success")


def sleeps(asset: Asset) -> bool:
    """Whether an asset is one that nobody ever uses or finds."""
    return asset.hiding is not None and asset.hiding.level >= UNFINDABLE


@dataclass
class Doing:
    """One order in the making."""

    writer: OrderWriter
    faction: str
    lieutenant: Lieutenant

    def __post_init__(self) -> None:
        self.choices = self.writer.choices
        self.state = self.writer.state
        self.locale = self.state.locale(self.lieutenant.at)
        self.units = self._units()

    def token(self, kind: str, readers: Sequence[str] = ()) -> str:
        return self.writer.ledger.token(kind, who(list(readers) or "gm", self.writer.powers))

    def pick(self, options: Sequence[Any]) -> Any:
        return pick(self.choices, list(options)) if options else None

    def order(self) -> Content | None:
        doing = self.doing(pick(self.choices, self.likely()))
        if doing is None:
            return None
        # The first letter keeps an id from reading as a number.
        id = self.token("order id", [self.faction])
        order: Content = {"id": id, "lieutenant": self.lieutenant.id, **doing}
        earlier = [order["id"] for order in self.writer.written[self.faction]["actions"]]
        if earlier and chance(self.choices, 20):
            order["needs"] = pick(self.choices, earlier)
            instead = self.doing(pick(self.choices, ACTIONS))
            order["otherwise"] = instead if instead and chance(self.choices, 60) else "nothing"
        return order

    def likely(self) -> list[ActionName]:
        """All actions, more often those that there is seldom an occasion for."""
        seducers = any(unit.power("seduces") is not None for unit in self.units)
        seduce: ActionName = "seduce"
        move: ActionName = "move"
        return [
            *ACTIONS,
            "recruit",
            *[seduce] * 8 * seducers,
            *[move] * (8 if self.awaited() else 1),
        ]

    def doing(self, action: ActionName) -> Content | None:
        """An action with all that belongs to it; None when there is nothing to do it to."""
        wanted: Content | None = _WAYS[action](self)
        if wanted is None:
            return None
        doing: Content = {"action": action, **wanted}
        if self.units and "units" not in doing:
            doing["units"] = [unit.id for unit in self.units]
        if ACTION_DEFINITIONS[action].stealth and chance(self.choices, 40):
            doing["stealthy"] = pick(self.choices, [True, ACTION_DEFINITIONS[action].stealth[-1]])
        if action in INFLUENCE_ACTIONS and chance(self.choices, 30):
            doing["influence"] = self.choices.number(1, 2)
        if action in INFLUENCE_ACTIONS:
            doing["hush"] = pick(self.choices, ["none", "public", "all"])
        # Hardly anybody is won over without a good reason.
        if chance(self.choices, 70 if action == "recruit" else 30):
            because = f"For {self.token('modifier', [self.faction])}"
            doing["modifiers"] = [{"value": pick(self.choices, [-4, 2, 9]), "because": because}]
        if chance(self.choices, 50):
            doing["plan"] = f"We {self.token('plan', [self.faction])}."
        if action not in ("move", "ambush", "block") and chance(self.choices, 25):
            doing["end_at"] = pick(self.choices, self.near())
        if chance(self.choices, 25):
            doing["items"] = some(self.choices, self.own(Item), 60)
        if "plan" in doing:
            self.enlarge(doing)
        return doing

    def enlarge(self, doing: Content) -> None:
        """Add what leaves the choices as they were: replies to stances, a way, a further thing."""
        doing.setdefault("if_ambushed", "cautious")
        doing.setdefault("if_blocked", "aggressive")
        ways = self.state.places[self.locale].neighbours
        if doing["action"] == "block" and ways:
            doing["way"] = ways[0]
        taken = doing.get("take", {})
        if {"item", "information"} & set(taken):
            doing["take"] = [taken, {"capital": 1}]

    # What there is

    def near(self) -> list[str]:
        """The locations of the lieutenant's locale that the faction knows."""
        return [
            id
            for id, place in sorted(self.state.places.items())
            if place.tier == "location" and place.within == self.locale
            if place.known(self.faction)
        ]

    def reach(self) -> list[str]:
        """The locations that the faction knows in this locale and in those that it touches."""
        locales = [self.locale, *self.state.places[self.locale].neighbours]
        return [
            id
            for id, place in sorted(self.state.places.items())
            if place.tier == "location" and place.within in locales and place.known(self.faction)
        ]

    def awaited(self) -> list[str]:
        """Where somebody lies in wait for the faction, or is about to."""
        stances = [(stance.at, stance.against) for stance in self.state.stances.values()]
        stances += [
            (order["at"], tuple(order["against"]))
            for own in self.writer.written.values()
            for order in own["actions"]
            if order["action"] in ("ambush", "block")
        ]
        there = {at for at, against in stances if self.faction in against}
        return [id for id in self.reach() if id in there and id != self.lieutenant.at]

    def here(self, *kinds: type[Asset]) -> list[Any]:
        """Assets in the lieutenant's locale that are somebody's."""
        return [
            asset
            for asset in self.writer.assets(*kinds)
            if self.state.locale(self.state.at(asset)) == self.locale and asset.faction
        ]

    def others(self, *kinds: type[Asset]) -> list[Any]:
        return [asset for asset in self.here(*kinds) if asset.faction != self.faction]

    def own(self, *kinds: type[Asset]) -> list[str]:
        return [asset.id for asset in self.here(*kinds) if asset.faction == self.faction]

    def factions(self, *, npc: bool | None = None) -> list[str]:
        return [
            id
            for id, faction in self.state.factions.items()
            if id != self.faction and npc in (None, faction.npc)
        ]

    def _units(self) -> list[Unit]:
        writer, state = self.writer, self.state
        free = [
            unit
            for unit in writer.assets(Unit)
            if writer.able(unit) and unit.id not in writer.busy
            if self.faction in owners(unit) and state.locale(unit.at) == self.locale
        ]
        return some(self.choices, free, 70)[: state.factions[self.faction].cohesion]

    # The actions

    def assault(self) -> Content | None:
        enemies = self.others(Lieutenant, Unit)
        enemy = self.pick(enemies)
        if enemy is None:
            return None
        doing: Content = {"at": enemy.at, "against": enemy.faction}
        if any(unit.power("strikes-one") is not None for unit in self.units):
            quiet = [unit.id for unit in self.units if "sneak" in unit.competencies]
            doing |= {"strike": enemy.id, "stealthy": True, "units": quiet}
        for rally in self.state.rallies.values():
            if rally.npc == self.faction and rally.target == enemy.faction:
                doing["answers"] = rally.id
        return doing

    def taking(self, *, stealing: bool = False) -> Content | None:
        kinds: list[type[Asset]] = [Item, Information, Unit, Facility]
        things = [*self.others(*kinds, *([Lieutenant] if stealing else [])), None, None]
        thing = self.pick(things)
        if thing is None:
            at = self.pick([id for id in self.near() if self.state.places[id].owner])
            if at is None:
                return None
            return {"at": at, "take": {"capital": self.choices.number(1, 6)}}
        at = self.state.at(thing)
        return {"at": at, "against": thing.faction, "take": {kind_of(thing): thing.id}}

    def stealing(self) -> Content | None:
        return self.taking(stealing=True)

    def concealing(self) -> Content | None:
        asset = self.pick(self.own(Lieutenant, Unit, Item, Information))
        if asset is None:
            return None
        doing: Content = {"target": self.named(asset)}
        return doing | ({"move_to": pick(self.choices, self.near())} if self.coin() else {})

    def coin(self) -> bool:
        return chance(self.choices, 50)

    def named(self, id: str) -> Content:
        asset = self.state.assets.get(id)
        return {"location" if asset is None else kind_of(asset): id}

    def watching(self) -> Content | None:
        targets = [asset.id for asset in self.others(Lieutenant, Unit)]
        target = pick(self.choices, [*targets, *self.near()])
        doing: Content = {"target": self.named(target)}
        if target in self.state.places:
            doing["against"] = pick(self.choices, self.factions())
        return doing | {"choose": pick(self.choices, ["stealth", "more"])}

    def buying(self) -> Content | None:
        kind = pick(self.choices, ["unit", "item", "facility", "location"])
        doing: Content = {"pay": pick(self.choices, ["none", "double"])}
        if kind == "location":
            places = self.state.places
            found = [id for id in self.near() if not places[id].owner and places[id].cost.amount]
            place = self.pick(found)
            return None if place is None else {**doing, "buy": {"location": place}}
        name = f"the {self.token(f'bought {kind}', [self.faction])}"
        buy: Content = {kind: self.token("asset id", [self.faction]), "name": name}
        buy["at"] = pick(self.choices, self.near())
        if kind == "unit":
            buy["type"] = pick(self.choices, TYPES)
            if buy["type"] == "priest":
                buy["from"] = self.pick(self.factions(npc=True))
        elif kind == "item":
            buy |= {"value": self.choices.number(0, 6), "level": self.choices.number(1, 4)}
        else:
            buy["type"] = "craftsmen"
        return {**doing, "buy": buy}

    def asking(self) -> Content | None:
        doing = {"choose": pick(self.choices, ["stealth", "more"])}
        asset = self.pick([*self.others(), None])
        if asset is None:
            matter = f"Who is {self.token('matter', [self.faction])}?"
            return {**doing, "target": {"other": matter, "obscurity": self.choices.number(0, 5)}}
        return {**doing, "target": self.named(asset.id)}

    def recruiting(self) -> Content | None:
        asset = self.pick([*self.others(Lieutenant), *self.others(Lieutenant, Unit)])
        if asset is None:
            return None
        return {"target": self.named(asset.id), "join": pick(self.choices, ["over", "stay"])}

    def selling(self) -> Content | None:
        places = [id for id in self.near() if self.state.places[id].owner == self.faction]
        thing = self.pick([*self.own(Unit, Item, Information, Facility), *places])
        return None if thing is None else {"target": self.named(thing)}

    def seducing(self) -> Content | None:
        able = [unit.id for unit in self.units if unit.power("seduces") is not None]
        asset = self.pick(self.others(Lieutenant, Unit))
        if not able or asset is None:
            return None
        return {"target": self.named(asset.id), "units": able}

    def project(self, kind: str) -> Content:
        """A project carried on, or a new one."""
        begun = [
            project.id
            for project in self.state.projects.values()
            if project.kind == kind and project.faction == self.faction
        ]
        if begun and chance(self.choices, 50):
            return {"project": pick(self.choices, begun)}
        new: Content = {"project": self.token("project id", [self.faction])}
        new["successes"] = self.choices.number(1, 4)
        if chance(self.choices, 80):
            new["hold"] = self.coin()
        if kind == "research":
            new["name"] = f"the {self.token('project', [self.faction])}"
        return new

    def researching(self) -> Content:
        return self.project("research")

    def training(self) -> Content | None:
        doing = self.project("train")
        trainees = [id for id in self.own(Lieutenant, Unit) if id != self.lieutenant.id]
        if len(doing) == 1:
            return doing
        trainee = self.pick(trainees)
        if trainee is None:
            return None
        doing["target"] = self.named(trainee)
        if "lieutenant" in doing["target"]:
            doing |= {"gain": "level", "statistic": pick(self.choices, SKILLS)}
            away = self.coin() and trainee not in self.writer.busy
            return doing | ({"sent_away": self.choices.number(1, 5)} if away else {})
        gain = {"type": pick(self.choices, TYPES[:-1])}
        return {**doing, "gain": pick(self.choices, ["level", gain])}

    def moving(self) -> Content | None:
        goals = self.reach()
        goals += self.awaited() * 6
        replies = ["none", "aggressive", "cautious"]
        doing: Content = {
            "to": pick(self.choices, goals),
            "if_ambushed": pick(self.choices, replies),
            "if_blocked": pick(self.choices, replies),
        }
        if self.coin():
            doing["carry"] = some(self.choices, self.own(Item, Information), 60)
        if self.units and self.coin():
            legs = {minion.id: pick(self.choices, goals) for minion in self.units}
            doing["to"] = legs | ({self.lieutenant.id: doing["to"]} if self.coin() else {})
        return doing

    def working(self) -> Content | None:
        skill = pick(self.choices, SKILLS)
        able = [unit.id for unit in self.units if skill in unit.competencies]
        return {"units": able, "selective": some(self.choices, able, 40)} if able else None

    def waiting(self) -> Content:
        against = some(self.choices, self.factions(), 80) or self.factions()[:1]
        return {"at": pick(self.choices, self.near()), "against": against}

    def ambushing(self) -> Content:
        return self.waiting() | {"attack": pick(self.choices, ["aggressive", "cautious"])}

    def courting(self) -> Content | None:
        npc = self.pick(self.factions(npc=True))
        return None if npc is None else {"npc": npc}

    def claiming(self) -> Content | None:
        thing = self.pick([*(asset.id for asset in self.others()), *self.near()])
        doing = self.courting()
        if doing is None or thing is None:
            return None
        return {**doing, "target": self.named(thing), "pay": self.payment()}

    def payment(self) -> str:
        return pick(self.choices, ["capital", "influence", "none"])

    def rallying(self) -> Content | None:
        doing = self.courting()
        against = self.pick([id for id in self.factions() if doing and id != doing["npc"]])
        return None if doing is None else {**doing, "against": against, "pay": self.payment()}

    def customizing(self) -> Content:
        """Something else, with a check of any kind, and adjustments by result, or none yet."""
        name = f"A {self.token('custom name', [self.faction])}"
        notice = pick(self.choices, ["public", "target", "watchers", "nobody"])
        doing: Content = {"name": name, "notice": notice, "at": pick(self.choices, self.near())}
        check: Content = {"skill": pick(self.choices, SKILLS)}
        kind = pick(self.choices, ["straight", "level", "opposed_by"])
        if kind != "straight":
            level = self.choices.number(0, 6)
            check[kind] = level if kind == "level" else pick(self.choices, SKILLS)
        if kind == "opposed_by" or notice == "target" or self.coin():
            doing["against"] = pick(self.choices, self.factions())
        if chance(self.choices, 80):
            doing["brings"] = {
                result: [self.brought() for _ in range(self.choices.number(0, 2))]
                for result in some(self.choices, RESULTS, 60)
            }
        return {**doing, "check": check}

    def brought(self) -> Content:
        """An adjustment that a result brings: for this faction, or to others."""
        powers = self.writer.powers
        words = pick(self.choices, ["gm", "everyone", "factions", [self.faction], [powers[0]]])
        because = f"For {self.writer.ledger.token('brought because', who(words, powers))}"
        modifier = {
            "id": self.token("modifier id"),
            "actions": pick(self.choices, [["raid", "steal"], list(ACTIONS)]),
            "value": pick(self.choices, [2, -1]),
            "once": self.coin(),
        }
        effects: list[Content] = [
            {"faction": self.faction, "modifier": modifier},
            {"faction": self.faction, "capital": 2},
            *({"asset": it.id, "condition": "damaged"} for it in self.here(Lieutenant, Unit)[:3]),
            *({"asset": it.id, "at": at} for it in self.here(Unit)[:1] for at in self.near()[:1]),
            *(
                {"place": id, "known_to": [self.faction]}
                for id, place in sorted(self.state.places.items())
                if place.secret and not place.known(self.faction)
            ),
        ]
        return {"for": words, "because": because, **pick(self.choices, effects)}


_WAYS: Final[dict[ActionName, Callable[[Doing], Content | None]]] = {
    "aggressive-attack": Doing.assault,
    "cautious-attack": Doing.assault,
    "raid": Doing.taking,
    "conceal": Doing.concealing,
    "steal": Doing.stealing,
    "surveil": Doing.watching,
    "purchase": Doing.buying,
    "investigate": Doing.asking,
    "recruit": Doing.recruiting,
    "sell": Doing.selling,
    "seduce": Doing.seducing,
    "research": Doing.researching,
    "move": Doing.moving,
    "train": Doing.training,
    "work": Doing.working,
    "ambush": Doing.ambushing,
    "block": Doing.waiting,
    "gain-influence": Doing.courting,
    "ally": Doing.courting,
    "claim": Doing.claiming,
    "rally": Doing.rallying,
    "custom": Doing.customizing,
}
