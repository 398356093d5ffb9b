"""Effects as they are written, turned into records; each is checked against the record's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, Final, Literal, cast, get_args, get_origin, get_type_hints

from chronicle.diagnostics.catalogue.content import (
    BadFormat,
    MissingKey,
    OutOfRange,
    UnknownKey,
    UnknownWord,
)
from chronicle.diagnostics.catalogue.content import WrongType as OtherKind
from chronicle.diagnostics.report import Problem, Report
from chronicle.rules.wwn.catalogue.inputs import EffectShape
from chronicle.rules.wwn.diagnostics.catalogue import IdleKey, OfNoAsset, OneOfTwo, WrongBearer
from chronicle.rules.wwn.dice_amounts import Amount, amount
from chronicle.rules.wwn.effects import (
    OF_BOTH,
    OF_TAGS,
    WORDS,
    Afflicts,
    Carries,
    Cloaks,
    Effect,
    Empowers,
    Throws,
    Yields,
)

Bearer = Literal["asset", "tag"]

#: The words of the effects that each can have.
MAY_HAVE: Final[Mapping[Bearer, tuple[str, ...]]] = {
    "asset": tuple(word for word in WORDS if word not in OF_TAGS),
    "tag": tuple(word for word in WORDS if word in OF_TAGS | OF_BOTH),
}
#: How an amount is written, for those who wrote another thing.
AN_AMOUNT: Final = "an amount as in `3`, `2d6` or `1d4+1`"


def working(shape: EffectShape, bearer: Bearer, report: Report) -> Effect | None:
    """An effect as its record; None after findings."""
    may_have = MAY_HAVE[bearer]
    at = shape.at("does")
    if shape.does not in WORDS:
        report.add(UnknownWord(at=at, word=shape.does, known=may_have))
        return None
    if shape.does not in may_have:
        report.add(WrongBearer(at=at, does=shape.does, bearer=bearer, known=may_have))
        return None
    before = report.errors
    effect = _filled(shape, report)
    if effect is not None:
        for problem in _clashes(shape, effect, bearer):
            report.add(problem)
    return effect if report.errors == before else None


def said(shape: EffectShape) -> tuple[str, ...]:
    """The keys that an author wrote beside `does:`."""
    return tuple(key for key in EffectShape.model_fields if key != "does" and shape.has(key))


@cache
def _hints(does: str) -> Mapping[str, Any]:
    """What each field of an effect holds, leaving aside that it may hold nothing."""
    return {name: _present(hint) for name, hint in get_type_hints(WORDS[does]).items()}


def _present(hint: Any) -> Any:
    parts = get_args(hint)
    return parts[0] if type(None) in parts else hint


def _filled(shape: EffectShape, report: Report) -> Effect | None:
    """The record with what was said of it; None after findings."""
    kind = WORDS[shape.does]
    known = {field.name: field for field in fields(kind)}
    before = report.errors
    for key in said(shape):
        if key not in known:
            report.add(UnknownKey(at=shape.key_at(key), key=key, known=("does", *known)))
    for key, field in known.items():
        if field.default is MISSING and not shape.has(key):
            report.add(MissingKey(at=shape.at(), key=key))
    values = {key: _value(shape, key, known[key], report) for key in said(shape) if key in known}
    if report.errors > before:
        return None
    # The fields are those of the record, and each value has been checked against its type.
    return cast(Callable[..., Effect], kind)(**values)


def _value(shape: EffectShape, key: str, field: Field[Any], report: Report) -> Any:
    """What stands under a key, as the field of the record wants it; None after a finding."""
    found = getattr(shape, key)
    hint = _hints(shape.does)[key]
    if hint is Amount:
        told = amount(found)
        if told is None:
            report.add(BadFormat(at=shape.at(key), word=str(found), form=AN_AMOUNT))
        return told
    if hint is int:
        return _number(shape, key, found, field, report)
    if get_origin(hint) is Literal:
        return _word(shape, key, found, get_args(hint), report)
    if get_origin(hint) is tuple:
        return _row(shape, key, found, get_args(hint)[0], report)
    return found


def _number(
    shape: EffectShape, key: str, found: object, field: Field[Any], report: Report
) -> int | None:
    """A whole number; one that an effect can't do without is no 0, for then it would do nothing."""
    if not isinstance(found, int):
        report.add(BadFormat(at=shape.at(key), word=str(found), form="a whole number"))
        return None
    needed = field.default is MISSING
    if needed and found == 0:
        report.add(OutOfRange(at=shape.at(key), bound="other than 0"))
    elif found < 0 and key != "more":
        report.add(OutOfRange(at=shape.at(key), bound=f"at least {int(needed)}"))
    return found


def _word(
    shape: EffectShape, key: str, found: object, known: tuple[str, ...], report: Report
) -> object:
    if isinstance(found, list):
        report.add(OtherKind(at=shape.at(key), wanted="a text", got="a list"))
    elif found not in known:
        report.add(UnknownWord(at=shape.at(key), word=str(found), known=known))
    return found


def _row(
    shape: EffectShape, key: str, found: object, item: Any, report: Report
) -> tuple[object, ...]:
    """A list; of words that choose from many, each counts once."""
    if not isinstance(found, list):
        report.add(OtherKind(at=shape.at(key), wanted="a list", got="a text"))
        return ()
    if get_origin(item) is not Literal:
        return tuple(found)
    for index, word in enumerate(found):
        if word not in get_args(item):
            report.add(UnknownWord(at=shape.at(key, index), word=word, known=get_args(item)))
    return tuple(found) if key == "attributes" else tuple(dict.fromkeys(found))


# ── What does not go together in one effect ──────────────────────────────────────────────────────

#: Keys of `carries` that count for nothing with what is carried.
_IDLE_WITH: Final[Mapping[str, tuple[str, ...]]] = {
    "self": ("kinds", "start", "from_passenger", "by_here", "grants"),
    "both": ("from_passenger", "by_here"),
    "passenger": (),
}


def _clashes(shape: EffectShape, effect: Effect, bearer: Bearer) -> list[Problem]:
    """What is said in vain or left open, although each key by itself is sound."""
    match effect:
        case Carries(who=who):
            return _idle(shape, _IDLE_WITH[who], f"`who: {who}`")
        case Cloaks(who="self"):
            return _idle(shape, ("kinds", "reach"), "`who: self`")
        case Afflicts(when="won" | "made" as when):
            return _idle(shape, ("check", "price", "reach"), f"`when: {when}`")
        case Throws():
            return _of_throws(shape, effect, bearer)
        case Yields():
            return _one_of(shape, "table", "amount")
        case Empowers():
            return _one_of(shape, "steps", "grade")
        case _:
            return []


def _of_throws(shape: EffectShape, effect: Throws, bearer: Bearer) -> list[Problem]:
    found: list[Problem] = []
    if effect.whose != "allies":
        found += _idle(shape, ("kinds",), f"`whose: {effect.whose}`")
    if bearer == "tag":
        found += _idle(shape, ("reach",), "a tag")
        if not shape.has("whose"):
            found.append(MissingKey(at=shape.at(), key="whose"))
        elif effect.whose not in ("owner", "attackers"):
            found.append(OfNoAsset(at=shape.at("whose"), whose=effect.whose))
    return found


def _idle(shape: EffectShape, keys: tuple[str, ...], beside: str) -> list[Problem]:
    return [IdleKey(at=shape.key_at(key), key=key, beside=beside) for key in keys if shape.has(key)]


def _one_of(shape: EffectShape, first: str, second: str) -> list[Problem]:
    both = shape.has(first) and shape.has(second)
    if shape.has(first) != shape.has(second):
        return []
    at = shape.key_at(second) if both else shape.at("does")
    return [OneOfTwo(at=at, does=shape.does, keys=(first, second), both=both)]
