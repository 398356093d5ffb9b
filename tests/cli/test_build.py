"""`chronicle build` and `chronicle check`, as a newcomer types them."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from subprocess import run as start_program
from typing import Final

import pytest

from tests.cli.command_runner import TITEL, TITEL_SAID, lay, run, start, surroundings
from tests.platforms import needs_limited_user


def everything(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_a_build_makes_an_edition_for_every_audience_and_says_where(here: Path) -> None:
    ran = run("build")
    assert (ran.code, ran.out) == (0, "")
    pages = sum(1 for path in everything(here / "output") if path.endswith(".html"))
    assert ran.err.splitlines()[0] == (
        f"{pages} pages in output: open {Path('output/site/index.html')}"
    )
    site = [path for path in (here / "output" / "site").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in site) / 1e6
    assert ran.err.splitlines()[1] == (
        f"{Path('output/site')}, for the host, has {size:.1f} MB in {len(site)} files"
    )
    for edition in ("site", "private/gm", "private/vael", "private/oru"):
        assert (here / "output" / edition / "index.html").is_file()
    assert sorted(path.name for path in (here / "output" / "private").iterdir()) == [
        "gm",
        "oru",
        "vael",
    ]


@pytest.mark.parametrize("content", ["content", "content/", "./content"])
def test_the_content_may_be_left_out_or_named(content: str, built: Path) -> None:
    ran = run("build")
    assert ran.code == 0
    assert run("build", content) == ran
    assert (built / "output" / "site" / "index.html").is_file()


def test_the_output_goes_where_it_is_wanted(here: Path) -> None:
    ran = run("build", "content", "-o", "to/my site")
    assert ran.code == 0
    assert "pages in to/my site: open" in ran.err
    assert run("build", "content", "--output", "to/my site") == ran
    assert not (here / "output").exists()
    assert (here / "to" / "my site" / "site" / "index.html").is_file()


def test_a_check_does_everything_but_write(here: Path) -> None:
    before = everything(here)
    ran = run("check")
    assert (ran.code, ran.out, ran.err) == (0, "", "no problems found\n")
    assert everything(here) == before


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_mistake_is_printed_to_stderr_and_nothing_is_written(command: str, here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    before = everything(here)
    ran = run(command)
    assert (ran.code, ran.out, ran.err) == (1, "", TITEL_SAID)
    assert everything(here) == before


def test_a_mistake_leaves_the_earlier_site_unchanged(built: Path) -> None:
    before = everything(built / "output")
    lay(built / "content", {"turns/001.yaml": TITEL})
    assert run("build").code == 1
    assert everything(built / "output") == before


def test_a_mistake_in_a_theme_is_found_by_a_check_too(here: Path) -> None:
    template = here / "content" / "themes" / "annals" / "home.html"
    template.parent.mkdir(parents=True)
    template.write_text("{{ view.titel }}\n")
    for command in ("build", "check"):
        ran = run(command)
        assert ran.code == 1
        assert "home.html, line 1, column 1: error T003" in ran.err
    assert not (here / "output").exists()


def test_a_warning_does_not_stop_the_build(built: Path) -> None:
    (built / "content" / "turns" / "notes.txt").write_text("x")
    ran = run("build")
    assert ran.code == 0
    assert "warning C010: this file is ignored" in ran.err
    assert ran.err.splitlines()[-3].endswith("index.html")
    assert (built / "output" / "site" / "index.html").is_file()


def test_a_build_for_the_host_leaves_only_the_site(built: Path) -> None:
    site = everything(built / "output" / "site")
    ran = run("build", "--site-only")
    assert ran.code == 0
    assert "its dossiers are not on the site" in ran.err
    assert everything(built / "output" / "site") == site
    assert not (built / "output" / "private").exists()
    # Its result is not taken for the result of a whole build.
    assert run("build").code == 0
    assert (built / "output" / "private" / "gm" / "index.html").exists()


def test_a_build_for_the_host_does_not_stand_in_for_a_check(here: Path) -> None:
    folder = here / "content" / "themes" / "annals"
    folder.mkdir(parents=True)
    (folder / "audit.html").write_text("{{ nowhere }}", encoding="utf-8")
    assert run("build", "--site-only").code == 0
    assert run("check").code == 1


def test_a_campaign_without_turns_is_built(here: Path) -> None:
    (here / "content" / "turns" / "001.yaml").unlink()
    assert run("build").code == 0
    assert (here / "output" / "site" / "index.html").is_file()


def test_chronicle_runs_as_a_module(here: Path) -> None:
    ran = start_program(
        [sys.executable, "-m", "chronicle", "check"],
        capture_output=True,
        text=True,
        env=surroundings({}),
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "no problems found\n")
    assert here.is_dir()


# ── Where the campaign is ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("content", "content/turns/001.yaml"),
        ("./content/", "content/turns/001.yaml"),
        ("../here/content", "../here/content/turns/001.yaml"),
    ],
)
def test_paths_are_shown_as_they_were_typed(
    typed: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path / "here" / "content", {"turns/001.yaml": TITEL})
    monkeypatch.chdir(tmp_path / "here")
    assert run("check", typed).err.startswith(f"{shown}, line 2, column 1")


def test_inside_the_campaign_paths_start_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    monkeypatch.chdir(here / "content")
    assert run("check", ".").err.startswith("turns/001.yaml, line 2, column 1")


def test_a_whole_path_is_shown_whole(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    assert run("check", str(here / "content")).err.startswith(f"{here}/content/turns/001.yaml, ")


def test_a_folder_without_a_campaign_is_a_finding_that_names_the_missing_file(here: Path) -> None:
    (here / "empty").mkdir()
    ran = run("check", "empty")
    assert ran.code == 1
    assert "empty/campaign.yaml, line 1, column 1: error C009" in ran.err
    assert "create campaign.yaml, or give the path of the folder that contains it" in ran.err


# ── What can't be ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_missing_folder_is_a_usage_error(command: str, here: Path) -> None:
    ran = run(command, "contnet")
    assert (ran.code, ran.out) == (2, "")
    assert "folder contnet not found; did you mean content?" in ran.err
    assert not (here / "output").exists()


def test_a_file_instead_of_the_campaign_folder_is_a_usage_error(here: Path) -> None:
    ran = run("check", "content/campaign.yaml")
    assert ran.code == 2
    assert "content/campaign.yaml is a file; give its folder, content" in ran.err
    assert here.is_dir()


@pytest.mark.parametrize("output", ["content", "content/site", "."])
def test_the_output_may_not_be_inside_the_campaign(output: str, here: Path) -> None:
    before = everything(here)
    ran = run("build", "-o", output)
    assert ran.code == 1
    assert f"error O003: {output} is inside the campaign, or contains it" in ran.err
    assert everything(here) == before


def test_an_output_with_other_files_is_refused(here: Path) -> None:
    (here / "output").mkdir()
    (here / "output" / "thesis.txt").write_text("mine")
    before = everything(here)
    ran = run("build")
    assert ran.code == 1
    assert "error O001: output contains files that chronicle did not write: thesis.txt" in ran.err
    assert everything(here) == before


@pytest.mark.parametrize("output", ["/proc/chronicle", "content.txt", "content.txt/inner"])
def test_a_place_that_can_t_be_written_is_a_finding(output: str, here: Path) -> None:
    (here / "content.txt").write_text("x")
    ran = run("build", "-o", output)
    assert ran.code == 1
    assert f"error O002: can't write {output}: " in ran.err
    assert "choose another folder, for example with `-o ~/site`" in ran.err


def test_an_output_that_can_t_be_written_is_reported_before_anything_is_read_or_drawn(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("chronicle.publish.transaction.tempfile.mkdtemp", read_only)
    monkeypatch.setattr("chronicle.cli.build.build_content", lambda *_, **__: pytest.fail("read"))
    before = everything(here)
    ran = run("build", "-o", "new/folder/site")
    assert ran.code == 1
    assert "error O002: can't write new/folder/site: Read-only file system" in ran.err
    assert everything(here) == before


def test_a_build_with_errors_leaves_no_new_folder(here: Path) -> None:
    (here / "content" / "places.yaml").write_text("places: [")
    before = everything(here)
    assert run("build", "-o", "new/folder/site").code == 1
    assert everything(here) == before


@needs_limited_user
def test_an_output_owned_by_another_user_is_a_finding(here: Path) -> None:
    (here / "theirs").mkdir(mode=0o555)
    ran = run("build", "-o", "theirs/output")
    assert ran.code == 1
    assert "error O002: can't write theirs/output: Permission denied" in ran.err


def test_a_build_does_not_depend_on_process_and_folder(
    built: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    more = {"TZ": "Pacific/Chatham", "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    ran = start("build", str(built / "content"), "-o", "out", environment=more)
    assert ran.returncode == 0, ran.stderr
    assert everything(elsewhere / "out") == everything(built / "output")


# ── The address of the site ──────────────────────────────────────────────────────────────────────

PAGES_URL: Final = "https://ada.example/war"


def links_in_feed(output: str) -> set[str]:
    """The host and first folder of all links in the public feed."""
    feed = Path(output, "site/feed.xml").read_text(encoding="utf-8")
    return set(re.findall(r'href="(https://[^/"]+/[^/"]*)', feed))


def test_an_address_is_used_where_the_campaign_has_none(built: Path) -> None:
    assert not (built / "output/site/feed.xml").exists()
    assert run("build", "--address", PAGES_URL).code == 0
    assert links_in_feed("output") == {PAGES_URL}
    head = built / "content/campaign.yaml"
    head.write_text(head.read_text(encoding="utf-8") + "address: https://my.example/\n")
    assert run("build", "--address", PAGES_URL).code == 0
    assert {link.partition(".example")[0] for link in links_in_feed("output")} == {"https://my"}


def test_another_address_leaves_no_page_with_the_one_before(built: Path) -> None:
    addresses = (PAGES_URL, "https://ben.example/")
    pages = []
    for address in addresses:
        assert run("build", "--site-only", "--address", address).code == 0
        files = everything(built / "output/site")
        pages.append(
            {
                it: {path for path, text in files.items() if it.encode() in (text or b"")}
                for it in addresses
            }
        )
    one, another = addresses
    assert (pages[0][another], pages[1][one]) == (set(), set())
    assert pages[0][one] == pages[1][another]
    assert len(pages[0][one]) > 5


@pytest.mark.parametrize("address", ["ada.example", "ftp://ada.example/", "https://a b/"])
def test_an_invalid_address_is_refused(here: Path, address: str) -> None:
    ran = run("build", "--address", address)
    assert ran.code == 2
    assert "is not a site address; one looks like https://ada.example/ferry/" in ran.err
    assert not (here / "output").exists()


def test_one_address_is_not_for_several_campaigns(here: Path) -> None:
    for name in ("ash", "oak"):
        lay(here / "shelf" / name, {})
    ran = run("build", "shelf", "--address", PAGES_URL)
    assert ran.code == 2
    assert "for one campaign only" in ran.err
