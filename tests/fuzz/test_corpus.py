"""What once broke a law of the fuzz tests keeps it now; `make fuzz` adds to the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.cases import Workspace, case_of_text, text_of_case
from tests.fuzz.kinds import KINDS, case_of

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.json"))
#: One process makes what all cases start from.
pytestmark = pytest.mark.xdist_group("fuzz")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in CORPUS])
def test_a_case_of_the_corpus_breaks_no_law(workspace: Workspace, path: Path) -> None:
    assert workspace.run(case_of_text(path.read_text(encoding="utf-8"))) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_case_follows_from_its_seed_and_number(kind: str) -> None:
    assert case_of(kind, "1", 7) == case_of(kind, "1", 7) != case_of(kind, "1", 8)


@pytest.mark.parametrize("kind", KINDS)
def test_a_case_is_the_same_when_read_from_its_file(kind: str) -> None:
    cases = [case_of(kind, "1", number) for number in range(5)]
    assert [case_of_text(text_of_case(case, "")) for case in cases] == cases
