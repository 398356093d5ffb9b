"""Orders in the sound campaign as text, and the records they are read to."""

from __future__ import annotations

from typing import Final

from chronicle.records import Record
from chronicle.rules.wwn.orders import (
    AttackOrder,
    CreateOrder,
    ExpandOrder,
    FreeActionOrder,
    HideOrder,
    MoveOrder,
    Order,
    OrderedAction,
    RepairOrder,
    SellOrder,
)
from chronicle.rules.wwn.state import Asset, Base
from chronicle.rules.wwn.terms import Action
from tests.rules.wwn.turns import abilities, listed, new

IMPERIAL: Final = "faction: vael, tags: [imperialist]"


class Good(Record):
    """What a faction orders, and the one order that it is; ``word`` is that of a free action."""

    law: str
    text: str
    order: Order
    action: Action | str = ""
    faction: str = "vael"
    gm: tuple[str, ...] = ()
    word: str = ""


def _free(
    law: str,
    text: str,
    command: FreeActionOrder,
    *gm: str,
    asset: str,
    word: str,
    faction: str = "vael",
) -> Good:
    """An asset's free action."""
    order = Order(faction, "a", asset, command, free=True)
    return Good(law, abilities(f"id: a, asset: {asset}, {text}"), order, "", faction, gm, word)


def _act(
    law: str,
    action: Action,
    text: str,
    asset: str,
    command: OrderedAction,
    *gm: str,
    faction: str = "vael",
) -> Good:
    """One order of an action."""
    order = Order(faction, "a", asset, command)
    return Good(law, listed(action, f"id: a, {text}"), order, action, faction, gm)


FREE: Final = (
    Good(
        "Treasure is brought by an asset alone",
        abilities("id: a, asset: fields"),
        Order("vael", "a", "fields", FreeActionOrder(0), free=True),
        word="yields",
    ),
    _free(
        "who looks looks at a faction",
        "against: oru",
        FreeActionOrder(0, against="oru"),
        asset="eyes",
        word="exposes",
    ),
    _free(
        "a caravan goes alone",
        "to: ford",
        FreeActionOrder(0, to="ford"),
        asset="wagons",
        word="carries",
        faction="oru",
    ),
    _free(
        "a caravan takes another along",
        "to: ford, target: band",
        FreeActionOrder(0, target="band", to="ford"),
        new("oru", "band", "scouts", "mill"),
        asset="wagons",
        word="carries",
        faction="oru",
    ),
    _free(
        "a free action is called by its place among the effects",
        "to: ford",
        FreeActionOrder(1, to="ford"),
        new("vael", "guides", "dragomans", "redhaven"),
        asset="guides",
        word="carries",
    ),
    _free(
        "roads join two places in their reach",
        "target: guards, to: mill",
        FreeActionOrder(0, target="guards", to="mill"),
        new("vael", "roads", "military-roads", "redhaven"),
        asset="roads",
        word="carries",
    ),
    _free(
        "a network sends on from where the other is",
        "target: scouts, to: crag",
        FreeActionOrder(0, target="scouts", to="crag"),
        new("vael", "net", "transport-network", "ford"),
        new("vael", "scouts", "scouts", "harbour"),
        asset="net",
        word="carries",
    ),
    _free(
        "smugglers take others past bans",
        "target: barrow, to: redhaven",
        FreeActionOrder(0, target="barrow", to="redhaven"),
        new("oru", "boats", "smugglers", "mill"),
        new("oru", "barrow", "farmers", "mill"),
        asset="boats",
        word="carries",
        faction="oru",
    ),
    _free(
        "who is carried unseen is kept out by nobody",
        "target: barrow, to: redhaven",
        FreeActionOrder(0, target="barrow", to="redhaven"),
        new("oru", "carts", "covert-transport", "mill"),
        new("oru", "barrow", "farmers", "mill"),
        asset="carts",
        word="carries",
        faction="oru",
    ),
    _free(
        "who is hurt is healed",
        "target: riders",
        FreeActionOrder(0, target="riders"),
        new("vael", "wizards", "magical-logistics", "ford"),
        asset="wizards",
        word="mends",
    ),
    Good(
        "who hides itself is told nothing more",
        abilities("id: a, asset: shifters"),
        Order("vael", "a", "shifters", FreeActionOrder(0), free=True),
        gm=(new("vael", "shifters", "shapeshifters", "redhaven"),),
        word="cloaks",
    ),
    _free(
        "another is made Subtle",
        "target: fields",
        FreeActionOrder(0, target="fields"),
        new("vael", "friends", "hired-friends", "ford"),
        asset="friends",
        word="cloaks",
    ),
    _free(
        "a rival's asset is pressed",
        "target: wagons",
        FreeActionOrder(0, target="wagons"),
        new("vael", "ring", "monopoly", "mill"),
        asset="ring",
        word="demands",
    ),
    _free(
        "the word may be said where there is no choice",
        "use: demands, target: wagons",
        FreeActionOrder(0, target="wagons"),
        new("vael", "ring", "monopoly", "mill"),
        asset="ring",
        word="demands",
    ),
    Good(
        "a tag's free Expand stands among the abilities",
        abilities("id: a, expand: {base: old-inn, at: mill, hp: 3, declares: [eyes]}"),
        Order(
            "vael",
            "a",
            "",
            ExpandOrder(Base("old-inn", "Old inn", "vael", "mill", 3, 3), ("eyes",)),
            free=True,
        ),
        gm=(IMPERIAL,),
    ),
)

ACTS: Final = (
    _act(
        "an attack is on a faction",
        "attack",
        "asset: traders, against: oru",
        "traders",
        AttackOrder("oru"),
        faction="kell",
    ),
    _act(
        "a base alone can be attacked",
        "attack",
        "asset: riders, against: oru",
        "riders",
        AttackOrder("oru"),
        "asset: wagons, lost: true",
        "asset: riders, at: mill",
    ),
    _act(
        "what is done in place of an attack has a target, and its faction with it",
        "attack",
        "asset: rebels, target: wagons",
        "rebels",
        AttackOrder("oru", "wagons"),
        new("vael", "rebels", "seditionists", "mill"),
    ),
    _act(
        "the faction may be named beside the target",
        "attack",
        "asset: scribes, target: wagons, against: oru",
        "scribes",
        AttackOrder("oru", "wagons"),
        new("vael", "scribes", "cryptomancers", "ford"),
    ),
    _act("an asset moves", "move", "asset: riders, to: mill", "riders", MoveOrder("mill")),
    _act(
        "who is Mobile moves twice as far",
        "move",
        "asset: riders, to: harbour",
        "riders",
        MoveOrder("harbour"),
        "faction: vael, tags: [mobile]",
    ),
    _act(
        "what is Subtle goes where it is forbidden",
        "move",
        "asset: scouts, to: redhaven",
        "scouts",
        MoveOrder("redhaven"),
        new("oru", "scouts", "scouts", "mill"),
        faction="oru",
    ),
    _act(
        "who leads goes where it is forbidden",
        "move",
        "asset: van, to: redhaven",
        "van",
        MoveOrder("redhaven"),
        new("oru", "van", "vanguard-unit", "mill"),
        "faction: oru, force: 2",
        faction="oru",
    ),
    _act(
        "who is sheltered goes where it is forbidden",
        "move",
        "asset: wagons, to: redhaven",
        "wagons",
        MoveOrder("redhaven"),
        new("oru", "crowd", "popular-movement", "redhaven"),
        faction="oru",
    ),
    _act(
        "an asset is repaired once, unless more is said",
        "repair",
        "asset: riders",
        "",
        RepairOrder("riders"),
    ),
    _act(
        "an asset is repaired several times",
        "repair",
        "asset: riders, times: 2",
        "",
        RepairOrder("riders", 2),
        "asset: riders, hp: -3",
    ),
    _act("a base is repaired", "repair", "base: ford-hall", "", RepairOrder("ford-hall")),
    _act("a faction repairs itself", "repair", "faction: true", "", RepairOrder("")),
    Good(
        "a base is founded, with a name of its own",
        "expand: {id: a, base: inn, name: the Salt Inn, at: mill, hp: 9}\n",
        Order("kell", "a", "", ExpandOrder(Base("inn", "the Salt Inn", "kell", "mill", 9, 9))),
        "expand",
        "kell",
    ),
    _act("an asset is hidden", "hide", "asset: guards", "guards", HideOrder()),
    _act("an asset is sold", "sell", "asset: fields", "fields", SellOrder()),
)

GOOD: Final[tuple[Good, ...]] = (*FREE, *ACTS)

#: What is bought by House Vael, what the GM changes first, and the aim that it is.
PURCHASES: Final[tuple[tuple[str, tuple[str, ...], CreateOrder], ...]] = (
    (
        "asset: foot, type: infantry, at: ford",
        (),
        CreateOrder(Asset("foot", "Infantry", "vael", "ford", "infantry", 6, ready=2)),
    ),
    (
        "asset: foot, type: infantry, at: ford, name: the Pikes",
        (),
        CreateOrder(Asset("foot", "the Pikes", "vael", "ford", "infantry", 6, ready=2)),
    ),
    (
        # What starts hidden does, and magic is low with the house and one step more in the lab.
        "asset: spies, type: occult-infiltrators, at: redhaven",
        (new("vael", "lab", "arcane-laboratory", "redhaven"),),
        CreateOrder(
            Asset(
                "spies",
                "Occult Infiltrators",
                "vael",
                "redhaven",
                "occult-infiltrators",
                4,
                "hidden",
                ready=2,
            )
        ),
    ),
    (
        "asset: foot, type: infantry, at: ford",
        ("faction: vael, tags: [concealed]",),
        CreateOrder(Asset("foot", "Infantry", "vael", "ford", "infantry", 6, "hidden", ready=2)),
    ),
    (
        # Wealth 2 and two more by the tag.
        "asset: ring, type: monopoly, at: ford",
        ("faction: vael, tags: [innovative]",),
        CreateOrder(Asset("ring", "Monopoly", "vael", "ford", "monopoly", 12, ready=2, above=True)),
    ),
    (
        "asset: slayer, type: war-machines, at: redhaven, helped_by: [lenders, genius]",
        (
            "faction: vael, force: 6",
            "faction: vael, treasure: +5",
            new("vael", "lenders", "usurers", "ford"),
            new("vael", "genius", "mad-genius", "redhaven"),
        ),
        CreateOrder(
            Asset("slayer", "War Machines", "vael", "redhaven", "war-machines", 14, ready=2),
            ("lenders", "genius"),
        ),
    ),
)
