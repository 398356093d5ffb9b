"""Every order that a form allows, with all its values settled: what can be compared and played.

A candidate is an order with its required keys settled. Optional keys come later, one at a time, as
variants of an order that is worth it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Final, TypeAlias

from chronicle.model.facts import Fact, Facts
from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.outline.order_stubs.yaml_text import can_be_paid, cost_of
from chronicle.records import Record, replace
from chronicle.rules.order_form import (
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    IntegerField,
    ListItem,
    MultiSelectField,
    SelectField,
    TextField,
)

#: A value as it is written under a key.
Value: TypeAlias = str | int | bool | tuple[str, ...]
#: The values of keys, by the path of the key within the order.
Settings: TypeAlias = Mapping[tuple[str, ...], Value]
#: The most combinations of required values of one order of the form that are compared.
_MOST: Final = 400


class Candidate(Record):
    """One order with settled values. ``part`` is the order as written, ``settings`` its values.

    ``beside`` are keys of the faction that belong to it, such as where an actor is placed.
    ``keys`` are those that no other order may set another value to: what it depends on. Ids of new
    things begin with ``new``.
    """

    order: PossibleOrder
    settings: Settings
    part: FormPart
    beside: tuple[FormPart, ...] = ()
    keys: frozenset[tuple[str, ...]] = frozenset()
    new: str = "new"

    @property
    def actor(self) -> Fact:
        """Who carries it out, as the form names it."""
        return self.order.actor_name

    @property
    def code(self) -> str:
        return self.order.code

    @property
    def kind(self) -> tuple[str, Facts | None]:
        """What it has in common with orders of other actors and for other targets."""
        case = self.order.case
        return self.code, case.facts if case is not None else None

    @property
    def likely(self) -> Fraction | None:
        """The highest chance of success that the form gives for it; None if it gives none."""
        case = self.order.case
        found = [case.likely if case is not None else None]
        for path, part in _parts_by_path(self.order.part):
            if path in self.settings and isinstance(part, SelectField | MultiSelectField):
                value = self.settings[path]
                named = value if isinstance(value, tuple) else (value,)
                found += [it.likely for it in part.choices if it.value in named]
        return min((it.most for it in found if it is not None), default=None)

    def entries(self) -> Mapping[str, object]:
        """The order as a mapping under the faction's id, with plain values."""
        return merge_entries(*(entry_of(part, self.new) for part in (*self.beside, self.part)))


def candidates(form: Form, turn: int = 0, *, moves: bool = True) -> Iterator[Candidate]:
    """The orders of a form for a turn with each combination of their required values.

    A piece that can be placed anywhere before it acts is also tried in each of these places, unless
    without ``moves``.
    """
    new = f"{form.faction}-{turn}"
    positions = _positions(form) if moves else {}
    for order in possible_orders(form):
        if order.case is None:
            if moves:
                yield from _single_keys(order)
            continue
        if not can_be_paid(order.case.facts, form.funds):
            continue
        placed = [positions[id] for id in dict.fromkeys(order.ids()) if id in positions]
        keys = frozenset(it.path for it in placed)
        for settings in islice(_required_settings(order.part, form.funds), _MOST):
            part = settle(order.part, settings)
            if part is None:
                continue
            yield Candidate(order, settings, part, keys=keys, new=new)
            for place in placed[0].elsewhere if placed else ():
                yield Candidate(order, settings, part, (place,), keys, new)


def optional_keys(candidate: Candidate) -> tuple[tuple[str, ...], ...]:
    """The paths of the keys of an order that may be left out, or that can have more values."""
    parts = _parts_by_path(candidate.order.part)
    return tuple(path for path, part in parts if any(_optional_values(part, ())))


def variants(candidate: Candidate, path: tuple[str, ...]) -> Iterator[Candidate]:
    """The same order with one optional key set to each other value that it can have.

    To a list one more value is added.
    """
    for at, part in _parts_by_path(candidate.order.part):
        if at != path:
            continue
        now = candidate.settings.get(path)
        for value in _optional_values(part, now if isinstance(now, tuple) else ()):
            if value != now:
                varied = with_value(candidate, path, value)
                if varied is not None:
                    yield varied


def with_value(candidate: Candidate, path: tuple[str, ...], value: Value) -> Candidate | None:
    """The same order with another value of a key; None if that changes nothing."""
    settings = {**candidate.settings, path: value}
    settled = settle(candidate.order.part, settings)
    if settled is None or settled == candidate.part:
        return None
    return replace(candidate, settings=settings, part=settled)


def chosen_choices(candidate: Candidate) -> Iterator[FieldChoice]:
    """The choices of the form that a candidate settles."""
    for path, part in _parts_by_path(candidate.order.part):
        if isinstance(part, SelectField | MultiSelectField):
            value = candidate.settings.get(path)
            chosen = value if isinstance(value, tuple) else (value,)
            yield from (it for it in part.choices if it.value in chosen)


def settle(part: FormPart, settings: Settings, path: tuple[str, ...] = ()) -> FormPart | None:
    """A part with the values of its keys fixed; None if none of them has a value."""
    match part:
        case FixedField():
            return part
        case ListItem(key=key, parts=inner):
            return ListItem(key, _settle_all(inner, settings, path))
        case FieldGroup(key=key, parts=inner):
            found = _settle_all(inner, settings, (*path, key))
            # Fixed keys alone are only the frame of a group.
            has_values = any(not isinstance(one, FixedField) for one in inner)
            only_fixed = all(it in inner for it in found)
            return FieldGroup(key, found) if found and not (has_values and only_fixed) else None
        case TextField(key=key, needed=needed):
            given = settings.get((*path, key))
            if given is not None:
                return FixedField(key, given)
            return part if needed else None
        case ActionField():
            return None
        case SelectField(key=key) | MultiSelectField(key=key) | IntegerField(key=key):
            value = settings.get((*path, key))
            return FixedField(key, value) if value is not None else None


def _settle_all(
    parts: Sequence[FormPart], settings: Settings, path: tuple[str, ...]
) -> tuple[FormPart, ...]:
    found = (settle(part, settings, path) for part in parts)
    return tuple(it for it in found if it is not None)


# ── Values ───────────────────────────────────────────────────────────────────────────────────────


def _required_settings(part: FormPart, funds: int | None) -> Iterator[Settings]:
    """Every combination of values of the keys that an order needs, and of numbers suggested."""
    paths: list[tuple[str, ...]] = []
    values: list[tuple[Value, ...]] = []
    for path, field in _parts_by_path(part):
        found = tuple(_required_values(field, funds))
        if found:
            paths.append(path)
            values.append(found)
        elif isinstance(field, SelectField | MultiSelectField) and field.needed:
            return
    for chosen in product(*values):
        yield dict(zip(paths, chosen, strict=True))


def _required_values(part: FormPart, funds: int | None) -> Iterator[Value]:
    match part:
        case SelectField(needed=True, choices=choices):
            yield from dict.fromkeys(it.value for it in _affordable(choices, funds))
        case MultiSelectField(needed=True, choices=choices):
            yield from ((it,) for it in dict.fromkeys(c.value for c in _affordable(choices, funds)))
        case IntegerField(suggested=int(number)) | IntegerField(needed=True, least=number):
            yield number
        case _:
            pass


def _affordable(choices: Sequence[FieldChoice], funds: int | None) -> Iterator[FieldChoice]:
    """The choices that can be paid and may succeed."""
    for choice in choices:
        hopeless = choice.likely is not None and not choice.likely.most
        if not hopeless and can_be_paid(choice.facts, funds):
            yield choice


def _optional_values(part: FormPart, now: tuple[str, ...]) -> Iterator[Value]:
    """The values that an optional key can have; a list has one more than ``now``."""
    match part:
        case SelectField(needed=False, choices=choices):
            yield from (it.value for it in choices)
        case MultiSelectField(choices=choices, most=most) if most is None or len(now) < most:
            named = dict.fromkeys(it.value for it in choices)
            yield from ((*now, it) for it in named if it not in now)
        case IntegerField(least=least, most=most):
            yield from range(least, most + 1)
        case _:
            pass


def _parts_by_path(
    part: FormPart, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], FormPart]]:
    """The keys of an order with their paths within it."""
    match part:
        case ListItem(parts=inner):
            for one in inner:
                yield from _parts_by_path(one, path)
        case FieldGroup(key=key, parts=inner):
            for one in inner:
                yield from _parts_by_path(one, (*path, key))
        case FixedField() | ActionField():
            pass
        case _:
            yield (*path, part.key), part


def _single_keys(order: PossibleOrder) -> Iterator[Candidate]:
    """A key of the faction itself with each of its values, one at a time."""
    for path, part in _parts_by_path(order.part):
        now = part.now if isinstance(part, SelectField | MultiSelectField) else None
        for value in _optional_values(part, ()):
            settled = settle(order.part, {path: value})
            if settled is not None and value != now:
                yield Candidate(order, {path: value}, settled, keys=frozenset({path}))


class _Position(Record):
    """The key for the place of a piece, and all places but the present one as parts."""

    path: tuple[str, ...]
    elsewhere: tuple[FormPart, ...]


def _positions(form: Form) -> Mapping[str, _Position]:
    """Where pieces can be placed before they act, by the id of the piece."""
    found: dict[str, _Position] = {}
    for part in form.parts:
        if not isinstance(part, FieldGroup):
            continue
        for one in part.parts:
            if isinstance(one, SelectField) and one.name is not None and one.now:
                places = (it.value for it in one.choices if it.value != one.now)
                found[one.key] = _Position(
                    (part.key, one.key),
                    tuple(FieldGroup(part.key, (FixedField(one.key, it),)) for it in places),
                )
    return found


# ── Costs ────────────────────────────────────────────────────────────────────────────────────────


def cost_of_order(candidate: Candidate) -> int | None:
    """What an order takes of the form's funds at most; None for nothing."""
    case = candidate.order.case
    if case is None:
        return None
    total = case.price if case.price is not None else cost_of(case.facts) or 0
    factor = 1
    for path, part in _parts_by_path(candidate.order.part):
        value = candidate.settings.get(path)
        match part:
            case SelectField(choices=choices) | MultiSelectField(choices=choices):
                values = value if isinstance(value, tuple) else (value,)
                for choice in {it.value: it for it in choices if it.value in values}.values():
                    total += cost_of(choice.facts) or 0
                    factor *= choice.factor
            case IntegerField(price=price, rise=rise) if isinstance(value, int):
                total += sum(price + rise * more for more in range(value))
            case TextField(price=price) if value is not None:
                total += price
            case _:
                pass
    return total * factor or None


# ── Entries ──────────────────────────────────────────────────────────────────────────────────────


def entry_of(part: FormPart, new: str) -> dict[str, object]:
    """A settled part as a mapping with one key.

    Text that is still to be written, such as an id, begins with ``new``.
    """
    match part:
        case ListItem(key=key, parts=inner):
            return {key: [merge_entries(*(entry_of(it, new) for it in inner))]}
        case FieldGroup(key=key, parts=inner):
            return {key: merge_entries(*(entry_of(it, new) for it in inner))}
        case FixedField(key=key, value=value):
            return {key: list(value) if isinstance(value, tuple) else _plain(value)}
        case TextField(key=key):
            return {key: f"{new}-{key}"}
        case _:
            raise ValueError(f"{part.key if hasattr(part, 'key') else part} has no value yet")


def _plain(value: str | int | bool) -> object:
    """A value as YAML reads it: these words are always booleans, and digits are numbers."""
    if not isinstance(value, str):
        return value
    if value.isdecimal() and str(int(value)) == value:
        return int(value)
    return {"true": True, "false": False}.get(value, value)


def merge_entries(*entries: Mapping[str, object]) -> dict[str, object]:
    """Several mappings as one: lists joined, mappings merged, of other values the last."""
    found: dict[str, object] = {}
    for entry in entries:
        for key, value in entry.items():
            before = found.get(key)
            if isinstance(before, list) and isinstance(value, list):
                found[key] = [*before, *value]
            elif isinstance(before, dict) and isinstance(value, dict):
                found[key] = merge_entries(before, value)
            else:
                found[key] = value
    return found


def contradict(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether two mappings have different values under a key that holds only one."""
    for key in one.keys() & other.keys():
        left, right = one[key], other[key]
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            if contradict(left, right):
                return True
        elif left != right and not (isinstance(left, list) and isinstance(right, list)):
            return True
    return False
