"""Digests of views: what a page is drawn from, in a few bytes.

A digest also says which things and images a record refers to, so that a page can be given the names
of these and of no others.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from hashlib import blake2b
from operator import attrgetter
from types import NoneType
from typing import Any, Final

from chronicle.model.facts import Facts, PieceName, Ref
from chronicle.outline.as_of import PlaceAsOf
from chronicle.outline.charts import Chart
from chronicle.outline.frame import Frame
from chronicle.outline.gallery import GalleryPicture
from chronicle.outline.map.records import PlacedBackdrop
from chronicle.outline.views import Broadsheet
from chronicle.project.access_report import AudienceAccess
from chronicle.project.edition import (
    DossierView,
    EntityView,
    EventView,
    FactionView,
    NewsView,
    PageView,
    PlaceView,
    RelationView,
    RevealView,
    RumorView,
    Text,
    TurnView,
)
from chronicle.records import Record, field_names, is_record
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    Form,
    MultiSelectField,
    SelectField,
)
from chronicle.rules.protocol import Sheet, Telling

_SIZE: Final = 16
_SCALARS: Final = frozenset({bool, int, float, str, bytes, NoneType})
#: Records that several views contain; each is digested once.
_SHARED: Final = frozenset(
    {
        *(
            AudienceAccess,
            Broadsheet,
            Chart,
            DossierView,
            EntityView,
            EventView,
            FactionView,
            Frame,
            NewsView,
            PageView,
        ),
        *(PlaceAsOf, PlaceView, RelationView, RevealView, RumorView, Sheet, Telling, TurnView),
        # An order sheet refers to the parts of its form in several places.
        *(ActionChoice, ActionField, Form, MultiSelectField, SelectField),
    }
)
#: Records that name an image by its path.
_PICTURES: Final = frozenset({GalleryPicture, PlacedBackdrop})


class ViewDigest(Record):
    """The digest of a value, and the things and images (by path) that it refers to."""

    value: str
    refs: frozenset[Ref]
    pictures: frozenset[str]


class Digester:
    """Computes digests; what has been digested is kept, so it must not change."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, ViewDigest]] = {}
        self._refs: set[Ref] = set()
        self._pictures: set[str] = set()

    def digest(self, value: object) -> ViewDigest:
        """The digest of a value. Raises TypeError for a value whose parts are unknown."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        outer = self._refs, self._pictures
        self._refs, self._pictures = set(), set()
        try:
            plain = value if type(value) in _SCALARS else self._whole(value)
            found = ViewDigest(
                _digest_of_plain(plain),
                frozenset(self._refs),
                frozenset(self._pictures),
            )
        finally:
            self._refs, self._pictures = outer
        if type(value) in _SHARED:
            self._known[id(value)] = value, found
        return found

    def _whole(self, value: Any) -> object:
        return self._parts(value) if type(value) in _SHARED else self._plain(value)

    def _plain(self, value: Any) -> object:
        """A value that is not a scalar as plain data, equal only for equal values."""
        kind = type(value)
        if kind is tuple:
            return [part if type(part) in _SCALARS else self._plain(part) for part in value]
        if kind is Ref:
            self._refs.add(value)
            return (value.kind, value.id)
        if kind is PieceName:
            return (kind.__name__, str(value))
        if kind in _SHARED:
            found = self.digest(value)
            self._refs |= found.refs
            self._pictures |= found.pictures
            # As bytes, so that no text is equal to it.
            return found.value.encode()
        return self._parts(value)

    def _parts(self, value: Any) -> object:
        """A record or a mapping as plain data."""
        kind = type(value)
        if kind is Text:
            self._pictures.update(value.pictures)
        elif kind in _PICTURES:
            self._pictures.add(value.path)
        get = _GETTERS.get(kind)
        if get is None:
            get = _GETTERS[kind] = _getter_of(kind)
        return (
            kind.__name__,
            [part if type(part) in _SCALARS else self._plain(part) for part in get(value)],
        )


#: Functions that return the parts of a value, by type.
_GETTERS: Final[dict[type, Callable[[Any], Iterable[Any]]]] = {
    Facts: lambda facts: (*facts, *facts.values()),
    Fraction: lambda fraction: fraction.as_integer_ratio(),
    frozenset: lambda values: sorted(map(repr, values)),
    dict: lambda values: (*values, *values.values()),
}


def _getter_of(kind: type) -> Callable[[Any], Iterable[Any]]:
    """Returns the function that returns the values of all fields of a record."""
    if issubclass(kind, Mapping):
        return _GETTERS[dict]
    if not is_record(kind):
        raise TypeError(f"a view can't contain a {kind.__name__}")
    names = field_names(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: [getattr(record, name) for name in names]


def _digest_of_plain(plain: Any) -> str:
    """The digest of plain data: in version 0 of the format, equal data have equal bytes."""
    return blake2b(marshal.dumps(plain, 0), digest_size=_SIZE).hexdigest()


def digest_of_text(text: str) -> str:
    """The digest of a text."""
    return blake2b(text.encode(), digest_size=_SIZE).hexdigest()
