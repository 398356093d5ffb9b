"""What one telling says gives away nothing else: where people are, whose places are."""

from __future__ import annotations

from typing import Any, cast

from chronicle.model.audience import EVERYONE, FOR_EVERYONE, GM, Audience
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.conceal import ConcealOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.actions.recruit import RecruitOrder, SeduceOrder
from chronicle.rules.lieutenants.actions.research import ResearchOrder
from chronicle.rules.lieutenants.actions.stance import StanceOrder
from chronicle.rules.lieutenants.catalogue import UnitPower
from chronicle.rules.lieutenants.changes import Found, Learnt
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import Item, PlaceState, Stance, State, Watch
from chronicle.rules.lieutenants.terms import ActionName
from chronicle.rules.protocol import PlayedTurn, Telling
from tests.rules.lieutenants.hidden_boards import (
    FAR,
    HIDDEN,
    ORU,
    VAEL,
    altered,
    order,
    steps,
    surely,
    told,
    world,
)
from tests.rules.lieutenants.told import tell
from tests.rules.lieutenants.two_faction_boards import lieutenant, unit
from tests.rules.single_results import sheet_of

#: Vael has bought the gate unseen: everybody knows the place, and nobody else whose it is.
GATE = PlaceState("gate", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"}))
#: The Oru have a den of which nobody else knows.
DEN = PlaceState("den", "location", "town", (), "oru", secret=True, known_to=frozenset({"oru"}))
WARDS = ResearchOrder("wards", "The Wards", 8, hold=True)


def sheet(state: State, audience: Audience, subject: Ref) -> Any:
    """The facts of a sheet as an audience has it, without memories."""
    shown = sheet_of(LIEUTENANTS, PlayedTurn(1, state, state, None, ()), {}, audience, subject)
    assert shown is not None
    return shown.facts


# ── Whose a place is ─────────────────────────────────────────────────────────────────────────────


def test_presence_in_a_place_does_not_reveal_its_buyer() -> None:
    state = world(lieutenant("fox", at="gate", faction="oru"), places=(GATE,))
    for who in (ORU, FAR, EVERYONE):
        shown = sheet(state, who, place_ref("gate"))
        assert (shown["owner"], shown["secret"]) == (None, False)
    assert sheet(state, VAEL, place_ref("gate"))["owner"] == faction_ref("vael")


def test_actions_against_a_place_do_not_reveal_its_buyer() -> None:
    """The order was read as aimed at the owner, of whom nobody had heard (L-ACT-SURVEIL)."""
    state = world(lieutenant("fox", at="mill", faction="oru"), places=(GATE,))
    spy = SpyOrder("location", "gate")
    watch = order("surveil", spy, by="oru/fox", at="gate", against="vael", presumed=True)
    ask = order("investigate", spy, by="oru/fox", at="gate", against="vael", presumed=True)
    rob = order(
        "raid",
        TakeOrder("capital", amount=2),
        by="oru/fox",
        at="gate",
        against="vael",
        presumed=True,
    )
    assert surely(told(state, watch, ORU, (1, 1))).facts["against"] is None
    assert surely(told(state, ask, ORU, (1, 1))).facts["against"] is None
    for who in (ORU, FAR, EVERYONE):
        assert surely(told(state, rob, who)).facts["against"] is None
    assert surely(told(state, rob, VAEL)).code == "suffered"
    # Whom the order itself names is named, as at any other place.
    named = surely(told(state, replace(rob, presumed=False), FAR))
    assert named.facts["against"] == faction_ref("vael")
    # Whoever comes to know the place by it knows its owner as well.
    assert surely(told(state, ask, ORU, (6, 6))).facts["against"] == faction_ref("vael")


def test_a_failed_claim_does_not_reveal_a_secret_beneficiary() -> None:
    """The watch backs whoever has the gate; nobody else is to know who that is (L-ACT-CLAIM)."""
    state = world(lieutenant("fox", at="mill", faction="oru"), places=(GATE,))
    claim = InfluenceOrder("watch", "gate")
    given = order("claim", claim, by="oru/fox", at="mill", against="watch")
    found = surely(told(state, given, ORU, (1, 1)))
    assert found.facts["backs"] is None
    for who in (ORU, FAR):
        sightings = surely(told(state, given, who, (1, 1))).sightings
        seen = {sighting.subject: sighting.facts for sighting in sightings}
        assert seen["claim/watch/gate"]["backs"] is None
    mine = surely(told(state, given, VAEL, (1, 1))).sightings
    assert faction_ref("vael") in [sighting.facts.get("backs") for sighting in mine]


# ── Where prisoners are ──────────────────────────────────────────────────────────────────────────


def _prison(**more: Any) -> State:
    """Fox, of the Oru, is kept by Vael in the field."""
    return world(
        lieutenant("ada"),
        lieutenant("fox", faction="oru", held_by="vael"),
        lieutenant("owl", at="mill", faction="far"),
        **more,
    )


def test_recruiting_a_prisoner_does_not_reveal_where_it_was_held() -> None:
    state = _prison()
    given = order(
        "recruit", RecruitOrder("fox", stays=False), at="field", against="oru", stealth="unnoticed"
    )
    found = surely(told(state, given, ORU, (6, 6), (6, 6)))
    assert (found.code, found.facts["name"], found.facts["at"]) == ("left-us", "Fox", None)


def test_actions_against_a_prisoner_are_noticed_by_the_captor() -> None:
    """He can send no word himself (L-STL-5)."""
    state = _prison()
    given = order(
        "recruit", RecruitOrder("fox", stays=False), by="far/owl", at="field", against="oru"
    )
    for faces in ((1, 1), (6, 6)):
        assert surely(told(state, given, VAEL, faces)).code == "approached"
    assert told(state, given, ORU, (1, 1)) is None
    rob = order("raid", TakeOrder("unit", "fox"), by="far/owl", at="field", against="vael")
    assert surely(told(state, rob, VAEL, (1, 1))).code == "suffered"
    assert surely(told(state, rob, ORU, (1, 1))).code == "seen-taking"


def test_items_of_a_prisoner_do_not_reveal_where_it_is() -> None:
    crown = Item("crown", "The Crown", "oru", "field", "fox")
    lost = world(lieutenant("fox", faction="oru", condition="lost"))
    for state in (_prison().with_asset(crown), lost.with_asset(crown)):
        assert [row["at"] for row in sheet(state, ORU, faction_ref("oru"))["items"]] == [None]
        assert sheet(state, ORU, place_ref("field"))["things"] == ()


def test_watching_a_place_shows_own_prisoners_there() -> None:
    state = _prison()
    state = state.with_asset(lieutenant("hare", at="mill", faction="oru"))
    actions: tuple[ActionName, ...] = ("surveil", "investigate")
    for action in actions:
        given = order(
            action, SpyOrder("location", "field"), by="oru/hare", at="field", against="vael"
        )
        finds: Any = surely(told(state, given, ORU)).facts["finds"]
        assert "Fox" in [find["name"] for find in finds], action


# ── Who watches a place ──────────────────────────────────────────────────────────────────────────


def _comings_and_goings(*then: Order) -> tuple[tuple[Telling, ...], tuple[Any, ...]]:
    """What Vael, who watches the mill, learns of a turn in which Fox has studied there.

    Also, what changes by the watch.
    """
    state = world(
        lieutenant("ada", 6, sneak=9),
        lieutenant("fox", at="mill", faction="oru"),
        lieutenant("hare", at="mill", faction="oru", sneak=6),
        places=(DEN,),
    )
    first = order("research", WARDS, by="oru/fox", at="mill", id="a")
    eye = order("surveil", SpyOrder("location", "mill"), against="oru", id="eye")
    faces = {f"oru/{given.id}/check": (6, 6) for given in then} | {"vael/eye/check": (4, 4)}
    found = steps(state, first, *then, eye, faces=faces)
    told_all = (tell(step.before, step.event, VAEL) for step in found)
    watch = next(
        step.event for step in found if isinstance(step.event, Acted) and step.event.order == "eye"
    )
    return tuple(it for it in told_all if it is not None), watch.changes


def test_watching_a_place_does_not_reveal_destinations() -> None:
    """Only whoever watches Fox himself follows him to the den (L-ACT-SURVEIL)."""
    gone = order("move", MoveOrder((("fox", "den"),)), by="oru/fox", at="mill", id="b")
    tellings, changes = _comings_and_goings(gone)
    assert [it.code for it in tellings] == ["seen-work", "seen-move", "surveil"]
    assert place_ref("den") not in {it.facts.get("at") for it in tellings}
    legs: Any = tellings[1].facts["legs"]
    assert [(leg["origin"], leg["to"]) for leg in legs] == [(place_ref("mill"), None)]
    assert tellings[2].facts["places"] == ()
    assert all(it.learns == () for it in tellings)
    assert not [change for change in changes if isinstance(change, Learnt)]


def test_watching_a_place_does_not_reveal_actions_elsewhere() -> None:
    away = order("research", WARDS, by="oru/hare", at="den", id="b")
    tellings, changes = _comings_and_goings(away)
    assert [(it.code, it.facts["lieutenant"]) for it in tellings] == [
        ("seen-work", "Fox"),
        ("surveil", "Ada"),
    ]
    assert not [change for change in changes if isinstance(change, Learnt)]


def test_an_earlier_sighting_does_not_reveal_a_hidden_lieutenant() -> None:
    hidden = order("conceal", ConcealOrder("fox"), by="oru/hare", at="mill", id="b")
    tellings, changes = _comings_and_goings(hidden)
    assert [it.code for it in tellings] == ["seen-work", "surveil"]
    finds: Any = tellings[1].facts["finds"]
    assert "Fox" not in [find["name"] for find in finds]
    assert not [change for change in changes if isinstance(change, Found)]


# ── Where the hidden are ─────────────────────────────────────────────────────────────────────────


def test_a_failed_search_does_not_reveal_the_hiding_place() -> None:
    """The order was read as carried out where he is, of which nobody knew."""
    state = world(
        lieutenant("ada"),
        lieutenant("owl", at="inn", faction="far"),
        lieutenant("fox", at="mill", faction="oru", hiding=HIDDEN),
        watches=frozenset({Watch("far", "ada")}),
    )
    aims: tuple[tuple[ActionName, Command], ...] = (
        ("surveil", SpyOrder("lieutenant", "fox")),
        ("investigate", SpyOrder("lieutenant", "fox")),
        ("recruit", RecruitOrder("fox", stays=True)),
        ("seduce", SeduceOrder("fox")),
    )
    for action, command in aims:
        given = order(action, command, against="oru")
        for who in (VAEL, FAR):
            found = surely(told(state, given, who, (1, 1)))
            assert found.facts["at"] is None, action
            assert found.sightings == (), action
        assert surely(told(state, given, ORU, (1, 1))).facts["at"] == place_ref("mill")
    given = order("surveil", SpyOrder("lieutenant", "fox"), against="oru")
    assert surely(told(state, given, VAEL)).facts["at"] == place_ref("mill")


def test_a_lieutenant_who_stays_behind_is_not_seen_with_the_move() -> None:
    """Ada sits in the cellar; her Knives run into an ambush at the mill (L-ACT-AMBUSH)."""
    stance = Stance("fox", "oru", "ambush", "mill", (), ("vael",), "cautious")
    state = world(
        lieutenant("ada", at="cellar"),
        unit("knives", 2, "force", at="field"),
        lieutenant("fox", at="mill", faction="oru"),
        stances={"fox": stance},
    )
    legs = MoveOrder((("knives", "mill"),))
    for faces, reply in (((6, 6), "none"), ((1, 1), "aggressive")):
        given = order("move", legs, at="cellar", units=("knives",), if_ambushed=reply)
        met = steps(state, given, faces={"vael/o/stance-fox": faces})
        for step in met:
            for who in (ORU, FAR, EVERYONE):
                found = tell(step.before, step.event, who)
                assert "Ada" not in repr(found), (step.event.id, who)
                assert "ada" not in repr(found), (step.event.id, who)


def test_units_that_a_double_agent_sends_for_its_masters_seem_to_be_its_hosts() -> None:
    """Wren of the Oru serves Vael, and sends Vael the Oru's own Pack to fight its way (L-STL-5)."""
    stance = Stance("owl", "far", "block", "mill", (), ("oru",), "cautious")
    state = world(
        lieutenant("wren", faction="oru", agent_of="vael"),
        unit("pack", 2, "force", faction="oru", agent_of="vael"),
        lieutenant("owl", at="mill", faction="far"),
        stances={"owl": stance},
    )
    legs = MoveOrder((("pack", "mill"),))
    given = order("move", legs, "vael/wren", "field", units=("pack",), if_blocked="cautious")
    met = steps(state, given, faces={"vael/o/stance-owl": (1, 1)})
    fights = [step for step in met if isinstance(step.event, Acted) and step.event.part]
    assert fights
    for step in fights:
        for who in (FAR, ORU, EVERYONE):
            assert surely(tell(step.before, step.event, who)).facts["who"] == faction_ref("oru")


def test_informers_hear_nothing_of_what_is_done_in_secret_places() -> None:
    """Ada works in the cellar; who does not know of it does not see who is there (L-ENT)."""
    ears = unit("ears", 2, at="mill", faction="oru", powers=(UnitPower("watches-locale", -1),))
    state = world(lieutenant("ada", at="cellar"), lieutenant("kess"), ears)
    for action, command in (
        ("research", WARDS),
        ("ambush", StanceOrder("ambush", ("far",), "cautious")),
    ):
        for at, heard in (("cellar", False), ("field", True)):
            who = "vael/ada" if at == "cellar" else "vael/kess"
            given = order(cast("ActionName", action), cast("Command", command), by=who, at=at)
            assert (told(state, given, ORU) is not None) is heard, (action, at)
    # Those who do not know of the secret are heard of there as ever.
    state = world(lieutenant("owl", at="gate", faction="far"), ears, places=(GATE,))
    assert told(state, order("research", WARDS, by="far/owl", at="gate"), ORU) is not None


def test_a_turned_double_agent_is_reported_lost_to_its_master() -> None:
    """The Pack of the Oru served Vael, and serves Far from now on; nobody says who won it over."""
    state = world(
        lieutenant("owl", at="mill", faction="far"),
        unit("pack", 1, at="mill", faction="oru", agent_of="vael"),
    )
    offer = RecruitOrder("pack", stays=True)
    given = order("recruit", offer, "far/owl", against="oru", stealth="unnoticed")
    found = surely(told(state, given, VAEL, (6, 6), (6, 6)))
    assert (found.code, found.facts["name"], found.facts["kind"]) == ("left-us", "Pack", "unit")
    assert told(state, given, ORU, (6, 6), (6, 6)) is None


def test_news_revealing_a_place_makes_it_known_to_its_readers() -> None:
    event = altered(
        what="known_to",
        by_news=True,
        because="",
        faction="vael",
        subject="cellar",
        before=1,
        after=2,
        changes=(Learnt("cellar", "oru"),),
    )
    found = surely(tell(world(), event, ORU))
    assert (found.code, found.learns) == ("altered", (place_ref("cellar"),))
    assert tell(world(), event, FAR) is None


def test_a_change_to_a_secret_place_does_not_reveal_owner_or_knowers() -> None:
    state = world(places=(GATE,))
    event = altered(what="capital", subject="gate", visibility=FOR_EVERYONE, changes=())
    assert [surely(tell(state, event, who)).facts["who"] for who in (ORU, EVERYONE)] == [None, None]
    assert surely(tell(state, event, VAEL)).facts["who"] == faction_ref("vael")
    learnt = altered(
        what="known_to", subject="gate", before=1, after=2, changes=(Learnt("gate", "oru"),)
    )
    found = surely(tell(state, learnt, ORU)).facts
    assert (found["who"], found["before"], found["after"]) == (faction_ref("vael"), 0, 0)
    assert surely(tell(state, learnt, GM)).facts["after"] == 2
