"""The whole pipeline on one page: load → play → project → outline → render → seal → publish.

A campaign's files become a website in seven stages. Each stage is a package, no stage calls
another, and this module calls them in order:

- load: source files → ``Campaign``, with every mistake reported at its line
- play: ``Campaign`` and ruleset → ``History``, the events and states of each turn
- project: ``History`` and an audience → ``Edition``, everything that audience may know
- outline: ``Edition`` → ``Site``, its pages and addresses
- render: ``Site`` and theme → HTML and other files; the leak gate searches them for secrets
- seal: the dossiers of the players → encrypted files that can be hosted in public
- publish: check that turns already published have not changed, and write the new site

:func:`resolve_campaign` loads and plays. :func:`build_played_campaign` first checks the published
turns, then makes the files of one audience after another (or of several at once, in worker
processes), and seals the dossiers. A stage adds what is wrong to a :class:`Report`; after an error
the result is None.

The result is a mapping from path to content. Writing it to disk is left to the caller, who passes
it to ``publish.writer``, which replaces the old site as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from chronicle.cache.store import cache_key
from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.catalogue import theme as theme_problems
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.files.store import DiskStore, FileSet, FileStore, digests_of
from chronicle.leaks import AudienceFiles, CampaignTexts, report_leaks
from chronicle.lint import report_slips
from chronicle.load import load_campaign
from chronicle.load.missing_factions import merge_findings_of_missing_factions
from chronicle.load.publication import missing_record
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.campaign import Campaign, with_open_turn_played
from chronicle.model.publication import RECORD_FILE, PublicationRecord
from chronicle.model.subscriptions import calendar_id, feed_id
from chronicle.outline.pages import announcement_page, outline
from chronicle.outline.paths import ANNOUNCEMENT, HOME
from chronicle.outline.site import Site
from chronicle.outline.views import CampaignSummary
from chronicle.play.history import AnyHistory
from chronicle.play.ruleset_of_files import ruleset_of_files
from chronicle.play.turns import TurnCache, check_open_turn, play
from chronicle.project import Tellings, audiences_of, project, tellings_of
from chronicle.project.edition import Edition
from chronicle.project.holdings_cache import save_holdings, with_cached_holdings
from chronicle.project.origins import SourceDigests, source_digests_of
from chronicle.publish.lock.change_report import CampaignFolder
from chronicle.publish.lock.check import (
    PUBLISH_NOTHING,
    PublishRequest,
    PublishResult,
    apply_publish_request,
    current_versions,
)
from chronicle.publish.lock.record import updated_record_files
from chronicle.publish.lock.record_encryption import RecordSecret, record_key
from chronicle.records import Record, field, replace
from chronicle.render import Renderer, check_sigils, page_records, render_files
from chronicle.render.landing_page import summarize_campaign
from chronicle.render.messages import MessageCatalogue
from chronicle.render.page_content import page_contents_of, page_without_content
from chronicle.render.pages import PageRecord, changed_pages, render_file
from chronicle.render.single_file import SINGLE_FILE_PATH, render_single_file
from chronicle.render.template_cache import compile_templates
from chronicle.render.theme_selection import build_landing_page, load_theme, theme_text_for
from chronicle.rules import RULESETS
from chronicle.rules.protocol import AnyRuleset
from chronicle.seal import (
    DossierReader,
    DossierTexts,
    Keys,
    orders_public_key,
    seal_dossiers,
    verify_sealed_files,
    with_logins,
    with_seats,
)
from chronicle.seal.blobs import DeflateCache
from chronicle.seal.bundle import DossierBundle, bundle_dossier
from chronicle.seal.published_record import open_record, seal_record
from chronicle.workers import map_parallel

#: Minimum of turns times audiences at which several processes are faster than one.
_MIN_TURNS_TO_SPLIT: Final = 200
#: Wraps the list of audiences and yields each when its edition is done, to show progress.
ProgressWrapper: TypeAlias = Callable[[Sequence[Audience]], Iterable[Audience]]
#: The phases of a build that are reported while it runs: start of loading, start of sealing.
BuildPhase = Literal["reading", "sealing"]


class PlayedCampaign(Record):
    """A campaign with its ruleset and its history.

    ``tellings`` caches the tellings that the editions share; they are computed on first use.
    ``sources`` are digests of its files.
    """

    campaign: Campaign
    ruleset: AnyRuleset
    history: AnyHistory
    tellings: Tellings[Any, Any, Any] | None = None
    sources: SourceDigests | None = None


def resolve_campaign(
    tree: FileTree, report: Report, kept: TurnCache | None = None
) -> PlayedCampaign | None:
    """Load a campaign and play its turns; return None after an error.

    Turns that are in ``kept`` and have not changed are not played again; ``kept`` is updated.
    """
    campaign = load_campaign(tree, report)
    return play_campaign(campaign, tree, report, kept) if campaign is not None else None


def play_campaign(
    campaign: Campaign, tree: FileTree, report: Report, kept: TurnCache | None = None
) -> PlayedCampaign | None:
    """Play the turns of a campaign that was loaded from a tree; return None after an error.

    ``report`` has the findings of loading it; ``kept`` is as in :func:`resolve_campaign`.
    """
    ruleset = _ruleset_of(campaign, report)
    if ruleset is None:
        return None
    before = report.findings
    history = play(campaign, ruleset, report, kept)
    if history is None and (other := ruleset_of_files(campaign)):
        # Whatever else was found is wrong by the rules of another game only.
        report.remove([it for it in report.findings if it not in before])
        report.add(content.OtherRuleset(at=campaign.at, named=campaign.ruleset, other=other))
        return None
    merge_findings_of_missing_factions(tree, report, campaign.published)
    if history is None:
        return None
    tellings = tellings_of(campaign, history, ruleset)
    return PlayedCampaign(campaign, ruleset, history, tellings, source_digests_of(tree))


def _ruleset_of(campaign: Campaign, report: Report) -> AnyRuleset | None:
    """The ruleset of a campaign; None if it is unknown."""
    ruleset = RULESETS.get(campaign.ruleset)
    if ruleset is None:
        report.add(
            references.UnknownName(
                at=campaign.at, what="ruleset", name=campaign.ruleset, known=tuple(RULESETS)
            )
        )
    return ruleset


def play_open_turn(played: PlayedCampaign, report: Report) -> PlayedCampaign | None:
    """Return the campaign with its open turn played, too; None after an error."""
    campaign, ruleset = with_open_turn_played(played.campaign), played.ruleset
    history = play(campaign, ruleset, report)
    if history is None:
        return None
    tellings = tellings_of(campaign, history, ruleset)
    return PlayedCampaign(campaign, ruleset, history, tellings, played.sources)


class SealOptions(Record):
    """The keys of a campaign, and a function that saves them when logins have been added."""

    keys: Keys
    remember: Callable[[Keys], None] = lambda _: None


class MultiSiteCampaign(Record):
    """One of several campaigns: id, files, themes, keys, and by ``request`` turns to publish."""

    id: str
    tree: FileTree
    themes: Path
    seal: SealOptions | None = None
    request: PublishRequest = PUBLISH_NOTHING


class BuildResult(Record):
    """Every file of every edition of a campaign by path, and the edition for the public.

    ``kept`` are the files in the campaign's own folder to rewrite once the site is written: the
    record of ``published`` turns. ``campaign`` is the campaign as loaded, ``history`` as played.
    """

    files: Mapping[str, bytes]
    public: Edition
    kept: Mapping[str, bytes]
    campaign: Campaign
    published: PublicationRecord
    history: AnyHistory


class BuildOptions(Record):
    """Options of a build.

    ``themes`` are folders of themes that take precedence over those of the package. ``progress``
    wraps the list of audiences to show progress; ``on_phase`` is called at the start of each phase.
    Without ``seal``, no sealed dossiers are written to the public site. ``request`` says which
    turns to publish. ``campaign_id`` is the campaign's id in a multi-campaign site, ``processes``
    the number of worker processes. ``store_for`` returns the store for the files of a folder.
    ``fingerprint`` is a fingerprint of the program; if it is empty, nothing is remembered about how
    pages were rendered. With ``site_only``, only what is hosted is built: the public edition, and
    sealed into it the editions of factions that have players. All checks of these are made. With
    ``check_open_turn``, the open turn is checked too, and what a build would stop at if it were
    played now; no page depends on it.
    ``address`` is the site's address if the campaign has none.
    """

    themes: tuple[Path, ...] = ()
    progress: ProgressWrapper = iter
    seal: SealOptions | None = None
    request: PublishRequest = PUBLISH_NOTHING
    campaign_id: str = ""
    processes: int = 1
    on_phase: Callable[[BuildPhase], None] = lambda _: None
    store_for: Callable[[str], FileStore] = lambda _: {}
    fingerprint: str = ""
    site_only: bool = False
    address: str = ""
    check_open_turn: bool = False


def build_files(
    tree: FileTree,
    report: Report,
    *,
    themes: tuple[Path, ...] = (),
    progress: ProgressWrapper = iter,
    seal: SealOptions | None = None,
) -> Mapping[str, bytes] | None:
    """Return all files of all editions by path, with :class:`BuildOptions`; None after an error."""
    result = build_campaign(tree, report, BuildOptions(themes, progress, seal))
    return None if result is None else result.files


def build_multi_site(
    tree: FileTree, campaigns: Sequence[MultiSiteCampaign], options: BuildOptions | None = None
) -> tuple[Mapping[str, bytes] | None, Report, Mapping[str, BuildResult]]:
    """Build several campaigns into one site, each in its own folder, with a landing page.

    Return the files by path (None after an error in any campaign), the report, and the result of
    each campaign by id; campaigns are sorted by id. ``tree`` holds the files next to the campaigns.
    Each campaign has its own themes, keys and turns to publish; the themes in ``options`` are for
    the landing page.
    """
    options = options or BuildOptions()
    parts: list[tuple[str, Mapping[str, bytes]]] = []
    results: dict[str, BuildResult] = {}
    summaries: list[CampaignSummary] = []
    report = Report()
    findings: list[Finding] = []
    ordered = sorted(campaigns, key=lambda campaign: campaign.id)
    for campaign in ordered:
        # One report each, so that an error in one campaign does not stop the build of the next.
        own = Report()
        own_options = replace(
            options,
            themes=(campaign.themes,),
            seal=campaign.seal,
            request=campaign.request,
            campaign_id=campaign.id,
        )
        result = build_campaign(campaign.tree, own, own_options)
        findings += own.findings
        if result is not None:
            results[campaign.id] = result
            is_sealed, address = campaign.seal is not None, result.campaign.address
            summaries.append(
                summarize_campaign(campaign.id, result.public, sealed=is_sealed, address=address)
            )
            parts.append(("", result.files))
    ids = [campaign.id for campaign in ordered]
    landing = build_landing_page(tree, ids, summaries, options.themes, report)
    parts.append(("site", landing))
    joined = Report([*findings, *report.findings])
    return None if joined.has_errors else FileSet(parts), joined, results


def build_campaign(tree: FileTree, report: Report, options: BuildOptions) -> BuildResult | None:
    """Load, play and build a campaign; return None after an error."""
    options.on_phase("reading")
    played = resolve_campaign(tree, report)
    return None if played is None else build_played_campaign(played, tree, report, options)


def build_played_campaign(
    played: PlayedCampaign, tree: FileTree, report: Report, options: BuildOptions
) -> BuildResult | None:
    """Build a campaign that has been loaded and played; return None after an error.

    The editions may be built by several processes. The gate looks at all of them together, because
    they share most of their lines, and only if there are no errors.
    """
    prepared = _prepare(played, tree, report, options)
    if prepared is None:
        return None
    builder, publish_result = prepared
    seal, campaign = options.seal, builder.played.campaign
    public = builder.editions[EVERYONE.word]
    audiences = _audiences_to_build(campaign, options)
    processes = (
        options.processes if len(audiences) * len(campaign.turns) >= _MIN_TURNS_TO_SPLIT else 1
    )
    if processes > 1 and builder.renderer.process is None:
        compile_templates(builder.renderer.environment, campaign.ruleset)
    results = _built_editions(builder, audiences, processes)
    progress = options.progress(audiences)
    by_audience = [result for _, result in zip(progress, results, strict=True)]
    for result in by_audience:
        report.extend(result.findings)
    if not report.has_errors:
        shares = {
            audience.word: result.share
            for audience, result in zip(audiences, by_audience, strict=True)
            if not audience.is_gm
        }
        builder.report_leaks(shares, report)
    for problem in publish_result.problems:
        report.add(problem)
    if options.check_open_turn:
        check_open_turn(campaign, played.history, played.ruleset, report)
        records = {it.share.folder: it.pages for it in by_audience}
        _check_as_played(builder.played, tree, report, options, records)
    if report.has_errors:
        return None
    # Pages that are only sealed are not part of the result.
    parts = [
        (result.share.folder, result.share.files)
        for audience, result in zip(audiences, by_audience, strict=True)
        if audience == EVERYONE or not options.site_only
    ]
    if seal is not None:
        options.on_phase("sealing")
        folder = edition_folder(EVERYONE, options.campaign_id)
        blobs = seal_campaign(
            campaign, seal, [result.bound for result in by_audience if result.bound]
        )
        parts.append((folder, blobs))
    published = publish_result.published
    if options.request != PUBLISH_NOTHING:
        published = _with_subscriptions(published, campaign)
        if seal is not None and not seal.keys.demo:
            published = replace(published, seats=_seated_keys(campaign, seal.keys).seats)
    kept = updated_record_files(
        tree, played.campaign.published, published, record_secret_of(campaign)
    )
    return BuildResult(FileSet(parts), public, kept, played.campaign, published, played.history)


def _with_subscriptions(published: PublicationRecord, campaign: Campaign) -> PublicationRecord:
    """The record with all that calendars and feed readers now keep of a campaign."""
    return replace(
        published,
        calendar_id=calendar_id(campaign) if campaign.deadlines else "",
        feed_id=feed_id(campaign) if campaign.address else published.feed_id,
        deadlines=campaign.deadlines,
    )


def _check_as_played(
    played: PlayedCampaign,
    tree: FileTree,
    report: Report,
    options: BuildOptions,
    records: Mapping[str, Mapping[str, PageRecord]],
) -> None:
    """Report what would stop a build once the open turn is played: leaks, changed published turns.

    ``records`` are those of the pages without it, by folder; only pages that it changes are
    rendered. Nothing is reported of a turn that can't be played yet.
    """
    opened = played.campaign.open_turn
    if opened is None or opened.dice_asked_at is not None or report.has_errors:
        return
    after = play_open_turn(played, Report())
    prepared = _prepare(after, tree, report, options) if after is not None else None
    if prepared is None:
        return
    builder, publish_result = prepared
    shares: dict[str, AudienceFiles] = {}
    for audience in _audiences_to_build(builder.played.campaign, options):
        folder = edition_folder(audience, options.campaign_id)
        site = builder.site_of(builder.edition_of(audience), report)
        changed = changed_pages(site, builder.renderer, records[folder])
        files: FileStore = {}
        render_files(replace(site, pages=changed), builder.renderer, report, files)
        if not audience.is_gm:
            shares[audience.word] = AudienceFiles(folder, files)
    if not report.has_errors:
        builder.report_leaks(shares, report)
    for problem in publish_result.problems:
        report.add(problem)


def _built_editions(
    builder: _AudienceBuilder, audiences: Sequence[Audience], processes: int
) -> Iterator[_AudienceResult]:
    """Yield the results of audiences, in order, computed by several processes.

    The public's edition is built before the processes part: what everybody may know is in all
    editions, and what has been projected and drawn of it is then known to all processes.
    """
    yield builder.build(audiences[0])
    yield from map_parallel(builder.build, audiences[1:], processes)


def _audiences_to_build(campaign: Campaign, options: BuildOptions) -> tuple[Audience, ...]:
    """All audiences; with ``site_only``, the public and the factions whose dossiers are sealed."""
    audiences = audiences_of(campaign)
    if not options.site_only:
        return audiences
    sealed = _sealed_factions(campaign) if options.seal is not None else ()
    return tuple(one for one in audiences if one == EVERYONE or one.faction in sealed)


def _sealed_factions(campaign: Campaign) -> tuple[str, ...]:
    """The factions that have a player, sorted by id."""
    return tuple(sorted({faction for player in campaign.players for faction in player.factions}))


def export_dossier(
    played: PlayedCampaign, tree: FileTree, report: Report, options: BuildOptions, faction: str
) -> bytes | None:
    """Return a faction's dossier in one file, as HTML; None after an error.

    The checks are those of a build, for this file. The seal in ``options`` is only used for the
    order sheet.
    """
    prepared = _prepare(played, tree, report, options)
    if prepared is None:
        return None
    builder, publish_result = prepared
    audience = faction_audience(faction)
    site = builder.site_of(builder.edition_of(audience), report)
    content = None if report.has_errors else render_single_file(site, builder.renderer, report)
    if content is not None and not report.has_errors:
        folder = edition_folder(audience, options.campaign_id)
        share = AudienceFiles(folder, {SINGLE_FILE_PATH: content})
        builder.report_leaks({audience.word: share}, report)
    for problem in publish_result.problems:
        report.add(problem)
    return None if report.has_errors else content


def export_edition(
    played: PlayedCampaign,
    tree: FileTree,
    report: Report,
    options: BuildOptions,
    audience: Audience,
    write: Callable[[Edition, MessageCatalogue], Mapping[str, bytes]],
) -> Mapping[str, bytes] | None:
    """Return the files that ``write`` makes of an audience's edition; None after an error.

    The checks are those of a build, for these files. ``write`` also gets the theme's texts.
    """
    prepared = _prepare(played, tree, report, options)
    if prepared is None:
        return None
    builder, publish_result = prepared
    files = write(builder.edition_of(audience), builder.renderer.theme.words)
    folder = edition_folder(audience, options.campaign_id)
    builder.report_leaks({audience.word: AudienceFiles(folder, files)}, report)
    for problem in publish_result.problems:
        report.add(problem)
    return None if report.has_errors else files


def render_announcement(
    played: PlayedCampaign, tree: FileTree, report: Report, options: BuildOptions
) -> bytes | None:
    """Return the announcement of the last turn, as JSON; None after an error.

    It is made from the public's edition, and searched for secrets like a page of it.
    """
    prepared = _prepare(played, tree, report, options)
    if prepared is None:
        return None
    builder, _ = prepared
    site = builder.site_of(builder.edition_of(EVERYONE), report)
    alone = replace(site, pages=(announcement_page(site),))
    content = render_file(ANNOUNCEMENT, alone, builder.renderer, report)
    if content is not None and not report.has_errors:
        folder = edition_folder(EVERYONE, options.campaign_id)
        share = AudienceFiles(folder, {ANNOUNCEMENT: content})
        builder.report_leaks({EVERYONE.word: share}, report)
    return None if report.has_errors else content


def _prepare(
    played: PlayedCampaign, tree: FileTree, report: Report, options: BuildOptions
) -> tuple[_AudienceBuilder, PublishResult] | None:
    """Load the theme and check the published turns; None if the theme has an error."""
    theme = load_theme(played.campaign, options.themes, report)
    if theme is None or not check_sigils(theme, played.campaign.factions, report):
        return None
    if (
        RECORD_FILE not in tree.files
        and options.seal is not None
        and options.seal.keys.published
        and not options.request.reason
    ):
        report.add(missing_record(tree, "the key file"))
    publish_result, editions = check_published_turns(
        played, options.request, tree, options.campaign_id
    )
    campaign = replace(
        played.campaign,
        published=publish_result.published,
        address=played.campaign.address or options.address,
    )
    current = replace(played, campaign=campaign)
    public = editions.get(EVERYONE.word) or _edition_of(current, EVERYONE)
    editions = {**editions, EVERYONE.word: public}
    renderer = Renderer.of(theme, campaign.ruleset)
    order_key = orders_public_key(options.seal.keys) if options.seal is not None else ""
    builder = _AudienceBuilder(
        current, renderer, options, tree.shown, editions, theme.digest, order_key
    )
    return builder, publish_result


def _edition_of(played: PlayedCampaign, audience: Audience) -> Edition:
    return project(
        played.campaign, played.history, played.ruleset, audience, played.tellings, played.sources
    )


class _AudienceResult(Record):
    """The result for one audience: its files, its findings, the pages to seal, all page records."""

    share: AudienceFiles
    findings: tuple[Finding, ...]
    bound: DossierBundle | None = None
    pages: Mapping[str, PageRecord] = field(default_factory=dict)


class _AudienceBuilder(Record):
    """Builds the edition of one audience at a time: project, outline, render.

    ``editions`` holds those that already exist by audience word, always the public's. ``look`` is a
    digest of the theme, ``order_key`` the public key to which orders are sealed, if there is one.
    """

    played: PlayedCampaign
    renderer: Renderer
    options: BuildOptions
    shown: Callable[[str], str]
    editions: Mapping[str, Edition]
    look: str
    order_key: str

    def build(self, audience: Audience) -> _AudienceResult:
        """Return the files and findings of an audience."""
        report = Report()
        edition = self.edition_of(audience)
        folder = edition_folder(audience, self.options.campaign_id)
        is_output = audience == EVERYONE or not self.options.site_only
        files: FileStore = self.options.store_for(folder) if is_output else {}
        memory = self.memory_key(edition, files, folder)
        earlier, key = page_records.EditionRecord(), ""
        if memory:
            earlier = page_records.load_edition_record(memory)
            key = page_records.edition_key(edition, self.renderer.functions.digester)
        is_unchanged = earlier.reuse(files, key)
        if is_unchanged and not (audience.faction and self.options.seal is not None):
            return _AudienceResult(AudienceFiles(folder, files), (), pages=earlier.pages)
        if memory:
            edition = with_cached_holdings(memory, edition)
        site = self.site_of(edition, report)
        pages = earlier.pages
        if not is_unchanged:
            pages = render_files(site, self.renderer, report, files, earlier=earlier.pages)
        bound = self.bundle(site, files, pages, report)
        if memory and not is_unchanged and not report.findings:
            page_records.save_edition_record(
                memory, page_records.EditionRecord(key, pages, digests_of(files))
            )
            save_holdings(memory, edition)
        return _AudienceResult(AudienceFiles(folder, files), report.findings, bound, pages)

    def bundle(
        self,
        site: Site,
        files: Mapping[str, bytes],
        records: Mapping[str, PageRecord],
        report: Report,
    ) -> DossierBundle | None:
        """Return the pages of a faction for sealing; None without keys, and after an error."""
        if report.has_errors or not site.edition.audience.faction:
            return None
        lacking = page_without_content(site, records)
        if lacking is not None:
            report.add(theme_problems.MissingMainContent(at=None, page=lacking.path))
        if lacking is not None or self.options.seal is None:
            return None
        contents = page_contents_of(site, files, records)
        return bundle_dossier(site, records[HOME].header, contents, self.editions[EVERYONE.word])

    def edition_of(self, audience: Audience) -> Edition:
        return self.editions.get(audience.word) or _edition_of(self.played, audience)

    def site_of(self, edition: Edition, report: Report) -> Site:
        return outline(
            edition,
            report,
            self.shown,
            base_url=self.played.campaign.address,
            in_multi_site=bool(self.options.campaign_id),
            order_key=self.order_key,
        )

    def report_leaks(self, shares: Mapping[str, AudienceFiles], report: Report) -> None:
        """Report leaks in the files of audiences, by word, and slips in the author's own texts."""
        played, theme_text = self.played, theme_text_for(self.renderer.theme)
        tellings = played.tellings.cache if played.tellings is not None else None
        texts = CampaignTexts.of(played.campaign, played.history, played.ruleset, tellings)
        report_slips(texts, theme_text.words, report)
        report_leaks(texts, theme_text, shares, report)

    def memory_key(self, edition: Edition, files: FileStore, folder: str) -> str:
        """The key under which the record of an edition is kept; empty without output to reuse."""
        if not (self.options.fingerprint and isinstance(files, DiskStore) and files.can_reuse):
            return ""
        address = self.played.campaign.address
        return cache_key(
            self.options.fingerprint, self.look, folder, edition.title, self.order_key, address
        )


def check_published_turns(
    played: PlayedCampaign, request: PublishRequest, tree: FileTree, campaign_id: str = ""
) -> tuple[PublishResult, Mapping[str, Edition]]:
    """Return what is published after ``request``, and the editions made to check it.

    If nothing is published and nothing is to be, no editions are made. ``campaign_id`` is the
    campaign's id in a multi-campaign site.
    """
    campaign, ruleset = played.campaign, played.ruleset
    if not campaign.published.turns and request.through == 0:
        return PublishResult(campaign.published), {}
    editions = {
        audience.word: _edition_of(played, audience)
        for audience in audiences_of(campaign)
        if not audience.is_gm
    }
    versions = current_versions(ruleset.id, ruleset.version)
    typed = tree.name.removesuffix(campaign_id).rstrip("/") if campaign_id else tree.name
    joins = {faction.id: faction.joins for faction in campaign.factions}
    folder = CampaignFolder(tree, record_secret_of(campaign), typed or ".", joins)
    publish_result = apply_publish_request(campaign.published, editions, versions, request, folder)
    published = publish_result.published
    # A new amendment adds a correction to pages, which these editions don't have.
    if published.amendments != campaign.published.amendments:
        return publish_result, {}
    return publish_result, {
        word: replace(edition, published_on=published.days) for word, edition in editions.items()
    }


def record_secret_of(campaign: Campaign) -> RecordSecret:
    """What keeps to itself what the record of a campaign's published turns says."""
    return RecordSecret(record_key(campaign.seed), seal_record, open_record)


def seal_campaign(
    campaign: Campaign, options: SealOptions, bound: Sequence[DossierBundle]
) -> Mapping[str, bytes]:
    """Seal the dossiers of a campaign's players and return the sealed files by name.

    The files are opened again to check who can read what. Raises
    :class:`chronicle.seal.keyring.SealError` if a player could read more or less than they should.
    """
    players = [player for player in campaign.players if player.factions]
    played = _sealed_factions(campaign)
    logins = [DossierReader(player.id, player.factions) for player in players]
    logins.append(DossierReader(GM.word, played))
    keys = _seated_keys(campaign, with_logins(options.keys, [player.id for player in players]))
    if keys != options.keys:
        options.remember(keys)
    dossiers = [
        DossierTexts(one.faction, one.book, one.turns, one.pictures, one.pages)
        for one in bound
        if one.faction in played
    ]
    compressed = DeflateCache(campaign.title)
    files = seal_dossiers(keys, logins, dossiers, compressed.deflate)
    verify_sealed_files(files, keys, logins, dossiers)
    compressed.save()
    return files


def _seated_keys(campaign: Campaign, keys: Keys) -> Keys:
    """Keys with a seat for every sealed dossier of a campaign."""
    return with_seats(keys, _sealed_factions(campaign), campaign.published.seats)


def edition_folder(audience: Audience, campaign_id: str = "") -> str:
    """The folder of an audience's edition: ``site/`` is hosted, ``private/`` never is.

    ``campaign_id`` is the campaign's id in a multi-campaign site, else empty.
    """
    part, word = ("site", "") if audience == EVERYONE else ("private", audience.word)
    return "/".join(name for name in (part, campaign_id, word) if name)
