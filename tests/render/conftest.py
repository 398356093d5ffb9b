"""Pages are looked at here, of builds that do not search for secrets."""

from collections.abc import Iterator

import pytest

from tests.quick_builds import quick_builds


@pytest.fixture(autouse=True, scope="module")
def _quick_builds() -> Iterator[None]:
    with quick_builds():
        yield
