"""`chronicle status` says how a turn stands before it is out."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chronicle.cli import clock
from tests.cli.command_runner import CREEP, lay, run
from tests.small_campaign import SOUND

HEAD = SOUND["campaign.yaml"]
NEXT = 'next: {deadline: "2026-11-28 20:00", zone: Europe/Berlin}\n'
ORU = "  oru:\n    assist: {sphere: marsh, request: A boat by night.}\n"
BROKEN = CREEP + "  oru:\n    assist: {sphere: mash, request: A boat.}\n"
DRAFT = "rumors:\n  - {id: bells, text: Bells., heard_by: everyone, truth: true, draft: true}\n"


@pytest.fixture
def half_past_six(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is two and a half days and five minutes before the deadline."""
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 26, 6, 55, tzinfo=UTC))


def test_factions_with_and_without_orders_are_listed(here: Path) -> None:
    ran = run("status")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == [
        "Crowns, turn 1",
        "played, not published",
        "",
        "The Oru     no orders",
        "House Vael  orders",
        "",
        (
            "Next: write what happened in content/turns/001.yaml;"
            " then chronicle deploy content puts it online"
        ),
    ]
    assert here.is_dir()


@pytest.mark.parametrize("can_be_played", [True, False])
def test_a_faction_that_nobody_plays_is_not_waited_for(here: Path, *, can_be_played: bool) -> None:
    unplayed = SOUND["factions/oru.yaml"] + "played: false\n"
    # Without a readable opening, the state before the turn is unknown.
    opening = unplayed if can_be_played else unplayed.replace("actor:", "actr:")
    lay(here / "content", {"factions/oru.yaml": opening})
    out = run("status").out
    assert "House Vael  " in out
    assert "The Oru  " not in out
    assert "orders for oru" not in out


def test_a_faction_that_no_player_has_is_not_waited_for(here: Path) -> None:
    lay(here / "content", {"campaign.yaml": HEAD + "players: {ada: vael}\n"})
    assert "The Oru  " not in run("status").out
    new = CREEP.replace("turn: 1", "turn: 1\nstate: open")
    lay(here / "content", {"campaign.yaml": HEAD + "players: {ada: vael}\n", "turns/001.yaml": new})
    assert "all orders are in" in run("status").out
    closed = run("turn", "close", "--yes")
    assert (closed.code, "no orders" in closed.err) == (0, False)


def test_orders_of_a_faction_that_nobody_plays_are_listed(here: Path) -> None:
    unplayed = SOUND["factions/oru.yaml"] + "played: false\n"
    lay(here / "content", {"factions/oru.yaml": unplayed, "turns/001.yaml": CREEP + ORU})
    assert "The Oru     orders" in run("status").out.splitlines()


def test_errors_are_listed_under_their_faction(here: Path) -> None:
    files = {"turns/001.yaml": BROKEN, "pages/who.md": "---\ntitel: x\n---\nWho.\n"}
    lay(here / "content", files)
    ran = run("status")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert "House Vael  orders" in lines
    oru = lines.index("The Oru     errors")
    assert lines[oru + 1].startswith("  content/turns/001.yaml:7: ")
    assert "`mash`" in lines[oru + 1]
    amiss = lines.index("Other errors:")
    assert all("content/pages/who.md" in line for line in lines[amiss + 1 : lines.index("", amiss)])
    assert lines[-1] == "Next: correct the errors; chronicle check content shows them all"


def test_dice_are_thrown_after_the_orders_are_in(here: Path) -> None:
    asked = CREEP.replace("turn: 1", "turn: 1\nstate: open\ndice: ask")
    lay(here / "content", {"turns/001.yaml": asked})
    ran = run("status")
    assert ran.code == 1
    wait = "Next: wait for orders of oru; chronicle orders import FILE content adds them"
    assert ran.out.splitlines()[-1] == wait
    lay(here / "content", {"turns/001.yaml": asked + ORU})
    throw = "Next: throw the dice; chronicle dice sheet content --turn 1 lists them"
    assert run("status").out.splitlines()[-1] == throw


def test_a_turn_that_cannot_be_read_leaves_nobody_with_orders(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": "turn: one\n"})
    ran = run("status")
    assert ran.code == 1
    assert "The Oru     no orders" in ran.out
    assert "content/turns/001.yaml:1: C" in ran.out


def test_open_gm_tasks_are_listed(here: Path) -> None:
    silent = CREEP.replace(", narrative: They creep.", "")
    lay(here / "content", {"turns/001.yaml": silent + ORU + DRAFT})
    lines = run("status").out.splitlines()
    waiting = lines[lines.index("To do:") + 1 :]
    assert waiting[0] == "  1/oru/orders/assist: A boat by night."
    assert waiting[1].startswith("  (news with `about: 1/oru/orders/assist` say it")
    assert "SH019" in waiting[2]
    assert waiting[3] == "  rumor draft: bells"
    assert "Next: edit the rumor drafts in content/turns/001.yaml" in "\n".join(lines)


@pytest.mark.usefixtures("half_past_six")
def test_the_deadline_is_shown_with_the_remaining_time(here: Path) -> None:
    lay(here / "content", {"campaign.yaml": HEAD + NEXT, "turns/001.yaml": CREEP})
    told = "deadline 2026-11-28 20:00 (Europe/Berlin), in 2 days and 12 hours"
    assert told in run("status").out.splitlines()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "in less than a minute"),
        (3_600, "in 1 hour"),
        (90_061, "in 1 day and 1 hour"),
        (-172_800, "2 days ago"),
        (-61, "1 minute ago"),
    ],
)
def test_a_duration_is_shown_in_its_two_largest_units(seconds: int, said: str) -> None:
    assert clock.format_time_left(seconds) == said


@pytest.mark.usefixtures("published")
def test_a_published_turn_is_shown_as_published() -> None:
    lines = run("status").out.splitlines()
    assert lines[1] == "published"
    assert lines[-1] == "Next: start the next turn: chronicle turn new content"


def test_a_multi_site_has_a_line_for_each_campaign(here: Path) -> None:
    lay(here / "shelf/one", {"turns/001.yaml": CREEP + ORU})
    lay(here / "shelf/two", {})
    ran = run("status", "shelf")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "shelf/one: turn 1: 2 orders, 1 to do, not published",
        "shelf/two: no turns yet",
    ]
    assert run("status", "shelf", "--turn", "1").code == 2


def test_what_a_build_would_stop_at_is_an_error_with_the_exit_code_of_a_check(here: Path) -> None:
    assert run("deploy", "--record-only", "--without-orders").code == 0
    lay(here / "content", {"turns/001.yaml": "title: The Riots\n" + CREEP})
    ran = run("status")
    assert (ran.code, run("check").code) == (5, 5)
    errors = ran.out.partition("Other errors:\n")[2]
    assert "content/turns/001.yaml:" in errors.splitlines()[0]
    assert "D001" in errors.splitlines()[0]
    assert "Next: correct the errors; chronicle check content shows them all" in errors


def test_drafts_in_another_turn_are_to_do_until_it_is_published(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": CREEP + DRAFT, "turns/002.yaml": "turn: 2\n"})
    assert "  turn 1 has rumor drafts" in run("status").out.splitlines()
    assert run("deploy", "--record-only", "--through", "1", "--without-orders").code == 0
    assert "has rumor drafts" not in run("status").out


def test_warnings_elsewhere_are_counted(here: Path) -> None:
    assert "elsewhere" not in run("status").out
    lay(here / "content", {"turns/stray.txt": ""})
    assert "  1 warning elsewhere: chronicle check content" in run("status").out.splitlines()


def test_json_output_is_available(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": BROKEN})
    ran = run("status", "--json")
    shape = json.loads(ran.out)
    assert (shape["format"], shape["version"], ran.code) == ("chronicle-status", 1, 1)
    (one,) = shape["campaigns"]
    states = {row["faction"]: row["state"] for row in one["factions"]}
    assert states == {"vael": "ready", "oru": "errors"}
    assert (one["turn"], one["published"], one["deadline"]) == (1, False, None)


def test_an_unknown_turn_is_a_usage_error(here: Path) -> None:
    ran = run("status", "--turn", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "the last turn of the campaign is 1" in ran.err
    assert here.is_dir()
