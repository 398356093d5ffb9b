"""Campaigns are built here to be compared with what was published."""

from collections.abc import Iterator

import pytest

from tests.quick_builds import quick_builds, whole_builds


@pytest.fixture(autouse=True, scope="module")
def _quick_builds() -> Iterator[None]:
    with quick_builds():
        yield


@pytest.fixture
def complete_builds() -> Iterator[None]:
    """Builds search for secrets, and load their templates."""
    with whole_builds():
        yield
