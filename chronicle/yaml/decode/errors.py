"""Turn pydantic's errors into findings at the right location."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pydantic_core import ErrorDetails

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Problem, closest_name
from chronicle.files.source import Span
from chronicle.yaml.decode.fields import (
    COLOR_PATTERN,
    DIGEST_PATTERN,
    FRACTION_PATTERN,
    GIT_BRANCH_PATTERN,
    GIT_REMOTE_PATTERN,
    ID_PATTERN,
    MONTH_PATTERN,
    SITE_URL_PATTERN,
)
from chronicle.yaml.decode.plain import PathStep, child_of
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode, ScalarValue

#: Similarity at which a key counts as misspelt; `actor` and `action` are less similar.
_MISSPELT_CUTOFF: Final = 0.8


def start_of_mapping(node: MapNode) -> Span:
    """The location of a mapping: its first key, or the mapping itself if it is empty."""
    return node.entries[0].key.span if node.entries else node.span


def merge_problems(found: Iterable[Problem]) -> list[Problem]:
    """Merge type errors at the same value, which come from the branches of a union."""
    kept: list[Problem] = []
    wanted: dict[Span, list[str]] = {}
    for problem in found:
        if isinstance(problem, problems.WrongType) and problem.at is not None:
            first = problem.at not in wanted
            wanted.setdefault(problem.at, []).append(problem.wanted)
            if not first:
                continue
        kept.append(problem)
    return [
        replace(problem, wanted=" or ".join(dict.fromkeys(wanted[problem.at])))
        if isinstance(problem, problems.WrongType) and problem.at is not None
        else problem
        for problem in kept
    ]


def _walk(node: Node, path: Sequence[PathStep]) -> tuple[Node, list[PathStep]]:
    """Follow an error's path as far as nodes exist; union tags in it are skipped."""
    left = list(path)
    while left:
        inner = child_of(node, left[0])
        if inner is not None:
            node, left = inner, left[1:]
        elif len(left) > 1 and child_of(node, left[1]) is not None:
            left = left[1:]
        else:
            break
    return node, left


_KINDS: Final = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "`true` or `false`",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "raw": "a mapping or a list",
    "text_or_list": "text or a list",
}
_BOUNDS: Final = {
    "greater_than_equal": ("ge", "at least {}"),
    "greater_than": ("gt", "more than {}"),
    "less_than_equal": ("le", "at most {}"),
    "less_than": ("lt", "less than {}"),
    "too_short": ("min_length", "a list of {} or more items"),
    "too_long": ("max_length", "a list of at most {} items"),
    "string_too_long": ("max_length", "at most {} characters long"),
}
_PATTERNS: Final = {
    ID_PATTERN: "an id like `lantern-guild`: lower-case letters, digits and single hyphens",
    r"\S": "text",
    r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$": "a date like `2026-11-14`",
    COLOR_PATTERN: "a colour like `#7a1f2b`",
    SITE_URL_PATTERN: "an address that ends in a slash, like `https://ada.example/vaime/`",
    GIT_BRANCH_PATTERN: "the name of a branch, like `gh-pages`",
    GIT_REMOTE_PATTERN: "a repository: an address, a path or the name of a remote",
    DIGEST_PATTERN: "a digest of 32 hexadecimal digits",
    MONTH_PATTERN: "the name of a month, without a digit or space at its start or end",
    FRACTION_PATTERN: "a whole number or a fraction like `1/2`",
}


def problem_from_error(error: ErrorDetails, root: Node) -> Problem:
    """The finding for one error, at the value or key that it concerns."""
    kind = error["type"]
    context = error.get("ctx", {})
    at_key = error["loc"][-1:] == ("[key]",)
    node, left = _walk(root, error["loc"][:-1] if at_key else error["loc"])
    if at_key:
        node = _key_of(root, node) or node
    span = node.span
    if kind == "missing":
        inside = start_of_mapping(node) if isinstance(node, MapNode) else span
        return problems.MissingKey(at=inside, key=str(left[-1]))
    if kind == "union_tag_not_found":
        return _missing_tag(node, str(context["discriminator"]).strip("'"))
    if kind == "literal_error":
        return problems.UnknownWord(
            at=span, word=_shown_value(node), known=_choices(context["expected"])
        )
    if kind == "union_tag_invalid":
        tag = str(context["discriminator"]).strip("'")
        chosen = child_of(node, tag) or node
        known = _choices(context["expected_tags"])
        return problems.UnknownWord(at=chosen.span, word=_shown_value(chosen), known=known)
    if kind in _BOUNDS:
        name, sentence = _BOUNDS[kind]
        return problems.OutOfRange(at=span, bound=sentence.format(context[name]))
    if kind == "string_pattern_mismatch":
        return problems.BadFormat(
            at=span, word=_shown_value(node), form=_PATTERNS[context["pattern"]]
        )
    wanted = _KINDS.get(kind)
    if wanted is None:
        said = error["msg"].replace("Input should be", "it must be")
        return problems.InvalidValue(at=span, said=said)
    return problems.WrongType(at=span, wanted=wanted, got=_kind_of(node))


def _missing_tag(node: Node, tag: str) -> problems.MissingKey:
    """The finding for a mapping without the key on which its other keys depend.

    The other allowed keys are unknown without it, so one of them may be a misspelt form of it.
    """
    if not isinstance(node, MapNode):
        return problems.MissingKey(at=node.span, key=tag)
    meant = closest_name(tag, (entry.key.text for entry in node.entries), cutoff=_MISSPELT_CUTOFF)
    key = node.key(meant) if meant is not None else None
    if key is None:
        return problems.MissingKey(at=start_of_mapping(node), key=tag)
    return problems.MissingKey(at=key.span, key=tag, instead=key.text)


def _key_of(root: Node, value: Node) -> ScalarNode | None:
    """The key of a node, searched from the root."""
    if isinstance(root, MapNode):
        for entry in root.entries:
            found = entry.key if entry.value is value else _key_of(entry.value, value)
            if found is not None:
                return found
    elif isinstance(root, ListNode):
        for item in root.items:
            if (found := _key_of(item, value)) is not None:
                return found
    return None


def _choices(listed: str) -> tuple[str, ...]:
    return tuple(word.strip("' ") for word in listed.replace(" or ", ", ").split(","))


def _shown_value(node: Node) -> str:
    return node.text if isinstance(node, ScalarNode) else _kind_of(node)


def _kind_of(node: Node) -> str:
    match node:
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"
        case ScalarNode():
            return _kind_of_value(node.value)


def _kind_of_value(value: ScalarValue) -> str:
    match value:
        case None:
            return "an empty value"
        case bool():
            return "`true` or `false`"
        case int():
            return "a number"
        case float():
            return "a decimal number"
        case str():
            return "text"
