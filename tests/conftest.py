"""What all processes of a test run share: a folder for what one of them builds for all."""

import os
import shutil
import tempfile

import pytest

from tests.samples import SHARED


def pytest_configure(config: pytest.Config) -> None:
    """The process that starts the others makes the folder, hands it on, and clears it away."""
    if hasattr(config, "workerinput"):
        return
    folder = tempfile.mkdtemp(prefix="chronicle-tests-")
    os.environ[SHARED] = folder
    # No test reads what an earlier run has left.
    os.environ["CHRONICLE_CACHE"] = f"{folder}/cache"
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
