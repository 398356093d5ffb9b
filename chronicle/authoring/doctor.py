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
            "git is not installed",
            "install it; without it, `chronicle deploy` needs --to FOLDER or --zip FILE",
        )
    else:
        yield CheckResult("ok", "git", git)


def summarize_findings(findings: Sequence[Finding], content: str) -> CheckResult:
    """What a check finds."""
    errors = [finding for finding in findings if finding.severity == "error"]
    lost = [finding for finding in findings if finding.code[:1] in _REFERENCES]
    if not findings:
        return CheckResult("ok", "content", "no errors or warnings")
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
            f"write them in turns/{desk.turns:03}.yaml, if these factions act",
        )
    else:
        yield CheckResult("ok", "orders", f"every faction has orders in turn {desk.turns}")
    if desk.prompts:
        yield CheckResult(
            "look",
            "prompts",
            f"{_counted(desk.prompts, 'event')} of turn {desk.turns} waiting for your decision",
            f"`chronicle status {content}` lists them",
        )
    if desk.drafts:
        numbers = ", ".join(str(turn) for turn in desk.drafts)
        yield CheckResult(
            "look",
            "drafts",
            f"rumors in turn {numbers} are still drafts, which only you can read",
            "rewrite them and remove `draft: true`, or delete them",
        )
    if desk.published == desk.turns:
        yield CheckResult("ok", "published", "all turns")
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
        yield CheckResult("ok", "repository", "the campaign is not in a git repository")
        return
    if not repository.remotes:
        yield CheckResult("ok", "repository", f"{repository.top}, without remotes")
    for name, url in sorted(repository.remotes.items()):
        if is_local(url):
            yield CheckResult("ok", f"remote {name}", "is on this computer")
        elif hosting is not None and hosting.private and _is_meant(hosting, name, url):
            yield CheckResult("ok", f"remote {name}", "is private, according to `deploy:`")
        else:
            yield CheckResult(
                "look" if repository.content else "ok",
                f"remote {name}",
                f"is on {host_and_path(url)[0]}; check there whether others can read it",
                "make it private there" if repository.content else "",
            )


def _is_meant(hosting: Hosting, name: str, url: str) -> bool:
    return hosting.remote == name or is_same_repository(url, hosting.remote)


def check_secrets(found: Iterable[Objection]) -> Iterator[CheckResult]:
    """What speaks against putting the site online."""
    lines = [
        CheckResult("wrong" if one.refuses else "look", "secrets", one.said, one.help)
        for one in found
    ]
    yield from lines or [CheckResult("ok", "secrets", "no secret files in git")]


def check_address(address: str, hosting: Hosting | None, url: str) -> Iterator[CheckResult]:
    """Where the site goes, and whether its pages know where that is."""
    if hosting is None:
        yield CheckResult(
            "look",
            "deploy",
            "no target is set for the site",
            "set a repository under `deploy:` in campaign.yaml, or use --remote",
        )
    elif not url:
        yield CheckResult(
            "wrong",
            "deploy",
            f"there is no remote `{hosting.remote}`",
            "use the address of a repository instead",
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
            "not set, so the site has no feed and invite cards have no links",
            f"write `address: {expected or 'https://…/'}` in campaign.yaml",
        )
    elif expected is not None and is_github_pages(address) and address.casefold() != expected:
        yield CheckResult(
            "wrong",
            "address",
            f"`address:` is {address}, but the repository is published at {expected}",
            f"write `address: {expected}` in campaign.yaml, unless the site has its own domain",
        )
    else:
        yield CheckResult("ok", "address", address)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
