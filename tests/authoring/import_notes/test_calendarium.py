"""Dates of Calendarium stand in the text of a note, and its calendar in the campaign."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from chronicle.model.calendar import CalendarDay
from tests.authoring.import_notes.imported import codes, imported, played_with, texts_of
from tests.rules.freeform.small_campaign import SOUND

DATA_FILE: Final = ".obsidian/plugins/calendarium/data.json"


def calendar(**more: Any) -> dict[str, Any]:
    """A calendar as the plugin's schema has it, at version 2.0.0."""
    lengths = {"Hammer": 30, "Midwinter": 1, "Alturiak": 30, "Ches": 30, "Midsummer": 1}
    months = [
        {
            "name": name,
            "type": "month" if days > 1 else "intercalary",
            "length": days,
            "interval": 1,
            "offset": 0,
            "id": f"m{days}",
        }
        for name, days in lengths.items()
    ]
    static = {
        "firstWeekDay": 2,
        "overflow": True,
        "weekdays": [{"type": "day", "name": name, "id": name} for name in ("Fi", "Se", "Th")],
        "months": months,
        "leapDays": [],
        "moons": [],
        "eras": [],
    }
    return {"id": "h1", "name": "Harptos", "static": {**static, **more}, "events": []}


def data(*calendars: dict[str, Any], default: str = "h1") -> str:
    return json.dumps({"calendars": calendars or (calendar(),), "defaultCalendar": default})


def leap_day(*numbers: int, **more: Any) -> dict[str, Any]:
    interval = [
        {"ignore": False, "exclusive": place == 1, "interval": number}
        for place, number in enumerate(numbers)
    ]
    day = {"type": "leapday", "name": "Shieldmeet", "timespan": 4, "intercalary": False}
    return {**day, "offset": 0, "interval": interval[::-1], **more}


def opened(notes: dict[str, str | bytes]) -> str:
    """What everybody may read of a note."""
    return texts_of(notes, "everyone")["pages/ada.md"].partition("::: secret gm")[0]


@pytest.mark.parametrize(
    ("front", "shown"),
    [
        ("fc-date: 1422-03-05", "5 Alturiak 1422"),
        ("fc-date: '1422-3-5'", "5 Alturiak 1422"),
        ("fc-date: 1422–Ches–05", "5 Ches 1422"),
        ("fc-date: 1422-Che-5-b", "5 Ches 1422"),
        ("fc-date: -12-Ches-05", "5 Ches -12"),
        ("fc-date: {year: 1422, month: 3, day: 5}", "5 Alturiak 1422"),
        ("fc-date:\n  year: 1422\n  month: Ches\n  day: 05", "5 Ches 1422"),
        ("fc-date: 1422-Midwinter", "Midwinter 1422"),
        ("fc-date: 1422", "1422"),
        ("fc-date: '*-Ches-5'", "5 Ches, every year"),
        ("fc-date: {month: Ches, day: 5}", "5 Ches, every year"),
        ("fc-start: 1422-1-30\nfc-end: 1422-3-2", "30 Hammer 1422 – 2 Alturiak 1422"),
        ("fc-calendar: harptos\nfc-date: 1422-1-30", "30 Hammer 1422"),
        ("fc-calendar: Second\nfc-date: 1422-2-1", "1 Midwinter 1422 (Second)"),
        ("fc-calendar: Other\nfc-date: 1422-01-30", "1422-01-30"),
        ("fc-calendar: Other\nfc-date: {year: 1422, month: Mirtul, day: 3}", "3 Mirtul 1422"),
    ],
)
def test_a_date_is_in_the_words_of_its_calendar(front: str, shown: str) -> None:
    second = {**calendar(), "id": "h2", "name": "Second"}
    content = data(second, calendar())
    notes: dict[str, str | bytes] = {
        "Ada.md": f"---\n{front}\n---\nA pilot.",
        DATA_FILE: content,
    }
    found, findings = imported(notes)
    assert found is not None
    assert len(findings) == 1  # the second calendar
    assert f"**Date:** {shown}\n\nA pilot." in opened(notes)
    assert "fc-" not in found.files["pages/ada.md"].decode()


@pytest.mark.parametrize(
    "front",
    [
        "fc-date: 1422-9-1",
        "fc-date: 1422-Mirtul-1",
        "fc-date: 1422-Ches-31",
        "fc-date: 1422-Ches-1\nfc-end: 1422-Ches-99",
        "fc-date: soon",
        "fc-date: '[1420-1422]-Ches-1'",
        "fc-date: {year: [1420, 1422], month: 1, day: 1}",
        "fc-date: '*-*-1'",
        "fc-date:",
        "fc-end: 1422-Ches-1",
    ],
)
def test_a_date_that_has_no_words_is_kept_for_the_gm_and_listed(front: str) -> None:
    found, findings = imported({"Bo.md": f"---\n{front}\n---\nA cook.", DATA_FILE: data()})
    assert found is not None
    assert "Date:" not in found.files["pages/bo.md"].decode()
    assert codes(findings) == ["V006"]
    at = findings[0].at
    assert at is not None
    assert (at.path, at.line) == ("notes/Bo.md", 2)


def test_what_else_the_plugin_has_is_kept_for_the_gm_and_listed() -> None:
    front = "fc-date: 1422-3-5\nfc-category: Wars\nfc-display-name: The siege"
    found, findings = imported({"Ada.md": f"---\n{front}\n---\nx", DATA_FILE: data()}, "everyone")
    assert found is not None
    secret = found.files["pages/ada.md"].decode().partition("::: secret gm")[2]
    assert "Wars" in secret
    assert "The siege" in secret
    assert [finding.message for finding in findings] == [
        "this note has a category or another name of Calendarium: kept as text for the GM"
    ]


def test_the_date_of_a_secret_note_is_secret() -> None:
    notes = {
        "Ada.md": "---\nfc-date: 1422-3-5\nsecret: true\n---\nx",
        "Bo.md": "---\nfc-date: 1422-3-5\nvisibility: players\n---\nx",
        DATA_FILE: data(),
    }
    found = texts_of(notes, "everyone")
    assert "for: gm" in found["pages/ada.md"]
    assert "for: factions" in found["pages/bo.md"]


def test_the_campaigns_calendar_names_months_of_a_vault_without_one() -> None:
    own = {
        "campaign.yaml": SOUND["campaign.yaml"] + "\ncalendar: {months: [{name: Thaw, days: 9}]}"
    }
    notes = {"Ada.md": "---\nfc-date: 1422-1-5\n---\nx"}
    page = texts_of(notes, over={**SOUND, **own})["pages/ada.md"]
    assert "**Date:** 5 Thaw 1422" in page


# ── The calendar ─────────────────────────────────────────────────────────────────────────────────


def calendar_of(content: str) -> tuple[Any, list[str]]:
    """The campaign's calendar after an import, and the messages."""
    files = {"Ada.md": "x", DATA_FILE: content}
    found, findings = imported(files)
    assert found is not None
    played, after = played_with(found)
    assert played is not None, [finding.message for finding in after]
    return played.campaign.calendar, [finding.message for finding in findings]


def test_the_vaults_calendar_becomes_that_of_a_campaign_without_one() -> None:
    found, messages = calendar_of(data())
    assert [(it.name, it.days, it.intercalary) for it in found.months] == [
        ("Hammer", 30, False),
        ("Midwinter", 1, True),
        ("Alturiak", 30, False),
        ("Ches", 30, False),
        ("Midsummer", 1, True),
    ]
    # The plugin's first day of year 1 has the weekday `firstWeekDay`; feasts have none.
    assert found.weekday(CalendarDay(1, 1, 1)) == "Th"
    assert found.weekday(CalendarDay(1, 1, 30)) == "Se"
    assert found.weekday(CalendarDay(1, 3, 1)) == "Th"
    assert messages == []


@pytest.mark.parametrize(
    ("numbers", "years"),
    [((4,), {4, 100, 400}), ((4, 100), {4}), ((4, 100, 400), {4, 400})],
)
def test_leap_days_are_days_of_their_month(numbers: tuple[int, ...], years: set[int]) -> None:
    found, messages = calendar_of(data(calendar(leapDays=[leap_day(*numbers, timespan=3)])))
    assert {year for year in (3, 4, 100, 400) if found.days_in(year, 4) == 31} == years
    assert messages == []


def test_a_leap_day_outside_of_the_week_is_a_month_of_leap_years() -> None:
    found, _ = calendar_of(data(calendar(leapDays=[leap_day(4, timespan=1, intercalary=True)])))
    names = [it.name for it in found.months]
    assert names == ["Hammer", "Midwinter", "Shieldmeet", "Alturiak", "Ches", "Midsummer"]
    assert [found.days_in(year, 3) for year in (3, 4)] == [0, 1]
    assert found.weekday(CalendarDay(4, 3, 1)) == ""
    notes = {"Ada.md": "---\nfc-date: 4-Alturiak-1\n---\nx"}
    leap = data(calendar(leapDays=[leap_day(4, timespan=1, intercalary=True)]))
    assert "1 Alturiak 4" in texts_of({**notes, DATA_FILE: leap})["pages/ada.md"]


def test_what_a_calendar_has_no_place_for_is_listed() -> None:
    more = {
        "moons": [{"name": "Selune"}],
        "eras": [{"name": "DR"}, {"name": "BDR"}],
        "leapDays": [leap_day(4, offset=2), leap_day(4, name="Second", timespan=0)],
    }
    whole = {
        **calendar(**more),
        "events": [{"name": "x", "note": None}, {"name": "y", "note": "z"}],
    }
    other = {**calendar(), "id": "h2", "name": "Other"}
    _, messages = calendar_of(data(other, whole))
    assert len(messages) == 1
    left = "1 leap day, 1 moon, 2 eras, 1 event without a note, the calendar `Other`"
    assert messages[0] == f"{left}, in the data of Calendarium: left out"


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{", '{"calendars": 3}', '{"calendars": [{"static": {"months": "x"}}]}'),
        *('{"calendars": [{"static": {"months": [{"name": 3, "length": "x"}]}}]}', "[" * 9999),
    ],
)
def test_data_that_is_not_the_plugins_is_no_calendar(content: str) -> None:
    assert calendar_of(content)[0] is None


def test_months_that_are_not_in_every_year_are_no_calendar() -> None:
    months = [{"name": "Thaw", "type": "month", "length": 30, "interval": 2, "offset": 0}]
    found, messages = calendar_of(data(calendar(months=months)))
    assert found is None
    assert len(messages) == 1


def test_a_calendar_that_the_turns_have_no_days_of_is_left_out_with_the_reason() -> None:
    over = {**SOUND, "turns/001.yaml": "turn: 1\ndate: the first week"}
    found, findings = imported({"Ada.md": "x", DATA_FILE: data()}, over=over)
    assert found is not None
    assert "campaign.yaml" not in found.files
    assert [finding.message.partition(":")[0] for finding in findings] == ["the calendar `Harptos`"]


def test_others_see_the_weekdays_of_turns_that_there_are() -> None:
    over = {**SOUND, "turns/001.yaml": "turn: 1\ndate: 3 Ches 12"}
    found, _ = imported({"Ada.md": "x", DATA_FILE: data()}, over=over)
    assert found is not None
    assert found.weekdays == ("Fi", "Se", "Th")
    new, _ = imported({"Ada.md": "x", DATA_FILE: data()})
    assert new is not None
    assert (new.calendar, new.weekdays) == ("Harptos", ())


def test_a_calendar_is_imported_once() -> None:
    found, _ = imported({"Ada.md": "x", DATA_FILE: data()})
    assert found is not None
    once = {**SOUND, **{path: content.decode() for path, content in found.files.items()}}
    again, findings = imported({"Ada.md": "x", DATA_FILE: data()}, over=once)
    assert again is not None
    assert again.files == {}
    assert codes(findings) == ["V003"]


def test_fantasy_calendar_keeps_its_calendars_elsewhere() -> None:
    old = ".obsidian/plugins/fantasy-calendar/data.json"
    page = texts_of({"Ada.md": "---\nfc-date: 1422-3-5\n---\nx", old: data()})
    assert "5 Alturiak 1422" in page["pages/ada.md"]
