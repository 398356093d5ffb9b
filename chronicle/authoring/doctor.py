"""The state that a campaign and its surroundings are in, line by line, each with what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from chronicle.authoring.repository_checks import (
    Objection,
    Repository,
    github_pages_address,
    host_and_path,
    is_github_pages,
    is_local,
    is_same_repository,
)
from chronicle.diagnostics.report import Finding
from chronicle.model.hosting import Hosting

CheckStatus = Literal["ok", "look", "wrong"]

#: Findings about names and links that lead nowhere, by the letter of their codes.
_REFERENCES: Final = ("N", "P")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing that was looked at: how it is, what it is about, and what to do, if anything."""

    state: CheckStatus
    about: str
    said: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """Where a campaign stands: its turns and those published, and what the last one waits for.

    ``without_orders`` are factions, ``prompts`` events that wait for the GM's word; ``drafts`` are
    the turns in which rumors are still drafts.
    """

    turns: int
    published: int
    without_orders: tuple[str, ...] = ()
    prompts: int = 0
    drafts: tuple[int, ...] = ()


def check_versions(versions: Mapping[str, str], git: str | None) -> Iterator[CheckResult]:
    """What runs here."""
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    yield CheckResult("ok", "versions", named)
    if git is None:
        yield CheckResult(
            "look",
            "git",
            "there is no git on this machine",
            "install it; without it `chronicle deploy` can use --to FOLDER or --zip FILE",
        )
    else:
        yield CheckResult("ok", "git", git)


def summarize_findings(findings: Sequence[Finding], content: str) -> CheckResult:
    """What a check finds."""
    errors = [finding for finding in findings if finding.severity == "error"]
    lost = [finding for finding in findings if finding.code[:1] in _REFERENCES]
    if not findings:
        return CheckResult("ok", "content", "a check finds nothing wrong")
    counts = ((len(errors), "error"), (len(findings) - len(errors), "warning"))
    said = ", ".join(_counted(count, what) for count, what in counts if count)
    if lost:
        said += f"; {len(lost)} about names and links"
    state: CheckStatus = "wrong" if errors else "look"
    return CheckResult(state, "content", said, f"`chronicle check {content}` shows them")


def check_progress(desk: CampaignProgress, content: str) -> Iterator[CheckResult]:
    """What is left to write, and to publish."""
    if not desk.turns:
        yield CheckResult("look", "turns", "there are none yet", "write turns/001.yaml")
        return
    if desk.without_orders:
        yield CheckResult(
            "look",
            "orders",
            f"turn {desk.turns} has none from {', '.join(desk.without_orders)}",
            f"write them into turns/{desk.turns:03}.yaml, if these factions act",
        )
    else:
        yield CheckResult("ok", "orders", f"every faction has some in turn {desk.turns}")
    if desk.prompts:
        yield CheckResult(
            "look",
            "prompts",
            f"{_counted(desk.prompts, 'event')} of turn {desk.turns} waiting for your word",
            f"`chronicle status {content}` names them",
        )
    if desk.drafts:
        numbers = ", ".join(str(turn) for turn in desk.drafts)
        yield CheckResult(
            "look",
            "drafts",
            f"rumors are still drafts in turn {numbers}: nobody but you reads them",
            "rewrite them and take `draft: true` out, or delete them",
        )
    if desk.published == desk.turns:
        yield CheckResult("ok", "published", "all turns are")
    else:
        yield CheckResult(
            "look",
            "published",
            f"{desk.published} of {_counted(desk.turns, 'turn')}",
            f"`chronicle deploy {content}` publishes what it puts online",
        )


def check_repository(
    repository: Repository | None, hosting: Hosting | None
) -> Iterator[CheckResult]:
    """Where the campaign's own files go with git, and who sees them there, as far as is known."""
    if repository is None:
        yield CheckResult("ok", "repository", "the campaign lies in none")
        return
    if not repository.remotes:
        yield CheckResult("ok", "repository", f"{repository.top}, which goes nowhere")
    for name, url in sorted(repository.remotes.items()):
        if is_local(url):
            yield CheckResult("ok", f"remote {name}", "lies on this machine")
        elif hosting is not None and hosting.private and _is_meant(hosting, name, url):
            yield CheckResult("ok", f"remote {name}", "is private, as you say under `deploy:`")
        else:
            yield CheckResult(
                "look" if repository.content else "ok",
                f"remote {name}",
                f"lies with {host_and_path(url)[0]}; whether others can read it, that host knows",
                "look there, and set it to private" if repository.content else "",
            )


def _is_meant(hosting: Hosting, name: str, url: str) -> bool:
    return hosting.remote == name or is_same_repository(url, hosting.remote)


def check_secrets(found: Iterable[Objection]) -> Iterator[CheckResult]:
    """What speaks against putting the site online."""
    lines = [
        CheckResult("wrong" if one.refuses else "look", "secrets", one.said, one.help)
        for one in found
    ]
    yield from lines or [CheckResult("ok", "secrets", "nothing that is secret gets into git")]


def check_address(address: str, hosting: Hosting | None, url: str) -> Iterator[CheckResult]:
    """Where the site goes, and whether its pages know where that is."""
    if hosting is None:
        yield CheckResult(
            "look",
            "deploy",
            "nothing says where the site goes",
            "name a repository under `deploy:` in campaign.yaml, or with --remote",
        )
    elif not url:
        yield CheckResult(
            "wrong",
            "deploy",
            f"there is no remote `{hosting.remote}`",
            "name the address of a repository in its place",
        )
    else:
        yield CheckResult(
            "ok", "deploy", f"to the branch {hosting.branch} of {host_and_path(url)[1]}"
        )
    expected = github_pages_address(url) if url else None
    if not address:
        yield CheckResult(
            "look",
            "address",
            "the site does not know its own: it has no feed, and invite cards no links",
            f"write `address: {expected or 'https://…/'}` into campaign.yaml",
        )
    elif expected is not None and is_github_pages(address) and address.casefold() != expected:
        yield CheckResult(
            "wrong",
            "address",
            f"`address:` says {address}, and the repository will be shown at {expected}",
            f"write `address: {expected}` into campaign.yaml, unless it has a domain of its own",
        )
    else:
        yield CheckResult("ok", "address", address)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
