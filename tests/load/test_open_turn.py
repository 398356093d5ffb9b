"""The open turn: one for which orders are awaited. It is loaded and checked, but not played."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from chronicle.model.campaign import Campaign, with_open_turn_played
from chronicle.records import replace
from tests.cli.command_runner import CREEP
from tests.markup.images.sample_images import told_png
from tests.small_campaign import findings_of, play_files, tree_of

#: One turn published, as far as loading is concerned.
PUBLISHED: Final = """\
format: 1
turns:
  - {turn: 1, chronicle: 0.1.0, ruleset: shadow, rules: 1, told: {}}
"""
OPEN: Final = "turn: 2\nstate: open\n"


def loaded(**turns: str) -> Campaign:
    report = Report()
    campaign = load_campaign(
        tree_of({f"turns/{name[1:]}.yaml": it for name, it in turns.items()}), report
    )
    assert campaign is not None
    assert report.findings == ()
    return campaign


def numbers(campaign: Campaign) -> tuple[list[int], int]:
    opened = campaign.open_turn
    return [turn.number for turn in campaign.turns], opened.number if opened is not None else 0


@pytest.mark.parametrize("state", ["", "state: played\n"])
def test_a_turn_is_played_unless_its_file_says_that_it_is_open(state: str) -> None:
    assert numbers(loaded(t001=CREEP, t002=f"turn: 2\n{state}")) == ([1, 2], 0)


def test_an_open_turn_is_not_among_the_turns() -> None:
    campaign = loaded(t001=CREEP, t002=OPEN)
    assert numbers(campaign) == ([1], 2)
    assert numbers(with_open_turn_played(campaign)) == ([1, 2], 0)


def test_the_first_turn_can_be_open() -> None:
    assert numbers(loaded(t001="turn: 1\nstate: open\n")) == ([], 1)


def test_only_the_last_turn_can_be_open() -> None:
    files = {"turns/001.yaml": "turn: 1\nstate: open\n", "turns/002.yaml": OPEN}
    (found,) = findings_of(files)
    assert (found.code, found.at and (found.at.path, found.at.line)) == (
        "D007",
        ("turns/001.yaml", 2),
    )


def test_a_published_turn_cannot_be_open() -> None:
    files = {"turns/001.yaml": "turn: 1\nstate: open\n", "published.yaml": PUBLISHED}
    (found,) = findings_of(files)
    assert (found.code, found.at and (found.at.path, found.at.line)) == (
        "D008",
        ("turns/001.yaml", 2),
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("titel: x\n", "C002"),
        ("news: [{for: nobody, text: x}]\n", "N002"),
        ("news: [{for: everyone, text: 'See [[nowhere]].'}]\n", "P001"),
        ("news: [{for: everyone, text: '![x](none.png)'}]\n", "M001"),
        ("rumors: [{text: x, heard_by: everyone, truth: true, where: nowhere}]\n", "N001"),
        ("reveals: [{news: 1/none, for: everyone}]\n", "N001"),
        ("orders: {nobody: {}}\n", "N001"),
    ],
)
def test_what_can_be_read_of_an_open_turn_is_checked(text: str, code: str) -> None:
    found = findings_of({"turns/001.yaml": CREEP, "turns/002.yaml": OPEN + text})
    assert {(it.code, it.at and it.at.path) for it in found} == {(code, "turns/002.yaml")}


def test_texts_of_an_open_turn_are_read_once_it_is_played() -> None:
    """They may link to what that turn reveals, and to the turn itself."""
    news = "news: [{for: everyone, text: 'All look at [[vale]], see [[turn 2]].'}]\n"
    hidden = {"turns/001.yaml": CREEP, "turns/002.yaml": OPEN + news}
    assert [it.code for it in findings_of(hidden)] == ["P003"]
    told = OPEN + news + "reveals: [{place: vale, for: everyone}]\n"
    assert findings_of({"turns/001.yaml": CREEP, "turns/002.yaml": told}) == ()


def test_no_other_text_may_rely_on_an_open_turn() -> None:
    page = "---\ntitle: Who\nfor: everyone\n---\nSee [[turn 2]] and [[vale]].\n"
    told = OPEN + "reveals: [{place: vale, for: everyone}]\n"
    found = findings_of({"turns/001.yaml": CREEP, "turns/002.yaml": told, "pages/who.md": page})
    assert [(it.code, it.at and it.at.path) for it in found] == [
        ("P001", "pages/who.md"),
        ("P003", "pages/who.md"),
    ]


def test_pictures_of_an_open_turn_are_checked_but_not_in_the_campaign() -> None:
    news = "news: [{for: everyone, text: '![A boat](boat.png)'}]\n"
    files: dict[str, str | bytes] = {
        "turns/001.yaml": CREEP,
        "turns/002.yaml": OPEN + news,
        "media/boat.png": told_png(),
    }
    assert findings_of(files) == ()
    assert play_files(files).campaign.pictures == {}
    broken = {**files, "media/boat.png": b"\x89PNG"}
    assert [it.at and it.at.path for it in findings_of(broken)] == ["media/boat.png"]


def test_a_time_zone_can_stand_without_a_deadline() -> None:
    head = tree_of({}).files["campaign.yaml"]
    assert isinstance(head, bytes)
    files = {"campaign.yaml": head + b"next: {zone: Europe/Berlin}\n"}
    campaign = play_files(files).campaign
    assert (campaign.deadline, campaign.zone) == (None, "Europe/Berlin")
    wrong = {"campaign.yaml": head + b"next: {zone: Europe/Berlni}\n"}
    assert [it.code for it in findings_of(wrong)] == ["Z002"]


def test_an_open_turn_leaves_the_history_as_it_is() -> None:
    orders = "orders: {vael: {conspiracies: [{id: creep, action: mobilize, resource: eyes}]}}\n"
    alone = play_files({"turns/001.yaml": CREEP})
    both = play_files({"turns/001.yaml": CREEP, "turns/002.yaml": OPEN + orders})
    assert both.history == alone.history
    assert replace(both.campaign, open_turn=None) == alone.campaign
