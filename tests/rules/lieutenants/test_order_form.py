"""Forms of what a faction may order: legal, whole, and made of nothing that it does not know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.model.audience import faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.project.projection import sightings_by_turn
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS, COMMON_KEYS
from chronicle.rules.lieutenants.inputs import (
    FactionOrdersInput,
    GainInput,
    OrderInput,
    PurchaseInput,
    TargetInput,
)
from chronicle.rules.lieutenants.order_parser import parse_orders
from chronicle.rules.lieutenants.state import (
    Asset,
    FactionState,
    Lieutenant,
    PlaceState,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.terms import ActionName
from chronicle.rules.order_form import ActionField, FixedField, Form, ListItem, walk_parts
from chronicle.yaml.decode import InputModel
from tests.filled_order_forms import Written, as_node, fillings
from tests.known_things import EVERYTHING
from tests.order_form_words import needed, stated
from tests.rules.lieutenants.full_board import board, form_of, form_on, memory, stocked
from tests.sample_campaigns import play_sample
from tests.thorough import beginning

FACTIONS: Final = ("vael", "oru", "watch")
#: What may be found in an order that a form offered, and why that is no fault of the form.
ALLOWED: Final[Mapping[str, str]] = {
    "LT041": "it is gone by now, or a prisoner, and the faction has not heard of it",
    "LT045": "it has gone elsewhere since it was seen last",
    "LT080": "it has hidden since it was seen last, or a location was bought in secret",
}
#: What only the GM writes in orders, and why.
OF_THE_GM: Final[Mapping[str, str]] = {
    "leaves": "the GM says who goes (L-TURN-6)",
    "modifiers": "they are the GM's own (L-CHK-7)",
    "known": "what a faction knows of all the same is the GM's to say (L-ACT-CONCEAL)",
    "answers": "the GM orders the attack, and who is roused may not know by whom (L-ACT-RALLY)",
    "successes": "how long a project takes is the GM's to say (L-ACT-RESEARCH)",
    "hold": "whether a project may rest is the GM's to say (L-ENT)",
    "selective": "who chooses for whom to work is the GM's to say (L-ACT-WORK)",
    "obscurity": "how hard a matter is to find out is the GM's to say (L-ACT-INVESTIGATE)",
    "plural": "the number of a name is data of the campaign, as its spelling is",
    "level": "how hard an item is to come by is the GM's to say (L-ACT-PURCHASE)",
    "bonuses": "what an item helps with is the GM's to say (L-CHK-7)",
    "brings": "what comes of a custom action is the GM's to say (L-ACT-CUSTOM)",
    "notice": "who notices a custom action is the GM's to say (L-ACT-CUSTOM)",
}


# ── What is offered is legal ─────────────────────────────────────────────────────────────────────


def findings_of(played: PlayedCampaign, faction: str, written: Written) -> tuple[Finding, ...]:
    """What is found in orders that are read on the board that a campaign leaves."""
    report = Report()
    last = played.campaign.turns[-1]
    given = {faction: as_node(written)}
    turn = replace(
        last, number=last.number + 1, orders=given, adjustments=None, reveals=(), news=()
    )
    parse_orders(turn, played.history.turns[-1].after, report)
    return report.findings


def filled(form: Form) -> Iterator[Written]:
    """The form filled in, until everything that it offers for each action has been chosen once."""
    seen: set[tuple[Any, ...]] = set()
    for way in fillings(form):
        (order, *_) = way.written.get("actions", [{}])
        # What one lieutenant may do depends on where he is: each is a case of its own.
        who = order.get("lieutenant"), order.get("action")
        new = {(*who, *leaf) for leaf in _leaves(way.written)} - seen
        seen |= new
        if new:
            yield _with_needed(way.written)


def _leaves(written: object, path: tuple[str, ...] = ()) -> Iterator[tuple[Any, ...]]:
    match written:
        case dict():
            for key, value in written.items():
                yield from _leaves(value, (*path, key))
        case list():
            for value in written:
                yield from _leaves(value, path)
        case _:
            yield (*path, written)


def _with_needed(written: Written) -> Written:
    """The order with the one before it that it needs, if it needs one."""
    listed = written.get("actions", [])
    first = [_study(order["needs"]) for order in listed if "needs" in order]
    return {**written, "actions": [*first, *listed]} if first else written


def _study(id: str) -> Written:
    return {"id": id, "lieutenant": id, "action": "research", "project": "lore", "name": "Lore"}


@pytest.mark.parametrize("faction", beginning(FACTIONS, 1))
def test_every_filled_in_form_is_valid(faction: str) -> None:
    for written in filled(form_of(faction)):
        found = findings_of(stocked(), faction, written)
        # Secret locations are taken out of a form later, by who may read of them.
        told = [it.message for it in found if not ("cellar" in it.message and it.code == "LT080")]
        assert told == [], written


@pytest.mark.thorough
def test_in_the_sample_only_outdated_knowledge_causes_findings() -> None:
    played = sample()
    *_, seen = sightings_by_turn(played.history, played.ruleset, faction_audience("night-leaf"))
    form = played.ruleset.form(played.history.turns[-1], seen, "night-leaf", EVERYTHING)
    assert form is not None
    found = [it for each in filled(form) for it in findings_of(played, "night-leaf", each)]
    assert {it.code for it in found} == ALLOWED.keys()


def sample() -> PlayedCampaign:
    """The campaign that shows the ruleset."""
    return play_sample("cauvenne")


def test_an_invalid_form_is_detected() -> None:
    written = {"actions": [{**_study("ada"), "units": ["porters"]}]}
    (found,) = findings_of(stocked(), "vael", written)
    assert "porters" in found.message


# ── All that a player may write is offered ───────────────────────────────────────────────────────


@cache
def offered() -> Mapping[str, frozenset[str]]:
    """The keys that orders of each action have in the forms; those of factions under ``""``."""
    found: dict[str, set[str]] = defaultdict(set)
    for part in (part for id in FACTIONS for part in walk_parts(form_of(id).parts)):
        if isinstance(part, ListItem):
            inner = list(walk_parts(part.parts))
            action = next(
                it.value for it in inner if isinstance(it, FixedField) and it.key == "action"
            )
            found[str(action)] |= {it.key for it in inner if not isinstance(it, ActionField)}
        if not isinstance(part, ActionField):
            found[""].add(part.key)
    return {action: frozenset(keys) for action, keys in found.items()}


@pytest.mark.parametrize(
    "model", [FactionOrdersInput, OrderInput, TargetInput, PurchaseInput, GainInput]
)
def test_every_key_is_offered_or_is_the_gms(model: type[InputModel]) -> None:
    keys = {key.name for key in model.fields().values()}
    assert keys - offered()[""] <= OF_THE_GM.keys()


def test_what_is_the_gms_is_offered_nowhere() -> None:
    assert not OF_THE_GM.keys() & offered()[""]


@pytest.mark.parametrize("action", sorted(ACTION_DEFINITIONS))
def test_every_action_is_offered_with_its_keys(action: ActionName) -> None:
    keys = {*ACTION_DEFINITIONS[action].keys}
    keys |= {*COMMON_KEYS, "id", "lieutenant", "needs", "otherwise"} - {"modifiers", "items"}
    if action not in ("purchase", "gain-influence", "ally", "claim", "rally"):
        keys -= {"influence"}  # Of no use but with NPC factions.
    if action in ("conceal", "train"):
        keys -= {"units"}  # Nothing comes of it for them.
    if not ACTION_DEFINITIONS[action].stealth:
        keys -= {"stealthy"}
    assert keys - offered()[action] <= OF_THE_GM.keys()


def test_all_that_needs_words_is_among_the_blanks() -> None:
    blanks = LIEUTENANTS.form_vocabulary
    found = needed(map(form_of, FACTIONS), blanks)
    assert {("fact", "led"), ("fact", "stash")} < found <= stated(blanks)


def test_every_case_cites_a_rule() -> None:
    parts = (part for id in FACTIONS for part in walk_parts(form_of(id).parts))
    rules = {case.rule for part in parts if isinstance(part, ActionField) for case in part.cases}
    assert {"L-ACT-RAID", "L-AST-STRIKES-ONE", "L-AST-SEDUCES"} < rules < set(LIEUTENANTS.rules)


def test_orders_are_named_for_who_carries_them_out() -> None:
    for part in walk_parts(form_of("vael").parts):
        if isinstance(part, ListItem):
            settled = {it.key: it.value for it in part.parts if isinstance(it, FixedField)}
            assert settled["id"] == settled["lieutenant"]


# ── A form tells nothing that its faction does not know ──────────────────────────────────────────


def _unknown_to(faction: str, state: State) -> State:
    """The board with everything changed that a faction is not told by its sheets and its memory."""

    def own(asset: Asset) -> bool:
        return faction in owners(asset) or getattr(asset, "held_by", "") == faction

    return replace(
        state,
        factions={
            id: it if id == faction else FactionState(id, it.npc, 9, 9, 9, 9, 99, {"watch": 5})
            for id, it in state.factions.items()
        },
        assets={id: _blurred(faction, it) for id, it in state.assets.items() if own(it)},
        places={
            id: _elsewhere(faction, it if it.known(faction) else _as_ever(it))
            for id, it in state.places.items()
        },
        projects={id: it for id, it in state.projects.items() if it.faction == faction},
        standing={id: it for id, it in state.standing.items() if it.faction == faction},
        stances={id: it for id, it in state.stances.items() if it.faction == faction},
        claims={("watch", "mill"): "oru"},
    )


def _blurred(faction: str, asset: Asset) -> Asset:
    """One's own, found by others and in the secret service of somebody, and a captive elsewhere."""
    if asset.hiding is not None:
        asset = replace(asset, hiding=replace(asset.hiding, found_by=frozenset({"watch"})))
    if not isinstance(asset, Lieutenant | Unit):
        return asset
    if faction not in owners(asset):
        return replace(asset, level=9, agent_of="", bonded=True)
    if asset.faction == faction and asset.agent_of != faction:
        asset = replace(asset, agent_of="watch")
    captive = asset.held_by not in ("", faction)
    return replace(asset, at="ford", held_by="watch") if captive else asset


def _as_ever(place: PlaceState) -> PlaceState:
    """A location that was come by in secret, as if it never had been."""
    return replace(place, owner="", secret=False, known_to=frozenset())


def _elsewhere(faction: str, place: PlaceState) -> PlaceState:
    """A place of others with what only its owner knows of it."""
    if place.tier != "location" or place.owner == faction:
        return place
    return replace(place, capital=77, income=9, admits=frozenset({faction}))


@pytest.mark.parametrize("faction", FACTIONS)
def test_what_a_faction_does_not_know_changes_nothing(faction: str) -> None:
    other = form_on(_unknown_to(faction, board()), memory(faction), faction)
    assert other == form_of(faction)


def test_what_a_faction_does_not_know_is_much() -> None:
    changed = _unknown_to("oru", board())
    assert len(changed.assets) < len(board().assets) / 2
    assert form_on(changed, memory("vael"), "vael") != form_of("vael")
    assert form_on(board(), {}, "vael") != form_of("vael")
