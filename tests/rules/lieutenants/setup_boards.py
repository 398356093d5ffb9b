"""The opening board of the sound campaign with files added to it, and what is found in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from chronicle.diagnostics.report import Finding, Report
from chronicle.load.campaign import load_campaign
from chronicle.model.campaign import Campaign
from chronicle.records import Record
from chronicle.rules.lieutenants.setup import opening_state
from chronicle.rules.lieutenants.state import State
from tests.rules.lieutenants.small_campaign import SOUND, tree_of


class Opened(Record):
    """A campaign as it was read, its board if there is one, and the findings."""

    campaign: Campaign
    state: State | None
    findings: tuple[Finding, ...]


def opened(files: Mapping[str, str]) -> Opened:
    """The campaign with files added to it; only a ruleset's own findings are let through."""
    report = Report()
    campaign = load_campaign(tree_of(files), report)
    assert campaign is not None
    assert campaign.sound, report.findings
    state = opening_state(campaign, report)
    return Opened(campaign, state, report.findings)


@cache
def sound_board() -> State:
    """The board of the sound campaign as it is."""
    return board({})


def board(files: Mapping[str, str]) -> State:
    """The board of a campaign with files added to it, which must be sound."""
    found = opened(files)
    assert found.state is not None, found.findings
    return found.state


def swapped(path: str, *swaps: tuple[str, str]) -> dict[str, str]:
    """A file of the sound campaign with pieces of its text put in place of others."""
    text = SOUND[path]
    for old, new in swaps:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        text = text.replace(old, new)
    return {path: text}
