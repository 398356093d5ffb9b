"""A newcomer asks what is still wrong before the site goes online."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chronicle.authoring.doctor import CampaignProgress, check_progress
from chronicle.authoring.repository_checks import (
    Objection,
    Repository,
    find_objections,
    github_pages_address,
    is_same_repository,
)
from chronicle.cli import doctor
from chronicle.cli.build_run import BuildRun
from chronicle.diagnostics.catalogue.references import SelfNeighbour
from chronicle.diagnostics.report import Report
from chronicle.model.hosting import Hosting
from tests.cli.command_runner import run
from tests.cli.git_repositories import git


@pytest.fixture(autouse=True)
def quick(here: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    """The report of every build from now on, which takes no time then."""
    monkeypatch.setattr("chronicle.seal.logins.ROUNDS", 2)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(here / "no-such-file"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))
    report = Report()
    monkeypatch.setattr(doctor, "build_content", lambda *_, **__: BuildRun({}, report))
    return report


def looked(*words: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and the lines by what they are about."""
    ran = run("doctor", *words, "--json")
    shape = json.loads(ran.out)
    assert shape["format"] == "chronicle-doctor"
    assert shape["well"] == (ran.code == 0)
    return ran.code, {line["about"]: line for line in shape["lines"]}


def states(lines: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {about: line["state"] for about, line in lines.items()}


def test_a_fresh_campaign_has_things_to_look_at_and_nothing_wrong() -> None:
    code, lines = looked()
    assert code == 0
    assert states(lines) == {
        "versions": "ok",
        "git": "ok",
        "content": "ok",
        "key": "look",
        "repository": "ok",
        "deploy": "look",
        "address": "look",
        "orders": "look",
        "published": "look",
    }
    assert "chronicle keys init content" in lines["key"]["help"]
    assert lines["orders"]["said"] == "turn 1 has none from oru"


def test_text_output_has_a_line_and_advice_for_each_point() -> None:
    ran = run("doctor")
    assert (ran.code, ran.err) == (0, "")
    assert "warning  published: 0 of 1 turn\n" in ran.out
    assert "         → `chronicle deploy content` puts turns online and publishes them\n" in ran.out


def test_mistakes_are_counted_with_the_command_that_shows_them(quick: Report) -> None:
    quick.add(SelfNeighbour(at=None))
    code, lines = looked()
    assert (code, lines["content"]["state"]) == (1, "wrong")
    assert lines["content"]["said"] == "1 error; about names and links: 1"
    assert "chronicle check content" in lines["content"]["help"]


def test_a_world_readable_or_unreadable_key_is_an_error(here: Path) -> None:
    assert run("keys", "init").code == 0
    key = here / "content" / "chronicle.key"
    assert looked()[1]["key"]["state"] == "ok"
    key.chmod(0o644)
    code, lines = looked()
    assert (code, lines["key"]["state"]) == (1, "wrong")
    assert "chmod 600" in lines["key"]["help"]
    key.chmod(0o600)
    key.write_text("hush", encoding="utf-8")
    code, lines = looked()
    assert (code, "restore" in lines["key"]["help"]) == (1, True)
    assert "hush" not in str(lines)


def test_secret_files_tracked_by_git_are_reported(here: Path) -> None:
    git(here, "init", "--quiet", ".")
    git(here, "remote", "add", "origin", "git@git.example:ada/ferry.git")
    git(here, "add", "content")
    with (here / "content" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("deploy: {remote: origin}\n")
    code, lines = looked()
    assert (code, lines["secrets"]["state"]) == (1, "wrong")
    assert lines["remote origin"]["state"] == "look"
    assert "git.example" in lines["remote origin"]["said"]
    assert "git does not ignore output/private" in run("doctor").out


def test_an_address_that_does_not_match_the_host_is_an_error(here: Path) -> None:
    campaign = here / "content" / "campaign.yaml"
    written = campaign.read_text(encoding="utf-8")
    deploy = "deploy: {remote: 'https://github.com/Ada/ferry.git'}\n"
    campaign.write_text(f"{written}{deploy}address: https://ada.github.io/fery/\n")
    code, lines = looked()
    assert (code, lines["address"]["state"]) == (1, "wrong")
    assert "https://ada.github.io/ferry/" in lines["address"]["help"]
    campaign.write_text(f"{written}{deploy}address: https://ada.github.io/ferry/\n")
    assert looked()[1]["address"]["state"] == "ok"
    campaign.write_text(f"{written}deploy: {{remote: orign}}\n")
    assert looked()[1]["deploy"]["state"] == "wrong"


def test_remaining_rumor_drafts_are_listed(here: Path) -> None:
    with (here / "content" / "turns" / "001.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "rumors: [{text: They say so., heard_by: everyone, truth: false, draft: true}]\n"
        )
    _, lines = looked()
    assert (lines["drafts"]["state"], "turn 1 has" in lines["drafts"]["said"]) == ("look", True)


def test_open_gm_tasks_are_listed() -> None:
    (line,) = (
        line
        for line in check_progress(CampaignProgress(2, 2, prompts=3), "crowns")
        if line.about == "prompts"
    )
    assert line.said == "3 events of turn 2 need your decision"
    assert line.help == "to see them, run `chronicle status crowns`"


def test_each_campaign_of_a_multi_site_has_its_lines(here: Path) -> None:
    (here / "content").rename(here / "crowns")
    (here / "content").mkdir()
    (here / "crowns").rename(here / "content" / "crowns")
    _, lines = looked()
    assert {"crowns, orders", "crowns, published"} <= set(lines)


# ── Repositories ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("git@git.example:ada/Ferry.git", "https://git.example/ada/ferry", True),
        ("ssh://git@git.example:22/ada/ferry.git", "https://u:p@git.example/ada/ferry/", True),
        ("file:///srv/ferry.git", "/srv/ferry", True),
        ("/srv/ferry/.git", "/srv/ferry", True),
        ("git@git.example:ada/ferry.git", "git@git.example:bo/ferry.git", False),
        ("/srv/ferry.git", "https://srv/ferry.git", False),
    ],
)
def test_repository_urls_are_normalised(one: str, other: str, same: object) -> None:
    assert is_same_repository(one, other) is same


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("git@github.com:Ada/Ferry.git", "https://ada.github.io/ferry/"),
        ("https://github.com/ada/ada.github.io", "https://ada.github.io/"),
        ("https://git.example/ada/ferry.git", None),
        ("../ferry.git", None),
    ],
)
def test_the_address_of_a_site_follows_from_its_repository(url: str, address: str | None) -> None:
    assert github_pages_address(url) == address


AWAY = "git@git.example:ada/notes.git"
SITE = "git@git.example:ada/site.git"


def spoken(repository: Repository, *, private: bool = False) -> list[bool]:
    """What speaks against the site's repository, by whether it refuses."""
    found: tuple[Objection, ...] = find_objections(repository, SITE, "gh-pages", private=private)
    return [objection.refuses for objection in found]


@pytest.mark.parametrize(
    ("repository", "refuses"),
    [
        (Repository("/home/a"), []),
        (Repository("/home/a", {"origin": AWAY}, keys=("a.key",)), [True]),
        (Repository("/home/a", {"origin": "/srv/a.git"}, keys=("a.key",)), [False]),
        (Repository("/home/a", {"origin": SITE}, private=("output/private/gm/x",)), [True]),
        (Repository("/home/a", {"origin": SITE}, exposed=("a.key",)), [True]),
        (Repository("/home/a", {"origin": AWAY}, exposed=("a.key",)), [False]),
        (Repository("/home/a", {"origin": AWAY}, content=("campaign.yaml",)), [True]),
        (Repository("/home/a", {"origin": "/srv/a.git"}, content=("campaign.yaml",)), []),
        (Repository("/home/a", {"origin": AWAY}, past_keys=("a.key",)), [True]),
        (Repository("/home/a", {"origin": "/srv/a.git"}, past_keys=("a.key",)), [False]),
        (Repository("/home/a", {"origin": AWAY}, past=("cards.html",)), [False]),
        (Repository("/home/a", {"origin": SITE}, content=("campaign.yaml",)), [True]),
    ],
)
def test_problems_with_a_host_are_reported(repository: Repository, refuses: list[bool]) -> None:
    assert spoken(repository) == refuses


def test_a_private_repository_may_hold_both_on_two_branches() -> None:
    remotes = {"origin": SITE}
    both = Repository("/home/a", remotes, content=("campaign.yaml",))
    mixed = Repository("/home/a", remotes, content=("campaign.yaml",), holding=("gh-pages",))
    assert spoken(both, private=True) == []
    assert spoken(mixed, private=True) == [True]
    assert Hosting(SITE, private=True).branch == "gh-pages"
