"""JSON Schema of input models, for editors."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Any, Final

from chronicle.yaml.decode.input_model import InputKey, InputModel
from chronicle.yaml.decode.value_types import ModelReference, or_nothing
from chronicle.yaml.nodes import ListNode, MapNode, Node

#: The key of an input model's name in its JSON Schema.
MODEL_KEY: Final = "x-shape"


def json_schemas(
    entries: Iterable[type[InputModel]],
) -> tuple[dict[type[InputModel], str], dict[str, Any]]:
    """The name of each model's definition, and all definitions with hints.

    The schemas accept everything that the decoder accepts, even where its types are stricter.
    """
    names: dict[type[InputModel], str] = {}
    defs: dict[str, Any] = {}

    def reference(model: type[InputModel]) -> dict[str, Any]:
        if model not in names:
            # Editors show it.
            name = model.__name__.removesuffix("Input")
            if name in defs:
                raise ValueError(f"two input models are called {name}")
            names[model] = name
            # Before its keys, so that a model can refer to itself.
            defs[name] = {}
            defs[name] = _definition(model, reference)
        return {"$ref": f"#/$defs/{names[model]}"}

    for entry in entries:
        reference(entry)
    return names, defs


def _definition(model: type[InputModel], reference: ModelReference) -> dict[str, Any]:
    """The definition of a model, with its name, by which the descriptions of its keys are found."""
    keys = model.fields().values()
    required = [key.name for key in keys if key.is_required]
    return {
        "additionalProperties": False,
        "description": cleandoc(model.__doc__ or ""),
        "properties": {key.name: _key_schema(key, reference) for key in keys},
        **({"required": required} if required else {}),
        "type": "object",
        MODEL_KEY: f"{model.__module__}.{model.__qualname__}",
    }


def _key_schema(key: InputKey, reference: ModelReference) -> dict[str, Any]:
    """The schema of the value under a key; an optional list or mapping may be empty."""
    schema = key.type.schema(reference)
    return or_nothing(schema) if key.is_collection else schema


def to_plain(node: Node) -> Any:
    """A node as plain values."""
    match node:
        case ListNode():
            return [to_plain(item) for item in node.items]
        case MapNode():
            return {entry.key.text: to_plain(entry.value) for entry in node.entries}
        case _:
            return node.value
