"""The checks of `doctor` that read the disk: keys, versions and the progress of campaigns."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chronicle.authoring.repository_checks import Objection
from chronicle.cli.output import display_path
from chronicle.cli.repository import key_files
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.doctor import CampaignProgress, CheckResult
    from chronicle.model.hosting import Hosting

_OTHERS = 0o077


def check_key_permissions(content: Path) -> Iterator[Objection]:
    """One objection for each key file that other users of this computer can read."""
    for path in key_files(content):
        if os.name == "posix" and path.stat().st_mode & _OTHERS:
            yield Objection(
                f"other users of this computer can read {display_path(path)}",
                f"run `chmod 600 {display_path(path)}`",
            )


def describe_keys(content: Path) -> Iterator[CheckResult]:
    """The state of each campaign's key."""
    from chronicle.authoring.doctor import CheckResult
    from chronicle.seal.key_file import find_key_file, read_key_file

    objecting = [objection.said for objection in check_key_permissions(content)]
    for folder in _folders(content):
        path = find_key_file(folder)
        name = display_path(folder)
        if path is None:
            yield CheckResult(
                "look",
                "key",
                f"none in {name}, so its dossiers are not on the site",
                f"to create one, run `chronicle keys init {name}`",
            )
            continue
        keys = read_key_file(path, Report())
        if keys is None:
            yield CheckResult(
                "wrong",
                "key",
                f"{display_path(path)} is not a valid key file",
                f"restore a copy: `chronicle keys restore FILE {name} --replace`",
            )
        elif keys.demo:
            yield CheckResult(
                "ok", "key", f"{display_path(path)} is the public key of a sample campaign"
            )
        elif any(said.endswith(display_path(path)) for said in objecting):
            yield CheckResult(
                "wrong",
                "key",
                f"other users of this computer can read {display_path(path)}",
                f"run `chmod 600 {display_path(path)}`",
            )
        else:
            yield CheckResult(
                "ok",
                "key",
                f"only you can read {display_path(path)}; keep a copy"
                f" (chronicle keys backup FILE {name})",
            )


def program_versions() -> Mapping[str, str]:
    """The versions of chronicle, Python and each ruleset."""
    from chronicle import __version__
    from chronicle.cli.help_text import RULESET_VERSIONS

    python = ".".join(str(part) for part in sys.version_info[:3])
    rules = {f"rules {id}": str(version) for id, version in RULESET_VERSIONS.items()}
    return {"chronicle": __version__, "Python": python, **rules}


def git_version(content: Path) -> str | None:
    """The version of git; None if it is not installed."""
    from chronicle.cli.git import Git, GitNotFound

    try:
        said = Git(content).try_line("version")
    except GitNotFound:
        return None
    return (said or "").removeprefix("git version ") or None


def remote_url_of(hosting: Hosting, content: Path) -> str:
    """The address of the repository to deploy to; empty if there is no remote of that name."""
    from chronicle.cli.deploy.hosts import HostError
    from chronicle.cli.deploy.target import repository_url_of

    try:
        return repository_url_of(hosting.remote, content, content)
    except HostError:
        return ""


def campaign_statuses(content: Path) -> Iterator[tuple[Path, CampaignProgress]]:
    """The progress of each campaign that can be read, with its folder."""
    from chronicle.authoring.doctor import CampaignProgress
    from chronicle.authoring.turn_status import last_turn, status_of_turn
    from chronicle.load import read_tree

    for folder in _folders(content):
        tree = read_tree(folder, display_path(folder))
        found = status_of_turn(tree, last_turn(tree), Report())
        if found is None:
            continue
        turns = found.campaign.turns
        drafts = tuple(turn.number for turn in turns if any(one.draft for one in turn.rumors))
        yield (
            folder,
            CampaignProgress(
                turns=len(turns),
                published=found.campaign.published.through,
                without_orders=found.without_orders if turns else (),
                prompts=len(found.prompts),
                drafts=drafts,
                is_open=found.is_open,
            ),
        )


def _folders(content: Path) -> list[Path]:
    from chronicle.load import campaigns_in

    if (content / "campaign.yaml").exists():
        return [content]
    return [content / name for name in campaigns_in(content)]
