"""Announcing a turn in a chat channel: `deploy --announce`."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import click

from chronicle.cli.build_run import folders_of, read_one_campaign
from chronicle.cli.deploy.journal import OWN_FOLDER, write_own_file
from chronicle.cli.output import display_path, result_or_exit
from chronicle.diagnostics.report import Report
from chronicle.records import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chronicle.authoring.announcement import Announcement, WebhookKind
    from chronicle.files.source import FileTree

#: Where the address is taken from without the option: it is a secret, and not in the campaign.
WEBHOOK_VARIABLE: Final = "CHRONICLE_WEBHOOK"
#: How long an answer may take in all.
_MAX_SECONDS: Final = 20
#: The file with the last turn that was announced in each channel.
_ANNOUNCED: Final = "announced.json"
_LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")


class Webhook(Record):
    """Where to announce: an address, which is a secret, and its kind if it does not tell it."""

    address: str
    kind: WebhookKind | None = None


def parse_webhook(address: str | None, kind: WebhookKind | None, *, dry: bool) -> Webhook:
    """The webhook of these options; without an address in a dry run only. Raises usage errors."""
    if not address and not dry:
        raise click.UsageError(
            f"no address to announce to: give --webhook URL, or set {WEBHOOK_VARIABLE};"
            " --dry-run prints the text"
        )
    return Webhook(_checked_address(address) if address else "", kind)


def check_campaign(content: Path, *, dry: bool) -> None:
    """Raise a usage error if a campaign can't be announced, before it is deployed."""
    from chronicle.load import load_campaign, read_tree

    if len(folders_of(content)) > 1:
        raise click.UsageError("--announce needs a single campaign")
    campaign = load_campaign(read_tree(content, display_path(content)), Report())
    if campaign is not None and not campaign.address and not dry:
        raise click.UsageError(
            "an announcement links to the site: write its address in"
            f" {display_path(content / 'campaign.yaml')}, as in `address: https://example.org/`"
        )
    if campaign is not None and not campaign.turns:
        raise click.UsageError("the campaign has no turn to announce")


def announce(content: Path, webhook: Webhook, *, dry: bool, yes: bool) -> None:
    """Print the announcement of the last turn, made from public pages; send it after asking."""
    from chronicle.authoring.announcement import webhook_kind, webhook_message

    report = Report()
    tree = read_one_campaign(content, report)
    announcement, number = result_or_exit(announcement_of(content, tree, report), report)
    click.echo(announcement.text)
    if dry:
        return
    host = urlsplit(webhook.address).hostname or ""
    # The address is a secret; two channels of one service are two addresses.
    channel = sha256(webhook.address.encode()).hexdigest()
    is_repeated = _read_announced(content).get(channel, 0) >= number
    if is_repeated:
        click.echo(f"turn {number} was announced to {host} before", err=True)
    if is_repeated and yes:
        click.echo("nothing sent; without --yes you are asked whether to send it again", err=True)
    elif yes or click.confirm(f"Send it to {host}{' again' * is_repeated}?", err=True):
        kind = webhook.kind or webhook_kind(webhook.address)
        _send(webhook.address, webhook_message(announcement, kind))
        click.echo(f"sent to {host}", err=True)
        _write_announced(content, channel, number)


def announcement_of(
    content: Path, tree: FileTree, report: Report
) -> tuple[Announcement, int] | None:
    """The announcement of the last turn, and its number; None after an error."""
    from chronicle.authoring.announcement import parse_announcement
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.pipeline import BuildOptions, render_announcement, resolve_campaign

    played = resolve_campaign(tree, report)
    if played is None or report.has_errors or not played.campaign.turns:
        return None
    options = BuildOptions((content / THEMES_FOLDER,))
    made = render_announcement(played, tree, report, options)
    if made is None:
        return None
    return parse_announcement(made), played.campaign.turns[-1].number


def _read_announced(content: Path) -> dict[str, int]:
    """The last turn that was announced from this computer, by channel; empty if none is known."""
    try:
        entry = json.loads((content / OWN_FOLDER / _ANNOUNCED).read_bytes())
        return {str(channel): int(turn) for channel, turn in entry["turns"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _write_announced(content: Path, channel: str, number: int) -> None:
    """Remember that a turn was announced. Where that can't be written, nothing is lost."""
    turns = {**_read_announced(content), channel: number}
    with suppress(OSError):
        write_own_file(content, _ANNOUNCED, {"version": 1, "turns": turns})


def _checked_address(webhook: str) -> str:
    """The address of the webhook. Messages never show it, because it is a secret."""
    if said := _address_error(address := webhook.strip()):
        raise click.BadParameter(said, param_hint="--webhook")
    return address


def _address_error(address: str) -> str:
    """What is wrong with an address; empty if nothing is."""
    if not all("!" <= char <= "~" for char in address):
        return "has a blank, or a letter that no address has: copy it from the chat service"
    try:
        parts = urlsplit(address)
        host, _ = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        return "has a host or a port that can't be: copy it from the chat service"
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in _LOCAL_HOSTS)
    if not is_safe or not host:
        return "must begin with https://"
    if "@" in parts.netloc:
        return "has a name or a password before the host: chat services have none there"
    return ""


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
    failures: list[str] = []
    # Each part of an answer may take the time limit of a socket, and looking up a host has none.
    sender = Thread(target=_post, args=(request, failures), daemon=True)
    sender.start()
    sender.join(_MAX_SECONDS)
    if sender.is_alive():
        failures = [
            f"did not answer in {_MAX_SECONDS} seconds, so it may not have the announcement"
        ]
    if failures:
        raise click.ClickException(f"{urlsplit(address).hostname} {failures[0]}")


def _post(request: Request, failures: list[str]) -> None:
    """Send a request; add what went wrong, without the address."""
    try:
        with build_opener(_NoRedirects()).open(request, timeout=_MAX_SECONDS):
            pass
    except HTTPError as refused:
        refused.close()
        failures.append(f"did not take the announcement: {refused.code} {refused.reason}")
    except OSError as failed:
        reason = getattr(failed, "reason", failed)
        failures.append(f"cannot be reached, so it may not have the announcement: {reason}")
    except (HTTPException, ValueError):
        failures.append("did not answer as a web server, so it may not have the announcement")
