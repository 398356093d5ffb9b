"""Imports of notes into a small sound campaign, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chronicle.authoring.import_notes import NotesImport, import_notes
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree, ReadFailure
from chronicle.load.disk import NoteFiles
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.sample_campaigns import CHECKOUT

#: A small vault as people have them, and a small export as Kanka writes it.
VAULT: Final = CHECKOUT / "tests/authoring/import_notes/vault"
EXPORT: Final = CHECKOUT / "tests/authoring/import_notes/export"
SIGILS: Final = ("key", "moon")


def note_files(files: Mapping[str, str | bytes], links: Sequence[str] = ()) -> NoteFiles:
    """Notes in memory, in the form in which they are read from a folder."""
    laid = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}

    def read(path: str, max_bytes: int) -> bytes | ReadFailure:
        if path not in laid:
            return ReadFailure("unreadable", "there is no such file")
        return laid[path] if len(laid[path]) <= max_bytes else ReadFailure("too large")

    seen = sorted(path for path in laid if not path.startswith("."))
    return NoteFiles("notes", tuple(seen), tuple(links), read)


def campaign_tree(over: Mapping[str, str] = FREEFORM) -> FileTree:
    """The campaign that notes are imported into."""
    return FileTree("", {path: text.encode() for path, text in over.items()})


def imported(
    files: Mapping[str, str | bytes],
    *readers: str,
    over: Mapping[str, str] = FREEFORM,
    factions: bool = False,
) -> tuple[NotesImport | None, tuple[Finding, ...]]:
    """What notes become, and the findings; the GM reads it, unless other readers are named."""
    report = Report()
    found = import_notes(
        note_files(files),
        campaign_tree(over),
        readers or ("gm",),
        SIGILS,
        report,
        factions=factions,
    )
    return found, report.findings


def texts_of(
    files: Mapping[str, str | bytes], *readers: str, over: Mapping[str, str] = FREEFORM
) -> dict[str, str]:
    """The text of each file that notes become."""
    found, findings = imported(files, *readers, over=over)
    assert found is not None, [finding.message for finding in findings]
    return {
        path: content.decode()
        for path, content in found.files.items()
        if not path.startswith("media/")
    }


def codes(findings: Sequence[Finding]) -> list[str]:
    """The codes of findings, in order."""
    return [finding.code for finding in findings]


def played_with(
    found: NotesImport, over: Mapping[str, str] = FREEFORM
) -> tuple[PlayedCampaign | None, tuple[Finding, ...]]:
    """The campaign with what was imported, and its findings."""
    report = Report()
    files = {**campaign_tree(over).files, **found.files}
    return resolve_campaign(FileTree("", files), report), report.findings
