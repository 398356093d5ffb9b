"""The workflows of this repository: without faults, running the commands of the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.workflow_checks import faults_of_workflow

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_there_are_workflows_for_tests_the_night_and_pages() -> None:
    assert [path.stem for path in WORKFLOWS] == ["pages", "test", "thorough"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_no_faults(path: Path) -> None:
    assert faults_of_workflow(path) == ""


def test_the_pages_are_the_docs_with_the_samples_as_a_demo() -> None:
    text = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    assert "run: make docs site" in text
    assert "cp -R output/site output/docs/demo" in text
