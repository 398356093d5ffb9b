"""The text of a new turn file, with all possible orders as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from chronicle.model.calendar import LAST_YEAR, Calendar, CalendarDay
from chronicle.model.campaign import Campaign, Turn, names_of_things
from chronicle.outline.order_stubs import write_stubs
from chronicle.play.awaited_factions import awaited_factions
from chronicle.play.history import History
from chronicle.project import next_order_form
from chronicle.rules.protocol import Ruleset

#: The line that tells editors where the schema is, for campaigns with schemas.
MODELINE: Final = "# yaml-language-server: $schema=../.chronicle/turn.schema.json"
_HEAD: Final = """\
#: To give an order, remove the `# ` before it and change its values. Replace each `new` with a
#: value. Lines that begin with `#:` are explanations. A range of chances goes from the worst to
#: the best variant of an order. The other lines can stay. `chronicle check` finds errors.
"""
_NEWS: Final = """\
news:
  # - {id: new, for: everyone, title: "", text: ""}
"""
_REST: Final = """\
rumors:
  # - {text: "", where: [], heard_by: everyone, truth: distorted}
notes:
"""


def turn_path(number: int) -> str:
    """The path of a turn's file within the campaign."""
    return f"turns/{number:03}.yaml"


def turn_file_text(
    campaign: Campaign, system: Ruleset[Any, Any, Any], history: History[Any, Any, Any]
) -> str:
    """The text of the next turn's file, which is valid as generated and gives no orders.

    It has a section for each faction whose orders are awaited. Standing orders are written out;
    possible orders are comments.
    """
    awaited = awaited_factions(campaign, system, history.last.after)
    forms = (next_order_form(campaign, history, system, id) for id in awaited)
    orders = write_stubs([form for form in forms if form is not None], names_of_things(campaign))
    return f"{_HEAD}{''.join(_head(campaign))}{_NEWS}orders:\n{orders}{_REST}"


def _head(campaign: Campaign) -> Iterator[str]:
    turns = campaign.turns
    yield f"turn: {len(turns) + 1}\n"
    yield "state: open  #: played after chronicle turn close\n"
    yield 'title: ""\n'
    if turns and turns[-1].dice_asked_at is not None:
        yield "dice: ask  #: as in the last turn; chronicle dice sheet lists the dice to throw\n"
    if campaign.calendar is not None:
        yield f"date: {_next_day(campaign.calendar, turns)}  #: in the world's calendar\n"
    elif turns and turns[-1].date:
        yield f'date: ""  #: turn {len(turns)}: {turns[-1].date}\n'


def _next_day(calendar: Calendar, turns: Sequence[Turn]) -> str:
    """The last turn's day plus the interval between the last two turns; at least one day later."""
    days = [turn.day for turn in turns if turn.day is not None]
    if not days:
        return _day_text(calendar, CalendarDay(calendar.year or 1, 1, 1))
    since = calendar.between(days[-2], days[-1]) if len(days) > 1 else 1
    latest = calendar.ordinal(CalendarDay(LAST_YEAR, 1, 1))
    ahead = calendar.ordinal(days[-1]) + max(since, 1)
    return _day_text(calendar, calendar.day(min(ahead, latest)))


def _day_text(calendar: Calendar, day: CalendarDay) -> str:
    """A day as authors write it, with the year unless it is the calendar's default year."""
    year = "" if day.year == calendar.year else f" {day.year}"
    return f"{day.day} {calendar.months[day.month - 1].name}{year}"
