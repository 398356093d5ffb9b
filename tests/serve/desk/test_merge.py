"""Two versions of a text are joined, unless both changed the same lines."""

from __future__ import annotations

import pytest

from chronicle.serve.desk.merge import merge_texts

BASE = "a\nb\nc\nd\ne\n"


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        pytest.param(BASE, BASE, BASE, id="neither changed"),
        pytest.param("A\nb\nc\nd\ne\n", BASE, "A\nb\nc\nd\ne\n", id="one changed"),
        pytest.param("A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "A\nb\nc\nd\nE\n", id="both changed"),
        pytest.param("A\nb\nc\nd\ne\n", f"{BASE}f", "A\nb\nc\nd\ne\nf", id="added at the end"),
        pytest.param("A\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", id="the same change"),
        pytest.param("b\nc\nd\ne\n", "a\nb\nc\ne\n", "b\nc\ne\n", id="both removed"),
        pytest.param("A\nb\nc\nd\ne\n", "B\nb\nc\nd\ne\n", None, id="the same line"),
        pytest.param("a\nB\nc\nd\ne\n", "a\nb\nC\nd\ne\n", None, id="adjoining lines"),
        pytest.param("a\nb\nx\nc\nd\ne\n", "a\nb\ny\nc\nd\ne\n", None, id="added at one place"),
        pytest.param("", "a\nb\nC\nd\ne\n", None, id="removed and changed"),
    ],
)
def test_changes_of_both_are_kept(one: str, other: str, both: str | None) -> None:
    assert merge_texts(BASE, one, other) == both
    assert merge_texts(BASE, other, one) == both
