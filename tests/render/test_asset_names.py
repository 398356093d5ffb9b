"""Static files are published under names that change with what they hold and import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.render import Theme, read_theme, shipped_themes_folder
from chronicle.render.asset_names import (
    published_name,
    with_embedded_files,
    without_comments,
    without_style_comments,
)
from tests.shipped_theme import shipped_theme

TOP = 'import { open } from "./seals.js";\nopen();\n'
SEALS = "export const open = () => 1;\n"


def theme_with(scripts: Mapping[str, str], folder: Path) -> tuple[Theme | None, Report]:
    """The shipped theme with a campaign's own scripts in its static files."""
    for name, text in scripts.items():
        path = folder / "annals" / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    report = Report()
    return read_theme("annals", "en", (folder, shipped_themes_folder()), report), report


def read_with(scripts: Mapping[str, str], folder: Path) -> Theme:
    """A theme whose scripts are sound."""
    theme, report = theme_with(scripts, folder)
    assert theme is not None
    assert report.findings == ()
    return theme


#: The forms in which a script imports its neighbour.
FORMS: Final = (
    'import { open } from "./seals.js";',
    "import * as seals from './seals.js';",
    'import "./seals.js";',
    'export { open } from "./seals.js";',
    'const { open } = await import("./seals.js");',
)


def test_a_script_imports_another_by_its_published_name(tmp_path: Path) -> None:
    scripts = {f"top{number}.js": written for number, written in enumerate(FORMS)}
    theme = read_with({**scripts, "seals.js": SEALS}, tmp_path)
    name = theme.published_path("seals.js").rpartition("/")[2]
    for number, written in enumerate(FORMS):
        shipped = theme.static[f"top{number}.js"].decode()
        assert shipped == written.replace("seals.js", name)


def test_a_changed_asset_renames_its_importers_and_nothing_else(tmp_path: Path) -> None:
    scripts = {"top.js": TOP, "seals.js": SEALS, "apart.js": "1;\n"}
    before = read_with(scripts, tmp_path / "before")
    after = read_with({**scripts, "seals.js": SEALS.replace("1", "2")}, tmp_path / "after")
    moved = [
        name for name in before.static if before.published_path(name) != after.published_path(name)
    ]
    assert sorted(moved) == ["seals.js", "top.js"]


def test_a_published_name_holds_part_of_the_content_hash(tmp_path: Path) -> None:
    theme = read_with({"top.js": TOP, "seals.js": SEALS}, tmp_path)
    for name, content in theme.static.items():
        assert theme.published_path(name) == f"assets/{published_name(name, content)}"


def test_a_missing_script_is_reported_at_its_import(tmp_path: Path) -> None:
    _, report = theme_with({"top.js": "\n" + TOP}, tmp_path)
    (finding,) = report.findings
    assert finding.code == "T009"
    assert finding.at is not None
    where = (finding.at.path, finding.at.line, finding.at.column)
    assert where == ("themes/annals/static/top.js", 2, 23)
    assert "did you mean `./sealed.js`?" in finding.help


@pytest.mark.parametrize("other", ["seals.js", "top.js"])
def test_circular_script_imports_are_reported(tmp_path: Path, other: str) -> None:
    scripts = {"seals.js": f'import "./{other}";\n', "top.js": TOP}
    _, report = theme_with(scripts, tmp_path)
    (finding,) = report.findings
    assert finding.code == "T010"
    assert "`seals.js`" in finding.message


def test_every_import_of_the_shipped_scripts_is_published() -> None:
    theme = shipped_theme()
    published = {theme.published_path(name) for name in theme.static}
    for name in theme.static:
        if name.endswith(".js"):
            text = Source(name, theme.static[name].decode()).text
            imported = [line.split('"')[1] for line in text.splitlines() if ' from "./' in line]
            assert {f"assets/{path.removeprefix('./')}" for path in imported} <= published


def test_a_style_sheet_uses_files_by_their_published_names(tmp_path: Path) -> None:
    style = """a { src: url("letters/own.woff2"), url( 'own.svg' ), url(own.svg) }
b { src: url("https://example.org/a.png"), url(data:,x), url(#clip), url("/a.png") }
"""
    files = {"own.css": style, "letters/own.woff2": "wOF2", "own.svg": "<svg/>"}
    theme = read_with(files, tmp_path)
    font, picture = (
        theme.published_path(name).rpartition("/")[2] for name in ("letters/own.woff2", "own.svg")
    )
    expected = style.replace("letters/own.woff2", font).replace("own.svg", picture)
    assert theme.static["own.css"].decode() == expected
    assert font.startswith("own.")


def test_a_file_that_a_style_sheet_lacks_is_reported_where_it_is_named(tmp_path: Path) -> None:
    _, report = theme_with(
        {"own.css": '\na { src: url("fonts/eb-garamond-40.woff2") }\n'}, tmp_path
    )
    (finding,) = report.findings
    assert finding.code == "T009"
    assert finding.at is not None
    where = (finding.at.path, finding.at.line, finding.at.column)
    assert where == ("themes/annals/static/own.css", 2, 15)
    assert "did you mean `fonts/eb-garamond-400.woff2`?" in finding.help


def test_a_published_style_sheet_can_hold_the_files_that_it_uses(tmp_path: Path) -> None:
    files = {"own.css": 'a { src: url("own.woff2"), url(data:,x) }', "own.woff2": "wOF2"}
    theme = read_with(files, tmp_path)
    style = with_embedded_files(theme.static["own.css"].decode(), theme.static)
    assert style == 'a { src: url("data:font/woff2;base64,d09GMg=="), url(data:,x) }'


def test_scripts_are_published_without_comments_and_indentation() -> None:
    script = """// What it is.
/*! The licence stays. */
/**
 * Says something.
 */
  function say() {
    return "// this is no comment"; // but this is, and stays

    /* gone */
  }
"""
    assert (
        without_comments(script)
        == """/*! The licence stays. */
function say() {
return "// this is no comment"; // but this is, and stays
}"""
    )


def test_a_script_with_a_text_of_several_lines_is_published_as_it_is() -> None:
    script = "const text = `\n  // part of it\n`;\n"
    assert without_comments(script) == script


def test_styles_are_published_without_comments_and_indentation() -> None:
    style = """/* What it is,
   in two lines. */
/*! The licence stays. */
@media print {

  a { content: "/*"; } /* stays */
  b { content: "*/"; }
}
"""
    assert (
        without_style_comments(style)
        == """/*! The licence stays. */
@media print {
a { content: "/*"; } /* stays */
b { content: "*/"; }
}
"""
    )
    text = 'a::before { content: "one\\\n   two"; }\n'
    assert without_style_comments(text) == text
