"""A build of a site that has the size hosts take, and of one that is a byte larger."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.publish import writer
from tests.cli.command_runner import CREEP, lay, run


def site_of(folder: Path) -> dict[str, bytes]:
    site = folder / "site"
    return {str(path): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def size_of_site(folder: Path) -> int:
    return sum(map(len, site_of(folder).values()))


def test_a_site_of_the_size_that_hosts_take_is_built_with_a_warning_each_time(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_SITE_BYTES", size_of_site(built / "output"))
    for output in ("other", "other"):
        ran = run("build", "-o", output, "--format", "plain")
        assert ran.code == 0
        assert "warning O006: the site has " in ran.err
        assert "error" not in ran.err


def test_a_site_that_is_a_byte_too_large_is_not_written_over_the_earlier_one(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site_of(built / "output")
    lay(built / "content", {"turns/001.yaml": f"{CREEP}title: Low Water\n"})
    assert run("build", "-o", "other").code == 0
    monkeypatch.setattr(writer, "MAX_SITE_BYTES", size_of_site(built / "other") - 1)
    ran = run("build", "--format", "plain")
    assert ran.code == 1
    assert "error O007: the site has " in ran.err
    assert "make the largest pictures in `media/` smaller" in ran.err
    assert site_of(built / "output") == before
