"""The command `announce`."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chronicle.authoring.announcement import WebhookKind
    from chronicle.model.campaign import Campaign

#: Where the address is taken from without the option: it is a secret, and not in the campaign.
WEBHOOK_VARIABLE: Final = "CHRONICLE_WEBHOOK"
_TIMEOUT_SECONDS: Final = 20
_LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")


@click.command()
@CONTENT_ARGUMENT
@click.option(
    "--webhook",
    metavar="URL",
    envvar=WEBHOOK_VARIABLE,
    show_envvar=True,
    help="Address to send to. Whoever knows it can post there: keep it secret.",
)
@click.option(
    "--kind",
    type=click.Choice(("discord", "generic")),
    help="Kind of webhook; by default from its address.",
)
@click.option("--dry-run", "dry", is_flag=True, help="Print the text without sending it.")
@click.option("--yes", "-y", is_flag=True, help="Send without asking.")
@FORMAT_OPTION
@with_error_handling
def announce(
    content: Path,
    *,
    webhook: str | None,
    kind: WebhookKind | None,
    dry: bool,
    yes: bool,
    form: str | None,
) -> None:
    """Announce the latest published turn in a chat channel.

    Sends the turn's title, a digest of what everybody may know, the link to its page, and the
    deadline for orders, once, to a webhook of Discord or of another service. The text is made from
    the public pages, so it has no secret. Without --webhook or --dry-run it is an error.

    A generic webhook gets a JSON object with `text`, which Slack, Mattermost and others show, and
    its parts in `campaign`, `title`, `digest`, `link` and `deadline`.

    Example: chronicle announce my-campaign --dry-run
    """
    from chronicle.authoring.announcement import (
        parse_announcement,
        webhook_kind,
        webhook_message,
    )
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.pipeline import BuildOptions, render_announcement, resolve_campaign

    address = _checked_address(webhook) if webhook else ""
    if not address and not dry:
        raise click.UsageError(
            f"no address to send to: give --webhook URL, or set {WEBHOOK_VARIABLE};"
            " --dry-run prints the text"
        )
    report = Report()
    tree = read_one_campaign(content, report, form)
    played = resolve_campaign(tree, report)
    if played is not None and not report.has_errors:
        _refuse_unready(played.campaign, content, dry=dry)
        options = BuildOptions((content / THEMES_FOLDER,))
        made = render_announcement(played, tree, report, options)
    exit_on_errors(report, form, result=True)
    if played is None or made is None:
        return
    announcement = parse_announcement(made)
    click.echo(announcement.text)
    if dry:
        return
    host = urlsplit(address).hostname
    if yes or click.confirm(f"Send it to {host}?", err=True):
        _send(address, webhook_message(announcement, kind or webhook_kind(address)))
        click.echo(f"sent to {host}", err=True)


def _checked_address(webhook: str) -> str:
    """The address of the webhook. Messages never show it, because it is a secret."""
    parts = urlsplit(webhook)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOCAL_HOSTS)
    if not is_safe or not parts.hostname:
        raise click.BadParameter("must begin with https://", param_hint="--webhook")
    return webhook


def _refuse_unready(campaign: Campaign, content: Path, *, dry: bool) -> None:
    """Refuse what cannot be announced; a text that is only printed may be of a newer turn."""
    folder = shlex.quote(display_path(content))
    last, published = len(campaign.turns), campaign.published.through
    if last == 0:
        raise click.UsageError("the campaign has no turn to announce")
    if published < last and not dry:
        raise click.UsageError(
            f"turn {last} is not published: chronicle deploy {folder} puts it online first"
        )
    if not campaign.address and not dry:
        raise click.UsageError(
            f"an announcement links to the site: write its address in"
            f" {display_path(content / 'campaign.yaml')}, as in `address: https://example.org/`"
        )


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: the text goes to the host that the GM named, or nowhere."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


def _send(address: str, message: Mapping[str, object]) -> None:
    """Send a message. Raises a click exception, without the address, if it is not taken."""
    request = Request(  # noqa: S310  the scheme has been checked
        address,
        data=json.dumps(message).encode(),
        headers={"Content-Type": "application/json", "User-Agent": "chronicle"},
        method="POST",
    )
    host = urlsplit(address).hostname
    try:
        with build_opener(_NoRedirects()).open(request, timeout=_TIMEOUT_SECONDS):
            pass
    except HTTPError as refused:
        refused.close()
        raise click.ClickException(
            f"{host} did not take the announcement: {refused.code} {refused.reason}"
        ) from None
    except (URLError, TimeoutError, OSError) as failed:
        reason = getattr(failed, "reason", failed)
        raise click.ClickException(
            f"{host} cannot be reached, so it may not have the announcement: {reason}"
        ) from None
