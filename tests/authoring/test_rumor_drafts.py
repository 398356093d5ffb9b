"""Drafts of rumors over a campaign: they don't repeat, and each is true of its events."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.authoring.rumor_drafts import RumorDraft, RumorDrafter
from chronicle.authoring.rumor_grammar import RumorGrammar
from chronicle.model.audience import EVERYONE, EVERYONE_ID, faction_audience
from chronicle.model.facts import Facts, Ref
from chronicle.pipeline import PlayedCampaign
from chronicle.rules.protocol import Telling
from tests.authoring.test_rumor_sentences import grammar
from tests.cli.command_runner import CREEP
from tests.rules.freeform.small_campaign import SOUND as LEDGER_SOUND
from tests.rules.wwn.small_campaign import SOUND as BANNERS_SOUND
from tests.sample_campaigns import play_sample
from tests.small_campaign import play_files
from tests.thorough import beginning

#: Two fights of House Vael with the Oru at one place, one won and one lost.
TWO_FIGHTS: Final = """\
turn: 1
title: Two Fights
orders:
  vael:
    attack:
      - {id: ride, asset: riders, against: oru}
      - {id: hold, asset: guards, against: oru}
rolls:
  vael/ride/check: [1, 1]
  vael/ride/defence: [10]
  vael/hold/check: [10, 10]
  vael/hold/defence: [1]
"""

each_sample = pytest.mark.parametrize("campaign", beginning(["vaime", "orrow", "cauvenne"], 2))


@lru_cache
def sample(campaign: str) -> PlayedCampaign:
    return play_sample(campaign)


def drafts_of(played: PlayedCampaign) -> list[tuple[RumorDraft, ...]]:
    """The drafts of each turn."""
    words = grammar(played.ruleset.id)
    return [
        RumorDrafter(played.campaign, played.history, played.ruleset, words, turn).drafts()
        for turn in played.campaign.turns
    ]


@lru_cache
def sample_drafts(campaign: str) -> list[tuple[RumorDraft, ...]]:
    return drafts_of(sample(campaign))


def told(campaign: str) -> Mapping[str, Mapping[str, Telling]]:
    """What each audience is told, by event with its turn."""
    played = sample(campaign)
    audiences = (EVERYONE, *(faction_audience(one.id) for one in played.campaign.factions))
    return {
        step.event.id: {
            one.word: telling
            for one in audiences
            if (telling := played.ruleset.tell(step, one).telling) is not None
        }
        for played_turn in played.history.turns
        for step in played_turn.steps
    }


# ── No repetition ────────────────────────────────────────────────────────────────────────────────


@each_sample
def test_nobody_hears_a_text_twice_within_twelve_turns(campaign: str) -> None:
    """The samples have at most twelve turns."""
    turns = sample_drafts(campaign)
    assert 9 <= len(turns) <= 12
    for faction in sample(campaign).campaign.factions:
        heard = Counter(
            one.text
            for drafts in turns
            for one in drafts
            if {EVERYONE_ID, faction.id} & {*one.heard_by}
        )
        assert heard
        assert [text for text, times in heard.items() if times > 1] == []


def failing_each_turn(turns: int) -> PlayedCampaign:
    """A campaign in which the same thing is tried at the harbour in each turn, and always fails."""
    files = {
        f"turns/{turn:03}.yaml": f"""\
turn: {turn}
orders:
  vael:
    conspiracies:
      - {{id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}}
rolls: {{vael/creep/pool: [1, 1]}}
"""
        for turn in range(1, turns + 1)
    }
    return play_files(files)


def test_the_same_event_in_each_turn_is_told_in_ever_new_words() -> None:
    """In each of its sentences, then with something before them, and only then once more."""
    texts = [drafts[0].text for drafts in drafts_of(failing_each_turn(26))]
    facts = Facts(kind="raise", level=2)
    table = grammar("shadow").table("whisper", facts, {})
    assert table is not None
    plain = {grammar("shadow").fill(one, {"place": "The Harbour"}) for one in table.sentences}
    assert len(plain) == 8
    assert {*texts[:8]} == plain
    again = [one for one in texts if one not in plain]
    assert texts[8:12] == again[:4]
    assert all(one.partition(". ")[2] in plain for one in again)
    for turn in range(len(texts) - 11):
        assert len({*texts[turn : turn + 12]}) == 12


def test_every_sentence_is_used_before_one_comes_again_with_another_name() -> None:
    turn = """\
turn: {0}
orders:
  vael:
    conspiracies:
      - {{id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}}
  oru:
    conspiracies:
      - {{id: crawl, action: raise, resource: giants, to: 2, narrative: They crawl.}}
rolls: {{vael/creep/pool: [1, 1], oru/crawl/pool: [1]}}
"""
    played = play_files({f"turns/00{one}.yaml": turn.format(one) for one in (1, 2, 3, 4)})
    used = Counter(
        without_place(one.text)
        for drafts in drafts_of(played)
        for one in drafts
        if one.truth == "true"
    )
    assert sorted(used.values()) == [1] * 8


def test_the_seed_chooses_the_order_of_sentences() -> None:
    first = {
        drafts_of(play_files({"campaign.yaml": CAMPAIGN.format(seed), "turns/001.yaml": CREEP}))[0][
            0
        ].text
        for seed in ("one", "two", "three", "four", "five", "six")
    }
    assert len(first) > 1


CAMPAIGN: Final = """\
title: Crowns
ruleset: shadow
seed: {}
stories: [{{turn: 1, title: The First}}]
rules: {{seating: [vael, oru]}}
"""


def test_a_rumor_that_was_told_is_not_drafted_again() -> None:
    """Even if it was written by hand, or is about an event that the file no longer has."""
    played = failing_each_turn(2)
    second = drafts_of(played)[1][0].text
    turn = "turn: 1\nrumors:\n  - {{text: {0!r}, heard_by: {1}, truth: true}}\n"
    creep = CREEP.replace("turn: 1", "turn: 2")
    # Without the first turn's event, the second begins with the first sentence of all.
    first = drafts_of(play_files({"turns/001.yaml": "turn: 1\n", "turns/002.yaml": creep}))
    text = first[1][0].text
    for readers, same in (("everyone", False), ("oru", True), ("gm", True)):
        files = {"turns/001.yaml": turn.format(text, readers), "turns/002.yaml": creep}
        assert (drafts_of(play_files(files))[1][0].text == text) == same
    assert second != text


def test_a_second_run_does_not_use_the_sentences_of_the_first() -> None:
    more = (
        "  oru:\n    conspiracies:\n"
        "      - {id: crawl, action: raise, resource: giants, to: 2, narrative: They crawl.}\n"
    )
    first = drafts_of(play_files({"turns/001.yaml": CREEP}))[0][0]
    drafted = CREEP + more + "drafted: [vael/creep]\n"
    second, *others = drafts_of(play_files({"turns/001.yaml": drafted}))[0]
    assert (first.event, second.event) == ("vael/creep", "oru/crawl")
    assert all(one.truth == "distorted" for one in others)
    assert without_place(first.text) != without_place(second.text)


def test_an_event_drafted_before_takes_no_other_with_it() -> None:
    both = CREEP + (
        "  oru:\n    place: {giants: harbour}\n    conspiracies:\n"
        "      - {id: grow, action: mobilize, resource: giants}\n"
    )
    for drafted, left in (("vael/creep", "oru/grow"), ("oru/grow", "vael/creep")):
        files = {"turns/001.yaml": f"{both}drafted: [{drafted}]\n"}
        (draft,) = (one for one in drafts_of(play_files(files))[0] if one.truth == "true")
        assert (draft.event, draft.also) == (left, ())


def without_place(text: str) -> str:
    return re.sub("the (?:harbour|marsh)", "here", text, flags=re.IGNORECASE)


# ── Several events in one rumor ──────────────────────────────────────────────────────────────────


@each_sample
def test_each_public_event_is_in_one_rumor_for_everyone(campaign: str) -> None:
    tellings, words = told(campaign), grammar(sample(campaign).ruleset.id)
    for number, drafts in enumerate(sample_drafts(campaign), start=1):
        public = [one for one in drafts if one.heard_by == (EVERYONE_ID,)]
        events = [f"{number}/{id}" for one in public for id in (one.event, *one.also)]
        expected = [
            event
            for event, by in tellings.items()
            if event.startswith(f"{number}/")
            and EVERYONE_ID in by
            and by[EVERYONE_ID].code in words.said
        ]
        assert sorted(events) == sorted(expected)
        assert all(one.truth == "true" for one in public)


@each_sample
def test_events_share_a_rumor_if_they_share_place_or_people(campaign: str) -> None:
    tellings = told(campaign)
    shared = [
        [tellings[f"{number}/{id}"][EVERYONE_ID] for id in (one.event, *one.also)]
        for number, drafts in enumerate(sample_drafts(campaign), start=1)
        for one in drafts
        if one.also and one.truth == "true" and one.heard_by == (EVERYONE_ID,)
    ]
    assert shared
    for first, *others in shared:
        assert all(references(first) & references(one) for one in others)


def references(telling: Telling) -> set[Ref]:
    """The places in a telling, and the factions that act in it."""
    acting = {telling.facts.get(key) for key in ("who", "mover", "by")}
    found = Facts.pointers_of(telling.facts)
    return {one for one in found if one.kind == "place" or one in acting}


def test_two_events_at_one_place_name_it_once() -> None:
    files = {
        "turns/001.yaml": CREEP + "  oru:\n    place: {giants: harbour}\n    conspiracies:\n"
        "      - {id: grow, action: mobilize, resource: giants}\n"
    }
    (draft,) = (one for one in drafts_of(play_files(files))[0] if one.truth == "true")
    assert {draft.event, *draft.also} == {"vael/creep", "oru/grow"}
    assert draft.text.lower().count("the harbour") == 1
    assert draft.where == "harbour"
    assert any(link in draft.text for link in grammar("shadow").same_place)


def test_events_of_which_the_same_is_said_are_one_rumor() -> None:
    files = {
        "turns/001.yaml": CREEP + "  oru:\n    place: {giants: harbour}\n    conspiracies:\n"
        "      - {id: crawl, action: raise, resource: giants, to: 2, narrative: They crawl.}\n"
    }
    (draft,) = (one for one in drafts_of(play_files(files))[0] if one.truth == "true")
    assert {draft.event, *draft.also} == {"vael/creep", "oru/crawl"}
    assert draft.text.count(".") <= 2


def test_two_fights_of_one_pair_say_who_fought_whom() -> None:
    vael = BANNERS_SOUND["factions/vael.yaml"].replace(", rerolls: 2", "")
    vael = vael.replace("the Red Riders, at: redhaven", "the Red Riders, at: mill")
    vael = vael.replace("local-guard, at: ford", "local-guard, at: mill")
    files = {"factions/vael.yaml": vael, "turns/001.yaml": TWO_FIGHTS}
    (draft,) = (
        one
        for one in drafts_of(play_files(files, over=BANNERS_SOUND))[0]
        if {"vael/ride", "vael/hold"} & {one.event, *one.also} and one.truth == "true"
    )
    assert {draft.event, *draft.also} == {"vael/ride", "vael/hold"}
    assert "It was the Red Riders against the caravan." in draft.text
    assert "It was the local guard against the caravan." in draft.text


def test_changes_of_one_counter_in_a_turn_are_one_rumor() -> None:
    """It says whose the counter is; one that is what it was is no news."""
    changes = ({"vael/fear": 2}, {"oru/fear": 1}, {"vael/fear": -1}, {"oru/fear": -1})
    rows = [{"for": "gm", "because": "So.", "change": one} for one in changes]
    files = {"turns/001.yaml": json.dumps({"turn": 1, "adjustments": rows})}
    (draft,) = drafts_of(play_files(files, over=LEDGER_SOUND))[0]
    assert "Fear of House Vael" in draft.text
    assert len(draft.also) == 1


# ── Truth ────────────────────────────────────────────────────────────────────────────────────────

#: The outcomes in tables of results, and what `won` must be for them.
SUCCESSES: Final = frozenset(
    {"won", "took", "wrecked", "bought", "sold", "courted", "allied", "claimed", "rallied"}
)
FAILURES: Final = frozenset({"lost", "failed", "not-bought", "not-sold", "in-vain"})


def outcomes_in(words: RumorGrammar, code: str, text: str) -> set[str]:
    """The outcomes of the tables of a code with a sentence that is in a text."""
    return {
        table.outcome
        for table in words.said[code]
        if any(pattern_of(one).search(text) for one in table.sentences)
    }


@lru_cache
def pattern_of(sentence: str) -> re.Pattern[str]:
    """A sentence with any names."""
    parts = (
        f"(?:{named(part[1:-1])})?" if part[:1] == "[" else named(part)
        for part in re.split(r"(\[[^\[\]]*\])", sentence)
    )
    return re.compile(f"(?:^|[.!?] ){''.join(parts)}(?: |$)", re.IGNORECASE)


def named(words: str) -> str:
    return re.sub(r"\\\{\w+(?:'s)?\\\}", ".+?", re.escape(words))


@pytest.mark.parametrize("campaign", ["cauvenne", "orrow"])
def test_a_true_draft_tells_a_success_of_a_success_alone(campaign: str) -> None:
    tellings, words = told(campaign), grammar(sample(campaign).ruleset.id)
    seen = Counter[bool]()
    for number, drafts in enumerate(sample_drafts(campaign), start=1):
        for one in (one for one in drafts if one.truth == "true"):
            by_event = [tellings[f"{number}/{id}"] for id in (one.event, *one.also)]
            of = [next(by[word] for word in one.heard_by if word in by) for by in by_event]
            for code in {telling.code for telling in of}:
                found = outcomes_in(words, code, one.text)
                assert found, one
                won = {it.facts["won"] for it in of if it.code == code and "won" in it.facts}
                assert not won or not found & SUCCESSES or True in won, one
                assert not won or not found & FAILURES or False in won, one
                seen.update(bool(found & FAILURES) for _ in found & (SUCCESSES | FAILURES))
    assert seen[True] >= 5
    assert seen[False] >= 5


@each_sample
def test_only_distant_hearers_get_distorted_sentences(campaign: str) -> None:
    words = grammar(sample(campaign).ruleset.id)
    twisted = [one for tables in words.twisted.values() for it in tables for one in it.sentences]
    seen = Counter[str]()
    for one in (one for drafts in sample_drafts(campaign) for one in drafts):
        matches = any(pattern_of(sentence).search(one.text) for sentence in twisted)
        assert matches == (one.truth == "distorted") == bool(one.after), one
        seen[one.truth] += 1
    assert seen["true"]
    assert bool(seen["distorted"]) == (campaign != "cauvenne")
