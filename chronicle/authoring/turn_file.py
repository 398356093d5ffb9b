"""The file of a turn: its text when it begins, the deadline for its orders, and its state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Final, Literal

from chronicle.authoring.missing_orders import awaited_factions
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, span_of_file
from chronicle.load import load_campaign
from chronicle.load.inputs import DEADLINE_PATTERN
from chronicle.load.stray_files import TURN_FILE
from chronicle.model.calendar import LAST_YEAR, Calendar, CalendarDay
from chronicle.model.campaign import Campaign, Deadline, Turn, names_of_things
from chronicle.outline.order_stubs import write_stubs
from chronicle.outline.order_stubs.suggestions import Suggestion, suggestions
from chronicle.pipeline import PlayedCampaign
from chronicle.play.history import AnyHistory
from chronicle.play.turn_odds import odds_of_orders
from chronicle.play.turns import play_turn
from chronicle.project import next_order_form
from chronicle.proposals import suggested_orders
from chronicle.proposals.knowledge import knowledge_of
from chronicle.rules import values_of
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import AnyRuleset
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.set_entries import remove_entry, remove_line, set_entries, set_value
from chronicle.yaml.parser import compose
from chronicle.yaml.placeholders import PLACEHOLDER, prompt_for

#: The line that tells editors where the schema is, for campaigns with schemas.
MODELINE: Final = "# yaml-language-server: $schema=../.chronicle/turn.schema.json"
_HEAD: Final = """\
#: To give an order, remove `# ` at the beginning of its lines and replace FILL-IN. Chances are
#: exact, for the GM only. All else that a faction can do: chronicle orders options FACTION
"""
_NEWS: Final = f"""\
news:
  # - for: everyone
  #   text: >
  #     {prompt_for("text")}
"""
_REST: Final = f"""\
rumors:
  # - text: >
  #     {prompt_for("rumor")}
  #   heard_by: everyone
  #   truth: distorted  #: or true, or false; only you read it
notes:
"""
#: A file for three factions has at most this many lines, and so many more for each further one.
_LINES: Final = 60
_LINES_PER_FACTION: Final = 28
#: The factions of a file of :data:`_LINES` lines.
_FEW: Final = 3
#: Stands for what is still to be written when a suggested order is checked.
_SAMPLE: Final = "something-new"
_UNWRITTEN: Final = re.compile(rf"{PLACEHOLDER}(?:: .*)?")

CAMPAIGN_FILE: Final = "campaign.yaml"
#: The first letter of the error codes about deadlines.
_OF_DEADLINES: Final = "Z"

TurnState = Literal["open", "played"]


def turn_path(number: int) -> str:
    """The path of a turn's file within the campaign."""
    return f"turns/{number:03}.yaml"


def path_of_turn_file(tree: FileTree, number: int) -> str:
    """The path of a turn's file in a campaign: one with more zeros, too, else the usual one."""
    found = ((TURN_FILE.fullmatch(path), path) for path in sorted(tree.files))
    paths = (path for name, path in found if name is not None and int(name[1]) == number)
    return next(paths, turn_path(number))


def turn_file_text(campaign: Campaign, ruleset: AnyRuleset, history: AnyHistory) -> str:
    """The text of the next turn's file, which is valid as generated and gives no orders.

    It has a section for each faction whose orders are awaited, each turn beginning with another
    one: where the rules carry out orders in the order of the file, nobody is always first. Standing
    orders are written out; suggested orders are comments, each of which is legal once it is none.
    """
    awaited = _rotated(awaited_factions(campaign, ruleset, history.eve.after), campaign)
    suggested = {id: _suggestions(campaign, ruleset, history, id) for id in awaited}
    found = [it[0] for it in suggested.values() if it is not None]
    head, names = "".join(_head(campaign)), names_of_things(campaign)
    # The line for editors and the line of the orders are not among the others.
    others = f"{_HEAD}{head}{_NEWS}{_REST}".count("\n") + 2
    most = _LINES + _LINES_PER_FACTION * max(0, len(found) - _FEW) - others
    trial = partial(_trial, campaign, ruleset, history)
    orders = write_stubs([it for it in suggested.values() if it is not None], names, most, trial)
    comment = "  #: carried out in this order" if ruleset.plays_in_file_order else ""
    return f"{_HEAD}{head}{_NEWS}orders:{comment}\n{orders}{_REST}"


def _suggestions(
    campaign: Campaign, ruleset: AnyRuleset, history: AnyHistory, faction: str
) -> tuple[Form, Iterator[Suggestion]] | None:
    """The form of a faction with the orders to suggest, the best first; None if it has no form.

    They are those that it would give, or by rules without good and bad boards those of the form.
    """
    values = values_of(ruleset.id)
    if values is None:
        form = next_order_form(campaign, history, ruleset, faction)
        return (form, suggestions(form)) if form is not None else None
    known = knowledge_of(campaign, history, ruleset, faction)
    if known is None:
        return None
    return known.form, suggested_orders(ruleset, values, known, campaign.seed)


def _rotated(factions: Sequence[str], campaign: Campaign) -> tuple[str, ...]:
    """The factions from another one on in each turn, and then the others."""
    first = len(campaign.turns) % len(factions) if factions else 0
    return (*factions[first:], *factions[:first])


def _trial(
    campaign: Campaign, ruleset: AnyRuleset, history: AnyHistory, faction: str, orders: str
) -> Mapping[str, Fraction] | None:
    """The chances of a faction's orders in the next turn, by id, on the board as it is.

    None if anything is found in them.
    """
    report = Report()
    numbers = count(1)
    source = Source("", _UNWRITTEN.sub(lambda _: f"{_SAMPLE}-{next(numbers)}", orders))
    node = compose(source, report)
    if node is None:
        return None
    turn = Turn(
        number=len(campaign.turns) + 1,
        title="",
        date="",
        played="",
        news=(),
        orders={faction: node},
        adjustments=None,
        rolls={},
        rumors=(),
        reveals=(),
        notes=(),
        at=span_of_file(source),
    )
    state = history.eve.after
    played_turn = play_turn(campaign, turn, state, ruleset, report)
    if played_turn is None or report.findings:
        return None
    odds = odds_of_orders(ruleset, turn, state, played_turn.orders)
    found = {it.order.partition("/")[2]: it.success(ruleset) for it in odds}
    return {id: chance for id, chance in found.items() if chance is not None}


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


class DeadlineError(ValueError):
    """The deadline can't be set; the message says why and what to do."""


def new_turn_file(played: PlayedCampaign, *, modeline: bool = False) -> tuple[str, str]:
    """Path and text of the next turn's file, if no turn is open; ``modeline`` is for editors."""
    text = turn_file_text(played.campaign, played.ruleset, played.history)
    head = f"{MODELINE}\n" if modeline else ""
    return turn_path(len(played.campaign.turns) + 1), head + text


def with_deadline(
    tree: FileTree, campaign: Campaign, deadline: str, zone: str
) -> tuple[bytes, Deadline]:
    """campaign.yaml with this deadline, and zone unless empty; and the deadline as read.

    Raises :class:`DeadlineError`.
    """
    is_time = re.fullmatch(DEADLINE_PATTERN, deadline) is not None
    if not zone and not campaign.zone:
        raise DeadlineError(
            ("" if is_time else f"{_not_a_time(deadline)}; and ")
            + "the campaign has no time zone yet: add --zone with yours, as in --zone Europe/Berlin"
        )
    if not is_time:
        raise DeadlineError(_not_a_time(deadline))
    held = tree.files[CAMPAIGN_FILE]
    text = held.decode("utf-8") if isinstance(held, bytes) else ""
    entries = {"deadline": deadline} | ({"zone": zone} if zone else {})
    try:
        changed = set_entries(text, "next", entries).encode()
    except YamlEditError:
        raise DeadlineError(
            f"can't change `next:` in {tree.shown(CAMPAIGN_FILE)} automatically;"
            f" write `next: {{deadline: {deadline},"
            f" zone: {zone or campaign.zone}}}` there"
        ) from None
    report = Report()
    after = load_campaign(FileTree(tree.name, {**tree.files, CAMPAIGN_FILE: changed}), report)
    for finding in report.findings:
        if finding.code.startswith(_OF_DEADLINES):
            raise DeadlineError(f"{finding.message}; {finding.help}")
    if after is None or after.deadline is None:
        raise DeadlineError(f"there are errors in {tree.shown(CAMPAIGN_FILE)}: chronicle check")
    return changed, after.deadline


def _not_a_time(deadline: str) -> str:
    """What is wrong with a deadline as typed on the command line."""
    return f"{deadline} is not a date and time; write it like '2026-12-01 20:00', in quotes"


class StateEditError(ValueError):
    """A file can't be changed automatically; the message says what to write in it."""


def closed_turn_files(
    tree: FileTree, campaign: Campaign, opened: Turn, today: str
) -> dict[str, bytes]:
    """The files to write so that a turn is played: its own, and campaign.yaml.

    The turn gets the day on which it was played, if its author has written none, and the deadline
    that was awaited, which is removed from campaign.yaml; the time zone stays there. Raises
    :class:`StateEditError`.
    """
    notes: dict[str, str] = {}
    files: dict[str, bytes] = {}
    if (deadline := campaign.deadline) is not None:
        notes["deadline"] = f"{deadline.date} {deadline.clock}"
        try:
            text = remove_entry(_text(tree, CAMPAIGN_FILE), "next", "deadline")
        except YamlEditError:
            raise StateEditError(
                f"can't remove `deadline:` from {tree.shown(CAMPAIGN_FILE)} automatically;"
                " delete it there, then close the turn"
            ) from None
        files[CAMPAIGN_FILE] = text.encode()
    if not opened.played:
        notes["played"] = today
    return _turn_file(tree, opened.number, "played", notes) | files


def reopened_turn_files(
    tree: FileTree, campaign: Campaign, number: int
) -> tuple[dict[str, bytes], Deadline | None]:
    """The files to write so that a turn is open, and the deadline that is then awaited.

    They are its own, without the day on which it was played, and campaign.yaml with the deadline
    that it had, unless there is another one. Raises :class:`StateEditError`.
    """
    files = _turn_file(tree, number, "open", {"played": "", "deadline": ""})
    due, had = campaign.deadline, campaign.turns[number - 1].deadline
    if due is None and had:
        # If there is no time zone any more, the GM is told that there is no deadline.
        with suppress(DeadlineError):
            opened = FileTree(tree.name, {**tree.files, **files})
            files[CAMPAIGN_FILE], due = with_deadline(opened, campaign, had, "")
    return files, due


def _turn_file(
    tree: FileTree, number: int, state: TurnState, notes: Mapping[str, str]
) -> dict[str, bytes]:
    """The file of a turn with a state, and with ``notes`` below it; empty ones are removed.

    Notes are left as they are in a file of one line, in braces.
    """
    path = path_of_turn_file(tree, number)
    try:
        text = set_value(_text(tree, path), "state", state, after="turn")
    except YamlEditError:
        raise StateEditError(
            f"can't change {tree.shown(path)} automatically; write `state: {state}` in it,"
            " in a line of its own"
        ) from None
    for key, value in notes.items():
        with suppress(YamlEditError):
            text = set_value(text, key, value, after="state") if value else remove_line(text, key)
    return {path: text.encode()}


def _text(tree: FileTree, path: str) -> str:
    held = tree.files[path]
    return held.decode("utf-8") if isinstance(held, bytes) else ""
