"""The advice to factions: each piece moves as its words say, and nothing hidden changes it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest

from chronicle.model.character import Aim, Character
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.known_state import known_state_of
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.planning import (
    Exposure,
    PlanningState,
    is_supposed,
    planning_state_of,
)
from chronicle.rules.lieutenants.state import (
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    Project,
    Rally,
    StandingModifier,
    State,
    Unit,
    Watch,
)
from chronicle.rules.lieutenants.values import VALUES
from chronicle.rules.protocol import Memory, PlayedTurn, Sighting
from tests.rules.lieutenants.boards import (
    board,
    capital,
    facility,
    faction,
    lieutenant,
    location,
    unit,
)

#: All that Vael knows beside itself: not the road.
KNOWN: Final = frozenset(
    {
        *map(faction_ref, ("vael", "oru", "watch")),
        *map(place_ref, ("vale", "town", "manor", "mill", "market", "cellar")),
    }
)
CHEST: Final = Item("chest", "Chest", "vael", "manor", value=6)


def known(state: State, memory: Memory | None = None) -> PlanningState:
    """The board on which Vael tries its orders."""
    return planning_state_of(known_state_of(state, memory or {}, "vael", state.turn, KNOWN))


def usual(*more: Any, **fields: Any) -> State:
    """Ada at the mill, Bo and a guard in the manor with a chest; Fox of the Oru in the mill."""
    return board(
        lieutenant("bo", at="manor"),
        unit("guard", at="manor", upkeep=capital(1)),
        lieutenant("fox", "oru", level=3, sneak=2),
        CHEST,
        facility("shop", "vael", "manor", income=2),
        *more,
        **fields,
    )


def with_asset(state: State, id: str, **fields: Any) -> State:
    return state.with_asset(replace(state.assets[id], **fields))


def with_vael(state: State, **fields: Any) -> State:
    return state.with_faction(replace(state.factions["vael"], **fields))


def with_project(state: State, **fields: Any) -> State:
    begun = Project("tome", "research", "Tome", "vael", 8, 3, hold=True, worked=state.turn)
    return replace(state, projects={"tome": replace(begun, **fields)})


def planned(state: State, **fields: Any) -> PlanningState:
    return replace(known(state), **fields)


STANDING: Final = StandingModifier("s", -2, "L-ACT-ALLY", "vael", ("ally", "rally"))
RALLY: Final = Rally("r", "watch", "vael", "oru", concerted=False, turn=3)
#: For each piece of advice, what is worse and what is better.
BETTER: Final[list[tuple[str, State, State]]] = [
    ("capital", with_vael(usual(), capital=4), with_vael(usual(), capital=5)),
    ("income", with_asset(usual(), "shop", condition="damaged"), usual()),
    ("income", usual(), with_asset(usual(), "guard", upkeep=capital(0))),
    ("reserve", with_vael(usual(), capital=0), with_vael(usual(), capital=9)),
    ("unpaid", with_vael(usual(), capital=0), with_vael(usual(), capital=9)),
    ("lieutenants", with_asset(usual(), "bo", condition="lost"), usual()),
    ("lieutenants", with_asset(usual(), "bo", condition="damaged"), usual()),
    ("lieutenants", with_asset(usual(), "bo", held_by="oru"), usual()),
    ("lieutenants", usual(), with_asset(usual(), "bo", level=3)),
    ("units", with_asset(usual(), "guard", condition="destroyed"), usual()),
    ("units", with_asset(usual(), "guard", condition="damaged"), usual()),
    ("company", with_asset(usual(), "guard", at="inn"), usual()),
    ("prisoners", usual(), with_asset(usual(), "fox", held_by="vael")),
    ("projects", with_project(usual()), with_project(usual(), successes=4)),
    ("projects", with_project(usual(), blocked=True), with_project(usual())),
    ("projects", with_project(usual(), hold=False, worked=2), with_project(usual(), hold=False)),
    ("places", usual(), usual().with_place(location("market", owner="vael", level=4))),
    ("claims", usual(), replace(usual(), claims={("watch", "mill"): "vael"})),
    ("facilities", with_asset(usual(), "shop", condition="damaged"), usual()),
    ("things", with_asset(usual(), "chest", faction="oru"), usual()),
    ("information", usual(), usual(Information("book", "Book", "vael", "manor"))),
    ("influence", usual(), with_vael(usual(), influence={"watch": 2})),
    ("allies", usual(), with_vael(usual(), allies=frozenset({"watch"}))),
    ("rallies", usual(), replace(usual(), rallies={"r": RALLY})),
    ("reputation", replace(usual(), standing={"s": STANDING}), usual()),
    ("risk", with_asset(usual(), "fox", level=6), usual()),
    ("risk", with_asset(usual(), "bo", at="mill"), with_asset(usual(), "fox", at="inn")),
    ("risk", usual(), with_asset(usual(), "chest", hiding=HiddenStatus(1))),
    ("concealment", usual(), with_asset(usual(), "chest", hiding=HiddenStatus(1))),
    (
        "exposure",
        planned(usual(), exposed=frozenset({Exposure("oru", harmful=True)})),
        planned(usual(), exposed=frozenset({Exposure("oru", harmful=False)})),
    ),
    ("intelligence", planned(usual(), unsure=frozenset({"fox"})), planned(usual())),
    (
        "intelligence",
        usual(),
        replace(usual(), watches=frozenset({Watch("vael", "fox")})),
    ),
]


@pytest.mark.parametrize(("code", "worse", "better"), BETTER)
def test_advice_moves_as_its_words_say(code: str, worse: State, better: State) -> None:
    advice = next(it for it in VALUES.advice if it.code == code)
    assert advice.points(worse, "vael") < advice.points(better, "vael")


def test_every_advice_is_tried() -> None:
    assert {code for code, _, _ in BETTER} == {it.code for it in VALUES.advice}


@pytest.mark.parametrize("code", ["capital", "influence"])
def test_the_more_there_is_the_less_one_more_is_worth(code: str) -> None:
    points = next(it for it in VALUES.advice if it.code == code).points
    boards = [with_vael(usual(), capital=n, influence={"watch": n}) for n in range(40)]
    found = [points(it, "vael") for it in boards]
    gains = [after - before for before, after in pairwise(found)]
    assert all(gain >= 0 for gain in gains)
    assert all(later <= gain + 1e-9 for gain, later in pairwise(gains))


@pytest.mark.parametrize(
    ("aim", "before", "after"),
    [
        (Aim("take", place_ref("market")), usual(), usual().with_place(
            location("market", owner="vael"))),
        (Aim("take", place_ref("mill")), usual(), replace(usual(), claims={
            ("watch", "mill"): "vael"})),
        (Aim("ruin", faction_ref("oru")), usual(), with_asset(usual(), "fox", condition="damaged")),
        (Aim("befriend", faction_ref("watch")), usual(), with_vael(
            usual(), influence={"watch": 2})),
        (Aim("grow-rich"), usual(), with_vael(usual(), capital=25)),
        (Aim("find-out", faction_ref("oru")), planned(usual(), unsure=frozenset({"fox"}), assets={
            **known(usual()).assets, "fox": usual().assets["fox"]}), planned(usual(), assets={
            **known(usual()).assets, "fox": usual().assets["fox"]})),
    ],
)  # fmt: skip
def test_what_comes_nearer_to_an_aim_is_worth_more(aim: Aim, before: State, after: State) -> None:
    def met(state: State) -> float:
        points = VALUES.points(state, "vael", ("oru", "watch"), Character("", (aim,)))
        return next(it for key, it in points.items() if key.code == aim.kind)

    assert met(before) < met(after)


# ── What is supposed ─────────────────────────────────────────────────────────────────────────────


def seen(id: str, part: str, **facts: Any) -> dict[str, Sighting]:
    subject = f"{id}/{part}"
    return {subject: Sighting(subject, Facts(facts))}


FOX: Final = {"name": "Fox", "kind": "lieutenant", "faction": Ref("faction", "oru")}


def test_whoever_is_little_known_is_supposed_to_be_like_ones_own() -> None:
    memory = seen("fox", "place", **FOX, at=place_ref("mill"))
    found = known(usual(), memory)
    fox, ada = found.assets["fox"], found.assets["ada"]
    assert isinstance(fox, Lieutenant)
    assert isinstance(ada, Lieutenant)
    assert fox.level == ada.level
    assert found.unsure == {"fox"}


def test_a_house_of_others_where_nobody_was_seen_is_supposed_to_be_guarded() -> None:
    guards = [it for it in known(usual()).assets.values() if is_supposed(it)]
    assert [(it.faction, it.at) for it in guards] == [("oru", "mill")]
    assert all(isinstance(it, Unit) and it.level > 0 for it in guards)
    # They are nobody whom it would harm the Oru to lose.
    assert VALUES.strength(known(usual()), "oru") == 0


def hidden_from_vael(state: State) -> State:
    """The same board, changed in what Vael cannot see."""
    lurking = lieutenant("owl", "oru", "market", level=9, hiding=HiddenStatus(9))
    bought = location("market", owner="oru", secret=True, known_to=frozenset({"oru"}))
    oru = faction("oru", capital=90, influence={"watch": 9}, allies=frozenset({"watch"}))
    ring = Item("ring", "Ring", "oru", "mill", value=50)
    changed = state.with_asset(lurking).with_asset(ring).with_faction(oru).with_place(
        replace(state.places["market"], **{
            name: getattr(bought, name) for name in ("owner", "secret", "known_to")
        })
    )  # fmt: skip
    return with_asset(changed, "fox", level=8, condition="damaged")


def test_nothing_hidden_changes_the_board_or_the_form() -> None:
    memory = seen("fox", "place", **FOX, at=place_ref("mill"))
    one, other = usual(), hidden_from_vael(usual())
    assert known(one, memory) == known(other, memory)
    boards: list[PlayedTurn[State, Orders, Event]] = [
        PlayedTurn(2, it, it, None, ()) for it in (one, other)
    ]
    forms = [LIEUTENANTS.form(it, memory, "vael", KNOWN) for it in boards]
    assert forms[0] == forms[1]
    known_boards = [LIEUTENANTS.known_board(it, memory, "vael", KNOWN) for it in boards]
    assert known_boards[0] == known_boards[1]


def test_income_is_on_the_board_before_orders() -> None:
    assert known(usual()).factions["vael"].capital == usual().factions["vael"].capital + 2


def test_who_is_ahead_is_measured_in_capital() -> None:
    state = usual()
    now = VALUES.winning(state, "vael")
    assert VALUES.winning(with_vael(state, capital=21), "vael") == now + 1
    assert VALUES.winning(with_vael(state, influence={"watch": 3}), "vael") == now + 3
    assert VALUES.winning(with_asset(state, "bo", condition="lost"), "vael") == now - 6
    dear = with_asset(state, "guard", cost=capital(9))
    assert VALUES.winning(with_asset(dear, "guard", condition="destroyed"), "vael") == (
        VALUES.winning(dear, "vael") - 9
    )
