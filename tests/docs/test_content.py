"""The content reference lists the keys that are read: none is missing and none is stale."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from pydantic.fields import FieldInfo

from chronicle.decode import Record, decode
from chronicle.diagnostics import Report
from chronicle.load import shapes, shelf
from chronicle.nodes import compose
from chronicle.problems.content import MissingKey
from chronicle.rules.shadow import shapes as shadow
from chronicle.source import Source
from tests.docs.pages import ROOT, bare, sections

PAGE: Final = "docs/reference/content.md"

#: What all conspiracies have in common; its own keys stand in a table of their own.
PLOT: Final = shadow.RaiseShape.__mro__[1]
ASIDE: Final[dict[type[Record], type[Record]]] = {
    shadow.AdjustmentShape: shadow.EffectShape,
    shadow.RaiseShape: PLOT,
    shadow.MobilizeShape: PLOT,
    shadow.AttackResourceShape: PLOT,
    shadow.AttackActorShape: PLOT,
}
SHAPES: Final[dict[str, type[Record]]] = {
    "Passages": shapes.PassageShape,
    "`campaign.yaml`": shapes.CampaignShape,
    "`stories:`": shapes.StoryShape,
    "`rules:` for `shadow`": shadow.HouseShape,
    "`factions/<id>.yaml`": shapes.FactionShape,
    "`opening:` for `shadow`": shadow.PowerShape,
    "`actor:`": shadow.ActorShape,
    "`resources:`": shadow.ResourceShape,
    "`places.yaml`": shapes.PlacesShape,
    "A place": shapes.PlaceShape,
    "`turns/NNN.yaml`": shapes.TurnShape,
    "`news:`": shapes.NewsShape,
    "`rumors:`": shapes.RumorShape,
    "`reveals:`": shapes.RevealShape,
    "`effects:` for `shadow`": shadow.EffectShape,
    "`adjustments:` for `shadow`": shadow.AdjustmentShape,
    "`orders:` for `shadow`": shadow.PowerOrdersShape,
    "`conspiracies:`": PLOT,
    "`action: raise`": shadow.RaiseShape,
    "`action: mobilize`": shadow.MobilizeShape,
    "`action: attack-resource`": shadow.AttackResourceShape,
    "`action: attack-actor`": shadow.AttackActorShape,
    "`new_resource:`": shadow.NewResourceShape,
    "`help:` and `block:`": shadow.SupportShape,
    "`assist:`": shadow.AssistShape,
    "`pages/*.md`": shapes.PageShape,
    "`shelf.yaml`": shelf.ShelfShape,
}
#: What the page says of all audience words at once.
AUDIENCE_WORDS: Final = ", one of these, or a list of at least 1"
CASES = tuple(SHAPES.items())


def own_fields(shape: type[Record]) -> dict[str, FieldInfo]:
    """A shape's fields by the key an author writes, without those told elsewhere."""
    elsewhere = ASIDE[shape].model_fields if shape in ASIDE else {}
    return {
        field.alias or name: field
        for name, field in shape.model_fields.items()
        if name not in elsewhere
    }


def default_of(field: FieldInfo) -> str:
    """The default as the page writes it."""
    if field.is_required():
        return "required"
    empty = field.default is None or field.default in ("", [], {})
    return "none" if empty else str(field.default)


def limits(schema: object) -> set[str]:
    """Every bound and every word of choice in a key's JSON Schema, as it stands in a sentence."""
    match schema:
        case dict():
            bounds = ("minimum", "maximum", "minItems", "maxItems", "minProperties")
            found = {str(schema[name]) for name in bounds if name in schema}
            found |= {str(word) for word in schema.get("enum", ())}
            found |= {str(schema["const"])} if "const" in schema else set()
            inner = [part for name, part in schema.items() if name not in ("default", "$ref")]
            return found.union(*(limits(part) for part in inner))
        case list():
            return set[str]().union(*(limits(part) for part in schema))
        case _:
            return set()


def is_kind(schema: dict[str, Any], kind: str) -> bool:
    """Whether the page's word for a kind fits the type of a key."""
    options = schema.get("anyOf", [schema])
    types = {option.get("type") for option in options} - {"null"}
    words = {
        "string": r"text|^id$|^day$|^one of ",
        "integer": r"^whole number",
        "array": r"^list of ",
        "object": r" by |with whole numbers",
        "boolean": r"`true`",
    }
    wanted = [words[name] for name in types if isinstance(name, str)]
    return all(re.search(pattern, kind) for pattern in wanted)


def test_every_shape_has_its_table() -> None:
    modules = (shapes, shelf, shadow)
    all_shapes = {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Record) and value is not Record
    }
    assert all_shapes == set(SHAPES.values())
    with_keys = {title for title, part in sections(PAGE).items() if part.rows}
    assert with_keys - {"Audience words"} == set(SHAPES)


@pytest.mark.parametrize(("title", "shape"), CASES, ids=list(SHAPES))
def test_the_keys_of_a_table_are_those_that_are_read(title: str, shape: type[Record]) -> None:
    assert sections(PAGE)[title].column(0) == list(own_fields(shape))


@pytest.mark.parametrize(("title", "shape"), CASES, ids=list(SHAPES))
def test_the_defaults_of_a_table_are_those_of_the_code(title: str, shape: type[Record]) -> None:
    expected = [default_of(field) for field in own_fields(shape).values()]
    assert sections(PAGE)[title].column(2) == expected


@pytest.mark.parametrize(("title", "shape"), CASES, ids=list(SHAPES))
def test_the_kinds_of_a_table_name_every_bound_and_choice(title: str, shape: type[Record]) -> None:
    schema = shape.model_json_schema()["properties"]
    for row in sections(PAGE)[title].rows:
        key, kind = bare(row[0]), row[1]
        kind += AUDIENCE_WORDS if kind == "audience words" else ""
        assert limits(schema[key]) <= set(re.findall(r"[\w-]+", kind)), key
        assert is_kind(schema[key], kind), key


@pytest.mark.parametrize(("title", "shape"), CASES, ids=list(SHAPES))
def test_the_example_of_a_key_is_accepted(title: str, shape: type[Record]) -> None:
    for row in sections(PAGE)[title].rows:
        key, example = bare(row[0]), bare(row[4])
        assert example.startswith(f"{key}: ")
        report = Report()
        node = compose(Source(title, example), report)
        assert node is not None
        decode(shape, node, report)
        codes = {finding.code for finding in report.findings}
        assert codes <= {MissingKey.code}, (example, report.findings)


def test_the_page_names_every_sigil_that_the_default_theme_draws() -> None:
    drawn = sorted(path.stem for path in (ROOT / "themes/annals/sigils").glob("*.svg"))
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    listed = text.partition("draws these sigils: ")[2].partition(".\n")[0]
    assert re.findall(r"`([a-z]+)`", listed) == drawn
