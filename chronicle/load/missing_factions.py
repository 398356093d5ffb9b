"""Factions that are named in files of a campaign, but have no file themselves."""

from __future__ import annotations

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree, Source, span_of_file
from chronicle.model.publication import PublicationRecord

#: The code of unknown audiences, which may as well be misspelt words such as `everyone`.
_AUDIENCE = "N002"


def merge_findings_of_missing_factions(
    tree: FileTree, report: Report, published: PublicationRecord
) -> None:
    """Report a missing file of a faction once, instead of at each of the places that name it."""
    told = {f"factions/{word}.yaml" for turn in published.turns for word in turn.told}
    named: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.missing_file and finding.missing_file not in tree.files:
            named.setdefault(finding.missing_file, []).append(finding)
    for path, findings in named.items():
        places = tuple(f"{it.at.path}, line {it.at.line}" for it in findings if it.at is not None)
        if len(places) > 1 and any(finding.code != _AUDIENCE for finding in findings):
            report.remove(findings)
            at = span_of_file(Source(tree.shown(path), ""))
            shown = tree.shown(path) if path in told else ""
            report.add(content.MissingFactionFile(at=at, path=path, places=places, published=shown))
