"""Taking the last publication back: `deploy --undo`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.deploy.target import HostOptions
from chronicle.cli.output import can_prompt, display_path, exit_on_errors
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign
    from chronicle.seal import Keys

#: Who may keep what has been online, and what can be done about it.
KEPT_ELSEWHERE: Final = (
    "Copies and feed readers may keep what has been online. A git host keeps old commits as well:",
    "a commit that a later push replaced can still be read by its hash, and in forks. To take it",
    "away, delete the repository, deploy to a new one, and ask the host's support to clear caches.",
)


def undo_publication(content: Path, asked: HostOptions, *, yes: bool) -> None:
    """Take the newest published turn back, after saying who may have read it.

    ``asked`` is where the site is, if not where `deploy:` says. Mistakes elsewhere in the campaign
    don't matter. Raises usage errors.
    """
    from chronicle.cli.build_run import read_one_campaign
    from chronicle.cli.deploy.recovery import settle_deploys
    from chronicle.load import load_campaign
    from chronicle.publish.atomic_write import read_record, write_all_or_none
    from chronicle.publish.lock.record import files_without_last_turn

    for deploy in settle_deploys(content):
        click.echo(deploy.said if deploy.is_settled else f"warning: {deploy.said}", err=True)
    expected, report = read_record(content), Report()
    tree = read_one_campaign(content, report)
    campaign = load_campaign(tree, report)
    if campaign is None or not campaign.published.turns:
        exit_on_errors(report, result=True)
        raise click.UsageError("no turn is published, so there is nothing to take back")
    number = campaign.published.through
    for line in _readers_text(campaign, content, asked):
        click.echo(line, err=True)
    if not yes and not can_prompt():
        raise click.UsageError("can't ask without a terminal: add --yes to take it back")
    if not (yes or click.confirm(f"Take the publication of turn {number} back?", err=True)):
        click.echo("nothing changed", err=True)
        return
    written = Report()
    files = files_without_last_turn(tree, campaign.published)
    write_all_or_none(files, content, written, expected)
    exit_on_errors(written)
    folder = shlex.quote(display_path(content))
    click.echo(f"turn {number} is no longer published", err=True)
    # While another turn is open, none can be reopened.
    reopen = "" if campaign.open_turn else f", or chronicle turn reopen {folder} to wait for orders"
    click.echo(f"Next: change {display_path(content)}/turns/{number:03}.yaml{reopen}", err=True)
    click.echo(f"Then: chronicle deploy {folder} replaces what is online", err=True)


def _readers_text(campaign: Campaign, content: Path, asked: HostOptions) -> Iterator[str]:
    """The lines that say who may have read the last published turn, and where."""
    from chronicle.seal.key_file import load_keys

    turn = campaign.published.turns[-1]
    where, online = _site_online(campaign, content, asked)
    blobs = _turn_blobs(load_keys(content, Report()), campaign, turn.number)
    yield f"Turn {turn.number} is published. It may have been read by"
    pages = [f"turns/{turn.number}.html"]
    yield f"  everyone, on the public pages: {_is_online(pages, online)}"
    names = {faction.id: faction.name for faction in campaign.factions}
    for id in sorted(turn.factions):
        name = f"{names.get(id, id)} ({id})"
        players = [player.id for player in campaign.players if id in player.factions]
        if id in blobs:
            opened = f"{name}, in its dossier, opened by {' and '.join(players)}"
            yield f"  {opened}: {_is_online([blobs[id]], online)}"
        else:
            yield f"  {name}, if you sent its pages; its dossier is not sealed for the site"
    yield where
    yield from KEPT_ELSEWHERE


def _is_online(paths: Sequence[str], online: Mapping[str, bytes] | None) -> str:
    if online is None:
        return "perhaps"
    return "online now" if any(path in online for path in paths) else "not online now"


def _turn_blobs(keys: Keys | None, campaign: Campaign, number: int) -> dict[str, str]:
    """The path of each sealed dossier's part about a turn, by faction; none without a key."""
    from chronicle.seal import blob_paths_of, with_seats

    if keys is None:
        return {}
    played = sorted({faction for player in campaign.players for faction in player.factions})
    paths = blob_paths_of(with_seats(keys, played, campaign.published.seats), played, number)
    return {faction: places[-1] for faction, places in paths.items()}


def _site_online(
    campaign: Campaign, content: Path, asked: HostOptions
) -> tuple[str, Mapping[str, bytes] | None]:
    """A sentence on where the site is, and its files there; None if they can't be read."""
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.deploy.last_deploy import read_last_deploy
    from chronicle.cli.deploy.target import target_of

    last = read_last_deploy(content)
    hosting = campaign.hosting if last is None else None
    if hosting is None and last is None and asked == HostOptions():
        said = "there is no `deploy:`, and no deploy from this computer"
        return f"Where the site is, is not known: {said}.", None
    with TemporaryDirectory(prefix="chronicle-site-") as work_dir:
        try:
            target = target_of(asked, hosting, content, Path(work_dir), last)
            return f"Online means: on {target.host.shown}.", target.host.read_files()
        except HostError as refused:
            reason = refused.said.partition("\n")[0]
            return f"What is online can't be read: {reason}.", None
