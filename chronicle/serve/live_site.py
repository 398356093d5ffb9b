"""Live preview of a site: one campaign, or several with a landing page."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load.multi_site import load_multi_site
from chronicle.model.audience import EVERYONE
from chronicle.records import Record, field
from chronicle.render.landing_page import summarize_campaign
from chronicle.render.theme_selection import build_landing_page
from chronicle.serve.live_campaign import (
    CampaignPreview,
    LiveCampaign,
    LoadedCampaign,
    PreviewOptions,
)


class CampaignSource(Record):
    """A campaign read from disk, and findings; ``id`` is empty for a single campaign."""

    id: str
    tree: FileTree
    options: PreviewOptions
    found: tuple[Finding, ...] = ()


class LandingPreview(Record):
    """The landing page of several campaigns with its assets; no files if there are errors."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    address: str = ""


class SitePreview(Record):
    """The whole site: campaigns by id with a landing page, or one with an empty id and none."""

    states: Mapping[str, CampaignPreview]
    front: LandingPreview | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        found = [finding for state in self.states.values() for finding in state.findings]
        return Report([*found, *(self.front.findings if self.front else ())]).findings

    @property
    def stamp(self) -> str:
        """A digest that changes whenever a page may have changed."""
        digest = sha256()
        for id, state in self.states.items():
            digest.update(f"{id} {state.stamp}\n".encode())
        if self.front is not None:
            digest.update(repr((sorted(self.front.files.items()), self.front.findings)).encode())
        return digest.hexdigest()[:16]

    @property
    def base(self) -> str:
        """The path of the site on its future host, as in `/ferry/`; `/` for the top."""
        address = self.front.address if self.front else self.states[""].address
        return urlsplit(address).path or "/"


class LiveSite:
    """The live preview of a site, which keeps the results of earlier edits."""

    def __init__(self) -> None:
        self._live: dict[str, LiveCampaign] = {}

    def campaign(self, read: CampaignSource) -> SitePreview:
        return SitePreview({"": self._state(read)})

    def load(self, tree: FileTree) -> LoadedCampaign:
        """The campaign in these files, as it is loaded for its pages."""
        return self._live.setdefault("", LiveCampaign()).load(tree)

    def multi_site(
        self, tree: FileTree, campaigns: tuple[CampaignSource, ...], themes: tuple[Path, ...]
    ) -> SitePreview:
        """The preview of several campaigns, sorted by id."""
        ordered = sorted(campaigns, key=lambda read: read.id)
        states = {read.id: self._state(read) for read in ordered}
        report = Report()
        volumes = [
            summarize_campaign(
                read.id,
                state.showing.edition_of(EVERYONE),
                sealed=bool(read.options.point),
                address=state.address,
            )
            for read in ordered
            if (state := states[read.id]).showing is not None
        ]
        files = build_landing_page(tree, [read.id for read in ordered], volumes, themes, report)
        multi_site = load_multi_site(tree, [read.id for read in ordered], Report())
        address = multi_site.address if multi_site is not None else ""
        return SitePreview(states, LandingPreview(files, report.findings, address))

    def _state(self, read: CampaignSource) -> CampaignPreview:
        live = self._live.setdefault(read.id, LiveCampaign())
        return live.state(read.tree, read.options, read.found)
