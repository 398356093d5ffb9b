"""Forms of what a faction may order: legal, whole, and made of nothing that it does not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Turn
from chronicle.model.facts import place_ref
from chronicle.project.projection import sightings_by_turn
from chronicle.records import replace
from chronicle.rules.order_form import (
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    ListItem,
    walk_parts,
)
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.order_parser import parse_orders
from chronicle.rules.wwn.state import Goal, Mark, PlaceState, Policy, State
from chronicle.rules.wwn.terms import GOALS
from chronicle.yaml.decode import InputModel
from chronicle.yaml.decode.value_types import ListType, ModelType, OptionalType, ValueType
from tests.filled_order_forms import Filled, Written, as_node, as_text, fillings
from tests.known_things import EVERYTHING
from tests.order_form_words import needed, stated
from tests.rules.wwn.boards import TURN, asset
from tests.rules.wwn.form_choices import cases_of, choices_of, form_of
from tests.rules.wwn.full_board import bazaar
from tests.rules.wwn.setup_boards import opened, sound_board
from tests.rules.wwn.test_hidden_facts import CHANGES, FACTIONS
from tests.rules.wwn.test_sample import played as sample
from tests.rules.wwn.visibility_boards import HOUSES, House, mine, play, stage
from tests.rules.wwn.visibility_scenes import SCENES


def said(state: State, faction: str) -> Mapping[str, str]:
    """The text for a field of words: a roll that a rival makes with any order."""
    rival = next(id for id in state.living() if id != faction)
    return {"roll": f"{rival}/upkeep/rogue-guard"}


# ── What there is to be read ─────────────────────────────────────────────────────────────────────


@cache
def blank() -> Turn:
    """A turn in which nobody orders anything."""
    return opened({"turns/001.yaml": "turn: 1\n"}).campaign.turns[0]


def said_of(state: State, faction: str, written: Written) -> tuple[Finding, ...]:
    """What is found in the orders of one faction on a board."""
    report = Report()
    given = {faction: as_node(written)}
    parse_orders(replace(blank(), number=state.turn, orders=given), state, report)
    return report.findings


@cache
def memory_of(faction: str) -> Mapping[str, Sighting]:
    """What a faction remembers at the end of the sample."""
    return tuple(sightings_by_turn(sample().history, WWN, faction_audience(faction)))[-1]


@cache
def forms() -> tuple[tuple[State, Form], ...]:
    """Forms of many boards, each with its board."""
    sound, last, rich = sound_board(), sample().history.turns[-1].after, bazaar()
    poor = replace(rich, factions={**rich.factions, "vael": replace(_vael(rich), idle=TURN)})
    return (
        *((sound, form_of(sound, id)) for id in sound.living()),
        *((last, form_of(last, id, memory_of(id))) for id in last.living()),
        *((board, form_of(board, "vael")) for board in (rich, poor)),
    )


def _vael(state: State) -> Any:
    return state.factions["vael"]


# ── (1) What is offered may be ordered ───────────────────────────────────────────────────────────

#: What may be found in what a form offers all the same.
FAIR: Final = {
    "WN088": "what is too dear is offered with its price: Treasure may come in, and XP",
    "WN089": "there may be enough Treasure, or not: dice tell",
    "WN087": "one asset too many is allowed, and costs upkeep; the form says so",
    "WN093": "who is hurt may be sold for nothing; the form says so",
    "WN103": "whether a rival's asset is hurt its owner alone may know",
    "WN097": "a goal is taken up once the one before it is met or given up, in other orders",
}


def _excused(state: State, filled: Filled, finding: Finding) -> bool:
    """Whether a finding is expected for a choice: something else must be ordered too."""
    facts = [choice.facts for choice in filled.chosen if isinstance(choice, FieldChoice)]
    match finding.code:
        case (
            "WN073" | "WN074"
        ):  # nobody is there to be attacked: the asset must be brought there first
            attacker = state.assets[filled.written["attack"][0]["asset"]]
            return any(
                one.get("at", place_ref(attacker.at)) != place_ref(attacker.at) for one in facts
            )
        case "WN066":  # the place is barred: the asset has to go there with its leader
            return any("led_by" in one for one in facts)
        case _:
            return False


def test_whatever_a_form_offers_can_be_read() -> None:
    met: set[str] = set()
    for state, made in forms():
        for filled in fillings(made, said(state, made.faction)):
            for finding in said_of(state, made.faction, filled.written):
                fair = finding.code in FAIR or _excused(state, filled, finding)
                assert fair, (finding.message, filled.written)
                met.add(finding.code)
    assert met >= set(FAIR) - {"WN089"}


def test_every_move_that_is_legal_is_offered_and_no_other() -> None:
    """As all others: who goes to one place alone, and who is hidden or sold."""
    state = bazaar()
    made = form_of(state, "vael")
    offered = {as_text(it.written) for it in fillings(made, said(state, "vael"))}
    for own in state.own("vael"):
        for to in state.places:
            order = {"move": [{"id": f"{own.id}-move", "asset": own.id, "to": to}]}
            fair = not any(it.severity == "error" for it in said_of(state, "vael", order))
            led = own.at == "castle" and to == "quay"
            assert led or fair is (as_text(order) in offered), order
        for action in ("hide", "sell"):
            order = {action: [{"id": f"{own.id}-{action}", "asset": own.id}]}
            fair = not any(it.severity == "error" for it in said_of(state, "vael", order))
            assert fair is (as_text(order) in offered), order


def test_nothing_is_ordered_by_those_who_gave_up_a_goal_but_for_later() -> None:
    made = [one for state, one in forms() if state.factions[one.faction].idle == state.turn]
    (idle,) = made
    codes = {part.code for part in idle.parts if isinstance(part, ActionField)}
    assert codes == {"redo", "lavish", "abandon", "goal"}


def test_a_collapsed_faction_has_no_form() -> None:
    last = sample().history.turns[-1]
    assert WWN.form(last, {}, "staple", EVERYTHING) is None
    assert WWN.form(last, {}, "nobody", EVERYTHING) is None
    assert WWN.form(last, memory_of("salt"), "salt", EVERYTHING) == form_of(
        last.after, "salt", memory_of("salt")
    )


# ── (2) Forms are whole ──────────────────────────────────────────────────────────────────────────


def keys_of(parts: tuple[FormPart, ...], under: str = "") -> Iterator[str]:
    """Every key that can be written, with those that it stands under."""
    for part in parts:
        match part:
            case ActionField(cases=cases):
                for case in cases:
                    yield from keys_of(case.parts, under)
            case FieldGroup(key=key, parts=inner) | ListItem(key=key, parts=inner):
                yield f"{under}{key}"
                yield from keys_of(inner, f"{under}{key}.")
            case _:
                yield f"{under}{part.key}"


def keys_in(shape: type[InputModel], under: str = "") -> Iterator[str]:
    """Every key of a shape, with those that it stands under."""
    for field in shape.fields().values():
        key = f"{under}{field.name}"
        yield key
        for inner in _records(field.type):
            yield from keys_in(inner, f"{key}.")


def _records(kind: ValueType) -> Iterator[type[InputModel]]:
    match kind:
        case ModelType(model=model):
            yield model
        case OptionalType(value=inner) | ListType(items=inner):
            yield from _records(inner)
        case _:
            pass


def test_every_key_that_a_player_may_write_is_in_a_form() -> None:
    """Names under a key are no keys of a shape. What is the GM's stands outside `orders:`.

    Nor does a form ask for the number of a name.
    """
    found = {key for _, made in forms() for key in keys_of(made.parts)}
    names = {key for key in found if key.startswith(("forbids.", "met_by."))}
    assert names >= {"forbids.castle", "forbids.isle", "met_by.guard", "met_by.ears"}
    asked = {key for key in keys_in(FactionOrdersInput) if not key.endswith(".plural")}
    assert found - names == asked


def test_the_blanks_are_all_that_needs_words_and_no_more() -> None:
    gate = asset("interrupted-logistics", "oru", "ford")
    tolled = stage(mine("golden-prosperity"), mine("infantry", at="castle"), gate)
    strivers = (replace(_vael(tolled), goal=Goal(kind)) for kind in GOALS)
    striving = [form_of(tolled.with_faction(one), "vael") for one in strivers]
    able = tolled.with_faction(replace(_vael(tolled), force=1, wealth=1, cunning=1, xp=99))
    rising = form_of(able, "vael")
    made = [*(made for _, made in forms()), form_of(tolled, "vael"), *striving, rising]
    assert needed(made, WWN.form_vocabulary) == stated(WWN.form_vocabulary)


def test_every_case_cites_a_rule_that_there_is() -> None:
    cases = (case for _, made in forms() for case in cases_of(made))
    assert {case.rule for case in cases} <= set(WWN.rules)


def test_ids_are_those_of_the_doers_and_none_is_suggested_twice_but_for_the_same() -> None:
    """One action with one asset has the same name everywhere."""
    rich = bazaar()
    made = form_of(rich, "vael")
    others = replace(rich, assets={id: it for id, it in rich.assets.items() if id != "caravan"})
    assert set(ids_of(form_of(others, "vael"))) < set(ids_of(made))
    found = list(ids_of(made))
    assert {id for id in found if found.count(id) > 1} == {"create", "expand", "expand-freely"}


def ids_of(made: Form) -> Iterator[str]:
    """The ids of the orders that a form suggests, case by case."""
    for case in cases_of(made):
        for part in walk_parts(case.parts):
            if isinstance(part, ActionField):
                break
            if isinstance(part, FixedField) and part.key == "id":
                yield str(part.value)


# ── (3) What a faction can't know leaves its form as it is ───────────────────────────────────────


def told(state: State, house: House, scene_name: str, reader: str) -> Form:
    """A reader's form after an action of the stage."""
    scene = replace(SCENES[scene_name](), state=state)
    found = play(scene, house)
    made = WWN.form(found.played_turn(), found.memory(faction_audience(reader)), reader, EVERYTHING)
    assert made is not None
    return made


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_a_factions_own_is_in_no_other_form(change: str, house: House) -> None:
    for scene_name in ("move", "attack-won", "exposes"):
        state = SCENES[scene_name]().state
        changed = CHANGES[change](state)
        for reader in FACTIONS:
            same = told(state, house, scene_name, reader) == told(
                changed, house, scene_name, reader
            )
            assert same is (reader != "far"), (scene_name, reader)


def _secretive(state: State) -> State:
    """What the Kell and the Oru have is hurt, held and restless, and they have more in hiding."""
    spy = replace(state.assets["spy"], hp=1, marks=(Mark("pinned", by="guard"),), ready=99)
    return (
        state.with_asset(spy)
        .with_asset(asset("blackmail", "oru", "ford", id="letters", stealth="hidden"))
        .with_asset(asset("omniscient-seers", "oru", "ford", id="seers", stealth="hidden"))
        .with_faction(replace(state.factions["oru"], cunning=2, tags=("machiavellian",)))
        .with_faction(replace(state.factions["kell"], treasure=1, policy=Policy(pays=False)))
    )


@pytest.mark.parametrize("house", HOUSES)
def test_what_others_hide_changes_neither_targets_nor_chances(house: House) -> None:
    pieces = (mine("knights"), mine("cryptomancers"), mine("informers"), mine("dragomans"))
    state = stage(*pieces, barred=(PlaceState("ford", ruler="vael"),))
    shown = replace(state, house=replace(state.house, assets=house))
    assert form_of(shown, "vael") == form_of(_secretive(shown), "vael")
    assert form_of(shown, "oru") != form_of(_secretive(shown), "oru")


def test_where_assets_are_their_owners_alone_nobody_is_offered_but_who_was_met() -> None:
    found = play(SCENES["attack-lost"](), "owner")
    known = WWN.form(
        found.played_turn(), found.memory(faction_audience("vael")), "vael", EVERYTHING
    )
    blind = WWN.form(found.played_turn(), {}, "vael", EVERYTHING)
    assert known is not None
    assert blind is not None
    assert {it.value for it in choices_of(known, "against", "attack")} == {"oru"}
    assert not list(choices_of(blind, "against", "attack"))
