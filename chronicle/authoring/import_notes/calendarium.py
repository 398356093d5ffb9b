"""Dates of the plugin Calendarium, also of Fantasy Calendar before it, and its calendars.

Both write the same, as at version 2.0.0 of Calendarium. Months are counted as the plugin does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from chronicle.authoring.import_notes.note import one_line
from chronicle.files.source import Span
from chronicle.model.calendar import Calendar
from chronicle.records import Record
from chronicle.starters import yaml_scalar
from chronicle.yaml.nodes import MapNode, Node, ScalarNode

#: Where the plugins keep their calendars in a vault.
DATA_FILES: Final = tuple(
    f".obsidian/plugins/{plugin}/data.json" for plugin in ("calendarium", "fantasy-calendar")
)
#: Front matter that says when, and in which calendar.
DATE_KEYS: Final = ("fcdate", "fcstart", "fcend", "fccalendar")
_SEPARATOR: Final = re.compile(r"(?!^)[-–—](?![^\[]*\])")
_NUMBER: Final = re.compile(r"-?\d{1,9}")


class VaultMonth(Record):
    """A month of the plugin; with ``interval`` it is only in some years."""

    name: str
    short: str
    days: int
    intercalary: bool = False
    interval: int = 1


class LeapDays(Record):
    """One or more days in the same years: after which month, and whether outside of the week.

    ``rule`` has what our calendars say of leap years; it is empty for what they can't say.
    """

    name: str
    month: int
    days: int
    intercalary: bool
    rule: tuple[int, ...]


class VaultCalendar(Record):
    """A calendar of the plugin. ``more`` is what else it has, counted in words."""

    name: str
    id: str
    months: tuple[VaultMonth, ...]
    weekdays: tuple[str, ...] = ()
    first: int = 0
    leap_days: tuple[LeapDays, ...] = ()
    more: tuple[str, ...] = ()

    def month(self, text: str) -> str:
        """The name of a month as a date writes it, by its number or how it begins; or ''."""
        if text.isdecimal():
            number = int(text)
            return self.months[number - 1].name if 1 <= number <= len(self.months) else ""
        names = [(it.name, it.short) for it in self.months]
        names += [(it.name, "") for it in self.leap_days]
        return next((it[0] for it in names if any(one.startswith(text) for one in it if one)), "")

    def has_day(self, month: str, day: int) -> bool:
        """Whether a month has such a day in some year."""
        lengths = {
            it.name: it.days
            + sum(leap.days for leap in self.leap_days if leap.month == place and leap.days)
            for place, it in enumerate(self.months)
        }
        return 1 <= day <= lengths.get(month, 1)


class VaultCalendars(Record):
    """The calendars of a vault, the first of which counts if a note names none."""

    calendars: tuple[VaultCalendar, ...] = ()
    at: Span | None = None

    def date(self, front: Mapping[str, Node]) -> str:
        """The date of a note in words; empty if it has none, or one that has no words."""
        start = self._day(front, front.get("fcdate") or front.get("fcstart"))
        end = self._day(front, front.get("fcend")) if start else ""
        if "fcend" in front and start and not end:
            return ""
        name = _text(front.get("fccalendar"))
        found = self._calendar(name)
        other = f" ({found.name})" if found is not None and found != self.calendars[0] else ""
        return f"{start}{f' – {end}' if end else ''}{other}" if start else ""

    def _calendar(self, name: str) -> VaultCalendar | None:
        named = name.strip().casefold()
        alike = (it for it in self.calendars if named in ("", it.name.casefold(), it.id.casefold()))
        return next(alike, None)

    def _day(self, front: Mapping[str, Node], written: Node | None) -> str:
        year, month, day = _parts(written)
        calendar = self._calendar(_text(front.get("fccalendar")))
        if not _NUMBER.fullmatch(year) and year != "*":
            return ""
        if day and not (day.isdecimal() and month):
            return ""
        if month and calendar is not None:
            name = calendar.month(month)
            if not name or (day and not calendar.has_day(name, int(day))):
                return ""
        elif month.isdecimal():
            # Without the calendar its months have no names.
            return "-".join(part for part in (year, month, day) if part) if year != "*" else ""
        else:
            name = "" if month == "*" or "[" in month else month
        if month and not name:
            return ""
        of_year = year if year != "*" else "every year" if name else ""
        is_day = day if day and name in {it.name for it in _all_months(calendar, name)} else ""
        return one_line(f"{is_day.lstrip('0')} {name}{',' if year == '*' else ''} {of_year}")


def _all_months(calendar: VaultCalendar | None, name: str) -> Iterable[VaultMonth]:
    return calendar.months if calendar is not None else (VaultMonth(name, "", 1),)


def _parts(node: Node | None) -> tuple[str, str, str]:
    """Year, month and day as written; empty where there is none."""
    if isinstance(node, MapNode):
        values = [node.get(key) for key in ("year", "month", "day")]
        if not all(isinstance(it, ScalarNode | None) for it in values):
            return "", "", ""
        found = [_text(it) or "*" for it in values]
    else:
        found = [part.strip() for part in _SEPARATOR.split(_text(node))]
    year, month, day = [*found, "", "", ""][:3]
    return year, month, day


def _text(node: Node | None) -> str:
    return node.text.strip() if isinstance(node, ScalarNode) and node.value is not None else ""


# ── The plugin's data ────────────────────────────────────────────────────────────────────────────


def own_calendars(calendar: Calendar | None) -> VaultCalendars:
    """The calendar of a campaign, for a vault that has none."""
    if calendar is None:
        return VaultCalendars()
    months = tuple(VaultMonth(it.name, "", max(it.days, 1) + 1) for it in calendar.months)
    return VaultCalendars((VaultCalendar("", "", months),))


def calendars_of(data: str, at: Span) -> VaultCalendars:
    """The calendars in a plugin's data, the default one first; none if it can't be read."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return VaultCalendars()
    if not isinstance(found, dict):
        return VaultCalendars()
    read = [it for one in _mappings(found.get("calendars")) if (it := _read_calendar(one)).months]
    default = found.get("defaultCalendar")
    read.sort(key=lambda it: default not in (it.id, it.name))
    return VaultCalendars(tuple(read), at)


def _read_calendar(found: Mapping[str, Any]) -> VaultCalendar:
    static = found.get("static")
    static = static if isinstance(static, dict) else {}
    months = tuple(
        VaultMonth(
            _word(it, "name"),
            _word(it, "short"),
            _number(it, "length"),
            it.get("type") == "intercalary",
            _number(it, "interval") or 1,
        )
        for it in _mappings(static.get("months"))
    )
    weekdays = tuple(_word(it, "name") for it in _mappings(static.get("weekdays")))
    leap_days = tuple(_leap_days(_mappings(static.get("leapDays"))))
    runs_on = static.get("overflow") is not False
    begins_anew = bool(weekdays) and any(it.days % len(weekdays) for it in months)
    first = (_number(static, "firstWeekDay") + _number(static, "offset")) if runs_on else 0
    events = [it for it in _mappings(found.get("events")) if not it.get("note")]
    seasons = found.get("seasonal")
    counts = {
        "leap day": len(leap_days) - len(_usable(leap_days)),
        "moon": len(_mappings(static.get("moons"))),
        "era": len(_mappings(static.get("eras"))),
        "season": len(_mappings(seasons.get("seasons"))) if isinstance(seasons, dict) else 0,
        "event without a note": len(events),
        "week that begins anew each month": int(not runs_on and begins_anew),
        "week of a month": sum(1 for it in _mappings(static.get("months")) if it.get("week")),
    }
    return VaultCalendar(
        _word(found, "name"),
        _word(found, "id"),
        months,
        weekdays if runs_on or not begins_anew else (),
        first % len(weekdays) if weekdays else 0,
        leap_days,
        tuple(
            f"{count} {what}{'' if count == 1 else 's'}" for what, count in counts.items() if count
        ),
    )


def _leap_days(found: Sequence[Mapping[str, Any]]) -> Iterator[LeapDays]:
    alike: dict[tuple[int, bool, tuple[int, ...], str], list[str]] = {}
    for it in found:
        conditions = _mappings(it.get("interval"))
        rule = _rule([*conditions], _number(it, "offset"))
        is_apart = it.get("intercalary") is True
        # Days outside of the week are a month of their own.
        name = _word(it, "name") if is_apart else ""
        alike.setdefault((_number(it, "timespan"), is_apart, rule, name), []).append(
            _word(it, "name")
        )
    for (month, is_apart, rule, _), names in alike.items():
        yield LeapDays(names[0], month, len(names), is_apart, rule)


def _rule(conditions: Sequence[Mapping[str, Any]], offset: int) -> tuple[int, ...]:
    """Every how many years, except which, unless which; empty if the years are others."""
    ordered = sorted((_number(it, "interval"), it.get("exclusive") is True) for it in conditions)
    numbers = tuple(number for number, _ in ordered)
    is_plain = [exclusive for _, exclusive in ordered] == [False, True, False][: len(ordered)]
    counted = all(not it.get("ignore") for it in conditions) if offset else True
    is_known = is_plain and 1 <= len(numbers) <= 3 and all(numbers) and counted
    return numbers if is_known and not offset else ()


def _usable(leap_days: Sequence[LeapDays]) -> Sequence[LeapDays]:
    return [it for it in leap_days if it.rule][:1]


def _mappings(value: object) -> Sequence[Mapping[str, Any]]:
    return [it for it in value if isinstance(it, dict)] if isinstance(value, list) else []


def _word(found: Mapping[str, Any], key: str) -> str:
    value = found.get(key)
    return one_line(value) if isinstance(value, str) else ""


def _number(found: Mapping[str, Any], key: str) -> int:
    value = found.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


# ── The calendar of the campaign ─────────────────────────────────────────────────────────────────


def calendar_entries(calendar: VaultCalendar) -> dict[str, list[str]]:
    """The entries of `calendar:` by key, as lines of YAML; none if years have other months."""
    if any(it.interval != 1 or not it.name for it in calendar.months):
        return {}
    months = [(it.name, it.days, it.intercalary) for it in calendar.months]
    leap: list[str] = []
    for it in _usable(calendar.leap_days):
        place = it.month + 1
        if it.intercalary:
            months.insert(place, (it.name, 0, True))
        elif not 0 < place <= len(months):
            continue
        month, days = (it.name, 0) if it.intercalary else months[place - 1][:2]
        keys = dict(zip(("every", "except", "unless"), it.rule, strict=False))
        rule = ", ".join(f"{key}: {number}" for key, number in keys.items())
        leap = [f"leap: {{{rule}, month: {_scalar(month)}, days: {days + it.days}}}"]
    rows = [
        f"  - {{name: {_scalar(name)}, days: {days}{', intercalary: true' if apart else ''}}}"
        for name, days, apart in months
    ]
    entries = {"months": ["months:", *rows]}
    if calendar.weekdays:
        entries["weekdays"] = [f"weekdays: [{', '.join(map(_scalar, calendar.weekdays))}]"]
        entries["first"] = [f"first: {_scalar(calendar.weekdays[calendar.first])}"]
    return entries | ({"leap": leap} if leap else {})


def _scalar(text: str) -> str:
    """A text as a YAML scalar within braces."""
    scalar = yaml_scalar(text)
    return json.dumps(text, ensure_ascii=False) if re.search(r"[][,{}]", scalar) else scalar
