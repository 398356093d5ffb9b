"""Tests that share something slow to make run in one process; otherwise each process makes it."""

import pytest


@pytest.mark.xdist_group("together")
def test_tests_of_one_group_are_run_by_one_process(request: pytest.FixtureRequest) -> None:
    """A group is the end of a test's name; there is none where one process runs all tests."""
    assert request.node.nodeid.endswith("@together") == _is_grouped(request)


def test_tests_of_a_module_are_a_group(request: pytest.FixtureRequest) -> None:
    end = "@architecture/test_xdist_groups"
    assert request.node.nodeid.endswith(end) == _is_grouped(request)


def _is_grouped(request: pytest.FixtureRequest) -> bool:
    return getattr(request.config.option, "loadgroup", False)
