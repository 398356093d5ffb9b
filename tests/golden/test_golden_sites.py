"""Sites come out as they did when they were last read and approved."""

from __future__ import annotations

import difflib

import pytest

from tests.golden.golden_sites import expected, golden

#: One process makes all of them, once.
pytestmark = pytest.mark.xdist_group("golden")
HINT = "read the difference; if it is right, approve it with `python -m tests.golden.golden_sites`"


def test_a_golden_site_has_the_approved_files() -> None:
    assert sorted(golden()) == sorted(expected()), HINT


@pytest.mark.parametrize("path", sorted(expected()))
def test_a_golden_file_is_unchanged(path: str) -> None:
    was, now = expected()[path].decode(), golden().get(path, b"").decode()
    difference = difflib.unified_diff(was.splitlines(), now.splitlines(), "was", "now", "", "", 1)
    assert was == now, "\n".join([HINT, *difference][:60])
