"""The file of a turn yet to be played: its dates, what is carried over, and what is legal."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

from chronicle.authoring.turn_file import turn_file_text, turn_path
from chronicle.files.source import Source
from chronicle.leaks.yaml_comments import comment_texts
from chronicle.pipeline import PlayedCampaign
from chronicle.records import replace
from tests.cli.command_runner import CREEP
from tests.sample_campaigns import SAMPLES, play_sample
from tests.small_campaign import SOUND, play_files

CALENDAR: Final = """\
calendar:
  year: 1
  months: [{name: Frost, days: 30}, {name: Thaw, days: 20}]
"""
#: Words of the file's own sentences, which no page has.
OWN: Final = (
    "remove `#",
    "at the beginning",
    "Chances are",
    "GM only",
    "All else",
    "only you read it",
)


def played(**turns: str) -> PlayedCampaign:
    head = SOUND["campaign.yaml"] + CALENDAR
    files = {f"turns/{name.removeprefix('t')}.yaml": text for name, text in turns.items()}
    return play_files({"campaign.yaml": head, **files})


def file_of(game: PlayedCampaign) -> str:
    return turn_file_text(game.campaign, game.ruleset, game.history)


def date_in(game: PlayedCampaign) -> str:
    found = re.search(r"^date: (.*?)(?:  #.*)?$", file_of(game), re.MULTILINE)
    assert found is not None
    return found[1]


# ── Dates ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("dates", "then"),
    [
        ((), "1 Frost"),
        (("5 Frost",), "6 Frost"),
        (("5 Frost", "12 Frost"), "19 Frost"),
        (("12 Frost", "12 Frost"), "13 Frost"),
        (("25 Frost", "5 Thaw"), "15 Thaw"),
        (("5 Thaw", "15 Thaw"), "5 Frost 2"),
        (("20 Thaw",), "1 Frost 2"),
    ],
)
def test_the_next_date_keeps_the_interval_of_the_last_two_turns(
    dates: tuple[str, ...], then: str
) -> None:
    turns = {f"t{n:03}": f"turn: {n}\ndate: {date}\n" for n, date in enumerate(dates, 1)}
    assert date_in(played(**turns)) == then


def test_without_a_calendar_the_last_date_is_given_in_a_comment() -> None:
    game = play_files({"turns/001.yaml": "turn: 1\ndate: the first frost\n"})
    assert 'date: ""  #: turn 1: the first frost\n' in file_of(game)
    assert "date:" not in file_of(play_files({}))


def test_an_untouched_turn_file_resolves_without_events() -> None:
    game = play_files({"turns/001.yaml": CREEP})
    stub = file_of(game).replace("state: open", "state: played")
    after = play_files({"turns/001.yaml": CREEP, turn_path(2): stub})
    before, then = (played_turn.after for played_turn in after.history.turns)
    for id, power in before.powers.items():
        assert then.powers[id] == replace(power, dice=then.powers[id].dice)
    assert not any(step.event.rolls for step in after.history.turns[-1].steps)


# ── What holds is carried over ───────────────────────────────────────────────────────────────────


def test_shadow_positions_are_carried_over() -> None:
    text = file_of(play_files({}))
    assert "    place: {eyes: harbour, knives: reserve}\n    actor: harbour\n" in text
    assert "    place: {giants: marsh}\n" in text


@pytest.mark.parametrize(
    ("sample", "line"),
    [
        ("cauvenne", "    upkeep_priority: [night-mules, potboys]\n"),
        ("orrow", "    standing: {contest: [warden], sacrifice: lethal,"),
    ],
)
def test_standing_orders_of_the_samples_are_carried_over(sample: str, line: str) -> None:
    assert f"\n{line}" in text_of(sample)


@cache
def game_of(sample: str) -> PlayedCampaign:
    return play_sample(sample)


@cache
def text_of(sample: str) -> str:
    return file_of(game_of(sample))


# ── For its readers ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_the_leak_gate_finds_no_secret_in_its_comments(sample: str) -> None:
    """All of its words are the campaign's, where the gate has them with their readers."""
    names = {faction.name for faction in game_of(sample).campaign.factions} | {">"}
    found = {said for said, _ in comment_texts(Source("turns/next.yaml", text_of(sample)))}
    assert [it for it in found - names if not any(own in it for own in OWN)] == []
