"""Tests that share what takes long to make are run by one process: else each makes it anew."""

import pytest


@pytest.mark.xdist_group("together")
def test_tests_of_one_group_are_run_by_one_process(request: pytest.FixtureRequest) -> None:
    """A group is the end of a test's name; there is none where one process runs all tests."""
    is_grouped = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@together") == is_grouped
