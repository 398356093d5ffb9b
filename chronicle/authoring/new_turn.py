"""What begins a turn: its file, and until when orders for it are awaited."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chronicle.authoring.turn_file import MODELINE, turn_file_text, turn_path
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.campaign import Campaign, Turn
from chronicle.outline.order_stubs.untouched import is_empty, is_untouched
from chronicle.pipeline import PlayedCampaign
from chronicle.play.history import History
from chronicle.project import next_order_form
from chronicle.yaml.edit_append import YamlEditError
from chronicle.yaml.edit_set import set_entries

CAMPAIGN_FILE: Final = "campaign.yaml"
#: The codes of what can be wrong with a deadline begin so.
_OF_DEADLINES: Final = "Z"


class DeadlineError(ValueError):
    """The deadline can't be set; the message says why, and what to do."""


def new_turn_file(played: PlayedCampaign, *, modeline: bool = False) -> tuple[str, str]:
    """The path and the text of the next turn's file, with a ``modeline`` for editors if wanted."""
    text = turn_file_text(played.campaign, played.system, played.history)
    head = f"{MODELINE}\n" if modeline else ""
    return turn_path(len(played.campaign.turns) + 1), head + text


def unwritten_last_turn(played: PlayedCampaign) -> Turn | None:
    """The last turn if nobody has written anything in it yet: there is no need of another."""
    if not played.campaign.turns:
        return None
    *earlier, last = played.campaign.turns
    if last.number <= played.campaign.published.through or _says_anything(last):
        return None
    eve = History(played.history.opening, played.history.turns[: len(earlier)])
    before = replace(played.campaign, turns=played.campaign.turns[: len(earlier)])
    for faction, orders in last.orders.items():
        if is_empty(orders):
            continue
        if not is_untouched(orders, next_order_form(before, eve, played.system, faction)):
            return None
    return last


def _says_anything(turn: Turn) -> bool:
    """Whether a turn says anything beside orders."""
    said = (turn.news, turn.rolls, turn.rumors, turn.reveals, turn.notes, turn.relations)
    return any(said) or (turn.adjustments is not None and not is_empty(turn.adjustments))


def with_deadline(tree: FileTree, campaign: Campaign, deadline: str, zone: str) -> bytes:
    """The campaign's own file with this deadline; in the zone that it names, unless in another.

    Raises :class:`DeadlineError`.
    """
    old = campaign.deadline
    if not zone and old is None:
        raise DeadlineError("no time zone is set; add one, as in --zone Europe/Berlin")
    held = tree.files[CAMPAIGN_FILE]
    text = held.decode("utf-8") if isinstance(held, bytes) else ""
    entries = {"deadline": deadline} | ({"zone": zone} if zone else {})
    try:
        changed = set_entries(text, "next", entries).encode()
    except YamlEditError:
        raise DeadlineError(
            f"can't change `next:` in {tree.shown(CAMPAIGN_FILE)}, the way it is written;"
            f" write `next: {{deadline: {deadline},"
            f" zone: {zone or 'Europe/Berlin'}}}` there"
        ) from None
    for finding in _findings(FileTree(tree.name, {**tree.files, CAMPAIGN_FILE: changed})):
        raise DeadlineError(f"{finding.message}; {finding.help}")
    return changed


def _findings(tree: FileTree) -> tuple[Finding, ...]:
    """What is wrong with the deadline of a campaign."""
    report = Report()
    load_campaign(tree, report)
    return tuple(it for it in report.findings if it.code.startswith(_OF_DEADLINES))
