"""The page *Where is …?* answers everyday questions with paths that exist."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.docs.pages import ROOT, sections

PAGE: Final = "docs/explanation/where-is.md"
ROWS: Final = tuple(row for section in sections(PAGE).values() for row in section.rows)
_CODE: Final = re.compile(r"`([^`]+)`")


def paths_in(answer: str) -> tuple[str, ...]:
    """The code spans of an answer that are paths."""
    return tuple(span for span in _CODE.findall(answer) if "/" in span or span.endswith(".py"))


def test_thirty_questions_are_answered() -> None:
    questions = [question for question, _ in ROWS]
    assert len(questions) >= 30
    assert len(set(questions)) == len(questions)


@pytest.mark.parametrize(("question", "answer"), ROWS, ids=[row[0] for row in ROWS])
def test_every_answer_is_one_or_two_existing_paths(question: str, answer: str) -> None:
    paths = paths_in(answer)
    assert len(paths) in (1, 2), question
    for path in paths:
        assert (ROOT / path).exists(), path
        assert (ROOT / path).is_dir() == path.endswith("/"), path


def test_a_missing_path_is_noticed() -> None:
    assert paths_in("`chronicle/nowhere.py`, `other.py` and `measures`") == (
        "chronicle/nowhere.py",
        "other.py",
    )
    assert not (ROOT / "chronicle/nowhere.py").exists()
