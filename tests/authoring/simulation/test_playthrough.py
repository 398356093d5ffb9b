"""A campaign that goes on in memory is the one that its whole history would be."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest

from chronicle.authoring.simulation.playthrough import OrderEntries, Playthrough
from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Turn
from chronicle.pipeline import PlayedCampaign
from chronicle.project.projection import _Projector
from chronicle.proposals.evaluation import turn_of
from chronicle.proposals.knowledge import knowledge_of
from chronicle.records import replace
from chronicle.rules.protocol import PlayedTurn
from tests.authoring.simulation.simple_players import play_simply
from tests.play.test_joining_factions import CAMPAIGNS, HEAD, LETTERS, OPENINGS, TURNS
from tests.sample_campaigns import SAMPLES, play_sample
from tests.small_campaign import play_files
from tests.thorough import thorough


def assert_same(game: Playthrough, whole: PlayedCampaign) -> None:
    """What all factions know is what the editions of the whole campaign are made from."""
    campaign, history = whole.campaign, whole.history
    assert game.last.after == history.eve.after
    for id in (it.id for it in campaign.factions):
        edition = _Projector.of(campaign, history, whole.ruleset, faction_audience(id))
        seen = game.seen_by(id)
        assert seen.memory == edition.memories[edition.now]
        assert seen.known == frozenset(edition.known_refs())
        expected = knowledge_of(campaign, history, whole.ruleset, id)
        if history.has_joined(id, game.number) and expected is not None:
            assert game.knowledge_of(id) == replace(expected, names={})


def beginning(whole: PlayedCampaign, turns: int) -> PlayedCampaign:
    """A campaign after some of its turns."""
    campaign = replace(whole.campaign, turns=whole.campaign.turns[:turns])
    history = replace(whole.history, turns=whole.history.turns[:turns])
    return PlayedCampaign(campaign, whole.ruleset, history)


@pytest.mark.parametrize("sample", SAMPLES)
def test_written_turns_teach_what_they_teach_in_the_whole(sample: str) -> None:
    whole = play_sample(sample)
    game = Playthrough.of(beginning(whole, 2))
    report = Report()
    for turn in whole.campaign.turns[2:]:
        assert game.play_turn(turn, report)
    assert_same(game, whole)


@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_factions_that_join_later_learn_from_then_on(ruleset: str) -> None:
    newcomer = {"factions/new.yaml": HEAD + OPENINGS[ruleset]}
    files = {**TURNS, **newcomer, "turns/003.yaml": LETTERS}
    whole = play_files(files, over=CAMPAIGNS[ruleset])
    for turns in (0, 1):
        game = Playthrough.of(beginning(whole, turns))
        for turn in whole.campaign.turns[turns:]:
            assert game.play_turn(turn, Report())
            part = beginning(whole, turn.number)
            assert_same(game, part)


@pytest.mark.parametrize("sample", SAMPLES)
def test_turns_that_are_made_up_teach_what_they_would_if_they_were_written(sample: str) -> None:
    start = play_sample(sample)
    game = Playthrough.of(start).named("one")
    turns: list[Turn] = []
    played: list[PlayedTurn[Any, Any, Any]] = []
    for _ in range(2):
        turns.append(turn_of(game.number, {}))
        played.append(play_simply(game).played)
    campaign = replace(start.campaign, turns=(*start.campaign.turns, *turns))
    history = replace(start.history, turns=(*start.history.turns, *played))
    assert_same(game, PlayedCampaign(campaign, start.ruleset, history))


def test_runs_have_dice_by_their_names() -> None:
    start = Playthrough.of(play_sample("vaime"))
    boards = []
    for name in ("one", "two", "one"):
        game = start.named(name)
        for _ in range(3):
            play_simply(game)
        boards.append(game.last.after)
    assert boards[0] == boards[2]
    assert boards[0] != boards[1]
    assert start.number == 10, "a run leaves what it began from as it is"


def test_orders_that_cannot_be_given_together_are_left_out_and_counted() -> None:
    """The Giants attack the Eyes in the harbour, but Vael moves those to the marsh meanwhile."""
    game = Playthrough.of(play_files({}))
    moved: list[OrderEntries] = [{"place": {"eyes": "marsh"}}, {"nonsense": 1}]
    attack = {
        "id": "strike",
        "action": "attack-resource",
        "resource": "giants",
        "target": "vael/eyes",
        "narrative": "They strike.",
    }
    placed = [{"place": {"giants": "harbour"}, "conspiracies": [attack]}]
    assert game.play({"oru": placed}).left_out == {}
    assert game.number == 2
    again = Playthrough.of(play_files({}))
    result = again.play({"vael": moved, "oru": placed})
    assert result.left_out == {"vael": 1, "oru": 1}
    assert again.number == 2


@pytest.mark.parametrize(
    ("sample", "turns"),
    [
        *((sample, 120) for sample in SAMPLES),
        *thorough((sample, 10_000) for sample in SAMPLES),
    ],
)
def test_memory_does_not_grow_with_the_turns(sample: str, turns: int) -> None:
    game = Playthrough.of(play_sample(sample)).named("long")

    def blocks_after(count: int) -> int:
        for _ in range(count):
            game.play({})
        gc.collect()
        return sys.getallocatedblocks()

    # What is computed once is there after the first turns.
    before = blocks_after(40)
    # A turn that was kept would take more than a hundred.
    assert blocks_after(turns) - before < turns
