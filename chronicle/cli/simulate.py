"""The command `simulate`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.campaign_argument import read_campaign_theme
from chronicle.cli.completers import complete_turns
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.simulation.batch import RunMapper
    from chronicle.authoring.simulation.run import RunResult, RunStart
    from chronicle.model.campaign import Campaign
    from chronicle.pipeline import PlayedCampaign
    from chronicle.render import Renderer
    from chronicle.render.simulation_page import SimulationView

JSON_FORMAT: Final = "chronicle-simulation"
#: Increased for incompatible changes; additions do not count.
JSON_VERSION: Final = 1
#: The most runs that are all kept until the last one is finished.
_MOST_RUNS: Final = 4000


@click.command()
@output.CONTENT_ARGUMENT
@click.option(
    "--turns",
    type=click.IntRange(1, 1000),
    default=4,
    show_default=True,
    help="How many turns each run goes on.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, _MOST_RUNS),
    default=20,
    show_default=True,
    help="How many times the campaign is played on.",
)
@click.option(
    "--seed",
    default="1",
    show_default=True,
    help="The seed of the runs' dice; another one gives other runs.",
)
@click.option(
    "--fix",
    type=click.IntRange(min=1),
    metavar="TURN",
    help="Play from this turn on, with the orders in its file and other dice.",
    shell_complete=complete_turns,
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many processes play runs at the same time.",
)
@click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="Play the runs on a cluster of Dask, at the address of its scheduler.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write a page with charts, one HTML file. It must not be inside a built site.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@output.FORMAT_OPTION
def simulate(  # noqa: PLR0913  one parameter for each option
    content: Path,
    turns: int,
    runs: int,
    seed: str,
    *,
    fix: int | None,
    jobs: int,
    scheduler: str,
    page: Path | None,
    as_json: bool,
) -> None:
    """Play on from here many times, to see what may come.

    All factions propose orders for themselves, each by what it knows. Prints who rises and who
    falls, by the ruleset's measure of who is ahead; the figures of each faction in the end; when
    aims are met; and what was worth its price. Nothing of it is written into the campaign.

    The same campaign and seed give the same result. Runs that are finished are kept, so a command
    that was stopped goes on where it was. The output is for the GM only.

    Example: chronicle simulate my-campaign --turns 1 --runs 2
    """
    from chronicle.authoring.simulation.batch import run_names, run_start
    from chronicle.authoring.simulation.summary import summary_of
    from chronicle.cli.process import tune_gc_for_server
    from chronicle.cli.simulation_output import (
        simulation_as_json,
        simulation_lines,
        simulation_view,
    )
    from chronicle.render import Renderer
    from chronicle.render.sheet_text import SheetFormatter

    report = Report()
    played = _played(content, report)
    _refuse_turn(played, fix)
    if page is not None:
        _refuse_page(page, report)
    start = output.result_or_exit(run_start(played, turns, fix, report), report)
    # Runs create cyclic garbage, and there may be many.
    tune_gc_for_server()
    play = _mapper(jobs, scheduler)
    results = _results(start, run_names(seed, runs), _key(content, turns, fix), play)
    found = summary_of(results, start.game.number, turns)
    theme = read_campaign_theme(played.campaign, content, report)
    told = Report()
    renderer = Renderer.of(theme, played.campaign.ruleset)
    words = SheetFormatter.of(renderer, played.campaign, told)
    if page is not None:
        view = simulation_view(found, played.campaign, words)
        _write_page(page, view, played.campaign, renderer, told)
    if as_json:
        output.print_json(JSON_FORMAT, JSON_VERSION, simulation_as_json(found, seed))
    else:
        click.echo("\n".join(simulation_lines(found, played.campaign, words)))
    output.exit_on_errors(told, result=True)


def _played(content: Path, report: Report) -> PlayedCampaign:
    """The campaign as played; exits on errors, and if its rules leave too much to the GM."""
    from chronicle.pipeline import resolve_campaign
    from chronicle.rules import values_of

    tree = read_one_campaign(content, report)
    played = output.result_or_exit(resolve_campaign(tree, report), report)
    if values_of(played.ruleset.id) is None:
        raise click.UsageError(
            f"chronicle can't play {played.ruleset.id} by itself: you decide what comes of orders"
        )
    return played


def _refuse_turn(played: PlayedCampaign, fix: int | None) -> None:
    campaign = played.campaign
    last = len(campaign.turns) + (campaign.open_turn is not None)
    if fix is not None and fix > last:
        raise click.BadParameter(
            f"the last turn of the campaign is {last}" if last else "the campaign has no turns yet",
            param_hint="--fix",
        )


def _refuse_page(page: Path, report: Report) -> None:
    """Exit with an error if the page would be published, or replace another file."""
    from chronicle.cli.key_access import refuse_inside_site
    from chronicle.render.simulation_page import GENERATOR_META

    refuse_inside_site(page, report)
    if page.is_file() and GENERATOR_META.encode() not in page.read_bytes():
        raise click.BadParameter(
            f"{output.display_path(page)} is not a page that simulate wrote; name another file",
            param_hint="--page",
        )


def _write_page(
    page: Path, view: SimulationView, campaign: Campaign, renderer: Renderer, report: Report
) -> None:
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.render.simulation_page import render_simulation_page

    written = render_simulation_page(view, campaign, renderer, report)
    if written is not None and write_all_or_none(
        {page.name: written}, page.parent, report, create=True
    ):
        click.echo(f"page in {output.display_path(page)}; it is for the GM alone", err=True)


def _key(content: Path, turns: int, fix: int | None) -> str:
    """The key of everything that runs depend on besides their names; empty if it is unknown."""
    from chronicle.cache.last_build import inputs_fingerprint
    from chronicle.cache.store import cache_key

    inputs = inputs_fingerprint(content, output.display_path(content))
    return cache_key(inputs, str(turns), str(fix or "")) if inputs is not None else ""


def _mapper(jobs: int, scheduler: str) -> RunMapper:
    """What plays the runs: processes of this machine, or a cluster."""
    from chronicle.authoring.simulation import batch, cluster

    if not scheduler:
        return partial(batch.in_processes, processes=jobs)
    output.refuse_options("--scheduler can't be combined with", "jobs")
    return partial(cluster.on_cluster, scheduler=scheduler)


def _results(
    start: RunStart, names: Sequence[str], key: str, play: RunMapper
) -> Sequence[RunResult]:
    """The results of all runs, with progress shown while they are played."""
    from chronicle.authoring.simulation.batch import ClusterError, finished_runs
    from chronicle.cli.progress import drawn_bar

    results: list[RunResult] = []
    try:
        with drawn_bar(lambda: len(names)) as show:
            show(0, f"run 1 of {len(names)}")
            for result in finished_runs(start, names, key, play):
                results.append(result)
                show(len(results), f"{len(results)} of {len(names)} runs")
    except KeyboardInterrupt:
        click.echo(
            f"stopped after {len(results)} of {len(names)} runs; the same command goes on from"
            " there",
            err=True,
        )
        raise click.exceptions.Exit(output.EXIT_FINDINGS) from None
    except ClusterError as error:
        raise click.ClickException(str(error)) from None
    return results
