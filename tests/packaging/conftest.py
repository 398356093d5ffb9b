"""What is packed from this checkout, made once for all the tests of this folder."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pip
import pytest

from tests.packaging.build_packages import PROGRAMS, ROOT, build, only, run


@pytest.fixture(scope="session", autouse=True)
def _compile_what_runs() -> Iterator[None]:
    """Packages are installed without compiling their modules, most of which nothing imports."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PIP_COMPILE", "false")
        yield


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from this checkout."""
    return only(build(tmp_path_factory.mktemp("wheel"), "--wheel"), "*.whl")


@pytest.fixture(scope="session")
def source_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel built from that archive."""
    return build(tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment that holds the wheel, its locked dependencies and nothing else."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / PROGRAMS / "python"
    install = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    locked = ROOT / "requirements.lock"
    run(*install, "--require-hashes", "--requirement", locked, cwd=folder.parent)
    run(*install, "--no-deps", wheel, cwd=folder.parent)
    run(sys.executable, "-m", "pip", "--python", python, "check", cwd=folder.parent)
    return folder


@pytest.fixture(scope="session")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with pip alone, in which each test installs as a workflow does."""
    folder = tmp_path_factory.mktemp("runner") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(folder / PROGRAMS / "python", "-c", where, cwd=folder).strip())
    (packages / "pip").symlink_to(Path(pip.__file__).parent, target_is_directory=True)
    return folder
