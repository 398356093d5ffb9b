"""JSON Schema of input models, for editors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from chronicle.yaml.decode.fields import FRACTION_PATTERN
from chronicle.yaml.decode.input_model import InputModel

#: The reference to a model's schema among the definitions.
REF_TEMPLATE: Final = "#/$defs/{model}"


def json_schemas(
    shapes: Iterable[type[InputModel]],
) -> tuple[dict[type[InputModel], str], dict[str, Any]]:
    """The name of each model's definition, and all definitions with hints.

    The schemas accept everything that the decoder accepts, even where its types are stricter.
    """
    wanted = tuple(dict.fromkeys(shapes))
    found, whole = models_json_schema(
        [(shape, "validation") for shape in wanted], ref_template=REF_TEMPLATE
    )
    names = {shape: found[shape, "validation"]["$ref"].rpartition("/")[2] for shape in wanted}
    return names, {name: _plain(part) for name, part in whole.get("$defs", {}).items()}


def _plain(part: Any) -> Any:
    """A schema without pydantic's titles and defaults, widened to what the decoder accepts."""
    match part:
        case {"properties": dict(properties)}:
            rest = {key: value for key, value in part.items() if key != "properties"}
            inner = {key: _plain(value) for key, value in properties.items()}
            return {**_plain(rest), "properties": inner}
        case dict():
            left = {
                key: _plain(value)
                for key, value in part.items()
                if key not in ("title", "default", "discriminator")
            }
            return _widen(left)
        case list():
            return [_plain(item) for item in part]
        case _:
            return part


def _widen(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("pattern") == FRACTION_PATTERN:
        return {"anyOf": [part, {"type": "integer", "minimum": 0, "maximum": 999}]}
    words = part.get("enum", ())
    if "true" in words or "false" in words:
        # Without quotes, such a word is a boolean.
        truths = [word == "true" for word in words if word in ("true", "false")]
        return {**{k: v for k, v in part.items() if k != "type"}, "enum": [*words, *truths]}
    return part
