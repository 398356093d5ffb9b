"""A shelf of campaigns at the command line: built and checked together, resolved one by one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, prepared, run
from tests.folders import files_in
from tests.small_campaign import SOUND

#: A mistake that is only looked for where everything else in the campaign is sound.
LOST = "turn: 1\nnews: [{for: everyone, text: 'See [[Nowhere]].'}]\n"


@pytest.fixture
def shelf(here: Path) -> Path:
    """The current folder has no campaign but a shelf of two in `content`."""
    (here / "content").rename(here / "crowns")
    (here / "content").mkdir()
    (here / "crowns").rename(here / "content" / "crowns")
    lay(here / "content" / "bells", {"turns/001.yaml": CREEP})
    return here / "content"


@pytest.fixture
def built_shelf(shelf: Path) -> Path:
    """The same, with the site of both in `output`."""
    return prepared(shelf.parent, _build) / "content"


def _build(_here: Path) -> None:
    assert run("build").code == 0


def without(shelf: Path, *names: str) -> None:
    """Takes campaigns away from the shelf."""
    for name in names:
        (shelf / name).rename(shelf.parent / name)


# ── What is built ────────────────────────────────────────────────────────────────────────────────


def test_a_multi_site_has_a_landing_page_and_a_folder_for_each_campaign(built_shelf: Path) -> None:
    ran = run("build")
    assert (ran.code, ran.out) == (0, "")
    output = built_shelf.parent / "output"
    pages = sum(1 for path in files_in(output) if path.endswith(".html"))
    first, size, *keyless = ran.err.splitlines()
    assert first == f"{pages} pages in output: open {Path('output/site/index.html')}"
    assert size.startswith(f"{Path('output/site')}, for the host, has ")
    assert [line.partition(":")[0] for line in keyless] == [
        f"no key in content/{id}" for id in ("bells", "crowns")
    ]
    private = sorted(
        path.relative_to(output).as_posix() for path in (output / "private").glob("*/*")
    )
    assert sorted(path.name for path in (output / "site").iterdir()) == [
        "404.html",
        "assets",
        "bells",
        "crowns",
        "index.html",
        "robots.txt",
        "serve.json",
        "vercel.json",
    ]
    assert private == [
        f"private/{name}/{word}" for name in ("bells", "crowns") for word in ("gm", "oru", "vael")
    ]


def test_a_campaign_has_the_same_pages_alone_and_in_a_multi_site(built_shelf: Path) -> None:
    assert run("build", "content/crowns", "-o", "alone").code == 0
    top = built_shelf.parent
    together, alone = files_in(top / "output"), files_in(top / "alone")
    # The top of a host is the landing page's on a shelf.
    shared = ("404.html", "robots.txt", "serve.json", "vercel.json")
    for path in (".chronicle.json", *(f"site/{name}" for name in shared)):
        del alone[path]
    for path, content in alone.items():
        part, _, rest = path.partition("/")
        assert together[f"{part}/crowns/{rest}"] == content, path
    ours = [path for path in together if path.split("/")[1:2] == ["crowns"]]
    assert len(ours) == len(alone)


def test_a_campaign_that_comes_or_goes_changes_no_url_of_another(built_shelf: Path) -> None:
    output = built_shelf.parent / "output"
    with_bells = files_in(output)
    without(built_shelf, "bells")
    assert run("build").code == 0
    alone = files_in(output)
    assert not [path for path in alone if "bells" in path.split("/")]
    changed = {path for path in alone if with_bells.get(path) != alone[path]}
    assert changed == {".chronicle.json", "site/index.html"}
    (built_shelf.parent / "bells").rename(built_shelf / "bells")
    assert run("build").code == 0
    assert files_in(output) == with_bells


def test_any_folder_with_a_campaign_file_is_a_campaign(shelf: Path) -> None:
    lay(shelf, {})
    ran = run("build")
    assert ran.code == 0
    output = shelf.parent / "output"
    assert (output / "private" / "gm" / "index.html").is_file()
    assert not (output / "site" / "crowns").exists()


def test_a_check_of_a_multi_site_writes_nothing(shelf: Path) -> None:
    before = files_in(shelf.parent)
    ran = run("check")
    assert (ran.code, ran.out, ran.err) == (0, "", "no problems found\n")
    assert files_in(shelf.parent) == before


# ── What is found ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("broken", ["bells", "crowns"])
def test_one_broken_campaign_means_that_nothing_is_written(
    broken: str, command: str, built_shelf: Path
) -> None:
    lay(built_shelf / broken, {"turns/001.yaml": TITEL})
    before = files_in(built_shelf.parent)
    ran = run(command)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == TITEL_SAID.replace("content/", f"content/{broken}/")
    assert files_in(built_shelf.parent) == before


def test_mistakes_of_every_campaign_are_reported(built_shelf: Path) -> None:
    lay(built_shelf / "bells", {"turns/001.yaml": TITEL})
    lay(built_shelf / "crowns", {"turns/001.yaml": LOST})
    (built_shelf / "shelf.yaml").write_text("titel: Ours\n")
    ran = run("check", "--format", "json")
    assert ran.code == 1
    found = json.loads(ran.out)["findings"]
    assert [(finding["path"], finding["code"]) for finding in found] == [
        ("content/bells/turns/001.yaml", "C002"),
        ("content/crowns/turns/001.yaml", "P001"),
        ("content/shelf.yaml", "C002"),
    ]


def test_a_page_whose_path_is_taken_is_named_with_the_folder_of_its_campaign(
    built_shelf: Path,
) -> None:
    files = {
        "campaign.yaml": SOUND["campaign.yaml"].replace("oru]", "oru, index]"),
        "factions/index.yaml": (
            "name: The Index\nfor: everyone\ncolors: ['#000000', '#ffffff']\nsigil: key\n"
            "opening: {actor: {name: The Reader}}\n"
        ),
    }
    lay(built_shelf / "bells", files)
    found = json.loads(run("check", "--format", "json").out)["findings"]
    assert {(finding["path"], finding["code"]) for finding in found} == {
        ("content/bells/factions/index.yaml", "C013")
    }


def test_a_mistake_in_the_multi_site_file_is_reported_at_its_position(shelf: Path) -> None:
    (shelf / "shelf.yaml").write_text("titel: Ours\n")
    ran = run("build")
    assert ran.code == 1
    assert ran.err.startswith(
        "content/shelf.yaml, line 1, column 1: error C002: unknown key `titel`\n"
    )
    assert "did you mean `title`?" in ran.err
    assert not (shelf.parent / "output").exists()


def test_a_campaign_folder_is_named_by_an_id_that_is_not_reserved(shelf: Path) -> None:
    without(shelf, "crowns")
    no_ids, reserved = ("My Campaign", "salt_crown", "Crowns", "bells.old"), ("assets", "themes")
    (shelf / "bells").rename(shelf / no_ids[0])
    for name in (*no_ids[1:], *reserved):
        # Nothing is drawn of a campaign that can't be read.
        lay(shelf / name, {"turns/001.yaml": TITEL})
    ran = run("build")
    assert ran.code == 1
    for name in no_ids:
        assert f"content/{name}, line 1, column 1: error C006: `{name}` is not an id" in ran.err
    for name in reserved:
        assert f"content/{name}, line 1, column 1: error C016: the folder name" in ran.err
    assert not (shelf.parent / "output").exists()


def test_a_warning_in_one_campaign_does_not_stop_the_build(built_shelf: Path) -> None:
    (built_shelf / "bells" / "turns" / "notes.txt").write_text("x")
    ran = run("build")
    assert ran.code == 0
    assert ran.err.startswith("content/bells/turns/notes.txt, line 1, column 1: warning C010: ")


def test_unknown_files_of_a_multi_site_are_findings(built_shelf: Path) -> None:
    (built_shelf / "notes").mkdir()
    (built_shelf / "themes").mkdir()
    (built_shelf / ".git").mkdir()
    (built_shelf / "shelf.yml").write_text("title: Ours\n")
    (built_shelf / "letter.txt").write_text("x")
    ran = run("check", "--format", "json")
    assert ran.code == 1
    found = {finding["path"]: finding for finding in json.loads(ran.out)["findings"]}
    assert {(path, finding["code"], finding["message"]) for path, finding in found.items()} == {
        ("content/letter.txt", "C010", "this file is ignored"),
        ("content/notes", "C010", "this folder is ignored"),
        ("content/shelf.yml", "C018", "a file with this name is not read"),
    }
    assert "rename it" in found["content/shelf.yml"]["help"]
    assert "campaign.yaml" in found["content/notes"]["help"]


def test_the_output_may_not_be_inside_the_multi_site(shelf: Path) -> None:
    before = files_in(shelf.parent)
    ran = run("build", "-o", "content/site")
    assert ran.code == 1
    assert "error O003" in ran.err
    assert files_in(shelf.parent) == before


# ── Where one campaign is needed ─────────────────────────────────────────────────────────────────


def test_resolve_requires_one_campaign_of_a_multi_site(shelf: Path) -> None:
    ran = run("export", "turns")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "error C014: this folder is a multi-campaign site, and one campaign is needed:"
        " content/bells, content/crowns\n"
        "  help: name one of them, such as `content/bells`\n"
        "1 error; for details: chronicle explain C014\n"
    )
    assert shelf.is_dir()


def test_resolve_requires_the_campaign_even_if_there_is_one(shelf: Path) -> None:
    without(shelf, "bells")
    ran = run("export", "turns")
    assert ran.code == 1
    assert "one campaign is needed: content/crowns\n" in ran.err
    assert json.loads(run("export", "turns", "content/crowns").out)["campaign"] == "Crowns"


# ── Themes ───────────────────────────────────────────────────────────────────────────────────────


def test_themes_of_a_shelf_are_for_its_landing_page_and_a_campaign_s_own_for_itself(
    built_shelf: Path,
) -> None:
    for folder, words in ((built_shelf, "of the shelf"), (built_shelf / "bells", "of bells")):
        theme = folder / "themes" / "annals" / "lang"
        theme.mkdir(parents=True)
        (theme / "en.yaml").write_text(f"site: {{foot: '{{campaign}}, words {words}.'}}\n")
    assert run("build").code == 0
    site = built_shelf.parent / "output" / "site"
    said = {
        name: (site / name / "index.html").read_text(encoding="utf-8")
        for name in ("", "bells", "crowns")
    }
    assert "Campaigns, words of the shelf." in said[""]
    assert "Crowns, words of bells." in said["bells"]
    assert "Crowns. Made with" in said["crowns"]


def test_a_mistake_in_the_landing_page_s_template_is_a_finding_at_its_line(
    built_shelf: Path,
) -> None:
    template = built_shelf / "themes" / "annals" / "shelf.html"
    template.parent.mkdir(parents=True)
    template.write_text("{{ view.titel }}\n")
    ran = run("check")
    assert ran.code == 1
    assert "themes/annals/shelf.html, line 1, column 1: error T003" in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [("theme: anals", "T001: unknown theme"), ("language: tlh", "T007: the theme has no language")],
)
def test_a_theme_or_language_that_is_not_there_is_a_finding_at_its_word(
    line: str, said: str, built_shelf: Path
) -> None:
    (built_shelf / "shelf.yaml").write_text(f"title: Ours\n{line}\n")
    ran = run("check")
    assert ran.code == 1
    column = len(line.partition(" ")[0]) + 2
    assert ran.err.startswith(f"content/shelf.yaml, line 2, column {column}: error {said}")
