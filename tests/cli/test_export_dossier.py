"""`export dossier` writes a faction's dossier to one file, after the checks of a build."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, run
from tests.exported_dossier import exported

LETTER = "news: [{for: vael, from: A friend, text: Meet me at the pump.}]\n"


def test_the_file_is_named_after_the_faction_and_is_the_exported_dossier(here: Path) -> None:
    ran = run("export", "dossier", "vael")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "dossier of vael in dossier-vael.html; it is not encrypted\n"
    assert (here / "dossier-vael.html").read_bytes() == exported({"turns/001.yaml": CREEP})
    assert sorted(path.name for path in here.iterdir()) == ["content", "dossier-vael.html"]


def test_each_faction_has_its_own_and_an_older_file_is_replaced(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": CREEP + LETTER})
    (here / "sent.html").write_text("an older one", encoding="utf-8")
    assert run("export", "dossier", "oru", "content", "-o", "sent.html").code == 0
    sent = (here / "sent.html").read_text(encoding="utf-8")
    assert "Meet me" not in sent, "the letter is to Vael alone"
    assert run("export", "dossier", "vael", "content", "-o", "sent.html").code == 0
    assert "Meet me" in (here / "sent.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["valel", "gm", "everyone"])
def test_only_a_faction_has_a_dossier(here: Path, word: str) -> None:
    ran = run("export", "dossier", word)
    assert ran.code == 2
    assert f"unknown faction {word}" in ran.err
    assert not list(here.glob("*.html"))


@pytest.mark.usefixtures("here")
def test_the_faction_must_be_named() -> None:
    ran = run("export", "dossier")
    assert ran.code == 2
    assert "Missing argument 'FACTION'" in ran.err


def test_a_campaign_with_a_mistake_is_not_exported(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = run("export", "dossier", "vael")
    assert (ran.code, ran.err) == (1, TITEL_SAID)
    assert not (here / "dossier-vael.html").exists()


def test_a_mistake_in_the_template_of_the_file_is_reported_at_its_line(here: Path) -> None:
    folder = here / "content" / "themes" / "annals"
    folder.mkdir(parents=True)
    (folder / "single.html").write_text("<p>\n{{ nowhere }}</p>", encoding="utf-8")
    ran = run("export", "dossier", "vael")
    assert ran.code == 1
    assert "themes/annals/single.html, line 2" in ran.err
    assert not (here / "dossier-vael.html").exists()


@pytest.mark.usefixtures("complete_builds")
def test_a_leak_is_found_and_nothing_is_written(here: Path) -> None:
    told = CREEP + "news: [{for: oru, text: The bell is cracked below the clapper.}]\n"
    folder = here / "content" / "themes" / "annals"
    folder.mkdir(parents=True)
    words = "<main><title></title>The bell is cracked below the clapper.</main>"
    (folder / "single.html").write_text(words, encoding="utf-8")
    lay(here / "content", {"turns/001.yaml": told})
    assert run("export", "dossier", "oru").code == 0, "it is theirs"
    ran = run("export", "dossier", "vael")
    assert ran.code == 3
    assert not (here / "dossier-vael.html").exists()


def test_a_changed_published_turn_is_not_exported(published: Path) -> None:
    lay(published / "content", {"turns/001.yaml": CREEP.replace("They creep", "They crawl")})
    ran = run("export", "dossier", "vael")
    assert ran.code == 5
    assert not (published / "dossier-vael.html").exists()


def test_the_file_may_not_be_inside_a_built_site(built: Path) -> None:
    ran = run("export", "dossier", "vael", "-o", "output/site/vael.html")
    assert ran.code == 1
    assert "K012" in ran.err
    assert not (built / "output/site/vael.html").exists()


def test_a_file_that_cannot_be_written_is_an_error(here: Path) -> None:
    (here / "taken").write_text("", encoding="utf-8")
    ran = run("export", "dossier", "vael", "-o", "taken/vael.html")
    assert ran.code == 1
    assert "O002" in ran.err
