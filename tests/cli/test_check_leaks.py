"""A leak ends a build before anything is written, and `check --leaks` looks for nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import TITEL, lay, run

pytestmark = pytest.mark.usefixtures("complete_builds")

#: A theme of the author's own that names what the public does not know.
BLABBING: Final = (
    '{% extends "layout.html" %}{% block main %}Nobody is to hear of The Vale.{% endblock %}'
)
SAID: Final = (
    "content/places.yaml, line 5, column 16: error L001: "
    "`site/about.html` shows “The Vale”, which is not for everyone\n"
)


@pytest.fixture
def blabbing(built: Path) -> Path:
    """A built campaign whose theme names a secret now."""
    template = built / "content" / "themes" / "annals" / "about.html"
    template.parent.mkdir(parents=True)
    template.write_text(BLABBING, encoding="utf-8")
    return built


@pytest.mark.parametrize("words", [("build",), ("check",)], ids=" ".join)
def test_a_leak_exits_with_3_and_names_page_secret_and_position(
    words: tuple[str, ...], blabbing: Path
) -> None:
    page = blabbing / "output" / "site" / "about.html"
    before = page.read_bytes()
    ran = run(*words)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(SAID)
    assert "at: The Vale (the name of a place)" in ran.err
    assert page.read_bytes() == before, "the earlier site is left as it was"


def test_a_leak_is_a_json_finding(blabbing: Path) -> None:
    ran = run("check", "--leaks", "--format", "json")
    assert ran.code == 3
    (finding,) = json.loads(ran.out)["findings"]
    assert (finding["code"], finding["line"]) == ("L001", 5)
    assert blabbing.is_dir()


def test_without_leaks_the_scanned_pages_are_counted(built: Path) -> None:
    ran = run("check", "--leaks")
    assert (ran.code, ran.out) == (0, "")
    pages = [path for path in (built / "output").rglob("*.html") if "gm" not in path.parts]
    assert ran.err == f"no leaks in {len(pages)} pages\n"


def test_mistakes_are_reported_before_leaks(blabbing: Path) -> None:
    lay(blabbing / "content", {"turns/001.yaml": TITEL})
    ran = run("check", "--leaks")
    assert ran.code == 1
    assert "error C002" in ran.err
    assert "L001" not in ran.err


def test_only_warnings_about_leaked_names_are_shown(built: Path) -> None:
    (built / "content" / "turns" / "notes.txt").write_text("x")
    slip = "turn: 1\nnews:\n  - {for: everyone, text: They went to The Vale.}\n"
    lay(built / "content", {"turns/001.yaml": slip})
    ran = run("check", "--leaks")
    assert ran.code == 0
    assert "warning L002: “The Vale” is named here for everyone" in ran.err
    assert "C010" not in ran.err


def test_a_multi_site_is_scanned_campaign_by_campaign(blabbing: Path) -> None:
    (blabbing / "content").rename(blabbing / "crowns")
    (blabbing / "content").mkdir()
    (blabbing / "crowns").rename(blabbing / "content" / "crowns")
    (blabbing / "content" / "shelf.yaml").write_text("title: All\n", encoding="utf-8")
    ran = run("check", "--leaks")
    assert ran.code == 3
    assert "`site/crowns/about.html` shows “The Vale”" in ran.err
