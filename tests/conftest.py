"""What all processes of a test run share: a folder for what one of them builds for all."""

import gc
import os
import shutil
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.platforms import heed_ctrl_c
from tests.sample_campaigns import CHECKOUT, SHARED

#: What was built and played is kept for the tests after, and makes no cycles worth the looking: the
#: collector goes round as rarely as this, as it does in a build.
_ROUNDS: Final = (50_000, 20, 50)
_LONGEST_NAME: Final = 120
#: Where Linux keeps files in memory: on a disk, tests wait longer for files to be removed than for
#: anything else.
_MEMORY: Final = Path("/dev/shm")  # noqa: S108  only a folder that mkdtemp makes in it is used
#: Bytes that have to be free there.
_ROOM: Final = 4 << 30
#: Modules with a process for each of many tests. They go first: what a process keeps in memory
#: makes each of its copies cost more.
_FIRST: Final = ("test_catalogue_pages", "test_template_sandbox", "test_wrong_templates")


#: The numbers of the folders of tests.
_numbers: Final = count()


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of its own, for whose name pytest would look through those of all earlier tests."""
    return tmp_path_factory.mktemp(f"test-{next(_numbers)}", numbered=False)


def pytest_configure(config: pytest.Config) -> None:
    """The process that starts the others makes the folder, hands it on, and clears it away."""
    gc.set_threshold(*_ROUNDS)
    heed_ctrl_c()
    if hasattr(config, "workerinput"):
        return
    in_memory = "TMPDIR" not in os.environ and _has_room_in_memory()
    folder = tempfile.mkdtemp(prefix="chronicle-tests-", dir=_MEMORY if in_memory else None)
    if in_memory:
        os.environ["TMPDIR"] = tempfile.tempdir = folder
    os.environ[SHARED] = folder
    # No test reads what an earlier run has left.
    os.environ["CHRONICLE_CACHE"] = f"{folder}/cache"
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def _has_room_in_memory() -> bool:
    """Whether there is room in memory for files, and for programs among them."""
    if not _MEMORY.is_dir():
        return False
    found = os.statvfs(_MEMORY)
    return found.f_bavail * found.f_frsize > _ROOM and not found.f_flag & os.ST_NOEXEC


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a module are run by one process, which makes what they share once."""
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(_group(item.path))
    items.sort(key=lambda item: item.path.stem not in _FIRST)


@cache
def _group(path: Path) -> pytest.MarkDecorator:
    return pytest.mark.xdist_group(path.relative_to(CHECKOUT / "tests").with_suffix("").as_posix())


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Long texts, of up to a million letters, are not part of a test's name."""
    return argname if isinstance(val, str | bytes) and len(val) > _LONGEST_NAME else None


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: the collector need not look at them again."""
    gc.freeze()
