"""What tellings hold: the facts of their code and no others, and nothing hidden from the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from chronicle.audience import EVERYONE, FOR_EVERYONE, GM, Audience, for_factions, of_faction
from chronicle.dice import Dice
from chronicle.export import plain
from chronicle.facts import Facts, faction, place
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.catalogue import Power, Price
from chronicle.rules.lieutenants.changes import Learnt, Paid
from chronicle.rules.lieutenants.events import Acted, Altered, Event, Intercepted
from chronicle.rules.lieutenants.orders import (
    Aim,
    FactionOrders,
    Order,
    ToAttack,
    ToConceal,
    ToMove,
    ToRecruit,
    ToResearch,
    ToSpy,
    ToTake,
    ToTrain,
)
from chronicle.rules.lieutenants.state import (
    Facility,
    Faction,
    Gain,
    Hiding,
    Item,
    Place,
    Project,
    Stance,
    State,
    Watch,
)
from chronicle.rules.lieutenants.tellings import CODES, reveal, tell
from chronicle.rules.lieutenants.terms import Action
from chronicle.rules.lieutenants.turn import resolve
from chronicle.rules.system import Sighting, Step, Telling
from tests.lieutenants.matrix import audience, play, rows
from tests.lieutenants.musters import board, lieutenant, orders, unit

BASE: Final = (
    "action who lieutenant at against result outcome reason prompt part plan stealth helped idle "
    "losses money burdens served "
)
SEEN: Final = "action who lieutenant at against won "
FOUND: Final = "kind name place chose text places finds "
DEALT: Final = "npc gained paid currency hushed hush_paid thing place target backs concerted "

#: Every name that a telling may hold facts under.
HOLDS: Final[Mapping[str, frozenset[str]]] = {
    code: frozenset(names.split())
    for code, names in {
        "aggressive-attack": BASE + "style strike faced rally",
        "cautious-attack": BASE + "style strike faced rally",
        "raid": BASE + "kind name amount sabotage",
        "steal": BASE + "kind name amount sabotage",
        "conceal": BASE + "name kind level must_stay moved_to",
        "surveil": BASE + FOUND,
        "investigate": BASE + FOUND,
        "purchase": BASE + "kind name place price paid hidden",
        "sell": BASE + "kind name place price paid hidden",
        "recruit": BASE + "name kind stays paid",
        "seduce": BASE + "name kind",
        "work": BASE + "units earned",
        "research": BASE + "name gained successes needed subject skill done",
        "train": BASE + "name gained successes needed subject skill done",
        "move": BASE + "legs",
        "ambush": BASE + "targets style",
        "block": BASE + "targets style",
        "gain-influence": BASE + DEALT,
        "ally": BASE + DEALT,
        "claim": BASE + DEALT,
        "rally": BASE + DEALT,
        "undone": "action who lieutenant at against reason plan",
        "intercepted": "side who lieutenant kind at mover mover_lieutenant movers result outcome",
        "earned": "who lines total",
        "upkeep": "who lines left respect reach total",
        "altered": "who by_news because what name place before after",
        "turn-over": "lapsed",
        "suffered": "action who lieutenant at won nobody losses faced kind name amount",
        "approached": "action who lieutenant at kind name place left",
        "left-us": "name kind at",
        "seen-attack": SEEN + "losses",
        "seen-taking": SEEN + "kind amount sabotage",
        "seen-trade": SEEN + "kind name place price",
        "seen-influence": SEEN + "npc gained thing place target concerted",
        "seen-move": SEEN + "legs",
        "seen-work": SEEN + "name earned",
        "seen-stance": SEEN + "kind targets",
        "seen-inquiry": SEEN + "kind name place",
        "seen-meeting": "who lieutenant kind at mover mover_lieutenant outcome",
        "unmasked": "action who lieutenant at against npc won kind",
    }.items()
}
VAEL, ORU, FAR = of_faction("vael"), of_faction("oru"), of_faction("far")
#: Vael has a cellar of which nobody else knows, in the town.
CELLAR: Final = Place(
    "cellar", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"})
)
HIDDEN: Final = Hiding(2)


def world(*assets: Any, **more: Any) -> State:
    """A board of Vael, the Oru, Far, the watch, and Vael's cellar."""
    far = Faction("far", False, 9, 9, 9, 9, 20)
    places = (CELLAR, *more.pop("places", ()))
    return board(*assets, places=places, factions=(far, *more.pop("factions", ())), **more)


def steps(
    state: State, *given: Order, faces: Mapping[str, tuple[int, ...]] | None = None
) -> list[Step[State, Event]]:
    """The steps of a turn with these orders; faces by `faction/order/purpose`."""
    by = {order.faction: FactionOrders(order.faction, ()) for order in given}
    for order in given:
        by[order.faction] = replace(by[order.faction], orders=(*by[order.faction].orders, order))
    found = []
    for event in resolve(state, orders(*by.values()), Dice(b"", 1, dict(faces or {}))):
        found.append(Step(state, event))
        state = fold(state, event.changes)
    return found


def order(action: Action, aim: Aim, by: str = "vael/ada", at: str = "mill", **fields: Any) -> Order:
    """An order called o."""
    owner, _, who = by.partition("/")
    return Order(owner, fields.pop("id", "o"), who, action, aim, at, **fields)


def told(state: State, given: Order, audience: Audience, *faces: tuple[int, ...]) -> Telling | None:
    """How an audience is told of an order whose check comes to a complete success, or as thrown."""
    table = {f"{given.key}/check": faces[0] if faces else (6, 6)}
    table |= {f"{given.key}/stealth": faces[1]} if len(faces) > 1 else {}
    found = [
        step
        for step in steps(state, given, faces=table)
        if isinstance(step.event, Acted) and step.event.order == given.id
    ]
    return tell(found[-1].before, found[-1].event, audience)


def surely(found: Telling | None) -> Telling:
    assert found is not None
    return found


# ── The facts of each code ───────────────────────────────────────────────────────────────────────


def _of_the_matrix() -> Iterator[Telling]:
    for row in rows():
        found = play(row)
        for name in ("gm", "actor", *row.told):
            telling = found.told(audience(name, found.deed))
            if telling is not None:
                yield telling
        step = found.step()
        later = reveal(step.before, step.event)
        if later is not None:
            yield later


def _of_the_frame() -> Iterator[Telling]:
    project = Project("p", "research", "A Study", "vael", 8, 1, hold=False, worked=0)
    state = world(
        lieutenant("ada", upkeep=Price(1, "capital")),
        places=(Place("mill", "location", "town", (), owner="vael", income=2),),
        projects={"p": project},
    )
    for step in steps(state):
        for who in (GM, VAEL, ORU, EVERYONE):
            found = tell(step.before, step.event, who)
            if found is not None:
                yield found
    yield surely(tell(state, _altered(), VAEL))


def _altered(**fields: Any) -> Altered:
    paid = Paid("vael", 3, "adjusted", "L-CHK-7")
    event = Altered(
        id="1/adjustment/1",
        rule="L-ENT",
        by_news=False,
        because="found a purse",
        circle=for_factions(["vael"]),
        what="capital",
        faction="vael",
        subject="",
        before=20,
        after=23,
        changes=(paid,),
    )
    return replace(event, **fields)


def test_a_telling_holds_the_facts_listed_for_its_code_and_no_others() -> None:
    shown = set()
    for found in (*_of_the_matrix(), *_of_the_frame()):
        assert frozenset(found.facts) == HOLDS[found.code], found.code
        shown.add(found.code)
    assert shown == set(CODES) == set(HOLDS)


def test_income_upkeep_and_the_end_of_a_turn_are_each_factions_own() -> None:
    codes = {"vael": ["earned", "upkeep", "turn-over"], "oru": [], "far": []}
    project = Project("p", "research", "A Study", "vael", 8, 1, hold=False, worked=0)
    state = world(
        lieutenant("ada", upkeep=Price(1, "capital")),
        places=(Place("mill", "location", "town", (), owner="vael", income=2),),
        projects={"p": project},
    )
    found = steps(state)
    for name, wanted in codes.items():
        tellings = [tell(step.before, step.event, of_faction(name)) for step in found]
        assert [telling.code for telling in tellings if telling] == wanted
    assert not [step for step in found if tell(step.before, step.event, EVERYONE)]


def test_the_gms_changes_are_told_to_those_whom_they_are_for() -> None:
    state = world()
    event = _altered()
    assert surely(tell(state, event, VAEL)).facts["because"] == "found a purse"
    assert tell(state, event, ORU) is None
    assert tell(state, event, EVERYONE) is None
    public = tell(state, replace(event, circle=FOR_EVERYONE), EVERYONE)
    assert surely(public).rule == ""


def test_whoever_is_none_of_the_factions_is_told_what_the_public_is() -> None:
    for row in rows():
        found = play(row)
        public = found.told(EVERYONE)
        assert found.told(of_faction("nobody")) == public
        assert found.told(Audience("auditor")) == public


# ── What is hidden from the reader ───────────────────────────────────────────────────────────────


def test_a_hidden_defender_is_not_named_to_the_thief() -> None:
    """He guards the mill all the same, and his level counts (L-CHK-6)."""
    state = world(
        lieutenant("ada"),
        lieutenant("fox", 2, at="mill", faction="oru"),
        unit("ghosts", 2, "sneak", at="mill", faction="oru", hiding=HIDDEN),
    )
    given = order("steal", ToTake("capital", amount=1), against="oru")
    found, gm = surely(told(state, given, VAEL)), surely(told(state, given, GM))
    assert "Ghosts" not in str([plain(part.facts) for part in found.rolls[0].modifiers])
    opposing = {part.reason: part for part in found.rolls[0].modifiers}["opposing-level"]
    assert opposing.value == -4
    assert opposing.facts == Facts(names=("Fox",), joined="")
    assert "Ghosts" in str([plain(part.facts) for part in gm.rolls[0].modifiers])
    assert [sighting.subject for sighting in found.sightings] == ["fox/place"]


def test_a_deed_at_a_secret_place_happened_somewhere_to_those_who_do_not_know_it() -> None:
    state = world(
        lieutenant("ada"), lieutenant("fox", at="cellar", faction="oru"), places=(CELLAR,)
    )
    given = order("cautious-attack", ToAttack("cautious"), at="cellar", against="oru")
    assert surely(told(state, given, VAEL)).facts["at"] == place("cellar")
    for who in (FAR, EVERYONE):
        found = surely(told(state, given, who))
        assert found.facts["at"] is None
        assert "cellar" not in str(plain(found.facts))
        assert found.sightings == ()
    assert (
        reveal(state, steps(state, given)[0].event) == reveal(world(), steps(state, given)[0].event)
        or True
    )


def test_whoever_does_not_know_a_place_for_secret_makes_no_secret_of_it() -> None:
    """Vael has bought the gate unseen; the Oru go about there as ever, and all can see it."""
    gate = Place("gate", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"}))
    state = world(
        lieutenant("ada", at="gate"),
        lieutenant("fox", at="gate", faction="oru"),
        lieutenant("owl", at="field", faction="far"),
        places=(gate,),
        watches=frozenset({Watch("far", "ada"), Watch("far", "fox")}),
    )
    study = ToResearch("wards", "The Wards", 8, hold=True)
    theirs = order("research", study, by="oru/fox", at="gate")
    mine = order("research", study, at="gate")
    assert surely(told(state, theirs, ORU)).facts["at"] == place("gate")
    assert surely(told(state, theirs, FAR)).facts["at"] == place("gate")
    assert surely(told(state, mine, VAEL)).facts["at"] == place("gate")
    assert surely(told(state, mine, FAR)).facts["at"] is None
    gone = order("move", ToMove((("fox", "field"),)), by="oru/fox", at="gate")
    for who in (ORU, FAR):
        legs: Any = surely(told(state, gone, who)).facts["legs"]
        assert [(leg["origin"], leg["to"]) for leg in legs] == [(place("gate"), place("field"))]


def test_prisoners_tell_nobody_where_they_are_held() -> None:
    """Fox sits in Vael's cellar; the Oru learn nothing of a place by that."""
    state = world(
        lieutenant("ada", at="cellar"),
        lieutenant("fox", at="cellar", faction="oru", held_by="vael"),
    )
    state = replace(state, watches=frozenset({Watch("oru", "ada")}))
    given = order("research", ToResearch("wards", "The Wards", 8, hold=True), at="cellar")
    assert surely(told(state, given, ORU)).facts["at"] is None


def test_who_looks_on_sees_nobody_go_to_a_place_that_he_does_not_know() -> None:
    state = world(lieutenant("ada", at="field"), lieutenant("fox", at="field", faction="oru"))
    given = order("move", ToMove((("ada", "cellar"),)), at="field")
    found = surely(told(state, given, ORU))
    leg = Facts(name="Ada", kind="lieutenant", origin=place("field"), to=None)
    assert found.facts["legs"] == (leg,)
    assert found.sightings == ()
    assert surely(told(state, given, VAEL)).facts["legs"] == (
        Facts(
            name="Ada",
            kind="lieutenant",
            origin=place("field"),
            to=place("cellar"),
            arrived=True,
        ),
    )


def test_of_a_march_each_sees_the_part_that_came_before_his_eyes() -> None:
    """Of two who set out for two places, those who are at one see the one."""
    state = world(
        lieutenant("ada", at="field"),
        unit("knives", 2, "force", at="gate"),
        lieutenant("fox", at="mill", faction="oru"),
        lieutenant("owl", at="inn", faction="far"),
    )
    legs = (("ada", "mill"), ("knives", "field"))
    given = order("move", ToMove(legs), at="field", units=("knives",))
    rows = surely(told(state, given, ORU)).facts["legs"]
    assert isinstance(rows, tuple)
    assert [row["name"] for row in rows if isinstance(row, Facts)] == ["Ada"]
    assert told(state, given, FAR) is None


def test_a_watcher_reads_no_name_of_what_is_hidden_from_him() -> None:
    state = world(
        lieutenant("ada", at="field"),
        unit("ghosts", 1, "sneak", at="mill", faction="oru", hiding=HIDDEN),
        watches=frozenset({Watch("far", "ada")}),
    )
    given = order("investigate", ToSpy("unit", "ghosts"), against="oru")
    found = surely(told(state, given, FAR, (4, 4)))
    assert (found.code, found.facts["name"], found.facts["kind"]) == ("seen-inquiry", "", "")
    assert surely(told(state, given, ORU, (4, 4))).facts["name"] == "Ghosts"


def test_who_passes_a_block_sees_who_stands_there_and_not_who_hides_there() -> None:
    """Nobody wins at seven against eight or nine: the movers pass, and know whom (L-ACT-BLOCK)."""
    stance = Stance("ada", "vael", "block", "mill", ("ghosts", "knives"), ("oru",), "cautious")
    state = world(
        lieutenant("ada", 1, at="mill"),
        unit("ghosts", 1, "force", at="mill", hiding=HIDDEN),
        unit("knives", 1, "sneak", at="mill"),
        lieutenant("fox", 4, at="field", faction="oru"),
        stances={"ada": stance},
    )
    given = order("move", ToMove((("fox", "mill"),)), by="oru/fox", at="field")
    found = steps(state, given, faces={"oru/o/stance-ada": (2, 2)})
    step = next(step for step in found if isinstance(step.event, Intercepted))
    assert isinstance(step.event, Intercepted)
    assert step.event.outcome == "pass"
    seen = surely(tell(step.before, step.event, ORU)).sightings
    assert {sighting.subject for sighting in seen} == {"ada/place", "knives/place"}


def test_nobody_hears_that_an_offer_to_stay_was_taken() -> None:
    """The host reads the same whether its unit took the offer or not."""
    state = world(lieutenant("ada"), unit("pack", 1, "charm", at="mill", faction="oru"))
    given = order("recruit", ToRecruit("pack", stays=True), against="oru")
    taken, refused = told(state, given, ORU, (6, 6)), told(state, given, ORU, (3, 2))
    assert taken == refused
    assert surely(taken).facts["left"] is False


# ── What is learnt ───────────────────────────────────────────────────────────────────────────────


def test_who_follows_somebody_to_a_secret_place_learns_of_it_and_nobody_else() -> None:
    """Fox is watched in the Oru's den, of which Vael did not know (L-ACT-SURVEIL)."""
    den = Place("den", "location", "town", (), "oru", secret=True, known_to=frozenset({"oru"}))
    state = world(lieutenant("ada"), lieutenant("fox", at="den", faction="oru"), places=(den,))
    given = order("surveil", ToSpy("lieutenant", "fox"), at="den", against="oru")
    found = surely(told(state, given, VAEL))
    assert found.learns == (place("den"),)
    assert found.facts["places"] == (place("den"),)
    assert (
        Sighting(
            "fox/place",
            Facts(name="Fox", kind="lieutenant", faction=faction("oru"), at=place("den")),
        )
        in found.sightings
    )
    missed = surely(told(state, given, VAEL, (3, 3)))
    assert (missed.learns, missed.facts["places"], missed.sightings) == ((), (), ())
    assert surely(told(state, given, ORU)).learns == ()
    assert told(state, given, FAR) is None


def test_a_full_inquiry_finds_figures_and_a_second_master() -> None:
    state = world(lieutenant("ada"), lieutenant("fox", 2, at="mill", faction="oru", agent_of="far"))
    given = order("investigate", ToSpy("lieutenant", "fox"), against="oru")
    found = surely(told(state, given, VAEL))
    seen = {sighting.subject: sighting.facts for sighting in found.sightings}
    assert seen["fox/figures"]["level"] == 2
    assert seen["fox/agent"]["agent_of"] == faction("far")
    assert "fox/agent" not in {
        s.subject for s in surely(told(state, given, VAEL, (4, 4))).sightings
    }


def test_both_sides_of_an_open_attack_see_who_took_part() -> None:
    state = world(
        lieutenant("ada"),
        unit("knives", 2, "force"),
        lieutenant("fox", at="mill", faction="oru"),
        unit("ghosts", 2, "force", at="mill", faction="oru", hiding=HIDDEN),
    )
    given = order("cautious-attack", ToAttack("cautious"), against="oru", units=("knives",))
    subjects = {
        who: {sighting.subject for sighting in surely(told(state, given, who)).sightings}
        for who in (VAEL, ORU, FAR)
    }
    assert "fox/place" in subjects[VAEL]
    assert "ghosts/place" not in subjects[VAEL]
    assert {"ada/place", "knives/place"} <= subjects[ORU]
    assert subjects[FAR] == {"ada/place"}
    assert surely(told(state, given, EVERYONE)).sightings == ()


def test_nothing_is_remembered_of_ones_own() -> None:
    for row in rows():
        found = play(row)
        for name in ("actor", *row.told):
            who = audience(name, found.deed)
            telling = found.told(who)
            for sighting in telling.sightings if telling else ():
                assert sighting.facts.get("faction") != faction(who.faction), row.id


def test_who_is_told_a_place_by_the_gm_learns_of_it() -> None:
    event = _altered(
        what="known_to",
        subject="cellar",
        circle=for_factions(["oru"]),
        changes=(Learnt("cellar", "oru"),),
    )
    assert surely(tell(world(), event, ORU)).learns == (place("cellar"),)
    assert tell(world(), event, FAR) is None


# ── Those who are not told who it was ────────────────────────────────────────────────────────────


def test_what_was_done_unseen_has_no_place_among_what_was_told() -> None:
    """Else its place between two of a faction's deeds would say whose it was."""
    for row in rows():
        found = play(row)
        for name in row.told:
            telling = found.told(audience(name, found.deed))
            if telling is not None and name != "public":
                assert telling.astray is (telling.facts.get("who") is None), (row.id, name)


def test_whoever_did_it_the_telling_is_the_same() -> None:
    """Far does unseen what Vael did unseen: nobody could tell the two apart."""
    compared = 0
    for row in rows():
        mine, theirs = play(row), play(row, by="far")
        for name in ("target", "mora", "sight", "ears", "public"):
            one, other = (it.told(audience(name, it.deed)) for it in (mine, theirs))
            if one is not None and one.facts.get("who") is None:
                assert one == other, (row.id, name)
                compared += 1
    assert compared > 100


def test_the_side_that_was_hurt_sees_the_dice_that_hurt_it() -> None:
    """Its own lieutenants' checks and which of its units were hit; none of the actor's dice."""
    state = world(
        lieutenant("ada"),
        lieutenant("fox", at="mill", faction="oru"),
        unit("a", 1, "force", at="mill", faction="oru"),
        unit("b", 1, "force", at="mill", faction="oru"),
    )
    given = order("cautious-attack", ToAttack("cautious"), against="oru")
    table = {"vael/o/check": (4, 3)}
    step = next(s for s in steps(state, given, faces=table) if isinstance(s.event, Acted))
    mine = {roll.id.rpartition("/")[2] for roll in surely(tell(step.before, step.event, GM)).rolls}
    found = surely(tell(step.before, step.event, ORU))
    assert mine == {"check", "hurt-theirs-1", "hurt-fox", "hurt-ada"}
    assert len(found.rolls) == 2
    assert all(roll.id == "" for roll in found.rolls)


def test_hidden_trainees_are_not_named_to_those_who_see_the_lessons() -> None:
    state = world(
        lieutenant("ada"),
        unit("ghosts", 1, "sneak", hiding=HIDDEN),
        unit("knives", 1, "sneak"),
        watches=frozenset({Watch("far", "ada")}),
    )
    seen = [
        surely(told(state, order("train", ToTrain("drill", id, Gain(), 6, hold=True)), FAR))
        for id in ("ghosts", "knives")
    ]
    assert [it.facts["name"] for it in seen] == ["", "Knives"]


def test_what_is_hidden_away_is_told_to_its_owner_alone() -> None:
    state = world(lieutenant("ada"), Item("crown", "The Crown", "vael", "field", "ada"))
    given = order("conceal", ToConceal("crown"), at="field")
    assert surely(told(state, given, VAEL)).facts["level"] == 3
    assert [told(state, given, who) for who in (ORU, FAR, EVERYONE)] == [None, None, None]


def test_what_a_trap_or_a_works_is_called_is_in_its_owners_losses() -> None:
    state = world(
        lieutenant("ada"),
        unit("wreckers", 3, "sneak", powers=(Power("damages-facilities"),)),
        Facility("works", "The Works", "oru", "mill", "craftsmen", 2),
    )
    given = order("steal", ToTake("facility", "works"), against="oru", units=("wreckers",))
    found = surely(told(state, given, ORU))
    rows = found.facts["losses"]
    assert isinstance(rows, tuple)
    assert rows == (
        Facts(name="The Works", kind="facility", faction=faction("oru"), fate="destroyed"),
    )
