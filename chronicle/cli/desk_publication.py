"""What the page Out of the desk finds out about a campaign and the places around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign
    from chronicle.serve.desk.publication import Invitation, Publication, Surroundings


def publication_of(content: Path, campaign: Campaign | None) -> Publication:
    """How a campaign is published; nothing is known of one with errors in its head."""
    from chronicle.serve.desk.publication import Publication, needs_of

    if campaign is None:
        return Publication()
    around = _surroundings(content, campaign)
    return Publication(
        around.target,
        campaign.published.through,
        tuple(needs_of(campaign, around)),
        tuple(_invitations(content, campaign)),
    )


def _surroundings(content: Path, campaign: Campaign) -> Surroundings:
    from chronicle.authoring.repository_checks import is_local
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.deploy.last_deploy import read_last_deploy
    from chronicle.cli.deploy.target import DEFAULT_BRANCH, repository_url_of
    from chronicle.cli.git import redact_passwords
    from chronicle.cli.setup import secret_objections
    from chronicle.seal.key_file import find_key_file
    from chronicle.serve.desk.publication import Surroundings

    hosting, last = campaign.hosting, read_last_deploy(content)
    url, branch, target = "", DEFAULT_BRANCH, ""
    if hosting is not None:
        branch = hosting.branch
        target = f"branch {branch} of {redact_passwords(hosting.remote)}"
        with suppress(HostError):
            url = repository_url_of(hosting.remote, content, content)
    elif last is not None:
        target = last.shown
        if last.kind == "branch":
            url, branch = last.address, last.branch
    private = hosting is not None and hosting.private
    is_missing = bool(url) and is_local(url) and "://" not in url and not Path(url).exists()
    return Surroundings(
        has_key=find_key_file(content) is not None,
        target=target,
        url=url,
        missing=url if is_missing else "",
        objections=tuple(secret_objections(content, Path("output"), url, branch, private=private)),
    )


def _invitations(content: Path, campaign: Campaign) -> Iterator[Invitation]:
    """The message for each player, and last one for the GM; none without a key."""
    from chronicle.cli.key_access import KeyedCampaign
    from chronicle.model.audience import GM_ID
    from chronicle.render.invite_cards import invite_link
    from chronicle.seal.key_file import load_keys
    from chronicle.serve.desk.publication import Invitation, invitation_text

    keys = load_keys(content, Report())
    if keys is None:
        return
    keyed = KeyedCampaign(content, campaign, keys)
    names = {it.id: it.name for it in campaign.factions}
    for reader in keyed.readers:
        phrase = keyed.phrase(reader.id)
        link = invite_link(campaign.address, phrase) if campaign.address else ""
        whose = [] if reader.id == GM_ID else [names[it] for it in reader.factions]
        yield Invitation(reader.id, invitation_text(campaign.title, whose, phrase, link))


def create_repository(remote: str) -> str:
    """Create an empty repository on this computer; return why not, in words, or nothing."""
    from chronicle.authoring.repository_checks import is_local
    from chronicle.cli.git import Git, GitError, GitNotFound
    from chronicle.cli.repository import absolute_url

    if not remote or remote.startswith("-") or "://" in remote or not is_local(remote):
        return f"{remote} is not on this computer: create the repository at its host."
    path = Path(absolute_url(remote, Path.cwd()))
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            return f"{remote} is not empty: choose another folder."
        Git(path).run("init", "--bare", "--quiet", "--template=", ".")
    except OSError as error:
        return f"{remote} can't be created: {error.strerror}."
    except GitNotFound:
        return "git is not installed: install it, or deploy to a folder."
    except GitError as error:
        return f"git can't create the repository: {error.said}"
    return ""
