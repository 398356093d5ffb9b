"""The command `build`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.build_run import BuildRun, build_content, folders_of, open_turn_text
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    output_option,
)
from chronicle.cli.progress import Progress, progress_bar
from chronicle.cli.schema import update_schemas
from chronicle.diagnostics.report import Report
from chronicle.model.publication import RECORD_FILE

if TYPE_CHECKING:
    from chronicle.cache.last_build import CachedResult


@click.command()
@CONTENT_ARGUMENT
@output_option("Folder for the built site; it must not contain other files.")
@click.option(
    "--site-only",
    is_flag=True,
    help="Build only OUTPUT/site, for the host; earlier private pages are removed.",
)
@click.option("--address", help="Address of the site, if campaign.yaml has none.")
@FORMAT_OPTION
def build(content: Path, output: Path, address: str | None, *, site_only: bool) -> None:
    """Build the site of one or several campaigns.

    OUTPUT/site is public, OUTPUT/private/gm is for the GM, and OUTPUT/private/FACTION is for the
    players of a faction. Several campaigns are written to OUTPUT/site/CAMPAIGN and
    OUTPUT/private/CAMPAIGN, with a page that lists them. Nothing is written if there are errors
    or a published turn has changed.

    Example: chronicle build my-campaign -o my-site
    """
    from chronicle.cache.last_build import inputs_fingerprint, load_result, save_result
    from chronicle.cli.output import parse_site_address
    from chronicle.publish.writer import output_matches

    if address and len(folders_of(content)) > 1:
        raise click.BadParameter(
            "for one campaign only; write address: in each campaign.yaml", param_hint="--address"
        )
    run = partial(
        build_content,
        content,
        remember_logins=True,
        purpose="host" if site_only else "output",
        address=parse_site_address(address) if address else "",
    )
    with progress_bar() as bar:
        # Cached results have no other address, and all editions.
        is_cacheable = not (address or site_only)
        stamp = inputs_fingerprint(content, display_path(content)) if is_cacheable else None
        outcome = load_result("built", stamp)
        if outcome is None or not output_matches(output, outcome.files):
            outcome, looked = _run_build(content, output, run, bar)
            save_result("built", content, display_path(content), stamp, outcome)
            if looked is not None:
                save_result("checked", content, display_path(content), stamp, looked)
    exit_on_errors(Report([*outcome.findings]))
    index = output / "site" / "index.html"
    click.echo(f"{outcome.pages} pages in {output}: open {index}", err=True)
    click.echo(_size_of_site(output, outcome.files), err=True)
    for line in outcome.open_turns:
        click.echo(line, err=True)
    where = "not on the site" if site_only else f"only in {output / 'private'}"
    for folder in outcome.keyless:
        # What is published had a key, or needs none.
        way = "restore FILE" if Path(folder, RECORD_FILE).exists() else "init"
        click.echo(
            f"no key in {folder}: its dossiers are {where}"
            f" (to put them on the site, run chronicle keys {way} {folder})",
            err=True,
        )


def _size_of_site(output: Path, files: Iterable[str]) -> str:
    from chronicle.diagnostics.catalogue.output import megabytes

    hosted = [path for path in files if path.startswith("site/")]
    size = sum((output / path).stat().st_size for path in hosted)
    return f"{output / 'site'}, for the host, has {megabytes(size)} in {len(hosted)} files"


def _run_build(
    content: Path, output: Path, build_all: Callable[..., BuildRun], bar: Progress
) -> tuple[CachedResult, CachedResult | None]:
    """Build and write the site; return its result, and that of `check` if it finds nothing else."""
    from chronicle.cache.last_build import CachedResult
    from chronicle.files.store import digests_of
    from chronicle.publish.writer import open_staging_area

    written, run = Report(), BuildRun(None, Report())
    files: Mapping[str, str] = {}
    with open_staging_area(output, content, written) as stage:
        if stage.folder is None:
            # Say so now, not after minutes of drawing pages that can't be written.
            return CachedResult(written.findings, {}), None
        run = build_all(bar=bar, store_for=stage.file_store)
        update_schemas(content)
        bar.begin_writing()
        if run.files is not None and stage.publish(run.files):
            files = digests_of(run.files)
    found = Report([*run.report.findings, *written.findings]).findings
    # `check` also looks at the orders of open turns, and nothing is known of them after an error.
    lines = (open_turn_text(content / id, one.campaign) for id, one in run.made.items())
    open_turns = tuple(line for line in lines if line)
    is_all = bool(run.made) and not open_turns
    looked = CachedResult(run.report.findings, files, run.keyless) if is_all else None
    return CachedResult(found, files, run.keyless, open_turns), looked
