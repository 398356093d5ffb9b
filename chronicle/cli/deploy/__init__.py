"""The command `deploy`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn

import click

from chronicle.cli.build_run import build_content, folders_of
from chronicle.cli.completers import complete_turns
from chronicle.cli.deploy.target import DeployTarget, HostOptions, target_of
from chronicle.cli.missing_orders import WITHOUT_ORDERS_OPTION, accept_missing_orders
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    EXIT_REFUSED,
    FORMAT_OPTION,
    can_prompt,
    display_path,
    exit_on_errors,
    output_option,
    print_json,
    with_error_handling,
)
from chronicle.cli.publish import last_turn_text
from chronicle.diagnostics.report import Report
from chronicle.records import Record, field

if TYPE_CHECKING:
    from chronicle.authoring.repository_checks import Objection
    from chronicle.authoring.site_diff import SiteDiff
    from chronicle.cli.deploy.campaigns import DeployedCampaign
    from chronicle.cli.deploy.hosts import SiteChange
    from chronicle.cli.deploy.recovery import InterruptedDeploy
    from chronicle.pipeline import BuildResult

_SITE_PREFIX = "site/"


class DeployRun(Record):
    """The arguments of one run, and its JSON output ``said``."""

    content: Path
    output: Path
    asked: HostOptions
    through: int | None
    dry: bool
    yes: bool
    without_orders: bool
    as_json: bool
    form: str | None
    said: dict[str, Any] = field(default_factory=dict)


@click.command()
@CONTENT_ARGUMENT
@click.option("--remote", metavar="REPOSITORY", help="Address, path, or name of a git remote.")
@click.option("--branch", metavar="NAME", help="Branch for the site; gh-pages by default.")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path), help="Deploy to a folder instead of git."
)
@click.option(
    "--zip", "archive", type=click.Path(path_type=Path), help="Deploy to a zip file instead of git."
)
@click.option(
    "--through",
    type=click.IntRange(min=1),
    help="The last turn to publish; by default all turns.",
    shell_complete=complete_turns,
)
@click.option("--dry-run", "dry", is_flag=True, help="Show the changes without deploying.")
@click.option(
    "--yes",
    "-y",
    is_flag=True,
    help="Deploy without asking; if orders are missing, --without-orders is needed too.",
)
@WITHOUT_ORDERS_OPTION
@output_option("Folder of the built site; its private pages must not be in git.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
@FORMAT_OPTION
@with_error_handling
def deploy(  # noqa: PLR0913  one for each option
    content: Path,
    *,
    remote: str | None,
    branch: str | None,
    folder: Path | None,
    archive: Path | None,
    through: int | None,
    output: Path,
    form: str | None,
    dry: bool,
    yes: bool,
    without_orders: bool,
    as_json: bool,
) -> None:
    """Build the site and put it online.

    Builds the public pages and the sealed dossiers, and deploys them to a git branch (as a single
    commit), a folder or a zip file. Nothing is written to OUTPUT. Before asking you to confirm, it
    shows what changes for each audience, which texts become public, and which factions have no
    orders in a new turn. Afterwards it publishes the turns, as `chronicle
    publish` does. Your own files, branches and hooks are not changed. Set a default target with
    `deploy:` in campaign.yaml.

    The exit code is 4 if the site can't or must not be deployed.

    Example: chronicle deploy my-campaign --zip my-site.zip --yes
    """
    from chronicle.cli.deploy.hosts import HostError

    asked = HostOptions(remote, branch, folder, archive)
    asked.check()
    if not (yes or dry or can_prompt()):
        raise click.UsageError(
            "can't ask without a terminal: use --yes, or --dry-run to see the changes"
        )
    one = DeployRun(content, output, asked, through, dry, yes, without_orders, as_json, form)
    try:
        with TemporaryDirectory(prefix="chronicle-deploy-") as workshop:
            _deploy(one, Path(workshop))
    except HostError as refused:
        from chronicle.authoring.repository_checks import Objection

        _refuse(one, [Objection(refused.said, refused.advice)])
    if as_json:
        _print(one)


def _deploy(one: DeployRun, workshop: Path) -> None:
    """Build, compare, deploy and publish. Exits on errors or raises HostError."""
    from chronicle.authoring.site_diff import diff_sites
    from chronicle.cli.deploy.campaigns import deployed_campaigns, hosting_in
    from chronicle.cli.deploy.summary import format_missing_orders
    from chronicle.publish.atomic_write import read_record
    from chronicle.publish.lock.check import PublishRequest

    interrupted = _settle(one)
    records = {folder: read_record(folder) for folder in folders_of(one.content)}
    run = build_content(
        one.content,
        remember_logins=not one.dry,
        request=PublishRequest(through=one.through),
        purpose="host",
    )
    exit_on_errors(run.report, one.form, result=True)
    _check_through(one, run.made)
    files = _site_files(run.files or {})
    hosting, address = hosting_in(one.content)
    target = target_of(one.asked, hosting, one.content, workshop)
    _check_secrets(one, target)
    _check_interrupted(one, target, interrupted)
    before = target.host.read_files()
    marks = deployed_campaigns(one.content, run.made)
    dossiers = tuple(dossier for mark in marks for dossier in mark.dossiers)
    going = diff_sites(before, files, tuple(mark.id for mark in marks), dossiers)
    _announce(one, target, going, marks, is_new=not before)
    _warn_of_other_domain(target, address)
    missing = format_missing_orders(marks)
    if one.dry:
        for line in missing:
            click.echo(line, err=True)
        click.echo("dry run: nothing deployed, nothing published", err=True)
        return
    if not accept_missing_orders(
        missing,
        "Deploy without these orders?",
        yes=one.yes,
        without_orders=one.without_orders,
    ):
        click.echo("nothing deployed", err=True)
        return
    is_answered = one.yes or (bool(missing) and not one.without_orders)
    if before == files:
        click.echo(f"already up to date: {target.host.shown}", err=True)
    elif is_answered or click.confirm("Deploy?", err=True):
        _put(one, target, files, marks, records)
        one.said["done"] = True
        click.echo(f"deployed to {target.host.shown} (files: {len(files)})", err=True)
    else:
        click.echo("nothing deployed", err=True)
        return
    _publish(one, marks, records)
    for keyless in run.keyless:
        click.echo(f"no key in {keyless}: its dossiers are not on the site", err=True)


def _site_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The public files of a build, by their path on the host."""
    return {
        path[len(_SITE_PREFIX) :]: files[path] for path in files if path.startswith(_SITE_PREFIX)
    }


def _check_through(one: DeployRun, made: Mapping[str, BuildResult]) -> None:
    """Raise a usage error if ``--through`` is not a played turn of a single campaign."""
    if one.through is None:
        return
    if "" not in made:
        raise click.BadParameter("needs a single campaign", param_hint="--through")
    campaign = made[""].campaign
    if one.through > len(campaign.turns):
        raise click.BadParameter(last_turn_text(campaign), param_hint="--through")


def _check_secrets(one: DeployRun, target: DeployTarget) -> None:
    """Warn about secrets that others can read; exit if one of them forbids the deploy."""
    from chronicle.cli.setup import secret_objections

    place = one.asked.folder or one.asked.archive
    found = tuple(
        secret_objections(
            one.content,
            one.output,
            target.url,
            target.branch,
            private=target.private,
            place=place,
        )
    )
    if any(objection.refuses for objection in found):
        _refuse(one, found)
    for objection in found:
        click.echo(f"warning: {objection.said}\n  help: {objection.help}", err=True)


def _settle(one: DeployRun) -> tuple[InterruptedDeploy, ...]:
    """Settle interrupted deploys; return those that may be online and are not recorded."""
    from chronicle.cli.deploy.recovery import settle_deploys

    found = settle_deploys(one.content)
    for deploy in found:
        click.echo(deploy.said if deploy.is_settled else f"warning: {deploy.said}", err=True)
    return tuple(deploy for deploy in found if not deploy.is_settled)


def _check_interrupted(
    one: DeployRun, target: DeployTarget, interrupted: Sequence[InterruptedDeploy]
) -> None:
    """Exit if an earlier deploy can't be settled, and this one does not settle it either."""
    from chronicle.authoring.repository_checks import Objection

    here = (target.host.kind, target.host.address, target.branch)
    found = [
        Objection(deploy.said, deploy.help)
        for deploy in interrupted
        if deploy.outcome != "maybe"
        or here != (deploy.journal.kind, deploy.journal.address, deploy.journal.branch)
    ]
    if found:
        _refuse(one, found)


def _put(
    one: DeployRun,
    target: DeployTarget,
    files: Mapping[str, bytes],
    marks: Sequence[DeployedCampaign],
    records: Mapping[Path, Mapping[str, bytes | None]],
) -> None:
    """Put the site online, with a journal until it is recorded. Raises HostError."""
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.deploy.recovery import remove_journals, write_journals

    change = target.host.prepare(files)
    try:
        write_journals(target.host, change, target.branch, marks, records)
    except OSError as error:
        remove_journals(marks)
        raise HostError(
            f"the journal of the deploy can't be written: {error.filename}: {error.strerror}",
            "nothing changed; check permissions and disk space",
        ) from error
    try:
        target.host.put(files)
    except HostError as failed:
        is_online = _is_online(target, change)
        if is_online is None:
            one.said["maybe_online"] = True
            raise HostError(f"the site may be online: {failed.said}", _ask_later(one)) from failed
        if not is_online:
            # Else the host may still be at it, although the connection has ended.
            if failed.is_rejection or target.host.kind != "branch":
                remove_journals(marks)
            raise
        click.echo(f"warning: {failed.said}\nthe site is online all the same", err=True)
    except BaseException:
        click.echo(f"the site may be online; {_ask_later(one)}", err=True)
        raise


def _is_online(target: DeployTarget, change: SiteChange) -> bool | None:
    """Whether a site that could not be put is there; None if that is unknown."""
    from chronicle.cli.deploy.hosts import HostError

    try:
        return target.host.has_changed(change)
    except HostError:
        return None


def _ask_later(one: DeployRun) -> str:
    typed = shlex.quote(display_path(one.content))
    return f"chronicle status {typed} asks the host again, and records what is online"


def _announce(
    one: DeployRun,
    target: DeployTarget,
    going: SiteDiff,
    marks: Sequence[DeployedCampaign],
    *,
    is_new: bool,
) -> None:
    from chronicle.cli.deploy.summary import format_changes, to_json

    where = {"kind": target.host.kind, "place": target.host.shown}
    one.said.update({"target": where, "dry_run": one.dry, "done": False, **to_json(going, marks)})
    if not one.as_json:
        click.echo("\n".join(format_changes(going, marks, target.host.shown, is_new=is_new)))
    elif not (one.yes or one.dry):
        click.echo(
            "\n".join(format_changes(going, marks, target.host.shown, is_new=is_new)), err=True
        )


def _warn_of_other_domain(target: DeployTarget, address: str) -> None:
    """Warn if the host's domain differs from `address:`."""
    domain = getattr(target.host, "domain", "")
    if domain and address and domain != address.split("/")[2]:
        click.echo(f"warning: the site's domain is {domain}, but `address:` is {address}", err=True)


def _publish(
    one: DeployRun,
    marks: Sequence[DeployedCampaign],
    records: Mapping[Path, Mapping[str, bytes | None]],
) -> None:
    """Record the deployed turns as published, unless the ``records`` have changed meanwhile."""
    from chronicle.cli.deploy.recovery import remove_journals
    from chronicle.cli.deploy.summary import format_published
    from chronicle.publish.atomic_write import write_all_or_none

    report = Report()
    for mark in marks:
        write_all_or_none(mark.kept, mark.folder, report, records.get(mark.folder))
    if report.has_errors:
        click.echo(
            "the site is deployed, but its turns were not recorded as published; fix this, then run"
            f" `chronicle publish {display_path(one.content)}`",
            err=True,
        )
    exit_on_errors(report, one.form, result=True)
    remove_journals(marks)
    for line in format_published(marks):
        click.echo(line, err=True)


def _refuse(one: DeployRun, found: Sequence[Objection]) -> NoReturn:
    """Print why the site is not deployed, and exit."""
    for objection in found:
        severity = "error" if objection.refuses else "warning"
        click.echo(f"{severity}: {objection.said}\n  help: {objection.help}", err=True)
    maybe = "maybe_online" in one.said
    click.echo("nothing published" if maybe else "nothing deployed, nothing published", err=True)
    if one.as_json:
        refused = [{"said": o.said, "help": o.help} for o in found if o.refuses]
        one.said.update({"done": False, "refused": refused})
        _print(one)
    sys.exit(EXIT_REFUSED)


def _print(one: DeployRun) -> None:
    print_json("chronicle-deploy", 1, one.said)
