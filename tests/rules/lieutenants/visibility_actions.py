"""The actions of the matrix: for each the board that it needs and the order that Vael gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.records import Record, replace
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.actions.conceal import ConcealOrder
from chronicle.rules.lieutenants.actions.custom import CustomOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.actions.purchase import PurchaseOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.actions.recruit import RecruitOrder, SeduceOrder
from chronicle.rules.lieutenants.actions.research import ResearchOrder
from chronicle.rules.lieutenants.actions.sell import SellOrder
from chronicle.rules.lieutenants.actions.stance import StanceOrder
from chronicle.rules.lieutenants.actions.train import TrainOrder
from chronicle.rules.lieutenants.actions.work import WorkOrder
from chronicle.rules.lieutenants.catalogue import PowerKind, Price, UnitPower
from chronicle.rules.lieutenants.inputs import AdjustmentInput
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import (
    Asset,
    AttackStyle,
    Facility,
    FactionState,
    Item,
    PlaceState,
    Stance,
    State,
    TrainingGain,
    Unit,
    Watch,
)
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, ActionName, NoticedBy, StealthKind
from chronicle.yaml.decode import decode
from chronicle.yaml.parser import compose
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, unit

#: The factions of the matrix beside Vael, the Oru and the watch.
LOOKERS: Final = ("mora", "sight", "ears", "far")


class ActionCase(Record):
    """One thing that is done, or befalls; ``purpose`` is that of the check, ``target`` a faction.

    ``stealth`` is what a stealthy try would bring, ``sprung`` when a stance of Vael's is met.
    """

    state: State
    order: Order
    stealth: StealthKind
    purpose: str = "check"
    target: str = "oru"
    sprung: bool = False


def _unit_with(id: str, kind: PowerKind, *skills: Any, **fields: Any) -> Unit:
    return unit(id, 2, *skills, powers=(UnitPower(kind),), **fields)


CROWN: Final = Item("crown", "The Crown", "oru", "mill", value=3)
CHEST: Final = Item("chest", "A Chest", "vael", "field", value=3)
PRICE: Final = Price(2, "capital")
#: Everybody on the board of every action.
ALL: Final[tuple[Asset, ...]] = (
    lieutenant("ada", at="field"),
    unit("knives", 2, "force", "sneak", at="field"),
    _unit_with("killers", "strikes-one", "force", "sneak", at="field"),
    _unit_with("wreckers", "damages-facilities", "sneak", at="field"),
    _unit_with("charmer", "seduces", "charm", at="field"),
    _unit_with("carters", "moves-unseen", "sneak", at="field"),
    lieutenant("fox", at="mill", faction="oru"),
    unit("pack", 2, "force", "sneak", at="mill", faction="oru", cost=PRICE),
    _unit_with("listeners", "watches-locale", at="gate", faction="ears"),
    CROWN,
    CHEST,
    Facility("works", "The Works", "oru", "mill", "craftsmen", 2),
)


def _state(*, without: tuple[str, ...] = (), influence: int = 40, **more: Any) -> State:
    kept = [asset for asset in ALL if asset.id not in without]
    factions = [
        FactionState("vael", False, 9, 9, 9, 9, 40, {"watch": influence} if influence else {}),
        FactionState("mora", False, 9, 9, 9, 9, 20, {"watch": 2}),
        *(FactionState(id, False, 9, 9, 9, 9, 20) for id in LOOKERS if id != "mora"),
    ]
    return board(
        *kept,
        places=(
            PlaceState("mill", "location", "town", (), owner="oru", capital=5),
            PlaceState("shed", "location", "town", (), level=2, cost=PRICE),
        ),
        factions=factions,
        watches=frozenset({Watch("sight", "ada")}),
        **more,
    )


def _action(
    action: ActionName, command: Command, state: State | None = None, **fields: Any
) -> ActionCase:
    stealth = fields.pop("as_", (ACTION_DEFINITIONS[action].stealth or ("",))[0])
    target = fields.pop("target", "oru")
    fields.setdefault("at", "field")
    order = Order("vael", "o", "ada", action, command, **fields)
    return ActionCase(state or _state(), order, stealth, target=target)


def _attack(action: ActionName, state: State | None = None, **fields: Any) -> ActionCase:
    style: AttackStyle = "aggressive" if action == "aggressive-attack" else "cautious"
    command = AttackOrder(style, fields.pop("strike", ""))
    return _action(
        action, command, state, at="mill", against="oru", **{"units": ("knives",), **fields}
    )


def _take(action: ActionName, state: State | None = None, **fields: Any) -> ActionCase:
    command = fields.pop("command", TakeOrder("item", "crown"))
    return _action(action, command, state, at="mill", against="oru", **fields)


def _spy(action: ActionName, command: SpyOrder, **fields: Any) -> ActionCase:
    return _action(
        action, command, at="mill", against="oru" if command.kind != "other" else "", **fields
    )


def _recruit(subject: str, *, stays: bool = False, **fields: Any) -> ActionCase:
    return _action("recruit", RecruitOrder(subject, stays), at="mill", against="oru", **fields)


def _court(action: ActionName, **fields: Any) -> ActionCase:
    influence = fields.pop("influence", 40)
    command = InfluenceOrder(
        "watch", "crown" if action == "claim" else "", "oru" if action == "rally" else ""
    )
    pay = "influence" if action in ("claim", "rally") else "none"
    state = _state(influence=influence)
    return _action(action, command, state, against="watch", target="watch", pay=pay, **fields)


def _custom(notice: NoticedBy) -> ActionCase:
    """A custom action that gives Vael a modifier which it learns of itself."""
    reward = _adjustment(
        "faction: vael, modifier: {id: lured, actions: [steal], value: 2}, for: vael, because: so"
    )
    command = CustomOrder(
        "Lure them away", "charm", 2, None, notice, dict.fromkeys(ROLL_RESULTS, (reward,))
    )
    return _action("custom", command, at="field", against="oru")


def _adjustment(text: str) -> AdjustmentInput:
    report = Report()
    node = compose(Source("turn", f"{{{text}}}"), report)
    found = decode(AdjustmentInput, node, report) if node is not None else None
    assert found is not None
    return found


def _sprung(kind: Any) -> ActionCase:
    stance = Stance("ada", "vael", kind, "field", (), ("oru",), "cautious")
    order = Order("oru", "o", "fox", "move", MoveOrder((("fox", "field"),)), "mill")
    state = _state(stances={"ada": stance})
    return ActionCase(state, order, "", purpose="stance-ada", sprung=True)


def _distracted() -> ActionCase:
    found = _attack("aggressive-attack")
    return replace(found, state=replace(found.state, benched=frozenset({"ada"})))


_COURTING: Final[tuple[ActionName, ...]] = ("gain-influence", "ally", "claim", "rally")
ACTIONS: Final[Mapping[str, ActionCase]] = {
    "aggressive-attack": _attack("aggressive-attack"),
    "cautious-attack": _attack("cautious-attack"),
    "attack-on-nobody": _attack("cautious-attack", _state(without=("fox", "pack"))),
    "strike": _attack("aggressive-attack", units=("killers",), strike="fox"),
    "raid": _take("raid", units=("knives",)),
    "raid-unopposed": _take("raid", _state(without=("fox", "pack"))),
    "steal": _take("steal", units=("knives",)),
    "sabotage": _take("steal", units=("wreckers",), command=TakeOrder("facility", "works")),
    "conceal": _action("conceal", ConcealOrder("chest")),
    "surveil": _spy("surveil", SpyOrder("lieutenant", "fox")),
    "surveil-quietly": _spy("surveil", SpyOrder("lieutenant", "fox"), choose="stealth"),
    "surveil-a-place": _spy("surveil", SpyOrder("location", "mill")),
    "purchase": _action(
        "purchase", PurchaseOrder("unit", "hands", unit("hands", 2, "sneak", cost=PRICE), 2)
    ),
    "purchase-a-place": _action("purchase", PurchaseOrder("location", "shed", None, 2), at="shed"),
    "investigate": _spy("investigate", SpyOrder("lieutenant", "fox")),
    "investigate-quietly": _spy("investigate", SpyOrder("lieutenant", "fox"), choose="stealth"),
    "investigate-matter": _spy("investigate", SpyOrder("other", "who pays whom", 2)),
    "recruit": _recruit("pack"),
    "recruit-masked": _recruit("pack", as_="unidentified"),
    "recruit-to-stay": _recruit("pack", stays=True),
    "recruit-lieutenant": _recruit("fox"),
    "sell": _action("sell", SellOrder("item", "chest")),
    "seduce": _action("seduce", SeduceOrder("fox"), at="mill", against="oru", units=("charmer",)),
    "research": _action("research", ResearchOrder("wards", "The Wards", 8, hold=True)),
    "train": _action("train", TrainOrder("drill", "knives", TrainingGain(), 6, hold=True)),
    "work": _action("work", WorkOrder(), units=("knives",)),
    "move": _action("move", MoveOrder((("ada", "mill"),))),
    "move-unseen": _action(
        "move", MoveOrder((("ada", "mill"), ("carters", "mill"))), units=("carters",)
    ),
    "ambush": _action("ambush", StanceOrder("ambush", ("oru",))),
    "block": _action("block", StanceOrder("block", ("oru",))),
    "sprung-ambush": _sprung("ambush"),
    "sprung-block": _sprung("block"),
    **{action: _court(action) for action in _COURTING},
    **{f"{action}-hush-public": _court(action, hush="public") for action in _COURTING},
    **{f"{action}-hush-all": _court(action, hush="all") for action in _COURTING},
    "stranger": _court("gain-influence", influence=0),
    "stranger-hush-all": _court("gain-influence", influence=0, hush="all"),
    "custom": _custom("watchers"),
    "custom-public": _custom("public"),
    "custom-target": _custom("target"),
    "custom-nobody": _custom("nobody"),
    "distracted": _distracted(),
}
