"""The page of the design says what the stylesheet says, computes right, and shows what there is."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from chronicle.render import shipped_themes_folder
from tests.docs.component_pictures import COMPONENTS, FOLDER, MOST, MOST_OF_ALL
from tests.docs.pages import ROOT, bare, sections

PAGE: Final = "docs/reference/design.md"
THEMES: Final = shipped_themes_folder()
STYLE: Final = (THEMES / "annals/static/annals.css").read_text(encoding="utf-8")
#: Where the tokens stand, and in which column the value by day.
TABLES: Final = ("Letters", "Scale", "Spaces", "Widths and lines", "Colours")
_CLAMP: Final = re.compile(r"clamp\(([\d.]+)rem, ([\d.]+)rem \+ ([\d.]+)vw, ([\d.]+)rem\)")
_BOTH: Final = re.compile(r"var\(--light, (.+)\) var\(--dark, (.+)\)")
_VARIABLE: Final = re.compile(r"var\((--accent[\w-]*)\)")


@cache
def tokens() -> tuple[dict[str, str], dict[str, str]]:
    """The properties of the theme by day, and those that are others by night.

    The accents are not among them: other properties have their values.
    """
    found = re.search(
        r":root \{\n(.*?)\}", re.sub(r"/\*.*?\*/", "", STYLE, flags=re.DOTALL), re.DOTALL
    )
    assert found is not None
    stated = {
        name: " ".join(value.split())
        for name, value in re.findall(r"(--[\w-]+):\s*([^;]+);", found[1])
    }
    day: dict[str, str] = {}
    night: dict[str, str] = {}
    for name, value in stated.items():
        written = _VARIABLE.sub(lambda accent: stated[accent[1]], value)
        both = _BOTH.fullmatch(written)
        day[name] = both[1] if both else written
        if both:
            night[name] = both[2]
    return {name: day[name] for name in day if not name.startswith("--accent")}, night


def rows(title: str) -> list[list[str]]:
    """A table of the page, without backticks."""
    return [[bare(cell) for cell in row] for row in sections(PAGE)[title].rows]


def test_the_page_has_every_token_with_its_value() -> None:
    said = {row[0]: row[1] for title in TABLES for row in rows(title)}
    assert said == tokens()[0]


def test_the_page_has_every_colour_of_the_night() -> None:
    assert {row[0]: row[2] for row in rows("Colours")} == tokens()[1]


def test_sizes_are_those_that_the_scale_comes_to() -> None:
    for row in rows("Scale"):
        found = _CLAMP.fullmatch(row[1])
        assert found is not None
        least, root, part, most = (float(number) for number in found.groups())
        for width, said in zip((320, 1440), row[2:4], strict=True):
            size = max(least * 16, min(root * 16 + part * width / 100, most * 16))
            assert float(said) == round(size, 1), row[0]


def lightness(color: str) -> float:
    """Relative luminance by the formula of WCAG 2.2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def test_contrasts_are_right_and_enough() -> None:
    day, night = tokens()
    found = rows("Contrast")
    assert {row[0] for row in found} >= {"--ink", "--soft", "--rubric", "--gold", "--badge-ink"}
    for words, ground, *said in found:
        for colors, figure in zip((day, night), said, strict=True):
            light, dark = sorted((lightness(colors[words]), lightness(colors[ground])))[::-1]
            ratio = (light + 0.05) / (dark + 0.05)
            assert float(figure) == int(ratio * 10) / 10, (words, ground)
            assert ratio >= 4.5, (words, ground)


def test_every_class_that_the_page_names_is_styled() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    named = set(re.findall(r"`\.([\w-]+)`", text))
    assert len(named) > 40
    assert [name for name in named if not re.search(rf"\.{name}\b", STYLE)] == []


def test_every_component_is_shown_and_small() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    shown = re.findall(r"\(\.\./pictures/design/([\w-]+\.png)\)", text)
    assert sorted(shown) == sorted(component.file for component in COMPONENTS)
    there = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert sorted(there) == sorted(shown)
    assert max(there.values()) <= MOST
    assert sum(there.values()) <= MOST_OF_ALL


def test_the_page_names_all_that_the_second_theme_overrides() -> None:
    found = [path for path in (THEMES / "modern").rglob("*") if path.is_file()]
    text = (ROOT / PAGE).read_text(encoding="utf-8").partition("## Modern")[2]
    names = [path.relative_to(THEMES / "modern").as_posix() for path in found]
    assert [name for name in names if f"`{name}`" not in text] == []
    assert len(names) == 6
