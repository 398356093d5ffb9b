"""Live preview of one campaign; an edit recomputes only what it affects."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.load.turns import KnownTurnFiles
from chronicle.model.audience import EVERYONE, EVERYONE_ID, GM, GM_ID, Audience, faction_audience
from chronicle.model.campaign import Campaign
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import PlayedCampaign, play_campaign
from chronicle.play.turns import TurnCache
from chronicle.project import Tellings, audiences_of, edition_for_gm, project
from chronicle.project.edition import Edition
from chronicle.project.tellings import KnownTellings
from chronicle.records import Record, field, replace
from chronicle.render import Renderer, Theme, check_sigils
from chronicle.render.pages import render_file
from chronicle.render.single_file import SINGLE_FILE_PATH, render_single_file
from chronicle.render.theme_selection import load_theme
from chronicle.rules.protocol import AnyRuleset
from chronicle.serve.ruleset_cache import CachingRuleset


class EditionPreview(Record):
    """One edition, whose files are rendered when first requested."""

    site: Site
    renderer: Renderer
    edition_of: Callable[[Audience], Edition]
    drawn: dict[str, tuple[bytes | None, tuple[Finding, ...]]] = field(default_factory=dict)

    def file(self, path: str, report: Report) -> bytes | None:
        """The file at a path of the built site; None if there is none or it has errors.

        A faction's edition also has its dossier in one file, which a build does not write.
        """
        if path not in self.drawn:
            own = Report()
            self.drawn[path] = self._file(path, own), own.findings
        content, findings = self.drawn[path]
        report.extend(findings)
        return content

    def _file(self, path: str, report: Report) -> bytes | None:
        if path == SINGLE_FILE_PATH and self.site.edition.audience.faction:
            return render_single_file(self.site, self.renderer, report)
        return render_file(path, self.site, self.renderer, report)


class CampaignPreview(Record):
    """The preview of a campaign's current files; ``showing`` is None if there are errors.

    ``stamp`` changes whenever a page may have changed. The pages of the GM's edition link to the
    dossiers in the editions of the factions. So they are in a folder ``gm``, next to one for each
    faction, as in the output of a build, and to ``everyone``; in ``FACTION.gm``, the order sheet of
    a faction has all that the GM knows. ``edition_in`` returns the edition in such a folder. It is
    None for other audiences, whose pages are at the top.
    """

    findings: tuple[Finding, ...]
    stamp: str
    showing: EditionPreview | None
    address: str = ""
    edition_in: Callable[[str], EditionPreview | None] | None = None

    @property
    def folder(self) -> str:
        """The folder of the audience's pages, with a slash at the end; empty for the top."""
        return f"{GM_ID}/" if self.edition_in is not None else ""

    def file(self, path: str, report: Report) -> bytes | None:
        """The file at a path of the preview; None if there is none or it has errors."""
        edition, rest = self.showing, path
        if self.edition_in is not None:
            folder, _, rest = path.partition("/")
            edition = self.edition_in(folder)
        return edition.file(rest, report) if edition is not None else None


class PreviewOptions(Record):
    """How a campaign is shown: the id of the audience and the theme folders.

    An id that is not an audience of this campaign means everyone. ``point`` is the public key to
    which players seal their orders, empty for a campaign without a key. ``in_multi_site`` is True
    for one of several campaigns. ``themes_mark`` is the same only as long as no file of the theme
    folders changes; empty if it is not known.
    """

    word: str
    themes: tuple[Path, ...]
    in_multi_site: bool = False
    point: str = ""
    themes_mark: tuple[object, ...] = ()


class LoadedCampaign(Record):
    """A campaign as far as it can be read from these files, and what was found while loading it."""

    tree: FileTree
    campaign: Campaign | None
    findings: tuple[Finding, ...]


class LiveCampaign:
    """The live preview of a campaign, which keeps the results of earlier edits."""

    def __init__(self) -> None:
        self._kept = TurnCache()
        self._loaded: LoadedCampaign | None = None
        self._read: tuple[LoadedCampaign, PlayedCampaign | None, tuple[Finding, ...]] | None = None
        self._last: tuple[object, CampaignPreview] | None = None
        self._turn_files: KnownTurnFiles = {}
        self._told: KnownTellings = {}
        self._theme: tuple[object, Theme] | None = None
        self._system: CachingRuleset | None = None
        self._of: AnyRuleset | None = None

    def state(
        self, tree: FileTree, options: PreviewOptions, found: tuple[Finding, ...] = ()
    ) -> CampaignPreview:
        """The preview of these files; ``found`` are further findings, such as those of the key."""
        played, findings = self._played(tree)
        report = Report([*found, *findings])
        theme = self._theme_of(played.campaign, options, report) if played is not None else None
        seen = (played, options, theme, report.findings)
        if self._last is not None and self._last[0] == seen:
            return self._last[1]
        state = self._state(tree, options, played, theme, report)
        self._last = seen, state
        return state

    def _played(self, tree: FileTree) -> tuple[PlayedCampaign | None, tuple[Finding, ...]]:
        loaded = self.load(tree)
        if self._read is None or self._read[0] is not loaded:
            report, played = Report([*loaded.findings]), None
            if loaded.campaign is not None:
                played = play_campaign(loaded.campaign, tree, report, self._kept)
            self._read = loaded, played, report.findings
        return self._read[1:]

    def _theme_of(
        self, campaign: Campaign, options: PreviewOptions, report: Report
    ) -> Theme | None:
        wanted = (campaign.theme, campaign.language, campaign.look, campaign.numbers)
        key = (wanted, options.themes, options.themes_mark)
        if self._theme is not None and options.themes_mark and self._theme[0] == key:
            return self._theme[1]
        before = len(report.findings)
        theme = load_theme(campaign, options.themes, report)
        self._theme = (key, theme) if theme and len(report.findings) == before else None
        return theme

    def load(self, tree: FileTree) -> LoadedCampaign:
        """The campaign in these files; the same object if they are those of the last time."""
        if self._loaded is None or self._loaded.tree != tree:
            report = Report()
            campaign = load_campaign(tree, report, self._turn_files)
            self._loaded = LoadedCampaign(tree, campaign, report.findings)
        return self._loaded

    def _state(
        self,
        tree: FileTree,
        options: PreviewOptions,
        played: PlayedCampaign | None,
        theme: Theme | None,
        report: Report,
    ) -> CampaignPreview:
        if (
            played is None
            or theme is None
            or not check_sigils(theme, played.campaign.factions, report)
        ):
            return CampaignPreview(report.findings, _digest_of(tree, theme, report), None)
        factions = [it.id for it in played.campaign.factions]
        audience = audience_from_id(options.word, factions)
        edition_of = self._projector(played, audience)
        renderer = Renderer.of(theme, played.campaign.ruleset)

        def preview(
            audience: Audience, report: Report, edition: Edition | None = None
        ) -> EditionPreview | None:
            site = outline(
                edition or edition_of(audience),
                report,
                tree.shown,
                base_url=played.campaign.address,
                in_multi_site=options.in_multi_site,
                order_key=options.point,
            )
            return None if report.has_errors else EditionPreview(site, renderer, edition_of)

        @cache
        def edition_in(folder: str) -> EditionPreview | None:
            if folder == GM_ID:
                return showing
            if folder == EVERYONE_ID:
                return preview(EVERYONE, Report())
            faction, _, whose = folder.partition(".")
            if faction not in factions or whose not in ("", GM_ID):
                return None
            audience, edition = faction_audience(faction), None
            if whose:
                own, gm = edition_of(audience), edition_of(GM)
                edition = edition_for_gm(own, gm, played.history, played.ruleset)
            return preview(audience, Report(), edition)

        showing = preview(audience, report)
        return CampaignPreview(
            report.findings,
            _digest_of(tree, theme, report),
            showing,
            played.campaign.address,
            edition_in if audience.is_gm and showing is not None else None,
        )

    def _projector(
        self, played: PlayedCampaign, audience: Audience
    ) -> Callable[[Audience], Edition]:
        """Projects editions of a campaign that is shown to an audience."""
        if self._system is None or self._of is not played.ruleset:
            self._system, self._of = CachingRuleset(played.ruleset), played.ruleset
        remembering = self._system
        remembering.forget(played.history)
        ruleset = remembering.as_ruleset()
        told = audiences_of(played.campaign) if audience.is_gm else (EVERYONE, audience)
        tellings = Tellings(played.history, ruleset, told, self._told)

        @cache
        def edition(audience: Audience) -> Edition:
            return project(played.campaign, played.history, ruleset, audience, tellings)

        return edition


def audience_from_id(audience_id: str, factions: list[str]) -> Audience:
    """The audience with this id; EVERYONE if no faction has it."""
    if audience_id == GM_ID:
        return GM
    return faction_audience(audience_id) if audience_id in factions else EVERYONE


def _digest_of(tree: FileTree, theme: Theme | None, report: Report) -> str:
    """A digest of the campaign's files, its theme and the findings."""
    digest = sha256()
    for path, content in sorted(tree.files.items()):
        # The text of a large file in quotes would take ten times as long.
        data = content if isinstance(content, bytes) else repr(content).encode()
        digest.update(f"{path!r} {len(data)} ".encode())
        digest.update(data)
    if theme is not None:
        digest.update(theme.digest.encode())
    for finding in report.findings:
        digest.update(repr(replace(finding, at=None)).encode())
    return digest.hexdigest()[:16]
