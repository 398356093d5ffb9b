"""The style of a theme: its style sheets in order, and the parameters an author may set.

A theme defines both in its ``theme.yaml``; an author sets parameters under ``look:``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.markup.heraldry.contrast import contrast
from chronicle.yaml.decode import COLOR_PATTERN, Color, Field, InputModel, NonEmptyText, decode
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: The minimum contrast of text (WCAG 2.2, 1.4.3).
MIN_TEXT_CONTRAST: Final = 4.5
THEME_FILE: Final = "theme.yaml"
#: The static file with the author's parameters.
LOOK_CSS: Final = "look.css"

ColorList: TypeAlias = Annotated[list[Color], Field(min_length=1)]
PropertyNames: TypeAlias = Annotated[list[NonEmptyText], Field(min_length=1)]


class GroundsInput(InputModel):
    """The backgrounds of text by day and by night; the first is that of the page."""

    day: ColorList
    night: ColorList


class ColorInput(InputModel):
    """A text colour in one scheme; it must be legible on all backgrounds of the scheme."""

    kind: Literal["color"]
    default: Color
    scheme: Literal["day", "night"]
    sets: PropertyNames


class LengthInput(InputModel):
    """A length in rem."""

    kind: Literal["length"]
    default: float
    least: float
    most: float
    sets: PropertyNames


ParameterInput: TypeAlias = Annotated[ColorInput | LengthInput, Field(discriminator="kind")]


class ThemeInput(InputModel):
    """`theme.yaml`; what a theme leaves out is taken from the theme below it."""

    title: str = ""
    description: str = ""
    licence: str = ""
    styles: Annotated[list[NonEmptyText], Field(min_length=1)] = Field(default=["annals.css"])
    grounds: GroundsInput | None = None
    parameters: dict[str, ParameterInput] = Field(default={})


def merge_theme_settings(
    layers: Sequence[Source], static: Container[str], report: Report
) -> ThemeInput:
    """Merge the settings of themes, later ones taking precedence; errors are reported.

    ``layers`` are their `theme.yaml` files, ``static`` the names of all static files.
    """
    stated = ThemeInput()
    for source in layers:
        node = compose(source, report)
        entry = decode(ThemeInput, node, report) if node is not None else None
        if entry is None:
            continue
        written = {key: getattr(entry, key) for key in ThemeInput.fields() if entry.has(key)}
        for index, name in enumerate(entry.styles):
            if name not in static:
                report.add(problems.MissingStylesheet(at=entry.at("styles", index), name=name))
        if "styles" in written:
            written["styles"] = [name for name in entry.styles if name in static]
        stated = stated.with_values(written)
    return stated


def stylesheet_from_look(settings: ThemeInput, look: Node, report: Report) -> str:
    """The author's parameters as a style sheet; invalid ones are reported and left out."""
    known = tuple(settings.parameters)
    if not isinstance(look, MapNode):
        report.add(problems.ParametersNotMapping(at=look.span, name="", known=known))
        return ""
    declarations: list[str] = []
    for entry in look.entries:
        parameter = settings.parameters.get(entry.key.text)
        if parameter is None:
            name = entry.key.text
            report.add(problems.UnknownThemeParameter(at=entry.key.span, name=name, known=known))
            continue
        value = _value(entry.value, parameter, settings.grounds, report)
        declarations += [f"{name}: {value};" for name in parameter.sets if value]
    return f":root {{ {' '.join(declarations)} }}\n" if declarations else ""


def _value(
    node: Node, parameter: ParameterInput, grounds: GroundsInput | None, report: Report
) -> str:
    """The author's value as CSS; empty after an error."""
    written = node.value if isinstance(node, ScalarNode) else None
    match parameter:
        case ColorInput():
            if not isinstance(written, str) or re.fullmatch(COLOR_PATTERN, written) is None:
                report.add(
                    problems.InvalidThemeParameter(at=node.span, wanted="a colour as in `#7a1f2b`")
                )
                return ""
            behind = getattr(grounds, parameter.scheme) if grounds is not None else ()
            return written.lower() if _is_legible(written, behind, node, report) else ""
        case LengthInput(least=least, most=most):
            if isinstance(written, bool) or not isinstance(written, int | float):
                written = math.nan
            if not least <= written <= most:
                wanted = f"a number from {least:g} to {most:g}"
                report.add(problems.InvalidThemeParameter(at=node.span, wanted=wanted))
                return ""
            return f"{written:g}rem"


def _is_legible(color: str, grounds: Sequence[str], node: Node, report: Report) -> bool:
    worst = min(grounds, key=lambda ground: contrast(color, ground), default="")
    if not worst or contrast(color, worst) >= MIN_TEXT_CONTRAST:
        return True
    found = contrast(color, worst)
    report.add(problems.LowContrastColor(at=node.span, color=color, ground=worst, found=found))
    return False
