"""Starting a turn: its file and the deadline for its orders."""

from __future__ import annotations

from typing import Final

from chronicle.authoring.turn_file import MODELINE, turn_file_text, turn_path
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.campaign import Campaign
from chronicle.pipeline import PlayedCampaign
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.set_entries import set_entries

CAMPAIGN_FILE: Final = "campaign.yaml"
#: The first letter of the error codes about deadlines.
_OF_DEADLINES: Final = "Z"


class DeadlineError(ValueError):
    """The deadline can't be set; the message says why and what to do."""


def new_turn_file(played: PlayedCampaign, *, modeline: bool = False) -> tuple[str, str]:
    """The path and text of the next turn's file, optionally with a ``modeline`` for editors.

    No turn may be open.
    """
    text = turn_file_text(played.campaign, played.ruleset, played.history)
    head = f"{MODELINE}\n" if modeline else ""
    return turn_path(len(played.campaign.turns) + 1), head + text


def with_deadline(tree: FileTree, campaign: Campaign, deadline: str, zone: str) -> bytes:
    """The content of campaign.yaml with this deadline; an empty zone keeps the present one.

    Raises :class:`DeadlineError`.
    """
    if not zone and not campaign.zone:
        raise DeadlineError(
            "the campaign has no time zone yet: add --zone with yours, as in --zone Europe/Berlin"
        )
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
    for finding in _findings(FileTree(tree.name, {**tree.files, CAMPAIGN_FILE: changed})):
        raise DeadlineError(f"{finding.message}; {finding.help}")
    return changed


def _findings(tree: FileTree) -> tuple[Finding, ...]:
    """The findings about the deadline of a campaign."""
    report = Report()
    load_campaign(tree, report)
    return tuple(it for it in report.findings if it.code.startswith(_OF_DEADLINES))
