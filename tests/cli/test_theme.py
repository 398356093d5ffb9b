"""`theme list` says which looks there are, and `theme use` writes one and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.cli.help_text import SHIPPED_THEMES
from tests.cli.command_runner import run

HEAD = "content/campaign.yaml"


def listed(out: str) -> dict[str, str]:
    """What the list says of each theme, by its mark and name."""
    rows = [(line[0], *line[2:].partition(" ")) for line in out.splitlines()]
    return {mark + name: look.strip() for mark, name, _, look in rows}


def test_the_list_has_every_theme_with_its_look_and_marks_the_one_in_use(here: Path) -> None:
    found = listed(run("theme", "list").out)
    assert list(found) == ["*annals", *(f" {name}" for name in SHIPPED_THEMES[1:])]
    assert all(len(look) > 30 for look in found.values())
    assert here.is_dir()


def test_the_list_has_themes_of_the_campaign(here: Path) -> None:
    for name, text in (("harbour", "description: Blue.\n"), ("bare", "")):
        (here / "content/themes" / name).mkdir(parents=True)
        if text:
            (here / "content/themes" / name / "theme.yaml").write_text(text)
    assert run("theme", "use", "harbour").code == 0
    found = listed(run("theme", "list").out)
    assert found["*harbour"] == "Blue."
    assert found[" bare"] == ""


def test_without_a_campaign_the_shipped_themes_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("theme", "list")
    assert (ran.code, len(ran.out.splitlines())) == (0, len(SHIPPED_THEMES))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "# Our game\ntitle: Crowns # ours\nruleset: shadow  # rules\nseed: one\n",
            "# Our game\ntitle: Crowns # ours\nruleset: shadow  # rules\ntheme: pulp\nseed: one\n",
        ),
        (
            "theme: 'modern' # plain\r\ntitle: Crowns\r\nruleset: shadow\r\nseed: one\r\n",
            "theme: 'pulp' # plain\r\ntitle: Crowns\r\nruleset: shadow\r\nseed: one\r\n",
        ),
        (
            "title: C\nseed: one\nruleset: shadow",
            "title: C\nseed: one\nruleset: shadow\ntheme: pulp\n",
        ),
    ],
)
def test_the_rest_of_the_file_is_kept_byte_for_byte(here: Path, before: str, after: str) -> None:
    rules = "rules: {seating: [vael, oru]}"
    start = f"{rules}\n" if "\r" not in before else f"{rules}\r\n"
    (here / HEAD).write_bytes((start + before).encode())
    assert run("theme", "use", "pulp").code == 0
    assert (here / HEAD).read_bytes() == (start + after).encode()


def test_a_theme_in_use_is_not_written_again(here: Path) -> None:
    before = (here / HEAD).read_bytes()
    ran = run("theme", "use", "annals")
    assert (ran.code, ran.err) == (0, "content/campaign.yaml already uses annals\n")
    assert (here / HEAD).read_bytes() == before


def test_an_unknown_theme_gets_a_suggestion(here: Path) -> None:
    before = (here / HEAD).read_bytes()
    ran = run("theme", "use", "pulb")
    assert ran.code == 2
    assert "unknown theme pulb; did you mean `pulp`?" in ran.err
    assert (here / HEAD).read_bytes() == before


@pytest.mark.parametrize(("look", "code"), [('{accent: "#e0b060"}', "T013"), ("{glow: 3}", "T011")])
def test_a_look_that_does_not_fit_the_theme_is_an_error_and_nothing_is_written(
    here: Path, look: str, code: str
) -> None:
    before = f"{(here / HEAD).read_text()}look: {look}\n"
    (here / HEAD).write_text(before)
    ran = run("theme", "use", "console")
    assert ran.code == 1
    assert code in ran.err
    assert (here / HEAD).read_text() == before


@pytest.mark.parametrize("theme", SHIPPED_THEMES)
def test_a_campaign_builds_in_every_theme(here: Path, theme: str) -> None:
    run("theme", "use", theme)
    ran = run("build", "content", "-o", "output")
    assert ran.code == 0, ran.err
    sheets = [path.name.partition(".")[0] for path in (here / "output/site/assets").glob("*.css")]
    assert sorted({"annals", theme}) == sorted(sheets)
