"""Dates of turns: how they are read, and what is found where they don't fit the calendar."""

from __future__ import annotations

import pytest

from chronicle.model.calendar import (
    Calendar,
    CalendarDay,
    InvalidDateFormat,
    InvalidDay,
    InvalidMonth,
    InvalidYear,
    LeapRule,
    Month,
    parse_date,
)
from chronicle.project import audiences_of, project
from chronicle.project.disclosure import digest, disclosed_items
from tests.small_campaign import SOUND, findings_of, play_files

THAW = Calendar(
    months=(Month("Thaw", 30), Month("First Seed", 31)),
    leap=LeapRule(every=4, month=1, days=31),
    years="of the Long Ice",
)
HEAD = SOUND["campaign.yaml"] + (
    "calendar:\n"
    "  months: [{name: Thaw, days: 30}, {name: First Seed, days: 31}]\n"
    "  weekdays: [Oarday, Netday]\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "12 First Seed 1042",
        "12 first seed 1042",
        "  12  First   Seed  1042 ",
        "12 First Seed 1042 of the Long Ice",
    ],
)
def test_a_date_is_a_day_a_month_and_a_year(text: str) -> None:
    assert parse_date(THAW, text) == CalendarDay(1042, 2, 12)


def test_a_date_without_a_year_lies_in_the_year_that_the_calendar_has_for_it() -> None:
    dated = Calendar(THAW.months, year=7)
    assert parse_date(dated, "1 Thaw") == CalendarDay(7, 1, 1)
    assert parse_date(dated, "1 Thaw 8") == CalendarDay(8, 1, 1)
    assert parse_date(THAW, "1 Thaw") == InvalidDateFormat(lacks_year=True)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", InvalidDateFormat()),
        ("in the spring", InvalidDateFormat()),
        ("Thaw 12 1042", InvalidDateFormat()),
        ("12 Thwa 1042", InvalidMonth("Thwa", 3)),
        ("0 Thaw 1", InvalidDay("Thaw", 1, 30)),
        ("31 Thaw 1042", InvalidDay("Thaw", 1042, 30)),
        ("32 Thaw 1044", InvalidDay("Thaw", 1044, 31)),
        ("1 Thaw 0", InvalidYear(0)),
        ("1 Thaw -3", InvalidYear(-3)),
        ("1 Thaw 1000000", InvalidYear(1_000_000)),
    ],
)
def test_an_invalid_date_is_reported_with_the_reason(text: str, fault: object) -> None:
    assert parse_date(THAW, text) == fault


def test_an_unknown_month_is_reported_at_its_position() -> None:
    turn = 'turn: 1\ndate: "12 Thwa 1042"\n'
    (found,) = findings_of({"campaign.yaml": HEAD, "turns/001.yaml": turn})
    assert (found.code, found.help) == ("Y002", "did you mean `Thaw`?")
    assert found.at is not None
    assert (found.at.line, found.at.column, found.at.end_column) == (2, 11, 15)


@pytest.mark.parametrize(
    ("calendar", "code"),
    [
        ("{months: []}", "C004"),
        ("{months: [{name: Thaw}]}", "C001"),
        ("{months: [{name: 1st, days: 3}]}", "C006"),
        ("{months: [{name: Thaw}, {name: THAW}], days: 30}", "Y006"),
        ("{months: [{name: Thaw}], days: 30, weekdays: [Oarday, oarday]}", "Y006"),
        ("{months: [{name: Thaw}], days: 30, weekdays: [Oarday], first: Netday}", "N001"),
        ("{months: [{name: Thaw}], days: 30, leap: {every: 4, month: Seed, days: 1}}", "N001"),
        (
            "{months: [{name: Thaw}], days: 3, leap: {every: 4, unless: 8, month: Thaw, days: 1}}",
            "C001",
        ),
        ("{months: [{name: Thaw}], days: 0}", "Y007"),
        ("{months: [{name: Thaw}], days: 1, leap: {every: 4, month: Thaw, days: 0}}", "Y007"),
    ],
)
def test_a_calendar_that_counts_nothing_is_found_out_and_days_are_left_alone(
    calendar: str, code: str
) -> None:
    head = f"{SOUND['campaign.yaml']}calendar: {calendar}\n"
    turns = {"turns/001.yaml": "turn: 1\nday: 99 Nowhere\n"}
    assert [found.code for found in findings_of({"campaign.yaml": head, **turns})] == [code]


def test_every_turn_of_a_world_with_a_calendar_has_a_date_that_can_be_read() -> None:
    turns = {"turns/001.yaml": "turn: 1\n", "turns/002.yaml": "turn: 2\ndate: 1042\n"}
    found = findings_of({"campaign.yaml": HEAD, **turns})
    assert [(one.code, one.at and one.at.path) for one in found] == [
        ("C001", "turns/001.yaml"),
        ("C003", "turns/002.yaml"),
    ]


def test_turn_dates_never_go_backwards() -> None:
    dates = ("3 First Seed 1", "3 First Seed 1", "2 Thaw 1", "4 First Seed 1")
    turns = {
        f"turns/{number:03}.yaml": f"turn: {number}\ndate: {date}\n"
        for number, date in enumerate(dates, start=1)
    }
    (found,) = findings_of({"campaign.yaml": HEAD, **turns})
    assert (found.code, found.message) == ("Y005", "this date is 31 days before that of turn 2")


def test_without_a_calendar_dates_are_words() -> None:
    played = play_files({"turns/001.yaml": "turn: 1\ndate: when the geese came\n"})
    assert (played.campaign.turns[0].date, played.campaign.turns[0].day) == (
        "when the geese came",
        None,
    )


def test_everybody_has_the_calendar_and_the_days_of_turns() -> None:
    turn = "turn: 1\ndate: when the geese came\nday: 2 Thaw 1\n"
    played = play_files({"campaign.yaml": HEAD, "turns/001.yaml": turn})
    for audience in audiences_of(played.campaign):
        edition = project(played.campaign, played.history, played.ruleset, audience)
        assert edition.calendar == played.campaign.calendar
        assert edition.calendar is not None
        view = edition.turns[0]
        assert (view.date, view.day) == ("when the geese came", CalendarDay(1, 1, 2))
        assert edition.calendar.weekday(CalendarDay(1, 1, 2)) == "Netday"


def told(head: str, turn: str) -> str:
    """What the public is told in the first turn, as a digest."""
    played = play_files({"campaign.yaml": head, "turns/001.yaml": f"turn: 1\n{turn}"})
    public = audiences_of(played.campaign)[0]
    edition = project(played.campaign, played.history, played.ruleset, public)
    return digest(disclosed_items(edition, 1, ["vael", "oru"]))


def test_adding_a_calendar_changes_no_published_turn() -> None:
    bare = told(SOUND["campaign.yaml"], "date: 2 Thaw 1\n")
    assert told(HEAD, "date: 2 Thaw 1\n") == bare
    assert told(HEAD, "day: 2 Thaw 1\n") == bare
    words = told(HEAD, "date: geese\nday: 2 Thaw 1\n")
    assert words != told(HEAD, "date: geese\nday: 3 Thaw 1\n")
