"""Orders of House Vael in the sound campaign as text, and the records they are read to."""

from __future__ import annotations

from typing import Final

from chronicle.records import replace
from chronicle.rules.lieutenants.orders import (
    AttackOrder,
    ConcealOrder,
    GmModifier,
    InfluenceOrder,
    MoveOrder,
    Order,
    RecruitOrder,
    ResearchOrder,
    SeduceOrder,
    SellOrder,
    SpyOrder,
    StanceOrder,
    TakeOrder,
    TrainOrder,
    WorkOrder,
)
from chronicle.rules.lieutenants.state import TrainingGain
from tests.rules.lieutenants.turns import unit

KESS: Final = Order("vael", "a", "kess", "work", WorkOrder(), at="manor")
#: Ada is in the cellar, unless the order takes her elsewhere.
ADA: Final = Order("vael", "a", "ada", "work", WorkOrder(), at="cellar")
SEDUCER: Final = unit("silk", "seducer")
SABOTEURS: Final = unit("moles", "saboteurs")
ASSASSINS: Final = unit("blades", "assassins")

#: What is written, what the GM changes first, and the order that it is.
GOOD: Final[tuple[tuple[str, tuple[str, ...], Order], ...]] = (
    (
        "lieutenant: kess, action: aggressive-attack, at: mill",
        (),
        replace(
            KESS,
            action="aggressive-attack",
            command=AttackOrder("aggressive"),
            presumed=True,
            at="mill",
            against="oru",
        ),
    ),
    (
        (
            "lieutenant: kess, action: cautious-attack, at: market, against: [watch], "
            "units: [blades, knives], stealthy: true, strike: patrol, items: [crown], "
            "modifiers: [{value: -1, because: rain}, {value: 2, because: a rope}], "
            "end_at: market, plan: ' By night. ', influence: 2"
        ),
        (ASSASSINS, "asset: patrol, at: market"),
        replace(
            KESS,
            action="cautious-attack",
            command=AttackOrder("cautious", strike="patrol"),
            at="market",
            against="watch",
            units=("blades", "knives"),
            items=("crown",),
            stealth="unidentified",
            influence=2,
            modifiers=(GmModifier(-1, "rain"), GmModifier(2, "a rope")),
            end_at={"kess": "market", "blades": "market", "knives": "market"},
            plan="By night.",
        ),
    ),
    (
        "lieutenant: kess, action: raid, at: mill, take: {capital: 5}",
        (),
        replace(
            KESS,
            action="raid",
            command=TakeOrder("capital", amount=5),
            at="mill",
            against="oru",
            presumed=True,
        ),
    ),
    (
        # A thing is taken where it is, from whose it is.
        "lieutenant: kess, action: raid, take: {item: scales}, stealthy: unidentified",
        ("faction: oru, item: {id: scales, name: Scales, at: market}",),
        replace(
            KESS,
            action="raid",
            command=TakeOrder("item", "scales"),
            at="market",
            against="oru",
            stealth="unidentified",
        ),
    ),
    (
        # The GM says where it is believed to be, and it may be elsewhere.
        "lieutenant: kess, action: raid, at: mill, take: {unit: spies}",
        (),
        replace(KESS, action="raid", command=TakeOrder("unit", "spies"), at="mill", against="oru"),
    ),
    (
        "lieutenant: ada, action: steal, take: {lieutenant: fox}",
        (),
        replace(
            ADA, action="steal", command=TakeOrder("lieutenant", "fox"), at="mill", against="oru"
        ),
    ),
    (
        "lieutenant: ada, action: steal, take: {facility: shop}, units: [moles]",
        (SABOTEURS,),
        replace(
            ADA,
            action="steal",
            command=TakeOrder("facility", "shop"),
            at="mill",
            against="oru",
            units=("moles",),
        ),
    ),
    (
        "lieutenant: ada, action: conceal, target: {unit: knives}, move_to: market",
        (),
        replace(ADA, action="conceal", command=ConcealOrder("knives", "market"), at="manor"),
    ),
    (
        # What somebody holds is where they are.
        "lieutenant: ada, action: conceal, target: {item: crown}",
        (),
        replace(ADA, action="conceal", command=ConcealOrder("crown"), at="manor"),
    ),
    (
        (
            "lieutenant: ada, action: surveil, target: {lieutenant: fox}, choose: stealth, "
            "stealthy: true"
        ),
        (),
        replace(
            ADA,
            action="surveil",
            command=SpyOrder("lieutenant", "fox"),
            at="mill",
            against="oru",
            choose="stealth",
            stealth="unnoticed",
        ),
    ),
    (
        "lieutenant: ada, action: surveil, target: {location: market}, against: oru",
        (),
        replace(
            ADA,
            action="surveil",
            command=SpyOrder("location", "market"),
            at="market",
            against="oru",
        ),
    ),
    (
        # Who comes to one's own location can be watched; nobody is against it.
        "lieutenant: ada, action: surveil, target: {location: manor}",
        (),
        replace(ADA, action="surveil", command=SpyOrder("location", "manor"), at="manor"),
    ),
    (
        "lieutenant: ada, action: investigate, target: {other: who pays, obscurity: 3}",
        (),
        replace(ADA, action="investigate", command=SpyOrder("other", "who pays", 3)),
    ),
    (
        # Word travels: one asks here for what is elsewhere.
        "lieutenant: ada, action: investigate, target: {unit: spies}",
        (),
        replace(ADA, action="investigate", command=SpyOrder("unit", "spies"), against="oru"),
    ),
    (
        (
            "lieutenant: ada, action: recruit, target: {lieutenant: fox}, join: stay, "
            "stealthy: unidentified"
        ),
        (),
        replace(
            ADA,
            action="recruit",
            command=RecruitOrder("fox", stays=True),
            at="mill",
            against="oru",
            stealth="unidentified",
        ),
    ),
    (
        "lieutenant: ada, action: recruit, target: {unit: giants}, stealthy: true",
        (),
        replace(
            ADA,
            action="recruit",
            command=RecruitOrder("giants", stays=False),
            at="mill",
            against="oru",
            stealth="unnoticed",
        ),
    ),
    (
        "lieutenant: ada, action: sell, target: {item: chest}",
        (),
        replace(ADA, action="sell", command=SellOrder("item", "chest"), at="manor"),
    ),
    (
        "lieutenant: ada, action: sell, target: {location: manor}",
        (),
        replace(ADA, action="sell", command=SellOrder("location", "manor"), at="manor"),
    ),
    (
        "lieutenant: ada, action: seduce, target: {lieutenant: fox}, units: [silk]",
        (SEDUCER,),
        replace(
            ADA,
            action="seduce",
            command=SeduceOrder("fox"),
            at="mill",
            against="oru",
            units=("silk",),
        ),
    ),
    (
        # Eight successes, and it may rest, if nothing is said (L-ACT-RESEARCH).
        "lieutenant: ada, action: research, project: wards, name: The Wards",
        (),
        replace(ADA, action="research", command=ResearchOrder("wards", "The Wards", 8, hold=True)),
    ),
    (
        (
            "lieutenant: ada, action: research, project: wards, name: Wards, successes: 12, "
            "hold: false, at: market"
        ),
        (),
        replace(
            ADA,
            action="research",
            command=ResearchOrder("wards", "Wards", 12, hold=False),
            at="market",
        ),
    ),
    (
        # Six successes for training (L-ACT-TRAIN); Kess is of level 3 and the adept of level 2.
        "lieutenant: kess, action: train, project: drill, target: {unit: adept}, gain: level",
        (),
        replace(
            KESS,
            action="train",
            command=TrainOrder("drill", "adept", TrainingGain(), 6, hold=True),
            at="cellar",
        ),
    ),
    (
        # Of the same level is enough for another type.
        (
            "lieutenant: kess, action: train, project: drill, target: {unit: guards}, "
            "gain: {type: saboteurs}, hold: false"
        ),
        (),
        replace(
            KESS,
            action="train",
            command=TrainOrder("drill", "guards", TrainingGain(type="saboteurs"), 6, hold=False),
        ),
    ),
    (
        # No trainer needs to be there for who is sent away.
        (
            "lieutenant: kess, action: train, project: drill, target: {lieutenant: kess}, "
            "gain: level, statistic: sneak, sent_away: 12"
        ),
        (),
        replace(
            KESS,
            action="train",
            command=TrainOrder(
                "drill", "kess", TrainingGain(statistic="sneak"), 6, hold=True, sent_away=12
            ),
        ),
    ),
    (
        (
            "lieutenant: kess, action: move, units: [knives], to: inn, carry: [crown, chest], "
            "if_ambushed: aggressive, if_blocked: cautious"
        ),
        (),
        replace(
            KESS,
            action="move",
            command=MoveOrder((("kess", "inn"), ("knives", "inn")), ("crown", "chest")),
            units=("knives",),
            if_ambushed="aggressive",
            if_blocked="cautious",
        ),
    ),
    (
        # The lieutenant stays behind.
        "lieutenant: kess, action: move, units: [knives, guards], to: {knives: inn, guards: ford}",
        (),
        replace(
            KESS,
            action="move",
            command=MoveOrder((("knives", "inn"), ("guards", "ford"))),
            units=("knives", "guards"),
        ),
    ),
    (
        # The lieutenant is there already, and units come to him.
        "lieutenant: kess, action: move, units: [knives], to: market",
        ("asset: knives, at: ford",),
        replace(KESS, action="move", command=MoveOrder((("knives", "market"),)), units=("knives",)),
    ),
    (
        # By the old drain, from the manor to the market.
        "lieutenant: kess, action: move, units: [knives], to: market, stealthy: true",
        (),
        replace(
            KESS,
            action="move",
            command=MoveOrder((("kess", "market"), ("knives", "market"))),
            units=("knives",),
            stealth="unnoticed",
        ),
    ),
    (
        "lieutenant: kess, action: move, units: [rats], to: ford, stealthy: unnoticed",
        (unit("rats", "smugglers"),),
        replace(
            KESS,
            action="move",
            command=MoveOrder((("kess", "ford"), ("rats", "ford"))),
            units=("rats",),
            stealth="unnoticed",
        ),
    ),
    (
        "lieutenant: kess, action: work, units: [knives, moles], selective: [moles], at: market",
        (SABOTEURS,),
        replace(KESS, command=WorkOrder(("moles",)), at="market", units=("knives", "moles")),
    ),
    (
        "lieutenant: kess, action: ambush, at: market, against: [oru, watch], attack: aggressive",
        (),
        replace(
            KESS,
            action="ambush",
            command=StanceOrder("ambush", ("oru", "watch"), "aggressive"),
            at="market",
        ),
    ),
    (
        "lieutenant: kess, action: ambush, against: oru",
        (),
        replace(KESS, action="ambush", command=StanceOrder("ambush", ("oru",), "cautious")),
    ),
    (
        "lieutenant: kess, action: block, at: market, against: oru, units: [guards]",
        (),
        replace(
            KESS,
            action="block",
            command=StanceOrder("block", ("oru",)),
            at="market",
            units=("guards",),
        ),
    ),
    (
        "lieutenant: ada, action: gain-influence, npc: watch, hush: all, influence: 2",
        (),
        replace(
            ADA,
            action="gain-influence",
            command=InfluenceOrder("watch"),
            against="watch",
            hush="all",
            influence=2,
        ),
    ),
    (
        "lieutenant: ada, action: ally, npc: watch, stealthy: true, at: market",
        (),
        replace(
            ADA,
            action="ally",
            command=InfluenceOrder("watch"),
            at="market",
            against="watch",
            stealth="unnoticed",
        ),
    ),
    (
        # Claims go as far as words do: the inn is in another locale.
        "lieutenant: ada, action: claim, npc: watch, target: {location: inn}, pay: influence",
        (),
        replace(
            ADA,
            action="claim",
            command=InfluenceOrder("watch", thing="inn"),
            against="watch",
            pay="influence",
        ),
    ),
    (
        "lieutenant: ada, action: rally, npc: watch, against: oru, pay: capital, hush: public",
        (),
        replace(
            ADA,
            action="rally",
            command=InfluenceOrder("watch", target="oru"),
            against="watch",
            pay="capital",
            hush="public",
        ),
    ),
)
