"""Campaigns are built again and again, and pages that stay the same are rendered once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.quick_builds import quick_builds


@pytest.fixture(autouse=True, scope="module")
def _quick() -> Iterator[None]:
    with quick_builds(pages_once=True):
        yield
