"""Every way in which `deploy` may end, by its exit code, and that only one of them puts a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.cli import deploy
from tests.cli.command_runner import TITEL, Ran, lay, run
from tests.cli.deploy.deployments import FLOOD, is_marked, text_of, to
from tests.cli.git_repositories import lying
from tests.cli.test_check_leaks import BLABBING
from tests.docs.pages import bare, sections

#: Brings about an ending, in the current folder with an empty repository beside the campaign.
Way = Callable[[Path, Path, pytest.MonkeyPatch], Ran]


def _soundly(here: Path, site: Path, _: pytest.MonkeyPatch) -> Ran:
    assert here.is_dir()
    return to(site)


def _with_a_mistake(here: Path, site: Path, _: pytest.MonkeyPatch) -> Ran:
    lay(here / "content", {"turns/001.yaml": TITEL})
    return to(site)


def _misspelt(here: Path, site: Path, _: pytest.MonkeyPatch) -> Ran:
    assert here.is_dir()
    return to(site, "--dryrun")


def _with_a_leak(here: Path, site: Path, _: pytest.MonkeyPatch) -> Ran:
    lay(here / "content", {"themes/annals/about.html": BLABBING})
    return to(site)


def _to_nowhere(here: Path, _: Path, __: pytest.MonkeyPatch) -> Ran:
    return to(here / "no-such-place.git")


def _told_otherwise(here: Path, site: Path, _: pytest.MonkeyPatch) -> Ran:
    first = FLOOD.replace("turn: 2", "turn: 1")
    lay(here / "content", {"turns/001.yaml": first})
    assert run("deploy", "--record-only", "--without-orders").code == 0
    lay(here / "content", {"turns/001.yaml": first.replace("under", "over")})
    return to(site)


def _with_a_fault_of_ours(here: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    assert here.is_dir()
    monkeypatch.setattr(deploy, "_check_secrets", broken)
    return to(site)


#: By exit code: what leads to it, and its message.
ENDINGS: Final[Mapping[int, tuple[Way, str]]] = {
    0: (_soundly, "turn 1 published"),
    1: (_with_a_mistake, "error C002"),
    2: (_misspelt, "--dryrun"),
    3: (_with_a_leak, "error L001"),
    4: (_to_nowhere, "repository not found"),
    5: (_told_otherwise, "error D001"),
    70: (_with_a_fault_of_ours, "internal error in chronicle"),
}


def test_every_documented_exit_code_is_covered() -> None:
    listed = sections("docs/reference/commands.md")["Exit codes"].column()
    assert [int(bare(cell)) for cell in listed] == list(ENDINGS)


@pytest.mark.usefixtures("complete_builds")
@pytest.mark.parametrize("code", ENDINGS)
def test_only_a_successful_deploy_changes_the_target(
    code: int, here: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way, said = ENDINGS[code]
    ran = way(here, site, monkeypatch)
    assert ran.code == code, ran.err
    assert said in ran.err
    assert bool(lying(site)) == (code == 0)
    assert not (here / "output").exists()
    assert is_marked(here) == (code in (0, 5))


@pytest.mark.usefixtures("complete_builds")
def test_a_leak_leaves_the_earlier_site_and_lock_unchanged(here: Path, site: Path) -> None:
    assert to(site).code == 0
    before, record = lying(site), text_of(here / "content")
    lay(here / "content", {"turns/002.yaml": FLOOD, "themes/annals/about.html": BLABBING})
    ran = to(site)
    assert (ran.code, ran.out, lying(site)) == (3, "", before)
    after = text_of(here / "content")
    assert {path for path in after if after[path] != record.get(path)} == {
        "turns/002.yaml",
        "themes/annals/about.html",
    }
