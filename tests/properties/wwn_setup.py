"""Openings for the asset turn: ratings, tags, goals, standing orders, bases, and assets by type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.terms import ATTRIBUTES, MAGIC
from tests.properties.secret_tokens import Choices, Ledger, chance, pick, some, who

Content = dict[str, Any]

SHIPPED: Final = shipped_catalogue()
_LATER: Final = ("rooted", "scavenger", "supported", "tenacious", "zealot")
#: Tags that factions get: others would change all throws, and the seeds of samples were chosen.
TAGS: Final = [id for id in SHIPPED.tags if id not in _LATER]
#: Assets in the order of their attributes, so that a faction draws as its ratings are.
TYPES: Final = {
    attribute: [id for id, made in SHIPPED.assets.items() if made.attribute == attribute]
    for attribute in ATTRIBUTES
}
#: What there is seldom an occasion for, unless there are many of it.
RARE: Final = (
    *("informers", "useful-idiots", "shapeshifters", "mindbenders", "just-as-planned"),
    *("covert-transport", "vigilant-agents", "omniscient-seers", "seditionists", "lead-or-silver"),
    *("healers", "usurers", "merchant-prince", "mad-genius", "monopoly", "supply-interruption"),
    *("golden-prosperity", "magical-logistics", "fortification-program", "vanguard-unit"),
    *("interrupted-logistics", "expert-treachery", "manufactory", "siege-experts", "saboteurs"),
    *("bewitching-charmer", "front-merchant", "cryptomancers", "popular-movement", "healers"),
    *("cooperative-businesses", "knights", "infantry"),
)
#: Words for what a faction does on others' turns.
WORDS: Final = ("never", "lethal", "always")


@dataclass
class World:
    """What openings and orders are written with: who plays where, and the house's own types.

    ``core`` are places that are played in, ``hideouts`` two that nobody ever comes to from there.
    ``idle`` is the type of those who sleep in them; ``mercenary``, ``gambler`` and
    ``tag`` are the house's too.
    """

    choices: Choices
    ledger: Ledger
    powers: list[str]
    core: list[str]
    hideouts: list[str]
    idle: str
    mercenary: str
    gambler: str
    tag: str
    #: What each faction has from the start, by id of the faction.
    openings: dict[str, Content] = field(default_factory=dict)

    def token(self, kind: str, readers: list[str]) -> str:
        return self.ledger.token(kind, who([*readers, "gm"], self.powers))

    def named(self, kind: str, owner: str) -> Content:
        """An id and a name; who sees the thing on some board may read the name."""
        return {
            "id": self.token("asset id", [owner]),
            "name": f"the {self.token(f'name of {kind}', [owner])}",
        }

    def types(self) -> list[str]:
        """Types of assets to pick from, those more often that are seldom to the purpose."""
        return [*SHIPPED.assets, *RARE * 4, *[self.mercenary, self.gambler] * 6]


@dataclass
class Openings:
    """Writes the openings of all factions, so that each can be about what the others have."""

    world: World

    def __post_init__(self) -> None:
        self.choices = self.world.choices
        self.seats: dict[str, str] = {}

    def write(self) -> dict[str, Content]:
        world = self.world
        for power in world.powers:
            self.seats[power] = pick(self.choices, world.core)
            world.openings[power] = self.figures(power)
        for power in world.powers:
            opening = world.openings[power]
            if chance(self.choices, 80):
                opening["goal"] = self.goal(power)
            if chance(self.choices, 80):
                opening["standing"] = self.standing(power)
        return world.openings

    def figures(self, id: str) -> Content:
        choices = self.choices
        high = chance(choices, 60)
        opening: Content = {
            "magic": pick(choices, MAGIC),
            "treasure": pick(choices, [40, 90, 6, 0, 0]),
            "xp": pick(choices, [0, 9, 40]),
            "tags": some(choices, [*TAGS, self.world.tag], 20),
        }
        for name in ATTRIBUTES:
            opening[name] = choices.number(3 if high else 1, 8 if high else 5)
        opening["bases"] = self.bases(id)
        opening["assets"] = [self.sleeper(id)]
        opening["assets"] += [self.asset(id) for _ in range(choices.number(4, 9))]
        if chance(choices, 25):
            opening["hp"] = choices.number(1, 2)
            opening["bases"][0]["hp"] = opening["hp"]
        return opening

    def bases(self, id: str) -> list[Content]:
        seat = {**self.world.named("base", id), "at": self.seats[id], "headquarters": True}
        if chance(self.choices, 50):
            return [seat]
        other = pick(self.choices, [place for place in self.world.core if place != self.seats[id]])
        more: Content = {**self.world.named("base", id), "at": other, "max": 2}
        return [seat, more | ({"hp": 1} if chance(self.choices, 50) else {})]

    def asset(self, id: str) -> Content:
        made = pick(self.choices, self.world.types())
        return self.of_type(id, made)

    def of_type(self, id: str, made: str) -> Content:
        # Most is near the middle, where there is somebody to fight.
        at = pick(self.choices, [self.seats[id], *self.world.core[:2] * 2, self.world.core[2]])
        asset: Content = {**self.world.named("asset", id), "type": made, "at": at}
        if made in SHIPPED.assets and "waterborne" in _words(made):
            asset["at"] = self.world.core[0]
        if chance(self.choices, 20):
            asset["stealth"] = True
        if chance(self.choices, 15):
            asset["hp"] = 1
        return asset

    def sleeper(self, id: str) -> Content:
        own = self.world.named("sleeper", id)
        own |= {"type": self.world.idle, "at": pick(self.choices, self.world.hideouts)}
        return own | {"stealth": True}

    # What factions want, and what they do on others' turns

    def others(self, id: str, key: str) -> list[Content]:
        """What others have in the open."""
        return [
            thing
            for power, opening in self.world.openings.items()
            if power != id
            for thing in opening[key]
            if not thing.get("stealth")
        ]

    def goal(self, id: str) -> Content:
        whole = [
            asset["id"]
            for asset in self.others(id, "assets")
            if "hp" not in asset and asset["type"] not in _HIDDEN
        ]
        places = [base["at"] for base in self.others(id, "bases")]
        rivals = [power for power in self.world.powers if power != id]
        concealed = any("concealed" in opening["tags"] for opening in self.world.openings.values())
        return goal_for(self.choices, rivals, [] if concealed else whole, places)

    def standing(self, id: str) -> Content:
        opening = self.world.openings[id]
        own = [thing["id"] for thing in (*opening["bases"], *opening["assets"])]
        rivals = [power for power in self.world.powers if power != id]
        return standing_for(self.choices, own, rivals)


def _words(made: str) -> set[str]:
    return {type(effect).__name__.lower() for effect in SHIPPED.assets[made].effects}


#: Types that start Stealthed.
_HIDDEN: Final = frozenset(id for id in SHIPPED.assets if "startshidden" in _words(id))


def goal_for(choices: Choices, rivals: list[str], targets: list[str], lairs: list[str]) -> Content:
    """A goal of any kind, with what it is about."""
    goals: list[Content] = [
        {"kind": "blood-the-enemy"},
        {"kind": "destroy-the-foe", "against": pick(choices, rivals)},
        {"kind": "expand-influence"},
        {"kind": "inside-enemy-territory"},
        {"kind": "invincible-valor"},
        {"kind": "peaceable-kingdom"},
        {"kind": "sphere-dominance", "attribute": pick(choices, ATTRIBUTES)},
        {"kind": "wealth-of-kingdoms"},
    ]
    if targets:
        goals.append({"kind": "eliminate-target", "asset": pick(choices, targets)})
    if lairs:
        goals.append({"kind": "root-out-the-enemy", "at": pick(choices, lairs)})
    return pick(choices, goals)


def standing_for(choices: Choices, own: list[str], rivals: list[str]) -> Content:
    """Standing orders of every kind, some of them left out."""
    contests = ["at-war", "never", "always", some(choices, rivals, 60)]
    all_of_them: Content = {
        "defend": some(choices, own, 30),
        "at_war": some(choices, rivals, 50),
        "contest": pick(choices, contests),
        "sacrifice": pick(choices, WORDS),
        "step_in": chance(choices, 70),
        "restore": chance(choices, 70),
        "take_over": chance(choices, 70),
        "rerolls": choices.number(0, 3),
        "pays": chance(choices, 70),
    }
    kept = some(choices, all_of_them, 70)
    return {key: all_of_them[key] for key in kept}
