"""The lock files: complete, agreed with one another and true everywhere."""

import re
import tomllib
from collections.abc import Iterable

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.packaging.build_packages import ROOT

RUN, BUILD, DEV = "requirements.lock", "requirements-build.lock", "requirements-dev.lock"
PINNED = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^\s;]+)", re.MULTILINE)


def text(lock: str) -> str:
    """The text of a lock file."""
    return (ROOT / lock).read_text(encoding="utf-8")


def pinned(lock: str) -> dict[str, Version]:
    """The version of every package in a lock file."""
    return {found["name"]: Version(found["version"]) for found in PINNED.finditer(text(lock))}


def declared() -> Iterable[tuple[str, Requirement]]:
    """Every requirement of pyproject.toml with each lock file that has to hold it."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    yield from ((RUN, Requirement(line)) for line in project["dependencies"])
    yield from ((DEV, Requirement(line)) for line in project["dependencies"])
    yield from ((DEV, Requirement(line)) for line in project["optional-dependencies"]["dev"])
    yield from ((BUILD, Requirement(line)) for line in pyproject["build-system"]["requires"])


@pytest.mark.parametrize(("lock", "requirement"), tuple(declared()), ids=str)
def test_every_declared_package_is_locked_at_a_version_it_allows(
    lock: str, requirement: Requirement
) -> None:
    assert pinned(lock)[canonicalize_name(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("lock", [RUN, BUILD])
def test_the_small_locks_agree_with_the_development_lock(lock: str) -> None:
    assert pinned(lock)
    assert pinned(lock).items() <= pinned(DEV).items()


@pytest.mark.parametrize("lock", [RUN, BUILD, DEV])
def test_a_lock_names_neither_a_host_nor_a_path(lock: str) -> None:
    assert not re.search(r"://|^-|--(?!hash=)|(?<!\S)/", text(lock), re.MULTILINE)


@pytest.mark.parametrize("lock", [RUN, BUILD, DEV])
def test_every_locked_package_has_a_digest(lock: str) -> None:
    packages = re.split(r"^(?=[a-z0-9-]+==)", text(lock), flags=re.MULTILINE)[1:]
    assert len(packages) == len(pinned(lock))
    assert all("--hash=sha256:" in package for package in packages)
