"""Pages are looked at here, of builds that aren't searched for secrets."""

from collections.abc import Iterator

import pytest

from tests.quick_builds import unsearched_builds


@pytest.fixture(autouse=True, scope="module")
def _unsearched_builds() -> Iterator[None]:
    with unsearched_builds():
        yield
