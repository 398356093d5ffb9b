"""The pages that list what `export turns` prints for each ruleset, from the types of its records.

The facts of sheets, and the reasons and results of rolls, have no own types. They are
taken from the turns of sample campaigns and of the rules' test cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from fractions import Fraction
from itertools import groupby
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from chronicle.authoring.json_export import kebab_case
from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.model.facts import Facts, FactsOf, Ref
from chronicle.records import CONSTANT, field_names, is_record, marked_fields
from chronicle.rules import RULESETS
from chronicle.rules.freeform import events as freeform
from chronicle.rules.freeform.state import State as FreeformState
from chronicle.rules.lieutenants import events as lieutenants
from chronicle.rules.lieutenants.changes import Change as LieutenantsChange
from chronicle.rules.lieutenants.state import State as LieutenantsState
from chronicle.rules.shadow.state import State as ShadowState
from chronicle.rules.shadow.tellings import EVENTS as SHADOW_EVENTS
from chronicle.rules.wwn import events as wwn
from chronicle.rules.wwn.changes import Change as WwnChange
from chronicle.rules.wwn.state import State as WwnState
from tests.docs.turns_json_output import events, rolls, sheets
from tools.docs.docstrings import docstring, wrapped


def concrete_kinds(base: type) -> tuple[type, ...]:
    """The classes of records of a base class, without those that only others extend."""
    direct: list[type] = base.__subclasses__()
    kinds = tuple(kind for one in direct for kind in concrete_kinds(one))
    return kinds or (base,)


#: The types of a ruleset's events.
EVENTS: Final[Mapping[str, tuple[type, ...]]] = {
    "freeform": get_args(freeform.Event),
    "shadow": SHADOW_EVENTS,
    "lieutenants": get_args(lieutenants.Event),
    "wwn": get_args(wwn.Event),
}
#: The type of a ruleset's state.
STATES: Final[Mapping[str, type]] = {
    "freeform": FreeformState,
    "shadow": ShadowState,
    "lieutenants": LieutenantsState,
    "wwn": WwnState,
}
#: The types of changes to a ruleset's state, in JSON told apart by `kind`.
CHANGES: Final[Mapping[str, tuple[type, ...]]] = {
    "lieutenants": concrete_kinds(LieutenantsChange),
    "wwn": concrete_kinds(WwnChange),
}
#: The keys of all events, which the page about all rulesets explains.
_OF_ALL_EVENTS: Final = ("id", "rule", "rolls")
_PLAIN: Final[Mapping[object, str]] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "true or false",
    Fraction: "fraction, as text",
    NoneType: "null",
    Ref: "pointer",
    Visibility: "readers",
    Roll: "[roll](turns-json.md#a-roll)",
    Facts: "object",
}
_INTRODUCTION: Final = """\
# `export turns` for `{ruleset}`

What events, tellings and the state contain under the ruleset
[`{ruleset}`](../rulesets/{ruleset}.md). The rest is the same for all rulesets:
[`export turns`](turns-json.md). In events and in the state, things are named by id; in tellings
and sheets, places and factions are pointers, and others are plain names. *Readers* are `everyone`
or a list of factions.
"""


def page(ruleset: str) -> str:
    """The page about a ruleset."""
    kinds, state = EVENTS[ruleset], STATES[ruleset]
    tellings = RULESETS[ruleset].telling_facts
    changes = CHANGES.get(ruleset, ())
    inner = [it for it in _inner_records((*kinds, state, *tellings.values())) if it not in changes]
    parts = [
        _INTRODUCTION.format(ruleset=ruleset),
        "\n## Facts of events\n",
        *(f"\n### `{kebab_case(it.__name__)}`\n\n{_record(it)}" for it in kinds),
        "\n## Changes\n\nBy their `kind`. The state after a turn is the one before it with these.\n"
        if changes
        else "",
        *(f"\n### `{kebab_case(it.__name__)}`\n\n{_record(it)}" for it in changes),
        f"\n## State\n\n{_record(state)}",
        "\n## Facts of tellings\n\n| Code | Facts |\n| --- | --- |\n",
        *_telling_rows(tellings),
        "\n## Facts of sheets\n\n",
        *(f"- `{code}`: {_listed(keys)}\n" for code, keys in sheet_keys(ruleset).items()),
        "\n## Reasons\n\nOf modifiers, with their facts.\n\n",
        *(f"- `{reason}`: {_listed(keys) or 'none'}\n" for reason, keys in reasons(ruleset)),
        *_change_reasons(ruleset),
        "\n## Results\n\nThe keys of the results of rolls.\n\n",
        *(f"- {_listed(keys)}\n" for keys in results(ruleset)),
        "\n## Records\n",
        *(f"\n### {it.__name__}\n\n{_record(it)}" for it in inner),
    ]
    return "".join(parts)


def _telling_rows(tellings: Mapping[str, type]) -> Iterator[str]:
    """The codes of tellings by the type of their facts."""
    codes_of: dict[type, list[str]] = {}
    for code, kind in tellings.items():
        codes_of.setdefault(kind, []).append(code)
    for kind, codes in codes_of.items():
        yield f"| {_listed(codes)} | {_type_name(kind)} |\n"


# Records


def fields_of(record: type) -> Iterator[tuple[str, object]]:
    """The keys that a record has in JSON, with their types; without those of all events."""
    hints = get_type_hints(record)
    if is_typeddict(record):
        yield from hints.items()
        return
    constants = marked_fields(record, CONSTANT)
    for name in field_names(record):
        if name not in constants and not (name in _OF_ALL_EVENTS and "rolls" in hints):
            yield name, hints[name]


def _record(record: type) -> str:
    lines = []
    for kind, group in groupby(fields_of(record), lambda it: _type_name(it[1])):
        lines.append(f"- {_listed(name for name, _ in group)}: {kind}\n")
    # A type that is made of the fields of records has only their explanations.
    explained = record.__doc__ and record.__doc__ != dict.__doc__
    text = wrapped(docstring(record, none="null")) + "\n" if explained else ""
    return text + "".join(lines) if lines else text.removesuffix("\n")


def _inner_records(outer: Iterable[type]) -> list[type]:
    """The records within others, by name; and those of tellings."""
    outer = tuple(outer)
    found: dict[type, None] = {}
    for kind in outer:
        if is_typeddict(kind):
            _collect(kind, found)
        else:
            for _, part in fields_of(kind):
                _collect(part, found)
    return sorted(found, key=lambda it: it.__name__)


def _collect(kind: object, found: dict[type, None]) -> None:
    if get_origin(kind) is not None:
        for part in get_args(kind):
            _collect(part, found)
    elif _is_record(kind) and isinstance(kind, type) and kind not in found:
        for concrete in concrete_kinds(kind):
            found[concrete] = None
            for _, part in fields_of(concrete):
                _collect(part, found)


def _is_record(kind: object) -> bool:
    return kind not in _PLAIN and (
        (isinstance(kind, type) and is_record(kind)) or is_typeddict(kind)
    )


def _type_name(kind: object) -> str:
    """A type in words, with links to records."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in (LieutenantsChange, WwnChange):
        return "[change](#changes)"
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(_type_name, parts)))
    if origin is Literal:
        return ", ".join(f"`{it}`" if it else "empty" for it in parts)
    if origin is FactsOf:
        return _type_name(parts[0])
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"({', '.join(_type_name(it).replace('`, `', '` or `') for it in parts)})"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object of {_type_name(parts[1])}"
    if isinstance(origin, type) and issubclass(origin, (tuple, list, Set)):
        return f"list of {_type_name(parts[0])}"
    if isinstance(kind, TypeVar):
        return "[change](#changes)"
    if isinstance(kind, type) and _is_record(kind):
        names = (it.__name__ for it in concrete_kinds(kind))
        return " or ".join(f"[{name}](#{name.lower()})" for name in names)
    return _PLAIN[kind]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


# What the turns of campaigns show


def sheet_keys(ruleset: str) -> dict[str, tuple[str, ...]]:
    """The keys of the facts of sheets, by code; of records in them, by the code and their key."""
    found: dict[str, tuple[str, ...]] = {}
    for sheet in sheets(ruleset):
        for path, record in _nested(sheet["code"], sheet["facts"]):
            found.setdefault(path, tuple(record))
    named = {path.rpartition(".")[2]: keys for path, keys in found.items()}
    short = {
        path.rpartition(".")[2] if named[path.rpartition(".")[2]] == keys else path: keys
        for path, keys in found.items()
    }
    return dict(sorted(short.items(), key=lambda it: "sheet" not in it[0]))


def _nested(path: str, facts: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield path, facts
    for key, value in facts.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield from _nested(f"{path}.{key}", part)


def reasons(ruleset: str) -> list[tuple[str, tuple[str, ...]]]:
    """The reasons of modifiers, each with the keys of its facts."""
    found: dict[str, tuple[str, ...]] = {}
    for roll in rolls(ruleset):
        for part in roll["modifiers"]:
            known = found.get(part["reason"], ())
            found[part["reason"]] = (*known, *(it for it in part["facts"] if it not in known))
    return sorted(found.items())


def _change_reasons(ruleset: str) -> Iterator[str]:
    """The paragraph on the words for why capital, influence or Treasure changed."""
    changes = (change for event in events(ruleset) for change in event["facts"].get("changes", ()))
    words = sorted({change["reason"] for change in changes if "reason" in change})
    if words:
        yield f"\nOf changes: {_listed(words)}.\n"


def results(ruleset: str) -> list[tuple[str, ...]]:
    """The keys of the results of rolls, one tuple for each kind of roll."""
    return sorted({tuple(roll["result"]) for roll in rolls(ruleset)})
