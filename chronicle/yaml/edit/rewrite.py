"""Rewrite a YAML document, keeping the author's comments."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError

from chronicle.yaml.edit.comments import lost_comments

#: What can be written: mappings with text keys, lists, texts and numbers.
YamlValue: TypeAlias = str | int | Sequence["YamlValue"] | Mapping[str, "YamlValue"]

_WIDTH: Final = 100
#: All before a document, which the emitter does not write.
_HEAD: Final = re.compile(r"(?:[ \t]*(?:#.*)?\n|%.*\n)*---[ \t]*(?:#.*)?\n")


class _LineCollector(list[str]):
    """Collects what the emitter writes, like a text file."""

    encoding = None

    def write(self, part: str) -> None:
        self.append(part)


def rewrite_document(text: str, wanted: Mapping[str, YamlValue]) -> str:
    """Return a document with the value ``wanted`` and the comments and order of ``text``.

    ``text`` must be valid YAML or empty. Parts that don't change are kept as written. If the layout
    can't be kept (an alias stands for two values that now differ), the document is written from
    scratch. Comments on what is removed are at the end.
    """
    if not text.strip():
        return _dump(_to_ruamel(wanted))
    head = match[0] if (match := _HEAD.match(text)) is not None else ""
    kept = _merge(text[len(head) :], wanted) or _dump(_to_ruamel(wanted))
    return "".join([head, kept, *(f"{lost}\n" for lost in lost_comments(text, head + kept))])


def _merge(text: str, wanted: Mapping[str, YamlValue]) -> str:
    """Update the text to the wanted value; empty if the result differs from it."""
    try:
        document = _yaml().load(text)
        _update(document, wanted)
        result = _dump(document)
        return result if _yaml().load(result) == wanted else ""
    except (YAMLError, TypeError, AttributeError):
        return ""


def _update(document: Any, wanted: Mapping[str, YamlValue]) -> None:
    for key in [key for key in document if key not in wanted]:
        del document[key]
    for key, value in wanted.items():
        if key not in document or not _try_update(document[key], value):
            document[key] = _to_ruamel(value)


def _try_update(old: Any, new: YamlValue) -> bool:
    """Whether an old value equals the new one or could be updated to it."""
    if isinstance(old, CommentedMap) and isinstance(new, Mapping):
        _update(old, new)
        return True
    if isinstance(old, CommentedSeq) and isinstance(new, Sequence) and not isinstance(new, str):
        del old[len(new) :]
        for index, value in enumerate(new):
            if index == len(old):
                old.append(_to_ruamel(value))
            elif not _try_update(old[index], value):
                old[index] = _to_ruamel(value)
        return True
    return bool(old == new)


def _to_ruamel(value: YamlValue) -> Any:
    """A value for the emitter: lists of scalars in flow style, everything else in block style."""
    if isinstance(value, Mapping):
        return CommentedMap((key, _to_ruamel(part)) for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        listed = CommentedSeq(_to_ruamel(part) for part in value)
        if all(isinstance(part, str | int) for part in value):
            listed.fa.set_flow_style()
        return listed
    return value


def _dump(document: Any) -> str:
    lines = _LineCollector()
    _yaml().dump(document, lines)
    return "".join(lines)


def _yaml() -> YAML:
    """A parser that keeps comments, quotes and the order of keys."""
    yaml = YAML(typ="rt", pure=True)
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.preserve_quotes = True
    yaml.width = _WIDTH
    return yaml
