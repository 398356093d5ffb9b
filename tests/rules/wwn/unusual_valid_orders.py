"""Orders that may look wrong and are not."""

from __future__ import annotations

from typing import Final

from chronicle.rules.wwn.orders import Order, SellOrder
from tests.rules.wwn.turns import abilities, listed, new
from tests.rules.wwn.valid_orders import IMPERIAL, Good

#: What is ordered is of no interest here, only that it may be.
_NOTHING: Final = Order("vael", "", "", SellOrder())


def _sound(law: str, text: str, *gm: str, faction: str = "vael") -> Good:
    """Orders that may look wrong and are not."""
    return Good(law, text, _NOTHING, faction=faction, gm=gm)


LOOKS_WRONG: Final = (
    _sound(
        "who is carried to a rival attacks it there",
        abilities("id: a, asset: roads, target: guards, to: mill")
        + listed("attack", "id: b, asset: guards, against: oru"),
        new("vael", "roads", "military-roads", "redhaven"),
    ),
    _sound(
        "who was carried unseen stays unseen when carried on",
        abilities(
            "id: a, asset: carts, target: barrow, to: redhaven",
            "id: b, asset: roads, target: barrow, to: mill",
        ),
        new("oru", "carts", "covert-transport", "mill"),
        new("oru", "roads", "military-roads", "mill"),
        new("oru", "barrow", "farmers", "mill"),
        "faction: oru, wealth: 3",
        faction="oru",
    ),
    _sound(
        "some free actions have no limit",
        abilities(
            "id: a, asset: ways, target: guards, to: mill",
            "id: b, asset: ways, target: riders, to: mill",
        ),
        new("vael", "ways", "underground-roads", "redhaven"),
    ),
    _sound(
        "one attacks where a base alone is in the open",
        listed("attack", "id: a, asset: traders, against: vael"),
        "asset: traders, at: ford",
        "asset: guards, stealth: true",
        faction="kell",
    ),
    _sound(
        "what hurts itself first may need a repair",
        abilities("id: a, asset: traders-two") + listed("repair", "id: b, asset: traders-two"),
        new("vael", "traders-two", "trade-company", "redhaven"),
    ),
    _sound(
        "one buys at a base that was founded before the action",
        abilities("id: a, expand: {base: inn, at: mill, hp: 2, declares: [eyes]}")
        + "create: {id: b, asset: foot, type: infantry, at: mill}\n",
        IMPERIAL,
    ),
    _sound(
        # Nothing on hand, and an income of 4.
        "income is there before the action",
        "create: {id: a, asset: band, type: useful-idiots, at: ford}\n",
        "faction: vael, treasure: -20",
    ),
    _sound(
        "what is set aside for repairs pays for them",
        # 1 + 2 for the riders, 1 and 1 for the others, of an income of 4 and at least 1 set aside.
        abilities("id: a, asset: gold")
        + listed(
            "repair",
            "id: b, asset: riders, times: 2",
            "id: c, asset: guards",
            "id: d, asset: fields",
        ),
        "faction: vael, treasure: -20",
        "asset: riders, hp: -2",
        "asset: guards, hp: -1",
        "asset: fields, hp: -1",
        new("vael", "gold", "golden-prosperity", "redhaven"),
    ),
    _sound(
        "who is bought now defends at once",
        "defend: [foot]\ncreate: {id: a, asset: foot, type: infantry, at: ford}\n",
    ),
    _sound(
        "a base that is founded now is defended at once",
        "standing: {defend: [inn]}\n"
        "expand: {id: a, base: inn, at: mill, hp: 2, declares: [eyes]}\n",
    ),
    _sound(
        "a rival that is attacked throws to resist",
        "redo: [{asset: benders, roll: vael/a/defence}]\n"
        + listed("attack", "id: a, asset: guards, against: kell"),
        new("vael", "benders", "mindbenders", "redhaven"),
        "asset: traders, at: ford",
    ),
    _sound(
        "what others throw outside their orders can be thrown again",
        "redo: [{asset: benders, roll: oru/rogue/band-defence}]\n",
        new("vael", "benders", "mindbenders", "redhaven"),
    ),
    _sound(
        "what watchers throw can be thrown again",
        "redo: [{asset: benders, roll: oru/start/spot-band-eyes-check}]\n",
        new("vael", "benders", "mindbenders", "redhaven"),
    ),
    _sound(
        "a ban that its ruler lifts this turn keeps nobody out",
        "forbids: {mill: []}\n" + listed("move", "id: a, asset: riders, to: mill"),
        "place: mill, ruler: vael",
    ),
    _sound(
        "a goal that may be met by fighting makes room for another",
        "goal: {kind: blood-the-enemy}\n",
    ),
    _sound(
        "one who stays at home with a leader is none the worse",
        listed("move", "id: a, asset: van, to: redhaven", "id: b, asset: wagons, to: redhaven"),
        new("oru", "van", "vanguard-unit", "mill"),
        "faction: oru, force: 2",
        faction="oru",
    ),
    _sound(
        "to have Wealth of Kingdoms again takes more Wealth",
        "raises: [wealth]\nabandon: true\ngoal: {kind: wealth-of-kingdoms}\n",
        "faction: vael, xp: +1",
    ),
)
