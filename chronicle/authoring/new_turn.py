"""What begins a turn: its file, and until when orders for it are awaited."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chronicle.authoring.turn_file import MODELINE, path_of, turn_file
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Tree
from chronicle.load import load
from chronicle.model.campaign import Campaign, Turn
from chronicle.outline.order_stubs.untouched import is_empty, is_untouched
from chronicle.pipeline import Played
from chronicle.play.history import History
from chronicle.project import coming
from chronicle.yaml.edit_append import NoRoom
from chronicle.yaml.edit_set import with_entries

HEAD: Final = "campaign.yaml"
#: The codes of what can be wrong with a deadline begin so.
_OF_DEADLINES: Final = "Z"


class Refused(ValueError):
    """The deadline can't be set; the message says why, and what to do."""


def opened(played: Played, *, modeline: bool = False) -> tuple[str, str]:
    """The path and the text of the next turn's file, with a ``modeline`` for editors if wanted."""
    text = turn_file(played.campaign, played.system, played.history)
    head = f"{MODELINE}\n" if modeline else ""
    return path_of(len(played.campaign.turns) + 1), head + text


def begun(played: Played) -> Turn | None:
    """The last turn if nobody has written anything in it yet: there is no need of another."""
    if not played.campaign.turns:
        return None
    *earlier, last = played.campaign.turns
    if last.number <= played.campaign.published.through or _told(last):
        return None
    eve = History(played.history.opening, played.history.turns[: len(earlier)])
    before = replace(played.campaign, turns=played.campaign.turns[: len(earlier)])
    for faction, orders in last.orders.items():
        if is_empty(orders):
            continue
        if not is_untouched(orders, coming(before, eve, played.system, faction)):
            return None
    return last


def _told(turn: Turn) -> bool:
    """Whether a turn says anything beside orders."""
    said = (turn.news, turn.rolls, turn.rumors, turn.reveals, turn.notes, turn.relations)
    return any(said) or (turn.adjustments is not None and not is_empty(turn.adjustments))


def with_deadline(tree: Tree, campaign: Campaign, deadline: str, zone: str) -> bytes:
    """The campaign's own file with this deadline; in the zone that it names, unless in another.

    Raises :class:`Refused`.
    """
    old = campaign.deadline
    if not zone and old is None:
        raise Refused("there is no time zone yet; name it too, as in --zone Europe/Berlin")
    held = tree.files[HEAD]
    text = held.decode("utf-8") if isinstance(held, bytes) else ""
    entries = {"deadline": deadline} | ({"zone": zone} if zone else {})
    try:
        changed = with_entries(text, "next", entries).encode()
    except NoRoom:
        raise Refused(
            f"`next:` in {tree.shown(HEAD)} is written in a way that can't be changed from here;"
            f" write `next: {{deadline: {deadline}, zone: {zone or 'Europe/Berlin'}}}` there"
        ) from None
    for finding in _findings(Tree(tree.name, {**tree.files, HEAD: changed})):
        raise Refused(f"{finding.message}; {finding.help}")
    return changed


def _findings(tree: Tree) -> tuple[Finding, ...]:
    """What is wrong with the deadline of a campaign."""
    report = Report()
    load(tree, report)
    return tuple(it for it in report.findings if it.code.startswith(_OF_DEADLINES))
