"""The opening board of a sound campaign with files added to it, and what is found in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from chronicle.diagnostics.report import Finding, Report
from chronicle.load.campaign import load_campaign
from chronicle.model.campaign import Campaign
from chronicle.records import Record
from tests.small_campaign import tree_of

S = TypeVar("S")


class Opened(Record, Generic[S]):
    """A campaign as it was read, its board if there is one, and the findings."""

    campaign: Campaign
    state: S | None
    findings: tuple[Finding, ...]


class Openings(Record, Generic[S]):
    """The sound campaign of a ruleset, which tests add files to."""

    sound: Mapping[str, str]
    opening_state: Callable[[Campaign, Report], S | None]

    def opened(self, files: Mapping[str, str]) -> Opened[S]:
        """The campaign with files added to it; only a ruleset's own findings are let through."""
        report = Report()
        campaign = load_campaign(tree_of(files, over=self.sound), report)
        assert campaign is not None
        assert campaign.sound, report.findings
        state = self.opening_state(campaign, report)
        return Opened(campaign, state, report.findings)

    def board(self, files: Mapping[str, str]) -> S:
        """The board of a campaign with files added to it, which must be sound."""
        found = self.opened(files)
        assert found.state is not None, found.findings
        assert found.findings == ()
        return found.state

    def swapped(self, path: str, *swaps: tuple[str, str]) -> dict[str, str]:
        """A file of the sound campaign with pieces of its text put in place of others."""
        text = self.sound[path]
        for old, new in swaps:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
            text = text.replace(old, new)
        return {path: text}
