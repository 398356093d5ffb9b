"""Figures of slips: how many are caught, and what is warned of in vain.

Run it as a module: ``python -m tests.lint.slip_figures``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.leaks import CampaignTexts
from chronicle.leaks.authored_texts import ID_LABELS
from chronicle.lint.pasted_passages import RUN_LENGTH, pasted_passages_in
from chronicle.lint.shown_texts import shown_texts_of
from chronicle.lint.unknown_names import unknown_names_in
from chronicle.load import read_tree
from chronicle.pipeline import resolve_campaign
from tests.lint.slip_corpus import ordinary, places_of, planted, slip_findings, slips

_ROOT: Final = Path(__file__).parents[2]
_SAMPLES: Final = (*(_ROOT / "content").iterdir(), *(_ROOT / "chronicle/starters").iterdir())
_LENGTHS: Final = range(RUN_LENGTH - 3, RUN_LENGTH + 2)


def corpus_figures() -> tuple[int, int, int]:
    """Slips planted and caught, and warnings of ordinary sentences."""
    tried = caught = 0
    for slip in slips("slips", "broken"):
        places, found = places_of(slip)
        tried += len(places)
        caught += len(places & found)
    files, _ = planted((" ".join(ordinary()),), except_in="narrative")
    return tried, caught, len(slip_findings(files))


def sample_figures(folder: Path) -> tuple[int, int, dict[int, int]]:
    """The words that a sample's readers read, warnings of names, and of runs by their length.

    What the sample allows is counted too.
    """
    played = resolve_campaign(read_tree(folder, folder.name), Report())
    assert played is not None
    written = CampaignTexts.of(played.campaign, played.history, played.ruleset)
    texts = tuple(shown_texts_of(written))
    read = (it for it in texts if it.readers and it.piece.what not in ID_LABELS)
    words = sum(len(shown.normal.forms) for shown in read)
    names = [*unknown_names_in(texts, written.known.since, written.audiences, frozenset())]
    runs = {n: len([*pasted_passages_in(texts, written.audiences, n)]) for n in _LENGTHS}
    return words, len(names), runs


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Print all figures."""
    tried, caught, in_vain = corpus_figures()
    _say(f"slips tried {tried}, caught {caught}; ordinary sentences warned of: {in_vain}")
    _say("warnings in samples, those allowed there included:")
    for folder in sorted(_SAMPLES):
        if (folder / "campaign.yaml").is_file():
            words, names, runs = sample_figures(folder)
            by_length = ", ".join(f"{count} of {length} words" for length, count in runs.items())
            _say(f"{folder.name}: {words} words; names {names}; copied runs {by_length}")


if __name__ == "__main__":
    main()
