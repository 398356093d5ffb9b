"""Orders and boards that can't be: each mistake is found at its place, and nothing is resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import resolve_campaign
from chronicle.rules.shadow import SHADOW
from tests.rules.mistakes import Mistake, check_mistake, read_mistakes
from tests.rules.shadow.marked_text import place_of, places, unmarked
from tests.small_campaign import SOUND, findings_of, tree_of

MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_each_mistake_is_reported_once_at_its_place_and_nothing_is_resolved(
    mistake: Mistake,
) -> None:
    check_mistake(mistake, SOUND)


#: Helping and blocking one conspiracy takes two resources in a sphere, or is two mistakes anyhow.
TWO_AT_ONE_PLACE: Final = frozenset({"SH013"})


def test_every_finding_of_the_ruleset_has_an_example() -> None:
    shown = {mistake.code for mistake in MISTAKES} | TWO_AT_ONE_PLACE
    assert shown == {problem.code for problem in SHADOW.problems}


#: Three powers; in the second turn nearly everything that can be wrong with orders is.
CROWDED: Final = {
    "campaign.yaml": """\
title: Crowns
ruleset: shadow
seed: one
rules: {seating: [vael, oru, mir]}
""",
    "places.yaml": """\
for: everyone
places:
  harbour: {name: The Harbour}
  marsh: {name: The Marsh}
  vale: {name: The Vale}
  hill: {name: The Hill}
  dell: {name: The Dell}
  fen: {name: The Fen}
""",
    "factions/vael.yaml": """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
opening:
  actor: {name: Lady Vael, sphere: harbour}
  influence: {harbour: 1}
  resources:
    - {id: eyes, name: the Eyes, type: contacts, strength: 1, sphere: harbour}
    - {id: hands, name: the Hands, type: agents, strength: 1, sphere: marsh}
    - {id: ears, name: the Ears, type: agents, strength: 1, sphere: vale}
    - {id: feet, name: the Feet, type: agents, strength: 1, sphere: hill}
    - {id: knives, name: the Knives, type: violent group, strength: 2}
""",
    "factions/oru.yaml": """\
name: The Oru
for: everyone
colors: ["#1f4e7a", "#f2f2f2"]
sigil: moon
opening:
  actor: {name: Old Oru}
  influence: {marsh: 1}
  resources:
    - {id: giants, name: the Giants, type: violent group, strength: 4, sphere: marsh}
    - {id: boats, name: the Boats, type: agents, strength: 1, sphere: harbour}
    - {id: wolves, name: the Wolves, type: agents, strength: 1, sphere: hill}
    - {id: crows, name: the Crows, type: agents, strength: 1, sphere: dell}
    - {id: gulls, name: the Gulls, type: agents, strength: 1, sphere: fen}
""",
    "factions/mir.yaml": """\
name: The Mir
for: everyone
colors: ["#2e5e3a", "#f0e6c0"]
sigil: tree
opening:
  actor: {name: Brother Mir, sphere: dell}
  resources:
    - {id: smiths, name: the Smiths, type: agents, strength: 3, sphere: marsh}
    - {id: saws, name: the Saws, type: agents, strength: 1, sphere: dell}
    - {id: axes, name: the Axes, type: agents, strength: 1, sphere: fen}
    - {id: picks, name: the Picks, type: agents, strength: 1, sphere: hill}
""",
    "turns/001.yaml": """\
turn: 1
adjustments:
  - {for: factions, because: a fever, power: mir, actor: eliminated}
orders:
  vael: {assist: {sphere: harbour, request: A boat}}
""",
    "turns/002.yaml": """\
turn: 2
orders:
  vael:
    place: {hands: «harbour»}
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: «1», narrative: They creep.}
      - {id: drill, action: mobilize, resource: «eyes»}
      - {id: leap, action: raise, resource: ears, to: 2, stake: «2», narrative: They leap.}
      - id: burn
        action: attack-resource
        resource: feet
        target: «oru/giants»
        narrative: Fire.
      - {id: stab, action: raise, resource: «knives», to: 1, narrative: They stab.}
    help:
      - {conspiracy: «oru/drill», resource: hands}
    assist: {«sphere»: harbour, request: A boat}
  oru:
    conspiracies:
      - {id: drill, action: mobilize, resource: boats}
      - {id: push, action: raise, resource: giants, to: 2, stake: «4», narrative: They push.}
      - {id: «howl», action: raise, resource: wolves, to: 1}
      - {id: hunt, action: attack-actor, resource: crows, target: «mir», narrative: They hunt.}
      - {id: feint, action: attack-actor, resource: gulls, target: «oru», narrative: A feint.}
  mir:
    actor: «marsh»
    conspiracies:
      - id: hew
        action: raise
        resource: axes
        to: 2
        narrative: They hew.
        «new_resource»: {id: hoes, name: the Hoes, type: agents}
      - {id: dig, action: attack-resource, resource: picks, target: «wolves», narrative: Deep.}
    help:
      - {conspiracy: oru/push, resource: smiths}
    block:
      - {conspiracy: «oru/push», resource: saws}
""",
}

IN_ORDER: Final = (
    ("SH003", "`hands` and `eyes` would both be in `harbour`"),
    ("SH008", "the power already has Influence 1 in `harbour`"),
    ("SH005", "`eyes` is used twice in this round"),
    ("SH006", "`ears` has strength 1 and can't stake 2 dice"),
    ("SH009", "`oru/giants` is in `marsh`, but `feet` is in `hill`"),
    ("SH010", "`knives` is in reserve and can't act"),
    ("SH011", "a resource that mobilizes can't be helped or blocked"),
    ("SH016", "`vael` has already given assistance in this story"),
    ("SH007", "`oru` can have at most 2 Destiny Dice here, not 4"),
    ("SH019", "this conspiracy has no narrative, so it fails without a roll (S-DICE-4)"),
    ("SH015", "the actor of `mir` is eliminated"),
    ("SH012", "a power can't attack itself"),
    ("SH015", "the actor of `mir` is eliminated"),
    ("SH014", "only a raise to 3 earns a new resource"),
    ("SH020", "`wolves` does not say whose resource is attacked"),
    ("SH009", "`oru/push` is in `marsh`, but `saws` is in `dell`"),
    ("SH013", "the power both helps and blocks `oru/push`"),
)


def test_all_mistakes_in_the_orders_of_a_turn_are_reported_in_one_run() -> None:
    found = findings_of(unmarked(CROWDED))
    assert tuple((finding.code, finding.message) for finding in found) == IN_ORDER
    # Two findings of the last order stand at one place.
    marked = places({"turns/002.yaml": CROWDED["turns/002.yaml"]})
    assert tuple(dict.fromkeys(place_of(finding) for finding in found)) == marked
    assert resolve_campaign(tree_of(unmarked(CROWDED)), Report()) is None


def test_all_mistakes_of_an_opening_are_found_in_one_run() -> None:
    opening = [m for m in MISTAKES if m.code in {"SH002", "SH021"}]
    seating = next(m for m in MISTAKES if m.law == "the seating names powers alone")
    files = {path: text for m in (*opening, seating) for path, text in m.files(SOUND).items()}
    found = findings_of(unmarked(files))
    assert {place_of(finding) for finding in found} == set(places(files))
    assert [finding.code for finding in found] == ["SH001", "SH021", "SH002"]


def test_all_mistakes_of_the_gms_changes_are_found_in_one_run() -> None:
    turn = """\
turn: 1
adjustments:
  - {for: gm, because: a test, power: vael, sphere: harbour, influence: +2}
  - {for: gm, because: a test, power: oru, sphere: harbour, influence: «+3»}
  - {«for»: gm, because: a test, power: oru, influence: +1}
  - {for: gm, because: a test, power: oru, resource: giants, strength: «-5»}
news:
  - for: everyone
    text: A flood.
    effects: [{power: «vaels», dd: +1}, {chalice: «-7»}, {«power»: vael}]
"""
    found = findings_of(unmarked({"turns/001.yaml": turn}))
    codes = ["SH004", "SH017", "SH018", "N001", "SH018", "SH017"]
    assert [finding.code for finding in found] == codes
    assert tuple(place_of(finding) for finding in found) == places({"turns/001.yaml": turn})


@pytest.mark.parametrize(
    ("resource", "code"),
    [
        pytest.param("eyez", "N001", id="a resource that is misspelt"),
        pytest.param("knives", "SH010", id="a resource in reserve"),
    ],
)
def test_an_invalid_order_causes_no_findings_in_supporting_orders(resource: str, code: str) -> None:
    turn = f"""\
turn: 1
orders:
  vael:
    conspiracies:
      - {{id: creep, action: raise, resource: «{resource}», to: 2, narrative: They creep.}}
  oru:
    help: [{{conspiracy: vael/creep, resource: giants}}]
"""
    found = findings_of(unmarked({"turns/001.yaml": turn}))
    assert [finding.code for finding in found] == [code]
    assert tuple(place_of(finding) for finding in found) == places({"turns/001.yaml": turn})


@pytest.mark.parametrize(
    "orders",
    [
        pytest.param("vael: {place: {eyes: marsh, knives: harbour}}", id="resources change places"),
        pytest.param(
            "vael: {place: {eyes: reserve, knives: harbour}}", id="one leaves as one comes"
        ),
        pytest.param("vael: {place: {eyes: marsh}}", id="two powers stand in one sphere"),
        pytest.param(
            "oru: {conspiracies: [{id: a, action: raise, resource: giants, to: 3, stake: 2, "
            "narrative: N.}]}",
            id="a stake is all that the pool holds, and a level is skipped",
        ),
        pytest.param(
            "vael: {place: {knives: marsh}, conspiracies: ["
            "{id: a, action: raise, resource: eyes, to: 2, stake: 1, narrative: N.}, "
            "{id: b, action: raise, resource: knives, to: 1, stake: 2, narrative: N.}]}",
            id="two stakes hold more than the pool, as the first may return",
        ),
        pytest.param(
            "oru: {conspiracies: ["
            "{id: a, action: raise, resource: giants, to: 2, narrative: N., stake: 2}]}\n"
            "  vael: {place: {knives: marsh}, block: [{conspiracy: oru/a, resource: knives, "
            "stake: 2}], conspiracies: [{id: b, action: mobilize, resource: eyes}]}",
            id="one resource blocks and another mobilizes",
        ),
        pytest.param(
            "vael: {place: {knives: marsh}, conspiracies: [{id: a, action: attack-resource, "
            "resource: knives, target: oru/giants, narrative: N.}]}\n"
            "  oru: {conspiracies: [{id: a, action: attack-resource, resource: giants, "
            "target: vael/knives, narrative: N.}]}",
            id="two resources attack each other under one id",
        ),
        pytest.param(
            "oru: {actor: harbour}\n  vael: {conspiracies: [{id: a, action: attack-actor, "
            "resource: eyes, target: oru, narrative: N.}]}",
            id="an actor is attacked where it goes this turn",
        ),
        pytest.param(
            "vael: {conspiracies: [{id: a, action: mobilize, resource: eyes}]}",
            id="a mobilization needs no narrative",
        ),
        pytest.param(
            "vael: {conspiracies: [{id: a, action: raise, resource: eyes, to: 2, veto: no}]}",
            id="what is vetoed needs no narrative",
        ),
        pytest.param("vael: {defend: 5}", id="a defence is cut down to what is there"),
        pytest.param(
            "vael: {place: {knives: marsh}, conspiracies: [{id: a, action: raise, resource: eyes, "
            "to: 3, narrative: N., new_resource: {id: giants, name: Giants, type: agents}}]}",
            id="a new resource may be called what another power's is",
        ),
    ],
)
def test_unusual_but_valid_orders_give_no_finding(orders: str) -> None:
    assert findings_of({"turns/001.yaml": f"turn: 1\norders:\n  {orders}\n"}) == ()


def test_an_actor_brought_back_this_turn_may_be_placed() -> None:
    gone = "turn: 1\nadjustments: [{for: gm, because: a, power: vael, actor: eliminated}]\n"
    back = (
        "turn: 2\nadjustments: [{for: gm, because: a, power: vael, actor: active}]\n"
        "orders: {vael: {actor: marsh}}\n"
    )
    assert findings_of({"turns/001.yaml": gone, "turns/002.yaml": back}) == ()


def test_a_stake_may_be_what_is_won_earlier_in_the_round() -> None:
    # Two dice at the start, two that the raise would bring: four, and not five (S-DICE-1).
    turn = """\
turn: 1
orders:
  vael:
    place: {knives: marsh}
    conspiracies:
      - {id: a, action: raise, resource: eyes, to: 2, narrative: N.}
      - {id: b, action: raise, resource: knives, to: 1, stake: %d, narrative: N.}
"""
    strong = {
        "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("strength: 2", "strength: 5")
    }
    assert findings_of({**strong, "turns/001.yaml": turn % 4}) == ()
    (found,) = findings_of({**strong, "turns/001.yaml": turn % 5})
    assert (found.code, found.message) == (
        "SH007",
        "`vael` can have at most 4 Destiny Dice here, not 5",
    )


#: Vael's orders can't be read, and all that can be said of those of the Oru is marked.
UNREAD: Final = {
    "turns/001.yaml": """\
turn: 1
orders:
  vael:
    place: {knives: marsh}
    conspiracies:
      - {id: ring, «acton»: raise, resource: eyes, to: 2, stake: 1, narrative: N.}
  oru:
    place: {giants: harbour, «imps»: marsh}
    conspiracies:
      - id: eyes
        action: attack-resource
        resource: giants
        target: vael/eyes
        stake: 4
        narrative: N.
      - id: knives
        action: attack-resource
        resource: «gients»
        target: vael/knives
        stake: 1
        narrative: N.
      - id: lady
        action: attack-actor
        resource: «gyants»
        target: vael
        stake: 1
        narrative: N.
    block:
      - {conspiracy: vael/ring, resource: «giants», stake: «9»}
      - {conspiracy: «oru/none», resource: «gnats», stake: 1}
"""
}


def test_beside_orders_that_can_not_be_read_others_are_looked_at_as_far_as_can_be() -> None:
    found = findings_of(unmarked(UNREAD))
    assert [finding.code for finding in found] == [
        *("C001", "N001", "N001", "N001", "SH005", "SH006", "N001", "N001")
    ]
    assert tuple(place_of(finding) for finding in found) == places(UNREAD)


def test_a_conspiracy_that_is_meant_to_fail_is_not_pointed_out() -> None:
    (mistake,) = (mistake for mistake in MISTAKES if mistake.code == "SH019")
    silent = unmarked(mistake.files(SOUND))
    meant = {
        path: text.replace("to: 2}", "to: 2, narrative: false}") for path, text in silent.items()
    }
    assert meant != silent
    assert findings_of(meant) == ()
    events = [resolve_campaign(tree_of(files), Report()) for files in (silent, meant)]
    assert events[0] is not None
    assert events[1] is not None
    assert events[0].history.turns == events[1].history.turns


def test_a_narrative_is_a_text_or_there_is_none() -> None:
    (mistake,) = (mistake for mistake in MISTAKES if mistake.code == "SH019")
    files = unmarked(mistake.files(SOUND))
    swapped = {
        path: text.replace("to: 2}", "to: 2, narrative: true}") for path, text in files.items()
    }
    (finding,) = findings_of(swapped)
    assert (finding.code, finding.help) == ("C005", "choose one of `false`")
