"""The command `deploy`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from chronicle.cli import clock
from chronicle.cli.build_run import build_content, folders_of
from chronicle.cli.completers import complete_turns
from chronicle.cli.deploy.announce import WEBHOOK_VARIABLE, announce
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
    refuse_options,
    refuse_other_options,
)
from chronicle.diagnostics.report import Report
from chronicle.files.source import find_control_character
from chronicle.records import Record, field

if TYPE_CHECKING:
    from chronicle.authoring.announcement import WebhookKind
    from chronicle.authoring.repository_checks import Objection
    from chronicle.authoring.site_diff import SiteDiff
    from chronicle.cli.deploy.announce import Webhook
    from chronicle.cli.deploy.campaigns import DeployedCampaign
    from chronicle.cli.deploy.hosts import SiteChange
    from chronicle.cli.deploy.lost_access import Loss
    from chronicle.cli.deploy.recovery import InterruptedDeploy
    from chronicle.model.campaign import Campaign
    from chronicle.pipeline import BuildResult
    from chronicle.publish.lock.check import PublishRequest

_SITE_PREFIX = "site/"
#: The parameters that say where the site is deployed to.
_PLACES: Final = ("remote", "branch", "folder", "archive")


class DeployRun(Record):
    """The arguments of one run, and its JSON output ``said``."""

    content: Path
    output: Path
    asked: HostOptions
    request: PublishRequest
    record_only: bool
    dry: bool
    yes: bool
    without_orders: bool
    as_json: bool
    every: bool
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
    "--record-only",
    is_flag=True,
    help="Publish the turns of a site that you put online in another way; deploy nothing.",
)
@click.option(
    "--through",
    type=click.IntRange(min=1),
    help="The last turn to publish; by default all turns that are played.",
    shell_complete=complete_turns,
)
@click.option(
    "--amend",
    metavar="REASON",
    help="Allow changes to published turns; REASON is shown to the readers concerned.",
)
@click.option(
    "--typo",
    is_flag=True,
    help="Allow changes of no more than the spelling; readers are told nothing.",
)
@WITHOUT_ORDERS_OPTION
@click.option(
    "--announce", "announcing", is_flag=True, help="Then announce the last turn in a chat channel."
)
@click.option(
    "--webhook",
    metavar="URL",
    envvar=WEBHOOK_VARIABLE,
    show_envvar=True,
    help="Address to announce to. Anyone who has it can post there: keep it secret.",
)
@click.option(
    "--webhook-kind",
    "kind",
    type=click.Choice(("discord", "generic")),
    help="Kind of webhook; by default from its address.",
)
@click.option(
    "--undo", is_flag=True, help="Take the last publication back, one turn; deploy nothing."
)
@click.option(
    "--workflow",
    is_flag=True,
    help="Add a GitHub Actions workflow that builds and hosts the site; deploy nothing.",
)
@click.option("--dry-run", "dry", is_flag=True, help="Show the changes without deploying.")
@click.option(
    "--yes",
    "-y",
    is_flag=True,
    help="Don't ask; if orders are missing, --without-orders is needed too.",
)
@output_option("Folder of the built site; its private pages must not be in git.")
@click.option("--all", "every", is_flag=True, help="List all that changes, however much it is.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
@FORMAT_OPTION
def deploy(  # noqa: PLR0913  one for each option
    content: Path,
    *,
    remote: str | None,
    branch: str | None,
    folder: Path | None,
    archive: Path | None,
    record_only: bool,
    through: int | None,
    amend: str | None,
    typo: bool,
    without_orders: bool,
    announcing: bool,
    webhook: str | None,
    kind: WebhookKind | None,
    undo: bool,
    workflow: bool,
    dry: bool,
    yes: bool,
    output: Path,
    every: bool,
    as_json: bool,
) -> None:
    """Put the site online and publish its turns.

    Builds the public pages and the sealed dossiers, and deploys them to a git branch (as a single
    commit), a folder or a zip file. Nothing is written to OUTPUT. Before asking you to confirm, it
    shows what changes for each audience, what readers lose, which texts become public, and which
    factions have no orders in a new turn. Your own files, branches and hooks are not changed.
    Without an option, the target is `deploy:` in campaign.yaml, else that of the last deploy from
    this computer.

    Then the turns are published: what each audience has been told of them is recorded in
    `published.yaml`. Later builds fail if that changes, unless --amend gives a reason, or
    --typo says that only a typo is corrected. With --record-only this is all that
    happens.

    With --announce, the last turn's title, a digest of what everybody may know, the link to its
    page, and the deadline are then sent to a webhook of Discord or of another service, which gets a
    JSON object with `text`, `campaign`, `title`, `digest`, `link` and `deadline`.

    With --undo, the newest published turn is published no more. It says who may have read that
    turn. The turn can then be changed or reopened, and deployed again. Until then, what is online
    stays there.

    With --workflow, files are added to the repository of the campaign, so that GitHub builds the
    site on each push, hosts it on GitHub Pages and publishes the turns. Run this again after an
    update of chronicle.

    The exit code is 4 if the site can't or must not be deployed.

    Example: chronicle deploy my-campaign --zip my-site.zip --yes
    Example: chronicle deploy my-campaign --undo --yes
    """
    asked = HostOptions(remote, branch, folder, archive)
    asked.check()
    if undo:
        from chronicle.cli.deploy.undo import undo_publication

        refuse_other_options("--undo", "undo", "yes", *_PLACES)
        undo_publication(content, asked, yes=yes)
        return
    if workflow:
        from chronicle.cli.deploy.workflow import add_workflow

        refuse_other_options("--workflow", "workflow", "yes")
        add_workflow(content, yes=yes)
        return
    request = _request(amend, through, typo=typo, every=every)
    announcement = _webhook(content, webhook, kind, through, dry=dry) if announcing else None
    if not announcing:
        refuse_options("--announce is missing for", "webhook", "kind")
    if record_only:
        refuse_options("--record-only can't be combined with", *_PLACES, "as_json", "output")
    elif not (yes or dry or can_prompt()):
        raise click.UsageError(
            "can't ask without a terminal: use --yes, or --dry-run to see the changes"
        )
    one = DeployRun(
        content, output, asked, request, record_only, dry, yes, without_orders, as_json, every
    )
    is_done = _publish_site(one)
    if announcement is not None and (is_done or dry):
        announce(content, announcement, dry=dry, yes=yes)


def _request(amend: str | None, through: int | None, *, typo: bool, every: bool) -> PublishRequest:
    """What to do with published turns. Raises click.BadParameter for a reason that says nothing."""
    from chronicle.publish.lock.check import PublishRequest

    reason = " ".join((amend or "").split())
    if amend is not None and (not reason or find_control_character(reason)):
        raise click.BadParameter("give a reason; readers will see it", param_hint="--amend")
    if reason and typo:
        raise click.UsageError("--amend tells readers of the change, --typo doesn't: choose one")
    return PublishRequest(reason, through, typo, f"{clock.now():%Y-%m-%d}", every)


def _webhook(
    content: Path, address: str | None, kind: WebhookKind | None, through: int | None, *, dry: bool
) -> Webhook:
    """Where to announce the last turn. Raises usage errors before anything is deployed."""
    from chronicle.cli.deploy.announce import check_campaign, parse_webhook

    refuse_options("--announce can't be combined with", "as_json")
    if through is not None:
        raise click.UsageError("--announce is about the last turn; leave out --through")
    webhook = parse_webhook(address, kind, dry=dry)
    check_campaign(content, dry=dry)
    return webhook


def _publish_site(one: DeployRun) -> bool:
    """Deploy and publish, or only publish; return whether it was done. Exits on errors."""
    if one.record_only:
        return _record(one)
    from chronicle.cli.deploy.hosts import HostError

    try:
        with TemporaryDirectory(prefix="chronicle-deploy-") as workshop:
            is_done = _deploy(one, Path(workshop))
    except HostError as refused:
        from chronicle.authoring.repository_checks import Objection

        _refuse(one, [Objection(refused.said, refused.advice)])
    if one.as_json:
        _print(one)
    return is_done


def _record(one: DeployRun) -> bool:
    """Publish the turns of a site that is put online in another way; return whether it was done."""
    from chronicle.cli.deploy.campaigns import deployed_campaigns
    from chronicle.cli.deploy.summary import format_missing_orders
    from chronicle.publish.atomic_write import read_record

    _settle(one)
    records = {folder: read_record(folder) for folder in folders_of(one.content)}
    run = build_content(one.content, request=one.request)
    exit_on_errors(run.report, result=True)
    _check_request(one, run.made)
    marks = deployed_campaigns(one.content, run.made, published_only=True)
    if not _accept_missing_orders(
        one, format_missing_orders(marks), "Publish without these orders?"
    ):
        return False
    written = [display_path(mark.folder / path) for mark in marks for path in _sorted(mark.kept)]
    is_new = "" in run.made and not run.made[""].campaign.turns
    why = _last_turn_text(run.made[""].campaign) if is_new else "already published and unchanged"
    if not written:
        click.echo(f"{why}; nothing written", err=True)
        return not is_new
    _publish(one, marks, records)
    # Before the first turn, its deadline may be recorded.
    click.echo(f"{f'{why}; ' if is_new else ''}written: {', '.join(written)}", err=True)
    return not is_new


def _sorted(kept: Iterable[str]) -> list[str]:
    """The files of a record, the list of turns first."""
    return sorted(kept, key=lambda path: ("/" in path, path))


def _accept_missing_orders(one: DeployRun, missing: Sequence[str], question: str) -> bool:
    """Whether to continue although factions have no orders; never in a dry run."""
    if one.dry:
        for line in missing:
            click.echo(line, err=True)
        click.echo("dry run: nothing deployed, nothing published", err=True)
        return False
    if accept_missing_orders(missing, question, yes=one.yes, without_orders=one.without_orders):
        return True
    click.echo("nothing published" if one.record_only else "nothing deployed", err=True)
    return False


def _deploy(one: DeployRun, workshop: Path) -> bool:
    """Build, compare, deploy and publish; return whether it is done. Exits or raises HostError."""
    from chronicle.authoring.site_diff import diff_sites
    from chronicle.cli.deploy.campaigns import deployed_campaigns, hosting_in
    from chronicle.cli.deploy.earlier_assets import with_earlier_assets
    from chronicle.cli.deploy.last_deploy import read_last_deploy, write_last_deploy
    from chronicle.cli.deploy.lost_access import loss_objections, losses
    from chronicle.cli.deploy.summary import format_missing_orders
    from chronicle.publish.atomic_write import read_record

    interrupted = _settle(one)
    records = {folder: read_record(folder) for folder in folders_of(one.content)}
    run = build_content(
        one.content, remember_logins=not one.dry, request=one.request, purpose="host"
    )
    exit_on_errors(run.report, result=True)
    _check_request(one, run.made)
    hosting, address = hosting_in(one.content)
    last = read_last_deploy(one.content)
    target = target_of(one.asked, hosting, one.content, workshop, last)
    _check_secrets(one, target)
    _check_interrupted(one, target, interrupted)
    before = target.host.read_files()
    files = with_earlier_assets(before, _site_files(run.files or {}))
    marks = deployed_campaigns(one.content, run.made)
    dossiers = tuple(dossier for mark in marks for dossier in mark.dossiers)
    going = diff_sites(before, files, tuple(mark.id for mark in marks), dossiers)
    lost = losses(before, files, run.made, one.content)
    _show_changes(one, target, going, marks, lost, is_new=not before)
    if objections := [
        *loss_objections(lost, unasked=one.yes),
        *(() if interrupted else _unrecorded(one, before, run.made)),
    ]:
        _refuse(one, objections)
    domain = getattr(target.host, "domain", "")
    if domain and address and domain != address.split("/")[2]:
        click.echo(f"warning: the site's domain is {domain}, but `address:` is {address}", err=True)
    missing = format_missing_orders(marks)
    if not _accept_missing_orders(one, missing, "Deploy without these orders?"):
        return False
    is_answered = one.yes or (bool(missing) and not one.without_orders)
    if before == files:
        click.echo(f"already up to date: {target.host.shown}", err=True)
    elif is_answered or click.confirm("Deploy?", err=True):
        _put(one, target, files, marks, records)
        one.said["done"] = True
        click.echo(f"deployed to {target.host.shown} (files: {len(files)})", err=True)
    else:
        click.echo("nothing deployed", err=True)
        return False
    write_last_deploy(one.content, target, marks)
    _publish(one, marks, records)
    for keyless in run.keyless:
        click.echo(f"no key in {keyless}: its dossiers are not on the site", err=True)
    return True


def _unrecorded(
    one: DeployRun, before: Mapping[str, bytes], made: Mapping[str, BuildResult]
) -> Iterator[Objection]:
    """Why a site is not deployed whose turns are online, but have no record."""
    from chronicle.authoring.repository_checks import Objection
    from chronicle.cli.deploy.summary import turns_text
    from chronicle.model.publication import RECORD_FILE

    for id, result in made.items():
        folder = one.content / id
        is_online = (f"{id}/" if id else "") + "turns/1.html" in before
        if is_online and not one.request.reason and not (folder / RECORD_FILE).exists():
            typed = shlex.quote(display_path(one.content))
            record = shlex.quote(display_path(folder / RECORD_FILE))
            turns = range(1, len(result.campaign.turns) + 1)
            they_are = "they are" if len(turns) > 1 else "it is"
            yield Objection(
                f"there are turns on the site, but {record} is missing",
                f"restore it (`git restore {record}`, or a backup); if it is lost, or there was"
                f' none, `chronicle deploy {typed} --amend "why"` records {turns_text(turns)} as'
                f" {they_are} now",
            )


def _site_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The public files of a build, by their path on the host."""
    return {
        path[len(_SITE_PREFIX) :]: files[path] for path in files if path.startswith(_SITE_PREFIX)
    }


def _check_request(one: DeployRun, made: Mapping[str, BuildResult]) -> None:
    """Refuse a ``--through`` that is no played turn; say so if nothing was amended."""
    through = one.request.through
    if through is not None and "" not in made:
        raise click.BadParameter("needs a single campaign", param_hint="--through")
    if through is not None and through > len(made[""].campaign.turns):
        raise click.BadParameter(_last_turn_text(made[""].campaign), param_hint="--through")
    known = [one for one in made.values() if one.campaign.published.turns]
    amended = [it for it in known if it.published.amendments != it.campaign.published.amendments]
    if one.request.amends and known and not amended:
        click.echo("no published turn has changed; nothing to amend", err=True)


def _last_turn_text(campaign: Campaign) -> str:
    """Which turn is the last that can be published, as a clause."""
    if campaign.open_turn is not None:
        return f"turn {campaign.open_turn.number} is open, and only played turns are published"
    last = len(campaign.turns)
    return f"the last turn of the campaign is {last}" if last else "the campaign has no turns yet"


def _check_secrets(one: DeployRun, target: DeployTarget) -> None:
    """Warn about secrets that others can read; exit if one of them forbids the deploy."""
    from chronicle.cli.setup import secret_objections

    place = one.asked.folder or one.asked.archive
    found = tuple(
        secret_objections(
            one.content, one.output, target.url, target.branch, private=target.private, place=place
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
        # On a full disk the system names no file.
        reasons = [str(part) for part in (error.filename, error.strerror) if part]
        raise HostError(
            f"the journal of the deploy can't be written: {': '.join(reasons) or repr(error)}",
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


def _show_changes(
    one: DeployRun,
    target: DeployTarget,
    going: SiteDiff,
    marks: Sequence[DeployedCampaign],
    lost: tuple[Loss, ...],
    *,
    is_new: bool,
) -> None:
    from chronicle.cli.deploy.summary import format_changes, to_json

    where = {"kind": target.host.kind, "place": target.host.shown}
    one.said.update(
        {"target": where, "dry_run": one.dry, "done": False, **to_json(going, marks, lost)}
    )
    lines = format_changes(going, marks, lost, target.host.shown, is_new=is_new, every=one.every)
    if not one.as_json or not (one.yes or one.dry):
        click.echo("\n".join(lines), err=one.as_json)


def _publish(
    one: DeployRun,
    marks: Sequence[DeployedCampaign],
    records: Mapping[Path, Mapping[str, bytes | None]],
) -> None:
    """Record the deployed turns as published, unless the ``records`` have changed meanwhile."""
    from chronicle.cli.deploy.recovery import remove_journals
    from chronicle.cli.deploy.summary import format_published
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.seal.key_file import save_published

    report = Report()
    for mark in marks:
        write_all_or_none(mark.kept, mark.folder, report, records.get(mark.folder))
    if report.has_errors:
        is_online = "" if one.record_only else "the site is deployed, but "
        click.echo(
            f"{is_online}its turns were not recorded as published; fix this, then run"
            f" `chronicle deploy {display_path(one.content)} --record-only`",
            err=True,
        )
    exit_on_errors(report, result=True)
    for mark in marks:
        save_published(mark.folder, mark.now)
    if not one.record_only:
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
