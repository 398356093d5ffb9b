"""What is proposed: legal, the same each time, from what the faction knows, by its character."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from chronicle.model.audience import faction_audience
from chronicle.model.character import NO_CHARACTER, Aim, Character, Temper
from chronicle.model.facts import place_ref
from chronicle.pipeline import PlayedCampaign
from chronicle.project.projection import sightings_by_turn
from chronicle.proposals import FactionKnowledge, Proposal, propose
from chronicle.proposals.evaluation import PlanningBoard
from chronicle.proposals.knowledge import knowledge_of
from chronicle.records import replace
from chronicle.rules import values_of
from chronicle.rules.values import Values
from tests.known_things import known_things
from tests.rules.hidden_things import with_hidden_things
from tests.sample_campaigns import CHECKOUT, SAMPLES, play_sample
from tests.thorough import thorough

TEMPERS: tuple[Temper, ...] = ("bold", "patient", "greedy", "secretive")
#: A faction of each sample in `make test`, all others in `make thorough`.
FEW = [("vaime", "nets"), ("cauvenne", "consuls"), ("orrow", "bearers")]


#: It is not in play any more.
GONE = ("orrow", "staple")
ALL = [
    (sample, path.stem)
    for sample, folder in SAMPLES.items()
    for path in sorted(folder.glob("factions/*.yaml"))
]
FACTIONS = [*FEW, *thorough(it for it in ALL if it not in (*FEW, GONE))]


def values(found: PlayedCampaign) -> Values[Any]:
    advice = values_of(found.ruleset.id)
    assert advice is not None
    return advice


@cache
def known(sample: str, faction: str) -> FactionKnowledge:
    found = play_sample(sample)
    knowledge = knowledge_of(found.campaign, found.history, found.ruleset, faction)
    assert knowledge is not None
    return replace(knowledge, character=NO_CHARACTER)


@cache
def proposal(sample: str, faction: str, character: Character = NO_CHARACTER) -> Proposal:
    found = play_sample(sample)
    knowledge = replace(known(sample, faction), character=character)
    return propose(found.ruleset, values(found), knowledge, "seed")


def entries(found: Proposal) -> str:
    return json.dumps(found.entries, sort_keys=True)


@pytest.mark.parametrize(("sample", "faction"), FACTIONS)
def test_a_proposal_is_legal_and_says_why(sample: str, faction: str) -> None:
    found, knowledge, asked = proposal(sample, faction), known(sample, faction), play_sample(sample)
    board = PlanningBoard(
        asked.ruleset,
        values(asked),
        faction,
        knowledge.turn,
        NO_CHARACTER,
        knowledge.board,
        knowledge.board,
    )
    assert found.orders
    assert board.orders_of(found.entries, knowledge.board) is not None
    for order in found.orders:
        assert order.gain > 0
        assert order.reasons
        assert order.chance is None or 0 < order.chance <= 1
        assert order.second is None or order.second.entries != order.entries


@pytest.mark.parametrize(("sample", "faction"), FACTIONS)
def test_two_worlds_that_a_faction_cannot_tell_apart_give_one_proposal(
    sample: str, faction: str
) -> None:
    found = play_sample(sample)
    state = with_hidden_things(found.ruleset.id, found.history.last.after, faction)
    assert state != found.history.last.after
    last = replace(found.history.last, after=state)
    *_, memory = sightings_by_turn(found.history, found.ruleset, faction_audience(faction))
    things = known_things(found, faction)
    board = found.ruleset.known_board(last, memory, faction, things)
    form = found.ruleset.form(last, memory, faction, things)
    assert form is not None
    other = replace(known(sample, faction), board=board, form=form)
    assert propose(found.ruleset, values(found), other, "seed") == proposal(sample, faction)


def test_a_proposal_is_the_same_in_every_process() -> None:
    code = (
        "from tests.proposals.test_proposals import entries, proposal;"
        "import sys; sys.stdout.write(entries(proposal('vaime', 'nets')))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        check=True,
    )
    assert ran.stdout.decode() == entries(proposal("vaime", "nets"))


def test_different_tempers_give_different_proposals() -> None:
    found = {entries(proposal("vaime", "nets", Character(it))) for it in TEMPERS}
    assert len(found) >= 3


def test_an_aim_moves_a_faction_to_where_it_leads() -> None:
    """The Nets have no business in Arusk, until they want it."""
    assert "arusk" not in entries(proposal("vaime", "nets"))
    wanted = Character(aims=(Aim("take", place_ref("arusk")),))
    found = proposal("vaime", "nets", wanted)
    assert "arusk" in entries(found)
    assert any(reason.code == "take" for it in found.orders for reason, _ in it.reasons)


def test_lines_are_not_crossed() -> None:
    hostile = Character("vengeful", grudges=("bellhouse",))
    assert "bellhouse" in entries(proposal("vaime", "nets", hostile))
    sworn = replace(hostile, never_against=("bellhouse",))
    assert "bellhouse" not in entries(proposal("vaime", "nets", sworn))
    peaceful = replace(hostile, never_actions=("attack-resource", "attack-actor"))
    assert '"attack-' not in entries(proposal("vaime", "nets", peaceful))


def test_rules_without_good_and_bad_boards_propose_nothing() -> None:
    assert values_of("freeform") is None
