"""How long the leak gate takes for each sample campaign, beside the rest of its build.

Run it from the checkout: ``python -m benchmarks.leak_gate``, or with folders of other campaigns.
Seconds of processor time, the best of three; nothing is written.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path

from chronicle import pipeline
from chronicle.diagnostics.report import Report
from chronicle.leaks import AudienceFiles, CampaignTexts, report_leaks
from chronicle.leaks.file_lines import lines_by_readers
from chronicle.lint import report_slips
from chronicle.load import campaigns_in, read_tree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import audiences_of
from chronicle.render import theme_selection

SHELF = Path(__file__).resolve().parent.parent / "content"
RUNS = 3


def shares_of(played: PlayedCampaign, files: Mapping[str, bytes]) -> dict[str, AudienceFiles]:
    """The files of all but the GM, by audience word."""
    shares: dict[str, AudienceFiles] = {}
    for audience in audiences_of(played.campaign):
        folder = pipeline.edition_folder(audience)
        inside = {
            path.removeprefix(f"{folder}/"): content
            for path, content in files.items()
            if path.startswith(f"{folder}/") and not audience.is_gm
        }
        shares[audience.word] = AudienceFiles(folder, inside)
    return shares


def measure(campaign: Path) -> tuple[float, float, Mapping[str, AudienceFiles]]:
    """The best times of the gate and of the whole build, and what was looked at."""
    gates: list[float] = []
    builds: list[float] = []
    for _ in range(RUNS):
        report = Report()
        tree = read_tree(campaign, campaign.name)
        start = time.process_time()
        files = pipeline.build_files(tree, report, themes=(campaign / "themes",))
        builds.append(time.process_time() - start)
        played = resolve_campaign(tree, report)
        if files is None or played is None:
            raise SystemExit("\n".join(finding.message for finding in report.findings))
        theme = theme_selection.load_theme(played.campaign, (campaign / "themes",), report)
        if theme is None:
            raise SystemExit("the theme of the campaign is missing")
        shares = shares_of(played, files)
        start = time.process_time()
        house = theme_selection.theme_text_for(theme)
        texts = CampaignTexts.of(played.campaign, played.history, played.ruleset)
        report_slips(texts, house.words, report)
        report_leaks(texts, house, shares, report)
        gates.append(time.process_time() - start)
    return min(gates), min(builds), shares


def distinct_lines(shares: Mapping[str, AudienceFiles]) -> int:
    """The number of distinct lines in files."""
    groups = lines_by_readers(share.files for share in shares.values())
    return sum(len(lines) for lines, _ in groups)


def main() -> None:
    """Prints a line for each campaign."""
    folders = [Path(name) for name in sys.argv[1:]]
    sys.stdout.write(f"{'campaign':12}{'gate':>8}{'build':>8}{'share':>8}{'MB':>8}{'lines':>9}\n")
    for campaign in folders or [SHELF / id for id in campaigns_in(SHELF)]:
        spent, whole, shares = measure(campaign)
        size = sum(len(content) for share in shares.values() for content in share.files.values())
        lines = distinct_lines(shares)
        share = f"{spent / whole:.0%}"
        sys.stdout.write(
            f"{campaign.name:12}{spent:8.2f}{whole:8.2f}{share:>8}{size / 1e6:8.1f}{lines:9,}\n"
        )


if __name__ == "__main__":
    main()
