"""Parse effects into records, checking each key against the record's fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, cast, get_args, get_origin, get_type_hints

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Problem, Report
from chronicle.records import default_values, field_names
from chronicle.rules.wwn.catalogue.inputs import CatalogueEffectInput
from chronicle.rules.wwn.diagnostics import catalogue as problems
from chronicle.rules.wwn.dice_amounts import DiceAmount, parse_dice_amount
from chronicle.rules.wwn.effects import EFFECT_BY_WORD, Bearer, Effect, Throws

#: The effects that assets and tags can have, by name.
WORDS_BY_BEARER: Final[Mapping[Bearer, tuple[str, ...]]] = {
    bearer: tuple(word for word, kind in EFFECT_BY_WORD.items() if bearer in kind.bearers)
    for bearer in get_args(Bearer)
}
#: How to write an amount, for the help of errors.
AMOUNT_FORM: Final = "an amount as in `3`, `2d6` or `1d4+1`"


def parse_effect(entry: CatalogueEffectInput, bearer: Bearer, report: Report) -> Effect | None:
    """Return an effect as its record; None after errors."""
    may_have = WORDS_BY_BEARER[bearer]
    at = entry.at("does")
    if entry.does not in EFFECT_BY_WORD:
        report.add(content.UnknownWord(at=at, name=entry.does, known=may_have))
        return None
    if entry.does not in may_have:
        report.add(problems.WrongBearer(at=at, does=entry.does, bearer=bearer, known=may_have))
        return None
    before = report.errors
    effect = _build_effect(entry, report)
    if effect is not None:
        for problem in _contradictions(entry, effect, bearer):
            report.add(problem)
    return effect if report.errors == before else None


def written_keys(entry: CatalogueEffectInput) -> tuple[str, ...]:
    """Return the keys of an effect other than `does:`."""
    return tuple(key for key in CatalogueEffectInput.fields() if key != "does" and entry.has(key))


@cache
def _hints(does: str) -> Mapping[str, Any]:
    """Return the type of each field of an effect, without None."""
    return {
        name: _without_none(hint) for name, hint in get_type_hints(EFFECT_BY_WORD[does]).items()
    }


def _without_none(hint: Any) -> Any:
    parts = get_args(hint)
    return parts[0] if type(None) in parts else hint


def _build_effect(entry: CatalogueEffectInput, report: Report) -> Effect | None:
    """Return the record with the given values; None after errors."""
    kind = EFFECT_BY_WORD[entry.does]
    known = field_names(kind)
    optional = default_values(kind)
    before = report.errors
    for key in written_keys(entry):
        if key not in known:
            report.add(content.UnknownKey(at=entry.key_at(key), key=key, known=("does", *known)))
    for key in known:
        if key not in optional and not entry.has(key):
            report.add(content.MissingKey(at=entry.at(), key=key))
    values = {
        key: _parse_value(entry, key, key not in optional, report)
        for key in written_keys(entry)
        if key in known
    }
    if report.errors > before:
        return None
    # The fields are those of the record, and each value has been checked against its type.
    return cast(Callable[..., Effect], kind)(**values)


def _parse_value(entry: CatalogueEffectInput, key: str, needed: bool, report: Report) -> Any:
    """Return the value of a key, as its field requires; None after an error."""
    found = getattr(entry, key)
    hint = _hints(entry.does)[key]
    if hint is DiceAmount:
        told = parse_dice_amount(found)
        if told is None:
            report.add(content.BadFormat(at=entry.at(key), word=str(found), form=AMOUNT_FORM))
        return told
    if hint is int:
        return _parse_number(entry, key, found, needed, report)
    if get_origin(hint) is Literal:
        return _parse_word(entry, key, found, get_args(hint), report)
    if get_origin(hint) is tuple:
        return _parse_list(entry, key, found, get_args(hint)[0], report)
    return found


def _parse_number(
    entry: CatalogueEffectInput, key: str, found: object, needed: bool, report: Report
) -> int | None:
    """Return a whole number; a required one can't be 0, because the effect would do nothing."""
    if not isinstance(found, int):
        report.add(content.BadFormat(at=entry.at(key), word=str(found), form="a whole number"))
        return None
    if needed and found == 0:
        report.add(content.OutOfRange(at=entry.at(key), bound="other than 0"))
    elif found < 0 and key != "more":
        report.add(content.OutOfRange(at=entry.at(key), bound=f"at least {int(needed)}"))
    return found


def _parse_word(
    entry: CatalogueEffectInput, key: str, found: object, known: tuple[str, ...], report: Report
) -> object:
    if isinstance(found, list):
        report.add(content.WrongType(at=entry.at(key), wanted="text", got="a list"))
    elif found not in known:
        report.add(content.UnknownWord(at=entry.at(key), name=str(found), known=known))
    return found


def _parse_list(
    entry: CatalogueEffectInput, key: str, found: object, item: Any, report: Report
) -> tuple[object, ...]:
    """Return a list; in a list of choices each counts once."""
    if not isinstance(found, list):
        report.add(content.WrongType(at=entry.at(key), wanted="a list", got="text"))
        return ()
    if get_origin(item) is not Literal:
        return tuple(found)
    for index, word in enumerate(found):
        if word not in get_args(item):
            report.add(
                content.UnknownWord(at=entry.at(key, index), name=word, known=get_args(item))
            )
    return tuple(found) if key == "attributes" else tuple(dict.fromkeys(found))


# ── What does not go together in one effect ──────────────────────────────────────────────────────


def _contradictions(
    entry: CatalogueEffectInput, effect: Effect, bearer: Bearer
) -> Iterator[Problem]:
    """Yield contradictions and gaps between keys that are valid by themselves."""
    for keys, beside in effect.idle_keys(bearer):
        for key in keys:
            if entry.has(key):
                yield problems.IneffectiveKey(at=entry.key_at(key), key=key, beside=beside)
    if effect.alternatives:
        given = tuple(key for key in effect.alternatives if entry.has(key))
        if len(given) != 1:
            at = entry.key_at(given[1]) if given else entry.at("does")
            first, second = effect.alternatives
            yield problems.ExactlyOneOfTwo(
                at=at, does=entry.does, keys=(first, second), both=bool(given)
            )
    if isinstance(effect, Throws) and bearer == "tag":
        if not entry.has("whose"):
            yield content.MissingKey(at=entry.at(), key="whose")
        elif effect.whose not in ("owner", "rivals", "others"):
            yield problems.TagHasNoBearer(at=entry.at("whose"), whose=effect.whose)
