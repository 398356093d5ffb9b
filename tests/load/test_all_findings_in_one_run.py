"""One run finds everything that is wrong, in every file, and says each thing once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.pipeline import resolve_campaign
from chronicle.records import replace
from tests.rules.mistakes import Mistake, check_mistake, read_mistakes
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import SOUND, findings_of


@pytest.mark.parametrize(
    "mistake", read_mistakes(Path(__file__).parent, "several"), ids=lambda mistake: mistake.id
)
def test_all_mistakes_are_found_in_one_run_and_each_once(mistake: Mistake) -> None:
    check_mistake(mistake, SOUND)


#: A turn's number as one mistypes it, and the only codes that this is found under.
SLIPS: Final = {
    "trun: 3": ["C001", "C002"],
    "turn: three": ["C003"],
    "turn: 33": ["C011"],
    "turn: 1": ["C011"],
    "turn: [3": ["R007"],
    "": ["C001"],
}


@pytest.mark.parametrize("id", SAMPLES)
@pytest.mark.parametrize("slip", SLIPS)
def test_a_turn_s_wrong_number_makes_nothing_else_wrong(slip: str, id: str) -> None:
    # Later turns order, reveal and talk about what is in this one.
    tree = read_tree(SAMPLES[id], id)
    content = tree.files["turns/003.yaml"]
    assert isinstance(content, bytes)
    assert content.count(b"turn: 3\n") == 1
    broken = content.replace(b"turn: 3\n", f"{slip}\n".encode())
    report = Report()
    resolve_campaign(replace(tree, files={**tree.files, "turns/003.yaml": broken}), report)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert {finding.at.path for finding in errors if finding.at} == {f"{id}/turns/003.yaml"}
    assert sorted(finding.code for finding in errors) == SLIPS[slip]


def test_warnings_do_not_stop_a_build() -> None:
    found = findings_of({"turns/notes.txt": "x"})
    assert [finding.severity for finding in found] == ["warning"]
