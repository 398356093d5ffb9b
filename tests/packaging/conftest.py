"""What is packed from this checkout, made once for all the tests of this folder."""

from pathlib import Path

import pytest

from tests.packaging.build_packages import build, only


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from this checkout."""
    return only(build(tmp_path_factory.mktemp("wheel"), "--wheel"), "*.whl")


@pytest.fixture(scope="session")
def source_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel built from that archive."""
    return build(tmp_path_factory.mktemp("release"))
