"""Deploys that were killed or cut off: ask what is online, and make the record good."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Literal

from chronicle.cli.build_run import folders_of
from chronicle.cli.deploy.journal import (
    DeployJournal,
    journal_path,
    read_journal,
    remove_journal,
    this_process,
    write_journal,
)
from chronicle.cli.output import display_path
from chronicle.diagnostics.report import Report
from chronicle.model.publication import RECORD_FILE
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.cli.deploy.campaigns import DeployedCampaign
    from chronicle.cli.deploy.hosts import SiteChange, SiteHost

#: It has gone out and is recorded now; it has not gone out; it may be online; it is online, but its
#: record can't be written; a process is still at it.
_Outcome = Literal["recorded", "not online", "maybe", "unrecorded", "running"]
#: How long a host is waited for, in seconds, by commands that do something else.
_PATIENCE: Final = 20.0


class InterruptedDeploy(Record):
    """An interrupted deploy of the campaign in ``folder``, its result, and what to do now."""

    folder: Path
    journal: DeployJournal
    outcome: _Outcome
    said: str
    help: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether the record says what is online."""
        return self.outcome in ("recorded", "not online")


def settle_deploys(content: Path) -> tuple[InterruptedDeploy, ...]:
    """Settle the interrupted deploys of the one or several campaigns in a folder, if possible.

    The place is asked. If the site is there, its turns are recorded as published.
    """
    return tuple(_interrupted(content))


def _interrupted(content: Path) -> Iterator[InterruptedDeploy]:
    for folder in folders_of(content):
        if not journal_path(folder).exists():
            continue
        journal = read_journal(folder)
        if journal is None:
            continue
        if _is_recorded(journal, folder):
            with suppress(OSError):
                remove_journal(folder)
            continue
        yield _settle(journal, folder)


def _settle(journal: DeployJournal, folder: Path) -> InterruptedDeploy:
    turns, shown = _subject(journal), journal.shown
    typed = shlex.quote(display_path(folder))

    def maybe(why: str, advice: str) -> InterruptedDeploy:
        said = f"{turns} may be online: {shown} {why}"
        return InterruptedDeploy(folder, journal, "maybe", said, advice)

    if journal.is_running:
        said = f"{turns} may be online: process {journal.process[0]} is deploying to {shown}"
        return InterruptedDeploy(folder, journal, "running", said, "wait until it has ended")
    if Path(journal.folder) != folder.resolve():
        # Somebody else's journal must not make us call a host of their choice.
        return maybe(
            "was deployed to from another folder",
            f"look there; if it is online, record it: chronicle deploy {typed} --record-only",
        )
    is_there, reason = _ask(journal)
    if reason:
        return maybe(
            f"can't be asked: {reason}",
            f"when it can be reached again, chronicle status {typed} asks it, and records"
            f" what is online",
        )
    if is_there is None:
        return maybe(
            "has neither the old site nor the deployed one",
            f"chronicle deploy {typed} replaces it; if you don't want that,"
            f" chronicle deploy {typed} --record-only records the turn",
        )
    if not is_there:
        with suppress(OSError):
            remove_journal(folder)
        said = f"the interrupted deploy of {turns} to {shown} did not go online"
        return InterruptedDeploy(folder, journal, "not online", said)
    return _record(journal, folder, typed)


def _record(journal: DeployJournal, folder: Path, typed: str) -> InterruptedDeploy:
    """Record what is online, unless the record has been changed since."""
    from chronicle.publish.atomic_write import write_all_or_none

    turns, shown = _subject(journal), journal.shown
    if _text_at(folder / RECORD_FILE) != journal.before:
        return InterruptedDeploy(
            folder,
            journal,
            "unrecorded",
            f"{turns} is online on {shown}, but {RECORD_FILE} has been changed since",
            f"record it: chronicle deploy {typed} --record-only",
        )
    report = Report()
    files = {path: text.encode() for path, text in journal.record.items()}
    before = {RECORD_FILE: None if journal.before is None else journal.before.encode()}
    if not write_all_or_none(files, folder, report, before):
        why = "; ".join(finding.message for finding in report.findings)
        said = f"{turns} is online on {shown}, but could not be recorded: {why}"
        return InterruptedDeploy(
            folder, journal, "unrecorded", said, f"then run chronicle status {typed}"
        )
    with suppress(OSError):
        remove_journal(folder)
    said = f"the interrupted deploy of {turns} to {shown} went online; it is recorded now"
    return InterruptedDeploy(folder, journal, "recorded", said)


def _ask(journal: DeployJournal) -> tuple[bool | None, str]:
    """Whether the deployed site is there, None if another one is; and why it can't be told."""
    from chronicle.cli.deploy.hosts import HostError, SiteChange
    from chronicle.cli.deploy.target import host_at

    with TemporaryDirectory(prefix="chronicle-asking-") as work_dir:
        try:
            host = host_at(journal, Path(work_dir), timeout=_PATIENCE)
            return host.has_changed(SiteChange(journal.was, journal.now)), ""
        except HostError as refused:
            return None, refused.said.partition("\n")[0]


def _is_recorded(journal: DeployJournal, folder: Path) -> bool:
    """Whether the record has the turns of a deploy already."""
    if _text_at(folder / RECORD_FILE) == journal.record.get(RECORD_FILE):
        return all(_text_at(folder / path) == text for path, text in journal.record.items())
    return bool(journal.turns) and _published_through(folder) >= max(journal.turns)


def _published_through(folder: Path) -> int:
    from chronicle.load import load_campaign, read_tree

    campaign = load_campaign(read_tree(folder, display_path(folder)), Report())
    return campaign.published.through if campaign is not None else 0


def _text_at(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except (OSError, ValueError):
        return None


def _subject(journal: DeployJournal) -> str:
    from chronicle.cli.deploy.summary import turns_text

    return turns_text(journal.turns) if journal.turns else "an amendment"


# ── Around a deploy ──────────────────────────────────────────────────────────────────────────────


def write_journals(
    host: SiteHost,
    change: SiteChange,
    branch: str,
    marks: Sequence[DeployedCampaign],
    records: Mapping[Path, Mapping[str, bytes | None]],
) -> None:
    """Write the journal of each campaign whose record changes with a deploy. Raises OSError.

    ``records`` are the records that the site was built from.
    """
    for mark in marks:
        if mark.kept:
            before = records.get(mark.folder, {}).get(RECORD_FILE)
            write_journal(
                DeployJournal(
                    kind=host.kind,
                    address=host.address,
                    branch=branch,
                    shown=host.shown,
                    was=change.was,
                    now=change.now,
                    turns=tuple(range(mark.was + 1, mark.now + 1)),
                    record={path: content.decode() for path, content in mark.kept.items()},
                    before=None if before is None else before.decode(),
                    folder=str(mark.folder.resolve()),
                    process=this_process(),
                ),
                mark.folder,
            )


def remove_journals(marks: Sequence[DeployedCampaign]) -> None:
    """Remove the journals of campaigns, after the record or if nothing has gone online."""
    for mark in marks:
        with suppress(OSError):
            remove_journal(mark.folder)
