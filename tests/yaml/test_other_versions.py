"""Numbers that mean another one to programs that read YAML 1.1."""

from __future__ import annotations

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.parser import compose


class Counted(InputModel):
    number: int


@pytest.mark.parametrize(
    "written",
    [
        *("0", "-0", "7", "+3", "12", "1_0", "0x1f", "2.0"),
        *("01", "007", "-07", "012", "-012", "+0144", "08", "0999", "0o7", "0o14"),
    ],
)
def test_a_number_that_pyyaml_reads_otherwise_has_a_warning(written: str) -> None:
    report = Report()
    node = compose(Source("x.yaml", f"number: {written}\n"), report)
    assert node is not None
    counted = decode(Counted, node, report)
    if counted is None:
        assert report.has_errors
        return
    theirs = yaml.safe_load(written)
    warned = [(it.code, it.help) for it in report.findings]
    expected = [] if theirs == counted.number else [("C020", f"write `{counted.number}`")]
    assert warned == expected
