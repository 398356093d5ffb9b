"""Mutations: of YAML as trees and as text, of Markdown, templates, JSON and bytes of any kind."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from tests.fuzz.worlds import WORLDS

#: The place of a value in a tree: its parent, and its key or index there.
Place: TypeAlias = tuple[Any, Any]

# ── Values ───────────────────────────────────────────────────────────────────────────────────────

LONG: Final = 3000
ODD_TEXTS: Final = (
    *("", " ", "\t", "\n", "~", "null", "true", "no", "0", "-1", "0x10", "1e999", "-0.0", ".nan"),
    *("everyone", "factions", "gm", "vael", "oru", "vale", "1/vael/ring", "2d6", "1d0+999999999"),
    *("CON", "aux", "..", "../../x", "/etc/passwd", "a/b", "a\\b", "a\0b", "x" * LONG, "é" * 300),
    *("\u202eevil", "\u200b", "\ud83d\ude00", "ﬁ", "İ", "ß", "\u0301", "\x1b[31mred", "\r", "\x85"),
    *("[[vael]]", "[[", "]]", "[[a|b|c]]", "::: secret vael", ":::", "<script>", "<!--", "]]>"),
    *("{{ 1 }}", "{% x %}", "%s", "{x}", "https://[", "javascript:alert(1)", "data:,", "mailto:"),
    *("2026-02-30", "25:61", "1 Frostmonth", "#zzz", "#12345678", "Europe/Nowhere", "&a", "*a"),
)
ODD_VALUES: Final[Sequence[Any]] = (
    *ODD_TEXTS,
    *(None, True, False, 0, 1, -1, 2, 7, 10**6, 2**31, 2**63, 10**30, 10**400, -(10**20), 0.5),
    *(1e308, float("inf"), float("nan"), [], {}, [[]], {"": ""}, [None], date(2026, 2, 28)),
)


@lru_cache(maxsize=1)
def pool() -> tuple[Mapping[str, Sequence[Any]], Sequence[Any]]:
    """The values of all worlds by key, and all of their scalars."""
    by_key: dict[str, list[Any]] = {}
    scalars: list[Any] = []
    for world in WORLDS.values():
        for path, content in world.items():
            tree = parsed(content) if path.endswith(".yaml") else None
            for parent, key in places(tree):
                value = parent[key]
                if isinstance(parent, dict):
                    by_key.setdefault(str(key), []).append(value)
                if not isinstance(value, dict | list):
                    scalars.append(value)
    return by_key, scalars


def parsed(content: bytes) -> Any:
    """A YAML file as plain values; None if it can't be read."""
    try:
        return YAML(typ="safe").load(content)
    except (YAMLError, ValueError, RecursionError, AttributeError):
        return None


def places(tree: Any) -> Iterator[Place]:
    """Every place in a tree, from the root on."""
    items = (
        list(tree.items())
        if isinstance(tree, dict)
        else list(enumerate(tree))
        if isinstance(tree, list)
        else []
    )
    for key, value in items:
        yield tree, key
        yield from places(value)


# ── Trees ────────────────────────────────────────────────────────────────────────────────────────


def mutate_tree(chance: Random, tree: Any) -> Any:
    """A tree with one to four mutations, in which it can be told from a mistake of one's own."""
    top = {"": copy.deepcopy(tree)}
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        found = list(places(top)) or [(top, "")]
        top.setdefault("", None)
        chance.choice(_TREE_MUTATIONS)(chance, *chance.choice(found))
    return top.get("")


def _drop(chance: Random, parent: Any, key: Any) -> None:
    del chance, parent[key]


def _replace_odd(chance: Random, parent: Any, key: Any) -> None:
    parent[key] = copy.deepcopy(chance.choice(ODD_VALUES))


def _replace_scalar(chance: Random, parent: Any, key: Any) -> None:
    parent[key] = chance.choice(pool()[1])


def _replace_alike(chance: Random, parent: Any, key: Any) -> None:
    parent[key] = copy.deepcopy(chance.choice(pool()[0].get(str(key), ODD_VALUES)))


def _splice(chance: Random, parent: Any, key: Any) -> None:
    parent[key] = copy.deepcopy(chance.choice(pool()[0][chance.choice(list(pool()[0]))]))


def _rename(chance: Random, parent: Any, key: Any) -> None:
    value = parent.pop(key)
    if isinstance(parent, dict):
        parent[chance.choice((*pool()[0], *ODD_TEXTS, 1, True, None))] = value


def _add(chance: Random, parent: Any, key: Any) -> None:
    value = parent[key]
    new = chance.choice(list(pool()[0]))
    item = copy.deepcopy(chance.choice(pool()[0][new]))
    if isinstance(value, dict):
        value[new] = item
    elif isinstance(value, list):
        value.append(copy.deepcopy(chance.choice(value)) if value else item)
    else:
        parent[key] = {new: value}


def _wrap(chance: Random, parent: Any, key: Any) -> None:
    value = parent[key]
    parent[key] = [value] if chance.random() < 0.5 else {chance.choice(ODD_TEXTS[:20]): value}


def _repeat(chance: Random, parent: Any, key: Any) -> None:
    value = parent[key]
    if isinstance(value, list):
        parent[key] = value * chance.choice((2, 3, 50))
    elif isinstance(value, str):
        parent[key] = value * chance.choice((2, 100))
    elif isinstance(value, dict) and value:
        last = list(value.values())[-1]
        value.update({f"more-{number}": copy.deepcopy(last) for number in range(40)})


def _nest(chance: Random, parent: Any, key: Any) -> None:
    for _ in range(chance.choice((3, 30, 200))):
        parent[key] = [parent[key]]


def _swap(chance: Random, parent: Any, key: Any) -> None:
    other = chance.choice(list(parent)) if isinstance(parent, dict) else 0
    parent[key], parent[other] = parent[other], parent[key]


def _write_text(chance: Random, parent: Any, key: Any) -> None:
    if isinstance(parent[key], str):
        parent[key] = mutate_markdown(chance, parent[key])


_TREE_MUTATIONS: Final[Sequence[Callable[[Random, Any, Any], None]]] = (
    *(_drop, _replace_odd, _replace_odd, _replace_scalar, _replace_scalar, _replace_alike),
    *(_replace_alike, _splice, _rename, _add, _add, _wrap, _repeat, _nest, _swap),
    *(_write_text, _write_text, _write_text),
)


def as_yaml(chance: Random, tree: Any) -> bytes:
    """A tree as YAML, in one of several styles."""
    if chance.random() < 0.1:
        return _flow(tree).encode("utf-8", "surrogatepass") + b"\n"
    return _block(tree, 0).encode("utf-8", "surrogatepass")


def _block(value: Any, depth: int) -> str:
    pad = "  " * depth
    if isinstance(value, dict) and value:
        return "".join(f"{pad}{_key(key)}:{_below(item, depth)}" for key, item in value.items())
    if isinstance(value, list) and value:
        return "".join(f"{pad}-{_below(item, depth)}" for item in value)
    return f"{pad}{_flow(value)}\n"


def _below(value: Any, depth: int) -> str:
    if isinstance(value, dict | list) and value and depth < 60:
        return f"\n{_block(value, depth + 1)}"
    if isinstance(value, str) and "\n" in value and re.match(r"\S", value) and value.isascii():
        pad = "  " * (depth + 1)
        rows = "".join(f"{pad}{row}\n" if row else "\n" for row in value.split("\n"))
        return f" |\n{rows}"
    return f" {_flow(value)}\n"


def _key(key: Any) -> str:
    return key if isinstance(key, str) and re.fullmatch(r"[a-z][\w-]*", key) else _flow(key)


def _flow(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_key(k)}: {_flow(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case str():
            plain = re.fullmatch(r"[A-Za-z][\w /-]*\w", value) and value not in ODD_TEXTS
            return value if plain else json.dumps(value)
        case None | bool() | int():
            return json.dumps(value) if value is None or abs(value) < 10**50 else "9" * 400
        case float():
            return {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}.get(str(value), str(value))
        case _:
            return str(value)


# ── Texts ────────────────────────────────────────────────────────────────────────────────────────

YAML_SNIPPETS: Final = (
    *(
        "\t",
        ": ",
        " #",
        "- ",
        "? ",
        "&a ",
        "*a",
        "!!python/object:os.system ",
        "!t ",
        "|",
        ">",
        "%",
    ),
    *("---\n", "...\n", "{", "}", "[", "]", "'", '"', "\\u0000", "<<: *a\n", "\ufeff", "\r\n"),
    *("a: &a [*a]\n", "x" * LONG, "\u2028", "\x85", "\0", "\x1b[2J", "\n\n", "  ", "turn: 1\n"),
)
MARKDOWN_SNIPPETS: Final = (
    *("[[vael]]", "[[Vael|x]]", "[[", "]]", "![x](", "![a](lake.png)", "[x](y)", "[x]: y\n", "**"),
    *("*", "_", "`", "```\n", "~~~\n", "<b>", "</b>", "<script>", "&#0;", "&lt;", "\\", "\\[", "|"),
    *(
        "\n| a | b |\n| - | - |\n| 1 | 2 |\n",
        "\n# H\n",
        "\n1. x\n",
        "\n- x\n",
        "\n> x\n",
        "\n---\n",
    ),
    *("\n::: secret vael\n", "\n::: secret\n", "\n:::\n", "\n:::: secret oru\n", "\n::: open\n"),
    *("\n    code\n", "  \n", "\t", "\u00a0", "\u202e", "\x1b[31m", "\x00", "<!-- x -->", "$x$"),
    *("[[" * 300, "*" * 500, "[" * 1000, "(" * 500, "> " * 200 + "x", "`" * 900, "![" * 400),
    *("- " * 150 + "x", "_a" * 400, "<" * 500, "&" * 500, "\n".join(["|"] * 200), "a_" * 500),
    *(
        "::: secret vael\n" * 60,
        "[a](" * 300,
        "\n\n" * 400,
        "*a **b " * 150,
        "~" * 300,
        "x " * 2000,
    ),
)
TEMPLATE_SNIPPETS: Final = (
    *("{{ x }}", "{{ view }}", "{{ view.x.y }}", "{{ frame.title }}", "{{", "}}", "{%", "%}", "{#"),
    *(
        "{% for x in view %}",
        "{% endfor %}",
        "{% if %}",
        "{% endif %}",
        "{% block a %}",
        "{{ 1/0 }}",
    ),
    *(
        "{% endblock %}",
        "{% extends 'layout.html' %}",
        "{% include 'x.html' %}",
        "{{ [] | first }}",
    ),
    *("{% include 'turn.html' %}", "{% import 'macros.html' as m %}", "{{ t('x') }}", "{{ t() }}"),
    *("{{ url('x') }}", "{{ url(1) }}", "{{ none.x }}", "{{ '%s %s'|format(1) }}", "{{ 'a' + 1 }}"),
    *("{{ ''.__class__ }}", "{{ cycler.__init__ }}", "{{ range(10**9) }}", "{{ 'x' * 10**8 }}"),
    *("{% set x = 1 %}", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{{ view|x }}", "<b>"),
    *(
        "{% raw %}",
        "{{ caller() }}",
        "{% call x() %}",
        "{{ loop.index }}",
        "{{ 9**9**9 }}",
        "</main>",
    ),
    *("{{ view|length }}", "{{ view|tojson }}", "{{ view|sort }}", "{{ super() }}", "{% else %}"),
    *(
        "{{ frame | attr('x') }}",
        "{{ part('x') }}",
        "{{ lipsum(n=10) }}",
        "{% do x %}",
        "{{ m.x() }}",
    ),
)


def mutate_text(chance: Random, text: str, snippets: Sequence[str]) -> str:
    """A text with some of it moved, removed, repeated or put in."""
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        text = chance.choice(_TEXT_MUTATIONS)(chance, text, snippets)
    return text


def mutate_markdown(chance: Random, text: str) -> str:
    """A Markdown text with one or several snippets in it, or otherwise mutated."""
    return mutate_text(chance, text, MARKDOWN_SNIPPETS)


def _insert(chance: Random, text: str, snippets: Sequence[str]) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(snippets) + text[at:]


def _overwrite(chance: Random, text: str, snippets: Sequence[str]) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(snippets) + text[at + chance.randint(0, 12) :]


def _cut(chance: Random, text: str, snippets: Sequence[str]) -> str:
    del snippets
    at = chance.randint(0, len(text))
    return text[:at] + text[at + chance.choice((1, 2, 5, 40, len(text))) :]


def _move_line(chance: Random, text: str, snippets: Sequence[str]) -> str:
    del snippets
    lines = text.split("\n")
    line = lines.pop(chance.randrange(len(lines)))
    for _ in range(chance.choice((1, 1, 2))):
        lines.insert(chance.randint(0, len(lines)), line)
    return "\n".join(lines)


def _indent(chance: Random, text: str, snippets: Sequence[str]) -> str:
    del snippets
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    change = chance.choice(("  ", " ", "\t", ""))
    lines[at] = change + lines[at] if change else lines[at].lstrip()
    return "\n".join(lines)


_TEXT_MUTATIONS: Final[Sequence[Callable[[Random, str, Sequence[str]], str]]] = (
    *(_insert, _insert, _insert, _overwrite, _cut, _move_line, _indent),
)


def mutate_bytes(chance: Random, content: bytes) -> bytes:
    """Bytes with bits flipped, parts cut or repeated, numbers in them made large."""
    mutated = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        at = chance.randint(0, max(len(mutated) - 1, 0))
        match chance.randrange(7):
            case 0 if mutated:
                mutated[at] ^= 1 << chance.randrange(8)
            case 1 if mutated:
                mutated[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))
            case 2:
                mutated[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff"))
            case 3:
                del mutated[at : at + chance.choice((1, 4, 64))]
            case 4:
                del mutated[at:]
            case 5:
                mutated[at:at] = mutated[at : at + chance.choice((1, 8, 100))]
            case _:
                mutated[at:at] = chance.randbytes(chance.choice((1, 4, 30)))
    return bytes(mutated)
