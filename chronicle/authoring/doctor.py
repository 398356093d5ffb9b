"""The checks of `chronicle doctor`; each yields result lines with advice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from chronicle.authoring.repository_checks import (
    Objection,
    Repository,
    github_pages_address,
    host_and_path,
    is_github_pages,
    is_local,
    unreadable_objection,
)
from chronicle.diagnostics.report import Finding
from chronicle.model.hosting import Hosting
from chronicle.records import Record

CheckStatus = Literal["ok", "look", "wrong"]

#: The first letters of the error codes about unknown names and broken links.
_REFERENCES: Final = ("N", "P")


class CheckResult(Record):
    """One result line: its state, its subject, the result, and what to do, if anything."""

    state: CheckStatus
    about: str
    said: str
    help: str = ""


class CampaignProgress(Record):
    """The progress of a campaign: the number of its turns and of the published ones.

    ``turns`` includes the open turn, if there is one; then ``is_open``.
    ``without_orders`` are the factions without orders in the last turn, ``prompts`` the number of
    events that need a decision by the GM, ``drafts`` the turns with drafts of rumors.
    """

    turns: int
    published: int
    without_orders: tuple[str, ...] = ()
    prompts: int = 0
    drafts: tuple[int, ...] = ()
    is_open: bool = False


def check_versions(versions: Mapping[str, str], git: str | None) -> Iterator[CheckResult]:
    """Report the versions of the program and of git."""
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    yield CheckResult("ok", "versions", named)
    if git is None:
        yield CheckResult(
            "look",
            "git",
            "not installed",
            "install it; without git, `chronicle deploy` supports --to FOLDER and --zip FILE",
        )
    else:
        yield CheckResult("ok", "git", git)


def summarize_findings(findings: Sequence[Finding], content: str) -> CheckResult:
    """Report the number of errors and warnings of a check."""
    errors = [finding for finding in findings if finding.severity == "error"]
    lost = [finding for finding in findings if finding.code[:1] in _REFERENCES]
    if not findings:
        return CheckResult("ok", "content", "no errors or warnings")
    counts = ((len(errors), "error"), (len(findings) - len(errors), "warning"))
    said = ", ".join(_counted(count, what) for count, what in counts if count)
    if lost:
        said += f"; about names and links: {len(lost)}"
    state: CheckStatus = "wrong" if errors else "look"
    return CheckResult(state, "content", said, f"to see them, run `chronicle check {content}`")


def check_progress(desk: CampaignProgress, content: str) -> Iterator[CheckResult]:
    """Report missing orders, open tasks, drafts and unpublished turns."""
    if not desk.turns:
        yield CheckResult(
            "look", "turns", "none yet", f"`chronicle turn new {content}` starts the first"
        )
        return
    if desk.without_orders:
        yield CheckResult(
            "look",
            "orders",
            f"turn {desk.turns} has none from {', '.join(desk.without_orders)}",
            f"if these factions act, add their orders to turns/{desk.turns:03}.yaml",
        )
    else:
        yield CheckResult("ok", "orders", f"every faction has orders in turn {desk.turns}")
    if desk.prompts:
        yield CheckResult(
            "look",
            "prompts",
            f"{_counted(desk.prompts, 'event')} of turn {desk.turns} need your decision",
            f"to see them, run `chronicle status {content}`",
        )
    if desk.drafts:
        numbers = ", ".join(str(turn) for turn in desk.drafts)
        yield CheckResult(
            "look",
            "drafts",
            f"turn {numbers} has drafts of rumors, which only you can read",
            "edit them and remove `draft: true`, or delete them",
        )
    played = desk.turns - desk.is_open
    if desk.published == played:
        all_played = "all turns that are played" if desk.is_open else "all turns"
        yield CheckResult("ok", "published", all_played)
    else:
        yield CheckResult(
            "look",
            "published",
            f"{desk.published} of {_counted(played, 'turn')}",
            f"`chronicle deploy {content}` puts turns online and publishes them",
        )


def check_repository(
    repository: Repository | None, hosting: Hosting | None
) -> Iterator[CheckResult]:
    """Report the remotes of the campaign's repository and whether others may read them."""
    if repository is None:
        yield CheckResult("ok", "repository", "the campaign is not in a git repository")
        return
    if not repository.remotes:
        yield CheckResult("ok", "repository", f"{repository.top}, without remotes")
    for name, url in sorted(repository.remotes.items()):
        if is_local(url):
            yield CheckResult("ok", f"remote {name}", "on this computer")
        elif hosting is not None and hosting.private:
            yield CheckResult("ok", f"remote {name}", "private, according to `deploy:`")
        else:
            yield CheckResult(
                "look" if repository.content else "ok",
                f"remote {name}",
                f"on {host_and_path(url)[0]}; others may be able to read it",
                "check there that it is private" if repository.content else "",
            )


def unreadable_repository(said: str) -> CheckResult:
    """Report that git can't look into the campaign's repository, so that nothing is known of it."""
    objection = unreadable_objection(said)
    return CheckResult("wrong", "repository", objection.said, objection.help)


def check_secrets(found: Iterable[Objection]) -> Iterator[CheckResult]:
    """Report the objections to a deploy."""
    lines = [
        CheckResult("wrong" if one.refuses else "look", "secrets", one.said, one.help)
        for one in found
    ]
    yield from lines or [CheckResult("ok", "secrets", "no secret files in git")]


def check_address(address: str, hosting: Hosting | None, url: str) -> Iterator[CheckResult]:
    """Report the deploy target and whether `address:` matches it."""
    if hosting is None:
        yield CheckResult(
            "look",
            "deploy",
            "no target is set",
            "set a repository under `deploy:` in campaign.yaml, or use --remote",
        )
    elif not url:
        yield CheckResult(
            "wrong",
            "deploy",
            f"there is no remote `{hosting.remote}`",
            "write the address of a repository instead",
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
            f"add `address: {expected or 'https://…/'}` to campaign.yaml",
        )
    elif expected is not None and is_github_pages(address) and address.casefold() != expected:
        yield CheckResult(
            "wrong",
            "address",
            f"`address:` is {address}, but GitHub Pages uses {expected}",
            f"write `address: {expected}` in campaign.yaml, unless the site has a custom domain",
        )
    else:
        yield CheckResult("ok", "address", address)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
