"""A leak ends a build before anything is written, and `check --leaks` looks for nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import TITEL, lay, run

#: A theme of the author's own that names what the public does not know.
BLABBING: Final = (
    '{% extends "layout.html" %}{% block main %}Nobody is to hear of The Vale.{% endblock %}'
)
SAID: Final = (
    "content/places.yaml, line 5, column 16: error L001: "
    "`site/about.html` shows “The Vale”, which is not for everyone\n"
)


@pytest.fixture
def blabbing(here: Path) -> Path:
    template = here / "content" / "themes" / "annals" / "about.html"
    template.parent.mkdir(parents=True)
    template.write_text(BLABBING, encoding="utf-8")
    return here


@pytest.mark.parametrize("words", [("build",), ("check",), ("check", "--leaks")], ids=" ".join)
def test_a_leak_exits_with_3_and_names_page_secret_and_position(
    words: tuple[str, ...], blabbing: Path
) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(SAID)
    assert "at: The Vale (the name of a place)" in ran.err
    assert not (blabbing / "output").exists()


def test_a_leak_leaves_the_earlier_site_unchanged(here: Path) -> None:
    assert run("build").code == 0
    page = here / "output" / "site" / "about.html"
    before = page.read_bytes()
    lay(here / "content", {"themes/annals/about.html": BLABBING})
    assert run("build").code == 3
    assert page.read_bytes() == before


def test_a_leak_is_a_json_finding(blabbing: Path) -> None:
    ran = run("check", "--leaks", "--format", "json")
    assert ran.code == 3
    (finding,) = json.loads(ran.out)["findings"]
    assert (finding["code"], finding["line"]) == ("L001", 5)
    assert blabbing.is_dir()


def test_without_leaks_the_scanned_pages_are_counted(here: Path) -> None:
    ran = run("check", "--leaks")
    assert (ran.code, ran.out) == (0, "")
    assert run("build").code == 0
    built = [path for path in (here / "output").rglob("*.html") if "gm" not in path.parts]
    assert ran.err == f"no leaks in {len(built)} pages\n"


def test_mistakes_are_reported_before_leaks(blabbing: Path) -> None:
    lay(blabbing / "content", {"turns/001.yaml": TITEL})
    ran = run("check", "--leaks")
    assert ran.code == 1
    assert "error C002" in ran.err
    assert "L001" not in ran.err


def test_only_warnings_about_leaked_names_are_shown(here: Path) -> None:
    (here / "content" / "turns" / "notes.txt").write_text("x")
    slip = "turn: 1\nnews:\n  - {for: everyone, text: They went to The Vale.}\n"
    lay(here / "content", {"turns/001.yaml": slip})
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
