"""What a GM gets who installs chronicle and has no checkout."""

import shutil
import tarfile
import tomllib
from pathlib import Path

import pytest

from tests.packaging.build_packages import PROGRAMS, ROOT, contents, only, packed_files, run
from tests.sample_campaigns import SHELF, copy_beginning

pytestmark = pytest.mark.xdist_group("packaging")  # one process builds, once

WHERE = "import chronicle, pathlib; print(pathlib.Path(chronicle.__file__).parent)"


@pytest.fixture(scope="session")
def installed(environment: Path) -> Path:
    """The folder of the installed package."""
    python = environment / PROGRAMS / "python"
    return Path(run(python, "-I", "-c", WHERE, cwd=environment).strip())


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The shelf with two sample campaigns as they began, copied to where no checkout is."""
    folder = tmp_path / "a shelf"
    folder.mkdir()
    shutil.copy(SHELF / "shelf.yaml", folder)
    for id in ("orrow", "vaime"):
        # What a turn needs of the package is needed for the first.
        copy_beginning(id, folder / id, turns=1)
    return folder


def test_the_wheel_carries_every_file_of_the_package(wheel: Path) -> None:
    expected = set(packed_files("chronicle"))
    assert {"chronicle/cli/__init__.py", "chronicle/rules/__init__.py"} <= expected
    assert expected <= contents(wheel).keys()


def test_the_wheel_carries_the_themes_inside_the_package(wheel: Path) -> None:
    expected = {f"chronicle/{path}" for path in packed_files("themes")}
    assert {Path(path).suffix for path in expected} >= {".css", ".html"}
    assert expected <= contents(wheel).keys()


def test_the_wheel_installs_nothing_beside_the_package(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    own = f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    assert {name.split("/")[0] for name in contents(wheel)} == {"chronicle", own}


def test_the_wheel_names_no_address_of_the_project(wheel: Path) -> None:
    """There is none yet: the README is read in a clone."""
    (metadata,) = (text for name, text in contents(wheel).items() if name.endswith("/METADATA"))
    head, _, description = metadata.decode("utf-8").partition("\n\n")
    assert "Project-URL" not in head
    assert description == (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_source_archive_makes_the_same_wheel(source_release: Path, wheel: Path) -> None:
    assert contents(only(source_release, "*.whl")) == contents(wheel)


def test_the_source_archive_carries_what_make_needs(source_release: Path) -> None:
    with tarfile.open(only(source_release, "*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    expected = {"Makefile", "LICENSE", "README.md", "pyproject.toml", "requirements.lock"}
    assert expected | set(packed_files("content")) | set(packed_files("tests")) <= names


def test_the_installed_package_is_not_the_checkout(installed: Path, environment: Path) -> None:
    assert installed.is_relative_to(environment.resolve())
    assert any((installed / "themes").glob("*/**/*.html"))


def test_the_installed_command_builds_a_multi_site_in_another_folder(
    environment: Path, shelf: Path, tmp_path: Path
) -> None:
    output, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    before = {path: path.stat().st_mtime_ns for path in shelf.rglob("*")}
    run(environment / PROGRAMS / "chronicle", "build", shelf, "-o", output, cwd=elsewhere)
    assert (output / "site" / "index.html").stat().st_size > 0
    for campaign in shelf.glob("*/campaign.yaml"):
        name = campaign.parent.name
        assert (output / "site" / name / "index.html").stat().st_size > 0
        assert (output / "private" / name / "gm" / "index.html").stat().st_size > 0
    assert not any(elsewhere.iterdir())
    assert {path: path.stat().st_mtime_ns for path in shelf.rglob("*")} == before
