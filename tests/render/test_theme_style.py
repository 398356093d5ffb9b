"""What an author may set of a theme: checked at its line, and written into its own stylesheet."""

from __future__ import annotations

import re
from typing import Final

import pytest

from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.pipeline import build_files
from chronicle.render import Theme, read_theme, shipped_themes_folder, with_look
from chronicle.render.theme_style import ColorInput, LengthInput, merge_theme_settings
from chronicle.yaml.parser import compose
from tests.exported_dossier import exported
from tests.small_campaign import SOUND, tree_of

THEMES: Final = SHIPPED_THEMES
HEAD: Final = SOUND["campaign.yaml"]


def shipped(name: str) -> Theme:
    """A theme that comes with chronicle."""
    theme = read_theme(name, "en", (shipped_themes_folder(),), Report())
    assert theme is not None
    return theme


def found(look: str, name: str = "annals") -> tuple[Finding, ...]:
    """What is found where a campaign sets this of a theme."""
    report = Report()
    node = compose(Source("campaign.yaml", look), report)
    assert node is not None
    with_look(shipped(name), node, report)
    return report.findings


def css(look: str, name: str = "annals") -> str:
    """The stylesheet of what a campaign sets."""
    report = Report()
    theme = with_look(shipped(name), compose(Source("campaign.yaml", look), report), report)
    assert not report.findings
    return theme.static.get("look.css", b"").decode()


@pytest.mark.parametrize(
    ("look", "code", "column"),
    [
        ('acent: "#14532d"', "T011", 1),
        ("accent: green", "T012", 9),
        ("accent: 7", "T012", 9),
        ('accent: "#d0a040"', "T013", 9),
        ('accent_night: "#8e1b1b"', "T013", 15),
        ("measure: wide", "T012", 10),
        ("measure: true", "T012", 10),
        ("measure: .nan", "T012", 10),
        ("measure: 400", "T012", 10),
        ("- accent", "T011", 1),
    ],
)
def test_a_mistake_is_reported_at_its_position(look: str, code: str, column: int) -> None:
    (finding,) = found(look)
    assert (finding.code, finding.at and (finding.at.line, finding.at.column)) == (
        code,
        (1, column),
    )


def test_a_misspelt_parameter_gets_a_suggestion() -> None:
    (finding,) = found('acent: "#14532d"')
    assert "`accent`" in finding.help


def test_parameters_set_properties_of_the_stylesheet() -> None:
    written = css('{accent: "#14532D", accent_night: "#86efac", measure: 40}')
    assert written == (":root { --accent: #14532d; --accent-night: #86efac; --measure: 40rem; }\n")


def test_custom_styles_are_linked_by_every_page_after_the_theme() -> None:
    files = build_files(tree_of({"campaign.yaml": HEAD + 'look: {accent: "#14532d"}\n'}), Report())
    assert files is not None
    for path in ("site/index.html", "site/turns/index.html", "site/404.html", "site/dossier.html"):
        if path in files:
            page = files[path].decode()
            sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
            assert ["look." in sheet for sheet in sheets] == [False, True]
    dossier = exported({"campaign.yaml": HEAD + 'look: {accent: "#14532d"}\n'})
    assert dossier is not None
    assert b"--accent: #14532d" in dossier


def test_without_settings_no_stylesheet_is_added() -> None:
    assert "look.css" not in with_look(shipped("annals"), None, Report()).static
    assert css("{}") == ""


def test_a_missing_stylesheet_is_reported_and_omitted() -> None:
    report = Report()
    source = Source("themes/own/theme.yaml", "styles: [annals.css, onw.css]")
    assert merge_theme_settings([source], {"annals.css"}, report).styles == ["annals.css"]
    (finding,) = report.findings
    assert (finding.code, finding.at and finding.at.column) == ("T014", 22)


def test_missing_parameters_are_inherited_from_the_base_theme() -> None:
    below = Source("themes/annals/theme.yaml", "{title: A, styles: [a.css]}")
    above = Source("themes/own/theme.yaml", "styles: [a.css, b.css]")
    stated = merge_theme_settings([below, above], {"a.css", "b.css"}, Report())
    assert (stated.title, stated.styles) == ("A", ["a.css", "b.css"])


# ── What the shipped themes let be set ───────────────────────────────────────────────────────────


def tokens(theme: str) -> tuple[dict[str, str], dict[str, str]]:
    """The properties of a theme's stylesheets by day and by night, as the last sheet has them."""
    day: dict[str, str] = {}
    night: dict[str, str] = {}
    for name in shipped(theme).styles:
        text = re.sub(r"/\*.*?\*/", "", shipped(theme).static[name].decode(), flags=re.DOTALL)
        for block in re.findall(r":root \{(.*?)\}", text.split("@media print")[0], re.DOTALL):
            for token, value in re.findall(r"(--[\w-]+):\s*([^;]+);", block):
                both = re.fullmatch(r"var\(--light, (.+)\) var\(--dark, (.+)\)", value)
                day[token], night[token] = both.groups() if both else (value, value)
    return day, night


@pytest.mark.parametrize("theme", THEMES)
def test_default_parameters_match_the_stylesheet(theme: str) -> None:
    day, night = tokens(theme)
    stated = shipped(theme).settings
    assert {"accent", "accent_night"} <= set(stated.parameters)
    for parameter in stated.parameters.values():
        for name in parameter.sets:
            match parameter:
                case ColorInput(default=color, scheme=scheme):
                    assert (day if scheme == "day" else night)[name] == color
                case LengthInput(default=rem):
                    assert day[name] == f"{rem:g}rem"


@pytest.mark.parametrize("theme", THEMES)
def test_background_colours_match_the_stylesheet(theme: str) -> None:
    grounds = shipped(theme).settings.grounds
    assert grounds is not None
    for written, said in zip((grounds.day, grounds.night), tokens(theme), strict=True):
        assert written == [said["--ground"], said["--sheet"], said["--shade"]]


@pytest.mark.parametrize("theme", THEMES)
def test_only_prose_has_old_style_figures(theme: str) -> None:
    """In headings, small print and buttons they look like letters: "turn I3"."""
    sheets = [shipped(theme).static[name].decode() for name in shipped(theme).styles]
    text = re.sub(r"/\*.*?\*/", "", "".join(sheets), flags=re.DOTALL)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    styled = [
        selector.strip()
        for selector, rule in rules
        if re.search(r"font-variant-numeric: [^;]*(?:oldstyle|--prose)", rule)
    ]
    assert styled == [".prose"]
