"""Read and build the campaign, or the several campaigns, in a content folder."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import click

from chronicle.cli.help_text import suggest_content
from chronicle.cli.output import display_path, exit_on_errors
from chronicle.cli.process import worker_count
from chronicle.cli.progress import Progress, progress_bar
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.records import Record, field, replace

if TYPE_CHECKING:
    from chronicle.files.store import FileStore
    from chronicle.model.campaign import Campaign
    from chronicle.pipeline import BuildOptions, BuildResult, SealOptions
    from chronicle.publish.lock.check import PublishRequest
    from chronicle.seal import Keys

#: What a build is for: the whole output; the files to be hosted only; a check, which also looks at
#: the orders of open turns.
BuildPurpose: TypeAlias = Literal["output", "host", "check"]


class BuildRun(Record):
    """Result of building a content folder, with all findings.

    ``files`` is None if there are errors. ``made`` has the result of each campaign by its id,
    which is empty for a single campaign. ``keyless`` are the folders of campaigns without a key,
    as messages show them.
    """

    files: Mapping[str, bytes] | None
    report: Report
    made: Mapping[str, BuildResult] = field(default_factory=dict)
    keyless: tuple[str, ...] = ()


def build_content(  # noqa: PLR0913  one parameter for each option
    content: Path,
    *,
    remember_logins: bool = False,
    request: PublishRequest | None = None,
    bar: Progress | None = None,
    store_for: Callable[[str], FileStore] = lambda _: {},
    purpose: BuildPurpose = "output",
    address: str = "",
) -> BuildRun:
    """Build every file of the one or several campaigns in a folder.

    With ``remember_logins``, new logins are saved to the key files. ``request`` applies to the
    published turns of every campaign; one reason for several campaigns is a usage error. A
    command that has more to do after the build passes its own ``bar``. Files are put into the
    store that ``store_for`` returns for their folder. ``address`` is that of a campaign without
    `address:`.
    """
    with progress_bar() if bar is None else nullcontext(bar) as shown_bar:
        options = partial(_build_options, content, shown_bar, request, store_for, purpose, address)
        run = _build_content(content, shown_bar, options, request, remembering=remember_logins)
        return _with_site_size_checked(run)


def _with_site_size_checked(run: BuildRun) -> BuildRun:
    """The same, without files if the site is too large for a host."""
    if run.files is None:
        return run
    from chronicle.publish.writer import check_site_size

    found = Report()
    check_site_size(run.files, found)
    report = Report([*run.report.findings, *found.findings])
    return replace(run, files=None if found.has_errors else run.files, report=report)


def _build_content(
    content: Path,
    bar: Progress,
    options: Callable[[], BuildOptions],
    request: PublishRequest | None,
    *,
    remembering: bool,
) -> BuildRun:
    names = _campaign_names(content)
    if not names:
        return _build_campaign(content, bar, options, request, remembering=remembering)
    run = _build_multi_site(content, names, bar, options(), remembering=remembering)
    amended = [
        name
        for name, made in run.made.items()
        if made.published.amendments != made.campaign.published.amendments
    ]
    if request is not None and request.reason and len(amended) > 1:
        folder = shlex.quote(display_path(content / amended[0]))
        raise click.UsageError(
            f"turns of {' and '.join(amended)} have changed, each for a reason of its own; first"
            f" `chronicle deploy {folder} --record-only --amend REASON`"
        )
    return run


def _build_multi_site(
    content: Path, names: Sequence[str], bar: Progress, options: BuildOptions, *, remembering: bool
) -> BuildRun:
    """Build a site of several campaigns with these names."""
    from chronicle.load.disk import THEMES_FOLDER, read_multi_site
    from chronicle.pipeline import MultiSiteCampaign, build_multi_site
    from chronicle.seal.key_file import load_keys

    report = Report()
    campaigns = [
        MultiSiteCampaign(
            name,
            _tree_of(folder, options.request),
            folder / THEMES_FOLDER,
            _seal_options(folder, load_keys(folder, report), remembering),
            options.request,
        )
        for name, folder in ((name, content / name) for name in names)
    ]
    multi_site = read_multi_site(content, display_path(content))
    bar.set_campaigns(names)
    files, found, each = build_multi_site(multi_site, campaigns, options)
    joined = Report([*report.findings, *found.findings])
    keyless = tuple(one.tree.name for one in campaigns if one.seal is None)
    return BuildRun(None if joined.has_errors else files, joined, each, keyless)


def _build_campaign(
    content: Path,
    bar: Progress,
    options: Callable[[], BuildOptions],
    request: PublishRequest | None,
    *,
    remembering: bool,
) -> BuildRun:
    """Build a single campaign. The rendering modules are imported only if it can be played."""
    from chronicle.pipeline import resolve_campaign
    from chronicle.seal.key_file import load_keys

    report = Report()
    tree, keys = _tree_of(content, request), load_keys(content, report)
    bar.stage("reading")
    played = resolve_campaign(tree, report)
    if played is None:
        return BuildRun(None, report)
    from chronicle.pipeline import build_played_campaign

    lock = _seal_options(content, keys, remembering)
    one = build_played_campaign(played, tree, report, replace(options(), seal=lock))
    if one is None:
        return BuildRun(None, report)
    return BuildRun(one.files, report, {"": one}, () if lock else (display_path(content),))


def _tree_of(folder: Path, request: PublishRequest | None) -> FileTree:
    """The files of a campaign. A reason to amend makes up for a record that is lost."""
    from chronicle.load import read_tree
    from chronicle.load.publication import DISCLOSURE_PATTERN
    from chronicle.model.publication import RECORD_FILE

    tree = read_tree(folder, display_path(folder))
    if request is None or not request.reason or RECORD_FILE in tree.files:
        return tree
    kept = {
        it: content for it, content in tree.files.items() if not DISCLOSURE_PATTERN.fullmatch(it)
    }
    return replace(tree, files=kept)


def _build_options(
    content: Path,
    bar: Progress,
    request: PublishRequest | None,
    store_for: Callable[[str], FileStore],
    purpose: BuildPurpose,
    address: str,
) -> BuildOptions:
    from chronicle.cache.fingerprint import program_fingerprint
    from chronicle.cache.store import current_cache
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.pipeline import BuildOptions
    from chronicle.publish.lock.check import PUBLISH_NOTHING

    return BuildOptions(
        (content / THEMES_FOLDER,),
        bar.track,
        request=request or PUBLISH_NOTHING,
        processes=worker_count(),
        on_phase=bar.stage,
        store_for=store_for,
        fingerprint=program_fingerprint() if current_cache() is not None else "",
        site_only=purpose == "host",
        check_open_turn=purpose == "check",
        address=address,
    )


def _seal_options(folder: Path, keys: Keys | None, remembering: bool) -> SealOptions | None:
    """The options for sealing a campaign with these keys; None without keys."""
    from chronicle.pipeline import SealOptions
    from chronicle.seal.key_file import save_logins_and_seats

    if keys is None:
        return None
    return (
        SealOptions(keys, partial(save_logins_and_seats, folder))
        if remembering
        else SealOptions(keys)
    )


def open_turn_text(folder: Path, campaign: Campaign) -> str:
    """The line that says that a campaign's pages don't have its open turn; empty without one."""
    if campaign.open_turn is None:
        return ""
    close = f"chronicle turn close {shlex.quote(display_path(folder))}"
    return (
        f"turn {campaign.open_turn.number} of {display_path(folder)} is open: no page shows"
        f" anything of it until {close}"
    )


def read_one_campaign(content: Path, report: Report) -> FileTree:
    """The files of a single campaign; exit with an error if the folder contains several."""
    from chronicle.diagnostics.catalogue import content as problems
    from chronicle.load import read_tree

    if inner := _campaign_names(content):
        names = tuple(display_path(content / name) for name in inner)
        report.add(problems.MultiSiteForCampaign(at=None, names=names))
        exit_on_errors(report)
    return read_tree(content, display_path(content))


def folders_of(content: Path) -> tuple[Path, ...]:
    """The content folder, followed by the folders of its campaigns if it contains several."""
    return (content, *(content / name for name in _campaign_names(content)))


def _campaign_names(content: Path) -> tuple[str, ...]:
    """The names of the campaigns in a folder; empty if the folder itself is a campaign."""
    from chronicle.load import campaigns_in

    if content.is_file():
        raise click.BadParameter(
            f"{content} is a file; give its folder, {content.parent}", param_hint="CONTENT"
        )
    if not content.is_dir():
        raise click.BadParameter(
            f"folder {content} not found; {suggest_content(content)}", param_hint="CONTENT"
        )
    return () if (content / "campaign.yaml").exists() else campaigns_in(content)
