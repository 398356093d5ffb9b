"""Laying one's own files over a theme goes as the how-to says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.markup.heraldry.contrast import contrast
from chronicle.pipeline import build_files
from chronicle.render import read_theme, shipped_themes_folder
from chronicle.render.theme_style import ColorInput
from tests.docs.campaigns import first_campaign
from tests.docs.pages import bare, fences, sections
from tests.sample_campaigns import write_files

PAGE: Final = "docs/how-to/change-the-theme.md"
SETTINGS: Final = "Change a theme's settings"
ANNALS: Final = shipped_themes_folder() / "annals"
WORDS: Final = (ANNALS / "lang/en.yaml").read_text(encoding="utf-8")
RULE_WORDS: Final = (ANNALS / "rules/shadow/lang/en.yaml").read_bytes()
FORM_WORDS: Final = (ANNALS / "rules/shadow/lang/forms/en.yaml").read_bytes()
KRAKEN: Final = b'<path d="M2 2h20v20z" fill="currentColor"/>'


def home(folder: Path, files: dict[str, str]) -> str:
    """The public home page of a campaign with its own themes."""
    report = Report()
    tree = FileTree("my-campaign", {path: text.encode() for path, text in files.items()})
    built = build_files(tree, report, themes=(folder / "themes",))
    assert built is not None, [finding.message for finding in report.findings]
    return built["site/index.html"].decode()


def said_otherwise() -> bytes:
    """The catalogue with the footer's words changed."""
    assert "Made with" in WORDS
    return WORDS.replace("Made with", "Gemacht mit").encode()


def test_overridden_messages_are_used(tmp_path: Path) -> None:
    assert "Made with" in home(tmp_path, first_campaign())
    write_files({"themes/annals/lang/en.yaml": said_otherwise()}, tmp_path)
    page = home(tmp_path, first_campaign())
    assert "Gemacht mit" in page
    assert "Made with" not in page


def in_dutch(folder: Path, words: bytes) -> dict[str, str]:
    """The README's campaign in its own language, with these words added to its ruleset's."""
    files = {
        "lang/nl.yaml": words,
        "rules/shadow/lang/nl.yaml": RULE_WORDS,
        "rules/shadow/lang/forms/nl.yaml": FORM_WORDS,
    }
    write_files({f"themes/annals/{path}": text for path, text in files.items()}, folder)
    campaign = first_campaign()
    campaign["campaign.yaml"] += "language: nl\n"
    return campaign


def test_another_language_is_another_pair_of_catalogues(tmp_path: Path) -> None:
    page = home(tmp_path, in_dutch(tmp_path, said_otherwise()))
    assert "Gemacht mit" in page
    assert 'lang="nl"' in page


def test_a_missing_translation_is_a_finding(tmp_path: Path) -> None:
    lacking = WORDS.replace("  foot:", "  food:").encode()
    report = Report()
    files = {path: text.encode() for path, text in in_dutch(tmp_path, lacking).items()}
    assert build_files(FileTree("", files), report, themes=(tmp_path / "themes",)) is None
    assert {finding.code for finding in report.findings} == {"T006"}
    assert {finding.message for finding in report.findings} == {
        "the language `nl` has no message `site.foot`"
    }


def test_a_custom_sigil_is_rendered(tmp_path: Path) -> None:
    write_files({"themes/annals/sigils/kraken.svg": KRAKEN}, tmp_path)
    files = first_campaign()
    files["factions/ferry.yaml"] = files["factions/ferry.yaml"].replace("lantern", "kraken")
    assert KRAKEN.decode() in home(tmp_path, files)


def test_a_theme_draws_its_own_shields(tmp_path: Path) -> None:
    write_files(
        {"themes/annals/shield.html": b'<circle r="{{ 1 + 1 }}" fill="{{ arms.field }}"/>'},
        tmp_path,
    )
    page = home(tmp_path, first_campaign())
    assert re.search(
        r'<symbol id="shield-ferry"[^>]*><circle r="2" fill="#[0-9a-f]{6}"/></symbol>', page
    )
    assert 'class="tinctures"' not in page


def test_a_theme_of_ones_own_needs_only_what_it_changes(tmp_path: Path) -> None:
    write_files({"themes/candle/lang/en.yaml": said_otherwise()}, tmp_path)
    files = first_campaign()
    files["campaign.yaml"] += "theme: candle\n"
    assert "Gemacht mit" in home(tmp_path, files)


# ── The worked examples, with their files as the page has them ───────────────────────────────────


def harbour(folder: Path) -> Mapping[str, bytes]:
    """The README's campaign in the theme that the how-to makes, as a built site."""
    blocks = {f.get("file"): f.text for f in fences(PAGE) if f.get("file")}
    assert sorted(blocks) == [
        "themes/harbour/factions.html",
        "themes/harbour/static/harbour.css",
        "themes/harbour/theme.yaml",
    ]
    write_files({path: text.encode() for path, text in blocks.items()}, folder)
    files = first_campaign()
    files["campaign.yaml"] += "theme: harbour\n"
    report = Report()
    tree = FileTree("my-campaign", {path: text.encode() for path, text in files.items()})
    built = build_files(tree, report, themes=(folder / "themes",))
    assert built is not None, [finding.message for finding in report.findings]
    return built


def test_one_colour_and_one_template_are_changed_as_the_how_to_says(tmp_path: Path) -> None:
    built = harbour(tmp_path)
    home = built["site/index.html"].decode()
    names = re.findall(r'rel="stylesheet" href="assets/(\w+)\.', home)
    assert names == ["annals", "harbour"], "its own stylesheet comes after the other"
    own = next(text for path, text in built.items() if "/harbour." in path).decode()
    shipped = (ANNALS / "static/annals.css").read_text(encoding="utf-8")
    either = r"(--[\w-]+): var\(--light, (#\w+)\) var\(--dark, (#\w+)\);"
    colors = {name: both for name, *both in re.findall(either, own)}
    assert colors.keys() == {"--manila", "--manila-ink"}
    assert all(f"  {name}:" in shipped for name in colors)
    for ink, ground in zip(colors["--manila-ink"], colors["--manila"], strict=True):
        assert contrast(ink, ground) >= 4.5
    page = built["site/factions/index.html"].decode()
    assert 'class="armorial"' not in page
    assert page.count('class="shield small"') == len(re.findall(r"<h2>", page)) == 2
    assert "armorial" in (ANNALS / "factions.html").read_text(encoding="utf-8")


def test_documented_parameters_match_the_theme() -> None:
    for name, column in (("annals", 2), ("console", 3), ("modern", 4), ("pulp", 5)):
        theme = read_theme(name, "en", (shipped_themes_folder(),), Report())
        assert theme is not None
        said = {bare(row[0]): bare(row[column]) for row in sections(PAGE)[SETTINGS].rows}
        assert said == {
            key: parameter.default
            if isinstance(parameter, ColorInput)
            else f"{parameter.default:g}"
            for key, parameter in theme.settings.parameters.items()
        }
